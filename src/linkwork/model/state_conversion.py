"""Conversion of states between variants of a model: the same poses and velocities in the other's q, v and turns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwork.kernels.joints import ALONG, AXIS, CHAINS, QUATERNION, TRANSLATION, Chain
from linkwork.model.evaluation import Evaluation
from linkwork.model.lowering.frames import Pose, joint_coordinates, relative
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.state import State

TURN = 2.0 * np.pi
# the entry of q and of v of a tree joint that turns about its axis and may make whole turns


def state_for(target: Model, source: Model, state: State) -> State:
    """Return a state of one model as a state of another with the same coordinates, which may count other angles."""
    counted = state.turns if state.turns.size else np.zeros(len(source.lowered.measures))
    return replace(state, turns=turns_for(target, source, counted[None])[0])


def turns_for(target: Model, source: Model, turns: np.ndarray) -> np.ndarray:
    """Return the whole turns that the source has counted, zero for other angles, shape (n, n_measures of the
    target)."""
    own, converted = source.lowered.measures, np.zeros((len(turns), len(target.lowered.measures)))
    for k, measure in enumerate(target.lowered.measures):
        if measure in own:
            converted[:, k] = turns[:, own[measure]]
    return converted


def translated(source: Model, state: State, target: Model) -> State:
    """Return the state of `source` as a state of `target`, a model of the same mechanism in other coordinates.

    Angles get the whole turns that `source` counts, else their value nearest to the design position.
    """
    e = Evaluation(source, state)
    X, V = _motions(source, target, e)
    q, v = np.zeros(target.nq), np.zeros(target.nv)
    a, number = target.lowered.arrays, target.structure.topology.number
    for b, joint in enumerate(target.structure.topology.tree, start=1):
        parent = number[joint.parent]
        inboard = _after(X[parent], _pose(np.real(a["X_PI"][b])))
        values = joint_coordinates(joint.motion, *relative(inboard, X[b]))
        q[a["q_start"][b] : a["q_start"][b] + len(values)] = np.real(values)
        carried = V[parent][3:] + np.cross(V[parent][:3], X[b][1] - X[parent][1])
        rates = _joint_rates(joint.motion, inboard, X[b], V[b][:3] - V[parent][:3], V[b][3:] - carried)
        v[a["v_start"][b] : a["v_start"][b + 1]] = rates
    _choose_angles(source, e, target, q)
    return State(state.t, q, v, state.z, state.inactive, counted_turns(source, e, target, q))


def _motions(source: Model, target: Model, e: Evaluation) -> tuple[list[Pose], list[np.ndarray]]:
    """Return the pose and twist of the target's body frames."""
    X: list[Pose] = [(np.eye(3), np.zeros(3))]
    V = [np.zeros(6)]
    for b, name in enumerate(target.bodies, start=1):
        s = source.structure.topology.number[name]
        offset = relative(source.placement.body_frames[s], target.placement.body_frames[b])
        here = _pose(e.w.X_WB[s])
        pose = _after(here, offset)
        omega, velocity = e.w.V[s, :3], e.w.V[s, 3:]
        X.append(pose)
        V.append(np.concatenate((omega, velocity + np.cross(omega, pose[1] - here[1]))))
    return X, V


def _pose(row: np.ndarray) -> Pose:
    return row[:9].reshape(3, 3), row[9:]


def _after(A: Pose, B: Pose) -> Pose:
    """Return the pose of B in the world, given its pose in A."""
    return A[0] @ np.real(B[0]), A[1] + A[0] @ np.real(B[1])


def _joint_rates(motion: int, I: Pose, J: Pose, omega: np.ndarray, slide: np.ndarray) -> np.ndarray:
    """v of a tree joint from J's twist relative to I (world axes, at J); the part that fits where it does not all."""
    chain = CHAINS[motion]
    if chain.swings:
        return _fitted_rates(chain, I, J, omega, slide)
    rates: list = []
    for step in chain.motions:
        if step in ALONG:
            rates.append(I[0][:, AXIS[step]] @ slide)
        elif step == TRANSLATION:
            rates += list(I[0].T @ slide)
        elif step == QUATERNION:
            rates += list(J[0].T @ omega)
        else:
            rates.append(I[0][:, AXIS[step]] @ omega)
    return np.array(rates)


