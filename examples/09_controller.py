"""An inverted pendulum on a cart, balanced by a controller of your own: a Block, compiled into the loop.

python examples/09_controller.py
"""

import numpy as np

import linkwork as lw


def balance(t, u, x, p, y, xdot):
    """Force from cart position, speed, angle and rate; the integral of the position error is its state."""
    y[0] = p[0] * u[0] + p[1] * u[1] + p[2] * u[2] + p[3] * u[3] + p[4] * x[0]
    xdot[0] = u[0]


def cart(function):
    return lw.Mechanism("inverted pendulum", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("cart", mass=1, inertia=0.1, com=(0, 0, 0)),
        lw.Body("pole", mass=0.2, inertia=0.2 / 12, com=(0, 0.5, 0)),  # upright, 1 m
        lw.Prismatic("rail", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Revolute("hinge", "cart", "pole", at=(0, 0, 0)),
        lw.Input("target"),
        lw.Block(
            "controller",
            inputs={"e": "rail.displacement - target", "v": "rail.displacement.rate",
                    "a": "hinge.angle", "w": "hinge.angle.rate"},
            outputs=["force"], states=["integral"],
            parameters={"ke": 8.0, "kv": 8.0, "ka": -50.0, "kw": -14.0, "ki": 2.0},
            function=function,
        ),
        lw.JointForce("motor", "rail.displacement", force="controller.force"),
    )  # fmt: skip


def main():
    model = lw.compile(cart(balance))
    state = lw.assemble(model, {"hinge.angle": 0.2})
    run = lw.simulate(model, state, 30, output=0.02, inputs={"target": "step(time, 5, 0, 5.5, 1)"})
    tilt, position = np.degrees(run["hinge.angle"]), run["rail.displacement"]
    print(f"starts tilted by {tilt[0]:.1f}°, largest tilt {abs(tilt).max():.1f}°, at the end {tilt[-1]:.2e}°")
    print(f"cart before the step {position[run.t < 5][-1]:.3f} m, at the end {position[-1]:.6f} m")
    print(
        f"largest force {abs(run['controller.force']).max():.1f} N; integral {run['controller.state.integral'][-1]:.4f} m s"
    )
    assert run.success
    assert abs(tilt[-1]) < 1e-2 and abs(position[-1] - 1) < 1e-3
    return run


if __name__ == "__main__":
    main()
