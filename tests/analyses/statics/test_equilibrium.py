"""Equilibria against closed forms and energy minimization; their stability, stiffness, reactions and accounts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq, minimize, minimize_scalar

import linkwork as lw
from linkwork.model.coordinates import Coordinates
from tests.analyses.statics.resting_mechanisms import (
    G,
    absolute_angles,
    buckled_angle,
    catenary,
    chain,
    column,
    four_bar_energy,
    lowest_chain,
    pendulum,
    sprung_four_bar,
    truss,
    truss_limit,
    truss_load,
)
from tests.rigs.random_closures import random_closures
from tests.rigs.random_trees import random_tree

COORDINATES = ("joint", "cartesian")


# the pendulum


@pytest.mark.purepython
def test_a_pendulum_hangs_and_its_rate_is_that_of_small_swings():
    model = lw.compile(pendulum())
    eq = lw.equilibrium(model, lw.assemble(model, {"A.angle": -0.4}))
    assert eq["A.angle"] == pytest.approx(-np.pi / 2, abs=1e-14)
    assert eq.stability == "stable" and eq.directions == ()
    assert eq.independent == ("A.angle",)
    np.testing.assert_allclose(eq.stiffness, [[2 * G * 0.5]], rtol=1e-12)
    np.testing.assert_allclose(eq.mass, [[0.1 + 2 * 0.25]], rtol=1e-12)
    np.testing.assert_allclose(eq.rates, [2 * G * 0.5 / 0.6], rtol=1e-8)
    np.testing.assert_allclose(eq["A.force"], [0, 2 * G, 0], atol=1e-12)
    np.testing.assert_allclose(eq.reactions["A"].force, [0, 2 * G, 0], atol=1e-12)
    assert eq.method == "newton" and eq.residual < 1e-14
    assert not eq.state.v.any()


@pytest.mark.purepython
def test_near_the_top_the_unstable_position_is_found_and_called_so():
    model = lw.compile(pendulum())
    guess = lw.assemble(model, {"A.angle": np.pi / 2 + 0.3})
    eq = lw.equilibrium(model, guess)
    assert eq["A.angle"] == pytest.approx(np.pi / 2, abs=1e-13)
    assert eq.stability == "unstable"
    assert [d.kind for d in eq.directions] == ["unstable"] and list(eq.directions[0].moves) == ["A.angle"]
    assert eq.directions[0].rate == pytest.approx(-2 * G * 0.5 / 0.6, rel=1e-8)
    below = lw.equilibrium(model, guess, stable=True)
    assert below.stability == "stable"
    assert np.sin(below["A.angle"]) == pytest.approx(-1, abs=1e-14)
    top = lw.equilibrium(model, eq.state, stable=True)
    assert np.sin(top["A.angle"]) == pytest.approx(-1, abs=1e-14)


@pytest.mark.parametrize("method", ["continuation", "relaxation", None])
def test_a_horizontal_pendulum_without_stiffness_at_the_guess_finds_down(method):
    model = lw.compile(pendulum())
    eq = lw.equilibrium(model, lw.assemble(model), method=method)
    assert eq["A.angle"] == pytest.approx(-np.pi / 2, abs=1e-13) and eq.stability == "stable"


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_joints_that_are_switched_off_hold_nothing(coordinates):
    m = pendulum().add(lw.Fixed("weld", "ground", "bar", at=(0, 0, 0), active=False))
    model = lw.compile(m, coordinates=coordinates)
    eq = lw.equilibrium(model, lw.assemble(model, {"A.angle": -0.4}))
    assert eq["A.angle"] == pytest.approx(-np.pi / 2, abs=1e-13)
    np.testing.assert_allclose(eq["weld.force"], 0, atol=1e-14)


@pytest.mark.purepython
def test_without_gravity_a_pendulum_stays_where_it_is_and_is_neutral():
    model = lw.compile(pendulum(gravity=(0, 0, 0)))
    state = lw.assemble(model, {"A.angle": 0.7})
    eq = lw.equilibrium(model, state)
    assert np.array_equal(eq.state.q, state.q)
    assert eq.stability == "neutral" and [dict(d.moves) for d in eq.neutral] == [{"A.angle": 1.0}]


def test_a_counterweighted_arm_is_neutral_though_nothing_in_it_is_zero():
    m = pendulum(mass=2.0, com=(0.5, 0, 0))
    m.add(lw.Body("weight", mass=5, inertia=0.1, com=(-0.2, 0, 0)), lw.Fixed("weld", "bar", "weight", at=(-0.2, 0, 0)))
    model = lw.compile(m)
    for angle in (0.3, -1.1, 2.0, 2.9):
        eq = lw.equilibrium(model, lw.assemble(model, {"A.angle": angle}))
        assert eq.stability == "neutral" and eq["A.angle"] == pytest.approx(angle, abs=1e-12)


# chains


@pytest.mark.parametrize("n", [5, 20, 120])
@pytest.mark.parametrize("guess", ["straight", "arch", "zigzag"])
def test_a_chain_between_supports_takes_the_form_of_least_energy(n, guess):
    model = lw.compile(chain(n, 0.7))
    rng = np.random.default_rng(n)
    guesses = {
        "straight": {},
        "arch": {"J0.angle": 1.2} | {f"J{k}.angle": -2.4 / n for k in range(1, n)},
        "zigzag": {f"J{k}.angle": (0.8 if n < 100 else 0.3) * x for k, x in enumerate(rng.standard_normal(n))},
    }
    eq = lw.equilibrium(model, lw.assemble(model, guess=guesses[guess]), stable=True)
    wanted, tension = lowest_chain(n, 0.7)
    assert eq.stability == "stable"
    np.testing.assert_allclose(absolute_angles(eq, n), wanted, atol=1e-10)
    np.testing.assert_allclose(eq["J0.force"], [-tension, G / 2, 0], atol=1e-10)


def test_many_links_tend_to_the_catenary():
    H = {}
    for n in (25, 50, 100):
        model = lw.compile(chain(n, 0.7))
        eq = lw.equilibrium(model, lw.assemble(model), stable=True)
        H[n] = -eq["J0.force"][0] / (G * catenary(0.7, 1.0)) - 1
    assert abs(H[100]) < 1e-4
    assert H[25] / H[50] == pytest.approx(4, rel=0.01)
    assert H[50] / H[100] == pytest.approx(4, rel=0.01)


def test_a_long_open_chain_falls_from_the_horizontal_and_a_costly_load_path_is_given_up():
    n = 150
    model = lw.compile(lw.library.chain(n))
    eq = lw.equilibrium(model, lw.assemble(model))
    assert eq.stability == "stable" and eq.iterations < 60
    np.testing.assert_allclose(eq[f"link{n}.position.x"], 0.0, atol=1e-9)
    assert eq["J1.force.y"] == pytest.approx(G * 0.1 * n, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_thousand_links_come_to_rest(coordinates):
    model = lw.compile(chain(1000, 0.7), coordinates=coordinates)
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    wanted, tension = lowest_chain(1000, 0.7)
    assert eq.stability == "stable"
    np.testing.assert_allclose(eq["J0.force"], [-tension, G / 2, 0], atol=1e-9)
    np.testing.assert_allclose(eq["link500.angle"], wanted[500], atol=1e-8)


def test_a_spatial_chain_of_spherical_joints_hangs_in_its_plane_with_its_links_free_to_spin():
    n = 6
    model = lw.compile(chain(n, 0.7, plane=None))
    eq = lw.equilibrium(model, lw.assemble(model, guess={"link2.position.z": 0.1}), stable=True)
    wanted, tension = lowest_chain(n, 0.7)
    np.testing.assert_allclose(eq["J0.force"], [-tension, G / 2, 0], atol=1e-9)
    assert eq.stability == "neutral" and len(eq.neutral) == n  # each link about its own axis


@pytest.mark.parametrize("n", [5, 20])
def test_a_chain_rests_alike_in_both_coordinates(n):
    angles = []
    for coordinates in COORDINATES:
        model = lw.compile(chain(n, 0.7), coordinates=coordinates)
        eq = lw.equilibrium(model, lw.assemble(model), stable=True)
        angles.append([eq[f"link{k}.position"] for k in range(n)])
        assert eq.residual < 1e-12
    np.testing.assert_allclose(*angles, atol=1e-10)


# springs


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("plane", ["xy", None])
def test_a_four_bar_rests_where_gravity_and_its_spring_have_least_energy(coordinates, plane):
    model = lw.compile(sprung_four_bar(plane=plane), coordinates=coordinates)
    start = lw.assemble(model, guess={"JA.angle": -0.8})
    eq = lw.equilibrium(model, start, stable=True)
    theta = 1.0 + eq["JA.angle"]
    least = minimize_scalar(four_bar_energy, bracket=(theta - 0.05, theta, theta + 0.05), tol=1e-12)
    assert theta == pytest.approx(least.x, abs=1e-6)  # a minimum is known to the root of rounding
    h = 1e-5
    slope = (four_bar_energy(theta + h) - four_bar_energy(theta - h)) / (2 * h)
    assert abs(slope) < 1e-7
    if eq.independent == ("JA.angle",):
        curve = (four_bar_energy(theta + 1e-4) - 2 * four_bar_energy(theta) + four_bar_energy(theta - 1e-4)) / 1e-8
        assert eq.stiffness[0, 0] == pytest.approx(curve, rel=1e-5)
    assert eq.stability == "stable"


def test_a_run_from_rest_stays_there():
    model = lw.compile(sprung_four_bar())
    eq = lw.equilibrium(model, lw.assemble(model, guess={"JA.angle": -0.8}), stable=True)
    run = lw.simulate(model, eq.state, 1.0, rtol=1e-9)
    assert np.abs(run["JA.angle"] - eq["JA.angle"]).max() < 1e-11


def hung_table(load_at=(0.0, 0.0), stiffness=2000.0):
    """A plate of 10 kg hung from four vertical springs, with a load of 20 N on it."""
    m = lw.Mechanism("table", gravity=(0, 0, -G))
    m.add(
        lw.Body("plate", mass=10, com=(0, 0, 0), inertia=(1, 1, 2)),
        lw.Free("loose", "ground", "plate", at=(0, 0, 0)),
        lw.AppliedForce("load", "plate", at=(*load_at, 0), force=(0, 0, -20)),
    )
    for k, (x, y) in enumerate(((0.5, 0.4), (-0.5, 0.4), (-0.5, -0.4), (0.5, -0.4))):
        m.add(
            lw.SpringDamper(f"K{k}", "ground", "plate", at_i=(x, y, 1), at_j=(x, y, 0), stiffness=stiffness, rest=0.99)
        )
    return m


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_table_hung_from_four_springs_sinks_by_its_load_over_their_stiffness(coordinates):
    model = lw.compile(hung_table(), coordinates=coordinates)
    eq = lw.equilibrium(model, lw.assemble(model))
    assert eq["plate.position"][2] == pytest.approx(0.01 - (10 * G + 20) / (4 * 2000), abs=1e-13)
    assert eq.stability == "stable" and len(eq.rates) == 6
    np.testing.assert_allclose([eq[f"K{k}.force"] for k in range(4)], -(10 * G + 20) / 4, rtol=1e-11)


def test_a_table_with_an_eccentric_load_tilts_to_least_energy():
    model = lw.compile(hung_table((0.3, -0.2)))
    eq = lw.equilibrium(model, lw.assemble(model))
    corners = np.array([(0.5, 0.4, 0), (-0.5, 0.4, 0), (-0.5, -0.4, 0), (0.5, -0.4, 0)])

    def pose(x):
        angle = np.linalg.norm(x[3:])
        u = x[3:] / angle if angle > 0 else np.zeros(3)
        U = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
        return np.eye(3) + np.sin(angle) * U + (1 - np.cos(angle)) * U @ U, x[:3]

    def energy(x):
        R, p = pose(x)
        lengths = np.linalg.norm(p + corners @ R.T - corners - [0, 0, 1], axis=1)
        return 10 * G * p[2] + 20 * (p + R @ [0.3, -0.2, 0])[2] + 1000 * ((lengths - 0.99) ** 2).sum()

    result = minimize(energy, np.zeros(6), method="BFGS", options={"gtol": 1e-8})
    R, p = pose(result.x)
    np.testing.assert_allclose(eq["plate.position"], p, atol=1e-6)
    np.testing.assert_allclose(eq["plate.rotation"], R, atol=1e-6)
    assert energy(result.x) == pytest.approx(
        eq["energy.potential"] + 20 * (eq["plate.position"] + eq["plate.rotation"] @ [0.3, -0.2, 0])[2], abs=1e-10
    )


def doubly_guided_table():
    """A plate guided by four vertical sliders, three of them redundant, on four springs; the load is off the middle."""
    m = lw.Mechanism("guided table", gravity=(0, 0, -G))
    m.add(
        lw.Body("plate", mass=10, com=(0, 0, 0), inertia=(1, 1, 2)),
        lw.AppliedForce("load", "plate", at=(0.3, 0, 0), force=(0, 0, -20)),
    )
    for k, (x, y) in enumerate(((0.5, 0.4), (-0.5, 0.4), (-0.5, -0.4), (0.5, -0.4))):
        m.add(
            lw.Prismatic(f"leg{k}", "ground", "plate", at=(x, y, 0), axis=(0, 0, 1)),
            lw.JointSpring(f"K{k}", f"leg{k}.displacement", stiffness=500.0 * (k + 1)),
        )
    return m


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_an_over_constrained_table_rests_and_says_which_reactions_are_not_unique(coordinates):
    model = lw.compile(doubly_guided_table(), coordinates=coordinates)
    eq = lw.equilibrium(model, lw.assemble(model))
    sag = (10 * G + 20) / 5000
    assert eq["leg0.displacement"] == pytest.approx(-sag, abs=1e-14)
    np.testing.assert_allclose(
        [eq[f"K{k}.force"] for k in range(4)], [500 * (k + 1) * sag for k in range(4)], rtol=1e-11
    )
    assert not eq.lam_unique and not any(eq.reactions[f"leg{k}"].torque_unique.all() for k in range(4))
    assert eq.stability == "stable"
    # their moments about the middle balance the springs' and the load's: that is unique
    moment = sum(
        eq.reactions[f"leg{k}"].torque + np.cross(eq.reactions[f"leg{k}"].at, eq.reactions[f"leg{k}"].force)
        for k in range(4)
    )
    springs = sum(np.cross(eq.reactions[f"leg{k}"].at, [0, 0, 500 * (k + 1) * sag]) for k in range(4))
    assert np.abs(moment + springs + np.cross([0.3, 0, -sag], [0, 0, -20]))[:2].max() < 1e-9


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_body_on_bushings_sinks_and_tilts_as_they_are_stiff(coordinates):
    m = lw.Mechanism("mount", gravity=(0, 0, -G))
    m.add(
        lw.Body("engine", mass=100, com=(0, 0, 0), inertia=(2, 3, 4)),
        lw.Free("loose", "ground", "engine", at=(0, 0, 0)),
    )
    for name, x in (("front", 0.4), ("rear", -0.4)):
        m.add(lw.Bushing(name, "ground", "engine", at=(x, 0, 0), stiffness=(1e6, 1e6, 2e5, 3e3, 1e3, 1e3)))
    m.add(lw.AppliedForce("torque", "engine", torque=(30.0, 0, 0)))
    model = lw.compile(m, coordinates=coordinates)
    eq = lw.equilibrium(model, lw.assemble(model))
    assert eq["engine.position"][2] == pytest.approx(-100 * G / 4e5, rel=1e-12)
    roll = np.arctan2(eq["engine.rotation"][2, 1], eq["engine.rotation"][1, 1])
    assert roll == pytest.approx(30 / 6e3, rel=1e-12)
    assert eq.stability == "stable" and eq.residual < 1e-12


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_body_on_a_ball_joint_hangs_and_may_spin(coordinates):
    m = lw.Mechanism("lamp", gravity=(0, 0, -G))
    m.add(
        lw.Body("lamp", mass=3, com=(0.3, 0.1, -0.2), inertia=(0.1, 0.2, 0.15)),
        lw.Spherical("ball", "ground", "lamp", at=(0, 0, 0)),
    )
    model = lw.compile(m, coordinates=coordinates)
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    arm = np.linalg.norm([0.3, 0.1, -0.2])
    np.testing.assert_allclose(eq["lamp.position"], [0, 0, -arm], atol=1e-12)
    np.testing.assert_allclose(eq["ball.force"], [0, 0, 3 * G], atol=1e-11)
    assert eq.stability == "neutral" and len(eq.neutral) == 1  # about the vertical
    assert next(iter(eq.neutral[0].moves)).startswith("ball rotation")


# whatever is tied to the ground by springs rests somewhere


@pytest.mark.parametrize("make", [random_tree, random_closures])
@pytest.mark.parametrize("seed", range(6))
def test_random_mechanisms_on_springs_come_to_rest_at_an_energy_minimum(make, seed):
    m = make(seed)
    rng = np.random.default_rng(seed + 100)
    for body in lw.compile(m).bodies:
        ends = rng.uniform(-2, 2, (2, 3))
        m.add(lw.SpringDamper(f"K_{body}", "ground", body, at_i=tuple(ends[0]), at_j=tuple(ends[1]), stiffness=200, rest=0.3))  # fmt: skip
    model = lw.compile(m)
    start = lw.assemble(model)
    eq = lw.equilibrium(model, start, stable=True)
    assert eq.stability in ("stable", "neutral") and eq.residual < 1e-12
    scale = np.abs(lw.accelerations(model, start).vdot).max()
    assert np.abs(lw.accelerations(model, eq.state).vdot).max() < 1e-10 * max(scale, 1)
    least = eq["energy.potential"]
    assert least < lw.potential_energy(model, start)
    knife_edges = any(row.level == 1 for row in model.lowered.rows)  # neighbours across an edge may be lower
    for _ in range(0 if knife_edges else 5):  # no neighbour on the constraints is lower
        q = Coordinates(model).moved(eq.state.q, 1e-3 * rng.standard_normal(model.nv))
        beside = lw.assemble(model, near=replace(eq.state, q=q))
        assert lw.potential_energy(model, beside) > least - 1e-9 * abs(least)


# buckling and snap-through


def test_a_straight_column_is_stable_below_the_critical_load_and_unstable_above():
    model = lw.compile(column())
    for load, verdict in ((39.9, "stable"), (40.1, "unstable")):
        eq = lw.equilibrium(model, lw.assemble(model), inputs={"P": load})
        assert eq["middle.angle"] == pytest.approx(0, abs=1e-12)
        assert eq.stability == verdict
    assert "lower" not in eq.directions[0].moves and "foot.angle" in eq.directions[0].moves
    assert lw.equilibrium(model, lw.assemble(model), inputs={"P": 40.0}).stability == "neutral"


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("load", [40.5, 50.0, 80.0])
def test_beyond_the_critical_load_the_column_buckles_as_the_closed_form_says(load, coordinates):
    model = lw.compile(column(), coordinates=coordinates)
    eq = lw.equilibrium(model, lw.assemble(model, guess={"foot.angle": 0.1}), inputs={"P": load}, stable=True)
    assert abs(eq["foot.angle"]) == pytest.approx(buckled_angle(load), abs=1e-11)
    assert eq.stability == "stable"


def test_a_straight_column_is_left_for_the_buckled_one_when_only_a_stable_one_will_do():
    model = lw.compile(column())
    eq = lw.equilibrium(model, lw.assemble(model), inputs={"P": 60.0}, stable=True)
    assert abs(eq["foot.angle"]) == pytest.approx(buckled_angle(60.0), abs=1e-11)
    assert [a.method for a in eq.account] == ["newton", "continuation", "relaxation", "relaxation"]


@pytest.mark.parametrize("method", ["continuation", "relaxation", None])
def test_beyond_its_limit_load_the_truss_snaps_through(method):
    model = lw.compile(truss())
    load = 1.05 * truss_limit()[1]
    eq = lw.equilibrium(model, lw.assemble(model), inputs={"P": load}, method=method)
    through = brentq(lambda y: truss_load(y) - load, -0.6, -0.3, xtol=1e-15)
    assert eq["apex.position.y"] == pytest.approx(through, abs=1e-12)
    assert eq.stability == "stable"


@pytest.mark.parametrize("method", ["newton", "continuation", "relaxation"])
def test_below_its_limit_load_the_truss_stays_up(method):
    model = lw.compile(truss())
    y, limit = truss_limit()
    eq = lw.equilibrium(model, lw.assemble(model), inputs={"P": 0.95 * limit}, method=method)
    assert eq["apex.position.y"] == pytest.approx(
        brentq(lambda y: truss_load(y) - 0.95 * limit, y, 0.3, xtol=1e-15), abs=1e-11
    )


def test_continuation_passes_the_folds_of_the_truss():
    model = lw.compile(truss())
    start = lw.assemble(model)
    eq = lw.equilibrium(model, start, inputs={"P": 1.05 * truss_limit()[1]}, method="continuation")
    assert eq.account[-1].method == "continuation" and eq.iterations > 3
