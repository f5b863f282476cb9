"""Figures of runs: panels by unit, components, comparison, phase plots, and how they fail."""

import sys

import numpy as np
import pytest

import linkwork as lw

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")


@pytest.fixture(scope="module")
def model():
    return lw.compile(lw.library.planar_four_bar(case="II"))


@pytest.fixture(scope="module")
def run(model):
    return lw.simulate(model, lw.assemble(model), 2.0, output=0.01)


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    import matplotlib.pyplot as plt

    plt.close("all")


def lines(axes):
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


def test_signals_of_one_unit_share_a_panel_with_their_unit(run):
    figure = run.plot("A.angle", "D.angle", "A.angle.rate")
    angles, rates = figure.axes
    assert angles.get_ylabel() == "angle (rad)" and rates.get_ylabel() == "A.angle.rate (rad/s)"
    assert rates.get_xlabel() == "time (s)"
    assert [text.get_text() for text in angles.get_legend().get_texts()] == ["A.angle", "D.angle"]
    assert rates.get_legend() is None
    np.testing.assert_array_equal(lines(angles)["D.angle"].get_ydata(), run["D.angle"])
    np.testing.assert_array_equal(lines(angles)["D.angle"].get_xdata(), run.t)


def test_a_planar_reaction_has_its_two_components(run):
    (axes,) = run.plot("D.force").axes
    assert list(lines(axes)) == ["D.force.x", "D.force.y"]
    assert axes.get_ylabel() == "D.force (N)"


def test_a_phase_plot_has_a_signal_on_both_axes(run):
    (axes,) = run.plot("A.angle.rate", against="A.angle").axes
    assert axes.get_xlabel() == "A.angle (rad)"
    np.testing.assert_array_equal(axes.get_lines()[0].get_xdata(), run["A.angle"])
    with pytest.raises(ValueError, match=r"against='link1.position' is a vector; .* 'link1.position.x'"):
        run.plot("A.angle", against="link1.position")


def test_other_runs_are_drawn_with_other_dashes(run, model):
    other = lw.simulate(model, lw.assemble(model, {"A.angle": 0.5}), 2.0, output=0.01)
    (axes,) = run.plot("A.angle", other, labels=["start", "lower"]).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["A.angle", "start", "lower"]
    first, second = axes.get_lines()[:2]
    assert first.get_color() == second.get_color() and first.get_linestyle() != second.get_linestyle()
    np.testing.assert_array_equal(second.get_ydata(), other["A.angle"])
    with pytest.raises(ValueError, match="1 labels for 2 runs"):
        run.plot("A.angle", other, labels=["start"])


def test_given_axes_are_drawn_into_and_hold_one_unit(run):
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    assert run.plot("A.angle", ax=axes) is figure
    assert len(axes.get_lines()) == 1
    with pytest.raises(ValueError, match="one axes holds one unit, not 'rad', 'N'"):
        run.plot("A.angle", "D.force", ax=axes)


def test_peaks_of_reactions_do_not_hide_the_rest(run):
    import matplotlib.pyplot as plt

    from linkwork.results.plotting import _crop_peaks

    _, axes = plt.subplots()
    y = np.sin(np.linspace(0, 20, 500))
    y[250] = 6e4
    _crop_peaks(axes, "N", [y])
    assert axes.get_ylim()[1] < 2.0
    assert axes.texts[0].get_text() == "short peaks beyond, up to 6e+04 N"


def test_what_cannot_be_drawn_says_why(run, monkeypatch):
    with pytest.raises(TypeError, match="name at least one signal"):
        run.plot()
    with pytest.raises(lw.DescriptionError, match="there is no part 'Z'"):
        run.plot("Z.angle")
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r'matplotlib is not installed: run pip install "linkwork\[plot\]"'):
        run.plot("A.angle")
