"""The plan of what every design parameter changes (kernels.derivatives.design_arrays.DesignPlan), from the pattern of
the model numbers that depend on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from linkwork.kernels import arrays as K
from linkwork.kernels.derivatives import design_arrays as D
from linkwork.kernels.expressions import functions as ops
from linkwork.kernels.expressions.blocks import RUN_TIME_TAPE
from linkwork.model.model import Model
from linkwork.model.packing import placed
from linkwork.model.plans.jacobian_plan import Closures
from linkwork.numerics.views import pack

OF_EXPRESSIONS = ("tape_const", "input0", "table_x", "table_coef", "block_p")
LISTS = ("body", "inertia", "frame", "measure", "node", "effort", "law", "applied", "row", "path")


class Touched:
    """Everything that one parameter changes, from the entries of Model's floats that depend on it."""

    def __init__(self, tables: Tables, entries: np.ndarray):
        self.t, a = tables, tables.arrays
        numbers = tables.owners(entries)
        bodies = set(numbers.get("X_PI", ())) | set(numbers.get("pitch", ()))
        if bodies:
            for b, parent in enumerate(tables.parent[1:], start=1):
                if parent in bodies:
                    bodies.add(b)
            bodies.discard(0)
        frames = set(numbers.get("X_BF", ())).union(*(tables.frames_of[b] for b in bodies))
        moved = set().union(*(tables.measures_of[f] for f in frames))
        nodes = self._nodes(numbers, moved)
        self.lists = {
            "body": sorted(bodies),
            "inertia": sorted(set(numbers.get("inertia", ())) - {0}),
            "frame": sorted(frames),
            "node": nodes,
            "effort": self._efforts(numbers, moved, set(nodes)),
            "law": self._laws(numbers, frames),
            "applied": self._applied(numbers, frames, set(nodes)),
            "row": self._rows(numbers, moved, set(nodes)),
        }
        terms = numbers.get("term_coef", ())
        forced = {int(a["effort_measure"][e]) for e in self.lists["effort"]} | {
            int(a["term_measure"][t]) for t in terms
        }
        self.lists["measure"] = sorted(moved | forced)
        self.lists["path"] = self._path()
        self.weight = int("gravity" in numbers)

    def _nodes(self, numbers: dict[str, set[int]], moved: set[int]) -> list[int]:
        """Return the instructions and blocks that depend on what has changed, in order of evaluation."""
        a = self.t.arrays
        if moved.isdisjoint(self.t.loaded) and not any(numbers.get(name) for name in OF_EXPRESSIONS):
            return []
        loads = {
            ops.CONST: numbers.get("tape_const", ()),
            ops.MEASURE: moved,
            ops.RATE: moved,
            ops.INPUT: numbers.get("input0", ()),
        }
        touched: set[int] = set()
        changed = set(numbers.get("block_p", ()))
        nodes = []
        for node in self.t.needed:
            if node < 0:
                first, count = int(a["block_first"][-1 - node, 2]), int(a["block_sizes"][-1 - node, 2])
                hit = not touched.isdisjoint(self.t.closures.needs(node)) or any(
                    first <= p < first + count for p in changed
                )
            else:
                op, args = self.t.instruction(node)
                if op <= ops.STATE and op != ops.OUTPUT:
                    hit = op in loads and args[0] in loads[op]
                else:
                    hit = not touched.isdisjoint(self.t.closures.needs(node))
                    hit = hit or (op == ops.TABLE and self._table_changes(numbers, args[0]))
            if hit:
                touched.add(node)
                nodes.append(node)
        return nodes

    def _table_changes(self, numbers: dict[str, set[int]], table: int) -> bool:
        first, last = self.t.arrays["table_start"][table : table + 2].tolist()
        knots = set(numbers.get("table_x", ())) | set(numbers.get("table_coef", ()))
        return any(first <= k < last for k in knots)

    def _efforts(self, numbers, moved, nodes) -> list[int]:
        efforts = set(numbers.get("effort_law", ())).union(*(self.t.efforts_of[k] for k in moved))
        return sorted(efforts.union(*(self.t.efforts_by[i] for i in nodes)))

    def _laws(self, numbers, frames) -> list[int]:
        changed = {self.t.law_of_constant[k] for k in numbers.get("law_const", ())}
        return sorted(changed.union(*(self.t.laws_of[f] for f in frames)))

    def _applied(self, numbers, frames, nodes) -> list[int]:
        a, constants = self.t.arrays, numbers.get("applied_const", ())
        rows = zip(a["applied_frame"].tolist(), a["applied_axes"].tolist(), a["applied_expr"].tolist(), strict=True)
        return [
            k
            for k, (f, axes, exprs) in enumerate(rows)
            if k in constants or f in frames or axes in frames or not nodes.isdisjoint(exprs)
        ]

    def _rows(self, numbers, moved, nodes) -> list[int]:
        rows = set(numbers.get("row_value", ())).union(*(self.t.rows_of[k] for k in moved))
        rows.update(self.t.row_of_term[t] for t in numbers.get("term_coef", ()))
        return sorted(rows.union(*(self.t.rows_by[i] for i in nodes)))

    def _path(self) -> list[int]:
        """Return the bodies whose equations change: the given ones and all their ancestors."""
        a, lists = self.t.arrays, self.lists
        frames = {int(f) for k in lists["measure"] for f in a["measure_frames"][k]}
        frames |= {int(f) for k in lists["law"] for f in a["law_frames"][k]}
        frames |= {int(a["applied_frame"][k]) for k in lists["applied"]}
        open_bodies = {int(a["frame_body"][f]) for f in frames} | set(lists["body"]) | set(lists["inertia"])
        bodies: set[int] = set()
        while open_bodies:
            b = open_bodies.pop()
            if b > 0 and b not in bodies:
                bodies.add(b)
                open_bodies.add(int(a["parent"][b]))
        return sorted(bodies, reverse=True)


