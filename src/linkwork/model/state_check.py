"""Checks that a state fits a model, which every analysis that starts from a state makes first."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.model.model import Model
from linkwork.model.state import State


def state_problems(model: Model, state: Any) -> list[str]:
    """Return the problems of a state to start from."""
    if not isinstance(state, State):
        return [f"expected a State from assemble() or model.design_state(), got {state!r:.60}"]
    problems = []
    for name, size in (("q", model.nq), ("v", model.nv), ("z", model.nz)):
        values = getattr(state, name)
        if values.shape != (size,):
            problems.append(f"the state's {name} has the shape {values.shape}, the model needs ({size},)")
        elif not np.isfinite(values).all():
            problems.append(f"the state's {name} is not finite: {values}")
    if not np.isfinite(state.t):
        problems.append(f"the state's time is {state.t!r}")
    return problems
