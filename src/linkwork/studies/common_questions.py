"""Questions that reach what most programs compile: `linkwork compile` and the tests ask them to fill the kernel cache.

Tasks name what they build on, so that two processes do not compile the same kernels at the same time.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait

import linkwork as lw
from linkwork.numerics.compile_progress import compiled_count

FORMULATIONS = (
    lw.Augmented(),
    lw.Baumgarte(),
    lw.CoordinatePartitioning(),
    lw.PartialVelocity(),
    lw.NullSpace("lu"),
    lw.NullSpace("qr"),
    lw.NullSpace("svd"),
    lw.NullSpace("zero-eigenvalue"),
    lw.KaneMultipliers(),
    lw.Recursive(),
)


def four_bar() -> tuple[lw.Model, lw.State]:
    """Return a model and its start."""
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    return model, lw.assemble(model)


def move(model: lw.Model, state: lw.State, *integrators: lw.Integrator) -> None:
    """Simulate with outputs and an event."""
    for integrator in integrators:
        lw.simulate(model, state, 0.1, integrator=integrator, events=lw.Event("A.angle"), output=0.05)


def mechanics() -> None:
    """Assemble, check, reactions, a signal, a driven motion, and other designs."""
    model, state = four_bar()
    for mass in (2.0, 3.0, 4.0):
        model.with_parameters({"link1.mass": mass})
    lw.check(model, state)
    lw.reactions(model, state)
    lw.measure(model, state, "energy.total")
    driven = lw.compile(lw.library.slider_crank())
    lw.kinematics(driven, lw.assemble(driven), (0.0, 1e-4))


def motion() -> None:
    """A run with the default method, and signals of it."""
    model, state = four_bar()
    move(model, state, lw.DormandPrince())
    run = lw.simulate(model, state, 0.1, output=0.05)
    for path in ("A.total_force", "link2.acceleration"):
        _ = run[path]


def linear() -> None:
    """A linear model."""
    lw.linearize(*four_bar(), outputs=["A.force", "link2.acceleration"])


def implicit() -> None:
    """Implicit methods, with dense and with sparse matrices."""
    move(*four_bar(), lw.Radau(), lw.BDF())
    long = lw.compile(lw.library.bushing_chain(11))
    lw.simulate(long, long.design_state(), 1e-3, integrator=lw.Radau(), output=[1e-3])


def explicit() -> None:
    """The other methods."""
    move(*four_bar(), lw.Adams(), lw.RungeKutta4(0.01), lw.GeneralizedAlpha())


def formulations() -> None:
    """Accelerations by every formulation."""
    for mechanism in (lw.library.planar_four_bar(), lw.library.spatial_four_bar()):
        for coordinates in ("joint", "cartesian"):
            model = lw.compile(mechanism, coordinates=coordinates)
            state = lw.assemble(model)
            for formulation in FORMULATIONS:
                lw.accelerations(model, state, formulation=formulation)


def sensitivities(integrator: lw.Integrator, method: str) -> None:
    """Derivatives of an output of a run."""
    case = lw.Case("fall", duration=0.1, outputs={"load": "rms(D.force.x)"}, integrator=integrator)
    lw.sensitivity(four_bar()[0], case, "L1", method=method)


def explicit_direct() -> None:
    """Direct derivatives of an explicit run."""
    sensitivities(lw.DormandPrince(), "direct")


def explicit_adjoint() -> None:
    """Adjoint derivatives of an explicit run."""
    sensitivities(lw.DormandPrince(), "adjoint")


def large_direct() -> None:
    """Direct derivatives of a large model."""
    case = lw.Case("fall", duration=0.01, outputs={"end": "final(J1.angle)"}, integrator=lw.DormandPrince())
    lw.sensitivity(lw.compile(lw.library.chain(60)), case, "link1.mass")


def implicit_direct() -> None:
    """Direct derivatives of an implicit run."""
    sensitivities(lw.Radau(), "direct")


def implicit_adjoint() -> None:
    """Adjoint derivatives of an implicit run."""
    sensitivities(lw.Radau(), "adjoint")


Task = Callable[[], None]
TASKS: dict[Task, tuple[Task, ...]] = {  # and what each builds on; of those that can begin, the first does
    mechanics: (),
    linear: (mechanics,),
    motion: (mechanics,),
    explicit_direct: (linear, motion),
    implicit: (linear, motion),
    explicit_adjoint: (explicit_direct,),
    implicit_direct: (explicit_direct, implicit),
    implicit_adjoint: (explicit_adjoint, implicit_direct),
    large_direct: (explicit_direct,),
    explicit: (motion,),
    formulations: (mechanics,),
}


def compiled(task: Task) -> int:
    """Do a task with compiled kernels, and return how many had to be compiled."""
    os.environ["LINKWORK_COMPILE"] = "now"
    before = compiled_count()
    task()
    return compiled_count() - before


def compile_all(processes: int = 2) -> Iterator[tuple[str, int]]:
    """Do all tasks in some processes; yield what each answers, and how many kernels it compiled, as they end."""
    done: set[Task] = set()
    running: dict = {}
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        while len(done) < len(TASKS):
            for task, needs in TASKS.items():
                if len(running) < processes and done.issuperset(needs) and task not in {*done, *running.values()}:
                    running[pool.submit(compiled, task)] = task
            for finished in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(finished)
                done.add(task)
                yield (task.__doc__ or "").rstrip("."), finished.result()
