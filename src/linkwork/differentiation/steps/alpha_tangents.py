"""Tangents before and after the linear equations of a generalized-alpha step; J and R are block-diagonal
(kernels.charts).

`f` are the weights of a step: of v, rate and a in the displacement of q; of rate and a in that of [v, z]; of wdot in
both.
"""

from linkwork.integrators.contract import noinline
from linkwork.kernels.charts import block_products, to_components, to_tangents
from linkwork.numerics.jit import kernel


@kernel
def begin_tangents(f, q, D, rate, a, places, R, J, turned, r):
    """Compute r (nv + nv + nz, k), the tangent vectors at the end of a step due to D (ny, k), the tangents of the state
    at its beginning, and due to those of rate and a (nv + nz, k)."""
    plain_q, plain_v, turn_q, starts = places
    nq, k = q.shape[0], D.shape[1]
    nw = D.shape[0] - nq
    nv = r.shape[0] - nw
    to_tangents(q, D, plain_q, plain_v, turn_q, starts, False, turned)
    block_products(1.0, R, starts, turned, r[:nv])
    for i in range(nv):
        for c in range(k):
            turned[i, c] = f[0] * D[nq + i, c] + f[1] * rate[i, c] + f[2] * a[i, c]
    for i in range(nw):
        for c in range(k):
            r[nv + i, c] = D[nq + i, c] + f[3] * rate[i, c] + f[4] * a[i, c]
    add_blocks(J, starts, turned, r)


@noinline
def add_blocks(J, starts, X, r):
    """Add J X to the first nv rows of r."""
    b, count = 0, starts.shape[0]
    i = 0
    while i < X.shape[0]:
        if b < count and i == starts[b]:
            B = J[b]
            for c in range(X.shape[1]):
                for l in range(3):
                    r[i + l, c] += B[l, 0] * X[i, c] + B[l, 1] * X[i + 1, c] + B[l, 2] * X[i + 2, c]
            b, i = b + 1, i + 3
        else:
            for c in range(X.shape[1]):
                r[i, c] += X[i, c]
            i += 1


@kernel
def end_tangents(f, q, wdot, x, places, J, turned, r, D):
    """Compute D (ny, k), the tangents of the state at the end of a step, where the positions are q, from r and the
    tangents of wdot and of x (nv or 0, k)."""
    plain_q, plain_v, turn_q, starts = places
    nq, nv, k = q.shape[0], turned.shape[0], D.shape[1]
    for i in range(nv):
        for c in range(k):
            turned[i, c] = f[5] * wdot[i, c]
    for i in range(x.shape[0]):
        for c in range(k):
            turned[i, c] += x[i, c]
    add_blocks(J, starts, turned, r)
    to_components(q, r, plain_q, plain_v, turn_q, starts, False, D)
    for i in range(wdot.shape[0]):
        for c in range(k):
            D[nq + i, c] = r[nv + i, c] + f[6] * wdot[i, c]
