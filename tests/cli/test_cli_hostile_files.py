"""Files with very many mistakes, with control characters, and names that cannot be: answered soon, shortly and without harm."""

import gc
import json
import re
import subprocess
import sys
import time

import numpy as np
import pytest

import linkwork as lw
from linkwork.description.errors import SHOWN, did_you_mean, few_suggestions, printable
from linkwork.io.files import loads
from tests.cli.shell import FOUR_BAR, answer, run

BODY = {"mass": 1, "inertia": [1, 1, 1], "com": [0, 0, 0]}


def mistakes(data):
    with pytest.raises(lw.DescriptionError) as error:
        loads(json.dumps({"linkwork": 1, **data}), as_json=True)
    return error.value


MANY = {
    "sections": lambda n: {f"k{i}": 1 for i in range(n)},
    "bodies that joints name": lambda n: {
        "bodies": {f"b{i}": BODY for i in range(n)},
        "joints": {f"j{i}": {"type": "fixed", "body_i": "ground", "body_j": f"x{i}", "at": [0, 0, 0]} for i in range(n)},
    },
    "types": lambda n: {"joints": {f"j{i}": {"type": "hing"} for i in range(n)}},
    "fields": lambda n: {"bodies": {f"b{i}": {"mas": 1} for i in range(n)}},
    "names in parameters": lambda n: {"parameters": {f"p{i}": f"q{i} + 1" for i in range(n)}},
    "names in signals": lambda n: {"signals": {f"p{i}": f"q{i} + 1" for i in range(n)}},
    "signals of a body": lambda n: {"bodies": {"b": BODY}, "signals": {f"p{i}": f"b.q{i}" for i in range(n)}},
    "points": lambda n: {"points": {f"p{i}": f"q{i}" for i in range(n)}},
    "targets": lambda n: {"drivers": {f"d{i}": {"target": f"A{i}.angle", "motion": "time"} for i in range(n)}},
    "cases": lambda n: {"cases": {f"c{i}": {"start": {"A.angle": 1}, "durations": 1} for i in range(n)}},
}  # fmt: skip


@pytest.mark.parametrize("kind", MANY)
def test_thousands_of_mistakes_print_twenty_and_how_many_more(kind):
    error = mistakes(MANY[kind](1500))
    count = len(error.problems)
    lines = str(error).splitlines()
    assert count >= 1500 and lines[0] == f"{count} problems in the description:"
    assert len(lines) == SHOWN + 2 and lines[-1] == f"  … and {count - SHOWN} more"
    assert len(str(error)) < 20_000


@pytest.mark.parametrize("kind", MANY)
def test_the_time_for_mistakes_grows_with_their_number_and_not_with_its_square(kind):
    """Eight times as many: 64 times as long if every mistake looked at every name, about 8 if not."""

    def seconds(n):
        data = MANY[kind](n)
        gc.collect()
        gc.disable()  # a collection of what earlier tests left takes longer than this
        try:
            began = time.process_time()
            mistakes(data)
            return time.process_time() - began
        finally:
            gc.enable()

    seconds(50)  # imports
    small, large = (min(seconds(n) for _ in range(2)) for n in (500, 4000))
    assert large < 32 * max(small, 0.02)


def test_a_key_that_is_given_twice_among_very_many_is_named():
    text = '{"linkwork": 1, "parameters": {' + ", ".join(f'"k{i}": 1' for i in range(300_000)) + ', "k299999": 2}}'
    with pytest.raises(lw.DescriptionError, match="the key 'k299999' is given twice"):
        loads(text, as_json=True)  # 300,000 looks through all keys would take an hour


def test_suggestions_are_for_the_first_mistakes_and_for_single_ones():
    with few_suggestions():
        results = [did_you_mean("masss", ["mass", "com"]) for _ in range(200)]
    assert results[0] == "did you mean 'mass'?" and results[-1] == "check its spelling"
    assert did_you_mean("masss", ["mass", "com"]) == "did you mean 'mass'?"
    assert did_you_mean("b12345x", [f"b{i}" for i in range(100_000)]) == "did you mean 'b12345'?"


def test_long_mistakes_are_cut_when_they_are_printed():
    error = mistakes({"x" * 1_000_000: 1})
    assert len(str(error)) < 1100 and len(error.problems[0]) > 1_000_000


# control characters

HARM = "\x1b[2J\x1b]0;title\x07\x9b31m\x00\r\u202etxt"


def test_control_characters_are_shown_and_not_obeyed():
    assert printable("line\n\ttab é 漢 🙂") == "line\n\ttab é 漢 🙂"
    assert printable("a\x1b[2J\x9b\u202e\x7f") == "a\\x1b[2J\\x9b\\u202e\\x7f"


@pytest.mark.parametrize(
    "data",
    [
        {HARM: 1},
        {"name": HARM},
        {"plane": HARM},
        {"bodies": {HARM: BODY}},
        {"bodies": {"b": {HARM: 1}}},
        {"bodies": {"b": {"mass": HARM}}},
        {"joints": {"j": {"type": HARM}}},
        {"joints": {"j": {"type": "fixed", "body_i": HARM, "body_j": "ground"}}},
        {"signals": {"s": HARM}},
        {"cases": {HARM: {}}},
        {"cases": {"c": {HARM: 1}}},
        {"blocks": {"b": {"function": HARM, "outputs": ["y"]}}},
    ],
    ids=repr,
)
def test_control_characters_of_a_file_never_reach_the_terminal(data, tmp_path):
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", str(mistakes(data)))
    file = tmp_path / "m.json"
    file.write_text(json.dumps({"linkwork": 1, **data}))
    for options in ((), ("--json",)):
        result = run("check", file, *options)
        assert result.exit_code == 2
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", result.output)
    assert json.loads(result.stdout)["exit_code"] == 2


