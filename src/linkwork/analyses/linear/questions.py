"""Checks of the arguments of linear models: existing states, inputs and outputs, and a state on the constraints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analyses.columns import SUFFIXES
from linkwork.analyses.linear.state_choice import Named, split_states
from linkwork.analyses.position.constraint_space import BASES, ConstraintSpace
from linkwork.analyses.position.singularity import lost_rank
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.parts import Driver, acting_at_zero_length
from linkwork.description.parts.blocks import Block
from linkwork.description.values import is_choice, is_number, name_list, plain_inputs, shown
from linkwork.dynamics.formulations.redundancy import redundancy
from linkwork.dynamics.jacobians import Jacobians
from linkwork.kernels.measures.table import MEASURES
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_check import state_problems

REGULAR = 1e-4  # ratio of smallest and largest singular value of independent rows above which a pose is regular
ASSEMBLED = 1e-6  # largest violation of the constraints, in the mechanism's length


@dataclass(frozen=True)
class LinearQuestion:
    """The checked arguments of `linearize`."""

    states: tuple[list[Named], list[Named]] | None  # positions and speeds; None: to be chosen
    plain: list[str]  # inputs of the mechanism
    drivers: list[str]
    outputs: dict[str, list[str]]  # with the names of their components


def read_question(
    model: Any, state: Any, states: Any, inputs: Any, outputs: Any, values: Mapping[str, Any] | None, basis: str
) -> LinearQuestion:
    """Return the checked arguments, or raise an error that lists all their problems."""
    require_model(model)
    problems = state_problems(model, state)
    if not isinstance(state, State):
        raise QuestionError(problems)
    problems += value_problems(model, values)
    if not is_choice(basis, BASES):
        problems.append(f"linearize: basis is one of {', '.join(BASES)}, not {shown(basis)}")
    asked, driving = (names(what, given, problems) for what, given in (("states", states), ("inputs", inputs)))
    chosen = None if asked is None else gathered(problems, split_states, model, asked)
    plain, drivers = gathered(problems, _split_inputs, model, state, driving) or ([], [])
    components = {
        path: gathered(problems, _components, model, path) for path in names("outputs", outputs, problems) or ()
    }
    if problems:
        raise QuestionError(problems)
    return LinearQuestion(chosen, plain, drivers, {path: parts or [] for path, parts in components.items()})


def require_model(model: Any) -> None:
    if not isinstance(model, Model):
        raise TypeError(f"expected a Model from lw.compile(mechanism), got {model!r:.60}")


def value_problems(model: Model, values: Mapping[str, Any] | None) -> list[str]:
    """Return the problems of values of inputs."""
    problems = []
    for name, value in plain_inputs(values).items():
        if name not in model.inputs:
            problems.append(f"there is no input {name!r}; {did_you_mean(str(name), model.inputs, 'inputs are')}")
        elif not is_number(value):
            problems.append(f"input {name!r} is a finite number here, not {value!r:.60}")
    return problems


def names(what: str, given: Any, problems: list[str]) -> list[str] | None:
    if given is None:
        return None
    names = name_list(given)
    if names is None or isinstance(given, str):
        problems.append(
            f"{what} is a list of names, for example {what}={(names or ['A.angle'])[:1]!r}, not {shown(given)}"
        )
        return []
    return names


def gathered(problems: list[str], read: Callable[..., Any], *given: Any) -> Any:
    """Return the result of a reader, or None after adding its problems."""
    try:
        return read(*given)
    except (QuestionError, DescriptionError) as error:
        problems += error.problems
        return None


def require_assembled(e: Evaluation) -> None:
    """Raise an error unless positions and speeds of the state are on the constraints. If nothing moves, drivers are
    fixed."""
    scale, length = e.m.row_scale * e.w.active, e.model.length
    speed = np.abs(Coordinates.of(e.model).root_weight * e.state.v).max(initial=0.0)
    looked = [("state is", e.w.Phi, length)]
    if speed > 0.0:
        looked.append(("speeds of the state are", e.w.Phidot, length * max(1.0, speed)))
    problems = []
    for what, off, much in looked:
        worst = int(np.argmax(np.abs(scale * off))) if off.size else 0
        if off.size and abs(scale[worst] * off[worst]) > ASSEMBLED * much:
            problems.append(
                f"linearize: the {what} not on the constraints: {e.model.row_names[worst]} is off by {abs(off[worst]):.3g}; "
                "take a state of assemble, equilibrium or a run"
            )
    if problems:
        raise AnalysisError(problems)


def hold_drivers(e: Evaluation) -> None:
    """Fix the drivers at an equilibrium, whatever the acceleration of their motion at that time."""
    e.w.nu[:], e.w.gamma[:] = 0.0, 0.0


def _split_inputs(model: Model, state: State, inputs: list[str]) -> tuple[list[str], list[str]]:
    """Return the inputs of the mechanism, and drivers."""
    if not inputs:
        return [], []
    drivers = [name for name, part in model.numbers.parts.items() if isinstance(part, Driver)]
    problems = []
    for name in inputs:
        if name not in model.inputs and name not in drivers:
            known = did_you_mean(name, [*model.inputs, *drivers], "inputs and drivers are")
            problems.append(f"input {name!r}: there is no such input or driver; {known}")
        elif name in state.inactive:
            problems.append(f"input {name!r}: the driver is inactive at this state")
    twice = sorted({name for name in inputs if inputs.count(name) > 1})
    if twice:
        problems.append(f"inputs: {', '.join(twice)} is named twice")
    if problems:
        raise QuestionError(problems)
    return [name for name in inputs if name in model.inputs], [name for name in inputs if name in drivers]


def _components(model: Model, path: str) -> list[str]:
    """Return an output's components by name."""
    signal = model.signal_table.find(path)
    if signal.source in ("violation", "time"):
        raise QuestionError(f"output {path!r}: it has no linear part; leave it out")
    return [path + suffix for suffix in SUFFIXES[() if signal.component is not None else signal.shape]]


