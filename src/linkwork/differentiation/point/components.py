"""Plain components of positions and tangent vectors, for tangents and for cotangents, and rotations between them.

With C(p) x = ½ p (0, x) for a quaternion p of any length, a tangent vector x changes p by C(p) x, a change e of its
components has the tangent vector (4 / |p|²) C(p)' e, and its rate is C(p) omega. Tangents are flat, n rows of k
numbers.
"""

from __future__ import annotations

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.rotations import half_back, half_product
from linkwork.kernels.vectors import add, cross, dot, scale


@inner_kernel
def plain_entries(m, b):
    """Return how many positions of body b's joint are not part of a quaternion, and whether a quaternion follows them."""
    count = m.q_start[b + 1] - m.q_start[b]
    turns = count != m.v_start[b + 1] - m.v_start[b]
    return (count - 4 if turns else count), turns


@inner_kernel
def vector_tangents(m, q, d, k, out):
    """Compute in out (n_v, k) the tangent vectors of changes d (n_q, k) of the components of q."""
    for b in range(1, m.parent.shape[0]):
        j, i = m.q_start[b], m.v_start[b]
        plain, turns = plain_entries(m, b)
        for c in range(plain * k):
            out[i * k + c] = d[j * k + c]
        if turns:
            j, i = j + plain, i + plain
            p0, p1, p2, p3 = q[j], q[j + 1], q[j + 2], q[j + 3]
            f = 4.0 / (p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3)
            for c in range(k):
                at = j * k + c
                x = half_back(p0, p1, p2, p3, d[at], d[at + k], d[at + 2 * k], d[at + 3 * k])
                for e in range(3):
                    out[(i + e) * k + c] = f * x[e]


@inner_kernel
def component_tangents(m, q, d, k, out):
    """Compute in out (n_q, k) the changes of the components of q for tangent vectors d (n_v, k). The rates of q follow
    from velocities in the same way."""
    for b in range(1, m.parent.shape[0]):
        j, i = m.q_start[b], m.v_start[b]
        plain, turns = plain_entries(m, b)
        for c in range(plain * k):
            out[j * k + c] = d[i * k + c]
        if turns:
            j, i = j + plain, i + plain
            p0, p1, p2, p3 = q[j], q[j + 1], q[j + 2], q[j + 3]
            for c in range(k):
                at = i * k + c
                e = half_product(p0, p1, p2, p3, d[at], d[at + k], d[at + 2 * k])
                for r in range(4):
                    out[(j + r) * k + c] = e[r]


@inner_kernel
def add_rates_tangent(m, v, d, k, sign, out):
    """Add sign ½ dp (0, omega), the derivative of quaternions' rates by the quaternions. The map is skew, so that sign
    -1 gives its transpose."""
    for b in range(1, m.parent.shape[0]):
        plain, turns = plain_entries(m, b)
        if turns:
            j, i = m.q_start[b] + plain, m.v_start[b] + plain
            for c in range(k):
                at = j * k + c
                e = half_product(d[at], d[at + k], d[at + 2 * k], d[at + 3 * k], v[i], v[i + 1], v[i + 2])
                for r in range(4):
                    out[(j + r) * k + c] += sign * e[r]


@inner_kernel
def component_cotangent(m, q, w, out):
    """Add to out (n_q) the cotangent of components, given the cotangent w (n_v) of tangent vectors: the transpose of
    vector_tangents."""
    for b in range(1, m.parent.shape[0]):
        j, i = m.q_start[b], m.v_start[b]
        plain, turns = plain_entries(m, b)
        for c in range(plain):
            out[j + c] += w[i + c]
        if turns:
            j, i = j + plain, i + plain
            p0, p1, p2, p3 = q[j], q[j + 1], q[j + 2], q[j + 3]
            f = 4.0 / (p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3)
            e = half_product(p0, p1, p2, p3, w[i], w[i + 1], w[i + 2])
            for r in range(4):
                out[j + r] += f * e[r]


@inner_kernel
def tangent_cotangent(m, q, w, out):
    """Add to out (n_v) the cotangent of tangent vectors, given the cotangent w (n_q) of components: the transpose of
    component_tangents."""
    for b in range(1, m.parent.shape[0]):
        j, i = m.q_start[b], m.v_start[b]
        plain, turns = plain_entries(m, b)
        for c in range(plain):
            out[i + c] += w[j + c]
        if turns:
            j, i = j + plain, i + plain
            x = half_back(q[j], q[j + 1], q[j + 2], q[j + 3], w[j], w[j + 1], w[j + 2], w[j + 3])
            for e in range(3):
                out[i + e] += x[e]


@inner_kernel
def turned(x, a, sign):
    """Return exp(sign [x]) a."""
    s2 = dot(x, x)
    if s2 < 1e-4:
        f, g = 1.0 - s2 / 6.0 * (1.0 - s2 / 20.0), 0.5 - s2 / 24.0 * (1.0 - s2 / 30.0)
    else:
        s = np.sqrt(s2)
        f, g = np.sin(s) / s, (1.0 - np.cos(s)) / s2
    once = cross(x, a)
    return add(a, add(scale(sign * f, once), scale(g, cross(x, once))))


@inner_kernel
def gained(x, a, sign):
    """Return J a, the rotation in the moved axes due to a change a of the rotation vector x (sign -1), or its transpose
    J'a (sign 1)."""
    s2 = dot(x, x)
    if s2 < 1e-4:
        f, g = 0.5 - s2 / 24.0 * (1.0 - s2 / 30.0), 1.0 / 6.0 - s2 / 120.0 * (1.0 - s2 / 42.0)
    else:
        s = np.sqrt(s2)
        f, g = (1.0 - np.cos(s)) / s2, (s - np.sin(s)) / (s2 * s)
    once = cross(x, a)
    return add(a, add(scale(sign * f, once), scale(g, cross(x, once))))


@inner_kernel
def moved_tangents(m, x, d, k, change, out):
    """Compute R'd (change 0) or J d (change 1): the tangent vectors at q ⊕ x due to tangent vectors d at q, or due to
    changes d of x."""
    for c in range(out.shape[0]):
        out[c] = d[c]
    for b in range(1, m.parent.shape[0]):
        plain, turns = plain_entries(m, b)
        if turns:
            i = m.v_start[b] + plain
            by = (x[i], x[i + 1], x[i + 2])
            for c in range(k):
                at = i * k + c
                a = (d[at], d[at + k], d[at + 2 * k])
                a = gained(by, a, -1.0) if change == 1 else turned(by, a, -1.0)
                out[at], out[at + k], out[at + 2 * k] = a[0], a[1], a[2]


@inner_kernel
def moved_cotangent(m, x, w, change, out):
    """Apply the transpose of `moved_tangents` to one cotangent."""
    for c in range(out.shape[0]):
        out[c] = w[c]
    for b in range(1, m.parent.shape[0]):
        plain, turns = plain_entries(m, b)
        if turns:
            i = m.v_start[b] + plain
            by, a = (x[i], x[i + 1], x[i + 2]), (w[i], w[i + 1], w[i + 2])
            a = gained(by, a, 1.0) if change == 1 else turned(by, a, 1.0)
            out[i], out[i + 1], out[i + 2] = a[0], a[1], a[2]
