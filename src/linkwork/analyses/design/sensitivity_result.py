"""How the outputs of a case change with the design, and comparisons of such gradients with finite differences."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np

from linkwork.analyses.extras import optional
from linkwork.analyses.plotting import COLOURS, save_figure
from linkwork.description.cases import Case
from linkwork.description.errors import DescriptionError, did_you_mean

SHOWN = 40  # parameters in a printed table
DOTTED = 100  # ends of steps up to which each has a dot
SPANS = 4  # doubtful stretches that are listed


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """Derivatives of the computed answer to a case by design parameters: its steps and decisions stay as they are.

    >>> s.outputs["end"], s.gradient["end"], s["end", "K.stiffness"]
    >>> s["A.angle", "K.stiffness"]  # a signal's derivative over s.t (method "direct")
    """

    case: Case = field(repr=False)
    method: str  # direct, adjoint, or exact for analyses that have one way
    parameters: tuple[str, ...]
    values: np.ndarray = field(repr=False)  # (np) of the parameters
    outputs: dict[str, float]
    gradient: dict[str, np.ndarray] = field(repr=False)  # (np) of every output
    run: Any = field(default=None, repr=False)  # the motion, the position of rest or the modes they were taken from
    t: np.ndarray = field(default_factory=lambda: np.zeros(0), repr=False)  # s, ends of steps
    flagged: tuple[
        tuple[float, float], ...
    ] = ()  # s, from and to: steps across singular positions, where derivatives are doubtful
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are by differences
    notes: tuple[str, ...] = ()
    reader: Callable[[str], np.ndarray] | None = field(default=None, repr=False)
    shapes: Callable[[int], np.ndarray] | None = field(default=None, repr=False)  # of modes

    def __getitem__(self, key: tuple[str, str]) -> Any:
        """(output, parameter): a number; (signal, parameter): its derivative at the times t."""
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
        """Derivatives of a signal at the times t by all parameters: (nt, np), of a vector (nt, 3, np)."""
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
        """(nv, np) complex: the derivative of the shape of mode k of a case of modes, on all coordinates, of which the largest stays one;
        NaN where the mode is rigid or has the eigenvalue of another.

        >>> s.shape(0)[:, s.parameters.index("K.stiffness")], s.run[0].shape
        """
        if self.shapes is None:
            raise KeyError('shapes have derivatives in cases with analysis="modes"')
        if not 0 <= k < len(self.run):
            raise KeyError(f"there is no mode {k}; there are {len(self.run)}, numbered from 0")
        return self.shapes(k)

    def plot(self, name: str, *parameters: str, save: str | PathLike | None = None, ax: Any = None) -> Any:
        """A matplotlib figure of a signal's derivatives over time, each times its parameter's value where that is not zero: what a
        relative change of the parameter does.

        >>> s.plot("A.angle", "K.stiffness", "L1", save="influence.png")
        """
        chosen = parameters or self.parameters
        plt = optional("matplotlib.pyplot", "plot")
        figure, axes = (ax.figure, ax) if ax is not None else plt.subplots(figsize=(7, 3.6), layout="constrained")
        for k, parameter in enumerate(chosen):
            value = self.values[self.parameters.index(parameter)]
            scale, text = (
                (value, f"{parameter} · d/d {parameter}") if value and np.isfinite(value) else (1.0, f"d/d {parameter}")
            )
            colour, values = COLOURS[k % len(COLOURS)], scale * self[name, parameter]
            axes.plot(*_smooth(self.t, values), color=colour, label=text)
            if self.t.size <= DOTTED:
                axes.plot(self.t, values, ".", color=colour, markersize=4)
        for first, last in self.flagged:
            axes.axvspan(first, last, color="0.85", linewidth=0)
        unit = self.run.model.signal_table.find(name).unit
        axes.set(xlabel="time (s)", ylabel=f"change of {name} ({unit})" if unit else f"change of {name}")
        axes.legend(frameon=False, fontsize="small")
        axes.grid(color="0.9")
        if save is not None:
            save_figure(figure, save)
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
        """What else there is to say: doubtful stretches, derivatives by differences, notes."""
        found = []
        if self.flagged:
            spans = ", ".join(f"{a:.6g} … {b:.6g} s" for a, b in self.flagged[:SPANS])
            more = f" and {len(self.flagged) - SPANS} more" if len(self.flagged) > SPANS else ""
            found.append(f"steps across singular positions, where derivatives are doubtful: {spans}{more}")
        if self.approximate:
            found.append(f"by differences: {', '.join(self.approximate)}")
        return [*found, *self.notes]

    def _rows(self) -> list[list[str]]:
        return [
            [name, _number(self.values[k]), *(_number(self.gradient[output][k]) for output in self.outputs)]
            for k, name in enumerate(self.parameters[:SHOWN])
        ]

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


@dataclass(frozen=True, eq=False)
class GradientCheck:
    """A gradient beside finite differences of the same computed answer.

    >>> print(check); check.success, check.worst
    """

    method: str
    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    gradient: np.ndarray = field(repr=False)  # (n_out, np)
    differences: np.ndarray = field(repr=False)  # (n_out, np)
    uncertainty: np.ndarray = field(repr=False)  # (n_out, np)  of the differences
    tolerance: float  # of each derivative, relative
    notes: tuple[str, ...] = ()  # what the gradient's answer said beside its numbers

    @property
    def off(self) -> np.ndarray:
        """(n_out, np): difference of the two, relative to the larger."""
        size = np.maximum(np.abs(self.gradient), np.abs(self.differences))
        return np.abs(self.gradient - self.differences) / np.where(size > 0, size, 1.0)

    @property
    def agrees(self) -> np.ndarray:
        """(n_out, np) bool: as near as the differences are certain, or as the tolerance."""
        apart = np.abs(self.gradient - self.differences)
        return (apart <= 3 * self.uncertainty) | (self.off <= self.tolerance)

    @property
    def success(self) -> bool:
        return bool(self.agrees.all())

    @property
    def worst(self) -> float:
        """The largest relative difference among entries that do not drown in the uncertainty of differences."""
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

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def _smooth(t: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Between ends of few steps a curve that does not overshoot."""
    times, places = np.unique(t, return_index=True)
    if not 2 < times.size <= DOTTED:
        return t, y
    from scipy.interpolate import Akima1DInterpolator

    dense = np.union1d(times, np.linspace(times[0], times[-1], 400))
    return dense, Akima1DInterpolator(times, y[places])(dense)


def _number(value: float) -> str:
    return f"{value:.8g}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table, numbers to the right."""
    widths = [max(len(row[c]) for row in (head, *rows)) for c in range(len(head))]
    return [
        "  ".join(cell.ljust(width) if c == 0 else cell.rjust(width) for c, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in (head, *rows)
    ]  # fmt: skip
