"""Bricard's mechanism: by count it is rigid, and it moves. Six hinges, one of their rows is redundant in every pose.

python examples/10_bricard.py
"""

from pathlib import Path

import numpy as np

import linkwork as lw

FILE = Path(__file__).with_name("bricard.yaml")


def main():
    mechanism = lw.Mechanism.load(FILE)
    model = lw.compile(mechanism)
    state = lw.assemble(model)
    report = lw.check(model, state)
    print(report)
    assert (report.dof, report.mobility, report.redundant_rows) == (1, 0, 1)

    run = lw.simulate(model, state, 10, rtol=1e-8, output=0.01)
    point = run["observe0.position"]
    print(f"\n{run.message}: {run.stats.steps} steps, violation {run.stats.violation:.1e} m")
    print(f"joint J4 rises and falls between y = {point[:, 1].min():.6f} and {point[:, 1].max():.6f} m")

    # Nothing is lost: the energy stays, and every hinge's axes stay together.
    energy = run["energy.total"]
    gaps = max(np.linalg.norm(run[f"{joint}.gap"], axis=1).max() for joint in model.joints)
    print(f"energy within {np.ptp(energy):.1e} J, hinges apart by at most {gaps:.1e} m")

    # In Cartesian coordinates all 30 rows of the six hinges are there, and it moves the same way.
    cartesian = lw.compile(mechanism, coordinates="cartesian")
    other = lw.simulate(cartesian, lw.assemble(cartesian), 10, rtol=1e-8, output=0.01)
    difference = abs(other["observe0.position"] - point).max()
    print(f"{cartesian.n_rows} rows in Cartesian coordinates: the same motion within {difference:.1e} m")

    assert np.ptp(energy) < 1e-5
    assert gaps < 1e-9
    assert difference < 1e-5
    return run, difference


if __name__ == "__main__":
    main()
