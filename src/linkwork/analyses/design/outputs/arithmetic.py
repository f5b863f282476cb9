"""The outputs of a case as arithmetic of numbers taken from a motion: `peak(D.force) / mean(A.torque)`, and its
derivatives.

A term takes a number from the values of an expression over time (output_terms), or is given: times of events,
modes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from linkwork.analyses.design.outputs.terms import term_derivatives, term_value
from linkwork.description.cases import Case
from linkwork.description.expressions import Expr, evaluate, names
from linkwork.description.outputs import OF_MODES, Output, Term
from linkwork.differentiation.points import Points
from linkwork.differentiation.sampling import Samples
from linkwork.model.errors import QuestionError

STEP = 1e-30  # of the complex step through the arithmetic of outputs
EVALUATED = "event_time", *OF_MODES  # terms that are not of a motion's values


@dataclass(frozen=True)
class Prepared:
    """One output: arithmetic of terms, by their indices in the list of all."""

    name: str
    outer: Expr
    places: tuple[int, ...]


class Arithmetic:
    """All outputs of a case, from values g (n, n_g) of the `integrands`, the expressions inside the terms, at points of
    a motion.

    `other(kind, k)` gives the time of event k, or a number of mode k.

    >>> outputs = Arithmetic(case)
    >>> outputs.reduce(points, g), outputs.seeds(points, g, ["load"])
    """

    def __init__(self, case: Case):
        self.terms: list[Term] = []
        self.given_values: dict[
            int, float
        ] = {}  # given values of terms by their indices, such as maxima between points
        self.outputs = [self._prepare(name, case.output(name)) for name in case.outputs]
        inner = [term.inner for term in self.terms if term.kind not in EVALUATED]
        self.integrands: list[Expr] = list(dict.fromkeys(inner))

    def _prepare(self, name: str, output: Output) -> Prepared:
        """Return an output in which description numbers outside of terms are terms too, so that the tape has all
        numbers."""
        own = [*output.terms, *(_number(path) for path in sorted(names(output.outer)) if not path.startswith("@"))]
        self.terms += [term for term in dict.fromkeys(own) if term not in self.terms]
        return Prepared(name, output.outer, tuple(self.terms.index(term) for term in own))

    @property
    def names(self) -> list[str]:
        return [output.name for output in self.outputs]

    def reduce(
        self, points: Points | Samples, g: np.ndarray, other: Callable[[str, int], float] | None = None
    ) -> dict[str, float]:
        """Return the outputs by name."""
        values = self.term_values(points, g, other)
        return {output.name: float(self._outer(output, values).real) for output in self.outputs}

    def term_values(
        self, points: Points | Samples, g: np.ndarray, other: Callable[[str, int], float] | None = None
    ) -> np.ndarray:
        """Return the values of the terms, shape (n_terms)."""
        numbers = []
        for place, term in enumerate(self.terms):
            if place in self.given_values:
                numbers.append(self.given_values[place])
            elif term.kind not in EVALUATED:
                numbers.append(term_value(term.kind, points, g[:, self.integrands.index(term.inner)]))
            elif other is None:
                raise QuestionError(f"{_shown(term)} has no value here: it is not read from points of a motion")
            else:
                numbers.append(other(term.kind, int(term.inner.args[0])))
        return np.array(numbers, float)

    def _outer(self, output: Prepared, values: np.ndarray) -> complex:
        def lookup(name: str) -> complex:
            own = output.places[int(name[1:])] if name.startswith("@") else self.terms.index(_number(name))
            return values[own]

        return complex(evaluate(output.outer, lookup))

    def term_jacobian(self, values: np.ndarray) -> np.ndarray:
        """Return the derivatives of the outputs with respect to the terms at given values, shape (n_outputs,
        n_terms)."""
        jacobian = np.zeros((len(self.outputs), values.size))
        for row, output in enumerate(self.outputs):
            for place in dict.fromkeys(output.places):
                stepped = values.astype(complex)
                stepped[place] += 1j * STEP
                jacobian[row, place] = self._outer(output, stepped).imag / STEP
        return jacobian

    def seeds(
        self, points: Points | Samples, g: np.ndarray, which: Iterable[str] | None = None, other: Callable | None = None
    ) -> np.ndarray:
        """Return the derivatives of the given outputs with respect to the values at every point, including the weights,
        shape (n_outputs, n, n_g). They exclude times of events and given values, which do not depend on the points."""
        rows = [self.names.index(name) for name in (self.names if which is None else which)]
        jacobian = self.term_jacobian(self.term_values(points, g, other))[rows]
        seeds = np.zeros((len(rows), *g.shape))
        for place, term in enumerate(self.terms):
            used = np.flatnonzero(jacobian[:, place])
            if not used.size or place in self.given_values or term.kind == "event_time":
                continue
            if term.kind in EVALUATED:
                shown = ", ".join(repr(self.names[rows[r]]) for r in used)
                raise QuestionError(f"output {shown}: {_shown(term)} has no derivative here")
            k = self.integrands.index(term.inner)
            seeds[:, :, k] += jacobian[:, place, None] * term_derivatives(term.kind, points, g[:, k])
        return seeds


def _number(path: str) -> Term:
    """Return a number of the description, read at the first point."""
    return Term("initial", Expr("name", (path,)))


def _shown(term: Term) -> str:
    return f"{term.kind}({term.inner.args[0]:g})"
