"""Derivatives of computed motions by the design: against one-coordinate solutions, finite differences and each other."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.errors import QuestionError
from tests.analyses.design import four_bar_oracle as oracle

TIGHT = {"rtol": 1e-11}
NUMBERS = [
    "K.damping",
    "K.stiffness",
    "L1",
    "L2",
    "l0",
    "link2.mass",
    "link3.inertia",
    "start.A.angle",
    "start.A.angle.rate",
]


def damped_four_bar(coordinates="joint"):
    """THEORY's four-bar II with a damper of 5 N m s/rad."""
    m = lw.library.planar_four_bar(case="II")
    m.set("K.damping", 5.0)
    return lw.compile(m, coordinates=coordinates)


def fall(duration, **more):
    start = {"A.angle": 1.104, "A.angle.rate": 0.0}
    return lw.Case("fall", start=start, duration=duration, outputs={"end": "final(A.angle)"}, **{**TIGHT, **more})


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_damping_of_the_four_bar_as_in_theory(method):
    for duration, value, slope in ((1, 0.5603858946, 0.0018986827), (10, 0.7683761278, -0.0034991278)):
        s = lw.sensitivity(damped_four_bar(), fall(duration), "K.damping", method=method)
        assert s.outputs["end"] == pytest.approx(value, abs=2e-10)
        assert s["end", "K.damping"] == pytest.approx(slope, abs=2e-10)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_every_number_of_the_four_bar_by_both_methods_is_that_of_one_coordinate(coordinates):
    model = damped_four_bar(coordinates)
    outputs = {"end": "final(A.angle)", "speed": "final(A.angle.rate)", "square": "integral(A.angle**2)"}
    case = fall(2).changed(outputs=outputs)
    along, against = (lw.sensitivity(model, case, NUMBERS, method=method) for method in ("direct", "adjoint"))
    for name in outputs:
        np.testing.assert_allclose(against.gradient[name], along.gradient[name], rtol=1e-9, atol=1e-12)
    for k, parameter in enumerate(NUMBERS):
        expected = oracle.derivative(parameter, [2.0])[:, 0]
        results = [along.gradient[name][k] for name in outputs]
        np.testing.assert_allclose(results, expected, rtol=1e-8, atol=1e-10)


def test_signals_over_time_are_those_of_one_coordinate():
    s = lw.sensitivity(damped_four_bar(), fall(1), ["L1", "K.stiffness"])
    expected = oracle.derivative("L1", s.t)
    np.testing.assert_allclose(s["A.angle", "L1"], expected[0], atol=1e-9)
    np.testing.assert_allclose(s["A.angle.rate", "L1"], expected[1], atol=1e-8)
    assert s.signal("link2.position").shape == (s.t.size, 3, 2)


def loop_case():
    outputs = {
        "end": "final(A.angle)", "load": "rms(C.force.y)", "top": "peak(A.angle.rate)", "swing": "mean(rocker.acceleration.x)",
        "work": "integral(K.force*A.angle.rate) + 2*initial(A.angle.accel)",
    }  # fmt: skip
    return lw.Case("loop", duration=0.5, outputs=outputs)


LOOP = [
    "gravity.y",
    "crank.mass",
    "coupler.com.y",
    "coupler.inertia.1",
    "A.at.z",
    "B.at.x",
    "C.at.x",
    "D.axis.z",
    "K.stiffness",
    "K.damping",
]


@pytest.mark.parametrize(
    ("coordinates", "integrator"),
    [("joint", None), ("cartesian", lw.DormandPrince(order=5)), ("cartesian", lw.RungeKutta4(0.02))],
)
def test_a_spatial_loop_agrees_with_differences_of_its_frozen_steps(coordinates, integrator):
    model = lw.compile(lw.library.spatial_four_bar(), coordinates=coordinates)
    fixed = {"rtol": None} if isinstance(integrator, lw.RungeKutta4) else {}
    case = loop_case().changed(integrator=integrator, **fixed)
    against = lw.sensitivity(model, case, LOOP, method="adjoint")
    check = lw.check_gradient(model, case, LOOP)
    assert check.success, str(check)
    assert check.worst < 1e-6
    np.testing.assert_allclose(list(against.gradient.values()), check.gradient, rtol=1e-9, atol=1e-11)


