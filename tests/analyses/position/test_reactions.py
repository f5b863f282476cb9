"""reactions: every joint, tree or cut, on its body_j, in world axes; balance, flags, drivers."""

import numpy as np
import pytest

import linkwork as lw

ALL = [
    lw.Augmented(), lw.Baumgarte(), lw.CoordinatePartitioning(), lw.PartialVelocity(),
    *(lw.NullSpace(basis) for basis in ("lu", "qr", "svd", "zero-eigenvalue")), lw.KaneMultipliers(),
    lw.KaneMultipliers(eliminate=True), lw.Recursive(),
]  # fmt: skip
MECHANISMS = {
    "double_bar_pendulum": {}, "planar_four_bar": {}, "spatial_four_bar": {}, "bricard": {}, "andrews_squeezer": {},
    "planar_four_bar_3d": {}, "door": {}, "flyball_governor": {},
}  # fmt: skip


def unique_part(reactions):
    return np.array([
        np.where(np.r_[r.force_unique, r.torque_unique], np.r_[r.force, r.torque], 0.0) for r in reactions
    ])  # fmt: skip


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_formulation_and_both_coordinates_give_the_same_unique_reactions(name):
    m = getattr(lw.library, name)()
    reference = None
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        state = lw.assemble(model)
        for formulation in ALL:
            result = lw.reactions(model, state, formulation=formulation)
            flags = [np.r_[r.force_unique, r.torque_unique] for r in result]
            if reference is None:
                reference, reference_flags = result, flags
                size = max(max(np.abs(np.r_[r.force, r.torque]).max() for r in result), 1e-6)
            np.testing.assert_array_equal(flags, reference_flags)
            np.testing.assert_allclose(unique_part(result), unique_part(reference), atol=1e-9 * size)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("name", ["planar_four_bar", "spatial_four_bar", "bricard", "door"])
def test_forces_balance_every_body(name, coordinates):
    """Sum of reactions, weight and applied forces = m a_com, non-unique components included."""
    m = getattr(lw.library, name)()
    model = lw.compile(m, coordinates=coordinates)
    state = lw.assemble(model)
    result = lw.reactions(model, state)
    gravity = np.array(m.gravity, float)
    for body in m.of(lw.Body):
        total = body.mass * gravity
        for r in result:
            joint = m[r.joint]
            total = total + r.force * ((joint.body_j == body.name) - (joint.body_i == body.name))
        for force in m.of(lw.AppliedForce):
            if force.body == body.name:
                total = total + np.array(force.force, float)
        acceleration = lw.measure(model, state, f"{body.name}.acceleration")  # the origin is the mass centre here
        np.testing.assert_allclose(total, body.mass * acceleration, atol=1e-9 * max(1, np.abs(total).max()))


def test_the_double_bar_pendulum_has_the_multipliers_of_theory():
    model = lw.compile(lw.library.double_bar_pendulum())
    result = lw.reactions(model, model.design_state())
    joints = list(result)
    # THEORY.md, park 4.1 at t = 0: lam = (body - ground), (body 2 - body 1); the force on body J is -lam
    np.testing.assert_allclose(-joints[0].force[:2], [10.617716703, 1.542299884], atol=5e-10)
    np.testing.assert_allclose(-joints[1].force[:2], [9.594191889, 3.313455352], atol=5e-10)


def test_a_hanging_mass_is_carried_by_its_joint():
    m = lw.Mechanism(gravity=(0, 0, -10)).add(
        lw.Body("ball", mass=3, inertia=(1, 1, 1), com=(1, 0, 0)), lw.Fixed("weld", "ground", "ball", at=(0, 0, 0))
    )
    model = lw.compile(m)
    r = lw.reactions(model, model.design_state())["weld"]
    np.testing.assert_allclose(r.force, [0, 0, 30], atol=1e-12)
    np.testing.assert_allclose(r.torque, [0, -30, 0], atol=1e-12)  # about the joint, on the ball
    assert r.body == "ball" and r.unique


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("cut", [False, True])
def test_a_slider_reports_the_wrench_on_body_j_at_frame_j_either_way_round(reverse, cut):
    bodies = ("block", "ground") if reverse else ("ground", "block")
    m = lw.Mechanism(gravity=(0, 0, -10)).add(
        lw.Body("block", mass=2, inertia=(1, 1, 1), com=(3, 0, 0)),
        lw.Prismatic("rail", *bodies, at=(0, 0, 0), axis=(1, 0, 0)),
    )
    model = lw.compile(m, cut=["rail"] if cut else None)
    state = lw.assemble(model, {"rail.displacement": 0.5})
    r = lw.reactions(model, state)["rail"]
    sign = -1.0 if reverse else 1.0
    # the block moved by +0.5 (reverse: the ground by +0.5 relative to the block, the block by -0.5)
    com = 3.0 + (0.5 if not reverse else -0.5)
    at = r.at[0]
    np.testing.assert_allclose(r.force, [0, 0, sign * 20], atol=1e-9)
    np.testing.assert_allclose(r.torque, [0, -sign * 20 * (com - at), 0], atol=1e-9)


