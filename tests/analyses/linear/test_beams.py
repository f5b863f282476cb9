"""Beams: closed forms of small and large deflections, a cantilever rolled into a circle, momentum and energy, bae-2003's frequencies."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

import linkwork as lw

EI = 1.0  # N m², of cantilevers 1 m long


def cantilever(n, plane=None, **more):
    """EA = 1e6 N, EI = 1 N m² about both axes, with Inputs for a force and a torque at its end."""
    m = lw.library.beam(n, end=(1, 0, 0), area=0.01, density=100.0, E=1e8, plane=plane, **{"I": 1e-8, **more})
    m.add(*(lw.Input(name) for name in ("fx", "fy", "fz", "tx", "ty", "tz")))
    force, torque = (("fx", "fy", 0), (0, 0, "tz")) if plane else (("fx", "fy", "fz"), ("tx", "ty", "tz"))
    return lw.compile(m.add(lw.AppliedForce("load", f"mass{n}", force=force, torque=torque)))


def rest(model, **loads):
    return lw.equilibrium(model, model.design_state(), inputs=loads)


@pytest.mark.parametrize("n", [1, 3])
def test_small_loads_give_the_deflections_of_beam_theory(n):
    """P L³/3EI, P L²/2EI, M L²/2EI, P L/EA and T L/GJ, exact for any number of elements; EI about y bends along z."""
    model = cantilever(n, I=(1e-8, 3e-8), G=2e7, J=5e-9)  # GJ = 0.1
    push = 1e-5
    bent = rest(model, fy=push, fz=push)
    assert bent[f"J{n}.y"] == pytest.approx(push / 3 / 3, rel=1e-5)
    assert bent[f"J{n}.z"] == pytest.approx(push / 3, rel=1e-5)
    x_axis = bent[f"mass{n}.x_axis"]
    assert x_axis[1:] == pytest.approx([push / 2 / 3, push / 2], rel=1e-5)
    assert bent["root.torque"] == pytest.approx([0, push, -push], abs=1e-10)
    assert bent["E1.force"] == pytest.approx([0, -push, -push], rel=1e-5, abs=1e-9)
    assert rest(model, ty=-push)[f"J{n}.z"] == pytest.approx(push / 2, rel=1e-5)
    assert rest(model, fx=100.0)[f"J{n}.x"] == pytest.approx(100.0 / 1e6, rel=1e-9)
    twisted = rest(model, tx=0.05)
    assert np.arcsin(twisted[f"mass{n}.y_axis.z"]) == pytest.approx(0.05 / 0.1, rel=1e-9)
    assert twisted["energy.potential"] == pytest.approx(0.5 * 0.05**2 / 0.1, rel=1e-9)


@pytest.mark.parametrize("n", [1, 4])
def test_a_beam_that_shears_is_timoshenko_s(n):
    """P L³/3EI + P L/GA in both planes."""
    model = cantilever(n, I=(1e-8, 3e-8), G=2e7, shear_area=(2e-7, 5e-7))  # GA = 4 and 10 N
    push = 1e-5
    bent = rest(model, fy=push, fz=push)
    assert bent[f"J{n}.y"] == pytest.approx(push / 9 + push / 4, rel=1e-5)
    assert bent[f"J{n}.z"] == pytest.approx(push / 3 + push / 10, rel=1e-5)


@pytest.mark.parametrize("force", [1e-3, 1.0])
def test_light_loads_on_a_stiff_beam_are_answered_to_what_rounding_leaves(force):
    """A steel strip of 2 m: the last digit of its length is worth 4e-7 N."""
    m = lw.library.beam(20, end=(2, 0, 0), area=4e-4, density=7800, E=2.1e11, I=(3e-9, 5e-8))
    model = lw.compile(m.add(lw.AppliedForce("load", "mass20", force=(0, 0, -force))))
    equilibrium = lw.equilibrium(model, model.design_state())
    assert equilibrium["J20.z"] == pytest.approx(-force * 8 / 3 / 630, rel=2e-5)
    assert equilibrium["root.force.z"] == pytest.approx(force, rel=1e-6)


def elastica(alpha):
    """Tip angle and place of a cantilever under a dead force across it, P L²/EI = alpha (Bisshopp & Drucker 1945)."""

    def modulus(slope):
        k2 = (1 + np.sin(slope)) / 2
        return k2, np.arcsin(1 / np.sqrt(2 * k2))

    def length(slope):
        k2, start = modulus(slope)
        return ellipk(k2) - ellipkinc(start, k2) - np.sqrt(alpha)

    slope = brentq(length, 1e-9, np.pi / 2 - 1e-12, xtol=1e-14)
    k2, start = modulus(slope)
    return (
        slope,
        np.sqrt(2 * np.sin(slope) / alpha),
        1 - 2 / np.sqrt(alpha) * (ellipe(k2) - ellipeinc(start, k2)),
    )


@pytest.mark.parametrize("alpha", [1.0, 4.0, 10.0])
def test_large_deflections_converge_to_the_elastica_with_order_two(alpha):
    errors = []
    for n in (5, 10, 20):
        result = rest(cantilever(n, "xy"), fy=alpha * EI)
        place = result[f"mass{n}.position"]
        errors.append(np.array([result[f"mass{n}.angle"], *place[:2]]) - elastica(alpha))
    sizes = np.linalg.norm(errors, axis=1)
    assert np.log2(sizes[:-1] / sizes[1:]) == pytest.approx(2.0, abs=0.15)
    assert sizes[-1] < 5e-4
    assert (4 * errors[2] - errors[1]) / 3 == pytest.approx(0.0, abs=3e-5)  # without its leading term; P/EA is 1e-5


@pytest.mark.parametrize("n", [4, 12])
def test_an_end_moment_of_two_pi_EI_over_L_rolls_a_cantilever_into_a_circle(n):
    """Elements keep their length L/n and turn by 2 pi/n each: the masses are the corners of a regular polygon that closes."""
    result = rest(cantilever(n, "xy"), tz=2 * np.pi * EI)
    places = np.array([result[f"mass{k}.position"] for k in range(n + 1)])
    assert np.abs(places[n]).max() < 1e-12
    radius = 0.5 / n / np.sin(np.pi / n)
    angle = 2 * np.pi * np.arange(n + 1) / n
    corners = radius * np.column_stack((np.sin(angle), 1 - np.cos(angle), 0 * angle))
    assert places == pytest.approx(corners, abs=1e-11)
    assert result[f"J{n}.angle"] == pytest.approx(2 * np.pi, abs=1e-11)
    assert result["energy.potential"] == pytest.approx(0.5 * (2 * np.pi) ** 2 * EI, rel=1e-10)


def test_in_space_it_rolls_about_any_axis():
    """A moment about (0, .6, .8): turned by a quarter of the full circle for each step of the load."""
    n, model = 8, cantilever(8)
    path = lw.equilibria(model, model.design_state(), {
        "ty": 0.6 * np.pi * np.array([0.5, 1.0, 1.5, 2.0]), "tz": 0.8 * np.pi * np.array([0.5, 1.0, 1.5, 2.0]),
    })  # fmt: skip
    across = np.array([0.0, 0.8, -0.6])
    for k, place in enumerate(path[f"mass{n}.position"], start=1):
        turn = 0.5 * np.pi * k
        radius = 0.5 / n / np.sin(0.5 * turn / n)
        assert place == pytest.approx([radius * np.sin(turn), *(radius * (1 - np.cos(turn)) * across[1:])], abs=1e-9)


def test_a_column_buckles_at_euler_s_load():
    """pi² EI/4L² is where the straight column's softest stiffness vanishes, with order two in the number of elements."""

    def softest(load, model):
        straight = rest(model, fx=-load)
        inputs = dict.fromkeys(model.inputs, 0.0) | {"fx": -load}
        return np.linalg.eigvalsh(lw.linearize(model, straight.state, values=inputs).stiffness)[0]

    errors = []
    for n in (4, 8):
        model = cantilever(n, "xy")
        errors.append(brentq(softest, 2.3, 2.6, args=(model,), xtol=1e-7) - np.pi**2 / 4)
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)
    assert abs(errors[1]) < 0.01


