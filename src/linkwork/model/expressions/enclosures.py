"""Enclosures of the functions of expressions: bounds of value and time derivative over intervals, on arrays.

Bounds are widened by a few roundings unless they are one number, so that an interval of one time gives the value there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

EVERYWHERE_DEFINED, IN_PARTS, NOWHERE = range(3)
ROUNDING = 8.0 * 2.0**-53


class Enclosure(NamedTuple):
    """low <= f <= high and rate_low <= df/dt <= rate_high wherever f is defined."""

    low: np.ndarray
    high: np.ndarray
    rate_low: np.ndarray
    rate_high: np.ndarray
    undefined: np.ndarray  # EVERYWHERE_DEFINED, IN_PARTS (or perhaps), NOWHERE


Pair = tuple[np.ndarray, np.ndarray]


def constant(value: float, like: Enclosure) -> Enclosure:
    """Return the enclosure of a constant."""
    number, zero = np.full(like.low.shape, float(value)), np.zeros(like.low.shape)
    nowhere = NOWHERE if math.isnan(value) else EVERYWHERE_DEFINED
    return Enclosure(number, number, zero, zero, np.full(like.low.shape, nowhere, np.int8))


def _made(value: Pair, rate: Pair, *of: Enclosure, undefined: np.ndarray | None = None) -> Enclosure:
    """Return an enclosure widened by roundings, undefined where an argument is; NaN becomes infinite bounds."""
    where = of[0].undefined
    for other in of[1:]:
        where = np.maximum(where, other.undefined)
    if undefined is not None:
        where = np.maximum(where, undefined)
    return Enclosure(*_widened(*value), *_widened(*rate), where)


def _widened(low: np.ndarray, high: np.ndarray) -> Pair:
    low, high = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
    more = np.where(high > low, ROUNDING * np.maximum(np.abs(low), np.abs(high)), 0.0)
    more = np.where(np.isfinite(more), more, 0.0)
    return low - more, high + more


def _times(a: Pair, b: Pair) -> Pair:
    """Return the bounds of a product; zero times infinity is zero."""
    products = np.array([np.where((x == 0) | (y == 0), 0.0, x * y) for x in a for y in b])
    return products.min(axis=0), products.max(axis=0)


def _plus(a: Pair, b: Pair) -> Pair:
    return a[0] + b[0], a[1] + b[1]


def _minus(a: Pair) -> Pair:
    return -a[1], -a[0]


def _over(a: Pair) -> Pair:
    """Return the bounds of 1/x, infinite where zero is inside."""
    inside = (a[0] <= 0) & (a[1] >= 0)
    low, high = 1.0 / a[1], 1.0 / a[0]
    return np.where(inside, -np.inf, low), np.where(inside, np.inf, high)


def _hull(a: Pair, b: Pair) -> Pair:
    return np.minimum(a[0], b[0]), np.maximum(a[1], b[1])


def _value(x: Enclosure) -> Pair:
    return x.low, x.high


def _rate(x: Enclosure) -> Pair:
    return x.rate_low, x.rate_high


def _chosen(first: np.ndarray, second: np.ndarray, a: Pair, b: Pair) -> Pair:
    """Return a where `first`, b where `second`, elsewhere the hull of both."""
    low, high = _hull(a, b)
    return np.where(first, a[0], np.where(second, b[0], low)), np.where(first, a[1], np.where(second, b[1], high))


# operators


def negate(a: Enclosure) -> Enclosure:
    return Enclosure(-a.high, -a.low, -a.rate_high, -a.rate_low, a.undefined)


def add(a: Enclosure, b: Enclosure) -> Enclosure:
    return _made(_plus(_value(a), _value(b)), _plus(_rate(a), _rate(b)), a, b)


def subtract(a: Enclosure, b: Enclosure) -> Enclosure:
    return add(a, negate(b))


def multiply(a: Enclosure, b: Enclosure) -> Enclosure:
    rate = _plus(_times(_rate(a), _value(b)), _times(_value(a), _rate(b)))
    return _made(_times(_value(a), _value(b)), rate, a, b)


def divide(a: Enclosure, b: Enclosure) -> Enclosure:
    over = _over(_value(b))
    nothing = (b.low == 0) & (b.high == 0)
    point = (a.low == a.high) & (b.low == b.high)
    value = _times(_value(a), over)
    exact = np.where(point, a.low / b.low, 0.0)  # as it is computed at one time
    value = np.where(point, exact, value[0]), np.where(point, exact, value[1])
    rate = _times(_plus(_rate(a), _minus(_times(value, _rate(b)))), over)
    both = nothing & (a.low == 0) & (a.high == 0)
    return _made(value, rate, a, b, undefined=np.where(both, NOWHERE, EVERYWHERE_DEFINED).astype(np.int8))


def power(a: Enclosure, b: Enclosure) -> Enclosure:
    n = float(b.low.flat[0]) if b.low.size else 0.0
    if (b.low == n).all() and (b.high == n).all() and n == int(n) and abs(n) <= 1024:
        return _whole_power(a, int(n))
    rooted = FUNCTIONS["exp"](multiply(b, FUNCTIONS["log"](a)))
    point = (a.low == a.high) & (b.low == b.high) & (a.low > 0)
    exact = np.where(point, np.abs(a.low) ** b.low, 0.0)
    return rooted._replace(low=np.where(point, exact, rooted.low), high=np.where(point, exact, rooted.high))


def _whole_power(a: Enclosure, n: int) -> Enclosure:
    if n < 0:
        return divide(constant(1.0, a), _whole_power(a, -n))
    return _made(
        _whole(_value(a), n), _times(_times((n + 0.0 * a.low, n + 0.0 * a.low), _whole(_value(a), n - 1)), _rate(a)), a
    )


def _whole(a: Pair, n: int) -> Pair:
    if n <= 0:
        return np.ones_like(a[0]), np.ones_like(a[0])
    low, high = a[0] ** n, a[1] ** n
    if n % 2 == 1:
        return low, high
    inside = (a[0] <= 0) & (a[1] >= 0)
    return np.where(inside, 0.0, np.minimum(low, high)), np.maximum(low, high)


# functions of one argument


def _rising(function: Callable, slope: Callable[[Pair], Pair], domain: tuple[float, float] = (-np.inf, np.inf)):
    """Return the enclosure of a function that rises with its argument; `slope` bounds its derivative."""

    def made(x: Enclosure) -> Enclosure:
        low, high = np.clip(x.low, *domain), np.clip(x.high, *domain)
        outside = (x.high < domain[0]) | (x.low > domain[1])
        partly = (x.low < domain[0]) | (x.high > domain[1])
        undefined = np.where(outside, NOWHERE, np.where(partly, IN_PARTS, EVERYWHERE_DEFINED)).astype(np.int8)
        return _made((function(low), function(high)), _times(slope((low, high)), _rate(x)), x, undefined=undefined)

    return made


def _square(x: Pair) -> Pair:
    return _whole(x, 2)


def _one_plus(x: Pair) -> Pair:
    return 1.0 + x[0], 1.0 + x[1]


def _root_slope(x: Pair) -> Pair:
    return 0.5 / np.sqrt(x[1]), 0.5 / np.sqrt(x[0])


def _arc_slope(x: Pair) -> Pair:
    """Return 1 / sqrt(1 - x²)."""
    square = _square(x)
    return 1.0 / np.sqrt(1.0 - square[0]), 1.0 / np.sqrt(np.maximum(1.0 - square[1], 0.0))


def _sech2(x: Pair) -> Pair:
    near, far = _whole(x, 2)
    return 1.0 / np.cosh(np.sqrt(far)) ** 2, 1.0 / np.cosh(np.sqrt(near)) ** 2


def _cosh(x: Pair) -> Pair:
    near, far = _whole(x, 2)
    return np.cosh(np.sqrt(near)), np.cosh(np.sqrt(far))


def _sine(x: Pair) -> Pair:
    """Return the bounds of sin x."""
    a, b = np.sin(x[0]), np.sin(x[1])
    turn = 2.0 * np.pi
    tops = np.floor((x[1] - 0.5 * np.pi) / turn) > np.ceil((x[0] - 0.5 * np.pi) / turn) - 1.0
    bottoms = np.floor((x[1] + 0.5 * np.pi) / turn) > np.ceil((x[0] + 0.5 * np.pi) / turn) - 1.0
    point = x[0] == x[1]
    unbounded = ~np.isfinite(x[1] - x[0])
    low, high = np.minimum(a, b), np.maximum(a, b)
    low = np.where((bottoms & ~point) | unbounded, -1.0, low)
    return low, np.where((tops & ~point) | unbounded, 1.0, high)


def _cosine(x: Pair) -> Pair:
    """Return the bounds of cos x."""
    point, value = x[0] == x[1], np.cos(x[0])
    low, high = _sine((x[0] + 0.5 * np.pi, x[1] + 0.5 * np.pi))
    return np.where(point, value, low), np.where(point, value, high)


def sine(x: Enclosure) -> Enclosure:
    return _made(_sine(_value(x)), _times(_cosine(_value(x)), _rate(x)), x)


def cosine(x: Enclosure) -> Enclosure:
    return _made(_cosine(_value(x)), _times(_minus(_sine(_value(x))), _rate(x)), x)


def tangent(x: Enclosure) -> Enclosure:
    branch = np.floor(x.low / np.pi + 0.5) == np.floor(x.high / np.pi + 0.5)
    branch &= np.isfinite(x.high - x.low)
    value = np.where(branch, np.tan(x.low), -np.inf), np.where(branch, np.tan(x.high), np.inf)
    return _made(value, _times(_one_plus(_square(value)), _rate(x)), x)


def arc_cosine(x: Enclosure) -> Enclosure:
    sine = FUNCTIONS["asin"](x)
    low, high = np.arccos(np.clip(x.high, -1, 1)), np.arccos(np.clip(x.low, -1, 1))
    return Enclosure(*_widened(low, high), -sine.rate_high, -sine.rate_low, sine.undefined)


def hyperbolic_cosine(x: Enclosure) -> Enclosure:
    return _made(_cosh(_value(x)), _times((np.sinh(x.low), np.sinh(x.high)), _rate(x)), x)


def absolute(x: Enclosure) -> Enclosure:
    inside = (x.low <= 0) & (x.high >= 0)
    a, b = np.abs(x.low), np.abs(x.high)
    value = np.where(inside, 0.0, np.minimum(a, b)), np.maximum(a, b)
    return _made(value, _chosen(x.low > 0, x.high < 0, _rate(x), _minus(_rate(x))), x)


def sign(x: Enclosure) -> Enclosure:
    return _jumping(np.sign(x.low), np.sign(x.high), x)


def floor(x: Enclosure) -> Enclosure:
    return _jumping(np.floor(x.low), np.floor(x.high), x)


def _jumping(low: np.ndarray, high: np.ndarray, x: Enclosure) -> Enclosure:
    """Return the enclosure with an unbounded rate where the function jumps."""
    edge = np.where(low == high, 0.0, np.inf)
    return _made((low, high), (-edge, edge), x)


# functions of several


def modulo(x: Enclosure, y: Enclosure) -> Enclosure:
    rest = subtract(x, multiply(y, floor(divide(x, y))))
    zero, never = (y.low <= 0) & (y.high >= 0), (y.low == 0) & (y.high == 0)
    undefined = np.where(never, NOWHERE, np.where(zero, IN_PARTS, EVERYWHERE_DEFINED))
    return rest._replace(undefined=np.maximum(rest.undefined, undefined).astype(np.int8))


def largest(*values: Enclosure) -> Enclosure:
    result = values[0]
    for other in values[1:]:
        first, second = result.low > other.high, other.low > result.high
        value = np.maximum(result.low, other.low), np.maximum(result.high, other.high)
        result = _made(value, _chosen(first, second, _rate(result), _rate(other)), result, other)
    return result


def smallest(*values: Enclosure) -> Enclosure:
    return negate(largest(*(negate(value) for value in values)))


def choice(above: Enclosure, a: Enclosure, b: Enclosure) -> Enclosure:
    """Return a where `above` is positive, b where it is negative, and the hull of both at zero, so that strict and weak
    comparisons need no distinction."""
    first, second = above.low > 0, above.high < 0
    low, high = _chosen(first, second, _value(a), _value(b))
    rate = _chosen(first, second, _rate(a), _rate(b))
    jumps = ~(first | second)
    rate = np.where(jumps, -np.inf, rate[0]), np.where(jumps, np.inf, rate[1])
    either = np.where((a.undefined == NOWHERE) & (b.undefined == NOWHERE), NOWHERE, IN_PARTS)
    undefined = np.where(first, a.undefined, np.where(second, b.undefined, either))
    defined = jumps & (a.undefined == EVERYWHERE_DEFINED) & (b.undefined == EVERYWHERE_DEFINED)
    undefined = np.maximum(np.where(defined, EVERYWHERE_DEFINED, undefined), above.undefined)
    return Enclosure(low, high, *rate, undefined.astype(np.int8))


def arc_tangent2(y: Enclosure, x: Enclosure) -> Enclosure:
    corners = np.array([np.arctan2(b, a) for b in _value(y) for a in _value(x)])
    cut = (x.low <= 0) & (y.low <= 0) & (y.high >= 0)
    cut &= ~((x.low == x.high) & (y.low == y.high))
    value = np.where(cut, -np.pi, corners.min(axis=0)), np.where(cut, np.pi, corners.max(axis=0))
    over = _over(_plus(_square(_value(x)), _square(_value(y))))
    rate = _times(_plus(_times(_value(x), _rate(y)), _minus(_times(_value(y), _rate(x)))), over)
    edge = np.where(cut, np.inf, 0.0)
    return _made(value, (rate[0] - edge, rate[1] + edge), y, x)


def _blend(shape: Callable, slope: Callable, top: float):
    """Return the enclosure of a step from y0 at x0 to y1 at x1; `shape` rises from 0 to 1 with derivative `slope`,
    whose maximum `top` is in the middle."""

    def made(x: Enclosure, x0: Enclosure, y0: Enclosure, x1: Enclosure, y1: Enclosure) -> Enclosure:
        part = divide(subtract(x, x0), subtract(x1, x0))
        low, high = np.clip(part.low, 0.0, 1.0), np.clip(part.high, 0.0, 1.0)
        a, b = slope(low), slope(high)
        steepest = np.where((low <= 0.5) & (high >= 0.5), top, np.maximum(a, b))
        rate = _times((np.minimum(a, b), steepest), _rate(part))
        still = (part.high < 0) | (part.low > 1)
        rate = np.where(still, 0.0, rate[0]), np.where(still, 0.0, rate[1])
        wrong = np.where(x1.high < x0.low, NOWHERE, EVERYWHERE_DEFINED).astype(np.int8)
        blend = _made((shape(low), shape(high)), rate, part, undefined=wrong)
        return add(y0, multiply(subtract(y1, y0), blend))

    return made


def table(knots: np.ndarray, coef: np.ndarray, x: Enclosure) -> Enclosure:
    """Return the enclosure of a table of cubics, infinite over more than two of them."""
    rows = [np.maximum(np.searchsorted(knots[1:], end, side="right"), 0) for end in _value(x)]
    knot = knots[rows[1]]
    one = rows[0] == rows[1]
    (v0, r0), (v1, r1) = (
        _cubic(coef[rows[0]], x.low - knots[rows[0]], np.where(one, x.high, knot) - knots[rows[0]]),
        _cubic(coef[rows[1]], np.where(one, x.low, knot) - knot, x.high - knot),
    )
    value, slope = _hull(v0, v1), _hull(r0, r1)
    wide = rows[1] - rows[0] > 1
    value = np.where(wide, -np.inf, value[0]), np.where(wide, np.inf, value[1])
    slope = np.where(wide, -np.inf, slope[0]), np.where(wide, np.inf, slope[1])
    return _made(value, _times(slope, _rate(x)), x)


def _cubic(c: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[Pair, Pair]:
    """Return the bounds of a cubic and of its derivative, by Horner's scheme."""
    d = low, high

    def horner(*numbers: np.ndarray) -> Pair:
        total = numbers[-1], numbers[-1]
        for number in numbers[-2::-1]:
            total = _plus((number, number), _times(d, total))
        return total

    return horner(c[:, 0], c[:, 1], c[:, 2], c[:, 3]), horner(c[:, 1], 2.0 * c[:, 2], 3.0 * c[:, 3])


