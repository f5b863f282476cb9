"""The linear equations of a BDF step (analyses.bdf_step), reduced to its independent positions.

With S the derivative of the formula by positions, G = Phi_v, d the dependent and i the independent coordinates, the equations are

    e = S q + v,  e_i = r_q,        C q = r_c  (G q = r_Phi; of velocity-level rows what Phi_v (e) = r_q says about q),   Phidot_q q + G v = r_Phidot,
    vdot_i - c_j v_i = r_v,         Phiddot_q q - gamma_v v + G vdot = r_Phiddot,
    F_q q + F_v v + F_z z + M vdot + G' lam = r_F,      zdot_q q + zdot_v v + (zdot_z - c_j) z = r_z

so that q = q_0 + R x, v = v_0 + V x, vdot = vdot_0 + A x with x = q_i, and N'F, N = [1; -G_d^-1 G_i], has no multipliers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from linkwork.analyses.step_factors import Factors
from linkwork.analyses.step_mechanics import StepMechanics
from linkwork.analyses.turning_blocks import Blocks, TurningMaps


@dataclass(eq=False)
class Choice:
    """Of coordinates, at the last new matrix of the run."""

    independent: np.ndarray  # entries of v
    dependent: np.ndarray  # the others
    kept: np.ndarray  # rows that are independent
    across: np.ndarray  # (velocity-level rows of them, nv) Phi_v where it was made


class Parts(NamedTuple):
    """Right sides, (rows, k) or (rows): of the formula for q, v, z, then of F, Phiddot, Phi, Phidot with all rows."""

    q: np.ndarray
    v: np.ndarray
    z: np.ndarray
    F: np.ndarray
    acceleration: np.ndarray
    position: np.ndarray
    velocity: np.ndarray


class Reduction:
    """Factors, made from the slopes that `mechanics` holds; they serve until the slopes or the factors are made anew."""

    def __init__(self, mechanics: StepMechanics, maps: TurningMaps):
        self.mechanics, self.S = mechanics, Blocks(maps)
        none = np.zeros(0, int)
        self.cj, self.choice, self.singular = 0.0, Choice(none, none, none, np.zeros((0, 0))), False

    def factor(self, cj: float, choice: Choice, blocks: np.ndarray) -> None:
        """For a step's c_j and choice, with the formula's slopes of quaternions."""
        s, nz = self.mechanics.slopes, self.mechanics.nz
        self.cj, self.choice, self.S.plain, self.S.blocks = cj, choice, -cj, blocks
        if choice.kept.size:
            H, z_x = self._reduce_rows(s, choice)
        else:
            H = self.S.step_matrix(s["F_q"], 0.0, s["F_q"], -1.0, s["F_v"], -cj, s["M"])
            z_x = s["zdot_q"] - self.S.after(s["zdot_v"]) if nz else None
        if nz:
            n = H.shape[0]
            all_states = np.empty((n + nz, n + nz))
            all_states[:n, :n], all_states[:n, n:] = H, self._without_rows(s["F_z"])
            all_states[n:, :n], all_states[n:, n:] = z_x, s["zdot_z"] - cj * np.eye(nz)
            H = all_states
        self.factors = Factors(H)
        self.singular = self.factors.singular or (choice.kept.size > 0 and (self.G_d.singular or self.C_d.singular))

    def _reduce_rows(self, s: dict[str, np.ndarray], choice: Choice) -> tuple[np.ndarray, np.ndarray]:
        """N'F and zdot by x; G, E, R and factors are kept."""
        dep, ind, kept = choice.dependent, choice.independent, choice.kept
        G = s["Phi_v"][kept]
        self.G_i, self.G_d = G[:, ind], Factors(np.ascontiguousarray(G[:, dep]))
        self.E = self.G_d.solve(self.S.after(G) - s["Phidot_q"][kept])  # e_d by q
        self.Phiddot_q, self.gamma_v = s["Phiddot_q"][kept], s["gamma_v"][kept]
        self.slow = self.mechanics.on_velocities[kept]
        C = G.copy()
        C[self.slow] = choice.across[:, dep] @ self.E
        self.C_d = Factors(np.ascontiguousarray(C[:, dep]))
        R = np.zeros((G.shape[1], ind.size))
        R[ind], R[dep] = np.eye(ind.size), -self.C_d.solve(C[:, ind])
        none = np.zeros_like(R)
        V, A = self._rates(R, none, none, np.zeros((kept.size, ind.size)))
        self.R = R
        return self._without_rows(s["F_q"] @ R + s["F_v"] @ V + s["M"] @ A), s["zdot_q"] @ R + s["zdot_v"] @ V

    def _rates(self, q, e, r_v, acceleration) -> tuple[np.ndarray, np.ndarray]:
        """v and vdot from q, what e is without it, and right sides."""
        dep, ind = self.choice.dependent, self.choice.independent
        v = e - self.S.times(q)
        v[dep] += self.E @ q
        vdot = self.cj * v + r_v
        vdot[dep] = self.G_d.solve(acceleration - self.Phiddot_q @ q + self.gamma_v @ v - self.G_i @ vdot[ind])
        return v, vdot

    def _without_rows(self, F: np.ndarray) -> np.ndarray:
        """N'F."""
        if not self.choice.kept.size:
            return F
        return F[self.choice.independent] - self.G_i.T @ self.G_d.against(F[self.choice.dependent])

    def solve(self, r: Parts) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """q (tangent), v, z, vdot and lam of right sides r."""
        s, nv, m = self.mechanics.slopes, self.mechanics.nv, self.mechanics.m
        lam = np.zeros((m, *r.q.shape[1:]))
        if not self.choice.kept.size:
            x = self._solve(r.F - s["F_v"] @ r.q - s["M"] @ (self.cj * r.q + r.v), r.z - s["zdot_v"] @ r.q)
            q, z = x[:nv], x[nv:]
            v = r.q - self.S.times(q)
            return q, v, z, self.cj * v + r.v, lam
        return self._solve_with_rows(r, s, lam)

    def _solve_with_rows(self, r: Parts, s: dict[str, np.ndarray], lam: np.ndarray):
        choice, n = self.choice, self.choice.independent.size
        dep, ind, kept = choice.dependent, choice.independent, choice.kept
        e, q = r.q.copy(), np.zeros_like(r.q)
        e[dep] = self.G_d.solve(r.velocity[kept] - self.G_i @ r.q[ind])
        on_positions = r.position[kept]
        on_positions[self.slow] = choice.across[:, dep] @ (r.q[dep] - e[dep])
        q[dep] = self.C_d.solve(on_positions)
        v, vdot = self._rates(q, e, r.v, r.acceleration[kept])
        F = r.F - s["F_q"] @ q - s["F_v"] @ v - s["M"] @ vdot
        x = self._solve(self._without_rows(F), r.z - s["zdot_q"] @ q - s["zdot_v"] @ v)
        q, z = q + self.R @ x[:n], x[n:]
        v, vdot = self._rates(q, e, r.v, r.acceleration[kept])
        F = r.F - s["F_q"] @ q - s["F_v"] @ v - s["M"] @ vdot - s["F_z"] @ z
        lam[kept] = self.G_d.against(F[dep])
        return q, v, z, vdot, lam

    def _solve(self, F: np.ndarray, z: np.ndarray) -> np.ndarray:
        return self.factors.solve(np.concatenate((F, z)) if self.mechanics.nz else F)
