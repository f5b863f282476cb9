"""Gradients along and against implicit steps: equal to each other, to differences of the frozen run, and to independent numbers."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.errors import QuestionError

END = 0.0018986827  # d theta1 / d C after 1 s, in one coordinate


def damped_four_bar():
    return lw.compile(lw.library.planar_four_bar("II").add(lw.JointSpring("C1", "A.angle", damping=5.0)))


def swing(integrator, **fields):
    outputs = {"end": "final(A.angle)", "load": "rms(D.force.x)", "lift": "mean(link2.acceleration.y)"}
    return lw.Case("swing", start={"A.angle": 1.104}, duration=1.0, integrator=integrator, outputs=outputs, **fields)


PARAMETERS = ["C1.damping", "K.stiffness", "link2.mass", "l0", "start.A.angle"]


@pytest.mark.parametrize(
    ("integrator", "off"),
    [
        (lw.Radau(3), 1e-7),
        (lw.Radau(5), 2e-8),
        (lw.GeneralizedAlpha(step=0.01), 3e-4),
        (lw.GeneralizedAlpha(step=0.01, index=2), 3e-4),
        (lw.HHT(step=0.01), 3e-4),
    ],
    ids=str,
)
def test_direct_and_adjoint_are_equal_and_near_the_exact_derivative(integrator, off):
    model = damped_four_bar()
    direct = lw.sensitivity(model, swing(integrator), PARAMETERS, quiet=True)
    adjoint = lw.sensitivity(model, swing(integrator), PARAMETERS, method="adjoint", quiet=True)
    for name, gradient in direct.gradient.items():
        np.testing.assert_allclose(adjoint.gradient[name], gradient, rtol=1e-9, atol=1e-11 * np.abs(gradient).max())
    assert direct["end", "C1.damping"] == pytest.approx(END, rel=off)
    assert direct["A.angle", "C1.damping"][-1] == pytest.approx(direct["end", "C1.damping"], rel=1e-12)


@pytest.mark.parametrize("integrator", [lw.Radau(5), lw.GeneralizedAlpha(step=0.02), lw.BDF(rtol=1e-5)], ids=str)
def test_gradients_agree_with_differences_of_the_frozen_run(integrator):
    check = lw.check_gradient(damped_four_bar(), swing(integrator), PARAMETERS, quiet=True)
    assert check.success, check


@pytest.mark.parametrize(("k", "c"), [(4600.0, 230.0), (7200.0, 50.0), (12400.0, 230.0)])
def test_a_mass_that_begins_where_its_spring_is_slack_is_differentiated_with_fixed_steps(k, c):
    model = lw.compile(lw.Mechanism("lander", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("hull", mass=10, inertia=1, com=(0, 0.5, 0)),
        lw.Prismatic("leg", "ground", "hull", at=(0, 0.5, 0), axis=(0, 1, 0)),
        lw.JointSpring("strut", "leg.displacement", stiffness=k, damping=c),
    ))  # fmt: skip
    case = lw.Case(
        "down", start={"leg.displacement.rate": -2.0}, duration=0.02, integrator=lw.GeneralizedAlpha(step=0.002),
        outputs={"end": "final(leg.displacement)"},
    )  # fmt: skip

    def end(k):
        a, t, rest = c / 20.0, 0.02, -98.1 / k
        w = np.sqrt(k / 10.0 - a * a)
        return rest + np.exp(-a * t) * (-rest * np.cos(w * t) + (-2.0 - a * rest) / w * np.sin(w * t))

    expected = (end(k + 1.0) - end(k - 1.0)) / 2.0
    for method in ("direct", "adjoint"):
        sensitivity = lw.sensitivity(model, case, ["strut.stiffness"], method=method, quiet=True)
        assert sensitivity["end", "strut.stiffness"] == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("integrator", [lw.BDF(), lw.GeneralizedAlpha()], ids=str)
def test_first_steps_from_rest_with_all_coordinates_zero_are_solved_to_rounding(integrator):
    model = lw.compile(lw.library.scissor_boom(3))
    case = lw.Case(
        "open", duration=0.03, integrator=integrator, outputs={"speed": f"final({model.bodies[-1]}.velocity.y)"}
    )
    masses = [name for name in model.parameters if name.endswith("mass")][:2]
    check = lw.check_gradient(model, case, masses, quiet=True)
    assert check.success, check


def test_bdf_is_differentiated_along_its_steps_and_refuses_the_adjoint():
    model, case = damped_four_bar(), swing(lw.BDF(rtol=1e-8))
    sensitivity = lw.sensitivity(model, case, ["C1.damping"], quiet=True)
    assert sensitivity["end", "C1.damping"] == pytest.approx(END, rel=3e-8)
    with pytest.raises(QuestionError, match="bdf have no adjoint"):
        lw.sensitivity(model, case, ["C1.damping"], method="adjoint", quiet=True)


def test_a_run_that_changes_its_method_is_gone_through_part_by_part():
    model = lw.compile(lw.library.flyball_governor())
    outputs = {"end": "final(observe0.position.z)", "load": "rms(H1.force.x)"}
    case = lw.Case("spin", start=lw.library.initial_speeds("flyball_governor"), duration=0.3, outputs=outputs)
    parameters = ["K1.damping", "rod1.mass", "start.A.angle.rate"]
    direct = lw.sensitivity(model, case, parameters, quiet=True)
    adjoint = lw.sensitivity(model, case, parameters, method="adjoint", quiet=True)
    assert [method for _, method in direct.run.methods] == ["dop853", "radau-5"]
    for name, gradient in direct.gradient.items():
        np.testing.assert_allclose(adjoint.gradient[name], gradient, rtol=1e-9, atol=1e-12 * np.abs(gradient).max())
    for step in (1e-3, 2e-3, 3e-3):  # the verdict does not hang on how differences are rounded
        assert lw.check_gradient(model, case, parameters, step=step, quiet=True).success


def test_stiff_bushings_agree_with_differences():
    model = lw.compile(lw.library.bushing_chain(3))
    case = lw.Case(
        "sag", duration=0.02, integrator=lw.Radau(), outputs={"tip": "final(observe0.position.y)", "shake": "rms(link3.velocity.y)"}
    )  # fmt: skip
    parameters = ["B1.stiffness.1", "B2.damping.5", "link2.mass", "link3.com.x", "B1.at.y"]
    direct = lw.sensitivity(model, case, parameters, quiet=True)
    adjoint = lw.sensitivity(model, case, parameters, method="adjoint", quiet=True)
    for name, gradient in direct.gradient.items():
        np.testing.assert_allclose(adjoint.gradient[name], gradient, rtol=1e-9, atol=1e-11 * np.abs(gradient).max())
    assert lw.check_gradient(model, case, parameters, quiet=True).success


def test_models_too_large_for_dense_matrices_are_refused_with_their_size():
    sizes = (
        (lw.library.bushing_chain(201), "up to 1200 .* and this one has 1206"),
        (lw.library.chain(401), "up to 400 .* has 401"),
    )
    for mechanism, refusal in sizes:
        case = lw.Case("sag", duration=1e-4, integrator=lw.Radau(), outputs={"tip": "final(link1.position.y)"})
        with pytest.raises(QuestionError, match=refusal + ": choose lw.DormandPrince"):
            lw.sensitivity(lw.compile(mechanism), case, ["link1.mass"], quiet=True)


def test_accelerations_between_stiff_bushings_are_those_of_stages_solved_to_rounding():
    """What is left of the stages' equations is a millionfold in them."""
    case = lw.Case("fall", duration=0.02, integrator=lw.Radau(), outputs={"a": "rms(link3.acceleration.x)"})
    model = lw.compile(lw.library.bushing_chain(3))
    assert lw.check_gradient(model, case, ["B2.at.y"], quiet=True).success  # 1.3e-5 apart with stages good to 1e-10
