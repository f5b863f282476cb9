"""Positions and velocities at every output are on the constraints to 1e-10 lengths, under every formulation but Baumgarte."""

import numpy as np
import pytest

import linkwork as lw

FORMULATIONS = [
    None, lw.Augmented(), lw.CoordinatePartitioning(), lw.PartialVelocity(), lw.NullSpace("lu"), lw.NullSpace("qr"), lw.NullSpace("svd"),
    lw.NullSpace("zero-eigenvalue"), lw.KaneMultipliers(), lw.KaneMultipliers(eliminate=True), lw.Recursive(),
]  # fmt: skip


def driven_slider():
    """A crank turned by a driver pushes a slider: constraints that move with time."""
    m = lw.Mechanism(plane="xy", gravity=(0, -9.81, 0)).add(
        lw.Body("crank", mass=1, inertia=0.1, com=(0.1, 0, 0)), lw.Body("rod", mass=2, inertia=0.3, com=(0.6, 0, 0)),
        lw.Body("slider", mass=1.5, inertia=0.1, com=(1.0, 0, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0)), lw.Revolute("B", "crank", "rod", at=(0.2, 0, 0)),
        lw.Revolute("C", "rod", "slider", at=(1.0, 0, 0)), lw.Prismatic("S", "ground", "slider", at=(1.0, 0, 0), axis=(1, 0, 0)),
        lw.Driver("turn", "A.angle", motion="0.5 + 3*time + 0.2*sin(7*time)"),
    )  # fmt: skip
    return m, {}


def free_body():
    m = lw.Mechanism().add(
        lw.Body("box", mass=2, inertia=(1, 2, 2.5), com=(0, 0, 0)), lw.Free("F", "ground", "box", at=(0, 0, 0)),
        lw.Body("arm", mass=1, inertia=(0.1, 0.2, 0.25), com=(1, 0, 0)), lw.Spherical("S", "box", "arm", at=(0.5, 0, 0)),
        lw.Distance("rod", "box", "arm", at_i=(0, 0.5, 0), at_j=(1, 0, 0)),
    )  # fmt: skip
    return m, {"box.angular_velocity.x": 1.0, "box.angular_velocity.y": 3.0, "box.angular_velocity.z": -0.5}


MECHANISMS = {
    "four-bar I": lambda: (lw.library.planar_four_bar(case="I"), {}),
    "spatial four-bar": lambda: (lw.library.spatial_four_bar(), {}),
    "Bricard": lambda: (lw.library.bricard(), {}),
    "Chaplygin sleigh": lambda: (lw.library.chaplygin_sleigh(), lw.library.initial_speeds("chaplygin_sleigh")),
    "driven slider-crank": driven_slider,
    "free quaternions": free_body,
}


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=repr)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_output_is_on_the_constraints(mechanism, formulation):
    m, start = MECHANISMS[mechanism]()
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        run = lw.simulate(model, lw.assemble(model, start), 0.5, rtol=1e-5, output=0.01, formulation=formulation)
        assert run.success, run.message
        assert run.t.size > 1
        assert run.stats.violation < 1e-10 * model.length
        assert run.stats.velocity_violation < 1e-10 * model.length
        assert run.stats.violation == pytest.approx(run["constraint.violation"].max(), abs=1e-16)
        if mechanism == "free quaternions":
            quaternion = run["box.quaternion"]
            np.testing.assert_allclose((quaternion**2).sum(axis=1), 1.0, atol=1e-14)
