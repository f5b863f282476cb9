"""The numbers of a description as one vector.

`number_paths(m)` and `number_values(m)` are that vector's names and values. `Numbers` gives every
field's value for any such vector, float or complex: plain numbers come from the vector, expressions are
evaluated in parameters and other numbers. A complex step of one number therefore flows through
everything that is computed from the description.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

import numpy as np

from linkwork.description import tables as splines
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.expressions import Expr, evaluate, names, tables
from linkwork.description.fields import XYZ, field_kinds, leaves, part_leaves
from linkwork.description.functions import Number
from linkwork.description.mechanism import Mechanism
from linkwork.description.parsing import parse
from linkwork.description.parts import Frame, Input, Joint, Parameter, Point, Signal, Table
from linkwork.description.parts.part import Part
from linkwork.description.tracing import is_finite
from linkwork.description.values import is_bool, shown


def number_paths(mechanism: Mechanism) -> list[str]:
    """Return the paths of all numbers: `gravity.x`, `L1`, `K.stiffness`, `A.at.x`, …; expressions are not among
    them."""
    return [path for path, leaf in all_leaves(mechanism) if not isinstance(leaf, str)]


def number_values(mechanism: Mechanism) -> np.ndarray:
    """Return the numbers themselves (n,) float64, in the order of `number_paths`."""
    return np.array([leaf for _, leaf in all_leaves(mechanism) if not isinstance(leaf, str)], dtype=np.float64)


def all_leaves(mechanism: Mechanism) -> Iterable[tuple[str, float | str]]:
    """Return (path, number or expression) for every Scalar; a Parameter's path is its bare name."""
    for axis, leaf in zip(XYZ, mechanism.gravity, strict=True):
        yield f"gravity.{axis}", leaf
    for name, part in mechanism.parts.items():
        if isinstance(part, Parameter):
            yield name, part.value
        else:
            for field, suffix, leaf in part_leaves(part):
                yield f"{name}.{field}{suffix}", leaf


def _is_scalar(value: object) -> bool:
    """Return whether a value is a real or complex number that a float can hold, NaN included."""
    if type(value) is float:
        return True
    value = value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    if is_bool(value) or not isinstance(value, numbers.Complex):
        return False
    try:
        complex(value)
    except OverflowError:
        return False
    return True


