"""The outputs of cases for many designs, on one machine or on many."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analyses.design.sweeps.gather import batches_of, gather
from linkwork.analyses.design.sweeps.parts import Parts, as_design
from linkwork.analyses.design.sweeps.pools import is_own, on_problem, opened
from linkwork.analyses.design.sweeps.progress import SweepProgress
from linkwork.analyses.design.sweeps.question import Answer, Design, SweepQuestion, read_question
from linkwork.analyses.design.sweeps.sweep_result import Sweep
from linkwork.analyses.design.sweeps.tables import DesignTable
from linkwork.analyses.extras import optional
from linkwork.description.cases import Case
from linkwork.description.designs import MOST, Designs
from linkwork.description.values import is_bool, shown
from linkwork.model.model import Model

if TYPE_CHECKING:
    from distributed import Client
    from pandas import DataFrame

LEAD = 0.2  # s of answers in this process, from which the time of a design is estimated
BATCH = 1.0  # s of work in a batch
SHARES = 4  # batches for every worker, at least


def sweep(
    model: Model,
    cases: Case | Sequence[Case],
    designs: DesignTable | Designs | Sequence[Mapping[str, float]] | DataFrame,
    *,
    on: int | str | Executor | Client | None = None,
    file: str | PathLike | None = None,
    batch: int | None = None,
    keep: Sequence[str] = (),
    retries: int = 3,
    quiet: bool = False,
) -> Sweep:
    """Return the outputs of cases for every design; designs that cannot be computed are listed with the reason.

    `designs` come from `grid`, `spread`, `mechanism.designs`, a list of dictionaries or a DataFrame; their numbers are
    paths of the description or `start.<signal>`. The first design is answered in this process, which compiles what is
    missing; `on` answers the others: all cores (None), a number of workers of this machine, a dask scheduler
    ("tcp://host:8786"), a dask Client, or any executor of concurrent.futures. `file` is a folder to which answers are
    written as they come; the same sweep with that folder goes on where it ended. `batch` designs go to a worker at a
    time, about a second of work unless given; what a lost worker leaves is answered again, up to `retries` times for one
    design. `keep` names signals whose histories are written to the folder, a file for every design and case.

    >>> designs = lw.spread({"K.stiffness": (50, 150), "L1": scipy.stats.norm(2, 0.01)}, 1024)
    >>> result = lw.sweep(model, case, designs, file="swing")
    >>> result.outputs["swing.load"].std(), result.designs[result.best("swing.load")], result.failed
    """
    problems = _choice_problems(on, file, batch, retries)
    folder = Path(file) if isinstance(file, (str, PathLike)) and str(file) else None
    question, table = read_question(model, cases, designs, keep, folder, problems)
    if question.keep:
        optional("h5netcdf", "io")
    parts = Parts(question)
    keys = [parts.key(as_design(row)) for row in table.values]
    rows = {key: as_design(row) for key, row in zip(keys, table.values)}
    todo = [design for key, design in rows.items() if key not in parts.known]
    with SweepProgress(len(rows), len(rows) - len(todo), quiet) as progress:
        _Gathering(question, parts, progress, len(rows) - len(todo)).all(todo, on, batch, retries)
    return _result(question, table, [parts.known[key] for key in keys])


def _choice_problems(on: Any, file: Any, batch: Any, retries: Any) -> list[str]:
    problems = [problem] if (problem := on_problem(on)) else []
    if file is not None and (not isinstance(file, (str, PathLike)) or not str(file)):
        problems.append(f"file: is the name of a folder, or None, not {shown(file)}")
    for name, value, least in (("batch", batch, 1), ("retries", retries, 0)):
        whole = isinstance(value, Integral) and not is_bool(value) and least <= int(value) <= MOST
        if not whole and not (name == "batch" and value is None):
            problems.append(f"{name}: is a whole number from {least}, not {shown(value)}")
    return problems


class _Gathering:
    """The answers of one call as they arrive."""

    def __init__(self, question: SweepQuestion, parts: Parts, progress: SweepProgress, known: int):
        self.question, self.parts, self.progress = question, parts, progress
        self.done, self.failed = known, 0

    def arrived(self, designs: Sequence[Design], answers: Sequence[Answer]) -> None:
        self.parts.write(designs, answers)
        self.done += len(answers)
        self.failed += sum(bool(answer.failed) for answer in answers)
        self.progress.update(self.done, self.failed)

    def all(self, todo: list[Design], on: Any, batch: int | None, retries: int) -> None:
        if not todo:
            return
        led, seconds = self._lead(todo, LEAD if batch is None else 0.0, is_own(on) and on != 1)
        rest = todo[led:]
        if not rest:
            return
        with opened(on, self.question.model, seconds * len(rest), seconds) as pool:
            size = batch or _size(seconds, len(rest), pool.workers())
            gather(pool, self.question, batches_of(rest, size), retries, self.arrived)

    def _lead(self, todo: list[Design], least: float, timed: bool) -> tuple[int, float]:
        """Answer the first design here, and others for `least` seconds; return how many, and the seconds that one takes.

        A mistake in the question, which all designs would have, is an error."""
        answers = [self.question.answer(todo[0], strict=True)]
        began, elapsed = time.perf_counter(), 0.0
        while len(answers) < len(todo) and (elapsed < least or (timed and len(answers) == 1)):
            answers.append(self.question.answer(todo[len(answers)]))
            elapsed = time.perf_counter() - began
        self.arrived(todo[: len(answers)], answers)
        return len(answers), elapsed / max(1, len(answers) - 1)


def _size(seconds: float, count: int, workers: int) -> int:
    """Return the designs in a batch: about a second of work, and several batches for every worker."""
    most = max(1, -(-count // (SHARES * workers)))
    return most if not seconds else max(1, min(most, round(BATCH / seconds)))


def _result(question: SweepQuestion, table: DesignTable, answers: Sequence[Answer]) -> Sweep:
    values = np.array([answer.outputs for answer in answers], float).reshape(len(answers), len(question.outputs))
    outputs = {name: values[:, k].copy() for k, name in enumerate(question.outputs)}
    failed = tuple((number, answer.failed) for number, answer in enumerate(answers) if answer.failed)
    return Sweep(question.model, question.cases, table, outputs, failed, question.folder)
