"""Force and torque at every joint, tree joints included, with flags for components that the equations of motion
leave undetermined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from linkwork.analyses.position.reactions_result import Reaction, Reactions
from linkwork.description.choices import Formulation
from linkwork.description.parts import Coupler, Driver
from linkwork.dynamics.formulations.redundancy import Redundancy, redundancy
from linkwork.dynamics.formulations.solve import Solution, solve
from linkwork.kernels.reactions import cut_wrenches, joint_wrenches
from linkwork.model.cache import once_per_model
from linkwork.model.constraint_rows import row_ranges
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.numerics.questions import question

NOT_UNIQUE = 1e-7  # a component that an undetermined multiplier of size 1 changes by more than this


class JointWrenches:
    """A map from vdot and lam to every joint's wrench on its body_j at its frame J, world axes [torque; force]."""

    def __init__(self, model: Model):
        self.model = model
        topology, parts = model.structure.topology, model.numbers.parts
        self.joints = model.joints
        self.rows = row_ranges(model)
        self.bodies = [parts[name].body_j for name in self.joints]  # type: ignore[attr-defined]
        self.tree = {name: (b, topology.tree[b - 1].reverse) for name, b in topology.tree_of.items()}
        placed = [model.placement.row(("joint", name, side)) for name in self.joints for side in "ij"]
        self.body_of = np.array([body for body, _ in placed], np.int64).reshape(-1, 2)  # (n_joint, 2) bodies of I and J
        self.place = np.array([row[9:].real for _, row in placed]).reshape(-1, 2, 3)  # in their bodies' frames
        self.turn = np.array([row[:9].real for _, row in placed]).reshape(-1, 2, 3, 3)  # their axes as columns

    @classmethod
    def of(cls, model: Model) -> JointWrenches:
        """Return the joint wrenches of a model, cached with it."""
        return _joint_wrenches(model)

    def origins(self, e: Evaluation) -> np.ndarray:
        """Return the origins of frames I and J, shape (n_joint, 2, 3)."""
        X = e.w.X_WB[self.body_of]
        return X[..., 9:] + np.einsum("ksij,ksj->ksi", X[..., :9].reshape(*self.body_of.shape, 3, 3), self.place)

    def axes(self, e: Evaluation) -> np.ndarray:
        """Return the axes of frames I and J as columns in world axes, shape (n_joint, 2, 3, 3)."""
        X = e.w.X_WB[self.body_of]
        return X[..., :9].reshape(*self.body_of.shape, 3, 3) @ self.turn

    @cached_property
    def _acting(self) -> list[tuple[int, int, int, int, float]]:
        """Return (joint, measure, half of its gradient on body_j, effort or -1 - row, factor) for all that acts along
        joint coordinates."""
        model, entries = self.model, []
        lowered, ranges = model.lowered, self.rows
        for k, name in enumerate(self.joints):
            for path, _, measure in model.signal_table.acting(name):
                part, j = path.partition(".")[0], lowered.measures[measure]
                half = 0 if measure.measure.swap else 1
                if part in lowered.efforts:
                    entries.append((k, j, half, lowered.efforts[part], 1.0))
                    continue
                a, r = lowered.arrays, ranges[part][0]
                terms = range(int(a["row_start"][r]), int(a["row_start"][r + 1]))
                factor = sum(np.real(a["term_coef"][t]) for t in terms if a["term_measure"][t] == j)
                entries.append((k, j, half, -1 - r, float(factor)))
        return entries

    def totals(self, e: Evaluation, lam: np.ndarray, origins: np.ndarray, wrenches: np.ndarray) -> np.ndarray:
        """Return the joints' wrenches including the efforts of springs, forces, drivers and couplers along their
        coordinates, shape (n_joint, 6)."""
        out = wrenches.copy()
        for k, j, half, source, factor in self._acting:
            effort = e.w.effort[source] if source >= 0 else -factor * lam[-1 - source] * e.w.active[-1 - source]
            G = e.w.measure_G[j, 6 * half : 6 * half + 6]
            arm = e.w.X_WB[self.body_of[k, 1], 9:] - origins[k, 1]
            out[k, :3] += effort * (G[:3] + np.cross(arm, G[3:]))
            out[k, 3:] += effort * G[3:]
        return out

    def compute(
        self, e: Evaluation, vdot: np.ndarray, lam: np.ndarray, origins: np.ndarray, motion: int = 1
    ) -> np.ndarray:
        """Return the joints' wrenches, shape (n_joint, 6), complex for a complex model; with motion = 0, those of the
        multipliers alone."""
        model = self.model
        dtype = e.model.dtype
        F, tau = np.zeros((len(model.bodies) + 1, 6), dtype), np.zeros(model.nv, dtype)
        joint_wrenches(model.ints, model.floats, e.work, vdot, lam, motion, F, tau)
        out = np.zeros((len(self.joints), 6), dtype)
        for k, name in enumerate(self.joints):
            if name in self.tree:
                b, reverse = self.tree[name]
                out[k] = F[b]
                if reverse:
                    out[k, :3] = -F[b, :3] - np.cross(origins[k, 0] - origins[k, 1], F[b, 3:])
                    out[k, 3:] = -F[b, 3:]
            elif name in self.rows:
                cut_wrenches(model.ints, model.floats, e.work, lam, *self.rows[name], out[k])
        return out


