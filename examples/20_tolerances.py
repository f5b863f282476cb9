"""Tolerances of a four-bar: how far its coupler point is off, from 512 designs and from exact gradients.

python examples/20_tolerances.py
"""

import numpy as np
from scipy import stats

import linkwork as lw

POINTS = {"A": (0.0, 0.0), "B": (0.3, 0.4), "C": (1.3, 1.1), "D": (1.6, -0.1), "tip": (0.9, 1.4)}
SIGMA = 0.0002  # m, of every coordinate of every hardpoint


def four_bar():
    """The crank turns once a second; the coupler carries the point P."""
    at = {name: (*xy, 0) for name, xy in POINTS.items()}
    return lw.Mechanism("tracer", plane="xy").add(
        lw.Point("tip", at["tip"]),
        lw.Body("crank", mass=1, inertia=0.1, com=("A", "B")),
        lw.Body("coupler", mass=1, inertia=0.1, com=("B", "C")),
        lw.Body("rocker", mass=1, inertia=0.1, com=("D", "C")),
        lw.Revolute("A", "ground", "crank", at=at["A"], x_i=(1, 0, 0), x_j=("A", "B")),
        lw.Revolute("B", "crank", "coupler", at=at["B"]),
        lw.Revolute("C", "coupler", "rocker", at=at["C"]),
        lw.Revolute("D", "ground", "rocker", at=at["D"]),
        lw.Frame("P", "coupler", "tip"),
        lw.Driver("motor", "A.angle", motion="2*pi*time"),
    )


def main():
    model = lw.compile(four_bar())
    turn = lw.kinematics(model, lw.assemble(model), np.linspace(0, 1, 121))

    # The point shall be here, half a turn after the crank lies along x: the error is how far it is off, in mm.
    nominal = lw.kinematics(model, lw.assemble(model), [0.0, 0.5])["P.position"][-1]
    error = {axis: f"1000*(final(P.position.{axis}) - {x!r})" for axis, x in zip("xy", nominal[:2].tolist())}
    case = lw.Case("half", analysis="kinematics", duration=0.5, times=2, outputs=error)
    places = [f"{name}.at.{axis}" for name in POINTS for axis in "xy"]
    tolerances = {place: stats.norm(model.parameters[place], SIGMA) for place in places}

    sampled = lw.sweep(model, case, lw.spread(tolerances, 512))
    sampled.plot("half.y", save="tolerances.png")
    print(sampled)

    exact = lw.sensitivity(model, case, places).spread(tolerances)
    for axis in "xy":
        deviation = sampled[f"half.{axis}"].std()
        print(
            f"deviation of {axis}: {deviation:.3f} mm from {len(sampled)} designs, {exact[axis]:.5f} mm to first order"
        )
        assert abs(deviation / exact[axis] - 1) < 0.03
    return turn


if __name__ == "__main__":
    main()
