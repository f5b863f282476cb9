"""A model's equations for passes over implicit steps: linearized, with derivatives by design parameters, and with a
reverse sweep."""

from __future__ import annotations

from copy import copy

import numpy as np

from linkwork.differentiation.point.layer import PointLayer
from linkwork.differentiation.stage_jacobians import linearize_stage, rows_left_out
from linkwork.dynamics import problem
from linkwork.kernels import arrays as K
from linkwork.kernels.derivatives.adjoint import clear_cotangents, reverse_sweep
from linkwork.kernels.derivatives.adjoint_arrays import python_reverse
from linkwork.kernels.derivatives.by_design import design_tangents
from linkwork.kernels.derivatives.residual import residual_jacobians
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.plans.adjoint_plan import reverse_sizes
from linkwork.model.plans.design import Design
from linkwork.model.plans.jacobian_plan import jacobian_sizes, matrices
from linkwork.model.plans.tangent_plan import ways

LARGEST = 1200  # unknowns: the matrices of larger models need more than two gigabytes with two threads
LONGEST = 400  # freedoms from the ground to one body; round-off of the matrices becomes visible for longer chains


def _require_moderate(model: Model) -> None:
    """Raise an error for models that are too large for dense Jacobians."""
    unknowns, longest = model.nv + model.n_rows + model.nz, int(ways(model).max())
    explicit = "choose lw.DormandPrince() or lw.RungeKutta4(step) as integrator"
    if unknowns > LARGEST:
        raise QuestionError(
            f"sensitivities along implicit steps are for models with up to {LARGEST} velocities, constraint rows and block states "
            f"together, and this one has {unknowns}: {explicit}"
        )
    if longest > LONGEST:
        raise QuestionError(
            f"sensitivities along implicit steps are for models with up to {LONGEST} freedoms between the ground and any body, and this one "
            f"has {longest}: {explicit}, or cut joints half-way with compile(mechanism, cut=[...])"
        )


