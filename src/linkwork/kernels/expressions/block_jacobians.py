"""Derivatives of the user's blocks: outputs and state rates by inputs and states, one block at a time.

By complex step; at first use the answer is compared with central differences, which replace it for good where the block has no
complex form or loses the imaginary part on the way. JacobianWork.block_mode remembers which.
"""

import numpy as np

from linkwork.kernels.expressions.blocks import call_function
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.dense_views import vector

UNKNOWN, COMPLEX_STEP, DIFFERENCES = range(3)
STEP = 1e-30
RELATIVE_STEP = 6e-6  # the cube root of the rounding error: central differences are then right to some 1e-10
AGREE = 1e-4  # of a derivative; more is no rounding, but a lost imaginary part or a kink
NOISE = 1e-8  # of an output, over the step's scale


@inner_kernel
def input_scale(x):
    """Return the size relative to which a difference is taken."""
    return max(abs(x), 1e-3)


@inner_kernel
def fill_inputs(m, w, b, u, x, p):
    """Copy the block's inputs, states and parameters, in the scalar type of the given arrays."""
    for k in range(m.block_sizes[b, 0]):
        u[k] = w.block_in[m.block_first[b, 0] + k]
    for k in range(m.block_sizes[b, 1]):
        x[k] = w.z[m.block_first[b, 1] + k]
    for k in range(m.block_sizes[b, 2]):
        p[k] = m.block_p[m.block_first[b, 2] + k]


@inner_kernel
def complex_step(m, w, s, b, address, t, at):
    """J by steps along the imaginary axis."""
    n_u, n_x, n_p, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 2], m.block_sizes[b, 3]
    scratch = s.block_scratch.view(np.complex128)
    u, x, p = vector(scratch, 0, n_u), vector(scratch, n_u, n_x), vector(scratch, n_u + n_x, n_p)
    y, xdot = vector(scratch, n_u + n_x + n_p, n_y), vector(scratch, n_u + n_x + n_p + n_y, n_x)
    fill_inputs(m, w, b, u, x, p)
    for c in range(n_u + n_x):
        if c < n_u:
            u[c] += 1j * STEP
        else:
            x[c - n_u] += 1j * STEP
        call_function(address, t, u, 0, x, 0, p, 0, y, 0, xdot)
        if c < n_u:
            u[c] = u[c].real
        else:
            x[c - n_u] = x[c - n_u].real
        for r in range(n_y + n_x):
            out = y[r] if r < n_y else xdot[r - n_y]
            s.block_J[at + (n_u + n_x) * r + c] = out.imag / STEP


@inner_kernel
def differences(m, w, s, b, t, at, compare):
    """J by central differences, or whether J agrees with them (`compare`)."""
    n_u, n_x, n_p, n_y = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 2], m.block_sizes[b, 3]
    u, x = vector(s.block_scratch, 0, n_u), vector(s.block_scratch, n_u, n_x)
    p, n = vector(s.block_scratch, n_u + n_x, n_p), n_u + n_x + n_p
    y, xdot = vector(s.block_scratch, n, n_y), vector(s.block_scratch, n + n_y, n_x)
    y2, xdot2 = vector(s.block_scratch, n + n_y + n_x, n_y), vector(s.block_scratch, n + 2 * n_y + n_x, n_x)
    fill_inputs(m, w, b, u, x, p)
    agree = True
    for c in range(n_u + n_x):
        centre = u[c] if c < n_u else x[c - n_u]
        size = input_scale(centre)
        up, down = centre + RELATIVE_STEP * size, centre - RELATIVE_STEP * size
        if c < n_u:
            u[c] = up
        else:
            x[c - n_u] = up
        call_function(m.block_address[b, 0], t, u, 0, x, 0, p, 0, y, 0, xdot)
        if c < n_u:
            u[c] = down
        else:
            x[c - n_u] = down
        call_function(m.block_address[b, 0], t, u, 0, x, 0, p, 0, y2, 0, xdot2)
        if c < n_u:
            u[c] = centre
        else:
            x[c - n_u] = centre
        for r in range(n_y + n_x):
            above, below = (y[r], y2[r]) if r < n_y else (xdot[r - n_y], xdot2[r - n_y])
            slope, k = (above - below) / (up - down), at + (n_u + n_x) * r + c
            if compare:
                off = abs(s.block_J[k] - slope)
                agree = agree and off <= AGREE * abs(slope) + NOISE * (abs(above) + abs(below)) / size
            else:
                s.block_J[k] = slope
    return agree


@inner_kernel
def block_jacobian(m, w, s, plan, b, t):
    """block_J of block b at the values of the last evaluation."""
    at, address = plan.block_entry[b], plan.block_complex[b]
    if s.block_mode[b] != DIFFERENCES and address != 0:
        complex_step(m, w, s, b, address, t, at)
    if s.block_mode[b] == COMPLEX_STEP:
        return
    test = s.block_mode[b] == UNKNOWN and address != 0
    for _ in range(2 if test else 1):
        same = differences(m, w, s, b, t, at, test)
        s.block_mode[b] = COMPLEX_STEP if test and same else DIFFERENCES
        if same and test:
            return
        test = False