def _fitted_rates(chain: Chain, I: Pose, J: Pose, omega: np.ndarray, slide: np.ndarray) -> np.ndarray:
    """The same by least squares, where columns are not at right angles or turn about axes away from J."""
    columns, turned = [], False
    for step in chain.motions:
        frame = J if turned else I
        axis = frame[0][:, AXIS[step]]
        if step in ALONG:
            columns.append((np.zeros(3), axis))
        else:
            columns.append((axis, np.zeros(3) if turned else np.cross(axis, J[1] - I[1])))
            turned = True
    angular, linear = (np.array(part).T for part in zip(*columns, strict=True))
    if not any(step in ALONG for step in chain.motions):
        return np.linalg.lstsq(angular, omega, rcond=None)[0]
    return np.linalg.lstsq(np.vstack((angular, linear)), np.concatenate((omega, slide)), rcond=None)[0]


def _turning(model: Model, q: np.ndarray) -> np.ndarray:
    """Return how far every body of a planar mechanism has turned about z since the design position, whole turns
    counted."""
    a, q0 = model.lowered.arrays, np.real(model.lowered.q0)
    turned = np.zeros(len(model.bodies) + 1)
    for b, joint in enumerate(model.structure.topology.tree, start=1):
        own = sum(q[a["q_start"][b] + i] - q0[a["q_start"][b] + i] for i, _, _ in CHAINS[joint.motion].turning)
        turned[b] = turned[a["parent"][b]] + own * _upward(model, b)
    return turned


def _upward(model: Model, b: int) -> float:
    """Return +1 or -1: the joint's axis along or against z, in a planar mechanism."""
    p = model.lowered.arrays["parent"][b]
    axis = np.real(model.placement.body_frames[p][0] @ model.lowered.arrays["X_PI"][b][:9].reshape(3, 3))[2, 2]
    return 1.0 if axis > 0 else -1.0


def _choose_angles(source: Model, e: Evaluation, target: Model, q: np.ndarray) -> None:
    """Set the whole turns of the angles in q."""
    a, q0 = target.lowered.arrays, np.real(target.lowered.q0)
    wanted = q0.copy()
    if source.structure.plane:
        turned = _turning(source, e.state.q)[[0, *(source.structure.topology.number[b] for b in target.bodies)]]
        for b, joint in enumerate(target.structure.topology.tree, start=1):
            for i, _, _ in CHAINS[joint.motion].turning:
                wanted[a["q_start"][b] + i] += (turned[b] - turned[a["parent"][b]]) * _upward(target, b)
    known = [m for m in target.lowered.coordinates if counts(source, m)]
    if known:
        places = [target.lowered.coordinates[m] for m in known]
        wanted[places] = Probe(source, known).read(e)[:, 0]
    for b, joint in enumerate(target.structure.topology.tree, start=1):
        for i, _, _ in CHAINS[joint.motion].turning:
            k = a["q_start"][b] + i
            q[k] += TURN * np.round((wanted[k] - q[k]) / TURN)


def counts(model: Model, measure) -> bool:
    """Return whether a model knows the whole turns of a measure."""
    return measure in model.lowered.coordinates or measure in model.lowered.measures


def counted_turns(source: Model, e: Evaluation, target: Model, q: np.ndarray) -> np.ndarray:
    """Return the whole turns of the target's cut joints' angles, as the source reads them."""
    measures = list(target.lowered.measures)
    turns = np.zeros(len(measures))
    angles = [
        k for k, m in enumerate(measures) if m.measure.properties.has_turns and m not in target.lowered.coordinates
    ]
    if angles:
        read = [measures[k] for k in angles]
        here = Evaluation(target, State(e.state.t, q, np.zeros(target.nv), e.state.z, e.state.inactive, turns))
        off = Probe(source, read).read(e)[:, 0] - Probe(target, read).read(here)[:, 0]
        turns[angles] = np.round(off / TURN)
    return turns
