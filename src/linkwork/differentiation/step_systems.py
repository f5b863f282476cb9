"""The linear equations of the steps of a pass, prepared in groups on all cores (differentiation.step_jacobians)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from linkwork.differentiation.step_jacobians import (
    READY,
    UNKNOWN,
    Given,
    Ready,
    factor_step,
    linearize_further,
    prepare_steps,
)
from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.differentiation.step_terms import Layout, Structure, Terms
from linkwork.dynamics.newton.residual import retract
from linkwork.numerics.pipeline import prepared, workspaces
from linkwork.numerics.simd import whole_lanes

System = tuple[np.ndarray, ...]  # of differentiation.polishing
GROUP = 6  # steps: more of them leave the cache
NOT_AT_ALL, HARDLY = 1e-9, 1e-13  # pivots over numbers behind them: in a sparse order, in one of a dense factorization
TRIES = 6  # of orders for one group
NEAR = 1e-5  # displacements and velocities


class DesignRow(NamedTuple):
    """Derivatives by design parameters in the equations `row`; `rows` are those that take part."""

    name: str
    row: str
    weight: str
    rows: np.ndarray | None = None
    to: np.ndarray | None = None  # where they stand among those equations; one after another if not given
    further: bool = False  # F_p of the further Jacobians


class StepWorkspace:
    """The workspace of a group of steps, with a copy of the model's buffers."""

    def __init__(self, mechanics: StepMechanics, weights: int):
        self.mechanics, self.version, self.done = mechanics, -1, 0
        self.weights = np.zeros((GROUP, weights))
        self.blocks = np.zeros((2, GROUP, 0, 3, 3))
        self.structure: Structure
        self.owner: StepSystems | None = None
        self.design_rows: tuple[tuple[np.ndarray, ...], ...] = ()
        self.given: Given
        self.ready: Ready

    def fit(self, structure: Structure, version: int, design: int) -> None:
        self.structure, self.version = structure, version
        self.ready = Ready(
            np.zeros((GROUP, structure.numbers)), np.zeros((GROUP, structure.right_which.size)), np.zeros((GROUP, design)),
            np.zeros(structure.row_place.size), np.zeros(GROUP, np.int64),
        )  # fmt: skip


