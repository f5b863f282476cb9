"""Expressions: the grammar, its bounds, and values that agree with Python and with the complex step."""

import math
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.description.expressions import (
    Expr,
    ExpressionError,
    Formula,
    evaluate,
    name_node,
    names,
    number_node,
    tables,
    with_names_replaced,
    written,
)
from linkwork.description.functions import FUNCTIONS
from linkwork.description.parsing import parse

VALUES = {"a": 1.25, "b": -0.75, "A.at.x": 2.5, "time": 0.5}


def value(text, **extra):
    return evaluate(parse(text), {**VALUES, **extra}.__getitem__)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2*3", 7),
        ("-2**2", -4),
        ("2**-1", 0.5),
        ("2**3**2", 512),
        ("(1 - 2) - 3", -4),
        ("1 - (2 - 3)", 2),
        ("8/4/2", 1),
        ("60*deg", math.pi / 3),
        ("25*mm", 0.025),
        (".5e1 + 1.", 6),
        ("+a - -a", 2.5),
        ("A.at.x*2", 5),
        ("atan2(b, a)", math.atan2(-0.75, 1.25)),
        ("min(3, a, 2)", 1.25),
        ("max(b, a)", 1.25),
        ("abs(b)", 0.75),
        ("sign(b)", -1),
        ("(-2)**2", 4),
        ("(-2)**3", -8),
        ("step(0.5, 0, 1, 1, 3)", 2),
        ("step(-1, 0, 1, 1, 3)", 1),
        ("step5(2, 0, 1, 1, 3)", 3),
        ("step5(0.5, 0, 0, 1, 1)", 0.5),
        ("tanh(0.5)", math.tanh(0.5)),
        ("sinh(0.5) + cosh(0.5)", math.exp(0.5)),
        ("floor(2.7) + 10*floor(-2.7)", -28),
        ("mod(7, 3) + 10*mod(-7, 3) + 100*mod(7, -3)", 1 + 20 - 200),
        ("if(2 > 1, 3, 4)", 3),
        ("if(1 >= 1, 3, 4) + if(1 <= 1, 3, 4) + if(1 < 1, 3, 4) + if(1 > 1, 3, 4)", 14),
        ("if((1 < 2), if(3 < 2, 5, 6), 7)", 6),
        ("if(1 < 0, sqrt(-1), 8)", 8),
    ],
)
def test_values(text, expected):
    assert value(text) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(
    "text", ["sqrt(-1)", "log(-1)", "log(0)", "(-2)**0.5", "asin(2)", "0/0", "step(0, 1, 0, 0, 1)"]
)
def test_outside_the_domain_is_nan_for_floats_and_complex_steps(text):
    assert math.isnan(value(text))
    assert math.isnan(value(f"{text} + 0*a", a=complex(1, 1e-30)).real)


def test_overflow_and_division_by_zero_give_infinities_not_exceptions():
    assert value("1/0") == math.inf
    assert value("exp(1000)") == math.inf
    assert value("1e300**4") == math.inf
    assert value("0**-1") == math.inf


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["ends"]),
        ("2 +", ["character 4", "ends"]),
        ("2 $ 3", ["character 3", "'$'"]),
        ("2^3", ["**"]),
        ("(1", ["')'"]),
        ("1 2", ["character 3", "operator"]),
        ("sine(1)", ["no function 'sine'", "did you mean 'sin'"]),
        ("foo(1)", ["the functions are", "atan2", "tanh"]),
        ("sqt(1)", ["did you mean 'sqrt'"]),
        ("isn(1)", ["did you mean 'sin'"]),
        ("ln(1)", ["did you mean 'log'"]),
        ("Sin(1)", ["no function 'Sin'; did you mean 'sin'?"]),  # not 'sign'
        ("fmod(7, 3)", ["write sign(x)*mod(abs(x), abs(y))"]),  # mod has the sign of its second argument
        ("acot(1)", ["write atan(1/x)"]),
        ("log10(1)", ["write log(x)/log(10)"]),
        ("asinh(1)", ["write log(x + sqrt(x**2 + 1))"]),
        ("acoss(1)", ["did you mean 'acos'"]),
        ("tahn(1)", ["did you mean 'tan' or 'tanh'"]),
        ("tanhx(1)", ["the functions are"]),
        ("1 < 2", ["character 6", "condition of if"]),
        ("1 + (1 < 2)", ["condition of if"]),
        ("if(1, 2, 3)", ["comparison such as x > 0"]),
        ("if(1 < 2 < 3, 2, 3)", ["compare two values"]),
        ("if(1 == 2, 2, 3)", ["equal by accident"]),
        ("if(1 < 2, 2)", ["takes 3 arguments"]),
        ("sin", ["function", "sin(…)"]),
        ("sin(1, 2)", ["takes 1 arguments, not 2"]),
        ("step(1, 2)", ["takes 5"]),
        ("table(1, 2)", ["name of a Table"]),
        ("2**9999", ["exponent", "1024"]),
        ("9**9**9", ["exponent"]),
        ("1e999", ["not finite"]),
        ("a.__class__()", ["no function"]),
        ("__import__('os')", ["'"]),
        ("[1]", ["'['"]),
        ("a if b else 1", ["character 3"]),
        ("lambda: 1", ["':'"]),
        ("x = 1", ["'='"]),
    ],
)
def test_what_is_not_in_the_grammar_is_refused_with_its_place(text, words):
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "1" + ")" * 5000,
        "(" * 500 + "1" + ")" * 500,
        "-" * 3000 + "1",
        "2**" * 1000 + "1",
        "+".join("a" * 1500),
        "sin(" * 300 + "1" + ")" * 300,
    ],
)
def test_long_and_deep_expressions_are_refused_not_crashed_on(text):
    with pytest.raises(ExpressionError):
        parse(text)


