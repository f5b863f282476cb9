"""Campbell diagram of a rotor: flap and lag of a hinged blade, the orders that meet them, and a run that agrees.

python examples/18_campbell.py
"""

import numpy as np

import linkwork as lw

SPEED, OFFSET, REACH, MASS, INERTIA = 12.0, 0.3, 1.1, 2.0, 0.3


def rotor():
    """A blade on a flap and a lag hinge, held by springs, on a hub that turns at constant speed."""
    return lw.Mechanism("rotor").add(
        lw.Body("hub", mass=5, inertia=(1, 1, 2), com=(0, 0, 0)),
        lw.Body("blade", mass=MASS, inertia=(0, INERTIA, INERTIA), com=(OFFSET + REACH, 0, 0)),
        lw.Revolute("spin", "ground", "hub", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Universal("hinge", "hub", "blade", at=(OFFSET, 0, 0), axis_i=(0, 1, 0), axis_j=(0, 0, 1)),
        lw.JointSpring("flap", "hinge.angle_i", stiffness=300),
        lw.JointSpring("lag", "hinge.angle_j", stiffness=1200),
        lw.Driver("motor", "spin.angle", motion=f"{SPEED}*time"),
    )


def main():
    model = lw.compile(rotor())
    diagram = lw.campbell(model, lw.assemble(model), "motor", np.linspace(0, 20, 11), orders=[1, 2, 3])
    print(diagram)

    about, pull = INERTIA + MASS * REACH**2, MASS * OFFSET * REACH  # inertia about the hinge, moment of the mass there
    flap = np.sqrt((300 + diagram.speeds**2 * (about + pull)) / about)
    lag = np.sqrt((1200 + diagram.speeds**2 * pull) / about)
    np.testing.assert_allclose(2 * np.pi * diagram.frequencies, np.array([flap, lag]).T, rtol=1e-9)
    (crossing,) = diagram.crossings
    print(f"flap and lag cross at {crossing.value:.6f} rad/s, by formula {np.sqrt(900 / about):.6f}")

    # A small push up at 12 rad/s: from one upward pass to the next the blade takes the period of the linear model.
    up = lw.Event("hinge.angle_i", direction=1)
    run = lw.simulate(model, lw.assemble(model, {"hinge.angle_i.rate": 0.05}), 3, rtol=1e-10, events=up, output=0.01)
    passes = np.array([event.time for event in run.events])
    frequency = 1 / np.diff(passes).mean()
    expected = float(np.sqrt((300 + SPEED**2 * (about + pull)) / about) / (2 * np.pi))
    print(f"flap at {SPEED:g} rad/s: {frequency:.6f} Hz in a run, {expected:.6f} Hz by formula")
    assert abs(frequency / expected - 1) < 1e-5


if __name__ == "__main__":
    main()
