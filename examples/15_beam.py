"""Beams: a cantilever rolled into a circle by its end moment and released, and a beam that stiffens as its hub rotates.

python examples/15_beam.py
"""

from math import pi

import matplotlib.pyplot as plt
import numpy as np

import linkwork as lw

FIGURE, N = "rolled.png", 16


def cantilever():
    """One metre of 1 kg in a plane, EI = 1 N m², with an end moment M."""
    m = lw.library.beam(N, end=(1, 0, 0), area=0.01, density=100, E=1e8, I=1e-8, plane="xy", damping=1e-3)
    return lw.compile(m.add(lw.Input("M"), lw.AppliedForce("roll", f"mass{N}", torque=(0, 0, "M"))))


def main():
    model = cantilever()
    figure = plt.figure(figsize=(7, 3.4), layout="constrained")
    axes = figure.add_subplot(aspect="equal", xlabel="x, m", ylabel="y, m")
    rests = {
        share: lw.equilibrium(model, model.design_state(), inputs={"M": 2 * pi * share})
        for share in (1, 0.75, 0.5, 0.25, 0)
    }
    for share, eq in rests.items():
        places = np.array([eq[f"mass{k}.position"] for k in range(N + 1)])
        axes.plot(places[:, 0], places[:, 1], ".-", label=f"M = {share:g} · 2π EI/L")
    axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5))
    figure.savefig(FIGURE, dpi=110)
    end = np.linalg.norm(rests[1][f"mass{N}.position"])
    print(f"rolled into a circle, the end is {end:.1e} m from the root")
    assert end < 1e-12 and abs(rests[1]["energy.potential"] - 2 * pi**2) < 1e-8

    # When released it springs open; damping of its deformations dissipates the energy.
    run = lw.simulate(model, rests[1].state, 2, output=0.01, rtol=1e-4)
    energy = run["energy.total"]
    print(f"after 2 s {energy[-1]:.2f} of {energy[0]:.4f} J are left")
    assert run.success and np.diff(energy).max() < 1e-3

    # The centrifugal force of its own mass stiffens a beam on a hub: flap and lag at 10 rad/s (bae-2003, 6.2).
    model = lw.compile(lw.library.rotating_cantilever(20))
    modes = lw.steady_motion(model, model.design_state(), "drive", 10.0).linear.modes()
    lag, flap = modes[0].frequency, modes[1].frequency
    print(f"turning at 10 rad/s: lag {lag:.5f} Hz, flap {flap:.5f} Hz")
    assert abs(flap - 1.711085) < 1e-4 and abs(lag - 0.627837) < 1e-4


if __name__ == "__main__":
    main()
