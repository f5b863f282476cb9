"""Adams–Bashforth–Moulton with variable step, orders 1 to 12, PECE with local extrapolation, with projection.

Source: L. F. Shampine & M. K. Gordon, "Computer Solution of Ordinary Differential Equations", Freeman 1975: STEP. A
step predicts p, evaluates, tests the error, corrects, *projects*, and evaluates at the projected state, so that the
differences phi belong to states on the constraints. Letters are those of the book: phi_i modified divided differences,
psi_i sums of past steps, g_i (here `gain`) integrals of the Newton basis. Arrays count from 1; row i of phi is
stages[(i - 1) ny : i ny].
"""

import math
import sys

import numpy as np

from linkwork.description.choices import Adams
from linkwork.integrators.contract import EVALUATION_FAILED, STEP_TOO_SMALL, inline, noinline
from linkwork.integrators.delivery.after_step import deliver
from linkwork.integrators.delivery.output import wants_dense
from linkwork.integrators.entry import entries
from linkwork.integrators.methods.adams_coefficients import step_coefficients
from linkwork.integrators.registry import Meaning, Method, register, register_choice
from linkwork.integrators.state import (
    ADAMS,
    DENSE_READY,
    ERROR,
    FAILURES,
    H_OLD,
    H_STEP,
    NY,
    ORDER,
    ORDER_OLD,
    RAISING,
    RECORDS,
    REJECTIONS,
    SAME_STEPS,
    STATUS,
    T_NEW,
    H,
    T,
    view_adams,
    view_vectors,
)
from linkwork.integrators.stepping.around_steps import accept, begin_or_cross, recall
from linkwork.integrators.stepping.evaluations import evaluate, land
from linkwork.integrators.stepping.multistep import restart_multistep
from linkwork.integrators.stepping.step_control import aim, error_norm, refuse, save_or_restore_mechanics

LARGEST_ORDER = 12
# gamma*_k of the error estimates of order k
GAMMA_STAR = np.array([
    0.0, 0.5, 0.0833, 0.0417, 0.0264, 0.0188, 0.0143, 0.0114, 0.00936, 0.00789, 0.00679, 0.00592, 0.00524, 0.00468,
])  # fmt: skip


@noinline
def restart(p):
    """Begin again with order 1 from (T, y, f): phi_1 = f, phi_2 = 0."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    for i in range(ny):
        vec.stages[i] = vec.f[i]
        vec.stages[ny + i] = 0.0
    restart_multistep(p)


@inline
def save_differences(p):
    """Save phi and psi, in case the step fails."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    for i in range((p.count[ORDER] + 2) * p.count[NY]):
        vec.dense[i] = vec.stages[i]
    for i in range(ad.psi.size):
        ad.psi_old[i] = ad.psi[i]


@inline
def predict(p):
    """phi := phi*, y_try := y + h sum g_i phi_i: the Adams–Bashforth step of order k."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    ny, k, h, phi = p.count[NY], p.count[ORDER], p.real[H_STEP], vec.stages
    for i in range(p.count[SAME_STEPS] + 1, k + 1):
        row, beta = phi[(i - 1) * ny :], ad.beta[i]
        for l in range(ny):
            row[l] *= beta
    row, above = phi[k * ny :], phi[(k + 1) * ny :]
    for l in range(ny):
        above[l] = row[l]
        row[l] = 0.0
        vec.y_try[l] = 0.0
    for i in range(k, 0, -1):
        row, above, gain = phi[(i - 1) * ny :], phi[i * ny :], ad.gain[i]
        for l in range(ny):
            vec.y_try[l] += gain * row[l]
            row[l] += above[l]
    for l in range(ny):
        vec.y_try[l] = vec.y[l] + h * vec.y_try[l]


@inline
def unpredict(p):
    """Restore phi and psi as they were before a failed step, bit by bit: a replay does not contain failed steps."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    for i in range((p.count[ORDER] + 2) * p.count[NY]):
        vec.stages[i] = vec.dense[i]
    for i in range(ad.psi.size):
        ad.psi[i] = ad.psi_old[i]
    p.count[SAME_STEPS] = 0


