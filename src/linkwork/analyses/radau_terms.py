"""Which numbers of the linearized stage equations go where in their block matrix: found from what is not zero, and kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.analyses.tangent_maps import TangentMaps
from linkwork.formulations.stage_slopes import StageSlopes
from linkwork.numerics.block_lu import Pattern, add_terms, eliminated, outside

SAME, RATE, POSITION, TURN = (
    0,
    1,
    2,
    3,
)  # what a block weighs a number with: 1, A^-1 / h, h A; 9 for each quaternion follow


class Source(NamedTuple):
    """A matrix of the stages, and where its numbers go."""

    name: str  # of StageSlopes
    sign: float
    row: str  # of the equations F, z or rows
    by: str  # q, v, rates (of v), z; or transposed: forces of the rows


SOURCES = (
    Source("F_q", 1.0, "F", "q"), Source("F_v", 1.0, "F", "v"), Source("M", 1.0, "F", "rates"), Source("F_z", 1.0, "F", "z"),
    Source("Phi_v", 1.0, "rows", "rates"), Source("Phi_v", 1.0, "F", "rows"), Source("Phiddot_q", 1.0, "rows", "q"),
    Source("gamma_v", -1.0, "rows", "v"), Source("zdot_q", -1.0, "z", "q"), Source("zdot_v", -1.0, "z", "v"),
    Source("zdot_z", -1.0, "z", "z"),
)  # fmt: skip


class Terms:
    """Of a model with s stages: unknowns are the v, the block states and the multipliers of rows that are kept."""

    pattern: Pattern  # learned last

    def __init__(self, maps: TangentMaps, kept: np.ndarray, n: int, nz: int, s: int):
        self.maps, self.kept, self.n, self.nz, self.s = maps, kept, n, nz, s
        self.first = {"F": 0, "v": 0, "rates": 0, "z": n, "rows": n + nz}
        self.size = n + nz + kept.size
        self.sources: list[Source] = []
        self.known: list[np.ndarray] = []
        self.group = np.full(n, -1)
        for b, entries in enumerate(maps.turn_v):
            self.group[entries] = b
        self.ones = np.ones((s, 1))

    def complete(self, S: StageSlopes) -> bool:
        """Whether no number of S (flat) would be missed."""
        return bool(self.sources) and not any(
            outside(getattr(S, source.name), known) for source, known in zip(self.sources, self.known, strict=True)
        )

    def learn(self, S: StageSlopes) -> None:
        """New patterns, with everything that is not zero in S (flat) or was not before."""
        if not self.sources:
            self.sources = [source for source in SOURCES if getattr(S, source.name).shape[1]]
            self.known = [np.zeros(getattr(S, source.name).shape[1], bool) for source in self.sources]
        self.known = [
            known | (getattr(S, source.name) != 0.0).any(0)
            for source, known in zip(self.sources, self.known, strict=True)
        ]
        common = self.known[0] | self.known[1] | self.known[2]  # what positions couple, velocities soon will
        self.known[:3] = [common] * 3
        self.parts = [self._part(source, known) for source, known in zip(self.sources, self.known, strict=True)]
        same = np.arange(self.n, self.n + self.nz)
        rows, cols = (np.concatenate([same, *(part[k] for part in self.parts)]) for k in (2, 3))
        self.pattern = pattern = eliminated(rows, cols, self.size, self.kept.size, self.s)
        self.places = [pattern.addresses(part[2], part[3]) for part in self.parts]
        self.same = np.zeros(self.nz, int), np.full(self.nz, RATE), *pattern.addresses(same, same)

    def _part(self, source: Source, known: np.ndarray) -> tuple[np.ndarray, ...]:
        """Which numbers, their weights, and the rows and columns of their blocks."""
        which = np.flatnonzero(known)
        width = self.nz if source.by == "z" else self.n
        row, col = np.divmod(which, width)
        if source.name in ("Phi_v", "Phiddot_q", "gamma_v"):
            place = np.full(known.size // width, -1)
            place[self.kept] = np.arange(self.kept.size)
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

    def assemble(self, S: StageSlopes, weights: np.ndarray, out: np.ndarray) -> None:
        """The block matrix of S (flat) and weights (…, s, s), laid out as the pattern that was learned last."""
        out[:] = 0.0
        for source, part, place in zip(self.sources, self.parts, self.places, strict=True):
            add_terms(getattr(S, source.name), source.sign, *part[:2], *place, weights, out)
        if self.nz:
            add_terms(self.ones, 1.0, *self.same, weights, out)  # the rates of block states
