"""A spring beside a spring in series with a damper, along the line between two points: the damper's elongation is a state."""

import numpy as np

from linkwork.kernels.forces.law import Law
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import dot, put, scale, sub, vec


@inner_kernel
def stretch(c, X_I, X_J):
    d = sub(vec(X_J, 9), vec(X_I, 9))
    length = np.sqrt(dot(d, d))
    return scale(1.0 / length, d), length - c[3]


@inner_kernel
def wrench(c, g, X_I, X_J, V_I, V_J, out):
    """c: stiffness beside, stiffness in series, damping in series, rest."""
    n, s = stretch(c, X_I, X_J)
    put(out, 0, scale(0.0, n))
    put(out, 3, scale(-(c[0] * s + c[1] * (s - g.z[0])), n))


@inner_kernel
def rates(c, g, X_I, X_J, V_I, V_J, zdot):
    _, s = stretch(c, X_I, X_J)
    zdot[0] = c[1] * (s - g.z[0]) / c[2]


@inner_kernel
def energy(c, g, X_I, X_J):
    _, s = stretch(c, X_I, X_J)
    return 0.5 * (c[0] * s * s + c[1] * (s - g.z[0]) * (s - g.z[0]))


LAW = Law("relaxing", constants=4, wrench=wrench, energy=energy, states=1, rates=rates)
