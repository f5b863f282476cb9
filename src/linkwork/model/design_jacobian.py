"""The sparse Jacobian of a model's lowered numbers by numbers of its description, by complex steps of lowering.

Numbers that no lowered entry shares are stepped together: which parts an entry can depend on follows from the names its part
mentions. One more step along all numbers at once proves the pattern; where it fails each number is stepped by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass

import numpy as np
from scipy import sparse

from linkwork.kernels import arrays as K
from linkwork.model.model import Model

STEP = 1e-30
PROVED = 1e-9  # of the largest entry of a row's sum of sizes
Column = tuple[np.ndarray, np.ndarray]  # places, values
WORD = re.compile(r"[A-Za-z_]\w*")


def lowered_jacobian(model: Model, places: Sequence[int]) -> tuple[sparse.csc_array, sparse.csc_array]:
    """Derivatives of (model.floats, model.lowered.q0) by the numbers at some places of the vector of values."""
    entries, reached = _sections(model)
    owners = [_owner(model, place) for place in places]
    masks = [reached.get(owner, 0) for owner in owners]
    groups = _groups(masks)
    columns: list[Column] = [(np.zeros(0, np.int64), np.zeros(0))] * len(places)
    reach = {mask: _reached(mask, entries) for mask in set(masks)}
    for group in groups:
        slope = _step(model, [places[k] for k in group], np.ones(len(group)))
        for k in group:
            columns[k] = _column(slope, reach[masks[k]] if len(group) > 1 else None)
    if len(groups) < len(places) and not _proved(model, places, columns):
        columns = [_column(_step(model, [place], np.ones(1))) for place in places]
    n = model.floats.size
    start = np.cumsum([0, *(index.size for index, _ in columns)])
    index = np.concatenate([np.zeros(0, np.int64), *(index for index, _ in columns)])
    data = np.concatenate([np.zeros(0), *(data for _, data in columns)])
    J = sparse.csc_array((data, index, start), shape=(n + model.nq, len(places)))
    return sparse.csc_array(J[:n]), sparse.csc_array(J[n:])


def _step(model: Model, places: Sequence[int], sizes: np.ndarray) -> np.ndarray:
    """[floats, q0] along a direction of the description's numbers."""
    values = model.numbers.values.astype(complex)
    values[list(places)] += 1j * STEP * sizes
    changed = model.with_values(values)
    return np.concatenate((np.imag(changed.floats), np.imag(changed.lowered.q0))) / STEP


def _reached(mask: int, entries: Sequence[np.ndarray]) -> np.ndarray:
    """Places of the sections that are bits of a mask."""
    found = [entries[k] for k in range(mask.bit_length()) if mask >> k & 1]
    return np.unique(np.concatenate([np.zeros(0, np.int64), *found]))


def _column(slope: np.ndarray, reached: np.ndarray | None = None) -> Column:
    """The entries of one column that are not zero: all, or those of the places it may reach."""
    index = np.flatnonzero(slope) if reached is None else reached[slope[reached] != 0.0]
    return index, slope[index]


def _proved(model: Model, places: Sequence[int], columns: list[Column]) -> bool:
    """Whether the columns' sum with random factors is the step along all of them."""
    sizes = np.random.default_rng(7).uniform(0.5, 1.5, len(places))
    exact = _step(model, places, sizes)
    total, bound = np.zeros_like(exact), np.zeros_like(exact)
    for size, (index, data) in zip(sizes, columns, strict=True):
        total[index] += size * data
        bound[index] += np.abs(data)
    return bool((np.abs(total - exact) <= PROVED * np.maximum(bound, bound.max() * 1e-6)).all())


def _groups(masks: list[int]) -> list[list[int]]:
    """Columns without a common section, greedily."""
    groups: list[list[int]] = []
    used: list[int] = []
    for k, mask in enumerate(masks):
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
    """The part a number belongs to."""
    return model.numbers.paths[place].partition(".")[0]


def _sections(model: Model) -> tuple[list[np.ndarray], dict[str, int]]:
    """Entries of [floats, q0] that depend on the same parts, and for every part the bits of the sections it may reach."""
    build = Sections(model)
    reached: dict[str, int] = {}
    for k, parts in enumerate(build.parts):
        for part in parts:
            reached[part] = reached.get(part, 0) | 1 << k
    return build.entries, reached


class Sections:
    """Rows of the lowered arrays with the parts they may be computed from."""

    def __init__(self, model: Model):
        self.model, self.places = model, K.python_model(model.ints, np.arange(model.floats.size))
        self.entries: list[np.ndarray] = []
        self.parts: list[frozenset[str]] = []
        self._known: dict[str, frozenset[str]] = {}
        self.everything = frozenset((*model.numbers.parts, "gravity"))
        self._tree()
        self._frames()
        self._forces()
        self._rows()
        self._expressions()

    def add(self, entries: np.ndarray, parts: frozenset[str]) -> None:
        self.entries.append(np.ravel(entries))
        self.parts.append(parts)

    def of(self, name: str) -> frozenset[str]:
        """A part and all it mentions, directly or through others."""
        if name not in self._known:
            found, open_names = {name}, [name]
            while open_names:
                part = self.model.numbers.parts.get(open_names.pop())
                if part is None:
                    continue
                texts = [text for field in fields(part) for text in _texts(getattr(part, field.name))]
                new = {word for text in texts for word in WORD.findall(text)} & set(self.model.numbers.parts)
                open_names += new - found
                found |= new
            self._known[name] = frozenset(found)
        return self._known[name]

    def body(self, b: int) -> frozenset[str]:
        """What a body's own frame depends on."""
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
            self.add(self.model.floats.size + np.arange(q_start[b], q_start[b + 1]), own)
        gravity = {w for text in _texts(self.model.numbers.mechanism_gravity) for w in WORD.findall(text)}
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
        for name, k in lowered.bushings.items():
            self.add(np.append(self.places.bushing_law[k], self.places.bushing_rest[k]), self.of(name))
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
        """Constants of expressions, tables, blocks and inputs: all parts that can have them, together."""
        parts = self.model.numbers.parts
        always = ("driver", "block", "table", "signal")
        runtime = [
            name
            for name, part in parts.items()
            if part.type in always or any(_texts(getattr(part, field)) for field in part.runtime)
        ]
        users = frozenset().union(*(self.of(name) for name in runtime))
        p = self.places
        for entries in (p.tape_const, p.table_x, p.table_coef):
            self.add(entries, users)
        for kind, entries in (("block", (p.block_p, p.z0)), ("input", (p.input0,))):
            owners = frozenset().union(*(self.of(name) for name, part in parts.items() if part.type == kind))
            for places in entries:
                self.add(places, owners)


def _texts(value: object) -> list[str]:
    """All texts inside a field."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for item in pair for text in _texts(item)]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in _texts(item)]
    if is_dataclass(value) and not isinstance(value, type):
        return [text for field in fields(value) for text in _texts(getattr(value, field.name))]
    return []
