"""Modes keep their identity along a parameter: through crossings, veerings and equal frequencies."""

import numpy as np
import pytest

import linkwork as lw

FIXED = 100.0  # N/m, of the second mass


def two_masses(coupling):
    m = lw.Mechanism("two masses", plane="xy").add(
        lw.Parameter("k", 50.0),
        lw.Body("a", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Body("b", mass=1, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("A", "ground", "a", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Prismatic("B", "ground", "b", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("KA", "A.displacement", stiffness="k"),
        lw.JointSpring("KB", "B.displacement", stiffness=FIXED),
        lw.SpringDamper("C", "a", "b", at_i=(0, 0, 0), at_j=(1, 0, 0), stiffness=coupling),
    )
    return lw.compile(m)


def tracked(coupling, values, **choices):
    model = two_masses(coupling)
    state, asked = lw.assemble(model), []

    def at(k):
        asked.append(k)
        return lw.linearize(model.with_parameters({"k": k}), state)

    return lw.track_modes(at, values, parameter="k", unit="N/m", **choices), asked


def sorted_frequencies(coupling, values):
    matrices = [np.array([[k + coupling, -coupling], [-coupling, FIXED + coupling]]) for k in values]
    return np.sqrt([np.linalg.eigvalsh(K) for K in matrices]) / (2 * np.pi)


@pytest.mark.parametrize("count", [7, 8])  # with and without a value at which the frequencies are equal
def test_modes_that_cross_keep_their_shapes(count):
    values = np.linspace(50, 150, count)
    tracks, _ = tracked(0.0, values)
    expected = np.sqrt([values, np.full(count, FIXED)]).T / (2 * np.pi)
    np.testing.assert_allclose(tracks.frequencies, expected, rtol=1e-12)
    (crossing,) = tracks.crossings
    assert crossing.tracks == (0, 1)
    assert crossing.value == pytest.approx(FIXED, abs=1e-5)
    assert crossing.frequency == pytest.approx(10 / (2 * np.pi), rel=1e-6)
    assert tracks.agreement.min() > 1 - 1e-12
    for k, others in ((0, "b"), (-1, "b")):
        assert np.abs(tracks.mode(0, k).bodies[others]).max() < 1e-12


@pytest.mark.parametrize("coupling", [0.1, 1.0, 10.0])
def test_modes_that_veer_keep_their_order_and_exchange_their_shapes(coupling):
    values = np.linspace(50, 150, 7)
    tracks, asked = tracked(coupling, values)
    np.testing.assert_allclose(tracks.frequencies, sorted_frequencies(coupling, values), rtol=1e-12)
    assert tracks.crossings == ()
    assert tracks.agreement.min() > 0.8  # the steps were short enough to see the shapes change
    first, last = tracks.mode(0, 0).bodies, tracks.mode(0, -1).bodies
    assert np.abs(first["a"]).max() > 4 * np.abs(first["b"]).max()
    assert np.abs(last["b"]).max() > 4 * np.abs(last["a"]).max()
    assert len(asked) <= 20


def test_without_a_closer_look_a_narrow_veering_is_taken_for_a_crossing():
    tracks, asked = tracked(0.1, np.linspace(50, 150, 8), resolution=0)
    assert len(asked) == 8
    exact = sorted_frequencies(0.1, tracks.values)
    np.testing.assert_allclose(tracks.frequencies[:4], exact[:4], rtol=1e-12)
    np.testing.assert_allclose(tracks.frequencies[4:], exact[4:, ::-1], rtol=1e-12)


def test_tracks_as_tables_and_text():
    tracks, _ = tracked(1.0, np.linspace(50, 150, 3), count=1)
    frame, data = tracks.to_pandas(), tracks.to_xarray()
    assert list(frame) == ["frequency 0", "undamped 0", "damping 0"] and frame.index.name == "k"
    np.testing.assert_array_equal(data["frequency"].sel(track=0), tracks.frequencies[:, 0])
    assert data["k"].attrs["units"] == "N/m"
    text = str(tracks)
    assert "1 followed over 3 values" in text and f"{tracks.frequencies[1, 0]:.6g}" in text
    assert "<td>100</td>" in tracks._repr_html_()
    assert len(tracks.plot().axes) == 1


@pytest.mark.parametrize(
    ("values", "choices", "message"),
    [
        ([1, 1], {}, "different finite numbers"),
        ([1, 3, 2], {}, "up or down"),
        ([1, 2], {"count": 0}, "positive number, not 0"),
    ],
)
def test_questions_that_cannot_be_meant(values, choices, message):
    with pytest.raises(lw.AnalysisError, match=message):
        tracked(1.0, values, **choices)


def test_what_gives_no_linear_model_is_told():
    with pytest.raises(lw.AnalysisError, match="the function gives 5.0; expected a linear model"):
        lw.track_modes(lambda x: 5.0, [0, 1])  # type: ignore[arg-type]
    with pytest.raises(lw.AnalysisError, match="the first argument is a function"):
        lw.track_modes(5, [0, 1])  # type: ignore[arg-type]
