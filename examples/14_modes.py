"""Linear models: the modes of a four-bar with a spring, and a rod on a cart balanced by feedback from its linear model.

python examples/14_modes.py
"""

from math import pi

import numpy as np
from scipy.linalg import solve_continuous_are

import linkwork as lw


def cart():
    """A rod upright on a cart that a force pushes."""
    return lw.Mechanism("cart", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("cart", mass=2, inertia=1, com=(0, 0, 0)),
        lw.Body("rod", mass=1, inertia=1 / 12, com=(0, 0.5, 0)),
        lw.Prismatic("rail", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Revolute("hinge", "cart", "rod", at=(0, 0, 0)),
        lw.Input("u"),
        lw.AppliedForce("push", "cart", force=("u", 0, 0)),
    )


def main():
    model = lw.compile(lw.library.parallelogram_four_bar())
    modes = lw.linearize(model, lw.assemble(model)).modes()
    print(modes)
    assert abs(modes[0].frequency - 5.04) < 1e-9

    # A feedback from the linear model of the cart, added to the mechanism, stabilizes the rod.
    m = cart()
    model = lw.compile(m)
    lin = lw.linearize(model, lw.assemble(model), states=["rail.displacement", "hinge.angle"], inputs=["u"])
    print(f"without control: {', '.join(mode.kind for mode in lin.modes())}")
    gains = (lin.B.T @ solve_continuous_are(lin.A, lin.B, np.diag([10, 1, 1, 1]), np.eye(1)))[0]
    feedback = " ".join(f"{-gain:+.17g}*{state}" for gain, state in zip(gains, lin.states, strict=True))
    model = lw.compile(m.remove("u", "push").add(lw.AppliedForce("push", "cart", force=(feedback, 0, 0))))
    held = lw.linearize(model, lw.assemble(model), states=["rail.displacement", "hinge.angle"])
    np.testing.assert_allclose(held.A, lin.A - lin.B @ [gains], atol=1e-9)
    slowest = max(value.real for value in held.eigenvalues)
    print(f"with control the slowest decay is {slowest:.6f} 1/s")

    run = lw.simulate(model, lw.assemble(model, {"hinge.angle": 20 * pi / 180, "rail.displacement": 0.0}), 10)
    print(f"from 20° off, after 10 s: {abs(run['hinge.angle'][-1]):.1e} rad")
    assert slowest < -0.5 and abs(run["hinge.angle"][-1]) < 1e-2


if __name__ == "__main__":
    main()