@inline
def defect_norm(p, row):
    """Return h |f(p) - phi_1 + phi_row| in the error norm (row 0: without phi_row); f(p) is in vec.f_old."""
    vec = view_vectors(p.istate, p.fstate)
    ny, h = p.count[NY], p.real[H_STEP]
    for l in range(ny):
        vec.error[l] = h * (vec.f_old[l] - vec.stages[l])
    if row > 0:
        phi = vec.stages[(row - 1) * ny :]
        for l in range(ny):
            vec.error[l] += h * phi[l]
    return error_norm(p, p.real[T_NEW], vec.y_try, vec.error)


@inline
def lower_errors(p):
    """Estimate the errors of orders k, k - 1 and k - 2 after f(p); return (e_k, e_k-1, order to continue with)."""
    ad = view_adams(p.istate, p.fstate)
    k = p.count[ORDER]
    size = defect_norm(p, k - k)  # not a literal: it would be compiled again
    p.real[ERROR] = size * abs(ad.gain[k] - ad.gain[k + 1])
    error_k = size * ad.sigma[k + 1] * GAMMA_STAR[k]
    error_1, order = 0.0, k
    if k >= 2:
        error_1 = defect_norm(p, k) * ad.sigma[k] * GAMMA_STAR[k - 1]
    if k > 2:
        error_2 = defect_norm(p, k - 1) * ad.sigma[k - 1] * GAMMA_STAR[k - 2]
        if max(error_1, error_2) <= error_k:
            order = k - 1
    elif k == 2 and error_1 <= 0.5 * error_k:
        order = 1
    return error_k, error_1, order


@inline
def correct(p):
    """y_try := p + h g_{k+1} (f(p) - phi_1)."""
    vec = view_vectors(p.istate, p.fstate)
    ad = view_adams(p.istate, p.fstate)
    gain = p.real[H_STEP] * ad.gain[p.count[ORDER] + 1]
    for l in range(p.count[NY]):
        vec.y_try[l] += gain * (vec.f_old[l] - vec.stages[l])


@inline
def update_differences(p):
    """Update phi with the derivative f_old at the end of the step."""
    vec = view_vectors(p.istate, p.fstate)
    ny, k, phi = p.count[NY], p.count[ORDER], vec.stages
    last, above = phi[k * ny :], phi[(k + 1) * ny :]
    for l in range(ny):
        last[l] = vec.f_old[l] - phi[l]
        above[l] = last[l] - above[l]
    for i in range(k):
        row = phi[i * ny :]
        for l in range(ny):
            row[l] += last[l]


@inline
def higher_error(p):
    """Return the error that order k + 1 would have made, from phi_{k+2}; k + 1 equal steps are required."""
    vec = view_vectors(p.istate, p.fstate)
    ny, k = p.count[NY], p.count[ORDER]
    above = vec.stages[(k + 1) * ny :]
    for l in range(ny):
        vec.error[l] = p.real[H_STEP] * above[l]
    return error_norm(p, p.real[T_NEW], vec.y_try, vec.error) * GAMMA_STAR[k + 1]


@inline
def choose(p, error_k, error_1, lower):
    """Choose order and length of the next step, after `update_differences`."""
    k = p.count[ORDER]
    p.count[ORDER_OLD] = k
    p.real[H_OLD] = p.real[H_STEP]
    if lower == k - 1 or k == LARGEST_ORDER:
        p.count[RAISING] = 0
    change, error = 0, error_k
    if p.count[RAISING] == 1:
        change, error = 1, 0.0
    elif lower == k - 1:
        change = -1
    elif k + 1 <= p.count[SAME_STEPS]:
        above = higher_error(p)
        if k > 1 and error_1 <= min(error_k, above):
            change = -1
        elif k < LARGEST_ORDER and above < (error_k if k > 1 else 0.5 * error_k):
            change, error = 1, above
    if change == -1:
        error = error_1
    p.count[ORDER] = k + change
    h = p.real[H_STEP]
    if p.count[RAISING] == 1 or 0.5 >= error * 2.0 ** (k + change + 1):
        h = 2.0 * h
    elif error > 0.5:
        h *= max(0.5, min(0.9, (0.5 / error) ** (1.0 / (k + change + 1))))
    elif h < p.real[H] and p.count[REJECTIONS] == 0:
        h = p.real[H]  # cut short by a break or the end
    p.real[H] = h


