"""Which number of a four-bar matters most? Derivatives of a computed motion, along it and against it.

    python examples/16_sensitivity.py

A four-bar with a spring and a damper at its crank falls for one second. The direct method carries derivatives along the motion and shows
when each number matters; the adjoint method gives the gradient by all numbers at once. Finite differences of the same frozen steps agree.
"""

import numpy as np

import linkwork as lw


def main() -> lw.Trajectory:
    mechanism = lw.library.planar_four_bar(case="II")
    mechanism.set("K.damping", 5.0)
    model = lw.compile(mechanism)
    case = lw.Case(
        "fall",
        start={"A.angle": 1.104},
        duration=1.0,
        rtol=1e-10,
        outputs={"end": "final(A.angle)", "load": "rms(D.force.y)", "hardest": "peak(D.force.x)"},
    )
    along = lw.sensitivity(model, case, ["K.damping", "K.stiffness", "L1", "link2.mass", "start.A.angle"])
    print(along)
    print(f"d theta1 / dC after 1 s: {along['end', 'K.damping']:.10f} rad per N m s/rad")
    assert abs(along["end", "K.damping"] - 0.0018986827) < 1e-9

    names = [
        name for name in model.parameters if not name.startswith(("gravity", "F.torque")) and not name.endswith(".z")
    ]
    against = lw.sensitivity(model, case, names, method="adjoint")
    influence = np.abs(against.gradient["hardest"] * against.values)
    for k in np.argsort(-influence)[:4]:
        print(
            f"1 % of {names[k]:12} changes the hardest pull by {0.01 * against.gradient['hardest'][k] * against.values[k]:+.4f} N"
        )
    assert np.allclose(against["end", "L1"], along["end", "L1"], rtol=1e-9)

    check = lw.check_gradient(model, case, ["K.damping", "L1"], method="adjoint")
    print(check)
    assert check.success
    along.plot("A.angle", "K.stiffness", "L1", "link2.mass", save="influence.png")
    return along.run


if __name__ == "__main__":
    main()
