"""The reverse sweep: one gradient by all numbers of a model, in evaluations, and on growing chains."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from benchmarks.bench_jacobians import chain_parent, springs
from benchmarks.timing import Row, interleaved, slope
from linkwork.kernels.arrays import python_work
from linkwork.kernels.derivatives.adjoint import equation_gradient
from linkwork.kernels.evaluate import evaluate
from linkwork.model.plans.adjoint_plan import reverse_sizes

TITLE = "The gradient of one scalar of the equations of motion by every number of a model, in evaluations"
CHAINS = (100, 200, 500, 1000)


class Sweep:
    """A model at a random state with random cotangents."""

    def __init__(self, model: lw.Model):
        rng, self.model, self.work = np.random.default_rng(0), model, model.workspace()
        self.rints, size = reverse_sizes(model)
        self.rwork = np.zeros(size)
        self.q, self.v = np.array(model.design_state().q), rng.uniform(-1, 1, model.nv)
        self.cotangents = [rng.normal(size=n) for n in (model.nv, model.n_rows, model.nz)]
        self.gradient = np.zeros(model.floats.size)
        w = python_work(model.ints, self.work)
        w.vdot[:], w.lam[:] = rng.uniform(-1, 1, model.nv), rng.uniform(-1, 1, model.n_rows)
        self.evaluate(1)

    def evaluate(self, times: int) -> None:
        model = self.model
        for _ in range(times):
            evaluate(model.ints, model.floats, self.work, 0.0, self.q, self.v)

    def sweep(self, times: int) -> None:
        model, given = self.model, (self.rints, self.rwork, 0.0, self.q, self.v, *self.cotangents, self.gradient)
        for _ in range(times):
            equation_gradient(model.ints, model.floats, self.work, *given)


def in_evaluations(mechanism: lw.Mechanism, coordinates: str = "joint", rounds: int = 100) -> tuple[float, float]:
    """(seconds of a sweep, the same over those of an evaluation)."""
    made, times = Sweep(lw.compile(mechanism, coordinates=coordinates)), 50
    took = interleaved({"sweep": lambda: made.sweep(times), "evaluation": lambda: made.evaluate(times)}, rounds=rounds)
    return took["sweep"] / times, took["sweep"] / took["evaluation"]


def growth(sizes: tuple[int, ...] = CHAINS, rounds: int = 30) -> float:
    """Exponent of the sweep's time by the number of bodies."""
    made = {n: Sweep(lw.compile(lw.library.chain(n))) for n in sizes}
    took = interleaved({n: lambda n=n: made[n].sweep(max(1, 4000 // n)) for n in sizes}, rounds=rounds)
    return slope(list(sizes), [took[n] / max(1, 4000 // n) for n in sizes])


def rows() -> list[Row]:
    cases = {
        "chain of 100 revolutes": (lw.library.chain(100), "joint"),
        "chain of 100, Cartesian": (lw.library.chain(100), "cartesian"),
        "chain of 100 with springs": (springs(100, chain_parent), "joint"),
        "chain of 100 bushings": (lw.library.bushing_chain(100), "joint"),
    }
    results = []
    for name, case in cases.items():
        seconds, ratio = in_evaluations(*case)
        results += [Row(f"{name}: sweep", 1e6 * seconds, "µs"), Row(f"{name}: sweep / evaluation", ratio, "x", "<= 5")]
    return [*results, Row(f"chains of {CHAINS[0]} to {CHAINS[-1]}: exponent by bodies", growth(), "", "<= 1.15")]
