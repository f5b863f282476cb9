"""Derivatives by design parameters, element by element, against a complex step through the whole evaluation."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.dynamics.design_jacobians import design_jacobians
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.design import Design
from tests.rigs.blocks_with_parameters import PATHS, real_only, scaled, with_blocks
from tests.rigs.complex_design_columns import design_difference, some
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, planar, spatial
from tests.rigs.loaded_mechanisms import EXPRESSIONS, FULL, KINDS, bare, forces_on
from tests.rigs.random_closures import random_closures
from tests.rigs.states import anywhere

EXACT = (1e-12, "", "")
KINDS_OF = {spatial: (TREE, CONSTRAINTS), planar: (PLANAR_TREE, PLANAR_CONSTRAINTS)}
CASES = [
    (make, kind, swapped)
    for make, (tree, constraints) in KINDS_OF.items()
    for kind in tree + constraints
    for swapped in ((False, True) if kind in tree else (False,))
]


@pytest.mark.parametrize(
    ("make", "kind", "swapped"),
    CASES,
    ids=[f"{make.__name__}-{kind}-{'ba' if swapped else 'ab'}" for make, kind, swapped in CASES],
)
def test_every_joint_in_all_coordinates(make, kind, swapped):
    """Placements, axes and pitch of a joint in the tree, passed from both sides, and cut; and a body's numbers."""
    seed = 6000 + 10 * CASES.index((make, kind, swapped))
    mechanism = make(np.random.default_rng(seed), kind, swapped)
    models = [lw.compile(mechanism, cut=[name]) for name in ("S", "U", "X")]
    for k, model in enumerate([*models, lw.compile(mechanism, coordinates="cartesian")]):
        assert design_difference(model, anywhere(model, seed + k), some(model, "X.", "b.")) < EXACT


