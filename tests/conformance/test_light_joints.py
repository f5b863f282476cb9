"""Rods and particles, whose moments of inertia vanish about some axes, on every kind of joint."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.rigs.answers import FORMULATIONS, body_accelerations
from tests.rigs.exact_linkages import TINY, random_rods, state_of

RIGHT = 1e-8
ACCEPTING = (lw.Recursive, lw.Augmented, lw.Baumgarte)  # the others may ask for one of these
# (draw, binary decades of masses); on the old code the last five were up to 3.7 off, relative
DRAWS = [*((seed, 0) for seed in range(20)), *((seed, 40) for seed in range(700, 712))]
DRAWS += [(72, 0), (235, 0), (949, 40), (1040, 40), (1069, 40)]


def answered(model, state, formulation):
    """The bodies' accelerations, or the message of a refusal."""
    try:
        vdot = lw.accelerations(model, state, formulation=formulation).vdot
    except lw.FormulationError as refused:
        return str(refused)
    return body_accelerations(model, state, vdot)


@pytest.mark.parametrize(("seed", "spread"), DRAWS)
def test_rods_and_particles_on_every_joint_are_exact_or_refused_by_name(seed, spread):
    linkage, rng = random_rods(seed, spread)
    omega, velocity = linkage.velocities(rng)
    if linkage.contradicts(omega, velocity):
        return
    exact = linkage.accelerations(omega, velocity, TINY)
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(linkage.mechanism(), coordinates=coordinates)
        state = state_of(model, linkage, omega, velocity)
        for formulation in FORMULATIONS:
            answer = answered(model, state, formulation)
            where = (coordinates, formulation, answer)
            if isinstance(answer, str):
                assert exact is None or not isinstance(formulation, ACCEPTING), where
                assert "'b" in answer, where
                continue
            assert exact is not None, where
            off = np.abs(answer - exact).max(axis=1)
            assert (off / np.maximum(1.0, np.abs(exact).max(axis=1))).max() < RIGHT, where


def particle(joint, inertia):
    at = (0, 0, 0)
    axes: dict[str, Any] = {"axis": (0, 1, 0)}
    if joint is lw.Screw:
        axes["pitch"] = 0.3
    if joint is lw.Universal:
        axes = {"axis_i": (0, 1, 0), "axis_j": (1, 0, 0)}
    if joint is lw.Spherical:
        axes = {}
    return lw.Mechanism("particle", gravity=(0, 0, -9.81)).add(
        lw.Body("p", mass=1, inertia=(inertia,) * 3, com=(1, 0.5, -1)),
        joint("J", "ground", "p", at=at, **axes),
        lw.SpringDamper("K", "ground", "p", at_i=(1.5, 0.7, 0.5), at_j=(1, 0.5, -1), stiffness=50, damping=1, rest=1),
    )


JOINTS = [lw.Spherical, lw.Universal, lw.Planar, lw.Cylindrical, lw.Screw]
COORDINATES = ["joint", "cartesian"]


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_particle_on_a_plane_falls_freely_in_it(coordinates):
    """Its spin about the normal is a freedom that moves no mass; in a plane through the joint's origin, away from the axis."""
    m = lw.Mechanism("puck", gravity=(3, 0.5, -9.81)).add(
        lw.Body("p", mass=1, inertia=(0, 0, 0), com=(0.7, 0.1, -0.3)),
        lw.Planar("J", "ground", "p", at=(0, 0, 0), axis=(0, 1, 0)),
    )
    model = lw.compile(m, coordinates=coordinates)
    state = lw.assemble(model, {"J.angle.rate": 2.0, "J.x.rate": 0.3})
    for formulation in (lw.Recursive(), lw.Augmented(), lw.Baumgarte()):
        vdot = lw.accelerations(model, state, formulation=formulation).vdot
        assert body_accelerations(model, state, vdot)[0] == pytest.approx([3, 0, -9.81, 0, 0, 0], abs=1e-12)


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("angle", [1e-3, 1e-5, 1e-6])
def test_a_rod_near_the_first_axis_of_its_universal_joint_falls_as_in_space(angle, coordinates):
    """Turning about that axis moves no mass at angle 0, and nearly none beside it: a ball joint has no such position."""
    ends = []
    for joint in (lw.Spherical("J", "ground", "rod", at=(0, 0, 0)), None):
        c, s = np.cos(angle), np.sin(angle)
        joint = joint or lw.Universal("J", "ground", "rod", at=(0, 0, 0), axis_i=(0, 0, 1), axis_j=(0, 1, 0))
        m = lw.Mechanism("rod", gravity=(3, -2, 0)).add(
            lw.Body("rod", mass=2, inertia=(0, 0.4, 0.4), com=(0.5 * s, 0, 0.5 * c), x=(s, 0, c), z=(c, 0, -s)), joint
        )
        model = lw.compile(m, coordinates=coordinates)
        vdot = lw.accelerations(model, model.design_state(), formulation=lw.Recursive()).vdot
        ends.append(body_accelerations(model, model.design_state(), vdot)[0, :3])
    assert ends[1] == pytest.approx(ends[0], abs=RIGHT)


IMPLICIT = [lw.Radau(), lw.BDF(), lw.GeneralizedAlpha()]


@pytest.mark.parametrize("integrator", IMPLICIT, ids=lambda i: type(i).__name__)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: joint.__name__)
def test_implicit_runs_of_particles_end_as_explicit_ones(joint, coordinates, integrator):
    """The mass matrix is singular where a spin moves no mass; generalized-alpha took 150,000 steps for 0.01 s."""
    model = lw.compile(particle(joint, 0.0), coordinates=coordinates)
    start = {} if joint in (lw.Cylindrical, lw.Planar, lw.Screw) else {"p.angular_velocity.x": 1.0}
    state = lw.assemble(model, start)
    right = lw.simulate(model, state, 0.3, rtol=1e-10)["p.position"][-1]
    run = lw.simulate(model, state, 0.3, rtol=1e-6, integrator=integrator, time_limit=60)
    assert run.success, run.message
    assert run.stats.steps < 2000
    np.testing.assert_allclose(run["p.position"][-1], right, atol=3e-5)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: joint.__name__)
def test_sensitivities_of_particles_are_those_of_small_balls(joint, coordinates, method):
    """Which multiple of a spin that moves no mass a derivative contains must not jump along the run."""
    gradients = []
    for inertia in (0.0, 1e-11):
        model = lw.compile(particle(joint, inertia), coordinates=coordinates)
        case = lw.Case(
            "fall",
            duration=0.2,
            outputs={"end": "final(p.position.x)", "way": "integral(p.position.z**2)"},
            integrator=lw.DormandPrince(rtol=1e-9),
        )
        found = lw.sensitivity(model, case, ["K.stiffness", "p.mass"], method=method)
        gradients.append([found[end, by] for end in ("end", "way") for by in ("K.stiffness", "p.mass")])
    np.testing.assert_allclose(gradients[0], gradients[1], rtol=1e-7, atol=1e-10)
