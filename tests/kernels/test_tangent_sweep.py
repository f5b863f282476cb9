"""Changes along one direction of the state and the design, without matrices, are those by the matrices of slopes and the columns."""

import numpy as np
import pytest
from design_rig import some
from jacobian_rig import anywhere
from joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, planar, spatial
from random_closures import random_closures
from test_derivatives_by_design import PATHS, real_only, scaled, with_blocks
from test_jacobians_of_forces import EXPRESSIONS, KINDS, bare, forces_on

import linkwork as lw
from linkwork import library
from linkwork.dynamics.design_jacobians import design_slopes
from linkwork.kernels.derivatives.design_arrays import python_design
from linkwork.kernels.derivatives.tangent import Direction, along_direction, prepare_directions, sum_to_root
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.plans.design import Design
from linkwork.model.plans.jacobian_plan import named_blocks
from linkwork.model.plans.tangent_plan import by_differences, light_slopes, whole_plan

NAMES = ("F", "Phi", "Phidot", "Phiddot", "zdot")
JOINTS = [(make, kind) for make, tree in ((spatial, TREE), (planar, PLANAR_TREE)) for kind in tree]
CUTS = [(make, kind) for make, cut in ((spatial, CONSTRAINTS), (planar, PLANAR_CONSTRAINTS)) for kind in cut]


def by_matrices(e, d, dq, dv, dz):
    """dF, dPhi, dPhidot, dPhiddot and dzdot, all columns."""
    s, rows = d.slopes, e.model.lowered.arrays["row_level"] == 0
    return (
        s.F_q @ dq + s.F_v @ dv + s.F_z @ dz + d.F_p, rows[:, None] * (s.Phi_v @ dq) + d.Phi_p,
        s.Phidot_q @ dq + s.Phi_v @ dv + d.Phidot_p, s.Phiddot_q @ dq - s.gamma_v @ dv + d.Phiddot_p,
        s.zdot_q @ dq + s.zdot_v @ dv + s.zdot_z @ dz + d.zdot_p,
    )  # fmt: skip


def one_by_one(e, vdot, lam, design, approximate, dq, dv, dz):
    """The same, direction by direction."""
    model, q, v, t = e.model, np.array(e.state.q), np.array(e.state.v), e.state.t
    e.w.vdot[:], e.w.lam[:] = vdot, lam
    sints, size = light_slopes(model)
    dints, dwork = whole_plan(model, design.jacobian)
    buffers = (model.ints, model.floats, e.work, sints, np.zeros(size), dints, dwork)
    prepare_directions(*buffers, t, v)
    d, found = python_design(dints, dwork), []
    for p in range(len(design)):
        along_direction(*buffers, t, q, v, Direction(dq.ravel(), dv.ravel(), dz.ravel(), len(design), p))
        sum_to_root(*buffers[:2], *buffers[3:])
        found.append([x.copy() for x in (d.F_p, d.Phi_p, d.Phidot_p, d.Phiddot_p, d.zdot_p)])
    raise_pending()
    assert not d.change.any()
    assert named_blocks(model, by_differences(model, dints, dwork)) == approximate
    return [np.stack(columns, axis=1) for columns in zip(*found, strict=True)]


def off(model, state, paths):
    """Largest difference of any change, relative to the largest of its kind in its column."""
    rng, design, e = np.random.default_rng(7), Design(model, paths), Evaluation(model, state)
    vdot, lam = rng.normal(size=model.nv), 10 * rng.normal(size=model.n_rows)
    given = [rng.normal(size=(n, len(design))) for n in (model.nv, model.nv, model.nz)]
    worst = (0.0, "")
    slopes = design_slopes(e, vdot, lam, design)
    answers = one_by_one(e, vdot, lam, design, slopes.approximate, *given)
    for name, found, exact in zip(NAMES, answers, by_matrices(e, slopes, *given), strict=True):
        assert found.shape == exact.shape
        if found.size:
            size = np.maximum(np.abs(exact).max(axis=0), 1.0)
            worst = max(worst, (float((np.abs(found - exact) / size).max()), name))
    return worst


EXACT = (1e-12, "")


@pytest.mark.parametrize(("make", "kind"), JOINTS + CUTS)
def test_every_joint_in_all_coordinates(make, kind):
    """Columns that ride on the parent too, placements and pitch, in the tree and cut."""
    seed = 7000 + (JOINTS + CUTS).index((make, kind))
    mechanism = make(np.random.default_rng(seed), kind, False)
    for model in (lw.compile(mechanism, cut=["S"]), lw.compile(mechanism, coordinates="cartesian")):
        assert off(model, anywhere(model, seed), some(model, "X.", "b.", "gravity")) < EXACT


@pytest.mark.parametrize("kind", KINDS)
def test_every_force_law(kind):
    mechanism = bare(7200, *forces_on(np.random.default_rng(2))[kind])
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        assert off(model, anywhere(model, 1), some(model, "f.", "d.com", "D.at", "tilted", "beyond")) < EXACT


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
    assert off(model, anywhere(model, 1, 0.3), some(model, "k", "pull", "T.", "f.", "D.at", "b.com")) < EXACT


@pytest.mark.parametrize("seed", range(3))
def test_random_closed_loops_with_all_their_numbers(seed):
    model = lw.compile(random_closures(7100 + seed))
    assert off(model, anywhere(model, seed), some(model)) < EXACT


@pytest.mark.parametrize("name", ["beam", "chaplygin_sleigh", "vehicle_on_posts", "scissor_boom"])
def test_library_mechanisms(name):
    model = lw.compile(getattr(library, name)())
    assert off(model, anywhere(model, 5, 0.2), some(model, every=1 + len(model.parameters) // 20)) < EXACT


@pytest.mark.parametrize("function", [scaled, real_only])
def test_blocks_with_states_and_parameters(function):
    """By complex step, or by the same differences as the matrices."""
    model = lw.compile(with_blocks(function))
    assert off(model, anywhere(model, 2, 0.3), PATHS) < EXACT
