"""Results of sensitivities of a case's outputs, and comparisons of gradients with finite differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.columns import AXES, SUFFIXES
from linkwork.analyses.design.sweeps.tables import Range, deviation, deviation_problem
from linkwork.analyses.linear.modes_result import Modes
from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.plotting import COLOURS, finished, new_axes, tidy
from linkwork.analyses.result import Result, SignalValue
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.analyses.table import Table, Variable, labels
from linkwork.description.cases import Case
from linkwork.description.errors import DescriptionError, did_you_mean
from linkwork.model.errors import QuestionError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = 40  # parameters in a printed table
DOTTED = 100  # ends of steps up to which each has a dot
SPANS = 4  # doubtful intervals that are listed


@dataclass(frozen=True, eq=False)
class Sensitivity(Result):
    """Derivatives of the computed solution of a case with respect to design parameters; its steps and decisions are
    fixed.

    >>> s.outputs["end"], s.gradient["end"], s["end", "K.stiffness"]
    >>> s["A.angle", "K.stiffness"]  # a signal's derivative over s.t (method "direct")
    """

    _what = "a sensitivity"
    _no_page = (
        "a page shows what moves; s.run.save_html(…) writes the page of the motion, the position or the modes behind it"
    )

    case: Case = field(repr=False)
    method: str  # direct, adjoint, or exact for analyses that have one way
    parameters: tuple[str, ...]
    values: np.ndarray = field(repr=False)  # (np) of the parameters
    outputs: dict[str, float]
    gradient: dict[str, np.ndarray] = field(repr=False)  # (np) of every output
    run: Trajectory | Kinematics | Equilibrium | Modes | None = field(
        default=None, repr=False
    )  # the motion, the equilibrium or the modes they were taken from
    t: np.ndarray = field(default_factory=lambda: np.zeros(0), repr=False)  # s, ends of steps
    flagged: tuple[
        tuple[float, float], ...
    ] = ()  # s, from and to: steps across singular positions, where derivatives are doubtful
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are by differences
    notes: tuple[str, ...] = ()
    reader: Callable[[str], np.ndarray] | None = field(default=None, repr=False)
    shapes: Callable[[int], np.ndarray] | None = field(default=None, repr=False)  # of modes

    def __getitem__(self, key: tuple[str, str]) -> SignalValue:
        """Return the derivative of an output, a number, or of a signal at the times t, for (output or signal,
        parameter)."""
        if not isinstance(key, tuple) or len(key) != 2:
            raise KeyError(f'ask for an output or signal and a parameter, s["end", "K.stiffness"], not {key!r}')
        name, parameter = key
        if parameter not in self.parameters:
            raise KeyError(f"{parameter!r} is not among the parameters {', '.join(self.parameters)}")
        column = self.parameters.index(parameter)
        if name in self.gradient:
            return float(self.gradient[name][column])
        return self.signal(name)[..., column]

    def signal(self, name: str) -> np.ndarray:
        """Return the derivatives of a signal at the times t with respect to all parameters, shape (nt, np) or (nt, 3,
        np)."""
        if self.reader is None:
            raise KeyError(
                f"{name!r} is not among the outputs {', '.join(self.outputs) or '(none)'}; signals over time come with "
                'method="direct" of a case that simulates'
            )
        try:
            return self.reader(name)
        except DescriptionError as error:
            near = did_you_mean(name, self.outputs, "outputs are")
            raise KeyError(f"{name!r} is neither an output nor a signal: {near} {error}") from None

    def shape(self, k: int) -> np.ndarray:
        """Return the complex derivative (nv, np) of mode k's shape on all coordinates, the largest of which stays one;
        NaN if the mode is rigid or has the eigenvalue of another.

        >>> s.shape(0)[:, s.parameters.index("K.stiffness")], s.run[0].shape
        """
        if self.shapes is None or not isinstance(self.run, Modes):
            raise KeyError('shapes have derivatives in cases with analysis="modes"')
        if not 0 <= k < len(self.run):
            raise KeyError(f"there is no mode {k}; there are {len(self.run)}, numbered from 0")
        return self.shapes(k)

    def spread(self, deviations: Mapping[str, float | Range]) -> dict[str, float]:
        """Return the standard deviation of every output to first order, sqrt(Σ (∂y/∂p σ)²), for independent parameters.

        A deviation is a number σ, a range (low, high) or a distribution of scipy.stats, as for `spread`. Other
        parameters are taken as exact.

        >>> s.spread({"L1": 0.001, "K.stiffness": scipy.stats.norm(100, 5)})["end"]
        """
        if not isinstance(deviations, Mapping) or not deviations:
            raise QuestionError('spread takes standard deviations by parameter, such as {"K.stiffness": 2.0}')
        problems = []
        for path, given in deviations.items():
            if path not in self.parameters:
                remedy = did_you_mean(str(path), self.parameters, "parameters are")
                problems.append(f"spread: {path!r} is not among the parameters; {remedy}")
            elif problem := deviation_problem(given):
                problems.append(f"spread: {path}: {problem}")
        if problems:
            raise QuestionError(problems, "problems with the spread")
        columns = [self.parameters.index(path) for path in deviations]
        sigma = np.array([deviation(given) for given in deviations.values()])
        return {name: float(np.linalg.norm(row[columns] * sigma)) for name, row in self.gradient.items()}

    def _table(self) -> Table:
        """Return the parameters with their values and the gradients of all outputs; in datasets the outputs too."""
        gradient = np.array(list(self.gradient.values()), float).reshape(len(self.gradient), len(self.parameters)).T
        variables = {
            "value": Variable(("parameter",), self.values),
            "gradient": Variable(("parameter", "output"), gradient),
            "outputs": Variable(("output",), np.array([self.outputs[name] for name in self.gradient], float)),
        }
        names = labels("parameter", self.parameters) | labels("output", list(self.gradient))
        return Table("parameter", variables, names, {"case": self.case.name, "method": self.method})

    def _signal_table(self, signals: Sequence[str]) -> Table:
        """Return the derivatives of signals over time by every parameter."""
        names = labels("parameter", self.parameters) | {"time": Variable(("time",), self.t, "s")}
        variables: dict[str, Variable] = {}
        for path in signals:
            values = self.signal(path)
            shape = values.shape[1:-1]
            suffixes = tuple(f"{suffix} by {name}" for suffix in SUFFIXES[shape] for name in self.parameters)
            dims = ("time", *AXES[shape], "parameter")
            variables[path] = Variable(dims, values, f"{self._unit(path) or 1} per unit of the parameter", suffixes)
            names |= {dim: Variable((dim,), np.array(list(letters))) for dim, letters in AXES[shape].items()}
        return Table("time", variables, names, {"case": self.case.name, "method": self.method})

    def _unit(self, path: str) -> str:
        return self.run.model.signal_table.find(path).unit if isinstance(self.run, (Trajectory, Kinematics)) else ""

    def plot(
        self, name: str | None = None, *parameters: str, save: str | PathLike | None = None, ax: Axes | None = None
    ) -> Figure:
        """Draw a signal's derivatives over time with matplotlib; without a name, those of every output as bars.

        Each derivative is multiplied by its parameter's value where that is not zero: the effect of a relative change
        of the parameter.

        >>> s.plot("A.angle", "K.stiffness", "L1", save="influence.png")
        >>> s.plot()
        """
        chosen = parameters or self.parameters
        figure = self._draw(ax) if name is None else self._draw_signal(name, chosen, ax)
        return finished(figure, save)

    def _scaled(self, parameter: str) -> tuple[float, str]:
        """Return the factor of a derivative and its label."""
        value = float(self.values[self.parameters.index(parameter)])
        return (value, f"{parameter} · d/d {parameter}") if value and np.isfinite(value) else (1.0, f"d/d {parameter}")

    def _draw_signal(self, name: str, chosen: Sequence[str], ax: Axes | None) -> Figure:
        figure, (axes,) = new_axes(ax, 1)
        for k, parameter in enumerate(chosen):
            scale, text = self._scaled(parameter)
            colour, values = COLOURS[k % len(COLOURS)], scale * np.asarray(self[name, parameter])
            axes.plot(*_smooth(self.t, values), color=colour, label=text)
            if self.t.size <= DOTTED:
                axes.plot(self.t, values, ".", color=colour, markersize=4)
        for first, last in self.flagged:
            axes.axvspan(first, last, color="0.85", linewidth=0)
        unit = self._unit(name)
        axes.set(xlabel="time (s)", ylabel=f"change of {name} ({unit})" if unit else f"change of {name}")
        axes.legend(frameon=False, fontsize="small")
        tidy(axes)
        return figure

    def _draw(self, ax: Axes | None) -> Figure:
        """Draw a panel of bars for every output, with a bar for every parameter."""
        if not self.gradient:
            raise QuestionError(
                f"case {self.case.name!r} has no outputs to draw; name a signal, or give the case outputs"
            )
        if ax is not None and len(self.gradient) > 1:
            raise QuestionError(f"one axes holds one output, not {', '.join(self.gradient)}; draw without ax")
        scales, words = zip(*map(self._scaled, self.parameters), strict=True)
        figure, panels = new_axes(ax, len(self.gradient), shared=False)  # outputs have units of their own
        if ax is None:
            figure.set_size_inches(7.2, 0.9 + (0.5 + 0.24 * len(words)) * len(panels))
        for axes, (name, row) in zip(panels, self.gradient.items(), strict=True):
            changes = np.array(scales) * row
            colours = [COLOURS[0] if change >= 0 else COLOURS[1] for change in changes]
            axes.barh(np.arange(len(words)), changes, color=colours, height=0.7)
            axes.set_yticks(np.arange(len(words)), words, fontsize="small")
            axes.invert_yaxis()
            axes.axvline(0.0, color="0.5", linewidth=0.8)
            axes.set_title(f"change of {name}", loc="left", fontsize="small")
            tidy(axes)
        return figure

    def __str__(self) -> str:
        lines = [f"derivatives of the outputs of case {self.case.name!r} ({self.method})"]
        lines += table(["parameter", "value", *self.outputs], self._rows())
        if len(self.parameters) > SHOWN:
            lines.append(f"… and {len(self.parameters) - SHOWN} more parameters")
        values = "   ".join(f"{name} = {value:.9g}" for name, value in self.outputs.items())
        lines.append(
            f"output   {values}"
            if values
            else 'the case has no outputs; give it some, as outputs={"end": "final(A.angle)"}'
        )
        return "\n".join([*lines, *self.remarks()])

    def remarks(self) -> list[str]:
        """Return remarks: doubtful intervals, derivatives by differences, notes."""
        remarks = []
        if self.flagged:
            spans = ", ".join(f"{a:.6g} … {b:.6g} s" for a, b in self.flagged[:SPANS])
            more = f" and {len(self.flagged) - SPANS} more" if len(self.flagged) > SPANS else ""
            remarks.append(f"steps across singular positions, where derivatives are doubtful: {spans}{more}")
        if self.approximate:
            remarks.append(f"by differences: {', '.join(self.approximate)}")
        return [*remarks, *self.notes]

    def _rows(self) -> list[list[str]]:
        return [
            [name, _number(self.values[k]), *(_number(self.gradient[output][k]) for output in self.outputs)]
            for k, name in enumerate(self.parameters[:SHOWN])
        ]

    __repr__ = __str__


@dataclass(frozen=True, eq=False)
class GradientCheck(Result):
    """A gradient beside finite differences of the same computed solution.

    >>> print(check); check.success, check.worst
    """

    _what = "a check of a gradient"
    _no_figure = "print it as a table; lw.sensitivity(…).plot() draws the gradient"
    _no_page = "print it as a table; lw.run(model, case).save_html(…) writes the page of the case"

    method: str
    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    gradient: np.ndarray = field(repr=False)  # (n_out, np)
    differences: np.ndarray = field(repr=False)  # (n_out, np)
    uncertainty: np.ndarray = field(repr=False)  # (n_out, np)  of the differences
    tolerance: float  # of each derivative, relative
    notes: tuple[str, ...] = ()  # remarks of the sensitivity

    @property
    def off(self) -> np.ndarray:
        """The difference of the two, relative to the larger, shape (n_out, np)."""
        size = np.maximum(np.abs(self.gradient), np.abs(self.differences))
        return np.abs(self.gradient - self.differences) / np.where(size > 0, size, 1.0)

    @property
    def agrees(self) -> np.ndarray:
        """Whether they agree within the uncertainty of the differences or the tolerance, shape (n_out, np), bool."""
        apart = np.abs(self.gradient - self.differences)
        return (apart <= 3 * self.uncertainty) | (self.off <= self.tolerance)

    @property
    def success(self) -> bool:
        return bool(self.agrees.all())

    @property
    def worst(self) -> float:
        """The largest relative difference among entries above the uncertainty of the finite differences."""
        certain = self.uncertainty <= 0.1 * self.tolerance * np.abs(self.differences)
        return float(self.off[certain].max(initial=0.0))

    def __str__(self) -> str:
        rows = [
            [output, parameter, _number(self.gradient[o, p]), _number(self.differences[o, p]),
             f"{self.gradient[o, p] - self.differences[o, p]:.1e}", f"{self.uncertainty[o, p]:.1e}",
             "agrees" if self.agrees[o, p] else "DIFFERS"]
            for o, output in enumerate(self.outputs) for p, parameter in enumerate(self.parameters)
        ]  # fmt: skip
        count = int((~self.agrees).sum())
        verdict = (
            f"all {self.agrees.size} derivatives agree with finite differences"
            if not count
            else f"{count} of {self.agrees.size} derivatives differ from finite differences; a smaller step= tells kinks of an output, as of "
            "maximum(…), from mistakes"
        )
        head = ["output", "parameter", self.method, "differences", "apart", "certain to", ""]
        return "\n".join([*table(head, rows), verdict, *self.notes])

    __repr__ = __str__

    def _table(self) -> Table:
        along = ("output", "parameter")
        arrays = {
            "gradient": self.gradient,
            "differences": self.differences,
            "uncertainty": self.uncertainty,
            "agrees": self.agrees,
        }
        names = labels("output", self.outputs) | labels("parameter", self.parameters)
        facts = {"method": self.method, "tolerance": self.tolerance, "success": int(self.success)}
        return Table("output", {name: Variable(along, array) for name, array in arrays.items()}, names, facts)


def _smooth(t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a curve through the ends of few steps that does not overshoot."""
    times, places = np.unique(t, return_index=True)
    if not 2 < times.size <= DOTTED:
        return t, y
    from scipy.interpolate import Akima1DInterpolator

    dense = np.union1d(times, np.linspace(times[0], times[-1], 400))
    return dense, Akima1DInterpolator(times, y[places])(dense)


def _number(value: float) -> str:
    return f"{value:.8g}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table, numbers to the right."""
    widths = [max(len(row[c]) for row in (head, *rows)) for c in range(len(head))]
    return [
        "  ".join(cell.ljust(width) if c == 0 else cell.rjust(width) for c, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in (head, *rows)
    ]  # fmt: skip
