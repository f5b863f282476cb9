"""Expressions in the kernels: a tape whose instruction i writes w.tape_value[i].

The arguments of instruction i are m.tape_args[m.tape_start[i]:m.tape_start[i + 1]]: earlier instructions, or for a load the
index loaded (TIME has one unused argument). `run_tape` gives values, `run_time_tape` values with their first and second
time derivatives, `tape_gradient` the derivative of one result by every instruction, so by every load.
"""

from linkwork.kernels.expressions.functions import (
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
    binary_derivatives,
    blend,
    blend_derivatives,
    cubic,
    cubic_derivatives,
    table_row,
    unary,
    unary_derivatives,
)
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.jit import kernel

# In `run_operations` only, numbered after the operations of a tape: Python's power, and conditions between two numbers.
POWER, LESS, AT_MOST, EQUAL = range(36, 40)


@inner_kernel
def run_tape(m, w, t, first, last):
    """Run instructions first … last - 1."""
    value = w.tape_value
    for i in range(first, last):
        op, s = m.tape_op[i], m.tape_start[i]
        a = m.tape_args[s]
        if op == CONST:
            value[i] = m.tape_const[a]
        elif op == TIME:
            value[i] = t
        elif op == INPUT:
            value[i] = w.inputs[a]
        elif op == MEASURE:
            value[i] = w.measure_value[a]
        elif op == RATE:
            value[i] = w.measure_rate[a]
        elif op == OUTPUT:
            value[i] = w.block_out[a]
        elif op == STATE:
            value[i] = w.z[a]
        elif op <= SIGN:
            value[i] = unary(op, value[a])
        elif op < STEP:
            value[i] = binary(op, value[a], value[m.tape_args[s + 1]])
        elif op == TABLE:
            x = value[m.tape_args[s + 1]]
            row = table_row(m.table_x, m.table_start[a], m.table_start[a + 1], x)
            value[i] = cubic(m.table_coef[row], x - m.table_x[row])
        else:
            value[i] = blend(op, value[a], value[m.tape_args[s + 1]], value[m.tape_args[s + 2]])


@kernel
def run_operations(op, args, outcome, value, first):
    """Operations on earlier entries of `value`, operation k to value[first + k]; False where a condition has another
    outcome."""
    for k in range(op.size):
        x, y = value[args[k, 0]], value[args[k, 1]]
        if op[k] <= SIGN:
            value[first + k] = unary(op[k], x)
        elif op[k] < STEP:
            value[first + k] = binary(op[k], x, y)
        elif op[k] == POWER:
            value[first + k] = x**y
        elif (
            x.real < y.real if op[k] == LESS else x.real <= y.real if op[k] == AT_MOST else x.real == y.real
        ) != outcome[k]:
            return False
    return True


@inner_kernel
def run_time_tape(m, w, t, first, last):
    """Compute values, d/dt and d²/dt² of instructions first … last - 1, which use time, constants and (held) inputs
    only.

    f(x)' = f_x x',  f(x)'' = f_xx x'² + f_x x'';  f(x, y)'' adds f_y y'' + 2 f_xy x' y' + f_yy y'².
    """
    run_tape(m, w, t, first, last)
    value, rate, accel = w.tape_value, w.tape_rate, w.tape_accel
    for i in range(first, last):
        op, s = m.tape_op[i], m.tape_start[i]
        a = m.tape_args[s]
        if op <= STATE:
            rate[i] = 1.0 if op == TIME else 0.0
            accel[i] = 0.0
        elif op <= SIGN:
            f_x, f_xx = unary_derivatives(op, value[a], value[i])
            rate[i], accel[i] = _chain(f_x, f_xx, rate[a], accel[a])
        elif op < STEP:
            rate[i], accel[i] = _binary_jet(op, a, m.tape_args[s + 1], i, value, rate, accel)
        elif op == TABLE:
            k, a = a, m.tape_args[s + 1]
            row = table_row(m.table_x, m.table_start[k], m.table_start[k + 1], value[a])
            f_x, f_xx = cubic_derivatives(m.table_coef[row], value[a] - m.table_x[row])
            rate[i], accel[i] = _chain(f_x, f_xx, rate[a], accel[a])
        else:
            rate[i], accel[i] = _blend_jet(op, a, m.tape_args[s + 1], m.tape_args[s + 2], value, rate, accel)


