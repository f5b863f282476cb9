"""Measures whose frames a design parameter displaces: changes of value, rate and second rate."""

from linkwork.kernels.derivatives.rows import second_rate_gradients
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import transposed9
from linkwork.kernels.vectors import dot, sub, vec


@inner_kernel
def dot9(a, i, b, j):
    total = 0.0
    for k in range(9):
        total += a[i + k] * b[j + k]
    return total


@inner_kernel
def nine(I, J, k, g):
    """g·(I[k], J[k], J[k + 3] - I[k + 3]) for g (9) and three-vectors at k."""
    return (
        dot(vec(g, 0), vec(I, k))
        + dot(vec(g, 3), vec(J, k))
        + dot(vec(g, 6), sub(vec(J, k + 3), vec(I, k + 3)))
    )  # fmt: skip


@inner_kernel
def watched_gradients(m, w, s, d, plan):
    """`rate_gradient` and `second` of every measure that some parameter touches."""
    for n in range(plan.watched.shape[0]):
        k = plan.watched[n]
        V_I, V_J, rate_gradient = w.V_WF[m.measure_frames[k, 0]], w.V_WF[m.measure_frames[k, 1]], d.rate_gradient[k]
        second_rate_gradients(m, w, s, k)
        for c in range(0, 9, 3):
            rate = transposed9(s.H9[k], V_I, V_J, c)
            for i in range(3):
                rate_gradient[c + i] = rate[i]
        for i in range(9):
            rate_gradient[9 + i] = s.E6[0, i]
            rate_gradient[18 + i] = s.E6[1, i]
        d.second[k] = nine(s.K12[0], s.K12[1], 0, s.g9[k]) + 0.5 * nine(V_I, V_J, 0, s.E6[1])


@inner_kernel
def measure_changes(m, s, d, plan, p):
    """x9 and the first three of `jet` of the measures parameter p touches; a value that is an entry of q stands still."""
    for n in range(plan.measure_start[p], plan.measure_start[p + 1]):
        k = plan.measure[n]
        I, J, x9, jet = d.shifted[m.measure_frames[k, 0]], d.shifted[m.measure_frames[k, 1]], d.x9[k], d.jet[k]
        g, rate_gradient = s.g9[k], d.rate_gradient[k]
        for i in range(3):
            x9[i] = I[i]
            x9[3 + i] = J[i]
            x9[6 + i] = J[3 + i] - I[3 + i]
        if m.measure_q[k] < 0:
            jet[0] = dot9(g, 0, x9, 0)
        jet[1] = dot9(rate_gradient, 0, x9, 0) + nine(I, J, 6, g)
        jet[2] = dot9(rate_gradient, 9, x9, 0) + nine(I, J, 12, g)
        for i in range(3):
            jet[2] += (
                rate_gradient[18 + i] * I[6 + i]
                + rate_gradient[21 + i] * J[6 + i]
                + rate_gradient[24 + i] * (J[9 + i] - I[9 + i])
            )
