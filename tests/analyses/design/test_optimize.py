"""Optimization: optima with closed forms, active bounds with their multipliers, failed designs, files to go on from."""

import itertools
import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.design.optimization import optimize, scaled_designs
from linkwork.model.errors import QuestionError


def oscillator():
    return lw.Mechanism("oscillator", plane="xy").add(
        lw.Body("b", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness=50, damping=0.5),
    )


TONE = lw.Case("tone", analysis="modes", outputs={"f": "undamped(0)", "z": "damping_ratio(0)"})
VARY = {"K.stiffness": (10, 1000), "K.damping": (0, 50)}


@pytest.fixture(scope="module")
def model():
    return lw.compile(oscillator())


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr"])
def test_a_frequency_and_a_damping_ratio_are_placed(model, method):
    best = lw.optimize(
        model, TONE, minimize="(tone.f - 2)**2", subject_to={"tone.z": 0.05}, vary=VARY, method=method, tolerance=1e-11
    )
    assert best.success and best.constraints[0].active == "equal"
    assert best.parameters["K.stiffness"] == pytest.approx(2 * (4 * np.pi) ** 2, rel=1e-4)
    assert best.parameters["K.damping"] == pytest.approx(0.05 * 2 * 2 * 4 * np.pi, rel=1e-4)
    assert best.model.parameters["K.damping"] == best.parameters["K.damping"]
    assert best.after["tone"].outputs["f"] == pytest.approx(2, abs=1e-4)


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr"])
def test_multipliers_are_what_bounds_cost(model, method):
    """The least stiffness with a frequency of at least 2 Hz: k = m omega², and dk/df = 8 pi² m f."""
    best = lw.optimize(
        model,
        TONE,
        minimize="K.stiffness + 3*K.damping",
        subject_to={"tone.f": (2, None)},
        vary=VARY,
        method=method,
    )
    (limit,) = best.constraints
    assert best.objective == pytest.approx(2 * (4 * np.pi) ** 2, rel=1e-6)
    assert limit.active == "lower" and limit.multiplier == pytest.approx(8 * np.pi**2 * 2 * 2, rel=1e-4)
    stiffness, damping = best.variables
    assert (stiffness.active, damping.active, damping.multiplier) == ("", "lower", pytest.approx(3, rel=1e-6))
    assert best.optimality < 1e-5
    assert "at its lower bound, multiplier 3" in str(best)


def test_results_before_and_after_have_the_numbers_of_the_search(model):
    """A run reads them at other points of the motion."""
    case = lw.Case(
        "swing", start={"P.displacement": 1.0}, duration=1, outputs={"blow": "peak(b.acceleration.x)", "end": "final(P.displacement)"}
    )  # fmt: skip
    best = lw.optimize(model, case, minimize="swing.blow", vary=VARY, iterations=2)
    assert best.after["swing"].outputs["blow"] == best.outputs["swing.blow"] == best.objective
    assert best.initial is not None
    assert best.before["swing"].outputs["blow"] == best.initial.outputs["swing.blow"]
    run = lw.run(best.model, case).outputs
    assert best.after["swing"].outputs["end"] == pytest.approx(run["end"], rel=1e-12)  # no goal asks for it
    assert best.objective == pytest.approx(run["blow"], rel=1e-3) and best.objective != run["blow"]


def rocker(length=1.0):
    """A four-bar that assembles only while its coupler reaches from the crank to the rocker."""
    return lw.Mechanism("reach", plane="xy").add(
        lw.Parameter("rod", length),
        lw.Body("a", mass=1, inertia=0.1, com=(0, 0.25, 0)),
        lw.Body("b", mass=1, inertia=0.1, com=(1, 0.5, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0)),
        lw.Revolute("B", "ground", "b", at=(1, 0, 0)),
        lw.Distance("C", "a", "b", at_i=(0, 0.5, 0), at_j=(1, 1, 0), length="rod"),
        lw.JointSpring("S", "A.angle", stiffness=10),
        lw.JointSpring("T", "B.angle", stiffness=1, rest=1),
    )


REST = lw.Case("rest", analysis="equilibrium", outputs={"a": "A.angle", "b": "B.angle"})


