"""Forces that jump back and forth: a run that would take millions of steps along a jump ends with the remedy.

An argument x of sign, if, floor or mod is on a sliding surface where its rate points to the jump on both sides of it, x' < 0 < x and
x < 0 < x' (Filippov 1988): dry friction by sign(rate) at rest. Steps of any method pass the jump again and again there, each as short
as the tolerance asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.kinks import Jump
from linkwork.analyses.measure import Reader, Sample
from linkwork.description.expressions import evaluate, names, written
from linkwork.model.evaluation import Evaluation
from linkwork.model.state import State

if TYPE_CHECKING:
    from linkwork.analyses.motion import Motion

EVERY = 2000  # evaluations between two looks
LOOKS = 3  # in a row that see the same jump: some 200 zeros of its argument or more
SLOW = 1e-4  # of the duration: a run that goes on in longer steps comes to its end
REACH = 50.0  # steps within which the motion comes to the jump
PROBE = 1e-3  # of a step, for rates by differences


@dataclass
class ChatteringWatch:
    """Looks at a run now and then."""

    motion: Motion
    duration: float
    jumps: list[Jump]
    t: float
    steps: int = 0
    evaluations: int = 0
    seen: Jump | None = None
    looks: int = 0

    def look(self, t: float, y: np.ndarray, steps: int, evaluations: int) -> str:
        """A sentence if the run chatters, else nothing."""
        if evaluations - self.evaluations < EVERY:
            return ""
        self.evaluations = evaluations
        h = (t - self.t) / max(steps - self.steps, 1)
        self.t, self.steps = t, steps
        jump = self._sliding(t, y, h) if 0.0 < h < SLOW * self.duration else None
        self.looks = self.looks + 1 if jump is not None and jump == self.seen else int(jump is not None)
        self.seen = jump
        return _sentence(jump, h) if jump is not None and self.looks >= LOOKS else ""

    def _sliding(self, t: float, y: np.ndarray, h: float) -> Jump | None:
        """The jump that the motion is held at from both sides."""
        along = self._rates(t, y)
        for jump in self.jumps:
            here = self._value(jump, t, y)
            rate = (self._value(jump, t + PROBE * h, y + PROBE * h * along) - here) / (PROBE * h)
            reach = -here / rate if rate else 0.0
            if not 0.0 < reach < REACH * h:
                continue
            beyond, later = y + 2.0 * reach * along, t + 2.0 * reach
            there = self._value(jump, later, beyond)
            back = self._rates(later, beyond)
            rate = (self._value(jump, later + PROBE * h, beyond + PROBE * h * back) - there) / (PROBE * h)
            if here * there < 0.0 and rate * there < 0.0:
                return jump
        return None

    def _rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """dy/dt, computed apart: what an evaluation leaves behind does not change the run."""
        ints, floats, work, plan, fwork, control = self.motion.buffers
        out = np.zeros_like(y)
        apart = ints, floats, work.copy(), plan, fwork.copy(), control.copy()
        self.motion.prepared.kernels[0](t, np.ascontiguousarray(y), out, *apart)
        return out

    def _value(self, jump: Jump, t: float, y: np.ndarray) -> float:
        model, buffers = self.motion.model, self.motion.buffers
        nq, nv = model.nq, model.nv
        sample = Sample(Evaluation(model, State(t, y[:nq], y[nq : nq + nv], y[nq + nv :])))
        sample.e.w.inputs[:] = self.motion.inputs(buffers[2])
        values: dict[str, float] = {}
        for name in names(jump.argument):
            constant = model.numbers.constant(name)
            read = Reader(model, model.signal_table.find(name)).read(sample) if constant is None else constant
            values[name] = float(np.real(read))
        return float(evaluate(jump.argument, values.__getitem__).real)


def _sentence(jump: Jump, h: float) -> str:
    text = written(jump.argument)
    smooth = f"tanh({text}/eps)" if jump.word == "sign" else f"a blend such as step({text}, -eps, …, eps, …)"
    return (
        f"chattering: {jump.word}(…) in {jump.where} jumps back and forth with {text}, which the motion holds at zero from both "
        f"sides, so that steps would be {h:.1g} s long from here on; make the jump smooth over a small eps, {smooth}, "
        "or take a smooth law of friction"
    )
