"""Quaternions and their rates; rotation vectors: the logarithm of a rotation and the Jacobian that turns angular velocity
into its rate.

With C(p) x = ½ p (0, x) a quaternion p has the rate C(p) omega, and a change e of it the tangent vector (4 / |p|²) C(p)' e.

Complex-safe: square roots are of quantities that are at least one, and near zero a series replaces what divides by the angle.
"""

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import axis, cross, dot, scale
from linkwork.numerics.complex_safe import atan2_


@inner_kernel
def half_product(p0, p1, p2, p3, x, y, z):
    """Return C(p) (x, y, z)."""
    return (
        0.5 * (-p1 * x - p2 * y - p3 * z),
        0.5 * (p0 * x + p2 * z - p3 * y),
        0.5 * (p0 * y + p3 * x - p1 * z),
        0.5 * (p0 * z + p1 * y - p2 * x),
    )


@inner_kernel
def half_back(p0, p1, p2, p3, e0, e1, e2, e3):
    """Return C(p)' e."""
    return (
        0.5 * (p0 * e1 - p1 * e0 - p2 * e3 + p3 * e2),
        0.5 * (p0 * e2 - p2 * e0 - p3 * e1 + p1 * e3),
        0.5 * (p0 * e3 - p3 * e0 - p1 * e2 + p2 * e1),
    )


@inner_kernel
def relative_quaternion(X_I, X_J):
    """Unit quaternion (w, x, y, z), w >= 0, of R = R_I' R_J for two pose rows, by its largest component."""
    ix, iy, iz = axis(X_I, 0), axis(X_I, 1), axis(X_I, 2)
    jx, jy, jz = axis(X_J, 0), axis(X_J, 1), axis(X_J, 2)
    xx, yy, zz = dot(ix, jx), dot(iy, jy), dot(iz, jz)
    a, b, c = dot(iz, jy) - dot(iy, jz), dot(ix, jz) - dot(iz, jx), dot(iy, jx) - dot(ix, jy)
    d, e, f = dot(iy, jz) + dot(iz, jy), dot(ix, jz) + dot(iz, jx), dot(ix, jy) + dot(iy, jx)
    trace = xx + yy + zz
    if trace.real >= 0.0:
        q = (1.0 + trace, a, b, c)
    elif xx.real >= yy.real and xx.real >= zz.real:
        q = (a, 1.0 + xx - yy - zz, f, e)
    elif yy.real >= zz.real:
        q = (b, f, 1.0 + yy - xx - zz, d)
    else:
        q = (c, e, d, 1.0 + zz - xx - yy)
    length = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    s = -1.0 / length if q[0].real < 0.0 else 1.0 / length
    return (s * q[0], s * q[1], s * q[2], s * q[3])


@inner_kernel
def rotation_vector(q):
    """theta = 2 atan2(|v|, w) v/|v| of a unit quaternion (w, v) with w >= 0: continuous for all angles below pi."""
    v = (q[1], q[2], q[3])
    s2 = dot(v, v)
    if s2.real < 1e-4:  # 2 asin(s)/s
        return scale(2.0 + s2 * (1.0 / 3.0 + s2 * (3.0 / 20.0 + s2 * (5.0 / 56.0))), v)
    s = np.sqrt(s2)
    return scale(2.0 * atan2_(s, q[0]) / s, v)


@inner_kernel
def inverse_jacobian(theta, a, sign):
    """J^-1 a (sign -1) or its transpose (sign +1): theta' = J^-1 omega for the angular velocity omega in the fixed axes.

    J^-1 = 1 - ½ [theta] + b [theta]²,  b = (1 - ½ phi cot(½ phi)) / phi²,  phi = |theta|.
    """
    phi2 = dot(theta, theta)
    if phi2.real < 1e-2:
        b = 1.0 / 12.0 + phi2 * (
            1.0 / 720.0 + phi2 * (1.0 / 30240.0 + phi2 * (1.0 / 1209600.0 + phi2 * (1.0 / 47900160.0)))
        )
    else:
        half = 0.5 * np.sqrt(phi2)
        b = (1.0 - half * np.cos(half) / np.sin(half)) / phi2
    first = cross(theta, a)
    second = cross(theta, first)
    h = 0.5 * sign
    return (
        a[0] + h * first[0] + b * second[0],
        a[1] + h * first[1] + b * second[1],
        a[2] + h * first[2] + b * second[2],
    )