class StepSystems:
    """The systems of one method and one choice of unknowns. `describe(steps, workspace)` returns the states at which the
    equations of these steps are linearized, and writes their weights to the workspace."""

    def __init__(
        self, mechanics: StepMechanics, layout: Layout, design: tuple[DesignRow, ...], describe: Callable[[range, StepWorkspace], Given], tangents: int
    ):  # fmt: skip
        self.mechanics, self.describe = mechanics, describe
        self.terms = Terms(mechanics, layout)
        self.weights = 2 * self.terms.count
        self.tangents, self.width = tangents, whole_lanes(tangents)
        self.by_design = tangents if mechanics.design is not None else 0
        self.design = design
        self.current: tuple[Structure, int] | None = None
        self.choose: Callable[[int], StepSystems] | None = None  # for steps with other unknowns
        self.snapshots: dict[int, tuple[Structure, int]] = {}
        self.shared: list[StepWorkspace] = []  # for all that share it
        nothing = np.zeros(0, np.int64)
        self.dbuffers = (mechanics.dints, mechanics.dwork) if self.by_design else (nothing, np.zeros(0))

    # one step at a time, with the main buffers

    def factor(self, weights: np.ndarray, t: float, y: np.ndarray, vdot: np.ndarray, lam: np.ndarray) -> System | None:
        """Return the factored system from the current Jacobians, which are near the state; None if they are
        singular."""
        me = self.mechanics
        if self.current is None:
            self._look_around(t, y, vdot, lam)
            self._learn(me.swork, weights)
        for _ in range(TRIES):
            assert self.current is not None
            structure = self.current[0]
            LU = np.empty(structure.numbers)
            code = factor_step(
                me.swork, self.terms.first, structure.which, structure.weight, structure.at, weights, structure.pattern, structure.known, self._weak(structure), structure.sums, LU,
                np.empty(structure.row_place.size),
            )  # fmt: skip
            if code == READY:
                return (
                    LU,
                    *structure.pattern,
                    structure.row_place,
                    structure.col_place,
                    np.zeros(structure.row_place.size),
                )
            if not self._mend(code, me.swork, weights):
                return None
        return None

    def _look_around(self, t: float, y: np.ndarray, vdot: np.ndarray, lam: np.ndarray) -> None:
        """Note which Jacobian entries differ from zero at a state nearby: an entry may be zero by chance at a symmetric
        position or at rest."""
        me, here = self.mechanics, self.mechanics.swork.copy()
        by, there = np.random.default_rng(0), y.copy()
        retract(t, there, NEAR * by.uniform(0.5, 1.0, 2 * me.nv + me.nz), me.page)
        me.linearize(t, there, vdot + by.uniform(0.5, 1.0, me.nv), lam + by.uniform(0.5, 1.0, me.m))
        self.terms.note(me.swork)
        me.swork[:] = here

    def linearize_further(self, t: float, y: np.ndarray, x: np.ndarray, mu: np.ndarray) -> None:
        """Compute the further Jacobians, those of M x - Phi_v' mu."""
        me = self.mechanics
        for change, lam, f in ((np.zeros_like(x), np.zeros_like(mu), 0.0), (x, mu, -1.0)):
            linearize_further(*me.model_buffers, me.sints, me.swork, me.one, t, y, change, lam, f)

    # groups

    def over(self, groups: Iterable[range]) -> Iterator[tuple[range, StepWorkspace | None]]:
        """Yield the groups in order, each with a workspace in which it is prepared, or None if its equations are
        singular."""
        for steps, workspace in prepared(groups, lambda s, b: self.of(s.start)._prepare(s, b), self._all_workspaces()):
            yield steps, workspace if self.of(steps.start)._finish(steps, workspace) else None

    def of(self, n: int) -> StepSystems:
        """Return the systems to which step n belongs."""
        return self if self.choose is None else self.choose(n)

    def _all_workspaces(self) -> Iterator[StepWorkspace]:
        for k in range(workspaces()):
            if k == len(self.shared):
                self.shared.append(
                    StepWorkspace(self.mechanics.further(), self.weights)
                )  # steps are solved on the main buffers
            yield self.shared[k]

    def _prepare(self, steps: range, workspace: StepWorkspace) -> None:
        me = workspace.mechanics
        known = self.snapshots.get(steps.start, self.current)
        assert known is not None  # `factor` comes first
        structure, version = known
        if workspace.owner is not self or workspace.version != version:
            workspace.owner = self
            workspace.fit(structure, version, structure.row_place.size * self.width)
            workspace.design_rows = self._design_rows(structure, False), self._design_rows(structure, True)
        workspace.given = self.describe(steps, workspace)
        d = (self.mechanics.dints, me.dwork) if self.by_design else self.dbuffers
        workspace.done = prepare_steps(
            *me.model_buffers, me.sints, me.swork, *d, self.terms.first, me.one, self.by_design, self.width,
            (structure.which, structure.weight, structure.at), structure.pattern, (structure.right_which, structure.right_weight), structure.known, self._weak(structure), structure.sums,
            *workspace.design_rows, workspace.given, workspace.ready,
        )  # fmt: skip

    def _finish(self, steps: range, workspace: StepWorkspace) -> bool:
        """Finish the preparation of a group in the order of steps, so that what is known of zeros and pivots does not
        depend on which thread was first; return False if its equations are singular."""
        for _ in range(TRIES):
            known = self.snapshots.pop(steps.start, self.current)
            if known is not None and workspace.owner is self and workspace.version == known[1]:
                if workspace.done == len(steps):
                    return True
                g = workspace.done
                if not self._mend(int(workspace.ready.code[g]), workspace.mechanics.swork, workspace.given.weights[g]):
                    return False
            self._prepare(steps, workspace)
        return False

    def keep_snapshot(self, n: int) -> None:
        """Store what is known now, so that the group that begins with step n is prepared with it however far steps are
        solved by then."""
        if self.current is not None:
            self.snapshots[n] = self.current

    def _mend(self, code: int, swork: np.ndarray, weights: np.ndarray) -> bool:
        if code == UNKNOWN:
            self._learn(swork, weights)
            return True
        good = self.terms.exchange(swork, weights)
        self.current = self.terms.structure, self.terms.version
        return good

    def _learn(self, swork: np.ndarray, weights: np.ndarray) -> None:
        self.terms.learn(swork, weights)
        self.current = self.terms.structure, self.terms.version

    def _weak(self, structure: Structure) -> float:
        return HARDLY if structure.exchanged else NOT_AT_ALL

    def _design_rows(self, structure: Structure, further: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the places of the design derivatives that are used, their weights, and where they go."""
        parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        nothing = np.zeros(0, np.int64)
        layout = self.terms.layout
        for row in self.design if self.by_design else ():
            if row.further == further:
                answers = self.mechanics.columns[row.name]
                first = (answers.ctypes.data - self.mechanics.dwork.ctypes.data) // 8
                rows = np.arange(answers.shape[0]) if row.rows is None else row.rows
                weight = layout.weights[row.weight.lstrip("-")] + self.terms.count * row.weight.startswith("-")
                to = structure.row_place[layout.parts[row.row] + (np.arange(rows.size) if row.to is None else row.to)]
                parts.append((first + rows * self.tangents, np.full(rows.size, weight), to))
        if not parts:
            return nothing, nothing, nothing
        which, weights, to = (np.concatenate([part[k] for part in parts]) for k in range(3))
        return which, weights, to
