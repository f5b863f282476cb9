"""Slender and point-like bodies: zero principal inertias are legal in every formulation."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.formulations.solve import masses_at_the_ends
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import FORMULATIONS, Answer
from tests.rigs.random_parts import point
from tests.rigs.states import same_place, settled

AGREE = 1e-9


def chain_of_rods(slender):
    """Three rods on spherical and universal joints; `slender`: no inertia about their own axis."""
    m = lw.Mechanism("rods", gravity=(0, 0, -9.81))
    rng = np.random.default_rng(3)
    ends = [np.zeros(3)]
    for k in range(3):
        ends.append(ends[-1] + np.array([1.0, 0.3 * k, -0.2]) + point(rng, 0.2))
        along = (ends[-1] - ends[-2]).tolist()
        m.add(
            lw.Body(f"rod{k}", mass=1, com=((ends[-1] + ends[-2]) / 2).tolist(), inertia=(slender, 0.1, 0.1), x=along)
        )
    m.add(
        lw.Universal("A", "ground", "rod0", at=(0, 0, 0), axis_i=(0, 1, 0), axis_j=(0, 0, 1)),
        lw.Revolute("B", "rod0", "rod1", at=ends[1].tolist(), axis=(0, 1, 1)),
        lw.Universal("C", "rod1", "rod2", at=ends[2].tolist(), axis_i=(0, 1, 0), axis_j=(1, 0, 0)),
    )
    return m


def particles():
    """Point masses on massless guides: no inertia at all about their centres."""
    m = lw.Mechanism("particles", gravity=(0, -9.81, 0), plane="xy")
    m.add(
        lw.Body("one", mass=1, inertia=0, com=(1, 0.2, 0)),
        lw.Body("two", mass=2, inertia=0, com=(1.8, 0.9, 0)),
        lw.Revolute("A", "ground", "one", at=(0, 0, 0)),
        lw.Revolute("B", "one", "two", at=(1, 0.2, 0)),
        lw.Distance("rod", "ground", "two", at_i=(3, 0, 0), at_j=(1.8, 0.9, 0)),
        lw.SpringDamper("spring", "ground", "two", at_i=(0, 2, 0), at_j=(1.8, 0.9, 0), stiffness=30, rest=1),
    )
    return m


def crank_slider_of_points():
    """A crank slider in space of slender rods with the slider a point mass on a prismatic joint."""
    m = lw.Mechanism("crank slider", gravity=(0, -9.81, 0))
    m.add(
        lw.Body("crank", mass=1, com=(0.2, 0.3, 0), inertia=(0, 0.02, 0.02), x=(0.2, 0.3, 0)),
        lw.Body("rod", mass=2, com=(0.9, 0.35, 0.05), inertia=(0, 0.3, 0.3), x=(1.0, -0.5, 0.1)),
        lw.Body("slider", mass=3, com=(1.4, 0.1, 0.1), inertia=(0, 0, 0)),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Universal("B", "crank", "rod", at=(0.4, 0.6, 0), axis_i=(0, 0, 1), axis_j=(0.5, 1, 0)),
        lw.Spherical("C", "rod", "slider", at=(1.4, 0.1, 0.1)),
        lw.Prismatic("D", "ground", "slider", at=(1.4, 0.1, 0.1), axis=(1, 0, 0)),
    )
    return m


def random_speeds(mechanism, seed=1):
    model = lw.compile(mechanism)
    start = model.design_state()
    v = np.random.default_rng(seed).normal(size=model.nv)
    return model, settled(model, lw.State(start.t, start.q, v, start.z, start.inactive, start.turns))


@pytest.mark.parametrize(
    "make", [lambda: chain_of_rods(0), particles, crank_slider_of_points], ids=["rods", "points", "slider"]
)
def test_bodies_without_inertia_answer_alike_everywhere(make):
    mechanism = make()
    first, state = random_speeds(mechanism)
    reference = Answer(first, state, lw.Augmented())
    assert np.isfinite(reference.bodies).all()
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        there = same_place(first, state, model)
        for formulation in FORMULATIONS:
            assert Answer(model, there, formulation).off(reference) < AGREE, (coordinates, formulation)


def test_a_slender_rod_is_the_limit_of_a_thin_one():
    exact = Answer(*random_speeds(chain_of_rods(0)))
    thin = Answer(*random_speeds(chain_of_rods(1e-10)))
    assert thin.off(exact) < 1e-6


def test_the_particles_obey_newton():
    """In Cartesian coordinates the mass matrix is singular; the point masses' accelerations follow from the forces alone."""
    mechanism = particles()
    first, state = random_speeds(mechanism)
    full = lw.compile(mechanism, coordinates="cartesian")
    there = same_place(first, state, full)
    assert np.linalg.matrix_rank(Evaluation(full, there).M) == 4
    r = lw.reactions(full, there)
    a = lw.measure(full, there, "one.acceleration")
    total = r["A"].force - r["B"].force
    assert total[:2] == pytest.approx(a[:2] - [0, -9.81], abs=1e-9)


