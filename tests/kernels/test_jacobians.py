"""Derivatives of the equations of motion in closed form against a complex step through the whole evaluation."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.dynamics.jacobians import state_jacobians
from linkwork.kernels.joints import KINDS
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.jacobian_plan import jacobian_sizes
from linkwork.studies.bae_table_a import table_a
from tests.rigs.complex_jacobians import both, difference
from tests.rigs.complex_models import STEP, ComplexModel
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, planar, spatial
from tests.rigs.random_closures import random_closures
from tests.rigs.random_trees import random_tree
from tests.rigs.states import anywhere

EXACT = 1e-13
CASES = [(spatial, kind) for kind in TREE + CONSTRAINTS] + [(planar, kind) for kind in PLANAR_TREE + PLANAR_CONSTRAINTS]


def models(mechanism):
    """Every joint as a tree joint from both sides and as a cut joint, and in Cartesian coordinates."""
    yield from (lw.compile(mechanism, cut=[name]) for name in ("S", "U", "X"))
    yield lw.compile(mechanism, coordinates="cartesian")


@pytest.mark.parametrize("swapped", [False, True], ids=["a-b", "b-a"])
@pytest.mark.parametrize(("make", "kind"), CASES, ids=[f"{make.__name__}-{kind}" for make, kind in CASES])
def test_every_joint_in_all_coordinates(make, kind, swapped):
    seed = 3000 + 10 * CASES.index((make, kind)) + swapped
    for k, model in enumerate(models(make(np.random.default_rng(seed), kind, swapped))):
        assert difference(*both(model, anywhere(model, seed + k))) < (EXACT, "")


@pytest.mark.parametrize("seed", range(12))
def test_random_trees(seed):
    model = lw.compile(random_tree(4000 + seed))
    assert difference(*both(model, anywhere(model, seed))) < (EXACT, "")


@pytest.mark.parametrize("seed", range(12))
def test_random_closed_loops(seed):
    mechanism = random_closures(4100 + seed)
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        assert difference(*both(model, anywhere(model, seed))) < (EXACT, "")


@pytest.mark.parametrize("name", [name for name in library.__all__ if name != "initial_speeds"])
def test_library_mechanisms(name):
    mechanism = getattr(library, name)()
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        assert difference(*both(model, anywhere(model, 5, 0.2))) < (EXACT, "")


def test_far_from_the_origin_nothing_is_lost():
    """The same mechanism 100 km away: all vectors are taken near the bodies, not at the origin of the world."""

    def mechanism(x):
        m = lw.Mechanism("far", gravity=(0, 0, -9.81))
        for k in range(4):
            before = f"b{k - 1}" if k else "ground"
            m.add(lw.Body(f"b{k}", mass=1 + k, com=(x + k + 0.5, 0.1, 0.2), inertia=(0.1, 0.2, 0.25)))
            m.add(lw.Universal(f"j{k}", before, f"b{k}", at=(x + k, 0, 0), axis_i=(0, 0, 1), axis_j=(0, 1, 0)))
        return m.add(lw.Bushing("rubber", "b1", "b3", at=(x + 2, 1, 0), stiffness=(3e3,) * 6, damping=(10.0,) * 6))

    near, far = (lw.compile(mechanism(x)) for x in (0.0, 131072.0))
    state = anywhere(near, 3)
    vdot = np.random.default_rng(0).normal(size=near.nv)
    a, b = (state_jacobians(Evaluation(model, state), vdot, np.zeros(0)) for model in (near, far))
    for name in ("F_q", "F_v", "M"):
        assert np.abs(getattr(a, name) - getattr(b, name)).max() < 1e-9 * np.abs(getattr(a, name)).max()


@pytest.mark.purepython
def test_inactive_rows_contribute_nothing():
    mechanism = spatial(np.random.default_rng(3), "spherical")
    model = lw.compile(mechanism, cut=["S"])
    state = anywhere(model, 4)
    off = lw.State(state.t, state.q, state.v, state.z, frozenset({"S"}), state.turns)
    result, exact = both(model, off)
    assert difference(result, exact) < (EXACT, "")
    rows = [k for k, row in enumerate(model.lowered.rows) if row.part == "S"]
    for name in ("Phi_v", "Phidot_q", "Phiddot_q", "gamma_q", "gamma_v"):
        assert not getattr(result, name)[rows].any()


# bae-sensitivity, Table A


def body_axes(w, b, a):
    R = w.X_WB[b, :9].reshape(3, 3)
    return np.concatenate((R.T @ a[:3], R.T @ a[3:]))


def cross6(a, b):
    return np.concatenate((np.cross(a[:3], b[:3]), np.cross(a[:3], b[3:]) + np.cross(a[3:], b[:3])))


def spatial_columns(m, w):
    """Columns at the world's origin, and the body that carries each."""
    columns, carrier = [], []
    riding = {KINDS["universal"]: 1, KINDS["planar"]: 2, KINDS["free"]: 3}
    for b in range(1, m.parent.size):
        for k in range(m.v_start[b], m.v_start[b + 1]):
            S = w.S[k]
            columns.append(np.concatenate((S[:3], S[3:] + np.cross(w.X_WB[b, 9:], S[:3]))))
            first = k - m.v_start[b] < riding.get(int(m.joint_type[b]), 0)
            carrier.append(int(m.parent[b]) if first else b)
    return columns, carrier


