"""Every signal on a page is the result's own signal, for every kind of result that makes a page."""

import html
import re

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.columns import SUFFIXES
from linkwork.viewer.mode_page import modes_as_run
from linkwork.viewer.motion import still_of
from linkwork.viewer.optimum_page import optimum_page
from linkwork.viewer.page import page
from tests.viewer.page_contents import contents, signal

TIMES = np.linspace(0.0, 1.0, 9)


def four_bar(*parts, coordinates="joint"):
    """A four-bar with weight, a damped spring, a bushing, and an input that pulls its coupler."""
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0), plane="xy")
    m.add(
        lw.Body("crank", mass=2, inertia=0.3, com=(0.25, 0.4, 0)),
        lw.Body("coupler", mass=3, inertia=0.5, com=(1.2, 1.0, 0)),
        lw.Body("rocker", mass=2, inertia=0.4, com=(1.8, 0.6, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("B", "crank", "coupler", at=(0.5, 0.8, 0)),
        lw.Revolute("C", "coupler", "rocker", at=(1.9, 1.2, 0)),
        lw.Revolute("D", "ground", "rocker", at=(1.7, 0, 0)),
        lw.SpringDamper(
            "S", "ground", "coupler", at_i=(1, -0.5, 0), at_j=(1.2, 1.0, 0), stiffness=80, damping=3, rest=1
        ),
        lw.Bushing("R", "ground", "rocker", at=(1.7, 0, 0), stiffness=(5, 5, 5, 2, 2, 2)),
        lw.Input("u", 3.0),
        lw.Input("tau"),
        lw.AppliedForce("pull", "coupler", at=(1.2, 1.0, 0), force=("u", "2*u", 0)),
        lw.JointForce("motor", "A.angle", force="tau"),
        lw.Signal("power", "tau*A.angle.rate"),
        lw.Signal("load", "D.force.y + 2*energy.kinetic"),
        *parts,
    )
    model = lw.compile(m, coordinates=coordinates)
    return model, lw.assemble(model, {"A.angle": 0.1})


def trajectory(coordinates):
    model, state = four_bar(coordinates=coordinates)
    samples = (np.array([0.0, 0.5, 1.0]), np.array([0.0, 4.0, -3.0]))
    return lw.simulate(model, state, 1.0, output=TIMES, inputs={"u": "5*sin(7*time)", "tau": samples})


def kinematics(coordinates):
    model, state = four_bar(lw.Driver("turn", "A.angle", motion="0.1 + 0.5*sin(3*time)"), coordinates=coordinates)
    return lw.kinematics(model, state, TIMES, inputs={"u": -7.0})


def inverse(coordinates):
    model, state = four_bar(coordinates=coordinates)
    motion = {"A.angle": "0.1 + 0.5*sin(3*time)"}
    return lw.inverse_dynamics(model, state, TIMES, motion=motion, efforts=["tau"], inputs={"u": 12.0})


def case_motion(coordinates):
    model, _ = four_bar(coordinates=coordinates)
    case = lw.Case("fall", start={"A.angle": 0.1}, duration=1.0, inputs={"u": "9*time", "tau": 2.0})
    return lw.run(model, case, output=TIMES).trajectory


def case_kinematics(coordinates):
    model, _ = four_bar(lw.Driver("turn", "A.angle", motion="0.1 + 0.5*sin(3*time)"), coordinates=coordinates)
    case = lw.Case("turn", analysis="kinematics", duration=1.0, times=9, inputs={"u": "9*time", "tau": 2.0})
    return lw.run(model, case).kinematics


def rest(coordinates):
    """At the time of rest the driver would accelerate: its forces are none of rest."""
    driver = lw.Driver("turn", "A.angle", motion="0.1 + 40*(1 - cos(time))")
    model, state = four_bar(driver, coordinates=coordinates)
    return lw.equilibrium(model, state, inputs={"u": 8.0, "tau": -2.0})


def trimmed(coordinates):
    model, state = four_bar(coordinates=coordinates)
    return lw.equilibrium(model, state, hold=["A.angle"], trim=["tau"], inputs={"u": 8.0})


def require_equal(text, own, at_least):
    """Every signal of a page against own(path), in the page's single precision."""
    scene, arrays = contents(text)
    vectors, known = {}, {}
    for entry in scene["signals"]:
        path = entry["path"]
        base, _, suffix = path.rpartition(".")
        if f".{suffix}" in (*SUFFIXES[(4,)], *SUFFIXES[(3, 3)]):
            known.setdefault(base, np.asarray(own(base)))
            values = known[base].reshape(-1, *known[base].shape[known[base].ndim - 1 - (len(suffix) == 2) :])
            names = SUFFIXES[values.shape[1:]]
            values = values.reshape(len(values), -1)[:, names.index(f".{suffix}")]
        else:
            base, values = path, np.ravel(own(path))
        vectors.setdefault(base, []).append((path, values, signal(scene, arrays, path)))
    forces = max((np.abs(v).max() for k, x in vectors.items() if k.endswith("force") for _, v, _ in x), default=0.0)
    for base, components in vectors.items():
        size = max(np.abs(values).max() for _, values, _ in components)
        size = max(size, forces if base.endswith("torque") else 0.0, 1e-12)
        for path, values, shown in components:
            np.testing.assert_allclose(shown, values, rtol=0, atol=3e-7 * size, err_msg=path)
    assert len(scene["signals"]) >= at_least and scene["left_out"]["count"] == 0


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("result", [trajectory, kinematics, inverse, case_motion, case_kinematics])
def test_every_signal_on_the_page_of_a_motion_is_the_result_s(result, coordinates):
    run = result(coordinates)
    require_equal(page(run), run.__getitem__, 100)


def test_the_page_of_inverse_dynamics_has_the_efforts_and_the_reactions_under_them():
    run = inverse("joint")
    scene, arrays = contents(page(run, signals=["tau", "D.force"]))
    free = lw.measure(run.model, run.state(4), "D.force.y", inputs={"u": 12.0})
    assert np.abs(run.efforts["tau"]).max() > 10 and abs(run["D.force.y"][4] - free) > 0.1
    np.testing.assert_allclose(signal(scene, arrays, "tau"), run.efforts["tau"], rtol=1e-6)
    np.testing.assert_allclose(signal(scene, arrays, "motor.force"), run.efforts["tau"], rtol=1e-6)
    np.testing.assert_allclose(signal(scene, arrays, "D.force.y"), run["D.force.y"], rtol=1e-6)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("result", [rest, trimmed])
def test_every_signal_on_the_page_of_a_position_of_rest_is_the_result_s(result, coordinates, tmp_path):
    eq = result(coordinates)
    eq.show(path=tmp_path / "rest.html", open_browser=False)
    require_equal((tmp_path / "rest.html").read_text(encoding="utf-8"), eq.__getitem__, 100)


def test_every_signal_on_the_page_of_a_state_is_the_measured_one():
    model, state = four_bar()
    inputs = {"u": 8.0, "tau": -2.0}
    still = still_of(model, state, inputs)
    require_equal(page(still), lambda path: lw.measure(model, state, path, inputs=inputs), 100)


def test_every_signal_on_the_page_of_a_loaded_run_is_the_saved_run_s(tmp_path):
    run = trajectory("joint")
    run.save(tmp_path / "run.nc")
    require_equal(page(lw.Trajectory.load(tmp_path / "run.nc")), run.__getitem__, 100)


def test_every_signal_on_the_page_of_a_mode_is_the_one_of_its_shape():
    model, _ = four_bar()
    eq = lw.equilibrium(model, lw.assemble(model, {"A.angle": 0.1}), inputs={"u": 8.0})
    shape = modes_as_run(lw.linearize(model, eq).modes(), 0, 0.1)
    own = lambda path: np.array([lw.measure(model, shape.state(k), path) for k in range(len(shape))])  # noqa: E731
    require_equal(page(shape), own, 60)


def test_every_signal_on_the_page_of_an_optimum_is_that_of_its_cases():
    model, _ = four_bar(lw.Parameter("k", 1.0))
    cases = [
        lw.Case("hang", analysis="equilibrium", start={"A.angle": 0.1}, inputs={"u": 8.0}, outputs={"at": "A.angle"}),
        lw.Case(
            "fall", start={"A.angle": 0.1}, duration=0.3, inputs={"u": "9*time"}, outputs={"end": "final(A.angle)"}
        ),
    ]
    best = lw.optimize(model, cases, minimize="fall.end", vary={"S.stiffness": (60, 100)}, iterations=1, quiet=True)
    frames = [
        html.unescape(text) for text in re.findall(r'<iframe srcdoc="(.*?)" sandbox', optimum_page(best), re.DOTALL)
    ]
    assert len(frames) == 4
    for k, result in enumerate((best.before["hang"], best.after["hang"], best.before["fall"], best.after["fall"])):
        require_equal(frames[k], result.found.__getitem__, 100)


def test_a_page_of_rest_shows_no_force_of_a_driver_that_would_accelerate():
    eq = rest("joint")
    scene, arrays = contents(page(eq))
    moving = lw.measure(eq.model, eq.state, "turn.force", inputs=eq.inputs)
    assert abs(moving - eq["turn.force"]) > 10
    np.testing.assert_allclose(signal(scene, arrays, "turn.force"), eq["turn.force"], rtol=1e-6)
