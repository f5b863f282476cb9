"""Gradients of reactions, accelerations, energies and element forces of motions: backwards as forwards."""

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.design.output_mechanisms import PLANAR, SPATIAL, arm, four_bar

SAME = 1e-11  # of the largest derivative of an output


def rods():
    """Three bodies on beams."""
    m, before = lw.Mechanism("rods", gravity=(0, 0, -9.81)), "ground"
    for k in range(3):
        m.add(
            lw.Body(f"b{k}", mass=1 + k, com=(k + 1.0, 0, 0), inertia=(0.1, 0.2, 0.25)),
            lw.Free(f"J{k}", "ground", f"b{k}"),
        )
        at = {"at_i": (float(k), 0, 0), "at_j": (k + 1.0, 0, 0)}
        m.add(lw.Beam(f"B{k}", before, f"b{k}", **at, EA=4e3, EI=(200, 300), GJ=90, damping=0.01))
        before = f"b{k}"
    return m  # fmt: skip


RODS = {
    "tip": "final(b2.position.z)",
    "load": "rms(B0.force.z) + mean(B1.torque.y)",
    "stored": "mean(energy.potential)",
    "jerked": "final(b2.acceleration.z)",
}
CASES = {
    "spatial": (
        arm,
        SPATIAL,
        {},
        "speed J2.at.x J3.at.y a.mass b.com.x U.stiffness.0 U.at.z mix.parameters.k gravity.z",
    ),
    "planar": (
        four_bar,
        PLANAR,
        {"A.angle": 1.0},
        "scale S.stiffness T.damping A.at.x L1 link2.mass u.value gravity.y",
    ),
    "rods": (rods, RODS, {}, "B0.EA B1.EI.0 B0.damping b1.mass B1.at_i.x b2.com.x gravity.z"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_backwards_as_forwards(name, coordinates):
    make, texts, start, parameters = CASES[name]
    model = lw.compile(make(), coordinates=coordinates)
    outputs = {key: text for key, text in texts.items() if "maximum" not in text}
    case = lw.Case("c", start=start, duration=0.15, outputs=outputs, integrator=lw.DormandPrince())
    chosen = parameters.split()
    forwards, backwards = (
        lw.sensitivity(model, case, chosen, method=method, quiet=True).gradient for method in ("direct", "adjoint")
    )
    for key in outputs:
        size = np.abs(forwards[key]).max()
        assert size > 1e-4
        assert np.abs(forwards[key] - backwards[key]).max() < SAME * size, key
