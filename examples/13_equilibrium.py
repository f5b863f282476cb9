"""Static equilibria: a chain between two supports, the torques that hold an arm, a truss that snaps through.

python examples/13_equilibrium.py
"""

from math import cos, hypot, sqrt

import numpy as np

import linkwork as lw

FIGURE = "truss.png"


def truss(height=0.3):
    """Two inclined springs and a mass between them that a load P pushes down."""
    spring = {"at_j": (0, height, 0), "stiffness": 1000, "rest": hypot(1, height)}
    m = lw.Mechanism("truss", plane="xy").add(
        lw.Input("P"),
        lw.Body("apex", mass=1, inertia=0.01, com=(0, height, 0)),
        lw.Prismatic("guide", "ground", "apex", at=(0, height, 0), axis=(0, 1, 0)),
        lw.SpringDamper("left", "ground", "apex", at_i=(-1, 0, 0), **spring),
        lw.SpringDamper("right", "ground", "apex", at_i=(1, 0, 0), **spring),
        lw.AppliedForce("load", "apex", force=(0, "-P", 0)),
    )
    return lw.compile(m)


def main():
    model = lw.compile(lw.library.chain(40).add(lw.Revolute("end", "link40", "ground", at_i="tip", at_j=(2.8, 0, 0))))
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    print(f"the chain is {eq.stability} and pulls its supports with {-eq['J1.force'][0]:.4f} N")
    print("\n".join(f"  {attempt}" for attempt in eq.account))

    # The torques that hold two links up: needed before they can be linearized there.
    arm = lw.library.chain(2)
    for k in (1, 2):
        arm.add(lw.Input(f"tau{k}"), lw.JointForce(f"motor{k}", f"J{k}.angle", force=f"tau{k}"))
    model = lw.compile(arm)
    pose = lw.assemble(model, {"J1.angle": 0.6, "J2.angle": -1.0})
    held = lw.equilibrium(model, pose, hold=["J1.angle", "J2.angle"], trim=["tau1", "tau2"])
    print(
        f"torques {held['tau1']:.6f} and {held['tau2']:.6f} N m hold the arm; by themselves they are {held.stability}"
    )
    assert abs(held["tau2"] - 0.1 * 9.81 * 0.05 * cos(0.4)) < 1e-12

    # Pushed down more and more, the truss snaps through where its branch folds.
    model, loads = truss(), np.linspace(0, 20, 41)
    path, branch = (lw.equilibria(model, lw.assemble(model), {"P": loads}, folds=word) for word in ("jump", "follow"))
    y = sqrt(hypot(1, 0.3) ** (2 / 3) - 1)  # of the apex at the limit load
    limit = 2000 * (hypot(1, 0.3) / hypot(1, y) - 1) * y
    print(f"the truss snaps at P = {path.folds[0]['P']:.8f} N, by formula {limit:.8f} N")
    assert abs(path.folds[0]["P"] - limit) < 1e-7 and len(branch.folds) == 2
    branch.plot("apex.position.y", save=FIGURE)


if __name__ == "__main__":
    main()
