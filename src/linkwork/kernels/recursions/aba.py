"""Articulated bodies: the 6×6 inertia a body shows through its joints, as 21 numbers
[I: xx yy zz xy xz yz | H row-major (9) | M: xx yy zz xy xz yz] of  [torque; force] = [I H; H' M] [alpha; a].
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import put


@inner_kernel
def set_rigid(J, out):
    """Set the articulated inertia to that of the rigid body: H = s x, M = m 1."""
    for i in range(6):
        out[i] = J[4 + i]
    m, x, y, z = J[0], J[1], J[2], J[3]
    zero = 0.0 * m
    out[6], out[7], out[8] = zero, -z, y
    out[9], out[10], out[11] = z, zero, -x
    out[12], out[13], out[14] = -y, x, zero
    out[15], out[16], out[17], out[18], out[19], out[20] = m, m, m, zero, zero, zero


@inner_kernel
def set_unit(mass, inertia, out):
    """A body of this mass with mass times `inertia` about every axis through its origin."""
    for i in range(21):
        out[i] = 0.0
    out[0], out[1], out[2] = mass * inertia, mass * inertia, mass * inertia
    out[15], out[16], out[17] = mass, mass, mass


@inner_kernel
def times(A, s, out):
    """out = A s for a six-vector s."""
    a, b, c, x, y, z = s[0], s[1], s[2], s[3], s[4], s[5]
    out[0] = A[0] * a + A[3] * b + A[4] * c + A[6] * x + A[7] * y + A[8] * z
    out[1] = A[3] * a + A[1] * b + A[5] * c + A[9] * x + A[10] * y + A[11] * z
    out[2] = A[4] * a + A[5] * b + A[2] * c + A[12] * x + A[13] * y + A[14] * z
    out[3] = A[6] * a + A[9] * b + A[12] * c + A[15] * x + A[18] * y + A[19] * z
    out[4] = A[7] * a + A[10] * b + A[13] * c + A[18] * x + A[16] * y + A[20] * z
    out[5] = A[8] * a + A[11] * b + A[14] * c + A[19] * x + A[20] * y + A[17] * z


@inner_kernel
def add_outer(A, u, f):
    """A += f u u'."""
    a, b, c, x, y, z = u[0], u[1], u[2], u[3], u[4], u[5]
    fa, fb, fc, fx, fy, fz = f * a, f * b, f * c, f * x, f * y, f * z
    A[0] += fa * a
    A[1] += fb * b
    A[2] += fc * c
    A[3] += fa * b
    A[4] += fa * c
    A[5] += fb * c
    A[6] += fa * x
    A[7] += fa * y
    A[8] += fa * z
    A[9] += fb * x
    A[10] += fb * y
    A[11] += fb * z
    A[12] += fc * x
    A[13] += fc * y
    A[14] += fc * z
    A[15] += fx * x
    A[16] += fy * y
    A[17] += fz * z
    A[18] += fx * y
    A[19] += fx * z
    A[20] += fy * z


@inner_kernel
def add_moved(A, r, out):
    """out += A seen from the parent's origin, r = p_child - p_parent:  M, H + r M, I - (H + r M) r + r H'."""
    x, y, z = r
    for i in range(6):
        out[15 + i] += A[15 + i]
    mxx, myy, mzz, mxy, mxz, myz = A[15], A[16], A[17], A[18], A[19], A[20]
    h0, h1, h2 = A[6] - z * mxy + y * mxz, A[7] - z * myy + y * myz, A[8] - z * myz + y * mzz
    h3, h4, h5 = A[9] + z * mxx - x * mxz, A[10] + z * mxy - x * myz, A[11] + z * mxz - x * mzz
    h6, h7, h8 = A[12] - y * mxx + x * mxy, A[13] - y * mxy + x * myy, A[14] - y * mxz + x * myz
    put(out, 6, (out[6] + h0, out[7] + h1, out[8] + h2))
    put(out, 9, (out[9] + h3, out[10] + h4, out[11] + h5))
    put(out, 12, (out[12] + h6, out[13] + h7, out[14] + h8))
    # rows of (H + r M) r:  (h1 z - h2 y, h2 x - h0 z, h0 y - h1 x), …;  r H':  rows (y H'_z - z H'_y, …)
    out[0] += A[0] - (h1 * z - h2 * y) + (y * A[8] - z * A[7])
    out[1] += A[1] - (h5 * x - h3 * z) + (z * A[9] - x * A[11])
    out[2] += A[2] - (h6 * y - h7 * x) + (x * A[13] - y * A[12])
    out[3] += A[3] - (h2 * x - h0 * z) + (y * A[11] - z * A[10])
    out[4] += A[4] - (h0 * y - h1 * x) + (y * A[14] - z * A[13])
    out[5] += A[5] - (h3 * y - h4 * x) + (z * A[12] - x * A[14])
