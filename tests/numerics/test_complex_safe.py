"""Complex-safe functions: real values as in `math`, derivatives by complex step as in the textbook, both dtypes."""

import math

import numpy as np
import pytest

from linkwork.numerics import complex_safe as cs

H = 1e-30  # a complex step has no subtraction: any small h is exact to rounding

pytestmark = pytest.mark.purepython

ONE_ARGUMENT = [
    # function, real value, derivative, where
    (cs.abs_, abs, lambda a: math.copysign(1.0, a), (-2.5, -1e-9, 1e-9, 3.0)),
    (cs.sign_, lambda a: float(np.sign(a)), lambda a: 0.0, (-2.0, 0.0, 0.3)),
    (cs.sqrt_, math.sqrt, lambda a: 0.5 / math.sqrt(a), (1e-12, 0.25, 2.0, 1e9)),
    (cs.log_, math.log, lambda a: 1.0 / a, (1e-12, 0.5, 1.0, 7.0)),
    (cs.tan_, math.tan, lambda a: 1.0 + math.tan(a) ** 2, (-1.2, 0.0, 0.4, 3.0)),
    (cs.atan_, math.atan, lambda a: 1.0 / (1.0 + a * a), (-40.0, -0.5, 0.0, 2.0)),
    (cs.asin_, math.asin, lambda a: 1.0 / math.sqrt(1.0 - a * a), (-0.9, 0.0, 0.3, 0.99)),
    (cs.acos_, math.acos, lambda a: -1.0 / math.sqrt(1.0 - a * a), (-0.9, 0.0, 0.3, 0.99)),
]


@pytest.mark.parametrize(("f", "value", "slope", "where"), ONE_ARGUMENT, ids=lambda f: getattr(f, "__name__", ""))
def test_value_and_derivative(f, value, slope, where):
    for a in where:
        assert f(a) == pytest.approx(value(a), rel=1e-15, abs=1e-50)
        stepped = f(complex(a, H))
        assert stepped.real == pytest.approx(value(a), rel=1e-15, abs=1e-50)
        assert stepped.imag / H == pytest.approx(slope(a), rel=1e-13)


@pytest.mark.parametrize(
    ("f", "outside"), [(cs.sqrt_, -1.0), (cs.log_, -1.0), (cs.asin_, 1.5), (cs.asin_, -1.5), (cs.acos_, 1.5)]
)
def test_outside_the_real_domain_is_nan_in_both_types(f, outside):
    assert math.isnan(f(outside))
    assert math.isnan(f(complex(outside, H)).real)
    assert math.isnan(f(complex(outside, 0.0)).real)


@pytest.mark.parametrize("a", [-1.0, 1.0])
def test_ends_of_the_inverse_sine_are_finite_for_real_arguments(a):
    assert cs.asin_(complex(a, 0.0)) == pytest.approx(math.asin(a), rel=1e-15)
    assert cs.acos_(complex(a, 0.0)) == pytest.approx(math.acos(a), rel=1e-15, abs=1e-15)


@pytest.mark.parametrize(
    ("x", "y"), [(3.0, 2.0), (3.0, -2.0), (3.0, 0.5), (3.0, 0.0), (2.5, 1.7), (2.5, -0.3), (0.01, 64.0), (1.001, 900.0)]
)
def test_power_of_a_positive_base(x, y):
    assert cs.pow_(x, y) == pytest.approx(x**y, rel=2e-13)
    assert cs.pow_(complex(x, H), y).imag / H == pytest.approx(y * x ** (y - 1.0), rel=1e-12)
    assert cs.pow_(x, complex(y, H)).imag / H == pytest.approx(math.log(x) * x**y, rel=1e-12)
    assert cs.pow_(complex(x, H), complex(y, 0.0)).real == pytest.approx(x**y, rel=2e-13)


@pytest.mark.parametrize(("x", "y"), [(-3.0, 2.0), (-3.0, 3.0), (-3.0, -1.0), (-1.01, 101.0), (-2.0, 0.0)])
def test_power_of_a_negative_base_needs_a_whole_exponent(x, y):
    assert cs.pow_(x, y) == pytest.approx(x**y, rel=1e-13)
    assert cs.pow_(complex(x, H), y).imag / H == pytest.approx(y * x ** (y - 1.0), rel=1e-12)
    assert math.isnan(cs.pow_(x, y + 0.5))
    assert math.isnan(cs.pow_(complex(x, H), y + 0.5).real)


def test_power_passes_nan_and_infinity_through():
    assert math.isnan(cs.pow_(math.nan, 2.0))
    assert math.isnan(cs.pow_(2.0, math.nan))
    assert cs.pow_(2.0, math.inf) == math.inf


def test_power_at_zero():
    assert cs.pow_(0.0, 0.0) == 1.0
    assert cs.pow_(0.0, 2.0) == 0.0
    assert cs.pow_(0.0, 0.5) == 0.0
    assert cs.pow_(0.0, -1.0) == math.inf
    assert cs.pow_(complex(0.0, H), 1.0).imag == H
    assert cs.pow_(complex(0.0, H), 2.0).imag == 0.0
    assert math.isnan(cs.pow_(complex(0.0, H), 0.5).imag) or math.isnan(cs.pow_(complex(0.0, H), 0.5).real)


@pytest.mark.parametrize(("x", "y"), [(1.0, 2.0), (2.0, 1.0), (-1.0, -3.0), (0.0, 1e-9)])
def test_smaller_and_larger_go_by_the_real_part(x, y):
    assert cs.min_(x, y) == min(x, y)
    assert cs.max_(x, y) == max(x, y)
    assert cs.min_(complex(x, H), y).imag == (H if x < y else 0.0)
    assert cs.max_(complex(x, H), y).imag == (H if x > y else 0.0)
    assert cs.min_(x, complex(y, 50.0)).real == min(x, y)


@pytest.mark.parametrize("infinite", [math.inf, -math.inf])
def test_infinity_is_not_turned_into_nan(infinite):
    assert cs.abs_(infinite) == math.inf
    assert cs.sign_(infinite) == math.copysign(1.0, infinite)
    assert cs.min_(infinite, 1.0) == min(infinite, 1.0)
    assert cs.max_(1.0, infinite) == max(1.0, infinite)


@pytest.mark.parametrize("angle", [-math.pi + 1e-9, -2.0, -0.5, 0.0, 0.7, math.pi / 2, 3.0, math.pi])
def test_atan2_in_every_quadrant(angle):
    r = 2.5
    x, y = r * math.cos(angle), r * math.sin(angle)
    assert cs.atan2_(y, x) == pytest.approx(math.atan2(y, x), rel=1e-15)
    assert cs.atan2_(complex(y, H), x).imag / H == pytest.approx(x / r**2, rel=1e-13, abs=1e-16)
    assert cs.atan2_(y, complex(x, H)).imag / H == pytest.approx(-y / r**2, rel=1e-13, abs=1e-16)
    assert cs.atan2_(complex(y, H), complex(x, H)).real == pytest.approx(math.atan2(y, x), rel=1e-15)
