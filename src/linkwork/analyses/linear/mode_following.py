"""Tracking of modes from design to design, so that mode k of the first design stays mode k when the order of
frequencies changes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.mode_tracking import track_modes
from linkwork.description.cases import Case
from linkwork.description.expressions import Expr, Formula, rewritten, walk
from linkwork.description.outputs import OF_MODES
from linkwork.description.parsing import parse

CLOSE = 0.02  # of the distance between two designs: the resolution of crossings


class ModeFollower:
    """The numbers of modes at a design x, for given modes of the first design; `linear(x)` is the linear model there.

    >>> follower.numbers(x)[2]      # mode 2 of the first design
    """

    def __init__(self, linear: Callable[[np.ndarray], LinearSystem], scale: np.ndarray):
        self.linear, self.scale = linear, scale
        self._known: list[tuple[np.ndarray, np.ndarray]] = []

    def numbers(self, x: np.ndarray) -> np.ndarray:
        """Return the number at x of every mode of the first design, -1 if it is not there, tracked from the nearest
        known design."""
        if not self._known:
            self._known.append((x.copy(), np.arange(len(self.linear(x).modes()))))
        from_, places = min(self._known, key=lambda item: float(np.abs((item[0] - x) / self.scale).max()))
        if np.array_equal(from_, x):
            return places
        tracks = track_modes(lambda s: self.linear(from_ + s * (x - from_)), [0.0, 1.0], resolution=CLOSE)
        there = np.array([tracks.places[-1][k] if k >= 0 else -1 for k in places])
        self._known.append((x.copy(), there))
        return there


def renumbered(case: Case, numbers: np.ndarray) -> Case:
    """Return the case with the numbers of modes in its outputs replaced."""
    return case.changed(outputs={name: _replaced(text, numbers) for name, text in case.outputs.items()})


def names_modes(case: Case) -> bool:
    """Return whether outputs use modes by their numbers."""
    return any(term.kind in OF_MODES for name in case.outputs for term in case.output(name).terms)


def _replaced(text: str, numbers: np.ndarray) -> str:
    def change(node: Expr) -> Expr | None:
        if node.op == "call" and node.args[0] in OF_MODES:
            k = int(node.args[1].args[0])
            return Expr("call", (node.args[0], Expr("number", (float(numbers[k]) if k < len(numbers) else float(k),))))
        return None

    tree = parse(text, OF_MODES)
    named = any(node.op == "call" and node.args[0] in OF_MODES for node in walk(tree))
    return Formula(rewritten(tree, change)) if named else text
