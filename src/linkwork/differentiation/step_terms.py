"""Places of the entries of Jacobians in the linear equations of a step, learned from which of them are not zero.

The matrix of a step is a sum of terms, an entry of a Jacobian times a weight of the step; so are the matrices of its
right sides. Equations and unknowns are in the order of their elimination. If that order has no good pivots, the matrix
is treated as full and equations are exchanged as in a dense factorization.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import lu_factor
from scipy.optimize import linear_sum_assignment

from linkwork.differentiation.step_mechanics import StepMechanics
from linkwork.model.cache import once_per_model
from linkwork.model.model import Model
from linkwork.model.plans.jacobian_plan import matrices
from linkwork.model.tangent_places import TangentPlaces
from linkwork.numerics.block_lu import Pattern, eliminated

MATCHED = 1e-6  # of the largest number of an equation, beyond which one may be a pivot
UNITS = ("unit", "unit_z")  # matrices (nv, nv) and (nz, nz)


class Term(NamedTuple):
    """A Jacobian in the equations `row` and the unknowns or columns `col`; `rows` are those that take part."""

    name: str
    row: str
    col: str
    weight: str
    turned: str = ""  # the blocks that columns of quaternions are multiplied with instead
    rows: np.ndarray | None = None
    to: np.ndarray | None = (
        None  # where those rows stand among their equations, or transposed unknowns; one after another if not given
    )
    transposed: bool = False


class Placed(NamedTuple):
    """The terms of a matrix by their places: which number, which weight, row and column."""

    which: np.ndarray
    weight: np.ndarray
    row: np.ndarray
    col: np.ndarray


class Layout(NamedTuple):
    """The parts of a system that do not depend on which entries are zero."""

    key: tuple[Any, ...]  # equal for equal layouts of a model
    size: int
    late: int  # unknowns at the end whose diagonal is zero; -1: equations are not in the order of their unknowns
    parts: dict[str, int]  # where equations, unknowns and columns of right sides begin
    matrix: tuple[Term, ...]
    right: tuple[Term, ...]
    sum_of: tuple[str, ...]  # two matrices; E is the first and the second weight times the second
    weights: dict[str, int]  # of scalars, of blocks the first of nine for every quaternion; minus: as many further


class Structure(NamedTuple):
    """The arrays that kernels take."""

    which: np.ndarray  # of the matrix
    weight: np.ndarray
    at: np.ndarray
    pattern: tuple[np.ndarray, ...]  # start … length of numerics.block_lu.Pattern
    right_which: np.ndarray
    right_weight: np.ndarray
    right_start: np.ndarray
    right_col: np.ndarray
    row_place: np.ndarray
    col_place: np.ndarray
    known: np.ndarray  # int8, of all entries in the workspace of the Jacobians
    sums: np.ndarray  # (3, …)
    numbers: int
    exchanged: bool  # equations, as a dense factorization does it


@once_per_model
def _patterns(model: Model) -> dict[tuple[Any, ...], tuple[dict[str, np.ndarray], Structure]]:
    """Return the last patterns of each layout: which entries of the Jacobians may differ from zero, and the arrays that
    follow."""
    return {}


class Terms:
    """The terms of a system; `structure` is valid while `complete`, and `version` counts the changes."""

    structure: Structure

    def __init__(self, mechanics: StepMechanics, layout: Layout):
        self.mechanics, self.layout = mechanics, layout
        maps = TangentPlaces.of(mechanics.model)
        self.turn_v, self.group = maps.turn_v, np.full(mechanics.nv, -1)
        for b, entries in enumerate(maps.turn_v):
            self.group[entries] = b
        starts = np.asarray(mechanics.model.lowered.arrays["v_start"][1:])
        self.joint_starts = np.unique(starts[starts < mechanics.nv])
        self.joint = np.searchsorted(self.joint_starts, np.arange(mechanics.nv), side="right") - 1
        self.count = 1 + max(layout.weights.values(), default=0) + 9 * len(maps.turn_v)  # of weights, without minus
        used = dict.fromkeys(
            (*layout.sum_of, *(term.name for term in (*layout.matrix, *layout.right) if term.name not in UNITS))
        )
        seen = jacobian_matrices(mechanics, mechanics.swork)
        begin = mechanics.swork.ctypes.data
        self.offsets = {name: (seen[name].ctypes.data - begin) // 8 for name in used}
        self.known: dict[str, np.ndarray] = {name: np.zeros(seen[name].shape, bool) for name in used}
        self.first = (seen["F_q"].ctypes.data - begin) // 8  # of the answers
        self.version = 0

    def note(self, swork: np.ndarray) -> None:
        """Record which numbers in swork are not zero."""
        seen = jacobian_matrices(self.mechanics, swork)
        for name, known in self.known.items():
            known |= seen[name] != 0.0

    def learn(self, swork: np.ndarray, weights: np.ndarray) -> None:
        """Make new patterns of all entries of swork that are not zero now or were not before; the model caches the
        latest patterns."""
        self.note(swork)
        square = [name for name in ("F_q", "F_v", "M", "E") if name in self.known]
        common = np.logical_or.reduce(
            [self.known[name] for name in square]
        )  # what positions couple, velocities soon will
        near = np.logical_or.reduceat(np.logical_or.reduceat(common, self.joint_starts, 0), self.joint_starts, 1)
        for name in square:  # numbers that only rounding makes, or not, are among those of their joints
            self.known[name] |= near[self.joint][:, self.joint]
        patterns = _patterns(self.mechanics.model)
        before = patterns.get(self.layout.key)
        if before is not None and all(np.array_equal(before[0][name], known) for name, known in self.known.items()):
            self.structure = before[1]
            self.version += 1
            return
        self._place(None if self.layout.late >= 0 else self._matched(swork, weights))
        patterns[self.layout.key] = {name: known.copy() for name, known in self.known.items()}, self.structure

    def _matched(self, swork: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the unknown of each equation, chosen such that their entries in the matrix are large."""
        A = np.abs(self._numbers(swork, weights))
        A /= np.maximum(A.max(1, keepdims=True), 1e-300)
        return linear_sum_assignment(np.log(np.fmax(A, MATCHED)), maximize=True)[1]

    def _numbers(self, swork: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the matrix as a dense array."""
        n, matrix = self.layout.size, self._gather(self.layout.matrix)
        A = np.zeros((n, n))
        np.add.at(A, (matrix.row, matrix.col), swork[matrix.which] * weights[matrix.weight])
        return A

    def exchange(self, swork: np.ndarray, weights: np.ndarray) -> bool:
        """Make full patterns with an order of equations that has good pivots for the numbers in swork; return False if
        there is none."""
        factors, pivots = lu_factor(self._numbers(swork, weights), check_finite=False)
        place = np.arange(self.layout.size)
        for k, p in enumerate(pivots):
            place[[k, p]] = place[[p, k]]
        self._place(np.argsort(place), exchanged=True)
        return bool((np.abs(np.diag(factors)) > 1e-14 * np.abs(factors).max(1)).all())

    def _place(self, unknown: np.ndarray | None, exchanged: bool = False) -> None:
        """Make the patterns; `unknown` is the unknown of each equation, if it is not the one with the same number."""
        n, late = self.layout.size, max(self.layout.late, 0)
        matrix, right = self._gather(self.layout.matrix), self._gather(self.layout.right)
        unknown = np.arange(n) if unknown is None else unknown
        pattern = full(n) if exchanged else eliminated(unknown[matrix.row], matrix.col, n, late, 1)
        row_place, col_place = pattern.place[unknown], pattern.place
        at, _ = pattern._replace(place=np.arange(n)).addresses(row_place[matrix.row], col_place[matrix.col])
        order = np.argsort(at, kind="stable")
        rows = row_place[right.row]
        sort = np.lexsort((right.col, rows))
        start = np.searchsorted(rows[sort], np.arange(n + 1))
        self.structure = Structure(
            matrix.which[order], matrix.weight[order], at[order], tuple(pattern[2:]), right.which[sort], right.weight[sort],
            start, right.col[sort], row_place, col_place, self._mask(), self._sums(), int(pattern.start[-1]), exchanged,
        )  # fmt: skip
        self.version += 1

    def _mask(self) -> np.ndarray:
        """Return an array like swork with 1 where a number may differ from zero."""
        last = self.mechanics.swork.size if "E" in self.known and not self.layout.sum_of else self.mechanics.one
        mask = np.ones(last - self.first, np.int8)
        for name, known in self.known.items():
            at = self.offsets[name] - self.first
            if at < mask.size:
                mask[at : at + known.size] = known.ravel()
        return mask

    def _sums(self) -> np.ndarray:
        if not self.layout.sum_of:
            return np.zeros((3, 0), np.int64)
        which = np.flatnonzero(self.known["E"])
        return np.array([which + self.offsets[name] for name in ("E", *self.layout.sum_of)], np.int64)

    def _gather(self, terms: tuple[Term, ...]) -> Placed:
        parts = [self._term(term) for term in terms]
        return Placed(*(np.concatenate([part[k] for part in parts]) for k in range(4)))

    def _term(self, term: Term) -> Placed:
        layout, sign = self.layout, term.weight.startswith("-")
        weight = layout.weights[term.weight.lstrip("-")] + self.count * sign
        first_row, first_col = layout.parts[term.row], layout.parts[term.col]
        if term.name in UNITS:
            height = self.mechanics.nv if term.name == "unit" else self.mechanics.nz
            row = col = np.arange(height)
            which = np.full(height, self.mechanics.one)
        else:
            known: np.ndarray = self.known[term.name]
            height = known.shape[0]
            row, col = np.nonzero(known)
            which = self.offsets[term.name] + row * known.shape[1] + col
        if term.rows is not None:
            place = np.full(height, -1)
            place[term.rows] = np.arange(term.rows.size) if term.to is None else term.to
            taken = place[row] >= 0
            which, row, col = which[taken], place[row[taken]], col[taken]
        if term.transposed:
            row, col = col, row
        if not term.turned:
            return Placed(which, np.full(which.size, weight), first_row + row, first_col + col)
        block = layout.weights[term.turned.lstrip("-")] + self.count * term.turned.startswith("-")
        turned = self.group[col] >= 0
        parts: list[Any] = [(which[~turned], np.full((~turned).sum(), weight), row[~turned], col[~turned])]
        b = self.group[col[turned]]
        entry = (self.turn_v[b] == col[turned, None]).argmax(1) if b.size else b
        for k in range(3):
            parts.append((which[turned], block + 9 * b + 3 * entry + k, row[turned], self.turn_v[b, k]))
        which, weights, row, col = (np.concatenate([part[k] for part in parts]).astype(int) for k in range(4))
        return Placed(which, weights, first_row + row, first_col + col)


def jacobian_matrices(mechanics: StepMechanics, swork: np.ndarray) -> dict[str, np.ndarray]:
    """Return the Jacobians by name; E is behind their workspace."""
    n = mechanics.nv
    return {**matrices(mechanics.model, swork), "E": swork[mechanics.one + 1 :].reshape(n, n)}


def full(n: int) -> Pattern:
    """Return the pattern of a matrix of size n without zeros, in the given order."""
    rows = np.arange(n)
    first = np.concatenate(([0], np.cumsum(rows + 1)))
    before = np.concatenate([np.arange(p + 1) for p in range(n)]) if n else rows
    behind = rows[: max(n - 1, 0)]
    stretch = np.minimum(np.arange(n + 1), max(n - 1, 0))
    return Pattern(1, rows, n * np.arange(n + 1), first, before, stretch, behind + 1, n - 1 - behind)
