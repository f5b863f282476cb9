"""Checks that a state fits a model, which every analysis that starts from a state makes first."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.description.errors import did_you_mean
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.state import State


def state_problems(model: Model, state: Any) -> list[str]:
    """Return the problems of a state to start from."""
    if not isinstance(state, State):
        return [f"expected a State from assemble() or model.design_state(), got {state!r:.60}"]
    problems = []
    arrays = (state.q, state.v, state.z, state.turns)
    shapes = [(model.nq,), (model.nv,), (model.nz,)]
    fits = [x.shape for x in arrays[:3]] == shapes and state.turns.shape in ((0,), (len(model.lowered.measures),))
    if fits and not state.inactive and np.isfinite(np.concatenate((*arrays, (state.t,)))).all():
        return problems
    for name, size in (("q", model.nq), ("v", model.nv), ("z", model.nz), ("turns", len(model.lowered.measures))):
        values = getattr(state, name)
        if values.shape != (size,) and not (name == "turns" and values.size == 0):
            problems.append(f"the state's {name} has the shape {values.shape}, the model needs ({size},)")
        elif not np.isfinite(values).all():
            problems.append(f"the state's {name} is not finite: {values}")
    if not np.isfinite(state.t):
        problems.append(f"the state's time is {state.t!r}, not a finite number")
    known = {row.part for row in model.lowered.rows}
    problems += [
        f"the state's inactive {name!r} has no constraint rows; {did_you_mean(name, known, 'those that have are')}"
        for name in sorted(state.inactive - known)
        if name not in model.numbers.parts
    ]
    return problems


def require_state(model: Model, state: Any) -> None:
    """Raise an error that lists the problems of a state that a question is asked at."""
    problems = state_problems(model, state)
    if problems:
        raise QuestionError(problems)
