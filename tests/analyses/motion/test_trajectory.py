"""Figures of runs: panels by unit, components, comparison, phase plots, and how they fail."""

import os
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


def test_two_runs_of_one_signal_differ_in_colour_and_dash(run, model):
    other = lw.simulate(model, lw.assemble(model, {"A.angle": 0.5}), 2.0, output=0.01)
    (axes,) = run.plot("A.angle", other, labels=["start", "lower"]).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["start", "lower"]
    first, second = axes.get_lines()
    assert first.get_color() != second.get_color() and first.get_linestyle() != second.get_linestyle()
    np.testing.assert_array_equal(second.get_ydata(), other["A.angle"])
    with pytest.raises(ValueError, match="1 labels for 2 runs"):
        run.plot("A.angle", other, labels=["start"])


def test_runs_of_several_signals_have_a_colour_for_each_signal_and_a_dash_for_each_run(run, model):
    other = lw.simulate(model, lw.assemble(model, {"A.angle": 0.5}), 1.0, output=0.02)
    (axes,) = run.plot("A.angle", "D.angle", other).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["A.angle", "D.angle", "run 1", "run 2"]
    a, d, other_a, other_d = axes.get_lines()[:4]
    assert a.get_color() == other_a.get_color() != d.get_color() == other_d.get_color()
    assert a.get_linestyle() == d.get_linestyle() != other_a.get_linestyle()
    np.testing.assert_array_equal(other_d.get_xdata(), other.t)
    assert axes.get_xlim() == (0.0, 2.0)


def test_angles_are_shown_in_degrees_where_asked_for(run):
    angles, rates, forces = run.plot("A.angle", "A.angle.rate", "D.force", degrees=True).axes
    assert [axes.get_ylabel() for axes in (angles, rates, forces)] == [
        "A.angle (deg)",
        "A.angle.rate (deg/s)",
        "D.force (N)",
    ]
    np.testing.assert_allclose(angles.get_lines()[0].get_ydata(), np.degrees(run["A.angle"]), rtol=1e-15)
    (phase,) = run.plot("A.angle.rate", against="A.angle", degrees=True).axes
    assert phase.get_xlabel() == "A.angle (deg)"
    np.testing.assert_allclose(phase.get_lines()[0].get_xdata(), np.degrees(run["A.angle"]), rtol=1e-15)


def test_a_figure_is_saved_whole_or_not_at_all(run, tmp_path, monkeypatch):
    run.plot("A.angle", save=tmp_path / "run.png")
    run.plot("A.angle", save=str(tmp_path / "run.svg"))
    assert (tmp_path / "run.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert b"<svg" in (tmp_path / "run.svg").read_bytes()
    with pytest.raises(ValueError, match=r"run.foo: a figure cannot be written as 'foo'; endings are .*png"):
        run.plot("A.angle", save=tmp_path / "run.foo")
    with pytest.raises(ValueError, match="cannot be written"):
        run.plot("A.angle", save=tmp_path / "nowhere" / "run.png")

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    before = (tmp_path / "run.png").read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ValueError, match="No space left"):
        run.plot("D.force", save=tmp_path / "run.png")
    assert (tmp_path / "run.png").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.png", "run.svg"]


def test_prescribed_motions_and_their_efforts_are_drawn_too():
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=2, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Input("torque"), lw.JointForce("motor", "A.angle", force="torque"),
    )  # fmt: skip
    model = lw.compile(m)
    t = np.linspace(0, 1, 11)
    run = lw.inverse_dynamics(model, lw.assemble(model), t, motion={"A.angle": "3*time**2"}, efforts=["torque"])
    angle, torque = run.plot("A.angle", "torque").axes
    np.testing.assert_allclose(angle.get_lines()[0].get_ydata(), 3 * t**2, atol=1e-12)
    np.testing.assert_allclose(torque.get_lines()[0].get_ydata(), 12.0, rtol=1e-9)
    assert torque.get_ylabel() == "torque"


def test_given_axes_are_drawn_into_and_hold_one_unit(run):
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    assert run.plot("A.angle", ax=axes) is figure
    assert len(axes.get_lines()) == 1
    with pytest.raises(ValueError, match="one axes holds one unit, not 'rad', 'N'"):
        run.plot("A.angle", "D.force", ax=axes)


def test_peaks_of_reactions_do_not_hide_the_rest(run):
    import matplotlib.pyplot as plt

    from linkwork.analyses.plotting import _crop_peaks

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
