"""Checks of a description that report all mistakes at once: names, expressions, masses, inertias, axes, the plane.

Each problem reads "section.part.field: what is wrong; the remedy". What needs a model (assembly, mobility,
signals) is checked when compiling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import chain
from typing import Any, TypeVar, TypeVarTuple

import numpy as np

from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.expressions import names, tables
from linkwork.description.fields import field_kinds
from linkwork.description.geometry import Geometry
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parsing import parse
from linkwork.description.parts import (
    AppliedForce,
    Body,
    Coupler,
    Driver,
    ForceLaw,
    Frame,
    Input,
    Joint,
    JointForce,
    JointSpring,
    Parameter,
    Point,
    Signal,
    Table,
)
from linkwork.description.parts.part import Part
from linkwork.description.plane import planar_problems

_RUNTIME_WORDS = ("time", "energy", "constraint")
_NOT_POSITION = {
    "velocity",
    "acceleration",
    "angular_velocity",
    "angular_acceleration",
    "force",
    "torque",
    "rate",
    "accel",
}
_RUN_NAME = re.compile(r"event_\d+|event_source_\d+(_reads)?", re.ASCII)
LARGEST_MOMENT = 1e300  # kg m²: sums of larger entries may be no floats
INERTIA_TOLERANCE = 1e-8  # of the largest principal moment
_Given = TypeVarTuple("_Given")
_Value = TypeVar("_Value")


def require_physical(mechanism: Mechanism, geometry: Geometry) -> None:
    """Raise a DescriptionError that lists every mass, inertia, length or direction of the mechanism's parts that the
    geometry's numbers make impossible."""
    problems = _Problems(mechanism, set())
    for part in mechanism:
        _values(problems, part, geometry)
    _inertias(problems, geometry)
    if mechanism.plane is not None:
        planar_problems(problems, geometry)
    if problems.messages:
        raise DescriptionError(problems.messages)


def static_problems(mechanism: Mechanism, ignore: Collection[str] = (), geometry: Geometry | None = None) -> list[str]:
    """Return every problem that can be detected without a model; parts in `ignore` are already known to be broken.

    A real-valued `geometry` of the mechanism, if there is one, is used instead of making another.

    >>> from linkwork.description.parts import Revolute
    >>> static_problems(Mechanism(plane="xy").add(Revolute("A", "ground", "crank", at=(0, 0, 0))))
    ["joints.A.body_j: body 'crank' does not exist; the bodies are ground"]
    """
    problems = _Problems(mechanism, set(ignore))
    for part in mechanism:
        _references(problems, part)
    _own_names(problems)
    _drivers(problems)
    geometry = geometry or Geometry(Numbers(mechanism), planar=mechanism.plane is not None)
    _expressions(problems, geometry.numbers)
    for part in mechanism:
        _values(problems, part, geometry)
    _inertias(problems, geometry)
    if mechanism.plane is not None:
        planar_problems(problems, geometry)
    return problems.messages


class _Problems:
    """A collector of problems, each reported once; problems that follow from an unknown or broken name are left out."""

    def __init__(self, mechanism: Mechanism, ignore: set[str]):
        self.mechanism = mechanism
        self.parts = mechanism.parts
        self.unknown = ignore
        self.messages: list[str] = []
        self._seen: set[str] = set()

    def add(self, part: Part, field: str, message: str) -> None:
        self.append(
            f"{part.section}.{part.name}.{field}: {message}" if field else f"{part.section}.{part.name}: {message}"
        )

    def append(self, problem: str) -> None:
        if problem not in self._seen:
            self._seen.add(problem)
            self.messages.append(problem)

    def unknown_name(self, part: Part, field: str, name: str, message: str) -> None:
        if name not in self.unknown:
            self.add(part, field, message)

    def attempt(self, function: Callable[[*_Given], _Value], *args: *_Given) -> _Value | None:
        """Return the function's result, or None after adding its DescriptionError to the problems."""
        try:
            return function(*args)
        except DescriptionError as error:
            for problem in error.problems:
                if self.unknown.isdisjoint(re.findall(r"\w+", problem)):
                    self.append(self._located(problem))
        return None

    def _located(self, problem: str) -> str:
        """Return a problem that starts with a part's path, prefixed with the section of that part."""
        head = re.match(r"\w+", problem)
        part = self.parts.get(head[0]) if head else None
        return f"{part.section}.{problem}" if part else problem

    def forget(self, names: Iterable[str]) -> None:
        """Suppress later problems that follow from these names, which are already reported."""
        self.unknown |= set(names)


# names


