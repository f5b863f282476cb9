"""The mechanism: a mutable container of frozen parts."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from linkwork.description.cases import Case
from linkwork.description.designs import Designs
from linkwork.description.errors import DescriptionError, did_you_mean, printable
from linkwork.description.parts import SECTIONS, Body, Coupler, Joint
from linkwork.description.parts.part import Part
from linkwork.description.values import FieldValue, vec

P = TypeVar("P", bound=Part)
N = TypeVar("N", Case, Designs)


class Mechanism:
    """A description of a mechanism: its parts by name, gravity, and whether it is planar.

    >>> m = Mechanism("pendulum", gravity=(0, -9.81, 0), plane="xy")
    >>> m = m.add(Body("bar", mass=1, inertia=0.1, com=(1, 0, 0)))
    >>> m["bar"].mass
    1.0
    """

    def __init__(
        self, name: str = "", *, gravity: Sequence[float | str] | np.ndarray = (0, 0, 0), plane: str | None = None
    ):
        self.name = name
        self.plane = plane
        self.gravity = gravity
        self.cases: dict[str, Case] = {}  # cases stored with the mechanism
        self.designs: dict[str, Designs] = {}  # designs of sweeps stored with the mechanism
        self.folder: str | None = None  # folder of the file it was read from, which holds its meshes
        self._parts: dict[str, Part] = {}

    if not TYPE_CHECKING:

        def __getattr__(self, name: str):
            raise AttributeError(
                f"a mechanism has no {name!r}; if a model was meant, compile it first: model = lw.compile(mechanism)"
            )

    @property
    def name(self) -> str:
        """The name of the mechanism, one line of text."""
        return self._name

    @name.setter
    def name(self, value: str) -> None:
        if not isinstance(value, str):
            raise DescriptionError(f"mechanism: name: {value!r:.40} is not text; quote it in a file")
        if printable(value) != value or "\n" in value:
            raise DescriptionError(f"mechanism: name: {value!r:.80} has control characters; remove them")
        self._name = str(value)

    @property
    def plane(self) -> str | None:
        """ "xy" for a planar mechanism, None in space."""
        return self._plane

    @plane.setter
    def plane(self, value: str | None) -> None:
        if value is not None and value != "xy":
            raise DescriptionError(f"mechanism: plane is 'xy' or None, not {value!r}")
        self._plane = value

    @property
    def gravity(self) -> tuple[float | str, float | str, float | str]:
        """The acceleration of gravity, m/s², world axes."""
        return self._gravity

    @gravity.setter
    def gravity(self, value: Sequence[float | str] | np.ndarray) -> None:
        try:
            self._gravity = vec(value)
        except ValueError as error:
            raise DescriptionError(f"gravity: {error}") from None

    @property
    def parts(self) -> Mapping[str, Part]:
        """All parts by name, in the order they were added; read only."""
        return MappingProxyType(self._parts)

    def of(self, kind: type[P]) -> Iterator[P]:
        """Yield the parts of a class."""
        return (part for part in self._parts.values() if isinstance(part, kind))

    def add(self, *parts: Part | Case | Designs) -> Mechanism:
        """Add parts, cases and designs of sweeps (all of them or, if a name is taken, none) and return the mechanism
        itself."""
        problems: list[str] = []
        new: dict[str, Part] = {}
        cases: dict[str, Case] = {}
        designs: dict[str, Designs] = {}
        for part in parts:
            if isinstance(part, Case):
                _add_once("case", part, self.cases, cases, problems)
                continue
            if isinstance(part, Designs):
                _add_once("designs", part, self.designs, designs, problems)
                continue
            if not isinstance(part, Part) or not part.type:
                raise DescriptionError(f"add takes parts such as Body or Revolute, not {part!r:.60}")
            other = new.get(part.name) or self._parts.get(part.name)
            if other is not None:
                problems.append(
                    f"{part.type} {part.name!r}: the name is already taken by a {other.type}; "
                    "names are unique in a mechanism"
                )
            new[part.name] = part
        if problems:
            raise DescriptionError(problems)
        self._parts.update(new)
        self.cases.update(cases)
        self.designs.update(designs)
        return self

    def remove(self, *names: str) -> Mechanism:
        """Remove parts by name and return the mechanism itself."""
        for name in names:
            self[name]
        for name in names:
            self._parts.pop(name, None)
        return self

    def __getitem__(self, name: str) -> Part:
        try:
            return self._parts[name]
        except KeyError:
            remedy = did_you_mean(str(name), self._parts, "the parts are")
            raise DescriptionError(f"there is no part {name!r}; {remedy}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._parts

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts.values())

    def set(self, path: str, value: FieldValue) -> Mechanism:
        """Replace the value at a path: `m.set("K.stiffness", 90)`, `m.set("A.at.x", "L1/2")`, `m.set("L1", 2)`.

        A number does not silently replace an expression: set the parameter that the error names.
        """
        from linkwork.description.replacing import replace_value

        replace_value(self, path, value)
        return self

    def numbers(self, pattern: str = "*") -> dict[str, float]:
        """Return the numbers of the description whose paths match, for example `m.numbers("*.stiffness")`."""
        from fnmatch import fnmatchcase

        from linkwork.description.numbers import number_paths, number_values

        if not isinstance(pattern, str):
            raise DescriptionError(f"numbers: a pattern is text such as '*.stiffness', not {pattern!r:.60}")
        pairs = zip(number_paths(self), number_values(self).tolist(), strict=True)
        return {path: value for path, value in pairs if fnmatchcase(path, pattern)}

    def save(self, path: str | PathLike) -> None:
        """Write a YAML file, or JSON if the name ends in .json."""
        from linkwork.io.files import save

        save(self, path)

    @staticmethod
    def load(path: str | PathLike, allow_code: bool = False) -> Mechanism:
        """Read a YAML or JSON file; blocks, which name code to run, are accepted only with allow_code=True."""
        from linkwork.io.files import load

        return load(path, allow_code=allow_code)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mechanism):
            return NotImplemented
        mine = (self.name, self.plane, self.gravity, self._parts, self.cases, self.designs)
        return mine == (other.name, other.plane, other.gravity, other._parts, other.cases, other.designs)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        bodies = sum(1 for _ in self.of(Body))
        joints = sum(isinstance(part, (Joint, Coupler)) for part in self)
        kind = "planar" if self.plane else "spatial"
        rest = len(self) - bodies - joints
        return f"<Mechanism {self.name!r}: {kind}, {bodies} bodies, {joints} joints, {rest} other parts>"

    def _repr_html_(self) -> str:
        rows = []
        for section in SECTIONS:
            for part in self:
                if part.section == section:
                    values = ", ".join(
                        f"{field.name}={getattr(part, field.name)!r}"
                        for field in dataclasses.fields(part)
                        if field.name != "name" and getattr(part, field.name) != field.default
                    )
                    cells = (part.name, part.type.replace("_", " "), values)
                    rows.append("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>")
        shown = "".join(rows[:200]) + (f"<tr><td>… {len(rows) - 200} more</td></tr>" if len(rows) > 200 else "")
        return f"<p>{html.escape(repr(self))}</p><table>{shown}</table>"


def _add_once(kind: str, entry: N, known: dict[str, N], new: dict[str, N], problems: list[str]) -> None:
    if entry.name in known or entry.name in new:
        plural = kind if kind.endswith("s") else kind + "s"
        there = "are designs" if plural == kind else f"is a {kind}"
        problems.append(f"{kind} {entry.name!r}: there {there} of this name; names of {plural} are unique")
    new[entry.name] = entry
