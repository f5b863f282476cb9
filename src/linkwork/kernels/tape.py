"""Expressions in the kernels: a tape whose instruction i writes w.tape_value[i].

The arguments of instruction i are m.tape_args[m.tape_start[i]:m.tape_start[i + 1]]: earlier instructions, or for a load the
index loaded (TIME has one unused argument). `run_tape` gives values, `run_time_tape` values with their first and second
time derivatives, `tape_gradient` the derivative of one result by every instruction, so by every load.
"""

from linkwork.kernels.tape_functions import (
    CONST,
    INPUT,
    MEASURE,
    OUTPUT,
    RATE,
    SIGN,
    STATE,
    STEP,
    TABLE,
    TIME,
    binary,
    binary_curvatures,
    binary_slopes,
    blend,
    blend_slopes,
    table_slopes,
    table_value,
    unary,
    unary_slopes,
)
from linkwork.numerics.jit import kernel


@kernel
def _load(m, w, t, op, k):
    if op == CONST:
        return m.tape_const[k]
    if op == MEASURE:
        return w.measure_value[k]
    if op == RATE:
        return w.measure_rate[k]
    if op == INPUT:
        return w.inputs[k]
    if op == OUTPUT:
        return w.block_out[k]
    if op == STATE:
        return w.z[k]
    return t


@kernel
def run_tape(m, w, t, first, last):
    """Instructions first … last - 1."""
    value = w.tape_value
    for i in range(first, last):
        op, s = m.tape_op[i], m.tape_start[i]
        a = m.tape_args[s]
        if op <= STATE:
            value[i] = _load(m, w, t, op, a)
        elif op <= SIGN:
            value[i] = unary(op, value[a])
        elif op < STEP:
            value[i] = binary(op, value[a], value[m.tape_args[s + 1]])
        elif op == TABLE:
            value[i] = table_value(m, a, value[m.tape_args[s + 1]])
        else:
            value[i] = blend(op, value[a], value[m.tape_args[s + 1]], value[m.tape_args[s + 2]])


@kernel
def run_time_tape(m, w, t, first, last):
    """Values, d/dt and d²/dt² of instructions first … last - 1, which use time, constants and (held) inputs only.

    f(x)' = f_x x',  f(x)'' = f_xx x'² + f_x x'';  f(x, y)'' adds f_y y'' + 2 f_xy x' y' + f_yy y'².
    """
    run_tape(m, w, t, first, last)
    for i in range(first, last):
        op, s = m.tape_op[i], m.tape_start[i]
        if op <= STATE:
            w.tape_rate[i] = 1.0 if op == TIME else 0.0
            w.tape_accel[i] = 0.0
        elif op <= SIGN:
            a = m.tape_args[s]
            f_x, f_xx = unary_slopes(op, w.tape_value[a], w.tape_value[i])
            _chain(w, i, a, f_x, f_xx)
        elif op < STEP:
            _binary_jet(m, w, i)
        elif op == TABLE:
            a = m.tape_args[s + 1]
            f_x, f_xx = table_slopes(m, m.tape_args[s], w.tape_value[a])
            _chain(w, i, a, f_x, f_xx)
        else:
            _blend_jet(m, w, i)


@kernel
def _still(w, a):
    """Whether instruction a does not move: its derivatives are then left out, even where they multiply an infinite slope."""
    return w.tape_rate[a] == 0.0 and w.tape_accel[a] == 0.0


@kernel
def _chain(w, i, a, f_x, f_xx):
    rate, accel = w.tape_rate[a], w.tape_accel[a]
    if _still(w, a):
        w.tape_rate[i] = 0.0
        w.tape_accel[i] = 0.0
    else:
        w.tape_rate[i] = f_x * rate
        w.tape_accel[i] = f_x * accel + f_xx * rate * rate


@kernel
def _binary_jet(m, w, i):
    op, s = m.tape_op[i], m.tape_start[i]
    a, b = m.tape_args[s], m.tape_args[s + 1]
    x, y, f = w.tape_value[a], w.tape_value[b], w.tape_value[i]
    f_x, f_y = binary_slopes(op, x, y, f)
    f_xx, f_xy, f_yy = binary_curvatures(op, x, y, f)
    _chain(w, i, a, f_x, f_xx)
    if not _still(w, b):
        rate = w.tape_rate[b]
        w.tape_rate[i] += f_y * rate
        w.tape_accel[i] += f_y * w.tape_accel[b] + f_yy * rate * rate
        if not _still(w, a):
            w.tape_accel[i] += 2.0 * f_xy * w.tape_rate[a] * rate


@kernel
def _blend_jet(m, w, i):
    """s = n/d with n = x - x0, d = x1 - x0:  s' = (n' - s d')/d,  s'' = (n'' - 2 s' d' - s d'')/d."""
    s = m.tape_start[i]
    a, b, c = m.tape_args[s], m.tape_args[s + 1], m.tape_args[s + 2]
    x, x0, x1 = w.tape_value[a], w.tape_value[b], w.tape_value[c]
    ratio, slope, curvature = blend_slopes(m.tape_op[i], x, x0, x1)
    w.tape_rate[i] = 0.0
    w.tape_accel[i] = 0.0
    if x0.real < x.real < x1.real:
        d, d_rate, d_accel = x1 - x0, w.tape_rate[c] - w.tape_rate[b], w.tape_accel[c] - w.tape_accel[b]
        rate = (w.tape_rate[a] - w.tape_rate[b] - ratio * d_rate) / d
        accel = (w.tape_accel[a] - w.tape_accel[b] - 2.0 * rate * d_rate - ratio * d_accel) / d
        w.tape_rate[i] = slope * rate
        w.tape_accel[i] = slope * accel + curvature * rate * rate


@kernel
def tape_gradient(m, w, result, first, adjoint):
    """adjoint[i] = d value[result] / d value[i] for first <= i <= result; values must be at hand, first must reach the loads."""
    for i in range(first, result + 1):
        adjoint[i] = 0.0
    adjoint[result] = 1.0
    for i in range(result, first - 1, -1):
        if adjoint[i] != 0.0 and m.tape_op[i] > STATE:
            _spread(m, w, i, adjoint)


@kernel
def _spread(m, w, i, adjoint):
    """Carry the adjoint of one operation to its arguments."""
    op, s, g = m.tape_op[i], m.tape_start[i], adjoint[i]
    a = m.tape_args[s]
    if op <= SIGN:
        f_x, _ = unary_slopes(op, w.tape_value[a], w.tape_value[i])
        _add(adjoint, a, g, f_x)
    elif op < STEP:
        b = m.tape_args[s + 1]
        f_x, f_y = binary_slopes(op, w.tape_value[a], w.tape_value[b], w.tape_value[i])
        _add(adjoint, a, g, f_x)
        _add(adjoint, b, g, f_y)
    elif op == TABLE:
        b = m.tape_args[s + 1]
        f_x, _ = table_slopes(m, a, w.tape_value[b])
        _add(adjoint, b, g, f_x)
    else:
        b, c = m.tape_args[s + 1], m.tape_args[s + 2]
        ratio, slope, _ = blend_slopes(op, w.tape_value[a], w.tape_value[b], w.tape_value[c])
        if slope != 0.0:
            d = w.tape_value[c] - w.tape_value[b]
            adjoint[a] += g * slope / d
            adjoint[b] += g * slope * (ratio - 1.0) / d
            adjoint[c] -= g * slope * ratio / d


@kernel
def _add(adjoint, a, g, slope):
    """A zero slope adds nothing, also to an infinite adjoint (the branch min or max did not take)."""
    if slope != 0.0:
        adjoint[a] += g * slope
