"""Outputs read from a subtree model of a model are those of the whole model, at the cost of what they read."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs import reading as output_reading
from linkwork.differentiation.sampling import Samples
from linkwork.model.subtree_model import whole

READ = {
    "roll": ("rms(knee.velocity.local.x*hip.angle + gain)", 2),  # the velocities that the subtree model has
    "sway": ("mean(foot.acceleration.x*table(wave, time)) + final(knee.angular_acceleration.z)", 3),
    "strut": ("peak(S.force) + mean(push.force.y*hip.angle.rate)", 3),
    "mount": ("mean(B.torque.z + B.force.x)", 1),
    "ground": ("mean(hip.force.x)", 9),
}


def leg():
    """A chain of three bodies and a free one, with all that outputs may read."""
    return lw.Mechanism("leg", gravity=(0, -9.81, 0)).add(
        lw.Body("thigh", mass=2, com=(0.5, 0, 0), inertia=(0.1, 0.2, 0.3)),
        lw.Body("knee", mass=1, com=(1, 0.4, 0), inertia=(0.1, 0.1, 0.05)),
        lw.Body("foot", mass=1.5, com=(1.4, 1, 0.2), inertia=(0.1, 0.1, 0.1)),
        lw.Body("kite", mass=0.5, com=(3, 3, 0), inertia=(0.1, 0.1, 0.1)),
        lw.Revolute("hip", "ground", "thigh", at=(0, 0, 0), axis=(0, 0.2, 1)),
        lw.Revolute("bend", "thigh", "knee", at=(1, 0, 0), axis=(0, 0, 1)),
        lw.Revolute("ankle", "knee", "foot", at=(1, 1, 0), axis=(0, 1, 0)),
        lw.Free("flight", "ground", "kite", at=(3, 3, 0)),
        lw.Bushing("B", "ground", "thigh", at=(0.5, 0, 0), stiffness=[50, 60, 70, 5, 6, 7], damping=[1] * 6),
        lw.SpringDamper("S", "foot", "ground", at_i=(1.4, 1, 0.2), at_j=(2, 3, 0), stiffness=7, damping=1, force="gain*hip.angle"),
        lw.AppliedForce("push", "foot", at=(1.4, 1, 0), force=(0, "gain*thigh.position.y", 1), axes="body"),
        lw.Parameter("gain", 0.7),
        lw.Table("wave", (0, 0.3, 0.6, 1), (1, 2, 0, 1)),
    )  # fmt: skip


def points_of(model, rng, n=5):
    y = np.hstack((rng.standard_normal((n, model.nq)), rng.standard_normal((n, model.nv))))
    return Samples(np.sort(rng.random(n)), y, rng.standard_normal((n, model.nv)), np.zeros((n, 0)), rng.random(n))


@pytest.mark.parametrize("name", list(READ))
def test_a_subtree_model_gives_what_the_whole_model_gives(name, monkeypatch):
    text, velocities = READ[name]
    case = lw.Case("c", duration=1, outputs={name: text})
    results = []
    for complete in (False, True):
        if complete:
            monkeypatch.setattr(output_reading, "_part_of", lambda model, *_: (whole(model), True))
        model = lw.compile(leg())
        outputs, points = OutputSet(model, case, model.design_state()), points_of(model, np.random.default_rng(4))
        g = outputs.values(points)
        (given,) = outputs.cotangents(points, g)
        results.append((g, given))
        every = outputs._reading(range(len(outputs.integrands)))
        assert every.part.v.size == (model.nv if complete else velocities)
    (g, part), (all_g, all_) = results
    np.testing.assert_allclose(g, all_g, rtol=1e-13, atol=1e-13)
    for field in ("gy", "gvdot", "glam", "gnumbers"):
        expected = getattr(all_, field)
        atol = 1e-13 * max(1.0, np.abs(expected).max(initial=0.0))
        np.testing.assert_allclose(getattr(part, field), expected, rtol=1e-13, atol=atol)
    assert np.abs(all_.gnumbers).max() > 0 and np.abs(all_.gy).max() > 0
