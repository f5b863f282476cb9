"""Springs with rest=0 at and through zero length: the force -k d, the stiffness k in all directions, and derivatives of all kinds."""

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.formulations.solve import solve
from linkwork.dynamics.jacobians import state_jacobians
from linkwork.model.evaluation import Evaluation

SPRING = {"at_i": (0, 0.5, 0), "at_j": (0, 0.5, 0)}


def pair(*parts):
    """A free body and a hinged one, joined at a point off their centres by what is given."""
    return lw.Mechanism("pair", gravity=(0.1, -0.3, 0.2)).add(
        lw.Body("b", mass=2, inertia=(0.1, 0.2, 0.3), com=(0, 0, 0)),
        lw.Body("c", mass=1, inertia=(0.1, 0.2, 0.3), com=(1, 0, 0)),
        lw.Free("F", "ground", "b", at=(0, 0, 0)),
        lw.Revolute("R", "ground", "c", at=(1, 0, 0), axis=(0, 0, 1)),
        *parts,
    )


def spring(**numbers):
    return lw.SpringDamper("S", "c", "b", **SPRING, stiffness=50, **{"rest": 0, **numbers})


def bushing():
    return lw.Bushing("S", "c", "b", at=(0, 0.5, 0), stiffness=(50, 50, 50, 0, 0, 0))


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("turned", [0.0, 1e-200, 1e-12, 0.3])
def test_accelerations_and_their_derivatives_are_those_of_three_equal_springs(turned, coordinates):
    results = []
    for part in (spring(), bushing()):
        model = lw.compile(pair(part), coordinates=coordinates)
        state = lw.assemble(model, {"R.angle": turned, "R.angle.rate": 2.0, "b.velocity": (1, 2, 3)})
        e = Evaluation(model, state)
        solution = solve(e)
        s = state_jacobians(e, solution.vdot, solution.lam)
        results.append((solution.vdot, s.F_q, s.F_v))
    for a, b in zip(*results, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-11)
    assert np.abs(results[0][1]).max() > 49


