"""Whole turns over a step: whether its rates leave no doubt about them, and moving on what they are counted from.

`turns` of a workspace (n angles) holds, one behind the other:

    n turns, n rates, time            what turns are counted from
    n turns, n rates, time            the same at the end of the step that is being tried
    n rates, time                     one step before; the time of the first where nothing is known of a step before
"""

import numpy as np

from linkwork.kernels.arrays import ALL
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures import expected_turns, other_rate, turns_of

SAFE = 0.25  # turns by which an angle may differ from what its rates say: half as many as would lose a turn


@inner_kernel
def uncertain_angle(m, w, t, q, v, fixed):
    """Return the first angle whose whole turns at (t, q, v), where the measures have been taken, do not follow safely
    from its rates; -1 if there is none.

    Its value must be near to what the trapezoidal rule expects, up to whole turns. An error of a whole turn does not
    show there, so that the error of the rule must be small too: h³/12 times the second derivative of the rate, by
    differences of the rates at the ends of this step and of the one before. Steps whose length is fixed are spared
    this: methods that move by that rule themselves agree with it however long the step is.
    """
    n = m.turn_free.shape[0]
    h, before = t - w.turns[2 * n], w.turns[2 * n] - w.turns[5 * n + 2]
    known = not fixed and h > 0.0 and before > 0.0
    for k in range(m.measure_kind.shape[0]):
        if 0.0 < m.turn_free[k] < ALL:
            expected = expected_turns(m, w, k, t, q, v, w.measure_rate[k])
            if abs(expected - w.measure_value[k] / (2.0 * np.pi)) > SAFE:
                return k
            if known:
                rate = w.turns[n + k]
                bend = (other_rate(m, k, v, w.measure_rate[k]) - rate) / h - (rate - w.turns[4 * n + 2 + k]) / before
                if h * h * h * abs(bend) / (6.0 * (h + before)) > 2.0 * np.pi * SAFE:
                    return k
    return -1


@inner_kernel
def put_next(m, w, t, q, v):
    """Store what turns will be counted from if a step ends at (t, q, v), where the measures have been taken."""
    n = m.turn_free.shape[0]
    for k in range(m.measure_kind.shape[0]):
        if 0.0 < m.turn_free[k] < ALL:
            w.turns[2 * n + 1 + k] = turns_of(m, w, k, q)
            w.turns[3 * n + 1 + k] = other_rate(m, k, v, w.measure_rate[k])
    w.turns[4 * n + 1] = t


@inner_kernel
def take_next(m, w):
    """Count turns from what `put_next` has stored."""
    n = m.turn_free.shape[0]
    later = w.turns[4 * n + 1] > w.turns[2 * n]
    for k in range(m.measure_kind.shape[0]):
        if 0.0 < m.turn_free[k] < ALL:
            if later:
                w.turns[4 * n + 2 + k] = w.turns[n + k]
            w.turns[k] = w.turns[2 * n + 1 + k]
            w.turns[n + k] = w.turns[3 * n + 1 + k]
    if later:
        w.turns[5 * n + 2] = w.turns[2 * n]
    w.turns[2 * n] = w.turns[4 * n + 1]