def test_a_governor_and_a_chain_agree_with_differences():
    governor = lw.compile(lw.library.flyball_governor())
    chain = lw.compile(lw.library.chain(4))
    cases = [
        (governor, [name for name in governor.parameters if "stiffness" in name or "mass" in name][:4], lw.library.initial_speeds),
        (chain, [name for name in chain.parameters if "mass" in name or ".at." in name][:4], None),
    ]  # fmt: skip
    for model, names, speeds in cases:
        start = speeds("flyball_governor") if speeds else {}
        signal = next(s for s in model.signals if s.endswith(".angle"))
        case = lw.Case(
            "go",
            start=start,
            duration=0.2,
            integrator=lw.DormandPrince(),
            outputs={"end": f"final({signal})", "rate": f"rms({signal}.rate)"},
        )
        check = lw.check_gradient(model, case, names, method="adjoint")
        assert check.success, str(check)
        along = lw.sensitivity(model, case, names)
        np.testing.assert_allclose(list(along.gradient.values()), check.gradient, rtol=1e-9, atol=1e-12)


def test_large_accelerations_take_no_digits_from_derivatives_of_projections():
    model = lw.compile(lw.library.andrews_squeezer())  # up to 1e6 rad/s^2 beside corrections of 1e-9 rad
    outputs = {"end": "final(K7.position.x)", "speed": "mean(K7.velocity.y)"}
    case = lw.Case("squeeze", duration=0.06, rtol=1e-8, integrator=lw.DormandPrince(), outputs=outputs)
    names = ["phi", "epsilon", "omega", "A.at.x", "K6.inertia"]
    along, against = (lw.sensitivity(model, case, names, method=method) for method in ("direct", "adjoint"))
    for name in outputs:
        np.testing.assert_allclose(against.gradient[name], along.gradient[name], rtol=1e-10)


def test_passages_of_singular_positions_are_flagged():
    model = lw.compile(lw.library.n_four_bar(2))
    case = lw.Case("fall", start={"A0.angle.rate": -1.0}, duration=0.9, outputs={"end": "final(A0.angle)"})
    s = lw.sensitivity(model, case, "rod0.mass")
    ((first, last),) = s.flagged
    assert first <= s.run.crossings[0].time <= last
    assert "across singular positions" in str(s)


def test_runs_that_change_to_implicit_steps_agree_with_differences():
    governor = lw.compile(lw.library.flyball_governor())
    start = lw.library.initial_speeds("flyball_governor")
    signal = next(s for s in governor.signals if s.endswith(".angle"))
    case = lw.Case("spin", start=start, duration=0.3, outputs={"end": f"final({signal})"})
    check = lw.check_gradient(governor, case, ["K1.stiffness", "K1.damping"])
    assert check.success, str(check)
    against = lw.sensitivity(governor, case, check.parameters, method="adjoint")
    assert len(against.run.record.parts()) > 1
    np.testing.assert_allclose(against.gradient["end"], check.gradient[0], rtol=1e-7)


