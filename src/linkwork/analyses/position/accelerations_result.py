"""Accelerations and multipliers of one state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from linkwork.analyses.result import Result, SignalValue
from linkwork.analyses.table import MIXED, Table, Variable, labels
from linkwork.description.choices import Formulation


@dataclass(frozen=True, eq=False)
class Accelerations(Result):
    """What `accelerations` returns."""

    _what = "a set of accelerations"
    _no_figure = 'print it; a run draws accelerations over time, run.plot("crank.acceleration")'
    _no_page = "lw.show(model, state) opens the page of the state, which has the accelerations among its signals"

    vdot: np.ndarray  # (nv) rad/s², m/s²
    lam: np.ndarray  # (n_rows) N, N m; the smallest, in scaled rows, if not unique
    formulation: Formulation
    rows: tuple[str, ...]  # a name for every multiplier
    unique: bool  # False: some rows depend on others, so that lam is one of many
    read: Callable[[str], SignalValue] = field(repr=False)  # a signal at these accelerations

    def __getitem__(self, path: str) -> SignalValue:
        """Return a signal with these accelerations: `acc["crank.acceleration"]`, `acc["D.force"]`."""
        return self.read(path)

    def _table(self) -> Table:
        variables = {"vdot": Variable(("velocity",), self.vdot, MIXED), "lam": Variable(("row",), self.lam, MIXED)}
        return Table("velocity", variables, labels("row", self.rows), {"lam_unique": int(self.unique)})

    def __repr__(self) -> str:
        with np.printoptions(precision=6, threshold=12):
            note = "" if self.unique else ", lam not unique"
            return f"Accelerations(vdot={self.vdot}, lam={self.lam}, {type(self.formulation).__name__}{note})"
