"""A motor on a wheel: its torque as an expression and as samples, and events that stop the run or only record the time.

python examples/07_events_and_inputs.py
"""

import numpy as np

import linkwork as lw

INERTIA = 2.0


def main():
    mechanism = lw.Mechanism("wheel", plane="xy").add(
        lw.Body("wheel", mass=1, inertia=INERTIA, com=(0, 0, 0)),
        lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Input("torque"),
        lw.JointForce("motor", "A.angle", force="torque"),
    )
    model = lw.compile(mechanism)
    rest = lw.assemble(model)

    # A constant torque: angle = torque t² / (2 J), so a quarter turn takes sqrt(pi J / torque).
    quarter = lw.Event("A.angle - pi/2", direction=1, stop=True)
    run = lw.simulate(model, rest, 100, inputs={"torque": 3.0}, events=quarter)
    exact = np.sqrt(np.pi * INERTIA / 3.0)
    print(f"{run.message}; exactly {exact:.9f} s")
    assert run.status == "event" and abs(run.final.t - exact) < 1e-9

    # An expression of time; events without stop are recorded and the run continues.
    turns = lw.Event("A.angle.rate")  # the wheel turns back
    run = lw.simulate(model, rest, 10, rtol=1e-9, inputs={"torque": "cos(time)"}, events=turns, output=0.1)
    zeros = [event.time for event in run.events if event.time > 1e-6]
    print(f"the speed sin(t)/J passes zero at {', '.join(f'{t:.6f}' for t in zeros)} s")
    assert np.allclose(zeros, [np.pi, 2 * np.pi, 3 * np.pi], atol=1e-7)
    assert np.allclose(run["A.angle"], (1 - np.cos(run.t)) / INERTIA, atol=1e-7)

    # Samples, linear in between: the steps end at their kinks.
    samples = ([0, 1, 2, 10], [0, 4, 0, 0])
    run = lw.simulate(model, rest, 10, inputs={"torque": samples}, output=0.5)
    print(f"after a pulse of 4 N m s the wheel turns at {run['A.angle.rate'][-1]:.12f} rad/s")
    assert abs(run["A.angle.rate"][-1] - 4.0 / INERTIA) < 1e-9
    return zeros


if __name__ == "__main__":
    main()
