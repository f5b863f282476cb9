"""Stiffness: the spectral radius of a problem, and when to change between explicit and implicit steps.

Stability limits an explicit step where h rho approaches the bound of its method, with rho the spectral radius of the
Jacobian; a nonlinear power iteration estimates rho from differences of the right-hand side, both for strong dampers
and for stiff springs without damping. A change to implicit steps is a trial: it lasts if it advances farther for the
same work. Work is counted and not timed, so that the same run always changes at the same steps.
"""

import math

from linkwork.integrators.contract import GO_ON, NOT_STIFF, STIFF, inline, noinline
from linkwork.integrators.state import (
    AUTOMATIC,
    CHECK_AT,
    CHECK_EVERY,
    DOP853,
    EVALUATIONS,
    EXPLICIT_H,
    EXPLICIT_METHOD,
    EXPLICIT_RATE,
    FACTOR_WORK,
    METHOD,
    NEWTON_FACTORIZATIONS,
    NEWTON_MATRICES,
    NY,
    REJECTIONS,
    STEPS,
    SUSPICIONS,
    T_END,
    TRIAL,
    TRIAL_T,
    TRIAL_WORK,
    H,
    T,
    view_vectors,
)
from linkwork.integrators.stepping.evaluations import evaluate

# accepted steps until the second check (the first is at the start), after a suspicion, between checks
SECOND_CHECK, SOON, EVERY = 6, 3, 40
MANY = 5000.0  # steps: a run that would need more for stability alone tries implicit steps at once
LONGEST = 5000  # most steps between checks, after trials that did not pay
ITERATIONS = 4  # iterations of the power method, two evaluations each
DIFFERENCE = 1e-7
STABLE_853, STABLE_54 = 6.0, 1.9  # h rho where the explicit pairs become unstable
HELD_BACK = 0.6  # fraction of that above which stability limits the step
SUSPECT = 0.1  # the same in runs of many steps, which the forced motion of stiff parts may shorten
LONG_RUN, SELDOM = 300, 160  # accepted steps until that, and between checks then
AT_EASE = 0.3  # fraction of that below which an implicit step may as well be explicit
TRIAL_STEPS = 15  # implicit steps between checks
# steps until a trial has failed: one check, or that part of the explicit steps to the end
LONG_TRIAL, SHARE = 150, 0.01
MATRIX_WORK = 5.0  # cost of a linearization, in evaluations
WORK_853, WORK_54 = 12.0, 7.0  # cost of an explicit step, in evaluations
PAYS = 1.3  # factor: implicit steps must advance so much farther for the same work
TO_BEGIN, LATER_TRIAL, FIRST_TRIAL = 1, 2, 3  # count[TRIAL]; 0: none


@noinline
def spectral_radius(p):
    """Return rho of the Jacobian at (T, y): sqrt(|J² x| / |x|) of a power iteration, 0 if an evaluation fails.

    f must hold the derivative at y. Rows 1 and 2 of the stages are scratch.
    """
    vec, ny = view_vectors(p.istate, p.fstate), p.count[NY]
    x, fx = vec.stages[ny : 2 * ny], vec.stages[2 * ny : 3 * ny]
    size, y_size = 0.0, 0.0
    for i in range(ny):
        x[i] = (1.0 if i % 2 == 0 else -1.0) + 0.3 * math.sin(1.7 * i)
        size += x[i] * x[i]
        y_size += vec.y[i] * vec.y[i]
    step = DIFFERENCE * max(1.0, math.sqrt(y_size))
    size, growth = math.sqrt(size), 0.0
    for k in range(2 * ITERATIONS):
        if not 0.0 < size < 1e150:
            return 0.0
        for i in range(ny):
            vec.y_dense[i] = vec.y[i] + step * (x[i] / size)
        if evaluate(p, p.real[T], vec.y_dense, fx) != 0:
            return 0.0
        size = 0.0
        for i in range(ny):
            x[i] = (fx[i] - vec.f[i]) / step
            size += x[i] * x[i]
        size = math.sqrt(size)
        growth = size if k % 2 == 0 else growth * size
    return math.sqrt(growth)


@inline
def bound(p):
    """Return the largest h rho for which the explicit method of this run is stable."""
    return STABLE_853 if p.count[EXPLICIT_METHOD] == DOP853 else STABLE_54


