"""Where a beam lies in the design position, how stiff it is, and what is wrong with it. Generic over float and complex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.description.errors import DescriptionError
from linkwork.description.forces import Beam
from linkwork.description.functions import Number
from linkwork.description.geometry import Geometry
from linkwork.description.vectors import Matrix, Vector, cross, norm, subtract, unit

if TYPE_CHECKING:
    from linkwork.description.check import _Problems

PARALLEL = 1e-6  # sine of the angle between a beam and its z below which z says nothing


def chord(geometry: Geometry, name: str) -> Vector:
    """From at_i to at_j, m."""
    a, b = geometry.point(name, "at_i"), geometry.point(name, "at_j")
    assert a is not None and b is not None
    d = subtract(b, a)
    if not norm(d).real > 0:
        raise DescriptionError(f"{name}.at_j: is at the same place as at_i, so the beam has no direction; move one end")
    return d


def beam_axes(geometry: Geometry, name: str) -> Matrix:
    """R whose columns are the beam's axes: x exactly from at_i to at_j, z as given, made perpendicular."""
    ex = unit(chord(geometry, name))
    z = geometry.direction(name, "z")
    if z is None:
        z = [0.0, 0.0, 1.0] if abs(ex[2].real) < 0.9 else [1.0, 0.0, 0.0]
    ey = cross(z, ex)
    if norm(ey).real <= PARALLEL * norm(z).real:
        raise DescriptionError(f"{name}.z: lies along the beam; give a direction across it, or leave it out")
    ey = unit(ey)
    ez = cross(ex, ey)
    return [[ex[i], ey[i], ez[i]] for i in range(3)]


def beam_length(geometry: Geometry, name: str) -> Number:
    """The undeformed length, m."""
    part: Any = geometry.parts[name]
    return norm(chord(geometry, name)) if part.length is None else geometry.numbers.scalar(name, "length")


def beam_stiffness(geometry: Geometry, name: str) -> list[Number]:
    """Of stretch, shears along y and z, twist and bendings about y and z: N/m, then N m/rad.

    EA/L, 12 EI/(L³ (1 + phi)) with phi = 12 EI/(GA L²), GJ/L, EI/L (Przemieniecki 1968, in the modes of both ends).
    """
    L = beam_length(geometry, name)
    try:
        return _stiffness(geometry, name, L)
    except (OverflowError, ZeroDivisionError):
        raise DescriptionError(
            f"{name}: a length of {L.real:.3g} m gives a stiffness beyond the largest number; check its ends"
        ) from None


def _stiffness(geometry: Geometry, name: str, L: Number) -> list[Number]:
    numbers = geometry.numbers
    part: Any = geometry.parts[name]
    EI_y, EI_z = _both(geometry, name, "EI")
    phi_y = phi_z = 0.0  # of shear along y, which goes with bending about z, and along z
    if part.GA is not None:
        GA_y, GA_z = _both(geometry, name, "GA")
        phi_y, phi_z = 12.0 * EI_z / (GA_y * L * L), 12.0 * EI_y / (GA_z * L * L)
    GJ = 0.0 if part.GJ is None else numbers.scalar(name, "GJ")
    across = [12.0 * EI_z / (L**3 * (1.0 + phi_y)), 12.0 * EI_y / (L**3 * (1.0 + phi_z))]
    return [numbers.scalar(name, "EA") / L, *across, GJ / L, EI_y / L, EI_z / L]


def _both(geometry: Geometry, name: str, field: str) -> list[Number]:
    values = geometry.numbers.vector(name, field)
    return values if len(values) == 2 else [values[0], values[0]]


def beam_problems(found: _Problems, part: Beam, geometry: Geometry) -> None:
    """Lengths and stiffnesses that no beam has, and torsion forgotten in space."""
    found.attempt(beam_axes, geometry, part.name)
    for field, zero in (("EA", True), ("EI", True), ("GJ", True), ("GA", False), ("length", False), ("damping", True)):
        if getattr(part, field) is None:
            continue
        values = found.attempt(geometry.numbers.vector, part.name, field) or []
        wrong = [value.real for value in values if not (value.real > 0 or (zero and value.real == 0))]
        if wrong:
            rule = "must not be negative" if zero else "must be positive"
            remedy = "; leave it out for a beam that does not shear" if field == "GA" else ""
            found.add(part, field, f"{rule}, not {wrong[0]:g}{remedy}")
    if part.GJ is None and not geometry.planar:
        found.add(part, "GJ", "is missing: a beam in space twists; give its torsional stiffness, N m²")
