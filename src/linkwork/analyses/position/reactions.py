"""Force and torque at every joint, tree joints included, with flags for components that the equations of motion
leave undetermined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from linkwork.analyses.position.joint_wrenches import JointWrenches
from linkwork.analyses.position.reactions_result import Reaction, Reactions
from linkwork.description.choices import Formulation
from linkwork.description.parts import Coupler, Driver
from linkwork.dynamics.formulations.redundancy import Redundancy, redundancy
from linkwork.dynamics.formulations.solve import Solution, solve
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_check import require_state
from linkwork.numerics.questions import question

NOT_UNIQUE = 1e-7  # a component that an undetermined multiplier of size 1 changes by more than this


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
    require_state(model, state)
    e = Evaluation(model, state, inputs)
    return reactions_at(e, solve(e, formulation))


def reactions_at(e: Evaluation, solution: Solution) -> Reactions:
    """Return the reactions at an evaluation whose accelerations and multipliers are known."""
    model, wrenches = e.model, JointWrenches.of(e.model)
    origins = wrenches.origins(e.w.X_WB)
    computed = wrenches.compute(e, solution.vdot, solution.lam, origins)
    loose = redundancy(e) if solution.dependent else None
    unique = unique_components(e, wrenches, origins, loose)
    axes, total = wrenches.axes(e.w.X_WB), _totals(e, wrenches, origins, solution.lam, computed)
    result = {}
    for k, name in enumerate(wrenches.joints):
        result[name] = Reaction(
            name, wrenches.bodies[k], origins[k, 1], computed[k, 3:], computed[k, :3], unique[k, 3:], unique[k, :3],
            total[k, 3:], total[k, :3], axes[k, 0], axes[k, 1],
        )  # fmt: skip
    drivers, drivers_unique = driver_efforts(model, solution.lam, loose)
    return Reactions(result, drivers, drivers_unique, {name: model.numbers.parts[name].type for name in drivers})


def _totals(
    e: Evaluation, wrenches: JointWrenches, origins: np.ndarray, lam: np.ndarray, computed: np.ndarray
) -> np.ndarray:
    gradients = e.w.measure_G[wrenches.acting.measures]
    return wrenches.totals(computed, e.w.X_WB, origins, gradients, e.w.effort, e.w.active * lam)


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


def not_unique(model: Model, state: State, wanted: Iterable[tuple[str, int]], inputs: Mapping[str, float]) -> list[str]:
    """Return which of (joint, component of its wrench) and (driver or coupler, -1) redundant constraints leave
    undetermined at a state."""
    e = Evaluation(model, state, inputs)
    loose = redundancy(e)
    if loose.dependent == 0:
        return []
    wrenches = JointWrenches.of(model)
    unique = unique_components(e, wrenches, wrenches.origins(e.w.X_WB), loose)
    efforts = driver_efforts(model, np.zeros(model.n_rows), loose)[1]
    names = []
    for name, component in dict.fromkeys(wanted):
        if name in wrenches.joints and not unique[wrenches.joints.index(name), component]:
            names.append(f"{name}.{('torque', 'force')[component // 3]}.{'xyz'[component % 3]}")
        elif not efforts.get(name, True):
            names.append(f"{name}.force")
    return sorted(names)
