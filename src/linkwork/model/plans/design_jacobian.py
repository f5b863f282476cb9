"""The sparse Jacobian of a model's numbers with respect to those of its description, by complex steps of lowering.

The first step goes along all numbers at once, each by its own random size. An entry that changes by just such a size is
that number; one that changes as an entry of another model of the same mechanism does has the derivatives of that entry.
For what is left, numbers that no such entry shares are stepped together: which parts an entry can depend on follows
from the names its part mentions. The first step proves this pattern; where it fails each number is stepped by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from linkwork.kernels import arrays as K
from linkwork.model.lowering.entries import Entries
from linkwork.model.mentions import Mentions, texts, words
from linkwork.model.model import Model

STEP = 1e-30
FEW = 100  # numbers that are stepped one by one, where lowering is recorded
PROVED = 1e-9  # of the largest entry of a row's sum of sizes
SAME = 16 * np.finfo(float).eps  # two computations of one change are nearly equal, not equal to the last bit
NOISE = 64 * np.finfo(float).eps  # of the largest change: round-off in a change that is zero


@dataclass(frozen=True, eq=False)
class NumbersJacobian:
    """Derivatives of [model.floats, model.lowered.q0] by k numbers, and those along the direction that `sizes_of(k)`
    gives."""

    rows: sparse.csr_array  # (n_numbers + nq, k)
    change: np.ndarray  # (n_numbers + nq) in that direction
    n_numbers: int

    @property
    def floats(self) -> sparse.csc_array:
        return sparse.csc_array(self.rows[: self.n_numbers])

    @property
    def q0(self) -> sparse.csc_array:
        return sparse.csc_array(self.rows[self.n_numbers :])


def sizes_of(count: int) -> np.ndarray:
    """Return the sizes by which all numbers are stepped at once: (count), the same in every model."""
    return np.random.default_rng(7).uniform(0.5, 1.5, count)


def numbers_jacobian(model: Model, places: Sequence[int], like: NumbersJacobian | None = None) -> NumbersJacobian:
    """Return the Jacobian with respect to the numbers at some places of the vector of values; `like` is that of another
    model with respect to the same numbers."""
    count, n = len(places), model.floats.size
    if not count:
        return NumbersJacobian(sparse.csr_array((n + model.nq, 0)), np.zeros(n + model.nq), n)
    sizes = sizes_of(count)
    if model.dtype == np.float64 and count <= FEW and not model.set_in_design_position:
        columns = model.recipes.derivatives(model.numbers, places)
        if columns is not None:
            return NumbersJacobian(sparse.csr_array(columns), columns @ sizes, n)
    change = _step(model, places, sizes)
    known = _recognized(change, sizes, like)
    left = np.flatnonzero((change != 0.0) & (known < 0))
    rows = _known_rows(known, count, like)
    if left.size:
        stepped = _stepped(model, places, left)
        if not _proved(stepped, sizes, change[left], NOISE * np.abs(change).max()):
            every = [_step(model, [place], np.ones(1)) for place in places]
            return NumbersJacobian(sparse.csr_array(np.array(every).T), change, n)
        rows = rows + _spread(stepped, left, (change.size, count))
    return NumbersJacobian(sparse.csr_array(rows), change, n)


def _step(model: Model, places: Sequence[int], sizes: np.ndarray) -> np.ndarray:
    """Return the derivative of [floats, q0] along a direction of the description's numbers."""
    changed = model.with_values(_stepped_values(model, places, sizes))
    return np.concatenate((np.imag(changed.floats), np.imag(changed.lowered.q0))) / STEP


def _stepped_values(model: Model, places: Sequence[int], sizes: np.ndarray | float = 1.0) -> np.ndarray:
    values = model.numbers.values.astype(complex)
    values[list(places)] += 1j * STEP * sizes
    return values


