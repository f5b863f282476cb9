"""Compile what the tests share, in two processes, so that parallel workers find it in the cache.

Prints how many kernels were compiled and how long it took: the cold start a new user sees.
"""

import subprocess
import sys
import time

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
    """What the other two build on."""
    model, state = four_bar()
    lw.check(model, state)
    lw.reactions(model, state)
    lw.measure(model, state, "energy.total")


def explicit():
    """Every formulation, and the integrators that evaluate only."""
    for mechanism in (lw.library.planar_four_bar(), lw.library.spatial_four_bar()):
        for coordinates in ("joint", "cartesian"):
            model = lw.compile(mechanism, coordinates=coordinates)
            state = lw.assemble(model)
            for formulation in FORMULATIONS:
                lw.accelerations(model, state, formulation=formulation)
    model, state = four_bar()
    move(model, state, lw.DormandPrince(), lw.Adams(), lw.RungeKutta4(0.01), lw.GeneralizedAlpha())
    sensitivities(model, lw.DormandPrince())


def sensitivities(model, integrator):
    """Along and against the steps of a run; the slopes that they need are compiled by now."""
    case = lw.Case("fall", duration=0.1, outputs={"load": "rms(D.force.x)"}, integrator=integrator)
    for method in ("direct", "adjoint"):
        lw.sensitivity(model, case, "L1", method=method)


def implicit():
    """Derivatives, and what solves with them."""
    model, state = four_bar()
    lw.linearize(model, state, outputs=["A.force", "link2.acceleration"])
    move(model, state, lw.Radau(), lw.BDF())
    long = lw.compile(lw.library.bushing_chain(11))  # sparse Newton matrices
    lw.simulate(long, long.design_state(), 1e-3, integrator=lw.Radau(), output=[1e-3])
    sensitivities(model, lw.Radau())


def main():
    start = time.perf_counter()
    shared()
    helper = subprocess.Popen([sys.executable, __file__, "implicit"], stdout=subprocess.PIPE, text=True)
    explicit()
    there = int(helper.communicate()[0])
    if helper.returncode != 0:
        sys.exit(helper.returncode)
    print(f"prewarm: {compiled_count() + there} kernels compiled, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    if sys.argv[1:] == ["implicit"]:
        implicit()
        print(compiled_count())
    else:
        main()
