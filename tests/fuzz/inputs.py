"""Random inputs: numbers, text, expressions of time, samples. A mass is pushed as they say, or they are refused."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np

import linkwork as lw
from tests.fuzz.expressions import smooth
from tests.fuzz.files import ODD_NUMBERS, ODD_TEXTS, expression
from tests.fuzz.support import count, require

DEFAULT = 0.25
POINTS = 100_001


@cache
def model() -> tuple[lw.Model, lw.State]:
    m = lw.Mechanism("pushed", plane="xy").add(
        lw.Body("cart", mass=2, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Input("u", DEFAULT),
        lw.JointForce("push", "P.displacement", force="3*u"),
    )
    compiled = lw.compile(m)
    return compiled, lw.assemble(compiled)


def given(rng: Random, duration: float) -> tuple[Any, np.ndarray | None]:
    """An input and its values on a fine grid; None if only its refusal or its acceptance is checked."""
    t = np.linspace(0, duration, POINTS)
    kind = rng.randrange(6)
    if kind == 0:
        value = rng.choice([rng.uniform(-9, 9), rng.randint(-9, 9), np.float32(1.5), np.int64(3)])
        return value, np.full(POINTS, float(value))
    if kind == 1:
        value = rng.choice([rng.randint(-9, 9), round(rng.uniform(-9, 9), 2), 1e3])
        text = rng.choice(["{}", " {} ", "{:e}", "+{}" if value > 0 else "{}", "({})", "{}*1"]).format(value)
        return text, np.full(POINTS, float(text.strip(" ()").removesuffix("*1")))
    if kind == 2:
        text, function = smooth(rng, ["time"], rng.randint(0, 3))
        return text, np.broadcast_to(function({"time": t}), t.shape)
    if kind == 3:
        times = np.cumsum([rng.uniform(0.01, duration) for _ in range(rng.randint(2, 6))]) - 0.3 * duration
        samples = np.array([rng.uniform(-5, 5) for _ in times])
        as_lists = rng.random() < 0.5
        return (times.tolist(), samples.tolist()) if as_lists else (times, samples), np.interp(t, times, samples)
    if kind == 4:
        return rng.choice([*ODD_TEXTS, expression(rng)]), None
    odd = [
        *ODD_NUMBERS,
        True,
        None,
        [],
        {},
        (1,),
        ([0], [1]),
        ([0, 0], [1, 2]),
        ([1, 0], [1, 2]),
        ([0, 1], [1]),
        ([0, 1], ["a", "b"]),
        np.zeros((2, 0)),
    ]
    return rng.choice(odd), None


def check(rng: Random, seen: dict[str, int]) -> None:
    duration = rng.choice([0.5, 2.0])
    value, expected = given(rng, duration)
    try:
        run = lw.simulate(
            *model(), duration, rtol=1e-8, inputs={"u": value}, output=np.linspace(0, duration, 11), quiet=True
        )
    except (lw.AnalysisError, lw.DescriptionError) as error:
        require(expected is None, f"input {value!r} is refused: {error}")
        require(bool(str(error).strip()), f"input {value!r} is refused without a message")
        count(seen, "refused")
        return
    if expected is None:
        assert np.isfinite(run.q).all(), f"input {value!r}: numbers that are not finite with {run.message!r}"
        count(seen, "taken")
        return
    assert run.success, f"input {value!r}: {run.message}"
    size = max(1.0, float(np.abs(expected).max()))
    off = float(np.abs(run["u"] - expected[:: (POINTS - 1) // 10]).max()) / size
    assert off < 1e-9, f"input {value!r}: the signal u is off by {off:.1e}"
    speed = 1.5 * duration * float(np.trapezoid(expected, dx=1 / (POINTS - 1)))
    off = abs(run["P.displacement.rate"][-1] - speed) / (size * duration)
    assert off < 1e-5, f"input {value!r}: the speed is {run['P.displacement.rate'][-1]:.6g}, not {speed:.6g}"
    count(seen, "right")