def lowest(stiffness, damping, mass):
    """The first trough of x(0) = 1, x'(0) = 0, and the largest force of the spring there."""
    z = damping / (2 * np.sqrt(stiffness * mass))
    x = -np.exp(-z * np.pi / np.sqrt(1 - z * z))
    return np.array([x, -stiffness * x])


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize(
    ("integrator", "rtol", "close"), [(None, 1e-6, 1e-6), (None, 1e-11, 1e-10), (lw.Radau(), 1e-9, 1e-8), (lw.RungeKutta4(0.01), None, 1e-6)]
)  # fmt: skip
def test_maxima_between_points_are_those_of_the_motion(method, integrator, rtol, close):
    m = lw.Mechanism("oscillator").add(
        lw.Body("b", mass=2.0, com=(0, 0, 0), inertia=(1, 1, 1)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.SpringDamper("K", "ground", "b", at_i=(-3, 0, 0), at_j=(0, 0, 0), stiffness=30.0, damping=3.0, rest=3.0),
    )
    numbers, at = ["K.stiffness", "K.damping", "b.mass"], np.array([30.0, 3.0, 2.0])
    outputs = {
        "low": "minimum(P.displacement)", "pull": "maximum(-K.stiffness*P.displacement)", "first": "maximum(P.displacement)",
        "last": "maximum(time)", "load": "maximum(P.displacement.accel)",
    }  # fmt: skip
    case = lw.Case(
        "swing", start={"P.displacement": 1.0}, duration=3, rtol=rtol, integrator=integrator, outputs=outputs
    )
    model = lw.compile(m)
    s, result = lw.sensitivity(model, case, numbers, method=method), lw.run(model, case).outputs
    exact = np.array([lowest(*(at + 1e-30j * unit)).imag / 1e-30 for unit in np.eye(3)]).T
    for answer in (s.outputs, result):
        np.testing.assert_allclose([answer["low"], answer["pull"]], lowest(*at), rtol=close)
        assert (answer["first"], answer["last"]) == (pytest.approx(1.0, abs=1e-12), 3.0)
    assert s.outputs["load"] == pytest.approx(result["load"], rel=close)
    np.testing.assert_allclose([s.gradient["low"], s.gradient["pull"]], exact, atol=10 * close)
    np.testing.assert_allclose([s.gradient["first"], s.gradient["last"]], 0.0, atol=1e-14)
    assert lw.check_gradient(model, case, numbers, method=method).worst < 1e-9


def against_a_stop(stiffness, gap, rate, t=0.4):
    """A body of 1 kg flies a gap wide, meets a spring, and comes back."""
    w = np.sqrt(stiffness)
    return -gap - rate * (t + gap / rate - np.pi / w)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize("integrator", [None, lw.RungeKutta4(0.004), lw.Radau()])
def test_kinks_that_a_motion_passes_cost_no_digits(method, integrator):
    """A step across the beginning of a contact would have a derivative by the gap that is some percent off."""
    m = lw.Mechanism("stop", plane="xy").add(
        lw.Parameter("k", 400.0),
        lw.Parameter("gap", 0.1),
        lw.Body("b", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointForce("S", "P.displacement", force="k*max(0, -gap - P.displacement)"),
    )
    model, numbers = lw.compile(m), ["k", "gap", "start.P.displacement.rate"]
    case = lw.Case(
        "hit", start={"P.displacement.rate": -1.0}, duration=0.4, integrator=integrator, outputs={"x": "final(P.displacement)"}
    )  # fmt: skip
    at = np.array([400.0, 0.1, -1.0])
    exact = [np.imag(against_a_stop(*(at + 1e-30j * unit))) / 1e-30 for unit in np.eye(3)]
    s = lw.sensitivity(model, case, numbers, method=method)
    assert s.outputs["x"] == pytest.approx(against_a_stop(*at), abs=1e-6)
    np.testing.assert_allclose(s.gradient["x"], exact, atol=1e-6)
    assert not s.run.events and not s.notes
    if integrator is None:
        assert lw.check_gradient(model, case, numbers, method=method).success
        notes = lw.sensitivity(model, case.changed(integrator=lw.GeneralizedAlpha()), numbers, method=method).notes
        assert len(notes) == 1 and "kinks that the motion passes (t = 0.1, 0.2571 s)" in notes[0]


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_kinks_of_what_is_integrated_cost_no_digits(method):
    """The positive part of x = cos w t, beyond its second zero: (2 + sin w T)/w."""
    m = lw.Mechanism("oscillator", plane="xy").add(
        lw.Body("b", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=25.0),
    )
    case = lw.Case(
        "swing", start={"P.displacement": 1.0}, duration=1.1, outputs={"i": "integral(max(0, P.displacement))"}
    )
    model = lw.compile(m)
    s = lw.sensitivity(model, case, "K.stiffness", method=method)
    for outputs in (s.outputs, lw.run(model, case).outputs):
        assert outputs["i"] == pytest.approx((2 + np.sin(5.5)) / 5, abs=1e-7)
    exact = (5 * 1.1 * np.cos(5.5) - (2 + np.sin(5.5))) / 25 / 10
    assert s["i", "K.stiffness"] == pytest.approx(exact, abs=1e-6)


def test_what_has_no_derivative_is_refused():
    model = damped_four_bar()
    with pytest.raises(QuestionError, match="Adams has no sensitivities"):
        lw.sensitivity(model, fall(1, integrator=lw.Adams()), "L1")
    with pytest.raises(QuestionError, match='method is "direct" or "adjoint"'):
        lw.sensitivity(model, fall(1), "L1", method="forward")
    with pytest.raises(lw.AnalysisError, match=r"event 0 \('A.angle - 9'\) did not happen"):
        lw.sensitivity(model, fall(1, events=lw.Event("A.angle - 9")).changed(outputs={"when": "event_time(0)"}), "L1")


def test_steps_of_places_that_are_zero_follow_the_size_of_the_mechanism():
    model = lw.compile(lw.library.andrews_squeezer(), coordinates="cartesian")  # centimetres
    case = lw.Case("squeeze", duration=0.01, rtol=1e-8, outputs={"x": "final(K7.position.x)"})
    check = lw.check_gradient(model, case, ["O.at.y"])
    assert check.success and check.worst < 1e-6, str(check)


def test_all_that_is_wrong_with_the_parameters_is_said_at_once_and_before_the_run(monkeypatch):
    from linkwork.analyses.design import case_motion

    monkeypatch.setattr(case_motion, "simulation", None)  # it would fail if it were called
    model, case = damped_four_bar(), fall(1).changed(set={"K.damping": 2})
    with pytest.raises(lw.DescriptionError) as caught:
        lw.sensitivity(model, case, ["K.stifness", "B.at.x", "start.A.angel", "K.damping", "L2", "L2"])
    for words in (
        "L2: named twice", "'K.stifness'; did you mean 'K.stiffness'?", "B.at.x: is the expression", "did you mean 'start.A.angle'?",
        "K.damping: case 'fall' sets it itself",
    ):  # fmt: skip
        assert words in str(caught.value), words
    with pytest.raises(QuestionError, match=r"start.link2.position: is a vector; name a component such as"):
        lw.sensitivity(model, fall(1).changed(start={"link2.position": (1.0, 1.0, 0.0)}), "start.link2.position")
    with pytest.raises(QuestionError, match="steps of bdf have no adjoint"):
        lw.sensitivity(model, fall(1, integrator=lw.BDF()), "L1", method="adjoint")
    m = lw.library.planar_four_bar(case="II").add(lw.Input("u"), lw.JointForce("push", "A.angle", force="u"))
    for given in (3.0, ([0.0, 1.0], [0.0, 2.0])):
        with pytest.raises(QuestionError, match=r"u.value: case 'fall' gives this input itself"):
            lw.sensitivity(lw.compile(m), fall(1, inputs={"u": given}), "u.value")


def test_an_entry_of_the_start_that_is_an_expression_has_its_value_as_parameter():
    case = fall(0.1).changed(start={"A.angle": "L1/2", "A.angle.rate": 0.5})
    s = lw.sensitivity(damped_four_bar(), case, ["start.A.angle", "start.A.angle.rate"])
    assert s.values.tolist() == [1.0, 0.5]


@pytest.mark.parametrize("rate", [1.0, 0.98])
def test_maxima_that_compete_are_named(rate):
    """An oscillator without damping comes back to where it began; a gradient by its damping is that of one side."""
    m = lw.Mechanism("oscillator", plane="xy").add(
        lw.Body("b", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=50),
    )
    outputs = {"m": f"maximum(P.displacement * {rate}**time)", "p": "peak(P.displacement)"}
    case = lw.Case("swing", start={"P.displacement": 1.0}, duration=1.5, rtol=1e-10, outputs=outputs)
    check = lw.check_gradient(lw.compile(m), case, ["K.damping", "K.stiffness"])
    notes = [note for note in check.notes if "are nearly equal" in note]
    assert len(notes) == (rate == 1.0) and check.success == (rate != 1.0)
    if notes:
        assert "1 at t = 0 s and 1 at t = 1.25664 s" in notes[0] and notes[0] in str(check)


def test_a_check_that_compares_nothing_is_refused():
    with pytest.raises(QuestionError) as caught:
        lw.check_gradient(damped_four_bar(), fall(1).changed(outputs={}), "L1", step=0, tolerance=-1)
    assert len(caught.value.problems) == 3
    m = lw.Mechanism("p", plane="xy").add(
        lw.Parameter("a", 0.5),
        lw.Body("b", mass="sqrt(a - 0.4)", inertia=1, com=(1, 0, 0)),
        lw.Revolute("A", "ground", "b", at=(0, 0, 0)),
    )
    case = lw.Case("go", duration=0.1, outputs={"a": "final(A.angle)"})
    with pytest.raises(lw.AnalysisError, match=r"a changed by -0\.2: .* gives nan; take a smaller step"):
        lw.check_gradient(lw.compile(m), case, "a", step=0.2)


def test_a_figure_of_derivatives_has_units_and_a_dot_at_each_step():
    pytest.importorskip("matplotlib").use("Agg")
    s = lw.sensitivity(damped_four_bar(), fall(0.5), ["L1", "K.stiffness"])
    (axes,) = s.plot("A.angle").axes
    curve, dots = axes.get_lines()[:2]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("time (s)", "change of A.angle (rad)")
    np.testing.assert_allclose(dots.get_ydata(), 2.0 * s["A.angle", "L1"])
    at = np.searchsorted(curve.get_xdata(), s.t)
    np.testing.assert_allclose(curve.get_ydata()[at], dots.get_ydata(), atol=1e-12)


def test_outputs_that_jump_or_are_no_numbers_are_told():
    model = damped_four_bar()
    jumping = fall(0.3).changed(outputs={"m": "mean(sign(A.angle - 1))", "f": "final(sign(A.angle))"})
    (note,) = lw.sensitivity(model, jumping, "L1").notes
    assert note.startswith("sign(…) in output m: that a jump comes sooner or later")
    for text, value in (("final(sqrt(A.angle - 9))", "nan"), ("1/final(A.angle - A.angle)", "inf")):
        with pytest.raises(lw.AnalysisError, match=rf"output 'x', .* is {value}: it has no derivative"):
            lw.sensitivity(model, fall(0.1).changed(outputs={"x": text}), "L1")
    with pytest.raises(QuestionError, match="its 101 times need a duration above 0 s"):
        lw.run(model, lw.Case("turn", analysis="kinematics", duration=0, outputs={"a": "final(A.angle)"}))


def test_an_output_that_is_not_there_is_answered_with_the_nearest():
    s = lw.sensitivity(damped_four_bar(), fall(0.1), "L1")
    with pytest.raises(KeyError, match="'ende' is neither an output nor a signal: did you mean 'end'?"):
        s["ende", "L1"]
    with pytest.raises(KeyError, match='shapes have derivatives in cases with analysis="modes"'):
        s.shape(0)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_a_run_of_no_duration_has_the_derivatives_of_its_start(method):
    case = fall(0).changed(outputs={"end": "final(A.angle)", "load": "final(D.force.x)", "sum": "integral(A.angle)"})
    s = lw.sensitivity(damped_four_bar(), case, ["start.A.angle", "L1"], method=method)
    h, model = 1e-4, damped_four_bar()
    sides = [lw.run(model.with_parameters({"L1": 2.0 + x}), case).outputs["load"] for x in (h, -h)]
    np.testing.assert_allclose(s.gradient["end"], [1, 0], atol=1e-14)
    assert s["load", "L1"] == pytest.approx((sides[0] - sides[1]) / (2 * h), rel=1e-6)
    assert not s.gradient["sum"].any()


def test_kinks_of_time_move_with_the_design_and_jumps_are_named():
    """Where a driver's step begins: agrees with runs anew, which its frozen steps could not."""

    def swing(**force):
        m = lw.Mechanism("swing", plane="xy", gravity=(0, -9.81, 0)).add(
            lw.Parameter("t0", 0.3),
            lw.Body("a", mass=2, inertia=0.2, com=(0.5, 0, 0)),
            lw.Body("b", mass=1, inertia=0.1, com=(1.5, 0, 0)),
            lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
            lw.Revolute("B", "a", "b", at=(1, 0, 0)),
            lw.Driver("D", "B.angle", motion="step(time, t0, 0, t0 + 0.2, 0.4)"),
        )
        return lw.compile(m.add(lw.JointForce("F", "A.angle", **force)) if force else m)

    case = fall(0.8).changed(start={})
    check = lw.check_gradient(swing(), case, "t0")
    assert check.success and check.off.max() < 1e-6 and abs(check.gradient[0, 0]) > 0.01
    s = lw.sensitivity(swing(force="sign(time - t0)"), case, "t0")
    assert any("sign(…) in F.force" in note for note in s.notes) and not lw.sensitivity(swing(), case, "t0").notes


def test_derivatives_of_a_stiff_motion_that_explicit_steps_do_not_see():
    """A chain of bushings sags in its plane; a preload out of it moves stiff coordinates whose errors the run never had."""
    model = lw.compile(lw.library.bushing_chain())
    case = lw.Case(
        "sag", duration=0.002, outputs={"z": "final(link3.position.z)"}, integrator=lw.DormandPrince(), rtol=1e-9
    )
    for method in ("direct", "adjoint"):
        with pytest.raises(QuestionError, match=r"derivatives by B1.preload.2 grow without bound"):
            lw.sensitivity(model, case, "B1.preload.2", method=method)


def test_whole_turns_of_a_cut_joint_are_counted():
    m = lw.library.planar_four_bar(case="II")
    m.set("K.stiffness", 0.0)
    m.add(lw.Signal("square", "A.angle**2"))
    outputs = {"square": "final(A.angle**2)"}
    case = lw.Case(
        "spin", duration=1.5, rtol=1e-10, start={"A.angle.rate": 14.0}, outputs=outputs, integrator=lw.DormandPrince()
    )
    tree, cut = (lw.compile(m, cut=cut) for cut in ((), ["A"]))
    expected = lw.sensitivity(tree, case, "L1")
    assert expected.outputs["square"] > 300.0
    for method in ("direct", "adjoint"):
        sensitivity = lw.sensitivity(cut, case, "L1", method=method)
        assert sensitivity.outputs["square"] == pytest.approx(expected.outputs["square"], rel=1e-7)
        assert sensitivity["square", "L1"] == pytest.approx(expected["square", "L1"], rel=1e-6)
    signal = lw.sensitivity(cut, case.changed(outputs={}), "L1").signal("square")
    assert signal[-1, 0] == pytest.approx(expected["square", "L1"], rel=1e-6)


def test_proportions_that_redundant_constraints_need_have_no_derivative():
    model = lw.compile(lw.library.bricard())
    case = lw.Case("fall", duration=0.02, outputs={"end": "final(rod5.position.x)"})
    with pytest.raises(
        QuestionError, match=r"J1.at.z: the constraints are redundant and would hold the mechanism still"
    ):
        lw.sensitivity(model, case, ["rod2.mass", "J1.at.z"])
    check = lw.check_gradient(model, case, ["rod2.mass", "gravity.y"])
    assert check.success and check.notes == ()
    loads = lw.sensitivity(model, case.changed(outputs={"f": "final(J5.force.x)"}), "rod2.mass")
    assert loads.notes[0].startswith("redundant constraints leave reactions undetermined")
    planar = lw.compile(lw.library.planar_four_bar_3d(), coordinates="cartesian")  # any lengths will do
    case = lw.Case("fall", duration=0.02, outputs={"end": "final(A.angle)"})
    assert lw.sensitivity(planar, case, "L1")["end", "L1"] != 0.0
