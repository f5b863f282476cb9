"""Which parameter of a four-bar matters most? Direct and adjoint derivatives of a computed motion.

    python examples/16_sensitivity.py

A four-bar with a spring and a damper at its crank falls for one second. The direct method propagates tangents along the
motion and shows when each number matters; the adjoint method gives the gradient with respect to all numbers at once.
Finite differences of the replayed steps agree.
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
    direct = lw.sensitivity(model, case, ["K.damping", "K.stiffness", "L1", "link2.mass", "start.A.angle"])
    print(direct)
    print(f"d theta1 / dC after 1 s: {direct['end', 'K.damping']:.10f} rad per N m s/rad")
    assert abs(direct["end", "K.damping"] - 0.0018986827) < 1e-9

    names = [
        name for name in model.parameters if not name.startswith(("gravity", "F.torque")) and not name.endswith(".z")
    ]
    adjoint = lw.sensitivity(model, case, names, method="adjoint")
    influence = np.abs(adjoint.gradient["hardest"] * adjoint.values)
    for k in np.argsort(-influence)[:4]:
        print(
            f"1 % of {names[k]:12} changes the hardest pull by {0.01 * adjoint.gradient['hardest'][k] * adjoint.values[k]:+.4f} N"
        )
    assert np.allclose(adjoint["end", "L1"], direct["end", "L1"], rtol=1e-9)

    check = lw.check_gradient(model, case, ["K.damping", "L1"], method="adjoint")
    print(check)
    assert check.success
    direct.plot("A.angle", "K.stiffness", "L1", "link2.mass", save="influence.png")
    return direct.run


if __name__ == "__main__":
    main()
