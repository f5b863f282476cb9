"""The answer to a case: its outputs as numbers, and the motion, position of rest or modes they were taken from."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.modes_result import Modes
from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.description.cases import Case
from linkwork.model.model import Model
from linkwork.model.state import State


@dataclass(frozen=True, eq=False)
class CaseResult:
    """What `run` returns.

    >>> result.outputs["load"], result["A.angle"], result.trajectory.show()
    """

    case: Case = field(repr=False)
    model: Model = field(repr=False)  # with the case's changes
    start: State = field(repr=False)  # where it began; where it rests
    outputs: dict[str, float]
    success: bool
    message: str
    trajectory: Trajectory | None = field(default=None, repr=False)
    kinematics: Kinematics | None = field(default=None, repr=False)
    equilibrium: Equilibrium | None = field(default=None, repr=False)
    linear: LinearSystem | None = field(default=None, repr=False)

    @property
    def modes(self) -> Modes | None:
        """Of the linear model."""
        return None if self.linear is None else self.linear.modes()

    @property
    def found(self) -> Any:
        """The motion, the position of rest or the linear model."""
        answers = (self.trajectory, self.kinematics, self.equilibrium, self.linear)
        return next(answer for answer in answers if answer is not None)

    def __getitem__(self, name: str) -> Any:
        """An output, or a signal of the motion or the position of rest."""
        return self.outputs[name] if name in self.outputs else self.found[name]

    def table(self) -> list[tuple[str, str]]:
        """What is printed, as pairs of a word and a text."""
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
        rows = "".join(f"<tr><th>{html.escape(w)}</th><td>{html.escape(t)}</td></tr>" for w, t in self.table())
        return f"<table>{rows}</table>"
