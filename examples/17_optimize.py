"""Path synthesis: all five hardpoints of a four-bar are optimized until its tip follows a path; gradients are exact.

python examples/17_optimize.py
"""

import numpy as np

import linkwork as lw

WANTED = {"A": (0.0, 0.0), "B": (0.3, 0.4), "C": (1.3, 1.1), "D": (1.6, -0.1), "tip": (0.9, 1.4)}
POOR = {"A": (0.15, -0.2), "B": (0.35, 0.3), "C": (1.5, 0.8), "D": (1.3, -0.3), "tip": (0.6, 1.1)}
OFF = "mean((P.position.x - table(path_x, time))**2 + (P.position.y - table(path_y, time))**2)"


def four_bar(points):
    """By its hardpoints; the crank turns once a second, the coupler carries the tip P."""
    at = {name: (*xy, 0) for name, xy in points.items()}
    return lw.Mechanism("tracer", plane="xy").add(
        lw.Point("tip", at["tip"]),
        lw.Body("crank", mass=1, inertia=0.1, com=("A", "B")),
        lw.Body("coupler", mass=1, inertia=0.1, com=("B", "C")),
        lw.Body("rocker", mass=1, inertia=0.1, com=("D", "C")),
        lw.Revolute("A", "ground", "crank", at=at["A"]),
        lw.Revolute("B", "crank", "coupler", at=at["B"]),
        lw.Revolute("C", "coupler", "rocker", at=at["C"]),
        lw.Revolute("D", "ground", "rocker", at=at["D"]),
        lw.Frame("P", "coupler", "tip"),
        lw.Driver("motor", "A.angle", motion="2*pi*time"),
    )


def main():
    # The path: that of a known four-bar, in time with its crank.
    t = np.linspace(0, 1, 31)
    known = lw.compile(four_bar(WANTED))
    path = lw.kinematics(known, lw.assemble(known), t)["P.position"]

    model = lw.compile(four_bar(POOR).add(lw.Table("path_x", t, path[:, 0]), lw.Table("path_y", t, path[:, 1])))
    cycle = lw.Case("cycle", analysis="kinematics", duration=1, times=31, outputs={"off": OFF})
    places = [f"{name}.at.{axis}" for name in POOR for axis in "xy"]
    vary = {place: (model.parameters[place] - 0.5, model.parameters[place] + 0.5) for place in places}
    best = lw.optimize(model, cycle, minimize="cycle.off", vary=vary, tolerance=1e-10, iterations=200)
    print(best)

    target = {place: WANTED[place.split(".")[0]]["xy".index(place[-1])] for place in places}
    error = max(abs(best.parameters[place] - target[place]) for place in places)
    print(
        f"root mean square off the path: {best.objective**0.5:.1e} m; hardpoints within {error:.0e} m of those wanted"
    )
    assert best.success and best.objective < 1e-10
    assert best.failed  # some designs could not make a full turn
    traced = lw.kinematics(best.model, lw.assemble(best.model), np.linspace(0, 1, 121))
    best.save_html("tracer.html")
    return best, traced


if __name__ == "__main__":
    main()
