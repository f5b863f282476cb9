"""Long stiff chains under implicit integration: cost linear in length, as exact as with dense matrices."""

import numpy as np
import pytest

import linkwork as lw
from benchmarks.bench_linear import processor_seconds
from benchmarks.bench_stiff_chains import simulate
from benchmarks.timing import slope
from linkwork.dynamics.newton import dense as newton_dense
from linkwork.dynamics.newton import sparse as newton_sparse
from linkwork.integrators import newton_functions as newton
from linkwork.model.plans.compliance import compliance


def sprung_four_bars(n):
    """A chain of loops with a stiff diagonal in each."""
    m = lw.library.n_four_bar(n)
    for i in range(1, n + 1):
        ends = {"at_i": (i - 1, 0.5, 0), "at_j": (i, 1, 0)}
        m.add(lw.SpringDamper(f"S{i}", f"rod{i - 1}", f"rod{i}", stiffness=1e5, damping=100, **ends))
    return m


CHAINS = {"bushings": lw.library.bushing_chain, "springs": lw.library.sprung_chain, "loops": sprung_four_bars}


@pytest.mark.parametrize("make", CHAINS.values(), ids=CHAINS)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_the_factors_grow_by_as_much_with_every_link(make, coordinates):
    sizes = np.array([
        [ints.size, size]
        for ints, size in (compliance(lw.compile(make(n), coordinates=coordinates)) for n in (20, 40, 60, 80))
    ])  # fmt: skip
    grown = np.diff(sizes, axis=0)
    assert (grown == grown[0]).all()


@pytest.mark.parametrize("make", [lw.library.bushing_chain, lw.library.sprung_chain], ids=["bushings", "springs"])
def test_the_cost_of_a_step_is_linear_in_the_length(make):
    sizes = (30, 100, 300)
    calls, work = {}, {}
    for n in sizes:
        model = lw.compile(make(n))
        state = model.design_state()
        run = simulate(model, state)
        assert run.success, run.message
        assert run.stats.newton_iterations < 2.5 * (run.stats.steps + run.stats.rejected)
        work[n] = run.stats.evaluations
        calls[n] = lambda model=model, state=state: simulate(model, state)

    # about 1.05 on a quiet machine; caches and other programs add to it, a cost that grows with the square gives 2
    seconds = processor_seconds(calls, rounds=8)
    assert slope(list(sizes), [seconds[n] / work[n] for n in sizes]) < 1.5


@pytest.mark.parametrize("make", CHAINS.values(), ids=CHAINS)
@pytest.mark.parametrize(
    "integrator",
    [lw.Radau(rtol=1e-4), lw.Radau(rtol=1e-7), lw.BDF(rtol=1e-5), lw.GeneralizedAlpha(rtol=1e-4), lw.GeneralizedAlpha(step=1e-3, index=2)],
    ids=["radau-3", "radau-5", "bdf", "generalized-alpha", "index-2"],
)  # fmt: skip
def test_sparse_and_dense_matrices_lead_to_the_same_motion_at_the_same_cost(make, integrator, monkeypatch):
    model = lw.compile(make(6))
    state = lw.assemble(model, {"A0.angle": -0.2} if make is sprung_four_bars else {})
    runs = {}
    for name, least in (("dense", 10**9), ("sparse", 0)):
        monkeypatch.setattr(newton, "SPARSE_FROM", least)
        model.cache.clear()
        runs[name] = lw.simulate(model, state, 0.1, integrator=integrator, output=[0.1])
        assert runs[name].success, runs[name].message
    dense, sparse = (runs[name]["observe0.position"][-1] for name in ("dense", "sparse"))
    assert np.abs(dense - sparse).max() < 10 * (integrator.rtol or 1e-6)
    assert runs["sparse"].stats.newton_iterations < 1.2 * runs["dense"].stats.newton_iterations


def test_a_chain_of_bushings_moves_as_an_explicit_method_says():
    model = lw.compile(lw.library.bushing_chain(15, stiffness=1e5, damping=10, bending=1.0, bending_damping=0.01))
    state = model.design_state()
    exact = lw.simulate(model, state, 0.1, integrator=lw.DormandPrince(rtol=1e-9), output=[0.1])
    ours = lw.simulate(model, state, 0.1, integrator=lw.Radau(rtol=1e-7), output=[0.1])
    assert exact["observe0.position.y"][-1] < -0.04
    assert np.abs(ours["observe0.position"][-1] - exact["observe0.position"][-1]).max() < 1e-6
    assert ours.stats.evaluations < exact.stats.evaluations


def test_a_thousand_bodies_hold_together():
    model = lw.compile(lw.library.bushing_chain(1000))
    run = simulate(model, model.design_state())
    assert run.success, run.message
    assert run.stats.steps < 40
    # the free end falls freely until what the root says arrives
    assert run["observe0.position.y"][-1] == pytest.approx(-9.81 * 0.1**2 / 2, abs=1e-6)
    assert np.hypot(*run["link1.position"][-1][:2]) == pytest.approx(0.05, abs=1e-4)


def test_large_models_take_the_sparse_matrices():
    chosen = {n: newton.newton_layer_of(lw.compile(lw.library.bushing_chain(n))).kernels for n in (5, 50)}
    assert chosen[5]["newton_solve"] is newton_dense.newton_solve
    assert chosen[50]["newton_solve"] is newton_sparse.newton_solve


def test_forces_that_depend_on_other_coordinates_keep_the_dense_matrices():
    for force, module in (("-1e3*J1.angle", newton_sparse), ("-1e3*J5.angle", newton_dense)):
        m = lw.library.sprung_chain(70).add(lw.JointForce("F", "J1.angle", force=force))
        assert newton.newton_layer_of(lw.compile(m)).kernels["newton_solve"] is module.newton_solve