def test_names_leave_out_constants_and_tables():
    tree = parse("2*k + table(T, A.angle) * pi - sin(time)")
    assert names(tree) == {"k", "A.angle", "time"}
    assert tables(tree) == {"T"}


def test_trees_are_plain_hashable_data():
    tree = parse("2*k")
    assert tree == Expr("mul", (Expr("number", (2.0,)), Expr("name", ("k",))))
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert hash(tree) == hash(parse("2 * k"))


numbers = st.floats(0.1, 5).map(lambda x: f"{x:.3f}")
atoms = numbers | st.sampled_from(["a", "b", "pi", "A.at.x"])


def combine(inner):
    return st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda e: f"-{e}"),
        inner.map(lambda e: f"({e})**2"),
        st.tuples(st.sampled_from(["sin", "cos", "atan", "exp"]), inner).map(lambda t: f"{t[0]}({t[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
    )


expressions = st.recursive(atoms, combine, max_leaves=12)


@settings(max_examples=300)
@given(expressions)
def test_values_are_pythons(text):
    names_ = {f: getattr(math, f) for f in ("sin", "cos", "atan", "exp")} | {"min": min, "max": max, "pi": math.pi}
    try:
        expected = eval(
            text.replace("A.at.x", "AX"), {"__builtins__": {}}, {**names_, "a": 1.25, "b": -0.75, "AX": 2.5}
        )
    except (OverflowError, ZeroDivisionError):
        return
    result = value(text)
    assert result == pytest.approx(expected, rel=1e-12, abs=1e-300, nan_ok=True)


@settings(max_examples=200)
@given(expressions)
def test_complex_step_is_the_derivative(text):
    h = 1e-6
    down, here, up = (value(text, a=1.25 + d) for d in (-h, 0, h))
    second = abs(up - 2 * here + down) / h**2
    if not all(map(math.isfinite, (down, here, up))) or abs(here) > 1e3 or second > 1e3:
        return
    stepped = value(text, a=complex(1.25, 1e-30))
    assert stepped.real == pytest.approx(here, rel=1e-12, abs=1e-12)
    if abs((up - here) - (here - down)) / h < 1e-2:  # not at a kink of min or max
        assert stepped.imag / 1e-30 == pytest.approx((up - down) / (2 * h), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"table", "if"}))
def test_every_function_keeps_a_complex_step(name):
    count = max(FUNCTIONS[name][1], 2 if name in ("min", "max") else 0)
    base = [0.43, 0.1, 2.0, 0.9, 3.0][:count]
    for k in range(count):

        def at(shift, k=k):
            words = [f"p{i}" for i in range(count)]
            numbers = {w: base[i] + (shift if i == k else 0.0) for i, w in enumerate(words)}
            return evaluate(parse(f"{name}({', '.join(words)})"), numbers.__getitem__)

        slope = (at(1e-6) - at(-1e-6)) / 2e-6
        assert complex(at(1e-30j)).imag / 1e-30 == pytest.approx(slope, rel=1e-6, abs=1e-8)


@settings(max_examples=300)
@given(st.text(max_size=60))
def test_any_text_parses_or_raises_an_expression_error(text):
    try:
        tree = parse(text)
    except ExpressionError:
        return
    assert isinstance(tree, Expr)


@pytest.mark.parametrize(
    "text", ["if(a > 0.5, a**2, sqrt(-1))", "if(a < 0.5, sqrt(-1), a**2)", "if(1 <= a, sqrt(-1), a**2)"]
)
def test_a_choice_has_the_value_and_the_derivative_of_its_branch(text):
    result = complex(value(text, a=complex(0.7, 1e-30)))
    assert result.real == pytest.approx(0.49) and result.imag / 1e-30 == pytest.approx(1.4)


@pytest.mark.parametrize(
    "text", ["if(a > b, c, d)", "if((a - 1) <= (b*2), if(c < d, 1, 2), mod(a, b))", "floor(a) + tanh(b)"]
)
def test_choices_and_comparisons_are_written_so_that_they_read_the_same(text):
    assert parse(written(parse(text))) == parse(text)


def test_bodies_and_parameters_may_be_called_floor_and_mod():
    assert value("2*floor + floor(2.5) + mod", floor=3.0, mod=1.0) == 9.0


def test_a_tree_that_was_made_is_not_read_from_its_text():
    deep = name_node("a")
    for _ in range(150):
        deep = deep + number_node(-1.0)
    formula = Formula(deep)
    assert parse(formula) is deep
    assert pickle.loads(pickle.dumps(formula)).tree == deep
    with pytest.raises(ExpressionError, match="nested"):
        parse(str(formula))


@pytest.mark.parametrize("value", [2.5, -2.5, 0.0, -0.0, 1e-300])
def test_numbers_are_nodes_as_the_parser_makes_them(value):
    node = number_node(value)
    assert node == parse(f"({value!r})")
    assert repr(evaluate(node, VALUES.__getitem__)) == repr(value)


def test_names_are_replaced_all_at_once_and_tables_stay():
    tree = parse("a*table(a, b) + pi - min(b, a)")
    swapped = with_names_replaced(tree, {"a": name_node("b"), "b": parse("a + 1"), "pi": name_node("a")}.get)
    assert swapped == parse("b*table(a, a + 1) + pi - min(a + 1, b)")
    assert with_names_replaced(tree, lambda name: None) is tree
