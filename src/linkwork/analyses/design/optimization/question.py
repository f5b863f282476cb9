"""The checked arguments of an optimization: variables with bounds, an objective and constraints of outputs.

Names in the objective and the constraints are outputs `case.output`, variables, and other numbers of the description.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.design.case_start import require_sound
from linkwork.description.cases import Case
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.expressions import Expr, evaluate, names
from linkwork.description.parsing import parse
from linkwork.description.values import is_number
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model

STEP = 1e-30  # of the complex step through the arithmetic of goals
Bounds = float | tuple[float | None, float | None]  # (low, high), None for no bound; one number is both
START = "start."  # variables that are entries of the cases' starts


@dataclass(frozen=True)
class Variable:
    """A number of the design that may change."""

    path: str
    low: float  # -inf: no bound
    high: float
    value: float  # of the model that was given

    @property
    def begin(self) -> float:
        """The initial value of the first search: the value, within the bounds."""
        return float(np.clip(self.value, self.low, self.high))

    @property
    def scale(self) -> float:
        """The change of the variable for a scaled change of one."""
        size = self.high - self.low
        return size if np.isfinite(size) else max(abs(self.value), 1.0)


@dataclass(frozen=True)
class Goal:
    """An expression of outputs and variables, with its bounds; the objective has none."""

    text: str
    tree: Expr
    low: float = -np.inf
    high: float = np.inf

    @property
    def names(self) -> list[str]:
        return sorted(names(self.tree))

    def value(self, known: Mapping[str, Any]) -> Any:
        return evaluate(self.tree, known.__getitem__)

    def derivatives(self, known: Mapping[str, float]) -> dict[str, float]:
        """Return the derivatives with respect to the names it uses."""
        derivatives = {}
        for name in self.names:
            stepped = {**known, name: complex(known[name], STEP)}
            derivatives[name] = complex(self.value(stepped)).imag / STEP
        return derivatives

    def violation(self, value: float) -> float:
        """Return the distance of a value from the bounds, 0 inside."""
        return max(self.low - value, value - self.high, 0.0)


@dataclass(frozen=True)
class DesignQuestion:
    """The checked arguments of `optimize`."""

    model: Model = field(repr=False)
    cases: dict[str, Case]
    variables: tuple[Variable, ...]
    objective: Goal
    constraints: tuple[Goal, ...]

    @property
    def paths(self) -> list[str]:
        return [variable.path for variable in self.variables]

    @property
    def goals(self) -> tuple[Goal, ...]:
        return (self.objective, *self.constraints)

    def used_outputs(self, case: str) -> list[str]:
        """Return the outputs of a case that the goals use."""
        used = {name for goal in self.goals for name in goal.names}
        return [output for output in self.cases[case].outputs if f"{case}.{output}" in used]

    def designed(self, x: np.ndarray) -> tuple[Model, dict[str, Case]]:
        """Return the model and cases with the variables at x."""
        values = dict(zip(self.paths, np.asarray(x, float).tolist(), strict=True))
        numbers = {path: value for path, value in values.items() if not path.startswith(START)}
        starts = {path.removeprefix(START): value for path, value in values.items() if path.startswith(START)}
        cases = {
            name: case.changed(start={path: starts.get(path, value) for path, value in case.start.items()})
            for name, case in self.cases.items()
        }
        return (self.model.with_parameters(numbers) if numbers else self.model), cases


def read_question(
    model: Model, cases: Case | Sequence[Case], minimize: str, subject_to: Mapping[str, Bounds] | None,
    vary: Mapping[str, tuple[float | None, float | None]], others: Sequence[str] = (),
) -> DesignQuestion:  # fmt: skip
    """Return the checked arguments, or raise an error that lists all problems, including the given ones."""
    problems = list(others)
    listed = [cases] if isinstance(cases, Case) else cases
    if not isinstance(listed, list | tuple):
        problems.append(
            f"cases: a lw.Case or a list of them, such as list(mechanism.cases.values()), not {cases!r:.60}"
        )
        listed = []
    by_name: dict[str, Case] = {}
    for case in listed:
        try:
            require_sound(model, case)
            if case.name in by_name:
                problems.append(f"cases: two are called {case.name!r}; names of cases are unique")
            by_name[case.name] = case
        except (DescriptionError, QuestionError) as error:
            problems += error.problems
    variables = _variables(model, by_name, vary, problems)
    known = {f"{case.name}.{output}" for case in by_name.values() for output in case.outputs}
    known |= {variable.path for variable in variables if variable.path.startswith(START)}
    goals = [_goal("minimize", minimize, model, known, problems)]
    if subject_to is not None and not isinstance(subject_to, Mapping):
        problems.append('subject_to names what is bounded, for example subject_to={"cycle.load": (None, 900)}')
        subject_to = None
    for text, bounds in (subject_to or {}).items():
        goals.append(_goal("subject_to", text, model, known, problems, bounds))
    if problems:
        raise QuestionError(problems, "problems with the question")
    return DesignQuestion(model, by_name, tuple(variables), goals[0], tuple(goals[1:]))


def _variables(model: Model, cases: Mapping[str, Case], vary: Any, problems: list[str]) -> list[Variable]:
    if not isinstance(vary, Mapping) or not vary:
        problems.append('vary names what may change with its bounds, for example vary={"K.stiffness": (10, 500)}')
        return []
    variables = []
    for path, bounds in vary.items():
        value = _current(model, cases, path, problems)
        pair = _bounds(f"vary {path!r}", bounds, problems)
        fixed = [case.name for case in cases.values() if path in case.set]
        if fixed:
            problems.append(f"vary {path!r}: case {fixed[0]!r} sets it; remove it from the case, or from vary")
        if value is None or pair is None:
            continue
        low, high = pair
        if not low < high:
            problems.append(f"vary {path!r}: the lower bound {low:g} is not below the upper one, {high:g}")
        variables.append(Variable(path, low, high, value))
    return variables


def _current(model: Model, cases: Mapping[str, Case], path: str, problems: list[str]) -> float | None:
    """Return the initial value of a variable."""
    if isinstance(path, str) and path.startswith(START):
        signal = path.removeprefix(START)
        entries = [case.start[signal] for case in cases.values() if signal in case.start]
        plain = [entry for entry in entries if isinstance(entry, float)]
        if plain and len(plain) == len(entries):
            if len(set(plain)) > 1:
                problems.append(
                    f"vary {path!r}: cases start at different numbers of it, {', '.join(f'{x:g}' for x in plain)}; give them one, since "
                    "they will vary together"
                )
            return plain[0]
        known = [
            f"{START}{name}" for case in cases.values() for name, item in case.start.items() if isinstance(item, float)
        ]
        problems.append(
            f"vary {path!r}: no case starts at a number of {signal!r}; {did_you_mean(path, known, 'there are')}"
        )
        return None
    try:
        model.numbers.position(path)
        return float(model.numbers.value(path).real)
    except DescriptionError as error:
        problems += [f"vary: {problem}" for problem in error.problems]
    return None


def _bounds(what: str, given: Any, problems: list[str]) -> tuple[float, float] | None:
    """Return (low, high), infinite for no bound; one number is both."""
    pair = (given, given) if isinstance(given, Real) else given
    sound = isinstance(pair, (tuple, list)) and len(pair) == 2
    if not sound or not all(
        x is None or is_number(x) or (isinstance(x, Real) and x in (np.inf, -np.inf)) for x in pair
    ):
        problems.append(f"{what}: bounds are (low, high), None where there is none, not {given!r:.60}")
        return None
    low, high = pair
    return (-np.inf if low is None else float(low)), (np.inf if high is None else float(high))


def _goal(what: str, text: Any, model: Model, known: set[str], problems: list[str], bounds: Any = None) -> Goal:
    nothing = Goal("0", parse("0"))
    if not isinstance(text, str):
        problems.append(f"{what}: {text!r:.60} is not an expression such as 'case.output'")
        return nothing
    try:
        tree = parse(text)
    except DescriptionError as error:
        problems += [f"{what}: {problem}" for problem in error.problems]
        return nothing
    for name in sorted(names(tree)):
        if name not in known and name not in model.parameters:
            problems.append(
                f"{what} {text!r}: {name!r} is no output; {did_you_mean(name, known, 'outputs are')} (or a number of the description)"
            )
    pair = None if bounds is None else _bounds(f"{what} {text!r}", bounds, problems)
    low, high = (-np.inf, np.inf) if pair is None else pair
    if pair == (-np.inf, np.inf):
        problems.append(f"{what} {text!r}: it has no bound; give (low, high), one of them a number")
    if low == np.inf or high == -np.inf:
        problems.append(f"{what} {text!r}: the bounds ({low:g}, {high:g}) allow no value")
    if low > high:
        problems.append(f"{what} {text!r}: the lower bound {low:g} is above the upper one, {high:g}")
    return Goal(text, tree, low, high)