OPERATORS: dict[str, Callable[..., Enclosure]] = {
    "neg": negate, "add": add, "sub": subtract, "mul": multiply, "div": divide, "pow": power,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Enclosure]] = {
    "sin": sine, "cos": cosine, "tan": tangent, "acos": arc_cosine, "cosh": hyperbolic_cosine, "abs": absolute, "sign": sign,
    "floor": floor, "mod": modulo, "max": largest, "min": smallest, "atan2": arc_tangent2,
    "asin": _rising(np.arcsin, _arc_slope, (-1.0, 1.0)),
    "atan": _rising(np.arctan, lambda x: _over(_one_plus(_square(x)))),
    "sqrt": _rising(np.sqrt, _root_slope, (0.0, np.inf)),
    "exp": _rising(np.exp, lambda x: (np.exp(x[0]), np.exp(x[1]))),
    "log": _rising(np.log, _over, (0.0, np.inf)),
    "sinh": _rising(np.sinh, _cosh),
    "tanh": _rising(np.tanh, _sech2),
    "step": _blend(lambda s: s * s * (3 - 2 * s), lambda s: 6 * s * (1 - s), 1.5),
    "step5": _blend(
        lambda s: s * s * s * (10 - 15 * s + 6 * s * s), lambda s: 30 * s * s * (1 - s) * (1 - s), 1.875
    ),
}  # fmt: skip