@noinline
def fail(p, lower, error_k):
    """Reject a failed step: halve it, and use order 1 from the third failure on."""
    unpredict(p)
    p.count[RAISING] = 0
    p.count[FAILURES] += 1
    factor = 0.5
    if p.count[FAILURES] > 3 and 0.5 < 0.25 * error_k:
        factor = max(0.01, math.sqrt(0.5 / error_k))
    p.count[ORDER] = 1 if p.count[FAILURES] >= 3 else lower
    return refuse(p, factor)


@inline
def attempt(p, record_f, record_i):
    """Attempt the next step; return GO_ON whether it is accepted or rejected, or a code."""
    vec = view_vectors(p.istate, p.fstate)
    aim(p)
    if p.real[T_NEW] <= p.real[T]:  # accepted steps may shrink below the last digit of time, too
        p.count[STATUS] = 0
        return STEP_TOO_SMALL
    save_or_restore_mechanics(p)
    k = p.count[ORDER]
    save_differences(p)
    step_coefficients(p)
    predict(p)
    if evaluate(p, p.real[T_NEW], vec.y_try, vec.f_old) != 0:
        return fail(p, k, 0.0)
    error_k, error_1, lower = lower_errors(p)
    if not p.real[ERROR] <= 1.0:
        return fail(p, lower, error_k)
    correct(p)
    if land(p, p.real[T_NEW], vec.y_try, vec.f_old) != 0:
        return fail(p, k, 0.0)
    update_differences(p)
    p.count[FAILURES] = 0
    code = accept(p, vec.stages, record_f, record_i)  # phi_1 is the derivative at the projected state
    choose(p, error_k, error_1, lower)
    return code


@noinline
def prepare(p):
    """Prepare a step: evaluate at the start; after a break evaluate on its far side and restart with order 1."""
    code, afresh = begin_or_cross(p)
    if afresh:
        restart(p)
    return code


@inline
def repeat(p, record_f, record_i):
    """Replay the next recorded step with its length and order; return GO_ON or EVALUATION_FAILED."""
    vec = view_vectors(p.istate, p.fstate)
    n = p.count[RECORDS]
    recall(p, n, record_f, record_i)
    if p.count[REJECTIONS] > 0:
        p.count[SAME_STEPS] = 0  # as after a failed attempt
    step_coefficients(p)
    predict(p)
    if evaluate(p, p.real[T_NEW], vec.y_try, vec.f_old) != 0:
        return EVALUATION_FAILED
    correct(p)
    if land(p, p.real[T_NEW], vec.y_try, vec.f_old) != 0:
        return EVALUATION_FAILED
    update_differences(p)
    p.count[RECORDS] = record_i.shape[0]  # nothing is recorded while the record is read
    code = accept(p, vec.stages, record_f, record_i)
    p.count[RECORDS] = n + 1
    p.count[ORDER_OLD] = p.count[ORDER]
    p.real[H_OLD] = p.real[H_STEP]
    return code


@inline
def deliver_differences(p, t_out, y_out):
    """Deliver outputs and events of the last step; the differences are the interpolant."""
    if wants_dense(p, t_out):
        p.count[DENSE_READY] = 1
    return deliver(p, t_out, y_out)


run, replay = entries(__file__, deliver_differences, prepare, attempt, prepare, repeat)

register(Method(ADAMS, "adams", sys.modules[__name__], stage_rows=14, dense_rows=14))
register_choice(Adams, Meaning(lambda choice, rtol: ADAMS, sensitivities=frozenset()))
