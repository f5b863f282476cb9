"""A slider-crank driven at constant speed: its motion, the motor's torque, and the same torque by inverse dynamics.

python examples/03_slider_crank.py
"""

import numpy as np

import linkwork as lw

R, L, SPEED = 0.05, 0.15, 100.0  # crank, rod, rad/s


def slider_crank():
    m = lw.Mechanism("slider-crank", plane="xy")
    return m.add(
        lw.Point("Q", (R + L, 0, 0)),  # drawn stretched out along x
        lw.Body("crank", mass=1.0, inertia=4e-4, com="O"),
        lw.Body("rod", mass=0.5, inertia=0.5 * L**2 / 12, com=("P", "Q")),
        lw.Body("piston", mass=0.4, inertia=1e-4, com="Q"),
        lw.Revolute("O", "ground", "crank", at=(0, 0, 0)),
        lw.Revolute("P", "crank", "rod", at=(R, 0, 0)),
        lw.Revolute("pin", "rod", "piston", at="Q"),
        lw.Prismatic("S", "ground", "piston", at="Q", axis=(1, 0, 0)),
        lw.JointForce("gas", "S.displacement", force=-300),
    )


def main():
    times = np.linspace(0.001, 2 * np.pi / SPEED, 201)

    # A driver prescribes the angle: positions, velocities, accelerations and the torque follow without integration.
    driven = lw.compile(slider_crank().add(lw.Driver("motor", "O.angle", motion=f"{SPEED}*time")))
    motion = lw.kinematics(driven, lw.assemble(driven, t=times[0]), times)
    angle = SPEED * times
    exact = R * np.cos(angle) + np.sqrt(L**2 - (R * np.sin(angle)) ** 2) - (R + L)
    print(f"stroke {np.ptp(motion['S.displacement']):.4f} m, largest torque {abs(motion['motor.force']).max():.2f} N m")
    print(f"largest difference from the formula of the piston: {abs(motion['S.displacement'] - exact).max():.1e} m")

    # Without a driver, but with a torque as an input: which torque makes it follow that motion?
    free = lw.compile(slider_crank().add(lw.Input("tau"), lw.JointForce("motor", "O.angle", force="tau")))
    start = lw.assemble(free, {"O.angle": angle[0], "O.angle.rate": SPEED})
    wanted = lw.inverse_dynamics(free, start, times, motion={"O.angle": f"{SPEED}*time"}, efforts=["tau"])
    difference = abs(wanted.efforts["tau"] - motion["motor.force"]).max()
    print(f"the driver's torque and the one of inverse dynamics differ by {difference:.1e} N m")

    assert abs(motion["S.displacement"] - exact).max() < 1e-12
    assert difference < 1e-9
    return motion, wanted


if __name__ == "__main__":
    main()
