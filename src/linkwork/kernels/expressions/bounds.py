"""Bounds of the operations of a tape: of value and time derivative over an interval, one operation at a time.

A bound is (low, high, rate_low, rate_high). Where an argument leaves the domain of a function in parts, the bounds are those of the
rest. Where nothing is known they are infinite. The same mathematics as model.expressions.enclosures, compiled, without widening by roundings:
bounds of signals along a step are wider than round-off anyway.
"""

import math

from linkwork.kernels.expressions.functions import (
    ABS,
    ACOS,
    ADD,
    ASIN,
    ATAN,
    ATAN2,
    COS,
    COSH,
    DIV,
    EXP,
    FLOOR,
    LOG,
    MAX,
    MIN,
    MUL,
    NEG,
    SIN,
    SINH,
    SQRT,
    STEP,
    SUB,
    TAN,
    TANH,
    WHERE,
    table_row,
)
from linkwork.kernels.inline import inner_kernel

INF = math.inf
LARGEST = 700.0  # argument of exp, sinh, cosh that does not overflow
MOST_POWER = 1024.0
MOST_ROWS = 64  # of a table that are examined


@inner_kernel
def _product(x, y):
    """Return x y, where zero times infinity is zero."""
    return 0.0 if x == 0.0 or y == 0.0 else x * y


@inner_kernel
def times(al, ah, bl, bh):
    """Return the bounds of a product."""
    a, b, c, d = _product(al, bl), _product(al, bh), _product(ah, bl), _product(ah, bh)
    return min(min(a, b), min(c, d)), max(max(a, b), max(c, d))


@inner_kernel
def plus(al, ah, bl, bh):
    """Return the bounds of a sum; infinite ones where infinities cancel."""
    low, high = al + bl, ah + bh
    return low if low == low else -INF, high if high == high else INF


@inner_kernel
def over(low, high):
    """Return the bounds of 1/x."""
    if low > 0.0 or high < 0.0:
        return 1.0 / high, 1.0 / low
    if low == 0.0 and high > 0.0:
        return 1.0 / high, INF
    if high == 0.0 and low < 0.0:
        return -INF, 1.0 / low
    return -INF, INF


@inner_kernel
def square(low, high):
    """Return the bounds of x²."""
    a, b = low * low, high * high
    return 0.0 if low <= 0.0 <= high else min(a, b), max(a, b)


@inner_kernel
def sine(low, high):
    """Return the bounds of sin x."""
    if not high - low < 2.0 * math.pi:
        return -1.0, 1.0
    a, b = math.sin(low), math.sin(high)
    bottom, top = min(a, b), max(a, b)
    quarter = 0.5 * math.pi
    if math.floor((high - quarter) / (4.0 * quarter)) > math.floor((low - quarter) / (4.0 * quarter)):
        top = 1.0
    if math.floor((high + quarter) / (4.0 * quarter)) > math.floor((low + quarter) / (4.0 * quarter)):
        bottom = -1.0
    return bottom, top


@inner_kernel
def _exp(x):
    return math.exp(x) if x < LARGEST else INF


@inner_kernel
def _sinh(x):
    return math.sinh(x) if abs(x) < LARGEST else math.copysign(INF, x)


@inner_kernel
def _cosh(x):
    return math.cosh(x) if abs(x) < LARGEST else INF


@inner_kernel
def _curved(op, low, high):
    """Return bounds of cosh x for COSH, else of 1/cosh² x."""
    near = 0.0 if low <= 0.0 <= high else min(abs(low), abs(high))
    far = max(abs(low), abs(high))
    if op == COSH:
        return _cosh(near), _cosh(far)
    return (1.0 / _cosh(far)) ** 2, (1.0 / _cosh(near)) ** 2


@inner_kernel
def _arc_slopes(low, high):
    """Return the bounds of 1/sqrt(1 - x²)."""
    near, far = square(low, high)
    return 1.0 / math.sqrt(1.0 - near) if near < 1.0 else INF, 1.0 / math.sqrt(1.0 - far) if far < 1.0 else INF


