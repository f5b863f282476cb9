"""Sweeps in one process: answers, failures, folders, results, figures and files."""

import json
import re

import numpy as np
import pytest
from scipy import stats

import linkwork as lw
from linkwork.analyses.design.sweeps import parts as parts_module
from linkwork.analyses.design.sweeps import question as question_module
from linkwork.description.errors import FileError
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.numerics.jit import JIT_DISABLED
from tests.analyses.design.sweeps.questions import CASE, RANGES, TONE, four_bar, oscillator, same

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="many motions")
ANSWER = question_module.SweepQuestion.answer
GRID = {"k": [40.0, 50.0, 60.0], "b.mass": [1.0, 2.0, 4.0]}


@pytest.fixture(scope="module")
def swing():
    return lw.sweep(four_bar(), CASE, lw.spread(RANGES, 24, seed=2), on=1, quiet=True)


@pytest.fixture(scope="module")
def tones():
    return lw.sweep(oscillator(), TONE, lw.grid(GRID), on=1)


def test_every_design_has_the_outputs_of_a_run_of_its_own(swing):
    for k in (0, 7, 23):
        result = lw.run(swing.model(k), swing.cases(k)["swing"])
        assert result.outputs == {name: swing[f"swing.{name}"][k] for name in ("end", "load")}
        numbers = swing.designs[k]
        assert swing.model(k).parameters["L2"] == numbers["L2"]
        assert swing.cases(k)["swing"].start == {"A.angle": numbers["start.A.angle"]}
    assert swing.success and len(swing) == 24 and set(swing.outputs) == {"swing.end", "swing.load"}


def test_several_cases_of_several_analyses_are_answered_together():
    model = oscillator()
    rest = lw.Case("rest", analysis="equilibrium", outputs={"x": "P.displacement + k"})
    result = lw.sweep(model, [TONE, rest], [{"k": 8.0}, {"k": 18.0}], on=1)
    np.testing.assert_allclose(result["tone.f"], np.sqrt([4, 9]) / (2 * np.pi), rtol=1e-12)
    np.testing.assert_allclose(result["rest.x"], [8, 18], atol=1e-12)


def test_designs_that_cannot_be_computed_are_listed_and_the_others_are_computed():
    designs = [{"L2": 2.0}, {"L2": 50.0}, {"L2": 2.1}, {"L2": 60.0}]
    result = lw.sweep(four_bar(), CASE.changed(start={}), designs, on=1)
    assert [number for number, _ in result.failed] == [1, 3] and not result.success
    assert np.isnan(result["swing.load"]).tolist() == [False, True, False, True]
    assert all("gives nan" in reason for _, reason in result.failed)
    assert result.best("swing.load") in (0, 2) and "design 1 failed" in str(result)
    mass = lw.sweep(oscillator(), TONE, [{"b.mass": 2.0}, {"b.mass": -1.0}], on=1)
    assert mass.failed[0][0] == 1 and "mass" in mass.failed[0][1]


def test_a_run_that_does_not_reach_its_end_and_an_output_that_is_not_a_number_are_failures():
    model, case = (
        oscillator(),
        lw.Case("go", start={"P.displacement": 1}, duration=1, outputs={"x": "final(sqrt(P.displacement))"}),
    )
    result = lw.sweep(model, case, [{"k": 0.0}, {"k": 18.0}], on=1)
    assert result.failed[0][0] == 1 and "x is nan" in result.failed[0][1] and result["go.x"][0] == pytest.approx(1.0)
    steps = case.changed(integrator=lw.RungeKutta4(0.1), outputs={"x": "final(P.displacement)"})
    stiff = lw.sweep(model, steps.changed(duration=50), [{"k": 2.0}, {"k": 1e12}], on=1)
    assert [number for number, _ in stiff.failed] == [1] and "did not reach its end" in stiff.failed[0][1]


def test_a_mistake_in_the_question_is_an_error_of_the_first_design():
    case = lw.Case("turn", analysis="kinematics", duration=0, outputs={"x": "final(P.displacement)"})
    with pytest.raises(QuestionError, match="need a duration above 0 s"):
        lw.sweep(oscillator(), case, [{"k": 1.0}, {"k": 2.0}], on=1)


