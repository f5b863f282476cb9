"""Gravity: [m c x g; m g] on every body."""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import accumulate, cross, scale, vec


@inner_kernel
def gravity(g, I_W, wrench):
    """From I_W = [m, m c, …] in world axes at the body's origin. The ground has no weight."""
    down = vec(g, 0)
    for b in range(1, wrench.shape[0]):
        accumulate(wrench[b], 0, cross(vec(I_W[b], 1), down))
        accumulate(wrench[b], 3, scale(I_W[b, 0], down))
