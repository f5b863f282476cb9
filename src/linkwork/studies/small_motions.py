"""Linear models with known numbers: rows of the validation table."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy.linalg import eigh_tridiagonal

from linkwork import library
from linkwork.analyses.linear.linearize import linearize
from linkwork.analyses.linear.modes import modes
from linkwork.analyses.position.assembly import assemble
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import AppliedForce, Body, Driver, Input, Prismatic, Revolute, SpringDamper
from linkwork.model.model import compile
from linkwork.studies.rest import Row

G = 9.81


def rows() -> Iterator[Row]:
    """Yield all rows."""
    yield from parallelogram()
    yield from double_pendulum()
    yield from spinning_arm()
    yield from sleigh()
    yield from damped_mass()
    yield from beads()


def parallelogram() -> Iterator[Row]:
    """Yield rows for the parallelogram of bae-2003, 6.1."""
    model = compile(library.parallelogram_four_bar())
    lin = linearize(model, assemble(model))
    problem = "parallelogram (bae-2003, 6.1)"
    yield problem, "mass, kg m²", 1.57144166, float(lin.mass[0, 0]), 1e-8
    yield problem, "stiffness, N m", 1575.865225, float(lin.stiffness[0, 0]), 1e-6
    yield problem, "frequency, Hz", 5.04, lin.modes()[0].frequency, 1e-9


def double_pendulum() -> Iterator[Row]:
    """Yield rows for two uniform rods of 1 m, 2 and 3 kg: det(K - w² M) = 0 with K = g diag(4, 3/2), M = [[11/3, 3/2],
    [3/2, 1]]."""
    model = compile(
        Mechanism("double pendulum", gravity=(0, -G, 0), plane="xy").add(
            Body("rod1", mass=2, inertia=2 / 12, com=(0, -0.5, 0)),
            Body("rod2", mass=3, inertia=3 / 12, com=(0, -1.5, 0)),
            Revolute("A", "ground", "rod1", at=(0, 0, 0)),
            Revolute("B", "rod1", "rod2", at=(0, -1, 0)),
        ),
        coordinates="cartesian",
    )
    computed = linearize(model, assemble(model)).modes()
    squares = sorted(np.roots([11 / 3 - 9 / 4, -G * (4 + 11 / 2), 6 * G * G]))
    for k, (mode, square) in enumerate(zip(computed, squares, strict=True), 1):
        yield "double pendulum of rods", f"frequency {k}, Hz", math.sqrt(square) / (2 * math.pi), mode.frequency, 1e-12


def spinning_arm(radius: float = 0.7, length: float = 0.3, speed: float = 4.0) -> Iterator[Row]:
    """Yield rows for a point pendulum on an arm driven at constant speed without gravity, which swings at speed
    sqrt(radius / length)."""
    model = compile(
        Mechanism("spinning arm", plane="xy").add(
            Body("arm", mass=1, inertia=1, com=(0, 0, 0)),
            Body("bob", mass=2, inertia=0, com=(radius + length, 0, 0)),
            Revolute("hub", "ground", "arm", at=(0, 0, 0)),
            Revolute("pin", "arm", "bob", at=(radius, 0, 0)),
            Driver("spin", "hub.angle", motion=f"{speed}*time"),
        )
    )
    lin = linearize(model, assemble(model, {"pin.angle.rate": 0.0}), states=["pin.angle"])
    exact = speed * math.sqrt(radius / length) / (2 * math.pi)
    yield "pendulum on a spinning arm", "frequency, Hz", exact, lin.modes()[0].frequency, 1e-12


def sleigh(speed: float = 1.5) -> Iterator[Row]:
    """Yield rows for the straight motion of a Chaplygin sleigh: a turn decays at m a U / (I + m a²)."""
    model = compile(library.chaplygin_sleigh())
    lin = linearize(model, assemble(model, {"free.x.rate": speed, "free.angle.rate": 0}))
    exact = -0.2 * speed / (0.5 + 0.2**2)
    yield "Chaplygin sleigh, straight", "decay, 1/s", exact, lin.modes().elastic[0].eigenvalue.real, 1e-12


def damped_mass(m: float = 2.0, c: float = 3.0, k: float = 50.0) -> Iterator[Row]:
    """Yield rows for a mass on a spring and a damper, pushed by an input."""
    model = compile(
        Mechanism("mass", plane="xy").add(
            Body("mass", mass=m, inertia=1, com=(1, 0, 0)),
            Prismatic("rail", "ground", "mass", at=(0, 0, 0), axis=(1, 0, 0)),
            SpringDamper("spring", "ground", "mass", at_i=(0, 0, 0), at_j=(1, 0, 0), stiffness=k, damping=c),
            Input("f"),
            AppliedForce("push", "mass", force=("f", 0, 0)),
        )
    )
    lin = linearize(model, assemble(model), inputs=["f"], outputs=["rail.displacement"])
    problem, omega = "mass on a spring and a damper", math.sqrt(k / m)
    yield problem, "damping ratio", c / (2 * math.sqrt(k * m)), lin.modes()[0].damping, 1e-12
    gain = float(abs(lin.frequency_response([omega])[0, 0, 0]))
    yield problem, "amplitude at resonance, m/N", 1 / (c * omega), gain, 1e-12
    decay = c / (2 * m)
    damped = math.sqrt(omega**2 - decay**2)
    peak = (1 + math.exp(-decay * math.pi / damped)) / k
    reached = float(lin.step_response([math.pi / damped])[0, 0, 0])
    yield problem, "first peak after a step, m/N", peak, reached, 1e-12


def beads(n: int = 300, spacing: float = 0.01) -> Iterator[Row]:
    """Yield rows for equal masses on a hanging string: omega² is g / spacing times the zeros of the Laguerre polynomial
    L_n."""
    mechanism = Mechanism("beads", gravity=(0, -G, 0), plane="xy")
    for k in range(n):
        mechanism.add(
            Body(f"bead{k}", mass=0.1, inertia=0, com=(0, -(k + 1) * spacing, 0)),
            Revolute(f"J{k}", f"bead{k - 1}" if k else "ground", f"bead{k}", at=(0, -k * spacing, 0)),
        )
    model = compile(mechanism)
    computed = modes(model, assemble(model), 20)
    zeros = eigh_tridiagonal(2.0 * np.arange(n) + 1, np.arange(1.0, n), select="i", select_range=(0, 19))[0]
    for k in (0, 19):
        exact = math.sqrt(G / spacing * zeros[k]) / (2 * math.pi)
        yield f"{n} beads on a string, sparse", f"frequency {k + 1}, Hz", exact, computed[k].frequency, 1e-9
