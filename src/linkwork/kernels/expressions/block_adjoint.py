"""Reverse sweep through the user's blocks: from cotangents of outputs and state rates to inputs, states and parameters.

One complex step of the block per input, state and parameter. At first use it is compared with central differences, which replace it
for good where the block has no complex form or loses the imaginary part (as in kernels.expressions.block_jacobians).
"""

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
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.dense_views import vector


@inner_kernel
def complex_column(m, w, r, b, address, t, c):
    """block_derivatives: outputs, then state rates of block b by argument c (inputs, states, parameters)."""
    n_u, n_x, n_p, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 2], m.block_sizes[b, 3]
    scratch = r.block_scratch.view(np.complex128)
    arguments = vector(scratch, 0, n_u + n_x + n_p)
    u, x, p = vector(scratch, 0, n_u), vector(scratch, n_u, n_x), vector(scratch, n_u + n_x, n_p)
    y, xdot = vector(scratch, n_u + n_x + n_p, n_y), vector(scratch, n_u + n_x + n_p + n_y, n_x)
    fill_inputs(m, w, b, u, x, p)
    arguments[c] += 1j * STEP
    call_function(address, t, u, 0, x, 0, p, 0, y, 0, xdot)
    for k in range(n_y + n_x):
        out = y[k] if k < n_y else xdot[k - n_y]
        r.block_derivatives[k] = out.imag / STEP


@inner_kernel
def difference_column(m, w, r, b, t, c, compare):
    """block_derivatives by central differences, or whether it agrees with them (`compare`)."""
    n_u, n_x, n_p, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 2], m.block_sizes[b, 3]
    n = n_u + n_x + n_p
    arguments, u, x = vector(r.block_scratch, 0, n), vector(r.block_scratch, 0, n_u), vector(r.block_scratch, n_u, n_x)
    p, y = vector(r.block_scratch, n_u + n_x, n_p), vector(r.block_scratch, n, n_y)
    xdot, y2 = vector(r.block_scratch, n + n_y, n_x), vector(r.block_scratch, n + n_y + n_x, n_y)
    xdot2 = vector(r.block_scratch, n + 2 * n_y + n_x, n_x)
    fill_inputs(m, w, b, u, x, p)
    centre, agree = arguments[c], True
    size = input_scale(centre)
    up, down = centre + RELATIVE_STEP * size, centre - RELATIVE_STEP * size
    arguments[c] = up
    call_function(m.block_address[b, 0], t, u, 0, x, 0, p, 0, y, 0, xdot)
    arguments[c] = down
    call_function(m.block_address[b, 0], t, u, 0, x, 0, p, 0, y2, 0, xdot2)
    for k in range(n_y + n_x):
        above, below = (y[k], y2[k]) if k < n_y else (xdot[k - n_y], xdot2[k - n_y])
        slope = (above - below) / (up - down)
        if compare:
            off = abs(r.block_derivatives[k] - slope)
            agree = agree and off <= AGREE * abs(slope) + NOISE * (abs(above) + abs(below)) / size
        else:
            r.block_derivatives[k] = slope
    return agree


@inner_kernel
def block_column(m, w, r, plan, b, t, c, compare):
    """block_derivatives of argument c in the block's mode; with `compare`, the complex step is tried against differences."""
    if r.block_mode[b] != DIFFERENCES:
        complex_column(m, w, r, b, plan.block_complex[b], t, c)
    if compare or r.block_mode[b] == DIFFERENCES:
        return difference_column(m, w, r, b, t, c, compare)
    return True


@inner_kernel
def reverse_block(m, w, r, d, plan, b, t):
    """Carry the cotangents of the outputs and state rates of block b to what it reads. A first call goes through twice:
    the first round chooses the block's mode."""
    n_u, n_x, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 3]
    u0, x0, p0, y0 = m.block_first[b, 0], m.block_first[b, 1], m.block_first[b, 2], m.block_first[b, 3]
    test = r.block_mode[b] == UNKNOWN
    if test:
        r.block_mode[b] = DIFFERENCES if plan.block_complex[b] == 0 else COMPLEX_STEP
        test = plan.block_complex[b] != 0
    agree, used = True, False
    for k in range(n_y + n_x):
        used = used or (r.adjoint_out[y0 + k] if k < n_y else r.zdot[x0 + k - n_y]) != 0.0
    for turn in range(0 if test else 1, 2 if used else 1):
        for c in range(n_u + n_x + m.block_sizes[b, 2]):
            agree = block_column(m, w, r, plan, b, t, c, turn == 0) and agree
            if turn == 0:
                continue
            total = 0.0
            for k in range(n_y + n_x):
                total += r.block_derivatives[k] * (r.adjoint_out[y0 + k] if k < n_y else r.zdot[x0 + k - n_y])
            if c < n_u:
                r.adjoint[m.block_u[u0 + c]] += total
            elif c < n_u + n_x:
                r.by_z[x0 + c - n_u] += total
            else:
                d.block_p[p0 + c - n_u - n_x] += total
        if turn == 0 and not agree:
            r.block_mode[b] = DIFFERENCES
