"""Outputs of a case: expressions of numbers that are taken from a motion, an equilibrium or its modes.

    simulate, kinematics   final initial mean rms integral peak maximum minimum of expressions of any signals
    simulate               event_time(k) of the k-th event, from 0
    equilibrium            expressions of signals at rest
    modes                  frequency undamped damping_ratio real imag of mode k = 0, 1, …, and signals at its state

`peak` and its like are terms; what is around them is arithmetic of terms, parameters and description numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from linkwork.description.expressions import Expr, ExpressionError, Formula, rewritten, walk
from linkwork.description.parsing import parse

OVER_TIME = frozenset({"final", "initial", "mean", "rms", "integral", "peak", "maximum", "minimum"})
OF_MODES = frozenset({"frequency", "undamped", "damping_ratio", "real", "imag"})
WORDS = {
    "simulate": OVER_TIME | {"event_time"},
    "kinematics": OVER_TIME,
    "equilibrium": frozenset[str](),
    "modes": OF_MODES,
}
ANALYSES = tuple(WORDS)


@dataclass(frozen=True)
class Term:
    """A number of an analysis: an aggregate of an expression of signals, or `value` where nothing moves."""

    kind: str  # final, …, event_time, frequency, …, value
    inner: Expr  # an expression of signals; of event_time and modes a whole number


@dataclass(frozen=True)
class Output:
    """What an output is computed from: `outer` has the terms as names @0, @1, …, and description numbers by their
    paths."""

    text: str
    outer: Expr
    terms: tuple[Term, ...]


def read_output(text: str, analysis: str) -> Output:
    """Return the parsed output, or raise an ExpressionError.

    >>> read_output("2*final(A.angle)", "simulate").terms[0].kind
    'final'
    """
    return _read_output(text, analysis) if isinstance(text, Formula) else _read_text(text, analysis)


def _read_output(text: str, analysis: str) -> Output:
    words = WORDS[analysis]
    every = frozenset().union(*WORDS.values())
    tree = parse(text, every)
    for node in walk(tree):
        if node.op == "call" and node.args[0] in every and node.args[0] not in words:
            raise ExpressionError(f"{text!r}: {node.args[0]}(…) is not for {analysis}; {_remedy(analysis)}")
    terms: list[Term] = []
    outer = tree
    if analysis in ("simulate", "kinematics", "modes"):
        outer = _split(text, tree, words, analysis, terms)
    else:
        terms.append(Term("value", tree))
        outer = Expr("name", ("@0",))
    return Output(text, outer, tuple(terms))


_read_text = lru_cache(1000)(_read_output)


def _remedy(analysis: str) -> str:
    words = ", ".join(f"{word}(…)" for word in sorted(WORDS[analysis]))
    return f"write expressions of signals and {words}" if words else "write expressions of signals at rest"


def _split(text: str, tree: Expr, words: frozenset[str], analysis: str, terms: list[Term]) -> Expr:
    """Return the tree with its terms replaced by names @0, @1, … and append the terms in order."""

    def term(node: Expr) -> Expr | None:
        if node.op == "call" and node.args[0] in words:
            word, inner = node.args
            for deeper in walk(inner):
                if deeper.op == "call" and deeper.args[0] in words:
                    raise ExpressionError(f"{text!r}: {deeper.args[0]}(…) cannot stand inside {word}(…)")
            if word in OF_MODES or word == "event_time":
                what = "mode" if word in OF_MODES else "event"
                if inner.op != "number" or inner.args[0] != int(inner.args[0]):
                    raise ExpressionError(f"{text!r}: {word} takes the number of a {what}, such as {word}(0)")
            return _place(Term(word, inner), terms)
        return _place(Term("value", node), terms) if node.op == "name" and analysis == "modes" else None

    return rewritten(tree, term)


def _place(term: Term, terms: list[Term]) -> Expr:
    if term not in terms:
        terms.append(term)
    return Expr("name", (f"@{terms.index(term)}",))
