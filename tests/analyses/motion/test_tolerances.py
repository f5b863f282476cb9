"""What a tolerance means: steps do less wrong than it says, and a conservative system that does not keep its energy is reported."""

import re

import numpy as np
import pytest

import linkwork as lw

REPORT = r"the system is conservative but has (gained|lost) ([\d.e+-]+) J, where an error of the size of the tolerance explains ([\d.e+-]+) J"


def pendulum(links=2, gravity=9.81):
    m = lw.Mechanism("pendulum", gravity=(0.0, -gravity, 0.0), plane="xy")
    for k in range(links):
        m.add(lw.Body(f"b{k}", mass=1.0, com=(k + 0.5, 0, 0), inertia=1 / 12))
        m.add(lw.Revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=(k, 0, 0)))
    return m


def drift(model, run):
    return lw.total_energy(model, run.final) - lw.total_energy(model, run.start)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_energy_that_a_long_run_gains_or_loses_is_reported(coordinates):
    model = lw.compile(pendulum(), coordinates=coordinates)
    run = lw.simulate(model, lw.assemble(model), 300.0, rtol=1e-3, output=[300.0], integrator=lw.Adams())
    match = re.search(REPORT, run.message)
    assert match and run.success, run.message
    changed = drift(model, run)
    assert match[1] == ("gained" if changed > 0 else "lost")
    assert float(match[2]) == pytest.approx(abs(changed), rel=0.06)
    assert float(match[2]) > 10 * float(match[3])
    assert run.message.endswith("take a smaller rtol")


@pytest.mark.parametrize("rtol", [1e-3, 1e-4, 1e-6, 1e-9])
def test_the_energy_of_a_short_run_follows_the_tolerance_and_is_not_mentioned(rtol):
    """Weight times length is 39 J."""
    model = lw.compile(pendulum())
    run = lw.simulate(model, lw.assemble(model), 10.0, rtol=rtol)
    assert run.message == "reached the end"
    assert abs(drift(model, run)) < 5 * 39.0 * rtol


def with_parts(*parts):
    m = pendulum(1)
    m.add(*parts)
    return m


@pytest.mark.parametrize(
    "parts",
    [
        (lw.JointSpring("damper", "j0.angle", damping=0.3),),
        (lw.JointForce("motor", "j0.angle", force="0.5"),),
        (lw.AppliedForce("push", "b0", at=(1, 0, 0), force=(0.0, 1.0, 0.0)),),
        (lw.Driver("drive", "j0.angle", motion="time"),),
    ],
)
def test_what_feeds_or_takes_energy_is_not_called_conservative(parts):
    model = lw.compile(with_parts(*parts))
    run = lw.simulate(model, lw.assemble(model), 3.0, rtol=1e-4)
    assert abs(drift(model, run)) > 0.1 and run.message == "reached the end"


@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_a_spring_that_swings_from_rest_to_rest_is_measured_by_its_own_energy(gravity):
    m = pendulum(1, gravity)
    m.add(lw.JointSpring("spring", "j0.angle", stiffness=1e3, rest=0.1))
    model = lw.compile(m)
    for duration in np.pi / np.sqrt(3e3) * np.arange(2, 40, 7):
        run = lw.simulate(model, lw.assemble(model), float(duration), rtol=1e-5, output=[float(duration)])
        assert run.message == "reached the end"


def test_energies_of_runs_without_a_tolerance_are_not_judged():
    model = lw.compile(pendulum())
    state = lw.assemble(model)
    run = lw.simulate(model, state, 20.0, integrator=lw.RungeKutta4(0.05))
    assert abs(drift(model, run)) > 1e-3 and "conservative" not in run.message
    loose = lw.simulate(model, state, 2.0, rtol=1e-3)
    assert lw.simulate(model, state, 2.0, replay=loose.record).message == "reached the end"


def test_the_error_of_a_pendulum_follows_the_tolerance_across_both_pairs():
    model = lw.compile(pendulum(1))
    state = lw.assemble(model)
    exact = lw.simulate(model, state, 5.0, rtol=1e-12).final.q
    for rtol in 10.0 ** np.arange(-3, -11.5, -1):
        run = lw.simulate(model, state, 5.0, rtol=float(rtol))
        assert run.methods[0][1] == ("bogacki-shampine-5" if rtol >= 3e-4 else "dop853")
        assert abs(run.final.q - exact).max() < 10 * rtol


def test_the_smallest_tolerance_is_not_below_rounding():
    model = lw.compile(pendulum())
    run = lw.simulate(model, lw.assemble(model), 2.0, rtol=1e-13)
    assert run.success and run.stats.rejected < 0.2 * run.stats.steps
