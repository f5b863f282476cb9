"""Compile what the tests share in one process, so that parallel workers find it in the cache.

Prints how many kernels were compiled and how long it took: the cold start a new user sees.
"""

import time

import linkwork as lw
from linkwork.analyses.slopes import slopes
from linkwork.model.evaluation import Evaluation
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


def main():
    start = time.perf_counter()
    for mechanism in (lw.library.planar_four_bar(), lw.library.spatial_four_bar()):
        for coordinates in ("joint", "cartesian"):
            model = lw.compile(mechanism, coordinates=coordinates)
            state = lw.assemble(model)
            lw.check(model, state)
            for formulation in FORMULATIONS:
                lw.accelerations(model, state, formulation=formulation)
            lw.reactions(model, state)
            lw.measure(model, state, "energy.total")
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    motion = lw.accelerations(model, state)
    slopes(Evaluation(model, state), motion.vdot, motion.lam)
    lw.linearize(model, state, outputs=["A.force", "link2.acceleration"])
    for integrator in (
        lw.DormandPrince(),
        lw.Adams(),
        lw.RungeKutta4(0.01),
        lw.Radau(),
        lw.BDF(),
        lw.GeneralizedAlpha(),
    ):
        lw.simulate(model, state, 0.1, integrator=integrator, events=lw.Event("A.angle"), output=0.05)
    long = lw.compile(lw.library.bushing_chain(11))  # sparse Newton matrices
    lw.simulate(long, long.design_state(), 1e-3, integrator=lw.Radau(), output=[1e-3])
    print(f"prewarm: {compiled_count()} kernels compiled, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