def _recognized(change: np.ndarray, sizes: np.ndarray, like: NumbersJacobian | None) -> np.ndarray:
    """Return for every entry the row of `_known_rows` with a nearly equal change, else -1.

    The sizes are random, so that different rows agree by chance only with a probability of about SAME. A row that is
    not recognized is stepped, which takes time but is correct.
    """
    steps = np.concatenate((sizes, np.zeros(0) if like is None else like.change))
    order = np.argsort(steps, kind="stable")
    after = np.minimum(np.searchsorted(steps, change, sorter=order), steps.size - 1)
    before = np.maximum(after - 1, 0)
    nearer = np.abs(steps[order[before]] - change) < np.abs(steps[order[after]] - change)
    nearest = order[np.where(nearer, before, after)]
    same = (np.abs(steps[nearest] - change) <= SAME * np.abs(change)) & (change != 0.0)
    return np.where(same, nearest, -1)


def _known_rows(known: np.ndarray, count: int, like: NumbersJacobian | None) -> sparse.csr_array:
    """Return the recognized rows: those of a number itself, or of the other model; zeros elsewhere."""
    units = sparse.csr_array(sparse.eye_array(count))
    table = units if like is None else sparse.csr_array(sparse.vstack((units, like.rows)))
    chosen = np.flatnonzero(known >= 0)
    return _spread(sparse.csr_array(table[known[chosen]]), chosen, (known.size, count))


def _spread(rows: sparse.csr_array, places: np.ndarray, shape: tuple[int, int]) -> sparse.csr_array:
    """Return the rows at increasing places of a matrix that is zero elsewhere."""
    counts = np.zeros(shape[0] + 1, np.int64)
    counts[places + 1] = np.diff(rows.indptr)
    return sparse.csr_array((rows.data, rows.indices, np.cumsum(counts)), shape=shape)


def _stepped(model: Model, places: Sequence[int], left: np.ndarray) -> sparse.csr_array:
    """Return the rows of the entries `left`, by steps of numbers that share none of them."""
    sections = Sections(model)
    reached: dict[str, int] = {}  # bits of the sections with such entries that a part may reach
    inside: list[np.ndarray] = []  # their places in `left`
    section = sections.of_entries()[left]
    for k in np.unique(section[section >= 0]).tolist():
        for part in sections.parts[k]:
            reached[part] = reached.get(part, 0) | 1 << len(inside)
        inside.append(np.flatnonzero(section == k))
    masks = [reached.get(_owner(model, place), 0) for place in places]
    index, number, data = [], [], []
    for group in _groups(masks):
        reach = [_bits(masks[k], inside) for k in group]
        wanted = np.unique(np.concatenate(reach))
        slope = np.zeros(left.size)
        slope[wanted] = (
            np.imag(Entries(model, left[wanted]).at(_stepped_values(model, [places[k] for k in group]))) / STEP
        )
        for k, mine in zip(group, reach, strict=True):
            own = mine[slope[mine] != 0.0]
            index.append(own)
            number.append(np.full(own.size, k))
            data.append(slope[own])
    entries = (
        np.concatenate([np.zeros(0), *data]),
        tuple(np.concatenate([np.zeros(0, int), *x]) for x in (index, number)),
    )
    return sparse.csr_array(entries, shape=(left.size, len(places)))


def _bits(mask: int, inside: Sequence[np.ndarray]) -> np.ndarray:
    """Return the items that the bits of a mask select."""
    return np.concatenate([np.zeros(0, np.int64), *(inside[k] for k in range(mask.bit_length()) if mask >> k & 1)])


def _proved(rows: sparse.csr_array, sizes: np.ndarray, change: np.ndarray, noise: float) -> bool:
    """Return whether the rows reproduce the step along all numbers, up to round-off of entries that do not change."""
    bound = abs(rows) @ np.ones(sizes.size)
    return bool((np.abs(rows @ sizes - change) <= PROVED * np.maximum(bound, bound.max() * 1e-6) + noise).all())


def _groups(masks: list[int]) -> list[list[int]]:
    """Return groups of columns without a common section, chosen greedily; columns without sections are left out."""
    groups: list[list[int]] = []
    used: list[int] = []
    for k, mask in enumerate(masks):
        if not mask:
            continue
        for g, taken in enumerate(used):
            if not taken & mask:
                groups[g].append(k)
                used[g] |= mask
                break
        else:
            groups.append([k])
            used.append(mask)
    return groups


def _owner(model: Model, place: int) -> str:
    """Return the part a number belongs to."""
    return model.numbers.paths[place].partition(".")[0]


