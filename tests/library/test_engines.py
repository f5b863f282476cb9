"""Slider-cranks and engines against formulas: the piston's motion, and shaking forces by orders of the speed."""

import numpy as np
import pytest

import linkwork as lw


def piston(theta, r, l, speed):
    """Place and acceleration of a piston on a crank at constant speed, exactly."""
    sine, s = np.sin(theta), np.sqrt(l**2 - (r * np.sin(theta)) ** 2)
    bend = r * np.cos(theta) + r**2 * np.cos(2 * theta) / s + (r**2 * sine * np.cos(theta)) ** 2 / s**3
    return r * np.cos(theta) + s, -(speed**2) * bend


def forces(model, angles, t):
    """The force of the frame on throws at these angles: masses times accelerations of crankpins and pistons, (n, 2)."""
    p = model.parameters
    r, speed, turning = p["r"], p["speed"], (1 - p["rod_centre"]) * p["rod_mass"]
    total = np.zeros((t.size, 2))
    for phase in np.radians(angles):
        theta = speed * t + phase
        _, bend = piston(theta, r, p["l"], speed)
        total[:, 0] += (p["piston_mass"] + p["rod_centre"] * p["rod_mass"]) * bend
        total -= turning * r * speed**2 * np.column_stack((np.cos(theta), np.sin(theta)))
    total += p["counterweight"] * r * speed**2 * np.column_stack((np.cos(speed * t), np.sin(speed * t)))
    return total


def turn(mechanism, times=73, **design):
    model = lw.compile(mechanism).with_parameters(design)
    result = lw.run(model, mechanism.cases["turn"].changed(times=times))
    assert result.success, result.message
    return model, result


def shaken(motion):
    across = sum(motion[name + ".force.y"] for name in motion.model.joints if name.startswith(("shaft", "cylinder")))
    return np.column_stack((motion["shaft.force.x"], across))


def test_a_piston_moves_and_accelerates_by_the_closed_form_to_2e_15():
    model, result = turn(lw.library.slider_crank(), r=0.05, l=0.11)
    motion, p = result.kinematics, model.parameters
    place, bend = piston(p["speed"] * motion.t, p["r"], p["l"], p["speed"])
    assert np.abs(motion["piston.position.x"] - place).max() < 2e-15
    assert np.abs(motion["piston.acceleration.x"] - bend).max() < 1e-13 * np.abs(bend).max()


@pytest.mark.parametrize("design", [{}, {"counterweight": 0.8, "rod_centre": 0.45}, {"r": 0.06, "piston_mass": 1.5}])
def test_a_slider_crank_shakes_its_frame_by_its_masses_times_their_accelerations_to_1e_12(design):
    model, result = turn(lw.library.slider_crank(), **design)
    motion = result.kinematics
    exact = forces(model, [0.0], motion.t)
    assert np.abs(shaken(motion) - exact).max() < 1e-12 * np.abs(exact).max()
    mean_square = (exact[:-1] ** 2).mean(axis=0)
    assert result.outputs["along"] ** 2 == pytest.approx(mean_square[0], rel=2e-3)  # by Gregory's rule
    assert result.outputs["across"] ** 2 == pytest.approx(mean_square[1], rel=2e-3)


ANGLES = {1: [0], 2: [0, 180], 3: [0, 240, 120], 4: [0, 180, 180, 0], 6: [0, 120, 240, 240, 120, 0]}


@pytest.mark.parametrize("cylinders", ANGLES)
def test_an_engine_shakes_its_frame_by_the_sum_over_its_throws_to_1e_11(cylinders):
    model, result = turn(lw.library.inline_engine(cylinders))
    exact, one = forces(model, ANGLES[cylinders], result.kinematics.t), forces(model, [0], result.kinematics.t)
    assert np.abs(shaken(result.kinematics) - exact).max() < 1e-11 * np.abs(one).max()


@pytest.mark.parametrize(("cylinders", "first", "second"), [(1, 1, 1), (2, 0, 2), (3, 0, 0), (4, 0, 4), (6, 0, 0)])
def test_primary_and_secondary_forces_are_those_of_the_textbook_times_0_1_and_2_4(cylinders, first, second):
    """F = m r w² (cos θ + (r/l) cos 2θ) for long rods: primary forces exactly, secondary ones to (r/l)² / 4."""
    model, result = turn(lw.library.inline_engine(cylinders), times=361)
    p = model.parameters
    moved = p["piston_mass"] + p["rod_centre"] * p["rod_mass"]
    turning = (1 - p["rod_centre"]) * p["rod_mass"]
    size = p["r"] * p["speed"] ** 2
    orders = np.abs(np.fft.rfft(shaken(result.kinematics)[:-1, 0])) / 180
    assert orders[1] == pytest.approx(first * (moved + turning) * size, rel=1e-12, abs=1e-9 * size)
    ratio = p["r"] / p["l"]
    assert orders[2] == pytest.approx(second * moved * size * ratio, rel=ratio**2 / 2, abs=1e-9 * size)


def test_a_sixth_order_is_all_that_shakes_an_engine_of_six():
    _, result = turn(lw.library.inline_engine(6), times=361)
    orders = np.abs(np.fft.rfft(shaken(result.kinematics)[:-1, 0])) / 180
    assert orders.argmax() == 6 and np.delete(orders, [6, 12]).max() < 1e-8 * 300**2 * 0.045


def test_a_coasting_slider_crank_keeps_its_energy_for_two_turns():
    mechanism = lw.library.slider_crank(driven=False)
    model = lw.compile(mechanism)
    result = lw.run(model, mechanism.cases["coast"].changed(rtol=1e-9))
    energy = result.trajectory["energy.kinetic"]
    assert result.success and np.ptp(energy) < 1e-7 * energy[0]
    assert result.outputs["slowest"] == pytest.approx(slowest(model), rel=1e-7)


def slowest(model):
    """The least speed of the crank: its energy stays, with the inertia that all masses have about its axis."""
    p = model.parameters
    r, l, part, theta = p["r"], p["l"], p["rod_centre"], np.linspace(0, 2 * np.pi, 100001)
    s = np.sqrt(l**2 - (r * np.sin(theta)) ** 2)
    slide = -r * np.sin(theta) - r**2 * np.sin(theta) * np.cos(theta) / s
    centre = ((1 - part) * -r * np.sin(theta) + part * slide) ** 2 + ((1 - part) * r * np.cos(theta)) ** 2
    inertia = 0.5 * p["crank_mass"] * r**2 + p["piston_mass"] * slide**2
    inertia += p["rod_mass"] * (centre + l**2 * part * (1 - part) * (r * np.cos(theta) / s) ** 2)
    return p["speed"] * np.sqrt(inertia[0] / inertia.max())


def test_an_engine_needs_a_whole_number_of_cylinders():
    with pytest.raises(ValueError, match="inline_engine: n is a whole number, at least 1, not 0"):
        lw.library.inline_engine(0)


def test_eight_searches_find_the_best_counterweight_in_at_most_32_designs():
    mechanism = lw.library.slider_crank()
    best = lw.optimize(
        lw.compile(mechanism), mechanism.cases["turn"], minimize="turn.along**2 + turn.across**2",
        vary={"counterweight": (0.0, 3.0)}, starts=8, quiet=True,
    )  # fmt: skip
    rule = 0.7 * 0.6 + 0.5 * (0.5 + 0.3 * 0.6)  # what turns, and half of what moves to and fro
    assert best.parameters["counterweight"] == pytest.approx(rule, abs=1e-5)
    assert best.success and len(best.history) <= 32 and not best.failed
    assert "8 of 8 starts converged" in str(best)
