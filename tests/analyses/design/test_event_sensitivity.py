"""Times of events, and outputs of runs that an event stops, by the design: closed forms, differences, both methods."""

import numpy as np
import pytest
from scipy.special import ellipe, ellipk

import linkwork as lw
from linkwork.analyses.design.outputs.terms import end_derivative, term_value
from linkwork.differentiation.points import Points
from linkwork.model.errors import QuestionError

OUTPUTS = {
    "time": "event_time(0)", "speed": "final(S.displacement.rate)", "pull": "final(K.force)", "load": "final(S.displacement.accel)",
    "area": "integral(S.displacement)", "mean": "mean(S.displacement)", "rms": "rms(S.displacement)", "low": "minimum(S.displacement)",
    "mixed": "final(S.displacement.rate)*event_time(0)**2",
}  # fmt: skip


def mass_on_a_spring():
    m = lw.Mechanism("drop", gravity=(0, -9.81, 0)).add(
        lw.Parameter("floor", -0.3),
        lw.Body("b", mass=2.0, com=(0, 0, 0), inertia=(1, 1, 1)),
        lw.Prismatic("S", "ground", "b", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.JointSpring("K", "S.displacement", stiffness=200.0),
    )
    return lw.compile(m)


def landing(**changes):
    events = lw.Event("S.displacement - floor", stop=True)
    case = lw.Case(
        "land", start={"S.displacement": 0.4}, duration=5, rtol=1e-11, events=events, outputs=OUTPUTS, integrator=lw.DormandPrince()
    )  # fmt: skip
    return case.changed(**changes)


def landed(k, m, g, x0, floor):
    """The outputs in closed form: x = c + (x0 - c) cos w t."""
    w, c = np.sqrt(k / m), m * g / k
    t = np.arccos((floor - c) / (x0 - c)) / w
    a = x0 - c
    speed, area = -a * w * np.sin(w * t), c * t + a * np.sin(w * t) / w
    square = c * c * t + 2 * c * a * np.sin(w * t) / w + a * a * (t / 2 + np.sin(2 * w * t) / (4 * w))
    rms = np.sqrt(square / t)
    return np.array([t, speed, -k * floor, g - k * floor / m, area, area / t, rms, floor, speed * t * t])


NAMES = ["K.stiffness", "b.mass", "gravity.y", "start.S.displacement", "floor"]


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_a_landing_has_the_derivatives_of_its_closed_form(method):
    s = lw.sensitivity(mass_on_a_spring(), landing(), NAMES, method=method)
    at = np.array([200.0, 2.0, -9.81, 0.4, -0.3])
    exact = np.array([np.imag(landed(*(at + 1e-30j * unit))) / 1e-30 for unit in np.eye(5)]).T
    np.testing.assert_allclose(list(s.outputs.values()), landed(*at), rtol=1e-7)
    values = np.array(list(s.gradient.values()))
    np.testing.assert_allclose(values, exact, atol=1e-8 * np.abs(exact).max(axis=1, keepdims=True).max(), rtol=1e-8)


def swung(k, m, g, x0, floor):
    """Outputs at the end of a duration that numbers of the design decide."""
    t, w, c = 3 * np.sqrt(m / k) + floor**2, np.sqrt(k / m), m * g / k
    a = x0 - c
    area = c * t + a * np.sin(w * t) / w
    square = c * c * t + 2 * c * a * np.sin(w * t) / w + a * a * (t / 2 + np.sin(2 * w * t) / (4 * w))
    pull = -k * (c + a * np.cos(w * t))
    return np.array([c + a * np.cos(w * t), pull, area, area / t, np.sqrt(square / t), t * pull])


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize("integrator", [None, lw.Radau()])
def test_a_duration_of_parameters_moves_the_end(method, integrator):
    outputs = {
        "end": "final(S.displacement)", "pull": "final(K.force)", "area": "integral(S.displacement)", "mean": "mean(S.displacement)",
        "rms": "rms(S.displacement)", "mixed": "final(K.force)*final(time)",
    }  # fmt: skip
    case = landing(events=(), duration="3*sqrt(b.mass/K.stiffness) + floor**2", outputs=outputs, integrator=integrator)
    s = lw.sensitivity(mass_on_a_spring(), case, NAMES, method=method)
    at = np.array([200.0, 2.0, -9.81, 0.4, -0.3])
    exact = np.array([np.imag(swung(*(at + 1e-30j * unit))) / 1e-30 for unit in np.eye(5)]).T
    np.testing.assert_allclose(list(s.outputs.values()), swung(*at), rtol=1e-9)
    np.testing.assert_allclose(list(s.gradient.values()), exact, rtol=1e-8, atol=1e-8)


def test_integrals_along_bdf_are_as_exact_as_its_steps():
    """Trapezoids between the ends of its steps would be 1e-5 off."""
    outputs = {"area": "integral(S.displacement)", "mean": "mean(S.displacement)", "rms": "rms(S.displacement)"}
    case = landing(
        events=(), duration="3*sqrt(b.mass/K.stiffness) + floor**2", outputs=outputs, integrator=lw.BDF(), rtol=1e-9
    )
    s = lw.sensitivity(mass_on_a_spring(), case, NAMES)
    at = np.array([200.0, 2.0, -9.81, 0.4, -0.3])
    exact = np.array([np.imag(swung(*(at + 1e-30j * unit))) / 1e-30 for unit in np.eye(5)]).T[2:5]
    np.testing.assert_allclose(list(s.outputs.values()), swung(*at)[2:5], rtol=1e-6)
    np.testing.assert_allclose(list(s.gradient.values()), exact, atol=1e-6)


def test_a_check_runs_anew_where_the_end_moves_and_an_earlier_stop_keeps_it():
    model, case = mass_on_a_spring(), landing(duration="1 + floor", events=(), outputs={"end": "final(S.displacement)"})
    check = lw.check_gradient(model, case, NAMES)
    assert check.success and check.worst < 1e-7, str(check)
    stopped = landing(duration="5 + floor", outputs={"end": "final(S.displacement)"})  # the floor comes first
    s = lw.sensitivity(model, stopped, ["K.stiffness", "floor"])
    np.testing.assert_allclose(s.gradient["end"], [0.0, 1.0], atol=1e-9)


@pytest.mark.parametrize("integrator", [lw.RungeKutta4(2e-3), lw.Radau(), lw.GeneralizedAlpha()])
def test_all_integrators_with_passes_follow_the_end(integrator):
    model, case = (
        mass_on_a_spring(),
        landing(integrator=integrator, rtol=None if isinstance(integrator, lw.RungeKutta4) else 1e-8),
    )
    s = lw.sensitivity(model, case, NAMES)
    at = np.array([200.0, 2.0, -9.81, 0.4, -0.3])
    exact = np.array([np.imag(landed(*(at + 1e-30j * unit))) / 1e-30 for unit in np.eye(5)]).T
    values, size = np.array(list(s.gradient.values())), np.abs(exact).max(axis=1, keepdims=True)
    np.testing.assert_allclose(values / size, exact / size, atol=5e-6)
    against = lw.sensitivity(model, case, NAMES, method="adjoint")
    np.testing.assert_allclose(list(against.gradient.values()) / size, values / size, atol=1e-9)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize("stop", [True, False])
def test_a_pendulums_time_to_the_vertical_is_an_elliptic_integral(method, stop):
    L, g, swing = 0.7, 9.81, 1.2
    m = lw.Mechanism("pendulum", gravity=(0, -g, 0)).add(
        lw.Body("b", mass=3.0, com=(0, -L, 0), inertia=(1e-9, 1e-9, 1e-9)),
        lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)),
    )
    case = lw.Case(
        "swing", start={"A.angle": swing}, duration=1.0, rtol=1e-11, events=lw.Event("A.angle", stop=stop), integrator=lw.DormandPrince(),
        outputs={"time": "event_time(0)"},
    )  # fmt: skip
    s = lw.sensitivity(lw.compile(m), case, ["gravity.y", "start.A.angle", "b.com.y"], method=method)
    k2 = np.sin(swing / 2) ** 2
    time = np.sqrt(L / g) * ellipk(k2)
    by_k2 = np.sqrt(L / g) * (ellipe(k2) - (1 - k2) * ellipk(k2)) / (2 * k2 * (1 - k2))
    assert s.outputs["time"] == pytest.approx(time, rel=1e-8)
    exact = [time / (2 * g), by_k2 * np.sin(swing / 2) * np.cos(swing / 2), -time / (2 * L)]
    np.testing.assert_allclose(s.gradient["time"], exact, rtol=2e-8)


