"""The functions of expressions on one number, float or complex.

Complex numbers carry a complex step: branches look at the real part only, and a domain error
(the square root of a negative, …) is NaN, never a jump to another sheet of the function.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable

from linkwork.description.tracing import Traced, two

Number = float | complex
NAN = math.nan


def _smooth(real: Callable[[float], float], analytic: Callable[[complex], complex], domain=None):
    """Return a function of float or complex numbers made of its two forms; it gives NaN outside the real domain."""

    def function(x: Number) -> Number:
        if domain is not None and not domain(x.real):
            return NAN
        try:
            if isinstance(x, Traced):
                return x.function(real.__name__, real(x.value))
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


def tanh(x: Number) -> Number:
    """Return tanh of the real part, its differential carried by the imaginary one: cmath loses it for large
    arguments."""
    value = math.tanh(x.real)
    if not isinstance(x, complex):
        return value
    e = math.exp(-2.0 * abs(x.real))
    return complex(value, x.imag * 4.0 * e / (1.0 + e) ** 2)


def sinh(x: Number) -> Number:
    try:
        return cmath.sinh(x) if isinstance(x, complex) else math.sinh(x)
    except OverflowError:
        return math.copysign(math.inf, x.real)


cosh = _smooth(math.cosh, cmath.cosh)


def floor(x: Number) -> float:
    """Return the largest whole number that is not above the real part."""
    return float(math.floor(x.real)) if math.isfinite(x.real) else float(x.real)


def mod(x: Number, y: Number) -> Number:
    """Return x - y floor(x/y): between 0 and y, like Python's %."""
    return x - y * floor(divide(x, y))


def absolute(x: Number) -> Number:
    return -x if x.real < 0 else +x


def sign(x: Number) -> float:
    return float((x.real > 0) - (x.real < 0)) if x.real == x.real else NAN


def minimum(*values: Number) -> Number:
    return min(values, key=lambda value: value.real)


def maximum(*values: Number) -> Number:
    return max(values, key=lambda value: value.real)


def atan2(y: Number, x: Number) -> Number:
    """Return atan2 of the real parts, with its differential carried by the imaginary ones.

    The analytic form -i log((x + iy)/r) would mix the step with the value and lose it.
    """
    if isinstance(x, Traced) or isinstance(y, Traced):
        return two("atan2", math.atan2, y, x)
    angle = math.atan2(y.real, x.real)
    if not (isinstance(x, complex) or isinstance(y, complex)):
        return angle
    r2 = x.real * x.real + y.real * y.real
    if r2 == 0:
        return complex(angle, NAN)
    return complex(angle, (x.real * y.imag - y.real * x.imag) / r2)


def divide(a: Number, b: Number) -> Number:
    """Return a / b with the outcomes of floating point (inf, NaN) instead of exceptions."""
    if b == 0:
        return NAN if a == 0 or a != a else math.copysign(math.inf, a.real)
    return a / b


def power(a: Number, b: Number) -> Number:
    """Return a ** b; a negative base needs a whole exponent, else NaN."""
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

# name: (function, fewest arguments, most arguments); `evaluate` handles `table` and `if`
FUNCTIONS: dict[str, tuple[Callable | None, int, int]] = {
    "sin": (sin, 1, 1),
    "cos": (cos, 1, 1),
    "tan": (tan, 1, 1),
    "asin": (asin, 1, 1),
    "acos": (acos, 1, 1),
    "atan": (atan, 1, 1),
    "atan2": (atan2, 2, 2),
    "sinh": (sinh, 1, 1),
    "cosh": (cosh, 1, 1),
    "tanh": (tanh, 1, 1),
    "sqrt": (sqrt, 1, 1),
    "exp": (exp, 1, 1),
    "log": (log, 1, 1),
    "abs": (absolute, 1, 1),
    "min": (minimum, 1, 16),
    "max": (maximum, 1, 16),
    "sign": (sign, 1, 1),
    "floor": (floor, 1, 1),
    "mod": (mod, 2, 2),
    "if": (None, 3, 3),
    "step": (step, 5, 5),
    "step5": (step5, 5, 5),
    "table": (None, 2, 2),
}
# functions added after users could name bodies and parameters so: floor and floor.position remain valid names
ALSO_NAMES = frozenset({"floor", "mod"})
# other names of functions, and how to write functions that are not here: the nearest spelling would be another function
OTHER_NAMES = {
    "sine": "sin", "cosine": "cos", "tangent": "tan", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2",
    "ln": "log", "fabs": "abs", "signum": "sign", "sgn": "sign", "root": "sqrt", "smoothstep": "step",
}  # fmt: skip
WRITTEN_OTHERWISE = {
    "log10": "log(x)/log(10)", "log2": "log(x)/log(2)", "log1p": "log(1 + x)", "expm1": "exp(x) - 1", "exp2": "2**x", "pow": "x**y",
    "sqr": "x**2", "cbrt": "sign(x)*abs(x)**(1/3)", "hypot": "sqrt(x**2 + y**2)", "asinh": "log(x + sqrt(x**2 + 1))",
    "acosh": "log(x + sqrt(x**2 - 1))", "atanh": "log((1 + x)/(1 - x))/2", "sec": "1/cos(x)", "csc": "1/sin(x)",
    "cot": "1/tan(x)", "sech": "1/cosh(x)", "csch": "1/sinh(x)", "coth": "1/tanh(x)", "acot": "atan(1/x)", "sinc": "sin(x)/x",
    "sind": "sin(x*deg)", "cosd": "cos(x*deg)", "tand": "tan(x*deg)", "ceil": "-floor(-x)", "round": "floor(x + 0.5)",
    "heaviside": "if(x > 0, 1, 0)", "where": "if(x > 0, a, b)", "clip": "min(max(x, low), high)", "interp": "table(name, x)",
    "fmod": "sign(x)*mod(abs(x), abs(y))", "trunc": "sign(x)*floor(abs(x))",
}  # fmt: skip
CONSTANTS = {"pi": math.pi, "deg": math.pi / 180, "mm": 1e-3}
