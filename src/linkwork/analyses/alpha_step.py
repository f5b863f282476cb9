"""The equations of one generalized-alpha step with frozen length, their solution to rounding, their derivative and its transposed.

With kappa = (1 - alpha_f) / (1 - alpha_m), A_q = beta h² kappa, A_v = gamma h kappa, a step (integrators.generalized_alpha) is

    Y = y ⊕ (moved by the past + A_q wdot + x),   F(Y, wdot, lam) = 0,   zdot(Y) = wdot_z,   Phi(Y) = 0  (index 3; velocity-level rows: Phidot)
    index 2:  Phidot(Y) = 0 and, with multipliers mu,  M(Y) x = Phi_v(Y)' mu,  Phi(Y) = 0;        index 3:  x = 0

in the unknowns u = [wdot, lam, x, mu]. Its matrix is the derivative of these equations at the solution: exact for Newton's iteration,
for columns of derivatives (A u_p = -…) and, transposed, for cotangents. dq = R'dq_n + J (…): rotations turn with what is moved.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from linkwork.analyses.step_factors import Factors
from linkwork.analyses.step_mechanics import StepMechanics
from linkwork.analyses.turning_blocks import Blocks, TurningMaps
from linkwork.formulations.residual import residual, retract
from linkwork.integrators.alpha_columns import columns_landed, columns_moved
from linkwork.integrators.contract import first_class
from linkwork.integrators.polishing import ARRIVED, OWN, RATE, SLOW, fresh_marks, fresh_pairs, largest, polish_alpha
from linkwork.kernels.turning import turned_and_gained


@dataclass
class Constants:
    """Of a method, and of a step of length h."""

    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float
    index: int

    @property
    def kappa(self) -> float:
        return (1.0 - self.alpha_f) / (1.0 - self.alpha_m)

    def end(self, wdot: np.ndarray, rate: np.ndarray, a: np.ndarray) -> np.ndarray:
        """a_n+1 from rates at the end, at the beginning, and a_n."""
        return ((1.0 - self.alpha_f) * wdot + self.alpha_f * rate - self.alpha_m * a) / (1.0 - self.alpha_m)


@dataclass
class AlphaStep:
    """A solved step."""

    t: float  # s, its end
    h: float
    Y: np.ndarray  # (ny)  before projection
    moved: np.ndarray  # (nv)  displacement of q
    wdot: np.ndarray  # (nv + nz)
    lam: np.ndarray  # (n_row)
    x: np.ndarray  # (nv)  index 2: further displacement
    mu: np.ndarray  # (n_row)


class AlphaEquations:
    """Of all steps with the same constants."""

    def __init__(self, mechanics: StepMechanics, constants: Constants):
        self.mechanics, self.constants = mechanics, constants
        self.maps = TurningMaps(mechanics.model)
        self.J, self.R = Blocks(self.maps), Blocks(self.maps)
        held = mechanics.skip == 0.0
        self.kept = np.flatnonzero(held)
        self.position, self.velocity = (
            np.flatnonzero(held & ~mechanics.on_velocities),
            np.flatnonzero(held & mechanics.on_velocities),
        )
        nv, nz, k, p = mechanics.nv, mechanics.nz, self.kept.size, self.position.size
        ends = np.cumsum([0, nv, nz, k] + ([nv, p] if constants.index == 2 else [0, 0])).tolist()
        self.parts = [slice(a, b) for a, b in itertools.pairwise(ends)]
        self.size = ends[-1]
        self.factors, self.factored = Factors(np.eye(1)), 0.0  # and the step that they are of; 0: none yet
        self.s = mechanics.slopes
        self.to_rounding = not (mechanics.layer.columns or mechanics.layer.backwards)
        self.pairs = fresh_pairs(self.size, nv)
        self.functions = first_class(residual), first_class(retract)
        self.levels = np.where(held, mechanics.on_velocities, -1).astype(np.int64)
        m = mechanics.m
        self.right, self.scratch = np.zeros(self.size), np.zeros(mechanics.ny + 3 * nv + 7 * m + 2 * nz)

    # the step

    def _rows(self, positions: np.ndarray, velocities: np.ndarray) -> np.ndarray:
        """What the rows ask for: of positions (index 3) or of velocities."""
        if self.constants.index == 2:
            return velocities[self.kept]
        return np.where(self.mechanics.on_velocities[self.kept].reshape(-1, *[1] * (positions.ndim - 1)),
                        velocities[self.kept], positions[self.kept])  # fmt: skip

    def solve(self, step: AlphaStep, y: np.ndarray, past: np.ndarray) -> bool:
        """Newton's iteration from y with what the past (nv + nv + nz) moves, to rounding or as near as derivatives need; whether it converged."""
        me, c, h, marks = self.mechanics, self.constants, step.h, fresh_marks(self.to_rounding)
        q_size = max(largest(y[: me.nq]), largest(past[: me.nv]), me.unit)
        v_size = max(largest(y[me.v]), largest(past[me.nv :]), 1e-12)
        sizes = q_size / (c.beta * h * h), v_size / (c.gamma * h)
        A_q, A_v = c.beta * h * h * c.kappa, c.gamma * h * c.kappa
        unknowns = step.Y, step.moved, step.wdot, step.lam, step.x, step.mu
        code = SLOW if self.factored == 0.0 else 0
        while True:
            if code == SLOW:
                self.linearize(step)
                marks[[OWN, RATE]] = 1.0
            elif abs(self.factored - h) > 1e-10 * h:
                self.factor(step)
            if self.factors.singular:
                return False
            code = polish_alpha(
                marks, self.pairs, self.factors.rows, self.factors.pivots, step.t, A_q, A_v, c.index, self.levels, sizes, y, past, *unknowns,
                self.right, self.scratch, *self.functions, *me.buffers,
            )  # fmt: skip
            if code != SLOW:
                return code == ARRIVED

    # derivatives

    def linearize(self, step: AlphaStep) -> None:
        """Slopes and factors at the step's solution."""
        me = self.mechanics
        if self.constants.index == 2:
            me.linearize(step.t, step.Y, step.x, -step.mu, rows=False)
            E = me.slopes["F_q"].copy()
            me.linearize(step.t, step.Y, np.zeros(me.nv), np.zeros(me.m), rows=False)
            self.E = E - me.slopes["F_q"]
        me.linearize(step.t, step.Y, step.wdot[: me.nv], step.lam)
        if self.constants.index == 2:  # other slopes will be needed beside them
            self.s = {name: matrix.copy() for name, matrix in me.slopes.items()}
        self.factor(step)

    def factor(self, step: AlphaStep) -> None:
        """Factors from the slopes at hand."""
        me, c, h, s, J = self.mechanics, self.constants, step.h, self.s, self.J
        A_q, A_v = c.beta * h * h * c.kappa, c.gamma * h * c.kappa
        if self.maps.starts.size:
            turned_and_gained(step.moved, self.maps.starts, self.R.blocks, J.blocks)
        top = J.step_matrix(s["M"], A_v, s["F_v"], A_q, s["F_q"], 0.0, s["F_q"])
        F, z, rows, x, phi = self.parts
        if self.size > me.nv:
            A = np.zeros((self.size, self.size))
            A[F, F], A[F, z], A[F, rows] = top, A_v * s["F_z"], s["Phi_v"][self.kept].T
            zdot_q, Phi_v, Phidot_q = J.after(s["zdot_q"]), J.after(s["Phi_v"]), J.after(s["Phidot_q"])
            A[z, F], A[z, z] = -A_q * zdot_q - A_v * s["zdot_v"], np.eye(me.nz) - A_v * s["zdot_z"]
            A[rows, F] = self._rows(Phi_v, (A_q * Phidot_q + A_v * s["Phi_v"]) / A_v)
            if c.index == 2:
                E = J.after(self.E)
                A[F, x], A[z, x] = J.after(s["F_q"]), -zdot_q
                A[rows, x] = Phidot_q[self.kept] / A_v
                A[x, F], A[x, x] = A_q * E, s["M"] + E
                A[x, phi] = -s["Phi_v"][self.position].T
                A[phi, F], A[phi, x] = A_q * Phi_v[self.position], Phi_v[self.position]
            top = A
        self.factors, self.factored = Factors(top), h
        self.pairs[0][0] = 0

    def design_parts(self, step: AlphaStep) -> np.ndarray:
        """(size, k) how the equations change with the design, after `linearize`."""
        me, c, h = self.mechanics, self.constants, step.h
        d = me.design_columns(step.t, step.Y)
        if self.size == me.nv:
            return d["F_p"]
        A_q, A_v = c.beta * h * h * c.kappa, c.gamma * h * c.kappa
        out = np.zeros((self.size, d["F_p"].shape[1]))
        F, z, rows, x, phi = self.parts
        out[F], out[z] = d["F_p"], -d["zdot_p"]
        out[rows] = self._rows(d["Phi_p"] / A_q, d["Phidot_p"] / A_v)
        if c.index == 2:
            out[phi] = d["Phi_p"][self.position]
            me.linearize(step.t, step.Y, step.x, -step.mu, rows=False)
            out[x] = me.design_columns(step.t, step.Y)["F_p"]
            me.linearize(step.t, step.Y, np.zeros(me.nv), np.zeros(me.m), rows=False)
            out[x] -= me.design_columns(step.t, step.Y)["F_p"]
        return out

    def changes(self, step: AlphaStep, r: np.ndarray) -> np.ndarray:
        """(size, k) how the equations change when Y is moved by r (nv + nv + nz, k), after `linearize`."""
        me, c, h, s = self.mechanics, self.constants, step.h, self.s
        A_q, A_v = c.beta * h * h * c.kappa, c.gamma * h * c.kappa
        q, v, z = r[: me.nv], r[me.nv : 2 * me.nv], r[2 * me.nv :]
        F_, z_, rows_, x_, phi_ = self.parts
        if self.size == me.nv:
            return s["F_q"] @ q + s["F_v"] @ v
        out = np.zeros((self.size, r.shape[1]))
        out[F_] = s["F_q"] @ q + s["F_v"] @ v + s["F_z"] @ z
        out[z_] = -(s["zdot_q"] @ q + s["zdot_v"] @ v + s["zdot_z"] @ z)
        out[rows_] = self._rows(s["Phi_v"] @ q / A_q, (s["Phidot_q"] @ q + s["Phi_v"] @ v) / A_v)
        if c.index == 2:
            out[x_], out[phi_] = self.E @ q, s["Phi_v"][self.position] @ q
        return out

    def weights(self, h: float, ratio: float) -> np.ndarray:
        """Of a step that is `ratio` times as long as the one before, as integrators.alpha_columns has them; then those of wdot, rate
        and a_n in a_n+1."""
        c, rest = self.constants, 1.0 - ratio  # a_n is moved along with the step
        kept, lost = c.alpha_f / (1.0 - c.alpha_m), c.alpha_m / (1.0 - c.alpha_m)
        q, w = h * h * (0.5 - c.beta - c.beta * lost), h * (1.0 - c.gamma - c.gamma * lost)
        return np.array([
            h, c.beta * h * h * kept + rest * q, ratio * q, c.gamma * h * kept + rest * w, ratio * w,
            c.beta * h * h * c.kappa, c.gamma * h * c.kappa, c.kappa, kept - rest * lost, -ratio * lost,
        ])  # fmt: skip

    def along(self, step: AlphaStep, f: np.ndarray, q: np.ndarray, D: np.ndarray, rate: np.ndarray, a: np.ndarray):
        """Columns of Y (ny, k) and of wdot from those of the state where q is, of the rate there, and of a_n."""
        me, k = self.mechanics, D.shape[1]
        self.linearize(step)
        turned, r = np.empty((me.nv, k)), np.empty((2 * me.nv + me.nz, k))
        columns_moved(f, q, D, rate, a, self.maps.places, self.R.blocks, self.J.blocks, turned, r)
        right = self.changes(step, r)
        if me.design is not None:
            right += self.design_parts(step)
        u = np.ascontiguousarray(-self.factors.solve(right))
        wdot, out = u[: me.nv + me.nz], np.empty((me.ny, k))
        columns_landed(f, step.Y[: me.nq], wdot, u[self.parts[3]], self.maps.places, self.J.blocks, turned, r, out)
        return out, wdot

    def against(self, step: AlphaStep, w: np.ndarray, wdot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Cotangents of r and of the design parts from those of Y, w (nv + nv + nz, n_out), and of wdot, after `linearize`."""
        me, c, h, s = self.mechanics, self.constants, step.h, self.s
        A_q, A_v = c.beta * h * h * c.kappa, c.gamma * h * c.kappa
        F, z, rows, x, phi = self.parts
        g, turned = np.zeros((self.size, w.shape[1])), self.J.against(w[: me.nv])
        g[: me.nv + me.nz] = A_v * w[me.nv :] + wdot
        g[F] += A_q * turned
        if c.index == 2:
            g[x] = turned
        L = -self.factors.against(g)
        out = w.copy()
        q, v, zz = out[: me.nv], out[me.nv : 2 * me.nv], out[2 * me.nv :]
        if self.size == me.nv:
            q += s["F_q"].T @ L
            v += s["F_v"].T @ L
            return out, L
        q += s["F_q"].T @ L[F] - s["zdot_q"].T @ L[z]
        v += s["F_v"].T @ L[F] - s["zdot_v"].T @ L[z]
        zz += s["F_z"].T @ L[F] - s["zdot_z"].T @ L[z]
        position, velocity = self.row_cotangents(L, A_q, A_v)
        q += s["Phi_v"].T @ position + s["Phidot_q"].T @ velocity
        v += s["Phi_v"].T @ velocity
        if c.index == 2:
            q += self.E.T @ L[x]
        return out, L

    def row_cotangents(self, L: np.ndarray, A_q: float, A_v: float) -> tuple[np.ndarray, np.ndarray]:
        """What L is by Phi and by Phidot, (n_row, n_out) each."""
        me = self.mechanics
        position, velocity = np.zeros((me.m, L.shape[1])), np.zeros((me.m, L.shape[1]))
        _, _, rows, _, phi = self.parts
        slow = me.on_velocities[self.kept] | (self.constants.index == 2)
        velocity[self.kept[slow]] = L[rows][slow] / A_v
        position[self.kept[~slow]] = L[rows][~slow] / A_q
        if self.constants.index == 2:
            position[self.position] += L[phi]
        return position, velocity

    def add_gradients(self, step: AlphaStep, L: np.ndarray, gradients: np.ndarray) -> None:
        """gradients (n_out, n_lowered) += L·(design parts)."""
        me, c, h = self.mechanics, self.constants, step.h
        F, z, _, x, _ = self.parts
        position, velocity = self.row_cotangents(L, c.beta * h * h * c.kappa, c.gamma * h * c.kappa)
        none = np.zeros(me.nv), np.zeros(me.m)
        for o in range(L.shape[1]):
            me.add_gradient(
                step.t, step.Y, step.wdot[: me.nv], step.lam, gradients[o], residual=L[F, o], position=position[:, o],
                velocity=velocity[:, o], zdot=-L[z, o],
            )  # fmt: skip
            if c.index == 2:
                me.add_gradient(step.t, step.Y, step.x, -step.mu, gradients[o], residual=L[x, o])
                me.add_gradient(step.t, step.Y, *none, gradients[o], residual=-L[x, o])