def test_a_four_bar_that_an_angle_stops_agrees_with_differences():
    m = lw.library.planar_four_bar(case="II")
    m.set("K.damping", 5.0)
    model, names = lw.compile(m), ["L1", "L2", "link1.mass", "K.stiffness", "start.A.angle.rate"]
    first = lw.run(model, lw.Case("free", duration=0.4, start={"A.angle.rate": 1.0})).trajectory
    angle = first["A.angle"]
    turned = float(angle[0] + 0.6 * (angle[-1] - angle[0]))
    half = float(angle[0] + 0.3 * (angle[-1] - angle[0]))
    case = lw.Case(
        "stopped", duration=2, rtol=1e-11, start={"A.angle.rate": 1.0}, integrator=lw.DormandPrince(),
        events=(lw.Event(f"A.angle - ({half!r})"), lw.Event(f"A.angle - ({turned!r})", stop=True)),
        outputs={
            "half": "event_time(0)", "end": "event_time(1)", "rate": "final(D.angle.rate)", "load": "final(D.force.x)",
            "work": "integral(K.force*A.angle.rate)", "mean": "mean(link2.position.x)", "rms": "rms(link2.velocity.y)",
            "peak": "peak(link2.velocity.x)",
        },
    )  # fmt: skip
    along = lw.sensitivity(model, case, names)
    against = lw.sensitivity(model, case, names, method="adjoint")
    values = np.array(list(along.gradient.values()))
    size = np.maximum(np.abs(values).max(axis=1, keepdims=True), 1e-3)
    np.testing.assert_allclose(list(against.gradient.values()) / size, values / size, atol=1e-9)

    def at(path, change):
        if path.startswith("start."):
            return list(lw.run(model, case.changed(start={"A.angle.rate": 1.0 + change})).outputs.values())
        return list(lw.run(model.with_parameters({path: model.parameters[path] + change}), case).outputs.values())

    for k, path in enumerate(names):
        h = 1e-3 * max(abs(along.values[k]), 0.1)
        sides = [np.subtract(at(path, n * h), at(path, -n * h)) for n in (1, 2)]
        difference = (8 * sides[0] - sides[1]) / (12 * h)
        exact = slice(0, -1)  # a peak among five steps is read at other points by lw.run
        np.testing.assert_allclose(values[exact, k] / size[exact, 0], difference[exact] / size[exact, 0], atol=3e-7)


