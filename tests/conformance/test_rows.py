"""Rows that no joint makes: drivers, couplers, and joints that are switched off."""

import numpy as np
import pytest

import linkwork as lw
from tests.rigs.answers import FORMULATIONS, Answer
from tests.rigs.joint_mechanisms import COORDINATE, draw, planar, spatial
from tests.rigs.random_parts import point
from tests.rigs.states import same_place

AGREE = 1e-9
MOTION = "0.2*sin(3*time) + 0.1*time**2 - 0.05"
TIME = 0.7


def worst_of(mechanism, first, state, cuts=("S", "U", "X")):
    """Largest disagreement of all coordinates and formulations with the dense augmented answer."""
    reference = Answer(first, state, lw.Augmented())
    models = [lw.compile(mechanism, cut=[name]) for name in cuts]
    models += [lw.compile(mechanism), lw.compile(mechanism, coordinates="cartesian")]
    results = {}
    for k, model in enumerate(models):
        there = same_place(first, state, model)
        for formulation in FORMULATIONS:
            results[k, formulation] = Answer(model, there, formulation).off(reference)
    return max(results.values()), reference


@pytest.mark.parametrize("kind", COORDINATE)
def test_a_driven_joint_coordinate_answers_alike(kind):
    def make(rng):
        return spatial(rng, kind).add(lw.Driver("drive", f"X.{COORDINATE[kind]}", motion=MOTION))

    mechanism, model, state = draw(make, 1000 + list(COORDINATE).index(kind), t=TIME)
    worst, reference = worst_of(mechanism, model, state)
    assert worst < AGREE
    assert abs(reference.efforts[0]) > 1e-3
    value, rate, accel = lw.measure(model, state, *(f"X.{COORDINATE[kind]}{end}" for end in ("", ".rate", ".accel")))
    assert value == pytest.approx(0.2 * np.sin(3 * TIME) + 0.1 * TIME**2 - 0.05, abs=1e-12)
    assert rate == pytest.approx(0.6 * np.cos(3 * TIME) + 0.2 * TIME, abs=1e-12)
    assert accel == pytest.approx(-1.8 * np.sin(3 * TIME) + 0.2, abs=1e-10)


@pytest.mark.parametrize("target", ["b.position.z", "d.x_axis.y", "rod.length", "D.angle"])
def test_a_driver_may_prescribe_any_position_signal(target):
    def make(rng):
        m = spatial(rng, "spherical")
        if target == "rod.length":
            m.add(lw.SpringDamper("rod", "ground", "b", at_i=point(rng, 3), at_j=point(rng), stiffness=1, rest=1))
        now = float(np.ravel(lw.measure(model := lw.compile(m), model.design_state(), target))[0])
        return m.add(lw.Driver("drive", target, motion=f"{now} + 0.1*sin(3*time)"))

    mechanism, model, state = draw(make, 1100 + len(target), t=TIME)
    worst, _ = worst_of(mechanism, model, state)
    assert worst < AGREE


@pytest.mark.parametrize("make", [
    lambda rng: spatial(rng, "revolute").add(lw.Coupler("gear", terms={"X.angle": 1, "D.angle": -2.5})),
    lambda rng: spatial(rng, "cylindrical").add(lw.Coupler("gear", terms={"X.angle": 0.3, "X.displacement": 1, "U.angle_j": 0.2})),
    lambda rng: spatial(rng, "universal", True).add(lw.Coupler("gear", terms={"X.angle_i": 1, "X.angle_j": 0.5})),
    lambda rng: planar(rng, "prismatic").add(lw.Coupler("gear", terms={"X.displacement": 1, "T.angle": "L"}), lw.Parameter("L", 0.4)),
], ids=["revolute", "cylindrical", "universal", "planar"])  # fmt: skip
def test_a_coupler_answers_alike(make):
    mechanism, model, state = draw(make, 1200)
    worst, reference = worst_of(mechanism, model, state)
    assert worst < AGREE
    assert abs(reference.efforts[0]) > 1e-3


@pytest.mark.parametrize("kind", ["revolute", "spherical", "in_line", "no_slide"])
def test_an_inactive_joint_is_as_if_it_were_not_there(kind):
    rng = np.random.default_rng(7)
    mechanism = spatial(rng, kind)
    for name in ("motor", "X"):
        if name in mechanism:
            mechanism.remove(name)
    without, first, state = draw(lambda rng: mechanism, 1300)
    off_joint = type(spatial(np.random.default_rng(8), kind)["X"])
    fields = {
        f: v
        for f, v in vars(spatial(np.random.default_rng(8), kind)["X"]).items()
        if f not in ("name", "body_i", "body_j")
    }
    switched = lw.Mechanism("off", gravity=without.gravity).add(*without).add(
        off_joint("X", "a", "b", **{**fields, "active": False})
    )  # fmt: skip
    reference = Answer(first, state)
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(switched, coordinates=coordinates)
        plain = same_place(first, state, lw.compile(without, coordinates=coordinates))
        there = lw.State(plain.t, plain.q, plain.v, plain.z, frozenset({"X"}), model.design_state().turns)
        assert model.design_state().inactive == {"X"}
        for formulation in FORMULATIONS:
            answer = Answer(model, there, formulation)
            names = sorted(model.joints)
            x = names.index("X")
            assert np.abs(answer.wrenches[x]).max() == 0
            keep = [k for k in range(len(names)) if k != x]
            assert np.abs(answer.bodies - reference.bodies).max() < AGREE * np.abs(reference.bodies).max()
            assert np.abs(answer.wrenches[keep] - reference.wrenches).max() < AGREE * np.abs(reference.wrenches).max()


def test_the_power_of_a_driver_is_its_force_times_its_rate():
    """What the driver does is what the kinetic energy gains beside the other forces."""
    mechanism, model, state = draw(lambda rng: spatial(rng, "prismatic").add(
        lw.Driver("drive", "X.displacement", motion=MOTION)), 1400, t=TIME)  # fmt: skip
    from linkwork.model.evaluation import Evaluation

    acc, effort = lw.accelerations(model, state), lw.measure(model, state, "drive.force")
    e = Evaluation(model, state)
    gained = state.v @ (e.M @ acc.vdot - e.Qh)
    assert gained == pytest.approx(effort * lw.measure(model, state, "X.displacement.rate"), rel=1e-10)
