"""Derivatives of the times of events, and of ends that events or durations set, with respect to the design.

An event happens where g(t, y, p) = 0. Its time changes by dt/dp = -(g_y y_p + g_p) / gdot with the tangents y_p at that
fixed time and gdot = g_y ydot + g_t; an output whose run ends there changes by dO/dt dt/dp more: the rate of a signal
for `final`, its value for `integral`, and so on (outputs.terms.end_derivative). Steps up to the event are fixed, with a last
one that ends there."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs.terms import end_derivative
from linkwork.differentiation.points import Points
from linkwork.differentiation.replay import Replay
from linkwork.model.errors import QuestionError

PART = 1e-2  # of a step: the distance from the end of the differences for rates
NO_STEP = 1e-3  # s, of a run of no duration
GRAZES = 3.0  # times the root of the tolerance, of a run's mean rate: slower crossings of zero raise an error


def end_rates(whole: OutputSet, replay: Replay, points: Points) -> np.ndarray:
    """Return the rates of the expressions inside the terms at the last point along the motion, by differences of fourth
    order, shape (n_g)."""
    (ny, _, nk), model, last = replay.layer.sizes, replay.motion.model, points.last
    t, y, nq, nv = float(points.t[last]), points.y[last], model.nq, model.nv
    step = PART * float(replay.grid[-3:, 2].max() if len(replay.grid) else NO_STEP)
    replay.recall_step(len(replay.record))
    ydot = replay.layer.call("rates", t, np.ascontiguousarray(y), nk)[:ny]
    at = step * np.array([-2.0, -1.0, 1.0, 2.0])
    states = y + at[:, None] * ydot
    rates = np.array([replay.layer.call("rates", t + d, s, nk) for d, s in zip(at, states, strict=True)])
    around = Points(
        np.append(points.t, t + at), np.vstack((points.y, states)), np.vstack((points.vdot, rates[:, nq : nq + nv])),
        np.vstack((points.lam, rates[:, ny:])), np.zeros(len(points) + 4), np.zeros(len(points) + 4, np.int64), points.turns,
    )  # fmt: skip
    g = whole.values(around)[len(points) :]  # with all earlier points, for whole turns
    return np.array([1.0, -8.0, 8.0, -1.0]) @ g / (12.0 * step)


def end_derivatives(whole: OutputSet, points: Points, g: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Return the derivatives of the terms with respect to the time of the end, shape (n_terms)."""
    derivatives = np.zeros(len(whole.terms))
    for place, term in enumerate(whole.terms):
        if term.kind != "event_time" and place not in whole.given_values:
            k = whole.integrands.index(term.inner)
            derivatives[place] = end_derivative(term.kind, points, g[:, k], float(rates[k]))
    return derivatives


def require_crossing(name: str, event: Any, points: Points, g: np.ndarray, rate: float, rtol: float) -> None:
    """Raise an error for an event that only grazes zero: it may not occur for a nearby design."""
    duration = float(points.t[points.last] - points.t[points.first])
    mean = float(g.max() - g.min()) / duration if duration > 0.0 else 0.0
    if not abs(rate) > GRAZES * np.sqrt(rtol) * mean:
        raise QuestionError(
            f"case {name!r}: event {event.event.when!r} only grazes zero at t = {event.time:.6g} s (its rate there is {rate:.2g} per s, "
            f"in the mean {mean:.2g}), so its time has no derivative; choose a value that the motion passes"
        )