@pytest.mark.parametrize("kind", ["initial", "final", "integral", "mean", "rms", "peak", "maximum", "minimum"])
def test_terms_change_with_the_time_of_the_end(kind):
    def until(T):
        t = np.linspace(0.0, T, 4001)
        w = np.full(t.size, T / 4000)
        w[[0, -1]] /= 2
        zeros = np.zeros((t.size, 0))
        return Points(t, zeros, zeros, zeros, w, np.zeros(t.size, int), zeros, 0, t.size - 1), np.sin(t) + 0.2 * t

    for T in (1.2, 2.9, 5.0, 7.5):
        value, rate = np.sin(T) + 0.2 * T, np.cos(T) + 0.2
        low, high = (term_value(kind, *until(T + d)) for d in (-1e-4, 1e-4))
        points, g = until(T)
        assert g[-1] == pytest.approx(value)
        assert end_derivative(kind, points, g, rate) == pytest.approx((high - low) / 2e-4, rel=1e-5, abs=1e-6)


def test_the_time_of_an_event_is_the_same_whether_it_stops_the_run_or_not():
    model, passing = mass_on_a_spring(), landing(events=lw.Event("S.displacement - floor"), duration=0.3)
    stopped = lw.sensitivity(model, landing(), NAMES)
    passed = lw.sensitivity(model, passing, NAMES)
    np.testing.assert_allclose(passed.gradient["time"], stopped.gradient["time"], rtol=1e-9)
    fixed = lw.sensitivity(model, passing.changed(events=(), outputs={"speed": OUTPUTS["speed"]}), NAMES)
    np.testing.assert_allclose(passed.gradient["speed"], fixed.gradient["speed"], rtol=1e-9)


def test_gradients_of_stopped_runs_can_be_checked():
    check = lw.check_gradient(mass_on_a_spring(), landing(rtol=1e-9), ["K.stiffness", "floor"], tolerance=1e-5)
    assert check.success, str(check)
    assert check.outputs == tuple(OUTPUTS)


def test_an_event_that_only_grazes_zero_is_refused_by_name():
    case = landing(events=lw.Event("S.displacement - low"), outputs={"t": "event_time(0)"}, rtol=1e-7, duration=1)
    m = mass_on_a_spring().mechanism()
    c = -2 * 9.81 / 200
    m.add(lw.Parameter("low", 2 * c - 0.4 + 1e-8))
    with pytest.raises(QuestionError, match=r"event 'S.displacement - low' only grazes zero at t = 0\.31"):
        lw.sensitivity(lw.compile(m), case, "K.stiffness")


def test_an_event_time_is_an_objective_with_exact_gradients():
    case = landing(outputs={"time": "event_time(0)"}, rtol=1e-8)
    best = lw.optimize(
        mass_on_a_spring(), case, minimize="(land.time - 0.2)**2", vary={"K.stiffness": (100, 400)}, quiet=True
    )
    assert not best.by_differences
    k = best.parameters["K.stiffness"]
    assert landed(k, 2.0, -9.81, 0.4, -0.3)[0] == pytest.approx(0.2, abs=1e-4)
