"""Random mechanisms, consistent states of theirs in every coordinates, and what all formulations must agree on."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.description.choices import BASES
from linkwork.dynamics.formulations.redundancy import column_scale
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from linkwork.model.probe import Probe
from linkwork.model.state import State
from linkwork.model.state_conversion import translated

FORMULATIONS = (
    lw.Recursive(),
    lw.Augmented(sparse=False),
    lw.Augmented(sparse=True),
    lw.Baumgarte(),
    lw.CoordinatePartitioning(),
    lw.PartialVelocity(),
    *(lw.NullSpace(basis) for basis in BASES),
    lw.KaneMultipliers(eliminate=False),
    lw.KaneMultipliers(eliminate=True),
)


# random numbers of a description


def point(rng, size=1.0):
    return tuple(rng.uniform(-size, size, 3).tolist())


def direction(rng):
    d = rng.normal(size=3)
    return tuple((d / np.linalg.norm(d)).tolist())


def across(rng, axis):
    """A unit vector perpendicular to an axis."""
    d = np.cross(axis, rng.normal(size=3))
    return tuple((d / np.linalg.norm(d)).tolist())


def inertia(rng, size=0.5):
    """Tensor entries xx yy zz xy xz yz of eight random point masses about their centre: physical, and not diagonal."""
    p = rng.uniform(-size, size, (8, 3))
    p -= p.mean(axis=0)
    J = sum((r @ r) * np.eye(3) - np.outer(r, r) for r in p) / 4
    return tuple(J[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))


def body(rng, name, com=None):
    return lw.Body(
        name, mass=rng.uniform(1, 3), com=point(rng) if com is None else com, inertia=inertia(rng), x=direction(rng),
        z=direction(rng), origin=point(rng),
    )  # fmt: skip


def planar_body(rng, name):
    return lw.Body(name, mass=rng.uniform(1, 3), com=(*point(rng)[:2], 0), inertia=rng.uniform(0.3, 1), x=flat(rng))


def flat(rng):
    a = rng.uniform(-np.pi, np.pi)
    return (np.cos(a), np.sin(a), 0.0)


# states


def settled(model, state, tolerance=1e-13):
    """The state pulled onto the position rows by Newton steps of least size, its velocity onto Phi_v v = nu."""
    q = state.q
    e = Evaluation(model, state)
    keep, scale = e.m.row_level == 0, e.m.row_scale
    for _ in range(50):
        e.update(State(state.t, q, state.v, state.z, state.inactive, state.turns))
        Phi = (scale * e.w.Phi)[keep]
        if np.abs(Phi).max(initial=0.0) < tolerance:
            break
        dq = np.linalg.lstsq((scale[:, None] * e.jacobian())[keep], -Phi, rcond=1e-10)[0]
        dq *= min(1.0, 0.3 / np.abs(dq).max())
        out = np.zeros(model.nq)
        moved(model.ints, model.floats, q, dq, out)
        q = out
    else:
        raise ArithmeticError("the random pose does not close")
    J = scale[:, None] * e.jacobian()
    v = state.v + np.linalg.lstsq(J, scale * e.w.nu - J @ state.v, rcond=1e-10)[0] if J.size else state.v
    v = v + np.linalg.lstsq(J, scale * e.w.nu - J @ v, rcond=1e-10)[0] if J.size else v
    return State(state.t, q, v, state.z, state.inactive, state.turns)


def random_state(model, rng, size=0.4, t=0.0):
    """A consistent state some way off the design position, moving."""
    start = model.design_state()
    q = np.zeros(model.nq)
    moved(model.ints, model.floats, start.q, size * rng.normal(size=model.nv), q)
    return settled(model, State(t, q, rng.normal(size=model.nv), start.z, start.inactive, start.turns))


def conditioning(model, state):
    """Smallest over largest singular value of the scaled constraint Jacobian."""
    e = Evaluation(model, state)
    J = e.m.row_scale[:, None] * e.jacobian() * column_scale(e)
    return 1.0 if J.size == 0 else float(np.divide(*np.linalg.svd(J, compute_uv=False)[[-1, 0]]))


# answers


def body_accelerations(model, state, vdot):
    """(n_body, 6): linear and angular acceleration of every body in world axes, bodies by name."""
    if not hasattr(model, "_body_probe"):
        words = ("acceleration", "angular_acceleration")
        signals = [f"{name}.{word}" for name in sorted(model.bodies) for word in words]
        model._body_probe = Probe(model, [m for path in signals for m in model.signal_table.find(path).measures])
    e, probe = Evaluation(model, state), model._body_probe
    return probe.accelerations(e, probe.read(e), vdot).reshape(-1, 6)


def wrenches(reactions):
    """(n_joint, 6) of force and torque, (n_joint, 6) unique, and the drivers' efforts; joints and drivers by name."""
    names = sorted(reactions.joints)
    values = np.array([[*reactions[n].force, *reactions[n].torque] for n in names]).reshape(-1, 6)
    unique = np.array([[*reactions[n].force_unique, *reactions[n].torque_unique] for n in names], bool).reshape(-1, 6)
    efforts = np.array([reactions.drivers[n] for n in sorted(reactions.drivers)])
    return values, unique, efforts


def off(a, b, floor=1.0):
    """Largest difference relative to the largest entry."""
    if np.size(a) == 0:
        return 0.0
    return float(np.abs(np.subtract(a, b)).max() / max(floor, np.abs(b).max()))


class Answer:
    """Accelerations of all bodies and reactions of all joints of a model at a state under one formulation."""

    def __init__(self, model, state, formulation=None):
        acc = lw.accelerations(model, state, formulation=formulation)
        self.vdot, self.lam = acc.vdot, acc.lam
        self.bodies = body_accelerations(model, state, acc.vdot)
        self.wrenches, self.unique, self.efforts = wrenches(lw.reactions(model, state, formulation=formulation))

    def off(self, other):
        """Largest relative difference in accelerations, unique reactions and drivers' efforts."""
        both = self.unique & other.unique
        loads = max(1.0, np.abs(other.wrenches).max(initial=0.0), np.abs(other.efforts).max(initial=0.0))
        differences = (
            off(self.bodies, other.bodies),
            float(np.abs((self.wrenches - other.wrenches)[both]).max(initial=0.0)) / loads,
            off(self.efforts, other.efforts, loads),
        )
        return max(differences)


def same_place(source, state, target):
    """The state of `source` as one of `target`, checked to be consistent there."""
    there = translated(source, state, target)
    e = Evaluation(target, there)
    assert np.abs(e.w.Phi).max(initial=0.0) < 1e-12 * max(1.0, target.length)
    assert np.abs(e.w.Phidot).max(initial=0.0) < 1e-12 * max(1.0, target.length)
    return there
