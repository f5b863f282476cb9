"""Reverse sweep, third stage: expressions, from their results to constants, tables, inputs, measures and block states.

A motion has value, rate and acceleration: with x, x', x'' of an argument and cotangents (f, f', f'') of the result,

    x gets f f_x + f' f_xx x' + f'' (f_xx x'' + f_xxx x'²),   x' gets f' f_x + 2 f'' f_xx x',   x'' gets f'' f_x.
"""

from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.tape import _blend_jet, _spread
from linkwork.kernels.tape_functions import (
    ABS,
    ADD,
    ATAN2,
    CONST,
    DIV,
    INPUT,
    MAX,
    MEASURE,
    MIN,
    NEG,
    OUTPUT,
    POW,
    RATE,
    SIGN,
    STATE,
    STEP,
    SUB,
    TABLE,
    binary,
    binary_curvatures,
    binary_slopes,
    cubic_slopes,
    table_row,
    unary,
    unary_slopes,
)
from linkwork.numerics.dense_views import vector

H = 1e-30  # a step along the imaginary axis


@inner_kernel
def reverse_load(m, r, d, op, a, g):
    """The cotangent of what an instruction loads."""
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
    """Instructions last - 1 … first by their values."""
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
            reverse_table(m, d, k, x, g, 0.0, 0.0)


@inner_kernel
def reverse_table(m, d, k, x, g, g_slope, g_bend):
    """Cotangents of a table's value, slope and second derivative at x to the numbers of the cubic that holds there."""
    row = table_row(m.table_x, m.table_start[k], m.table_start[k + 1], x)
    c, h = m.table_coef[row], x - m.table_x[row]
    f_x, f_xx = cubic_slopes(c, h)
    d.table_x[row] -= g * f_x + g_slope * f_xx + g_bend * 6.0 * c[3]
    d.table_coef[row, 0] += g
    d.table_coef[row, 1] += g * h + g_slope
    d.table_coef[row, 2] += g * h * h + g_slope * 2.0 * h + g_bend * 2.0
    d.table_coef[row, 3] += g * h * h * h + g_slope * 3.0 * h * h + g_bend * 6.0 * h


@inner_kernel
def add_jet(m, w, r, a, g, g1, g2, f_x, f_xx, f_xxx):
    """Cotangents (g, g1, g2) of f, f', f'' to the argument a; what does not move has no slope of its rates."""
    x1, x2 = w.tape_rate[a], w.tape_accel[a]
    if f_x != 0.0:
        r.adjoint[a] += g * f_x
        r.adjoint_rate[a] += g1 * f_x
        r.adjoint_accel[a] += g2 * f_x
    if x1 != 0.0 or x2 != 0.0:
        r.adjoint[a] += g1 * f_xx * x1 + g2 * (f_xx * x2 + f_xxx * x1 * x1)
        r.adjoint_rate[a] += 2.0 * g2 * f_xx * x1


@inner_kernel
def unary_third(op, x):
    """f_xxx, by a complex step of f_xx."""
    if op == NEG or op == ABS or op == SIGN:
        return 0.0
    z = x + 1j * H
    _, bend = unary_slopes(op, z, unary(op, z))
    return bend.imag / H


@inner_kernel
def binary_thirds(op, x, y):
    """f_xxx, f_xxy, f_xyy, f_yyy, by complex steps of the second derivatives."""
    if op == DIV or op == POW or op == ATAN2:
        z, u = x + 1j * H, y + 0j
        xx, xy, yy = binary_curvatures(op, z, u, binary(op, z, u))
        z, u = x + 0j, y + 1j * H
        _, _, y_yy = binary_curvatures(op, z, u, binary(op, z, u))
        return xx.imag / H, xy.imag / H, yy.imag / H, y_yy.imag / H
    return 0.0, 0.0, 0.0, 0.0


