"""The examples of park-2000: accelerations, multipliers and reactions at their starts."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import FORMULATIONS, Answer, off
from tests.rigs.states import same_place

THETADD = (0.409125640228, -0.257020026879)
LAM = (10.617716703, 1.542299884, 9.594191889, 3.313455352)  # Phi = body - ground, body 2 - body 1


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=repr)
def test_4_1_in_cartesian_coordinates(formulation):
    model = lw.compile(lw.library.double_bar_pendulum(), coordinates="cartesian")
    assert (model.nv, model.n_rows) == (6, 4)
    acc = lw.accelerations(model, model.design_state(), formulation=formulation)
    assert acc.vdot[[2, 5]] == pytest.approx(THETADD, abs=1e-11)
    assert acc.lam == pytest.approx(LAM, abs=1e-8)
    assert model.row_names == ["A point x", "A point y", "B point x", "B point y"]


@pytest.mark.purepython
@pytest.mark.parametrize("formulation", [lw.Recursive(), lw.PartialVelocity()], ids=repr)
def test_4_1_in_joint_coordinates(formulation):
    model = lw.compile(lw.library.double_bar_pendulum())
    assert (model.nv, model.n_rows) == (2, 0)
    state = model.design_state()
    assert state.q == pytest.approx([0.524, 0.785 - 0.524], abs=1e-15)
    acc = lw.accelerations(model, state, formulation=formulation)
    assert np.cumsum(acc.vdot) == pytest.approx(THETADD, abs=1e-11)
    r = lw.reactions(model, state, formulation=formulation)
    assert -r["A"].force[:2] == pytest.approx(LAM[:2], abs=1e-8)
    assert -r["B"].force[:2] == pytest.approx(LAM[2:], abs=1e-8)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize(("force", "theta"), [((80, 70), 1.0), ((-80, -70), 0.7), ((80, -70), 2.0)])
def test_4_2_case_one_obeys_its_closed_form(coordinates, force, theta):
    """77 thetadd = -100 (theta - .524) + 2 (-Fx sin theta + Fy cos theta), at any speed: the rhombus has no centrifugal term."""
    mechanism = lw.library.planar_four_bar("I", force)
    model = lw.compile(mechanism, coordinates=coordinates)
    assert model.n_rows == (2 if coordinates == "joint" else 8)
    state = lw.assemble(model, {"A.angle": theta, "A.angle.rate": 1.3})
    x, y = force
    expected = (-100 * (theta - 0.524) + 2 * (-x * np.sin(theta) + y * np.cos(theta))) / 77
    for formulation in FORMULATIONS:
        acc = lw.accelerations(model, state, formulation=formulation)
        angular = Answer(model, state, formulation).bodies[0, 5]
        assert angular == pytest.approx(expected, rel=1e-10), formulation
        assert np.isfinite(acc.lam).all()


def test_4_2_case_two_has_the_same_motion_in_both_coordinates():
    mechanism = lw.library.planar_four_bar("II")
    model, full = lw.compile(mechanism), lw.compile(mechanism, coordinates="cartesian")
    assert (full.nv, full.n_rows) == (9, 8)
    state = lw.assemble(model, {"A.angle.rate": -0.6})
    reference = Answer(model, state)
    assert Answer(full, same_place(model, state, full)).off(reference) < 1e-11


def test_4_3_reactions_at_the_start_are_its_multipliers():
    """From rest at theta1 = 0, gravity along -y: the spherical joint's force on the coupler is minus its multipliers."""
    mechanism = lw.library.spatial_four_bar()
    full = lw.compile(mechanism, coordinates="cartesian")
    state = full.design_state()
    acc = lw.accelerations(full, state)
    rows = [k for k, name in enumerate(full.row_names) if name.startswith("C point")]
    for model in (full, lw.compile(mechanism), lw.compile(mechanism, cut=["D"]), lw.compile(mechanism, cut=["B"])):
        force = lw.reactions(model, model.design_state())["C"].force
        assert force == pytest.approx(-acc.lam[rows], rel=1e-10, abs=1e-12)
        assert lw.measure(model, model.design_state(), "C.force") == pytest.approx(force, rel=1e-10, abs=1e-12)


def test_4_3_starts_by_hand():
    """From rest, B accelerates by -2 alpha along y (alpha = theta1dd), C not at all along y; the cross turns the coupler with the
    crank about x. Unknown alpha and the forces B_y, C_y on the coupler:
        m (-alpha) = B + C - m g,    J_z (2 alpha / 12) = 6 C - 6 B,    (J_crank + J_x) alpha = 2 B."""
    model = lw.compile(lw.library.spatial_four_bar())
    state = model.design_state()
    A = np.array([[1.0, 1.0, 1.0], [-2 * 12.4 / 12, -6.0, 6.0], [4.01, -2.0, 0.0]])
    alpha, B_y, C_y = np.linalg.solve(A, [9.81, 0.0, 0.0])
    assert lw.measure(model, state, "A.angle.accel") == pytest.approx(alpha, rel=1e-12)
    assert lw.measure(model, state, "B.force.y") == pytest.approx(B_y, rel=1e-12)
    assert lw.measure(model, state, "C.force.y") == pytest.approx(C_y, rel=1e-12)


def planar_and_spatial(case, rate):
    flat, deep = lw.compile(lw.library.planar_four_bar(case)), lw.compile(lw.library.planar_four_bar_3d(case))
    targets = {"A.angle": 0.9, "A.angle.rate": rate}
    return (flat, lw.assemble(flat, targets)), (deep, lw.assemble(deep, targets))


