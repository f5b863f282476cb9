"""Signals of a run as columns: one scalar each, vectors by their components."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from linkwork.analyses.result import HistoryResult

SUFFIXES = {
    (): [""],
    (3,): [".x", ".y", ".z"],
    (4,): [".w", ".x", ".y", ".z"],
    (3, 3): [f".{a}{b}" for a, b in product("xyz", repeat=2)],
}
AXES = {(): {}, (3,): {"axis": "xyz"}, (4,): {"wxyz": "wxyz"}, (3, 3): {"row": "xyz", "column": "xyz"}}  # dimensions


def columns(run: HistoryResult, path: str) -> dict[str, np.ndarray]:
    """Scalar histories by name: `D.force` gives D.force.x, D.force.y and D.force.z, each (nt,)."""
    values = run[path]
    suffixes = SUFFIXES[values.shape[1:]]
    flat = values.reshape(len(run), len(suffixes))
    return {path + suffix: flat[:, k] for k, suffix in enumerate(suffixes)}


def shown_in(unit: str, degrees: bool = False) -> tuple[float, str]:
    """The factor and the unit in which a signal is shown: with degrees, `rad/s` gives (57.3, "deg/s")."""
    return (180.0 / math.pi, unit.replace("rad", "deg", 1)) if degrees and unit.startswith("rad") else (1.0, unit)
