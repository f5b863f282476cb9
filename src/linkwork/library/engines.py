"""Slider-cranks and engines in line, whose crankshaft turns at a given speed, with cases that ask for shaking forces.

The shaking force is what the moving masses exert on the frame. Gravity is left out: it is constant, and a thousandth of
an engine's own forces.
"""

from __future__ import annotations

import math

from linkwork.description.cases import Case
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Body, Driver, Parameter, Point, Prismatic, Revolute
from linkwork.library.benchmarks import count

TIMES = 73  # of a turn: every 5 degrees


def slider_crank(driven: bool = True) -> Mechanism:
    """Return a slider-crank in a plane: the crank turns about z at the origin, the piston slides along x.

    Its numbers are parameters: crank `r`, rod `l`, `speed` (rad/s), masses of crank, rod and piston, the place of the
    rod's mass centre as a part of its length from the crankpin (`rod_centre`), and a `counterweight` (kg) opposite to
    the crankpin at the distance r. In the design position the crank is along x. Case `turn`: one turn, with the root
    mean square of the shaking force along and across the cylinder. Unless `driven`, nothing holds the crank, and case
    `coast` follows two turns from `speed`.
    """
    m = Mechanism("slider-crank", plane="xy").add(*_numbers(), *_crank(), *_cylinder("", 0.0))
    if driven:
        return m.add(Driver("motor", "shaft.angle", motion="speed*time"), _turn(["cylinder"]))
    outputs = {"slowest": "minimum(shaft.angle.rate)", "along": "rms(shaft.force.x)"}
    return m.add(Case("coast", start={"shaft.angle.rate": "speed"}, duration="4*pi/speed", outputs=outputs))


def inline_engine(cylinders: int = 4) -> Mechanism:
    """Return an engine with its cylinders in line, seen along its crankshaft, with the numbers of `slider_crank`.

    Piston<k> is on rod<k>, pinned to the crankshaft at crankpin<k>; `crank_angles` has the angles of the throws. The
    shaft turns at `speed`. Case `turn`: one turn, with the root mean square of the shaking force along and across the
    cylinders.
    """
    angles = crank_angles(count("inline_engine", cylinders))
    m = Mechanism(f"inline engine of {cylinders}", plane="xy").add(*_numbers(), *_crank())
    for k, angle in enumerate(angles, start=1):
        m.add(*_cylinder(str(k), angle))
    m.add(Driver("motor", "shaft.angle", motion="speed*time"))
    return m.add(_turn([f"cylinder{k + 1}" for k in range(cylinders)]))


def crank_angles(cylinders: int) -> list[float]:
    """Return the angles of the throws of a four-stroke engine in line, degrees: two throws opposite to each other, an
    odd number all around, an even one the same from both ends, with a firing every 720 degrees / cylinders."""
    if cylinders == 2:
        return [0.0, 180.0]
    apart = 720.0 / cylinders
    if cylinders % 2:
        return [k * apart % 360.0 for k in range(cylinders)]
    half = [k * apart % 360.0 for k in range(cylinders // 2)]
    return half + half[::-1]


def _numbers() -> list[Parameter]:
    values = {
        "r": 0.045, "l": 0.14, "speed": 300.0, "crank_mass": 4.0, "rod_mass": 0.6, "piston_mass": 0.5,
        "rod_centre": 0.3, "counterweight": 0.0,
    }  # fmt: skip
    return [Parameter(name, value) for name, value in values.items()]


def _crank() -> list:
    """The crankshaft: balanced by itself, with the counterweight opposite to the first throw."""
    return [
        Parameter("shaft_mass", "crank_mass + counterweight"),
        Point("O", (0, 0, 0)),
        Body(
            "crank", mass="shaft_mass", com=("-counterweight*r/shaft_mass", 0, 0),
            inertia="0.5*crank_mass*r**2 + counterweight*r**2*(1 - counterweight/shaft_mass)",
        ),
        Revolute("shaft", "ground", "crank", at="O"),
    ]  # fmt: skip


def _cylinder(k: str, angle: float) -> list:
    """Rod and piston on a throw at an angle (degrees) to the first."""
    pin, wrist, phase = f"P{k}", f"Q{k}", math.radians(angle)
    return [
        Point(pin, (_of_r(math.cos(phase)), _of_r(math.sin(phase)), 0)),
        Point(wrist, (f"{pin}.at.x + sqrt(l**2 - {pin}.at.y**2)", 0, 0)),
        Body(
            f"rod{k}", mass="rod_mass", inertia="rod_mass*l**2*rod_centre*(1 - rod_centre)",
            com=(f"{pin}.at.x + rod_centre*({wrist}.at.x - {pin}.at.x)", f"(1 - rod_centre)*{pin}.at.y", 0),
        ),
        Body(f"piston{k}", mass="piston_mass", inertia=1e-4, com=wrist),
        Revolute(f"crankpin{k}", "crank", f"rod{k}", at=pin),
        Revolute(f"pin{k}", f"rod{k}", f"piston{k}", at=wrist),
        Prismatic(f"cylinder{k}", "ground", f"piston{k}", at=wrist, axis=(1, 0, 0)),
    ]  # fmt: skip


def _of_r(factor: float) -> str | float:
    """Return a part of the crank as text."""
    factor = round(factor, 15)
    return {1.0: "r", -1.0: "-r", 0.0: 0.0}.get(factor, f"{factor!r}*r")


def _turn(cylinders: list[str]) -> Case:
    across = " + ".join(f"{name}.force.y" for name in ("shaft", *cylinders))
    outputs = {"along": "rms(shaft.force.x)", "across": f"rms({across})"}
    return Case("turn", analysis="kinematics", duration="2*pi/speed", times=TIMES, outputs=outputs)