def test_when_no_design_can_be_computed_the_best_is_an_error_with_the_reason():
    result = lw.sweep(four_bar(), CASE.changed(start={}), [{"L2": 50.0}], on=1)
    with pytest.raises(AnalysisError, match="computed for no design; the first failed with: .*gives nan"):
        result.best("swing.load")
    for names in ((), ("swing.load",)):
        with pytest.raises(QuestionError, match="no design"):
            result.plot(*names)


# folders


def counted(monkeypatch, stop=None):
    """Count designs as they are answered; Ctrl-C comes instead of design `stop`."""
    answered = []

    def answer(self, design, **choices):
        if len(answered) == stop:
            raise KeyboardInterrupt
        answered.append(design)
        return ANSWER(self, design, **choices)

    monkeypatch.setattr(question_module.SweepQuestion, "answer", answer)
    return answered


def test_an_interrupted_sweep_goes_on_and_a_longer_one_continues_a_shorter_one(tmp_path, monkeypatch):
    model, folder = oscillator(), tmp_path / "tones"
    designs = lw.spread({"k": (40, 60)}, 20)
    whole = lw.sweep(model, TONE, designs, on=1)
    counted(monkeypatch, stop=11)
    with pytest.raises(KeyboardInterrupt):
        lw.sweep(model, TONE, designs, on=1, file=folder, batch=3)
    answered = counted(monkeypatch)
    same(lw.sweep(model, TONE, designs, on=1, file=folder, batch=3), whole)
    assert len(answered) == 20 - 10  # one here, then three batches of three
    del answered[:]
    same(lw.sweep(model, TONE, designs, on=1, file=folder), whole)
    assert not answered
    longer = lw.sweep(model, TONE, lw.spread({"k": (40, 60)}, 32), on=1, file=folder)
    assert len(answered) == 12
    np.testing.assert_array_equal(longer["tone.f"][:20], whole["tone.f"])
    names = sorted(path.name for path in folder.iterdir())
    assert names[-1] == "question.json" and all(name.startswith("part-") for name in names[:-1])


def test_designs_that_are_listed_twice_are_answered_once(monkeypatch):
    answered = counted(monkeypatch)
    result = lw.sweep(oscillator(), TONE, [{"k": 8.0}, {"k": 18.0}, {"k": 8.0}], on=1)
    assert len(answered) == 2 and result["tone.f"][0] == result["tone.f"][2]


@pytest.mark.parametrize(("change", "message"), [
    (lambda m, c: (m.with_parameters({"b.inertia": 2.0}), c), r"numbers\.b\.inertia: there 1\.0, here 2\.0"),
    (lambda m, c: (m, c.changed(outputs={"f": "frequency(0)"})), r"cases\.tone\.outputs: there .*undamped.*, here .*frequency"),
    (lambda m, c: (m.sibling("cartesian"), c), "coordinates: there joint, here cartesian"),
])  # fmt: skip
def test_another_question_in_the_same_folder_is_refused_by_name(change, message, tmp_path):
    designs = [{"k": 1.0}, {"k": 2.0}]
    lw.sweep(oscillator(), TONE, designs, on=1, file=tmp_path / "s")
    with pytest.raises(QuestionError, match="holds the answers to another question; name another folder") as error:
        lw.sweep(*change(oscillator(), TONE), designs, on=1, file=tmp_path / "s")
    assert len(error.value.problems) == 2
    assert re.search(message, error.value.problems[1])


