"""Models of the same mechanism with some parts exchanged: the same numbers, coordinates and cuts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers, all_leaves
from linkwork.description.part import Part
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.structure import build_structure


def rebuilt(model: Model, parts: Iterable[Part]) -> Model:
    """A model of these parts; numbers of the parts that the model has too keep the model's values."""
    mechanism = Mechanism(model.name, plane=model.structure.plane, gravity=model.numbers.mechanism_gravity)
    mechanism.folder = model.structure.folder
    mechanism.add(*parts)
    numbers = Numbers(mechanism)
    known, described = model.parameters, dict(all_leaves(model.mechanism()))

    def value(path: str, new: float) -> float:
        """The model's own value, unless an exchanged part describes another number there."""
        name = path.partition(".")[0]
        same = type(mechanism.parts.get(name)) is type(model.numbers.parts.get(name)) and described.get(path) == new
        return known[path] if same else new

    values = [value(path, new) for path, new in zip(numbers.paths, numbers.values.tolist(), strict=True)]
    numbers = numbers.with_values(np.array(values))
    return Model(build_structure(mechanism, numbers, model.coordinates, model.structure.cut), numbers)


def free_name(taken: Collection[str], name: str) -> str:
    """The name of a part that is added, changed where the mechanism has one of this name."""
    while name in taken:
        name += "_"
    return name


def state_for(target: Model, source: Model, state: State) -> State:
    """A state of one model as one of another with the same bodies and joints, which may count other angles."""
    counted = state.turns if state.turns.size else np.zeros(len(source.lowered.measures))
    return replace(state, turns=turns_for(target, source, counted[None])[0])


def turns_for(target: Model, source: Model, turns: np.ndarray) -> np.ndarray:
    """(n, n_measures of the target): whole turns that the source has counted; none of angles that it does not count."""
    own, found = source.lowered.measures, np.zeros((len(turns), len(target.lowered.measures)))
    for k, measure in enumerate(target.lowered.measures):
        if measure in own:
            found[:, k] = turns[:, own[measure]]
    return found
