"""SciPy's integrators and CVODE on the same right-hand side reach what the compiled loop reaches."""

import numpy as np
import pytest

import linkwork as lw

OUTSIDE = [lw.SciPy(method) for method in ("LSODA", "DOP853", "RK45", "Radau", "BDF")] + [lw.CVODE(), lw.CVODE("BDF")]
MECHANISMS = {
    "four-bar": (lambda: lw.library.planar_four_bar(case="II"), "A.angle"),
    "double pendulum": (lambda: lw.library.double_bar_pendulum(), "bar2.angle"),
    "spatial four-bar": (lambda: lw.library.spatial_four_bar(), "A.angle"),
}


def label(choice):
    return f"{type(choice).__name__}-{choice.method}"


@pytest.fixture(scope="module", params=MECHANISMS)
def started(request):
    make, signal = MECHANISMS[request.param]
    model = lw.compile(make())
    state = lw.assemble(model)
    return model, state, signal, lw.simulate(model, state, 1.0, rtol=1e-11, output=0.1)


@pytest.mark.parametrize("integrator", OUTSIDE, ids=label)
def test_it_agrees_with_the_compiled_loop(started, integrator):
    model, state, signal, reference = started
    run = lw.simulate(model, state, 1.0, rtol=1e-7, output=0.1, integrator=integrator)
    assert run.success, run.message
    np.testing.assert_array_equal(run.t, reference.t)
    np.testing.assert_allclose(run[signal], reference[signal], atol=2e-5)
    np.testing.assert_allclose(run[f"{signal}.rate"], reference[f"{signal}.rate"], atol=2e-4)
    assert run.stats.violation < 1e-10 * model.length and run.stats.velocity_violation < 1e-10 * model.length
    assert run.stats.evaluations > 10 and run.stats.steps > 0


@pytest.mark.parametrize("integrator", [lw.SciPy("DOP853"), lw.SciPy("LSODA"), lw.CVODE()], ids=label)
def test_outputs_at_every_step_and_events(integrator):
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    watch = (lw.Event("A.angle.rate"), lw.Event("A.angle - 0.7", direction=-1, stop=True))
    ours = lw.simulate(model, state, 3.0, rtol=1e-11, events=watch)
    run = lw.simulate(model, state, 3.0, rtol=1e-9, events=watch, integrator=integrator)
    assert run.status == ours.status == "event" and run.message[:30] == ours.message[:30]
    assert [found.event for found in run.events] == [found.event for found in ours.events]
    assert [found.time for found in run.events] == pytest.approx([found.time for found in ours.events], abs=1e-6)
    assert run.t[-1] == run.events[-1].time and run.t.size > 3
    assert run["A.angle"][-1] == pytest.approx(0.7, abs=1e-6)


@pytest.mark.parametrize("integrator", [lw.SciPy("DOP853"), lw.CVODE()], ids=label)
def test_breaks_are_ends_of_steps(integrator):
    """A torque that is switched on at 1/3 s: speed = t - 1/3 after it."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.JointForce("motor", "A.angle", force="(1 + sign(time - 1/3))/2"),
    )  # fmt: skip
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 1.0, rtol=1e-8, integrator=integrator, output=0.25)
    assert run["A.angle.rate"][-1] == pytest.approx(2 / 3, abs=1e-12)


@pytest.mark.parametrize("integrator", [lw.SciPy("RK45"), lw.CVODE()], ids=label)
def test_a_force_that_becomes_nan_stops_with_its_name(integrator):
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.JointForce("motor", "A.angle", force="sqrt(1 - time)"),
    )  # fmt: skip
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 2.0, integrator=integrator)
    assert not run.success and 0.9 < run.t[-1] <= 1.0
    assert "the force of 'motor' = sqrt(1 - time) is nan" in run.message


def test_a_time_limit_stops_them_too():
    model = lw.compile(lw.library.chain(30))
    run = lw.simulate(model, lw.assemble(model), 1000.0, integrator=lw.SciPy("DOP853"), time_limit=0.1)
    assert run.status == "time limit" and 0 < run.t[-1] < 1000


def test_a_missing_package_is_named_with_its_extra(monkeypatch):
    model = lw.compile(lw.library.double_bar_pendulum())
    monkeypatch.setattr("importlib.import_module", _refuse)
    with pytest.raises(ImportError, match=r'pip install "linkwork\[sundials\]"'):
        lw.simulate(model, lw.assemble(model), 1.0, integrator=lw.CVODE())


def _refuse(name):
    raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def test_wrong_methods_are_named():
    with pytest.raises(ValueError, match="SciPy: method is one of LSODA, DOP853"):
        lw.SciPy("Euler")
    with pytest.raises(ValueError, match="CVODE: method is Adams or BDF, not 'RK4'"):
        lw.CVODE("RK4")
