"""Designs tried by an optimization: each is computed once, failures are recorded, and a file of all allows to
resume."""

from __future__ import annotations

import hashlib
import json
import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.analyses.design.case import run
from linkwork.analyses.design.case_gradients import Answer, case_gradients, case_outputs, required
from linkwork.analyses.design.optimization.optimum import Trial
from linkwork.analyses.design.optimization.question import DesignQuestion, Goal
from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.mode_following import ModeFollower, names_modes, renumbered
from linkwork.analyses.writing import alone_in_folder, require_ending, write_text
from linkwork.description.cases import Case
from linkwork.description.errors import FileError
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model

FORMAT = 1
INTERRUPTED = ": interrupted at t = "
SAVED_EVERY = 1.0  # s at least between two writings of the file


class Trials:
    """The goals and their gradients at designs x, computed and recorded."""

    def __init__(self, question: DesignQuestion, file: str | PathLike | None = None):
        self.question = question
        self.scales = [variable.scale for variable in question.variables]
        self.history: list[Trial] = []
        self.by_differences: dict[str, str] = {}  # case -> why
        self.start = 0  # number of the current start
        self.seen: Callable[[Trial], None] = lambda trial: None
        self._followers: dict[str, ModeFollower] = {}
        self._known: dict[bytes, Trial] = {}
        self._stored: dict[bytes, dict[str, Any]] = {}
        self._file = None if file is None else Path(file)
        self._written: tuple[int, ...] = ()  # file status after the last writing
        self._saved = 0.0
        self.unsaved = ""  # why the file lacks the last designs
        if self._file is not None:
            require_ending(self._file, ("", ".json"), "a search")
            self._write()  # a file that cannot be written raises an error before anything is computed

    def at(self, x: np.ndarray, gradient: bool) -> Trial:
        """Return the trial at x, with gradients on request."""
        x = np.array(x, float)
        key = x.tobytes()
        trial = self._known.get(key)
        if trial is None or (gradient and trial.gradients is None and not trial.failed):
            again = self._compute(x, gradient)
            if trial is None:
                trial = again
                self.history.append(trial)
            else:
                trial.gradients = again.gradients
            self._known[key] = trial
            self._save()
            self.seen(trial)
        return trial

    # other searches' designs

    def known_data(self) -> dict[bytes, dict[str, Any]]:
        """Return the designs that are known, as the file has them."""
        own = {np.array(list(trial.parameters.values())).tobytes(): _data(trial) for trial in self.history}
        return self._stored | own

    def use(self, known: dict[bytes, dict[str, Any]], by_differences: dict[str, str]) -> None:
        """Take designs from others instead of computing them."""
        self._stored |= known
        self.by_differences |= by_differences

    def take(self, history: Sequence[Trial], by_differences: dict[str, str]) -> None:
        """Add the designs of another search to those of this one."""
        self.by_differences |= by_differences
        for other in history:
            key = np.array(list(other.parameters.values())).tobytes()
            trial = self._known.get(key)
            if trial is None:
                other.number = len(self.history)
                self.history.append(other)
                self._known[key] = other
                self.seen(other)
            elif trial.gradients is None:
                trial.gradients = other.gradients
        self._save()

    # computing

    def _compute(self, x: np.ndarray, gradient: bool) -> Trial:
        stored = self._stored.get(x.tobytes())
        if stored is not None and (stored["failed"] or not gradient or stored["gradients"] is not None):
            return self._restored(x, stored)
        question = self.question
        known = dict(question.model.parameters) | dict(zip(question.paths, x.tolist(), strict=True))
        trial = Trial(len(self.history), self.start, dict(zip(question.paths, x.tolist(), strict=True)))
        try:
            outputs, derivatives = self._outputs(x, gradient)
            trial.outputs = outputs
            known |= outputs
            trial.values = [required(goal.value(known), f"{goal.text!r}") for goal in question.goals]
            trial.violation = max(
                (g.violation(v) for g, v in zip(question.goals, trial.values, strict=True)), default=0.0
            )
            if gradient:
                trial.gradients = np.array([self._chain(goal, known, derivatives) for goal in question.goals])
                if not np.isfinite(trial.gradients).all():
                    raise ArithmeticError("a gradient is not finite")
        except QuestionError:
            raise
        except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
            if INTERRUPTED in str(error):  # Ctrl-C ends a run; here it ends the search too
                raise KeyboardInterrupt from None
            trial.failed = str(error).splitlines()[0][:300] or type(error).__name__
            trial.values, trial.gradients = [], None
        return trial

    def _outputs(self, x: np.ndarray, gradient: bool) -> tuple[dict[str, float], dict[str, np.ndarray]]:
        question = self.question
        model, cases = self.designed(x)
        outputs: dict[str, float] = {}
        derivatives: dict[str, np.ndarray] = {}
        for name, whole in cases.items():
            used = question.used_outputs(name)
            if not used:
                continue
            texts = {output: whole.outputs[output] for output in used}
            case = whole.changed(outputs=texts)
            if not gradient:
                answer = Answer(case_outputs(model, case), {})
            else:
                answer = case_gradients(
                    model, case, question.paths, self.scales, lambda k, h, name=name, texts=texts: self._beside(x, k, h, name, texts)
                )  # fmt: skip
                if answer.by_differences:
                    self.by_differences[name] = answer.by_differences
            outputs |= {f"{name}.{output}": required(answer.outputs[output], f"{name}.{output}") for output in used}
            derivatives |= {f"{name}.{output}": answer.gradient[output] for output in used if gradient}
        return outputs, derivatives

    def _beside(self, x: np.ndarray, k: int, h: float, name: str, texts: dict[str, str]) -> tuple[Model, Case]:
        moved = x.copy()
        moved[k] += h
        model, cases = self.question.designed(moved)
        return model, cases[name].changed(outputs=texts)

    def designed(self, x: np.ndarray) -> tuple[Model, dict[str, Case]]:
        """Return the model and cases at x; modes have the numbers of the first design."""
        model, cases = self.question.designed(x)
        for name, case in cases.items():
            if case.analysis == "modes" and names_modes(case):
                if name not in self._followers:
                    self._followers[name] = ModeFollower(partial(self._linear, name), np.array(self.scales))
                cases[name] = renumbered(case, self._followers[name].numbers(np.array(x, float)))
        return model, cases

    def _linear(self, name: str, x: np.ndarray) -> LinearSystem:
        model, cases = self.question.designed(x)
        system = run(model, cases[name].changed(outputs={})).linear
        assert system is not None
        return system

    def _chain(self, goal: Goal, known: dict[str, float], derivatives: dict[str, np.ndarray]) -> np.ndarray:
        paths = self.question.paths
        total = np.zeros(len(paths))
        for name, derivative in goal.derivatives(known).items():
            if name in derivatives:
                total += derivative * derivatives[name]
            elif name in paths:
                total[paths.index(name)] += derivative
        return total

    # the file

    def _mark(self) -> str:
        """Return the key that a file must match: the constant part of the design, its coordinates, cases and goals."""
        q = self.question
        numbers = q.model.numbers
        words = [
            (type(part).__name__, *(item for item in vars(part).values() if isinstance(item, (str, bool))))
            for part in numbers.parts.values()
        ]
        built = (q.model.name, q.model.coordinates, sorted(words, key=repr), sorted(numbers.expressions.items()))
        fixed = {path: value for path, value in q.model.parameters.items() if path not in q.paths}
        goals = [(goal.text, goal.low, goal.high) for goal in q.goals]
        variables = [(v.path, v.low, v.high) for v in q.variables]
        text = repr((built, fixed, sorted(q.cases.items()), goals, variables))
        return hashlib.sha256(text.encode()).hexdigest()

    def _save(self, force: bool = False) -> None:
        """Write the file from time to time; the search continues if that fails."""
        if self._file is None or (time.perf_counter() - self._saved < SAVED_EVERY and not force):
            return
        try:
            self._write()
            self.unsaved = ""
        except (FileError, QuestionError) as error:
            if not self.unsaved:
                warnings.warn(f"the search continues without its file: {error}", RuntimeWarning, stacklevel=3)
            self.unsaved = f"the last designs are not in their file: {error}"
        self._saved = time.perf_counter()

    def _write(self) -> None:
        """Write the file with the designs of this search and those that others wrote to it in the meantime."""
        assert self._file is not None
        with alone_in_folder(self._file):
            if self._file.exists() and self._signature() != self._written:
                self._load()
            write_text(self._file, self._text())
            self._written = self._signature()

    def _signature(self) -> tuple[int, ...]:
        assert self._file is not None
        there = self._file.stat()
        return there.st_ino, there.st_size, there.st_mtime_ns

    def _text(self) -> str:
        trials = [_data(trial) for trial in self.history]
        richer = {key for key, t in self._stored.items() if t["gradients"] is not None}
        own = {np.array(t["x"]).tobytes(): t for t in trials}
        own = {key: t for key, t in own.items() if t["gradients"] is not None or key not in richer}
        trials = [*own.values(), *(t for key, t in self._stored.items() if key not in own)]
        data = {
            "linkwork_optimization": FORMAT,
            "question": self._mark(),
            "variables": self.question.paths,
            "by_differences": self.by_differences,
            "trials": trials,
        }
        return json.dumps(data, indent=1)

    def finish(self) -> None:
        """Write the designs that are not yet in the file."""
        self._save(force=True)

    def _load(self) -> None:
        assert self._file is not None
        try:
            data = json.loads(self._file.read_text(encoding="utf-8"))
            if data["question"] != self._mark():  # before its designs, which have other numbers of variables and goals
                raise QuestionError(
                    f"file {self._file}: belongs to another question (other cases, goals, bounds or numbers of the design); "
                    "remove it, or name another one"
                )
            trials = [_sound(trial, self.question) for trial in data["trials"]]
            differences = {str(case): str(why) for case, why in data.get("by_differences", {}).items()}
        except QuestionError:
            raise
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise QuestionError(
                f"file {self._file}: is not the file of an optimization ({error}); name another one"
            ) from None
        self.by_differences |= differences
        for trial in trials:
            key = np.array(trial["x"]).tobytes()
            if trial["gradients"] is not None or key not in self._stored:
                self._stored[key] = trial

    def _restored(self, x: np.ndarray, stored: dict[str, Any]) -> Trial:
        gradients = None if stored["gradients"] is None else np.array(stored["gradients"])
        parameters = dict(zip(self.question.paths, x.tolist(), strict=True))
        return Trial(
            len(self.history), self.start, parameters, stored["outputs"], stored["values"], stored["violation"], gradients,
            stored["failed"],
        )  # fmt: skip


