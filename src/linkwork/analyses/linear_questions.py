"""What is asked of a linear model: names of states, inputs and outputs that exist, and a state on the constraints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.analyses.coordinates import Coordinates
from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.analyses.row_space import RowSpace
from linkwork.analyses.singularity import lost_rank
from linkwork.analyses.slopes import Slopes
from linkwork.description.blocks import Block
from linkwork.description.parts import Driver
from linkwork.formulations.redundancy import redundancy
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.results.columns import SUFFIXES

REGULAR = (
    1e-4  # smallest singular value of independent rows, relative to the largest, from which a pose is surely regular
)
ASSEMBLED = 1e-6  # largest violation of the constraints, in the mechanism's length


def names(what: str, given: Sequence[str] | None) -> list[str] | None:
    if isinstance(given, str):
        raise QuestionError(f"linearize: {what} is a list of names, for example {what}=[{given!r}]")
    return None if given is None else list(given)


def require_assembled(e: Evaluation) -> None:
    off = np.abs(e.m.row_scale * e.w.Phi * e.w.active)
    worst = int(np.argmax(off)) if off.size else 0
    if off.size and off[worst] > ASSEMBLED * e.model.length:
        raise AnalysisError(
            f"linearize: the state is not on the constraints: {e.model.row_names[worst]} is off by {abs(e.w.Phi[worst]):.3g}; "
            "take a state of assemble, equilibrium or a run"
        )


def split_inputs(model: Model, state: State, inputs: Any) -> tuple[list[str], list[str]]:
    """Inputs of the mechanism, and drivers."""
    parts = model.numbers.parts
    drivers = [name for name, part in parts.items() if isinstance(part, Driver)]
    problems = []
    for name in inputs:
        if name not in model.inputs and name not in drivers:
            known = ", ".join([*model.inputs, *drivers]) or "none"
            problems.append(f"input {name!r}: there is no such input or driver; inputs and drivers are {known}")
        elif name in state.inactive:
            problems.append(f"input {name!r}: the driver is inactive at this state")
    if len(set(inputs)) < len(inputs):
        problems.append("inputs: one is named twice")
    if problems:
        raise QuestionError(problems)
    return [name for name in inputs if name in model.inputs], [name for name in inputs if name in drivers]


def components(model: Model, outputs: Any) -> dict[str, list[str]]:
    """Every output with the names of its components."""
    found = {}
    for path in outputs:
        signal = model.signal_table.find(path)
        if signal.source in ("violation", "time"):
            raise QuestionError(f"output {path!r}: it has no linear part; leave it out")
        found[path] = [path + suffix for suffix in SUFFIXES[() if signal.component is not None else signal.shape]]
    return found


def require_slopes(e: Evaluation, s: Slopes) -> None:
    """An error that names what has no derivative here: the root of zero, a division by zero."""
    none = np.zeros_like(s.F_z), np.zeros_like(s.zdot_z)
    whole = np.block([[s.F_q, s.F_z], [s.zdot_q, s.zdot_z], [s.F_v, none[0]], [s.zdot_v, none[1]]])
    if np.isfinite(whole).all():
        return
    model = e.model
    bad = np.isinf(whole).any(axis=0)  # what is infinite; times zero it is no number elsewhere too
    bad = bad if bad.any() else np.isnan(whole).any(axis=0)
    names = [*Coordinates.of(model).names(), *model.lowered.states]
    by = [names[k] for k in np.flatnonzero(bad)]
    a = model.lowered.arrays
    with_expressions = [name for name, k in model.lowered.efforts.items() if a["effort_expr"][k] >= 0]
    with_expressions += [name for name, k in model.lowered.applied.items() if (a["applied_expr"][k] >= 0).any()]
    with_expressions += [name for name, part in model.numbers.parts.items() if isinstance(part, Block)]
    raise AnalysisError(
        f"linearize: the forces have no finite derivative by {', '.join(by[:6])} at t = {e.state.t:g}: look for a root of zero or a "
        f"division by zero in {', '.join(with_expressions[:6]) or 'springs and bushings'}, or take a state beside this one"
    )


def singular_pose(e: Evaluation, rows: RowSpace) -> str:
    """What is wrong with linear models of a pose where constraints lose rank; nothing at other poses."""
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
