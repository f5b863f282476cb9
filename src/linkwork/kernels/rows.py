"""Constraint rows: Phi_r = sum coef · measure - value - motion(t), with Phi_v v = nu and Phi_v vdot = gamma."""

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.table import IS_LENGTH


@inner_kernel
def rows(m, w):
    for r in range(m.row_value.shape[0]):
        phi, rate, bias = -m.row_value[r], 0.0 * m.row_value[r], 0.0 * m.row_value[r]
        for k in range(m.row_start[r], m.row_start[r + 1]):
            c, j = m.term_coef[k], m.term_measure[k]
            phi += c * w.measure_value[j]
            rate += c * w.measure_rate[j]
            bias += c * w.measure_bias[j]
            if w.measure_value[j] == 0.0 and (IS_LENGTH & (1 << m.measure_kind[j])) != 0:
                bias = np.nan * bias  # a length of zero has no direction to constrain
        nu, gamma = 0.0 * phi, -bias
        e = m.row_motion[r]
        if e >= 0:
            phi -= w.tape_value[e]
            nu = w.tape_rate[e]
            gamma += w.tape_accel[e]
        if m.row_level[r] == 1:
            phi = 0.0 * phi
        on = w.active[r]
        w.Phi[r] = on * phi
        w.Phidot[r] = on * (rate - nu)
        w.nu[r] = on * nu
        w.gamma[r] = on * gamma


@inner_kernel
def add_row_wrenches(m, w, lam, F):
    """Add to F[b] the sum of lam_r G_rb: minus the constraint forces on each body, at its origin."""
    for r in range(lam.shape[0]):
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c = m.term_coef[t] * w.active[r] * lam[r]
            for half in range(2):
                b = m.frame_body[m.measure_frames[j, half]]
                for i in range(6):
                    F[b, i] += c * w.measure_G[j, 6 * half + i]
