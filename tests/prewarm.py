"""Compile what the tests share, in two processes, so that parallel workers find it in the cache.

Tasks name what they build on, so that the processes do not compile the same kernels at the same time.
Prints how many kernels were compiled and how long it took: the cold start a new user sees.
"""

import multiprocessing
import resource
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait

from budget import budget

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


def four_bar():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    return model, lw.assemble(model)


def move(model, state, *integrators):
    for integrator in integrators:
        lw.simulate(model, state, 0.1, integrator=integrator, events=lw.Event("A.angle"), output=0.05)


def shared():
    model, state = four_bar()
    lw.check(model, state)
    lw.reactions(model, state)
    lw.measure(model, state, "energy.total")


def motion():
    move(*four_bar(), lw.DormandPrince())


def jacobians():
    lw.linearize(*four_bar(), outputs=["A.force", "link2.acceleration"])


def implicit():
    move(*four_bar(), lw.Radau(), lw.BDF())
    long = lw.compile(lw.library.bushing_chain(11))  # sparse Newton matrices
    lw.simulate(long, long.design_state(), 1e-3, integrator=lw.Radau(), output=[1e-3])


def explicit():
    move(*four_bar(), lw.Adams(), lw.RungeKutta4(0.01), lw.GeneralizedAlpha())


def formulations():
    for mechanism in (lw.library.planar_four_bar(), lw.library.spatial_four_bar()):
        for coordinates in ("joint", "cartesian"):
            model = lw.compile(mechanism, coordinates=coordinates)
            state = lw.assemble(model)
            for formulation in FORMULATIONS:
                lw.accelerations(model, state, formulation=formulation)


def sensitivities(integrator, method):
    """Along or against the steps of a run."""
    case = lw.Case("fall", duration=0.1, outputs={"load": "rms(D.force.x)"}, integrator=integrator)
    lw.sensitivity(four_bar()[0], case, "L1", method=method)


def explicit_direct():
    sensitivities(lw.DormandPrince(), "direct")


def explicit_adjoint():
    sensitivities(lw.DormandPrince(), "adjoint")


def large_direct():
    """Columns along directions."""
    case = lw.Case("fall", duration=0.01, outputs={"end": "final(J1.angle)"}, integrator=lw.DormandPrince())
    lw.sensitivity(lw.compile(lw.library.chain(60)), case, "link1.mass")


def implicit_direct():
    sensitivities(lw.Radau(), "direct")


def implicit_adjoint():
    sensitivities(lw.Radau(), "adjoint")


TASKS = {  # and what each builds on; of those that can begin, the first does
    shared: (),
    jacobians: (shared,),
    motion: (shared,),
    explicit_direct: (jacobians, motion),
    implicit: (jacobians, motion),
    explicit_adjoint: (explicit_direct,),
    implicit_direct: (explicit_direct, implicit),
    implicit_adjoint: (explicit_adjoint, implicit_direct),
    large_direct: (explicit_direct,),
    explicit: (motion,),
    formulations: (shared,),
}


def compiled(task):
    """How many kernels a task had to compile."""
    before = compiled_count()
    task()
    return compiled_count() - before


def main():
    start, count, done, running = time.perf_counter(), 0, set(), {}
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        while len(done) < len(TASKS):
            for task, needs in TASKS.items():
                if len(running) < 2 and done.issuperset(needs) and task not in {*done, *running.values()}:
                    running[pool.submit(compiled, task)] = task
            for finished in wait(running, return_when=FIRST_COMPLETED).done:
                count += finished.result()
                done.add(running.pop(finished))
    wall = time.perf_counter() - start
    took = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, goal = took.ru_utime + took.ru_stime, budget()["cold_compile_seconds"]
    print(f"prewarm: {count} kernels compiled, {wall:.1f} s, {seconds:.0f} s of processor time ({goal} from nothing)")


if __name__ == "__main__":
    main()
