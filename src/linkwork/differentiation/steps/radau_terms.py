"""The places of Jacobian entries in the block matrix of the linearized stage equations.

Which entries can differ from zero is learned from their values, and cached.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.differentiation.stage_jacobians import StageJacobians
from linkwork.model.tangent_places import TangentPlaces
from linkwork.numerics.block_lu import Pattern, add_terms, eliminated, outside

SAME, RATE, POSITION, TURN = (
    0,
    1,
    2,
    3,
)  # what a block weighs a number with: 1, A^-1 / h, h A; 9 for each quaternion follow


class Source(NamedTuple):
    """A matrix of the stages, and where its entries go."""

    name: str  # of StageJacobians
    sign: float
    row: str  # of the equations F, z or rows
    by: str  # q, v, rates (of v), z; or transposed: forces of the rows


SOURCES = (
    Source("F_q", 1.0, "F", "q"), Source("F_v", 1.0, "F", "v"), Source("M", 1.0, "F", "rates"), Source("F_z", 1.0, "F", "z"),
    Source("Phi_v", 1.0, "rows", "rates"), Source("Phi_v", 1.0, "F", "rows"), Source("Phiddot_q", 1.0, "rows", "q"),
    Source("gamma_v", -1.0, "rows", "v"), Source("zdot_q", -1.0, "z", "q"), Source("zdot_v", -1.0, "z", "v"),
    Source("zdot_z", -1.0, "z", "z"),
)  # fmt: skip


class Layout(NamedTuple):
    """What has been learned: the places of all entries of the sources that can differ from zero."""

    sources: list[Source]
    known: list[np.ndarray]  # of each source
    pattern: Pattern
    parts: list[
        tuple[np.ndarray, ...]
    ]  # of each source: which numbers, their weights, rows and columns of their blocks
    places: list[tuple[np.ndarray, np.ndarray]]  # addresses of those
    same: tuple[np.ndarray, ...]  # likewise, the rates of block states

    def complete(self, S: StageJacobians) -> bool:
        """Return whether S (flat) has no entry that the layout would miss."""
        return not any(
            outside(getattr(S, source.name), known) for source, known in zip(self.sources, self.known, strict=True)
        )

    def assemble(self, S: StageJacobians, weights: np.ndarray, out: np.ndarray) -> None:
        """Compute the block matrix from S (flat) and weights (…, s, s), laid out as the pattern."""
        out[:] = 0.0
        for source, part, place in zip(self.sources, self.parts, self.places, strict=True):
            add_terms(getattr(S, source.name), source.sign, *part[:2], *place, weights, out)
        if self.same[0].size:
            add_terms(np.ones((len(S.M), 1)), 1.0, *self.same, weights, out)


class Terms:
    """The terms of a model with s stages; the unknowns are v, the block states and the multipliers of active rows."""

    layout: Layout | None = None  # learned last

    def __init__(self, maps: TangentPlaces, active: np.ndarray, n: int, nz: int, s: int):
        self.maps, self.active, self.n, self.nz, self.s = maps, active, n, nz, s
        self.first = {"F": 0, "v": 0, "rates": 0, "z": n, "rows": n + nz}
        self.size = n + nz + active.size
        self.group = np.full(n, -1)
        for b, entries in enumerate(maps.turn_v):
            self.group[entries] = b

    def learn(self, S: StageJacobians) -> Layout:
        """Return a new layout with all entries of S (flat) that are not zero, or were not zero before."""
        if self.layout is None:
            sources = [source for source in SOURCES if getattr(S, source.name).shape[1]]
            known = [np.zeros(getattr(S, source.name).shape[1], bool) for source in sources]
        else:
            sources, known = self.layout.sources, self.layout.known
        known = [
            before | (getattr(S, source.name) != 0.0).any(0) for source, before in zip(sources, known, strict=True)
        ]
        known[:3] = [known[0] | known[1] | known[2]] * 3  # what positions couple, velocities soon will
        parts = [self._part(source, mine) for source, mine in zip(sources, known, strict=True)]
        same = np.arange(self.n, self.n + self.nz)
        rows, cols = (np.concatenate([same, *(part[k] for part in parts)]) for k in (2, 3))
        pattern = eliminated(rows, cols, self.size, self.active.size, self.s)
        places = [pattern.addresses(part[2], part[3]) for part in parts]
        of_states = np.zeros(self.nz, int), np.full(self.nz, RATE), *pattern.addresses(same, same)
        self.layout = Layout(sources, known, pattern, parts, places, of_states)
        return self.layout

    def _part(self, source: Source, known: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return which entries are used, their weights, and the rows and columns of their blocks."""
        which = np.flatnonzero(known)
        width = self.nz if source.by == "z" else self.n
        row, col = np.divmod(which, width)
        if source.name in ("Phi_v", "Phiddot_q", "gamma_v"):
            place = np.full(known.size // width, -1)
            place[self.active] = np.arange(self.active.size)
            which, col, row = (part[place[row] >= 0] for part in (which, col, place[row]))
        if source.by == "rows":  # their forces: transposed
            return which, np.full(which.size, SAME), col, self.first["rows"] + row
        row = row + self.first[source.row]
        if source.by != "q":
            weight = RATE if source.by == "rates" else SAME
            return which, np.full(which.size, weight), row, col + self.first[source.by]
        turned = self.group[col] >= 0
        b = self.group[col[turned]]
        entry = (self.maps.turn_v[b] == col[turned, None]).argmax(1) if b.size else b
        parts: list[Any] = [(which[~turned], np.full((~turned).sum(), POSITION), row[~turned], col[~turned])]
        for k in range(3):
            parts.append((which[turned], TURN + 9 * b + 3 * entry + k, row[turned], self.maps.turn_v[b, k]))
        return tuple(np.concatenate([part[k] for part in parts]).astype(int) for k in range(4))
