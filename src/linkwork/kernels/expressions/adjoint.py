"""Reverse sweep, third stage: expressions, from their results to constants, tables, inputs, measures and block states.

A motion has value, rate and acceleration: with x, x', x'' of an argument and cotangents (f, f', f'') of the result,

    x gets f f_x + f' f_xx x' + f'' (f_xx x'' + f_x3 x'²),   x' gets f' f_x + 2 f'' f_xx x',   x'' gets f'' f_x.

Third derivatives are written f_x3, f_x2y and so on.
"""

from typing import Any, NamedTuple

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
    binary_curvatures,
    binary_derivatives,
    blend_derivatives,
    cubic_derivatives,
    table_row,
    unary_derivatives,
)
from linkwork.kernels.expressions.tape import _spread
from linkwork.kernels.expressions.third_derivatives import binary_thirds, blend_third, unary_third
from linkwork.kernels.inline import inner_kernel


class Jets(NamedTuple):
    """Value, rate and acceleration of every instruction, or their cotangents."""

    value: Any  # (n_op)
    rate: Any  # (n_op)
    accel: Any  # (n_op)


@inner_kernel
def reverse_load(m, r, d, op, a, g):
    """Add the cotangent of what an instruction loads."""
    if op == CONST:
        d.tape_const[a] += g
    elif op == INPUT:
        d.input0[a] += g
    elif op == MEASURE:
        r.by_measure[a, 0] += g
    elif op == RATE:
        r.by_measure[a, 1] += g
    elif op == OUTPUT:
        r.adjoint_out[a] += g
    elif op == STATE:
        r.by_z[a] += g


@inner_kernel
def reverse_tape(m, w, r, d, first, last):
    """Sweep instructions last - 1 … first by their values."""
    for i in range(last - 1, first - 1, -1):
        g = r.adjoint[i]
        if g == 0.0:
            continue
        op, s = m.tape_op[i], m.tape_start[i]
        if op <= STATE:
            reverse_load(m, r, d, op, m.tape_args[s], g)
            continue
        _spread(m, w, i, r.adjoint)
        if op == TABLE:
            k, x = m.tape_args[s], w.tape_value[m.tape_args[s + 1]]
            row = table_row(m.table_x, m.table_start[k], m.table_start[k + 1], x)
            reverse_table(m.table_x, m.table_coef, d.table_x, d.table_coef, row, x, g, 0.0, 0.0)


@inner_kernel
def reverse_table(table_x, table_coef, by_x, by_coef, row, x, g, g_slope, g_bend):
    """Add the cotangents of a table's value, first and second derivative at x to those of the numbers of the cubic that
    holds there."""
    c, h = table_coef[row], x - table_x[row]
    f_x, f_xx = cubic_derivatives(c, h)
    by_x[row] -= g * f_x + g_slope * f_xx + g_bend * 6.0 * c[3]
    by_coef[row, 0] += g
    by_coef[row, 1] += g * h + g_slope
    by_coef[row, 2] += g * h * h + g_slope * 2.0 * h + g_bend * 2.0
    by_coef[row, 3] += g * h * h * h + g_slope * 3.0 * h * h + g_bend * 6.0 * h


@inner_kernel
def add_jet(jets, a, cotangents, f_x, f_xx, f_x3, adjoint):
    """Add to the adjoint of argument a what the cotangents (g, g1, g2) of f, f', f'' give.

    An argument that does not move adds nothing through its rates, and a branch that is not taken adds nothing at all.
    """
    g, g1, g2 = cotangents
    x1, x2 = jets.rate[a], jets.accel[a]
    if f_x != 0.0:
        adjoint.value[a] += g * f_x
        adjoint.rate[a] += g1 * f_x
        adjoint.accel[a] += g2 * f_x
    if (f_xx != 0.0 or f_x3 != 0.0) and (x1 != 0.0 or x2 != 0.0):
        adjoint.value[a] += g1 * f_xx * x1 + g2 * (f_xx * x2 + f_x3 * x1 * x1)
        adjoint.rate[a] += 2.0 * g2 * f_xx * x1


@inner_kernel
def add_mixed(jets, a, b, cotangents, f_xy, f_x2y, f_xy2, adjoint):
    """Add what the mixed derivatives of f(x, y) give to the adjoints of both arguments."""
    _, g1, g2 = cotangents
    x1, x2, y1, y2 = jets.rate[a], jets.accel[a], jets.rate[b], jets.accel[b]
    if x1 != 0.0 or x2 != 0.0:
        adjoint.value[b] += g1 * f_xy * x1 + g2 * (f_xy * x2 + f_x2y * x1 * x1)
    if y1 != 0.0 or y2 != 0.0:
        adjoint.value[a] += g1 * f_xy * y1 + g2 * (f_xy * y2 + f_xy2 * y1 * y1)
    if x1 != 0.0 and y1 != 0.0:
        adjoint.value[a] += 2.0 * g2 * f_x2y * x1 * y1
        adjoint.value[b] += 2.0 * g2 * f_xy2 * x1 * y1
        adjoint.rate[a] += 2.0 * g2 * f_xy * y1
        adjoint.rate[b] += 2.0 * g2 * f_xy * x1


