"""Derivatives of inverse dynamics against Pinocchio's called from Python, and their cost on growing chains and bushes."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from benchmarks import mechanisms
from benchmarks.bench_tree import pinocchio_twin
from benchmarks.compiled_jacobians import repeat_jacobians, repeat_tree_and_elements
from benchmarks.timing import Row, best, interleaved, slope
from linkwork.kernels.arrays import python_work
from linkwork.kernels.evaluate import evaluate
from linkwork.model.plans.jacobian_plan import jacobian_sizes, matrices

TITLE = "Derivatives F_q, F_v and M inside a compiled loop, against Pinocchio's RNEA derivatives called from Python"
TIMES = 200
CHAINS = (25, 50, 100, 200)
BUSHES = (50, 100, 200, 400)


class Buffers:
    """A model with the buffers of its derivatives, at a random state."""

    def __init__(self, model: lw.Model, seed: int = 0):
        rng = np.random.default_rng(seed)
        self.model, self.work = model, model.workspace()
        self.sints, size = jacobian_sizes(model)
        self.swork = np.zeros(size)
        self.q, self.v, self.vdot = rng.uniform(-1, 1, (3, model.nv))
        evaluate(model.ints, model.floats, self.work, 0.0, self.q, self.v)
        python_work(model.ints, self.work).vdot[:] = self.vdot

    def jacobians(self, times: int) -> None:
        model = self.model
        repeat_jacobians(model.ints, model.floats, self.work, self.sints, self.swork, self.q, self.v, times)

    def pairs(self, times: int) -> None:
        """What remains when nothing is cleared, n · depth; the matrices are then sums without a meaning."""
        model = self.model
        repeat_tree_and_elements(model.ints, model.floats, self.work, self.sints, self.swork, times)


def against_pinocchio(rounds: int = 60) -> list[Row]:
    model = lw.compile(mechanisms.tree())
    buffers, peer = Buffers(model), pinocchio_twin(model)
    if peer is None:
        per_call = best(lambda: buffers.jacobians(TIMES)) / TIMES
        return [Row("30-body tree: derivatives (Pinocchio is not installed)", per_call * 1e6, "µs")]
    pin_model, data, pin = peer

    def peer_jacobians():
        for _ in range(TIMES):
            pin.computeRNEADerivatives(pin_model, data, buffers.q, buffers.v, buffers.vdot)

    calls = {"ours": lambda: buffers.jacobians(TIMES), "theirs": peer_jacobians}
    took = {key: 1e6 * seconds / TIMES for key, seconds in interleaved(calls, rounds=rounds).items()}
    result = matrices(model, buffers.swork)
    pairs = ((result["F_q"], data.dtau_dq), (result["F_v"], data.dtau_dv))
    difference = max(np.abs(a - b).max() / np.abs(b).max() for a, b in pairs)
    return [
        Row("30-body tree: derivatives", took["ours"], "µs"),
        Row("30-body tree: Pinocchio / ours", took["theirs"] / took["ours"], "x", ">= 1"),
        Row("30-body tree: relative difference", difference, "", "<= 1e-11"),
    ]


def springs(bodies: int, parent) -> lw.Mechanism:
    """Revolutes with a spring in every joint and one from every body to the ground; body k hangs on body parent(k)."""
    m = lw.Mechanism("springs", gravity=(0, 0, -9.81))
    rng = np.random.default_rng(4)
    for k in range(bodies):
        p, at = parent(k), rng.uniform(-1, 1, 3)
        m.add(
            lw.Body(f"b{k}", mass=1, com=tuple(at + 0.2), inertia=(0.1, 0.2, 0.25)),
            lw.Revolute(
                f"j{k}", f"b{p}" if p >= 0 else "ground", f"b{k}", at=tuple(at), axis=tuple(rng.normal(size=3))
            ),
            lw.JointSpring(f"s{k}", f"j{k}.angle", stiffness=5, damping=1),
            lw.SpringDamper(f"g{k}", "ground", f"b{k}", at_i=tuple(at + 2), at_j=tuple(at), stiffness=3, damping=1),
        )
    return m


def growth(sizes: tuple[int, ...], parent, rounds: int = 30) -> float:
    """Exponent of the time of all pairs by the number of bodies."""
    calls, times = {}, {}
    for n in sizes:
        buffers = Buffers(lw.compile(springs(n, parent)))
        times[n] = max(1, 4000 // n)
        calls[n] = lambda buffers=buffers, n=n: buffers.pairs(times[n])
    took = interleaved(calls, rounds=rounds)
    return slope(list(sizes), [took[n] / times[n] for n in sizes])


def chain_parent(k: int) -> int:
    return k - 1


def bush_parent(k: int) -> int:
    """Branches of five bodies on the ground."""
    return k - 1 if k % 5 else -1


def rows() -> list[Row]:
    return [
        *against_pinocchio(),
        Row("chains with springs: slope by bodies (bodies × depth is 2)", growth(CHAINS, chain_parent), "", "<= 2.3"),
        Row("branches of five with springs: slope by bodies", growth(BUSHES, bush_parent), "", "<= 1.2"),
    ]
