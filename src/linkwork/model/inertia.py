"""Inertia rows: mass, first moment and tensor of every body about its kernel frame's origin, in its axes."""

from __future__ import annotations

import numpy as np

from linkwork.description.geometry import Geometry
from linkwork.model.frames import Placement


def inertia_rows(geometry: Geometry, placement: Placement) -> np.ndarray:
    """(n_body, 10): m, m c (3), xx yy zz xy xz yz about the origin (Model.inertia)."""
    rows = [np.zeros(10)]
    for b, tree in enumerate(placement.topology.tree, start=1):
        R, origin = placement.body_frames[b]
        mass, com, tensor = geometry.mass_properties(tree.body)
        c = R.T @ (np.array(com) - origin)
        J = R.T @ np.array(tensor) @ R + mass * ((c @ c) * np.eye(3) - np.outer(c, c))
        rows.append(np.array([mass, *(mass * c), J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]]))
    return np.array(rows)
