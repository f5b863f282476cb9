"""check: freedoms, rank, redundancy named by joint with a remedy, unique reactions, singular poses."""

import numpy as np
import pytest

import linkwork as lw

COORDINATES = pytest.mark.parametrize("coordinates", ["joint", "cartesian"])


@COORDINATES
def test_the_planar_four_bar_has_one_freedom_and_unique_reactions(coordinates):
    model = lw.compile(lw.library.planar_four_bar(), coordinates=coordinates)
    report = lw.check(model)
    assert (report.dof, report.mobility, report.redundant_rows) == (1, 1, 0)
    assert report.ok and report.singular is False and report.nonunique == {}
    if coordinates == "cartesian":
        assert (report.nv, report.rows) == (9, 8)  # park-2000: n = 9, m = 8


@COORDINATES
def test_a_planar_four_bar_in_space_has_three_redundant_rows_in_all_four_joints(coordinates):
    report = lw.check(lw.compile(lw.library.planar_four_bar_3d(), coordinates=coordinates))
    assert (report.dof, report.mobility, report.redundant_rows) == (1, -2, 3)
    (group,) = report.redundant
    assert group.joints == ("A", "B", "C", "D") and group.rows == 3
    assert set(group.components.values()) == {("force z", "torque x", "torque y")}
    assert group.suggestion == ("A: revolute → cylindrical", "B: revolute → spherical")


@COORDINATES
def test_a_door_on_two_hinges_is_told_to_use_a_ball_and_an_in_line(coordinates):
    report = lw.check(lw.compile(lw.library.door(), coordinates=coordinates))
    assert (report.dof, report.redundant_rows) == (1, 5)
    assert report.redundant[0].suggestion == ("hinge1: revolute → spherical", "hinge2: revolute → in_line")


def test_following_the_suggestion_leaves_the_motion_and_nothing_redundant():
    m = lw.library.planar_four_bar_3d()
    before = lw.compile(m)
    a, b = m["A"], m["B"]
    m.remove("A", "B")
    m.add(
        lw.Cylindrical("A", a.body_i, a.body_j, at=a.at, axis=(0, 0, 1), x_i=a.x_i, x_j=a.x_j),
        lw.Spherical("B", b.body_i, b.body_j, at=b.at),
    )
    after = lw.compile(m)
    report = lw.check(after)
    assert (report.dof, report.redundant_rows) == (1, 0)
    old = lw.measure(before, before.design_state(), "link2.acceleration")
    new = lw.measure(after, after.design_state(), "link2.acceleration")
    np.testing.assert_allclose(new, old, rtol=1e-10, atol=1e-10)


@COORDINATES
def test_the_flat_rhombus_is_singular_and_not_redundant(coordinates):
    model = lw.compile(lw.library.planar_four_bar(case="I"), coordinates=coordinates)
    report = lw.check(model, lw.assemble(model, {"A.angle": 0.0}))
    assert report.singular and report.lost_rank == 1
    assert (report.dof, report.redundant_rows) == (2, 0)
    assert "SINGULAR" in str(report) and "1 more dependent in this pose only" in str(report)


def test_bricard_is_overconstrained_by_one_and_moves():
    report = lw.check(lw.compile(lw.library.bricard()))
    assert (report.dof, report.mobility, report.redundant_rows, report.singular) == (1, 0, 1, False)


def test_an_unassembled_state_names_what_is_violated_and_by_how_much():
    model = lw.compile(lw.library.planar_four_bar())
    state = model.design_state()
    q = state.q.copy()
    q[0] += 0.1
    report = lw.check(model, lw.State(0.0, q, state.v))
    assert not report.assembled and report.worst[0][0] == "C" and report.singular is None
    assert 0.05 < report.worst[0][1] < 1.0
    assert "NO: C by" in str(report) and "run assemble" in str(report)


