"""Dry friction as a jump: a run that would pass it at every step ends at once, with the remedy."""

import numpy as np
import pytest

import linkwork as lw


def sliding(force):
    """A unit mass that slides along x with 1 m/s."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("mass", mass=1, inertia=1, com=(0, 0, 0)), lw.Prismatic("S", "ground", "mass", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointForce("F", "S.displacement", force=force),
    )  # fmt: skip
    model = lw.compile(m)
    return model, lw.assemble(model, {"S.displacement.rate": 1.0})


FORCES = {  # when the mass comes to rest
    "-3*sign(S.displacement.rate)": 1 / 3,
    "1 - 3*sign(S.displacement.rate)": 1 / 2,
    "if(S.displacement.rate > 0, -3, 3)": 1 / 3,
    "-sign(S.displacement.rate)*(2 + mod(time, 0.3))": 0.47,
    "-3*S.displacement.rate/abs(S.displacement.rate)": 1 / 3,
}


@pytest.mark.parametrize("force", FORCES)
@pytest.mark.parametrize(
    "integrator",
    [None, lw.DormandPrince(order=5), lw.Adams(), lw.Radau(), lw.BDF(), lw.GeneralizedAlpha(), lw.HHT()],
    ids=lambda i: repr(i),
)
def test_friction_by_a_jump_ends_with_the_remedy(force, integrator):
    model, state = sliding(force)
    run = lw.simulate(model, state, 2.0, integrator=integrator)
    assert run.status == "chattering" and not run.success
    assert run.t[-1] == pytest.approx(FORCES[force], abs=0.03)
    assert run.stats.evaluations < 20_000
    assert "F.force" in run.message and "S.displacement.rate" in run.message
    assert ("step(" if force.startswith("if") else "tanh(") in run.message


EXPLICIT = [lw.DormandPrince(order=5), lw.Adams()]  # they take short steps along a stiff decay
STIFF = [None, lw.Radau(), lw.BDF(), lw.GeneralizedAlpha(), lw.HHT()]


@pytest.mark.parametrize(
    ("smooth_over", "integrator"),
    [(eps, i) for eps in (1e-12, 1e-9) for i in EXPLICIT + STIFF] + [(eps, i) for eps in (1e-7, 1e-5) for i in STIFF],
    ids=repr,
)
def test_friction_that_is_smooth_over_too_short_a_range_comes_to_its_end_or_stops(smooth_over, integrator):
    model, state = sliding(f"-3*S.displacement.rate/max(abs(S.displacement.rate), {smooth_over})")
    run = lw.simulate(model, state, 2.0, integrator=integrator, time_limit=10)
    assert run.status in ("done", "chattering") and run.stats.evaluations < 60_000
    assert run["S.displacement"][-1] == pytest.approx(1 / 6, abs=1e-3)
    assert run.success or "F.force" in run.message


SHORT = {  # smooth over 1e-9 m/s, in other words
    "tanh": "-3*tanh(S.displacement.rate/1e-9)",
    "tanh of a product": "-3*tanh(1e9*S.displacement.rate)",
    "atan": "-6/pi*atan(S.displacement.rate/1e-9)",
    "sqrt": "-3*S.displacement.rate/sqrt(S.displacement.rate**2 + 1e-18)",
    "step5": "-3*step5(S.displacement.rate, -1e-9, -1, 1e-9, 1)",
    "min": "-3*max(-1, min(1, S.displacement.rate/1e-9))",
}


@pytest.mark.parametrize("integrator", [*EXPLICIT, *STIFF, lw.GeneralizedAlpha(step=0.01)], ids=repr)
@pytest.mark.parametrize("force", SHORT)
def test_other_functions_that_are_as_good_as_a_jump_come_to_their_end_or_stop(force, integrator):
    """2 million evaluations in 10 s, and no end, before tanh and its relatives were watched."""
    model, state = sliding(SHORT[force])
    run = lw.simulate(model, state, 2.0, integrator=integrator)
    assert run.status in ("done", "chattering") and run.stats.evaluations < 60_000
    assert run["S.displacement"][-1] == pytest.approx(1 / 6, abs=1e-3)
    assert run.success or ("F.force" in run.message and "wider range of S.displacement.rate" in run.message)


@pytest.mark.parametrize("force", ["-3*tanh(S.displacement.rate/1e-9)", "if(S.displacement.rate > 0, -3, 3)"])
def test_the_message_names_the_argument_as_it_was_written(force):
    model, state = sliding(force)
    run = lw.simulate(model, state, 2.0, integrator=lw.DormandPrince(order=5))
    assert "back and forth with S.displacement.rate, which" in run.message and " - 0.0" not in run.message


def test_the_remedy_works():
    model, state = sliding("-3*tanh(S.displacement.rate/1e-3)")
    run = lw.simulate(model, state, 2.0)
    assert run.success and run["S.displacement"][-1] == pytest.approx(1 / 6, abs=1e-3)
    assert run.stats.evaluations < 20_000


@pytest.mark.parametrize(
    "force",
    [
        "-sign(S.displacement.rate)*S.displacement.rate**2 - 400*S.displacement",
        "5*sign(sin(300*time)) - 2*S.displacement",
        "-abs(S.displacement.rate)*S.displacement.rate - 400*S.displacement",
    ],
)
def test_what_swings_through_its_jump_goes_on(force):
    """Quadratic drag passes the zero of its speed without a jump; a force that jumps with time jumps where steps end."""
    model, state = sliding(force)
    run = lw.simulate(model, state, 20.0)
    assert run.status == "done" and np.count_nonzero(np.diff(np.sign(run["S.displacement.rate"]))) > 10


@pytest.mark.parametrize("step", [1e-2, 1e-4])
def test_explicit_steps_of_a_given_length_pass_the_jump_and_say_so(step):
    model, state = sliding("-3*sign(S.displacement.rate)")
    run = lw.simulate(model, state, 1.0, integrator=lw.RungeKutta4(step))
    assert run.status == "done" and run["S.displacement"][-1] == pytest.approx(1 / 6, abs=step)
    assert run.stats.evaluations <= 4 / step + 8
    assert (
        "back and forth" in run.message and "tanh(S.displacement.rate/eps)" in run.message and "F.force" in run.message
    )


@pytest.mark.parametrize(
    "force", ["-3*tanh(S.displacement.rate/0.1)", "-sign(S.displacement.rate) - 400*S.displacement"]
)
def test_explicit_steps_that_are_held_at_no_jump_do_not_speak_of_one(force):
    """The second swings through its jump for all of this second."""
    model, state = sliding(force)
    run = lw.simulate(model, state, 0.2, integrator=lw.RungeKutta4(1e-3))
    assert run.success and "back and forth" not in run.message


@pytest.mark.parametrize("integrator", [lw.GeneralizedAlpha(step=0.01), lw.HHT(step=0.01)], ids=lambda i: repr(i))
def test_implicit_steps_of_a_given_length_end_at_the_jump_with_the_remedy(integrator):
    """A step across the jump has no solution: a smaller one, the advice for other failures, would not help."""
    model, state = sliding("-3*sign(S.displacement.rate)")
    run = lw.simulate(model, state, 2.0, integrator=integrator)
    assert run.status == "chattering" and run.t[-1] == pytest.approx(1 / 3, abs=0.02)
    assert "tanh(S.displacement.rate/eps)" in run.message and run.stats.evaluations < 1000


@pytest.mark.parametrize("integrator", [None, lw.Adams(), lw.DormandPrince(order=5)], ids=lambda i: repr(i))
def test_a_fast_decay_beside_drag_by_abs_is_no_chattering(integrator):
    """The speed decays within 1e-5 s and short steps follow it for stability's sake; nothing jumps."""
    model, state = sliding("-1e5*S.displacement.rate - S.displacement.rate*abs(S.displacement.rate)")
    run = lw.simulate(model, state, 0.2, integrator=integrator)
    assert run.status == "done" and run["S.displacement"][-1] == pytest.approx(1e-5, rel=1e-3)


@pytest.mark.parametrize(
    "force",
    [
        "2 - 20*(mod(S.displacement, 1e-3) - 5e-4)/5e-4",
        "2 - 20*(S.displacement/1e-3 - floor(S.displacement/1e-3) - 0.5)",
        "2 - 20*sign(sin(2000*pi*S.displacement))",
    ],
)
@pytest.mark.parametrize("integrator", [None, lw.BDF()], ids=repr)
def test_what_passes_jump_after_jump_is_not_held_at_one(force, integrator):
    """Thousands of jumps a second, which average to nothing: runs ended here as chattering at speeds of metres a second."""
    model, state = sliding(force)
    run = lw.simulate(model, state, 1.0, integrator=integrator)
    assert run.status == "done" and run["S.displacement"][-1] == pytest.approx(2.0, abs=0.02)
