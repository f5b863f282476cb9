"""Parts of Newton's iteration that multistep methods share: convergence, weights of a matrix, saved pivots."""

from __future__ import annotations

import math

from linkwork.integrators.contract import call, inline, noinline
from linkwork.integrators.state import RTOL, T

DIVERGES = 0.9  # a rate of convergence that is none
LEAST_RATE = 1e-3
AGEING = 1.5  # a rate that was not measured again counts so much more at the next step
UNKNOWN = 1.0  # rate of a new matrix
SLOW = 0.25  # a rate above which the next step has a new matrix
USED_UP = 60  # steps with one matrix
N_WEIGHTS = 6  # a, b, c of newton_factor, each with real and imaginary part
ROUNDING = 100.0 * 2.0**-52  # relative, that an iteration cannot get below


@inline
def copy(out, source, count):
    """Copy the first `count` numbers of source into out."""
    for i in range(count):
        out[i] = source[i]


@inline
def converged(numbers, place, k, size, size_old, goal, most):
    """Return 1 if the remainder after iteration k is below `goal`, -1 if it will not get there, else 0.

    numbers[place] stores the rate of convergence.
    """
    if not size < 1e300:
        return -1
    if k > 0:
        rate = max(size / size_old, LEAST_RATE) if size_old > 0.0 else LEAST_RATE
        numbers[place] = rate if k == 1 else math.sqrt(numbers[place] * rate)
        if rate > DIVERGES:
            return 1 if size <= goal else -1  # rounding does not converge
    rate = numbers[place]
    left = size * rate / (1.0 - rate) if rate < 1.0 else size
    if left <= goal and (k > 0 or rate < 1.0 or size <= 1e-4 * goal):
        if k == 0:
            numbers[place] = min(1.0, AGEING * rate)
        return 1
    if k > 0 and left * rate ** (most - 2 - k) > goal:
        return -1
    return 0


@inline
def goal_of(p, part):
    """Return the remainder that an iteration may leave in the error norm: a part of the tolerance, above rounding."""
    return max(part, ROUNDING / p.real[RTOL])


@noinline
def save_mechanics(p, pivots):
    """Save the values that evaluations change in the mechanism, before the first attempt at a step."""
    call(p.save_pivots, p.real[T], pivots, pivots, p.page)


@noinline
def restore_mechanics(p, pivots):
    """Restore those values after a failed attempt, so that replays agree bit by bit."""
    call(p.restore_pivots, p.real[T], pivots, pivots, p.page)


@inline
def factor_weights(weights, a, b, c):
    """weights := [a, b, c] as newton_factor takes them for the real slot, with imaginary parts of zero."""
    for i in range(N_WEIGHTS):
        weights[i] = 0.0
    weights[0], weights[2], weights[4] = a, b, c
