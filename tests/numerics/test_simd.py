"""Four numbers side by side give what four numbers give."""

import numpy as np
import pytest

from linkwork.kernels.vectors import add, cross, scale
from linkwork.numerics.jit import kernel
from linkwork.numerics.simd import LANES, load4, store4, whole_lanes


@kernel
def crossed(a, x, width, out):
    """Columns of out (3, width) = a x X + X * X[0] - 2 X."""
    for c in range(0, width, LANES):
        X = (load4(x, c), load4(x, width + c), load4(x, 2 * width + c))
        y = add(cross(a, X), (X[0] * X[0], X[0] * X[1], X[0] * X[2]))
        y = add(y, scale(-2.0, X))
        for i in range(3):
            store4(out, i * width + c, y[i])


@pytest.mark.purepython
def test_products_and_sums_of_columns():
    rng = np.random.default_rng(1)
    a, x, out = rng.normal(size=3), rng.normal(size=(3, 12)), np.zeros((3, 12))
    crossed(a, x.ravel(), 12, out.ravel())
    np.testing.assert_allclose(out, np.cross(a, x.T).T + x * x[0] - 2 * x, rtol=0, atol=2e-15)


def test_nothing_beside_the_lanes_is_written():
    x, out = np.ones(24), np.full(26, 7.0)
    crossed(np.zeros(3), x, 8, out[1:25])
    assert out[0] == out[-1] == 7.0 and (out[1:25] == -1.0).all()


@pytest.mark.parametrize(("columns", "width"), [(0, 0), (1, 4), (4, 4), (10, 12)])
def test_columns_are_rounded_up(columns, width):
    assert whole_lanes(columns) == width
