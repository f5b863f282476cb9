"""Errors of analyses: what was asked cannot be answered. Each names the joint, the value and the remedy, all at once."""

from __future__ import annotations

from collections.abc import Iterable

from linkwork.description.errors import as_list


class AnalysisError(ValueError):
    """A question that has no answer as it was put; `problems` lists why, one sentence each."""

    def __init__(self, problems: str | Iterable[str], title: str = "problems"):
        self.problems: list[str] = [problems] if isinstance(problems, str) else list(problems)
        self.title = title
        super().__init__(self.problems, title)

    def __str__(self) -> str:
        return as_list(self.problems, self.title)


class QuestionError(AnalysisError):
    """Arguments that cannot be meant: a negative duration, output times that do not increase, unknown inputs."""


class TargetError(AnalysisError):
    """Targets, guesses or motions that are not position or velocity signals, or whose values do not fit them."""


class AssemblyError(AnalysisError):
    """The mechanism does not close with these targets. `violations` maps joints, drivers and targets to how far they are off."""

    def __init__(self, problems: str | Iterable[str], violations: dict[str, float] | None = None):
        super().__init__(problems)
        self.violations = dict(violations or {})


class NotDrivenError(AnalysisError):
    """A kinematic question about a mechanism that is still free to move; `freedoms` names its free coordinates."""

    def __init__(self, problems: str | Iterable[str], freedoms: Iterable[str] = ()):
        super().__init__(problems)
        self.freedoms = list(freedoms)


class ActuationError(AnalysisError):
    """Efforts that cannot produce the motion asked for, or that do not enter the equations linearly."""


class EquilibriumError(AnalysisError):
    """No position of rest was found. `account` tells what was tried, `freedoms` which coordinates run away or stay unbalanced,
    `state` is where the last search ended."""

    def __init__(
        self,
        problems: str | Iterable[str],
        account: Iterable[object] = (),
        freedoms: Iterable[str] = (),
        state: object = None,
    ):
        super().__init__(problems)
        self.account, self.freedoms, self.state = tuple(account), list(freedoms), state