@noinline
def check_explicit(p):
    """Return STIFF if stability limits the explicit steps in two consecutive checks, else GO_ON.

    At the start of a run that stability alone would make very long, one check suffices.
    """
    rho, work = spectral_radius(p), WORK_853 if p.count[METHOD] == DOP853 else WORK_54
    if p.count[STEPS] == 0:
        p.count[CHECK_AT] = SECOND_CHECK
        if rho * (p.real[T_END] - p.real[T]) < MANY * bound(p):
            return GO_ON
        p.real[EXPLICIT_RATE], p.real[EXPLICIT_H] = work * rho / bound(p), p.real[H]
        return STIFF
    long = p.count[STEPS] >= LONG_RUN
    if long:  # a trial that does not pay is then a small part of the work, if the next comes late
        p.count[CHECK_EVERY] = max(p.count[CHECK_EVERY], SELDOM)
    if p.real[H] * rho < (SUSPECT if long else HELD_BACK) * bound(p):
        p.count[SUSPICIONS] = 0
        p.count[CHECK_AT] = p.count[STEPS] + p.count[CHECK_EVERY]
        return GO_ON
    p.count[SUSPICIONS] += 1
    p.count[CHECK_AT] = p.count[STEPS] + SOON
    if p.count[SUSPICIONS] < 2:
        return GO_ON
    p.real[EXPLICIT_RATE], p.real[EXPLICIT_H] = work / p.real[H], p.real[H]
    return STIFF


@inline
def work_done(p):
    """Return the work so far in evaluations; matrices and factorizations of implicit steps count as several."""
    factored = p.real[FACTOR_WORK] * p.count[NEWTON_FACTORIZATIONS]
    return p.count[EVALUATIONS] + MATRIX_WORK * p.count[NEWTON_MATRICES] + factored


@noinline
def begin_trial(p):
    """Begin a trial of implicit steps after explicit ones."""
    p.count[TRIAL] = FIRST_TRIAL if p.count[STEPS] == 0 else LATER_TRIAL
    work = WORK_853 if p.count[EXPLICIT_METHOD] == DOP853 else WORK_54
    ahead = p.real[EXPLICIT_RATE] * (p.real[T_END] - p.real[T]) / work
    # what oscillates at the size of the tolerance is damped before long steps are possible
    p.count[SUSPICIONS] = int(min(LONG_TRIAL, SHARE * ahead)) // TRIAL_STEPS  # checks that it may fail
    p.count[CHECK_AT] = p.count[STEPS] + TRIAL_STEPS
    p.real[TRIAL_T], p.real[TRIAL_WORK] = p.real[T], work_done(p)


@noinline
def end_trial(p):
    """Return to explicit steps, and wait longer until the next trial unless this one was at the start of the run."""
    if p.count[TRIAL] == LATER_TRIAL:
        p.count[CHECK_EVERY] = min(4 * p.count[CHECK_EVERY], LONGEST)
    p.real[H] = min(p.real[H], p.real[EXPLICIT_H])
    return NOT_STIFF


@noinline
def check_implicit(p):
    """Return NOT_STIFF if a trial advanced no farther than explicit steps would, else GO_ON.

    NOT_STIFF is also returned if stability would not limit explicit steps of this length.
    """
    p.count[CHECK_AT] = p.count[STEPS] + TRIAL_STEPS
    if p.count[TRIAL] > TO_BEGIN:
        explicit = p.real[EXPLICIT_RATE] * (p.real[T] - p.real[TRIAL_T])
        if explicit > PAYS * (work_done(p) - p.real[TRIAL_WORK]):
            p.count[TRIAL] = 0
            p.count[CHECK_EVERY] = EVERY
            return GO_ON
        p.count[SUSPICIONS] -= 1
        return GO_ON if p.count[SUSPICIONS] > 0 else end_trial(p)
    if p.real[H] * spectral_radius(p) < AT_EASE * bound(p):
        return NOT_STIFF
    return GO_ON


@inline
def watch_explicit(p):
    """Before an explicit step, return STIFF if implicit steps would suit better."""
    if p.count[AUTOMATIC] == 1 and p.count[STEPS] >= p.count[CHECK_AT] and p.count[REJECTIONS] == 0:
        return check_explicit(p)
    return GO_ON


@inline
def watch_implicit(p):
    """Before an implicit step, return NOT_STIFF if explicit steps would suit better."""
    if p.count[AUTOMATIC] == 1 and p.count[REJECTIONS] == 0:
        if p.count[TRIAL] == TO_BEGIN:
            begin_trial(p)
        elif p.count[STEPS] >= p.count[CHECK_AT]:
            return check_implicit(p)
    return GO_ON
