"""Signals that name signals, thousands deep: no recursion, and every reader agrees."""

import pytest

import linkwork as lw

DEPTH = 5000


def chained(first, name, depth=DEPTH):
    return [lw.Signal(f"{name}0", first), *(lw.Signal(f"{name}{k}", f"{name}{k - 1} + 1") for k in range(1, depth))]


@pytest.fixture(scope="module")
def model():
    """A pendulum whose spring, motor and readings are chains of signals: of positions (s), reactions (r), time (t), numbers (n)."""
    last = DEPTH - 1
    return lw.compile(
        lw.Mechanism("chains", plane="xy").add(
            lw.Body("bar", mass=1, inertia=1, com=(1, 0, 0)),
            lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
            *chained("A.angle", "s"),
            *chained("A.force.x", "r"),
            *chained("abs(time - 0.005)", "t"),
            *chained("2", "n"),
            lw.JointForce("spring", "A.angle", force=f"{last} - s{last} + t{last} - n{last} + 2"),
        )
    )


def test_five_thousand_chained_signals_are_read_at_a_state(model):
    state = lw.assemble(model, {"A.angle": 0.3, "A.angle.rate": 2.0})
    for name, first in (("s", "A.angle"), ("r", "A.force.x"), ("n", "n0")):
        assert lw.measure(model, state, f"{name}{DEPTH - 1}") - (DEPTH - 1) == pytest.approx(
            lw.measure(model, state, first), rel=1e-9
        )
    assert lw.measure(model, state, "spring.force") == pytest.approx(-0.3 + 0.005, abs=1e-11)


def test_five_thousand_chained_signals_act_on_a_run_and_on_its_events(model):
    state = lw.assemble(model, {"A.angle": 0.3})
    last = DEPTH - 1
    events = [lw.Event(f"s{last} - {last} - 0.29999"), lw.Event(f"r{last} - {last} + 1e9")]
    run = lw.simulate(model, state, 0.02, integrator=lw.RungeKutta4(0.0025), events=events)
    assert run[f"s{last}"][-1] - last == pytest.approx(run["A.angle"][-1], abs=1e-11)
    assert run[f"r{last}"][-1] - last == pytest.approx(run["A.force.x"][-1], abs=1e-11)
    assert len(run.events) == 1 and 0.0 < run.events[0].time < 0.02
    from linkwork.model.expressions.kinks import break_times

    assert break_times(model) == [0.005]


def test_a_circle_of_five_thousand_signals_is_named():
    signals = [lw.Signal("s0", f"s{DEPTH - 1}"), *chained("time", "s")[1:]]
    with pytest.raises(
        lw.DescriptionError, match=f"depends on itself: s0 → s{DEPTH - 1} → .* → … {DEPTH - 11} more … → s0$"
    ):
        lw.compile(lw.Mechanism().add(*signals))


def test_signals_that_name_one_another_twice_take_no_exponential_time():
    """2**1000 ways lead from the last to the first."""
    signals = [lw.Signal("s0", "3"), *(lw.Signal(f"s{k}", f"s{k - 1}/2 + s{k - 1}/2") for k in range(1, 1000))]
    body = lw.Body("b", mass=1, inertia=(1, 1, 1), com=(0, 0, 0))
    model = lw.compile(lw.Mechanism().add(body, lw.Free("F", "ground", "b"), *signals))
    assert lw.measure(model, lw.assemble(model), "s999") == 3.0


def test_a_long_row_of_blocks_is_ordered():
    from linkwork.model.expressions.dependence import dependences

    def block(k, reads):
        return lw.Block(f"b{k}", inputs={"u": reads}, outputs=["y"], function="control:gain")

    blocks = {f"b{k}": block(k, f"b{k + 1}.y" if k < 4999 else "time") for k in range(5000)}
    assert dependences(blocks) == ([f"b{k}" for k in range(4999, -1, -1)], [])
    blocks["b4999"] = block(4999, "b4998.y")
    assert dependences(blocks)[1] == [
        "blocks.b4998.inputs: b4998 → b4999 → b4998 feed one another without a state between: an algebraic loop"
    ]
