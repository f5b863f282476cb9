"""The outputs of a case as functions of a motion: values of their expressions at points of time, and all derivatives.

The expressions inside `peak(…)` and its like are signals on the tape of a model of their own, with the case's inputs
built in. Signals that are known after the accelerations are read from stand-in inputs, as in events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.design.outputs.arithmetic import Arithmetic
from linkwork.analyses.design.outputs.reading import Reading
from linkwork.description.cases import Case
from linkwork.description.choices import Event
from linkwork.description.expressions import Formula
from linkwork.differentiation.points import Cotangents, Points
from linkwork.differentiation.sampling import Samples
from linkwork.dynamics import signal_sources
from linkwork.dynamics.running_model import source_rows
from linkwork.kernels import arrays as K
from linkwork.model.cache import Slot
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.plans.design import Design
from linkwork.model.running_variant import EVENT_NAME, with_inputs_and_events
from linkwork.model.state import State, put_turns
from linkwork.model.state_conversion import state_for

READING: Slot[tuple[int, ...], Reading] = Slot(
    "readers of output expressions of a running model, by the expressions' numbers"
)


class OutputSet(Arithmetic):
    """All outputs of a case, for one model (with the case's `set` in it).

    `model` is the model that evaluates them: the same coordinates and states, inputs and expressions built in;
    derivatives are with respect to its model numbers. `start` gives whole turns and inactive joints. A motion that is
    differentiated together with its outputs is one of this model too: prepare(outputs.model, None, outputs.inputs,
    ()).start(outputs.start, outputs.inputs).

    >>> outputs = OutputSet(model, case, start)
    >>> g = outputs.values(points)
    >>> outputs.reduce(points, g), outputs.seeds(points, g, ["load"])
    """

    def __init__(self, model: Model, case: Case, start: State | None = None):
        super().__init__(case)
        self.case = case
        events = [Event(Formula(expr)) for expr in self.integrands]
        running = with_inputs_and_events(model, case.inputs, events)
        self.model = running.model
        self.sources = np.array(source_rows(running), np.int64).reshape(-1, signal_sources.COLUMNS)
        signals = self.model.lowered.signals
        self.instructions = np.array([signals[EVENT_NAME.format(k)] for k in range(len(events))], np.int64)
        self.inputs = {name: value for name, value in case.inputs.items() if isinstance(value, Real)}
        self.start = None if start is None else state_for(self.model, model, start)
        self._turned: np.ndarray | None = None  # turns to count from instead of those of the start
        self._last: tuple[Any, tuple[np.ndarray, np.ndarray]] | None = None  # points, and the values there

    @property
    def needs_accelerations(self) -> bool:
        """Whether accelerations and multipliers at the points matter."""
        return bool(self.sources.size)

    def workspace(self) -> np.ndarray:
        """Return a workspace of `model` with the case's inputs, and the turns and inactive joints of the start."""
        work = self.model.workspace(self.inputs)
        if self.start is not None:
            w = K.python_work(self.model.ints, work)
            put_turns(w.turns, self.start)
            if self._turned is not None:
                w.turns[:] = self._turned
            if self.start.inactive:
                w.active[:] = [row.part not in self.start.inactive for row in self.model.lowered.rows]
        return work

    def turned(self, turns: np.ndarray) -> None:
        """Count turns from a row of `turns` instead of those of the start."""
        self._turned, self._last = turns, None

    def turns(self, points: Points | Samples) -> np.ndarray:
        """Return the turns of angles at the points, shape (n, as in Work)."""
        return self._evaluated(points)[1]

    def values(self, points: Points | Samples) -> np.ndarray:
        """Return the values of the expressions inside the terms at all points, shape (n, n_g)."""
        return self._evaluated(points)[0]

    def _evaluated(self, points: Points | Samples) -> tuple[np.ndarray, np.ndarray]:
        """Return the values (n, n_g), and turns (n, as in Work) of the angles, cached for the same points."""
        if self._last is None or self._last[0] is not points:
            self._last = points, self._reading(range(len(self.integrands))).values(self.workspace(), points)
        return self._last[1]

    def _reading(self, columns: Iterable[int]) -> Reading:
        """Return a reader of some of the expressions; models of one structure share what it is made from."""
        which = tuple(columns)
        return self.model.shared.get(
            READING, which, lambda: Reading(self.model, self.sources, self.instructions[list(which)])
        ).of(self.model)

    def cotangents(
        self, points: Points | Samples, g: np.ndarray, which: Iterable[str] | None = None, other: Callable | None = None
    ) -> list[Cotangents]:
        """Return the derivatives of outputs with respect to states, accelerations and multipliers at all points, and to
        the numbers of `model`."""
        return self.swept(points, self.seeds(points, g, which, other))

    def swept(self, points: Points | Samples, seeds: Iterable[np.ndarray]) -> list[Cotangents]:
        """Return the derivatives of the sums of seeds (n, n_g) times values, for each of the seeds."""
        self._require_smooth()
        turns, work, cotangents = self._evaluated(points)[1], self.workspace(), []
        for given in seeds:
            used = np.flatnonzero(given.any(axis=0))
            cotangents.append(self._reading(used.tolist()).cotangents(work, points, turns, given[:, used]))
        return cotangents

    def gradient_along(self, given: Cotangents, tangents: Sequence[Any], design: Design) -> np.ndarray:
        """Return the product of cotangents and tangents (y, vdot, lam by parameters) of all points, shape (np);
        `design` is of `model`."""
        gradient = design.gradient(given.gnumbers)
        for by, name in ((given.gy, "y"), (given.gvdot, "vdot"), (given.glam, "lam")):
            if by.any():
                gradient = gradient + np.tensordot(by, [getattr(tangent, name) for tangent in tangents], 2)
        return gradient

    def _require_smooth(self) -> None:
        if (self.sources[:, signal_sources.KIND] == signal_sources.VIOLATION).any():
            raise QuestionError(
                "constraint.violation is the largest of many and has no derivative; leave it out of the outputs"
            )
