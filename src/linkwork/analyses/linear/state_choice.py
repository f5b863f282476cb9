"""The states of a linear model: the given signals, or joint coordinates that span the freedoms well.

The choice is by the motion of the bodies, so it is the same in joint and in Cartesian coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from scipy.linalg import lapack

from linkwork.description.errors import DescriptionError
from linkwork.description.parts import Body, Joint
from linkwork.model.cache import Slot, once_per_model
from linkwork.model.errors import QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import MeasureOf, SignalOf

SPANNED = 1e-6  # smallest remaining motion of an independent signal, relative to the largest of its kind
EARLIER = 0.37  # fraction of the largest motion from which an earlier signal is preferred; rarely met exactly
CONDITION = 1e10  # of states that determine the position, for motions of size one
TURNS = ("zy", "xz", "yx", "xx", "yy", "zz", "xy", "yz", "zx")

STATES_PROBE: Slot[tuple[MeasureOf, ...], Probe] = Slot("what reads the states chosen last", limit=1)


@dataclass(frozen=True)
class Named:
    """A named scalar of two frames: its value is a position, its rate a speed."""

    path: str
    measure: MeasureOf


def split_states(model: Model, states: Sequence[str]) -> tuple[list[Named], list[Named]]:
    """Return the positions and speeds among the given states."""
    positions, speeds, problems = [], [], []
    for path in states:
        try:
            signal = model.signal_table.find(path)
        except DescriptionError as error:
            problems += [f"state {path!r}: {problem.removeprefix(f'signal {path!r}: ')}" for problem in error.problems]
            continue
        if signal.scalar_measure is None or signal.order > 1:
            problems.append(
                f"state {path!r}: {_what(signal)}; a state is one position or speed, for example {_example(model)!r}"
            )
        else:
            (speeds if signal.order else positions).append(Named(path, signal.scalar_measure))
    twice = sorted({path for path in states if states.count(path) > 1})
    if twice:
        problems.append(f"states: {', '.join(twice)} is named twice")
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
    return next(group[0].path for group in candidates(model) if group)


def candidates(model: Model) -> Iterator[list[Named]]:
    """Yield the position signals by preference: coordinates of joints, turns of joints, places of bodies, turns of
    bodies."""
    table, kinds = model.signal_table, model.structure.kinds
    joints = [name for name, part in model.numbers.parts.items() if isinstance(part, Joint)]
    bodies = [name for name, part in model.numbers.parts.items() if isinstance(part, Body)]

    def named(paths: Iterable[str]) -> list[Named]:
        measures = ((path, table.find(path).scalar_measure) for path in paths)
        return [Named(path, measure) for path, measure in measures if measure is not None and not measure.velocity_only]

    yield named(f"{name}.{word}" for name in joints for word in kinds[name].coordinates)
    yield named(f"{name}.rotation.{c}" for name in joints for c in TURNS)
    words = [*(f"position.{c}" for c in "xyz"), *(["angle"] if model.structure.plane else [])]
    yield named(f"{body}.{word}" for body in bodies for word in words)
    yield named(f"{body}.rotation.{c}" for body in bodies for c in TURNS)


def rate_path(path: str) -> str:
    return f"{path}.rate"


def body_motion(e: Evaluation) -> np.ndarray:
    """Return the Jacobian of every body's origin and angular velocity, world axes, shape (n_body, 6, nv)."""
    model = e.model
    probe = body_probe(model)
    probe.read(e)
    return probe.jacobian(e).reshape(len(model.bodies), 6, model.nv)


@once_per_model
def body_probe(model: Model) -> Probe:
    """Return a probe of the position of every body's origin and its angular velocity."""
    table, words = model.signal_table, ("position", "angular_velocity")
    return Probe(model, [m for body in model.bodies for word in words for m in table.find(f"{body}.{word}").measures])


def metric_basis(N: np.ndarray, motion: np.ndarray, length: float) -> np.ndarray:
    """Return a basis whose columns move the bodies by one and are orthogonal, with metres divided by the length."""
    moved = motion.reshape(6 * len(motion), N.shape[0]) @ N
    moved.reshape(len(motion), 6, N.shape[1])[:, :3] /= length
    G = moved.T @ moved
    try:
        L = np.linalg.cholesky(G)
        sizes = np.diag(L)
        if sizes.min(initial=1.0) > 1e-6 * sizes.max(initial=1.0):
            return lapack.dtrtrs(L, N.T, lower=1)[0].T
    except np.linalg.LinAlgError:
        pass
    size, V = np.linalg.eigh(G)
    return N @ (V / np.sqrt(np.maximum(size, 1e-24 * max(size.max(initial=0.0), 1e-300))))


def gradients(e: Evaluation, named: Sequence[Named]) -> np.ndarray:
    """Return gradients with respect to tangent displacements, or velocities, shape (k, nv)."""
    if not named:
        return np.zeros((0, e.model.nv))
    measures = tuple(n.measure for n in named)
    probe = e.model.cache.get(STATES_PROBE, measures, lambda: Probe(e.model, measures))
    probe.read(e)
    return probe.jacobian(e)