def _data(t: Trial) -> dict[str, Any]:
    """Return a trial as the file has it."""
    return {
        "start": t.start, "x": list(t.parameters.values()), "outputs": t.outputs, "values": t.values, "violation": t.violation,
        "gradients": None if t.gradients is None else t.gradients.tolist(), "failed": t.failed,
    }  # fmt: skip


def _sound(trial: dict[str, Any], question: DesignQuestion) -> dict[str, Any]:
    """Return a trial read from the file, or raise an error if it is damaged."""
    n, goals = len(question.variables), len(question.goals)
    outputs, failed, gradients = trial["outputs"], trial["failed"], trial["gradients"]
    if (
        not _numbers(trial["x"], (n,))
        or not isinstance(outputs, dict)
        or not _numbers([*outputs.values()], (len(outputs),))
    ):
        raise ValueError("a design is damaged")
    if not isinstance(failed, str) or not _numbers(trial["violation"], ()):
        raise ValueError("a design's goals are damaged")
    if not failed and not _numbers(trial["values"], (goals,)):
        raise ValueError("a design's goals are damaged")
    if gradients is not None and not _numbers(gradients, (goals, n)):
        raise ValueError("a design's gradients are damaged")
    return trial


def _numbers(given: Any, shape: tuple[int, ...]) -> bool:
    array = np.array(given, object)
    return array.shape == shape and all(isinstance(x, int | float) and np.isfinite(x) for x in array.ravel())
