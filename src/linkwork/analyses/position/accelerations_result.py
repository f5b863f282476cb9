"""Accelerations and multipliers of one state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.description.choices import Formulation


@dataclass(frozen=True, eq=False)
class Accelerations:
    """What `accelerations` returns."""

    vdot: np.ndarray  # (nv) rad/s², m/s²
    lam: np.ndarray  # (n_rows) N, N m; the smallest, in scaled rows, where not unique
    formulation: Formulation
    rows: tuple[str, ...]  # a name for every multiplier
    unique: bool  # False: some rows depend on others, so that lam is one of many
    read: Callable[[str], Any] = field(repr=False)  # a signal at these accelerations

    def __getitem__(self, path: str) -> Any:
        """A signal with these accelerations: `acc["crank.acceleration"]`, `acc["D.force"]`."""
        return self.read(path)

    def __repr__(self) -> str:
        with np.printoptions(precision=6, threshold=12):
            note = "" if self.unique else ", lam not unique"
            return f"Accelerations(vdot={self.vdot}, lam={self.lam}, {type(self.formulation).__name__}{note})"
