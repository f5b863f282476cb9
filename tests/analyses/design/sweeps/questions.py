"""Small sweeps that the tests share, and a question whose designs end the process that answers them."""

import functools
import os
import signal

import numpy as np

import linkwork as lw
from linkwork.analyses.design.sweeps.question import Answer

CASE = lw.Case(
    "swing", start={"A.angle": 1.0}, duration=0.3, outputs={"end": "final(A.angle)", "load": "peak(D.force.y)"}
)
TONE = lw.Case("tone", analysis="modes", settle=True, outputs={"f": "undamped(0)"})
RANGES = {"link1.mass": (4, 6), "K.stiffness": (50, 150), "L2": (1.9, 2.1), "start.A.angle": (0.9, 1.1)}


@functools.cache
def four_bar():
    m = lw.library.planar_four_bar(case="II")
    m.set("K.damping", 5.0)
    return lw.compile(m)


@functools.cache
def oscillator():
    """A mass on a spring, whose frequency is sqrt(k/m)/2π."""
    m = lw.Mechanism("oscillator", plane="xy").add(
        lw.Parameter("k", 50.0),
        lw.Body("b", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "P.displacement", stiffness="k"),
    )
    return lw.compile(m)


def same(a, b):
    """Require that two sweeps have the same outputs, bit for bit, and the same failures."""
    assert a.outputs.keys() == b.outputs.keys() and a.failed == b.failed
    for name, values in a.outputs.items():
        np.testing.assert_array_equal(values, b.outputs[name], err_msg=name)


class Deadly:
    """A question with the output x², which ends the process that answers one of its designs."""

    outputs = ("square",)

    def __init__(self, deadly):
        self.deadly = deadly

    def answer(self, design):
        if design[0] in self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return Answer((design[0] ** 2,))
