"""Coefficients of a step of order k with steps of any lengths (Shampine & Gordon 1975, chapter 5; STEP, block 1)."""

from linkwork.integrators.contract import inline
from linkwork.integrators.state import H_OLD, H_STEP, ORDER, ORDER_OLD, SAME_STEPS, view_adams


@inline
def step_coefficients(p):
    """Compute alpha, beta, sigma, psi and g for H_STEP, as far as they changed since the last step.

    psi_i = h_n + … + h_{n-i+1}, alpha_i = h/psi_i, beta_i = beta_{i-1} psi_{i-1}/psi_{i-1}(old), sigma_{i+1} = i
    alpha_i sigma_i.
    """
    ad = view_adams(p.istate, p.fstate)
    k, h = p.count[ORDER], p.real[H_STEP]
    ad.gain[1], ad.gain[2], ad.sigma[1] = 1.0, 0.5, 1.0
    if h != p.real[H_OLD]:
        p.count[SAME_STEPS] = 0
    if p.count[SAME_STEPS] <= p.count[ORDER_OLD]:
        p.count[SAME_STEPS] += 1
    same = p.count[SAME_STEPS]
    if k < same:
        return
    ad.beta[same] = 1.0
    ad.alpha[same] = 1.0 / same
    ad.sigma[same + 1] = 1.0
    span = h * same
    for i in range(same + 1, k + 1):
        before = ad.psi[i - 1]
        ad.psi[i - 1] = span
        ad.beta[i] = ad.beta[i - 1] * span / before
        span = before + h
        ad.alpha[i] = h / span
        ad.sigma[i + 1] = i * ad.alpha[i] * ad.sigma[i]
    ad.psi[k] = span
    gains(ad.alpha, ad.v, ad.w, ad.gain, k, p.count[ORDER_OLD], same)


@inline
def gains(alpha, v, w, gain, k, k_old, same):
    """Compute g_i of order k after `same` equal steps; v stores the diagonal that the next step begins with."""
    if same <= 1:
        for q in range(1, k + 1):
            v[q] = 1.0 / (q * (q + 1))
            w[q] = v[q]
    else:
        if k > k_old:  # the order was raised: extend the diagonal
            v[k] = 1.0 / (k * (k + 1))
            for j in range(1, same - 1):
                v[k - j] -= alpha[j + 1] * v[k - j + 1]
        for q in range(1, k + 2 - same):
            v[q] -= alpha[same] * v[q + 1]
            w[q] = v[q]
        gain[same + 1] = w[1]
    for i in range(same + 2, k + 2):
        for q in range(1, k + 3 - i):
            w[q] -= alpha[i - 1] * w[q + 1]
        gain[i] = w[1]
