"""Changes along one direction of the state and the design, without matrices, are those by the Jacobians and the columns."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from tests.rigs.blocks_with_parameters import PATHS, real_only, scaled, with_blocks
from tests.rigs.complex_design_columns import some
from tests.rigs.directions import direction_difference
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, planar, spatial
from tests.rigs.loaded_mechanisms import EXPRESSIONS, KINDS, bare, forces_on
from tests.rigs.random_closures import random_closures
from tests.rigs.states import anywhere

JOINTS = [(make, kind) for make, tree in ((spatial, TREE), (planar, PLANAR_TREE)) for kind in tree]
CUTS = [(make, kind) for make, cut in ((spatial, CONSTRAINTS), (planar, PLANAR_CONSTRAINTS)) for kind in cut]
EXACT = (1e-12, "")


@pytest.mark.parametrize(("make", "kind"), JOINTS + CUTS)
def test_every_joint_in_all_coordinates(make, kind):
    """Columns that ride on the parent too, placements and pitch, in the tree and cut."""
    seed = 7000 + (JOINTS + CUTS).index((make, kind))
    mechanism = make(np.random.default_rng(seed), kind, False)
    for model in (lw.compile(mechanism, cut=["S"]), lw.compile(mechanism, coordinates="cartesian")):
        assert direction_difference(model, anywhere(model, seed), some(model, "X.", "b.", "gravity")) < EXACT


@pytest.mark.parametrize("kind", KINDS)
def test_every_force_law(kind):
    mechanism = bare(7200, *forces_on(np.random.default_rng(2))[kind])
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        assert (
            direction_difference(model, anywhere(model, 1), some(model, "f.", "d.com", "D.at", "tilted", "beyond"))
            < EXACT
        )


@pytest.mark.parametrize("text", EXPRESSIONS[::3])
def test_expressions_read_what_the_state_and_the_design_change(text):
    mechanism = bare(
        7300,
        lw.Parameter("k", 1.7),
        lw.Input("pull", value=1.3),
        lw.Signal("half", value="0.5*k*D.angle.rate*b.position.y"),
        lw.Table("T", x=[-9, -1, 0, 2, 9], y=[1, 3, -1, 2, 4]),
        lw.JointForce("own", "D.angle", force=f"k*({text})"),
        lw.AppliedForce("f", "c", at=(0.1, 0.2, 0.3), force=(text, 0, "k*D.angle"), torque=(1, text, 0), axes="body"),
        lw.Driver("drive", "C.displacement", motion="k*time**2 + sin(k*time + 0.1)"),
    )
    model = lw.compile(mechanism)
    assert (
        direction_difference(model, anywhere(model, 1, 0.3), some(model, "k", "pull", "T.", "f.", "D.at", "b.com"))
        < EXACT
    )


@pytest.mark.parametrize("seed", range(3))
def test_random_closed_loops_with_all_their_numbers(seed):
    model = lw.compile(random_closures(7100 + seed))
    assert direction_difference(model, anywhere(model, seed), some(model)) < EXACT


@pytest.mark.parametrize("name", ["beam", "chaplygin_sleigh", "vehicle_on_posts", "scissor_boom"])
def test_library_mechanisms(name):
    model = lw.compile(getattr(library, name)())
    assert (
        direction_difference(model, anywhere(model, 5, 0.2), some(model, every=1 + len(model.parameters) // 20)) < EXACT
    )


@pytest.mark.parametrize("function", [scaled, real_only])
def test_blocks_with_states_and_parameters(function):
    """By complex step, or by the same differences as the matrices."""
    model = lw.compile(with_blocks(function))
    assert direction_difference(model, anywhere(model, 2, 0.3), PATHS) < EXACT
