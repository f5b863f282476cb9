"""Symbolic analysis for kernels.recursions.loops: hubs, order of elimination, incidences and fill. Names and numbering
only.

`symbolic` takes any rows; model.plans.compliance adds those of springs and force laws.
"""

from __future__ import annotations

import heapq
from collections import defaultdict

import numpy as np

from linkwork.kernels.joints import CHAINS
from linkwork.kernels.measures.table import LONG_ARM, of_kinds
from linkwork.kernels.recursions import loop_arrays as L
from linkwork.kernels.recursions.graded_space import LARGEST, MOST_BODIES, graded_size
from linkwork.numerics.views import pack

SAME_MASS = 1e-6  # elimination in tree order resolves masses down to this fraction of the heaviest
REFINED = 1e-7  # and with corrections down to this one
SAME_ARM = 1e-3  # and moments of inertia down to this fraction of the mass at its longest arm
SAME_AXIS = 1e-6  # about every axis
HIDDEN = 1e-7  # of the mass at its arm from the body's origin: a smaller moment of inertia is known to less than eight digits there


def analyse(arrays: dict[str, np.ndarray], groups: list[int], planar: bool = False) -> tuple[np.ndarray, int]:
    """Return (ints of the plan, size of its workspace). `groups[r]` numbers the joint that row r belongs to: rows of
    one joint stay together in the order of elimination."""
    return Analysis(arrays, groups).sized(arrays, planar)


class Analysis:
    """The part of the analysis that does not depend on numbers, and the workspaces that it was given."""

    def __init__(self, arrays: dict[str, np.ndarray], groups: list[int]):
        plan, n_k = symbolic(arrays, row_loads(arrays, len(groups)), groups)
        self.sizes = _work_sizes(arrays, arrays["parent"].size, len(groups), plan, n_k)
        self.touched, self.n_rows = np.diff(plan["inc_start"]) > 0, len(groups)
        self.ints, _ = pack(L.HEADER, plan, L.INTS)
        self._sized: dict[int, tuple[np.ndarray, int]] = {}  # by the size that graded masses need

    def sized(self, arrays: dict[str, np.ndarray], planar: bool) -> tuple[np.ndarray, int]:
        """Return (ints of the plan, size of its workspace) for a model's masses."""
        graded = self.sizes["graded"]
        if differ_much(arrays, self.touched, planar):
            n_body, n_v = arrays["parent"].size, int(arrays["v_start"][-1])
            dense = n_body <= MOST_BODIES + 1 or (n_body <= LARGEST + 1 and hard_to_refine(arrays, self.touched))
            graded = graded_size(n_body, n_v, self.n_rows, dense)
        if graded not in self._sized:
            self._sized[graded] = self._placed(self.sizes | {"graded": graded})
        return self._sized[graded]

    def _placed(self, sizes: dict[str, int]) -> tuple[np.ndarray, int]:
        ints, offset, first = self.ints.copy(), 0, 2 * len(L.LoopPlan._fields)
        for k, name in enumerate(L.LoopWork._fields):
            ints[first + 2 * k], ints[first + 2 * k + 1] = offset, offset + sizes[name]
            offset += sizes[name]
        return ints, offset


def differ_much(arrays: dict[str, np.ndarray], touched: np.ndarray, planar: bool) -> bool:
    """Return whether masses, or moments of inertia of bodies that rows touch, differ so much that
    kernels.recursions.graded is needed."""
    rows = arrays["inertia"].real[1:]
    if len(rows) == 0:
        return False
    mass = rows[:, 0]
    if (mass <= SAME_MASS * mass.max()).any():
        return True
    centre, arm, moments = shapes(arrays, touched)
    if arm.max() > 0.0 and (mass * arm.max() <= SAME_MASS * moments[:, 2].max()).any():
        return True
    least = np.where(moments > 0.0, moments, np.inf).min(axis=1)
    if len(rows) > MOST_BODIES:  # zero moments are regularized in tree order
        own = np.where(touched[1:], mass * arm, 0.0)
        return bool((least < HIDDEN * np.maximum(own, carried(arrays, mass, centre))).any())
    point_like = moments[:, 2] <= SAME_ARM * mass * arm
    slender = moments[:, 0] <= SAME_AXIS * np.maximum(moments[:, 2], mass * arm)
    hidden = (moments[:, 0] > 0.0) & (moments[:, 0] < HIDDEN * mass * (centre**2).sum(axis=1))
    chains = [CHAINS[kind] for kind in arrays["joint_type"][1:]]
    spins = np.array([chain.spins for chain in chains], bool)  # a freedom: without its moment of inertia M is singular
    about = rows[:, 6] <= SAME_AXIS * np.maximum(rows[:, 4:7].max(axis=1), mass * arm.max())
    if (
        about & np.array([chain.is_hinge for chain in chains], bool)
    ).any():  # nothing but rounding turns with the joint
        return True
    felt = touched[1:] | spins
    if (point_like & felt | (slender & felt | hidden) & (not planar)).any():
        return True
    return bool((least < HIDDEN * carried(arrays, mass, centre)).any())