@pytest.mark.parametrize("case", ["I", "II"])
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_the_four_bar_in_space_has_three_redundant_rows_and_moves_as_the_planar_one(case, coordinates):
    (flat, planar), (deep, state) = planar_and_spatial(case, 0.8)
    if coordinates == "cartesian":
        full = lw.compile(lw.library.planar_four_bar_3d(case), coordinates="cartesian")
        deep, state = full, same_place(deep, state, full)
    report = lw.check(deep, state)
    assert report.redundant_rows == 3
    assert report.dof == 1
    assert len(report.redundant) == 1
    assert report.redundant[0].joints == ("A", "B", "C", "D")
    assert report.redundant[0].rows == 3
    assert report.redundant[0].suggestion
    assert not report.singular
    expected = Answer(flat, planar)
    for formulation in FORMULATIONS:
        result = Answer(deep, state, formulation)
        assert off(result.bodies, expected.bodies) < 1e-9, formulation
        # forces in the plane are unique and those of the planar mechanism; what holds the plane is not
        assert result.unique[:, :2].all()
        assert off(result.wrenches[:, :2], expected.wrenches[:, :2]) < 1e-9, formulation
        assert not result.unique[:, [2, 3, 4]].any()
        assert result.unique[:, 5].all()


def test_relaxing_as_suggested_leaves_nothing_redundant():
    m = lw.library.planar_four_bar_3d("II")
    model = lw.compile(m)
    kinds = {kind.type: kind for kind in (lw.Cylindrical, lw.Spherical, lw.InLine, lw.InPlane)}
    for suggestion in lw.check(model, model.design_state()).redundant[0].suggestion:
        name, change = suggestion.split(": ")
        joint, kind = m[name], kinds[change.split(" → ")[1]]
        fields = {"at": model.placement.joint(name)[0][1].tolist()}
        if "axis" in kind.needs:
            fields["axis"] = joint.axis
        if "x" in kind.allows:
            fields |= {"x_i": joint.x_i, "x_j": joint.x_j}
        others = [part for part in m if part.name != name]
        m = lw.Mechanism("relaxed").add(*others, kind(name, joint.body_i, joint.body_j, **fields))
    relaxed = lw.compile(m)
    report = lw.check(relaxed, relaxed.design_state())
    assert report.redundant_rows == 0
    assert report.dof == 1
    expected = Answer(model, model.design_state()).bodies
    assert off(Answer(relaxed, relaxed.design_state()).bodies, expected) < 1e-10


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_door_on_two_hinges_swings_as_on_one(coordinates):
    two = lw.library.door()
    model = lw.compile(two, coordinates=coordinates)
    state = lw.assemble(model, {"hinge1.angle.rate": 2.0})
    report = lw.check(model, state)
    assert (report.redundant_rows, report.dof) == (5, 1)
    assert report.redundant[0].joints == ("hinge1", "hinge2")
    one = lw.Mechanism("one", gravity=two.gravity).add(*two).remove("hinge2")
    single = lw.compile(one)
    alone = lw.assemble(single, {"hinge1.angle.rate": 2.0})
    expected = lw.accelerations(single, alone).vdot
    whole = lw.reactions(single, alone)["hinge1"]
    for formulation in FORMULATIONS:
        acc = lw.accelerations(model, state, formulation=formulation)
        r = lw.reactions(model, state, formulation=formulation)
        assert not acc.unique
        assert not r["hinge1"].unique
        bodies = Answer(model, state, formulation).bodies[0]
        assert bodies[5] == pytest.approx(expected[0], abs=1e-11)
        together = r["hinge1"].force + r["hinge2"].force
        assert together == pytest.approx(whole.force, rel=1e-10, abs=1e-9)
        # radial forces in the plane follow from moments only together; the weight 20 g is shared
        assert together[2] == pytest.approx(20 * 9.81, rel=1e-12)
        moment = r["hinge1"].torque + r["hinge2"].torque + np.cross([0, 0, 1.4], r["hinge2"].force)
        assert moment == pytest.approx(whole.torque, abs=1e-9)


def test_the_flat_rhombus_is_singular_and_said_to_be():
    """Case I at theta1 = 0: all links on one line, where the parallelogram and the folded branch meet."""
    model = lw.compile(lw.library.planar_four_bar("I"), coordinates="cartesian")
    state = lw.assemble(model, {"A.angle": 0.0}, near=model.design_state())
    assert lw.measure(model, state, "link2.position.y") == pytest.approx(0, abs=1e-9)
    report = lw.check(model, state)
    assert report.singular
    assert report.lost_rank == 1
    assert "SINGULAR" in str(report)
    regular = lw.check(model, model.design_state())
    assert not regular.singular


def test_in_the_flat_rhombus_the_default_formulation_still_answers():
    model = lw.compile(lw.library.planar_four_bar("I"))
    state = lw.assemble(model, {"A.angle": 0.0}, near=model.design_state())
    acc = lw.accelerations(model, state)
    e = Evaluation(model, state)
    assert np.isfinite(acc.vdot).all()
    assert e.Phi_v @ acc.vdot == pytest.approx(e.w.gamma, abs=1e-9)
    assert np.abs(e.M @ acc.vdot + e.Phi_v.T @ acc.lam - e.Qh).max() < 1e-9 * np.abs(e.Qh).max()
    assert isinstance(state, lw.State)
