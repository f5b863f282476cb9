"""Modes of a linear model: frequencies, damping ratios, shapes on all coordinates and as motions of bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.linear.eigenpairs import REAL, eigenpairs, rounding_of
from linkwork.analyses.outlets import Page
from linkwork.analyses.plotting import COLOURS, new_axes, tidy
from linkwork.analyses.result import Result, html_table
from linkwork.analyses.table import MIXED, Table, Variable, labels
from linkwork.model.coordinates import Coordinates
from linkwork.model.model import Model
from linkwork.model.state import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.analyses.linear.linear_system import LinearSystem

SHOWN = 40  # modes in a table
MOVES = 3  # coordinates that are named for each mode
KINDS = ("oscillating", "decaying", "growing", "rigid")


@dataclass(frozen=True, eq=False)
class Mode:
    """A mode: q(t) = q0 + Re(shape exp(eigenvalue t))."""

    eigenvalue: complex  # 1/s; of a pair the one with the positive imaginary part
    shape: np.ndarray  # (nv) complex: all coordinates, the largest (in rad or lengths) one
    bodies: dict[str, np.ndarray]  # (6) complex: displacement of the body's origin and small rotation, world axes
    states: dict[str, complex]  # of the linear model, drivers left out; none where there is no such model
    moves: dict[str, complex]  # coordinates by name, the largest first
    kinetic: dict[str, float]  # share of every body in the kinetic energy, over a period
    elastic: dict[str, float]  # share of every spring in the energy that springs store; weight and preload left out
    rigid: bool  # moves without a restoring force

    @property
    def frequency(self) -> float:
        """The damped frequency in Hz, 0 if the mode does not oscillate."""
        return abs(self.eigenvalue.imag) / (2 * np.pi)

    @property
    def undamped(self) -> float:
        """The undamped frequency |eigenvalue| / 2 pi, Hz."""
        return abs(self.eigenvalue) / (2 * np.pi)

    @property
    def damping(self) -> float:
        """The damping ratio: 1 for a mode that does not oscillate, below zero for one that grows, 0 for rigid modes."""
        return 0.0 - self.eigenvalue.real / abs(self.eigenvalue) if self.eigenvalue else 0.0

    @property
    def kind(self) -> str:
        """The kind of the mode: rigid, oscillating, decaying or growing."""
        if self.rigid:
            return "rigid"
        if self.eigenvalue.real > REAL * abs(self.eigenvalue):
            return "growing"
        return "oscillating" if self.eigenvalue.imag else "decaying"


@dataclass(frozen=True, eq=False)
class About:
    """The state of modes that have no linear model."""

    model: Model
    state: State
    input_values: dict[str, float]  # values of all inputs there
    singular: str = ""  # a message about a singular pose


@dataclass(frozen=True, eq=False)
class Modes(Result):
    """What `lin.modes()` returns: rigid-body modes first, then by undamped frequency. A pair of eigenvalues is one
    mode.

    >>> modes[0].frequency, modes.frequencies, modes.rigid
    """

    _what = "a set of modes"

    name: str
    modes: tuple[Mode, ...]
    zeros: int  # number of zero eigenvalues: a rigid mode can also drift and counts twice
    resting: bool
    linear: LinearSystem | About | None = field(
        default=None, repr=False
    )  # their linear model, or the state that they are about
    rounding: float = 0.0  # 1/s: round-off in an eigenvalue

    def __len__(self) -> int:
        return len(self.modes)

    def __getitem__(self, k: int) -> Mode:
        return self.modes[k]

    def __iter__(self) -> Iterator[Mode]:
        return iter(self.modes)

    @property
    def rigid(self) -> tuple[Mode, ...]:
        return tuple(mode for mode in self.modes if mode.rigid)

    @property
    def elastic(self) -> tuple[Mode, ...]:
        """All modes that are not rigid."""
        return tuple(mode for mode in self.modes if not mode.rigid)

    @property
    def frequencies(self) -> np.ndarray:
        """The damped frequencies of all modes, Hz."""
        return np.array([mode.frequency for mode in self.modes])

    @property
    def undamped(self) -> np.ndarray:
        """The undamped frequencies of all modes, Hz."""
        return np.array([mode.undamped for mode in self.modes])

    @property
    def damping(self) -> np.ndarray:
        """The damping ratios of all modes."""
        return np.array([mode.damping for mode in self.modes])

    def show(
        self, k: int | None = None, *, amplitude: float = 0.2, traces: Sequence[str] = (), path: str | PathLike | None = None,
        open_browser: bool = True,
    ) -> Page:  # fmt: skip
        """Open a page on which mode k moves, repeating one period; without k, the first dozen modes to choose from.

        `amplitude` is the largest displacement of a body, as part of the mechanism's length; turns go up to 1.75 times
        that (rad). Loops stay closed. `traces` are frames, joints and bodies whose paths are drawn. The page is a
        temporary file unless a `path` is given.

        >>> lin.modes().show(0)
        """
        return self._present(path, open_browser, k=k, amplitude=amplitude, traces=traces)

    def save_html(
        self, path: str | PathLike, k: int | None = None, *, amplitude: float = 0.2, traces: Sequence[str] = ()
    ) -> None:
        """Write the page of a mode, or of the first dozen, as one file that needs nothing else.

        >>> lin.modes().save_html("modes.html")
        """
        self._present(path, False, k=k, amplitude=amplitude, traces=traces)

    def _table(self) -> Table:
        """Return a table of all quantities by mode: shapes by coordinate and by body, shares of the energies by body
        and by spring."""
        first = self.modes[0] if self.modes else None
        bodies, springs = (list(first.kinetic), list(first.elastic)) if first is not None else ([], [])
        coordinates = Coordinates(self.linear.model).names() if self.linear is not None else []
        size = len(first.shape) if first is not None else len(coordinates)

        def of(read: Callable[[Mode], object], *dims: tuple[str, int], unit: str = "", kind: type = float) -> Variable:
            names, shape = [name for name, _ in dims], [count for _, count in dims]
            values = np.array([read(mode) for mode in self.modes], kind).reshape(len(self), *shape)
            return Variable(("mode", *names), values, unit)

        on_bodies, on_springs = ("body", len(bodies)), ("spring", len(springs))
        variables = {
            "frequency": Variable(("mode",), self.frequencies, "Hz"),
            "undamped": Variable(("mode",), self.undamped, "Hz"),
            "damping": Variable(("mode",), self.damping),
            "eigenvalue": of(lambda mode: mode.eigenvalue, unit="1/s", kind=complex),
            "kind": of(lambda mode: mode.kind, kind=object),
            "shape": of(lambda mode: mode.shape, ("coordinate", size), unit=MIXED, kind=complex),
            "body_shape": of(lambda mode: [*mode.bodies.values()], on_bodies, ("move", 6), unit=MIXED, kind=complex),
            "kinetic": of(lambda mode: [*mode.kinetic.values()], on_bodies),
            "elastic": of(lambda mode: [*mode.elastic.values()], on_springs),
        }
        names = labels("mode", range(len(self))) | labels("body", bodies) | labels("spring", springs)
        names |= labels("move", ("x", "y", "z", "turn x", "turn y", "turn z"))
        names |= labels("coordinate", coordinates) if coordinates else {}
        return Table("mode", variables, names, {"mechanism": self.name})

    def _draw(self, ax: Axes | None) -> Figure:
        """Draw frequencies by mode, and damping ratios below if there are any."""
        damped = ax is None and bool(np.abs(self.damping).max(initial=0.0) > REAL)
        figure, axes = new_axes(ax, 2 if damped else 1)
        panels = ((self.frequencies, "frequency (Hz)"), (self.damping, "damping ratio"))
        kinds = [mode.kind for mode in self.modes]
        for axis, (values, word) in zip(axes, panels, strict=False):
            for kind, colour in zip(KINDS, (COLOURS[0], COLOURS[2], COLOURS[1], "0.5"), strict=True):
                k = np.array([place for place, own in enumerate(kinds) if own == kind], int)
                if k.size:
                    axis.vlines(k, 0.0, values[k], color=colour, linewidth=1.5)
                    axis.plot(k, values[k], "o", color=colour, markersize=5, label=kind)
            axis.axhline(0.0, color="0.7", linewidth=0.8)
            axis.set_ylabel(word)
            tidy(axis, legend=axis is axes[0] and len(set(kinds)) > 1)
        axes[-1].set_xlabel("mode")
        axes[-1].set_xlim(-0.5, max(len(self), 1) - 0.5)
        axes[-1].locator_params(axis="x", integer=True, min_n_ticks=1)
        if ax is None:
            axes[0].set_title(self.name, loc="left", fontsize="medium", fontweight="bold")
        return figure

    def rows(self) -> list[tuple[str, ...]]:
        """Return the rows of the table: number, kind, frequencies, damping ratio, moving coordinates."""
        rows: list[tuple[str, ...]] = [("mode", "kind", "frequency Hz", "undamped Hz", "damping ratio", "moves")]
        for k, mode in enumerate(self.modes[:SHOWN]):
            shown = ("", "", "")
            if not mode.rigid:
                damping = 0.0 if self._undamped(mode) else mode.damping
                shown = (f"{mode.frequency:.6g}", f"{mode.undamped:.6g}", f"{damping:.6g}")
            moves = ", ".join(f"{name} {_amount(x)}" for name, x in list(mode.moves.items())[:MOVES])
            rows.append((str(k), mode.kind, *shown, moves))
        return rows

    def _undamped(self, mode: Mode) -> bool:
        """Return whether the damping of a mode is only round-off."""
        return abs(mode.eigenvalue.real) <= min(self.rounding, REAL * abs(mode.eigenvalue))

    def __str__(self) -> str:
        if not self.modes:
            return f"modes of {self.name or '(unnamed)'}: none, as nothing can move"
        rows = self.rows()
        widths = [max(len(row[c]) for row in rows) for c in range(5)]
        lines = [
            "  ".join(text.ljust(w) if c == 1 else text.rjust(w) for c, (text, w) in enumerate(zip(row, widths, strict=False)))
            + f"  {row[5]}"
            for row in rows
        ]  # fmt: skip
        at = "" if self.resting else "; not at rest: they belong to the chosen states"
        lines.insert(0, f"modes of {self.name or '(unnamed)'}: {len(self)}, {len(self.rigid)} rigid{at}")
        if len(self.modes) > SHOWN:
            lines.append(f"… {len(self.modes) - SHOWN} more")
        if self.linear is not None and self.linear.singular:
            lines.append(f"the pose is {self.linear.singular}")
        return "\n".join(line.rstrip() for line in lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(self.rows())


def _amount(x: complex) -> str:
    if abs(x.imag) <= 1e-6 * abs(x):
        return f"{x.real:+.3g}"
    return f"{abs(x):.3g}∠{np.degrees(np.angle(x)):.0f}°"


def find_modes(lin: LinearSystem, count: int | None = None) -> Modes:
    """Return the modes of a LinearSystem, or the lowest of them."""
    if problem := count_problem(count):
        raise ValueError(f"modes: {problem}")
    values, vectors, rigid, zeros = eigenpairs(*lin.for_modes())
    modes = [_mode(lin, 0j, x.astype(complex), True) for x in rigid.T[:count]]
    order = np.lexsort((np.abs(values.imag), np.abs(values)))
    once = [k for k in order if values[k].imag >= 0]
    once = once if count is None else once[: max(0, count - len(modes))]
    modes += [_mode(lin, complex(values[k]), vectors[:, k], False) for k in once]
    return Modes(lin.model.name, tuple(modes), zeros, lin.resting, lin, rounding_of(values))


def count_problem(count: object) -> str:
    """Return the problem of a number of modes, or an empty text; None means all modes."""
    if count is None or (isinstance(count, Integral) and not isinstance(count, bool) and int(count) >= 1):
        return ""
    return f"count is how many modes are wanted, a positive number, not {count!r}"


def _mode(lin: LinearSystem, value: complex, x: np.ndarray, rigid: bool) -> Mode:
    dq = lin.position_map[:, lin.free] @ x
    unit = unit_of(dq, lin.scale, x)
    dq, x = dq / unit, x / unit
    motion = np.einsum("bij,j->bi", lin.body_map[:, :, lin.free], x)
    states = {lin.states[place]: complex(value) for place, value in zip(lin.free, x, strict=True)}
    stretches = {name: (K, G[:, lin.free] @ x) for name, (K, G) in lin.springs.items()}
    return shaped_mode(
        value, rigid, dq, motion, states, stretches, names=lin.all_coordinates, scale=lin.scale, bodies=lin.bodies,
        inertia=lin.body_inertia,
    )  # fmt: skip


def unit_of(dq: np.ndarray, scale: np.ndarray, x: np.ndarray) -> complex:
    """Return the divisor of a mode: its largest coordinate in rad or lengths, or its largest state if nothing moves."""
    size = scale * np.abs(dq)
    if size.max(initial=0.0) <= 1e-12 * np.abs(x).max(initial=0.0):
        return x[np.argmax(np.abs(x))]
    first = int(
        np.flatnonzero(size >= 0.999 * size.max())[0]
    )  # the first of nearly equal ones, regardless of round-off
    return dq[first] * scale[first]


def shaped_mode(
    value: complex, rigid: bool, dq: np.ndarray, motion: np.ndarray, states: dict[str, complex],
    stretches: dict[str, tuple[np.ndarray, np.ndarray]], *, names: Sequence[str], scale: np.ndarray, bodies: tuple[str, ...],
    inertia: np.ndarray,
) -> Mode:  # fmt: skip
    """Return a mode from its displacements of coordinates, bodies (n_body, 6) and springs: stiffness (k, k) and
    stretches (k)."""
    order = np.argsort(-np.round(scale * np.abs(dq), 9), kind="stable")
    moves = {names[int(k)]: complex(dq[k]) for k in order if scale[k] * abs(dq[k]) > 1e-6}
    kinetic = np.einsum("bi,bij,bj->b", motion.conj(), inertia, motion).real
    elastic = np.array([(g.conj() @ K @ g).real for K, g in stretches.values()])
    return Mode(
        value, dq, dict(zip(bodies, motion, strict=True)), states, moves, _shares(bodies, kinetic),
        _shares(tuple(stretches), elastic), rigid,
    )  # fmt: skip


def _shares(names: tuple[str, ...], energies: np.ndarray) -> dict[str, float]:
    total = np.abs(energies).sum()
    return dict(zip(names, (energies / total if total > 0 else energies).tolist(), strict=True))
