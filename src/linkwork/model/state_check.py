"""Whether a state fits a model: what every analysis that starts from one asks first."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.model.model import Model
from linkwork.model.state import State


def state_problems(model: Model, state: Any) -> list[str]:
    """What is wrong with a state to start from."""
    if not isinstance(state, State):
        return [f"state is made by assemble(model, …) or model.design_state(), not {state!r:.60}"]
    found = []
    for name, size in (("q", model.nq), ("v", model.nv), ("z", model.nz)):
        values = getattr(state, name)
        if values.shape != (size,):
            found.append(f"the state's {name} has the shape {values.shape}, the model needs ({size},)")
        elif not np.isfinite(values).all():
            found.append(f"the state's {name} is not finite: {values}")
    if not np.isfinite(state.t):
        found.append(f"the state's time is {state.t!r}")
    return found