@inner_kernel
def _smooth(op, low, high):
    """Return the bounds of a smooth function of one argument and of its derivative."""
    if op == SIN:
        a, b = sine(low, high)
        c, d = sine(low + 0.5 * math.pi, high + 0.5 * math.pi)
        return a, b, c, d
    if op == COS:
        a, b = sine(low + 0.5 * math.pi, high + 0.5 * math.pi)
        c, d = sine(low, high)
        return a, b, -d, -c
    if op == TAN:
        if not (high - low < math.pi and math.floor(low / math.pi + 0.5) == math.floor(high / math.pi + 0.5)):
            return -INF, INF, -INF, INF  # a pole
        a, b = math.tan(low), math.tan(high)
        c, d = square(a, b)
        return a, b, 1.0 + c, 1.0 + d
    if op == ASIN or op == ACOS:
        low, high = min(max(low, -1.0), 1.0), min(max(high, -1.0), 1.0)
        c, d = _arc_slopes(low, high)
        if op == ASIN:
            return math.asin(low), math.asin(high), c, d
        return math.acos(high), math.acos(low), -d, -c
    if op == ATAN:
        c, d = square(low, high)
        return math.atan(low), math.atan(high), 1.0 / (1.0 + d), 1.0 / (1.0 + c)
    if op == SQRT:
        a, b = math.sqrt(max(low, 0.0)), math.sqrt(max(high, 0.0))
        return a, b, 0.5 / b if b > 0.0 else INF, 0.5 / a if a > 0.0 else INF
    if op == EXP:
        return _exp(low), _exp(high), _exp(low), _exp(high)
    if op == LOG:
        a, b = math.log(low) if low > 0.0 else -INF, math.log(high) if high > 0.0 else -INF
        return a, b, 1.0 / high if high > 0.0 else INF, 1.0 / low if low > 0.0 else INF
    if op == TANH:
        c, d = _curved(op, low, high)
        return math.tanh(low), math.tanh(high), c, d
    if op == SINH:
        c, d = _curved(COSH, low, high)
        return _sinh(low), _sinh(high), c, d
    a, b = _curved(COSH, low, high)
    return a, b, _sinh(low), _sinh(high)


@inner_kernel
def unary_bounds(op, al, ah, ar, as_):
    """Return the bounds of op(a)."""
    if op == NEG:
        return -ah, -al, -as_, -ar
    if op <= COSH:
        low, high, first, last = _smooth(op, al, ah)
        rl, rh = times(first, last, ar, as_)
        return low, high, rl, rh
    if op == ABS:
        if al >= 0.0:
            return al, ah, ar, as_
        if ah <= 0.0:
            return -ah, -al, -as_, -ar
        return 0.0, max(-al, ah), min(ar, -as_), max(as_, -ar)
    if op == FLOOR:
        low, high = (math.floor(al) if abs(al) < INF else al), (math.floor(ah) if abs(ah) < INF else ah)
    else:
        low, high = (0.0 if al == 0.0 else math.copysign(1.0, al)), (0.0 if ah == 0.0 else math.copysign(1.0, ah))
    edge = 0.0 if low == high else INF  # a jump has no rate
    return low, high, -edge, edge


@inner_kernel
def _choice(first, second, al, ah, ar, as_, bl, bh, br, bs):
    """a where `first`, b where `second`, otherwise either of them."""
    if first:
        return al, ah, ar, as_
    if second:
        return bl, bh, br, bs
    return min(al, bl), max(ah, bh), min(ar, br), max(as_, bs)


@inner_kernel
def choice_bounds(cl, ch, al, ah, ar, as_, bl, bh, br, bs):
    """Return the bounds of a where c > 0 and b elsewhere, which jumps where c passes zero."""
    low, high, rl, rh = _choice(cl > 0.0, ch <= 0.0, al, ah, ar, as_, bl, bh, br, bs)
    if cl <= 0.0 < ch:
        rl, rh = -INF, INF
    return low, high, rl, rh


@inner_kernel
def _whole_power(n, low, high):
    """Bounds of x**n, n = 1, 2, …"""
    a, b = low**n, high**n
    if n % 2.0 == 1.0:
        return a, b
    return 0.0 if low <= 0.0 <= high else min(a, b), max(a, b)


@inner_kernel
def _corners(al, ah, bl, bh):
    """Bounds of x**y for x >= 0: it rises or falls with each of both."""
    low, high = INF, -INF
    for i in range(4):
        x, y = al if i < 2 else ah, bl if i % 2 == 0 else bh
        if x == 0.0:
            value = 0.0 if y > 0.0 else (1.0 if y == 0.0 else INF)
        else:
            exponent = _product(y, math.log(x) if x < INF else INF)
            value = _exp(exponent)
        low, high = min(low, value), max(high, value)
    return low, high


