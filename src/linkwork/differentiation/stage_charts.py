"""Tangents of quaternions at the stages of a Radau step, given those of angular velocities and of the step's beginning.

Tangents e_i of the components satisfy  (1/h) sum_j A^-1_ij (e_j - e) = e_i (0, w_i) / 2 + p_i (0, dw_i) / 2.  The
coefficients of these linear equations multiply quaternions from the right, so that they are solved in s unknown
quaternions instead of 4 s unknown numbers.
"""

from __future__ import annotations

from linkwork.numerics.jit import kernel


@kernel
def times(a, b, out, factor):
    """Add the product of quaternions, factor a b, to out."""
    out[0] += factor * (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3])
    out[1] += factor * (a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2])
    out[2] += factor * (a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1])
    out[3] += factor * (a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])


@kernel
def right(g, out, scale):
    """Compute the matrix out (4, 4) of x -> scale x g."""
    w, x, y, z = scale * g[0], scale * g[1], scale * g[2], scale * g[3]
    out[0, 0], out[0, 1], out[0, 2], out[0, 3] = w, -x, -y, -z
    out[1, 0], out[1, 1], out[1, 2], out[1, 3] = x, w, z, -y
    out[2, 0], out[2, 1], out[2, 2], out[2, 3] = y, -z, w, x
    out[3, 0], out[3, 1], out[3, 2], out[3, 3] = z, y, -x, w


@kernel
def invert_right(m, s, scratch):
    """Compute the inverse of a matrix of quaternions that multiply from the right: m (s, 2 s, 4), [m, 1] := [1,
    inverse]. scratch is (2, 4)."""
    pivot, f = scratch[0], scratch[1]
    for k in range(s):
        square = 0.0
        for c in range(4):
            square += m[k, k, c] * m[k, k, c]
        for c in range(4):
            pivot[c] = (m[k, k, c] if c == 0 else -m[k, k, c]) / square
        for l in range(2 * s):
            for c in range(4):
                f[c] = m[k, l, c]
                m[k, l, c] = 0.0
            times(f, pivot, m[k, l], 1.0)
        for i in range(s):
            if i != k:
                for c in range(4):
                    f[c] = m[i, k, c]
                for l in range(2 * s):
                    times(m[k, l], f, m[i, l], -1.0)


@kernel
def stage_turns(Y, nq, turn_q, turn_v, AI, H, HN, T, by_start, seen, weights, m, N, scratch):
    """Compute, for all quaternions b at stage states Y (s, ny) and with AI = A^-1 / h:

        H (b, 4 s, 4 s)       e for given right sides of the equations
        HN (b, 4 s, 3 s)      e - e(start) for given dw
        T (b, s, 3, 4)        tangent vectors of e
        weights (9 b, s, s)   T HN
        by_start (b, 4 s, 7)  e - e(start) for given [e, dw] at the start
        seen (b, 3 s, 7)      tangent vectors of that

    m (s, 2 s, 4), N (s, 4, 7) and scratch (2, 4) are scratch.
    """
    s = Y.shape[0]
    for b in range(turn_q.shape[0]):
        for i in range(s):
            square = 0.0
            for c in range(4):
                scratch[0, c] = Y[i, turn_q[b, c]]
                square += scratch[0, c] * scratch[0, c]
            scratch[1, 0] = 0.0
            for c in range(3):
                scratch[1, c + 1] = Y[i, nq + turn_v[b, c]]
            right(scratch[1], N[i], 0.5)
            for l in range(2 * s):
                for c in range(4):
                    m[i, l, c] = 0.0
                if l < s:
                    m[i, l, 0] = AI[i, l]
            m[i, s + i, 0] = 1.0
            for c in range(1, 4):
                m[i, i, c] = -0.5 * scratch[1, c]
            w, x, y, z = 0.5 * scratch[0, 0], 0.5 * scratch[0, 1], 0.5 * scratch[0, 2], 0.5 * scratch[0, 3]
            N[i, 0, 4], N[i, 0, 5], N[i, 0, 6] = -x, -y, -z
            N[i, 1, 4], N[i, 1, 5], N[i, 1, 6] = w, -z, y
            N[i, 2, 4], N[i, 2, 5], N[i, 2, 6] = z, w, -x
            N[i, 3, 4], N[i, 3, 5], N[i, 3, 6] = -y, x, w
            for r in range(3):
                for c in range(4):
                    T[b, i, r, c] = 4.0 / square * N[i, c, 4 + r]
        invert_right(m, s, scratch)
        for i in range(s):
            for j in range(s):
                right(m[i, s + j], H[b, 4 * i : 4 * i + 4, 4 * j : 4 * j + 4], 1.0)
            for r in range(4):
                row = H[b, 4 * i + r]
                for c in range(7):
                    by_start[b, 4 * i + r, c] = 0.0
                for j in range(s):
                    for c in range(7):
                        total = 0.0
                        for l in range(4):
                            total += row[4 * j + l] * N[j, l, c]
                        by_start[b, 4 * i + r, c] += total
                        if c > 3:
                            HN[b, 4 * i + r, 3 * j + c - 4] = total
            for r in range(3):
                for c in range(7):
                    total = T[b, i, r, c] if c < 4 else 0.0
                    for l in range(4):
                        total += T[b, i, r, l] * by_start[b, 4 * i + l, c]
                    seen[b, 3 * i + r, c] = total
                for j in range(s):
                    for c in range(3):
                        total = 0.0
                        for l in range(4):
                            total += T[b, i, r, l] * HN[b, 4 * i + l, 3 * j + c]
                        weights[9 * b + 3 * r + c, i, j] = total
