"""Inertia rows: mass, first moment and tensor of every body about its kernel frame's origin, and tensor about its mass
centre."""

from __future__ import annotations

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.geometry import Geometry
from linkwork.description.tracing import are_finite
from linkwork.model.lowering.frames import Placement
from linkwork.model.lowering.geometry import product


def inertia_rows(geometry: Geometry, placement: Placement) -> np.ndarray:
    """Return m, m c (3), xx yy zz xy xz yz about the origin of every body, shape (n_body, 10) (Model.inertia)."""
    tree = placement.topology.tree
    if not tree:
        return np.zeros((1, 10))
    R = np.array([pose[0] for pose in placement.body_frames[1:]])
    origin = np.array([pose[1] for pose in placement.body_frames[1:]])
    properties = [geometry.mass_properties(joint.body) for joint in tree]
    mass, com, tensor = (np.array([body[k] for body in properties]) for k in range(3))
    turned = R.transpose(0, 2, 1)
    c = product(turned, (com - origin)[:, :, None])[:, :, 0]
    with np.errstate(over="ignore", invalid="ignore"):
        square = (c * c).sum(axis=1)[:, None, None] * np.eye(3) - c[:, :, None] * c[:, None, :]
        J = product(product(turned, tensor), R) + mass[:, None, None] * square
        rows = np.concatenate((mass[:, None], mass[:, None] * c, J[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]), axis=1)
    if not are_finite(rows):
        raise DescriptionError(
            f"body {tree[b].body!r}: its moment of inertia, {mass[b].real:g} kg at {np.abs(c[b].real).max():g} m from its"
            f" joint, is larger than the largest number of a computer; give it a smaller mass or a nearer place"
            for b in np.flatnonzero(~np.isfinite(rows).all(axis=1))
        )
    return np.concatenate((np.zeros((1, 10)), rows))


def moment_rows(geometry: Geometry, placement: Placement) -> np.ndarray:
    """Return xx yy zz xy xz yz about the mass centre of every body, shape (n_body, 6) (Model.moments)."""
    tree = placement.topology.tree
    if not tree:
        return np.zeros((1, 6))
    R = np.array([pose[0] for pose in placement.body_frames[1:]])
    tensor = np.array([geometry.mass_properties(joint.body).inertia for joint in tree])
    J = product(product(R.transpose(0, 2, 1), tensor), R)
    return np.concatenate((np.zeros((1, 6)), J[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]))
