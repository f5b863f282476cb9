"""Bushings in a description."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, ClassVar

from linkwork.description.functions import Number
from linkwork.description.parts.force_law import LinearForceLaw, six_by_six
from linkwork.description.parts.part import part
from linkwork.description.values import MaybeDirection, PointLike, Six, SixBySix
from linkwork.description.vectors import Matrix

if TYPE_CHECKING:
    from linkwork.description.geometry import Geometry

_ZERO6 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@part
class Bushing(LinearForceLaw):
    """Six components of stiffness and damping between two frames that coincide in the design position.

    Components are x, y, z, then rotations about x, y, z, in the bushing's axes; a diagonal or 6×6 rows.

    >>> lw.Bushing("B1", "subframe", "arm", at=(0, 0.4, 0), stiffness=(5e6, 5e6, 8e5, 900, 900, 400))
    """

    type: ClassVar[str] = "bushing"
    law: ClassVar[str] = "bushing"
    drawing: ClassVar[str] = "sleeve"
    at_zero_length: ClassVar[bool] = True
    not_finite: ClassVar[str] = "turned by 360° its angles are not unique"

    _: KW_ONLY
    at: PointLike  # m
    x: MaybeDirection = None
    z: MaybeDirection = None
    stiffness: SixBySix = _ZERO6  # N/m, N m/rad
    damping: SixBySix = _ZERO6  # N s/m, N m s/rad
    preload: Six = _ZERO6  # N, N m, on body_j in the design position

    def numbers(self, geometry: Geometry) -> list[Number]:
        numbers = geometry.numbers
        matrices = [six_by_six(numbers.vector(self.name, word)) for word in ("stiffness", "damping")]
        return [*matrices[0], *matrices[1], *numbers.vector(self.name, "preload")]

    def axes(self, geometry: Geometry) -> Matrix:
        return geometry.axes(self.name)