def _references(problems: _Problems, part: Part) -> None:
    unknown: list[str] = []
    for field in ("body", "body_i", "body_j"):
        name = getattr(part, field, None)
        if name is not None and name != "ground" and not isinstance(problems.parts.get(name), Body):
            known = chain(["ground"], (body.name for body in problems.mechanism.of(Body)))
            remedy = did_you_mean(name, known, "the bodies are")
            what = (
                f"{name!r} is a {problems.parts[name].type}, not a body"
                if name in problems.parts
                else f"body {name!r} does not exist"
            )
            problems.unknown_name(part, field, name, f"{what}; {remedy}")
            unknown.append(name)
    for field, kind in field_kinds(type(part)).items():
        if kind in ("point", "direction"):
            unknown += _point_names(problems, part, field, getattr(part, field))
        elif kind == "shapes":
            for index, shape in enumerate(getattr(part, field)):
                for inner in ("at", "x", "z", "axis"):
                    unknown += _point_names(problems, part, f"{field}.{index}.{inner}", getattr(shape, inner, None))
    if isinstance(part, AppliedForce):
        if part.body == "ground":
            problems.add(part, "body", "a force on the ground does nothing; name a body")
        if part.axes not in ("world", "body") and not isinstance(problems.parts.get(part.axes), Frame):
            known = chain(["world", "body"], (frame.name for frame in problems.mechanism.of(Frame)))
            message = f"frame {part.axes!r} does not exist; {did_you_mean(part.axes, known, 'axes are')}"
            problems.unknown_name(part, "axes", part.axes, message)
    for field, target in _targets(part):
        head = target.partition(".")[0]
        if head not in problems.parts:
            message = f"there is no part {head!r} for {target!r}; {did_you_mean(head, problems.parts, 'the parts are')}"
            problems.unknown_name(part, field, head, message)
    problems.forget(name for name in unknown if name not in problems.parts)


def _point_names(problems: _Problems, part: Part, field: str, value: Any) -> list[str]:
    """Report names in a point or direction that are not points, and return them."""
    if value is None or (not isinstance(value, str) and len(value) == 3):
        return []
    wrong = []
    for name in (value,) if isinstance(value, str) else value:
        other = problems.parts.get(name)
        if isinstance(other, (Point, Frame)) or (isinstance(other, Joint) and other.at is not None):
            continue
        points = (
            p.name
            for p in problems.mechanism
            if isinstance(p, (Point, Frame)) or (isinstance(p, Joint) and p.at is not None)
        )
        if isinstance(other, Joint):
            message = f"joint {name!r} has no single point (it has at_i and at_j); name a Point"
        elif other is not None:
            message = f"{name!r} is a {other.type}, not a point; {did_you_mean(name, points, 'the points are')}"
        else:
            message = f"there is no point, frame or joint {name!r}; {did_you_mean(name, points, 'the points are')}"
        problems.unknown_name(part, field, name, message)
        wrong.append(name)
    return wrong


def _targets(part: Part) -> list[tuple[str, str]]:
    if isinstance(part, (Driver, JointForce, JointSpring)):
        return [("target", part.target)]
    if isinstance(part, Coupler):
        return [(f"terms.{signal}", signal) for signal in part.terms]
    return []


def _own_names(problems: _Problems) -> None:
    """Report names that a run reserves for parts it adds itself, for events and for inputs given as samples."""
    for name, part in problems.parts.items():
        if _RUN_NAME.fullmatch(name):
            problems.add(part, "", f"the name {name!r} is used for the events of runs; choose another")
        owner = name.removesuffix("_samples")
        if owner != name and isinstance(problems.parts.get(owner), Input):
            problems.add(part, "", f"the name {name!r} is used for samples of the input {owner!r}; choose another")


def _drivers(problems: _Problems) -> None:
    """Report coordinates with two drivers, which contradict or repeat each other, and targets that are not
    positions."""
    driven: dict[str, str] = {}
    for driver in problems.mechanism.of(Driver):
        words = driver.target.split(".")
        if _NOT_POSITION & set(words[1:]):
            wrong = next(word for word in words[1:] if word in _NOT_POSITION)
            problems.add(
                driver, "target", f"a driver prescribes a position, not {wrong!r}; drive the position's signal"
            )
        if driver.target in driven:
            problems.add(
                driver,
                "target",
                f"{driver.target!r} is already driven by {driven[driver.target]!r}; remove one of the drivers",
            )
        driven.setdefault(driver.target, driver.name)


# expressions and numbers


def _expressions(problems: _Problems, numbers: Numbers) -> None:
    for path, leaf in numbers.expressions.items():
        head, _, rest = path.partition(".")
        part = problems.parts.get(head)
        if part is not None and rest.partition(".")[0] in part.runtime:
            _runtime_names(problems, part, rest, leaf)
        else:
            problems.attempt(numbers.value, path)


