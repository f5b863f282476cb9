"""Block-diagonal matrices of rotations, for all quaternions of a state at once.

A matrix of tangent vectors is `plain` times the unit matrix but for a block of 3×3 for every quaternion, which begins at starts[b].
Between components and tangent vectors: a quaternion p moves along x by B(p) x / 2, the columns of B being those of p (0, x).
"""

import math

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.rotations import half_product
from linkwork.numerics.jit import kernel


@inner_kernel
def _block(a, b, c, d, block):
    """block := a 1 + b [x] + c [x]² of the vector d = x."""
    x, y, z = d[0], d[1], d[2]
    xx, yy, zz = x * x, y * y, z * z
    block[0, 0], block[0, 1], block[0, 2] = a - c * (yy + zz), c * x * y - b * z, c * x * z + b * y
    block[1, 0], block[1, 1], block[1, 2] = c * x * y + b * z, a - c * (xx + zz), c * y * z - b * x
    block[2, 0], block[2, 1], block[2, 2] = c * x * z - b * y, c * y * z + b * x, a - c * (xx + yy)


@kernel
def turned_and_gained(x, starts, R, J):
    """R := exp(-[x]), what a tangent vector at q is at q ⊕ x, and J := what a change of x is there."""
    for i in range(starts.shape[0]):
        d = x[starts[i] : starts[i] + 3]
        square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
        s = math.sqrt(square)
        if s < 1e-2:
            one = 1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0))
            two = 0.5 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0)))
            three = (1.0 - square / 20.0 * (1.0 - square / 42.0)) / 6.0
        else:
            half = math.sin(0.5 * s) / s
            one, two, three = math.sin(s) / s, 2.0 * half * half, (s - math.sin(s)) / (square * s)
        _block(1.0, -one, two, d, R[i])
        _block(1.0, -two, three, d, J[i])


@kernel
def backward_formula(q, v, c0, cj, plain_q, plain_v, turn_q, starts, r, S):
    """r := residual v - c_j q - c_0 of positions, of a quaternion p omega - 2 vec(p* c_0); S := its derivative by positions, -c_j if plain."""
    for i in range(plain_q.shape[0]):
        r[plain_v[i]] = v[plain_v[i]] - cj * q[plain_q[i]] - c0[plain_q[i]]
    for i in range(starts.shape[0]):
        j, k = turn_q[i, 0], starts[i]
        w, x, y, z = q[j], q[j + 1], q[j + 2], q[j + 3]
        e, f, g, h = c0[j], c0[j + 1], c0[j + 2], c0[j + 3]
        u = S[i, 0]  # p* c_0, until the block is made
        u[0] = w * f - e * x - (y * h - z * g)
        u[1] = w * g - e * y - (z * f - x * h)
        u[2] = w * h - e * z - (x * g - y * f)
        for l in range(3):
            r[k + l] = v[k + l] - 2.0 * u[l]
        _block(w * e + x * f + y * g + z * h, -1.0, 0.0, u, S[i])


@kernel
def block_products(plain, blocks, starts, X, out):
    """out := the matrix times X (nv, k)."""
    for i in range(X.shape[0]):
        for c in range(X.shape[1]):
            out[i, c] = plain * X[i, c]
    for b in range(starts.shape[0]):
        k, B = starts[b], blocks[b]
        for c in range(X.shape[1]):
            x, y, z = X[k, c], X[k + 1, c], X[k + 2, c]
            for l in range(3):
                out[k + l, c] = B[l, 0] * x + B[l, 1] * y + B[l, 2] * z


@kernel
def to_components(q, X, plain_q, plain_v, turn_q, starts, transposed, E):
    """E (nq, k) := changes of components along tangent vectors X (nv, k) at q; transposed: the transpose of `to_tangents`."""
    for i in range(plain_q.shape[0]):
        for c in range(X.shape[1]):
            E[plain_q[i], c] = X[plain_v[i], c]
    for i in range(starts.shape[0]):
        j, k = turn_q[i, 0], starts[i]
        f = 2.0 / (q[j] ** 2 + q[j + 1] ** 2 + q[j + 2] ** 2 + q[j + 3] ** 2) if transposed else 0.5
        w, x, y, z = f * q[j], f * q[j + 1], f * q[j + 2], f * q[j + 3]
        for c in range(X.shape[1]):
            a, b, d = X[k, c], X[k + 1, c], X[k + 2, c]
            E[j, c] = -x * a - y * b - z * d
            E[j + 1, c] = w * a - z * b + y * d
            E[j + 2, c] = z * a + w * b - x * d
            E[j + 3, c] = -y * a + x * b + w * d


@kernel
def to_tangents(q, E, plain_q, plain_v, turn_q, starts, transposed, X):
    """X (nv, k) := tangent vectors of changes E (nq, k) of components at q; transposed: the transpose of `to_components`."""
    for i in range(plain_q.shape[0]):
        for c in range(E.shape[1]):
            X[plain_v[i], c] = E[plain_q[i], c]
    for i in range(starts.shape[0]):
        j, k = turn_q[i, 0], starts[i]
        f = 0.5 if transposed else 2.0 / (q[j] ** 2 + q[j + 1] ** 2 + q[j + 2] ** 2 + q[j + 3] ** 2)
        w, x, y, z = f * q[j], f * q[j + 1], f * q[j + 2], f * q[j + 3]
        for c in range(E.shape[1]):
            a, b, d, e = E[j, c], E[j + 1, c], E[j + 2, c], E[j + 3, c]
            X[k, c] = -x * a + w * b + z * d - y * e
            X[k + 1, c] = -y * a - z * b + w * d + x * e
            X[k + 2, c] = -z * a + y * b - x * d + w * e


@kernel
def rates_of_components(q, v, places, out):
    """Compute the rates of the components of q, out[: nq], from velocities v."""
    plain_q, plain_v, turn_q, starts = places
    for i in range(plain_q.shape[0]):
        out[plain_q[i]] = v[plain_v[i]]
    for i in range(starts.shape[0]):
        j, k = turn_q[i, 0], starts[i]
        rate = half_product(q[j], q[j + 1], q[j + 2], q[j + 3], v[k], v[k + 1], v[k + 2])
        out[j], out[j + 1], out[j + 2], out[j + 3] = rate