@inner_kernel
def _power(al, ah, ar, as_, bl, bh, br, bs):
    """Return the bounds of a**b."""
    n = bl
    if bl == bh and n == math.floor(n) and abs(n) <= MOST_POWER:
        if n == 0.0:
            return 1.0, 1.0, 0.0, 0.0
        low, high = _whole_power(abs(n), al, ah)
        first, last = (1.0, 1.0) if abs(n) == 1.0 else _whole_power(abs(n) - 1.0, al, ah)
        rl, rh = times(abs(n) * first, abs(n) * last, ar, as_)
        if n > 0.0:
            return low, high, rl, rh
        first, last = over(low, high)
        if first == -INF or last == INF:
            return first, last, -INF, INF  # a pole
        a, b = square(first, last)
        rl, rh = times(-b, -a, rl, rh)
        return first, last, rl, rh
    if ah < 0.0:
        return -INF, INF, -INF, INF
    al = max(al, 0.0)
    low, high = _corners(al, ah, bl, bh)
    first, last = _corners(al, ah, bl - 1.0, bh - 1.0)
    first, last = times(bl, bh, first, last)
    rl, rh = times(first, last, ar, as_)
    if br != 0.0 or bs != 0.0:
        first, last = math.log(al) if al > 0.0 else -INF, math.log(ah) if ah > 0.0 else -INF
        first, last = times(first, last, low, high)
        first, last = times(first, last, br, bs)
        rl, rh = plus(rl, rh, first, last)
    return low, high, rl, rh


@inner_kernel
def _quotient(al, ah, ar, as_, bl, bh, br, bs):
    """Return the bounds of a / b; its rate is (a' - (a/b) b') / b."""
    first, last = over(bl, bh)
    low, high = times(al, ah, first, last)
    c, d = times(low, high, br, bs)
    c, d = plus(ar, as_, -d, -c)
    rl, rh = times(c, d, first, last)
    return low, high, rl, rh


@inner_kernel
def _direction(yl, yh, yr, ys, xl, xh, xr, xs):
    """Return the bounds of atan2(y, x); its rate is (x y' - y x') / (x² + y²)."""
    if xl <= 0.0 and yl <= 0.0 <= yh:
        return -math.pi, math.pi, -INF, INF
    a, b, c, d = math.atan2(yl, xl), math.atan2(yl, xh), math.atan2(yh, xl), math.atan2(yh, xh)
    first, last = times(xl, xh, yr, ys)
    c1, d1 = times(yl, yh, xr, xs)
    first, last = plus(first, last, -d1, -c1)
    c1, d1 = square(xl, xh)
    c2, d2 = square(yl, yh)
    c1, d1 = over(c1 + c2, d1 + d2)
    rl, rh = times(first, last, c1, d1)
    return min(min(a, b), min(c, d)), max(max(a, b), max(c, d)), rl, rh


@inner_kernel
def binary_bounds(op, al, ah, ar, as_, bl, bh, br, bs):
    """Return the bounds of op(a, b)."""
    if op == ADD or op == SUB:
        if op == SUB:
            bl, bh, br, bs = -bh, -bl, -bs, -br
        low, high = plus(al, ah, bl, bh)
        rl, rh = plus(ar, as_, br, bs)
        return low, high, rl, rh
    if op == MUL:
        low, high = times(al, ah, bl, bh)
        first, last = times(ar, as_, bl, bh)
        rl, rh = times(al, ah, br, bs)
        rl, rh = plus(rl, rh, first, last)
        return low, high, rl, rh
    if op == DIV:
        return _quotient(al, ah, ar, as_, bl, bh, br, bs)
    if op <= ATAN2 and op != MIN and op != MAX:
        if op == ATAN2:
            return _direction(al, ah, ar, as_, bl, bh, br, bs)
        return _power(al, ah, ar, as_, bl, bh, br, bs)
    if op == MIN:
        _, _, rl, rh = _choice(ah < bl, bh < al, al, ah, ar, as_, bl, bh, br, bs)
        return min(al, bl), min(ah, bh), rl, rh
    if op == MAX:
        _, _, rl, rh = _choice(al > bh, bl > ah, al, ah, ar, as_, bl, bh, br, bs)
        return max(al, bl), max(ah, bh), rl, rh
    if op == WHERE:
        return choice_bounds(al, ah, bl, bh, br, bs, 0.0, 0.0, 0.0, 0.0)
    return choice_bounds(al, ah, 0.0, 0.0, 0.0, 0.0, bl, bh, br, bs)


