"""The choice of independent coordinates in a BDF step with constraint rows, and the linear equations of the step as
terms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.differentiation.step_systems import DesignRow
from linkwork.differentiation.step_terms import Layout, Term
from linkwork.dynamics.newton.reduced import basis
from linkwork.dynamics.problem import evaluate_y
from linkwork.kernels.dense import jacobian


@dataclass(eq=False)
class Choice:
    """The choice of coordinates and rows where the run computed its last new matrix."""

    independent: np.ndarray  # entries of v
    active: np.ndarray  # rows that are independent
    fast: np.ndarray  # places of rows of positions among the active rows
    slow: np.ndarray  # places of velocity-level rows
    across: np.ndarray  # (slow, nv) their rows of Phi_v where the choice was made

    @property
    def key(self) -> tuple[bytes, bytes]:
        return self.independent.tobytes(), self.active.tobytes()

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        return self.active, self.independent, self.fast, self.slow, self.across


def choose(mechanics: StepMechanics, t: float, y: np.ndarray) -> Choice:
    """Choose the independent coordinates by complete pivoting of Phi_v at (t, y)."""
    n, m = mechanics.nv, mechanics.m
    evaluate_y(*mechanics.model_buffers, t, y)
    Phi_v, R = np.zeros((m, n)), np.zeros(n * n)
    jacobian(*mechanics.model_buffers, Phi_v)
    rows, cols = np.zeros(m, np.int64), np.zeros(n, np.int64)
    rank = basis(np.zeros((m, n)), mechanics.row_scale, Phi_v, mechanics.skip, rows, cols, np.zeros(m), R)
    active = np.sort(rows[:rank])
    slow = mechanics.on_velocities[active]
    return Choice(np.sort(cols[rank:]), active, np.flatnonzero(~slow), np.flatnonzero(slow), Phi_v[active[slow]])


def layout(mechanics: StepMechanics, choice: Choice) -> tuple[Layout, tuple[DesignRow, ...]]:
    """Return the terms of the equations and the rows of their derivatives by design parameters."""
    nv, nz = mechanics.nv, mechanics.nz
    ind, active, fast, slow = choice.independent, choice.active, choice.active[choice.fast], np.arange(choice.slow.size)
    ends = np.cumsum([nv, nz, ind.size, ind.size, fast.size, slow.size, active.size, active.size]).tolist()
    parts = dict(zip(("z", "fq", "fv", "Phi", "across", "Phidot", "Phiddot"), ends, strict=False))
    parts |= {"F": 0, "q": 0, "v": nv + nz, "a": 2 * nv + nz, "lam": 3 * nv + nz, "r_q": 0, "r_v": nv, "r_z": 2 * nv}
    matrix = (
        Term("F_q", "F", "q", "one"), Term("F_v", "F", "v", "cj"), Term("M", "F", "a", "cj2"), Term("F_z", "F", "z", "one"),
        Term("Phi_v", "F", "lam", "force", rows=active, transposed=True),
        Term("zdot_q", "z", "q", "one"), Term("zdot_v", "z", "v", "cj"), Term("zdot_z", "z", "z", "one"), Term("unit_z", "z", "z", "-cj"),
        Term("unit", "fq", "q", "-cj", "S", rows=ind), Term("unit", "fq", "v", "cj", rows=ind),
        Term("unit", "fv", "a", "cj2", rows=ind), Term("unit", "fv", "v", "-cj2", rows=ind),
        Term("Phi_v", "Phi", "q", "one", rows=fast),
        Term("Phidot_q", "Phidot", "q", "one", rows=active), Term("Phi_v", "Phidot", "v", "cj", rows=active),
        Term("Phiddot_q", "Phiddot", "q", "one", rows=active), Term("gamma_v", "Phiddot", "v", "-cj", rows=active),
        Term("Phi_v", "Phiddot", "a", "cj2", rows=active),
    )  # fmt: skip
    right = (
        Term("unit", "fq", "r_q", "one", rows=ind), Term("unit", "fv", "r_v", "one", rows=ind), Term("unit_z", "z", "r_z", "one"),
    )  # fmt: skip
    if slow.size:
        matrix += (Term("E", "across", "q", "-cj", "S", rows=slow), Term("E", "across", "v", "cj", rows=slow))
        right += (Term("E", "across", "r_q", "one", rows=slow),)
    design = (
        DesignRow("F_p", "F", "one"), DesignRow("zdot_p", "z", "one"), DesignRow("Phi_p", "Phi", "one", fast),
        DesignRow("Phidot_p", "Phidot", "one", active), DesignRow("Phiddot_p", "Phiddot", "one", active),
    )  # fmt: skip
    weights = {"one": 0, "cj": 1, "cj2": 2, "force": 3, "S": 4}
    return Layout(("bdf", *choice.key), ends[-1], -1, parts, matrix, right, (), weights), design
