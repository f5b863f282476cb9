"""A search for joints to replace by others with fewer rows, so that nothing is redundant and the motion is the same."""

from __future__ import annotations

import heapq

import numpy as np

from linkwork.dynamics.formulations.redundancy import RANK_TOLERANCE
from linkwork.kernels.joints import PLANAR, SPATIAL
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import MeasureOf
from linkwork.model.state import State
from linkwork.model.state_conversion import translated

LARGEST = 400  # rows in Cartesian coordinates beyond which nothing is suggested
JOINTS_TRIED, STEPS_TRIED = 8, 400


def suggest(e: Evaluation, joints: list[str], redundant: int) -> tuple[str, ...]:
    """Return the replacements, one joint each, that remove `redundant` rows but no constraint; () if there are
    none.

    All joints' rows are compared in Cartesian coordinates, where every joint has rows; cheaper replacements are tried
    first.
    """
    full = _cartesian(e.model)
    if full is None:
        return ()
    at = Evaluation(full, _cartesian_state(e, full))
    rows = {name: _rows(at, full.structure.kinds[name].rows, name) for name in full.joints}
    fixed = _other_rows(at, full)
    rank = _rank([fixed, *rows.values()])
    choices = [
        (name, word, fewer)
        for name in [name for name in joints if name in rows][:JOINTS_TRIED]
        for word, fewer in _milder(at, full, name)
    ]
    queue: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, ())]
    for count in range(STEPS_TRIED):
        if not queue:
            return ()
        cost, _, taken = heapq.heappop(queue)
        new = dict(rows)
        for k in taken:
            new[choices[k][0]] = choices[k][2]
        if taken and _rank([fixed, *new.values()]) < rank:
            continue
        left = redundant - sum(rows[choices[k][0]].shape[0] - choices[k][2].shape[0] for k in taken)
        if left == 0:
            return tuple(
                f"{choices[k][0]}: {full.structure.kinds[choices[k][0]].word} → {choices[k][1]}" for k in taken
            )
        used = {choices[k][0] for k in taken}
        for k in range(taken[-1] + 1 if taken else 0, len(choices)):
            name, word, fewer = choices[k]
            if name not in used and rows[name].shape[0] - fewer.shape[0] <= left:
                heapq.heappush(queue, (cost + SPATIAL[word].cost, count * len(choices) + k, (*taken, k)))
    return ()


def _cartesian(model: Model) -> Model | None:
    if model.coordinates == "cartesian":
        return model if model.n_rows <= LARGEST else None
    if len(model.bodies) * 6 > LARGEST:
        return None
    return model.sibling("cartesian")


def _cartesian_state(e: Evaluation, full: Model) -> State:
    """Return the same pose at rest in Cartesian coordinates."""
    if e.model is full:
        return State(e.state.t, e.state.q, np.zeros(full.nv), e.state.z, e.state.inactive, e.state.turns)
    still = State(e.state.t, e.state.q, np.zeros(e.model.nv), e.state.z, e.state.inactive, e.state.turns)
    return translated(e.model, still, full)


def _milder(e: Evaluation, model: Model, name: str):
    kinds = PLANAR if model.structure.plane else SPATIAL
    have = len(model.structure.kinds[name].rows)
    for other in model.structure.kinds[name].milder:
        if other in kinds and len(kinds[other].rows) < have:
            yield other, _rows(e, kinds[other].rows, name)


def _rows(e: Evaluation, rows, name: str) -> np.ndarray:
    """Return the scaled Jacobian rows of a joint kind on the frames of a joint."""
    measures = [MeasureOf(row.measure, ("joint", name, "i"), ("joint", name, "j")) for row in rows]
    if not measures or name in e.state.inactive:
        return np.zeros((0, e.model.nv))
    probe = Probe(e.model, measures)
    probe.read(e)
    scale = np.array([e.model.length if m.measure.radians else 1.0 for m in measures])
    return scale[:, None] * probe.jacobian(e)


def _other_rows(e: Evaluation, model: Model) -> np.ndarray:
    """Return the rows of couplers, drivers and other parts that depend on more than a joint's frames."""
    joints = set(model.joints)
    keep = np.array([row.part not in joints or row.label == "advance" for row in model.lowered.rows], bool)
    return (e.m.row_scale[:, None] * e.jacobian())[keep] if keep.size else np.zeros((0, model.nv))


def _rank(blocks: list[np.ndarray]) -> int:
    rows = np.vstack(blocks)
    if rows.size == 0:
        return 0
    sizes = np.linalg.svd(rows, compute_uv=False)
    return int((sizes > RANK_TOLERANCE * sizes[0]).sum()) if sizes[0] > 0 else 0
