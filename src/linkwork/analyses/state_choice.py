"""Which signals are the states of a linear model: those asked for, or joint coordinates that span the freedoms well.

The choice is by the motion of the bodies, so it is the same in joint and in Cartesian coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.analyses.errors import QuestionError
from linkwork.description.parts import Joint
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import MeasureOf, SignalOf

SPANNED = 1e-6  # what a signal must still move, relative to the largest of its kind, to be independent
EARLIER = (
    0.37  # an earlier signal is taken if it moves at least this part of the one that moves most; seldom met exactly
)
CONDITION = 1e10  # of states that determine the position
TURNS = ("zy", "xz", "yx", "xx", "yy", "zz", "xy", "yz", "zx")


@dataclass(frozen=True)
class Named:
    """A scalar of two frames with its name: by value a position, by rate a speed."""

    path: str
    measure: MeasureOf


def split_states(model: Model, states: Sequence[str]) -> tuple[list[Named], list[Named]]:
    """Positions and speeds of the states asked for."""
    positions, speeds, problems = [], [], []
    for path in states:
        signal = model.signal_table.find(path)
        if signal.scalar_measure is None or signal.order > 1:
            problems.append(
                f"state {path!r}: {_what(signal)}; a state is one position or speed, for example {_example(model)!r}"
            )
        else:
            (speeds if signal.order else positions).append(Named(path, signal.scalar_measure))
    if len(set(states)) < len(states):
        problems.append(f"states: {', '.join(sorted({s for s in states if states.count(s) > 1}))} is named twice")
    if problems:
        raise QuestionError(problems)
    return positions, speeds


def _what(signal: SignalOf) -> str:
    if signal.source == "measures" and signal.shape:
        return "it has several components"
    if signal.source == "measures":
        return "it is an acceleration" if signal.order > 1 else "it is no plain position or speed"
    return "states of blocks are always there" if signal.source == "state" else "it is no position or speed"


def _example(model: Model) -> str:
    return next(iter(candidates(model))).path


def candidates(model: Model) -> Iterable[Named]:
    """Position signals in the order of preference: coordinates of joints, turns of joints, places and turns of bodies."""
    table, kinds = model.signal_table, model.structure.kinds
    joints = [name for name, part in model.numbers.parts.items() if isinstance(part, Joint)]
    bodies = sorted(model.bodies, key=list(model.numbers.parts).index)
    paths = [f"{name}.{word}" for name in joints for word in kinds[name].coordinates]
    paths += [f"{name}.rotation.{c}" for name in joints for c in TURNS]
    paths += [f"{body}.position.{c}" for body in bodies for c in "xyz"]
    paths += [f"{body}.angle" for body in bodies] if model.structure.plane else []
    paths += [f"{body}.rotation.{c}" for body in bodies for c in TURNS]
    for path in paths:
        measure = table.find(path).scalar_measure
        if measure is not None and not measure.velocity_only:
            yield Named(path, measure)


def rate_path(path: str) -> str:
    return f"{path}.rate"


def body_motion(e: Evaluation) -> np.ndarray:
    """(n_body, 6, nv): velocity of every body's origin and its angular velocity, world axes, by velocities."""
    model = e.model
    table = model.signal_table
    measures = [
        m for body in model.bodies for word in ("position", "angular_velocity") for m in table.find(f"{body}.{word}").measures
    ]  # fmt: skip
    probe = Probe(model, measures)
    probe.read(e)
    return probe.jacobian(e).reshape(len(model.bodies), 6, model.nv)


def metric_basis(N: np.ndarray, motion: np.ndarray, length: float) -> np.ndarray:
    """The basis whose columns move the bodies by one, at right angles to each other: metres count by the length."""
    J = motion.copy()
    J[:, :3] /= length
    moved = J.reshape(-1, N.shape[0]) @ N
    size, V = np.linalg.eigh(moved.T @ moved)
    return N @ (V / np.sqrt(np.maximum(size, 1e-24 * max(size.max(initial=0.0), 1e-300))))


