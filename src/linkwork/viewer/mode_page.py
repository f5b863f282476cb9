"""Pages of modes: a shape over one period as a run, or several of them to choose from."""

from __future__ import annotations

from dataclasses import replace
from numbers import Integral

import numpy as np

from linkwork.analyses.linear.mode_motion import mode_motion
from linkwork.analyses.linear.modes_result import Mode, Modes
from linkwork.model.errors import QuestionError
from linkwork.viewer.motion import Chapter, Motion

FILM = 12  # modes on a page to choose from
PLOTTED = 3  # coordinates at first
UNDAMPED = 1e-9  # a damping ratio that is round-off
PERIOD = 4.0  # s on such a page, whatever the mode's own
GAP = 1.0  # s between the modes, never shown
SHARES = 4  # bodies and springs whose share of the energy is listed


def modes_as_run(modes: Modes, k: int | None, amplitude: float) -> Motion:
    """Return the mode k over its period in seconds, or the first dozen, each as long as the others.

    >>> modes_as_run(lin.modes(), 0, 0.2).summary
    'mode 0 · 5.04 Hz · damping ratio 0'
    """
    if k is not None:
        return _single(modes, _place(modes, k), amplitude)
    moving = [place for place, mode in enumerate(modes) if any(x.any() for x in mode.bodies.values())][:FILM]
    if not moving:
        raise QuestionError(f"{modes.name or 'the mechanism'} has no mode that moves a body")
    runs = [_single(modes, place, amplitude) for place in moving]
    chapters: list[Chapter] = []
    times = []
    for j, (place, run) in enumerate(zip(moving, runs, strict=True)):
        t = np.linspace(j * (PERIOD + GAP), j * (PERIOD + GAP) + PERIOD, len(run))
        slowed = PERIOD / _period(modes[place])
        summary = f"{run.summary} · {_times(slowed)}"
        chapters.append(
            {"title": run.summary.removesuffix(" · damping ratio 0"), "summary": summary, "start": t[0], "end": t[-1]}
        )
        times.append(t)
    more = f"; {len(modes) - len(runs)} more are not on this page" if len(modes) > len(runs) else ""
    stacked = {
        "times": [run.times for run in runs], "q": [run.q for run in runs], "v": [run.v for run in runs], "z": [run.z for run in runs],
        "turns": [run.turns for run in runs],
    }  # fmt: skip
    return replace(
        runs[0], t=np.concatenate(times), **{name: np.concatenate(arrays) for name, arrays in stacked.items()},
        summary=chapters[0]["summary"], message=f"{len(runs)} modes, {_about(modes)}{more}", chapters=chapters, facts=[],
        signals=list(dict.fromkeys(name for run in runs for name in run.signals[:1]))[:PLOTTED],
    )  # fmt: skip


def _place(modes: Modes, k: int) -> int:
    if not isinstance(k, Integral) or not -len(modes) <= k < len(modes):
        there = f"they are 0 to {len(modes) - 1}" if len(modes) else "there is none, as nothing can move"
        raise QuestionError(f"mode {k!r}: there is no such mode; {there}")
    return int(k) % len(modes)


def _single(modes: Modes, k: int, amplitude: float) -> Motion:
    lin, mode = modes.linear, modes[k]
    if lin is None:
        raise QuestionError("these modes have no linear model with them; take those of linearize(model, state).modes()")
    motion = mode_motion(lin, mode, amplitude)
    words = [f"mode {k}"]
    if mode.frequency:
        damping = mode.damping if abs(mode.damping) > UNDAMPED else 0.0
        words += [f"{mode.frequency:.5g} Hz", f"damping ratio {damping:.3g}"]
    else:
        words.append(mode.kind if mode.rigid else f"{mode.kind}, {abs(mode.eigenvalue):.4g} 1/s")
    shrunk = (
        f"; the amplitude is 1/{motion.asked:g} of what was asked for, beyond that the loops do not close"
        if motion.asked > 1
        else ""
    )
    n, state = len(motion.q), lin.state
    return Motion(
        lin.model, state, lin.input_values, np.linspace(0.0, _period(mode), n), np.full(n, state.t), motion.q,
        np.zeros((n, lin.model.nv)), np.broadcast_to(state.z, (n, state.z.size)), motion.turns, positions_only=True,
        signals=_plotted(mode)[:PLOTTED], summary=" · ".join(words), facts=_facts(mode, motion.factor),
        message=f"mode {k} over one period, {_about(modes)}{shrunk}",
    )  # fmt: skip


def _plotted(mode: Mode) -> list[str]:
    """Return the coordinates of joints that move most; where they have no signal of their own, the states that move
    most."""
    own = [name for name in mode.moves if " " not in name]
    states = {name: abs(x) for name, x in mode.states.items() if not name.endswith(".rate") and x}
    return own or sorted(states, key=lambda name: -states[name])


def _about(modes: Modes) -> str:
    at = "at rest" if modes.resting else "about a motion, seen in the coordinates of the joints"
    return f"shapes {at}, made large; decay and growth are left out"


def _period(mode: Mode) -> float:
    """Return the period in s; two seconds for a mode that does not oscillate."""
    return 1.0 / mode.frequency if mode.frequency else 2.0


def _times(slowed: float) -> str:
    return f"slowed {slowed:.3g}×" if slowed >= 1.0 else f"{1.0 / slowed:.3g}× faster"


def _facts(mode: Mode, factor: float) -> list[tuple[str, str]]:
    facts = [
        ("eigenvalue", f"{mode.eigenvalue.real:.5g} {mode.eigenvalue.imag:+.5g} i 1/s"),
        ("undamped", f"{mode.undamped:.6g} Hz"),
        ("drawn", f"{factor:.3g} times the listed shape"),
    ]
    for word, shares in (("kinetic energy", mode.kinetic), ("in springs", mode.elastic)):
        first = sorted(shares.items(), key=lambda item: -item[1])[:SHARES]
        if first and first[0][1] > 0:
            facts.append((word, ", ".join(f"{name} {100 * x:.0f} %" for name, x in first if x > 0.005)))
    return facts