def spanning(rows: np.ndarray, basis: list[np.ndarray]) -> list[int]:
    """Return the rows that span all columns together with an orthonormal basis of others: those that move most, earlier
    ones preferred.

    The chosen rows are added to the basis.
    """
    n, chosen, moved = rows.shape[1], [], np.empty(rows.shape[0])
    known = np.zeros((n, n))
    known[: len(basis)] = np.array(basis).reshape(len(basis), n)
    whole = (rows**2).sum(axis=1)
    scale = max(whole.max(initial=0.0), 1e-300)
    left, sure = whole - ((rows @ known[: len(basis)].T) ** 2).sum(axis=1), scale
    while len(basis) < n and rows.shape[0]:
        most = left.max()
        if most < 1e-6 * sure:  # subtracted squares leave round-off
            done = known[: len(basis)]
            left = ((rows - (rows @ done.T) @ done) ** 2).sum(axis=1)
            most = sure = max(left.max(), 1e-300)
        if most <= SPANNED**2 * scale:
            break
        k = int((left >= EARLIER**2 * most).argmax())
        row, done = rows[k], known[: len(basis)]
        for _ in range(1 if left[k] > 0.01 * whole[k] else 2):
            row = row - (done @ row) @ done
        row /= math.sqrt(row @ row)
        known[len(basis)] = row
        basis.append(row)
        np.dot(rows, row, moved)
        moved *= moved
        left -= moved
        chosen.append(k)
    return sorted(chosen)


def _orthonormal(rows: np.ndarray) -> list[np.ndarray]:
    return list(np.linalg.qr(rows.T)[0].T) if rows.shape[0] else []


def choose_positions(e: Evaluation, N: np.ndarray, motion: np.ndarray, fixed: Sequence[Named]) -> list[Named]:
    """Return positions that, with the given ones, determine all others."""
    frame = metric_basis(N, motion, e.model.length)
    basis = _orthonormal(gradients(e, fixed) @ frame)
    taken, chosen = {n.measure for n in fixed}, []
    for group, probe in _probed(e.model):
        probe.read(e)
        rows = _scales(e.model, group)[:, None] * (probe.jacobian(e) @ frame)
        if taken:
            rows[[n.measure in taken for n in group]] = 0.0
        chosen += [group[k] for k in spanning(rows, basis)]
        if len(basis) == N.shape[1]:
            break
    return chosen


def _probed(model: Model) -> Iterator[tuple[list[Named], Probe]]:
    """Yield the candidates with their probes; the first, which is usually sufficient, is cached."""
    yield _first_probed(model)
    for group in islice(candidates(model), 1, None):
        yield group, Probe(model, [n.measure for n in group])


@once_per_model
def _first_probed(model: Model) -> tuple[list[Named], Probe]:
    own = model.joint_model.lowered.coordinates  # of the tree: their gradients are known
    first = sorted(next(candidates(model)), key=lambda n: n.measure not in own)
    return first, Probe(model, [n.measure for n in first])


def _scales(model: Model, named: Sequence[Named]) -> np.ndarray:
    """Return the scale of each signal: the length for metres, 1 for radians."""
    return np.array([1.0 if n.measure.measure.radians else 1.0 / model.length for n in named])


def choose_speeds(
    e: Evaluation, N: np.ndarray, motion: np.ndarray, positions: Sequence[Named], fixed: Sequence[Named]
) -> list[Named]:
    """Return rates of positions that, with the given ones, determine all speeds."""
    frame = metric_basis(N, motion, e.model.length)
    rows = _scales(e.model, positions)[:, None] * (gradients(e, positions) @ frame)
    chosen = spanning(rows, _orthonormal(gradients(e, fixed) @ frame))
    return [Named(rate_path(positions[k].path), positions[k].measure) for k in chosen]


def inverse_of_independent(
    what: str, named: Sequence[Named], matrix: np.ndarray, n: int, scale: np.ndarray
) -> np.ndarray:
    """Return the inverse of the gradients (k, n); raise an error unless they are n independent ones."""
    paths = ", ".join(x.path for x in named) or "none"
    if len(named) != n:
        raise QuestionError(
            f"states: the mechanism has {n} independent {what}, but {len(named)} are given ({paths}); "
            f"{'leave some out' if len(named) > n else 'add some'}, or leave `states` out to have them chosen"
        )
    moved = np.abs(scale[:, None] * matrix)
    still = [x.path for x, most in zip(named, moved.max(axis=1, initial=0.0), strict=True) if most < 1.0 / CONDITION]
    if still:
        raise QuestionError(
            f"states: {', '.join(still)} do not determine the {what} here, as they stand still; choose others, or leave `states` out "
            "to have them chosen"
        )
    inverse, size = inverted(scale[:, None] * matrix)
    if n and size > CONDITION:
        raise QuestionError(
            f"states: {paths} do not determine the {what} here: some follow from others, or stand still; "
            "choose others, or leave `states` out to have them chosen"
        )
    return inverse * scale


def inverted(matrix: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the inverse of a square matrix, and its condition in the norm of the largest column."""
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return np.full_like(matrix, np.nan), np.inf
    sizes = [np.abs(x).sum(axis=0).max(initial=0.0) for x in (matrix, inverse)]
    return inverse, float(sizes[0] * sizes[1])
