"""The linear equations of the stages of a Radau step, for tangents, and their transpose, for cotangents.

All s stages Y_i = y + Z_i with rates Ydot = (1/h) A^-1 Z and multipliers lam_i satisfy

    E_i = [qdot - N(q) v;   F(q, v, vdot, lam, z);   Phiddot(q, v, vdot);   zdot - zdot(q, v, z)] = 0

so that E_X dX = -(E_y dy + E_p) for X = [Z, lam], and E_X' L = g for cotangents. Both are solved exactly. Let Q_i be
the derivative of N(q) v by the components of q, T_i the map from changes of components to tangent vectors, and H =
((1/h) A^-1 ⊗ 1 - Q)^-1, which is h A ⊗ 1 except for quaternions. Then

    dq_i = dy_q + (H (Q dy_q + N (dy_v + dZ_v)))_i,        tangent vectors  x_i = T_i dq_i,

eliminates the positions. What remains is a matrix of s × s blocks for dZ_v, dZ_z and dlam, as sparse as the Jacobian of
one stage:

    F_v ⊗ 1 + M (1/h) A^-1 + F_q T H N,   …

It is factored without exchanges of blocks (block_lu), or as a dense matrix where that is less work or where the pivots
are too small. Arrays are (s, rows, k); rows that are left out have no multiplier.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.linalg import get_lapack_funcs

from linkwork.differentiation.stage_charts import stage_turns
from linkwork.differentiation.stage_jacobians import StageJacobians
from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.differentiation.steps.radau_terms import TURN, Layout, Terms
from linkwork.integrators.methods import radau_coefficients as radau
from linkwork.model.cache import Slot
from linkwork.model.tangent_places import TangentPlaces
from linkwork.numerics import block_lu
from linkwork.numerics.block_lu import Pattern
from linkwork.numerics.simd import whole_lanes

getrf, getrs = get_lapack_funcs(("getrf", "getrs"), dtype=np.float64)
DENSE = 1.6  # how many times faster dense factors are, multiplication by multiplication


@dataclass(frozen=True)
class Collocation:
    """The coefficients of a method with s stages."""

    C: np.ndarray  # nodes
    A: np.ndarray
    AI: np.ndarray  # A^-1


@cache
def collocation(s: int) -> Collocation:
    """Return the coefficients of the method with s stages."""
    C, MU, T, TI = (radau.C3, radau.MU3, radau.T3, radau.TI3) if s == 3 else (radau.C5, radau.MU5, radau.T5, radau.TI5)
    D = np.zeros((s, s))
    D[0, 0] = MU[0, 0]
    for k in range(1, s, 2):
        alpha, beta = MU[(k + 1) // 2]
        D[k : k + 2, k : k + 2] = [[alpha, beta], [-beta, alpha]]
    AI = T @ D @ TI
    return Collocation(C, np.linalg.inv(AI), AI)


def across(matrix: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return sum_j matrix_ij rows_j, a sum over the stages."""
    return (matrix @ rows.reshape(rows.shape[0], -1)).reshape(matrix.shape[0], *rows.shape[1:])


TERMS: Slot[tuple[int, bytes], Terms] = Slot(
    "terms of a step's linear equations, by the number of stages and the rows that take part"
)


