"""Whole turns over a step: whether its rates leave no doubt about them, and moving on what they are counted from.

`turns` of a workspace (n angles) holds, one behind the other:

    n turns, n rates, time            what turns are counted from
    n rates, time                     the same one step before; the same time where nothing is known of a step before
    n turns, n rates, time            the same at the end of the step that is being tried
"""

import numpy as np

from linkwork.kernels.arrays import ALL
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures import expected_turns, other_rate, turns_of

SAFE = 0.25  # turns: what is known of an angle's change may be off by this much, half as much as would lose a turn


@inner_kernel
def uncertain_angle(m, w, t, q, v):
    """The first angle whose whole turns at (t, q, v), where the measures have been taken, do not follow safely from its rates;
    -1 if there is none.

    Its value must lie near a whole number of turns from what the trapezoidal rule expects. That alone cannot show an
    error of a whole turn, so that the error of the rule must be small too: h³/12 times the second divided difference of
    the rates at the ends of this step and of the one before.
    """
    n = m.turn_free.shape[0]
    h, before = t - w.turns[2 * n], w.turns[2 * n] - w.turns[3 * n + 1]
    for k in range(m.measure_kind.shape[0]):
        if 0.0 < m.turn_free[k] < ALL:
            expected = expected_turns(m, w, k, t, q, v, w.measure_rate[k])
            if abs(expected - w.measure_value[k] / (2.0 * np.pi)) > SAFE:
                return k
            if h > 0.0 and before > 0.0:
                rate = w.turns[n + k]
                bend = (other_rate(m, k, v, w.measure_rate[k]) - rate) / h - (rate - w.turns[2 * n + 1 + k]) / before
                if h * h * h * abs(bend) / (6.0 * (h + before)) > 2.0 * np.pi * SAFE:
                    return k
    return -1


@inner_kernel
def put_next(m, w, t, q, v):
    """What turns will be counted from if a step ends at (t, q, v), where the measures have been taken."""
    n = m.turn_free.shape[0]
    for k in range(m.measure_kind.shape[0]):
        if 0.0 < m.turn_free[k] < ALL:
            w.turns[3 * n + 2 + k] = turns_of(m, w, k, q)
            w.turns[4 * n + 2 + k] = other_rate(m, k, v, w.measure_rate[k])
    w.turns[5 * n + 2] = t


@inner_kernel
def take_next(m, w):
    """From here on turns are counted from what `put_next` has put down."""
    n = m.turn_free.shape[0]
    later = w.turns[5 * n + 2] > w.turns[2 * n]
    for k in range(m.measure_kind.shape[0]):
        if 0.0 < m.turn_free[k] < ALL:
            if later:
                w.turns[2 * n + 1 + k] = w.turns[n + k]
            w.turns[k] = w.turns[3 * n + 2 + k]
            w.turns[n + k] = w.turns[4 * n + 2 + k]
    if later:
        w.turns[3 * n + 1] = w.turns[2 * n]
    w.turns[2 * n] = w.turns[5 * n + 2]