def free_beam(**more):
    m = lw.library.beam(4, end=(1, 0, 0), area=0.01, density=100.0, E=1e5, I=(1e-5, 2e-5), root="free", **more)
    model = lw.compile(m)
    targets = {}
    for k in range(5):
        velocity, turning = (0.3 - 0.2 * k, 0.125 * k**2, 1 - 0.75 * k), (1.0, 3.0, 1.5)
        targets |= {f"mass{k}.velocity.{axis}": value for axis, value in zip("xyz", velocity, strict=True)}
        targets |= {f"mass{k}.angular_velocity.{axis}": value for axis, value in zip("xyz", turning, strict=True)}
    return model, lw.assemble(model, targets)


@pytest.mark.parametrize("integrator", [lw.DormandPrince(rtol=1e-10), lw.Radau(rtol=1e-9)])
def test_a_beam_thrown_with_spin_keeps_its_momentum_and_energy(integrator):
    model, start = free_beam()
    run = lw.simulate(model, start, 1.0, integrator=integrator, output=0.1)
    assert run.success
    assert run["energy.potential"].max() > 0.04  # of 1.03 J: it bends
    assert np.ptp(run["energy.total"]) < 1e-9 * run["energy.total"][0]
    assert lw.momentum(model, run.final) == pytest.approx(lw.momentum(model, start), abs=1e-12)
    assert lw.angular_momentum(model, run.final) == pytest.approx(lw.angular_momentum(model, start), abs=1e-10)