@question
def reactions(
    model: Model,
    state: State,
    *,
    formulation: Formulation | None = None,
    inputs: Mapping[str, float] | None = None,
) -> Reactions:
    """Return the force and torque of every joint on its body_j at its frame J, in world axes, and the effort of every
    driver.

    >>> r = lw.reactions(model, state)
    >>> r["D"].force, r["D"].force_unique
    """
    e = Evaluation(model, state, inputs)
    return reactions_at(e, solve(e, formulation))


def reactions_at(e: Evaluation, solution: Solution) -> Reactions:
    """Return the reactions at an evaluation whose accelerations and multipliers are known."""
    model, wrenches = e.model, JointWrenches(e.model)
    origins = wrenches.origins(e)
    computed = wrenches.compute(e, solution.vdot, solution.lam, origins)
    loose = redundancy(e) if solution.dependent else None
    unique = unique_components(e, wrenches, origins, loose)
    axes, total = wrenches.axes(e), wrenches.totals(e, solution.lam, origins, computed)
    result = {}
    for k, name in enumerate(wrenches.joints):
        result[name] = Reaction(
            name, wrenches.bodies[k], origins[k, 1], computed[k, 3:], computed[k, :3], unique[k, 3:], unique[k, :3],
            total[k, 3:], total[k, :3], axes[k, 0], axes[k, 1],
        )  # fmt: skip
    drivers, drivers_unique = driver_efforts(model, solution.lam, loose)
    return Reactions(result, drivers, drivers_unique, {name: model.numbers.parts[name].type for name in drivers})


def unique_components(
    e: Evaluation, wrenches: JointWrenches, origins: np.ndarray, loose: Redundancy | None
) -> np.ndarray:
    """Return whether each wrench component is independent of undetermined multipliers, shape (n_joint, 6), bool."""
    model = e.model
    moved = np.zeros((len(wrenches.joints), 6))
    if loose is None or loose.dependent == 0:
        return moved == 0
    zero, scale = np.zeros(model.nv), model.lowered.arrays["row_scale"].real
    for k in range(loose.dependent):
        column = loose.null[:, k] if isinstance(loose.null, np.ndarray) else loose.null[:, [k]].toarray()[:, 0]
        moved += wrenches.compute(e, zero, scale * column, origins, motion=0) ** 2
    size = np.sqrt(moved)
    size[:, :3] /= model.length
    return size <= NOT_UNIQUE


def driver_efforts(model: Model, lam: np.ndarray, loose: Redundancy | None) -> tuple[dict[str, float], dict[str, bool]]:
    """Return the effort of every driver and coupler along its row: + when it raises its target."""
    efforts, unique = {}, {}
    spread = np.zeros(model.n_rows) if loose is None else np.sqrt(np.asarray((loose.null**2).sum(axis=1)).ravel())
    for r, row in enumerate(model.lowered.rows):
        if isinstance(model.numbers.parts[row.part], (Driver, Coupler)):
            efforts[row.part], unique[row.part] = -float(lam[r]), bool(spread[r] <= NOT_UNIQUE)
    return efforts, unique


@once_per_model
def _joint_wrenches(model: Model) -> JointWrenches:
    return JointWrenches(model)


def not_unique(model: Model, state: State, wanted: Iterable[tuple[str, int]], inputs: Mapping[str, float]) -> list[str]:
    """Return which of (joint, component of its wrench) and (driver or coupler, -1) redundant constraints leave
    undetermined at a state."""
    e = Evaluation(model, state, inputs)
    loose = redundancy(e)
    if loose.dependent == 0:
        return []
    wrenches = JointWrenches.of(model)
    unique = unique_components(e, wrenches, wrenches.origins(e), loose)
    efforts = driver_efforts(model, np.zeros(model.n_rows), loose)[1]
    names = []
    for name, component in dict.fromkeys(wanted):
        if name in wrenches.joints and not unique[wrenches.joints.index(name), component]:
            names.append(f"{name}.{('torque', 'force')[component // 3]}.{'xyz'[component % 3]}")
        elif not efforts.get(name, True):
            names.append(f"{name}.force")
    return sorted(names)
