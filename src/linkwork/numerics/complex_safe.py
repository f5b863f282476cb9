"""Elementary functions that give the right derivative under a complex step, in float64 and complex128 alike.

For x = a + ih the imaginary part of f(x) is h f'(a) to rounding, if f is the holomorphic continuation of its real
branch. So every decision is taken on the real part, `abs`, `sign`, `min`, `max` and norms never conjugate, and
outside its real domain a function is NaN instead of moving to a complex branch.

Numba unites the types of several returns, so a branch may return a plain float. Constants are not made by `0.0 * x`
here, which is NaN for an infinite x.
"""

import math

import numpy as np

from linkwork.numerics.jit import kernel

NAN = math.nan


@kernel
def abs_(x):
    """|x| by the sign of the real part; derivative sign(a), at 0 taken as +1."""
    return -x if x.real < 0.0 else x


@kernel
def sign_(x):
    """-1, 0 or 1 by the real part, a float always; NaN for NaN."""
    if x.real > 0.0:
        return 1.0
    if x.real < 0.0:
        return -1.0
    return 0.0 * x.real


@kernel
def min_(x, y):
    """The argument with the smaller real part; the first of equals."""
    return y if y.real < x.real else x


@kernel
def max_(x, y):
    """The argument with the larger real part; the first of equals."""
    return y if y.real > x.real else x


@kernel
def sqrt_(x):
    """Square root; NaN for a negative real part. At a = 0 the derivative is infinite, and a complex step gives NaN or inf."""
    if x.real < 0.0:
        return NAN
    return np.sqrt(x)


@kernel
def log_(x):
    """Natural logarithm; NaN for a negative real part, -inf at zero."""
    if x.real < 0.0:
        return NAN
    if x.real == 0.0:
        return -math.inf
    return np.log(x)


@kernel
def pow_(x, y):
    """x**y. A negative base needs a whole-number exponent, else NaN; d/dx = y x**(y-1), d/dy = log(x) x**y (0 for x <= 0)."""
    n = y.real
    if x.real == 0.0:
        return _power_at_zero(x, n)
    if x.real < 0.0:
        if n != np.floor(n) or abs(n) > 1e15:
            return NAN
        odd = n - 2.0 * np.floor(0.5 * n)
        value = np.exp(n * np.log(-x)) if abs(n) > 64.0 else _whole_power(-x, n)
        return -value if odd == 1.0 else value
    if y.real == 0.5:
        return np.sqrt(x) * (1.0 + (y - 0.5) * np.log(x))
    if n == np.floor(n) and abs(n) <= 64.0:
        return _whole_power(x, n) * (1.0 + (y - n) * np.log(x))
    return np.exp(y * np.log(x))


@kernel
def _whole_power(x, n):
    """x**n by repeated squaring for |n| <= 64: as exact as products are."""
    k = int(abs(n))
    result = 0.0 * x + 1.0
    factor = x
    while k > 0:
        if k % 2 == 1:
            result = result * factor
        factor = factor * factor
        k //= 2
    return 1.0 / result if n < 0.0 else result


@kernel
def _power_at_zero(x, n):
    """0**n with its first derivative by x: 1 for n = 1, 0 for n > 1, not finite for 0 < n < 1."""
    if n == 0.0:
        return 1.0
    if n < 0.0:
        return math.inf
    if n == 1.0:
        return x
    if n > 1.0:
        return 0.0
    return 0.0 if x.imag == 0.0 else NAN


@kernel
def tan_(x):
    """Tangent."""
    return np.sin(x) / np.cos(x)


@kernel
def atan2_(y, x):
    """Angle of (x, y) in (-pi, pi]; d = (x dy - y dx) / (x² + y²)."""
    angle = math.atan2(y.real, x.real)
    square = x.real * x.real + y.real * y.real
    if square == 0.0:
        return angle
    # a rotation by -angle leaves a small angle, whose sine is its first-order part
    small = (y * x.real - x * y.real) / square
    return angle + small


@kernel
def atan_(x):
    """Arc tangent; d = 1 / (1 + x²)."""
    a = x.real
    return math.atan(a) + (x - a) / (1.0 + a * a)


@kernel
def asin_(x):
    """Arc sine; NaN outside [-1, 1]; d = 1 / sqrt(1 - x²)."""
    a = x.real
    if a < -1.0 or a > 1.0:
        return NAN
    return _first_order(x, math.asin(a), math.sqrt((1.0 - a) * (1.0 + a)))


@kernel
def acos_(x):
    """Arc cosine; NaN outside [-1, 1]; d = -1 / sqrt(1 - x²)."""
    a = x.real
    if a < -1.0 or a > 1.0:
        return NAN
    return _first_order(x, math.acos(a), -math.sqrt((1.0 - a) * (1.0 + a)))


@kernel
def _first_order(x, value, slope_inverse):
    """value + (x - a) / slope_inverse, without 0/0 for a real x at the end of the domain."""
    step = x - x.real
    if step.imag == 0.0:
        return value
    return value + step / slope_inverse


@kernel
def tanh_(x):
    """Hyperbolic tangent; d = 1 / cosh², which does not overflow."""
    a = x.real
    return math.tanh(a) + (x - a) * sech2_(a) if abs(a) < 400.0 else sign_(x)


@kernel
def sech2_(x):
    """1 / cosh² = 4 e / (1 + e)² with e = exp(-2 |x|)."""
    e = np.exp(-2.0 * abs_(x))
    return 4.0 * e / ((1.0 + e) * (1.0 + e))


@kernel
def sinh_(x):
    """Hyperbolic sine; d = cosh."""
    a = x.real
    return _times_step(x, np.sinh(a), np.cosh(a))


@kernel
def cosh_(x):
    """Hyperbolic cosine; d = sinh."""
    a = x.real
    return _times_step(x, np.cosh(a), np.sinh(a))


@kernel
def _times_step(x, value, slope):
    """value + (x - a) slope, without 0·inf for a real x."""
    step = x - x.real
    if step.imag == 0.0:
        return value
    return value + step * slope


@kernel
def floor_(x):
    """The largest whole number not above the real part, a float always."""
    return np.floor(x.real)
