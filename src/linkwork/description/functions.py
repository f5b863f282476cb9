"""The functions of expressions on one number, float or complex.

Complex numbers carry a complex step: branches look at the real part only, and a domain error
(the square root of a negative, …) is NaN, never a jump to another sheet of the function.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable

Number = float | complex
NAN = math.nan


def _smooth(real: Callable[[float], float], analytic: Callable[[complex], complex], domain=None):
    """A function by its real and its complex form; outside the domain (of the real part), NaN."""

    def function(x: Number) -> Number:
        if domain is not None and not domain(x.real):
            return NAN
        try:
            return analytic(x) if isinstance(x, complex) else real(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return NAN

    return function


sin = _smooth(math.sin, cmath.sin)
cos = _smooth(math.cos, cmath.cos)
tan = _smooth(math.tan, cmath.tan)
exp = _smooth(math.exp, cmath.exp)
atan = _smooth(math.atan, cmath.atan)
asin = _smooth(math.asin, cmath.asin, lambda x: -1 <= x <= 1)
acos = _smooth(math.acos, cmath.acos, lambda x: -1 <= x <= 1)
sqrt = _smooth(math.sqrt, cmath.sqrt, lambda x: x >= 0)
log = _smooth(math.log, cmath.log, lambda x: x > 0)


def absolute(x: Number) -> Number:
    return -x if x.real < 0 else +x


def sign(x: Number) -> float:
    return float((x.real > 0) - (x.real < 0)) if x.real == x.real else NAN


def minimum(*values: Number) -> Number:
    return min(values, key=lambda value: value.real)


def maximum(*values: Number) -> Number:
    return max(values, key=lambda value: value.real)


def atan2(y: Number, x: Number) -> Number:
    """atan2 of the real parts, with its differential carried by the imaginary ones.

    The analytic form -i log((x + iy)/r) would mix the step with the value and lose it.
    """
    angle = math.atan2(y.real, x.real)
    if not (isinstance(x, complex) or isinstance(y, complex)):
        return angle
    r2 = x.real * x.real + y.real * y.real
    if r2 == 0:
        return complex(angle, NAN)
    return complex(angle, (x.real * y.imag - y.real * x.imag) / r2)


def divide(a: Number, b: Number) -> Number:
    """a / b with the outcomes of floating point (inf, NaN) instead of exceptions."""
    if b == 0:
        return NAN if a == 0 or a != a else math.copysign(math.inf, a.real)
    return a / b


def power(a: Number, b: Number) -> Number:
    """a ** b; a negative base needs a whole exponent, else NaN."""
    try:
        if b.imag == 0 and b.real == int(b.real) and abs(b.real) <= 1024:
            exponent = int(b.real)
            return divide(1.0, a**-exponent) if exponent < 0 else a**exponent
        if a.real < 0:
            return NAN
        if a == 0:
            return 0.0 if b.real > 0 else math.inf
        if isinstance(a, complex) or isinstance(b, complex):
            return cmath.exp(b * cmath.log(a))
        return a**b
    except OverflowError:
        return math.inf
    except ValueError:
        return NAN


def _blend(shape: Callable[[Number], Number]):
    def function(x: Number, x0: Number, y0: Number, x1: Number, y1: Number) -> Number:
        if x1.real < x0.real:
            return NAN
        if x.real <= x0.real:
            return y0
        if x.real >= x1.real:
            return y1
        return y0 + (y1 - y0) * shape((x - x0) / (x1 - x0))

    return function


step = _blend(lambda s: s * s * (3 - 2 * s))
step5 = _blend(lambda s: s * s * s * (10 - 15 * s + 6 * s * s))

# name: (function, fewest arguments, most arguments); `table` is looked up by its caller
FUNCTIONS: dict[str, tuple[Callable | None, int, int]] = {
    "sin": (sin, 1, 1),
    "cos": (cos, 1, 1),
    "tan": (tan, 1, 1),
    "asin": (asin, 1, 1),
    "acos": (acos, 1, 1),
    "atan": (atan, 1, 1),
    "atan2": (atan2, 2, 2),
    "sqrt": (sqrt, 1, 1),
    "exp": (exp, 1, 1),
    "log": (log, 1, 1),
    "abs": (absolute, 1, 1),
    "min": (minimum, 1, 16),
    "max": (maximum, 1, 16),
    "sign": (sign, 1, 1),
    "step": (step, 5, 5),
    "step5": (step5, 5, 5),
    "table": (None, 2, 2),
}
CONSTANTS = {"pi": math.pi, "deg": math.pi / 180, "mm": 1e-3}
