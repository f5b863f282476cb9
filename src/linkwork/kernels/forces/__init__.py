"""Force laws: each sees frames and measures and adds to the wrench of its bodies."""

from linkwork.kernels.forces.applied import applied
from linkwork.kernels.forces.efforts import efforts
from linkwork.kernels.forces.gravity import gravity
from linkwork.kernels.forces.six import six_forces
from linkwork.kernels.inner import inner_kernel


@inner_kernel
def forces(m, w):
    """w.wrench: gravity and all applied forces on each body, at its origin, world axes."""
    for b in range(w.wrench.shape[0]):
        for k in range(6):
            w.wrench[b, k] = 0.0
    gravity(m.gravity, w.I_W, w.wrench)
    efforts(m, w)
    six_forces(m, w)
    applied(m, w)
