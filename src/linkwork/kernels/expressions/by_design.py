"""Expressions and blocks along a design parameter: only what it touches, each instruction by a complex step."""

import numpy as np

from linkwork.kernels.expressions.block_jacobians import (
    AGREE,
    COMPLEX_STEP,
    DIFFERENCES,
    NOISE,
    RELATIVE_STEP,
    STEP,
    UNKNOWN,
    fill_inputs,
    input_scale,
)
from linkwork.kernels.expressions.blocks import call_function
from linkwork.kernels.expressions.functions import (
    CONST,
    INPUT,
    MEASURE,
    OUTPUT,
    RATE,
    SIGN,
    STATE,
    TABLE,
    binary,
    blend,
    cubic,
    cubic_derivatives,
    table_row,
    unary,
    unary_derivatives,
)
from linkwork.kernels.expressions.tape import _binary_jet, _blend_jet, _chain
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.dense_views import vector


@inner_kernel
def restore_node(w, value, rate, accel, i):
    """Set an instruction to its value without a change."""
    value[i] = w.tape_value[i]
    rate[i] = w.tape_rate[i]
    accel[i] = w.tape_accel[i]


@inner_kernel
def load_change(change, d, op, a):
    """Return the change of what a load reads."""
    if op == CONST:
        return change.tape_const[a]
    if op == INPUT:
        return change.input0[a]
    if op == MEASURE:
        return d.jet[a, 0]
    if op == RATE:
        return d.jet[a, 1]
    return d.out[a] if op == OUTPUT else 0.0


@inner_kernel
def step_value(m, w, change, d, i, value):
    """value[i] with the changes of its arguments along the imaginary axis."""
    op, first = m.tape_op[i], m.tape_start[i]
    a = m.tape_args[first]
    if op <= STATE:
        value[i] = w.tape_value[i] + 1j * (STEP * load_change(change, d, op, a))
    elif op <= SIGN:
        value[i] = unary(op, value[a])
    elif op == TABLE:
        x = value[m.tape_args[first + 1]]
        row = table_row(m.table_x, m.table_start[a], m.table_start[a + 1], x)
        there = x - (m.table_x[row] + 1j * (STEP * change.table_x[row]))
        value[i] = cubic(m.table_coef[row], there) + 1j * (STEP * cubic(change.table_coef[row], there.real))
    elif m.tape_start[i + 1] - first == 2:
        value[i] = binary(op, value[a], value[m.tape_args[first + 1]])
    else:
        value[i] = blend(op, value[a], value[m.tape_args[first + 1]], value[m.tape_args[first + 2]])


@inner_kernel
def step_jet(m, change, i, value, rate, accel):
    """rate[i] and accel[i] of an instruction of a motion, whose value is at hand."""
    op, first = m.tape_op[i], m.tape_start[i]
    a = m.tape_args[first]
    if op <= STATE:
        return
    if op <= SIGN:
        f_x, f_xx = unary_derivatives(op, value[a], value[i])
        rate[i], accel[i] = _chain(f_x, f_xx, rate[a], accel[a])
    elif op == TABLE:
        k, a = a, m.tape_args[first + 1]
        row = table_row(m.table_x, m.table_start[k], m.table_start[k + 1], value[a])
        there = value[a] - (m.table_x[row] + 1j * (STEP * change.table_x[row]))
        f_x, f_xx = cubic_derivatives(m.table_coef[row], there)
        g_x, g_xx = cubic_derivatives(change.table_coef[row], there.real)
        rate[i], accel[i] = _chain(f_x + 1j * (STEP * g_x), f_xx + 1j * (STEP * g_xx), rate[a], accel[a])
    elif m.tape_start[i + 1] - first == 2:
        rate[i], accel[i] = _binary_jet(op, a, m.tape_args[first + 1], i, value, rate, accel)
    else:
        b, c = m.tape_args[first + 1], m.tape_args[first + 2]
        rate[i], accel[i] = _blend_jet(op, a, b, c, value, rate, accel)


@inner_kernel
def through_inputs(m, s, jacobian_plan, d, b, value, n_param, p):
    """Compute the changes of a block's outputs and state rates by those of its inputs."""
    n_u, n_x, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 3]
    for r in range(n_y + n_x):
        total, row = 0.0, jacobian_plan.block_entry[b] + (n_u + n_x) * r
        for k in range(n_u):
            total += s.block_J[row + k] * (value[m.block_u[m.block_first[b, 0] + k]].imag / STEP)
        add_result(m, d, b, r, total, n_param, p)


@inner_kernel
def add_result(m, d, b, r, change, n_param, p):
    """Add a change to output r of block b, or beyond the outputs to a state's rate."""
    n_y = m.block_sizes[b, 3]
    if r < n_y:
        d.out[m.block_first[b, 3] + r] += change
    else:
        d.zdot_p[n_param * (m.block_first[b, 1] + r - n_y) + p] += change


@inner_kernel
def parameter_scale(m, change, b):
    """A step along the change of the block's parameters that is small against the largest of them; 0 if none changes."""
    largest = 0.0
    for k in range(m.block_first[b, 2], m.block_first[b, 2] + m.block_sizes[b, 2]):
        largest = max(largest, abs(change.block_p[k]) / input_scale(m.block_p[k]))
    return RELATIVE_STEP / largest if largest > 0.0 else 0.0


