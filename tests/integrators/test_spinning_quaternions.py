"""Bodies that turn many times, with quaternions: the error of every method follows its tolerance.

Radau measured a step's error, and what its iteration left, by tangent vectors at the start of the step: steps near half a
turn seemed exact, and a rotor of 100 rad/s ended 0.01 to 0.1 rad off at rtol 1e-6 and 1e-8. BDF began its iterations off the
unit sphere and compared orders by tangent vectors alone: it stayed at first order, with a hundred times the steps.
"""

import numpy as np
import pytest

import linkwork as lw

METHODS = {
    "radau": lw.Radau(), "radau-3": lw.Radau(stages=3), "bdf": lw.BDF(), "alpha": lw.GeneralizedAlpha(), "hht": lw.HHT(),
    "adams": lw.Adams(), "dormand-prince": lw.DormandPrince(),
}  # fmt: skip
BOUND = 50  # errors of the tolerance a turn


def top(joint, coordinates, spin, inertia=(2.0, 2.0, 2.0), com=(0, 0, 0)):
    m = lw.Mechanism("top", gravity=(0, 0, 0))
    m.add(
        lw.Body("b", mass=1.0, com=com, inertia=inertia),
        joint("j", "ground", "b", at=(0, 0, 0)),
    )
    model = lw.compile(m, coordinates=coordinates)
    wanted = {"b.angular_velocity": spin} | ({"b.velocity": (0, 0, 0)} if joint is lw.Free else {})
    return model, lw.assemble(model, wanted)


def angle_between(p, q):
    """rad, between two attitudes."""
    p, q = np.array(p[-4:]), np.array(q[-4:])
    return 4.0 * np.arcsin(min(1.0, 0.5 * np.linalg.norm(q - np.sign(p @ q) * p)))


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("joint", [lw.Free, lw.Spherical], ids=["free", "spherical"])
@pytest.mark.parametrize("method", METHODS)
def test_a_steady_spin_follows_the_tolerance(method, joint, coordinates, rtol):
    spin, duration = np.array([30.0, -50.0, 80.0]), 1.0
    model, start = top(joint, coordinates, spin)
    run = lw.simulate(
        model, start, duration, rtol=rtol, integrator=METHODS[method], output=[duration], quiet=True, record=True
    )
    assert run.success, run.message
    size = np.linalg.norm(spin)
    half = 0.5 * size * duration
    right = np.array([np.cos(half), *(np.sin(half) * spin / size)])
    turns = size * duration / (2 * np.pi)
    assert angle_between(run.final.q, right) < BOUND * rtol * turns
    assert run.stats.rejected < 0.1 * run.stats.steps + 5
    if method == "bdf":
        assert np.bincount(run.record.order).argmax() >= 3  # it does not stay at the order it begins with


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("method", METHODS)
def test_a_tumbling_body_follows_the_tolerance(method, coordinates):
    """Three different moments of inertia, about the middle axis, with its mass beside the joint."""
    duration, rtol = 0.3, 1e-6
    model, start = top(lw.Spherical, coordinates, (3.0, 60.0, -2.0), (1.0, 1.5, 2.5), (0.1, 0.0, 0.05))
    exact = lw.simulate(model, start, duration, rtol=1e-12, output=[duration], quiet=True).final
    run = lw.simulate(model, start, duration, rtol=rtol, integrator=METHODS[method], output=[duration], quiet=True)
    assert run.success, run.message
    turns = 60.0 * duration / (2 * np.pi)
    assert angle_between(run.final.q, exact.q) < BOUND * rtol * turns
