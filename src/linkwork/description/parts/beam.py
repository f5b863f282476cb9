"""Beams in a description: their place in the design position, their stiffness and their checks."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, ClassVar

from linkwork.description.errors import DescriptionError
from linkwork.description.functions import Number
from linkwork.description.parts.force_law import LinearForceLaw, six_by_six
from linkwork.description.parts.part import part
from linkwork.description.values import MaybeDirection, MaybePair, MaybeScalar, Pair, PointLike, Scalar
from linkwork.description.vectors import Matrix, Vector, cross, norm, subtract, unit

if TYPE_CHECKING:
    from linkwork.description.check import _Problems
    from linkwork.description.geometry import Geometry

PARALLEL = 1e-6  # sine of the angle between a beam and its z below which z does not determine its axes


@part
class Beam(LinearForceLaw):
    """A straight elastic beam between two bodies, clamped to both: stretch, shear, twist and two bendings, for large
    rotations.

    Its x axis runs from at_i to at_j, z is the direction given, made perpendicular to it (the world's z, or x for an
    upright beam). It is unstrained in the design position unless `length` differs. Without GA it does not shear
    (Euler–Bernoulli). Of pairs, the first is bending about y or shear along y. The damping force is `damping` times the
    stiffness times the rate of the deformations: rigid motions are not damped.

    >>> lw.Beam("E1", "root", "tip", at_i=(0, 0, 0), at_j=(1, 0, 0), EA=4e6, EI=(30, 120), GJ=25)
    """

    type: ClassVar[str] = "beam"
    law: ClassVar[str] = "beam"
    drawing: ClassVar[str] = "tube"
    not_finite: ClassVar[str] = (
        "its ends coincide, or one is turned by 360° against the other; give it a length, or more elements"
    )

    _: KW_ONLY
    at_i: PointLike  # m, on body_i
    at_j: PointLike  # m, on body_j
    z: MaybeDirection = None
    EA: Scalar  # N
    EI: Pair  # N m², (about y, about z) or one number for both
    GJ: MaybeScalar = None  # N m², may be left out in planar mechanisms
    GA: MaybePair = None  # N, (along y, along z) or one number for both, shear factor included
    length: MaybeScalar = None  # m, undeformed
    damping: Scalar = 0.0  # s

    def numbers(self, geometry: Geometry) -> list[Number]:
        stiffness, damping = self.stiffness(geometry), geometry.numbers.scalar(self.name, "damping")
        dampings = [damping * k for k in stiffness]
        return [*six_by_six(stiffness), *six_by_six(dampings), *[0.0] * 6, self.undeformed(geometry)]

    def signals(self) -> tuple[str, ...]:
        return ("length", "force", "torque")

    def chord(self, geometry: Geometry) -> Vector:
        """Return the vector from at_i to at_j, m."""
        a, b = geometry.point(self.name, "at_i"), geometry.point(self.name, "at_j")
        assert a is not None and b is not None
        d = subtract(b, a)
        if not norm(d).real > 0:
            raise DescriptionError(
                f"{self.name}.at_j: is at the same place as at_i, so the beam has no direction; move one end"
            )
        return d

    def axes(self, geometry: Geometry) -> Matrix:
        """Return R whose columns are the beam's axes: x exactly from at_i to at_j, z as given, made perpendicular."""
        ex = unit(self.chord(geometry))
        z = geometry.direction(self.name, "z")
        if z is None:
            z = [0.0, 0.0, 1.0] if abs(ex[2].real) < 0.9 else [1.0, 0.0, 0.0]
        ey = cross(z, ex)
        if norm(ey).real <= PARALLEL * norm(z).real:
            raise DescriptionError(f"{self.name}.z: lies along the beam; give a direction across it, or leave it out")
        ey = unit(ey)
        ez = cross(ex, ey)
        return [[ex[i], ey[i], ez[i]] for i in range(3)]

    def undeformed(self, geometry: Geometry) -> Number:
        """Return the undeformed length, m."""
        return norm(self.chord(geometry)) if self.length is None else geometry.numbers.scalar(self.name, "length")

    def stiffness(self, geometry: Geometry) -> list[Number]:
        """Return the stiffnesses of stretch, shear along y and z (N/m), twist and bending about y and z (N m/rad).

        EA/L, 12 EI/(L³ (1 + phi)) with phi = 12 EI/(GA L²), GJ/L, EI/L (Przemieniecki 1968, in the modes of both ends).
        """
        L = self.undeformed(geometry)
        try:
            return self._stiffness(geometry, L)
        except (OverflowError, ZeroDivisionError):
            raise DescriptionError(
                f"{self.name}: a length of {L.real:.3g} m gives a stiffness beyond the largest number; check its ends"
            ) from None

    def _stiffness(self, geometry: Geometry, L: Number) -> list[Number]:
        numbers = geometry.numbers
        EI_y, EI_z = self._both(geometry, "EI")
        phi_y = phi_z = 0.0  # of shear along y, which goes with bending about z, and along z
        if self.GA is not None:
            GA_y, GA_z = self._both(geometry, "GA")
            phi_y, phi_z = 12.0 * EI_z / (GA_y * L * L), 12.0 * EI_y / (GA_z * L * L)
        GJ = 0.0 if self.GJ is None else numbers.scalar(self.name, "GJ")
        across = [12.0 * EI_z / (L**3 * (1.0 + phi_y)), 12.0 * EI_y / (L**3 * (1.0 + phi_z))]
        return [numbers.scalar(self.name, "EA") / L, *across, GJ / L, EI_y / L, EI_z / L]

    def _both(self, geometry: Geometry, field: str) -> list[Number]:
        values = geometry.numbers.vector(self.name, field)
        return values if len(values) == 2 else [values[0], values[0]]

    def check(self, problems: _Problems, geometry: Geometry) -> None:
        """Report lengths and stiffnesses that no beam has, and a missing torsional stiffness in space."""
        problems.attempt(self.axes, geometry)
        fields = (("EA", True), ("EI", True), ("GJ", True), ("GA", False), ("length", False), ("damping", True))
        for field, zero in fields:
            if getattr(self, field) is None:
                continue
            values = problems.attempt(geometry.numbers.vector, self.name, field) or []
            wrong = [value.real for value in values if not (value.real > 0 or (zero and value.real == 0))]
            if wrong:
                rule = "must not be negative" if zero else "must be positive"
                remedy = "; leave it out for a beam that does not shear" if field == "GA" else ""
                problems.add(self, field, f"{rule}, not {wrong[0]:g}{remedy}")
        if self.GJ is None and not geometry.planar:
            problems.add(self, "GJ", "is missing: a beam in space twists; give its torsional stiffness, N m²")
