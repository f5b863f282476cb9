"""Errors of analyses that have no answer. Each lists all problems with the joint, the value and the remedy."""

from __future__ import annotations

from collections.abc import Iterable

from linkwork.description.errors import as_list


class AnalysisError(ValueError):
    """Raised where an analysis has no answer; `problems` lists the reasons, one sentence each."""

    def __init__(self, problems: str | Iterable[str], title: str = "problems"):
        self.problems: list[str] = [problems] if isinstance(problems, str) else list(problems)
        self.title = title
        super().__init__(self.problems, title)

    def __str__(self) -> str:
        return as_list(self.problems, self.title)


class QuestionError(AnalysisError):
    """Raised for invalid arguments: a negative duration, output times that do not increase, unknown inputs."""


class TargetError(AnalysisError):
    """Raised for targets, guesses or motions that are not position or velocity signals, or whose values do not fit."""


class AssemblyError(AnalysisError):
    """Raised where the mechanism does not close with the targets. `violations` maps joints, drivers and targets to
    their remaining errors."""

    def __init__(self, problems: str | Iterable[str], violations: dict[str, float] | None = None):
        super().__init__(problems)
        self.violations = dict(violations or {})


class NotDrivenError(AnalysisError):
    """Raised for kinematics of a mechanism that its drivers leave free to move; `freedoms` names its free
    coordinates."""

    def __init__(self, problems: str | Iterable[str], freedoms: Iterable[str] = ()):
        super().__init__(problems)
        self.freedoms = list(freedoms)


class ActuationError(AnalysisError):
    """Raised for efforts that cannot produce the given motion, or that do not enter the equations linearly."""


class EquilibriumError(AnalysisError):
    """Raised where no equilibrium was found. `account` lists the attempts, `freedoms` the coordinates that diverge or
    stay unbalanced; `state` is the end of the last search."""

    def __init__(
        self,
        problems: str | Iterable[str],
        account: Iterable[object] = (),
        freedoms: Iterable[str] = (),
        state: object = None,
    ):
        super().__init__(problems)
        self.account, self.freedoms, self.state = tuple(account), list(freedoms), state