class StepMechanics:
    """The equations that implicit steps need in addition to the point functions of a layer; `design` names the
    parameters of the tangents."""

    def __init__(self, layer: PointLayer, design: Design | None = None):
        model = layer.model
        _require_moderate(model)
        self.layer, self.model, self.design = layer, model, design
        self.nq, self.nv, self.nz, self.m = model.nq, model.nv, model.nz, model.n_rows
        self.ny = self.nq + self.nv + self.nz
        self.v = slice(self.nq, self.nq + self.nv)
        ints, work = layer.page.ints, layer.page.work
        self.work = work.copy()  # the layer knows what its own holds
        self.page = layer.page._replace(work=self.work)
        self.model_buffers = self.page[:3]
        self.sints, size = jacobian_sizes(model)
        self.one = size  # place of a 1 behind the Jacobians; one more matrix (nv, nv) follows
        self.swork = np.zeros(size + 1 + self.nv**2)
        self.swork[size] = 1.0
        self.w, self.layer_turns = K.python_work(ints, self.work), K.python_work(ints, work).turns
        self.jacobians = matrices(model, self.swork)
        self.skip = np.zeros(self.m)
        rows_left_out(layer.page, self.skip)
        self.row_scale = K.python_model(model.ints, model.floats).row_scale
        self.unit = float(
            layer.motion.prepared.unit[: self.nv].min(initial=1.0)
        )  # of positions: what rounding at zero is relative to
        self.on_velocities = model.lowered.arrays["row_level"] == 1
        if design is not None:
            self.dints, self.dwork = design.plan[0], design.workspace()
            self.columns = design.columns(self.dwork)
        self._reverse: tuple[np.ndarray, np.ndarray] | None = None

    def further(self) -> StepMechanics:
        """Return a copy with its own buffers, including the layer's, for another thread. It copies what is known of
        blocks, so it is made after a first step."""
        other, layer = copy(self), copy(self.layer)
        layer.page = layer.page.copied()
        other.layer, other.work, other.swork = layer, self.work.copy(), self.swork.copy()
        other.page = layer.page._replace(work=other.work)
        other.model_buffers = other.page[:3]
        ints = layer.page.ints
        other.w, other.layer_turns = K.python_work(ints, other.work), K.python_work(ints, layer.page.work).turns
        other.jacobians = matrices(self.model, other.swork)
        if self.design is not None:
            other.dwork = self.dwork.copy()
            other.columns = self.design.columns(other.dwork)
        other._reverse = None
        return other

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """Return [dy/dt, lam]."""
        return self.layer.call("rates", t, y, self.ny + self.m)

    def project(self, t: float, y: np.ndarray) -> np.ndarray:
        """Project y onto the constraints."""
        y = y.copy()
        self.layer.call("project", t, y, self.ny)
        return y

    def project_tangent(self, t: float, y: np.ndarray, D: np.ndarray) -> np.ndarray:
        """Return the tangents (ny, k) of the projected state, given those of y."""
        self.project(t, y)
        return self.layer.call("project_tangent", t, np.ascontiguousarray(D).ravel(), D.size).reshape(D.shape)

    def project_adjoint(self, t: float, y: np.ndarray, W: np.ndarray, back: np.ndarray) -> None:
        """Replace the cotangents W (n_out, ny) of the projected state by those of y; back (n_out, ny + …) ends with the
        gradients by model numbers."""
        self.project(t, y)
        for o in range(W.shape[0]):
            self.layer.call_into("project_adjoint", t, np.ascontiguousarray(W[o]), back[o])
            W[o] = back[o, : self.ny]

    def rates_tangent(self, t: float, y: np.ndarray, D: np.ndarray) -> np.ndarray:
        """Return the tangents (ny + n_row, k) of [dy/dt, lam]."""
        k = D.shape[1]
        self.rates(t, y)
        return self.layer.call("tangent", t, np.ascontiguousarray(D).ravel(), (self.ny + self.m) * k).reshape(-1, k)

    def rates_adjoint(self, t: float, y: np.ndarray, W: np.ndarray, back: np.ndarray) -> np.ndarray:
        """Return the cotangents (n_out, ny) of y, given those W (n_out, ny + n_row) of [dy/dt, lam]; back ends with the
        gradients by model numbers."""
        self.rates(t, y)
        for o in range(W.shape[0]):
            self.layer.call_into("adjoint", t, np.ascontiguousarray(W[o]), back[o])
        return back[:, : self.ny].copy()

    def recall_turns(self, turn_counts: np.ndarray) -> None:
        """Restore the turns of the angles of cut joints; an empty array means that they are not counted."""
        self.w.turns[: turn_counts.size] = self.layer_turns[: turn_counts.size] = turn_counts

    def note_turns(self, t: float, y: np.ndarray, turn_counts: np.ndarray) -> None:
        """Record the turns after an accepted step."""
        if turn_counts.size:
            problem.update_turns(t, y, turn_counts, self.layer.page)
            self.w.turns[:] = turn_counts

    def linearize(self, t: float, y: np.ndarray, vdot: np.ndarray, lam: np.ndarray, rows: bool = True) -> None:
        """Compute `jacobians` at a state with given accelerations and multipliers; without rows, only those of F and
        zdot."""
        if rows:
            linearize_stage(*self.model_buffers, self.sints, self.swork, t, y, np.ascontiguousarray(vdot), lam)
            return
        problem.evaluate_y(*self.model_buffers, t, y)
        self.w.vdot[:], self.w.lam[:] = vdot, lam
        residual_jacobians(*self.model_buffers, self.sints, self.swork, t, y[self.v])

    def design_tangents(self, t: float, y: np.ndarray) -> dict[str, np.ndarray]:
        """Return F_p, Phi_p, Phidot_p, Phiddot_p, zdot_p at the state of the last `linearize`; the next call overwrites
        them."""
        design_tangents(*self.model_buffers, self.sints, self.swork, self.dints, self.dwork, t, y[: self.nq], y[self.v])
        return self.columns

    def reverse(self) -> tuple[np.ndarray, np.ndarray]:
        """The integers and numbers of the reverse sweep."""
        if self._reverse is None:
            ints, size = reverse_sizes(self.model)
            self._reverse = ints, np.zeros(size)
            self._given = python_reverse(*self._reverse)
        return self._reverse

    def add_gradient(self, t: float, y: np.ndarray, vdot, lam, gradient: np.ndarray, **cotangents: np.ndarray) -> None:
        """gradient (n_numbers) += derivative of residual·F + position·Phi + velocity·Phidot + acceleration·Phiddot + zdot·zdot."""
        rints, rwork = self.reverse()
        problem.evaluate_y(*self.model_buffers, t, y)
        self.w.vdot[:], self.w.lam[:] = vdot, lam
        clear_cotangents(rints, rwork)
        for name, values in cotangents.items():
            getattr(self._given, name)[:] = values
        reverse_sweep(*self.model_buffers, rints, rwork, t, y[: self.nq], y[self.v], gradient)
