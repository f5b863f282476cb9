"""The saddle-point matrix factored in tree order: long chains, deep trees with loops, dependent rows, light bodies."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels.gradients import motion_forces
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import Answer, off
from tests.rigs.random_parts import direction, point
from tests.rigs.random_trees import random_tree
from tests.rigs.states import random_state, same_place, settled


def moving(model, seed=0, size=1.0):
    """The design position with consistent random speeds."""
    start = model.design_state()
    v = size * np.random.default_rng(seed).normal(size=model.nv)
    return settled(model, lw.State(start.t, start.q, v, start.z, start.inactive, start.turns), 1e-12)


def residuals(model, state, acc):
    """Relative residuals of the equations of motion and of the rows, by Newton-Euler: no mass matrix is formed."""
    e = Evaluation(model, state)
    tau = np.zeros(model.nv)
    motion_forces(model.ints, model.floats, e.work, acc.vdot, tau)
    Phi_v = e.jacobian()
    push = Phi_v.T @ acc.lam
    forces = np.abs(tau + push).max() / max(1.0, np.abs(push).max(initial=0), np.abs(tau).max())
    moves = np.abs(Phi_v @ acc.vdot - e.w.gamma).max(initial=0) / max(1.0, np.abs(e.w.gamma).max(initial=0))
    return forces, moves


def test_a_chain_of_a_thousand_bodies_balances():
    model = lw.compile(lw.library.chain(1000))
    rng = np.random.default_rng(0)
    start = model.design_state()
    state = lw.State(0, start.q + 0.05 * rng.normal(size=model.nq), 0.1 * rng.normal(size=model.nv))
    e = Evaluation(model, state)
    acc = lw.accelerations(model, state, formulation=lw.Recursive())
    tau = np.zeros(model.nv)
    motion_forces(model.ints, model.floats, e.work, acc.vdot, tau)
    load = np.abs(e.w.P[1:, 3:]).sum() * model.length  # what the joint torques are differences of, N m
    assert np.abs(tau).max() < 1e-14 * load
    dense = np.linalg.solve(e.M, e.Qh)
    assert off(e.M @ acc.vdot, e.M @ dense) < 1e-10


def test_a_chain_of_a_thousand_bodies_in_cartesian_coordinates_moves_alike():
    chain = lw.library.chain(1000)
    model, full = lw.compile(chain), lw.compile(chain, coordinates="cartesian")
    start = model.design_state()
    state = lw.State(0, start.q, 0.1 * np.random.default_rng(1).normal(size=model.nv))
    there = same_place(model, state, full)
    a = lw.accelerations(model, state, formulation=lw.Recursive())
    b = lw.accelerations(full, there, formulation=lw.Recursive())
    last = sorted(full.bodies)[-1]
    ours, theirs = (np.array([*lw.measure(x, s, f"{last}.acceleration")]) for x, s in ((model, state), (full, there)))
    assert off(ours, theirs) < 1e-9
    assert np.isfinite(a.vdot).all()
    assert np.isfinite(b.vdot).all()


@pytest.mark.parametrize("make", [
    lambda: lw.library.scissor_boom(12), lambda: lw.library.n_four_bar(12), lambda: lw.library.andrews_squeezer(),
    lambda: lw.library.bricard(), lambda: lw.library.planar_four_bar_3d("II"),
], ids=["scissor", "n-four-bar", "squeezer", "bricard", "four-bar"])  # fmt: skip
def test_the_sparse_factorization_solves_the_dense_equations(make):
    mechanism = make()
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        state = moving(model)
        sparse = lw.accelerations(model, state, formulation=lw.Recursive())
        dense = lw.accelerations(model, state, formulation=lw.Augmented())
        assert off(sparse.vdot, dense.vdot) < 1e-9
        assert off(sparse.lam, dense.lam) < 1e-9
        forces, moves = residuals(model, state, sparse)
        assert forces < 1e-10
        assert moves < 1e-10


def test_a_boom_of_a_hundred_loops_balances():
    model = lw.compile(lw.library.scissor_boom(100))
    start = model.design_state()
    state = lw.State(0, start.q, np.zeros(model.nv), start.z, start.inactive, start.turns)
    forces, moves = residuals(model, state, lw.accelerations(model, state))
    assert forces < 1e-9
    assert moves < 1e-9


def random_loops(seed, n=8, loops=3):
    """A random tree with spherical joints and distances that close loops across its branches."""
    rng = np.random.default_rng(seed)
    m = random_tree(seed, n, ("revolute", "universal", "spherical", "cylindrical", "planar"))
    for k in range(loops):
        i, j = rng.choice(n, 2, replace=False)
        if k % 2:
            m.add(lw.InPlane(f"close{k}", f"b{i}", f"b{j}", at=point(rng), axis=direction(rng)))
        else:
            m.add(lw.Distance(f"close{k}", f"b{i}", f"b{j}", at_i=point(rng), at_j=point(rng, 3)))
    return m.add(lw.Distance("hold", "ground", f"b{n - 1}", at_i=point(rng, 3), at_j=point(rng)))


@pytest.mark.parametrize("seed", range(8))
def test_random_trees_with_random_loops_answer_alike(seed):
    mechanism = random_loops(seed)
    model = lw.compile(mechanism)
    state = random_state(model, np.random.default_rng(seed), size=0.2)
    reference = Answer(model, state, lw.Augmented())
    full = lw.compile(mechanism, coordinates="cartesian")
    there = same_place(model, state, full)
    for place in ((model, state), (full, there)):
        for formulation in (lw.Recursive(), lw.PartialVelocity(), lw.NullSpace("svd")):
            assert Answer(*place, formulation).off(reference) < 1e-9, formulation


def test_the_dense_formulations_refuse_what_memory_does_not_allow():
    model = lw.compile(lw.library.chain(1000), coordinates="cartesian")
    with pytest.raises(lw.FormulationError, match=r"PartialVelocity is dense: .* GB; use Recursive\(\)"):
        lw.accelerations(model, model.design_state(), formulation=lw.PartialVelocity())
