"""Blocks with states and parameters, a mechanism whose forces read them, and paths of its numbers."""

import math

import numpy as np

import linkwork as lw
from tests.rigs.blocks import lag
from tests.rigs.loaded_mechanisms import bare


def scaled(t, u, x, p, y, xdot):
    y[0] = p[0] * p[0] * u[0] * x[0]
    y[1] = np.exp(-p[1] * u[0] * u[0])
    xdot[0] = u[0] - p[0] * x[0] / p[1]


def real_only(t, u, x, p, y, xdot):
    y[0] = math.hypot(u[0], p[0]) * x[0]
    y[1] = math.sin(p[1] * u[0])
    xdot[0] = u[0] - math.tanh(p[0] * x[0])


def with_blocks(second):
    return bare(
        6500,
        lw.Parameter("T", 0.5),
        lw.Block(
            "first", function=lag, inputs={"u": "U.angle_i*D.angle.rate", "w": "T*c.position.x"}, outputs=["o"],
            states={"x": 0.3, "y": 0.2}, parameters={"gain": 2.0, "T": "T"},
        ),
        lw.Block("second", function=second, inputs={"u": "first.o + D.angle"}, states={"x": 0.7}, outputs=["p", "r"],
                 parameters={"a": 1.4, "b": 0.8}),
        lw.JointForce("own", "D.angle", force="second.p*U.angle_i.rate - D.angle**2 + first.state.x*3"),
        lw.AppliedForce("f", "c", force=("second.r*2", "a.position.y*D.angle.rate", 1), torque=(0, "first.o", 0.3)),
    )  # fmt: skip


PATHS = ["T", "first.parameters.gain", "second.parameters.a", "second.parameters.b", "D.at.x", "U.at.y", "c.com.x"]
