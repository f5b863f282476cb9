"""Bounds of event functions hold wherever their signals go within theirs, and are narrow where these are."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.description.expressions import evaluate
from linkwork.description.parsing import parse
from linkwork.dynamics import event_bounds as B
from linkwork.integrators.motion import prepare

EXPRESSIONS = [
    "-x", "x + time", "x - 2*time", "x*time", "x*x", "x/time", "1/x", "x**2", "x**3", "x**(-2)", "abs(x)**1.5", "abs(x)**x", "2**x",
    "sin(3*x)", "cos(3*x)", "tan(x)", "asin(x/9)", "acos(x/9)", "atan(x)", "sqrt(x + 5)", "exp(x)", "log(x + 5)", "tanh(x)", "sinh(x)",
    "cosh(x)", "abs(x)", "floor(x)", "sign(x)", "mod(x, 0.7)", "min(x, time)", "max(x, time)", "max(sin(5*x), x, 0)", "atan2(x, time)",
    "atan2(x, 0 - time)", "if(x > 0.5, x, 3 - time)", "step(x, -1, 2, 1, -3)", "step5(x, -1, 2, 1, -3)", "table(cam, x)", "table(line, x)",
    "sin(x)*exp(0 - x*x) - x/(1 + time**2)", "x - x", "0*x",
]  # fmt: skip
JUMPS = (
    "floor",
    "sign",
    "mod",
    "if",
    "atan2(x, 0 - time)",
    "tan",
    "1/x",
    "x**(-2)",
    "abs(x)**x",
)  # not narrow everywhere


def problem(text):
    m = lw.Mechanism(plane="xy").add(
        lw.Body("mass", mass=1, inertia=1, com=(0, 0, 0)), lw.Prismatic("S", "ground", "mass", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Table("cam", x=(-2, 0, 1, 3), y=(0, 1, -1, 2)), lw.Table("line", x=(-1, 0, 1), y=(0, 2, -1), kind="linear", outside="extend"),
        lw.Signal("x", "S.displacement"),
    )  # fmt: skip
    prepared = prepare(lw.compile(m), None, {}, (lw.Event(text),))
    return prepared, prepared.start(lw.assemble(lw.compile(m)), {}).page


def values(prepared, page, t, x):
    """The event along x(t), computed as a run does."""
    result = np.empty(t.size)
    for k in range(t.size):
        out = np.zeros(1)
        prepared.kernels[3](t[k], np.array([x[k], 0.0]), out, page)
        result[k] = out[0]
    return result


def bounds(prepared, page, t, x, rate):
    out = np.zeros(4 * (1 + int(prepared.plan[B.N_OPERATIONS])))
    assert prepared.plan[B.N_SIGNALS] <= 1
    B.event_bounds(0.0, np.array([t[0], t[-1], x.min(), x.max(), rate, rate]), out, page)
    return out[:4]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_bounds_hold_along_a_moving_signal(text):
    """x moves evenly from one place to another: values and quotients of differences stay within the bounds."""
    prepared, page = problem(text)
    rng = np.random.default_rng(1)
    for _ in range(60):
        t = rng.uniform(0.1, 3.0) + np.linspace(0.0, 10 ** rng.uniform(-3, 0.3), 41)
        x = rng.uniform(-3.0, 3.0) + rng.choice([-1.0, 1.0]) * 10 ** rng.uniform(-3, 0.5) * np.linspace(0.0, 1.0, 41)
        rate = (x[-1] - x[0]) / (t[-1] - t[0])
        low, high, least, most = bounds(prepared, page, t, x, rate)
        f = values(prepared, page, t, x)
        f = f[np.isfinite(f)]
        margin = 1e-9 * (1.0 + np.abs(f).max(initial=0.0))
        assert low <= f.min(initial=np.inf) + margin and f.max(initial=-np.inf) - margin <= high
        if f.size == t.size:
            slopes = np.diff(f) / np.diff(t)
            margin = 1e-7 * (1.0 + np.abs(slopes).max()) + 1e-12 / (t[1] - t[0])
            assert least <= slopes.min() + margin and slopes.max() - margin <= most


@pytest.mark.parametrize("text", [text for text in EXPRESSIONS if not text.startswith(JUMPS)])
def test_bounds_are_narrow_where_the_signal_hardly_moves(text):
    prepared, page = problem(text)
    for x in (-1.83, -0.31, 0.47, 2.2):
        t, places = np.linspace(1.0, 1.0 + 1e-6, 3), np.linspace(x, x + 1e-6, 3)
        low, high, least, most = bounds(prepared, page, t, places, 1.0)
        assert high - low < 1e-4 and most - least < 1e-3


def test_the_constants_of_an_expression_are_those_of_the_model():
    prepared, page = problem("3*x - 1.5")
    t, x = np.linspace(0.0, 1.0, 3), np.linspace(2.0, 4.0, 3)
    assert bounds(prepared, page, t, x, 2.0) == pytest.approx([4.5, 10.5, 6.0, 6.0])
    assert evaluate(parse("3*x - 1.5"), {"x": 2.0}.__getitem__).real == 4.5
