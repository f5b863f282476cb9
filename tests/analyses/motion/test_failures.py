"""Runs that cannot finish return the part before and name the force or joint, the time and the remedy."""

import signal

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics import progress


def wheel(*parts):
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)), *parts
    )  # fmt: skip
    return lw.compile(m)


@pytest.mark.parametrize("integrator", [None, lw.Adams(), lw.RungeKutta4(0.01)], ids=repr)
def test_a_force_that_is_not_a_number_is_named(integrator):
    model = wheel(lw.JointForce("motor", "A.angle", force="sqrt(1 - time)"))
    run = lw.simulate(model, lw.assemble(model), 2.0, integrator=integrator)
    assert not run.success and run.status == "failed" and 0.98 < run.t[-1] <= 1.0
    assert "the force of 'motor' = sqrt(1 - time) is nan at t = 1" in run.message and "max(…, 0)" in run.message
    t = run.t[-1]
    assert run["A.angle.rate"][-1] == pytest.approx(2 / 3 * (1 - (1 - t) ** 1.5), abs=1e-4)


def test_a_spring_of_no_length_is_named_and_why():
    m = lw.Mechanism(plane="xy").add(
        lw.Body("mass", mass=1, inertia=1, com=(1, 0, 0)), lw.Prismatic("S", "ground", "mass", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.SpringDamper("K", "ground", "mass", at_i=(1, 0, 0), at_j=(1, 0, 0), stiffness=1.0, rest=0.5),
    )  # fmt: skip
    model = lw.compile(m)
    run = lw.simulate(model, lw.assemble(model), 1.0)
    assert not run.success and run.t.size == 1
    assert "the ends of 'K' coincide" in run.message and "Bushing" in run.message


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_start_in_space_that_fails_is_looked_at_where_it_is(coordinates):
    """Not at a state of zeros, whose quaternions turn everything into NaN."""
    m = lw.Mechanism(gravity=(0, 0, -9.81)).add(
        lw.Body("mass", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)), lw.Free("F", "ground", "mass", at=(0, 0, 0)),
        lw.SpringDamper("K", "ground", "mass", at_i=(0, 0, 0), at_j=(0, 0, 0), stiffness=1.0, rest=0.5),
    )  # fmt: skip
    model = lw.compile(m, coordinates=coordinates)
    run = lw.simulate(model, lw.assemble(model), 1.0)
    assert not run.success and run.t.size == 1
    assert "the ends of 'K' coincide (its length is 0 m" in run.message


def test_a_step_that_becomes_too_small_names_the_force():
    """x'' = 1/(1 - x) grows without bound as x reaches 1."""
    model = wheel(
        lw.JointForce("motor", "A.angle", force="1/(1 - A.angle)**3"), lw.JointForce("other", "A.angle", force="1")
    )
    run = lw.simulate(model, lw.assemble(model), 10.0)
    assert not run.success and 0 < run.t[-1] < 10
    assert "'motor'" in run.message and f"stopped at t = {run.t[-1]:g} s" in run.message


def test_a_fixed_step_that_is_too_long_says_so():
    model = wheel(lw.JointForce("spring", "A.angle", force="-1e8*A.angle"))
    run = lw.simulate(model, lw.assemble(model, {"A.angle": 1.0}), 100.0, integrator=lw.RungeKutta4(0.1))
    assert not run.success and "smaller" in run.message


def test_an_unassembled_start_names_its_worst_joint():
    model = lw.compile(lw.library.planar_four_bar())
    state = model.design_state()
    with pytest.raises(ValueError, match=r"the start violates the constraints: 'C' \(.*\), by .* m; run lw.assemble"):
        lw.simulate(model, lw.State(0.0, state.q + [0.1, 0, 0], state.v), 1.0)
    assembled = lw.assemble(model)
    with pytest.raises(ValueError, match=r"velocities violate the constraints: 'C' .* m/s; run lw.assemble"):
        lw.simulate(model, lw.State(0.0, assembled.q, assembled.v + [1.0, 0, 0]), 1.0)


def test_a_driver_moved_by_an_input_is_checked_with_that_input():
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Input("goal"), lw.Driver("D", "A.angle", motion="goal"),
    )  # fmt: skip
    model = lw.compile(m)
    state = lw.assemble(model, inputs={"goal": 0.5}) if _assemble_takes_inputs() else lw.State(0.0, [0.5], [0.0])
    run = lw.simulate(model, state, 1.0, inputs={"goal": 0.5})
    assert run.success and run.stats.violation < 1e-12
    with pytest.raises(ValueError, match="violates the constraints: 'D'"):
        lw.simulate(model, state, 1.0)


def _assemble_takes_inputs():
    import inspect

    return "inputs" in inspect.signature(lw.assemble).parameters


