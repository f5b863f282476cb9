"""The result of a case: its outputs as numbers, and the motion, equilibrium or modes they were taken from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.modes_result import Modes
from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.result import Result, SignalValue, html_pairs
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.analyses.table import Table, Variable, labels
from linkwork.description.cases import Case
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.state import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class CaseResult(Result):
    """What `run` returns: tables have the outputs, or given signals; figures and pages are those of `found`.

    >>> result.outputs["load"], result["A.angle"], result.trajectory.show()
    """

    _what = "the result of a case"

    case: Case = field(repr=False)
    model: Model = field(repr=False)  # with the case's changes
    start: State = field(repr=False)  # the initial state, or the equilibrium
    outputs: dict[str, float]
    success: bool
    message: str
    trajectory: Trajectory | None = field(default=None, repr=False)
    kinematics: Kinematics | None = field(default=None, repr=False)
    equilibrium: Equilibrium | None = field(default=None, repr=False)
    linear: LinearSystem | None = field(default=None, repr=False)

    @property
    def modes(self) -> Modes | None:
        """The modes of the linear model."""
        return None if self.linear is None else self.linear.modes()

    @property
    def found(self) -> Trajectory | Kinematics | Equilibrium | LinearSystem:
        """The motion, the equilibrium or the linear model."""
        answers = (self.trajectory, self.kinematics, self.equilibrium, self.linear)
        return next(answer for answer in answers if answer is not None)

    def __getitem__(self, name: str) -> SignalValue:
        """Return an output, or a signal of the motion or the equilibrium."""
        if name in self.outputs:
            return self.outputs[name]
        result = self.found
        if isinstance(result, LinearSystem):
            known = ", ".join(self.outputs) or "none"
            raise KeyError(
                f"{name!r} is no output of case {self.case.name!r}; outputs are {known}, and modes have no signals"
            )
        return result[name]

    def _table(self) -> Table:
        variables = {
            "value": Variable(("output",), np.array(list(self.outputs.values()), float)),
            "expression": Variable(("output",), np.array([self.case.outputs[name] for name in self.outputs], object)),
        }
        facts = {"mechanism": self.model.name, "case": self.case.name, "analysis": self.case.analysis}
        return Table(
            "output", variables, labels("output", list(self.outputs)),
            {**facts, "success": int(self.success), "message": self.message},
        )  # fmt: skip

    def _signal_table(self, signals: Sequence[str]) -> Table:
        return self.found._signal_table(signals)

    def plot(self, *signals: str, save: str | PathLike | None = None, ax: Axes | None = None) -> Figure:
        """Draw signals of the motion, or the modes, with matplotlib; `result.found.plot` has more choices.

        >>> result.plot("A.angle", save="fall.png")
        """
        result = self.found
        if isinstance(result, (Trajectory, Kinematics)):
            return result.plot(*signals, save=save, ax=ax)
        if signals:
            raise QuestionError(
                f"case {self.case.name!r} has no motion, so that {signals[0]!r} cannot be drawn over time"
            )
        return (result.modes() if isinstance(result, LinearSystem) else result).plot(save=save, ax=ax)

    def table(self) -> list[tuple[str, str]]:
        """Return the printed lines, as pairs of a word and a text."""
        name = self.model.name or "(unnamed)"
        rows = [("case", f"{self.case.name}: {self.case.analysis} of {name}"), ("answer", self.message)]
        rows += [(word, f"{value:.9g}   {self.case.outputs[word]}") for word, value in self.outputs.items()]
        if self.case.outputs and not self.outputs:
            rows.append(("outputs", "none: the motion did not reach its end"))
        return rows

    def __str__(self) -> str:
        rows = self.table()
        width = max(len(word) for word, _ in rows) + 2
        return "\n".join(f"{word:<{width}}{text}" for word, text in rows)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_pairs(self.table())