class Sections:
    """Rows of the model's arrays with the parts from which they may be computed."""

    def __init__(self, model: Model):
        self.model, self.places = model, K.python_model(model.ints, np.arange(model.floats.size))
        self.entries: list[np.ndarray] = []
        self.parts: list[frozenset[str]] = []
        self.mentions = Mentions(model.numbers.parts)
        self.everything = frozenset((*model.numbers.parts, "gravity"))
        self._tree()
        self._frames()
        self._forces()
        self._rows()
        self._expressions()

    def add(self, entries: np.ndarray, parts: frozenset[str]) -> None:
        self.entries.append(np.ravel(entries))
        self.parts.append(parts)

    def of_entries(self) -> np.ndarray:
        """Return the section of every entry, -1 without one, shape (n_numbers + nq)."""
        sections = np.full(self.model.floats.size + self.model.nq, -1)
        for k, entries in enumerate(self.entries):
            sections[entries] = k
        return sections

    def of(self, name: str) -> frozenset[str]:
        """Return a part and all it mentions, directly or through others."""
        return self.mentions.of(name)

    def body(self, b: int) -> frozenset[str]:
        """Return the parts that a body's own frame depends on."""
        if b == 0:
            return frozenset()
        tree = self.model.structure.topology.tree[b - 1]
        return self.of(tree.body) | (self.of(tree.joint) if tree.joint else frozenset())

    def _tree(self) -> None:
        topology, q_start = self.model.structure.topology, self.model.lowered.arrays["q_start"]
        for b, tree in enumerate(topology.tree, start=1):
            own = self.body(b)
            self.add(self.places.X_PI[b], own | self.body(topology.number[tree.parent]))
            self.add(self.places.pitch[b], own)
            self.add(self.places.inertia[b], own)
            self.add(self.places.moments[b], own)
            self.add(self.model.floats.size + np.arange(q_start[b], q_start[b + 1]), own)
        gravity = words(self.model.numbers.mechanism_gravity)
        self.add(self.places.gravity, frozenset({"gravity"}).union(*(self.of(word) for word in gravity)))

    def _frames(self) -> None:
        body = self.model.lowered.arrays["frame_body"].tolist()
        for key, f in self.model.lowered.frames.items():
            own = self.of(key[1]) if len(key) > 1 else frozenset()
            self.add(self.places.X_BF[f], own | self.body(body[f]))

    def _forces(self) -> None:
        lowered = self.model.lowered
        for name, e in lowered.efforts.items():
            self.add(self.places.effort_law[e], self.of(name))
        start, states = lowered.arrays["law_start"], lowered.arrays["law_z_start"]
        for name, k in lowered.laws.items():
            self.add(self.places.law_const[start[k] : start[k + 1]], self.of(name))
            self.add(self.places.z0[states[k] : states[k + 1]], self.of(name))
        for name, a in lowered.applied.items():
            self.add(self.places.applied_const[a], self.of(name))

    def _rows(self) -> None:
        model, start = self.model, self.model.lowered.arrays["row_start"]
        for r, row in enumerate(model.lowered.rows):
            part = model.numbers.parts.get(row.part)
            free = part is not None and part.type == "coupler" and getattr(part, "value", None) is None
            terms = self.places.term_coef[start[r] : start[r + 1]]
            self.add(terms, self.of(row.part))
            self.add(self.places.row_value[r], self.everything if free else self.of(row.part))

    def _expressions(self) -> None:
        """Add one section for constants of expressions, tables, blocks and inputs, with all parts that can have
        them."""
        parts = self.model.numbers.parts
        always = ("driver", "block", "table", "signal")
        runtime = [
            name
            for name, part in parts.items()
            if part.type in always or any(texts(getattr(part, field)) for field in part.runtime)
        ]
        users = frozenset().union(*(self.of(name) for name in runtime))
        p = self.places
        for entries in (p.tape_const, p.table_x, p.table_coef):
            self.add(entries, users)
        of_blocks = p.z0[: self.model.lowered.arrays["law_z_start"][0]]
        for kind, entries in (("block", (p.block_p, of_blocks)), ("input", (p.input0,))):
            owners = frozenset().union(*(self.of(name) for name, part in parts.items() if part.type == kind))
            for places in entries:
                self.add(places, owners)
