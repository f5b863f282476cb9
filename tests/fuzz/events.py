"""Random events of time and of signals of a known motion: as many as a dense reference counts, or a report."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

import linkwork as lw
from tests.fuzz.expressions import Expression, smooth
from tests.fuzz.support import count

POINTS = 400_001
NEAR = 1e-7  # of the largest value: an extremum nearer to zero may or may not cross it
TOGETHER = 1e-6  # of the duration: zeros nearer to one another, or to an end, are not counted apart
FASTEST = 300.0  # rad/s of an event of time alone
SPEED, RATE, OMEGA, SWING = 0.7, 40.0, 3.0, 0.4


@cache
def model() -> tuple[lw.Model, lw.State]:
    """A slider of constant speed, a rotor of constant rate, an oscillator: nothing couples them."""
    m = lw.Mechanism("known motions", plane="xy").add(
        lw.Body("cart", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Body("weight", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Revolute("R", "ground", "wheel", at=(0, 0, 0)),
        lw.Prismatic("S", "ground", "weight", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.JointSpring("K", "S.displacement", stiffness=OMEGA**2),
        lw.Frame("rim", "wheel", at=(1, 0, 0)),
    )
    compiled = lw.compile(m)
    start = {"P.displacement.rate": SPEED, "R.angle.rate": RATE, "S.displacement": SWING}
    return compiled, lw.assemble(compiled, start)


def motion(t: np.ndarray) -> dict[str, np.ndarray]:
    return {
        "time": t,
        "P.displacement": SPEED * t,
        "R.angle": RATE * t,
        "S.displacement": SWING * np.cos(OMEGA * t),
        "S.displacement.rate": -SWING * OMEGA * np.sin(OMEGA * t),
        "K.force": -SWING * OMEGA**2 * np.cos(OMEGA * t),
        "S.displacement.accel": -SWING * OMEGA**2 * np.cos(OMEGA * t),
        "rim.position.x": np.cos(RATE * t),
        "rim.velocity.y": RATE * np.cos(RATE * t),
    }


SLOW = ["time", "P.displacement", "R.angle", "S.displacement", "S.displacement.rate"]
ALL = [*SLOW, "K.force", "S.displacement.accel", "rim.position.x", "rim.velocity.y"]


def event(rng: Random) -> tuple[Expression, bool]:
    """An expression and whether it depends on time alone."""
    alone = rng.random() < 0.5
    if alone and rng.random() < 0.4:
        factor, shift = round(rng.uniform(1, FASTEST), 1), round(rng.uniform(0, 1), 2)
        return (f"sin({factor}*time) - {shift}", lambda v: np.sin(factor * v["time"]) - shift), True
    names = ["time"] if alone else SLOW if rng.random() < 0.5 else ALL
    text, function = smooth(rng, names, rng.randint(1, 3), FASTEST / 10 if alone else 5.0)
    level = round(rng.uniform(-1, 1), 2)
    return (f"{text} - ({level})", lambda v: function(v) - level), alone


def zeros(function, duration: float) -> tuple[np.ndarray, np.ndarray] | None:
    """Times and directions of sign changes, or None where counting is ambiguous."""
    t = np.linspace(0, duration, POINTS)
    y = np.broadcast_to(function(motion(t)), t.shape)
    scale = max(1e-12, np.abs(y).max())
    at = np.flatnonzero(np.sign(y[:-1]) * np.sign(y[1:]) <= 0)
    if (y[at] == 0).any() or (y[at + 1] == 0).any() or abs(y[0]) < NEAR * scale or abs(y[-1]) < NEAR * scale:
        return None
    size = np.abs(y)
    low = np.flatnonzero((size[1:-1] <= size[:-2]) & (size[1:-1] <= size[2:])) + 1
    step = np.abs(np.diff(y)).max()
    crossing = np.zeros(t.size, bool)
    crossing[at] = crossing[at + 1] = True
    if ((size[low] < NEAR * scale + step) & ~crossing[low]).any():
        return None  # touches zero, or nearly
    if (np.diff(at) < 3).any():
        return None
    low_y, high_y = y[at], y[at + 1]
    times = t[at] + (t[at + 1] - t[at]) * low_y / (low_y - high_y)
    if np.diff(times, prepend=0.0, append=duration).min(initial=duration) < TOGETHER * duration:
        return None
    return times, np.sign(high_y - low_y)


def check(rng: Random, seen: dict[str, int]) -> None:
    duration = rng.choice([0.5, 2.0, 5.0])
    drawn = [event(rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    expected = []
    for (_, function), _ in drawn:
        values = zeros(function, duration)
        if values is None:
            count(seen, "ambiguous")
            return
        expected.append(values)
    directions = [rng.choice([0, 0, 1, -1]) for _ in drawn]
    events = [lw.Event(text, direction) for ((text, _), _), direction in zip(drawn, directions, strict=True)]
    run = lw.simulate(
        *model(), duration, rtol=rng.choice([1e-4, 1e-6, 1e-9]), output=[duration], events=events, quiet=True
    )
    assert run.success, f"{[event.when for event in events]}: {run.message}"
    for event_, direction, ((text, _), alone), (times, signs) in zip(events, directions, drawn, expected, strict=True):
        wanted = times[(signs == direction) | (direction == 0)]
        values = np.array([e.time for e in run.events if e.event is event_ or e.event == event_])
        if events.count(event_) > 1:
            continue
        doubts = [(d.start, d.end) for d in getattr(run, "doubts", ()) if d.event == event_]
        if doubts and not alone:
            count(seen, "reported as not resolved")
            values, wanted = (outside(times, doubts) for times in (values, wanted))
        assert values.size == wanted.size, (
            f"{text!r} over {duration} s: {values.size} events of {wanted.size}, {run.message!r}"
        )
        tolerance = 1e-6 * duration if alone else 1e-3 * duration
        off = np.abs(np.sort(values) - wanted).max(initial=0.0)
        assert off < tolerance, f"{text!r}: an event {off:.1e} s off"
        count(seen, "events counted", int(values.size))


def outside(times: np.ndarray, spans: list[tuple[float, float]]) -> np.ndarray:
    """The times that do not lie in a span."""
    inside = [(times >= start) & (times <= end) for start, end in spans]
    return times[~np.any(inside, axis=0)]