class StageSystem:
    """The linear equations of one step: first `set`, possibly in advance and in another thread, then `settle` in the
    order of the steps, then `tangent` or `adjoint`."""

    layout: Layout | None = None  # that of the factors
    pattern: Pattern  # its own

    def __init__(self, mechanics: StepMechanics, s: int):
        self.mechanics, self.col, self.s = mechanics, collocation(s), s
        self.maps = TangentPlaces.of(mechanics.model)
        self.turns = len(self.maps.turn_q)
        self.active = np.flatnonzero(mechanics.skip == 0.0)
        me = mechanics
        self.terms = self._terms()
        self.z, self.rows = slice(me.nv, me.nv + me.nz), slice(me.nv + me.nz, self.terms.size)
        b = self.turns
        self.H, self.HN, self.T = np.zeros((b, 4 * s, 4 * s)), np.zeros((b, 4 * s, 3 * s)), np.zeros((b, s, 3, 4))
        self.by_start, self.seen = np.zeros((b, 4 * s, 7)), np.zeros((b, 3 * s, 7))
        self.scratch = np.zeros((s, 2 * s, 4)), np.zeros((s, 4, 7)), np.zeros((2, 4))
        self.weights = np.zeros((TURN + 9 * b, s, s))
        self.weights[0] = np.eye(s)
        self.row, self.square = np.zeros(s * s * self.terms.size), np.zeros(2 * s * s)

    def _terms(self) -> Terms:
        """Return the terms of the equations. They are cached with the model, because its other runs most likely have
        the same pattern."""
        me, key = self.mechanics, (self.s, self.active.tobytes())
        return me.model.cache.get(TERMS, key, lambda: Terms(self.maps, self.active, me.nv, me.nz, self.s))

    # one step

    def set(self, h: float, Y: np.ndarray, flat: StageJacobians, S: StageJacobians) -> None:
        """Take a step with stages Y (s, ny) and their Jacobians, and factor its matrix if the pattern is known."""
        self.h, self.flat, self.S, self.AI = h, flat, S, self.col.AI / h
        self.weights[1], self.weights[2] = self.AI, h * self.col.A
        if self.turns:
            maps, turned = self.maps, (self.H, self.HN, self.T, self.by_start, self.seen, self.weights[TURN:])
            stage_turns(Y, self.mechanics.nq, maps.turn_q, maps.turn_v, self.AI, *turned, *self.scratch)
        self.layout, layout = None, self.terms.layout
        if layout is not None and layout.complete(flat):
            self._factor(layout)

    def settle(self) -> bool:
        """Factor the matrix with the pattern that all steps so far have shown; return False if it is singular."""
        layout = self.terms.layout
        if layout is None or self.layout is not layout:
            if layout is None or not layout.complete(self.flat):
                layout = self.terms.learn(self.flat)
            self._factor(layout)
        return not self.singular

    def _factor(self, layout: Layout) -> None:
        self.layout = layout
        if getattr(self, "pattern", None) is not layout.pattern:
            self.pattern = layout.pattern
            self.LU = np.empty(int(self.pattern.start[-1]))
            self.full = DENSE * self.pattern.work > (self.s * self.terms.size) ** 3 / 3.0
        layout.assemble(self.flat, self.weights, self.LU)
        self.dense = self.full or not block_lu.factor(self.s, *self.pattern[2:], self.LU, self.row, self.square)
        self.singular = False
        if self.dense:
            if not self.full:
                layout.assemble(self.flat, self.weights, self.LU)
            self.factors, self.pivots, info = getrf(self.pattern.dense(self.LU), overwrite_a=True)
            self.singular = info != 0

    def _solve(self, x: np.ndarray, transposed: bool = False) -> np.ndarray:
        """Return the solution for right sides x (s, size, k)."""
        s, size, k = x.shape
        width = whole_lanes(k)
        ordered = np.zeros((size, s, width))
        ordered[self.pattern.place, :, :k] = x.swapaxes(0, 1)
        if self.dense:
            flat, _ = getrs(self.factors, self.pivots, ordered.reshape(size * s, width), trans=int(transposed))
            ordered = flat.reshape(size, s, width)
        else:
            solve = block_lu.solve_transposed if transposed else block_lu.solve
            solve(s, *self.pattern[2:], self.LU, width, ordered.ravel(), np.empty(s * width))
        return ordered[self.pattern.place, :, :k].swapaxes(0, 1)

    # plain components of quaternions, (b, 4 s, k), and their stages, (s, b, 4, k)

    def _together(self, E: np.ndarray) -> np.ndarray:
        s, b, rows, k = E.shape
        return E.swapaxes(0, 1).reshape(b, s * rows, k)

    def _apart(self, E: np.ndarray) -> np.ndarray:
        b, rows, k = E.shape
        return E.reshape(b, self.s, rows // self.s, k).swapaxes(0, 1)

    # derivatives

    def tangent(self, D: np.ndarray, P: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the tangents Z (s, ny, k) and those of the multipliers (s, rows, k), given D (ny, k) of y and P (s,
        size, k) of the equations F, z and rows."""
        me, maps, nq, n = self.mechanics, self.maps, self.mechanics.nq, self.mechanics.nv
        D_q, D_v, D_z = D[:nq], D[me.v], D[nq + n :]
        Z = np.empty((self.s, me.ny, D.shape[1]))
        x = np.empty((self.s, n, D.shape[1]))
        nodes = self.h * self.col.C[:, None, None]
        x[:, maps.plain_v] = D_q[maps.plain_q] + nodes * D_v[maps.plain_v]
        if self.turns:
            start = np.concatenate((D_q[maps.turn_q], D_v[maps.turn_v]), 1)
            x[:, maps.turn_v] = self._apart(self.seen @ start)
        right = P + self._products(x, D_v, D_z)
        solution = self._solve(-right)
        u = solution[:, :n]
        Z[:, me.v], Z[:, nq + n :] = u, solution[:, self.z]
        Z[:, maps.plain_q] = nodes * D_v[maps.plain_v] + across(self.h * self.col.A, u[:, maps.plain_v])
        if self.turns:
            Z[:, maps.turn_q] = self._apart(self.by_start @ start + self.HN @ self._together(u[:, maps.turn_v]))
        return Z, solution[:, self.rows]

    def _products(self, x: np.ndarray, D_v: np.ndarray, D_z: np.ndarray) -> np.ndarray:
        """Return the changes (s, size, k) of F, z and rows for tangent vectors x (s, nv, k), and D_v, D_z that all
        stages share."""
        S, out = self.S, np.empty((self.s, self.terms.size, x.shape[2]))
        out[:, : self.z.start] = S.F_q @ x + (S.F_v.reshape(-1, len(D_v)) @ D_v).reshape(x.shape)
        if self.mechanics.nz:
            out[:, : self.z.start] += S.F_z @ D_z
            out[:, self.z] = -(S.zdot_q @ x + S.zdot_v @ D_v + S.zdot_z @ D_z)
        if self.active.size:
            out[:, self.rows] = S.Phiddot_q[:, self.active] @ x - S.gamma_v[:, self.active] @ D_v
        return out

    def adjoint(self, g: np.ndarray, g_rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the cotangents (s, size, k) of the equations F, z and rows, given g (s, ny, k) of Z and those of the
        multipliers; and the sum of E_y' L over the stages (ny, k)."""
        me, S, maps, nq, n = self.mechanics, self.S, self.maps, self.mechanics.nq, self.mechanics.nv
        right = np.concatenate((g[:, me.v], g[:, nq + n :], g_rows), 1)
        hA = self.h * self.col.A.T
        right[:, maps.plain_v] += across(hA, g[:, maps.plain_q])
        if self.turns:
            right[:, maps.turn_v] += self._apart(self.HN.swapaxes(1, 2) @ self._together(g[:, maps.turn_q]))
        L = self._solve(right, transposed=True)
        L_F, L_z, L_rows = L[:, :n], L[:, self.z], L[:, self.rows]
        back, moved = S.F_q.swapaxes(1, 2) @ L_F, S.M.swapaxes(1, 2) @ L_F  # by positions, and by rates of v
        if me.nz:
            back -= S.zdot_q.swapaxes(1, 2) @ L_z
        if self.active.size:
            back += S.Phiddot_q[:, self.active].swapaxes(1, 2) @ L_rows
            moved += S.Phi_v[:, self.active].swapaxes(1, 2) @ L_rows
        # E_y' L are those rows of E_Z' L = g without the rates
        rates = np.empty_like(g)
        rates[:, me.v], rates[:, nq + n :] = moved, L_z
        rates[:, maps.plain_q] = across(hA, g[:, maps.plain_q] - back[:, maps.plain_v])
        if self.turns:
            tangent = (self.T.swapaxes(2, 3) @ back[:, maps.turn_v].swapaxes(0, 1)).swapaxes(0, 1)
            rest = self._together(g[:, maps.turn_q] - tangent)
            rates[:, maps.turn_q] = self._apart(self.H.swapaxes(1, 2) @ rest)
        return L, g.sum(0) - across(self.AI.sum(1)[None], rates)[0]
