"""Whole turns: an angle is a continuous quantity of the motion, whoever reads it, in whatever coordinates, however long a step is.

One rotor turns about z at SPEED, so that an output interval holds four turns; every joint that has an angle carries it, in joint
coordinates, in Cartesian ones and cut from the tree.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.conformance.rotors import FORMS, INERTIA, PITCH, inertia_of, rotor

SPEED, END, INTERVAL = 100.0, 1.0, 0.25
SPRING = 0.4
KINDS = ("revolute", "cylindrical", "screw", "universal", "planar", "in the plane", "free in the plane")
CASES = [(kind, form) for kind in KINDS for form in FORMS if (kind, form) != ("free in the plane", "cut")]


def spin(kind: str, form: str, *parts: Any, rtol: float = 1e-8, **choices: Any) -> tuple[Any, Any, str]:
    """The model, its run over END seconds and the angle's signal."""
    m, angle = rotor(kind, *parts)
    model = lw.compile(m, **FORMS[form])
    start = {angle: 0.0, f"{angle}.rate": SPEED}
    if kind == "universal":
        start |= {"J.angle_j": 0.0, "J.angle_j.rate": 0.0}
    state = lw.assemble(model, start)
    return model, lw.simulate(model, state, END, rtol=rtol, output=INTERVAL, **choices), angle


@pytest.mark.parametrize(("kind", "form"), CASES)
def test_all_readers_agree_on_an_angle_of_many_turns(kind, form, tmp_path):
    m, angle = rotor(kind)
    parts = (lw.Signal("twice", value=f"2*{angle}"),)
    event = lw.Event(f"{angle} - 60")
    model, run, angle = spin(kind, form, *parts, events=[event])
    right = SPEED * run.t
    assert run.success
    np.testing.assert_allclose(run[angle], right, atol=1e-5)
    np.testing.assert_allclose(run["twice"], 2 * right, atol=2e-5)
    assert run.stats.violation < 1e-9
    assert lw.measure(model, run.final, angle) == pytest.approx(SPEED * END, abs=1e-5)
    assert [e.time for e in run.events] == [pytest.approx(0.6, abs=1e-7)]
    assert lw.measure(model, run.events[0].state, angle) == pytest.approx(60.0, abs=1e-5)
    if "plane" in kind and kind != "planar":
        np.testing.assert_allclose(run["rotor.angle"], right, atol=1e-5)
    path = tmp_path / "run.nc"
    run.save(path)
    np.testing.assert_array_equal(lw.Trajectory.load(path)[angle], run[angle])
    on = lw.simulate(model, run.final, END, rtol=1e-8, output=END)
    assert on[angle][-1] == pytest.approx(2 * SPEED * END, abs=1e-4)
    heavier = model.with_parameters({"rotor.mass": 2.0})
    assert lw.measure(heavier, run.final, angle) == pytest.approx(SPEED * END, abs=1e-5)


@pytest.mark.parametrize(("kind", "form"), CASES)
def test_a_spring_winds_up_over_many_turns(kind, form):
    _, angle = rotor(kind)
    spring = lw.JointSpring("spring", angle, stiffness=SPRING, rest=0.0)
    _, run, angle = spin(kind, form, spring)
    frequency = np.sqrt(SPRING / inertia_of(kind))
    np.testing.assert_allclose(run[angle], SPEED / frequency * np.sin(frequency * run.t), atol=1e-4)
    np.testing.assert_allclose(run["energy.total"], run["energy.total"][0], rtol=1e-5)


@pytest.mark.parametrize(("kind", "form"), CASES)
def test_a_coupler_turns_another_rotor_by_half(kind, form):
    planar = "plane" in kind and kind != "planar"
    inertia: Any = INERTIA if planar else (INERTIA, INERTIA, INERTIA)
    _, angle = rotor(kind)
    parts = (
        lw.Body("other", mass=1.0, inertia=inertia, com=(1, 0, 0)),
        lw.Revolute("B", "ground", "other", at=(1, 0, 0), **({} if planar else {"axis": (0, 0, 1)})),
        lw.Coupler("gear", terms={angle: 1, "B.angle": 2}),
    )
    _, run, angle = spin(kind, form, *parts)
    np.testing.assert_allclose(run[angle], SPEED * run.t, atol=1e-5)
    np.testing.assert_allclose(run["B.angle"], -0.5 * SPEED * run.t, atol=1e-5)
    assert run.stats.violation < 1e-8