def test_gravity_is_the_first_line():
    assert str(lw.check(lw.compile(lw.library.planar_four_bar()))).splitlines()[0].split() == [
        "gravity",
        "none",
        "(zero)",
    ]
    assert "-9.81" in str(lw.check(lw.compile(lw.library.bricard()))).splitlines()[0]


@COORDINATES
def test_a_thousand_loops_are_examined_quickly_and_each_redundant_loop_is_counted(coordinates):
    model = lw.compile(lw.library.n_four_bar(400), coordinates=coordinates)
    report = lw.check(model)
    assert (report.dof, report.redundant_rows) == (1, 0)


def test_redundancy_of_a_large_model_comes_from_the_factorization():
    m = lw.Mechanism("many doors", gravity=(0, 0, -9.81))
    n = 150
    for k in range(n):
        m.add(
            lw.Body(f"door{k}", mass=20, inertia=(1, 2, 3), com=(k + 0.4, 0, 1)),
            lw.Revolute(f"low{k}", "ground", f"door{k}", at=(k, 0, 0), axis=(0, 0, 1)),
            lw.Revolute(f"high{k}", "ground", f"door{k}", at=(k, 0, 2), axis=(0, 0, 1)),
        )
    model = lw.compile(m)
    assert model.n_rows == 5 * n
    report = lw.check(model)
    assert (report.dof, report.redundant_rows, len(report.redundant)) == (n, 5 * n, n)
    assert report.redundant[0].joints == ("high0", "low0")


def test_a_velocity_level_row_takes_a_freedom_of_velocity():
    report = lw.check(lw.compile(lw.library.chaplygin_sleigh()))
    assert (report.nv, report.rank, report.dof) == (3, 1, 2)


@COORDINATES
def test_a_pose_assembled_towards_a_singular_one_is_nearly_singular(coordinates):
    # the loop closes within rounding some 1e-7 rad beside the flat pose, where reactions would be 1e11 N
    x, y = np.cos(1.0), np.sin(1.0)
    m = lw.Mechanism("parallelogram", plane="xy", gravity=(0, -9.81, 0))
    m.add(
        *(lw.Body(name, mass=1, inertia=0.1, com=com) for name, com in (("a", ("A", "B")), ("b", ("B", "C")), ("c", ("D", "C")))),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
        lw.Revolute("B", "a", "b", at=(x, y, 0)),
        lw.Revolute("C", "b", "c", at=(2 + x, y, 0)),
        lw.Revolute("D", "ground", "c", at=(2, 0, 0)),
    )  # fmt: skip
    model = lw.compile(m, coordinates=coordinates)
    report = lw.check(model, lw.assemble(model, {"A.angle": -1.0}))
    assert (report.singular or report.nearly_singular) and not report.ok
    assert "SINGULAR" in str(report)
    assert lw.check(model, lw.assemble(model, {"A.angle": -0.99})).ok


def test_a_model_too_large_to_examine_says_so():
    model = lw.compile(lw.library.n_four_bar(400))
    report = lw.check(model, lw.assemble(model))
    assert report.assembled and report.singular is None
    assert "not examined for singularity (too many constraint rows)" in str(report)


@pytest.mark.parametrize("factor", [1.0, 1e9, 1e12])
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_large_factors_and_pitches_leave_one_freedom(factor, coordinates):
    gears = lw.Mechanism("gears", gravity=(0, 0, 0)).add(
        lw.Body("a", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(1, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Revolute("B", "ground", "b", at=(1, 0, 0), axis=(0, 0, 1)),
        lw.Coupler("C", terms={"A.angle": 1, "B.angle": factor}),
    )
    nut = lw.Mechanism("nut", gravity=(0, 0, -1)).add(
        lw.Body("a", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Screw("S", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1), pitch=factor),
    )
    for mechanism in (gears, nut):
        report = lw.check(lw.compile(mechanism, coordinates=coordinates))
        assert (report.dof, report.redundant_rows, report.singular) == (1, 0, False)
