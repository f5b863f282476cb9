"""Where a mechanism rests: a chain between two supports, the torques that hold an arm, a truss that snaps through.

python examples/13_equilibrium.py
"""

from math import cos, hypot, sqrt
from pathlib import Path

import numpy as np

import linkwork as lw

FIGURE = Path("truss.png")


def truss(height=0.3, stiffness=1000):
    """Two inclined springs and a mass between them that a load P pushes down."""
    m = lw.Mechanism("truss", plane="xy").add(
        lw.Input("P"),
        lw.Body("apex", mass=1, inertia=0.01, com=(0, height, 0)),
        lw.Prismatic("guide", "ground", "apex", at=(0, height, 0), axis=(0, 1, 0)),
        lw.AppliedForce("load", "apex", force=(0, "-P", 0)),
    )
    for name, x in (("left", -1), ("right", 1)):
        m.add(
            lw.SpringDamper(
                name, "ground", "apex", at_i=(x, 0, 0), at_j=(0, height, 0), stiffness=stiffness, rest=hypot(1, height)
            )
        )
    return lw.compile(m)


def main():
    chain = lw.library.chain(40).add(lw.Revolute("end", "link40", "ground", at_i="tip", at_j=(2.8, 0, 0)))
    model = lw.compile(chain)
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    sag = min(eq[f"link{k}.position.y"] for k in range(1, 41))
    print(f"the chain hangs {-sag:.4f} m deep, {eq.stability}, and pulls its supports with {-eq['J1.force'][0]:.4f} N")
    for attempt in eq.account:
        print(f"  {attempt}")

    # The torques that hold two links up: needed before they can be linearized there.
    arm = lw.library.chain(2)
    for k in (1, 2):
        arm.add(lw.Input(f"tau{k}"), lw.JointForce(f"motor{k}", f"J{k}.angle", force=f"tau{k}"))
    model = lw.compile(arm)
    pose = lw.assemble(model, {"J1.angle": 0.6, "J2.angle": -1.0})
    held = lw.equilibrium(model, pose, hold=["J1.angle", "J2.angle"], trim=["tau1", "tau2"])
    print(f"torques {held['tau1']:.6f} and {held['tau2']:.6f} N m hold the arm; let go, it is {held.stability}")
    assert abs(held["tau2"] - 0.1 * 9.81 * 0.05 * cos(0.4)) < 1e-12

    # Pushed down more and more, the truss snaps through where its branch folds.
    model = truss()
    fold = sqrt(hypot(1, 0.3) ** (2 / 3) - 1)  # height at the limit load
    limit = 2000 * (hypot(1, 0.3) / hypot(1, fold) - 1) * fold
    path = lw.equilibria(model, lw.assemble(model), {"P": np.linspace(0, 20, 41)}, folds="jump")
    branch = lw.equilibria(model, lw.assemble(model), {"P": np.linspace(0, 20, 41)}, folds="follow")
    print(
        f"the truss snaps at P = {path.folds[0]['P']:.8f} N, by formula {limit:.8f} N; it lands {-path['apex.position.y'][-1]:.4f} m below"
    )
    assert abs(path.folds[0]["P"] - limit) < 1e-7 and "unstable" in branch.stability
    branch.plot("apex.position.y", save=FIGURE)
    print(f"the whole branch is drawn in {FIGURE.resolve()}")
    return eq, held, path


if __name__ == "__main__":
    main()
