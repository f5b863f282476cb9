"""Pinocchio: `aba` for trees, `constraintDynamics` with Baumgarte's correction for loops, and SciPy's DOP853 or fixed RK4 steps.

Both integrators call Pinocchio from Python, as its examples do. A revolute closure is two point constraints along its axis.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from scipy.integrate import solve_ivp

from benchmarks.engines.server import Setting, clock, serve
from benchmarks.problems import GROUND, Problem

STABILIZATION = {"P2": 50.0, "P3": 1e3, "P4": 2.0}  # 1/s, critically damped


def build(given: Problem) -> tuple[pin.Model, list[int]]:
    """The tree; frames of every joint have the world's axes at the initial configuration."""
    model = pin.Model()
    model.gravity.linear = given.gravity
    joints: list[int] = []
    for i, link in enumerate(given.links):
        x, y, z = link.axis
        joint = (
            pin.JointModelRevoluteUnaligned(x, y, z)
            if link.joint == "rev"
            else pin.JointModelPrismaticUnaligned(x, y, z)
        )
        aligned = {("rev", 0): pin.JointModelRX, ("rev", 1): pin.JointModelRY, ("rev", 2): pin.JointModelRZ}
        if link.joint == "rev" and max(link.axis) == 1:
            joint = aligned["rev", int(np.argmax(link.axis))]()
        parent = 0 if link.parent == GROUND else joints[link.parent]
        place = pin.SE3(np.eye(3), link.anchor - given.origin(link.parent))
        index = model.addJoint(parent, joint, place, f"j{i}")
        model.appendBodyToJoint(index, pin.Inertia(link.mass, link.com - link.anchor, link.inertia), pin.SE3.Identity())
        joints.append(index)
    return model, joints


class Dynamics:
    """Accelerations of a problem as a function of positions and velocities."""

    def __init__(self, given: Problem):
        self.given = given
        self.model, self.joints = build(given)
        self.n = self.model.nv
        self.zero, self.tau = np.zeros(self.n), np.zeros(self.n)
        self.forced = bool(given.loads or given.springs)
        add = lambda body, place, k: self.model.addFrame(  # noqa: E731
            pin.Frame(
                f"f{k}", self._joint(body), pin.SE3(np.eye(3), place - given.origin(body)), pin.FrameType.OP_FRAME
            )
        )
        self.loads = [(add(x.body, x.point, f"load{k}"), np.r_[x.force, x.torque]) for k, x in enumerate(given.loads)]
        self.springs = [
            (add(s.a, s.point_a, f"a{k}"), add(s.b, s.point_b, f"b{k}"), s) for k, s in enumerate(given.springs)
        ]
        self.observed = [add(body, place, f"o{k}") for k, (body, place) in enumerate(given.observed)]
        self._close()
        self.data = self.model.createData()
        if given.loops:
            pin.initConstraintDynamics(self.model, self.data, self.constraints, self.constraint_data)
            self.settings = pin.ProximalSettings(1e-12, 1e-10, 10)

    def _joint(self, body: int) -> int:
        return 0 if body == GROUND else self.joints[body]

    def _close(self) -> None:
        given, self.constraints = self.given, pin.StdVec_RigidConstraintModel()
        gain = STABILIZATION.get(given.name[:2], 20.0)
        for loop in given.loops:
            arms = [np.zeros(3)] if loop.axis is None else [0.5 * loop.axis, -0.5 * loop.axis]
            for arm in arms:
                places = [pin.SE3(np.eye(3), loop.point + arm - given.origin(body)) for body in (loop.a, loop.b)]
                ends = self._joint(loop.a), places[0], self._joint(loop.b), places[1]
                constraint = pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, self.model, *ends, pin.LOCAL)
                constraint.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters(gain**2, 2 * gain))
                self.constraints.append(constraint)
        self.constraint_data = pin.StdVec_RigidConstraintData()
        for constraint in self.constraints:
            self.constraint_data.append(constraint.createData())

    def efforts(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Loads and springs as generalized forces."""
        if not self.forced:
            return self.zero
        model, data, tau, axes = self.model, self.data, self.tau, pin.LOCAL_WORLD_ALIGNED
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        tau[:] = 0.0
        for frame, load in self.loads:
            tau += pin.getFrameJacobian(model, data, frame, axes).T @ load
        for a, b, s in self.springs:
            Ja, Jb = (pin.getFrameJacobian(model, data, frame, axes)[:3] for frame in (a, b))
            d = data.oMf[b].translation - data.oMf[a].translation
            length = np.sqrt(d @ d)
            pull = s.stiffness * (length - s.free_length) + (
                s.damping * (d @ ((Jb - Ja) @ v)) / length if s.damping else 0.0
            )
            tau += (Ja - Jb).T @ (pull / length * d)
        return tau

    def accelerations(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        if self.given.loops:
            tau = self.efforts(q, v)
            return pin.constraintDynamics(
                self.model, self.data, q, v, tau, self.constraints, self.constraint_data, self.settings
            )
        return pin.aba(self.model, self.data, q, v, self.efforts(q, v))

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        n = self.n
        return np.concatenate((y[n:], self.accelerations(y[:n], y[n:])))

    def positions(self, y: np.ndarray) -> np.ndarray:
        pin.framesForwardKinematics(self.model, self.data, y[: self.n])
        return np.array([self.data.oMf[frame].translation for frame in self.observed])


def runge_kutta(rates, y: np.ndarray, duration: float, steps: int) -> np.ndarray:
    h = duration / steps
    for _ in range(steps):
        k1 = rates(0.0, y)
        k2 = rates(0.0, y + h / 2 * k1)
        k3 = rates(0.0, y + h / 2 * k2)
        k4 = rates(0.0, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


def prepare(given: Problem):
    dynamics = Dynamics(given)
    start = np.concatenate([np.zeros(dynamics.n), given.rates])

    def solve(setting: Setting):
        began = clock()
        if setting.variant == "DOP853":
            span, tolerance = (0.0, given.duration), setting.knob
            result = solve_ivp(dynamics.rates, span, start, "DOP853", t_eval=span[1:], rtol=tolerance, atol=tolerance)
            if not result.success:
                raise RuntimeError(result.message)
            end = result.y[:, -1]
        else:
            end = runge_kutta(dynamics.rates, start, given.duration, int(setting.knob))
        return clock() - began, dynamics.positions(end), {}

    settings = [Setting("DOP853", 10.0**-k) for k in range(3, 12)]
    return settings + [Setting("RK4", float(count)) for count in 50 * 2 ** np.arange(10)], solve


if __name__ == "__main__":
    serve(prepare)
