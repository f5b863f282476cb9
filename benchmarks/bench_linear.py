"""Linear models against accelerations of the same mechanism, and the lowest modes of large models."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from scipy.linalg import eigh_tridiagonal

import linkwork as lw
from benchmarks import mechanisms
from benchmarks.timing import Row, slope

TITLE = (
    "Linear models of 20 five-bar loops (100 bodies, 60 freedoms) by lw.linearize, and lw.modes of beads on a string"
)
MODES = 20
BEADS = (250, 500, 1000, 2000)


def processor_seconds(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Least processor time of each call, taken in turns: other programs disturb all alike."""
    for call in calls.values():
        call()
    results = dict.fromkeys(calls, np.inf)
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.process_time()
            call()
            results[name] = min(results[name], time.process_time() - start)
    return results


def against_accelerations(coordinates: str, rounds: int = 60) -> dict[str, float]:
    """Seconds of `linearize`, and of `accelerations` by sparse and by dense factors."""
    model = lw.compile(mechanisms.five_bars(20), coordinates=coordinates)
    state = lw.assemble(model)
    calls: dict[str, Callable[[], object]] = {
        "linearize": lambda: lw.linearize(model, state),
        "Recursive()": lambda: lw.accelerations(model, state, formulation=lw.Recursive()),
        "Augmented()": lambda: lw.accelerations(model, state, formulation=lw.Augmented()),
    }
    return processor_seconds(calls, rounds)


def ratios(coordinates: str, target: str | None) -> list[Row]:
    took = against_accelerations(coordinates)
    rows = [Row(f"{coordinates} coordinates: linearize", 1e3 * took["linearize"], "ms")]
    for name, bound in (("Recursive()", target), ("Augmented()", "<= 30")):
        rows.append(Row(f"{coordinates} coordinates: linearize / {name}", took["linearize"] / took[name], "x", bound))
    return rows


def laguerre(n: int, spacing: float = 0.01) -> np.ndarray:
    """Hz: the lowest frequencies of n beads."""
    zeros = eigh_tridiagonal(2.0 * np.arange(n) + 1, np.arange(1.0, n), select="i", select_range=(0, MODES - 1))[0]
    return np.sqrt(9.81 / spacing * zeros) / (2 * np.pi)


def large() -> list[Row]:
    rows, seconds = [], []
    for n in BEADS:
        model = lw.compile(mechanisms.beads(n))
        state = lw.assemble(model)
        modes = lw.modes(model, state, MODES)
        took = processor_seconds({"modes": lambda model=model, state=state: lw.modes(model, state, MODES)}, 3)["modes"]
        seconds.append(took)
        rows.append(Row(f"{n} beads: lowest {MODES} modes", took, "s", "<= 10" if n == 1000 else None))
        if n == 1000:
            off = np.abs(modes.frequencies / laguerre(n) - 1).max()
            rows.append(Row(f"{n} beads: relative error", off, "", "<= 1e-8"))
    return [*rows, Row("lowest modes: slope by beads", slope(list(BEADS), seconds), "", "<= 1.3")]


def rows() -> list[Row]:
    return [*ratios("joint", "<= 30"), *ratios("cartesian", None), *large()]