class Numbers:
    """Every number of a description for one vector of values.

    >>> from linkwork.description.parts import JointSpring
    >>> m = Mechanism().add(Parameter("k", 3.0), JointSpring("K", "A.angle", stiffness="2*k"))
    >>> Numbers(m).scalar("K", "stiffness")
    6.0
    """

    def __init__(self, mechanism: Mechanism, values: Sequence[Number] | np.ndarray | None = None):
        self.parts: dict[str, Part] = dict(mechanism.parts)  # a snapshot: parts are frozen, the mechanism is not
        self.mechanism_gravity = mechanism.gravity
        self.paths: list[str] = []
        self._where: dict[str, int] = {}  # path of a number -> its place in the vector
        self._text: dict[str, str] = {}  # path of an expression -> its text
        self._paths_of: dict[tuple[str, str], list[str]] = {}  # part and field -> paths of its components
        given: list[float] = []
        for path, leaf in all_leaves(mechanism):
            if isinstance(leaf, str):
                self._text[path] = leaf
            else:
                self._where[path] = len(given)
                given.append(leaf)
        self.paths = list(self._where)
        self._take(given if values is None else values)

    def _take(self, values: Sequence[Number] | np.ndarray) -> None:
        array = np.asarray(values)
        if array.shape != (len(self.paths),):
            raise ValueError(f"the description has {len(self.paths)} numbers, not {array.shape}")
        if array.dtype.kind not in "fcO":
            array = array.astype(np.float64)
        if array.dtype.kind != "O" and not np.isfinite(array).all():
            bad = self.paths[int(np.flatnonzero(~np.isfinite(array))[0])]
            raise DescriptionError(f"{bad}: {array[self._where[bad]]} is not a finite number")
        self.values: np.ndarray = array
        self._value: list[Number] = array.tolist()
        self._known: dict[str, Number] = {}
        self._slopes: dict[str, tuple[list, list, list]] = {}

    def with_values(self, values: Sequence[Number] | np.ndarray) -> Numbers:
        """Return the same description with another vector of values, float or complex."""
        other = object.__new__(Numbers)
        other.__dict__.update(self.__dict__)
        other._take(values)
        return other

    def with_changes(self, changes: Mapping[str, Number]) -> Numbers:
        """Return the same description with some numbers changed by path; all wrong paths are reported at once."""
        problems, places = [], {}
        for path, value in changes.items():
            if not _is_scalar(value):
                problems.append(f"{path}: {shown(value)} is not a number")
                continue
            try:
                places[self.position(path)] = value
            except DescriptionError as error:
                problems += error.problems
        if problems:
            raise DescriptionError(problems)
        values = self.values.astype(np.result_type(self.values, *changes.values())) if changes else self.values
        values = values.copy()
        values[list(places)] = list(places.values())
        return self.with_values(values)

    @property
    def expressions(self) -> Mapping[str, str]:
        """Path -> text of every field that is an expression."""
        return self._text

    def position(self, path: str) -> int:
        """Return the index of a number in the vector; for an expression, raise an error that names its parameters."""
        place = self._where.get(path)
        if place is not None:
            return place
        if path in self._text:
            raise DescriptionError(f"{path}: {self.is_expression(path)}")
        raise DescriptionError(self._unknown(path))

    # values by part and field

    def scalar(self, part: str, field: str, *index: int | str) -> Number:
        """Return the value of a field, or of a component of it: `scalar("A", "at", 0)`, `scalar("B", "stiffness", 0,
        3)`."""
        return self.value(self.path(part, field, index))

    def vector(self, part: str, field: str) -> list[Number]:
        """Return all components of a field in order; a matrix row by row."""
        paths = self._paths_of.get((part, field))
        if paths is None:
            kind = field_kinds(type(self.parts[part]))[field]
            suffixes = [suffix for suffix, _ in leaves(kind, getattr(self.parts[part], field))]
            paths = self._paths_of[part, field] = [f"{part}.{field}{suffix}" for suffix in suffixes]
        return [self.value(path) for path in paths]

    def gravity(self) -> list[Number]:
        """Return the acceleration of gravity, m/s², world axes."""
        return [self.value(f"gravity.{axis}") for axis in XYZ]

    def expr(self, part: str, field: str, *index: int | str) -> Expr | None:
        """Return the tree of a field that is an expression; None where it is a plain number."""
        text = self._text.get(self.path(part, field, index))
        return None if text is None else parse(text)

    def constant(self, name: str) -> Number | None:
        """Return the value of a name in a *runtime* expression if it is a parameter or a description number.

        None means a runtime signal: inputs, signals, and fields that are also signals (`S.force`, `A.axis.x`).
        """
        if name not in self._where and name not in self._text:
            return None if self._alias(name) is None else self.value(name)
        head, _, rest = name.partition(".")
        part, field = self.parts.get(head), rest.partition(".")[0]
        if part is not None and (field in part.runtime or (isinstance(part, Joint) and field in ("axis", "length"))):
            return None
        if isinstance(part, (Input, Signal)):
            return None
        return self.value(name)

    def path(self, part: str, field: str, index: tuple) -> str:
        if field == "value" and part in self.parts and isinstance(self.parts[part], Parameter):
            return part
        path = f"{part}.{field}"
        if index:
            owner = self.parts[part]
            if field_kinds(type(owner)).get(field) in ("vec", "point", "direction") and isinstance(index[0], int):
                return f"{path}.{XYZ[index[0]]}"
            path += "".join(f".{word}" for word in index)
        return path

    # values by path

    def value(self, path: str) -> Number:
        """Return the value at a path: a number of the vector, or the value of an expression."""
        place = self._where.get(path)
        if place is not None:
            return self._value[place]
        known = self._known.get(path)
        return self._resolve(path) if known is None else known

    def _resolve(self, path: str) -> Number:
        """Evaluate what a path depends on, depth first with an explicit stack, then the path itself."""
        stack, open_paths = [path], {}
        while stack:
            top = stack[-1]
            if top in self._known:
                stack.pop()
                continue
            tree = self._tree(top)
            if tree is None:
                user = next((path for path in reversed(stack[:-1]) if path in open_paths), None)
                where = f"{user}: in {self._text[user]!r}, " if user in self._text else ""
                raise DescriptionError(where + self._unknown(top))
            waiting = [
                name for name in sorted(self._needs(tree)) if name not in self._where and name not in self._known
            ]
            if top in open_paths:
                if waiting:
                    self._report_cycle(stack, open_paths)
                self._known[top] = self._evaluate(top, tree)
                stack.pop()
                continue
            open_paths[top] = True
            for name in waiting:
                if name in open_paths:
                    self._report_cycle([*stack, name], open_paths)
            stack += waiting
        return self._known[path]

    def _tree(self, path: str) -> Expr | None:
        """Return the tree of a path that is not a plain number; None if there is no such path."""
        text = self._text.get(path)
        return self._alias(path) if text is None else parse(text)

    def _needs(self, tree: Expr) -> set[str]:
        return set(names(tree)) | {
            f"{table}.{field}.{i}"
            for table in tables(tree)
            if isinstance(part := self.parts.get(table), Table)
            for field in ("x", "y")
            for i in range(len(part.x))
        }

    def _evaluate(self, path: str, tree: Expr) -> Number:
        try:
            result = evaluate(tree, self.value, {"table": self._table})
        except DescriptionError as error:
            raise DescriptionError([f"{path}: {problem}" for problem in error.problems]) from None
        if not is_finite(result):
            raise DescriptionError(f"{path}: the expression {self._text.get(path, path)!r} gives {result.real}")
        return result

    def _table(self, name: str, at: Number) -> Number:
        part = self.parts.get(name)
        if not isinstance(part, Table):
            known = [table.name for table in self.parts.values() if isinstance(table, Table)]
            raise DescriptionError(f"there is no table {name!r}; {did_you_mean(name, known, 'the tables are')}")
        try:
            if name not in self._slopes:
                x, y = self.knots(name)
                self._slopes[name] = (x, y, splines.slopes(x, y, part.kind))
            return splines.interpolate(*self._slopes[name], at, part.kind, part.outside)
        except (OverflowError, ZeroDivisionError):
            raise DescriptionError(f"table {name!r}: {splines.NOT_FINITE}") from None

    def knots(self, table: str) -> tuple[list[Number], list[Number]]:
        """Return x and y of a table."""
        x, y = self.vector(table, "x"), self.vector(table, "y")
        for left, right in pairwise(x):
            if not left.real < right.real:
                raise DescriptionError(f"{table}.x: must increase, but {right.real:g} follows {left.real:g}")
        return x, y

    def _alias(self, path: str) -> Expr | None:
        """Return the tree of `A.at.x` where A.at is the name of a point (that point's x) or a pair (the midpoint's
        x)."""
        words = path.split(".")
        part = self.parts.get(words[0])
        if part is None or len(words) != 3 or words[2] not in XYZ:
            return None
        if field_kinds(type(part)).get(words[1]) != "point" or isinstance(part, Frame):
            return None
        return self.point_tree(getattr(part, words[1]), words[2])

    def point_tree(self, point: str | Sequence[float | str] | None, axis: str) -> Expr | None:
        """Return a component of a point given by name or by a pair of names, as an expression; None for frames and
        unknowns."""
        if isinstance(point, str):
            part = self.parts.get(point)
            if isinstance(part, (Point, Joint)) and part.at is not None:
                return Expr("name", (f"{point}.at.{axis}",))
        elif point is not None and len(point) == 2:
            a, b = (self.point_tree(str(name), axis) for name in point)
            if a is not None and b is not None:
                return Expr("div", (Expr("add", (a, b)), Expr("number", (2.0,))))
        return None

    # messages

    def depends_on(self, path: str) -> set[str]:
        """Return the parameters and numbers of the vector that a path is computed from."""
        parameters, seen, stack = set(), set(), [path]
        while stack:
            top = stack.pop()
            if top in seen:
                continue
            seen.add(top)
            if top in self._where:
                parameters.add(top)
            elif (tree := self._tree(top)) is not None:
                stack += self._needs(tree)
        return parameters

    def is_expression(self, path: str) -> str:
        sources = sorted(self.depends_on(path))
        remedy = f"change {' or '.join(sources[:6])} instead" if sources else "it uses no parameter"
        return f"is the expression {self._text[path]!r}; {remedy}"

    def _unknown(self, path: str) -> str:
        head = path.partition(".")[0]
        if path == "time" or isinstance(self.parts.get(path), (Input, Signal)):
            return f"{path!r} changes while running; a description's numbers use parameters and other numbers only"
        if head in self.parts or head == "gravity":
            known = (known for known in chain(self._where, self._text) if known.partition(".")[0] == head)
        else:
            known = chain(self._where, self._text)
        return f"there is no number {path!r}; {did_you_mean(path, known, 'the numbers are')}"

    def _report_cycle(self, stack: list[str], open_paths: Mapping[str, object]) -> None:
        last = stack[-1]
        ring = [path for path in stack[stack.index(last) :] if path in open_paths]
        chain = " → ".join([*ring, last] if ring[-1:] != [last] or len(ring) == 1 else ring)
        raise DescriptionError(f"{last}: depends on itself: {chain}")
