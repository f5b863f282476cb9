"""Derivatives of motions of large mechanisms: exact, and with memory that grows with the number of bodies alone."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.differentiation.point.layer import PointLayer
from linkwork.integrators.motion import prepare
from linkwork.model.plans.tangent_plan import takes_directions


def four_bars(count):
    """Coupled four-bars with a spring and a damper."""
    return lw.library.n_four_bar(count).add(lw.JointSpring("K", "A0.angle", stiffness=4e4, damping=1.0))


LARGE = {  # mechanism, start, two signals, parameters
    "chain": (lambda: lw.library.chain(1000), {}, "J2.angle", "J5.angle.rate", ("link3.mass", "gravity.y")),
    "loops": (
        lambda: four_bars(209),
        {"A0.angle.rate": -1.0},
        "A0.angle",
        "A3.angle.rate",
        ("K.stiffness", "rod2.mass"),
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_direct_adjoint_and_differences_agree(name):
    make, start, first, second, names = LARGE[name]
    model = lw.compile(make())
    outputs = {"end": f"final({first})", "square": f"rms({second})"}
    case = lw.Case("drop", start=start, duration=5e-3, integrator=lw.DormandPrince(), outputs=outputs)
    check = lw.check_gradient(model, case, names, quiet=True)
    assert check.success, str(check)
    against = lw.sensitivity(model, case, names, method="adjoint", quiet=True)
    for k, output in enumerate(outputs):
        size = np.abs(check.gradient[k]).max()
        np.testing.assert_allclose(against.gradient[output], check.gradient[k], rtol=0, atol=1e-9 * size)


@pytest.mark.parametrize("integrator", [lw.GeneralizedAlpha(step=1e-3), lw.Radau()], ids=["alpha", "radau"])
def test_six_hundred_freedoms_on_bushings_along_implicit_steps(integrator):
    model = lw.compile(lw.library.bushing_chain(100))
    outputs = {"end": "final(link4.position.y)", "square": "rms(link4.velocity.y)"}
    case = lw.Case("drop", duration=2e-3, rtol=1e-6, integrator=integrator, outputs=outputs)
    names = ["gravity.y", "link3.mass"]
    check = lw.check_gradient(model, case, names, quiet=True)
    assert check.success, str(check)
    against = lw.sensitivity(model, case, names, method="adjoint", quiet=True)
    for k, output in enumerate(outputs):
        np.testing.assert_allclose(against.gradient[output], check.gradient[k], rtol=1e-9, atol=0)


def test_room_grows_with_the_bodies_and_not_with_their_square():
    sizes = []
    for links in (500, 1000):
        model = lw.compile(lw.library.chain(links))
        layer = PointLayer(prepare(model, None, {}, ()).start(model.design_state(), {}), tangents=3)
        sizes.append(sum(part.size for part in layer.page))
    assert sizes[1] < 2.01 * sizes[0]


def test_matrices_serve_small_mechanisms_and_many_parameters():
    """By what both ways cost: along the state's directions one after the other, or with Jacobians for all."""
    chain, car = lw.compile(lw.library.chain(200)), lw.compile(lw.library.vehicle_on_posts())
    assert [takes_directions(chain, columns) for columns in (1, 10, 1000)] == [True, True, False]
    assert not takes_directions(car, 10)
    assert not takes_directions(lw.compile(lw.library.chain(20)), 1)
