"""A bar on a hinge, described in Python: its period at a large amplitude, compared with the exact one.

python examples/01_pendulum.py
"""

from math import cos, pi, radians, sqrt

import linkwork as lw

LENGTH, GRAVITY, SWING = 1.0, 9.81, radians(120)


def exact_period():
    """T = 2 pi / (w agm(1, cos(swing/2))), with w² = 3g/(2L) for a slender bar."""
    a, b = 1.0, cos(SWING / 2)
    for _ in range(6):
        a, b = (a + b) / 2, sqrt(a * b)
    return 2 * pi / (sqrt(1.5 * GRAVITY / LENGTH) * a)


def main():
    mechanism = lw.Mechanism("pendulum", gravity=(0, -GRAVITY, 0), plane="xy")
    mechanism.add(
        lw.Parameter("length", LENGTH),
        lw.Point("tip", (0, "-length", 0)),  # drawn hanging down
        lw.Body("bar", mass=2, inertia="2*length**2/12", com=("A", "tip"), x=("A", "tip")),
        lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
    )
    model = lw.compile(mechanism)
    state = lw.assemble(model, {"A.angle": SWING})

    # The bar is back at its start when its speed passes zero for the second time.
    run = lw.simulate(model, state, 10, rtol=1e-10, output=0.01, events=lw.Event("A.angle.rate", direction=-1))
    periods = [event.time for event in run.events if event.time > 0.1]
    print(f"period at {SWING * 180 / pi:.0f}°: {periods[0]:.9f} s, exactly {exact_period():.9f} s")

    energy = run["energy.total"]
    print(f"energy changes by {abs(energy - energy[0]).max():.1e} J in {run.t[-1]:g} s")
    assert abs(periods[0] - exact_period()) < 1e-7
    assert abs(energy - energy[0]).max() < 1e-6
    return periods[0]


if __name__ == "__main__":
    main()