def test_damping_only_takes_energy_and_leaves_momentum():
    model, start = free_beam(damping=0.02)
    run = lw.simulate(model, start, 1.0, integrator=lw.Radau(rtol=1e-8), output=0.02)
    energy = run["energy.total"]
    assert (np.diff(energy) < 1e-8).all()
    assert energy[-1] < 0.96 * energy[0]
    assert lw.momentum(model, run.final) == pytest.approx(lw.momentum(model, start), abs=1e-12)
    assert lw.angular_momentum(model, run.final) == pytest.approx(lw.angular_momentum(model, start), abs=1e-10)


def test_damping_does_not_act_on_a_rigid_spin():
    m = lw.library.beam(3, end=(1, 0, 0), area=0.01, density=100.0, E=1e5, I=1e-5, root="free", damping=0.5)
    model = lw.compile(m)
    spin, middle = np.array([0.4, -1.0, 2.0]), np.array([0.5, 0.0, 0.0])
    targets = {}
    for k in range(4):
        velocity = np.cross(spin, np.array([k / 3, 0, 0]) - middle)
        targets |= {f"mass{k}.velocity.{axis}": value for axis, value in zip("xyz", velocity, strict=True)}
        targets |= {f"mass{k}.angular_velocity.{axis}": value for axis, value in zip("xyz", spin, strict=True)}
    state = lw.assemble(model, targets)
    wrenches = lw.measure(model, state, *(f"E{k}.{word}" for k in (1, 2, 3) for word in ("force", "torque")))
    assert np.abs(wrenches).max() < 1e-12


def test_planar_and_spatial_beams_agree():
    flat, solid = cantilever(3, "xy"), cantilever(3)
    load = {"fx": -0.4, "fy": 1.5, "tz": -0.3}
    one, two = rest(flat, **load), rest(solid, **load)
    for k in (1, 2, 3):
        assert one[f"mass{k}.position"] == pytest.approx(two[f"mass{k}.position"], abs=1e-10)
        assert one[f"E{k}.force"] == pytest.approx(two[f"E{k}.force"], abs=1e-8)
        assert one[f"E{k}.torque"] == pytest.approx(two[f"E{k}.torque"], abs=1e-8)


# bae-2003, 6.2

UNIT = 0.667268592  # rad/s, sqrt(EI / mu L⁴) for E = 7e10
FLAP = {0: (3.516015, 22.034492, 61.697214), 4: (5.585001, 24.273349, 63.966760), 12: (13.170150, 37.603112, 79.614478)}
LAG = {0: (3.516015, 22.034492, 61.697214), 4: (3.897723, 23.941501, 63.841573), 12: (5.427049, 35.636976, 78.704925)}