@pytest.mark.parametrize(("kind", "form"), CASES)
def test_a_driver_turns_it_many_times_between_two_times(kind, form):
    m, angle = rotor(kind)
    m.add(lw.Driver("motor", angle, motion=f"{SPEED}*time"))
    for word, others in {"cylindrical": ["displacement"], "planar": ["x", "y"], "universal": ["angle_j"], "free in the plane": ["x", "y"]}.items():  # fmt: skip
        if word == kind:
            m.add(*(lw.Driver(f"hold_{k}", f"J.{other}", motion="0") for k, other in enumerate(others)))
    model = lw.compile(m, **FORMS[form])
    state = lw.assemble(model)
    run = lw.simulate(model, state, END, rtol=1e-8, output=INTERVAL)
    np.testing.assert_allclose(run[angle], SPEED * run.t, atol=1e-8)
    moved = lw.kinematics(model, state, run.t)
    assert moved.success
    np.testing.assert_allclose(moved[angle], SPEED * run.t, atol=1e-8)
    assert lw.measure(model, moved.final, angle) == pytest.approx(SPEED * END, abs=1e-8)


@pytest.mark.parametrize(("kind", "form"), CASES)
def test_outputs_of_cases_and_linear_models_see_the_turns(kind, form):
    m, angle = rotor(kind, lw.Input("u", value=0.0))
    m.add(lw.JointForce("law", angle, force=f"u - 1e-7*{angle}**3"))
    model = lw.compile(m, **FORMS[form])
    start = {angle: 0.0, f"{angle}.rate": SPEED}
    if kind == "universal":
        start |= {"J.angle_j": 0.0, "J.angle_j.rate": 0.0}
    outputs = {"end": f"final({angle})", "mean": f"mean({angle})"}
    case = lw.Case("spin", start=start, duration=0.5, rtol=1e-8, outputs=outputs)
    result = lw.run(model, case)
    assert result["end"] == pytest.approx(50.0, abs=2e-2)
    assert result["mean"] == pytest.approx(25.0, abs=2e-2)
    run = lw.simulate(model, lw.assemble(model, start), 0.5, rtol=1e-8, output=0.5)
    assert result["end"] == pytest.approx(run[angle][-1], abs=1e-5)
    still = lw.assemble(model, {name: 0.0 for name in start if name.endswith("rate")}, near=run.final)
    linear = lw.linearize(model, still, states=[angle] if kind in ("revolute", "screw", "in the plane") else None)
    top = np.abs(linear.stiffness).max()
    assert top == pytest.approx(3e-7 * run[angle][-1] ** 2, rel=1e-4)


@pytest.mark.parametrize("kind", ["revolute", "in the plane"])
def test_a_rotor_of_thousand_radians_is_right_at_loose_tolerances(kind):
    spring = lw.JointSpring("spring", "J.angle", stiffness=1e-4, rest=0.0)
    for parts, right in (((), 1000.0), ((spring,), SPEED / np.sqrt(1e-3) * np.sin(10 * np.sqrt(1e-3)))):
        m, _ = rotor(kind, *parts)
        model = lw.compile(m, coordinates="cartesian")
        state = lw.assemble(model, {"J.angle": 0.0, "J.angle.rate": SPEED})
        run = lw.simulate(model, state, 10.0, rtol=1e-3)
        assert run["J.angle"][-1] == pytest.approx(right, abs=2.0 if kind == "revolute" else 1e-2)
        assert run["energy.total"][-1] == pytest.approx(500.0, abs=0.1)


@pytest.mark.parametrize("output", [0.25, None])
@pytest.mark.parametrize("form", FORMS)
def test_a_screw_falls_as_far_as_it_turns(form, output):
    m, _ = rotor("screw")
    m = lw.Mechanism("screw", gravity=(0, 0, -9.81)).add(*m.parts.values())
    model = lw.compile(m, **FORMS[form])
    state = lw.assemble(model, {"J.angle": 0.0, "J.angle.rate": -10.0})
    run = lw.simulate(model, state, 2.0, rtol=1e-8, output=output)
    lead = PITCH / (2 * np.pi)
    turned = -10.0 * run.t - 0.5 * 9.81 * lead / inertia_of("screw") * run.t**2
    np.testing.assert_allclose(run["rotor.position"][:, 2], lead * turned, atol=1e-6)
    np.testing.assert_allclose(run["J.displacement"], lead * run["J.angle"], atol=1e-9)
    np.testing.assert_allclose(run["J.angle"], turned, atol=1e-5)
    assert run.stats.violation < 1e-9


