"""The equations of one BDF step with frozen length and order, their solution to rounding, and their derivative.

bae-sensitivity, Eqs. 25 and 33: with the formula of the method written ydot = c_j y + c_0, c_0 of the past states, u = [q, v, z, vdot, lam],

    U0'(v - c_j q - c_0) = 0,   U0'(vdot - c_j v - c_0) = 0,   zdot - c_j z - c_0 = 0,   F = 0,   Phiddot = 0,   Phi = 0,   Phidot = 0

and H_u u_p = -eta. U0 picks the independent coordinates that the run picked. Of a quaternion p the first says omega = 2 vec(p* c_0).
Velocity-level rows say about positions that Phi_v (v - c_j q - c_0) vanishes in them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import lu_factor, lu_solve

from linkwork.analyses.step_mechanics import StepMechanics
from linkwork.analyses.tangent_maps import TangentMaps
from linkwork.formulations.newton_dense import basis
from linkwork.formulations.problem import evaluate_y
from linkwork.formulations.residual import residual, retract
from linkwork.kernels.dense import jacobian

MOST_ITERATIONS = 30
GOAL, SETTLED = 1e-15, 1e-9  # change, relative to the size of positions and velocities


@dataclass
class Choice:
    """Of coordinates, at the last new matrix of the run."""

    independent: np.ndarray  # entries of v
    kept: np.ndarray  # rows that are independent
    across: np.ndarray  # (velocity-level rows of them, nv) Phi_v where it was made


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
        self.mechanics, self.maps = mechanics, TangentMaps(mechanics.model)
        self.factors: tuple = ()

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
        return Choice(np.sort(cols[rank:]), kept, Phi_v[kept[me.on_velocities[kept]]])

    def normalize(self, t: float, y: np.ndarray) -> None:
        """Quaternions to length one."""
        retract(t, y, np.zeros(2 * self.mechanics.nv + self.mechanics.nz), *self.mechanics.buffers)

    def _formula(self, step: BdfStep) -> tuple[np.ndarray, np.ndarray]:
        """Residual of positions (nv) in the formula, tangent, and its derivative (nv, nv) by positions."""
        me, maps, q = self.mechanics, self.maps, step.Y[: self.mechanics.nq]
        r, slope = np.zeros(me.nv), np.zeros((me.nv, me.nv))
        c0 = step.c0[: me.nq]
        plain_q, plain_v = maps.plain_q, maps.plain_v
        r[plain_v] = step.Y[me.v][plain_v] - step.cj * q[plain_q] - c0[plain_q]
        slope[plain_v, plain_v] = -step.cj
        for a, v in zip(maps.turn_q, maps.turn_v, strict=True):
            (p0, p), (e0, e) = (q[a[0]], q[a[1:]]), (c0[a[0]], c0[a[1:]])
            s, u = p0 * e0 + p @ e, p0 * e - e0 * p - np.cross(p, e)  # p* c_0
            r[v] = step.Y[me.v][v] - 2.0 * u
            slope[np.ix_(v, v)] = s * np.eye(3) - np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
        return r, slope

    def _assemble(self, step: BdfStep, q, v, z, F, acceleration, position, velocity) -> np.ndarray:
        """All equations under each other: of the formula for q, v, z, then F, Phiddot, Phi, Phidot."""
        choice, me = step.choice, self.mechanics
        held = choice.kept[~me.on_velocities[choice.kept]]
        return np.concatenate((
            q[choice.independent], choice.across @ q, v[choice.independent], z, F, acceleration[choice.kept], position[held],
            velocity[choice.kept],
        ))  # fmt: skip

    def residuals(self, step: BdfStep) -> np.ndarray:
        me, m = self.mechanics, self.mechanics.m
        out = np.zeros(me.nv + 3 * m + me.nz)
        residual(step.t, np.concatenate((step.Y, step.vdot, step.lam)), out, *me.buffers)
        Phi, Phidot, Phiddot = (out[me.nv + i * m : me.nv + (i + 1) * m] for i in range(3))
        zdot, Y = out[me.nv + 3 * m :], step.Y
        v = step.vdot - step.cj * Y[me.v] - step.c0[me.v]
        z = zdot - step.cj * Y[me.nq + me.nv :] - step.c0[me.nq + me.nv :]
        return self._assemble(step, self._formula(step)[0], v, z, out[: me.nv], Phiddot, Phi, Phidot)

    def linearize(self, step: BdfStep) -> None:
        """Slopes and factors of H_u at the step's solution."""
        me, cj, kept = self.mechanics, step.cj, step.choice.kept
        n, nz, m = me.nv, me.nz, me.m
        me.linearize(step.t, step.Y, step.vdot, step.lam)
        s, size = me.slopes, 3 * n + nz + kept.size
        q, v, z, a, l = (
            slice(0, n),
            slice(n, 2 * n),
            slice(2 * n, 2 * n + nz),
            slice(2 * n + nz, 3 * n + nz),
            slice(3 * n + nz, size),
        )
        by_q, by_v, by_z, by_F = (np.zeros((rows, size)) for rows in (n, n, nz, n))
        by_q[:, q], by_q[:, v] = self._formula(step)[1], np.eye(n)
        by_v[:, v], by_v[:, a] = -cj * np.eye(n), np.eye(n)
        by_z[:, q], by_z[:, v], by_z[:, z] = s["zdot_q"], s["zdot_v"], s["zdot_z"] - cj * np.eye(nz)
        by_F[:, q], by_F[:, v], by_F[:, z], by_F[:, a], by_F[:, l] = (
            s["F_q"],
            s["F_v"],
            s["F_z"],
            s["M"],
            s["Phi_v"][kept].T,
        )
        third, first, second = (np.zeros((m, size)) for _ in range(3))
        third[:, q], third[:, v], third[:, a] = s["Phiddot_q"], -s["gamma_v"], s["Phi_v"]
        first[:, q] = s["Phi_v"]
        second[:, q], second[:, v] = s["Phidot_q"], s["Phi_v"]
        H = self._assemble(step, by_q, by_v, by_z, by_F, third, first, second)
        self.factors = lu_factor(H, overwrite_a=True, check_finite=False)

    def solve(self, step: BdfStep) -> bool:
        """Newton's iteration to rounding; whether it converged."""
        me, n = self.mechanics, self.mechanics.nv
        q_size = max(np.abs(step.Y[: me.nq]).max(initial=0.0), 1e-12)
        v_size, last, age = max(np.abs(step.Y[me.v]).max(initial=0.0), 1e-9), np.inf, 0
        for _ in range(MOST_ITERATIONS):
            if age == 0:
                self.linearize(step)
            u = -lu_solve(self.factors, self.residuals(step), check_finite=False)
            retract(step.t, step.Y, u[: 2 * n + me.nz], *me.buffers)
            step.vdot = step.vdot + u[2 * n + me.nz : 3 * n + me.nz]
            step.lam[step.choice.kept] += u[3 * n + me.nz :]
            size = max(np.abs(u[:n]).max(initial=0.0) / q_size, np.abs(u[n : 2 * n + me.nz]).max(initial=0.0) / v_size)
            if size <= GOAL or (size < SETTLED and size > 0.5 * last):
                return True
            if not np.isfinite(size):
                return False
            age = 0 if size > 0.1 * last else age + 1
            last = size
        return False

    def along(self, step: BdfStep, dc0: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Columns of the state's components (ny, k), of vdot and of lam from those of c_0 (ny, k)."""
        me, n = self.mechanics, self.mechanics.nv
        self.linearize(step)
        k, q = dc0.shape[1], step.Y[: me.nq]
        design = me.design_columns(step.t, step.Y) if me.design is not None else None
        zdot, F = (design["zdot_p"], design["F_p"]) if design else (np.zeros((me.nz, k)), np.zeros((n, k)))
        rows = [design[name] if design else np.zeros((me.m, k)) for name in ("Phiddot_p", "Phi_p", "Phidot_p")]
        eta = self._assemble(step, -self.maps.tangents(q, dc0[: me.nq]), -dc0[me.v], zdot - dc0[me.nq + n :], F, *rows)
        u = -lu_solve(self.factors, eta, check_finite=False)
        lam = np.zeros((me.m, k))
        lam[step.choice.kept] = u[3 * n + me.nz :]
        D = np.concatenate((self.maps.components(q, u[:n]), u[n : 2 * n + me.nz]))
        return D, u[2 * n + me.nz : 3 * n + me.nz], lam
