"""Generalized-alpha and HHT: second order in positions, velocities and multipliers, damping, fixed and chosen steps, replay."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.motion import compiled_run
from linkwork.integrators.methods.generalized_alpha import generalized_alpha, hht

GRAVITY = (0, -9.81, 0)
METHODS = {
    "alpha": lambda h: lw.GeneralizedAlpha(step=h, rtol=1e-10), "index 2": lambda h: lw.GeneralizedAlpha(step=h, index=2, rtol=1e-10),
    "damped": lambda h: lw.GeneralizedAlpha(0.0, step=h, rtol=1e-10), "undamped": lambda h: lw.GeneralizedAlpha(1.0, step=h, rtol=1e-10),
    "hht": lambda h: lw.HHT(step=h, rtol=1e-10),
}  # fmt: skip


def started(mechanism, targets=None, coordinates="joint"):
    model = lw.compile(mechanism, coordinates=coordinates)
    return model, lw.assemble(model, targets or {})


def four_bar(coordinates="joint"):
    return *started(lw.library.planar_four_bar(case="II"), coordinates=coordinates), "D.force"


def top(coordinates="joint"):
    body = lw.Body("b", mass=1.0, inertia=(0.2, 0.3, 0.25), com=(0, 0.3, 0.5))
    mechanism = lw.Mechanism("top").add(body, lw.Spherical("S", "ground", "b", at=(0, 0, 0)))
    return *started(mechanism, {"b.angular_velocity.local": (2.0, 1.0, 3.0)}, coordinates), "S.force"


def sleigh():
    return *started(lw.library.chaplygin_sleigh(), lw.library.initial_speeds("chaplygin_sleigh")), "sleigh.angle"


def spring(stiffness=1e6, damping=0.0):
    """A mass on a stiff spring that swings: the fast oscillation is not resolved."""
    return lw.Mechanism("spring pendulum", plane="xy", gravity=GRAVITY).add(
        lw.Body("a", mass=0.1, inertia=0.01, com=(0.5, 0, 0)), lw.Body("b", mass=1, inertia=0.1, com=(1, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)), lw.Prismatic("P", "a", "b", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=stiffness, damping=damping),
    )  # fmt: skip


PROBLEMS = {
    "four-bar": four_bar, "four-bar cartesian": lambda: four_bar("cartesian"), "top": top, "top cartesian": lambda: top("cartesian"), "sleigh": sleigh,
}  # fmt: skip


def errors(model, state, signal, choice, duration, exact):
    run = lw.simulate(model, state, duration, integrator=choice, output=[duration])
    assert run.success, run.message
    differences = run.q[-1] - exact.q[-1], run.v[-1] - exact.v[-1], run[signal][-1] - exact[signal][-1]
    return [np.abs(difference).max() for difference in differences]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", PROBLEMS)
def test_second_order_in_positions_velocities_and_multipliers(name, method):
    model, state, signal = PROBLEMS[name]()
    exact = lw.simulate(model, state, 0.5, rtol=1e-12, output=[0.5])
    values = np.array(
        [errors(model, state, signal, METHODS[method](h), 0.5, exact) for h in (1 / 200, 1 / 400, 1 / 800)]
    )
    orders = np.log2(values[:-1] / values[1:])
    assert orders[-1] == pytest.approx(2.0, abs=0.05)
    assert values[-1, 0] < 1e-4


@pytest.mark.purepython
@pytest.mark.parametrize("method", METHODS)
def test_a_short_run_ends_where_the_explicit_one_ends(method):
    model, state, _ = four_bar()
    exact = lw.simulate(model, state, 0.1, rtol=1e-10, output=[0.1], integrator=lw.DormandPrince())
    run = lw.simulate(model, state, 0.1, integrator=METHODS[method](0.005), output=[0.05, 0.1])
    assert np.abs(run.v[-1] - exact.v[-1]).max() < 1e-4


def test_constants_are_second_order_and_have_the_damping_asked_for():
    for rho in (0.0, 0.5, 0.8, 1.0):
        am, af, beta, gamma = generalized_alpha(rho)
        assert gamma == pytest.approx(0.5 - am + af) and beta == pytest.approx(0.25 * (gamma + 0.5) ** 2)
        assert af / (1 - af) == pytest.approx(rho) and am / (am - 1) == pytest.approx((1 - 2 * rho) / (2 - rho))
    for alpha in (-1 / 3, -0.1, 0.0):
        am, af, beta, gamma = hht(alpha)
        assert (
            (am, af) == (0.0, -alpha) and gamma == pytest.approx(0.5 + af) and beta == pytest.approx((1 + af) ** 2 / 4)
        )


@pytest.mark.parametrize(("rho", "n"), [(0.0, 30), (0.5, 30), (0.9, 150)])
def test_rho_inf_is_what_is_left_of_a_fast_oscillation_after_a_step(rho, n):
    spring_mass = lw.Mechanism("oscillator", gravity=(0, 0, 0)).add(
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)), lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=1e12),
    )  # fmt: skip
    model, state = started(spring_mass, {"P.displacement": 1.0})
    run = lw.simulate(model, state, n, integrator=lw.GeneralizedAlpha(rho, step=1.0, rtol=1e-8), output=1.0)
    left = np.abs(run["P.displacement"])
    if rho:  # a triple root: n² rho^n
        assert (left[-1] / left[-11] * ((n - 10) / n) ** 2) ** 0.1 == pytest.approx(rho, rel=0.02)
    else:
        assert left[-1] < 1e-6


@pytest.mark.parametrize("index", [2, 3])
def test_the_step_may_be_small_without_loss(index):
    model, state, _ = four_bar()
    exact = lw.simulate(model, state, 0.01, rtol=1e-12, output=[0.01])
    run = lw.simulate(
        model, state, 0.01, integrator=lw.GeneralizedAlpha(step=1e-5, index=index, rtol=1e-9), output=[0.01]
    )
    assert np.abs(run.v[-1] - exact.v[-1]).max() < 1e-10


@pytest.mark.parametrize("choice", [lw.GeneralizedAlpha(), lw.GeneralizedAlpha(index=2), lw.HHT()], ids=repr)
@pytest.mark.parametrize("name", PROBLEMS)
def test_chosen_steps_follow_the_tolerance(name, choice):
    model, state, _ = PROBLEMS[name]()
    exact = lw.simulate(model, state, 1.0, rtol=1e-12, output=[1.0])
    results = []
    for rtol in (1e-4, 1e-6):
        run = lw.simulate(model, state, 1.0, rtol=rtol, integrator=choice, output=[1.0])
        results.append(np.abs(run.q[-1] - exact.q[-1]).max())
        assert run.success and results[-1] < 100 * rtol
        assert run.stats.violation < 1e-11 and run.stats.velocity_violation < 1e-11
    assert results[1] < results[0] / 5


def test_stiff_springs_do_not_shorten_chosen_steps():
    steps = []
    for stiffness in (1e5, 1e7, 1e9):
        model, state = started(spring(stiffness, stiffness / 1e3))
        run = lw.simulate(model, state, 1.0, rtol=1e-4, integrator=lw.GeneralizedAlpha(), output=[1.0])
        assert run.success
        steps.append(run.stats.steps)
    assert max(steps) < 1.3 * min(steps)


def fast_lag(t, u, x, p, y, xdot):
    """x' = (u - x)/p, y = x."""
    xdot[0] = (u[0] - x[0]) / p[0]
    y[0] = x[0]


