"""The linear equations of a generalized-alpha step (differentiation.steps.alpha) as terms: matrix, right sides, design
parts.

With u = [wdot, x, lam, mu], J the derivative of the moved position by the displacement, and E the derivative of M x -
Phi_v' mu by positions, the matrix is

    M + A_v F_v + A_q F_q J     F_q J            Phi_v'    0                   F (and likewise zdot - wdot_z)
    A_q E J                     M + E J          0         -Phi_v'             index 2
    Phi_v J                     0                0         0                   index 3, rows of positions; rows of velocities, or index 2:
    A_q/A_v Phidot_q J + Phi_v  Phidot_q J / A_v 0         0
    A_q Phi_v J                 Phi_v J          0         0                   index 2
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.differentiation.step_systems import DesignRow
from linkwork.differentiation.step_terms import Layout, Term


@dataclass
class Constants:
    """The constants of a method."""

    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float
    index: int

    @property
    def kappa(self) -> float:
        return (1.0 - self.alpha_f) / (1.0 - self.alpha_m)

    def weights(self, h: np.ndarray, ratio: np.ndarray) -> np.ndarray:
        """Return the weights (n, 10) of steps that are `ratio` times as long as the steps before: those of
        differentiation.steps.alpha_tangents, and those of wdot, of the rate and of a_n in a_n+1."""
        rest = 1.0 - ratio  # a_n is moved along with the step
        of_f, of_m = self.alpha_f / (1.0 - self.alpha_m), self.alpha_m / (1.0 - self.alpha_m)
        q, w = h * h * (0.5 - self.beta - self.beta * of_m), h * (1.0 - self.gamma - self.gamma * of_m)
        parts = (
            h, self.beta * h * h * of_f + rest * q, ratio * q, self.gamma * h * of_f + rest * w, ratio * w,
            self.beta * h * h * self.kappa, self.gamma * h * self.kappa, np.full_like(h, self.kappa), of_f - rest * of_m, -ratio * of_m,
        )  # fmt: skip
        return np.column_stack(parts)


class AlphaRows:
    """The rows that take part: `active` are those that are not left out; among them, `position` and `velocity` are the
    places of the rows that are required of positions and of velocities."""

    def __init__(self, mechanics: StepMechanics, index: int):
        held, slow = mechanics.skip == 0.0, mechanics.on_velocities | (index == 2)
        self.active = np.flatnonzero(held)
        self.position, self.velocity = (
            np.flatnonzero(~slow[self.active]),
            np.flatnonzero(slow[self.active]),
        )  # among the active rows
        self.further = np.flatnonzero(held & ~mechanics.on_velocities)  # index 2: rows of positions
        self.levels = np.where(held, mechanics.on_velocities, -1).astype(np.int64)


def alpha_layout(mechanics: StepMechanics, rows: AlphaRows, index: int) -> tuple[Layout, tuple[DesignRow, ...]]:
    """Return the terms of the equations and the rows of their derivatives by design parameters."""
    nv, nz, k, nine = mechanics.nv, mechanics.nz, rows.active.size, 9 * quaternions(mechanics)
    x, lam = nv + nz, nv + nz + (nv if index == 2 else 0)
    p, v, active, further = rows.position, rows.velocity, rows.active, rows.further
    matrix = [
        Term("M", "F", "F", "one"), Term("F_v", "F", "F", "A_v"), Term("F_q", "F", "F", "A_q", "A_q J"), Term("F_z", "F", "z", "A_v"),
        Term("zdot_q", "z", "F", "-A_q", "-A_q J"), Term("zdot_v", "z", "F", "-A_v"), Term("zdot_z", "z", "z", "-A_v"), Term("unit_z", "z", "z", "one"),
        Term("Phi_v", "F", "rows", "one", rows=active, transposed=True),
        Term("Phi_v", "rows", "F", "one", "J", rows=active[p], to=p),
        Term("Phi_v", "rows", "F", "one", rows=active[v], to=v), Term("Phidot_q", "rows", "F", "A_q/A_v", "A_q/A_v J", rows=active[v], to=v),
    ]  # fmt: skip
    right = [
        Term("F_q", "F", "r_q", "one"), Term("F_v", "F", "r_v", "one"), Term("F_z", "F", "r_z", "one"),
        Term("zdot_q", "z", "r_q", "-one"), Term("zdot_v", "z", "r_v", "-one"), Term("zdot_z", "z", "r_z", "-one"),
        Term("Phi_v", "rows", "r_q", "1/A_q", rows=active[p], to=p),
        Term("Phidot_q", "rows", "r_q", "1/A_v", rows=active[v], to=v), Term("Phi_v", "rows", "r_v", "1/A_v", rows=active[v], to=v),
    ]  # fmt: skip
    design = [
        DesignRow("F_p", "F", "one"), DesignRow("zdot_p", "z", "-one"), DesignRow("Phi_p", "rows", "1/A_q", active[p], p),
        DesignRow("Phidot_p", "rows", "1/A_v", active[v], v),
    ]  # fmt: skip
    if index == 2:
        matrix += [
            Term("F_q", "F", "x", "one", "J"), Term("zdot_q", "z", "x", "-one", "-J"), Term("Phidot_q", "rows", "x", "1/A_v", "J/A_v", rows=active),
            Term("E", "x", "F", "A_q", "A_q J"), Term("M", "x", "x", "one"), Term("E", "x", "x", "one", "J"),
            Term("Phi_v", "x", "phi", "-one", rows=further, transposed=True),
            Term("Phi_v", "phi", "F", "A_q", "A_q J", rows=further), Term("Phi_v", "phi", "x", "one", "J", rows=further),
        ]  # fmt: skip
        right += [Term("E", "x", "r_q", "one"), Term("Phi_v", "phi", "r_q", "one", rows=further)]
        design += [DesignRow("Phi_p", "phi", "one", further), DesignRow("F_p", "x", "one", further=True)]
    late = k + (further.size if index == 2 else 0)
    layout = Layout(
        ("alpha", index, active.tobytes()), lam + late, late,
        {"F": 0, "z": nv, "x": x, "rows": lam, "phi": lam + k, "r_q": 0, "r_v": nv, "r_z": 2 * nv}, tuple(matrix), tuple(right), (),
        {
            "one": 0, "A_v": 1, "A_q": 2, "A_q/A_v": 3, "1/A_q": 4, "1/A_v": 5, "J": 6, "A_q J": 6 + nine, "A_q/A_v J": 6 + 2 * nine,
            "J/A_v": 6 + 3 * nine,
        },
    )  # fmt: skip
    return layout, tuple(design)


def quaternions(mechanics: StepMechanics) -> int:
    """Return the number of quaternions among the positions."""
    return mechanics.nq - mechanics.nv
