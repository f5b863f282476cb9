"""Vehicle-like mechanisms: many bodies on many bushings."""

from __future__ import annotations

from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import (
    AppliedForce,
    Body,
    Bushing,
    Cylindrical,
    Frame,
    Free,
    Parameter,
    Point,
    Revolute,
    Spherical,
    SpringDamper,
    Universal,
)

CORNERS = {"FL": (0.0, 1), "FR": (0.0, -1), "RL": (-2.7, 1), "RR": (-2.7, -1)}  # x of the axle (m), side
LOADS = {0.0: (3420.0, 4940.0), -2.7: (3320.0, 4800.0)}  # N, approximate static loads of a wheel and a spring, by axle
HARD = (4e6, 4e6, 4e6, 4e3, 4e3, 4e3)  # N/m, N m/rad, of the arms' bushings
SOFT = (3e5, 3e5, 3e5, 2e3, 2e3, 2e3)  # of the engine's mounts
SLOW = 1e-3  # s, damping of the bushings by their stiffness


def vehicle_on_posts() -> Mechanism:
    """Return a car of 31 bodies on four posts, on 30 bushings: chassis, engine on four mounts, rack on two, double
    wishbones at all corners.

    x is forward, y left, z up, the origin on the ground under the front axle. A corner (FL, FR, RL, RR) has lower and
    upper arm, each on two bushings, knuckle, wheel, tie rod, and a strut of tube and rod between bushings on the lower
    arm and the chassis, with the spring-damper `strut_<corner>`. Parameters `spring` (N/m) and `damper` (N s/m) are
    those of all struts. The post under the wheel FL moves up and down by `bump` (m), `beat` times a second. observe0 is
    on the chassis, between the axles."""
    m = Mechanism("vehicle on four posts", gravity=(0, 0, -9.81))
    m.add(
        Parameter("spring", 20000.0),
        Parameter("damper", 1400.0),
        Parameter("bump", 0.02),
        Parameter("beat", 1.5),
        Body("chassis", mass=1200, inertia=(450, 1900, 2000), com=(-1.30, 0, 0.55)),
        Body("engine", mass=180, inertia=(8, 6, 7), com=(0.05, 0, 0.50)),
        Body("rack", mass=4, inertia=(0.25, 0.02, 0.25), com=(-0.14, 0, 0.24)),
        Free("floating", "ground", "chassis", at=(-1.30, 0, 0.55)),
        Free("on_mounts", "chassis", "engine", at=(0.05, 0, 0.50)),
        Free("on_rack_bushings", "chassis", "rack", at=(-0.14, 0, 0.24)),
        Point("middle", (-1.35, 0, 0.55)),
        Frame("observe0", "chassis", "middle"),
    )
    for i, (x, y) in enumerate(((0.3, 0.25), (0.3, -0.25), (-0.2, 0.25), (-0.2, -0.25)), start=1):
        _bushing(m, f"mount{i}", "chassis", "engine", (x, y, 0.42), SOFT)
    for i, y in enumerate((0.2, -0.2), start=1):
        _bushing(m, f"rack{i}", "chassis", "rack", (-0.14, y, 0.24), HARD)
    for name, (x, side) in CORNERS.items():
        _corner(m, name, x, side)
        _strut(m, name, x, side)
        _post(m, name, x, side)
    return m


def _bushing(m: Mechanism, name: str, body_i: str, body_j: str, at, stiffness) -> None:
    m.add(Bushing(name, body_i, body_j, at=at, stiffness=stiffness, damping=tuple(SLOW * k for k in stiffness)))


