"""Coefficients of backward differentiation with a fixed leading coefficient.

Source: Brenan, Campbell & Petzold 1996, chapter 5. phi_j are modified divided differences of the past states, psi_j
sums of past steps; for a step h of order k

    y_pred = sum_0^k phi_j,    ydot_pred = sum_1^k gamma_j phi_j,    ydot = ydot_pred + c_j (y - y_pred),
    c_j = (1 + 1/2 + … + 1/k) / h

Arrays count from 0 as there; gamma_j is stored in `v`, and sigma_j relates differences to derivatives of the same
order.
"""

from __future__ import annotations

from linkwork.integrators.contract import inline, noinline
from linkwork.integrators.state import (
    H_OLD,
    H_STEP,
    NY,
    ORDER,
    ORDER_OLD,
    SAME_STEPS,
    T_OLD,
    T,
    view_adams,
    view_vectors,
)

HIGHEST = 5


@inline
def harmonic(k):
    """1 + 1/2 + … + 1/k."""
    total = 0.0
    for i in range(1, k + 1):
        total += 1.0 / i
    return total


@inline
def leading(p):
    """Return c_j of the step that is attempted."""
    return harmonic(p.count[ORDER]) / p.real[H_STEP]


@inline
def step_coefficients(p):
    """Compute alpha, beta, sigma, gamma and psi for the step H_STEP of order ORDER; scale phi_j, j >= SAME_STEPS."""
    ad = view_adams(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    h, k, ny = p.real[H_STEP], p.count[ORDER], p.count[NY]
    if h != p.real[H_OLD] or k != p.count[ORDER_OLD]:
        p.count[SAME_STEPS] = 0
    p.count[SAME_STEPS] = min(p.count[SAME_STEPS] + 1, p.count[ORDER_OLD] + 2)
    same = p.count[SAME_STEPS]
    if k + 1 >= same:
        ad.beta[0], ad.alpha[0], ad.v[0], ad.sigma[0] = 1.0, 1.0, 0.0, 1.0
        total = h
        for i in range(1, k + 1):
            past = ad.psi[i - 1]
            ad.psi[i - 1] = total
            ad.beta[i] = ad.beta[i - 1] * ad.psi[i - 1] / past
            total = past + h
            ad.alpha[i] = h / total
            ad.sigma[i] = i * ad.sigma[i - 1] * ad.alpha[i]
            ad.v[i] = ad.v[i - 1] + ad.alpha[i - 1] / h
        ad.psi[k] = total
    for i in range(same, k + 1):
        row, beta = vec.stages[i * ny :], ad.beta[i]
        for l in range(ny):
            row[l] *= beta


@inline
def error_constant(p):
    """Return the factor of the difference of corrector and predictor in the error of the step and its interpolant."""
    ad = view_adams(p.istate, p.fstate)
    k = p.count[ORDER]
    alpha_0 = 0.0
    for i in range(k):
        alpha_0 += ad.alpha[i]
    return max(abs(ad.alpha[k] - harmonic(k) + alpha_0), ad.alpha[k])


@noinline
def nested_rows(p, scratch):
    """Compute rows F_k of the interpolant (see `interpolation`) from the polynomial through the last states.

    P_j = prod_{i<j} (t - T + psi_{i-1}) / psi_i belongs to phi_j; divided by theta and 1 - theta in turn it gives the
    weights of phi_j in the rows. scratch has 2 (HIGHEST + 1) numbers.
    """
    ad = view_adams(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    ny, h, last = p.count[NY], p.real[T] - p.real[T_OLD], p.count[ORDER_OLD]
    c, g = scratch[: HIGHEST + 1], scratch[HIGHEST + 1 : 2 * HIGHEST + 2]
    for i in range(vec.dense.size):
        vec.dense[i] = 0.0
    for i in range(c.size):
        c[i] = 0.0
    c[0] = 1.0
    for j in range(1, last + 1):
        # times (h theta - h + past) / psi
        past, psi = (0.0 if j == 1 else ad.psi[j - 2]), ad.psi[j - 1]
        for i in range(j, 0, -1):
            c[i] = (c[i] * (past - h) + c[i - 1] * h) / psi
        c[0] *= (past - h) / psi
        degree = j - 1
        for i in range(j):
            g[i] = c[i + 1]  # (P_j - P_j(0)) / theta
        phi = vec.stages[j * ny :]
        for k in range(j):
            if k % 2 == 0:  # g = F + (1 - theta) rest
                F = 0.0
                for i in range(degree + 1):
                    F += g[i]
                rest = 0.0
                for i in range(degree, 0, -1):
                    g[i], rest = -(g[i] + rest), g[i] + rest
                for i in range(degree):
                    g[i] = g[i + 1]
            else:  # g = F + theta rest
                F = g[0]
                for i in range(degree):
                    g[i] = g[i + 1]
            degree -= 1
            row = vec.dense[k * ny :]
            for l in range(ny):
                row[l] += F * phi[l]