def gradients(e: Evaluation, named: Sequence[Named]) -> np.ndarray:
    """(k, nv): by tangent displacements, or by velocities."""
    probe = Probe(e.model, [n.measure for n in named])
    probe.read(e)
    return probe.jacobian(e)


def spanning(rows: np.ndarray, start: np.ndarray, groups: Sequence[int]) -> list[int]:
    """Rows that with those of `start` span the columns: of each group those that move most, earlier ones preferred."""
    n = rows.shape[1]
    basis = list(_orthonormal(start))
    left = rows - sum((np.outer(rows @ b, b) for b in basis), np.zeros_like(rows))
    chosen: list[int] = []
    for group in sorted(set(groups)):
        members = np.flatnonzero(np.asarray(groups) == group)
        scale = np.linalg.norm(rows[members], axis=1).max(initial=0.0)
        while len(basis) < n and members.size:
            size = np.linalg.norm(left[members], axis=1)
            if size.max() <= SPANNED * max(scale, 1e-300):
                break
            k = int(members[np.flatnonzero(size >= EARLIER * size.max())[0]])
            b = left[k] / np.linalg.norm(left[k])
            basis.append(b)
            left = left - np.outer(left @ b, b)
            chosen.append(k)
    return sorted(chosen)


def _orthonormal(rows: np.ndarray) -> np.ndarray:
    if rows.shape[0] == 0:
        return rows
    return np.linalg.qr(rows.T)[0].T


def choose_positions(e: Evaluation, N: np.ndarray, motion: np.ndarray, fixed: Sequence[Named]) -> list[Named]:
    """Positions that with the fixed ones determine all others."""
    found = list(candidates(e.model))
    taken = {n.measure for n in fixed}
    found = [n for n in found if n.measure not in taken]
    length = e.model.length
    scale = np.array([1.0 if n.measure.measure.radians else 1.0 / length for n in found])
    basis = metric_basis(N, motion, length)
    rows = scale[:, None] * gradients(e, found) @ basis
    start = gradients(e, fixed) @ basis if fixed else np.zeros((0, N.shape[1]))
    joints = {name for name, part in e.model.numbers.parts.items() if isinstance(part, Joint)}
    groups = [_group(n.path, joints) for n in found]
    return [found[k] for k in spanning(rows, start, groups)]


def _group(path: str, joints: set[str]) -> int:
    name, word = path.split(".")[:2]
    if name in joints:
        return 1 if word == "rotation" else 0
    return 3 if word == "rotation" else 2


def choose_speeds(
    e: Evaluation, N: np.ndarray, motion: np.ndarray, positions: Sequence[Named], fixed: Sequence[Named]
) -> list[Named]:
    """Rates of positions that with the fixed ones determine all speeds."""
    length = e.model.length
    basis = metric_basis(N, motion, length)
    scale = np.array([1.0 if n.measure.measure.radians else 1.0 / length for n in positions])
    rows = scale[:, None] * gradients(e, positions) @ basis
    start = gradients(e, fixed) @ basis if fixed else np.zeros((0, N.shape[1]))
    chosen = spanning(rows, start, [0] * len(positions))
    return [Named(rate_path(positions[k].path), positions[k].measure) for k in chosen]


def require_independent(what: str, named: Sequence[Named], matrix: np.ndarray, n: int, scale: np.ndarray) -> None:
    """An error unless the gradients of these (k, n) are n independent ones."""
    paths = ", ".join(x.path for x in named) or "none"
    if len(named) != n:
        raise QuestionError(
            f"states: the mechanism has {n} independent {what}, but {len(named)} are given ({paths}); "
            f"{'leave some out' if len(named) > n else 'add some'}, or leave `states` out to have them chosen"
        )
    if n and np.linalg.cond(scale[:, None] * matrix) > CONDITION:
        raise QuestionError(
            f"states: {paths} do not determine the {what} here: some follow from others, or stand still; "
            "choose others, or leave `states` out to have them chosen"
        )
