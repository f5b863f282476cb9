"""The functions a tape is made of: value, first and second derivatives of each operation at its arguments.

Generic over float64 and complex128. A value branches on real parts and is NaN outside its real domain; derivatives take
the same branch as a complex step of the value does.
"""

import math

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.complex_safe import (
    abs_,
    acos_,
    asin_,
    atan2_,
    atan_,
    cosh_,
    floor_,
    log_,
    max_,
    min_,
    pow_,
    sech2_,
    sign_,
    sinh_,
    sqrt_,
    tan_,
    tanh_,
)

# Loads: the argument is the index of what is loaded.
CONST, TIME, INPUT, MEASURE, RATE, OUTPUT, STATE = range(7)
# Operations: the arguments are instructions; TABLE has the table's number first; a step blends 0 to 1 for x from x0 to x1;
# WHERE is y where x > 0, elsewhere 0, and ELSE the other way round: a choice is the sum of both.
NEG, SIN, COS, TAN, ASIN, ACOS, ATAN, SQRT, EXP, LOG, TANH, SINH, COSH, ABS, FLOOR, SIGN = range(7, 23)
ADD, SUB, MUL, DIV, POW, MIN, MAX, ATAN2, WHERE, ELSE = range(23, 33)
STEP, STEP5, TABLE = range(33, 36)


@inner_kernel
def divide(x, y):
    """x / y; by zero it is infinite or NaN in complex128 too, where the plain operator would raise."""
    if y.real == 0.0 and y.imag == 0.0:
        if x.real == 0.0 or x.real != x.real:
            return math.nan
        return math.copysign(math.inf, x.real)
    return x / y


@inner_kernel
def unary(op, x):
    if op == NEG:
        return -x
    if op == SIN:
        return np.sin(x)
    if op == COS:
        return np.cos(x)
    if op == TAN:
        return tan_(x)
    if op == ASIN:
        return asin_(x)
    if op == ACOS:
        return acos_(x)
    if op == ATAN:
        return atan_(x)
    if op == SQRT:
        return sqrt_(x)
    if op == EXP:
        return np.exp(x)
    if op == LOG:
        return log_(x)
    if op == TANH:
        return tanh_(x)
    if op == SINH:
        return sinh_(x)
    if op == COSH:
        return cosh_(x)
    if op == ABS:
        return abs_(x)
    if op == FLOOR:
        return floor_(x)
    return sign_(x)


@inner_kernel
def unary_derivatives(op, x, f):
    """First and second derivative of f = op(x)."""
    if op == NEG:
        return -1.0, 0.0
    if op == SIN:
        return np.cos(x), -f
    if op == COS:
        return -np.sin(x), -f
    if op == TAN:
        return 1.0 + f * f, 2.0 * f * (1.0 + f * f)
    if op in (ASIN, ACOS):
        s = divide(1.0 if op == ASIN else -1.0, sqrt_(1.0 - x * x))
        return s, x * s * s * s
    if op == ATAN:
        s = 1.0 / (1.0 + x * x)
        return s, -2.0 * x * s * s
    if op == SQRT:
        s = divide(0.5, f)
        return s, divide(-0.5 * s, x)
    if op == EXP:
        return f, f
    if op == LOG:
        s = divide(1.0, x)
        return s, -s * s
    if op == TANH:
        s = sech2_(x)
        return s, -2.0 * f * s
    if op == SINH:
        return cosh_(x), f
    if op == COSH:
        return sinh_(x), f
    if op == ABS:
        return -1.0 if x.real < 0.0 else 1.0, 0.0
    return 0.0, 0.0


@inner_kernel
def binary(op, x, y):
    if op == ADD:
        return x + y
    if op == SUB:
        return x - y
    if op == MUL:
        return x * y
    if op == DIV:
        return divide(x, y)
    if op == POW:
        return pow_(x, y)
    if op == ATAN2:
        return atan2_(x, y)
    if op == WHERE or op == ELSE:
        if x.real != x.real:
            return x
        return y if (x.real > 0.0) == (op == WHERE) else 0.0
    if y.real != y.real:
        return y
    return min_(x, y) if op == MIN else max_(x, y)


