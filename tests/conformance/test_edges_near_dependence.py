"""A knife edge whose row comes close to depending on the rows of joints: no singular position of the mechanism.

The path bends sharply where the edge hardly restricts the speed. It was taken for a branch that passes a singular position,
and interpolated across: a third of the energy was lost.
"""

import numpy as np
import pytest

import linkwork as lw


def ball_and_edge():
    """A ball joint and a slide with a point on a line, and an edge: two freedoms of position, one of speed."""
    return lw.Mechanism("edge", gravity=(6.128, -2.537, 5.801)).add(
        lw.Body(
            "b0", mass=2.12, com=(-0.051, 0.397, -0.052), inertia=(0.301, 0.169, 0.271, -0.053, -0.018, 0.006),
            origin=(-0.906, 0.058, -0.662), x=(0.423, 0.522, -0.741), z=(0.254, -0.032, 0.967),
        ),
        lw.Body(
            "b1", mass=1.405, com=(0.022, -0.868, 0.527), inertia=(0.309, 0.203, 0.206, -0.035, -0.055, -0.052),
            origin=(-0.435, -0.049, 0.434), x=(0.442, 0.151, -0.884), z=(0.695, 0.349, -0.628),
        ),
        lw.Spherical("ball", "b0", "ground", at=(0.252, -0.646, -0.029)),
        lw.Prismatic("slide", "b1", "b0", at_i=(-0.693, 0.282, -0.653), at_j=(-0.695, 0.565, -0.553), axis=(-0.006, 0.943, 0.333)),
        lw.InLine("line", "ground", "b1", at_i=(0.693, -0.02, 0.259), at_j=(0.732, 0.159, 0.022), axis=(0.129, 0.599, -0.79)),
        lw.NoSlide("edge", "ground", "b0", at_i=(-0.089, 0.623, -0.963), at_j=(-0.824, 1.262, -1.192), axis=(-0.799, -0.545, -0.254)),
        lw.SpringDamper("spring", "ground", "b0", at_i=(-0.447, 0.562, -0.021), at_j=(-0.341, 0.255, -0.199), stiffness=36.926, rest=0.5),
    )  # fmt: skip


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_the_path_bends_and_the_energy_stays(coordinates):
    """Near such a position rounding is magnified, in Cartesian coordinates more than in those of joints."""
    model = lw.compile(ball_and_edge(), coordinates=coordinates)
    start = lw.assemble(model)
    size = lw.kinetic_energy(model, lw.simulate(model, start, 0.25, output=[0.25], quiet=True).final)
    for rtol in (1e-8, 1e-9):
        run = lw.simulate(model, start, 2.0, rtol=rtol, output=[2.0], quiet=True, time_limit=60)
        assert run.success, run.message
        assert run.stats.across == 0
        drift = abs(lw.total_energy(model, run.final) - lw.total_energy(model, start))
        assert drift < 1e-3 * max(size, 1.0)
        assert lw.measure(model, run.final, "b1.position") == pytest.approx(np.array([-0.483, -0.166, 0.388]), abs=5e-3)
