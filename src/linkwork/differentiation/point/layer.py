"""The functions and buffers with which passes over the accepted steps evaluate and differentiate a model's equations."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from linkwork.differentiation.point import adjoint as point_adjoint
from linkwork.differentiation.point import arrays as P
from linkwork.differentiation.point import directions as point_directions
from linkwork.differentiation.point import equations as point
from linkwork.differentiation.point import jacobians as point_jacobians
from linkwork.differentiation.point import project as point_project
from linkwork.differentiation.point import tangent as point_tangent
from linkwork.dynamics.design_jacobians import approximate_parameters
from linkwork.dynamics.layout import POINT_PLAN, POINT_WORK
from linkwork.dynamics.status import MESSAGES
from linkwork.integrators.functions import first_class
from linkwork.integrators.motion import Motion
from linkwork.kernels.derivatives.adjoint_arrays import python_reverse
from linkwork.kernels.expressions.block_jacobians import DIFFERENCES
from linkwork.model.errors import AnalysisError
from linkwork.model.model import Model
from linkwork.model.plans.adjoint_plan import reverse_sizes
from linkwork.model.plans.design import Design
from linkwork.model.plans.jacobian_plan import approximate_blocks, jacobian_sizes, named_blocks
from linkwork.model.plans.tangent_plan import by_differences, takes_directions, tangent_sizes, whole_plan

KERNELS: dict[str, Any] = {
    "rates": point.rates, "project": point_project.project, "tangent": point_tangent.tangent, "adjoint": point_adjoint.adjoint,
    "project_tangent": point_tangent.tangent, "project_adjoint": point_adjoint.adjoint, "jacobians": point_jacobians.jacobians,
}  # fmt: skip
DIRECTIONS = {
    "tangent": point_directions.tangent, "project_tangent": point_directions.tangent, "jacobians": point_directions.jacobians,
}  # fmt: skip


class PointLayer:
    """The functions of one point with their buffers, which are appended to those of a motion.

    `tangents` tangents are carried at once, those of a design's parameters if one is given; `backwards` prepares
    cotangents.

    >>> layer = PointLayer(motion, tangents=3)
    >>> rates, tangent = layer.functions("rates", "tangent")
    """

    def __init__(self, motion: Motion, tangents: int = 0, design: Design | None = None, backwards: bool = False):
        model = motion.model
        self.motion, self.model, self.design, self.backwards = motion, model, design, backwards
        self.tangents = tangents = tangents if design is None else len(design)
        self.by_directions = tangents > 0 and takes_directions(model, tangents)
        self.kernels = {**KERNELS, **DIRECTIONS} if self.by_directions else KERNELS
        sizes = (model.nq, model.nv, model.nz, model.n_rows, len(model.bodies) + 1, model.floats.size)
        self._sints, jacobian_size = self._jacobian_sizes() if tangents else P.NONE
        self._dints, dwork = self._design() if design or self.by_directions else (P.NONE[0], np.zeros(0))
        more, size = P.buffers(
            sizes, mixed=bool((model.lowered.arrays["row_level"] == 1).any()), tangents=tangents, matrices=not self.by_directions,
            jacobians=(self._sints, jacobian_size), design=(self._dints, dwork.size), reverse=reverse_sizes(model) if backwards else P.NONE,
        )  # fmt: skip
        numbers = np.zeros(size)
        flags = P.python_point_work(more, numbers).flags
        flags[P.TANGENTS] = tangents if design else 0
        first = flags[P.DESIGN + 1]
        numbers[first : first + dwork.size] = dwork
        page, count = motion.page, motion.page.count.copy()
        head = page.plan.size - motion.prepared.tail
        count[POINT_PLAN], count[POINT_WORK] = head, page.fwork.size
        plan = np.concatenate((page.plan[:head], more, page.plan[head:]))
        self.page = page._replace(
            plan=plan, fwork=np.concatenate((page.fwork, numbers)), count=count, real=page.real.copy()
        )

    def _jacobian_sizes(self) -> tuple[np.ndarray, int]:
        return tangent_sizes(self.model) if self.by_directions else jacobian_sizes(self.model)

    def _design(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the integers and numbers of the derivatives by design parameters."""
        if self.by_directions:
            none = sparse.csc_array((self.model.floats.size, self.tangents))
            return whole_plan(self.model, self.design.jacobian if self.design else none)
        assert self.design is not None
        return self.design.plan[0], self.design.workspace()

    @property
    def sizes(self) -> tuple[int, int, int]:
        """The numbers of components of a state, of tangent entries, and of results of `rates`."""
        m = self.model
        ny = m.nq + m.nv + m.nz
        return ny, 2 * m.nv + m.nz, ny + m.n_rows

    @property
    def gradient_size(self) -> int:
        """The length of the gradient behind a cotangent, to which `adjoint` adds."""
        return self.model.floats.size if self.backwards else 0

    def functions(self, *names: str) -> tuple:
        """Return functions by name, for compiled callers."""
        return tuple(first_class(self.kernels[name]) for name in names)

    def approximate_blocks(self) -> tuple[str, ...]:
        """Return the blocks whose derivatives so far were computed by differences."""
        page = self.page
        ints, numbers = page.plan[page.count[POINT_PLAN] :], page.fwork[page.count[POINT_WORK] :]
        flags = P.python_point_work(ints, numbers).flags
        names: tuple[str, ...] = ()
        if self.tangents:
            names += approximate_blocks(self.model, numbers[flags[P.JACOBIANS + 1] : flags[P.DESIGN + 1]], self._sints)
        if self.design:
            dwork = numbers[flags[P.DESIGN + 1] : flags[P.REVERSE + 1]]
            if self.by_directions:
                names += named_blocks(self.model, by_differences(self.model, self._dints, dwork))
            else:
                names += approximate_parameters(self.design, dwork)
        if self.backwards:
            names += _swept_by_differences(self.model, numbers[flags[P.REVERSE + 1] : flags[P.END + 1]])
        return tuple(dict.fromkeys(names))

    def call(self, name: str, t: float, y: np.ndarray, size: int) -> np.ndarray:
        """Call a function from Python and return its result; a status other than 0 raises an error."""
        out = np.zeros(size)
        self.call_into(name, t, y, out)
        return out

    def call_into(self, name: str, t: float, y: np.ndarray, out: np.ndarray) -> None:
        """Call a function from Python with an array for its result."""
        status = self.kernels[name](t, y, out, self.page)
        if status != 0:
            raise AnalysisError(f"{name} at t = {t:g} s: {MESSAGES.get(status, status)}")


def _swept_by_differences(model: Model, rwork: np.ndarray) -> tuple[str, ...]:
    """Return the blocks whose derivatives in a workspace of the reverse sweep are by differences."""
    modes = python_reverse(reverse_sizes(model)[0], rwork).block_mode
    return named_blocks(model, np.flatnonzero(modes == DIFFERENCES).tolist())