@inner_kernel
def reverse_binary(m, w, r, op, i, a, b, g, g1, g2):
    x, y = w.tape_value[a], w.tape_value[b]
    f_x, f_y = binary_slopes(op, x, y, w.tape_value[i])
    if op == ADD or op == SUB or op == MIN or op == MAX:
        add_jet(m, w, r, a, g, g1, g2, f_x, 0.0, 0.0)
        add_jet(m, w, r, b, g, g1, g2, f_y, 0.0, 0.0)
        return
    f_xx, f_xy, f_yy = binary_curvatures(op, x, y, w.tape_value[i])
    x1, x2, y1, y2 = w.tape_rate[a], w.tape_accel[a], w.tape_rate[b], w.tape_accel[b]
    f_xxx, f_xxy, f_xyy, f_yyy = binary_thirds(op, x, y)
    add_jet(m, w, r, a, g, g1, g2, f_x, f_xx, f_xxx)
    add_jet(m, w, r, b, g, g1, g2, f_y, f_yy, f_yyy)
    if x1 != 0.0 or x2 != 0.0:
        r.adjoint[b] += g1 * f_xy * x1 + g2 * (f_xy * x2 + f_xxy * x1 * x1)
    if y1 != 0.0 or y2 != 0.0:
        r.adjoint[a] += g1 * f_xy * y1 + g2 * (f_xy * y2 + f_xyy * y1 * y1)
    if x1 != 0.0 and y1 != 0.0:
        r.adjoint[a] += 2.0 * g2 * f_xxy * x1 * y1
        r.adjoint[b] += 2.0 * g2 * f_xyy * x1 * y1
        r.adjoint_rate[a] += 2.0 * g2 * f_xy * y1
        r.adjoint_rate[b] += 2.0 * g2 * f_xy * x1


@inner_kernel
def reverse_blend(m, w, r, i, g1, g2, jet):
    """Rates of a step by complex steps of its jet; its value is left to `_spread`. jet: room for nine complex numbers."""
    s = m.tape_start[i]
    value, rate, accel = vector(jet, 0, 3), vector(jet, 3, 3), vector(jet, 6, 3)
    for k in range(3):
        a = m.tape_args[s + k]
        value[k], rate[k], accel[k] = w.tape_value[a], w.tape_rate[a], w.tape_accel[a]
    for c in range(9):
        jet[c] += 1j * H
        first, second = _blend_jet(m.tape_op[i], 0, 1, 2, value, rate, accel)
        jet[c] -= 1j * H
        gained, a = (g1 * first.imag + g2 * second.imag) / H, m.tape_args[s + c % 3]
        if c < 3:
            r.adjoint[a] += gained
        elif c < 6:
            r.adjoint_rate[a] += gained
        else:
            r.adjoint_accel[a] += gained


@inner_kernel
def reverse_time_tape(m, w, r, d, first, last, jet):
    """Instructions last - 1 … first by their values, rates and accelerations."""
    for i in range(last - 1, first - 1, -1):
        g, g1, g2 = r.adjoint[i], r.adjoint_rate[i], r.adjoint_accel[i]
        if g == 0.0 and g1 == 0.0 and g2 == 0.0:
            continue
        op, s = m.tape_op[i], m.tape_start[i]
        a = m.tape_args[s]
        if op <= STATE:
            reverse_load(m, r, d, op, a, g)
        elif op <= SIGN:
            x = w.tape_value[a]
            f_x, f_xx = unary_slopes(op, x, w.tape_value[i])
            add_jet(m, w, r, a, g, g1, g2, f_x, f_xx, unary_third(op, x))
        elif op < STEP:
            reverse_binary(m, w, r, op, i, a, m.tape_args[s + 1], g, g1, g2)
        elif op == TABLE:
            b = m.tape_args[s + 1]
            x, x1, x2 = w.tape_value[b], w.tape_rate[b], w.tape_accel[b]
            row = table_row(m.table_x, m.table_start[a], m.table_start[a + 1], x)
            f_x, f_xx = cubic_slopes(m.table_coef[row], x - m.table_x[row])
            add_jet(m, w, r, b, g, g1, g2, f_x, f_xx, 6.0 * m.table_coef[row, 3])
            reverse_table(m, d, a, x, g, g1 * x1 + g2 * x2, g2 * x1 * x1)
        else:
            _spread(m, w, i, r.adjoint)
            reverse_blend(m, w, r, i, g1, g2, jet)
