"""Responses of linear models: by frequency, to steps, from a start; directly, as figures and through python-control."""

import sys

import control
import numpy as np
import pytest

import linkwork as lw

M, C, K = 2.0, 3.0, 50.0
OMEGA = np.array([0.0, 0.3, 4.9, 60.0])
T = np.linspace(0, 4, 81)


def mass_on_spring():
    return lw.Mechanism("mass.on.spring", plane="xy").add(
        lw.Body("mass", mass=M, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("rail", "ground", "mass", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.SpringDamper("spring", "ground", "mass", at_i=(0, 0, 0), at_j=(1, 0, 0), stiffness=K, damping=C),
        lw.Input("f"),
        lw.AppliedForce("push", "mass", force=("f", 0, 0)),
    )


@pytest.fixture(scope="module")
def mass():
    model = lw.compile(mass_on_spring())
    return lw.linearize(model, lw.assemble(model), inputs=["f"], outputs=["rail.displacement", "mass.acceleration.x"])


@pytest.fixture(scope="module")
def four_bar():
    m = lw.library.planar_four_bar(case="II")
    m.gravity = (0, -9.81, 0)
    m.add(lw.Input("tau"), lw.JointForce("motor", "D.angle", force="tau"))
    m.add(lw.JointSpring("damper", "B.angle", damping=7.0))
    model = lw.compile(m)
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    return lw.linearize(model, eq, states=["D.angle"], inputs=["tau"], outputs=["D.angle", "C.force.x"])


def closed_form(t, m, c, k):
    """(step response of the position, free response from one) of m x'' + c x' + k x = u."""
    decay, omega = c / (2 * m), np.sqrt(k / m - (c / (2 * m)) ** 2)
    free = np.exp(-decay * t) * (np.cos(omega * t) + decay / omega * np.sin(omega * t))
    return (1 - free) / k, free


def test_a_mass_on_a_spring_answers_as_its_closed_forms(mass):
    gain = 1 / (K + 1j * C * OMEGA - M * OMEGA**2)
    np.testing.assert_allclose(mass.frequency_response(OMEGA)[:, 0, 0], gain, rtol=1e-12)
    np.testing.assert_allclose(mass.frequency_response(OMEGA)[:, 1, 0], -(OMEGA**2) * gain, atol=1e-12)
    step, free = closed_form(T, M, C, K)
    np.testing.assert_allclose(mass.step_response(T)[:, 0, 0], step, atol=1e-14)
    assert mass.step_response([0.0])[0, 1, 0] == pytest.approx(1 / M, rel=1e-12)
    np.testing.assert_allclose(mass.free_response(T, {"rail.displacement": 0.1})[:, 0], 0.1 * free, atol=1e-14)
    uneven = np.array([0.1, 0.1, 0.7, 3.0])
    np.testing.assert_allclose(mass.step_response(uneven)[:, 0, 0], closed_form(uneven, M, C, K)[0], atol=1e-14)


@pytest.mark.parametrize("name", ["mass", "four_bar"])
def test_python_control_answers_the_same(name, request):
    lin = request.getfixturevalue(name)
    system = lin.to_control()
    assert isinstance(system, control.StateSpace) and "." not in system.name
    for word, names in (("input", lin.inputs), ("output", lin.outputs), ("state", lin.states)):
        assert getattr(system, f"{word}_labels") == [x.replace(".", "_") for x in names]
    np.testing.assert_array_equal(system.A, lin.A)
    m, c, k = (float(getattr(lin, word)[0, 0]) for word in ("mass", "damping", "stiffness"))
    gain, phase, _ = control.frequency_response(system, OMEGA[1:])
    expected = 1 / (k + 1j * c * OMEGA[1:] - m * OMEGA[1:] ** 2)
    np.testing.assert_allclose(gain[0, 0] * np.exp(1j * phase[0, 0]), expected, rtol=1e-10)
    times = T * 2 * np.pi / np.sqrt(k / m)
    result = control.step_response(system, times).outputs[:, 0].T
    np.testing.assert_allclose(result[:, 0], closed_form(times, m, c, k)[0], atol=1e-12 / k)
    np.testing.assert_allclose(result, lin.step_response(times)[:, :, 0], atol=1e-12 * np.abs(result).max())


def test_a_held_torque_moves_the_four_bar_as_its_step_response_ends(four_bar):
    slow = abs(four_bar.eigenvalues[0].real)
    end = four_bar.step_response([40 / slow])[0, 0, 0]
    eq = lw.equilibrium(four_bar.model, four_bar.state, inputs={"tau": 1e-5}, stable=True)
    moved = eq["D.angle"] - lw.measure(four_bar.model, four_bar.state, "D.angle")
    assert moved / 1e-5 == pytest.approx(end, rel=1e-4)


def test_names_that_become_the_same_are_both_named():
    m = mass_on_spring().add(lw.Signal("rail_displacement", "rail.displacement"))
    model = lw.compile(m)
    lin = lw.linearize(model, lw.assemble(model), outputs=["rail.displacement", "rail_displacement"])
    with pytest.raises(ValueError, match=r"'rail\.displacement' and 'rail_displacement' would both be named"):
        lin.to_control()


def test_a_missing_library_is_named_with_its_extra(mass, monkeypatch):
    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(ImportError, match=r"linkwork\[control\]"):
        mass.to_control()


def test_a_bode_diagram_has_amplitude_and_phase(mass, tmp_path):
    figure = mass.plot_bode(("rail.displacement", "f"), save=tmp_path / "bode.png")
    assert (tmp_path / "bode.png").stat().st_size > 5000
    gain, phase = (axis.get_lines()[0] for axis in figure.axes)
    omega = gain.get_xdata()
    assert omega[0] == pytest.approx(0.5) and omega[-1] == pytest.approx(50)
    expected = 1 / (K + 1j * C * omega - M * omega**2)
    np.testing.assert_allclose(gain.get_ydata(), np.abs(expected), rtol=1e-10)
    np.testing.assert_allclose(phase.get_ydata(), np.degrees(np.angle(expected)), atol=1e-9)
    assert set(np.diff(figure.axes[1].get_yticks())) <= {15, 45, 90, 180}  # degrees
    both = mass.plot_bode(omega=OMEGA[1:], hertz=True)
    assert [len(axis.get_lines()) for axis in both.axes] == [2, 2]
    np.testing.assert_allclose(both.axes[0].get_lines()[1].get_xdata(), OMEGA[1:] / (2 * np.pi))


@pytest.mark.parametrize(("call", "words"), [
    (lambda lin: lin.plot_bode(("f", "rail.displacement")), "no pair of an output and an input; outputs are rail.displacement"),
    (lambda lin: lin.frequency_response([np.nan]), "finite numbers in rad/s"),
    (lambda lin: lin.step_response([0.1, 0.0]), "starts at 0 or later and grows"),
    (lambda lin: lin.free_response([0.1], {"angle": 1.0}), "'angle' is no state; states are rail.displacement"),
    (lambda lin: lin.free_response([0.1], {"rail.displacement": np.nan}), "finite numbers, not rail.displacement = nan"),
    (lambda lin: lin.modes(0), "count is how many modes are wanted, a positive number, not 0"),
    (lambda lin: lin.modes("2"), "not '2'"),
])  # fmt: skip
def test_a_wrong_question_is_answered_with_the_remedy(call, words, mass):
    with pytest.raises(ValueError, match=words):
        call(mass)


def test_without_inputs_there_is_nothing_to_draw():
    model = lw.compile(lw.library.parallelogram_four_bar())
    lin = lw.linearize(model, lw.assemble(model))
    with pytest.raises(ValueError, match="name inputs and outputs"):
        lin.plot_bode()
    assert lin.to_control().nstates == 2
    with pytest.raises(ValueError, match="both inputs and outputs"):
        lw.linearize(model, lw.assemble(model), outputs=["A.angle"]).to_control()
    assert lin.step_response(T).shape == (81, 0, 0)