def _runtime_names(problems: _Problems, part: Part, field: str, text: str) -> None:
    tree = parse(text)
    for name in sorted(names(tree)):
        head = name.partition(".")[0]
        if head not in problems.parts and head not in _RUNTIME_WORDS and head != "gravity":
            # a generator: only the few mistakes that are printed with a suggestion iterate over all names
            alone = (other.name for other in problems.parts.values() if isinstance(other, Parameter | Input | Signal))
            known = chain(problems.parts, _RUNTIME_WORDS) if "." in name else chain(alone, ("time",))
            message = f"in {text!r}, nothing is called {head!r}; {did_you_mean(head, known, 'the names are')}"
            problems.unknown_name(part, field, head, message)
    for name in sorted(tables(tree)):
        if not isinstance(problems.parts.get(name), Table):
            known = (table.name for table in problems.mechanism.of(Table))
            message = f"in {text!r}, there is no table {name!r}; {did_you_mean(name, known, 'the tables are')}"
            problems.unknown_name(part, field, name, message)


def _values(problems: _Problems, part: Part, geometry: Geometry) -> None:
    """Places and directions can be computed; joints and force laws have numbers that they can work with."""
    if isinstance(part, Frame):
        problems.attempt(geometry.frame, part.name)
    else:
        for field, kind in field_kinds(type(part)).items():
            value = getattr(part, field)
            if kind == "point" and (value is not None):
                problems.attempt(geometry.point, part.name, field)
            elif kind == "direction" and value is not None:
                problems.attempt(geometry.direction, part.name, field)
    if isinstance(part, Body):
        problems.attempt(geometry.body, part.name)
    elif isinstance(part, (ForceLaw, Joint)):
        part.check(problems, geometry)


def _number(problems: _Problems, geometry: Geometry, path: str) -> float | None:
    value = problems.attempt(geometry.numbers.value, path)
    return None if value is None else value.real


# masses and inertias


def _inertias(problems: _Problems, geometry: Geometry) -> None:
    """Report negative masses and inertias that no body has: a negative principal moment, or one above the others'
    sum."""
    listed: list[Body] = []
    tensors: list[Any] = []
    for body in problems.mechanism.of(Body):
        if body.mass is not None:
            mass = _number(problems, geometry, f"{body.name}.mass")
            if mass is not None and mass < 0:
                problems.add(body, "mass", f"must not be negative, but is {mass:g}")
        if body.inertia is not None and not isinstance(body.inertia, tuple):
            _single_inertia(problems, body, geometry)
            if not geometry.planar:
                continue
        properties = problems.attempt(geometry.mass_properties, body.name)
        if properties is not None and isinstance(body.inertia, tuple) and not _surely_physical(properties.inertia):
            listed.append(body)
            tensors.append(properties.inertia)
    if not listed:
        return
    entries = np.array(tensors, dtype=np.float64)
    largest = np.abs(entries).max(axis=(1, 2))
    for index in np.flatnonzero(~(largest <= LARGEST_MOMENT)):
        problems.add(
            listed[index],
            "inertia",
            f"has an entry of {largest[index]:g} kg m², more than {LARGEST_MOMENT:g}; make it smaller",
        )
        entries[index] = 0.0
    principal = np.linalg.eigvalsh(entries)
    scale = np.abs(principal).max(axis=1)
    negative = principal[:, 0] < -INERTIA_TOLERANCE * scale
    violated = principal[:, 0] + principal[:, 1] < (1 - INERTIA_TOLERANCE) * principal[:, 2]
    for index in np.flatnonzero(negative | violated):
        shown = ", ".join(f"{moment:.6g}" for moment in principal[index])
        if negative[index]:
            reason = "a principal moment is negative"
        else:
            reason = "the largest is more than the sum of the other two (triangle inequality)"
        problems.add(
            listed[index],
            "inertia",
            f"not physical: its principal moments are {shown}: {reason}; check entries and their signs",
        )


def _surely_physical(tensor: Any) -> bool:
    """Return whether no principal moment is more than the sum of the other two, as a few products show: where the
    second moments tr(J)/2 - J are positive definite, with a tenth of the tolerance added. False leaves it open."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = tensor
    if xx == 0.0 == yy and zz == 0.0 == xy and xz == 0.0 == yz:
        return True
    half = 0.5 * (xx + yy + zz)
    if not 0.0 < half < LARGEST_MOMENT:
        return False
    a, b, c = (1.0 - x / half + 0.1 * INERTIA_TOLERANCE for x in (xx, yy, zz))
    d, e, f = -xy / half, -xz / half, -yz / half
    if not a > 0.0:
        return False
    b, f, c = b - d * d / a, f - d * e / a, c - e * e / a
    return b > 0.0 and c - f * f / b > 0.0


def _single_inertia(problems: _Problems, body: Body, geometry: Geometry) -> None:
    value = _number(problems, geometry, f"{body.name}.inertia")
    if not geometry.planar:
        problems.add(
            body,
            "inertia",
            "one number is for planar mechanisms; in space write [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]",
        )
    elif value is not None and value < 0:
        problems.add(body, "inertia", f"must not be negative, but is {value:g}")