def slider(**numbers):
    """A mass of 2 kg on a guide, tied to where it starts: x'' = -25 x - c/2 x'."""
    mechanism = lw.Mechanism("slider", plane="xy").add(
        lw.Body("m", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("P", "ground", "m", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.SpringDamper("S", "ground", "m", at_i=(1, 0, 0), at_j=(1, 0, 0), stiffness=50, **{"rest": 0, **numbers}),
    )
    return lw.compile(mechanism)


@pytest.mark.parametrize("integrator", [lw.DormandPrince(), lw.Adams(), lw.Radau()])
@pytest.mark.parametrize("start", [(0.0, 3.0), (0.4, 0.0)])
def test_a_run_through_zero_length_is_the_harmonic_motion(start, integrator):
    model = slider()
    state = lw.assemble(model, {"P.displacement": start[0], "P.displacement.rate": start[1]})
    times = np.linspace(0, 3, 31) * np.pi / 5  # every fifth one at zero length
    run = lw.simulate(model, state, times[-1], rtol=1e-10, output=times, integrator=integrator)
    exact = start[0] * np.cos(5 * times) + start[1] / 5 * np.sin(5 * times)
    assert run.success
    np.testing.assert_allclose(run["P.displacement"], exact, atol=2e-8)
    np.testing.assert_allclose(run["S.force_vector"][:, 0], -50 * run["P.displacement"], atol=1e-12)
    np.testing.assert_allclose(run["energy.total"], run["energy.total"][0], rtol=1e-7)


def test_a_damper_at_zero_length_acts_against_the_velocity():
    model = slider(damping=4)
    state = lw.assemble(model, {"P.displacement.rate": 3.0})
    np.testing.assert_allclose(lw.measure(model, state, "S.force_vector"), [-12, 0, 0], atol=1e-12)
    t = np.linspace(0, 2, 21)
    run = lw.simulate(model, state, 2.0, rtol=1e-10, output=t)
    w = np.sqrt(25 - 1)
    np.testing.assert_allclose(run["P.displacement"], 3 / w * np.exp(-t) * np.sin(w * t), atol=2e-8)


@pytest.mark.parametrize("numbers", [{"rest": 0.1}, {"force": 2.0}, {"rest": None, "preload": None, "force": 1.0}])
def test_what_pushes_without_a_direction_is_refused_by_name(numbers):
    def asked():
        model = slider(**numbers)
        return lw.accelerations(model, lw.assemble(model))

    with pytest.raises((lw.FormulationError, lw.DescriptionError), match=r"'S'.*coincide"):
        asked()


def test_a_length_that_a_driver_brings_to_zero_is_still_named():
    mechanism = lw.Mechanism("winch", plane="xy").add(
        lw.Body("m", mass=2, inertia=1, com=(1, 0, 0)),
        lw.Prismatic("P", "ground", "m", at=(1, 0, 0), axis=(1, 0, 0)),
        lw.SpringDamper("S", "ground", "m", at_i=(0, 0, 0), at_j=(1, 0, 0), stiffness=50, rest=0),
        lw.Driver("pull", "S.length", motion="1 - time"),
    )
    model = lw.compile(mechanism)
    state = lw.assemble(model)
    with pytest.raises(lw.FormulationError, match="pull"):
        lw.accelerations(model, replace(state, t=1.0, q=state.q - 1.0))


def test_rest_vibration_and_sensitivity_there():
    """x = v/w sin(w t), w² = k/m: derivatives by the stiffness in closed form, forward and backward."""
    model = slider()
    eq = lw.equilibrium(model, lw.assemble(model, {"P.displacement": 0.3}))
    assert abs(eq["P.displacement"]) < 1e-12 and eq.stability == "stable"
    np.testing.assert_allclose(eq.stiffness, [[50]], rtol=1e-12)
    lin = lw.linearize(model, lw.assemble(model))
    np.testing.assert_allclose(np.abs(lin.eigenvalues.imag), 5.0, rtol=1e-12)
    damped = slider(damping=4)
    with pytest.raises(lw.AnalysisError, match=r"ends of 'S' coincide.*damper"):
        lw.linearize(damped, lw.assemble(damped))


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize("integrator", [None, lw.Radau()])
def test_derivatives_of_a_run_that_starts_at_zero_length(method, integrator):
    case = lw.Case(
        "swing", start={"P.displacement": 0.0, "P.displacement.rate": 3.0}, duration=1.0, rtol=1e-10, integrator=integrator,
        outputs={"x": "final(P.displacement)", "e": "final(energy.potential)"},
    )  # fmt: skip
    sensitivity = lw.sensitivity(slider(), case, ["S.stiffness", "S.at_j.x", "m.mass"], method=method)
    w, m = 5.0, 2.0
    by_w = 3 * (np.cos(w) / w - np.sin(w) / w**2)
    x, x_w = 3 / w * np.sin(w), by_w
    x_k, x_m = x_w / (2 * w * m), -x_w * w / (2 * m)
    # moved by a, the end pulls the mass to -a: x + a = a cos(w t) + v/w sin(w t)
    x_a = np.cos(w) - 1
    np.testing.assert_allclose(sensitivity.gradient["x"], [x_k, x_a, x_m], rtol=1e-6)
    e_k = 0.5 * x**2 + 50 * x * x_k
    np.testing.assert_allclose(sensitivity.gradient["e"], [e_k, 50 * x * np.cos(w), 50 * x * x_m], rtol=1e-6)


def test_a_damper_that_starts_at_zero_length_has_no_derivatives_and_is_named():
    case = lw.Case("swing", start={"P.displacement.rate": 3.0}, duration=1.0, outputs={"x": "final(P.displacement)"})
    with pytest.raises(lw.AnalysisError, match=r"ends of 'S' coincide at its start.*damper"):
        lw.sensitivity(slider(damping=4), case, ["S.stiffness"])