def test_designs_that_do_not_assemble_are_failed_trials():
    """Rods longer than 2.5 m do not close: they are noted, and the search goes on."""
    model = lw.compile(rocker())
    best = lw.optimize(model, REST, minimize="-rest.b - 0.2*rod", vary={"rod": (0.3, 6.0)}, starts=4)
    assert best.success and best.failed and len(best.starts) == 4
    assert all(trial.parameters["rod"] > 2.4 and "does not assemble" in trial.failed for trial in best.failed)
    assert 0.3 <= best.parameters["rod"] < 2.6
    grid = [lw.run(model.with_parameters({"rod": x}), REST).outputs["b"] + 0.2 * x for x in np.linspace(0.3, 2.4, 22)]
    assert -best.objective >= max(grid) - 1e-3
    names = [text.get_text() for text in best.plot().axes[0].get_legend().get_texts()]
    assert names == ["designs", "best so far", "failed"]
    assert "failed: " in str(best) and np.all(np.diff(best.convergence()[1]) < 0)
    with pytest.raises(lw.AnalysisError, match=r"no design could be computed:\n  - start 0: its first design failed"):
        lw.optimize(model, REST, minimize="rest.a", vary={"rod": (3, 6)})


def test_a_search_goes_on_from_its_file(model, tmp_path):
    file = tmp_path / "search.json"
    question: dict = {
        "minimize": "(tone.f - 2)**2",
        "vary": {"K.stiffness": (10, 1000)},
        "file": file,
        "tolerance": 1e-11,
    }
    first = lw.optimize(model, TONE, iterations=2, **question)
    assert not list(tmp_path.glob("*.part"))
    stored = json.loads(file.read_text())
    assert len(stored["trials"]) == len(first.history)
    stored["trials"][0]["outputs"]["tone.f"] = 123.0  # not computed again
    file.write_text(json.dumps(stored))
    whole = lw.optimize(model, TONE, **question)
    assert whole.history[0].outputs["tone.f"] == 123.0
    assert whole.parameters["K.stiffness"] == pytest.approx(2 * (4 * np.pi) ** 2, rel=1e-4)
    with pytest.raises(QuestionError, match="belongs to another question"):
        lw.optimize(model, TONE, minimize="tone.f", vary={"K.stiffness": (10, 1000)}, file=file)
    more = {**question, "vary": {"K.stiffness": (10, 1000), "K.damping": (0, 1)}}
    with pytest.raises(QuestionError, match="belongs to another question"):  # nor are its designs called damaged
        lw.optimize(model, TONE, **more)


