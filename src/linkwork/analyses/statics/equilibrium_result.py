"""The result of an equilibrium: positions, joint loads, stiffness, stability, and the attempts that led to it."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from linkwork.analyses.position.reactions_result import Reactions
from linkwork.analyses.result import PositionResult, SignalValue, html_pairs
from linkwork.analyses.table import MIXED, Table, Variable, labels
from linkwork.model.model import Model
from linkwork.model.state import State

SHOWN = 12  # lines of a table
MATTERS = 0.1  # of the largest coordinate of a direction: smaller ones are not printed


@dataclass(frozen=True)
class Direction:
    """A small displacement from equilibrium and its stability."""

    kind: str  # stable, unstable, neutral
    rate: float  # 1/s²: the square of its natural frequency in rad/s; below zero it grows
    moves: dict[str, float]  # by coordinate, the largest first and scaled to 1; in rad and m

    def __str__(self) -> str:
        size = max(map(abs, self.moves.values()), default=0.0)
        shown = [f"{name} {x:+.3g}" for name, x in self.moves.items() if abs(x) >= MATTERS * size]
        more = f" … ({len(shown)} coordinates)" if len(shown) > 6 else ""
        return ", ".join(shown[:6]) + more


@dataclass(frozen=True)
class Attempt:
    """An attempt by one method."""

    method: str  # newton, continuation, relaxation
    found: bool
    iterations: int
    residual: float  # largest unbalanced force at its end, relative to the largest force
    note: str

    def __str__(self) -> str:
        return f"{self.method}: {self.note} ({self.iterations} step{'s' * (self.iterations != 1)}, residual {self.residual:.1e})"


@dataclass(frozen=True, eq=False)
class Equilibrium(PositionResult):
    """What `equilibrium` returns.

    >>> eq["D.force"], eq.stability, eq.stiffness
    """

    _what = "an equilibrium"
    _no_figure = "it is one position; eq.show() draws the mechanism there, lw.equilibria(…) follows it over a sweep that can be plotted"

    model: Model = field(repr=False)
    state: State  # on the constraints, v = 0
    lam: np.ndarray  # (n_rows) N, N m; the smallest, in scaled rows, where not unique
    lam_unique: bool
    inputs: dict[str, float]  # all inputs, including the trimmed ones
    trim: dict[str, float]  # the trimmed ones
    hold: dict[str, float]  # held signals and their values
    residual: float  # largest unbalanced generalized force, relative to the largest force (times length)
    stability: str  # stable, unstable, neutral
    directions: tuple[Direction, ...]  # unstable and neutral ones
    softest: Direction | None  # the stable direction that gives most, if there is one
    rates: np.ndarray  # 1/s², ascending: squares of the undamped natural frequencies
    independent: tuple[str, ...]  # coordinates of stiffness and mass
    stiffness: (
        np.ndarray
    )  # (n, n) N m/rad, N/m: force along a coordinate by displacement of another, along the constraints
    mass: np.ndarray  # (n, n)
    method: str  # of the last attempt
    account: tuple[Attempt, ...]  # all attempts
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are finite differences
    read: Callable[[str], SignalValue] = field(repr=False, default=lambda path: np.nan)
    react: Callable[[], Reactions] = field(repr=False, default=lambda: Reactions({}, {}, {}))

    def __getitem__(self, path: str) -> SignalValue:
        """Return a signal at the equilibrium: `eq["A.angle"]`, `eq["D.force"]`, a trimmed input by its name."""
        return self.read(path)

    @cached_property
    def reactions(self) -> Reactions:
        """The force and torque of every joint, with flags for components that are not unique."""
        return self.react()

    @property
    def unstable(self) -> tuple[Direction, ...]:
        return tuple(d for d in self.directions if d.kind == "unstable")

    @property
    def neutral(self) -> tuple[Direction, ...]:
        return tuple(d for d in self.directions if d.kind == "neutral")

    @property
    def iterations(self) -> int:
        """The number of steps of the method that succeeded."""
        return self.account[-1].iterations if self.account else 0

    def _table(self) -> Table:
        """Return the reactions by joint, and beside them the position, the multipliers and the matrices by
        coordinate."""
        reactions, matrix = self.reactions._table(), ("coordinate", "by_coordinate")
        variables = {
            **reactions.variables, "q": Variable(("position",), self.state.q, MIXED), "lam": Variable(("row",), self.lam, MIXED),
            "inputs": Variable(("input",), np.array(list(self.inputs.values()), float)),
            "rates": Variable(("direction",), self.rates, "1/s²"), "stiffness": Variable(matrix, self.stiffness, MIXED),
            "mass": Variable(matrix, self.mass, MIXED),
        }  # fmt: skip
        names = {"row": self.model.row_names, "input": list(self.inputs), **dict.fromkeys(matrix, self.independent)}
        coordinates = {**reactions.coordinates, **{k: v for dim, x in names.items() for k, v in labels(dim, x).items()}}
        return Table(reactions.index, variables, coordinates, self._attributes())

    def _attributes(self) -> dict[str, str | float | int]:
        facts = {"time": self.state.t, "stability": self.stability, "residual": self.residual}
        return {"mechanism": self.model.name, **facts, "lam_unique": int(self.lam_unique)}

    def table(self) -> list[tuple[str, str]]:
        """Return the printed lines, as pairs of a word and a text."""
        name = self.model.name or "(unnamed)"
        rows = [
            ("equilibrium", f"{name}, {self.model.coordinates} coordinates, t = {self.state.t:g} s"),
            (
                "found by",
                f"{self.method}, {self.iterations} step{'s' * (self.iterations != 1)}; largest unbalanced force {self.residual:.1e} of the largest",
            ),
            ("stability", self._verdict()),
        ]
        rows += [(d.kind, str(d)) for d in self.directions[:SHOWN]]
        if self.softest is not None:
            hertz = np.sqrt(self.softest.rate) / (2 * np.pi)
            rows.append(("softest", f"{self.softest}: {hertz:.4g} Hz undamped"))
        rows += [("held", f"{path} = {value:.9g}") for path, value in list(self.hold.items())[:SHOWN]]
        rows += [("trimmed", f"{path} = {value:.9g}") for path, value in list(self.trim.items())[:SHOWN]]
        for k, coordinate in list(enumerate(self.independent))[:SHOWN]:
            value = self.read(coordinate) if " " not in coordinate else None
            at = "" if value is None else f" = {value:.9g}"
            rows.append(("position", f"{coordinate}{at}, stiffness {self.stiffness[k, k]:.6g}"))
        if len(self.independent) > SHOWN:
            rows.append(("", f"… {len(self.independent) - SHOWN} more coordinates"))
        rows += [("tried", str(attempt)) for attempt in self.account[:-1]]
        if self.approximate:
            rows.append(("note", f"derivatives by differences: {', '.join(self.approximate)}"))
        return rows

    def _verdict(self) -> str:
        counts = [
            f"{len(directions)} {kind}"
            for kind, directions in (("unstable", self.unstable), ("neutral", self.neutral))
            if directions
        ]
        return (
            f"{self.stability} ({', '.join(counts)} of {len(self.independent)} directions)"
            if counts
            else self.stability
        )

    def __str__(self) -> str:
        lines = [f"{word:<13}{text}" for word, text in self.table()]
        return "\n".join([*lines, "", str(self.reactions)]) if len(self.reactions) <= 40 else "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"{html_pairs(self.table())}<pre>{html.escape(str(self.reactions))}</pre>"