@pytest.mark.parametrize("name", [name for name in library.__all__ if name != "initial_speeds"])
def test_library_mechanisms(name):
    mechanism = getattr(library, name)()
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        paths = some(model, every=1 + len(model.parameters) // 40)
        assert design_difference(model, anywhere(model, 5, 0.2), paths) < EXACT


@pytest.mark.parametrize("seed", range(3))
def test_random_closed_loops_with_all_their_numbers(seed):
    mechanism = random_closures(6100 + seed)
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        assert design_difference(model, anywhere(model, seed), some(model)) < EXACT


@pytest.mark.parametrize("kind", KINDS)
def test_every_force_law(kind):
    mechanism = bare(6200, *forces_on(np.random.default_rng(2))[kind])
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        assert (
            design_difference(model, anywhere(model, 1), some(model, "f.", "d.com", "D.at", "tilted", "beyond")) < EXACT
        )


def test_beams():
    """Their stiffness, their section's numbers and both ends."""
    ends = {"at_i": (0.2, 0.1, 0.3), "at_j": (1.1, 0.4, -0.2), "z": (0.1, 0.9, 0.3)}
    part = lw.Beam(
        "f", "a", "d", **ends, EA=900.0, EI=(40.0, 60.0), GJ=30.0, GA=(500.0, 700.0), length=0.9, damping=0.02
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(bare(6600, part), coordinates=coordinates)
        assert design_difference(model, anywhere(model, 1, 0.2), some(model, "f.", "d.com", "D.at", "U.axis")) < EXACT


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_every_expression_in_every_place(text):
    """Constants, tables and inputs of expressions, and the measures they read when the geometry changes."""
    mechanism = bare(
        6300,
        lw.Parameter("k", 1.7),
        lw.Input("pull", value=1.3),
        lw.Signal("half", value="0.5*k*D.angle.rate*b.position.y"),
        lw.Table("T", x=[-9, -1, 0, 2, 9], y=[1, 3, -1, 2, 4]),
        lw.JointForce("own", "D.angle", force=f"k*({text})"),
        lw.SpringDamper("line", "a", "d", at_i=(0, 1, 0), at_j=(3, 1, 2), force=f"line.length.rate**2 - k*line.length*({text})"),
        lw.AppliedForce("f", "c", at=(0.1, 0.2, 0.3), force=(text, 0, "k*D.angle"), torque=(1, text, 0), axes="body"),
    )  # fmt: skip
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        paths = some(model, "k", "pull", "T.", "line.", "f.", "D.at", "b.com", "U.at")
        assert design_difference(model, anywhere(model, 1, 0.3), paths) < EXACT


MOTIONS = [
    "k*time**2 + sin(w*time + 0.1)",
    "step(time, k/9, 0, w, 1)*exp(-k*time)",
    "table(T, w*time)*k",
    "sqrt(k + time)*atan2(time, w) + abs(time - w)*min(time, k) + time**k",
    "tanh(k*time) + sinh(w*time)*cosh(time/k) + mod(time, w)*floor(k*9.1) + if(time > 99*k, sqrt(w - 99), w*time**2)",
    "log(k + w*time)/(1 + k*time) + asin(k*time/9) + tan(time/w)",
]


@pytest.mark.parametrize("motion", MOTIONS)
def test_coefficients_of_motions(motion):
    """Their rates and second rates change too."""
    mechanism = bare(
        6400,
        lw.Parameter("k", 1.7),
        lw.Parameter("w", 0.9),
        lw.Parameter("ratio", 0.6),
        lw.Table("T", x=[-9, -1, 0, 2, 9], y=[1, 3, -1, 2, 4]),
        lw.Driver("drive", "D.angle", motion=motion),
        lw.Coupler("tie", terms={"U.angle_i": "ratio", "C.displacement": -2.0}),
        lw.Coupler("bind", terms={"U.angle_j": 1.5, "C.angle": "ratio*k"}, value=0.3),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        paths = some(model, "k", "w", "ratio", "T.", "tie.", "bind.", "C.at", "U.axis")
        assert design_difference(model, anywhere(model, 1, 0.3), paths) < EXACT


# blocks


def loses_the_imaginary_part(t, u, x, p, y, xdot):
    y[0] = u[0] * x[0] * abs(p[0]) ** 2
    y[1] = np.exp(-p[1] * u[0] * u[0])
    xdot[0] = u[0] - p[0] * x[0] / p[1]


@pytest.mark.purepython
def test_parameters_of_blocks_by_complex_step():
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(with_blocks(scaled), coordinates=coordinates)
        assert design_difference(model, anywhere(model, 2, 0.3), PATHS) < EXACT


@pytest.mark.parametrize("function", [real_only, loses_the_imaginary_part])
def test_a_block_that_is_not_complex_safe_gets_differences_and_is_named(function):
    model = lw.compile(with_blocks(function))
    state, rng = anywhere(model, 4, 0.3), np.random.default_rng(0)
    vdot, lam, h = rng.normal(size=model.nv), rng.normal(size=model.n_rows), 1e-6
    result = design_jacobians(Evaluation(model, state), vdot, lam, Design(model, PATHS))
    assert "second" in result.approximate
    for k, path in enumerate(PATHS):
        ends = []
        for sign in (h, -h):
            e = Evaluation(model.with_parameters({path: model.parameters[path] + sign}), state)
            ends.append(np.concatenate((e.M @ vdot - e.Qh + e.Phi_v.T @ lam, e.w.zdot)))
        column = np.concatenate((result.F_p[:, k], result.zdot_p[:, k]))
        assert column == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-5, abs=1e-5), path


@pytest.mark.purepython
def test_inactive_rows_contribute_nothing():
    model = lw.compile(spatial(np.random.default_rng(3), "spherical"), cut=["S"])
    state = anywhere(model, 4)
    off = lw.State(state.t, state.q, state.v, state.z, frozenset({"S"}), state.turns)
    assert design_difference(model, off, some(model, "S.", "b.com", "U.at")) < EXACT


@pytest.mark.purepython
def test_bushings_and_gravity_of_one_free_body():
    part = lw.Bushing("f", "ground", "b", at=(0.3, 0.1, 0.2), stiffness=FULL.tolist(), damping=(FULL / 9).tolist())
    m = lw.Mechanism("one", gravity=(1, 2, -9)).add(
        lw.Body("b", mass=1, com=(0.2, 0, 0), inertia=(0.2, 0.2, 0.3, 0.01, 0.02, 0.03)),
        lw.Free("J", "ground", "b"),
        part,
    )
    model = lw.compile(m)
    for size in (0.0, 0.02, 1.0):
        assert (
            design_difference(
                model, anywhere(model, 3, size), some(model, "gravity", "b.", "J.", "f.at", "f.stiffness.0")
            )
            < EXACT
        )
