"""Outputs of cases: their values against closed forms, and their derivatives against differences of the same outputs."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ive

import linkwork as lw
from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs.refinement import refined
from linkwork.analyses.design.outputs.terms import term_derivatives, term_value
from linkwork.differentiation.sampling import Samples, cubic_weights, even_weights
from linkwork.kernels.probe import moved
from linkwork.model.errors import QuestionError
from linkwork.model.plans.design import Design
from tests.analyses.design.output_mechanisms import PLANAR, SPATIAL, arm, four_bar


def samples_of(t, weight):
    return Samples(t, np.zeros((t.size, 0)), np.zeros((t.size, 0)), np.zeros((t.size, 0)), weight)


def test_terms_of_a_sine_are_its_known_numbers():
    t = np.linspace(0, 1, 401)
    points = samples_of(t, even_weights(t))
    g = 3 + 2 * np.sin(2 * np.pi * t)
    known = {"initial": 3, "final": 3, "mean": 3, "integral": 3, "rms": np.sqrt(11), "maximum": 5, "minimum": 1}
    for kind, value in known.items():
        assert term_value(kind, points, g) == pytest.approx(value, abs=3e-8), kind
    beta = 30 * np.sqrt(2)
    assert term_value("peak", points, g) == pytest.approx(3 + 2 * ive(1, beta) / ive(0, beta), abs=1e-8)
    assert term_value("maximum", points, np.cos(2 * np.pi * (t - 0.2503))) == pytest.approx(1, abs=1e-7)
    t = np.linspace(0, 2, 41)
    assert even_weights(t) @ np.exp(t) == pytest.approx(np.exp(2) - 1, rel=1e-6)


def test_weights_of_uneven_times_are_exact_for_cubics_and_stop_at_jumps():
    t = np.cumsum(np.random.default_rng(1).uniform(0.5, 1.5, 40))
    t = (t - t[0]) / (t[-1] - t[0])
    for k in range(4):
        assert cubic_weights(t) @ t**k == pytest.approx(1 / (k + 1), rel=1e-14)
    twice, jump = np.concatenate((t[:20], t[19:])), np.concatenate((t[:20] ** 3, 5 + t[19:] ** 3))
    assert cubic_weights(twice) @ jump == pytest.approx(0.25 + 5 * (1 - t[19]), rel=1e-14)
    np.testing.assert_allclose(cubic_weights(np.array([0.0, 1.0, 2.0])), np.array([1, 4, 1]) / 3, rtol=1e-14)


@pytest.mark.parametrize("kind", ["initial", "final", "mean", "integral", "rms", "maximum", "minimum", "peak"])
def test_slopes_of_terms_are_those_of_differences(kind):
    rng = np.random.default_rng(3)
    t = np.sort(rng.random(30))
    points, g, d = samples_of(t, rng.standard_normal(30)), 1 + np.sin(7 * t), rng.standard_normal(30)
    if kind == "rms":
        points = replace(points, weight=np.abs(points.weight))
    h = 1e-4
    value = [term_value(kind, points, g + k * h * d) for k in (-2, -1, 1, 2)]
    difference = (value[0] - 8 * value[1] + 8 * value[2] - value[3]) / (12 * h)
    assert term_derivatives(kind, points, g) @ d == pytest.approx(difference, rel=1e-7, abs=1e-8)


def test_a_peak_is_read_between_few_points_and_not_across_a_jump():
    t = np.linspace(0, 1, 31)
    points, beta = samples_of(t, even_weights(t)), 30 * np.sqrt(2)
    assert term_value("peak", points, np.cos(2 * np.pi * t - 0.1)) == pytest.approx(
        ive(1, beta) / ive(0, beta), abs=2e-4
    )
    t = np.array([0, 0.2, 0.4, 0.5, 0.5, 0.6, 0.8, 1.0])
    g = np.array([0, 0, 0, 0, 1.0, 1, 1, 1])
    assert term_value("peak", samples_of(t, np.ones(8)), g) == pytest.approx(1, abs=1e-12)
    assert refined(t, g).matrix @ g == pytest.approx(np.repeat([0, 1], 25), abs=1e-12)


def test_two_equal_maxima_have_no_derivative():
    t = np.linspace(0, 2, 201)
    points = samples_of(t, even_weights(t))
    g = np.sin(2 * np.pi * t)
    assert term_value("maximum", points, g) == pytest.approx(1)
    with pytest.raises(QuestionError, match=r"another derivative to each side; use peak"):
        term_derivatives("maximum", points, g)


def random_points(model, state, rng, n=4):
    q = np.zeros((n, model.nq))
    for row in q:
        moved(model.ints, model.floats, state.q.copy(), 0.1 * rng.standard_normal(model.nv), row)
    y = np.hstack((q, rng.standard_normal((n, model.nv)), rng.standard_normal((n, model.nz))))
    return Samples(
        np.sort(rng.random(n)),
        y,
        rng.standard_normal((n, model.nv)),
        rng.standard_normal((n, model.n_rows)),
        rng.random(n),
    )


@pytest.mark.parametrize(
    ("mechanism", "texts", "coordinates"),
    [(four_bar, PLANAR, "joint"), (four_bar, PLANAR, "cartesian"), (arm, SPATIAL, "joint")],
)
def test_cotangents_are_the_derivatives_of_the_outputs(mechanism, texts, coordinates):
    """Along random directions of everything at once, by fourth-order differences."""
    rng = np.random.default_rng(1)
    model = lw.compile(mechanism(), coordinates=coordinates)
    state = lw.assemble(model)
    outputs = OutputSet(model, lw.Case("c", duration=1, outputs=texts), state)
    own, points = outputs.model, random_points(model, state, rng)
    result = outputs.cotangents(points, outputs.values(points))
    paths = [
        p
        for p in model.parameters
        if p.startswith(("gravity.", "S.", "T.", "speed", "scale", "J", "a.", "b.", "U.st", "mix", "A.", "C."))
    ]
    paths = [p for p in paths if ".axis_" not in p and not (model.structure.plane and p.endswith(".z"))]
    design = Design(own, paths)
    nq, nv = model.nq, model.nv
    for _ in range(3):
        dy, dvdot, dlam = (rng.standard_normal(c.shape) for c in (result[0].gy, result[0].gvdot, result[0].glam))
        dp = 0.1 * rng.standard_normal(len(paths))
        step = np.zeros(own.numbers.values.size)
        step[[own.numbers.position(p) for p in paths]] = dp

        def at(h, dy=dy, dvdot=dvdot, dlam=dlam, step=step):
            y = points.y.copy()
            y[:, nq:] += h * dy[:, nv:]
            for row, dq in zip(y, dy, strict=True):
                out = np.zeros(nq)
                moved(model.ints, model.floats, row[:nq].copy(), h * dq[:nv], out)
                row[:nq] = out
            other = replace(points, y=y, vdot=points.vdot + h * dvdot, lam=points.lam + h * dlam)
            changed = object.__new__(OutputSet)
            changed.__dict__.update(outputs.__dict__)
            changed.model = own.with_values(own.numbers.values + h * step)
            return np.array(list(changed.reduce(other, changed.values(other)).values()))

        h = 2e-4
        difference = (at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h)
        exact = [
            (c.gy * dy).sum() + (c.gvdot * dvdot).sum() + (c.glam * dlam).sum() + design.gradient(c.gnumbers) @ dp for c in result
        ]  # fmt: skip
        np.testing.assert_allclose(exact, difference, rtol=2e-8, atol=2e-8 * max(1.0, np.abs(difference).max()))


def test_what_has_no_derivative_is_refused():
    model = lw.compile(four_bar())
    case = lw.Case(
        "c",
        duration=1,
        events=lw.Event("A.angle.rate"),
        outputs={"hit": "event_time(0)", "off": "final(constraint.violation)"},
    )
    outputs = OutputSet(model, case, lw.assemble(model))
    points = random_points(model, lw.assemble(model), np.random.default_rng(0))
    g = outputs.values(points)
    assert outputs.reduce(points, g, lambda kind, k: 0.25)["hit"] == 0.25
    with pytest.raises(QuestionError, match=r"constraint\.violation is the largest of many"):
        outputs.cotangents(points, g, ["off"], lambda kind, k: 0.25)
    assert not outputs.seeds(
        points, g, ["hit"], lambda kind, k: 0.25
    ).any()  # when an event happens is not read from points
    with pytest.raises(QuestionError, match=r"event_time\(0\) has no value here"):
        outputs.reduce(points, g)
