"""The result of `optimize`: the best design, its active bounds, and every design that was tried."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.design.case_result import CaseResult
from linkwork.analyses.plotting import COLOURS, new_axes, tidy
from linkwork.analyses.result import Result
from linkwork.analyses.table import Table, Variable, labels
from linkwork.model.model import Model

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = 12  # lines of a list
VIOLATED = 1e-5  # of the value


@dataclass
class Trial:
    """One design: its values, or the reason why it could not be computed."""

    number: int
    start: int  # number of the start, from 0
    parameters: dict[str, float]
    outputs: dict[str, float] = field(default_factory=dict)  # by case.output
    values: list[float] = field(default_factory=list)  # the objective, then the constraints
    violation: float = 0.0  # largest, of the constraints' bounds
    gradients: np.ndarray | None = field(default=None, repr=False)  # (1 + constraints, variables)
    failed: str = ""  # why, if it could not be computed

    @property
    def objective(self) -> float:
        return self.values[0] if self.values else np.nan


@dataclass(frozen=True)
class Limit:
    """A variable or a constraint at the optimum, with its bounds."""

    name: str
    value: float
    low: float
    high: float
    active: str  # "", "lower", "upper" or "equal"
    multiplier: float  # decrease of the objective per unit by which the active bound is relaxed; 0 if none is active

    def bounds(self) -> str:
        if self.low == self.high:
            return f"= {self.low:g}"
        return f"{_bound(self.low)} … {_bound(self.high)}"

    def remark(self) -> str:
        off = max(self.low - self.value, self.value - self.high)
        if off > VIOLATED * max(abs(self.value), 1e-9):
            return f"violated by {off:.4g}"
        if not self.active:
            return ""
        where = "fixed" if self.active == "equal" else f"at its {self.active} bound"
        return f"{where}, multiplier {self.multiplier:.4g}"


@dataclass(frozen=True)
class StartResult:
    """The end of the search from one start."""

    number: int
    begin: dict[str, float]
    parameters: dict[str, float]  # best of this start
    objective: float  # NaN if no design could be computed
    violation: float
    designs: int
    success: bool
    message: str


@dataclass(frozen=True, eq=False)
class Optimum(Result):
    """What `optimize` returns: tables and figures of all designs that were tried, a page of the motions before and
    after.

    >>> best.parameters, best.objective, best.model, best.history
    >>> best.plot(save="convergence.png"); best.save_html("best.html")
    """

    _what = "an optimum"

    name: str
    minimize: str
    method: str
    parameters: dict[str, float]
    objective: float
    outputs: dict[str, float]  # by case.output; lw.run(best.model, case) has them within the case's tolerance
    initial: Trial | None = field(
        repr=False
    )  # the design that was given, within the bounds; None if it could not be computed
    variables: tuple[Limit, ...] = field(repr=False)
    constraints: tuple[Limit, ...] = field(repr=False)
    optimality: float  # the gradient that active bounds do not balance, relative; 0 at a stationary point
    success: bool
    message: str
    model: Model = field(repr=False)  # with the best parameters
    history: tuple[Trial, ...] = field(repr=False)
    starts: tuple[StartResult, ...] = field(repr=False)
    by_differences: dict[str, str] = field(repr=False)  # cases whose gradients are finite differences, with the reason
    ask: Callable[[dict[str, float]], dict[str, CaseResult]] = field(repr=False)  # results of all cases for a design
    remarks: tuple[str, ...] = field(default=(), repr=False)  # variables without effect, and the like
    unsaved: str = field(default="", repr=False)  # why the file of the search lacks its last designs

    @property
    def failed(self) -> tuple[Trial, ...]:
        """The designs that could not be computed."""
        return tuple(trial for trial in self.history if trial.failed)

    @cached_property
    def before(self) -> dict[str, CaseResult]:
        """The cases' results with the design that was given; empty if it cannot be computed."""
        return {} if self.initial is None else self.ask(self.initial.parameters)

    @cached_property
    def after(self) -> dict[str, CaseResult]:
        """The cases' results with the best design."""
        return self.ask(self.parameters)

    def convergence(self) -> tuple[np.ndarray, np.ndarray]:
        """Return (numbers of designs, best objective so far among those that meet the constraints)."""
        numbers, best = [], []
        for trial in self.history:
            if self.meets(trial) and (not best or trial.objective < best[-1]):
                numbers.append(trial.number)
                best.append(trial.objective)
        return np.array(numbers, int), np.array(best, float)

    def meets(self, trial: Trial) -> bool:
        """Return whether a design was computed and violates the constraints no more than the best design.

        >>> [trial.number for trial in best.history if best.meets(trial)]
        """
        return not trial.failed and trial.violation <= self._feasible()

    def _feasible(self) -> float:
        return max(1e-6 * max((abs(limit.value) for limit in self.constraints), default=0.0), self.violation)

    @property
    def violation(self) -> float:
        """The largest violation of a constraint at the best design."""
        return max((max(c.low - c.value, c.value - c.high, 0.0) for c in self.constraints), default=0.0)

    def _table(self) -> Table:
        """Return a table of all designs: parameters, outputs, the objective, the largest violation, and why it failed
        if it did."""
        parameters, outputs = list(self.parameters), list(self.outputs)
        rows = self.history

        def of(read: Callable[[Trial], dict[str, float]], names: list[str]) -> np.ndarray:
            values = [[read(trial).get(name, np.nan) for name in names] for trial in rows]
            return np.array(values, float).reshape(len(rows), len(names))

        variables = {
            "start": Variable(("design",), np.array([trial.start for trial in rows], int)),
            "objective": Variable(("design",), np.array([trial.objective for trial in rows], float)),
            "violation": Variable(("design",), np.array([trial.violation for trial in rows], float)),
            "meets": Variable(("design",), np.array([self.meets(trial) for trial in rows], bool)),
            "parameters": Variable(("design", "parameter"), of(lambda trial: trial.parameters, parameters)),
            "outputs": Variable(("design", "output"), of(lambda trial: trial.outputs, outputs)),
            "failed": Variable(("design",), np.array([trial.failed for trial in rows], object)),
        }
        numbers = labels("design", np.array([trial.number for trial in rows], int))
        facts = {"mechanism": self.name, "minimize": self.minimize, "method": self.method, "objective": self.objective}
        names = numbers | labels("parameter", parameters) | labels("output", outputs)
        return Table("design", variables, names, {**facts, "success": int(self.success), "message": self.message})

    def _draw(self, ax: Axes | None) -> Figure:
        """Draw the objective of every design, and the best so far."""
        figure, (axes,) = new_axes(ax, 1)
        done = [trial for trial in self.history if not trial.failed]
        for meets, fill, label in ((True, "0.4", "designs"), (False, "none", "violate a constraint")):
            some = [t for t in done if self.meets(t) == meets]
            if some:
                x, y = [t.number for t in some], [t.objective for t in some]
                axes.plot(x, y, "o", color="0.4", markersize=4, markerfacecolor=fill, label=label)
        numbers, best = self.convergence()
        if numbers.size:
            axes.step(
                [*numbers, len(self.history)], [*best, best[-1]], where="post", color=COLOURS[0], label="best so far"
            )
        values = [t.objective for t in done]
        if values and min(values) > 0 and max(values) > 30 * min(values):
            axes.set_yscale("log")
        for k, trial in enumerate(self.failed):
            axes.axvline(trial.number, color=COLOURS[1], lw=0.6, alpha=0.5, label="failed" if k == 0 else None)
        axes.set(xlabel="design", ylabel=self.minimize)
        tidy(axes, legend=True)
        return figure

    def table(self) -> list[tuple[str, str, str, str]]:
        """Return the rows of name, value, bounds and remark: the objective, variables, constraints."""
        begin = "" if self.initial is None else f"from {self.initial.objective:.6g}"
        rows = [(self.minimize, f"{self.objective:.9g}", "minimize", begin)]
        for limit in (*self.variables, *self.constraints):
            rows.append((limit.name, f"{limit.value:.9g}", limit.bounds(), limit.remark()))
        return rows

    def notes(self) -> list[str]:
        """Return the notes below the table."""
        done = [start for start in self.starts if start.success]
        notes = [
            f"{self.message}; {len(self.history)} designs, {len(self.failed)} failed; {len(done)} of {len(self.starts)} starts converged"
        ]
        notes += self.remarks
        notes += [
            f"gradients of case {name!r} are differences: {why.splitlines()[0]}"
            for name, why in self.by_differences.items()
        ]
        notes += [f"design {trial.number} failed: {trial.failed}" for trial in self.failed[:SHOWN]]
        if len(self.failed) > SHOWN:
            notes.append(f"… {len(self.failed) - SHOWN} more failed; see .failed")
        return notes

    def __str__(self) -> str:
        rows = self.table()
        widths = [max(len(row[c]) for row in rows) for c in range(3)]
        lines = [f"optimum of {self.name or '(unnamed)'}, {self.method}"]
        for row in rows:
            lines.append("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) + f"  {row[3]}")
        return "\n".join(line.rstrip() for line in [*lines, *self.notes()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in self.table())
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes())
        return f"<table><tr><th></th><th>value</th><th>bounds</th><th></th></tr>{rows}</table>{notes}"


def _bound(x: float) -> str:
    return f"{x:g}" if np.isfinite(x) else ""
