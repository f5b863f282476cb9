"""The kinds of values a description holds, as validators.

    Scalar      a finite number, or an expression as text
    Vec         three Scalars, in planar mechanisms too
    Name        an identifier
    PointLike   a Vec (world axes, design position), the name of a Point, Frame or joint, or a pair of
                names (their midpoint)
    Direction   a Vec (world axes), or a pair of names (from the first to the second)

Most kinds have a `Maybe…` variant that also accepts None. Text that reads as a number is a number
(PyYAML reads `1e5` as text); NaN and infinities are errors everywhere.
"""

from __future__ import annotations

import functools
import math
import numbers
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeVar, cast

import numpy as np
from pydantic import PlainValidator, WithJsonSchema

from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import Formula
from linkwork.description.functions import ALSO_NAMES, CONSTANTS, FUNCTIONS
from linkwork.description.parsing import parse

RESERVED = (
    frozenset({"ground", "time", "energy", "constraint", "gravity", "world", *FUNCTIONS, *CONSTANTS}) - ALSO_NAMES
)
MAX_NAME = 100
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?\.?(nan|inf|infinity)", re.IGNORECASE)

FloatSequence = Sequence[float] | np.ndarray  # (n)
InputValue = float | str | tuple[FloatSequence, FloatSequence]  # a number, an expression of time, or (times, samples)
TargetValue = float | FloatSequence | Sequence[Sequence[float]]  # of a signal: a number, a vector or a matrix
StartValue = float | str | Sequence[float | str]  # of a signal where a case starts, with expressions of parameters
FieldValue = (
    float | str | Sequence[object] | np.ndarray | Mapping[str, object] | Callable[..., object] | None
)  # of any field of a part; the field itself says what it takes
_Value = TypeVar("_Value")


def is_bool(value: object) -> bool:
    """Return whether a value is True or False, Python's or NumPy's, which are not taken for the numbers 1 and 0."""
    return type(value).__name__ in ("bool", "bool_")


def is_number(value: object) -> bool:
    """Return whether a value is a finite real number."""
    if type(value) is float:
        return math.isfinite(value)
    if not isinstance(value, numbers.Real) or is_bool(value):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:  # an integer beyond the largest float
        return False


def real_array(value: object, finite: bool = True) -> np.ndarray | None:
    """Return real numbers, one or nested lists of them, as an array of floats; None for anything else, and unless
    `finite` is False for NaN and infinities.

    >>> real_array([1, 2]), real_array([1, True]), real_array("5")
    (array([1., 2.]), None, None)
    """
    if isinstance(value, (list, tuple)) and any(is_bool(item) for item in value):
        return None
    try:
        given = np.asarray(value)
        if given.dtype.kind == "O" and not all(map(is_number, given.flat)):
            return None
        array = given.astype(np.float64) if given.dtype.kind in "iufO" else None
    except (TypeError, ValueError, OverflowError):
        return None
    return array if array is not None and (not finite or np.isfinite(array).all()) else None


def is_choice(value: object, known: Iterable[str]) -> bool:
    """Return whether a value is one of the known words."""
    return isinstance(value, str) and value in known


def name_list(given: object) -> list[str] | None:
    """Return names as a list: one name becomes a list of one, None an empty list; None for anything else."""
    if isinstance(given, str):
        return [given]
    items = list(given) if isinstance(given, Iterable) else [] if given is None else [given]
    names = [item for item in items if isinstance(item, str)]
    return names if len(names) == len(items) else None


def number(value: object) -> float:
    """Return a finite float from a number or from text that reads as one."""
    if is_bool(value):
        raise ValueError(f"{value!r} is not a number")
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = value.strip()
    elif isinstance(value, str) and _NOT_FINITE.fullmatch(value.strip()):
        raise ValueError(f"{value!r} is not a finite number")
    elif not isinstance(value, numbers.Real):
        raise ValueError(f"{shown(value)} is not a number")
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise ValueError(f"{shown(value)} is not a finite number")
    return result


def scalar(value: object) -> float | str:
    """Return a finite number, or the text of an expression that parses."""
    if type(value) is float and value - value == 0:
        return value
    if isinstance(value, Formula):
        return value
    if isinstance(value, str):
        text = value.strip()
        if not _NUMBER.fullmatch(text) and not _NOT_FINITE.fullmatch(text):
            if not text:
                raise ValueError("is empty; write a number or an expression")
            parse(text)
            return str(text)
    return number(value)