def require_derivatives(e: Evaluation, s: Jacobians) -> None:
    """Raise an error that names forces without a derivative here: a damper of zero length, sqrt of zero, division by
    zero."""
    dampers = dampers_at_zero_length(e)
    if dampers:
        raise AnalysisError(
            f"linearize: the ends of {', '.join(map(repr, dampers))} coincide at t = {e.state.t:g}, where a damper has no direction and "
            f"no derivative; take a JointSpring or a {acting_at_zero_length()}, which damp at zero length, or a state beside this one"
        )
    if all(np.isfinite(part).all() for part in (s.F_q, s.F_v, s.F_z, s.zdot_q, s.zdot_v, s.zdot_z)):
        return
    none = np.zeros_like(s.F_z), np.zeros_like(s.zdot_z)
    whole = np.block([[s.F_q, s.F_z], [s.zdot_q, s.zdot_z], [s.F_v, none[0]], [s.zdot_v, none[1]]])
    model = e.model
    bad = np.isinf(whole).any(axis=0)  # infinite entries; multiplied by zero they give NaN in other entries
    bad = bad if bad.any() else np.isnan(whole).any(axis=0)
    names = [*Coordinates.of(model).names(), *model.lowered.states]
    by = [names[k] for k in np.flatnonzero(bad)]
    a = model.lowered.arrays
    with_expressions = [name for name, k in model.lowered.efforts.items() if a["effort_expr"][k] >= 0]
    with_expressions += [name for name, k in model.lowered.applied.items() if (a["applied_expr"][k] >= 0).any()]
    with_expressions += [name for name, part in model.numbers.parts.items() if isinstance(part, Block)]
    raise AnalysisError(
        f"linearize: the forces have no finite derivative by {', '.join(by[:6])} at t = {e.state.t:g}: look for a square root of "
        f"zero or a division by zero in {', '.join(with_expressions[:6]) or 'springs and force laws'}, or take a state beside this one"
    )


def dampers_at_zero_length(e: Evaluation) -> list[str]:
    """Return the dampers along lines whose ends coincide: they act against the velocity, and have no derivative."""
    dampers = []
    for name, k in e.model.lowered.efforts.items():
        measure = e.m.effort_measure[k]
        is_length = MEASURES[e.m.measure_kind[measure]].is_length
        if is_length and e.w.measure_value[measure] == 0.0 and e.m.effort_law[k, 1] != 0.0:
            dampers.append(name)
    return dampers


def singular_pose(e: Evaluation, rows: ConstraintSpace) -> str:
    """Return a message if the constraints lose rank in this pose, so that linear models fail; else an empty text."""
    sizes = np.linalg.svd(rows.A, compute_uv=False) if rows.A.size else np.zeros(0)
    if rows.dependent == 0 and (rows.rank == 0 or sizes[rows.rank - 1] > REGULAR * sizes[0]):
        return ""
    lost, near = lost_rank(e.model, e.state, redundancy(e))
    if not lost and not near:
        return ""
    return (
        f"{'nearly singular' if near else 'singular'}: the mechanism can branch here, and no linear model tells how it moves; "
        "take a state away from it"
    )