@inner_kernel
def _times_power(c, x, e):
    """c x**e, zero if c is."""
    if c.real == 0.0 and c.imag == 0.0:
        return c * 1.0
    return c * pow_(x, e)


@inner_kernel
def _log_or_zero(x):
    """log x for the derivative by an exponent, which is taken as zero for a base that is not positive."""
    return np.log(x) if x.real > 0.0 else 0.0 * x


@inner_kernel
def binary_derivatives(op, x, y, f):
    """First derivatives of f = op(x, y) by x and y."""
    if op == ADD:
        return 1.0, 1.0
    if op == SUB:
        return 1.0, -1.0
    if op == MUL:
        return y, x
    if op == DIV:
        s = divide(1.0, y)
        return s, -f * s
    if op == POW:
        return _times_power(y, x, y - 1.0), f * _log_or_zero(x)
    if op == ATAN2:
        s = divide(1.0, x * x + y * y)
        return y * s, -x * s
    if op == WHERE or op == ELSE:
        return (0.0, 1.0) if (x.real > 0.0) == (op == WHERE) else (0.0, 0.0)
    first = not (y.real < x.real if op == MIN else y.real > x.real)
    return (1.0, 0.0) if first else (0.0, 1.0)


@inner_kernel
def binary_curvatures(op, x, y, f):
    """Second derivatives of f = op(x, y): by x x, x y, y y."""
    if op == MUL:
        return 0.0, 1.0, 0.0
    if op == DIV:
        s = divide(1.0, y)
        return 0.0, -s * s, 2.0 * f * s * s
    if op == POW:
        log = _log_or_zero(x)
        xx = _times_power(y * (y - 1.0), x, y - 2.0)
        return xx, _times_power(1.0 + y * log, x, y - 1.0), f * log * log
    if op == ATAN2:
        s = divide(1.0, x * x + y * y)
        return -2.0 * x * y * s * s, (x * x - y * y) * s * s, 2.0 * x * y * s * s
    return 0.0, 0.0, 0.0


@inner_kernel
def blend(op, x, x0, x1):
    """0 up to x0, 1 from x1, and between s²(3 - 2s) or, with three smooth derivatives, s³(10 - 15s + 6s²)."""
    if x1.real < x0.real or x.real != x.real:
        return math.nan
    if x.real <= x0.real:
        return 0.0
    if x.real >= x1.real:
        return 1.0
    s = (x - x0) / (x1 - x0)
    return s * s * (3.0 - 2.0 * s) if op == STEP else s * s * s * (10.0 + s * (6.0 * s - 15.0))


@inner_kernel
def blend_derivatives(op, x, x0, x1):
    """(s, d/ds, d²/ds²) of `blend`; zeros where it is constant."""
    if not (x0.real < x.real < x1.real):
        return 0.0, 0.0, 0.0
    s = (x - x0) / (x1 - x0)
    if op == STEP:
        return s, 6.0 * s * (1.0 - s), 6.0 - 12.0 * s
    return s, 30.0 * s * s * (1.0 - s) * (1.0 - s), 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)


@inner_kernel
def table_row(x_rows, first, last, x):
    """Return the row of a table, among first … last - 1, that holds at x. Row `first` holds below the first knot."""
    low, high = first, last
    while high - low > 1:
        middle = (low + high) // 2
        if x_rows[middle].real <= x.real:
            low = middle
        else:
            high = middle
    return low


@inner_kernel
def cubic(c, d):
    return c[0] + d * (c[1] + d * (c[2] + d * c[3]))


@inner_kernel
def cubic_derivatives(c, d):
    """Return the first and second derivative of `cubic`."""
    return c[1] + d * (2.0 * c[2] + d * 3.0 * c[3]), 2.0 * c[2] + 6.0 * d * c[3]
