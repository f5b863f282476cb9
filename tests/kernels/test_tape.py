"""Tapes against the description's own evaluation, their derivatives against complex steps and differences."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.description.expressions import evaluate
from linkwork.description.parsing import parse
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.expressions.blocks import RUN_TAPE, RUN_TIME_TAPE, run_plan
from linkwork.kernels.expressions.functions import (
    ATAN,
    CONST,
    COSH,
    INPUT,
    LOG,
    MEASURE,
    RATE,
    SINH,
    SQRT,
    STATE,
    TAN,
    TANH,
    TIME,
    unary,
    unary_derivatives,
)
from linkwork.kernels.expressions.tape import run_time_tape, tape_gradient
from linkwork.kernels.expressions.third_derivatives import unary_third
from linkwork.model.expressions.splines import TableValues
from linkwork.model.expressions.tapes import TapeBuilder
from linkwork.model.expressions.times import breaks, time_only
from linkwork.numerics.jit import kernel
from tests.rigs.stage_buffers import Rig

TABLES = {"T": TableValues([0.0, 0.5, 1.3, 2.0, 3.1], [1.0, -0.4, 0.7, 2.0, 1.5])}
LOADS = {"a": (MEASURE, 0), "b": (RATE, 0), "c": (INPUT, 0), "d": (STATE, 0)}
VALUES = {"a": 0.7, "b": -1.3, "c": 0.4, "d": 1.9, "k": 2.5, "n": 3.0, "time": 0.8}


@kernel
def plan(ints, floats, work, t):
    run_plan(view_model(ints, floats), view_work(ints, work), t)


@kernel
def time_tape(ints, floats, work, t, first, last):
    run_time_tape(view_model(ints, floats), view_work(ints, work), t, first, last)


@kernel
def gradient(ints, floats, work, result, first, adjoint):
    tape_gradient(view_model(ints, floats), view_work(ints, work), result, first, adjoint)


def resolver(values):
    return lambda name: ("load", *LOADS[name]) if name in LOADS else ("const", values[name])


def table(name, x):
    """The spline by SciPy, constant outside, with its first order carried by a complex step."""
    from scipy.interpolate import CubicSpline

    spline = CubicSpline(TABLES[name].x, TABLES[name].y)
    if not spline.x[0] <= x.real <= spline.x[-1]:
        return float(spline(np.clip(x.real, spline.x[0], spline.x[-1])))
    value = float(spline(x.real))
    return complex(value, float(spline(x.real, 1)) * x.imag) if isinstance(x, complex) else value


def rig_of(builder, values, dtype=np.float64):
    n = builder.count
    work = {name: np.zeros(n) for name in ("tape_value", "tape_rate", "tape_accel")}
    work |= {"measure_value": [values["a"]], "measure_rate": [values["b"]], "inputs": [values["c"]], "z": [values["d"]]}
    return Rig(builder.arrays(), work, dtype)


def tape_value(text, values, dtype=np.float64):
    builder = TapeBuilder(TABLES)
    result = builder.add(parse(text), resolver(values))
    rig = rig_of(builder, values, dtype)
    plan(*rig.buffers, float(values["time"].real))
    return rig.w.tape_value[result]


def python_value(text, values):
    return evaluate(parse(text), values.__getitem__, {"table": table})


EXPRESSIONS = [
    "a + b*c - d/k", "-a**2 + a**-3 + d**0.5 + k**a + a**n", "sin(a)*cos(b) + tan(c)", "asin(c) + acos(a) + atan(b)",
    "sqrt(d)*exp(b)*log(k)", "abs(b) + sign(b)*a + min(a, b, c, d) + max(a, 2, c)", "atan2(a, b) + atan2(b, a)",
    "step(time, 0, 1, 2, 3) + step5(a, 0, k, 1, d)", "step(a, 1, 2, 3, 4) + step5(d, 0, 1, 1, b)",
    "table(T, a) + table(T, time) + table(T, b) + table(T, d*9)", "2*pi*deg*k + 3*mm", "time*k + 4",
    "b**2 + b**3 + b**-1", "step(a + b, b, c, d, k)", "tanh(a) + sinh(b)*cosh(c)", "tanh(40*d) + tanh(-30*a) + tanh(1e3*b)",
    "floor(3.3*a) + floor(b)*d", "mod(7*a, c) + mod(b, 0.7) + mod(d, -c)", "if(a > b, c*d, sqrt(b))",
    "if(a < b, log(b), a**2*d)", "if(a >= c, sin(a), 0) + if(a <= c, 1, b*d)", "if(time > k, 1/(a - a), b*c)",
    "if(a >= a, b, c) + if(a <= a, c, d) + if(a > a, k, d) + if(a < a, k, b)",
]  # fmt: skip


@pytest.mark.purepython
@pytest.mark.parametrize("text", EXPRESSIONS)
def test_a_tape_has_the_value_of_its_expression(text):
    assert tape_value(text, VALUES) == pytest.approx(python_value(text, VALUES), rel=1e-14)


@pytest.mark.parametrize("text", EXPRESSIONS)
@pytest.mark.parametrize("name", ["a", "b", "c", "d", "k"])
def test_a_complex_step_passes_through_loads_and_constants(text, name):
    values = VALUES | {name: VALUES[name] + 1e-30j}
    expected = complex(python_value(text, values))
    assert tape_value(text, values, np.complex128).imag == pytest.approx(expected.imag, rel=1e-11, abs=1e-43)


@pytest.mark.purepython
@pytest.mark.parametrize(
    "text", ["sqrt(b)", "log(b)", "b**0.5", "asin(k)", "acos(-k)", "b**1.5", "step(a, 2, 0, 1, 1)", "0*a/(a - a)"]
)
def test_outside_its_domain_an_expression_is_nan(text):
    assert math.isnan(tape_value(text, VALUES))
    assert np.isnan(tape_value(text, VALUES, np.complex128).real)


@pytest.mark.purepython
def test_division_by_zero_is_infinite_and_raises_nothing():
    for dtype in (np.float64, np.complex128):
        assert tape_value("a/(b - b)", VALUES, dtype).real == math.inf
        assert tape_value("-a/(b - b)", VALUES, dtype).real == -math.inf


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_the_gradient_is_that_of_a_complex_step(text):
    builder = TapeBuilder(TABLES)
    result = builder.add(parse(text), resolver(VALUES))
    loads = {name: builder.load(*load) for name, load in LOADS.items()}
    rig = rig_of(builder, VALUES)
    plan(*rig.buffers, VALUES["time"])
    adjoint = np.zeros(builder.count)
    gradient(*rig.buffers, result, builder.reach[result], adjoint)
    for name, i in loads.items():
        exact = complex(python_value(text, VALUES | {name: VALUES[name] + 1e-30j})).imag / 1e-30
        used = adjoint[i] if i <= result else 0.0
        assert used == pytest.approx(exact, rel=1e-11, abs=1e-13)


MOTIONS = [
    "sin(k*time) + time**2", "exp(-time)*cos(3*time)/(1 + time)", "table(T, time)", "table(T, time**2 + 0.1)",
    "step(time, 0, 1, 2, 3)", "step5(time, 0, c, k, 4)", "step5(time**2, 0.1*time, c*time, k + time, 4)", "k**time",
    "time**time", "atan2(sin(time), 2 + time)", "sqrt(1 + time)*log(2 + time)", "asin(time/2) + acos(time/3) + atan(time)",
    "tan(time/2)", "abs(time - 2)*max(time, 1, 0.2)", "min(time, c)", "(time - 3)**3", "sqrt(max(time - 1, 0))",
    "time/(2 + sin(time))", "tanh(3*time) + sinh(time)*cosh(2*time)", "floor(3.3*time)*time", "mod(3*time, 1)*time**2",
    "if(time > 0.5, sin(k*time), sqrt(time - 3))", "if(time < 0.5, log(time - 3), time**3)",
]  # fmt: skip


@pytest.mark.parametrize("text", MOTIONS)
@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_time_derivatives_of_motions_are_exact(text, dtype):
    builder = TapeBuilder(TABLES)
    result = builder.add(parse(text), resolver(VALUES))
    builder.close(RUN_TIME_TAPE)
    rig = rig_of(builder, VALUES, dtype)

    def jet(t):
        plan(*rig.buffers, t)
        return rig.w.tape_value[result].real, rig.w.tape_rate[result].real, rig.w.tape_accel[result].real

    t, h = VALUES["time"], 1e-5
    value, rate, accel = jet(t)
    assert value == pytest.approx(python_value(text, VALUES), rel=1e-14)
    step = complex(python_value(text, VALUES | {"time": t + 1e-30j})).imag / 1e-30
    assert rate == pytest.approx(step, rel=1e-11, abs=1e-13)
    assert accel == pytest.approx((jet(t + h)[1] - jet(t - h)[1]) / (2 * h), rel=1e-7, abs=1e-7)


@pytest.mark.purepython
@pytest.mark.parametrize(("word", "order"), [("step", 1), ("step5", 2)])
def test_steps_are_constant_outside_and_smooth_at_their_ends(word, order):
    builder = TapeBuilder()
    result = builder.add(parse(f"{word}(time, 1, 2, 3, 5)"), resolver(VALUES))
    rig = rig_of(builder, VALUES)
    for t, expected in ((0.0, 2.0), (1.0, 2.0), (2.0, 3.5), (3.0, 5.0), (9.0, 5.0)):
        time_tape(*rig.buffers, t, 0, builder.count)
        assert rig.w.tape_value[result] == pytest.approx(expected)
    for t in (1 + 1e-9, 3 - 1e-9):
        time_tape(*rig.buffers, t, 0, builder.count)
        assert abs(rig.w.tape_rate[result]) < 1e-7
        assert (abs(rig.w.tape_accel[result]) < 1e-7) == (order == 2)


LEAVES = st.sampled_from(["a", "b", "c", "d", "k", "time", "2", "0.3"])
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*/"), inner),
        st.builds("{}({})".format, st.sampled_from(["sin", "cos", "atan", "abs", "-", "exp", "tanh"]), inner),
        st.builds("if({} {} {}, {}, {})".format, inner, st.sampled_from(["<", "<=", ">", ">="]), inner, inner, inner),
        st.builds("sqrt(1 + abs({}))".format, inner),
        st.builds("({})**{}".format, inner, st.sampled_from(["2", "3", "-1"])),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "atan2"]), inner, inner),
        st.builds("step5({}, -1, {}, 2, {})".format, inner, inner, inner),
    ),
    max_leaves=12,
)
NUMBERS = st.floats(-3, 3).map(lambda x: round(x, 3))


def slope(text, values, name, beside):
    """By a complex step, beside a value by some distance."""
    return complex(python_value(text, values | {name: values[name] + beside + 1e-30j})).imag / 1e-30


@settings(max_examples=150)
@given(text=TREES, a=NUMBERS, b=NUMBERS, c=NUMBERS, d=NUMBERS)
def test_random_expressions_agree_in_value_and_gradient(text, a, b, c, d):
    values = VALUES | {"a": a, "b": b, "c": c, "d": d}
    expected = python_value(text, values)
    assume(math.isfinite(expected) and abs(expected) < 1e8)
    builder = TapeBuilder()
    result = builder.add(parse(text), resolver(values))
    loads = {name: builder.load(*load) for name, load in LOADS.items()}
    rig = rig_of(builder, values)
    plan(*rig.buffers, values["time"])
    assume(not np.isnan(rig.w.tape_value).any())  # in a tape NaN passes through min and max
    assert rig.w.tape_value[result] == pytest.approx(expected, rel=1e-12, abs=1e-12)
    adjoint = np.zeros(builder.count)
    gradient(*rig.buffers, result, builder.reach[result], adjoint)
    for name, i in loads.items():
        before, exact, after = (slope(text, values, name, x) for x in (-1e-9, 0.0, 1e-9))
        if not np.allclose((before, after), exact, rtol=1e-3, atol=1e-3):
            continue  # a kink, a jump (atan2 knows 0 from -0, a complex number does not) or nearly singular
        if i <= result and math.isfinite(adjoint[i]):
            assert adjoint[i] == pytest.approx(exact, rel=1e-9, abs=1e-9 * max(1.0, abs(expected)))


@pytest.mark.purepython
def test_what_is_folded_and_shared_depends_on_names_only():
    text = "k*n*sin(time) + k*n + min(k, n)*a + (k - k)*b + k**n"

    def lowered(values):
        builder = TapeBuilder()
        builder.add(parse(text), resolver(values))
        return builder.arrays()

    one = lowered(VALUES)
    for other in (VALUES | {"k": 0.0, "n": 1.0}, VALUES | {"k": 2.5 + 1e-30j}, VALUES | {"n": 2.5}):
        two = lowered(other)
        for name in ("tape_op", "tape_start", "tape_args", "plan"):
            assert np.array_equal(one[name], two[name])
        assert two["tape_const"].shape == one["tape_const"].shape
    assert list(one["tape_op"]).count(CONST) == 4
    assert list(one["tape_op"]).count(TIME) == 1
    assert lowered(VALUES | {"k": 2.5 + 1e-30j})["tape_const"][0].imag == pytest.approx(3e-30)


@pytest.mark.purepython
def test_named_expressions_are_inlined_once_and_circles_are_named():
    signals = {"s": "a + 1", "r": "s*s + k", "one": "two + 1", "two": "one*2", "kk": "2*k"}
    resolve = lambda name: ("expr", parse(signals[name])) if name in signals else resolver(VALUES)(name)  # noqa: E731
    builder = TapeBuilder()
    result = builder.add(parse("r + s + kk"), resolve)
    rig = rig_of(builder, VALUES)
    plan(*rig.buffers, 0.0)
    assert rig.w.tape_value[result] == pytest.approx(1.7**2 + 2.5 + 1.7 + 5)
    assert list(rig.m.tape_op).count(MEASURE) == 1
    with pytest.raises(lw.DescriptionError, match="one → two → one"):
        builder.add(parse("one"), resolve)


@pytest.mark.purepython
def test_plan_rows_follow_the_order_of_closing():
    builder = TapeBuilder()
    builder.add(parse("time**2"), resolver(VALUES))
    builder.close(RUN_TIME_TAPE)
    builder.add(parse("a + time"), resolver(VALUES))
    builder.call(0)
    builder.add(parse("b*2"), resolver(VALUES))
    assert builder.arrays()["plan"].tolist() == [[RUN_TIME_TAPE, 0, 3], [RUN_TAPE, 3, 5], [1, 0, 0], [RUN_TAPE, 5, 7]]


@pytest.mark.parametrize("n", [2, 3, 4, 9])
@pytest.mark.parametrize("outside", ["constant", "extend"])
def test_table_rows_are_the_not_a_knot_spline(n, outside):
    from scipy.interpolate import CubicSpline

    rng = np.random.default_rng(n)
    x, y = np.cumsum(rng.uniform(0.1, 1, n)), rng.normal(size=n)
    builder = TapeBuilder({"T": TableValues(x, y, outside=outside)})
    result = builder.add(parse("table(T, a)"), resolver(VALUES))
    spline = CubicSpline(x, y)
    for at in np.linspace(x[0] - 1, x[-1] + 1, 23):
        rig = rig_of(builder, VALUES | {"a": at})
        plan(*rig.buffers, 0.0)
        inside = np.clip(at, x[0], x[-1])
        slope = spline(inside, 1) if outside == "extend" else 0.0
        assert rig.w.tape_value[result] == pytest.approx(spline(inside) + slope * (at - inside), rel=1e-10, abs=1e-12)


def test_table_coefficients_carry_a_complex_step_of_x_and_y():
    values = lambda x, y: tape_of_table(x, y).real  # noqa: E731

    def tape_of_table(x, y):
        builder = TapeBuilder({"T": TableValues(x, y)})
        result = builder.add(parse("table(T, a)"), resolver(VALUES))
        rig = rig_of(builder, VALUES, np.complex128)
        plan(*rig.buffers, 0.0)
        return rig.w.tape_value[result]

    x, y = np.array(TABLES["T"].x), np.array(TABLES["T"].y)
    for k in range(x.size):
        e = np.eye(x.size)[k]
        for dx, dy in ((e, 0 * e), (0 * e, e)):
            exact = tape_of_table(x + 1e-30j * dx, y + 1e-30j * dy).imag / 1e-30
            difference = (values(x + 1e-6 * dx, y + 1e-6 * dy) - values(x - 1e-6 * dx, y - 1e-6 * dy)) / 2e-6
            assert exact == pytest.approx(difference, rel=1e-7, abs=1e-8)


@pytest.mark.purepython
def test_linear_tables_join_their_points():
    builder = TapeBuilder({"T": TableValues([0, 1, 3], [0, 2, 0], kind="linear")})
    result = builder.add(parse("table(T, a)"), resolver(VALUES))
    for at, expected in ((-1, 0), (0.5, 1), (2, 1), (5, 0)):
        rig = rig_of(builder, VALUES | {"a": at})
        plan(*rig.buffers, 0.0)
        assert rig.w.tape_value[result] == pytest.approx(expected)


@pytest.mark.purepython
def test_an_unknown_table_is_named():
    with pytest.raises(lw.DescriptionError, match=r"no Table 'U'; tables are \['T'\]"):
        TapeBuilder(TABLES).add(parse("table(U, time)"), resolver(VALUES))


@pytest.mark.purepython
@pytest.mark.parametrize(
    ("text", "times", "complete"),
    [
        ("step(time, 1, 0, 2, 1)", [1, 2], True),
        ("step5(k*time - 1, 0, 0, k, 1)*a", [0.4, 1.4], True),
        ("table(T, 2*time)", [0, 0.25, 0.65, 1, 1.55], True),
        ("abs(time - 3) + min(time, 2*n - time)", [3], True),
        ("step(time, sin(0), 0, max(k, 1), 1)", [0, 2.5], True),
        ("step(sin(time), 0, 0, 1, 1)", [], False),
        ("step(a, 0, 0, 1, 1) + sin(time)", [], True),
    ],
)
def test_break_times_are_found_where_time_is_affine(text, times, complete):
    result = breaks(parse(text), resolver(VALUES), TABLES)
    assert result.times == pytest.approx(times)
    assert result.complete is complete


@pytest.mark.purepython
def test_expressions_of_time_are_told_from_expressions_of_the_state():
    assert time_only(parse("k*sin(time) + c + table(T, time)"), resolver(VALUES))
    assert not time_only(parse("k*sin(time) + c"), resolver(VALUES), inputs=False)
    assert not time_only(parse("time + a"), resolver(VALUES))


@kernel
def third_and_second(op, x):
    f = unary(op, x)
    f_x, f_xx = unary_derivatives(op, x, f)
    return unary_third(op, x, f, f_x), f_xx


@pytest.mark.parametrize("op", [TANH, SINH, COSH, ATAN, SQRT, LOG, TAN])
def test_third_derivatives_are_those_of_second_ones(op):
    x, h = 0.7, 1e-5
    slope = (third_and_second(op, x + h)[1] - third_and_second(op, x - h)[1]) / (2 * h)
    assert third_and_second(op, x)[0] == pytest.approx(slope, rel=1e-7)
