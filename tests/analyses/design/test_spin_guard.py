"""Derivatives of motions in which a thin rod spins about itself, without a moment of inertia about that axis."""

import numpy as np
import pytest

import linkwork as lw

JOINTS = {
    "ball": lambda: lw.Spherical("J", "ground", "a", at=(0, 0, 0)),
    "free at its end": lambda: lw.Free("J", "ground", "a", at=(0, 0, 0)),
    "free at its mass centre": lambda: lw.Free("J", "ground", "a", at=(1, 0, 0)),
}
OUTPUTS = {
    "x": "final(a.position.x)",
    "axis": "final(a.x_axis.y)",
    "spin": "final(a.y_axis.z)",
    "rate": "final(a.angular_velocity.y)",
    "energy": "integral(energy.kinetic)",
}
SMOOTH = ["a.mass", "a.com.x", "S.stiffness", "S.at_j.x", "S.at_i.y", "gravity.z"]
TORQUES = ["a.com.y", "a.com.z", "a.inertia.1", "a.inertia.2", "S.at_j.y", "S.at_j.z"]


def rod(joint, coordinates):
    m = lw.Mechanism("rod", gravity=(0, 0, -9.81)).add(
        lw.Body("a", mass=1.0, com=(1, 0, 0), inertia=(0, 0.1, 0.1)),
        JOINTS[joint](),
        lw.SpringDamper("S", "ground", "a", at_i=(2, 1, 1), at_j=(2, 0, 0), stiffness=5, rest=1.0, damping=0.1),
    )
    return lw.compile(m, coordinates=coordinates)


def case(integrator=None):
    start = {f"a.angular_velocity.{k}": x for k, x in zip("xyz", (0.3, 1.0, 0.7), strict=True)}
    return lw.Case("c", start=start, duration=0.5, outputs=OUTPUTS, integrator=integrator)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("joint", JOINTS)
def test_explicit_steps_have_the_derivatives_of_what_makes_no_torque_about_the_spin(joint, coordinates):
    """Against differences; a moment of inertia about the axis can only grow."""
    model, exact = rod(joint, coordinates), case(lw.DormandPrince(rtol=1e-10))
    steps = [(p, -1, model.parameters[p]) for p in SMOOTH] + [("a.inertia.0", 0, 0.0)]
    direct, adjoint = (
        lw.sensitivity(model, exact, [p for p, _, _ in steps], method=method, quiet=True)
        for method in ("direct", "adjoint")
    )
    for place, (path, side, value) in enumerate(steps):
        h = 1e-4
        low, middle, high = (
            np.array(
                list(lw.run(model.with_parameters({path: value + (side + k) * h}), exact, quiet=True).outputs.values())
            )
            for k in range(3)
        )
        difference = (high - low) / (2 * h) if side else (4 * middle - high - 3 * low) / (2 * h)
        for s in (direct, adjoint):
            np.testing.assert_allclose([s.gradient[name][place] for name in OUTPUTS], difference, atol=2e-6, rtol=1e-5)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("joint", JOINTS)
def test_parameters_that_make_a_torque_about_the_spin_are_refused_by_name(joint, coordinates, method):
    """Numbers came out for them, of motions that do not tend to this one."""
    model = rod(joint, coordinates)
    with pytest.raises(lw.AnalysisError) as caught:
        lw.sensitivity(model, case(), [*TORQUES, "a.mass"], method=method, quiet=True)
    assert [problem.split(":")[0] for problem in caught.value.problems] == TORQUES
    assert all("'a'" in problem and "give a moment of inertia" in problem for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("integrator", "methods"),
    [
        (lw.Radau(), ["direct", "adjoint"]),
        (lw.GeneralizedAlpha(), ["direct", "adjoint"]),
        (lw.GeneralizedAlpha(step=0.01), ["direct"]),
        (lw.BDF(), ["direct"]),
    ],
    ids=repr,
)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_implicit_steps_are_refused_with_the_remedy(integrator, methods, coordinates):
    """Radau's derivatives were 8,000 times too large, in silence; the other methods advised to take Radau."""
    model = rod("ball", coordinates)
    for method in methods:
        with pytest.raises(lw.AnalysisError, match=r"the spin of 'a' .* choose lw\.DormandPrince\(\)"):
            lw.sensitivity(model, case(integrator), ["a.mass"], method=method, quiet=True)


@pytest.mark.parametrize("integrator", [None, lw.Radau(), lw.GeneralizedAlpha(), lw.BDF()], ids=repr)
def test_a_rod_with_a_moment_about_its_axis_has_all_derivatives(integrator):
    m = rod("ball", "joint").mechanism()
    m.set("a.inertia.0", 1e-3)
    checked = lw.check_gradient(lw.compile(m), case(integrator), ["a.com.y", "S.at_j.y", "a.mass"], quiet=True)
    assert checked.success