def test_all_that_is_wrong_with_a_question_is_said_at_once():
    model = wheel(lw.Input("u"), lw.JointForce("motor", "A.angle", force="u"))
    state = lw.assemble(model)
    with pytest.raises(ValueError, match="8 problems") as caught:
        lw.simulate(
            model, state, float("nan"), rtol=0.0, atol=-1.0, time_limit=0, inputs={"u": float("inf"), "w": 1}, formulation="fast",
            integrator="best",
        )  # fmt: skip
    text = str(caught.value)
    for word in ("duration", "rtol", "atol", "time_limit", "input 'u'", "no input 'w'", "formulation", "integrator"):
        assert word in text


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (0.0, "positive interval"), (-1.0, "positive interval"), (float("nan"), "positive interval"), ("often", "positive interval"),
        ([0.0, 0.5, 0.4], "0.4 s follows 0.5 s"), ([0.0, 3.0], "between 0 and 1 s"), ([-1.0, 0.5], "between 0 and 1 s"),
        ([0.0, float("nan")], "between 0 and 1 s"), ([], "list of numbers"), (1e-12, "1.0e.12 outputs, more than 1e.08"),
    ],
)  # fmt: skip
def test_wrong_output_times_are_named(output, words):
    model = wheel()
    with pytest.raises(ValueError, match=words):
        lw.simulate(model, lw.assemble(model), 1.0, output=output)


def test_a_mechanism_given_where_a_model_belongs_says_to_compile_it():
    m = lw.library.planar_four_bar()
    state = lw.assemble(lw.compile(m))
    for ask in (lw.assemble, lambda m: lw.simulate(m, state, 1), lambda m: lw.check(m, state), lambda m: lw.show(m, state),
                lambda m: lw.reactions(m, state), lambda m: lw.measure(m, state, "A.angle"), lambda m: lw.accelerations(m, state)):  # fmt: skip
        with pytest.raises(AttributeError, match=r"a mechanism has no '.*'; .*model = lw.compile\(mechanism\)"):
            ask(m)


def test_events_given_as_text_are_one_mistake():
    model = wheel()
    with pytest.raises(ValueError, match=r"^an event is a lw.Event such as .*, not .A.angle - 1.$"):
        lw.simulate(model, lw.assemble(model), 1.0, events="A.angle - 1")


def test_a_wrong_rtol_is_told_once():
    model = wheel()
    with pytest.raises(ValueError, match=r"^rtol is between 1e-13 and 1, not 0$"):
        lw.simulate(model, lw.assemble(model), 1.0, rtol=0)


def test_a_signal_that_is_no_text_is_named():
    model = wheel()
    run = lw.simulate(model, lw.assemble(model), 1.0)
    with pytest.raises(ValueError, match=r"a signal is named by text such as 'energy.total', not 0"):
        run[0]


def test_no_duration_is_the_start():
    model = wheel()
    run = lw.simulate(model, lw.assemble(model, {"A.angle": 0.3}), 0.0)
    assert run.success and run.t.tolist() == [0.0] and run["A.angle"].tolist() == [0.3]


@pytest.fixture
def interruptible():
    """Ctrl-C as at a prompt; a shell ignores it for what runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_returns_what_there_is(interruptible, monkeypatch):
    """Whenever it comes: here as soon as the run has come to some time."""
    model = lw.compile(lw.library.chain(60))
    state = lw.assemble(model)
    monkeypatch.setattr(progress.Progress, "update", lambda self, t: signal.raise_signal(signal.SIGINT))
    run = lw.simulate(model, state, 1e4, rtol=1e-8, output=1.0)
    assert run.status == "interrupted" and not run.success and 0 < run.t[-1] < 1e4
    assert "go on from .final" in run.message
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_baumgarte_reports_its_drift():
    model = lw.compile(lw.library.planar_four_bar(case="II"), coordinates="cartesian")
    run = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-6, formulation=lw.Baumgarte(25, 25))
    assert f"the constraints drifted by {run.stats.violation:.2g} m" in run.message
    assert np.isclose(run.stats.violation, run["constraint.violation"].max(), rtol=1e-9)


def explosion(t, u, x, p, y, xdot):
    """x' = 1 + 100 x², infinite after pi / 20 s."""
    xdot[0] = 1.0 + 100.0 * x[0] * x[0]
    y[0] = 0.0


@pytest.mark.parametrize("integrator", [None, lw.Radau(), lw.BDF(), lw.GeneralizedAlpha()], ids=repr)
def test_a_block_state_that_explodes_is_named_and_time_goes_on_until_then(integrator):
    model = wheel(lw.Block("bomb", outputs=["y"], states=["x"], function=explosion))
    run = lw.simulate(model, lw.assemble(model), 1.0, integrator=integrator)
    assert not run.success and run.t[-1] == pytest.approx(np.pi / 20, abs=1e-4)
    assert "the state bomb.state.x changes fastest" in run.message
    assert (np.diff(run.t) > 0.0).all()