def test_another_version_and_damaged_parts_are_refused_by_name(tmp_path, monkeypatch):
    designs = [{"k": 1.0}, {"k": 2.0}]
    lw.sweep(oscillator(), TONE, designs, on=1, file=tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(parts_module, "own_version", lambda: "0.0.9")
        with pytest.raises(QuestionError, match=r"version: there .*, here 0\.0\.9"):
            lw.sweep(oscillator(), TONE, designs, on=1, file=tmp_path)
    part = next(tmp_path.glob("part-*.json"))
    data = json.loads(part.read_text())
    for text in (
        part.read_text()[:-5],
        "[]",
        json.dumps(data | {"outputs": ["x"]}),
        json.dumps(data | {"designs": [{}]}),
    ):
        part.write_text(text)
        with pytest.raises(FileError, match=part.name):
            lw.sweep(oscillator(), TONE, designs, on=1, file=tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be written"):
        lw.sweep(oscillator(), TONE, designs, on=1, file=tmp_path / "file")


def test_histories_that_are_kept_are_those_of_a_run(tmp_path, monkeypatch):
    designs = [{"L2": 2.0}, {"L2": 50.0}, {"L2": 2.1}]
    case = CASE.changed(start={"A.angle.rate": 1})
    ask = {"on": 1, "file": tmp_path, "keep": ["A.angle", "D.force"]}
    result = lw.sweep(four_bar(), case, designs, **ask)
    history, run = result.kept(2), lw.run(result.model(2), case).trajectory
    np.testing.assert_array_equal(history["time"], run.t)
    np.testing.assert_array_equal(history["A.angle"], run["A.angle"])
    np.testing.assert_array_equal(history["D.force"], run["D.force"])
    assert history["D.force"].attrs["units"] == "N"
    with pytest.raises(FileError, match="-swing.nc: .*there is no such file"):
        result.kept(1)
    next(tmp_path.glob("*-swing.nc")).unlink()  # one that is missing is made again
    answered = counted(monkeypatch)
    same(lw.sweep(four_bar(), case, designs, **ask), result)
    assert len(answered) == 1 and len(list(tmp_path.glob("*.nc"))) == 2
    with pytest.raises(KeyError, match="did you mean 'swing'"):
        result.kept(0, "swng")


# the result


def test_the_best_design_has_the_smallest_or_the_largest_output(tones):
    assert tones.designs[tones.best("tone.f")] == {"k": 40.0, "b.mass": 4.0}
    assert tones.designs[tones.best("tone.f", largest=True)] == {"k": 60.0, "b.mass": 1.0}
    with pytest.raises(KeyError, match="did you mean 'tone.f'"):
        tones.best("tone.g")


def test_a_grid_unstacks_to_one_dimension_for_every_number(tones):
    data = tones.to_xarray().drop_vars("failed").set_index(design=list(tones.designs.paths)).unstack("design")
    assert dict(data.sizes) == {"k": 3, "b.mass": 3}
    assert float(data["tone.f"].sel({"k": 50.0, "b.mass": 2.0})) == tones["tone.f"][4]
    assert tones.to_xarray()["tone.f"].dims == ("design",) and "k" in tones.to_xarray().coords
    frame = tones.to_pandas()
    assert (
        list(frame.columns) == ["k", "b.mass", "tone.f", "failed"]
        and frame["k"].tolist() == [40.0] * 3 + [50.0] * 3 + [60.0] * 3
    )


def test_a_saved_sweep_is_loaded_bit_for_bit_with_its_model_and_cases(swing, tmp_path):
    swing.save(tmp_path / "s.nc")
    again = lw.Sweep.load(tmp_path / "s.nc")
    same(again, swing)
    np.testing.assert_array_equal(again.designs.values, swing.designs.values)
    assert again.asked == swing.asked and again.designs.paths == swing.designs.paths
    assert again.model(5).parameters == swing.model(5).parameters
    assert lw.run(again.model(5), again.cases(5)["swing"]).outputs["end"] == swing["swing.end"][5]
    (tmp_path / "x.nc").write_bytes((tmp_path / "s.nc").read_bytes()[:2000])
    lw.run(four_bar(), CASE).save(tmp_path / "case.nc")
    for name, message in (("x.nc", "x.nc"), ("case.nc", "is not a sweep"), ("none.nc", "none.nc")):
        with pytest.raises(FileError, match=message):
            lw.Sweep.load(tmp_path / name)


def test_the_printed_sweep_has_the_statistics_of_every_output(swing):
    text = str(swing)
    assert text.startswith("24 designs of planar four-bar, case II: link1.mass, K.stiffness, L2, start.A.angle")
    for value in (swing["swing.load"].min(), swing["swing.load"].mean(), swing["swing.load"].std()):
        assert f"{value:.6g}" in text
    assert "<table>" in swing._repr_html_()


@pytest.mark.parametrize(
    "names", [(), ("swing.load",), ("L2", "K.stiffness"), ("L2", "swing.load"), ("swing.end", "swing.load")]
)
@pytest.mark.parametrize("color", [None, "swing.end"])
def test_figures_are_drawn(swing, names, color, tmp_path):
    figure = swing.plot(*names, color=color, save=tmp_path / "f.png")
    assert (tmp_path / "f.png").read_bytes()[:4] == b"\x89PNG"
    drawn = figure.axes[0]
    labels = [drawn.get_xlabel(), drawn.get_ylabel()]
    if names == ():
        assert len(drawn.collections[0].get_segments()) == 24
        assert [text.get_text() for text in drawn.get_xticklabels()] == [*RANGES, "swing.end", "swing.load"]
    elif len(names) == 1:
        assert labels == ["swing.load", "designs"] and sum(bar.get_height() for bar in drawn.patches) == 24
    else:
        assert labels == list(names)
        coloured = color or ("swing.end" if names[1] == "K.stiffness" else None)
        assert [axes.get_ylabel() for axes in figure.axes[1:]] == ([coloured] if coloured else [])


def test_a_grid_of_two_numbers_is_a_response_surface_and_failures_are_crosses(tones):
    figure = tones.plot("k", "b.mass")
    assert figure.axes[1].get_ylabel() == "tone.f" and type(figure.axes[0].collections[0]).__name__ == "TriContourSet"
    some = lw.sweep(oscillator(), TONE, [*tones.designs, {"k": 55.0, "b.mass": -1.0}], on=1)
    axes = some.plot("k", "b.mass").axes[0]
    assert [line.get_xydata().tolist() for line in axes.lines if line.get_label() == "failed"] == [[[55.0, -1.0]]]


def test_wrong_names_of_figures_are_named(tones):
    with pytest.raises(QuestionError, match="did you mean 'tone.f'"):
        tones.plot("tone.g")
    with pytest.raises(QuestionError, match="one or two names, not 3"):
        tones.plot("k", "b.mass", "tone.f")


# first-order spread


def test_the_spread_of_a_sweep_agrees_with_that_of_exact_gradients():
    """σ of sqrt(k/m)/2π is f/2 sqrt((σk/k)² + (σm/m)²) to first order; sampled, it differs by 1 %."""
    model, sigma = oscillator(), {"k": stats.norm(50, 1.0), "b.mass": stats.norm(2, 0.03)}
    s = lw.sensitivity(model, TONE, ["b.mass", "k", "b.inertia"])
    exact = s.outputs["f"] / 2 * np.hypot(1 / 50, 0.03 / 2)
    assert s.spread(sigma)["f"] == pytest.approx(exact, rel=1e-7)
    assert s.spread({"k": 1.0, "b.mass": 0.03})["f"] == pytest.approx(exact, rel=1e-7)
    assert s.spread({"k": (50 - 3**0.5, 50 + 3**0.5)})["f"] == pytest.approx(s.outputs["f"] / 100, rel=1e-7)
    sampled = lw.sweep(model, TONE, lw.spread(sigma, 256), on=1)
    assert sampled["tone.f"].std() == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize(("given", "message"), [
    ({"k": -1.0}, "the standard deviation -1 is below zero"), ({"kk": 1.0}, "'kk' is not among the parameters"),
    ({"k": "x"}, "is a standard deviation, .low, high. or a distribution"), ({}, "takes standard deviations by parameter"),
])  # fmt: skip
def test_mistakes_in_a_spread_are_named(given, message):
    s = lw.sensitivity(oscillator(), TONE, ["k"])
    with pytest.raises(QuestionError, match=message):
        s.spread(given)
