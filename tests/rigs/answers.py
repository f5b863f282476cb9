"""What all formulations must agree on: accelerations of bodies and reactions of joints."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.description.choices import BASES
from linkwork.model.evaluation import Evaluation
from linkwork.model.probe import Probe

FORMULATIONS = (
    lw.Recursive(),
    lw.Augmented(),
    lw.Baumgarte(),
    lw.CoordinatePartitioning(),
    lw.PartialVelocity(),
    *(lw.NullSpace(basis) for basis in BASES),
    lw.KaneMultipliers(eliminate=False),
    lw.KaneMultipliers(eliminate=True),
)


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
