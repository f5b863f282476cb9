"""Force laws: each sees frames and measures and adds to the wrench of its bodies."""

from linkwork.kernels.forces.applied import applied
from linkwork.kernels.forces.between_frames import law_forces
from linkwork.kernels.forces.efforts import efforts
from linkwork.kernels.forces.gravity import gravity
from linkwork.kernels.inline import inner_kernel


@inner_kernel
def forces(m, w, t):
    """w.wrench: gravity and all applied forces on each body, at its origin, world axes; and the rates of the laws' states."""
    for b in range(w.wrench.shape[0]):
        for k in range(6):
            w.wrench[b, k] = 0.0
    gravity(m.gravity, w.I_W, w.wrench)
    efforts(m, w)
    law_forces(m, w, t)
    applied(m, w)
