"""Joint, force and body frames in world axes of the design position. Generic over float and complex numbers.

A pose is a pair (R, p) of NumPy arrays. Nothing here takes an absolute value, a conjugate or a branch on an imaginary
part, so a complex step of any number of the description flows through.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.geometry import Geometry
from linkwork.description.parts import Joint
from linkwork.description.vectors import axes, cross, dot, norm, unit

Pose = tuple[np.ndarray, np.ndarray]  # R, p
NORMAL = (0.0, 0.0, 1.0)


def inner(a: Any, b: Any) -> Any:
    """Return the product of two vectors, summed in this order whatever the kind of numbers."""
    return dot(a, b)


def product(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return the products of matrices (…, 3, 3) and (…, 3, k), summed in this order whatever the kind of numbers."""
    return A[..., :, 0:1] * B[..., 0:1, :] + A[..., :, 1:2] * B[..., 1:2, :] + A[..., :, 2:3] * B[..., 2:3, :]


def body_pose(geometry: Geometry, body: str) -> Pose:
    """Return (R, origin) of a body's own frame."""
    pose = geometry.body(body)
    return np.array(pose.R), np.array(pose.origin)


def frame_pose(geometry: Geometry, frame: str) -> Pose:
    """Return (R, p) of a Frame."""
    pose = geometry.frame(frame)
    return np.array(pose.R), np.array(pose.origin)


def turn_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the smallest rotation that takes the unit vector a to b."""
    c = inner(a, b)
    if c.real < -1 + 1e-12:
        p = np.array(axes(None, list(a)))[:, 0]
        return 2 * np.outer(p, p) - np.eye(3)
    k = cross(list(a), list(b))
    K = np.array([[0 * c, -k[2], k[1]], [k[2], 0 * c, -k[0]], [-k[1], k[0], 0 * c]])
    return np.eye(3) + K + product(K, K) / (1 + c)


def axis_is_normal(geometry: Geometry, joint: Joint) -> bool:
    """Return whether a planar mechanism's joint has its axis along the normal (or has none)."""
    for field in ("axis", "axis_i"):
        direction = geometry.direction(joint.name, field)
        if direction is not None:
            return abs(unit(direction)[2].real) > 0.999999
    return True


def joint_frames(geometry: Geometry, joint: Joint) -> tuple[Pose, Pose]:
    """Return the frames I and J of a joint.

    z is the axis; x is x_i, x_j where given, else the same direction on both sides, so that zero is the design position.
    Where its axes cross, z of I is axis_i and x of J is axis_j. In planar mechanisms joints that slide have x along the
    normal and z along the axis, the others z along the normal.
    """
    p_I, p_J = _places(geometry, joint)
    if joint.crossed:
        return _crossed_frames(geometry, joint, p_I, p_J)
    z_I = _axis(geometry, joint, "axis_i")
    z_J = z_I if joint.axis is not None else _axis(geometry, joint, "axis_j")
    if geometry.planar and joint.planar_axis in ("in plane", "either") and not axis_is_normal(geometry, joint):
        return (np.array(axes(NORMAL, z_I)), p_I), (np.array(axes(NORMAL, z_J)), p_J)
    x_I, x_J = geometry.direction(joint.name, "x_i"), geometry.direction(joint.name, "x_j")
    for field, x, z in (("x_i", x_I, z_I), ("x_j", x_J, z_J)):
        if x is not None and norm(cross(unit(x), unit(z))).real <= 1e-9:
            raise DescriptionError(f"joint {joint.name!r}: {field} lies along the axis; give a direction across it")
    R_I = np.array(axes(x_I, z_I))
    if z_J is z_I and x_I is None and x_J is None:  # one axis for both
        return (R_I, p_I), (R_I, p_J)
    if x_J is None:
        unit_J = np.array(axes(None, z_J))[:, 2]
        x_J = list(product(turn_between(R_I[:, 2], unit_J), R_I[:, :1])[:, 0])
    return (R_I, p_I), (np.array(axes(x_J, z_J)), p_J)


def _places(geometry: Geometry, joint: Joint) -> Pose:
    if joint.at is not None:
        at = np.array(geometry.point(joint.name, "at"))
        return at, at
    if joint.at_i is not None:
        return np.array(geometry.point(joint.name, "at_i")), np.array(geometry.point(joint.name, "at_j"))
    at = np.array(geometry.body(joint.body_j if joint.body_j != "ground" else joint.body_i).origin)
    return at, at


def _axis(geometry: Geometry, joint: Joint, field: str) -> Any:
    direction = geometry.direction(joint.name, "axis" if joint.axis is not None else field)
    if direction is None and not geometry.planar and "axis" in joint.needs:
        raise DescriptionError(f"joint {joint.name!r}: a {joint.type} joint needs an axis, or axis_i and axis_j")
    return NORMAL if direction is None else direction


def _crossed_frames(geometry: Geometry, joint: Joint, p_I: np.ndarray, p_J: np.ndarray) -> tuple[Pose, Pose]:
    z, x = geometry.direction(joint.name, "axis_i"), geometry.direction(joint.name, "axis_j")
    R_I = np.array(axes(x, z))
    R_J = np.array(axes(z, x))[:, [2, 1, 0]] * np.array([1.0, -1.0, 1.0])  # x along axis_j, z as near axis_i as it can
    cosine = R_I[:, 2] @ R_J[:, 0]
    if abs(cosine.real) > 1e-8:
        raise DescriptionError(
            f"joint {joint.name!r}: axis_i and axis_j of a universal joint must be perpendicular in the design "
            f"position; the cosine between them is {cosine.real:.3g}"
        )
    return (R_I, p_I), (R_J, p_J)
