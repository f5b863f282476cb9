"""Rates and projection as passes over accepted steps take them: their derivatives against differences, and transposed."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.differentiation.point import layer as point_layer
from linkwork.differentiation.point.layer import PointLayer
from linkwork.integrators.motion import prepare
from linkwork.integrators.redundant_rows import leave_out_redundant_rows

K = 3


def lagged(t, u, x, p, y, xdot):
    xdot[0] = (u[0] + 2 * u[1] - x[0]) / p[0]
    y[0] = p[1] * x[0]


def lagging_four_bar():
    m = lw.library.planar_four_bar(case="II")
    block = lw.Block(
        "lag", inputs={"a": "A.angle", "b": "D.angle.rate"}, outputs=["y"], states={"x": 0.3}, parameters={"T": 0.2, "gain": 4.0},
        function=lagged,
    )  # fmt: skip
    return m.add(block, lw.JointForce("motor", "A.angle", force="lag.y"))


CASES = {
    "quaternions": (lw.library.spatial_four_bar, "cartesian"),
    "loop": (lw.library.spatial_four_bar, "joint"),
    "redundant rows": (lw.library.planar_four_bar_3d, "joint"),
    "velocity-level row": (lw.library.chaplygin_sleigh, "joint"),
    "block states": (lagging_four_bar, "joint"),
    "open": (lambda: lw.library.chain(3), "joint"),
}


@pytest.fixture(params=[(name, way) for way in ("matrices", "directions") for name in CASES], ids=" by ".join)
def layer(request, monkeypatch):
    name, way = request.param
    monkeypatch.setattr(point_layer, "takes_directions", lambda model, columns: way == "directions")
    make, coordinates = CASES[name]
    model = lw.compile(make(), coordinates=coordinates)
    motion = prepare(model, None, {}, ()).start(lw.assemble(model), {})
    leave_out_redundant_rows(motion)
    return PointLayer(motion, K, backwards=True)


def beside(layer, rng):
    """A state with velocities, a little off the constraints and with quaternions of other lengths."""
    y = layer.motion.y.copy()
    y[layer.model.nq :] += rng.standard_normal(y.size - layer.model.nq)
    layer.call("project", 0.0, y, y.size)
    return y + 1e-3 * rng.standard_normal(y.size)


def difference(f, h):
    """f'(0) by central differences of sixth order."""
    return (45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) + (f(3 * h) - f(-3 * h))) / (60 * h)


def test_rates_along_columns_are_their_differences_and_against_is_the_transpose(layer):
    rng = np.random.default_rng(1)
    ny, _, nk = layer.sizes
    y, D, w = beside(layer, rng), rng.standard_normal((ny, K)), rng.standard_normal(nk)
    layer.call("rates", 0.0, y, nk)
    changes = layer.call("tangent", 0.0, D.ravel().copy(), nk * K).reshape(nk, K)
    layer.call("rates", 0.0, y, nk)
    back = layer.call("adjoint", 0.0, w, ny + layer.gradient_size)[:ny]
    for c in range(K):
        expected = difference(lambda h, c=c: layer.call("rates", 0.0, y + h * D[:, c], nk), 1e-3)
        np.testing.assert_allclose(changes[:, c], expected, rtol=1e-9, atol=1e-10 * np.abs(changes).max())
    np.testing.assert_allclose(back @ D, w @ changes, rtol=1e-11)


def test_projection_along_columns_is_its_difference_and_against_is_the_transpose(layer):
    rng = np.random.default_rng(2)
    ny = layer.sizes[0]
    y, D, w = beside(layer, rng), rng.standard_normal((ny, K)), rng.standard_normal(ny)

    def projected(state):
        state = state.copy()
        layer.call("project", 0.0, state, ny)
        return state

    once = projected(y)
    changes = layer.call("tangent", 0.0, D.ravel().copy(), ny * K).reshape(ny, K)
    projected(y)
    back = layer.call("adjoint", 0.0, w, ny + layer.gradient_size)[:ny]
    for c in range(K):
        expected = difference(lambda h, c=c: projected(y + h * D[:, c]), 1e-4)
        np.testing.assert_allclose(changes[:, c], expected, rtol=1e-8, atol=1e-10 * np.abs(changes).max())
    np.testing.assert_allclose(back @ D, w @ changes, rtol=1e-11)
    np.testing.assert_allclose(projected(once), once, atol=1e-14)
