"""The checked arguments of a sweep, and the answer for one design; picklable, so that any process can answer."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.analyses import outlets
from linkwork.analyses.design.case import run
from linkwork.analyses.design.case_start import require_sound
from linkwork.analyses.design.sweeps.tables import DesignTable, table_of
from linkwork.description.cases import Case
from linkwork.description.designs import Designs
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.description.values import name_list, shown
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.model import Model
from linkwork.model.plans.design import START
from linkwork.numerics.questions import compiling

LONGEST = 300  # characters of a reason
INTERRUPTED = ": interrupted at t = "
Design = tuple[float, ...]


@dataclass(frozen=True)
class Answer:
    """The outputs for one design, in the order of `SweepQuestion.outputs`; NaN where there is none."""

    outputs: tuple[float, ...]
    failed: str = ""  # why an output is missing


@dataclass(frozen=True)
class SweepQuestion:
    """The model, the cases and the numbers that differ from design to design."""

    model: Model = field(repr=False)
    cases: dict[str, Case]
    paths: tuple[str, ...]
    keep: tuple[str, ...] = ()  # signals whose histories are written
    folder: Path | None = None  # where to

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The names of all outputs, `case.output`."""
        return tuple(f"{name}.{output}" for name, case in self.cases.items() for output in case.outputs)

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("model", "cases", "paths", "keep", "folder")}

    def designed(self, design: Design) -> tuple[Model, dict[str, Case]]:
        """Return the model and the cases of a design."""
        numbers = dict(zip(self.paths, design, strict=True))
        starts = {path.removeprefix(START): value for path, value in numbers.items() if path.startswith(START)}
        if not starts:
            return self.model.with_parameters(numbers), self.cases
        plain = {path: value for path, value in numbers.items() if not path.startswith(START)}
        cases = {
            name: case.changed(start={path: starts.get(path, value) for path, value in case.start.items()})
            for name, case in self.cases.items()
        }
        return (self.model.with_parameters(plain) if plain else self.model), cases

    def answer(self, design: Design, strict: bool = False) -> Answer:
        """Return the outputs for a design; one that cannot be computed is an answer with a reason, unless it is a mistake
        in the question and `strict` is set."""
        with compiling("sweep"):
            try:
                model, cases = self.designed(design)
            except Exception as error:
                return Answer((np.nan,) * len(self.outputs), _reason(error))
            outputs: list[float] = []
            reasons = []
            for name, case in cases.items():
                numbers, reason = self._case(model, name, case, design, strict)
                outputs += numbers
                if reason:
                    reasons.append(reason if len(cases) == 1 else f"case {name!r}: {reason}")
            return Answer(tuple(outputs), "; ".join(reasons))

    def _case(self, model: Model, name: str, case: Case, design: Design, strict: bool) -> tuple[list[float], str]:
        missing = [np.nan] * len(case.outputs)
        try:
            result = run(model, case, quiet=True)
            if not result.success:
                if INTERRUPTED in result.message:  # Ctrl-C ends a run; here it ends the sweep
                    raise KeyboardInterrupt
                return missing, f"did not reach its end: {result.message}"[:LONGEST]
            if self.keep and self.folder is not None:
                outlets.write_signals(result, self.keep, kept_file(self.folder, self.paths, design, name))
        except Exception as error:  # of any kind: the other designs go on
            if strict and isinstance(error, QuestionError):
                raise
            return missing, _reason(error)
        numbers = [float(result.outputs[output]) for output in case.outputs]
        wrong = [f"{output} is {value}" for output, value in zip(case.outputs, numbers) if not np.isfinite(value)]
        return numbers, "; ".join(wrong)


def _reason(error: Exception) -> str:
    problems = error.problems if isinstance(error, (AnalysisError, DescriptionError)) else []
    text = "; ".join(problems) or " ".join(str(error).split()) or type(error).__name__
    return text[:LONGEST]


