"""Blocks with states, some of them not for complex numbers, and a mechanism whose forces read them."""

import math

import numpy as np

import linkwork as lw
from tests.rigs.loaded_mechanisms import bare


def lag(t, u, x, p, y, xdot):
    y[0] = p[0] * x[0] * x[0] + u[1] * t + np.sin(u[0])
    xdot[0] = (u[0] - x[0]) / p[1] + x[1] * u[1]
    xdot[1] = -(x[1] ** 3) + u[0] * u[1]


def shaped(t, u, x, p, y, xdot):
    y[0] = u[0] * u[0] * x[0]
    y[1] = np.exp(-u[0] * u[0])
    xdot[0] = u[0] - 3 * x[0]


def real_only(t, u, x, p, y, xdot):
    y[0] = math.hypot(u[0], 1.0) * x[0]
    y[1] = math.sin(u[0])
    xdot[0] = u[0] - math.tanh(x[0])


def with_blocks(second):
    """A block that reads signals, a second that reads the first, and forces that read both and their states."""
    return bare(
        5200,
        lw.Block(
            "first", function=lag, inputs={"u": "U.angle_i*D.angle.rate", "w": "c.position.x"}, outputs=["o"],
            states={"x": 0.3, "y": 0.2}, parameters={"gain": 2.0, "T": 0.5},
        ),
        lw.Block("second", function=second, inputs={"u": "first.o + D.angle"}, states={"x": 0.7}, outputs=["p", "r"]),
        lw.JointForce("own", "D.angle", force="second.p*U.angle_i.rate - D.angle**2 + first.state.x*3"),
        lw.AppliedForce("f", "c", force=("second.r*2", "a.position.y*D.angle.rate", 1), torque=(0, "first.o", 0.3)),
    )  # fmt: skip
