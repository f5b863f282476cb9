"""The answer of `optimize`: the best design, what holds it back, and every design that was tried. Data that prints."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from linkwork.analyses.design.case_result import CaseResult
from linkwork.analyses.plotting import COLOURS, new_axes, save_figure, tidy
from linkwork.analyses.showing import show_optimum
from linkwork.model.model import Model

SHOWN = 12  # lines of a list
VIOLATED = 1e-5  # of the value


@dataclass
class Trial:
    """One design: what was computed there, or why it could not be."""

    number: int
    start: int  # of which start, from 0
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
    multiplier: (
        float  # by how much the objective falls for every unit that the active bound is moved away; 0 if none is active
    )

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
class StartFound:
    """How the search from one start ended."""

    number: int
    begin: dict[str, float]
    parameters: dict[str, float]  # best of this start
    objective: float  # NaN if it found no design that can be computed
    violation: float
    designs: int
    success: bool
    message: str


@dataclass(frozen=True, eq=False)
class Optimum:
    """What `optimize` returns.

    >>> best.parameters, best.objective, best.model, best.history
    >>> best.save_html("best.html")
    """

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
    optimality: float  # what active bounds leave of the gradient, relative; 0 at a stationary point
    success: bool
    message: str
    model: Model = field(repr=False)  # with the best parameters
    history: tuple[Trial, ...] = field(repr=False)
    starts: tuple[StartFound, ...] = field(repr=False)
    by_differences: dict[str, str] = field(repr=False)  # cases whose gradients are differences, and why
    ask: Callable[[dict[str, float]], dict[str, CaseResult]] = field(repr=False)  # results of all cases for a design
    remarks: tuple[str, ...] = field(default=(), repr=False)  # variables without effect, and the like
    unsaved: str = field(default="", repr=False)  # why the file of the search does not hold its last designs

    @property
    def failed(self) -> tuple[Trial, ...]:
        """Designs that could not be computed."""
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
        """(numbers of designs, best objective so far among those that meet the constraints)."""
        numbers, best = [], []
        for trial in self.history:
            if self.meets(trial) and (not best or trial.objective < best[-1]):
                numbers.append(trial.number)
                best.append(trial.objective)
        return np.array(numbers, int), np.array(best, float)

    def meets(self, trial: Trial) -> bool:
        """Whether a design was computed and keeps to the constraints as well as the answer does.

        >>> [trial.number for trial in best.history if best.meets(trial)]
        """
        return not trial.failed and trial.violation <= self._feasible()

    def _feasible(self) -> float:
        return max(1e-6 * max((abs(limit.value) for limit in self.constraints), default=0.0), self.violation)

    @property
    def violation(self) -> float:
        """Largest violation of a constraint at the best design."""
        return max((max(c.low - c.value, c.value - c.high, 0.0) for c in self.constraints), default=0.0)

    def plot(self, *, save: str | PathLike | None = None) -> Any:
        """Draws the objective of every design and the best so far.

        >>> best.plot(save="convergence.png")
        """
        figure, (axes,) = new_axes(None, 1)
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
        if save is not None:
            save_figure(figure, save)
        return figure

    def show(self, *, path: str | PathLike | None = None, open_browser: bool = True) -> Any:
        """Opens a page with the motions before and after, the convergence and the table.

        >>> best.show()
        """
        return show_optimum(self, path, open_browser)

    def save_html(self, path: str | PathLike) -> None:
        """Writes the page as one file.

        >>> best.save_html("best.html")
        """
        self.show(path=path, open_browser=False)

    def table(self) -> list[tuple[str, str, str, str]]:
        """Rows of name, value, bounds and remark: the objective, variables, constraints."""
        begin = "" if self.initial is None else f"from {self.initial.objective:.6g}"
        rows = [(self.minimize, f"{self.objective:.9g}", "minimize", begin)]
        for limit in (*self.variables, *self.constraints):
            rows.append((limit.name, f"{limit.value:.9g}", limit.bounds(), limit.remark()))
        return rows

    def notes(self) -> list[str]:
        """What else there is to say."""
        done = [start for start in self.starts if start.success]
        found = [
            f"{self.message}; {len(self.history)} designs, {len(self.failed)} failed; {len(done)} of {len(self.starts)} starts converged"
        ]
        found += self.remarks
        found += [
            f"gradients of case {name!r} are differences: {why.splitlines()[0]}"
            for name, why in self.by_differences.items()
        ]
        found += [f"design {trial.number} failed: {trial.failed}" for trial in self.failed[:SHOWN]]
        if len(self.failed) > SHOWN:
            found.append(f"… {len(self.failed) - SHOWN} more failed; see .failed")
        return found

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