@inner_kernel
def blend_bounds(op, a, b, c):
    """Return the bounds of the blend from 0 to 1 as a goes from b to c, each given by its bound."""
    al, ah, ar, as_ = a
    bl, bh, br, bs = b
    cl, ch, cr, cs = c
    if ah < bl:
        return 0.0, 0.0, 0.0, 0.0
    if al > ch:
        return 1.0, 1.0, 0.0, 0.0
    nl, nh = plus(al, ah, -bh, -bl)
    dl, dh = plus(cl, ch, -bh, -bl)
    n_rl, n_rh = plus(ar, as_, -bs, -br)
    d_rl, d_rh = plus(cr, cs, -bs, -br)
    low, high, rl, rh = _quotient(nl, nh, n_rl, n_rh, max(dl, 0.0), dh, d_rl, d_rh)
    low, high = min(max(low, 0.0), 1.0), min(max(high, 0.0), 1.0)
    if op == STEP:
        start, end = low * low * (3.0 - 2.0 * low), high * high * (3.0 - 2.0 * high)
        first, last, top = 6.0 * low * (1.0 - low), 6.0 * high * (1.0 - high), 1.5
    else:
        start = low * low * low * (10.0 + low * (6.0 * low - 15.0))
        end = high * high * high * (10.0 + high * (6.0 * high - 15.0))
        first, last, top = 30.0 * (low * (1.0 - low)) ** 2, 30.0 * (high * (1.0 - high)) ** 2, 1.875
    steepest = top if low <= 0.5 <= high else max(first, last)
    rl, rh = times(min(first, last), steepest, rl, rh)
    if low == 0.0 or high == 1.0:
        rl, rh = min(rl, 0.0), max(rh, 0.0)
    return start, end, rl, rh


@inner_kernel
def cubic_bounds(c0, c1, c2, c3, low, high):
    """Bounds of c0 + c1 x + c2 x² + c3 x³ and of its derivative by x, low <= x <= high, from its Bernstein coefficients."""
    w = high - low
    b0 = c0 + low * (c1 + low * (c2 + low * c3))
    d1 = w * (c1 + low * (2.0 * c2 + low * 3.0 * c3))
    d2 = w * w * (c2 + 3.0 * low * c3)
    d3 = w * w * w * c3
    b1, b2, b3 = b0 + d1 / 3.0, b0 + (2.0 * d1 + d2) / 3.0, b0 + d1 + d2 + d3
    s0 = c1 + low * (2.0 * c2 + low * 3.0 * c3)
    s1 = s0 + w * (c2 + 3.0 * low * c3)
    s2 = c1 + high * (2.0 * c2 + high * 3.0 * c3)
    return min(min(b0, b1), min(b2, b3)), max(max(b0, b1), max(b2, b3)), min(s0, min(s1, s2)), max(s0, max(s1, s2))


@inner_kernel
def table_bounds(m, k, al, ah, ar, as_):
    """Return the bounds of table k at a."""
    if not ah - al < INF:
        return -INF, INF, -INF, INF
    first, end = m.table_start[k], m.table_start[k + 1]
    one, last = table_row(m.table_x, first, end, al), table_row(m.table_x, first, end, ah)
    if last - one > MOST_ROWS:
        return -INF, INF, -INF, INF
    low, high, rl, rh = INF, -INF, INF, -INF
    for row in range(one, last + 1):
        x, c = m.table_x[row], m.table_coef[row]
        left, right = al if row == one else x, ah if row == last else m.table_x[row + 1]
        a, b, s, t = cubic_bounds(c[0], c[1], c[2], c[3], left - x, right - x)
        low, high, rl, rh = min(low, a), max(high, b), min(rl, s), max(rh, t)
    rl, rh = times(rl, rh, ar, as_)
    return low, high, rl, rh
