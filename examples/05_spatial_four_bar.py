"""A spatial four-bar from its file: revolute, universal, spherical and revolute joints in one loop, with a damper.

python examples/05_spatial_four_bar.py
"""

from pathlib import Path

import numpy as np

import linkwork as lw

FILE = Path(__file__).with_name("spatial_four_bar.yaml")


def main():
    mechanism = lw.Mechanism.load(FILE)
    model = lw.compile(mechanism)
    print(lw.check(model, lw.assemble(model)))

    run = lw.simulate(model, lw.assemble(model), 10, rtol=1e-8, output=0.05)
    crank, rocker = np.degrees(run["A.angle"]), np.degrees(run["D.angle"])
    print(f"\nthe crank swings up to {crank.max():.3f}°, the rocker down to {rocker.min():.3f}°")

    # The length of the rod between the universal and the spherical joint is constant.
    rod = np.linalg.norm(run["observe1.position"] - run["observe0.position"], axis=1)
    print(f"the rod is {rod.min():.12f} to {rod.max():.12f} m long")

    # Only the damper dissipates energy: 5 N m s/rad times the square of the crank's speed.
    power = 5 * run["A.angle.rate"] ** 2
    lost = np.trapezoid(power, run.t)
    energy = run["energy.total"]
    print(f"energy {energy[0]:.4f} J → {energy[-1]:.4f} J; the damper took {lost:.4f} J")

    # The same in Cartesian coordinates, with another formulation and another integrator.
    cartesian = lw.compile(mechanism, coordinates="cartesian")
    other = lw.simulate(
        cartesian, lw.assemble(cartesian), 10, output=0.05,
        formulation=lw.CoordinatePartitioning(), integrator=lw.Adams(rtol=1e-8),
    )  # fmt: skip
    difference = abs(run["A.angle"] - other["A.angle"]).max()
    print(f"Cartesian coordinates, coordinate partitioning and Adams give the same angle within {difference:.1e} rad")

    assert abs(rod - 12).max() < 1e-10
    assert abs(energy[0] - energy[-1] - lost) < 2e-3 * lost
    assert difference < 1e-5
    return run, other


if __name__ == "__main__":
    main()