def test_a_driver_reports_the_effort_that_raises_its_target():
    m = lw.Mechanism(gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("arm", mass=2, inertia=0.5, com=(1, 0, 0)),
        lw.Revolute("A", "ground", "arm", at=(0, 0, 0)),
        lw.Driver("motor", "A.angle", motion="0.5*time**2*3"),
    )
    model = lw.compile(m)
    result = lw.reactions(model, lw.assemble(model))
    assert result.drivers["motor"] == pytest.approx((0.5 + 2) * 3 + 2 * 9.81, abs=1e-10)
    np.testing.assert_allclose(result["A"].torque, 0, atol=1e-10)  # the motor is not the hinge
    assert "motor" in str(result)


def test_not_unique_components_are_marked_in_the_table():
    model = lw.compile(lw.library.door())
    result = lw.reactions(model, model.design_state())
    assert not result["hinge1"].unique and "~ not unique" in str(result)
    with pytest.raises(KeyError, match="there is no joint 'hinge3'; joints are"):
        result["hinge3"]
    np.testing.assert_array_equal(result["hinge1.force"], result["hinge1"].force)
    assert result["hinge1.torque.z"] == result["hinge1"].torque[2]
    with pytest.raises(KeyError, match=r"a reaction has hinge1.force, .torque, .total_force"):
        result["hinge1.moment"]


def test_two_contradictory_drivers_are_named_by_every_formulation():
    m = lw.library.planar_four_bar().add(
        lw.Driver("slow", "A.angle", motion="pi/3 + time**2"), lw.Driver("fast", "D.angle", motion="5*time**2")
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        for formulation in ALL:
            with pytest.raises(lw.InconsistentError, match=r"contradict") as caught:
                lw.accelerations(model, model.design_state(), formulation=formulation)
            assert "slow" in str(caught.value) or "fast" in str(caught.value) or "'A'" in str(caught.value), (
                caught.value
            )


def test_dense_formulations_refuse_large_models_with_a_sentence():
    model = lw.compile(lw.library.chain(1500), coordinates="cartesian")
    with pytest.raises(
        lw.FormulationError, match=r"is dense: 4500 velocities and 3000 constraint rows would take .* GB; use"
    ):
        lw.accelerations(model, model.design_state(), formulation=lw.PartialVelocity())
    lw.accelerations(model, model.design_state())


def test_a_formulation_must_be_a_choice():
    model = lw.compile(lw.library.door())
    with pytest.raises(TypeError, match=r"lw.PartialVelocity\(\)"):
        lw.accelerations(model, model.design_state(), formulation="augmented")


def test_the_table_says_what_a_coupler_is():
    m = lw.library.planar_four_bar()
    m.add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, -1, 0)),
        lw.Revolute("W", "ground", "wheel", at=(0, -1, 0)),
        lw.Coupler("gear", terms={"A.angle": 1, "W.angle": -2}),
        lw.Driver("motor", "W.angle", motion="time"),
    )
    model = lw.compile(m)
    table = str(lw.reactions(model, lw.assemble(model)))
    assert "gear          (coupler)" in table and "motor         (driver)" in table


def test_torques_alone_are_no_contradiction():
    """Two wheels geared 1 : -1/2 without gravity: (J1 + J2/4) alpha = T."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("a", mass=1, inertia=0.2, com=(0, 0, 0)), lw.Body("b", mass=1, inertia=0.3, com=(1, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)), lw.Revolute("B", "ground", "b", at=(1, 0, 0)),
        lw.Coupler("C", terms={"A.angle": 1, "B.angle": 2}), lw.JointForce("T", "A.angle", force=5),
    )  # fmt: skip
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        for formulation in ALL:
            acc = lw.accelerations(model, lw.assemble(model), formulation=formulation)
            assert acc["A.angle.accel"] == pytest.approx(5 / (0.2 + 0.3 / 4), rel=1e-12)


def test_a_particle_is_accepted_in_cartesian_coordinates_and_named_where_it_is_not():
    m = lw.Mechanism(gravity=(0, 0, -9.81)).add(
        lw.Body("bob", mass=2, inertia=(0, 0, 0), com=(1, 0, 0)), lw.Free("float", "ground", "bob"),
        lw.Distance("string", "ground", "bob", at_i=(0, 0, 0), at_j=(1, 0, 0)),
    )  # fmt: skip
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        acc = lw.accelerations(model, model.design_state())
        np.testing.assert_allclose(acc["bob.acceleration"], [0, 0, -9.81], atol=1e-9)
        with pytest.raises(lw.FormulationError, match="'bob'"):
            lw.accelerations(model, model.design_state(), formulation=lw.PartialVelocity())


def test_a_force_that_is_not_a_number_is_named_by_every_formulation():
    m = lw.library.planar_four_bar().add(lw.JointForce("bad", "A.angle", force="sqrt(-1 - time)"))
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        for formulation in (None, *ALL):
            with pytest.raises(lw.FormulationError, match="'bad' gives a value that is not a number"):
                lw.accelerations(model, model.design_state(), formulation=formulation)
