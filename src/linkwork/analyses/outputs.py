"""The outputs of a case as functions of a motion: values at points of time, the numbers taken from them, their derivatives.

The expressions inside `peak(…)` and its like are signals on the tape of a model of their own, with the case's inputs built in.
Signals that are known after the accelerations are read from stand-in inputs, as in events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.errors import QuestionError
from linkwork.analyses.output_reading import Reading
from linkwork.analyses.output_terms import term_slopes, term_value
from linkwork.analyses.points import Cotangents
from linkwork.analyses.rebuilding import state_for
from linkwork.analyses.running_model import EVENT_NAME, with_inputs_and_events
from linkwork.description.cases import Case
from linkwork.description.choices import Event
from linkwork.description.expressions import Expr, evaluate, names, written
from linkwork.description.outputs import OF_MODES, Output, Term
from linkwork.formulations import event_sources
from linkwork.kernels import arrays as K
from linkwork.model.design import Design
from linkwork.model.model import Model
from linkwork.model.state import State

STEP = 1e-30  # of the complex step through the arithmetic of outputs
EVALUATED = "event_time", *OF_MODES  # terms that are not of a motion's values


@dataclass(frozen=True)
class Prepared:
    """One output: arithmetic of terms, by their places in the set's list."""

    name: str
    outer: Expr
    places: tuple[int, ...]


