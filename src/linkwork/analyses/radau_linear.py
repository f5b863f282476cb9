"""The linear equations of the stages of a Radau step: derivatives of its solution, and the transposed equations of cotangents.

All s stages Y_i = y + Z_i with rates Ydot = (1/h) A^-1 Z and multipliers lam_i satisfy

    E_i = [qdot - N(q) v;   F(q, v, vdot, lam, z);   Phiddot(q, v, vdot);   zdot - zdot(q, v, z)] = 0

so that E_X dX = -(E_y dy + E_p) for X = [Z, lam], and E_X' L = g for cotangents. Both are iterated on with exact products and the
integrator's own iteration matrix: slopes frozen at the middle stage, TI A^-1 T = diag(mu, [alpha, beta; -beta, alpha], …), and of each mu

    mu dq - dv = r1,   (mu M + C) dv + K dq + Phi_v' dl + F_z dz = r2,   mu Phi_v dv = r3,   (mu - zdot_z) dz - zdot_q dq - zdot_v dv = r4

reduced to the matrix of mu² M + mu C + K by dq = x + r1 / mu, dv = mu x. Arrays are (s, rows, k); rows that are left out have no multiplier.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.linalg import get_lapack_funcs

from linkwork.analyses.step_mechanics import StepMechanics
from linkwork.analyses.tangent_maps import TangentMaps
from linkwork.formulations.stage_slopes import StageSlopes
from linkwork.integrators import radau_coefficients as radau

MOST_ITERATIONS = 60
SOLVED = 1e-12  # relative change that ends the iterations
SETTLED = 1e-9  # below it an iteration that no longer contracts has reached rounding
ROUNDING = 1e-15
FAST = 6  # iterations up to which the factors of a step serve the next one of the same length


@dataclass(frozen=True)
class Collocation:
    """Coefficients of a method with s stages."""

    C: np.ndarray  # nodes
    A: np.ndarray
    AI: np.ndarray  # A^-1
    T: np.ndarray
    TI: np.ndarray
    mu: tuple[complex, ...]  # alpha - i beta of each pair; the first is real


@cache
def collocation(s: int) -> Collocation:
    C, MU, T, TI = (radau.C3, radau.MU3, radau.T3, radau.TI3) if s == 3 else (radau.C5, radau.MU5, radau.T5, radau.TI5)
    D = np.zeros((s, s))
    D[0, 0] = MU[0, 0]
    for k in range(1, s, 2):
        alpha, beta = MU[(k + 1) // 2]
        D[k : k + 2, k : k + 2] = [[alpha, beta], [-beta, alpha]]
    AI = T @ D @ TI
    return Collocation(C, np.linalg.inv(AI), AI, T, TI, tuple(complex(a, -b) for a, b in MU))


def across(matrix: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """sum_j matrix_ij rows_j over the stages."""
    return (matrix @ rows.reshape(rows.shape[0], -1)).reshape(matrix.shape[0], *rows.shape[1:])


class StageSystem:
    """Of one step at a time: `set`, then `along` or `against`."""

    def __init__(self, mechanics: StepMechanics, s: int):
        self.mechanics, self.col, self.s = mechanics, collocation(s), s
        self.maps = TangentMaps(mechanics.model)
        self.turning = bool(self.maps.turn_q.size)
        self.kept = np.flatnonzero(mechanics.skip == 0.0)
        me, m = mechanics, self.kept.size
        ends = np.cumsum([0, me.nq, me.nv, m, me.nz]).tolist()
        self.q, self.F, self.rows, self.z = (slice(a, b) for a, b in zip(ends[:-1], ends[1:], strict=True))  # noqa: RUF007
        self.dynamic = slice(ends[1], ends[3])
        self.state = np.r_[0 : ends[2], ends[3] : ends[4]]  # where a state's components lie among the unknowns
        self.B = np.zeros((s, me.nv + m, me.ny + me.nv))
        self.B_z = np.zeros((s, me.nz, me.ny))
        self.h, self.fast = 0.0, False  # step of the factors at hand, and whether iterations with them converge fast

    # one step

    def set(self, h: float, y: np.ndarray, Y: np.ndarray, S: StageSlopes) -> bool:
        """Products and factors for a step from y with stages Y (s, ny); False: the iteration matrix is singular."""
        me, kept, n = self.mechanics, self.kept, self.mechanics.nv
        q, F_q, Phiddot_q, zdot_q = Y[:, : me.nq], S.F_q, S.Phiddot_q[:, kept], S.zdot_q
        self.G = S.Phi_v[:, kept]
        if self.turning:
            F_q, Phiddot_q, zdot_q = (self.maps.by_components(q, matrix) for matrix in (F_q, Phiddot_q, zdot_q))
            self.N = self.maps.rates_at(q, Y[:, me.v])
            self.at_start = self.maps.at(y[: me.nq])
        B, z = self.B, slice(me.nq + n, me.ny)
        B[:, :n, : me.nq], B[:, :n, me.v], B[:, :n, z], B[:, :n, me.ny :] = F_q, S.F_v, S.F_z, S.M
        if kept.size:
            B[:, n:, : me.nq], B[:, n:, me.v], B[:, n:, me.ny :] = Phiddot_q, -S.gamma_v[:, kept], self.G
        if me.nz:
            self.B_z[:, :, : me.nq], self.B_z[:, :, me.v], self.B_z[:, :, z] = -zdot_q, -S.zdot_v, -S.zdot_z
        if h == self.h and self.fast:
            return True
        self.h = h
        return self.factor(*(matrix[self.s // 2] for matrix in S))

    def factor(self, K, F_v, F_z, M, Phi_v, Phiddot_q, gamma_v, zdot_q, zdot_v, zdot_z) -> bool:
        """The matrices of all mu from the slopes of one stage."""
        n, m, nz = K.shape[0], self.kept.size, zdot_z.shape[0]
        G = Phi_v[self.kept]
        self.stack = np.concatenate((K, -zdot_q))
        self.solvers = []
        for k, mu in enumerate(self.col.mu):
            mu = mu.real / self.h if k == 0 else mu / self.h
            A = np.zeros((n + m + nz, n + m + nz), float if k == 0 else complex, order="F")
            A[:n, :n] = mu * mu * M + mu * F_v + K
            A[:n, n : n + m], A[n : n + m, :n] = G.T, G
            if nz:
                A[:n, n + m :], A[n + m :, :n] = F_z, -mu * zdot_v - zdot_q
                A[n + m :, n + m :] = mu * np.eye(nz) - zdot_z
            getrf, getrs = get_lapack_funcs(("getrf", "getrs"), (A,))
            LU, pivots, info = getrf(A, overwrite_a=True)
            if info != 0:
                return False
            self.solvers.append((mu, LU, pivots, getrs))
        return True

    def refresh(self, S: StageSlopes) -> bool:
        """New factors at this very step."""
        return self.factor(*(matrix[self.s // 2] for matrix in S))

    # the approximate inverse

    def _frozen(self, matrix: np.ndarray, x: np.ndarray) -> np.ndarray:
        """A real matrix times x, real or complex."""
        if not np.iscomplexobj(x):
            return matrix @ x
        both = matrix @ np.concatenate((x.real, x.imag), 1)
        return both[:, : x.shape[1]] + 1j * both[:, x.shape[1] :]

    def _slot(self, k: int, r: np.ndarray) -> np.ndarray:
        """Solution of the equations of mu_k, for right sides r (ne, k) in plain components: dq = x + r1 / mu, dv = mu x."""
        mu, LU, pivots, getrs = self.solvers[k]
        n, m = self.mechanics.nv, self.kept.size
        r1 = self.at_start.tangents(r[self.q]) if self.turning else r[self.q]
        right, products = r[self.F.start :].copy(), self._frozen(self.stack, r1) / mu
        right[:n] -= products[:n]
        right[n : n + m] /= mu * mu
        right[n + m :] -= products[n:]
        x, _ = getrs(LU, pivots, right)
        out = np.empty_like(r)
        out[self.q] = (self.at_start.components(x[:n]) if self.turning else x[:n]) + r[self.q] / mu
        out[self.F], out[self.rows], out[self.z] = mu * x[:n], x[n : n + m], x[n + m :]
        return out

    def _slot_against(self, k: int, g: np.ndarray) -> np.ndarray:
        """Of the conjugate transposed equations of mu_k."""
        mu, LU, pivots, getrs = self.solvers[k]
        bar = np.conj(mu)
        n, m = self.mechanics.nv, self.kept.size
        first = self.at_start.components_against(g[self.q]) if self.turning else g[self.q]
        right = np.concatenate((first + bar * g[self.F], g[self.rows], g[self.z]))
        x, _ = getrs(LU, pivots, right, trans=1 if k == 0 else 2)
        back = -self._frozen(self.stack.T, np.concatenate((x[:n], x[n + m :])))
        out = np.empty_like(g)
        out[self.q] = ((self.at_start.tangents_against(back) if self.turning else back) + g[self.q]) / bar
        out[self.F], out[self.rows], out[self.z] = x[:n], x[n : n + m] / (bar * bar), x[n + m :]
        return out

    def _all_slots(self, W: np.ndarray, slot) -> np.ndarray:
        out = np.empty_like(W)
        out[0] = slot(0, W[0])
        for k in range(1, len(self.solvers)):
            pair = slot(k, W[2 * k - 1] + 1j * W[2 * k])
            out[2 * k - 1], out[2 * k] = pair.real, pair.imag
        return out

    # derivatives

    def residuals(self, D: np.ndarray, P: np.ndarray, X: np.ndarray) -> np.ndarray:
        """E_X X + E_y D + P (s, ne, k)."""
        me, Z = self.mechanics, X[:, self.state]
        rates, dY = across(self.col.AI / self.h, Z), D + Z
        R = P.copy()
        R[:, self.dynamic] += self.B @ np.concatenate((dY, rates[:, me.v]), 1)
        if self.kept.size:
            R[:, self.F] += self.G.transpose(0, 2, 1) @ X[:, self.rows]
        R[:, self.q] += rates[:, : me.nq]
        if self.turning:
            R[:, self.q] -= self.N.along(dY[:, : me.nq], dY[:, me.v])
        else:
            R[:, self.q] -= dY[:, me.v]
        if me.nz:
            R[:, self.z] += rates[:, me.nq + me.nv :] + self.B_z @ dY
        return R

    def along(self, D: np.ndarray, P: np.ndarray, X: np.ndarray) -> int:
        """X (s, ne, k) := the solution of E_X X = -(E_y D + P), from a guess; iterations, or -1."""
        me, col, last = self.mechanics, self.col, np.inf
        base_q, base_v = np.abs(D[: me.nq]).max(0, initial=0.0), np.abs(D[me.nq :]).max(0, initial=0.0)
        for iteration in range(1, MOST_ITERATIONS + 1):
            W = across(col.TI, self.residuals(D, P, X))
            change = across(col.T, self._all_slots(W, self._slot))
            X -= change
            q = base_q + np.abs(X[:, self.q]).max((0, 1), initial=0.0)
            v = base_v + np.abs(X[:, self.F]).max((0, 1), initial=0.0)
            dq = np.abs(change[:, self.q]).max((0, 1), initial=0.0) - ROUNDING * (q + self.h * v)
            dv = np.abs(change[:, self.F]).max((0, 1), initial=0.0) - ROUNDING * (v + q / self.h)
            size = max((dq / np.maximum(q, 1e-280)).max(initial=0.0), (dv / np.maximum(v, 1e-280)).max(initial=0.0))
            if size <= SOLVED or (size < SETTLED and size > 0.5 * last):
                self.fast = iteration <= FAST
                return iteration
            if not size < 1e30 or (iteration > 8 and size > 0.97 * last):
                break
            last = size
        self.fast = False
        return -1

    def products_against(self, L: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """E_X' L (s, ne, k) and the sum over the stages of E_y' L (ny, k)."""
        me = self.mechanics
        V = self.B.transpose(0, 2, 1) @ L[:, self.dynamic]
        U, D = V[:, : me.ny], np.zeros((self.s, me.ny, L.shape[2]))
        D[:, me.v], D[:, : me.nq] = V[:, me.ny :], L[:, self.q]
        if self.turning:
            by_q, by_v = self.N.against(L[:, self.q])
            U[:, : me.nq] -= by_q
            U[:, me.v] -= by_v
        else:
            U[:, me.v] -= L[:, self.q]
        if me.nz:
            D[:, me.nq + me.nv :] = L[:, self.z]
            U += self.B_z.transpose(0, 2, 1) @ L[:, self.z]
        out = np.empty_like(L)
        out[:, self.state] = U + across(self.col.AI.T / self.h, D)
        if self.kept.size:
            out[:, self.rows] = self.G @ L[:, self.F]
        return out, U.sum(0)

    def against(self, g: np.ndarray, L: np.ndarray) -> tuple[int, np.ndarray]:
        """L (s, ne, k) := the solution of E_X' L = g, from a guess; iterations, or -1, and the sum of E_y' L (ny, k)."""
        col, last, h = self.col, np.inf, self.h
        seen_q = seen_v = np.zeros(g.shape[2])
        for iteration in range(1, MOST_ITERATIONS + 1):
            products, total = self.products_against(L)
            R = g - products
            q, v = np.abs(R[:, self.q]).max((0, 1), initial=0.0), np.abs(R[:, self.F]).max((0, 1), initial=0.0)
            seen_q, seen_v = np.maximum(seen_q, np.maximum(q, v / h)), np.maximum(seen_v, np.maximum(v, h * q))
            size = max(
                (q / np.maximum(seen_q, 1e-280)).max(initial=0.0), (v / np.maximum(seen_v, 1e-280)).max(initial=0.0)
            )
            if iteration > 2 and (size <= SOLVED or (size < SETTLED and size > 0.5 * last)):
                self.fast = iteration <= FAST
                return iteration, total
            if not size < 1e30 or (iteration > 8 and size > 0.97 * last):
                break
            L += across(col.TI.T, self._all_slots(across(col.T.T, R), self._slot_against))
            last = size
        self.fast = False
        return -1, total