@inner_kernel
def reverse_binary(op, i, a, b, cotangents, jets, adjoint):
    """Reverse instruction i, a function f(x, y) of two arguments."""
    x, y, value = jets.value[a], jets.value[b], jets.value[i]
    f_x, f_y = binary_derivatives(op, x, y, value)
    f_xx, f_xy, f_yy = binary_curvatures(op, x, y, value)
    f_x3, f_x2y, f_xy2, f_y3 = binary_thirds(op, x, y, value)
    add_jet(jets, a, cotangents, f_x, f_xx, f_x3, adjoint)
    add_jet(jets, b, cotangents, f_y, f_yy, f_y3, adjoint)
    if f_xy != 0.0 or f_x2y != 0.0 or f_xy2 != 0.0:
        add_mixed(jets, a, b, cotangents, f_xy, f_x2y, f_xy2, adjoint)


@inner_kernel
def spread_ratio(out, a, b, c, by_n, by_d):
    """Cotangents of n = x - x0 and d = x1 - x0 to x, x0 and x1."""
    out[a] += by_n
    out[b] -= by_n + by_d
    out[c] += by_d


@inner_kernel
def reverse_blend(op, a, b, c, cotangents, jets, adjoint):
    """Reverse a step f(s), s = n/d:  s' = (n' - s d')/d,  s'' = (n'' - 2 s' d' - s d'')/d, from the last to the first."""
    g, g1, g2 = cotangents
    value, rate, accel = jets
    s, f_s, f_ss = blend_derivatives(op, value[a], value[b], value[c])
    if not (value[b] < value[a] < value[c]):
        return
    over, d1, d2 = 1.0 / (value[c] - value[b]), rate[c] - rate[b], accel[c] - accel[b]
    s1 = (rate[a] - rate[b] - s * d1) * over
    s2 = (accel[a] - accel[b] - 2.0 * s1 * d1 - s * d2) * over
    by_s2 = g2 * f_s * over
    by_s1 = (g1 * f_s + 2.0 * g2 * f_ss * s1 - 2.0 * d1 * by_s2) * over
    by_s = g * f_s + g1 * f_ss * s1 + g2 * (f_ss * s2 + blend_third(op, s) * s1 * s1)
    by_s = (by_s - d2 * by_s2 - d1 * by_s1) * over
    spread_ratio(adjoint.value, a, b, c, by_s, -s2 * by_s2 - s1 * by_s1 - s * by_s)
    spread_ratio(adjoint.rate, a, b, c, by_s1, -2.0 * s1 * by_s2 - s * by_s1)
    spread_ratio(adjoint.accel, a, b, c, by_s2, -s * by_s2)


@inner_kernel
def reverse_time_tape(m, w, r, d, first, last):
    """Sweep instructions last - 1 … first by their values, rates and accelerations."""
    value, rate, accel = w.tape_value, w.tape_rate, w.tape_accel
    jets, adjoint = Jets(value, rate, accel), Jets(r.adjoint, r.adjoint_rate, r.adjoint_accel)
    for i in range(last - 1, first - 1, -1):
        g, g1, g2 = r.adjoint[i], r.adjoint_rate[i], r.adjoint_accel[i]
        if g == 0.0 and g1 == 0.0 and g2 == 0.0:
            continue
        op, s = m.tape_op[i], m.tape_start[i]
        a = m.tape_args[s]
        if op <= STATE:
            reverse_load(m, r, d, op, a, g)
        elif op <= SIGN or op == TABLE:
            f_x, f_xx, f_x3 = 0.0, 0.0, 0.0
            if op == TABLE:
                k, a = a, m.tape_args[s + 1]
                row = table_row(m.table_x, m.table_start[k], m.table_start[k + 1], value[a])
                f_x, f_xx = cubic_derivatives(m.table_coef[row], value[a] - m.table_x[row])
                f_x3 = 6.0 * m.table_coef[row, 3]
                by_slope, by_bend = g1 * rate[a] + g2 * accel[a], g2 * rate[a] * rate[a]
                reverse_table(m.table_x, m.table_coef, d.table_x, d.table_coef, row, value[a], g, by_slope, by_bend)
            else:
                f_x, f_xx = unary_derivatives(op, value[a], value[i])
                f_x3 = unary_third(op, value[a], value[i], f_x)
            add_jet(jets, a, (g, g1, g2), f_x, f_xx, f_x3, adjoint)
        elif op < STEP:
            reverse_binary(op, i, a, m.tape_args[s + 1], (g, g1, g2), jets, adjoint)
        else:
            reverse_blend(op, a, m.tape_args[s + 1], m.tape_args[s + 2], (g, g1, g2), jets, adjoint)
