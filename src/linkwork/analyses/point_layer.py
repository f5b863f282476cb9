"""The functions and buffers with which passes over the accepted steps evaluate and differentiate a model's equations."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analyses.errors import AnalysisError
from linkwork.analyses.motion import Motion
from linkwork.formulations import point, point_arrays, point_project
from linkwork.formulations.status import MESSAGES
from linkwork.integrators.contract import first_class
from linkwork.model.slopes import slope_sizes

KERNELS: dict[str, Any] = {
    "rates": point.rates, "along": point.along, "against": point.against, "project": point_project.project,
    "project_along": point_project.project_along, "project_against": point_project.project_against,
}  # fmt: skip


class PointLayer:
    """Added behind the buffers of a motion; `columns` derivatives are taken along at once.

    >>> layer = PointLayer(motion, columns=3)
    >>> rates, along = layer.functions("rates", "along")
    """

    def __init__(self, motion: Motion, columns: int = 0):
        model = motion.model
        self.motion, self.model, self.columns = motion, model, columns
        mixed = bool((model.lowered.arrays["row_level"] == 1).any())
        more, size = point_arrays.buffers(
            (model.nq, model.nv, model.nz, model.n_rows), slope_sizes(model), mixed, columns
        )
        ints, floats, work, plan, fwork, control = motion.buffers
        head = plan.size - motion.prepared.tail
        control = control.copy()
        control[point_arrays.POINT_PLAN], control[point_arrays.POINT_WORK] = head, fwork.size
        plan = np.concatenate((plan[:head], more, plan[head:]))
        self.buffers = (ints, floats, work, plan, np.concatenate((fwork, np.zeros(size))), control)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Components of a state, tangent entries, numbers of `rates`."""
        m = self.model
        ny = m.nq + m.nv + m.nz
        return ny, 2 * m.nv + m.nz, ny + m.n_rows

    @property
    def gradient_size(self) -> int:
        """Numbers behind a cotangent that `against` adds to."""
        return 0

    def functions(self, *names: str) -> tuple:
        """For compiled callers."""
        return tuple(first_class(KERNELS[name]) for name in names)

    def call(self, name: str, t: float, y: np.ndarray, size: int) -> np.ndarray:
        """One call from Python: what it puts out. A status that is not 0 raises."""
        out = np.zeros(size)
        self.call_into(name, t, y, out)
        return out

    def call_into(self, name: str, t: float, y: np.ndarray, out: np.ndarray) -> None:
        """The same with a vector to put it into."""
        status = KERNELS[name](t, y, out, *self.buffers)
        if status != 0:
            raise AnalysisError(f"{name} at t = {t:g} s: {MESSAGES.get(status, status)}")
