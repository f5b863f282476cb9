"""Steady motions and Campbell diagrams against closed forms: hinged blades, gyroscopic rotors, spinning pendulums."""

import numpy as np
import pytest

import linkwork as lw

OFFSET, REACH = 0.3, 1.1  # m, of the hinge from the axis and of the blade's mass from the hinge


def hinged_blade(**choices):
    m = lw.Mechanism("blade").add(
        lw.Body("hub", mass=5, inertia=(1, 1, 2), com=(0, 0, 0)),
        lw.Body("blade", mass=2, inertia=(0, 0, 0), com=(OFFSET + REACH, 0, 0)),
        lw.Revolute("spin", "ground", "hub", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Universal("hinge", "hub", "blade", at=(OFFSET, 0, 0), axis_i=(0, 1, 0), axis_j=(0, 0, 1)),
        lw.Driver("motor", "spin.angle", motion="50*time**2"),
    )
    return lw.compile(m, **choices)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_flap_and_lag_of_a_hinged_blade(coordinates):
    model = hinged_blade(coordinates=coordinates)
    result = lw.campbell(model, lw.assemble(model), "motor", np.linspace(0, 20, 5))
    w = 2 * np.pi * result.frequencies
    np.testing.assert_allclose(w[:, 0], result.speeds * np.sqrt(OFFSET / REACH), rtol=1e-9, atol=1e-9)  # lag
    np.testing.assert_allclose(w[:, 1], result.speeds * np.sqrt(1 + OFFSET / REACH), rtol=1e-9, atol=1e-9)  # flap
    lag, flap = (result.mode(track, -1).states for track in (0, 1))
    assert abs(flap["hinge.angle_j"]) < 1e-9 < abs(flap["hinge.angle_i"])
    assert abs(lag["hinge.angle_i"]) < 1e-9 < abs(lag["hinge.angle_j"])
    assert result.linear[-1].state.v.any()


DISC, POLAR, TILT = 0.3, 0.5, 200.0  # kg m², kg m², N m/rad


def rotor(damping=0.0):
    """A disc on a light carrier in bushings: tilts are gyroscopic, displacements are not."""
    m = lw.Mechanism("rotor").add(
        lw.Body("carrier", mass=1, inertia=(1e-3, 1e-3, 1e-3), com=(0, 0, 0)),
        lw.Body("disc", mass=3, inertia=(DISC - 1e-3, DISC - 1e-3, POLAR), com=(0, 0, 0)),
        lw.Free("mount", "ground", "carrier", at=(0, 0, 0)),
        lw.Revolute("shaft", "carrier", "disc", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Bushing(
            "B", "ground", "carrier", at=(0, 0, 0), stiffness=(1e4, 1e4, 2e4, TILT, TILT, 5e2),
            damping=(0, 0, 0, damping, damping, 0),
        ),
    )  # fmt: skip
    return lw.compile(m)


@pytest.fixture(scope="module")
def diagram():
    model = rotor()
    return lw.campbell(model, lw.assemble(model), "shaft.angle", np.linspace(0, 60, 13), orders=(1, 2))


def test_whirl_splits_by_the_gyroscopic_moment(diagram):
    """DISC w² -+ POLAR speed w - TILT = 0: backward and forward whirl."""
    half = POLAR * diagram.speeds / (2 * DISC)
    root = np.sqrt(half**2 + TILT / DISC)
    w = 2 * np.pi * diagram.frequencies
    np.testing.assert_allclose(w[:, 0], root - half, rtol=1e-9)
    np.testing.assert_allclose(w[:, 1], root + half, rtol=1e-9)
    others = np.sqrt([5e2 / (POLAR + 1e-3), 1e4 / 4, 1e4 / 4, 2e4 / 4])
    np.testing.assert_allclose(w[:, 2:], np.tile(others, (13, 1)), rtol=1e-9)
    assert np.abs(diagram.damping).max() < 1e-9


def test_forward_whirl_crosses_the_modes_that_do_not_feel_the_speed(diagram):
    crossed = {crossing.tracks[1]: crossing.value for crossing in diagram.crossings}
    for track, value in crossed.items():
        w = 2 * np.pi * diagram.frequencies[0, track]
        assert value == pytest.approx((DISC * w**2 - TILT) / (POLAR * w), rel=1e-5)
    assert sorted(crossed) == [2, 3, 4, 5]


def test_critical_speeds_are_where_orders_meet_modes(diagram):
    results = {(c.order, c.track): c.speed for c in diagram.critical()}
    assert results[1, 0] == pytest.approx(np.sqrt(TILT / (DISC + POLAR)), rel=1e-5)  # backward
    assert (1, 1) not in results  # forward whirl of a flat disc is faster than its speed always
    assert results[2, 1] == pytest.approx(np.sqrt(TILT / (4 * DISC - 2 * POLAR)), rel=1e-5)
    assert results[1, 3] == pytest.approx(50.0, rel=1e-9)
    again = diagram.critical(1)
    assert all(c.order == 1 for c in again) and [c.speed for c in again] == sorted(c.speed for c in again)
    assert "1x meets mode 0 at 15.8" in str(diagram)


def test_lines_that_start_at_a_standstill_meet_nothing_there():
    model = hinged_blade()
    result = lw.campbell(model, lw.assemble(model), "motor", [-10, -5, 0, 5, 10])
    np.testing.assert_allclose(result.frequencies[0], result.frequencies[-1], rtol=1e-9)
    assert result.critical(1, 2, 3) == []


def test_a_gear_turns_what_it_drives():
    """A mass on a spring along a wheel that turns against the driven one, twice as fast: w² = k/m - (2 speed)²."""
    m = lw.Mechanism("gear").add(
        lw.Body("driven", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Body("wheel", mass=1, inertia=(1, 1, 1), com=(1, 0, 0)),
        lw.Body("mass", mass=2, inertia=(0, 0, 0), com=(1.5, 0, 0)),
        lw.Revolute("A", "ground", "driven", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Revolute("B", "ground", "wheel", at=(1, 0, 0), axis=(0, 0, 1)),
        lw.Coupler("G", terms={"A.angle": 2, "B.angle": 1}),
        lw.Prismatic("P", "wheel", "mass", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=2000),
    )
    model = lw.compile(m)
    result = lw.campbell(model, lw.assemble(model), "A.angle", [0, 5, 10])
    square = (2 * result.speeds) ** 2
    np.testing.assert_allclose((2 * np.pi * result.frequencies[:, 0]) ** 2, 1000 - square, rtol=1e-9)
    place = [lw.measure(lin.model, lin.state, "P.displacement", inputs=lin.input_values) for lin in result.linear]
    np.testing.assert_allclose(place, 0.5 * square / (1000 - square), rtol=1e-8, atol=1e-12)


def test_a_campbell_diagram_draws_its_orders(diagram, tmp_path):
    figure = diagram.plot(orders=[1, 3], save=tmp_path / "campbell.png")
    assert {"1×", "3×"} <= {text.get_text() for text in figure.axes[0].texts}
    assert (tmp_path / "campbell.png").stat().st_size > 10_000
    page = diagram.show(1, path=tmp_path / "whirl.html", open_browser=False)
    assert f"{diagram.frequencies[-1, 1]:.5g} Hz" in page.path.read_text()


def test_damped_whirl_has_the_closed_form_s_damping():
    model = rotor(damping=3.0)
    result = lw.campbell(model, lw.assemble(model), "shaft.angle", [0, 20, 40])
    for k, speed in enumerate(result.speeds):  # p = tilt x + i tilt y
        roots = np.roots([DISC, 3.0 - 1j * POLAR * speed, TILT])
        order = np.argsort(np.abs(roots))
        np.testing.assert_allclose(np.abs(result.eigenvalues[k, :2]), np.abs(roots[order]), rtol=1e-9)
        np.testing.assert_allclose(result.damping[k, :2], (-roots.real / np.abs(roots))[order], rtol=1e-8)
    assert len(result.plot().axes) == 2


G, ARM = 9.81, 0.8  # m/s², m


@pytest.fixture(scope="module")
def pendulum():
    m = lw.Mechanism("spinning pendulum", gravity=(0, 0, -G)).add(
        lw.Body("hub", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Body("bob", mass=2, inertia=(0, 0, 0), com=(0.2, 0, -ARM)),
        lw.Revolute("spin", "ground", "hub", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Revolute("arm", "hub", "bob", at=(0.2, 0, 0), axis=(0, -1, 0)),
    )
    return lw.compile(m)


@pytest.mark.parametrize("speed", [1.0, 3.0, 8.0])
def test_a_spinning_pendulum_stands_where_weight_and_centrifugal_force_balance(pendulum, speed):
    steady = lw.steady_motion(pendulum, lw.assemble(pendulum), "spin.angle", speed)
    a = steady["arm.angle"]
    assert a > 0  # of the two balances the one that grows out of rest
    assert speed**2 * (0.2 + ARM * np.sin(a)) == pytest.approx(G * np.tan(a), rel=1e-9)
    square = G / ARM * np.cos(a) + speed**2 * (0.2 / ARM * np.sin(a) - np.cos(2 * a))
    assert (2 * np.pi * steady.linear.modes()[0].frequency) ** 2 == pytest.approx(square, rel=1e-9)
    assert steady["arm.angle.accel"] == pytest.approx(0, abs=1e-6)
    assert steady["spin.angle.rate"] == pytest.approx(speed, abs=1e-12)


@pytest.mark.parametrize(("guess", "kind"), [(1.3, "oscillating"), (-0.3, "growing")])
def test_a_guess_at_a_speed_finds_the_balance_beside_it(pendulum, guess, kind):
    steady = lw.steady_motion(pendulum, lw.assemble(pendulum, {"arm.angle": guess}), "spin.angle", 8.0, start=8.0)
    a = steady["arm.angle"]
    assert 64 * (0.2 + ARM * np.sin(a)) == pytest.approx(G * np.tan(a), rel=1e-9)
    assert abs(a - guess) < 0.2
    assert kind in [mode.kind for mode in steady.linear.modes()]


def test_what_is_not_driven_or_does_not_stand_still_is_said(pendulum):
    state = lw.assemble(pendulum)
    with pytest.raises(lw.AnalysisError, match="no driver 'motor'.*position signal"):
        lw.campbell(pendulum, state, "motor", [1.0])
    with pytest.raises(lw.AnalysisError, match="no Driver"):
        lw.campbell(pendulum, state, "bob", [1.0])
    with pytest.raises(lw.AnalysisError, match="no position signal"):
        lw.campbell(pendulum, state, "bob.position", [1.0])
    with pytest.raises(lw.AnalysisError, match="orders"):
        lw.campbell(pendulum, state, "spin.angle", [1.0], orders=[0])
    m = lw.Mechanism("falling", gravity=(0, 0, -G)).add(
        lw.Body("hub", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Body("slide", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Revolute("spin", "ground", "hub", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Prismatic("rail", "hub", "slide", at=(0, 0, 0), axis=(0, 0, 1)),
    )
    falling = lw.compile(m)
    with pytest.raises(lw.AnalysisError, match=r"rail.displacement \(-9.81\) keeps accelerating"):
        lw.steady_motion(falling, lw.assemble(falling), "spin.angle", 1.0)


@pytest.mark.parametrize(("speeds", "words"), [
    ([1.0, np.nan], "campbell: speeds are a list of different finite numbers"), ([], "different finite"), (["fast"], "not \\['fast'\\]"),
    ([1, 1], "different finite"), ([0, 2, 1], "campbell: speeds go up or down, not both"),
])  # fmt: skip
def test_speeds_that_cannot_be_followed_are_refused(pendulum, speeds, words):
    with pytest.raises(lw.AnalysisError, match=words):
        lw.campbell(pendulum, pendulum.design_state(), "spin.angle", speeds)


def test_all_mistakes_are_told_at_once(pendulum):
    with pytest.raises(lw.AnalysisError) as raised:
        lw.campbell(
            pendulum, pendulum.design_state(), "motor", [0, np.nan], count=0, start=np.inf, states=["bob.mass"], inputs={"x": 1.0}, orders="12",
            resolution=-1,
        )  # fmt: skip
    words = ["speeds", "count", "resolution", "orders", "no input 'x'", "no driver 'motor'", "start", "bob.mass"]
    assert len(raised.value.problems) == len(words)
    for problem, word in zip(raised.value.problems, words, strict=True):
        assert word in problem
    with pytest.raises(lw.AnalysisError, match="speed is a finite number, not 'fast'"):
        lw.steady_motion(pendulum, pendulum.design_state(), "spin.angle", "fast")  # type: ignore[arg-type]


def test_a_driver_alone_has_no_modes(tmp_path):
    model = lw.compile(lw.library.planar_four_bar())
    result = lw.campbell(model, lw.assemble(model), "A.angle", [0, 1])
    assert result.count == 0 and "no modes, as nothing else can move" in str(result) and result.critical() == []
    result.plot(save=tmp_path / "none.png")


def test_what_moves_straight_on_meets_no_orders(tmp_path):
    """A skid that slides and pulls a caster behind it; its speed in m/s is no frequency."""
    m = lw.Mechanism("caster", plane="xy").add(
        lw.Body("skid", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Body("caster", mass=1, inertia=0.1, com=(-0.5, 0, 0)),
        lw.Prismatic("way", "ground", "skid", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Revolute("pin", "skid", "caster", at=(0, 0, 0)),
        lw.JointSpring("centre", "pin.angle", stiffness=5),
    )
    model = lw.compile(m)
    result = lw.campbell(model, lw.assemble(model), "way.displacement", [0.0, 1.0, 2.0])
    np.testing.assert_allclose(result.frequencies[:, 0], np.sqrt(5 / 0.35) / (2 * np.pi), rtol=1e-12)
    assert result.unit == "m/s" and result.critical(1, 2) == [] and "meets" not in str(result)
    assert len(result.plot().axes[0].get_lines()) == 2  # the mode, and where it would grow
