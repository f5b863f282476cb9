"""One mechanism under every formulation, in both coordinates: the same accelerations and reactions.

python examples/06_formulations.py
"""

import numpy as np

import linkwork as lw

FORMULATIONS = [
    lw.Augmented(),
    lw.Baumgarte(),
    lw.CoordinatePartitioning(),
    lw.PartialVelocity(),
    lw.NullSpace("lu"),
    lw.NullSpace("qr"),
    lw.NullSpace("svd"),
    lw.NullSpace("zero-eigenvalue"),
    lw.KaneMultipliers(),
    lw.KaneMultipliers(eliminate=True),
    lw.Recursive(),
]


def main():
    mechanism = lw.library.spatial_four_bar()
    reference, worst = None, 0.0
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        state = lw.assemble(model, {"A.angle": 0.4, "A.angle.rate": 1.5})
        print(f"\n{coordinates} coordinates: {model.nv} velocities, {model.n_rows} constraint rows")
        for formulation in FORMULATIONS:
            reactions = lw.reactions(model, state, formulation=formulation)
            acceleration = lw.accelerations(model, state, formulation=formulation)["D.angle.accel"]
            answer = np.array([acceleration, *reactions["C.force"], *reactions["D.torque"]])
            reference = answer if reference is None else reference
            difference = abs(answer - reference).max() / abs(reference).max()
            worst = max(worst, difference)
            print(f"  {formulation!s:38} D.angle.accel = {acceleration:.12f}   differs by {difference:.1e}")
    print(f"\nlargest difference of accelerations and reactions, relative: {worst:.1e}")
    assert worst < 1e-9
    return worst


if __name__ == "__main__":
    main()
