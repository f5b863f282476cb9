"""Recursive Newton-Euler: the wrench each body needs, and the generalized forces of a motion (kelly-1987, Eq. 4).

At a body's origin, with first moment s = m c and tensor I:
    force = m a + alpha x s + w x (w x s),    torque = I alpha + s x a + w x I w.
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.transformations import force_transformation, velocity_transformation
from linkwork.kernels.vectors import add, cross, put, scale, sub, vec


@inner_kernel
def times_tensor(J, a):
    """I a for an inertia row [m, s, xx yy zz xy xz yz]."""
    return (
        J[4] * a[0] + J[7] * a[1] + J[8] * a[2],
        J[7] * a[0] + J[5] * a[1] + J[9] * a[2],
        J[8] * a[0] + J[9] * a[1] + J[6] * a[2],
    )


@inner_kernel
def add_inertia_wrench(J, alpha, a, out):
    """out += inertia times acceleration."""
    s = vec(J, 1)
    torque = add(times_tensor(J, alpha), cross(s, a))
    force = add(scale(J[0], a), cross(alpha, s))
    put(out, 0, add(vec(out, 0), torque))
    put(out, 3, add(vec(out, 3), force))


@inner_kernel
def bias_wrenches(m, w):
    """Compute P, what each body needs at vdot = 0 less the forces applied to it. Then Q - h = -B'P."""
    for b in range(1, m.parent.shape[0]):
        J, omega = w.I_W[b], vec(w.V[b], 0)
        gyro_torque = cross(omega, times_tensor(J, omega))
        gyro_force = cross(omega, cross(omega, vec(J, 1)))
        put(w.P[b], 0, sub(gyro_torque, vec(w.wrench[b], 0)))
        put(w.P[b], 3, sub(gyro_force, vec(w.wrench[b], 3)))
        add_inertia_wrench(J, vec(w.A[b], 0), vec(w.A[b], 3), w.P[b])


@inner_kernel
def generalized_forces(m, w, Qh):
    """Qh = Q - h = -B'P."""
    force_transformation(m, w, w.P, w.F, Qh)
    for k in range(Qh.shape[0]):
        Qh[k] = -Qh[k]


@inner_kernel
def tree_forces(m, w, vdot, tau):
    """tau = M vdot - (Q - h); leaves in F the wrench each tree joint carries. Needs bias_wrenches."""
    velocity_transformation(m, w, vdot, w.dA)
    for b in range(1, m.parent.shape[0]):
        for i in range(6):
            w.F[b, i] = w.P[b, i]
        add_inertia_wrench(w.I_W[b], vec(w.dA[b], 0), vec(w.dA[b], 3), w.F[b])
    force_transformation(m, w, w.F, w.F, tau)