@inner_kernel
def _chain(f_x, f_xx, rate, accel):
    """(f', f''); what does not move, or has no derivative, contributes nothing, even where the other factor is not finite."""
    if (rate == 0.0 and accel == 0.0) or (f_x == 0.0 and f_xx == 0.0):
        return 0.0, 0.0
    return f_x * rate, f_x * accel + f_xx * rate * rate


@inner_kernel
def _binary_jet(op, a, b, i, value, rate, accel):
    f_x, f_y = binary_derivatives(op, value[a], value[b], value[i])
    f_xx, f_xy, f_yy = binary_curvatures(op, value[a], value[b], value[i])
    x_rate, x_accel = _chain(f_x, f_xx, rate[a], accel[a])
    y_rate, y_accel = _chain(f_y, f_yy, rate[b], accel[b])
    if f_xy != 0.0 and rate[a] != 0.0 and rate[b] != 0.0:
        y_accel += 2.0 * f_xy * rate[a] * rate[b]
    return x_rate + y_rate, x_accel + y_accel


@inner_kernel
def _blend_jet(op, a, b, c, value, rate, accel):
    """s = n/d with n = x - x0, d = x1 - x0:  s' = (n' - s d')/d,  s'' = (n'' - 2 s' d' - s d'')/d."""
    s, f_s, f_ss = blend_derivatives(op, value[a], value[b], value[c])
    if not (value[b].real < value[a].real < value[c].real):
        return 0.0, 0.0
    d, d_rate, d_accel = value[c] - value[b], rate[c] - rate[b], accel[c] - accel[b]
    s_rate = (rate[a] - rate[b] - s * d_rate) / d
    s_accel = (accel[a] - accel[b] - 2.0 * s_rate * d_rate - s * d_accel) / d
    return _chain(f_s, f_ss, s_rate, s_accel)


@inner_kernel
def tape_gradient(m, w, result, first, adjoint):
    """adjoint[i] = d value[result] / d value[i] for first <= i <= result; values must be at hand, first must reach the loads."""
    for i in range(first, result + 1):
        adjoint[i] = 0.0
    adjoint[result] = 1.0
    for i in range(result, first - 1, -1):
        if adjoint[i] != 0.0 and m.tape_op[i] > STATE:
            _spread(m, w, i, adjoint)


@inner_kernel
def _spread(m, w, i, adjoint):
    """Carry the adjoint of one operation to its arguments."""
    op, s, g = m.tape_op[i], m.tape_start[i], adjoint[i]
    a = m.tape_args[s]
    if op <= SIGN:
        f_x, _ = unary_derivatives(op, w.tape_value[a], w.tape_value[i])
        _add(adjoint, a, g, f_x)
    elif op < STEP:
        b = m.tape_args[s + 1]
        f_x, f_y = binary_derivatives(op, w.tape_value[a], w.tape_value[b], w.tape_value[i])
        _add(adjoint, a, g, f_x)
        _add(adjoint, b, g, f_y)
    elif op == TABLE:
        b = m.tape_args[s + 1]
        row = table_row(m.table_x, m.table_start[a], m.table_start[a + 1], w.tape_value[b])
        f_x, _ = cubic_derivatives(m.table_coef[row], w.tape_value[b] - m.table_x[row])
        _add(adjoint, b, g, f_x)
    else:
        b, c = m.tape_args[s + 1], m.tape_args[s + 2]
        ratio, derivative, _ = blend_derivatives(op, w.tape_value[a], w.tape_value[b], w.tape_value[c])
        if derivative != 0.0:
            d = w.tape_value[c] - w.tape_value[b]
            adjoint[a] += g * derivative / d
            adjoint[b] += g * derivative * (ratio - 1.0) / d
            adjoint[c] -= g * derivative * ratio / d


@inner_kernel
def _add(adjoint, a, g, derivative):
    """A zero derivative adds nothing, also to an infinite adjoint (the branch that min, max or if did not take)."""
    if derivative != 0.0:
        adjoint[a] += g * derivative
