"""Zeros of expressions of time by enclosures: all of them, to the resolution of time; poles, touching points and gaps told apart."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from linkwork.description.expressions import evaluate
from linkwork.description.parsing import parse
from linkwork.model.expressions.splines import TableValues
from linkwork.model.expressions.time_zeros import TimeFunction, time_zeros

TABLES = {
    "L": TableValues([0.0, 1.0, 2.0, 3.0], [1.0, -1.0, 1.0, -1.0], "linear"),
    "C": TableValues(np.linspace(0, 10, 101), np.sin(3 * np.linspace(0, 10, 101))),
}


def no_names(name):
    raise KeyError(name)


def function(text):
    return TimeFunction(parse(text), no_names, TABLES)


def found(text, start=0.0, end=10.0):
    return time_zeros(function(text), start, end)


def times(text, start=0.0, end=10.0):
    return [zero.time for zero in found(text, start, end).zeros]


def test_a_thousand_radians_a_second_have_3183_zeros_in_ten_seconds():
    zeros = times("sin(1000*time)")
    assert len(zeros) == 3183
    assert zeros == pytest.approx(np.pi * np.arange(1, 3184) / 1000, abs=2e-12)


EXPECTED = {
    "time - 10": [10.0],
    "2*time - 1": [0.5],
    "time": [],
    "1/(time - 0.5)": [],
    "tan(time)": [np.pi, 2 * np.pi, 3 * np.pi],
    "sin(time)/(time - 1)": [np.pi, 2 * np.pi, 3 * np.pi],
    "1 - cos(time)": [],
    "(time - 0.5)**2": [],
    "(time - 0.5)**3": [0.5],
    "(time - 0.5)**3/(time - 0.5)**2": [0.5],
    "1/(time - 0.5)**2 - 4": [1.0],
    "sign(time - 0.5)": [0.5],
    "if(time > 0.5, 1, -1)": [0.5],
    "if(time <= 0.5, -1, sqrt(time - 0.4))": [0.5],
    "if(time < 1, -1, if(time < 2, 0, 1))": [1.0],
    "floor(time) - 2": [2.0],
    "mod(time, 4) - 1": [1.0, 4.0, 5.0, 8.0, 9.0],
    "max(0, 1 - time)": [1.0],
    "max(0, time - 1)": [],
    "abs(time - 2) - 1": [1.0, 3.0],
    "min(time, 5) - 3": [3.0],
    "exp(-time) - 0.1": [math.log(10)],
    "log(time + 1) - 2": [math.exp(2) - 1],
    "time**0.5 - 2": [4.0],
    "tanh(time - 3) + sinh(time - 3)": [3.0],
    "cosh(time - 5) - 2": [5 - math.acosh(2), 5 + math.acosh(2)],
    "asin(time/20) - 0.1": [20 * math.sin(0.1)],
    "acos(time/20) - 1.4": [20 * math.cos(1.4)],
    "atan(time) - 1": [math.tan(1)],
    "atan2(time - 5, 1)": [5.0],
    "step(time, 1, -1, 3, 1)": [2.0],
    "step5(time, 1, -1, 3, 1)": [2.0],
    "table(L, time)": [0.5, 1.5, 2.5],
    "0*time": [],
}


@pytest.mark.parametrize("text", EXPECTED)
def test_zeros_are_where_they_are_known_to_be(text):
    assert times(text) == pytest.approx(EXPECTED[text], abs=2e-12)


def test_zeros_of_a_spline_are_those_of_scipy():
    from scipy.interpolate import CubicSpline

    knots = np.linspace(0, 10, 101)
    roots = CubicSpline(knots, np.sin(3 * knots)).roots(extrapolate=False)
    assert times("table(C, time)") == pytest.approx([t for t in roots if t > 1e-9], abs=1e-11)


def test_where_it_is_not_a_number_is_said():
    result = found("sqrt(0.5 - time)", 0.0, 1.0)
    assert result.zeros == [] and len(result.undefined) == 1
    assert result.undefined[0] == pytest.approx((0.5, 1.0), abs=2e-12)
    result = found("log(time - 3) - 1")
    assert [zero.time for zero in result.zeros] == pytest.approx([3 + math.e], abs=2e-12)
    assert result.undefined[0] == pytest.approx((0.0, 3.0), abs=2e-12)


@pytest.mark.parametrize(
    "text", ["sqrt(-1)", "log(-1) + time", "abs(0/0)", "0/0 + time", "mod(time, 0)", "mod(time - 0.5, 0*time)"]
)
def test_what_is_never_a_number_is_said_for_all_of_the_time(text):
    result = found(text, 0.0, 1.0)
    assert result.zeros == [] and result.undefined == [(0.0, 1.0)]


def test_a_remainder_is_no_number_at_the_instant_at_which_its_divisor_is_zero():
    assert times("mod(0.3, time - 0.5) + 0.2", 0.0, 0.1) == pytest.approx([], abs=1e-9)
    assert times("mod(0.3, time - 0.5) - 0.15", 0.7, 1.0) == pytest.approx([0.8], abs=1e-9)


def test_a_million_radians_a_second_have_318309_zeros_in_a_second():
    result = found("sin(1000000*time)", 0.0, 1.0)
    assert result.unresolved == []
    expected = np.pi * np.arange(1, 318310) / 1e6
    assert np.abs(np.array([zero.time for zero in result.zeros]) - expected).max() < 2e-12
    assert [zero.direction for zero in result.zeros[:3]] == [-1, 1, -1]


@pytest.mark.parametrize("text", ["sin(10000000*time)", "sin(time)**2 + cos(time)**2 - 1"])
def test_what_cannot_be_resolved_is_said(text):
    assert found(text).unresolved == [(0.0, 10.0)]


def test_at_a_large_time_zeros_are_as_exact_as_time_is():
    zeros = times("sin(time - 1000000000)", 1e9, 1e9 + 10)
    assert zeros == pytest.approx(1e9 + np.pi * np.array([1, 2, 3]), rel=2e-15)


LEAVES = st.sampled_from(["time", "2", "0.3", "(time - 1)", "5"])
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*/"), inner),
        st.builds(
            "{}({})".format,
            st.sampled_from(["sin", "cos", "tan", "atan", "abs", "exp", "tanh", "sinh", "cosh", "floor", "sign", "sqrt", "log"]),
            inner,
        ),
        st.builds("({})**{}".format, inner, st.sampled_from(["2", "3", "-1", "0.5"])),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "atan2", "mod"]), inner, inner),
        st.builds("if({} > {}, {}, {})".format, inner, inner, inner, inner),
        st.builds("step5({}, -1, {}, 2, {})".format, inner, inner, inner),
        st.builds("table(C, {})".format, inner),
    ),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=200)
@given(text=TREES, start=st.floats(-3, 3), width=st.sampled_from([1e-3, 0.1, 1.0, 4.0]))
def test_enclosures_hold_all_values(text, start, width):
    tree = parse(text)
    f = function(text)
    with np.errstate(all="ignore"):
        bounds = f.over(np.array([start]), np.array([start + width]))
        at = np.linspace(start, start + width, 23)
        values = f.at(at)
    low, high = bounds.low[0], bounds.high[0]
    slack = 1e-12 * (1 + max((abs(x) for x in (low, high) if math.isfinite(x)), default=0.0))
    for t, value in zip(at.tolist(), values.tolist(), strict=True):
        if math.isfinite(value):
            assert bounds.undefined[0] != 2
            assert low - slack <= value <= high + slack
            if "table" not in text:
                assume(abs(value) < 1e12)
                exact = evaluate(tree, {"time": t}.__getitem__)
                if "floor" not in text and "sign" not in text and "if" not in text and "mod" not in text:
                    assert value == pytest.approx(float(exact.real), rel=1e-6, abs=1e-6)


@settings(max_examples=50)
@given(
    a=st.floats(0.1, 30),
    b=st.floats(-3, 3),
    c=st.floats(-0.9, 0.9),
    d=st.floats(0.0, 2.0),
)
def test_no_zero_of_a_random_wave_is_lost(a, b, c, d):
    """Against a fine grid: as many sign changes, each where the grid has one."""
    text = f"sin({a!r}*time + {b!r}) + {c!r} + {d!r}*cos({a / 3!r}*time)"
    grid = np.linspace(0.0, 10.0, 20_001)
    values = np.sin(a * grid + b) + c + d * np.cos(a / 3 * grid)
    changes = np.flatnonzero(np.sign(values[1:]) != np.sign(values[:-1]))
    turning = np.abs(np.diff(np.sign(np.diff(values)))).astype(bool)
    assume(np.abs(values[1:-1][turning]).min(initial=1.0) > 1e-4 and abs(values[0]) > 1e-4)
    zeros = times(text)
    assert len(zeros) == changes.size
    assert zeros == pytest.approx(grid[changes], abs=6e-4)
