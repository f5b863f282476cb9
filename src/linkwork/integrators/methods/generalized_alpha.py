"""Generalized-alpha, a method of second order with numerical damping; HHT is a special case.

Sources: Chung & Hulbert 1993; on Lie groups with constraints Arnold & Brüls 2007.

    F(q, v, vdot, lam) = 0,   Phi(q) = 0                                            at t_n+1
    (1 - alpha_m) a_n+1 + alpha_m a_n = (1 - alpha_f) vdot_n+1 + alpha_f vdot_n
    q_n+1 = q_n ⊕ (h v_n + h² (1/2 - beta) a_n + h² beta a_n+1),     v_n+1 = v_n + h (1 - gamma) a_n + h gamma a_n+1

Block states z follow the formula of v. After the step q and v are projected; vdot is that of the projected state, and
a_n+1 follows from it. With index 2, velocities satisfy their constraints in the step, and a further displacement
corrects the positions. Newton's unknown is the change x of a_n+1: q, v, vdot change by beta h² x, gamma h x and (1 -
alpha_m)/(1 - alpha_f) x, so that the matrix does not degenerate for small steps (Bottasso, Bauchau & Cardona 2007).
a_n belongs to t_n + (alpha_m - alpha_f) h and is moved when h changes.

The error of a step is the difference of q and v from the polynomial of third order through the last three
accelerations.
"""

from __future__ import annotations

import sys

from linkwork.description.choices import HHT, GeneralizedAlpha
from linkwork.integrators.contract import EVALUATION_FAILED, NOT_CONVERGING, STEP_TOO_SMALL, inline, noinline
from linkwork.integrators.entry import entries
from linkwork.integrators.methods.generalized_alpha_newton import (
    AGE,
    ALPHA_F,
    ALPHA_M,
    FIXED,
    RATE,
    STALE,
    WORST,
    WORST_ENTRY,
    configure,
    iterate,
    predict,
    renew,
    solve,
    view_memory,
)
from linkwork.integrators.methods.generalized_alpha_newton import memory as memory
from linkwork.integrators.methods.runge_kutta import deliver_hermite
from linkwork.integrators.registry import Meaning, Method, register, register_choice
from linkwork.integrators.state import (
    AT_BREAK,
    ERROR,
    FIXED_STEPS,
    GENERALIZED_ALPHA,
    H_OLD,
    H_STEP,
    NY,
    ORDER,
    PHASE,
    RECORDS,
    REJECTIONS,
    START,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    T_FIXED,
    T_NEW,
    H,
    T,
    view_implicit,
    view_vectors,
)
from linkwork.integrators.stepping.around_steps import accept, begin_or_cross, recall
from linkwork.integrators.stepping.evaluations import land
from linkwork.integrators.stepping.fixed_steps import aim_fixed, note_abrupt_change
from linkwork.integrators.stepping.newton_iteration import SLOW, UNKNOWN, copy, restore_mechanics, save_mechanics
from linkwork.integrators.stepping.norms import tangent_norm
from linkwork.integrators.stepping.step_control import aim, first_step, grow, refuse, refuse_error

FUNCTIONS = (
    "newton_terms",
    "newton_factor",
    "saddle_solve",
    "retract",
    "stepping_residual",
    "save_pivots",
    "restore_pivots",
)
SAME = 1.2  # growth of a step that does not justify new factors
ERROR_ORDER = 3
FIXED_STEP_FAILS = -4  # status of a fixed step for which the iteration does not converge
TIGHTER = 0.2  # fraction of the tolerance allowed in a step, since errors of many steps add up


def generalized_alpha(rho: float) -> tuple[float, float, float, float]:
    """Return alpha_m, alpha_f, beta, gamma for a spectral radius of rho at infinite frequency."""
    alpha_m, alpha_f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    gamma = 0.5 - alpha_m + alpha_f
    return alpha_m, alpha_f, 0.25 * (gamma + 0.5) ** 2, gamma


def hht(alpha: float) -> tuple[float, float, float, float]:
    """Return the same for the alpha of Hilber, Hughes & Taylor in [-1/3, 0]."""
    return 0.0, -alpha, 0.25 * (1.0 - alpha) ** 2, 0.5 - alpha


@noinline
def restart(p):
    """Restart without a past: a = wdot, wddot = 0."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    nw = mem.a.size
    rates = vec.f[p.count[NY] - nw :]
    for k in range(nw):
        mem.a[k] = rates[k]
        mem.wddot[k] = 0.0
    p.real[H_OLD] = 0.0
    view_implicit(p.istate, p.fstate).flags[STALE] = 1


@noinline
def estimate(p):
    """Compute ERROR: the difference of the projected q and w from the integrated polynomial of wdot at the last three
    times.
    """
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    h, old, nw = p.real[H_STEP], p.real[H_OLD], mem.a.size
    nq, nv = p.count[NY] - nw, mem.moved.size - nw
    for k in range(nw):
        rate = vec.f[nq + k]
        rise = (vec.stages[nq + k] - rate) / h
        bend = (rise - mem.wddot[k]) / (h + old) if old > 0.0 else 0.0
        mem.change[nv + k] = vec.y_try[nq + k] - vec.y[nq + k] - h * (rate + h * (rise / 2.0 - h * bend / 6.0))
        if k < nv:
            mem.change[k] = mem.moved[k] - h * (vec.y[nq + k] + h * (rate / 2.0 + h * (rise / 6.0 - h * bend / 12.0)))
    p.real[ERROR] = tangent_norm(p, mem.change) / TIGHTER


@noinline
def advance(p):
    """Compute a and wddot at the end of the step, from the rates there in vec.stages and at its beginning in vec.f."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    nw = mem.a.size
    nq, am, af = p.count[NY] - nw, mem.numbers[ALPHA_M], mem.numbers[ALPHA_F]
    for k in range(nw):
        end, rate = vec.stages[nq + k], vec.f[nq + k]
        mem.a[k] = ((1.0 - af) * end + af * rate - am * mem.a_start[k]) / (1.0 - am)
        mem.wddot[k] = (end - rate) / p.real[H_STEP]
    copy(mem.lam_start, mem.lam, mem.lam.size)
    p.real[H_OLD] = p.real[H_STEP]