SLENDER = {  # a rod whose spin about its own axis, x, is a freedom
    "spherical": lambda: lw.Spherical("J", "ground", "a", at=(0, 0, 0)),
    "free at its end": lambda: lw.Free("J", "ground", "a", at=(0, 0, 0)),
    "free at its mass centre": lambda: lw.Free("J", "ground", "a", at=(1, 0, 0)),
}
DENSE = [lw.PartialVelocity(), lw.NullSpace(), lw.KaneMultipliers(), lw.CoordinatePartitioning()]


@pytest.mark.parametrize("moment", [0.1, 0.0])
@pytest.mark.parametrize("joint", SLENDER)
def test_rods_and_particles_that_may_spin_run_alike_or_are_refused_by_name(joint, moment):
    """Beside a thin rod with a moment of inertia about its axis; in the turned pose the mass matrix is singular but for rounding."""
    start = {"a.x_axis.x": 0.6, "a.x_axis.y": 0.48}
    start |= {f"a.angular_velocity.{k}": x for k, x in zip("xyz", (1.0, 2.0, 0.5), strict=True)}

    def model_of(spin, coordinates):
        body = lw.Body("a", mass=1, inertia=(spin, moment + spin, moment + spin), com=(1, 0, 0))
        m = lw.Mechanism(joint, gravity=(0, 0, -9.81)).add(body, SLENDER[joint]())
        return lw.compile(m, coordinates=coordinates)

    thin = model_of(1e-5, "joint")
    right = lw.simulate(thin, lw.assemble(thin, start), 0.5, rtol=1e-8)["a.position"][-1]
    for coordinates in ("joint", "cartesian"):
        model = model_of(0.0, coordinates)
        state = lw.assemble(model, start)
        for formulation in (None, lw.Augmented(), lw.Baumgarte()):
            run = lw.simulate(model, state, 0.5, rtol=1e-8, formulation=formulation)
            assert run.success and "conservative" not in run.message, (coordinates, formulation, run.message)
            np.testing.assert_allclose(run["a.position"][-1], right, atol=1e-4)
        for formulation in DENSE:
            run = lw.simulate(model, state, 0.5, rtol=1e-8, formulation=formulation)
            assert not run.success and "'a'" in run.message and "Recursive()" in run.message
            with pytest.raises(lw.FormulationError, match=r"Recursive\(\)"):
                lw.accelerations(model, state, formulation=formulation)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("plane", [None, "xy"])
def test_a_torque_that_turns_no_mass_is_refused_by_name(plane, coordinates):
    """A point mass on the axis of its hinge: without the torque its spin stays, with it there is no motion."""
    inertia: Any = (0.1, 0.1, 0) if plane is None else 0
    along: dict[str, Any] = {} if plane else {"axis": (0, 0, 1)}
    m = lw.Mechanism("axle", plane=plane).add(
        lw.Body("a", mass=1, inertia=inertia, com=(0, 0, 0)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0), **along),
        lw.Input("u"), lw.JointForce("motor", "A.angle", force="u"),
    )  # fmt: skip
    model = lw.compile(m, coordinates=coordinates)
    state = lw.assemble(model, {"A.angle.rate": 2.0})
    assert lw.simulate(model, state, 1.0)["A.angle"][-1] == pytest.approx(2.0, abs=1e-6)
    for formulation in (None, lw.Augmented()):
        run = lw.simulate(model, state, 1.0, inputs={"u": 1.0}, formulation=formulation)
        assert not run.success and "the motion of 'a' is not determined" in run.message
        with pytest.raises(lw.FormulationError, match="the motion of 'a' is not determined"):
            lw.accelerations(model, state, inputs={"u": 1.0}, formulation=formulation)


def test_the_refusal_of_masses_shows_the_moment_about_the_normal_of_a_planar_mechanism():
    """1 kg m² was written and 0.5 printed: the smallest moment of the tensor that stands for a flat body."""
    bodies = (lw.Body("a", mass=1, inertia=1, com=(0, 0, 0)), lw.Body("b", mass=3, inertia=2, com=(1, 0, 0)))
    model = lw.compile(
        lw.Mechanism(plane="xy").add(
            *bodies, lw.Fixed("F", "ground", "a", at=(0, 0, 0)), lw.Revolute("A", "a", "b", at=(1, 0, 0))
        )
    )
    assert masses_at_the_ends(model) == "1 kg of 'a' beside 3 kg of 'b', 1 kg m² of 'a' beside 2 kg m² of 'b'"


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_run_that_ends_where_nothing_limits_a_body_without_inertia_names_it(coordinates):
    """A point mass on a universal joint reaches latitudes up to atan 2 only; it arrives there at a speed of 3 m/s."""
    m = lw.Mechanism("arm", gravity=(0, 0, 0)).add(
        lw.Body("mass", mass=2.0, com=(1, 0.5, 0), inertia=(0, 0, 0)),
        lw.Universal("U", "ground", "mass", at=(0, 0, 0), axis_i=(0, 0, 1), axis_j=(0, 1, 0)),
    )
    model = lw.compile(m, coordinates=coordinates)
    run = lw.simulate(model, lw.assemble(model, {"U.angle_j.rate": -3.0}), 1.0, rtol=1e-9, quiet=True)
    assert not run.success
    assert run.t[-1] == pytest.approx(np.arctan(2.0) * 1.25**0.5 / 3.0, abs=1e-6)
    assert "body 'mass' turns at" in run.message and "give it mass and inertia" in run.message