def _corner(m: Mechanism, name: str, x: float, side: int) -> None:
    """Add arms, knuckle, wheel and tie rod of a corner."""
    low, up, knuckle, wheel, tie = (f"{part}_{name}" for part in ("low", "up", "knuckle", "wheel", "tie"))
    frame = "rack" if x == 0.0 else "chassis"
    m.add(
        Body(low, mass=6, inertia=(0.10, 0.06, 0.15), com=(x, side * 0.50, 0.20)),
        Body(up, mass=4, inertia=(0.05, 0.03, 0.07), com=(x, side * 0.54, 0.51)),
        Body(knuckle, mass=15, inertia=(0.30, 0.25, 0.28), com=(x, side * 0.69, 0.32)),
        Body(wheel, mass=18, inertia=(0.55, 0.95, 0.55), com=(x, side * 0.75, 0.31)),
        Body(tie, mass=1, inertia=(0.011, 0.0005, 0.011), com=(x - 0.14, side * 0.515, 0.24)),
        Free(f"free_{low}", "chassis", low, at=(x, side * 0.50, 0.20)),
        Spherical(f"ball_{low}", low, knuckle, at=(x, side * 0.70, 0.19)),
        Spherical(f"ball_{up}", up, knuckle, at=(x, side * 0.66, 0.50)),
        Revolute(f"axle_{name}", knuckle, wheel, at=(x, side * 0.75, 0.31), axis=(0, 1, 0)),
        Universal(f"inner_{tie}", frame, tie, at=(x - 0.14, side * 0.34, 0.24), axis_i=(1, 0, 0), axis_j=(0, 0, 1)),
        Spherical(f"outer_{tie}", tie, knuckle, at=(x - 0.14, side * 0.69, 0.24)),
    )
    for end, reach in (("front", 1), ("rear", -1)):
        _bushing(m, f"{low}_{end}", "chassis", low, (x + reach * 0.15, side * 0.35, 0.21), HARD)
        _bushing(m, f"{up}_{end}", "chassis", up, (x + reach * 0.12, side * 0.45, 0.52), HARD)


def _strut(m: Mechanism, name: str, x: float, side: int) -> None:
    """Add a strut of tube and rod, and the spring-damper between their ends."""
    tube, rod = f"tube_{name}", f"rod_{name}"
    foot, top = (x, side * 0.55, 0.20), (x, side * 0.48, 0.75)
    along = tuple(b - a for a, b in zip(foot, top, strict=True))
    low, high = (tuple(a + f * d for a, d in zip(foot, along, strict=True)) for f in (0.3, 0.75))
    m.add(
        Point(f"foot_{name}", foot),
        Point(f"top_{name}", top),
        Body(tube, mass=3, inertia=(0.03, 0.03, 0.004), com=low),
        Body(rod, mass=2, inertia=(0.02, 0.02, 0.001), com=high),
        Free(f"free_{tube}", "chassis", tube, at=low),
        Cylindrical(f"slide_{name}", tube, rod, at=low, axis=along),
        SpringDamper(
            f"strut_{name}",
            tube,
            rod,
            at_i=f"foot_{name}",
            at_j=f"top_{name}",
            stiffness="spring",
            damping="damper",
            preload=LOADS[x][1],
        ),
    )
    _bushing(m, f"foot_{tube}", f"low_{name}", tube, foot, HARD)
    _bushing(m, f"top_{rod}", "chassis", rod, top, HARD)


def _post(m: Mechanism, name: str, x: float, side: int) -> None:
    """Add the tyre on its post: 2e5 N/m upwards, 1e5 N/m along the ground."""
    wheel, load = f"wheel_{name}", LOADS[x][0] + 9.81 * 46
    road = "bump*sin(2*pi*beat*time)" if name == "FL" else "0"
    m.add(
        AppliedForce(
            f"tyre_{name}",
            wheel,
            force=(
                f"-1e5*({wheel}.position.x - ({x})) - 400*{wheel}.velocity.x",
                f"-1e5*({wheel}.position.y - ({side * 0.75})) - 400*{wheel}.velocity.y",
                f"{load} - 2e5*({wheel}.position.z - 0.31 - {road}) - 400*{wheel}.velocity.z",
            ),
        )
    )
