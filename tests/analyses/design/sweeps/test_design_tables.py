"""Tables of designs: grids, quasi-random points, distributions, lists; mistakes are all named at once."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import linkwork as lw
from linkwork.analyses.design.sweeps.tables import table_of
from linkwork.model.errors import QuestionError
from tests.analyses.design.sweeps.questions import CASE, TONE, four_bar, oscillator


def test_a_grid_has_all_combinations_with_the_last_path_changing_first():
    designs = lw.grid({"a": [1, 2], "b": (3.0, 4.0, 5.0)})
    assert len(designs) == 6 and designs.paths == ("a", "b")
    assert (
        designs[0] == {"a": 1.0, "b": 3.0} and designs[1] == {"a": 1.0, "b": 4.0} and designs[5] == {"a": 2.0, "b": 5.0}
    )
    assert list(designs.to_pandas().columns) == ["a", "b"] and list(designs)[3] == {"a": 2.0, "b": 3.0}


@pytest.mark.parametrize("method", ["sobol", "halton", "latin", "random"])
def test_spread_designs_lie_in_their_ranges_and_follow_their_distributions(method):
    designs = lw.spread({"a": (2, 4), "b": stats.norm(10, 0.5)}, 2048, method=method, seed=3)
    a, b = designs.values.T
    assert a.min() >= 2 and a.max() <= 4
    assert np.mean(a) == pytest.approx(3, abs=0.05) and np.std(a) == pytest.approx(2 / 12**0.5, rel=0.03)
    assert np.mean(b) == pytest.approx(10, abs=0.05) and np.std(b) == pytest.approx(0.5, rel=0.05)
    again = lw.spread({"a": (2, 4), "b": stats.norm(10, 0.5)}, 2048, method=method, seed=3)
    np.testing.assert_array_equal(designs.values, again.values)
    assert not np.array_equal(designs.values, lw.spread({"a": (2, 4), "b": (0, 1)}, 2048, method=method, seed=4).values)


@pytest.mark.parametrize("method", ["sobol", "halton"])
def test_a_longer_table_begins_with_the_designs_of_a_shorter_one(method):
    short, long = (lw.spread({"a": (0, 1), "b": (0, 1)}, n, method=method, seed=1) for n in (20, 100))
    np.testing.assert_array_equal(long.values[:20], short.values)


def test_lists_and_frames_are_tables_too():
    rows = [{"a": 1, "b": 2.5}, {"b": 3.5, "a": 2}]
    for designs in (rows, pd.DataFrame(rows), tuple(rows)):
        table, problems = table_of(designs)
        assert table.paths == ("a", "b") and table.values.tolist() == [[1, 2.5], [2, 3.5]] and not problems


@pytest.mark.parametrize(("make", "messages"), [
    (lambda: lw.grid({}), ["grid takes the values"]),
    (lambda: lw.grid({"a": [1, 1], "b": [], "c": ["x"], "d": [1, np.nan]}),
     ["a: a value is given twice", "b: is a list", "c: is a list", "d: is a list"]),
    (lambda: lw.grid({"a": np.arange(5000), "b": np.arange(5000)}), ["2.5e+07 designs; 1e+07 are the most"]),
    (lambda: lw.spread({"a": (2, 1), "b": 3, "c": (1, np.inf)}, 0, method="sobel", seed=-1),
     ["a: the lower end 2 is not below the upper one, 1", "b: is (low, high) or a distribution", "c: is (low", "n is a whole",
      "method is one of sobol, halton, latin, random, not 'sobel'", "seed is a whole"]),
    (lambda: lw.spread({"a": stats.cauchy()}, 4), ["a: the distribution has no finite standard deviation"]),
])  # fmt: skip
def test_mistakes_in_tables_are_named_at_once(make, messages):
    with pytest.raises(QuestionError) as error:
        make()
    for message in messages:
        assert message in str(error.value)


def test_wrong_names_and_numbers_are_named_before_anything_is_computed():
    designs = [{"K.stifness": 1.0, "L2": float("nan")}, {"K.stifness": "x", "L2": 2.0}, {"L2": True}]
    with pytest.raises(QuestionError) as error:
        lw.sweep(four_bar(), [CASE, CASE], designs, on="nowhere", file="", batch=0, retries=-1, keep=["A.angel"])
    text = str(error.value)
    for message in (
        "'K.stifness'; did you mean 'K.stiffness'?", "design 0: L2: nan is not a finite number",
        "design 1: K.stifness: 'x' is not a finite number", "design 2: has no K.stifness, which other designs have",
        "design 2: L2: True is not a finite number", "two are called 'swing'", "on: is None (all cores)",
        "file: is the name of a folder", "batch: is a whole number from 1", "retries: is a whole number from 0", "has no 'angel'; its signals are A.angle",
        "keep: histories need a folder",
    ):  # fmt: skip
        assert message in text, message


@pytest.mark.parametrize(("case", "designs", "message"), [
    (CASE, [{"start.A.angel": 1}], "no case starts at a number of 'A.angel'; did you mean 'start.A.angle'?"),
    (CASE.changed(set={"L2": 2.0}), [{"L2": 1}], "L2: case 'swing' sets it"),
    (CASE.changed(duration=None), [{"L2": 1}], "case 'swing' has no duration"),
    (CASE.changed(outputs={}), [{"L2": 1}], "cases: have no outputs"),
    (CASE, [{"A.at.x": 1, 3: 1}], "3 is not the path of a number"),
    (CASE, [{"C.at.x": 1}], "is the expression"),
    (CASE, [], "designs: there are none"), (CASE, [3], "3 is not numbers by path"), (CASE, 3, "not 3"), ("swing", [{"L2": 1}], "cases: a lw.Case"),
])  # fmt: skip
def test_a_wrong_question_is_refused_by_name(case, designs, message):
    with pytest.raises(QuestionError) as error:
        lw.sweep(four_bar(), case, designs, on=1)
    assert message in str(error.value)


def test_designs_beside_a_mechanism_are_tables_of_its_numbers():
    model = oscillator()
    grid = lw.Designs("g", grid={"k": [40, "k", "k + 10"], "b.mass": [1, 2]})
    result = lw.sweep(model, TONE, grid, on=1)
    k, mass = result["k"], result["b.mass"]
    assert k.tolist() == [40, 40, 50, 50, 60, 60] and mass.tolist() == [1, 2] * 3
    np.testing.assert_allclose(result["tone.f"], np.sqrt(k / mass) / (2 * np.pi), rtol=1e-9)
    spread = lw.Designs("s", spread={"k": {"normal": ("k", 2)}, "b.mass": {"triangular": (1, 1.5, 2)}}, count=512)
    k, mass = lw.sweep(model, TONE, spread, on=1).designs.values.T
    assert np.mean(k) == pytest.approx(50, abs=0.05) and np.std(k) == pytest.approx(2, rel=0.03)
    assert mass.min() > 1 and mass.max() < 2 and np.mean(mass) == pytest.approx(1.5, abs=0.01)
    table = lw.Designs("t", table=[{"k": "2*k"}, {"k": 8}])
    assert lw.sweep(model, TONE, table, on=1)["k"].tolist() == [100, 8]


@pytest.mark.parametrize(("fields", "message"), [
    ({}, "has none of grid, spread and table"),
    ({"grid": {"k": [1]}, "table": [{"k": 1}]}, "has grid and table of grid, spread and table"),
    ({"grid": {"k": 3}}, "3 is not a list of values"),
    ({"spread": {"k": {"gauss": [1, 2]}}}, "'gauss' is not known"),
    ({"spread": {"k": [1, 2, 3]}}, "uniform takes [low, high]"),
    ({"spread": {"k": [1, 2]}, "count": 0}, "0 is not a number of designs"),
    ({"spread": {"k": [1, 2]}, "method": "sobel"}, "did you mean 'sobol'?"),
    ({"spread": {"k": [1, 2]}, "seed": -1}, "-1 is not a whole number"),
])  # fmt: skip
def test_mistakes_in_the_designs_of_a_file_are_named(fields, message):
    with pytest.raises(lw.DescriptionError) as error:
        lw.Designs("d", **fields)
    assert message in str(error.value)


@pytest.mark.parametrize(("fields", "message"), [
    ({"spread": {"k": ["k", 3]}}, "spread: k: the lower end 50 is not below the upper one, 3"),
    ({"spread": {"k": ["kk", 3]}}, "k: there is no number 'kk'"),
    ({"table": [{"k": 1, "b.mass": 2}, {"k": 3}]}, "design 1: has no b.mass"),
])  # fmt: skip
def test_values_of_designs_that_do_not_fit_the_mechanism_are_named(fields, message):
    with pytest.raises(QuestionError) as error:
        lw.sweep(oscillator(), TONE, lw.Designs("d", **fields), on=1)
    assert message in str(error.value)
