"""The equations of one BDF step with frozen length and order, their solution to rounding, and their derivative.

bae-sensitivity, Eqs. 25 and 33: with the formula of the method written ydot = c_j y + c_0, c_0 of the past states, u = [q, v, z, vdot, lam],

    U0'(v - c_j q - c_0) = 0,   U0'(vdot - c_j v - c_0) = 0,   zdot - c_j z - c_0 = 0,   F = 0,   Phiddot = 0,   Phi = 0,   Phidot = 0

and H_u u_p = -eta. U0 picks the independent coordinates that the run picked. Of a quaternion p the first says omega = 2 vec(p* c_0).
Velocity-level rows say about positions that Phi_v (v - c_j q - c_0) vanishes in them. What is factored is reduced to the independent
positions x: q = R x, v = V x, vdot = A x, and of F what multipliers have no part in (analyses.bdf_reduction).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analyses.bdf_reduction import Choice, Parts, Reduction
from linkwork.analyses.step_mechanics import StepMechanics
from linkwork.analyses.turning_blocks import TurningMaps
from linkwork.formulations.newton_dense import basis
from linkwork.formulations.problem import evaluate_y
from linkwork.formulations.residual import residual, retract
from linkwork.integrators.contract import first_class
from linkwork.integrators.polishing import (
    ARRIVED,
    OWN,
    RATE,
    SLOW,
    fresh_marks,
    fresh_pairs,
    largest,
    polish_bdf,
    settled,
)
from linkwork.kernels.dense import jacobian
from linkwork.kernels.turning import backward_formula


@dataclass
class BdfStep:
    """A solved step."""

    t: float  # s, its end
    cj: float
    choice: Choice
    Y: np.ndarray  # (ny)
    vdot: np.ndarray  # (nv)
    lam: np.ndarray  # (n_row)
    c0: np.ndarray  # (ny)


class BdfEquations:
    def __init__(self, mechanics: StepMechanics):
        self.mechanics, self.maps = mechanics, TurningMaps(mechanics.model)
        self.reduction = Reduction(mechanics, self.maps)
        self.to_rounding = not (mechanics.layer.columns or mechanics.layer.backwards)
        self.pairs = fresh_pairs(mechanics.nv + mechanics.nz, mechanics.nv)
        self.functions = first_class(residual), first_class(retract)
        self.right, self.scratch = (
            np.zeros(mechanics.nv + mechanics.nz),
            np.zeros(mechanics.ny + 2 * mechanics.nv + mechanics.nz),
        )
        self.blocks = np.zeros((self.maps.starts.size, 3, 3))

    def choose(self, t: float, y: np.ndarray) -> Choice:
        """Independent coordinates by complete pivoting of Phi_v at (t, y)."""
        me = self.mechanics
        n, m = me.nv, me.m
        evaluate_y(*me.model_buffers, t, y)
        Phi_v, R = np.zeros((m, n)), np.zeros(n * n)
        jacobian(*me.model_buffers, Phi_v)
        rows, cols = np.zeros(m, np.int64), np.zeros(n, np.int64)
        rank = basis(np.zeros((m, n)), me.row_scale, Phi_v, me.skip, rows, cols, np.zeros(m), R)
        kept = np.sort(rows[:rank])
        return Choice(np.sort(cols[rank:]), np.sort(cols[:rank]), kept, Phi_v[kept[me.on_velocities[kept]]])

    def normalize(self, t: float, y: np.ndarray) -> None:
        """Quaternions to length one."""
        retract(t, y, np.zeros(2 * self.mechanics.nv + self.mechanics.nz), *self.mechanics.buffers)

    def residuals(self, step: BdfStep) -> Parts:
        """Of all equations; the formula's slopes by positions are left in `reduction`."""
        me, m = self.mechanics, self.mechanics.m
        out = np.zeros(me.nv + 3 * m + me.nz)
        residual(step.t, np.concatenate((step.Y, step.vdot, step.lam)), out, *me.buffers)
        Phi, Phidot, Phiddot = (out[me.nv + i * m : me.nv + (i + 1) * m] for i in range(3))
        zdot, Y = out[me.nv + 3 * m :], step.Y
        v = step.vdot - step.cj * Y[me.v] - step.c0[me.v]
        z = zdot - step.cj * Y[me.nq + me.nv :] - step.c0[me.nq + me.nv :]
        return Parts(self.formula(step)[0], v, z, out[: me.nv], Phiddot, Phi, Phidot)

    def formula(self, step: BdfStep) -> tuple[np.ndarray, np.ndarray]:
        """Residual of positions (nv) in the formula, tangent, and its derivatives by those of quaternions, blocks of 3×3."""
        me = self.mechanics
        r, blocks = np.empty(me.nv), np.empty((self.maps.starts.size, 3, 3))
        backward_formula(step.Y[: me.nq], step.Y[me.v], step.c0, step.cj, *self.maps.places, r, blocks)
        return r, blocks

    def linearize(self, step: BdfStep) -> None:
        """Slopes and factors at the step's solution."""
        self.mechanics.linearize(step.t, step.Y, step.vdot, step.lam)
        self.factor(step)

    def factor(self, step: BdfStep) -> None:
        """Factors from the slopes at hand."""
        self.reduction.factor(step.cj, step.choice, self.formula(step)[1])
        self.pairs[0][0] = 0

    def solve(self, step: BdfStep) -> bool:
        """Newton's iteration, to rounding or as near as derivatives need; whether it converged."""
        me, reduction, marks = self.mechanics, self.reduction, fresh_marks(self.to_rounding)
        q_size, v_size = max(largest(step.Y[: me.nq]), me.unit), max(largest(step.Y[me.v]), 1e-9)
        code = SLOW if reduction.cj == 0.0 else 0
        while True:
            if code == SLOW:
                self.linearize(step)
                marks[[OWN, RATE]] = 1.0
            elif reduction.cj != step.cj or reduction.choice is not step.choice:
                self.factor(step)
            if reduction.singular:
                return False
            code = (self._polish_with_rows if me.m else self._polish)(step, marks, (q_size, v_size))
            if code != SLOW:
                return code == ARRIVED

    def _polish(self, step: BdfStep, marks: np.ndarray, sizes: tuple[float, float]) -> int:
        """Iterations with the factors at hand; a code of integrators.polishing."""
        factors = self.reduction.factors
        return polish_bdf(
            marks, self.pairs, factors.rows, factors.pivots, step.t, step.cj, step.c0, self.maps.places, sizes, step.Y, step.vdot, self.right,
            self.scratch, self.blocks, *self.functions, *self.mechanics.buffers,
        )  # fmt: skip

    def _polish_with_rows(self, step: BdfStep, marks: np.ndarray, sizes: tuple[float, float]) -> int:
        """The same for a step with constraints."""
        me, code = self.mechanics, 0
        while code == 0:
            q, v, z, vdot, lam = self.reduction.solve(self.residuals(step))
            change = np.concatenate((q, v, z))
            retract(step.t, step.Y, -change, *me.buffers)
            step.vdot -= vdot
            step.lam -= lam
            least = np.abs(q).max(initial=0.0) / sizes[0]
            code = settled(marks, max(least, np.abs(change[me.nv :]).max(initial=0.0) / sizes[1]), least)
        return code

    def along(self, step: BdfStep, dc0: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Columns of the state's components (ny, k), of vdot and of lam from those of c_0 (ny, k)."""
        me = self.mechanics
        self.linearize(step)
        k, q = dc0.shape[1], step.Y[: me.nq]
        names = ("zdot_p", "F_p", "Phiddot_p", "Phi_p", "Phidot_p")
        if me.design is not None:
            design = me.design_columns(step.t, step.Y)
            zdot, *others = (design[name] for name in names)
        else:
            zdot, *others = (np.zeros((rows, k)) for rows in (me.nz, me.nv, me.m, me.m, me.m))
        by_c0 = self.maps.tangents(q, dc0[: me.nq])
        x, v, z, vdot, lam = self.reduction.solve(Parts(-by_c0, -dc0[me.v], zdot - dc0[me.nq + me.nv :], *others))
        return -np.concatenate((self.maps.components(q, x), v, z)), -vdot, -lam