def plain_inputs(inputs: Mapping[str, _Value] | None) -> dict[str, _Value | float]:
    """Return values of inputs with text that reads as a number converted to that number; others stay as given."""
    given: Mapping[str, Any] = {} if inputs is None else inputs
    if not isinstance(given, Mapping):
        raise DescriptionError(f"inputs map names to values, for example inputs={{'u': 1.0}}, not {shown(inputs)}")
    values: dict[str, Any] = {
        name: float(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else value
        for name, value in given.items()
    }
    return values


def constant_inputs(inputs: Mapping[str, InputValue]) -> dict[str, float]:
    """Those inputs that are plain numbers."""
    return {name: cast("float", value) for name, value in inputs.items() if isinstance(value, numbers.Real)}


def identifier(value: object) -> str:
    """Return a name made of letters, digits and underscores that does not start with a digit."""
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is not a name; a name is text (quote it in a file)")
    if len(value) > MAX_NAME:
        raise ValueError(f"the name {value[:20]!r}… has {len(value)} characters; at most {MAX_NAME} are allowed")
    if not _NAME.fullmatch(value):
        raise ValueError(f"{value!r} is not a name; use letters, digits and '_', starting with a letter")
    return str(value)  # NumPy's strings too


def part_name(value: object) -> str:
    """Return an identifier that no word of the grammar uses."""
    word = identifier(value)
    if word in RESERVED:
        raise ValueError(f"the name {word!r} is reserved; choose another (reserved: {', '.join(sorted(RESERVED))})")
    return word


def path(value: object) -> str:
    """Return the dotted name of a signal: `A.angle`."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", value, re.ASCII):
        raise ValueError(f"{shown(value)} is not a signal; write for example 'A.angle'")
    return str(value)


def _items(value: Any, what: str) -> list:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
        raise ValueError(f"{shown(value)} is not {what}")
    return list(value)


def vec(value: object) -> tuple[float | str, float | str, float | str]:
    """Return a vector of three Scalars."""
    items = _items(value, "a vector; write three components [x, y, z]")
    if len(items) != 3:
        raise ValueError(f"a vector has 3 components, not {len(items)}: {shown(value)}{_planar_remedy(items)}")
    x, y, z = scalars(items, "xyz")
    return x, y, z


def scalars(items: list, labels) -> list[float | str]:
    """Return a list of Scalars; an error names the component that is wrong."""
    result = []
    for label, item in zip(labels, items, strict=True):
        try:
            result.append(scalar(item))
        except ValueError as error:
            raise ValueError(f"component {label}: {error}") from None
    return result


def _planar_remedy(items: list) -> str:
    return "; in planar mechanisms too, write [x, y, 0]" if len(items) == 2 else ""


def _pair(items: list) -> tuple[str, str]:
    return identifier(items[0]), identifier(items[1])


def _is_pair(items: list) -> bool:
    return len(items) == 2 and all(isinstance(item, str) and _NAME.fullmatch(item) for item in items)


def point(value: object):
    """Return a point as a Vec, a name, or a pair of names."""
    if isinstance(value, str):
        return identifier(value)
    items = _items(
        value, "a point; write [x, y, z], the name of a point, frame or joint, or two names (their midpoint)"
    )
    return _pair(items) if _is_pair(items) else vec(items)


def direction(value: object):
    """Return a direction as a Vec that is not zero, or a pair of different names."""
    if isinstance(value, str):
        raise ValueError(f"{value!r} is not a direction; write [x, y, z] or two names [from, to]")
    items = _items(value, "a direction; write [x, y, z] or two names [from, to]")
    if _is_pair(items):
        if items[0] == items[1]:
            raise ValueError(f"the direction from {items[0]!r} to itself is zero; name two different points")
        return _pair(items)
    result = vec(items)
    if all(item == 0 for item in result):
        raise ValueError("the direction [0, 0, 0] is zero; give it a length, for example [0, 0, 1]")
    return result


def inertia(value: object):
    """Return one number (planar), three (xx, yy, zz) or six (xx, yy, zz, xy, xz, yz) tensor entries."""
    if isinstance(value, (str, numbers.Real)):
        return scalar(value)
    items = _items(value, "an inertia; write one number (planar), [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]")
    if len(items) not in (3, 6):
        raise ValueError(
            "an inertia is one number (planar) or a list of 3 (xx, yy, zz) or 6 (xx, yy, zz, xy, xz, yz) numbers, "
            f"not a list of {len(items)}"
        )
    return tuple(scalars(items, ("xx", "yy", "zz", "xy", "xz", "yz")[: len(items)]))


def pair(value: object):
    """Return one Scalar for both, or two."""
    if isinstance(value, (str, numbers.Real)):
        return scalar(value)
    items = _items(value, "a number or a pair of numbers")
    if len(items) != 2:
        raise ValueError(f"needs one number or a pair [y, z], not {len(items)} numbers")
    return tuple(scalars(items, "yz"))


def six(value: object) -> tuple:
    """Return six Scalars: x, y, z, then about x, y, z."""
    items = _items(value, "a list of six numbers [x, y, z, rx, ry, rz]")
    if len(items) != 6:
        raise ValueError(f"needs 6 components [x, y, z, rx, ry, rz], not {len(items)}")
    return tuple(scalars(items, ("x", "y", "z", "rx", "ry", "rz")))


def six_by_six(value: object) -> tuple:
    """Return a diagonal of six Scalars, or six rows of six."""
    items = _items(value, "six numbers [x, y, z, rx, ry, rz] or six rows of six")
    if len(items) != 6:
        raise ValueError(f"needs 6 numbers [x, y, z, rx, ry, rz] or 6 rows of 6, not {len(items)}")
    if any(isinstance(item, (str, numbers.Real)) for item in items):
        return six(items)
    return tuple(six(item) for item in items)


def named_scalars(value: object) -> dict[str, float | str]:
    """Return a mapping of names to Scalars."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{shown(value)} is not a mapping of names to values, such as {{a: 1}}")
    result = {}
    for key, item in value.items():
        try:
            result[identifier(key)] = scalar(item)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
    return result


