"""Some of a model's numbers for other numbers of its description, without lowering all of it where possible."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.description.geometry import Geometry
from linkwork.kernels import arrays as K
from linkwork.model.lowering.frames import Placement
from linkwork.model.lowering.inertia import inertia_rows, moment_rows
from linkwork.model.lowering.laws import effort_law
from linkwork.model.model import Model

Q0 = "q0"


class Entries:
    """The entries `chosen` of [floats, q0].

    >>> Entries(model, [4, 7]).at(values)
    """

    def __init__(self, model: Model, chosen: np.ndarray):
        self.model, self.chosen = model, np.asarray(chosen, np.int64)
        self.where: dict[
            str, tuple[np.ndarray, np.ndarray, np.ndarray]
        ] = {}  # indices in `chosen`, rows and columns of a field
        spans = [
            (name, *model.ints[2 * k : 2 * k + 2].tolist())
            for k, name in enumerate(K.Model._fields)
            if name not in K.INTS
        ]
        for name, first, last in [*spans, (Q0, model.floats.size, model.floats.size + model.nq)]:
            at = np.flatnonzero((self.chosen >= first) & (self.chosen < last))
            if at.size:
                rows, columns = np.divmod(self.chosen[at] - first, K.COLUMNS.get(name, 0) or 1)
                self.where[name] = at, rows, columns
        self.local = set(self.where) <= set(_FIELDS)

    def at(self, values: np.ndarray) -> np.ndarray:
        """Return the values of the chosen entries for a vector of the description's numbers."""
        if not self.local:
            changed = self.model.with_values(values)
            return np.concatenate((changed.floats, changed.lowered.q0))[self.chosen]
        model, out = self.model, np.zeros(self.chosen.size, values.dtype)
        geometry = Geometry(model.numbers.with_values(values), planar=model.structure.plane is not None)
        placement = Placement(geometry, model.structure.topology)
        for name, (at, rows, columns) in self.where.items():
            used, back = np.unique(rows, return_inverse=True)
            out[at] = np.array(_FIELDS[name](model, placement, used)).reshape(used.size, -1)[back, columns]
        return out


def _frames(model: Model, placement: Placement, rows: np.ndarray) -> np.ndarray:
    keys = list(model.lowered.frames)
    return placement.rows([keys[f] for f in rows])[1]


def _efforts(model: Model, placement: Placement, rows: np.ndarray) -> list[Any]:
    names, parts = list(model.lowered.efforts), model.numbers.parts
    return [effort_law(placement.geometry, parts[names[e]]) for e in rows]  # type: ignore[arg-type]


def _laws(model: Model, placement: Placement, rows: np.ndarray) -> list[Any]:
    """Return the constants of force laws; a law's numbers are computed once for all its constants."""
    names, start = list(model.lowered.laws), model.lowered.arrays["law_start"]
    owner = np.searchsorted(start, rows, side="right") - 1
    numbers: dict[int, list[Any]] = {}
    for k in np.unique(owner).tolist():
        part: Any = model.numbers.parts[names[k]]
        numbers[k] = part.numbers(placement.geometry)
    return [numbers[k][row - start[k]] for k, row in zip(owner.tolist(), rows.tolist(), strict=True)]


_FIELDS = {
    "X_PI": lambda model, placement, rows: placement.tree_rows()[rows],
    "inertia": lambda model, placement, rows: inertia_rows(placement.geometry, placement)[rows],
    "moments": lambda model, placement, rows: moment_rows(placement.geometry, placement)[rows],
    "gravity": lambda model, placement, rows: np.array(placement.geometry.numbers.gravity())[rows],
    "X_BF": _frames,
    "effort_law": _efforts,
    "law_const": _laws,
    Q0: lambda model, placement, rows: placement.design_coordinates()[rows],
}
