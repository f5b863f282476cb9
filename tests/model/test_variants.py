"""From model to model: expressions are rewritten as trees, and what follows from a model is computed once."""

import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork.description.parsing import parse
from linkwork.model.cache import Slot, once_per_model
from linkwork.model.running_variant import with_inputs, with_inputs_and_events
from linkwork.model.variants import complex_variant, with_driver_at_speed, with_measured_rows


def pendulum():
    m = lw.Mechanism("pendulum", plane="xy").add(
        lw.Body("bar", mass=2.0, inertia=(0.1, 0.1, 0.1), com=(1, 0, 0)),
        lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
        lw.JointSpring("K", "A.angle", stiffness=3.0),
        lw.SpringDamper("S", "ground", "bar", at_i=(0, 2, 0), at_j=(1, 0, 0), stiffness=10.0),
        lw.Input("u", 0.5),
        lw.Signal("push", "bar.acceleration.x + u"),
    )
    return lw.compile(m)


def event_tree(model, when, k=0):
    """The tree of an event in the running model, and what its stand-ins stand for."""
    running = with_inputs_and_events(model, {}, [lw.Event(when)])
    stands = {name: signal.path for name, signal in running.stand_ins.items()}
    return running.model.numbers.expr(f"event_{k}", "value"), stands


@pytest.mark.parametrize(
    ("when", "expected", "stands"),
    [
        ("A.angle - 1", "A.angle - 1", []),
        ("A.force.x/A.force.y", "event_source_0/event_source_1", ["A.force.x", "A.force.y"]),
        ("2*A.angle.accel**2", "2*event_source_0**2", ["A.angle.accel"]),
        ("-S.force_vector.y", "-(event_source_0*S.span.y/S.length)", ["S.force"]),
        (
            "1 - bar.acceleration.local.x",
            "1 - (bar.rotation.xx*event_source_0 + bar.rotation.yx*event_source_1 + bar.rotation.zx*event_source_2)",
            ["bar.acceleration.x", "bar.acceleration.y", "bar.acceleration.z"],
        ),
        (
            "A.total_torque.z",
            "event_source_0 + (1)*event_source_1*A.frame_i.zz",
            ["A.torque.z", "K.force"],
        ),
    ],
)
def test_events_read_stand_ins_for_what_is_known_after_the_accelerations(when, expected, stands):
    tree, known = event_tree(pendulum(), when)
    assert tree == parse(expected)
    assert list(known.values()) == stands


def test_signals_that_events_name_are_rewritten_too():
    running = with_inputs_and_events(pendulum(), {}, [lw.Event("push - 3")])
    assert running.model.numbers.expr("event_0", "value") == parse("push - 3")
    assert running.model.numbers.expr("push", "value") == parse("event_source_0 + u")


def test_a_part_may_be_called_as_the_word_that_is_exchanged():
    m = lw.Mechanism("named", plane="xy").add(
        lw.Body("acceleration", mass=2.0, inertia=(0.1, 0.1, 0.1), com=(0, 0, 0)),
        lw.Revolute("A", "ground", "acceleration", at=(0, 0, 0)),
    )
    running = with_inputs_and_events(lw.compile(m), {}, [lw.Event("acceleration.acceleration.x")])
    assert running.model.numbers.expr("event_source_0_reads", "value") == parse("acceleration.velocity.x")


def test_outputs_of_many_terms_are_no_longer_than_what_users_may_write():
    """Written with all its parentheses, a sum of many terms is nested deeper than the grammar allows."""
    model = pendulum()
    total = " + ".join(["A.angle"] * 100)
    case = lw.Case("sum", start={"A.angle": 0.3}, duration=0.01, outputs={"many": f"final({total})"})
    one = lw.Case("one", start={"A.angle": 0.3}, duration=0.01, outputs={"one": "final(A.angle)"})
    assert lw.run(model, case).outputs["many"] == pytest.approx(100 * lw.run(model, one).outputs["one"], rel=1e-13)


def test_moving_inputs_are_signals_of_time():
    model = pendulum()
    made = with_inputs(model, {"u": ([0.0, 1.0], [2.0, 3.0])})
    assert made.inputs == []
    assert made.numbers.expr("u", "value") == parse("table(u_samples, time)")
    assert with_inputs(model, {"u": 4.0}) is model


def test_a_driver_at_a_speed_begins_where_it_is():
    made, speed = with_driver_at_speed(pendulum(), "A.angle", -0.25, 1.5)
    assert made.inputs == ["u", speed]
    assert made.numbers.expr("A_angle_driver", "motion") == parse(f"(-0.25) + {speed}*(time - (1.5))")


def test_a_model_without_further_rows_is_itself():
    model = pendulum()
    assert with_measured_rows(model, ()) is model
    assert with_measured_rows(model, [model.signal_table.find("A.angle").scalar_measure]).n_rows == model.n_rows + 1


def test_variants_keep_the_models_own_numbers():
    model = pendulum().with_parameters({"bar.mass": 7.0})
    assert with_inputs(model, {"u": "time"}).parameters["bar.mass"] == 7.0
    assert complex_variant(model).dtype == np.complex128
    assert complex_variant(model) is complex_variant(model)


def test_what_follows_from_a_model_is_computed_once_per_model():
    made = []

    @once_per_model
    def count(model) -> int:
        """Count the calls."""
        made.append(model)
        return len(made)

    model = pendulum()
    assert [count(model), count(model)] == [1, 1]
    assert count(model.with_parameters({"bar.mass": 3.0})) == 2  # not shared with variants
    assert count(pickle.loads(pickle.dumps(model))) == 3  # nor pickled
    model.cache.clear()
    assert count(model) == 4
    assert count.__doc__ == "Count the calls."


def test_a_slot_retains_the_newest_values_up_to_its_limit():
    model, made = pendulum(), []
    slot: Slot[int, int] = Slot("squares", limit=2)

    def square(k):
        return model.cache.get(slot, k, lambda: made.append(k) or k * k)

    assert [square(k) for k in (1, 2, 2, 3)] == [1, 4, 4, 9]
    assert made == [1, 2, 3]
    square(2)
    assert made == [1, 2, 3]
    square(1)  # has given way to 3
    assert made == [1, 2, 3, 1]
