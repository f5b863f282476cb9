"""Linear models: closed forms, differences of the reduced equations, and the same answer in every coordinate choice."""

import numpy as np
import pytest
from linear_models import reduced_by_differences

import linkwork as lw

COORDINATES = ("joint", "cartesian")
G = 9.81


def swinging_four_bar():
    m = lw.library.planar_four_bar(case="II")
    m.gravity = (0, -G, 0)
    m.add(
        lw.Input("tau"),
        lw.JointForce("motor", "D.angle", force="tau"),
        lw.JointSpring("damper", "B.angle", stiffness=3.0, damping=7.0),
    )
    return m


def close(a, b, tolerance):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape
    np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * max(1.0, np.abs(b).max(initial=0.0)))


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_moving_damped_loaded_four_bar_is_the_derivative_of_its_reduced_equations(coordinates):
    model = lw.compile(swinging_four_bar(), coordinates=coordinates)
    state = lw.assemble(model, {"A.angle": 0.9, "A.angle.rate": 2.5})
    outputs = ["D.force", "link2.acceleration", "C.angle.rate", "K.force", "energy.total", "link2.position.y"]
    lin = lw.linearize(model, state, states=["A.angle"], inputs=["tau"], outputs=outputs)
    expected = reduced_by_differences(model, state, ["A.angle"], ["A.angle.rate"], ["tau"], outputs)
    for found, reference in zip((lin.A, lin.B, lin.C, lin.D), expected, strict=True):
        close(found, reference, 1e-8)
    close(lin.A[1], -np.hstack((lin.stiffness, lin.damping))[0] / lin.mass[0, 0], 1e-12)
    assert not lin.resting and np.abs(lin.A[1]).min() > 1