def frequencies(n, speed, **more):
    """(flap, lag): the first three of each in Hz, at the steady motion; the hub stands along x."""
    model = lw.compile(lw.library.rotating_cantilever(n, **more))
    modes = lw.steady_motion(model, model.design_state(), "drive", speed).linear.modes()
    results = {"z": [], "y": []}
    for mode in modes:
        moves = np.abs(mode.bodies[f"mass{n}"][:3])
        axis = "xyz"[int(np.argmax(moves))]
        if axis in results:
            results[axis].append(mode.frequency)
    return np.array(results["z"][:3]), np.array(results["y"][:3])


def test_frequencies_at_rest_are_those_of_bae_2003():
    model = lw.compile(lw.library.rotating_cantilever(20, E=7e8))
    bending = lw.steady_motion(model, model.design_state(), "drive", 0.0).linear.modes().frequencies[:6]
    expected = [0.037297, 0.037297, 0.233076, 0.233076, 0.650958, 0.650958]
    assert bending == pytest.approx(expected, rel=5e-4)


@pytest.mark.parametrize(("rotary", "accuracy"), [(1.0, 3e-4), (0.01, 1e-5)])
def test_frequencies_at_ten_radians_per_second_are_those_of_bae_2003(rotary, accuracy):
    """Lumped masses without rotary inertia are the limit; the section's own changes the third by .02 %."""
    flap, lag = frequencies(20, 10.0, rotary=rotary)
    assert flap == pytest.approx([1.711085, 4.637784, 9.238843], rel=accuracy)
    assert lag == pytest.approx([0.627837, 4.355710, 9.100375], rel=accuracy)


@pytest.mark.parametrize("speed", [0, 4, 12])
def test_frequencies_converge_to_the_exact_ones_with_order_two(speed):
    errors = []
    for n in (8, 16):
        result = np.concatenate(frequencies(n, speed * UNIT)) * 2 * np.pi / UNIT
        errors.append(result / (*FLAP[speed], *LAG[speed]) - 1)
    assert np.log2(np.divide(errors[0], errors[1])) == pytest.approx(2.0, abs=0.15)
    assert np.abs(errors[1]).max() < 0.016


def test_events_see_the_force_and_the_energy_of_a_beam():
    """Along its axis a mass on one element is an oscillator of EA/L; its energy is half potential after an eighth of a period."""
    model = lw.compile(lw.library.beam(1, end=(1, 0, 0), area=0.01, density=200.0, E=1e4, I=1e-6))  # EA/L = 100, 1 kg
    start = lw.assemble(model, {"J1.x.rate": 0.2})
    events = (lw.Event("E1.force.x", direction=1), lw.Event("energy.potential - 0.01", direction=1, stop=True))
    run = lw.simulate(model, start, 2.0, rtol=1e-10, events=events[:1])
    assert [event.time for event in run.events] == pytest.approx(np.array([1, 3, 5]) * np.pi / 10, abs=1e-8)
    stopped = lw.simulate(model, start, 2.0, rtol=1e-10, events=events[1])
    assert stopped.t[-1] == pytest.approx(np.pi / 40, abs=1e-8)


def test_the_root_of_a_cantilever_stores_most_of_its_first_mode():
    model = lw.compile(lw.library.beam(8))
    first = lw.linearize(model, model.design_state()).modes()[0]
    shares = np.array([first.elastic[f"E{k}"] for k in range(1, 9)])
    assert shares.sum() == pytest.approx(1.0, abs=1e-12)
    assert (np.diff(shares) < 0).all()
    x = np.linspace(0, 1, 4001)
    beta, ratio = 1.8751040687, 0.7340955138
    bending = (np.cosh(beta * x) + np.cos(beta * x) - ratio * (np.sinh(beta * x) + np.sin(beta * x))) ** 2
    exact = np.array([bending[500 * k : 500 * k + 501].mean() for k in range(8)])
    assert shares == pytest.approx(exact / exact.sum(), abs=0.01)
