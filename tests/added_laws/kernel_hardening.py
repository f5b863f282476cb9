"""A hardening spring with a table as its curve, viscous torque and a force in time: the value alone."""

import numpy as np

from linkwork.kernels.expressions.functions import cubic, table_row
from linkwork.kernels.forces.law import Law
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import axis, dot, put, scale, sub, vec


@inner_kernel
def wrench(c, g, X_I, X_J, V_I, V_J, out):
    """c: cubic stiffness, damping, rest, turning damping, factor of the table, amplitude and frequency of a force along z of I."""
    d = sub(vec(X_J, 9), vec(X_I, 9))
    length = np.sqrt(dot(d, d))
    n = scale(1.0 / length, d)
    lever = sub(vec(V_J, 3), vec(V_I, 3))
    w_I = vec(V_I, 0)
    rate = dot(n, lever)
    s = length - c[2]
    row = table_row(g.table_x, g.table_start[g.table[0]], g.table_start[g.table[0] + 1], s)
    push = -c[0] * s * s * s - c[1] * rate - c[4] * cubic(g.table_coef[row], s - g.table_x[row])
    shake = c[5] * np.sin(c[6] * g.t)
    force, along = scale(push, n), axis(X_I, 2)
    put(out, 0, scale(-c[3], sub(vec(V_J, 0), w_I)))
    put(out, 3, (force[0] + shake * along[0], force[1] + shake * along[1], force[2] + shake * along[2]))


LAW = Law("hardening", constants=7, wrench=wrench)