def test_a_mode_keeps_its_number_where_frequencies_change_places():
    m = oscillator().add(
        lw.Body("c", mass=1, inertia=1, com=(3, 0, 0)),
        lw.Prismatic("Q", "ground", "c", at=(3, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("L", "Q.displacement", stiffness=100),
    )  # 0.8 Hz and 1.6 Hz
    best = lw.optimize(
        lw.compile(m), TONE, minimize="(tone.f - 2)**2", vary={"K.stiffness": (10, 1000)}, tolerance=1e-11
    )
    assert best.parameters["K.stiffness"] == pytest.approx(2 * (4 * np.pi) ** 2, rel=1e-4)
    assert best.after["tone"].outputs["f"] == pytest.approx(2, rel=1e-5)


def test_a_page_shows_motions_before_and_after(tmp_path):
    model = lw.compile(rocker())
    turn = lw.Case("swing", start={"A.angle": 0.1}, duration=0.2, outputs={"b": "final(B.angle)"})
    best = lw.optimize(
        model,
        [turn, REST],
        minimize="(swing.b - 0.2)**2 + rest.b**2",
        vary={"S.stiffness": (1, 30), "start.A.angle": (-0.3, 0.3)},
        iterations=3,
    )
    best.save_html(tmp_path / "best.html")
    best.plot(save=tmp_path / "best.png")
    assert (tmp_path / "best.png").stat().st_size > 5000
    text = (tmp_path / "best.html").read_text()
    assert text.count("<iframe") == 4 and "swing.b" in text and "start.A.angle" in text
    assert best.outputs.keys() == {"swing.b", "rest.b"} and not best.by_differences


def test_the_convergence_has_round_numbers_at_its_axes():
    from linkwork.viewer.optimum_page import round_numbers

    assert round_numbers(17.4, 90.2) == [0, 20, 40, 60, 80, 100]
    assert round_numbers(-10.65, -0.39, whole=True) == [-12, -10, -8, -6, -4, -2, 0]
    assert round_numbers(0, 1, whole=True) == [0, 1] and round_numbers(3.0, 3.0) == [3.0, 3.5]


def test_all_that_is_wrong_with_a_question_is_said_at_once(model):
    with pytest.raises(QuestionError) as caught:
        lw.optimize(
            model, [TONE, TONE], minimize="tone.g", subject_to={"tone.z": (None, None), "tone.f": (3, 2)},
            vary={"K.stifness": (1, 2), "K.damping": (3, 1), "start.P.displacement": (0, 1)},
        )  # fmt: skip
    for words in (
        "two are called 'tone'", "'tone.g' is no output; did you mean 'tone.", "it has no bound", "the lower bound 3 is above",
        "vary: there is no number 'K.stifness'; did you mean 'K.stiffness'?", "the lower bound 3 is not below", "no case starts at a number of 'P.displacement'",
    ):  # fmt: skip
        assert words in str(caught.value), words
    with pytest.raises(QuestionError, match=r"cases: a lw.Case or a list of them, .* not 'tone'"):
        lw.optimize(model, "tone", minimize="K.damping", vary=VARY)  # type: ignore[arg-type]
    with pytest.raises(QuestionError, match="method is one of SLSQP, trust-constr"):
        lw.optimize(model, TONE, minimize="tone.f", vary=VARY, method="newton")


def test_what_does_nothing_lies_outside_or_at_an_edge_is_said(model):
    """Rods longer than 2.5 m do not close."""
    best = lw.optimize(
        model,
        TONE,
        minimize="(tone.f - 2)**2",
        vary={"K.stiffness": (100, 1000), "b.inertia": (1, 2)},
        tolerance=1e-11,
    )
    assert best.parameters["K.stiffness"] == pytest.approx(2 * (4 * np.pi) ** 2, rel=1e-4)
    assert best.remarks == (
        "K.stiffness is 50 in the design that was given, outside of its bounds: the search began at 100",
        "neither the objective nor a constraint changes with b.inertia",
    )
    assert all(remark in str(best) for remark in best.remarks)
    edge = lw.optimize(lw.compile(rocker()), REST, minimize="-rod + 0*rest.a", vary={"rod": (0.3, 6.0)})
    assert edge.failed and 2.3 < edge.parameters["rod"] < 2.6
    assert "may lie at the edge of what can be computed" in str(edge)
    flat = lw.optimize(model, TONE, minimize="3", subject_to={"tone.f": (1, None)}, vary={"K.stiffness": (10, 1000)})
    assert flat.remarks == ("the objective does not change with anything that varies",)


def test_ctrl_c_before_the_first_design_is_ctrl_c(monkeypatch):
    from linkwork.analyses.design.optimization import trials

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(trials, "case_gradients", interrupted)
    with pytest.raises(KeyboardInterrupt):
        lw.optimize(lw.compile(oscillator()), TONE, minimize="tone.f", vary=VARY)


def test_a_case_without_gradients_is_differenced_and_says_so(model, tmp_path):
    """Half a period of the oscillator takes 0.5 s with k = m (2 pi)²; Adams has no sensitivities."""
    case = lw.Case(
        "go",
        start={"P.displacement": 1.0},
        duration=0.5,
        set={"K.damping": 0},
        integrator=lw.Adams(rtol=1e-9),
        outputs={"v": "final(P.displacement.rate)"},
    )
    file = tmp_path / "search.json"
    best = lw.optimize(model, case, minimize="go.v**2", vary={"K.stiffness": (40, 120)}, file=file, tolerance=1e-10)
    assert best.parameters["K.stiffness"] == pytest.approx(2 * (2 * np.pi) ** 2, rel=1e-4)
    again = lw.optimize(model, case, minimize="go.v**2", vary={"K.stiffness": (40, 120)}, file=file, tolerance=1e-10)
    assert again.by_differences == best.by_differences  # though no design was computed again
    assert list(best.by_differences) == [
        "go"
    ] and "gradients of case 'go' are differences: case 'go': Adams has no sensitivities" in str(best)


def test_constraints_that_cannot_be_met_are_told(model):
    best = lw.optimize(model, TONE, minimize="K.stiffness", subject_to={"tone.f": (9, None)}, vary=VARY)
    assert not best.success and best.message.startswith("no design meets all constraints")
    assert best.parameters["K.stiffness"] == pytest.approx(1000) and "violated by 5.44" in str(best)


def test_a_time_limit_is_looked_at_before_every_design(model, monkeypatch):
    """By a clock that goes on by a second at every look."""
    looks = itertools.count()
    for module in (optimize, scaled_designs):
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: float(next(looks))))
    short = lw.optimize(model, TONE, minimize="tone.f", vary=VARY, starts=50, time_limit=3.5)
    assert not short.success and "the time limit was reached" in short.message
    assert 1 <= len(short.history) <= 3