def test_a_mechanism_has_a_name_of_one_line():
    for name in ("a\nb", "a\x1b[2J", 5):
        with pytest.raises(lw.DescriptionError, match="mechanism: name: "):
            lw.Mechanism(name)
    mechanism = lw.Mechanism("Ärmchen 漢")
    with pytest.raises(lw.DescriptionError, match="control characters"):
        mechanism.name = "a\r"
    assert mechanism.name == "Ärmchen 漢"


def test_the_json_answer_lists_twenty_mistakes_and_their_number(tmp_path):
    (tmp_path / "m.json").write_text(json.dumps({"linkwork": 1, **MANY["sections"](500)}))
    code, data = answer("check", tmp_path / "m.json")
    assert (code, len(data["error"]["problems"]), data["error"]["count"]) == (2, SHOWN, 500)


# names


def test_numpy_strings_as_names_are_saved_and_read(tmp_path):
    s = np.str_
    mechanism = lw.Mechanism(s("arm"), plane="xy").add(
        lw.Parameter(s("l"), s("0.5")),
        lw.Body(s("bar"), mass=s("2*l"), inertia=1, com=(s("l"), 0, 0), shapes=[lw.Sphere(radius=s("l/9"))]),
        lw.Revolute(s("A"), s("ground"), s("bar"), at=(0, 0, 0)),
        lw.Input(s("u")),
        lw.JointForce(s("F"), s("A.angle"), force=s("u*2")),
        lw.Signal(s("power"), s("F.force*A.angle.rate")),
        lw.Coupler(s("gear"), terms={s("A.angle"): 1.0}, active=False),
        lw.Case(s("c"), start={s("A.angle"): s("l")}, duration=1, inputs={s("u"): s("time")}, events=[s("A.angle - 1")],
                outputs={s("o"): s("final(A.angle)")}),
    )  # fmt: skip
    for name in ("m.yaml", "m.json"):
        mechanism.save(tmp_path / name)
        assert lw.Mechanism.load(tmp_path / name) == mechanism
    assert type(mechanism["bar"].name) is str and type(mechanism.name) is str


@pytest.mark.parametrize("name", ["event_0", "event_17", "event_source_0", "event_source_3_reads"])
def test_names_that_runs_use_for_events_are_refused_where_they_are_given(name):
    assert (
        f"signals.{name}: the name {name!r} is used for the events of runs; choose another"
        in mistakes({"signals": {name: "time"}}).problems
    )
    with pytest.raises(lw.DescriptionError, match=f"parameters.{name}: the name .* is used for the events of runs"):
        lw.compile(lw.Mechanism().add(lw.Parameter(name, 1.0)))


def test_the_name_of_an_inputs_samples_is_refused_where_it_is_given():
    problem = "parameters.u_samples: the name 'u_samples' is used for samples of the input 'u'; choose another"
    assert mistakes({"inputs": {"u": 0}, "parameters": {"u_samples": 1}}).problems == [problem]
    assert loads(json.dumps({"linkwork": 1, "parameters": {"u_samples": 1, "event_x": 2}}), as_json=True)["event_x"]


def test_parts_that_analyses_add_do_not_meet_parts_of_the_same_name():
    mechanism = lw.Mechanism(plane="xy").add(
        lw.Body("bar", mass=1, inertia=1, com=(1, 0, 0)),
        lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
        lw.Driver("D", "A.angle", motion="0.5"),
        lw.Input("tau"),
        lw.JointForce("F", "A.angle", force="tau"),
        *(lw.Parameter(name, 1.0) for name in ("position_of_D", "motion0_of_A_angle", "D_speed", "A_angle_driver")),
    )
    model = lw.compile(mechanism)
    state = lw.assemble(model)
    assert lw.equilibria(model, state, {"D": [0.5, 0.6]})["A.angle"][-1] == pytest.approx(0.6)
    assert lw.steady_motion(model, state, "D", 1.0).speed == 1.0
    free = lw.compile(lw.Mechanism(plane="xy").add(*(part for part in mechanism if part.name != "D")))
    result = lw.inverse_dynamics(free, lw.assemble(free), [0.0, 0.1], motion={"A.angle": "time**2"}, efforts=["tau"])
    assert result.efforts["tau"] == pytest.approx([4.0, 4.0])
    assert lw.steady_motion(free, lw.assemble(free), "A.angle", 1.0).speed == 1.0


@pytest.mark.parametrize("word", [{}, [], 1, None, True, "ball"])
def test_a_shape_of_no_known_type_is_a_mistake(word):
    problems = mistakes({"bodies": {"b": {**BODY, "shapes": [{"type": word}]}}}).problems
    assert any(problem.startswith("bodies.b.shapes") and "is not a shape" in problem for problem in problems)


# Ctrl-C


@pytest.mark.parametrize("module", ["typer", "linkwork.cli.app", "pydantic", "numpy", "numba", "linkwork.model.model"])
def test_ctrl_c_while_importing_ends_without_a_traceback(module):
    code = f"""
import runpy, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
sys.argv = ["linkwork", "check", {str(FOUR_BAR)!r}]
runpy.run_module("linkwork", run_name="__main__", alter_sys=True)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert result.returncode == 130 and "Traceback" not in result.stderr
