"""Beams as lumped chains: masses in a row, joined by Beam forces (bae-2003, 6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Beam, Body, Driver, Fixed, Frame, Free, Parameter, Revolute
from linkwork.library.benchmarks import count

Pair = float | tuple[float, float]


def beam(
    elements: int = 20, *, start: Sequence[float] = (0, 0, 0), end: Sequence[float] = (6.8, 0, 0),
    z: Sequence[float] | None = None, area: float = 0.002, density: float = 14705.88, E: float = 7e10, I: Pair = 4e-7,
    G: float | None = None, J: float | None = None, shear_area: Pair | None = None, damping: float = 0.0,
    rotary: float = 1.0, root: str = "fixed", on: str = "ground", prefix: str = "", plane: str | None = None,
    into: Mechanism | None = None,
) -> Mechanism:  # fmt: skip
    """Return a beam from `start` to `end`: masses mass0 … mass<n> joined by Beam forces E1 … E<n>, the first fixed
    (`root`) to body `on`.

    Masses are density × area × spacing, half of it at the ends, with `rotary` times the section's rotary inertia. The
    others move freely against `on`, by joints J1 … J<n> with coordinates from the straight beam; with root="free" the
    first does, too. I is (about y, about z) or one number for both, m⁴; G is E/2.6 and J is the sum of I unless given;
    with a `shear_area` the beam shears. The section's z is as in `Beam`, `damping` in s. `into` adds it to a mechanism,
    all names after `prefix`. observe0 is the end. The data are bae-2003's (6.2).

    >>> lw.compile(beam(20)).nv
    120
    """
    _require_sound(
        elements, root, {"start": start, "end": end, "z": z}, {"area": area, "density": density, "E": E, "G": G},
        {"I": I, "J": J, "shear_area": shear_area, "damping": damping, "rotary": rotary},
    )  # fmt: skip
    n = elements
    m = Mechanism(f"beam of {n} elements", plane=plane) if into is None else into  # type: ignore[arg-type]
    a, b = np.asarray(start, float), np.asarray(end, float)
    length, along = float(np.linalg.norm(b - a)), tuple((b - a).tolist())
    I_y, I_z = np.broadcast_to(I, 2).tolist()
    G = E / 2.6 if G is None else G
    section = {"EA": E * area, "EI": (E * I_y, E * I_z), "damping": damping, "z": z}
    if m.plane is None:
        section["GJ"] = G * (I_y + I_z if J is None else J)
    if shear_area is not None:
        section["GA"] = tuple(G * part for part in np.broadcast_to(shear_area, 2).tolist())
    at = [tuple((a + (b - a) * k / n).tolist()) for k in range(n + 1)]
    for k in range(n + 1):
        spacing = length / n * (0.5 if k in (0, n) else 1.0)
        turning = rotary * density * spacing
        inertia = turning * I_z if m.plane else (turning * (I_y + I_z), turning * I_y, turning * I_z)
        name = f"{prefix}mass{k}"
        m.add(Body(name, mass=density * area * spacing, inertia=inertia, com=at[k], **_axes(along, z)))
        if k == 0 and root == "fixed":
            m.add(Fixed(f"{prefix}root", on, name, at=at[0]))
        else:
            m.add(Free(f"{prefix}J{k}", on, name, at=at[k]))
    for k in range(1, n + 1):
        ends = (f"{prefix}mass{k - 1}", f"{prefix}mass{k}")
        m.add(Beam(f"{prefix}E{k}", *ends, at_i=at[k - 1], at_j=at[k], **section))
    return m.add(Frame(f"{prefix}observe0", f"{prefix}mass{n}"))


def _require_sound(
    elements: Any, root: Any, places: dict[str, Any], positive: dict[str, Any], at_least_zero: dict[str, Any]
) -> None:
    """Raise an error that lists all problems of the data of a beam; values that are None were left out."""
    problems = [] if root in ("fixed", "free") else [f"beam: root is {root!r}; it is 'fixed' or 'free'"]
    if not isinstance(elements, Integral) or isinstance(elements, bool) or elements < 1:
        problems.append(f"beam: elements is a whole number, at least 1, not {elements!r}")
    for given, shapes, what, fits in (
        (places, [(3,)], "three finite numbers", np.isfinite),
        (positive, [()], "a number above zero", lambda x: np.isfinite(x) & (x > 0)),
        (at_least_zero, [(), (2,)], "zero or more", lambda x: np.isfinite(x) & (x >= 0)),
    ):
        for name, value in given.items():
            x = _array(value)
            if value is not None and (x.shape not in shapes or not fits(x).all()):
                problems.append(f"beam: {name} is {what}, not {value!r:.60}")
    if not problems and not np.any(_array(places["end"]) - _array(places["start"])):
        problems.append(f"beam: start and end are the same place, {places['end']!r:.60}; the beam needs a length")
    if problems:
        raise DescriptionError(problems)


def _array(value: Any) -> np.ndarray:
    try:
        return np.asarray(value, float)
    except (TypeError, ValueError):
        return np.full((0, 0), np.nan)


def _axes(along: tuple[float, ...], z: Sequence[float] | None) -> dict[str, Any]:
    """Return the own axes of the masses as a Beam's: x exactly along it."""
    if z is None:
        return {"x": along}
    x, given = np.asarray(along) / np.linalg.norm(along), np.asarray(z, float)
    return {"x": along, "z": tuple((given - (given @ x) * x).tolist())}


def rotating_cantilever(
    elements: int = 20, *, speed: float = 10.0, E: float = 7e10, drive: str | None = None, damping: float = 0.0,
    rotary: float = 1.0, radius: float = 0.0,
) -> Mechanism:  # fmt: skip
    """Return the rotating cantilever of bae-2003, 6.2: `beam` on a hub that Driver drive turns about z at joint H, with
    parameter `speed` (rad/s) or the motion `drive`.

    The beam lies along x from the hub's `radius` on. Coordinates of its masses (J1.x … J<n>.z and their rotations) are
    seen from the hub: x along the beam, y is lag, z is flap. The paper drives it by drive="50*time**2".

    >>> lw.compile(rotating_cantilever(20, speed=10)).nv
    121
    """
    m = Mechanism(f"rotating cantilever of {count('rotating_cantilever', elements)} elements")
    m.add(
        Parameter("speed", speed),
        Body("hub", mass=1.0, inertia=(0.01, 0.01, 0.01), com=(0, 0, 0)),
        Revolute("H", "ground", "hub", at=(0, 0, 0), axis=(0, 0, 1)),
        Driver("drive", "H.angle", motion="speed*time" if drive is None else drive),
    )
    return beam(
        elements, start=(radius, 0, 0), end=(radius + 6.8, 0, 0), E=E, damping=damping, rotary=rotary, on="hub", into=m
    )