class Tables:
    """Tables of a model from which the lists of all parameters are made."""

    def __init__(self, model: Model):
        self.arrays = a = model.lowered.arrays
        self.parent = a["parent"].tolist()
        self.row_of_term = np.repeat(np.arange(a["row_start"].size - 1), np.diff(a["row_start"])).tolist()
        self.frames_of, self.measures_of = _users(a["frame_body"]), _users(a["measure_frames"])
        self.efforts_of, self.efforts_by = _users(a["effort_measure"]), _users(a["effort_expr"])
        self.laws_of, self.rows_by = _users(a["law_frames"]), _users(a["row_motion"])
        self.law_of_constant = np.repeat(np.arange(a["law_kind"].size), np.diff(a["law_start"])).tolist()
        self.rows_of = _users(a["term_measure"], self.row_of_term)
        self.closures = Closures(self.arrays)
        self.needed = self._needed()
        self.loaded = self._loaded()
        self.names, self.starts, self.columns = [], [], []
        for k, name in enumerate(K.Model._fields):
            if name not in K.INTS:
                self.names.append(name)
                self.starts.append(int(model.ints[2 * k]))
                self.columns.append(K.COLUMNS.get(name, 0) or 1)

    def owners(self, entries: np.ndarray) -> dict[str, set[int]]:
        """Return the rows of the fields of Model in which entries of its floats lie."""
        rows: dict[str, set[int]] = {}
        fields = np.searchsorted(self.starts, entries, side="right") - 1
        for entry, k in zip(entries.tolist(), fields.tolist(), strict=True):
            rows.setdefault(self.names[k], set()).add((entry - self.starts[k]) // self.columns[k])
        return rows

    def instruction(self, i: int) -> tuple[int, list[int]]:
        a = self.arrays
        return int(a["tape_op"][i]), a["tape_args"][a["tape_start"][i] : a["tape_start"][i + 1]].tolist()

    def _needed(self) -> list[int]:
        """Return the instructions and blocks on which forces, motions and state rates depend, in order of
        evaluation."""
        a = self.arrays
        results = [i for i in (*a["effort_expr"].tolist(), *a["applied_expr"].ravel().tolist()) if i >= 0]
        results += [i for i in a["row_motion"].tolist() if i >= 0]
        blocks = [-1 - b for b, sizes in enumerate(a["block_sizes"].tolist()) if sizes[1] > 0]
        needed = self.closures.nodes[self.closures.of(results + blocks)]
        return needed[::-1]

    def _loaded(self) -> set[int]:
        """Return the measures that expressions read."""
        tape = (self.instruction(i) for i in self.needed if i >= 0)
        return {args[0] for op, args in tape if op in (ops.MEASURE, ops.RATE)}

    def motions(self) -> list[int]:
        """Return the first and last instruction that has rates."""
        for kind, first, last in self.arrays["plan"].tolist():
            if kind == RUN_TIME_TAPE:
                return [first, last]
        return [0, 0]


def _users(used: np.ndarray, names: Iterable[int] | None = None) -> dict[int, set[int]]:
    """Return the rows of a table that use each item, by their numbers or by the names given for them."""
    users: dict[int, set[int]] = defaultdict(set)
    for row, things in zip(range(len(used)) if names is None else names, used.tolist(), strict=True):
        for thing in things if isinstance(things, list) else (things,):
            users[thing].add(row)
    return users


def design_plan(model: Model, start: np.ndarray, entries: np.ndarray) -> tuple[np.ndarray, int]:
    """Return (dints, size of dwork) for the pattern of a sparse Jacobian by columns."""
    tables = Tables(model)
    parameters = [Touched(tables, entries[a:b]) for a, b in pairwise(start)]
    plan: dict[str, np.ndarray] = {"number_start": start, "number": entries}
    for name in LISTS:
        lists = [touched.lists[name] for touched in parameters]
        plan[f"{name}_start"] = np.cumsum([0, *(len(x) for x in lists)])
        plan[name] = np.array([k for x in lists for k in x], np.int64)
    plan["weight"] = np.array([touched.weight for touched in parameters], np.int64)
    plan["moving"], plan["watched"] = np.unique(plan["body"]), np.unique(plan["measure"])
    plan["motions"] = np.array(tables.motions(), np.int64)
    ints, _ = pack(D.HEADER, {name: plan[name] for name in D.DesignPlan._fields}, D.INTS)
    counts = work_counts(model, len(parameters), plan)
    return ints, placed(ints, 2 * len(D.DesignPlan._fields), D.DesignWork._fields, counts, D.COLUMNS, even=True)


def work_counts(model: Model, n: int, plan: dict[str, np.ndarray]) -> dict[str, int]:
    """Return the rows of every field of DesignWork."""
    a = model.lowered.arrays
    n_body, n_measure, n_frame = a["parent"].size, a["measure_kind"].size, a["frame_body"].size
    scratch = max((int(4 * (u + 2 * x + p + y)) for u, x, p, y in a["block_sizes"].tolist()), default=0)
    return {
        "number_value": plan["number"].size, "change": model.floats.size,
        **dict.fromkeys(("inertia", "gyro", "force", "moved", "wrench"), n_body), "shifted": n_frame,
        **dict.fromkeys(("rate_gradient", "second", "x9", "jet"), n_measure), "out": len(model.lowered.outputs), "six": 18,
        "tape": 6 * a["tape_op"].size, **dict.fromkeys(("dz", "dzdot"), model.nz), "block": scratch, "node_mode": plan["node"].size,
        "F_p": model.nv * n, **dict.fromkeys(("Phi_p", "Phidot_p", "Phiddot_p"), model.n_rows * n), "zdot_p": model.nz * n,
    }  # fmt: skip