def motor(lag):
    """A wheel whose torque follows its command with a lag."""
    command = "2*sin(3*time) - 0.5*A.angle"
    return lw.Mechanism("motor", gravity=(0, 0, 0)).add(
        lw.Body("wheel", mass=1, inertia=(0.1, 0.1, 0.2), com=(0, 0, 0)),
        lw.Revolute("A", "ground", "wheel", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Block("lag", inputs={"u": command}, outputs=["y"], states={"x": 0}, parameters={"T": lag}, function=fast_lag),
        lw.JointForce("M", "A.angle", force="lag.y"),
    )  # fmt: skip


@pytest.mark.parametrize("method", ["alpha", "index 2", "hht"])
def test_block_states_are_of_second_order_too(method):
    model, state = started(motor(0.1))
    exact = lw.simulate(model, state, 1.0, rtol=1e-12, output=[1.0])
    results = []
    for h in (1 / 100, 1 / 200, 1 / 400):
        run = lw.simulate(model, state, 1.0, integrator=METHODS[method](h), output=[1.0])
        results.append([np.abs(getattr(run, x)[-1] - getattr(exact, x)[-1]).max() for x in "qvz"])
    assert np.log2(np.array(results[1]) / np.array(results[2])) == pytest.approx(2.0, abs=0.1)


@pytest.mark.parametrize("choice", [lw.BDF(), lw.GeneralizedAlpha(), lw.HHT()], ids=repr)
def test_a_lag_of_a_microsecond_does_not_shorten_steps(choice):
    counts = []
    for lag in (1e-4, 1e-6):
        model, state = started(motor(lag))
        exact = lw.simulate(model, state, 2.0, rtol=1e-10, integrator=lw.Radau(), output=[2.0])
        run = lw.simulate(model, state, 2.0, rtol=1e-5, integrator=choice, output=[2.0])
        assert np.abs(run.q[-1] - exact.q[-1]).max() < 2e-4
        counts.append(run.stats.steps)
    assert counts[1] < 1.5 * counts[0]


def test_an_over_constrained_mechanism_moves():
    model, state = started(lw.library.bricard())
    exact = lw.simulate(model, state, 1.0, rtol=1e-11, output=[1.0])
    for choice in (lw.GeneralizedAlpha(step=1e-3), lw.GeneralizedAlpha(step=1e-3, index=2), lw.HHT(step=1e-3)):
        run = lw.simulate(model, state, 1.0, integrator=choice, output=[1.0])
        assert np.abs(run.q[-1] - exact.q[-1]).max() < 1e-5 and run.stats.violation < 1e-12


def test_fixed_steps_end_at_breaks_and_at_the_end():
    mechanism = lw.library.planar_four_bar(case="II").add(
        lw.JointForce("push", "A.angle", force="step(time, 0.123, 0, 0.5, 5)")
    )
    model, state = started(mechanism)
    run = lw.simulate(model, state, 1.0, integrator=lw.GeneralizedAlpha(step=0.01, rtol=1e-9), record=True)
    assert {0.123, 0.5, 1.0} <= set(run.t.tolist()) and run.record.h.max() == pytest.approx(0.01)
    exact = lw.simulate(model, state, 1.0, rtol=1e-11)
    assert np.abs(run.q[-1] - exact.q[-1]).max() < 1e-4


@pytest.mark.parametrize(
    "choice", [lw.GeneralizedAlpha(), lw.GeneralizedAlpha(0.5, step=0.01, index=2), lw.HHT(-0.2, step=0.01)], ids=repr
)
@pytest.mark.parametrize("name", ["four-bar", "top cartesian"])
def test_a_replay_is_bit_identical(name, choice):
    model, state, _ = PROBLEMS[name]()
    run = lw.simulate(model, state, 1.0, rtol=1e-5, integrator=choice, record=True)
    again = lw.simulate(model, state, 1.0, replay=run.record)
    np.testing.assert_array_equal(again.t, run.t)
    np.testing.assert_array_equal(again.q, run.q)
    np.testing.assert_array_equal(again.v, run.v)


def test_interrupted_anywhere_a_run_is_bit_identical(monkeypatch):
    model, state, _ = four_bar()
    event = lw.Event("A.angle - 0.8")
    whole = lw.simulate(model, state, 3.0, rtol=1e-5, integrator=lw.HHT(), output=0.05, events=event)
    monkeypatch.setattr(compiled_run, "BUFFER", 3)
    monkeypatch.setattr(compiled_run, "FIRST_CHUNK", 7)
    parts = lw.simulate(model, state, 3.0, rtol=1e-5, integrator=lw.HHT(), output=0.05, events=event)
    np.testing.assert_array_equal(parts.q, whole.q)
    assert [e.time for e in parts.events] == [e.time for e in whole.events] and len(whole.events) > 0


@pytest.mark.parametrize("choice", [lw.BDF(), lw.GeneralizedAlpha(), lw.HHT()], ids=repr)
def test_constraints_that_may_drift_are_refused(choice):
    model, state, _ = four_bar()
    with pytest.raises(ValueError, match="solves the constraints itself: leave out Baumgarte"):
        lw.simulate(model, state, 1.0, integrator=choice, formulation=lw.Baumgarte())


def test_a_step_that_newton_cannot_take_is_a_failure_that_says_when():
    model, state, _ = top()
    run = lw.simulate(model, state, 100.0, integrator=lw.GeneralizedAlpha(step=50.0))
    assert run.status == "failed" and run.t[-1] == 0.0 and "t = 0 s" in run.message
    assert (
        "does not converge with this fixed step: the " in run.message
        and "of body 'b' on joint 'S' resists" in run.message
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.GeneralizedAlpha(1.2), "rho_inf is a number between 0 and 1, not 1.2"),
        (lambda: lw.GeneralizedAlpha(index=1), "index is 3 or 2, not 1"),
        (lambda: lw.HHT(0.1), "alpha is a number between -0.333333 and 0, not 0.1"),
        (lambda: lw.HHT(step=-1), "step is a positive time"),
    ],
)
def test_choices_are_checked(make, message):
    with pytest.raises(ValueError, match=message):
        make()