@inner_kernel
def call_moved(m, w, change, d, b, t, step):
    """Compute the outputs and rates of the block at p + step · dp, in the upper or (step < 0) lower half of the
    scratch."""
    n_u, n_x, n_p, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 2], m.block_sizes[b, 3]
    n = n_u + n_x + n_p
    u, x, p = vector(d.block, 0, n_u), vector(d.block, n_u, n_x), vector(d.block, n_u + n_x, n_p)
    at = n if step > 0.0 else n + n_y + n_x
    fill_inputs(m, w, b, u, x, p)
    for k in range(n_p):
        p[k] += step * change.block_p[m.block_first[b, 2] + k]
    y, xdot = vector(d.block, at, n_y), vector(d.block, at + n_y, n_x)
    call_function(m.block_address[b, 0], t, u, 0, x, 0, p, 0, y, 0, xdot)


@inner_kernel
def call_complex(m, w, change, d, b, address, t):
    """Return the outputs and rates with the change of the parameters along the imaginary axis, in the other half of the
    scratch."""
    n_u, n_x, n_p, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 2], m.block_sizes[b, 3]
    scratch, half = d.block.view(np.complex128), d.block.shape[0] // 4
    u, x, p = vector(scratch, half, n_u), vector(scratch, half + n_u, n_x), vector(scratch, half + n_u + n_x, n_p)
    n = half + n_u + n_x + n_p
    fill_inputs(m, w, b, u, x, p)
    for k in range(n_p):
        p[k] += 1j * (STEP * change.block_p[m.block_first[b, 2] + k])
    call_function(address, t, u, 0, x, 0, p, 0, vector(scratch, n, n_y), 0, vector(scratch, n + n_y, n_x))
    return 2 * n + 1


@inner_kernel
def through_parameters(m, w, jacobian_plan, change, d, b, node, t, n_param, p):
    """Compute the changes of a block's outputs and state rates by those of its parameters: by complex step where that
    agrees with differences at first use."""
    step = parameter_scale(m, change, b)
    if step == 0.0:
        return
    address, n_r = jacobian_plan.block_complex[b], m.block_sizes[b, 1] + m.block_sizes[b, 3]
    at, exact = m.block_sizes[b, 0] + m.block_sizes[b, 1] + m.block_sizes[b, 2], 0
    if address == 0:
        d.node_mode[node] = DIFFERENCES
    mode = d.node_mode[node]
    if mode != COMPLEX_STEP:
        call_moved(m, w, change, d, b, t, step)
        call_moved(m, w, change, d, b, t, -step)
    if mode != DIFFERENCES:
        exact = call_complex(m, w, change, d, b, address, t)
    if mode == UNKNOWN:
        mode = COMPLEX_STEP
        for r in range(n_r):
            above, below = d.block[at + r], d.block[at + n_r + r]
            difference = (above - below) / (2.0 * step)
            off = abs(d.block[exact + 2 * r] / STEP - difference)
            if not off <= AGREE * abs(difference) + NOISE * (abs(above) + abs(below)) / step:
                mode = DIFFERENCES
        d.node_mode[node] = mode
    for r in range(n_r):
        if mode == COMPLEX_STEP:
            add_result(m, d, b, r, d.block[exact + 2 * r] / STEP, n_param, p)
        else:
            add_result(m, d, b, r, (d.block[at + r] - d.block[at + n_r + r]) / (2.0 * step), n_param, p)


@inner_kernel
def step_nodes(m, w, s, jacobian_plan, change, d, plan, p, t):
    """Step the affected instructions and blocks, in order; instructions leave their changes along the imaginary axis."""
    n_op, n_param = m.tape_op.shape[0], plan.weight.shape[0]
    scratch = d.tape.view(np.complex128)
    value, rate, accel = vector(scratch, 0, n_op), vector(scratch, n_op, n_op), vector(scratch, 2 * n_op, n_op)
    for n in range(plan.node_start[p], plan.node_start[p + 1]):
        i = plan.node[n]
        if i >= 0:
            step_value(m, w, change, d, i, value)
            if plan.motions[0] <= i < plan.motions[1]:
                step_jet(m, change, i, value, rate, accel)
        else:
            through_inputs(m, s, jacobian_plan, d, -1 - i, value, n_param, p)
            through_parameters(m, w, jacobian_plan, change, d, -1 - i, n, t, n_param, p)


@inner_kernel
def restore_nodes(m, w, d, plan, first, last):
    """Set instructions first … last - 1 of the list to their values without a change."""
    n_op = m.tape_op.shape[0]
    scratch = d.tape.view(np.complex128)
    for n in range(first, last):
        i = plan.node[n]
        if i >= 0:
            restore_node(w, vector(scratch, 0, n_op), vector(scratch, n_op, n_op), vector(scratch, 2 * n_op, n_op), i)
        else:
            for y in range(m.block_first[-1 - i, 3], m.block_first[-1 - i, 3] + m.block_sizes[-1 - i, 3]):
                d.out[y] = 0.0


@inner_kernel
def node_change(d, i, kind, n_op):
    """Return the change of the value (kind 0), rate (1) or second rate (2) of instruction i."""
    return d.tape[2 * (kind * n_op + i) + 1] / STEP
