"""Balancing engines: the counterweight of one cylinder by optimization, and what is left in engines of one to six.

python examples/19_engine_balance.py
"""

import numpy as np

import linkwork as lw


def shaking_orders(cylinders):
    """The amplitudes of an engine's force along its cylinders at one and two times its speed, N, and its motion."""
    mechanism = lw.library.inline_engine(cylinders)
    model = lw.compile(mechanism)
    motion = lw.run(model, mechanism.cases["turn"].changed(times=361)).kinematics
    orders = np.fft.rfft(motion["shaft.force.x"][:-1]) / 180
    return abs(orders[1:3]), motion


def main():
    # One cylinder: which counterweight leaves the least force, along and across the cylinder together?
    mechanism = lw.library.slider_crank()
    model = lw.compile(mechanism)
    best = lw.optimize(
        model, mechanism.cases["turn"], minimize="turn.along**2 + turn.across**2", vary={"counterweight": (0, 3)}, starts=8
    )  # fmt: skip
    print(best)
    p = model.parameters
    turning = (1 - p["rod_centre"]) * p["rod_mass"]
    reciprocating = p["piston_mass"] + p["rod_centre"] * p["rod_mass"]
    rule = turning + reciprocating / 2  # all of what turns with the crankpin, half of what moves with the piston
    print(f"counterweight {best.parameters['counterweight']:.6f} kg, by the rule {rule:.6f} kg")
    assert abs(best.parameters["counterweight"] - rule) < 1e-4

    # Engines in line without counterweights.
    motions = {}
    for cylinders in (1, 2, 3, 4, 6):
        (first, second), motions[cylinders] = shaking_orders(cylinders)
        print(f"{cylinders} cylinders: {first:8.2f} N once a turn, {second:8.2f} N twice a turn")
    return motions[4]


if __name__ == "__main__":
    main()