def test_an_interrupted_search_returns_the_best_so_far(monkeypatch):
    """Ctrl-C in the third run: simulate hands back what it has, optimize what it had found."""
    from linkwork.analyses.design import case_motion
    from linkwork.analyses.motion import outcome

    model = lw.compile(rocker())
    swing = lw.Case("swing", start={"A.angle": 0.1}, duration=0.2, outputs={"b": "final(B.angle)"})
    calls, simulation = [], case_motion.simulation

    def interrupted(begin, **options):
        calls.append(begin)
        result = simulation(begin, **options)
        return (
            replace(result, success=False, status="interrupted", message="interrupted at t = 0.1 s; go on from .final")
            if len(calls) == 3
            else result
        )

    assert "interrupted at t = " in outcome._ending.__code__.co_consts
    monkeypatch.setattr(case_motion, "simulation", interrupted)
    best = lw.optimize(model, swing, minimize="(swing.b - 0.2)**2", vary={"S.stiffness": (1, 30)}, starts=3)
    assert len(best.history) == 2 and best.message.endswith("interrupted in start 1") and len(best.starts) == 2


def test_entries_of_two_starts_vary_together(model):
    cases = [
        lw.Case(name, start={"P.displacement": x}, duration=0.1, outputs={"x": "final(P.displacement)"})
        for name, x in (("one", 1.0), ("two", 0.5))
    ]
    with pytest.raises(QuestionError, match=r"cases start at different numbers of it, 1, 0\.5; give them one"):
        lw.optimize(model, cases, minimize="one.x + two.x", vary={"start.P.displacement": (0, 2)})


def test_goals_name_only_entries_of_the_start_that_vary(model):
    with pytest.raises(QuestionError, match=r"'start.P.displacement' is no output"):
        lw.optimize(model, TONE, minimize="tone.f + start.P.displacement", vary=VARY)
    with pytest.raises(QuestionError, match="subject_to names what is bounded"):
        lw.optimize(model, TONE, minimize="tone.f", subject_to=["tone.z"], vary=VARY)  # type: ignore[arg-type]


def test_choices_and_the_question_are_looked_at_together(model):
    with pytest.raises(QuestionError) as error:
        lw.optimize(model, TONE, minimize="tone.g", vary={"K.stifness": (10, 1000)}, method="BFGS", starts=0)
    assert len(error.value.problems) == 4
    for word in ("BFGS", "starts", "K.stiffness", "tone.g"):
        assert word in str(error.value)


@pytest.mark.parametrize(
    "damage",
    [
        lambda stored: stored["trials"][0].pop("x"),
        lambda stored: stored["trials"][0].update(values=[1.0, 2.0]),
        lambda stored: stored["trials"][0].update(gradients=[[1.0, 2.0]]),
        lambda stored: stored.update(trials=5),
        lambda stored: stored["trials"][0].update(violation="none"),
        lambda stored: stored["trials"][0].update(failed=3),
        lambda stored: stored["trials"][0].update(values=["2"]),
        lambda stored: stored["trials"][0]["outputs"].update({"tone.f": "1"}),
        lambda stored: stored.update(by_differences=3),
    ],
)
def test_damaged_files_are_refused(model, tmp_path, damage):
    file, vary = tmp_path / "search.json", {"K.stiffness": (10, 1000)}
    lw.optimize(model, TONE, minimize="(tone.f - 2)**2", vary=vary, file=file, iterations=1)
    stored = json.loads(file.read_text())
    damage(stored)
    file.write_text(json.dumps(stored))
    with pytest.raises(QuestionError, match="is not the file of an optimization"):
        lw.optimize(model, TONE, minimize="(tone.f - 2)**2", vary=vary, file=file)


def test_a_file_belongs_to_a_mechanism_built_the_same_way(tmp_path):
    """The same numbers in another expression, or in another kind of joint, are another question."""
    file, question = tmp_path / "search.json", {"minimize": "(tone.f - 2)**2", "vary": {"k": (10, 1000)}}
    for rest in ("k", "2*k"):
        m = oscillator().add(lw.Parameter("k", 50.0))
        m.set("K.stiffness", rest)
        if rest == "k":
            lw.optimize(lw.compile(m), TONE, file=file, iterations=1, **question)
        else:
            with pytest.raises(QuestionError, match="belongs to another question"):
                lw.optimize(lw.compile(m), TONE, file=file, **question)
