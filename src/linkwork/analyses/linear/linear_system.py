"""A linear model of a mechanism about a state, with the names of its states, inputs and outputs. Data that prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analyses.linear.eigenpairs import REAL
from linkwork.analyses.linear.modes_result import Modes, find_modes
from linkwork.analyses.linear.responses import Responses
from linkwork.analyses.plotting import COLOURS, new_axes, tidy
from linkwork.analyses.result import Result, html_pairs
from linkwork.analyses.table import MIXED, Table, Variable, labels
from linkwork.model.model import Model
from linkwork.model.state import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = 12  # names in a line
LATER = ("of_bodies", "weigh", "examine", "for_modes")  # fields that are computed on first use


@dataclass(frozen=True, eq=False)
class Known:
    """A function without arguments that returns a known value."""

    answer: Any

    def __call__(self) -> Any:
        return self.answer


@dataclass(frozen=True, eq=False)
class LinearSystem(Responses, Result):
    """What `linearize` returns: d/dt x = A x + B u, y = C x + D u for small changes, each with its name.

    >>> lin.A, lin.states, lin.stiffness, lin.coordinates
    >>> lin.modes()
    """

    _what = "a linear model"
    _no_page = "a page shows what moves; lin.modes().save_html(…) writes the page of its modes"

    model: Model = field(repr=False)
    state: State  # the state about which it is linearized
    input_values: dict[str, float]  # values of all inputs there
    states: tuple[str, ...]  # positions, speeds, states of blocks
    inputs: tuple[str, ...]  # a driver's is its acceleration
    outputs: tuple[str, ...]
    A: np.ndarray  # (n, n)
    B: np.ndarray  # (n, n_inputs)
    C: np.ndarray  # (n_outputs, n)
    D: np.ndarray  # (n_outputs, n_inputs)
    coordinates: tuple[str, ...]  # independent positions; drivers that are inputs left out
    speeds: tuple[str, ...]  # independent speeds: fewer than positions where rows are of velocity level
    mass: (
        np.ndarray
    )  # (n_speeds, n_speeds): mass dwdot + damping dw + stiffness dx = generalized forces along the speeds
    damping: np.ndarray  # (n_speeds, n_speeds) with gyroscopic terms
    stiffness: np.ndarray  # (n_speeds, n_coordinates) with what weight, motion and constraint forces add
    free: np.ndarray  # indices in `states` of all but those of drivers
    all_coordinates: tuple[str, ...]  # names of the model's velocities
    scale: np.ndarray  # (nv) 1 for those in rad, 1 / length for those in m
    position_map: np.ndarray  # (nv, n) displacements of all coordinates by states, tangent
    velocity_map: np.ndarray  # (nv, n)
    bodies: tuple[str, ...]
    of_bodies: Callable[[], np.ndarray] = field(repr=False)  # computes `body_map`
    resting: bool  # whether the state is an equilibrium; otherwise eigenvalues depend on the choice of states
    not_unique: tuple[str, ...] = ()  # outputs that redundant constraints leave undetermined
    unsteady: str = ""  # why eigenvalues are not those of the motion, if the model changes along it
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are finite differences
    weigh: Callable[[], tuple[np.ndarray, dict[str, tuple[np.ndarray, np.ndarray]]]] = field(
        repr=False, default=lambda: (np.zeros((0, 6, 6)), {})
    )  # inertias and springs
    examine: Callable[[], str] = field(repr=False, default=lambda: "")  # computes `singular`
    for_modes: Callable[[], tuple[np.ndarray, np.ndarray]] = field(
        repr=False, default=lambda: (np.zeros((0, 0)), np.zeros((0, 0)))
    )  # A of the free states without round-off, and changes of `coordinates` that no force opposes

    def __getstate__(self) -> dict[str, object]:
        """Return the fields for pickling, after computing those that are computed on first use."""
        return {**vars(self), **{name: Known(getattr(self, name)()) for name in LATER}}

    @cached_property
    def body_map(self) -> np.ndarray:
        """The displacement and small rotation of every body by states, world axes, shape (n_body, 6, n)."""
        return self.of_bodies()

    @cached_property
    def singular(self) -> str:
        """A message if the constraints lose rank in this pose, else an empty text. Large models are not examined."""
        return self.examine()

    @cached_property
    def _weighed(self) -> tuple[np.ndarray, dict[str, tuple[np.ndarray, np.ndarray]]]:
        return self.weigh()

    @property
    def body_inertia(self) -> np.ndarray:
        """The inertia of the motions in `body_map`, kg, kg m, kg m², shape (n_body, 6, 6)."""
        return self._weighed[0]

    @property
    def springs(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """The springs and force laws by name: stiffness (k, k) and stretches by states (k, n)."""
        return self._weighed[1]

    def modes(self, count: int | None = None) -> Modes:
        """Return the frequencies, damping ratios and shapes, drivers held; sorted, rigid-body modes first. Only the
        lowest `count` if given.

        >>> print(lin.modes())
        """
        return find_modes(self, count)

    @property
    def eigenvalues(self) -> np.ndarray:
        """Return the eigenvalues of A by size, 1/s."""
        values = np.linalg.eigvals(self.A)
        return values[np.lexsort((values.imag, np.abs(values)))]

    def _table(self) -> Table:
        """Return a table of the matrices; its frame has a row for every state, with A and B."""
        variables = {
            "A": Variable(("state", "by_state"), self.A, MIXED), "B": Variable(("state", "input"), self.B, MIXED),
            "C": Variable(("output", "by_state"), self.C, MIXED), "D": Variable(("output", "input"), self.D, MIXED),
            "mass": Variable(("speed", "by_speed"), self.mass, MIXED),
            "damping": Variable(("speed", "by_speed"), self.damping, MIXED),
            "stiffness": Variable(("speed", "by_coordinate"), self.stiffness, MIXED),
            "eigenvalue": Variable(("pole",), self.eigenvalues, "1/s"),
        }  # fmt: skip
        names = {
            "state": self.states, "by_state": self.states, "input": self.inputs, "output": self.outputs, "speed": self.speeds,
            "by_speed": self.speeds, "by_coordinate": self.coordinates,
        }  # fmt: skip
        coordinates = {key: value for dim, words in names.items() for key, value in labels(dim, words).items()}
        facts = {"mechanism": self.model.name, "time": self.state.t, "resting": int(self.resting)}
        return Table("state", variables, coordinates, facts)

    def _draw(self, ax: Axes | None) -> Figure:
        """Draw the poles in the complex plane; `plot_bode` draws responses over frequency."""
        figure, (axis,) = new_axes(ax, 1, square=True)
        poles = self.eigenvalues
        poles.real[np.abs(poles.real) <= REAL * np.abs(poles)] = 0.0  # round-off, which would stretch the axis
        grows = poles.real > REAL * np.abs(poles)
        axis.axhline(0.0, color="0.7", linewidth=0.8)
        axis.axvline(0.0, color="0.7", linewidth=0.8)
        for chosen, colour, word in ((~grows, COLOURS[0], "decays or stays"), (grows, COLOURS[1], "grows")):
            if chosen.any():
                axis.plot(poles[chosen].real, poles[chosen].imag, "x", color=colour, markersize=7, label=word)
        axis.set(xlabel="real part (1/s)", ylabel="imaginary part (rad/s)")
        axis.margins(0.15)
        tidy(axis, legend=bool(grows.any()))
        if ax is None:
            axis.set_title(self.model.name, loc="left", fontsize="medium", fontweight="bold")
        return figure

    def table(self) -> list[tuple[str, str]]:
        """Return the printed lines, as pairs of a word and a text."""
        name = self.model.name or "(unnamed)"
        at = "at rest" if self.resting else "not at rest: eigenvalues belong to these states"
        rows = [
            ("linear model", f"{name}, {self.model.coordinates} coordinates, t = {self.state.t:g} s, {at}"),
            ("states", _list(self.states)),
            ("inputs", _list(self.inputs)),
            ("outputs", _list(self.outputs)),
            ("freedoms", f"{len(self.coordinates)} positions, {len(self.speeds)} speeds"),
        ]
        if self.singular:
            rows.append(("pose", self.singular))
        if self.unsteady:
            rows.append(("unsteady", self.unsteady))
        if self.not_unique:
            rows.append(("not unique", _list(self.not_unique)))
        if self.approximate:
            rows.append(("note", f"derivatives by differences: {', '.join(self.approximate)}"))
        return rows

    def __str__(self) -> str:
        return "\n".join(f"{word:<14}{text}" for word, text in self.table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_pairs(self.table())


def _list(names: Sequence[str]) -> str:
    more = f", … ({len(names)} in all)" if len(names) > SHOWN else ""
    return (", ".join(names[:SHOWN]) or "none") + more