INTEGRATORS: dict[str, Any] = {
    "dop853": None, "adams": lw.Adams(), "runge-kutta": lw.RungeKutta4(step=0.002), "radau": lw.Radau(), "bdf": lw.BDF(),
    "alpha": lw.GeneralizedAlpha(step=0.01),
}  # fmt: skip


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("kind", ["revolute", "in the plane"])
def test_every_integrator_counts_the_turns_of_cartesian_joints(kind, integrator):
    spring = lw.JointSpring("spring", "J.angle", stiffness=SPRING, rest=0.0)
    m, _ = rotor(kind, spring)
    model = lw.compile(m, coordinates="cartesian")
    state = lw.assemble(model, {"J.angle": 0.0, "J.angle.rate": 20.0})
    choice = {} if INTEGRATORS[integrator] is None else {"integrator": INTEGRATORS[integrator]}
    rtol = None if integrator == "runge-kutta" else 1e-6
    run = lw.simulate(model, state, END, rtol=rtol, output=END / 2, **choice)
    frequency = np.sqrt(SPRING / INERTIA)
    close = {"alpha": 1e-2}.get(integrator, 1e-3)
    np.testing.assert_allclose(run["J.angle"], 20.0 / frequency * np.sin(frequency * run.t), atol=close)
    assert run.stats.violation < 1e-9


def test_angles_of_andrews_are_continuous_and_the_same_for_all_readers():
    right = {"O": 15.87249, "F": -15.7560}
    runs = []
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(lw.library.andrews_squeezer(), coordinates=coordinates)
        events = [lw.Event("O.angle - 8"), lw.Event("F.angle + 8")]
        run = lw.simulate(model, lw.assemble(model), 0.03, rtol=1e-8, output=1e-4, events=events)
        runs.append(run)
        assert run.t[-1] == 0.03
        for name, end in right.items():
            assert run[f"{name}.angle"][-1] == pytest.approx(end, abs=1e-3)
            assert lw.measure(model, run.final, f"{name}.angle") == run[f"{name}.angle"][-1]
            assert np.abs(np.diff(run[f"{name}.angle"])).max() < 0.3
        for body in model.bodies:
            assert np.abs(np.diff(run[f"{body}.angle"])).max() < 0.3
        for event in run.events:
            at = lw.measure(model, event.state, "O.angle" if "O" in event.event.when else "F.angle")
            assert abs(at) == pytest.approx(8.0, abs=1e-6)
        outputs = {name: f"final({name}.angle)" for name in right}
        result = lw.run(model, lw.Case("c", duration=0.03, rtol=1e-8, outputs=outputs))
        for name, end in right.items():
            assert result[name] == pytest.approx(end, abs=1e-3)
        assert run.stats.violation < 1e-12
    joint, cartesian = runs
    assert len(joint.events) == len(cartesian.events) == 2
    for name in (*(f"{body}.angle" for body in joint.model.bodies), "O.angle", "F.angle", "B.angle", "E4.angle"):
        np.testing.assert_allclose(joint[name], cartesian[name], atol=1e-3)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["revolute", "cylindrical", "universal", "planar", "in the plane"])
def test_a_start_several_turns_on_is_read_as_it_was_asked_for(kind, form):
    m, angle = rotor(kind)
    model = lw.compile(m, **FORMS[form])
    state = lw.assemble(model, {angle: 20.0, f"{angle}.rate": 1.0})
    assert lw.measure(model, state, angle) == pytest.approx(20.0, abs=1e-12)
    run = lw.simulate(model, state, 1.0)
    assert run[angle][-1] == pytest.approx(21.0, abs=1e-6)
    if kind == "in the plane":
        turned = lw.assemble(model, {"rotor.angle": 20.0})
        assert lw.measure(model, turned, "rotor.angle") == pytest.approx(20.0, abs=1e-12)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize(
    ("kind", "form"), [("revolute", "cartesian"), ("cylindrical", "cut"), ("in the plane", "cartesian")]
)
def test_derivatives_of_runs_see_the_turns(kind, form, method):
    spring = lw.JointSpring("spring", "J.angle", stiffness=SPRING, rest=0.0)
    model = lw.compile(rotor(kind, spring)[0], **FORMS[form])
    start, end = {"J.angle": 0.0, "J.angle.rate": SPEED}, 0.5
    case = lw.Case("spin", start=start, duration=end, rtol=1e-8, outputs={"end": "final(J.angle)"})
    sensitivity = lw.sensitivity(model, case, ["spring.stiffness"], method=method)
    w = np.sqrt(SPRING / INERTIA)
    right = (SPEED * end / w * np.cos(w * end) - SPEED / w**2 * np.sin(w * end)) / (2 * np.sqrt(SPRING * INERTIA))
    assert sensitivity["end", "spring.stiffness"] == pytest.approx(right, rel=1e-5)
