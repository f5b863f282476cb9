"""Third derivatives of the functions a tape is made of: what the accelerations of motions change by.

f_x2y is the derivative by x twice and by y once.
"""

from linkwork.kernels.expressions.functions import (
    ACOS,
    ASIN,
    ATAN,
    ATAN2,
    COS,
    COSH,
    DIV,
    EXP,
    LOG,
    POW,
    SIN,
    SINH,
    SQRT,
    STEP,
    TAN,
    TANH,
    _log_or_zero,
    _times_power,
    divide,
)
from linkwork.kernels.inline import inner_kernel


@inner_kernel
def unary_third(op, x, f, f_x):
    """f_x3 of f = op(x)."""
    if op == SIN or op == COS:
        return -f_x
    if op == TAN:
        return (2.0 + 6.0 * f * f) * f_x
    if op == ASIN or op == ACOS:
        return f_x * f_x * f_x * (1.0 + 3.0 * x * x * f_x * f_x)
    if op == ATAN:
        return f_x * f_x * (8.0 * x * x * f_x - 2.0)
    if op == SQRT:
        return divide(0.75 * f_x, x * x)
    if op == EXP:
        return f
    if op == SINH or op == COSH:
        return f_x
    if op == TANH:
        return f_x * (4.0 * f * f - 2.0 * f_x)
    if op == LOG:
        return 2.0 * f_x * f_x * f_x
    return 0.0


@inner_kernel
def binary_thirds(op, x, y, f):
    """f_x3, f_x2y, f_xy2, f_y3 of f = op(x, y)."""
    if op == DIV:
        s = divide(1.0, y)
        return 0.0, 0.0, 2.0 * s * s * s, -6.0 * f * s * s * s
    if op == POW:
        log, n = _log_or_zero(x), y * (y - 1.0)
        across = _times_power(2.0 * y - 1.0 + n * log, x, y - 2.0)
        return (
            _times_power(n * (y - 2.0), x, y - 3.0),
            across,
            _times_power(log * (2.0 + y * log), x, y - 1.0),
            f * log * log * log,
        )
    if op == ATAN2:
        s = divide(1.0, x * x + y * y)
        a, b = 2.0 * y * s * s * (4.0 * x * x * s - 1.0), 2.0 * x * s * s * (4.0 * y * y * s - 1.0)
        return a, b, -a, -b
    return 0.0, 0.0, 0.0, 0.0


@inner_kernel
def blend_third(op, s):
    """Return the third derivative by s of kernels.expressions.functions.blend, between its ends."""
    return -12.0 if op == STEP else 60.0 * (1.0 + 6.0 * s * (s - 1.0))
