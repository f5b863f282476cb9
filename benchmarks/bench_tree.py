"""Trees: articulated-body and Newton-Euler recursions against Pinocchio called from Python, and long chains."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from benchmarks import mechanisms
from benchmarks.compiled import repeat_forward, repeat_inverse
from benchmarks.timing import Row, best, interleaved, slope
from linkwork.kernels.arrays import python_model, python_work
from linkwork.kernels.joints import KINDS

TITLE = "Trees: ABA and RNEA inside a compiled loop, against Pinocchio called from Python"
CHAINS = (100, 300, 1000, 3000, 10_000)
TIMES = 200


class Buffers:
    """A model with the buffers of its compiled loops, at a random state."""

    def __init__(self, model: lw.Model, seed: int = 0):
        rng = np.random.default_rng(seed)
        self.model, self.work = model, model.workspace()
        self.plan, loop_size = model.loops
        self.loop_work = np.zeros(loop_size)
        self.q, self.v = rng.uniform(-1, 1, model.nq), rng.uniform(-1, 1, model.nv)
        self.vdot, self.tau = rng.uniform(-1, 1, model.nv), np.zeros(model.nv)
        self.w = python_work(model.ints, self.work)

    def forward(self, times: int, refinements: int = 0) -> float:
        model = self.model
        return repeat_forward(
            model.ints, model.floats, self.work, self.plan, self.loop_work, self.q, self.v, refinements, times
        )

    def inverse(self, times: int) -> None:
        model = self.model
        repeat_inverse(model.ints, model.floats, self.work, self.q, self.v, self.vdot, self.tau, times)


def pinocchio_twin(model: lw.Model):
    """The same tree of revolutes in Pinocchio, from the compiled arrays; None without Pinocchio."""
    try:
        import pinocchio as pin
    except ImportError:
        return None
    arrays, pin_model = python_model(model.ints, model.floats), pin.Model()
    pin_model.gravity.linear = arrays.gravity.copy()
    for b in range(1, arrays.parent.size):
        assert arrays.joint_type[b] == KINDS["revolute"]
        X, J = arrays.X_PI[b], arrays.inertia[b]
        placement = pin.SE3(X[:9].reshape(3, 3), X[9:])
        joint = pin_model.addJoint(int(arrays.parent[b]), pin.JointModelRZ(), placement, f"j{b}")
        c = J[1:4] / J[0]
        about_origin = np.array([[J[4], J[7], J[8]], [J[7], J[5], J[9]], [J[8], J[9], J[6]]])
        about_com = about_origin - J[0] * (c @ c * np.eye(3) - np.outer(c, c))
        pin_model.appendBodyToJoint(joint, pin.Inertia(J[0], c, about_com), pin.SE3.Identity())
    return pin_model, pin_model.createData(), pin


def against_pinocchio(name: str, model: lw.Model) -> list[Row]:
    buffers, peer = Buffers(model), pinocchio_twin(model)
    if peer is None:
        per_call = best(lambda: buffers.forward(TIMES)) / TIMES
        return [Row(f"{name}: ABA (Pinocchio is not installed)", per_call * 1e6, "µs")]
    pin_model, data, pin = peer
    q, v, vdot, zero = buffers.q, buffers.v, buffers.vdot, np.zeros(model.nv)

    def peer_forward():
        for _ in range(TIMES):
            pin.aba(pin_model, data, q, v, zero)

    def peer_inverse():
        for _ in range(TIMES):
            pin.rnea(pin_model, data, q, v, vdot)

    calls = {
        "aba": lambda: buffers.forward(TIMES),
        "rnea": lambda: buffers.inverse(TIMES),
        "pin.aba": peer_forward,
        "pin.rnea": peer_inverse,
    }
    took = {key: 1e6 * seconds / TIMES for key, seconds in interleaved(calls).items()}
    buffers.forward(1)
    difference = np.abs(buffers.w.vdot - pin.aba(pin_model, data, q, v, zero)).max() / np.abs(buffers.w.vdot).max()
    buffers.inverse(1)
    difference = max(
        difference, np.abs(buffers.tau - pin.rnea(pin_model, data, q, v, vdot)).max() / np.abs(buffers.tau).max()
    )
    return [
        Row(f"{name}: ABA", took["aba"], "µs"),
        Row(f"{name}: RNEA", took["rnea"], "µs"),
        Row(f"{name}: Pinocchio ABA / ours", took["pin.aba"] / took["aba"], "x", ">= 2"),
        Row(f"{name}: Pinocchio RNEA / ours", took["pin.rnea"] / took["rnea"], "x", ">= 2"),
        Row(f"{name}: relative difference", difference, "", "<= 1e-11"),
    ]


def chains() -> list[Row]:
    calls, times = {}, {}
    for n in CHAINS:
        buffers = Buffers(lw.compile(lw.library.chain(n)))
        times[n] = max(1, 10_000 // n)
        calls[n] = lambda buffers=buffers, n=n: buffers.forward(times[n])
    took = interleaved(calls, rounds=40)
    seconds = [took[n] / times[n] for n in CHAINS]
    rows = [Row(f"chain of {n}: Recursive", 1e6 * s, "µs") for n, s in zip(CHAINS, seconds)]
    return [*rows, Row("chains: slope of Recursive", slope(list(CHAINS), seconds), "", "<= 1.1")]


def rows() -> list[Row]:
    return [
        *against_pinocchio("7-joint arm", lw.compile(mechanisms.arm())),
        *against_pinocchio("30-body tree", lw.compile(mechanisms.tree())),
        *chains(),
    ]
