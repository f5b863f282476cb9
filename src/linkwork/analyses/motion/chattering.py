"""Detection of chattering: forces that jump back and forth.

A run that would take millions of steps along a jump is ended with a message that names the remedy. A run whose step
length is given does a bounded amount of work; its message says that it passes the jump again and again.

An argument x of sign, if, floor or mod, or of abs in x/abs(x) and of tanh(x/eps) with a tiny eps, is on a sliding surface if its rate points to the jump
on both sides of it, x' < 0 < x and x < 0 < x' (Filippov 1988). Dry friction written as sign(rate) is an example, at
rest. Steps of any method pass the jump again and again there, and error control makes them very short.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.position.measure import Reader, Sample
from linkwork.description.expressions import evaluate, names
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.kinks import NEARLY_JUMPING, Jump
from linkwork.model.state import State

if TYPE_CHECKING:
    from linkwork.integrators.motion import Motion

EVERY = 2000  # evaluations between two inspections
SIGHTINGS = 3  # that see the same jump: some 200 zeros of its argument or more
UNSEEN = 8  # inspections in a row that miss the jump, after which counting begins again: a motion is not near the jump at every inspection
SLOW = 1e-4  # of the duration: a run that goes on in longer steps comes to its end
REACH, FIXED_REACH = 50.0, 2.0  # steps within which the motion comes to the jump; steps of a given length
STOPPED = 1e-6  # of the duration: how near the motion is to the jump that a run stopped at
PROBE = 1e-3  # of a step, for rates by differences
NEAR = 0.5  # of the way to a jump: where, on both sides of it, rates are compared with those at the whole distance
STRAIGHT = 0.3  # of the argument: what a linear prediction of its zero leaves at most
SATURATED = 0.9  # of the difference of rates at the whole distance: a decay has half of it at half the distance


@dataclass
class ChatteringWatch:
    """Watches a run for chattering, by inspecting it from time to time."""

    motion: Motion
    duration: float
    jumps: list[Jump]
    t: float
    fixed: float = 0.0  # s, the given step length; 0 if the integrator chooses it
    steps: int = 0
    evaluations: int = 0
    seen: Jump | None = None
    sightings: int = 0
    unseen: int = 0
    since: float | None = None  # when steps of a given length were first seen to pass a jump

    def inspect(self, t: float, y: np.ndarray, steps: int, evaluations: int) -> str:
        """Return a sentence if the run chatters, else an empty string."""
        if evaluations - self.evaluations < EVERY:
            return ""
        self.evaluations = evaluations
        if self.fixed:
            self._inspect_fixed_steps(t, y)
            return ""
        h = (t - self.t) / max(steps - self.steps, 1)
        self.t, self.steps = t, steps
        short = 0.0 < h < SLOW * self.duration
        jump = self._sliding(t, y, h) if short else None
        if jump is not None:
            self.sightings = self.sightings + 1 if jump == self.seen else 1
            self.seen, self.unseen = jump, 0
            return _sentence(jump, f"steps would be {h:.1g} s long") if self.sightings >= SIGHTINGS else ""
        self.unseen += 1
        if not short or self.unseen >= UNSEEN:
            self.seen, self.sightings = None, 0
        return ""

    def _inspect_fixed_steps(self, t: float, y: np.ndarray) -> None:
        jump = self._sliding(t, y, self.fixed, FIXED_REACH) if self.since is None else None
        if jump is not None:
            self.seen, self.since = jump, t

    def at_failure(self, t: float, y: np.ndarray, h: float) -> str:
        """Return a sentence if a run that cannot continue is held at a jump, else an empty string."""
        jump = self._sliding(t, y, self.fixed or max(h, STOPPED * self.duration), FIXED_REACH)
        return "" if jump is None else _sentence(jump, f"a step of {self.fixed or h:.1g} s has no solution")

    def at_end(self, t: float, y: np.ndarray) -> str:
        """Return a remark if steps of a given length passed a jump again and again, else an empty string."""
        if not self.fixed:
            return ""
        self._inspect_fixed_steps(t, y)
        if self.seen is None:
            return ""
        return (
            f"; steps of {self.fixed:g} s pass the jump of {self.seen.word}(…) in {self.seen.where} back and forth, as seen at "
            f"t = {self.since:.6g} s, with errors in proportion to the step; {_remedy(self.seen)}"
        )

    def _sliding(self, t: float, y: np.ndarray, h: float, within: float = REACH) -> Jump | None:
        """Return the jump that holds the motion from both sides and that the motion reaches within `reach` steps, None
        if there is none."""
        along = self._rates(t, y)
        for jump in self.jumps:
            here = self._value(jump, t, y)
            rate = (self._value(jump, t + PROBE * h, y + PROBE * h * along) - here) / (PROBE * h)
            reach = -here / rate if rate else 0.0
            if not 0.0 < reach < within * h:
                continue
            if abs(self._value(jump, t + reach, y + reach * along)) > STRAIGHT * abs(here):
                continue  # the argument bends on the way: its zero is elsewhere
            beyond, later = y + 2.0 * reach * along, t + 2.0 * reach
            there = self._value(jump, later, beyond)
            back = self._rates(later, beyond)
            rate = (self._value(jump, later + PROBE * h, beyond + PROBE * h * back) - there) / (PROBE * h)
            if here * there < 0.0 and rate * there < 0.0 and self._is_a_jump(t, y, reach, along, jump):
                return jump
        return None

    def _is_a_jump(self, t: float, y: np.ndarray, reach: float, along: np.ndarray, jump: Jump) -> bool:
        """Return whether the rate of the argument does not decrease with its distance from zero, which distinguishes a
        jump from a fast decay."""
        if jump.word not in NEARLY_JUMPING:
            return True
        rates = []
        for part in (0.0, 1.0 - NEAR, 1.0 + NEAR, 2.0):
            at, place, h = t + part * reach, y + part * reach * along, PROBE * reach
            further = self._value(jump, at + h, place + h * self._rates(at, place))
            rates.append((further - self._value(jump, at, place)) / h)
        far, near, beyond, far_beyond = rates
        return near * beyond < 0.0 and abs(near - beyond) > SATURATED * abs(far - far_beyond)

    def _rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """Return dy/dt, computed in separate buffers, so that the evaluation does not change the run."""
        page = self.motion.page
        out = np.zeros_like(y)
        apart = page.copied()
        self.motion.prepared.kernels[0](t, np.ascontiguousarray(y), out, apart)
        return out

    def _value(self, jump: Jump, t: float, y: np.ndarray) -> float:
        """Return the argument's distance from the nearest jump."""
        model, page = self.motion.model, self.motion.page
        nq, nv = model.nq, model.nv
        sample = Sample(Evaluation(model, State(t, y[:nq], y[nq : nq + nv], y[nq + nv :])))
        sample.e.w.inputs[:] = self.motion.inputs(page.work)
        values: dict[str, float] = {}
        for name in names(jump.measured):
            constant = model.numbers.constant(name)
            read = Reader(model, model.signal_table.find(name)).read(sample) if constant is None else constant
            values[name] = float(np.real(read))
        value = float(evaluate(jump.measured, values.__getitem__).real)
        return value - float(np.rint(value)) if jump.periodic else value


def _sentence(jump: Jump, what: str) -> str:
    text = _bare(jump.text)
    jumps = "changes within so short a range that it jumps" if jump.word in NEARLY_JUMPING[1:] else "jumps"
    return (
        f"chattering: {jump.word}(…) in {jump.where} {jumps} back and forth with {text}, which the motion holds at zero from both "
        f"sides, so that {what} from here on; {_remedy(jump)}"
    )


def _remedy(jump: Jump) -> str:
    text = jump.text
    if jump.word in NEARLY_JUMPING and jump.word != "abs":
        return f"let the force change over a wider range of {_bare(text)}, or take a smooth law of friction"
    smooth = f"tanh({text}/eps)" if jump.word in ("sign", "abs") else f"a blend such as step({text}, -eps, …, eps, …)"
    return f"make the jump smooth over a small eps, {smooth}, or take a smooth law of friction"


def _bare(text: str) -> str:
    """Return the text of an expression without the parentheses around the whole."""
    return text[1:-1] if text.startswith("(") else text
