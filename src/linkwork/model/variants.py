"""Conversions of a model to another model of the same mechanism: other numbers, other coordinates, parts added or
exchanged.

A variant is a model of its own with a cache of its own. Expressions of parts that are added or exchanged are made as
trees (description.expressions.Formula), never as text. Models with the inputs and events of a run built in are in
`model.running_variant`; states go from a model to its variant and back by `model.state_conversion`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from linkwork.description.check import require_physical
from linkwork.description.expressions import Formula, name_node, number_node
from linkwork.description.geometry import Geometry
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers, all_leaves
from linkwork.description.parts import Driver, Input
from linkwork.description.parts.part import Part
from linkwork.model.cache import once_per_model
from linkwork.model.lowering.structure import build_structure
from linkwork.model.model import Model
from linkwork.model.signals import MeasureOf

# other numbers


def with_parameters(model: Model, changes: Mapping[str, float | complex]) -> Model:
    """Return the model with some numbers changed by path; see `Model.with_parameters`."""
    return _with_numbers(model, model.numbers.with_changes(changes), model.mechanism)


def _with_numbers(model: Model, numbers: Numbers, physical: Callable[[], Mechanism] | None) -> Model:
    """Return the model with other numbers, by a recipe if there is one; `physical` gives the mechanism whose masses and
    lengths must be possible."""
    if numbers.values.dtype.kind == "c" or model.dtype == np.complex128:
        return Model(model.structure, numbers)
    made = model.relowered(numbers)
    if made is None:
        mechanism = None if physical is None else physical()
        if mechanism is not None:
            require_physical(mechanism, Geometry(numbers, planar=model.structure.plane is not None))
        made = Model(model.structure, numbers)
        made.shared = model.shared
        made.recipes.learn(mechanism, made.structure, numbers, made.lowered)
    return made


def with_values(model: Model, values: np.ndarray) -> Model:
    """Return the model with a whole vector of numbers, float or complex, in the order of `parameters`."""
    return Model(model.structure, model.numbers.with_values(values))


@once_per_model
def complex_variant(model: Model) -> Model:
    """Return the model with its own numbers as complex ones, for complex steps."""
    return with_values(model, model.numbers.values.astype(complex))


def with_expressions(model: Model, texts: Mapping[str, str]) -> Model:
    """Return the model with expressions of parameters at some paths; other numbers have the model's values."""
    mechanism = model.mechanism()
    for path, text in texts.items():
        mechanism.set(path, text)
    numbers, known = Numbers(mechanism), model.parameters
    own: list[float] = numbers.values.tolist()
    values = [known.get(path, new) for path, new in zip(numbers.paths, own, strict=True)]
    structure = build_structure(mechanism, numbers, model.coordinates, model.structure.cut)
    return Model(structure, numbers.with_values(values))


# other coordinates and rows


def in_coordinates(model: Model, coordinates: str) -> Model:
    """Return a model of the same mechanism with the same numbers in "joint" or "cartesian" coordinates."""
    return Model(build_structure(model.mechanism(), model.numbers, coordinates, None), model.numbers)


@once_per_model
def cartesian_variant(model: Model) -> Model:
    """Return the model of the same mechanism in Cartesian coordinates."""
    return in_coordinates(model, "cartesian")


def with_measured_rows(model: Model, measures: Sequence[MeasureOf]) -> Model:
    """Return the model with a further constraint row for each measure, behind its own; the model itself if there are
    none."""
    return Model(replace(model.structure, measured=tuple(measures)), model.numbers) if measures else model


# other parts


def rebuilt(model: Model, parts: Iterable[Part]) -> Model:
    """Return a model of these parts; numbers of parts that the model has too have the model's values."""
    return Rebuilt(model, parts).model


class Rebuilt:
    """A model of other parts, whose numbers follow those of the model it was made from: `of` gives the same of a model
    with other numbers."""

    def __init__(self, model: Model, parts: Iterable[Part]):
        self.first = model
        mechanism = Mechanism(model.name, plane=model.structure.plane, gravity=model.numbers.mechanism_gravity)
        mechanism.folder = model.structure.folder
        mechanism.add(*parts)
        numbers, described = Numbers(mechanism), dict(all_leaves(model.mechanism()))

        def is_same(path: str, new: float) -> bool:
            """Return whether a number is the model's own: no exchanged part describes another one there."""
            name = path.partition(".")[0]
            same = type(mechanism.parts.get(name)) is type(model.numbers.parts.get(name))
            return same and described.get(path) == new

        paths = zip(numbers.paths, numbers.values.tolist(), strict=True)
        own = [(k, model.numbers.position(path)) for k, (path, new) in enumerate(paths) if is_same(path, new)]
        self._places, self._own = np.array(own, np.int64).reshape(-1, 2).T
        numbers = self._numbers(numbers, model)
        self.model = Model(build_structure(mechanism, numbers, model.coordinates, model.structure.cut), numbers)

    def of(self, model: Model) -> Model:
        """Return the rebuilt model of another model of the same structure."""
        if model is self.first:
            return self.model
        return _with_numbers(self.model, self._numbers(self.model.numbers, model), None)

    def _numbers(self, numbers: Numbers, model: Model) -> Numbers:
        values = numbers.values.astype(model.numbers.values.dtype)
        values[self._places] = model.numbers.values[self._own]
        return numbers.with_values(values)


def free_name(taken: Collection[str], name: str) -> str:
    """Return a name for an added part, changed if the mechanism already has a part of this name."""
    while name in taken:
        name += "_"
    return name


def with_parts(model: Model, added: Iterable[Part]) -> Model:
    """Return the model with parts added; `free_name` gives them names."""
    return rebuilt(model, [*model.numbers.parts.values(), *added])


def with_driver_inputs(model: Model, swept: Sequence[str]) -> tuple[Model, list[str]]:
    """Return a model in which swept drivers follow inputs, and the names of the quantities to set: inputs, or
    "time"."""
    parts, names = dict(model.numbers.parts), list(swept)
    added: list[Part] = []
    for k, name in enumerate(swept):
        driver = parts.get(name)
        if isinstance(driver, Driver):
            names[k] = free_name(parts, f"position_of_{name}")
            added.append(Input(names[k]))
            parts[name] = Driver(name, driver.target, motion=names[k], active=driver.active)
    return (rebuilt(model, [*added, *parts.values()]) if added else model), names


def with_driver_at_speed(model: Model, driver: str, position: float, time: float) -> tuple[Model, str]:
    """Return a model whose driver moves through a position at a time with a speed that is an input, and the input's
    name.

    `driver` is a Driver, or a position signal that gets one.
    """
    parts: dict[str, Part] = dict(model.numbers.parts)
    part = parts.get(driver)
    name = free_name(parts, f"{driver.replace('.', '_')}_speed")
    motion = Formula(number_node(position) + name_node(name) * (name_node("time") - number_node(time)))
    new = (
        replace(part, motion=motion)
        if isinstance(part, Driver)
        else Driver(free_name(parts, driver.replace(".", "_") + "_driver"), driver, motion=motion)
    )
    others = [p for p in parts.values() if p is not part]
    return rebuilt(model, [*others, Input(name), new]), name