def products(m, w, v, x, G):
    """Bx and Bdot x in body axes at the bodies' origins, and B'G, by their definitions."""
    J, carrier = spatial_columns(m, w)
    n = m.parent.size
    paths = [[] for _ in range(n)]
    for b in range(1, n):
        paths[b] = [*paths[m.parent[b]], *range(m.v_start[b], m.v_start[b + 1])]
    V = [sum((J[k] * v[k] for k in path), np.zeros(6)) for path in paths]
    Bx, Bdotx, BtG = [np.zeros(6)], [np.zeros(6)], np.zeros(m.v_start[-1], w.X_WB.dtype)
    for b in range(1, n):
        p, R = w.X_WB[b, 9:], w.X_WB[b, :9].reshape(3, 3)
        X = sum((J[k] * x[k] for k in paths[b]), np.zeros(6))
        D = sum((cross6(V[carrier[k]] - V[b], J[k]) * x[k] for k in paths[b]), np.zeros(6))
        for a, out in ((X, Bx), (D, Bdotx)):
            out.append(body_axes(w, b, np.concatenate((a[:3], a[3:] + np.cross(a[:3], p)))))
        torque, force = R @ G[b, :3], R @ G[b, 3:]
        wrench = np.concatenate((torque + np.cross(p, force), force))
        for k in paths[b]:
            BtG[k] += J[k] @ wrench
    return np.array(Bx), np.array(Bdotx), BtG


@pytest.mark.purepython
@pytest.mark.parametrize("seed", range(4))
def test_table_a_is_the_complex_step_of_the_recursive_formulas(seed):
    model = lw.compile(random_tree(4200 + seed, 6))
    state, rng = anywhere(model, seed), np.random.default_rng(seed)
    q, v, x, n = np.array(state.q), np.array(state.v), rng.normal(size=model.nv), len(model.bodies) + 1
    G = rng.normal(size=(n, 6))
    e = Evaluation(model, state)
    sints, size = jacobian_sizes(model)
    Bx_q, Bdotx_q, BtG_q = np.zeros((n, 6, model.nv)), np.zeros((n, 6, model.nv)), np.zeros((model.nv, model.nv))
    table_a(model.ints, model.floats, e.work, sints, np.zeros(size), v, x, G, np.zeros((4, n, 6)), Bx_q, Bdotx_q, BtG_q)
    step = ComplexModel(model)
    for j, unit in enumerate(np.eye(model.nv)):
        w = step.at(state.t, q, v, dq=unit)
        Bx, Bdotx, BtG = products(step.m, w, v, x, G)
        assert Bx_q[:, :, j] == pytest.approx(Bx.imag / STEP, abs=1e-12)
        assert Bdotx_q[:, :, j] == pytest.approx(Bdotx.imag / STEP, abs=1e-11)
        assert BtG_q[:, j] == pytest.approx(BtG.imag / STEP, abs=1e-11)
    real = products(e.m, e.w, v, x, G)
    assert Bx_q @ v == pytest.approx(real[1], abs=1e-12)  # Bdot x = (Bx)_q v, so (Bdot x)_v = (Bx)_q
    parents = e.m.parent
    of = np.repeat(np.arange(n), np.diff(e.m.v_start))
    for j, c in enumerate(of):
        beyond = {b for b in range(n) if c in _way(parents, b)}
        assert not any(Bx_q[b, :, j].any() or Bdotx_q[b, :, j].any() for b in range(n) if b not in beyond)
        inward = set(_way(parents, c))
        assert not any(BtG_q[k, j] for k in range(model.nv) if of[k] not in inward)


def _way(parents, b):
    while b > 0:
        yield b
        b = parents[b]