def identifiers(value: object) -> tuple[str, ...]:
    """Return a tuple of names, each of which occurs once."""
    items = tuple(identifier(item) for item in _items(value, "a list of names"))
    for item in items:
        if items.count(item) > 1:
            raise ValueError(f"the name {item!r} is given twice")
    return items


def number_list(value: object) -> tuple[float, ...]:
    """Return a tuple of finite floats; expressions are not allowed."""
    return tuple(number(item) for item in _items(value, "a list of numbers"))


def shown(value: object) -> str:
    """Return a value as text for messages, at most 60 characters."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no integers of more than 4,300 digits
        return "an integer of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "…"


def maybe(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the same validator with None allowed."""

    @functools.wraps(function)
    def optional(value: Any) -> Any:
        return None if value is None else function(value)

    return optional


_SCALAR: dict[str, Any] = {"type": ["number", "string"], "description": "a number or an expression"}
_NAME_SCHEMA: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
_PAIR: dict[str, Any] = {"type": "array", "items": _NAME_SCHEMA, "minItems": 2, "maxItems": 2}


def _array(size: int, items: dict = _SCALAR) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": size, "maxItems": size}


def _any(*choices: dict) -> dict[str, Any]:
    return {"anyOf": list(choices)}


_POINT = _any(_array(3), _NAME_SCHEMA, _PAIR)
_DIRECTION = _any(_array(3), _PAIR)
_MAPPING: dict[str, Any] = {"type": "object", "additionalProperties": _SCALAR}
_NAMES: dict[str, Any] = {"type": "array", "items": _NAME_SCHEMA}
_SIX = _array(6)
_SIX_BY_SIX = _any(_SIX, _array(6, _SIX))
_TWO = _any(_SCALAR, _array(2))
_INERTIA = _any(_SCALAR, _array(3), _SIX)

# the types that users may give; the stored value is always a tuple
_Triple = Sequence[float | str] | np.ndarray
Name = Annotated[str, PlainValidator(part_name), WithJsonSchema(_NAME_SCHEMA)]
Identifier = Annotated[str, PlainValidator(identifier), WithJsonSchema(_NAME_SCHEMA)]
Path = Annotated[str, PlainValidator(path), WithJsonSchema({"type": "string"})]
Scalar = Annotated[float | str, PlainValidator(scalar), WithJsonSchema(_SCALAR)]
MaybeScalar = Annotated[float | str | None, PlainValidator(maybe(scalar)), WithJsonSchema(_SCALAR)]
Vec = Annotated[_Triple, PlainValidator(vec), WithJsonSchema(_array(3))]
PointLike = Annotated[_Triple | str, PlainValidator(point), WithJsonSchema(_POINT)]
MaybePoint = Annotated[_Triple | str | None, PlainValidator(maybe(point)), WithJsonSchema(_POINT)]
MaybeDirection = Annotated[_Triple | None, PlainValidator(maybe(direction)), WithJsonSchema(_DIRECTION)]
MaybeInertia = Annotated[
    float | str | Sequence[float | str] | None, PlainValidator(maybe(inertia)), WithJsonSchema(_INERTIA)
]
Pair = Annotated[float | str | Sequence[float | str], PlainValidator(pair), WithJsonSchema(_TWO)]
MaybePair = Annotated[float | str | Sequence[float | str] | None, PlainValidator(maybe(pair)), WithJsonSchema(_TWO)]
Six = Annotated[Sequence[float | str], PlainValidator(six), WithJsonSchema(_SIX)]
SixBySix = Annotated[Sequence, PlainValidator(six_by_six), WithJsonSchema(_SIX_BY_SIX)]
NamedScalars = Annotated[Mapping[str, float | str], PlainValidator(named_scalars), WithJsonSchema(_MAPPING)]
Identifiers = Annotated[Sequence[str], PlainValidator(identifiers), WithJsonSchema(_NAMES)]
NumberList = Annotated[
    FloatSequence, PlainValidator(number_list), WithJsonSchema({"type": "array", "items": {"type": "number"}})
]
