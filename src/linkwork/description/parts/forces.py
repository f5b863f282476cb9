"""Forces and drivers. Every scalar effort is conjugate to its coordinate: effort × rate = power into the mechanism."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import ClassVar

from pydantic import model_validator

from linkwork.description.parts.part import Part, part
from linkwork.description.values import Identifier, MaybePoint, MaybeScalar, Path, PointLike, Scalar, Vec

_ZERO3 = (0.0, 0.0, 0.0)


@part
class Driver(Part):
    """A driver prescribes a position-level signal.

    >>> lw.Driver("motor", "A.angle", motion="2*pi*time")
    """

    type: ClassVar[str] = "driver"
    section: ClassVar[str] = "drivers"
    runtime: ClassVar[frozenset[str]] = frozenset({"motion"})

    target: Path
    _: KW_ONLY
    motion: Scalar  # of time
    active: bool = True


@part
class JointForce(Part):
    """An effort on a joint coordinate: force on a displacement, torque on an angle.

    >>> lw.JointForce("motor", "A.angle", force="tau - 0.1*A.angle.rate")
    """

    type: ClassVar[str] = "joint_force"
    section: ClassVar[str] = "forces"
    runtime: ClassVar[frozenset[str]] = frozenset({"force"})

    target: Path
    _: KW_ONLY
    force: Scalar  # N or N m


@part
class JointSpring(Part):
    """An effort -stiffness (x - rest) - damping xdot on a joint coordinate x, torsional or linear like its target.

    >>> lw.JointSpring("K", "A.angle", stiffness=100, damping=2, rest=0.524)
    """

    type: ClassVar[str] = "joint_spring"
    section: ClassVar[str] = "forces"

    target: Path
    _: KW_ONLY
    stiffness: Scalar = 0.0  # N/m or N m/rad
    damping: Scalar = 0.0  # N s/m or N m s/rad
    rest: Scalar = 0.0  # m or rad


@part
class SpringDamper(Part):
    """A spring, damper and force along the line between two points; positive pushes them apart.

    The push is stiffness (rest - length) - damping length_rate + force. Give `rest`, or `preload` (the push in the
    design position); with neither, the spring is relaxed in the design position. With rest=0 it pulls its ends together
    with stiffness × length, through zero length too, where only its damper has no derivative.

    >>> lw.SpringDamper("strut", "ground", "wheel", at_i=(0, 0, 1), at_j=(0, 0, 0.3), stiffness=2e4, rest=0.75)
    """

    type: ClassVar[str] = "spring_damper"
    section: ClassVar[str] = "forces"
    runtime: ClassVar[frozenset[str]] = frozenset({"force"})

    body_i: Identifier
    body_j: Identifier
    _: KW_ONLY
    at_i: PointLike  # m, on body_i
    at_j: PointLike  # m, on body_j
    stiffness: Scalar = 0.0  # N/m
    damping: Scalar = 0.0  # N s/m
    rest: MaybeScalar = None  # m
    preload: MaybeScalar = None  # N
    force: Scalar = 0.0  # N

    @model_validator(mode="after")
    def _one_rest(self):
        if self.rest is not None and self.preload is not None:
            raise ValueError("give rest or preload, not both")
        if self.body_i == self.body_j:
            raise ValueError(f"acts between body {self.body_i!r} and itself; body_i and body_j must differ")
        return self


@part
class AppliedForce(Part):
    """A force at a point of a body (its mass centre unless given) and a torque, in `axes`: "world", "body" or a frame.

    >>> lw.AppliedForce("F", "coupler", at=(2, 1, 0), force=(80, "70*sin(time)", 0))
    """

    type: ClassVar[str] = "applied_force"
    section: ClassVar[str] = "forces"
    runtime: ClassVar[frozenset[str]] = frozenset({"force", "torque"})

    body: Identifier
    _: KW_ONLY
    at: MaybePoint = None  # m
    force: Vec = _ZERO3  # N
    torque: Vec = _ZERO3  # N m
    axes: Identifier = "world"