class OutputSet:
    """All outputs of a case, for one model (with the case's `set` in it).

    `model` is the model that evaluates them: the same coordinates and states, inputs and expressions built in; derivatives by
    lowered numbers are by its numbers. `start` gives whole turns and inactive joints. A motion that is differentiated together with
    its outputs is one of this model too: prepare(outputs.model, None, outputs.inputs, ()).start(outputs.start, outputs.inputs).

    >>> outputs = OutputSet(model, case, start)
    >>> g = outputs.values(points)
    >>> outputs.reduce(points, g), outputs.seeds(points, g, ["load"])
    """

    def __init__(self, model: Model, case: Case, start: State | None = None):
        self.case, self.given = case, model
        self.terms: list[Term] = []
        self.outputs = [self._prepare(name, case.output(name)) for name in case.outputs]
        inner = [term.inner for term in self.terms if term.kind not in EVALUATED]
        self.integrands: list[Expr] = list(dict.fromkeys(inner))
        events = [Event(written(expr)) for expr in self.integrands]
        self.model, sources = with_inputs_and_events(model, case.inputs, events)
        self.sources = np.array(sources, np.int64).reshape(-1, event_sources.COLUMNS)
        signals = self.model.lowered.signals
        self.instructions = np.array([signals[EVENT_NAME.format(k)] for k in range(len(events))], np.int64)
        self.inputs = {name: value for name, value in case.inputs.items() if isinstance(value, Real)}
        self.start = None if start is None else state_for(self.model, model, start)
        self._last: tuple[Any, tuple[np.ndarray, np.ndarray]] | None = None  # points, and what was found there

    def _prepare(self, name: str, output: Output) -> Prepared:
        """Description numbers outside of terms become terms too, so that all numbers go through the tape."""
        own = list(output.terms)
        for path in sorted(names(output.outer)):
            if not path.startswith("@"):
                own.append(Term("initial", Expr("name", (path,))))
        for term in own:
            if term not in self.terms:
                self.terms.append(term)
        return Prepared(name, output.outer, tuple(self.terms.index(term) for term in own))

    @property
    def names(self) -> list[str]:
        return [output.name for output in self.outputs]

    @property
    def needs_accelerations(self) -> bool:
        """Whether accelerations and multipliers at the points matter."""
        return bool(self.sources.size)

    def workspace(self) -> np.ndarray:
        """A workspace of `model` with the case's inputs, and what the start says about turns and joints."""
        work = self.model.workspace(self.inputs)
        if self.start is not None:
            w = K.python_work(self.model.ints, work)
            w.turns[:] = self.start.turns
            if self.start.inactive:
                w.active[:] = [row.part not in self.start.inactive for row in self.model.lowered.rows]
        return work

    def turned(self, turns: np.ndarray) -> None:
        """Count whole turns from others than those of the start."""
        assert self.start is not None
        self.start, self._last = replace(self.start, turns=turns), None

    def turns(self, points: Any) -> np.ndarray:
        """(n, n_measures): whole turns that angles at the points are read with."""
        return self._evaluated(points)[1]

    def values(self, points: Any) -> np.ndarray:
        """(n, n_g): the expressions inside the terms, at all points; in the order of their times."""
        return self._evaluated(points)[0]

    def _evaluated(self, points: Any) -> tuple[np.ndarray, np.ndarray]:
        """Values (n, n_g), and whole turns (n, n_measures) that angles were read with; of the same points once."""
        if self._last is None or self._last[0] is not points:
            self._last = points, self._reading(range(len(self.integrands))).values(self.workspace(), points)
        return self._last[1]

    def _reading(self, columns: Iterable[int]) -> Reading:
        """What reads some of the expressions; kept with the model."""
        key = (Reading, tuple(columns))
        if key not in self.model.kept:
            self.model.kept[key] = Reading(self.model, self.sources, self.instructions[list(key[1])])
        return self.model.kept[key]

    # numbers

    def reduce(self, points: Any, g: np.ndarray, other: Callable[[str, int], float] | None = None) -> dict[str, float]:
        """The outputs; `other(kind, k)` gives the time of event k, or a number of mode k."""
        values = self.term_values(points, g, other)
        return {output.name: float(self._outer(output, values).real) for output in self.outputs}

    def term_values(self, points: Any, g: np.ndarray, other: Callable[[str, int], float] | None = None) -> np.ndarray:
        """(n_terms)."""
        found = []
        for term in self.terms:
            if term.kind in EVALUATED:
                if other is None:
                    raise QuestionError(
                        f"{term.kind}({term.inner.args[0]:g}) has no value here: it is not read from points of a motion"
                    )
                found.append(other(term.kind, int(term.inner.args[0])))
            else:
                found.append(term_value(term.kind, points, g[:, self.integrands.index(term.inner)]))
        return np.array(found, float)

    def _outer(self, output: Prepared, values: np.ndarray) -> complex:
        def lookup(name: str) -> complex:
            return values[output.places[self._local(output, name)]]

        return complex(evaluate(output.outer, lookup))

    def _local(self, output: Prepared, name: str) -> int:
        if name.startswith("@"):
            return int(name[1:])
        return next(k for k, p in enumerate(output.places) if self.terms[p] == Term("initial", Expr("name", (name,))))

    def slopes(self, values: np.ndarray) -> np.ndarray:
        """(n_outputs, n_terms): derivatives of the outputs by the terms, given the terms' values."""
        found = np.zeros((len(self.outputs), values.size))
        for row, output in enumerate(self.outputs):
            for place in dict.fromkeys(output.places):
                stepped = values.astype(complex)
                stepped[place] += 1j * STEP
                found[row, place] = self._outer(output, stepped).imag / STEP
        return found

    def seeds(
        self, points: Any, g: np.ndarray, which: Iterable[str] | None = None, other: Callable | None = None
    ) -> np.ndarray:
        """(n_outputs asked for, n, n_g): derivatives of outputs by the values at every point, the weights included. Times of events are
        not read from the points: what they contribute is event_sensitivity's."""
        rows = [self.names.index(name) for name in (self.names if which is None else which)]
        slopes = self.slopes(self.term_values(points, g, other))[rows]
        found = np.zeros((len(rows), *g.shape))
        for place, term in enumerate(self.terms):
            used = np.flatnonzero(slopes[:, place])
            if not used.size or term.kind == "event_time":
                continue
            if term.kind in EVALUATED:
                self._refuse(term, [self.names[rows[r]] for r in used])
            k = self.integrands.index(term.inner)
            found[:, :, k] += slopes[:, place, None] * term_slopes(term.kind, points, g[:, k])
        return found

    def cotangents(
        self, points: Any, g: np.ndarray, which: Iterable[str] | None = None, other: Callable | None = None
    ) -> list[Cotangents]:
        """Derivatives of outputs by the states, accelerations and multipliers at all points, and by the numbers of `model`."""
        return self.swept(points, self.seeds(points, g, which, other))

    def swept(self, points: Any, seeds: Iterable[np.ndarray]) -> list[Cotangents]:
        """Derivatives of the sums of seeds (n, n_g) times values, for each of the seeds."""
        self._require_smooth()
        turns, work, found = self._evaluated(points)[1], self.workspace(), []
        for given in seeds:
            used = np.flatnonzero(given.any(axis=0))
            found.append(self._reading(used.tolist()).cotangents(work, points, turns, given[:, used]))
        return found

    def gradient_along(self, given: Cotangents, tangents: Sequence[Any], design: Design) -> np.ndarray:
        """(np): what cotangents make of the tangents (y, vdot, lam by parameters) of all points; `design` is of `model`."""
        found = design.gradient(given.lowered)
        for gy, gvdot, glam, tangent in zip(given.gy, given.gvdot, given.glam, tangents, strict=True):
            found = found + gy @ tangent.y + gvdot @ tangent.vdot + glam @ tangent.lam
        return found

    def _require_smooth(self) -> None:
        if (self.sources[:, event_sources.KIND] == event_sources.VIOLATION).any():
            raise QuestionError(
                "constraint.violation is the largest of many and has no derivative; leave it out of the outputs"
            )

    def _refuse(self, term: Term, outputs: list[str]) -> None:
        shown = ", ".join(map(repr, outputs))
        raise QuestionError(
            f"output {shown}: {term.kind}({term.inner.args[0]:g}) has no derivative here"
        )  # fmt: skip
