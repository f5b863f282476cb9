"""Values of inputs: numbers, text that reads as a number, expressions; the same in every analysis."""

import numpy as np
import pytest

import linkwork as lw

SAME = ["5", "5.0", " 5 ", "+5", "0.5e1", "2+3", np.str_("5"), 5, 5.0, np.float32(5), np.int64(5)]


def cart(**more):
    """1 kg pushed by the input u, whose default is 1 N."""
    mechanism = lw.Mechanism("cart", plane="xy").add(
        lw.Body("cart", mass=1.0, inertia=1.0, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Input("u", value=1.0),
        lw.JointForce("push", "P.displacement", force="u"),
    )
    return lw.compile(mechanism, **more)


@pytest.mark.parametrize("value", SAME, ids=repr)
def test_text_that_reads_as_a_number_is_that_number_in_a_run(value):
    model = cart()
    run = lw.simulate(model, lw.assemble(model), 1.0, inputs={"u": value}, integrator=lw.RungeKutta4(0.1))
    assert run["P.displacement"][-1] == pytest.approx(2.5, rel=1e-12)
    assert run["u"][-1] == 5.0
    assert run["push.force"][-1] == pytest.approx(5.0)


def test_a_negative_number_as_text_pushes_backwards():
    model = cart()
    run = lw.simulate(model, lw.assemble(model), 1.0, inputs={"u": "-5"}, integrator=lw.RungeKutta4(0.1))
    assert run["P.displacement"][-1] == pytest.approx(-2.5, rel=1e-12)


def test_a_changed_default_does_not_come_back_through_text():
    model = cart().with_parameters({"u.value": 7.0})
    run = lw.simulate(model, lw.assemble(model), 1.0, inputs={"u": "1"}, integrator=lw.RungeKutta4(0.1))
    assert run["P.displacement"][-1] == pytest.approx(0.5, rel=1e-12)
    run = lw.simulate(model, lw.assemble(model), 1.0, integrator=lw.RungeKutta4(0.1))
    assert run["P.displacement"][-1] == pytest.approx(3.5, rel=1e-12)


def test_an_exchanged_part_brings_its_own_numbers_and_others_keep_the_models():
    from linkwork.model.variants import rebuilt

    model = cart().with_parameters({"cart.mass": 3.0, "u.value": 7.0})
    parts = {**model.numbers.parts, "u": lw.Signal("u", 1.0)}
    made = rebuilt(model, parts.values()).parameters
    assert made["u.value"] == 1.0 and made["cart.mass"] == 3.0
    parts = {**model.numbers.parts, "u": lw.Input("u", 2.0)}
    assert rebuilt(model, parts.values()).parameters["u.value"] == 2.0
    assert rebuilt(model, model.numbers.parts.values()).parameters == model.parameters


@pytest.mark.parametrize("value", ["5", 5.0], ids=repr)
def test_text_that_reads_as_a_number_is_that_number_in_every_analysis(value):
    model = cart()
    state, inputs = lw.assemble(model), {"u": value}
    assert lw.measure(model, state, "u", inputs=inputs) == 5.0
    assert lw.accelerations(model, state, inputs=inputs).vdot[0] == pytest.approx(5.0)
    assert lw.linearize(model, state, values=inputs).input_values == {"u": 5.0}
    case = lw.Case(
        "push", duration=1.0, inputs=inputs, integrator=lw.RungeKutta4(0.1), outputs={"x": "final(P.displacement)"}
    )
    assert lw.run(model, case).outputs["x"] == pytest.approx(2.5, rel=1e-12)
    held = lw.equilibrium(model, state, hold={"P.displacement": 0.5}, trim=["u"], inputs=inputs)
    assert held["u"] == pytest.approx(0.0, abs=1e-12)


def test_text_that_is_neither_number_nor_expression_is_refused_by_name():
    model = cart()
    with pytest.raises(ValueError, match="input 'u': .*nan.* is not a finite number"):
        lw.simulate(model, lw.assemble(model), 1.0, inputs={"u": "nan"})
    with pytest.raises(ValueError, match="input 'u': expression"):
        lw.simulate(model, lw.assemble(model), 1.0, inputs={"u": "5 5"})
    with pytest.raises(TypeError, match="input 'u' is a number here, not 'time'"):
        lw.measure(model, lw.assemble(model), "u", inputs={"u": "time"})
    with pytest.raises(TypeError, match="input 'u' is a number here, not 'nan'"):
        lw.measure(model, lw.assemble(model), "u", inputs={"u": "nan"})


def test_a_run_with_text_as_input_is_the_same_from_its_file(tmp_path):
    model = cart()
    run = lw.simulate(model, lw.assemble(model), 1.0, inputs={"u": "5"}, integrator=lw.RungeKutta4(0.1))
    run.save(tmp_path / "run.nc")
    again = lw.Trajectory.load(tmp_path / "run.nc")
    assert np.array_equal(again["push.force"], run["push.force"]) and again["u"][0] == 5.0


@pytest.mark.parametrize("value", [5, np.int64(5), np.float32(5), "5"], ids=repr)
def test_no_number_replaces_an_expression_in_silence(value):
    mechanism = cart().mechanism().add(lw.Parameter("k", 2.0), lw.Signal("s", "2*k"))
    mechanism.set("push.force", "k*u")
    with pytest.raises(lw.DescriptionError, match=r"push.force: is the expression 'k\*u'"):
        mechanism.set("push.force", value)


@pytest.mark.parametrize("value", [True, False, np.True_], ids=repr)
def test_true_and_false_are_not_taken_for_1_and_0(value):
    model = cart()
    state = lw.assemble(model)
    questions = [
        lambda: lw.simulate(model, state, 0.1, inputs={"u": value}),
        lambda: lw.equilibrium(model, state, inputs={"u": value}),
        lambda: lw.linearize(model, state, values={"u": value}),
        lambda: lw.accelerations(model, state, inputs={"u": value}),
        lambda: lw.assemble(model, {"P.displacement": value}),
        lambda: lw.State(value, state.q, state.v),
    ]
    for question in questions:
        with pytest.raises((ValueError, TypeError), match=str(value)):
            question()