@noinline
def fail(p, factor):
    """Reject a failed step; the next attempt begins with a new matrix, since a replay does not contain failed steps."""
    flags = view_implicit(p.istate, p.fstate).flags
    if flags[FIXED] == 1:
        if p.count[STATUS] == NOT_CONVERGING:
            p.count[STATUS] = FIXED_STEP_FAILS
        return EVALUATION_FAILED
    restore_mechanics(p, view_memory(p).pivots)
    flags[STALE] = 1
    return refuse(p, factor) if factor > 0.0 else refuse_error(p, ERROR_ORDER)


@inline
def retain_step(p):
    """Retain the length of a step that would grow only a little, and with it the factors."""
    if p.real[H_STEP] <= p.real[H] < SAME * p.real[H_STEP]:
        p.real[H] = p.real[H_STEP]


@inline
def attempt(p, record_f, record_i):
    """Attempt the next step; return GO_ON whether it is accepted or rejected, or a code."""
    vec, mem = view_vectors(p.istate, p.fstate), view_memory(p)
    flags = view_implicit(p.istate, p.fstate).flags
    if flags[FIXED] == 1:
        aim_fixed(p)
    else:
        aim(p)
    if p.real[T_NEW] <= p.real[T]:  # accepted steps may shrink below the last digit of time, too
        p.count[STATUS] = 0
        return STEP_TOO_SMALL
    if p.count[REJECTIONS] == 0:
        save_mechanics(p, mem.pivots)
    if solve(p) != 0:
        return fail(p, 0.25)
    if land(p, p.real[T_NEW], vec.y_try, vec.stages[: p.count[NY]]) != 0:
        return fail(p, 0.5)
    estimate(p)
    if flags[FIXED] == 0 and not p.real[ERROR] <= 1.0:
        return fail(p, 0.0)
    if flags[FIXED] == 0:
        grow(p, ERROR_ORDER)
        retain_step(p)
    else:
        note_abrupt_change(p)
    flags[AGE] += 1
    if SLOW < mem.numbers[RATE] < UNKNOWN:
        flags[STALE] = 1
    return finish(p, record_f, record_i)


@inline
def finish(p, record_f, record_i):
    """Accept the step."""
    vec = view_vectors(p.istate, p.fstate)
    advance(p)
    p.count[FIXED_STEPS] += 1
    if p.count[AT_BREAK] == 1:
        p.count[FIXED_STEPS] = 0
        p.real[T_FIXED] = p.real[T_NEW]
    return accept(p, vec.stages[: p.count[NY]], record_f, record_i)


@noinline
def prepare(p):
    """Prepare a step: at the start evaluate and choose H; after a break evaluate on its far side and restart."""
    starting = p.count[PHASE] == START
    if starting:
        p.count[ORDER] = 2
        p.real[T_FIXED] = p.real[T]
    code, afresh = begin_or_cross(p)
    if afresh:
        restart(p)
        if starting and p.real[H] <= 0.0:
            first_step(p, ERROR_ORDER)
    return code


@inline
def repeat(p, record_f, record_i):
    """Replay the next recorded step with its length, matrix and iterations; return GO_ON or EVALUATION_FAILED."""
    vec = view_vectors(p.istate, p.fstate)
    n = p.count[RECORDS]
    recall(p, n, record_f, record_i)
    predict(p)
    if p.count[STEP_MATRIX] > 0 and renew(p, p.count[STEP_MATRIX]) != 0:
        return EVALUATION_FAILED
    if iterate(p, p.count[STEP_ITERATIONS]) != 0 or land(p, p.real[T_NEW], vec.y_try, vec.stages[: p.count[NY]]) != 0:
        return EVALUATION_FAILED
    p.count[RECORDS] = record_i.shape[0]  # nothing is recorded while the record is read
    code = finish(p, record_f, record_i)
    p.count[RECORDS] = n + 1
    return code


run, replay = entries(__file__, deliver_hermite, prepare, attempt, prepare, repeat)


def _meaning(constants) -> Meaning:
    """Return what a choice means whose `constants(choice)` are alpha_m, alpha_f, beta and gamma."""
    return Meaning(
        lambda choice, rtol: GENERALIZED_ALPHA,
        settings=lambda choice: (*constants(choice), float(choice.index), float(choice.step is not None)),
        solves_constraints=True,
    )


register(
    Method(
        GENERALIZED_ALPHA,
        "generalized-alpha",
        sys.modules[__name__],
        stage_rows=8,
        dense_rows=5,
        recorded_states=0,
        functions=FUNCTIONS,
        configure=configure,
        worst=(WORST_ENTRY, WORST),
    )
)
register_choice(GeneralizedAlpha, _meaning(lambda choice: generalized_alpha(choice.rho_inf)))
register_choice(HHT, _meaning(lambda choice: hht(choice.alpha)))