def shapes(arrays: dict[str, np.ndarray], touched: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return of every body with mass: its mass centre, the square of its longest arm and its principal moments of inertia, ascending."""
    rows = arrays["inertia"].real[1:]
    centre = rows[:, 1:4] / rows[:, :1]
    arm = (centre**2).sum(axis=1)
    held = np.unique(arrays["measure_frames"].reshape(-1, 2)[arrays["term_measure"]])
    on = np.concatenate((arrays["frame_body"][held], arrays["parent"][touched])).astype(int)
    places = np.concatenate((arrays["X_BF"].reshape(-1, 12)[held], arrays["X_PI"].reshape(-1, 12)[touched]))[:, 9:].real
    for b, place in zip(on, places, strict=True):
        if b > 0:
            arm[b - 1] = max(arm[b - 1], ((place - centre[b - 1]) ** 2).sum())
    moments = np.linalg.eigvalsh(arrays["moments"].real[1:, [0, 3, 4, 3, 1, 5, 4, 5, 2]].reshape(-1, 3, 3))
    return centre, arm, moments


def hard_to_refine(arrays: dict[str, np.ndarray], touched: np.ndarray) -> bool:
    """Return whether corrections of the elimination in tree order may not settle."""
    mass = arrays["inertia"].real[1:, 0]
    if (mass <= REFINED * mass.max()).any():
        return True
    _, arm, moments = shapes(arrays, touched)
    return bool((np.where(moments > 0.0, moments, np.inf).min(axis=1) < HIDDEN * mass * arm).any())


def carried(arrays: dict[str, np.ndarray], mass: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """Return the largest mass at its arm beyond each body's joint, other than the body's own: elimination of a joint
    that lets it move removes it again, except for its round-off."""
    parent = arrays["parent"]
    heaviest, largest = np.append(0.0, mass), np.zeros(parent.size)
    reach = np.append(0.0, (centre**2).sum(axis=1))
    away = (arrays["X_PI"].reshape(-1, 12)[:, 9:].real ** 2).sum(axis=1)
    for b in range(parent.size - 1, 0, -1):
        p = parent[b]
        reach[p] = max(reach[p], reach[b], away[b])
        largest[p] = max(largest[p], largest[b], heaviest[b] * max(reach[b], away[b]))
        heaviest[p] = max(heaviest[p], heaviest[b])
    return largest[1:]


def symbolic(
    arrays: dict[str, np.ndarray], loads: list[list[tuple[int, int, int, int]]], groups: list[int]
) -> tuple[dict[str, np.ndarray], int]:
    """Return (the arrays of LoopPlan, the number of entries of k) for rows that load bodies as in `row_loads`."""
    parent = arrays["parent"].tolist()
    n_body, n_row = len(parent), len(groups)
    depth = _depths(parent)
    hubs, paths = [], []
    for r in range(n_row):
        hub, path = _hub(parent, depth, [body for body, *_ in loads[r]])
        hubs.append(hub)
        paths.append(path)
    through: list[list[int]] = [[] for _ in range(n_body)]
    for r, path in enumerate(paths):
        for b in path:
            through[b].append(r)
    offsets = _offsets(arrays, loads)
    order = _order(parent, hubs, through, groups, offsets)
    place = np.empty(n_row, np.int64)
    place[order] = np.arange(n_row)
    close = _closings(order, hubs, n_body)
    at_body = [sorted(place[r] for r in rows) for rows in through]
    fill = _fill(at_body, n_row)
    return _pack_plan(arrays, order, place, groups, offsets, close, at_body, fill, loads, parent)


def row_loads(arrays: dict[str, np.ndarray], n_row: int) -> list[list[tuple[int, int, int, int]]]:
    """Return for each row a list of (body, measure, half, term)."""
    start, measure = arrays["row_start"].tolist(), arrays["term_measure"].tolist()
    frames, body = arrays["measure_frames"].tolist(), arrays["frame_body"].tolist()
    loads = []
    for r in range(n_row):
        loads.append([
            (body[frames[measure[t]][half]], measure[t], 6 * half, t)
            for t in range(start[r], start[r + 1]) for half in (0, 1)
        ])  # fmt: skip
    return loads


def _depths(parent: list[int]) -> list[int]:
    depth = [0] * len(parent)
    for b in range(1, len(parent)):
        depth[b] = depth[parent[b]] + 1
    return depth


def _hub(parent: list[int], depth: list[int], bodies: list[int]) -> tuple[int, list[int]]:
    """Return the lowest common ancestor of the bodies, and all bodies strictly below it on the paths to them."""
    hub = bodies[0]
    for b in bodies[1:]:
        a = b
        while a != hub:
            if depth[a] >= depth[hub]:
                a = parent[a]
            else:
                hub = parent[hub]
    path = set()
    for b in bodies:
        while b != hub and b not in path:
            path.add(b)
            b = parent[b]
    return hub, sorted(path)


def _offsets(arrays: dict[str, np.ndarray], loads: list[list[tuple[int, int, int, int]]]) -> list[bool]:
    """Whether a row holds an offset along axes of frame I or a slide, whose arm grows with the way that the joint has slid."""
    long = of_kinds(LONG_ARM, arrays["measure_kind"]).tolist()
    return [any(term >= 0 and long[measure] for _, measure, _, term in row) for row in loads]


def _order(
    parent: list[int], hubs: list[int], through: list[list[int]], groups: list[int], offsets: list[bool]
) -> np.ndarray:
    """Return the hubs from the leaves to the ground; inside a hub by minimum degree of the joints on the graph of
    shared bodies.

    Of a joint, the rows of directions come before those of offsets: after them, the arm of an offset does not
    matter. In the other order the pivots of the directions would fall with its square.
    """
    closing: dict[int, list[int]] = defaultdict(list)
    for r, hub in enumerate(hubs):
        closing[hub].append(r)
    cliques: dict[int, list[list[int]]] = defaultdict(list)
    for b in range(1, len(parent)):
        mine = [r for r in through[b] if hubs[r] == parent[b]]
        if mine:
            cliques[parent[b]].append(mine)
    order: list[int] = []
    for hub in sorted(closing, reverse=True):
        by_group: dict[int, list[int]] = defaultdict(list)
        for r in closing[hub]:
            by_group[groups[r]].append(r)
        joint_cliques = [sorted({groups[r] for r in rows}) for rows in cliques[hub]]
        for group in minimum_degree(sorted(by_group), joint_cliques):
            order += sorted(by_group[group], key=lambda r: offsets[r])
    return np.array(order, np.int64)


def minimum_degree(nodes: list[int], cliques: list[list[int]]) -> list[int]:
    """Return the order of elimination on a graph given as a union of cliques; eliminating a node merges its cliques
    into one."""
    sets: dict[int, set[int]] = {k: set(clique) for k, clique in enumerate(cliques)}
    of: dict[int, set[int]] = {node: set() for node in nodes}
    for k, clique in sets.items():
        for node in clique:
            of[node].add(k)

    def degree(node: int) -> int:
        if len(of[node]) == 1:
            return len(sets[next(iter(of[node]))])
        return len(set().union(*(sets[k] for k in of[node])))

    heap = [(degree(node), node) for node in nodes]
    heapq.heapify(heap)
    done: set[int] = set()
    order, fresh = [], len(cliques)
    while heap:
        size, node = heapq.heappop(heap)
        if node in done:
            continue
        now = degree(node)
        if now > size:
            heapq.heappush(heap, (now, node))
            continue
        done.add(node)
        order.append(node)
        merged = set().union(*(sets[k] for k in of[node])) - {node}
        old = of.pop(node)
        for k in old:
            del sets[k]
        if merged:
            sets[fresh] = merged
            for other in merged:
                of[other] = (of[other] - old) | {fresh}
                heapq.heappush(heap, (degree(other), other))
            fresh += 1
    return order


def _closings(order: np.ndarray, hubs: list[int], n_body: int) -> np.ndarray:
    close = np.zeros((n_body, 2), np.int64)
    for position, r in enumerate(order):
        hub = hubs[r]
        if close[hub, 1] == 0:
            close[hub, 0] = position
        close[hub, 1] = position + 1
    return close


def _fill(at_body: list[list[int]], n_row: int) -> list[list[int]]:
    """Return the columns of A right of each diagonal: the rows that share a body, and what elimination adds."""
    columns: list[set[int]] = [set() for _ in range(n_row)]
    for rows in at_body:
        if len(rows) > 1:
            columns[rows[0]].update(rows[1:])
    result = []
    for p in range(n_row):
        mine = sorted(columns[p])
        result.append(mine)
        if len(mine) > 1:
            columns[mine[0]].update(mine[1:])
        columns[p] = set()
    return result


def _pack_plan(arrays, order, place, groups, offsets, close, at_body, fill, loads, parent):
    """Return the arrays of LoopPlan, and the number of entries of k."""
    n_body = len(parent)
    nv = np.diff(arrays["v_start"])
    inc_start, inc_pos, inc_k = [0], [], []
    where: list[dict[int, int]] = []
    n_k = 0
    for b in range(n_body):
        closing = [] if b == 0 else list(range(close[b, 0], close[b, 1]))
        index = {}
        for p in [*closing, *at_body[b]]:
            index[p] = len(inc_pos)
            inc_pos.append(p)
            inc_k.append(n_k)
            n_k += int(nv[b])
        inc_start.append(len(inc_pos))
        where.append(index)
    inc_up = []
    for b in range(n_body):
        for p in inc_pos[inc_start[b] : inc_start[b + 1]]:
            inc_up.append(where[parent[b]].get(p, -1) if b > 0 else -1)
    load = [
        (where[body][int(place[r])], measure, half, term)
        for r in range(len(loads)) for body, measure, half, term in loads[r] if body > 0
    ]  # fmt: skip
    load_array = np.array(load, np.int64).reshape(-1, 4)
    counts = [sum(body > 0 for body, *_ in row) for row in loads]
    return {
        "order": order, "close": close, "group": _group_starts(order, groups, offsets), "inc_start": np.array(inc_start), "inc_pos": np.array(inc_pos, np.int64),
        "inc_up": np.array(inc_up, np.int64), "inc_k": np.array(inc_k, np.int64), "load_start": np.cumsum([0, *counts]),
        "load_inc": load_array[:, 0], "load_measure": load_array[:, 1], "load_half": load_array[:, 2],
        "load_term": load_array[:, 3], "fill_start": np.cumsum([0, *(len(c) for c in fill)]),
        "fill_col": np.array([c for columns in fill for c in columns], np.int64),
    }, n_k  # fmt: skip


def _group_starts(order: np.ndarray, groups: list[int], offsets: list[bool]) -> np.ndarray:
    """Return the first position of the rows of the same joint, and of its offsets; these are contiguous."""
    starts = np.zeros(order.size, np.int64)
    for position in range(1, order.size):
        r, before = order[position], order[position - 1]
        same = groups[r] == groups[before] and offsets[r] == offsets[before]
        starts[position] = starts[position - 1] if same else position
    return starts


def _work_sizes(arrays, n_body: int, n_row: int, plan, n_k: int) -> dict[str, int]:
    n_v, n_inc = int(arrays["v_start"][-1]), plan["inc_pos"].size
    n_y = int(arrays["q_start"][-1]) + n_v + arrays["z0"].size
    return {
        "IA": 21 * n_body, "U": 6 * n_v, "Dinv": n_v, "K": 6 * n_inc, "k": n_k, "diag": n_row, "grown": n_row, "reference": n_row,
        "far": n_row, "A": plan["fill_col"].size, "weak": n_row, "p": 6 * n_body, "u": n_v, "beta": n_row, "x_v": n_v, "x_lam": n_row,
        "r_v": n_v, "r_row": n_row, "regular": 1, "drop": n_row, "drop_best": n_row, "drop_tried": n_row, "vdot": n_v,
        "y": n_y, "y_last": n_y, "f_last": n_y, "nearness": n_row, "nearness_last": n_row, "now": n_row, "there": n_row, "nearness_rate": n_row, "crossed": 2 * (8 * n_row + 64),
        "graded": 0,
    }  # fmt: skip