def key_of(paths: Sequence[str], design: Design) -> str:
    """Return a name for a design: the same numbers have the same name on every machine."""
    text = repr(sorted(zip(paths, map(float, design), strict=True)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def kept_file(folder: Path, paths: Sequence[str], design: Design, case: str) -> Path:
    """Return the file of the histories that are kept of a design."""
    return folder / f"{key_of(paths, design)}-{case}.nc"


# answers anywhere

_questions: dict[bytes, SweepQuestion] = {}  # the last question of this process, by its pickle


def answer_batch(question: bytes | SweepQuestion, version: str, designs: Sequence[Design]) -> list[Answer]:
    """Return the answers for some designs; workers call it."""
    own = own_version()
    if version != own:
        raise QuestionError(
            f"a worker has linkwork {own}, and the sweep was asked with linkwork {version}; install the same version"
        )
    asked = _loaded(question) if isinstance(question, bytes) else question
    return [asked.answer(design) for design in designs]


def _loaded(data: bytes) -> SweepQuestion:
    known = _questions.get(data)
    if known is None:
        _questions.clear()
        known = _questions[data] = pickle.loads(data)
    return known


def own_version() -> str:
    from importlib.metadata import version

    return version("linkwork")


# reading the arguments


def read_question(
    model: Model, cases: Case | Sequence[Case], designs: Any, keep: Any, folder: Path | None, others: Sequence[str] = ()
) -> tuple[SweepQuestion, DesignTable]:
    """Return the checked question and its designs, or raise an error that lists all mistakes, the given ones too."""
    problems = list(others)
    by_name = _cases(model, cases, problems)
    if isinstance(designs, Designs):
        designs = _described(designs, model, problems)
    table, wrong = table_of(designs) if designs is not None else (None, [])
    problems += wrong
    for path in table.paths if table is not None else ():
        problems += _path_problems(model, by_name, path)
    kept = name_list(keep)
    if kept is None:
        problems.append(f"keep: is a list of signals, not {shown(keep)}")
    elif kept and folder is None:
        problems.append("keep: histories need a folder to be written to; give file=")
    problems += [problem for signal in kept or () for problem in _signal_problems(model, signal)]
    if not any(case.outputs for case in by_name.values()) and by_name and not kept:
        problems.append('cases: have no outputs; give some, such as outputs={"end": "final(A.angle)"}')
    if problems or table is None:
        raise QuestionError(problems, "problems with the sweep")
    return SweepQuestion(model, by_name, table.paths, tuple(kept or ()), folder), table


def _described(designs: Designs, model: Model, problems: list[str]) -> Any:
    from linkwork.analyses.design.sweeps.described import table_of_description

    try:
        return table_of_description(designs, model.numbers)
    except (DescriptionError, QuestionError) as error:
        problems += error.problems
    return None


def _cases(model: Model, cases: Any, problems: list[str]) -> dict[str, Case]:
    given = [cases] if isinstance(cases, Case) else cases
    if not isinstance(given, (list, tuple)) or not given:
        problems.append(
            f"cases: a lw.Case or a list of them, such as list(mechanism.cases.values()), not {shown(cases)}"
        )
        return {}
    by_name: dict[str, Case] = {}
    for case in given:
        try:
            require_sound(model, case)
        except (DescriptionError, QuestionError) as error:
            problems += error.problems
            continue
        if case.name in by_name:
            problems.append(f"cases: two are called {case.name!r}; names of cases are unique")
        if case.duration is None and case.analysis in ("simulate", "kinematics"):
            problems.append(f"case {case.name!r} has no duration; give it in seconds")
        by_name[case.name] = case
    return by_name


def _path_problems(model: Model, cases: dict[str, Case], path: Any) -> list[str]:
    """Return what is wrong with the path of a number that designs give."""
    if not isinstance(path, str):
        return [f"designs: {shown(path)} is not the path of a number, such as 'K.stiffness'"]
    if path.startswith(START):
        numbers = {name for case in cases.values() for name, value in case.start.items() if isinstance(value, float)}
        if path.removeprefix(START) in numbers:
            return []
        remedy = did_you_mean(path, [START + name for name in numbers], "there are")
        return [f"designs: no case starts at a number of {path.removeprefix(START)!r}; {remedy}"]
    fixed = [case.name for case in cases.values() if path in case.set]
    if fixed:
        return [f"designs: {path}: case {fixed[0]!r} sets it; remove it from the case, or from the designs"]
    try:
        model.numbers.position(path)
    except DescriptionError as error:
        return [f"designs: {problem}" for problem in error.problems]
    return []


def _signal_problems(model: Model, signal: str) -> list[str]:
    try:
        model.signal_table.find(signal)
    except DescriptionError as error:
        return [f"keep: {problem}" for problem in error.problems]
    return []
