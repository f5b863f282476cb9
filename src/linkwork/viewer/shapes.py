"""The shapes of a body, placed in its own axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.description.errors import FileError
from linkwork.description.geometry import Geometry
from linkwork.description.parts import Body, Box, Capsule, Cylinder, Mesh, Sphere
from linkwork.model.lowering.frames import quaternion, relative
from linkwork.viewer.meshes import read_mesh


def shapes_of(
    geometry: Geometry, body: Body, R: np.ndarray, origin: np.ndarray, folder: str | None, problems: list[str]
) -> list[dict[str, Any]]:
    """Return every shape with its sizes and its pose; cylinders and capsules lie along their z. A mesh that cannot be
    read is added to the problems."""
    shapes = []
    for index, shape in enumerate(body.shapes):
        pose = geometry.shape_pose(body.name, index)
        axes, centre = relative((R, origin), (np.real(np.array(pose.R)), np.real(np.array(pose.origin))))
        try:
            sizes = _sizes(geometry, body.name, index, shape, folder)
        except FileError as error:
            problems.append(f"{body.name}: {error}")
            continue
        shapes.append(sizes | {"p": [float(x) for x in centre], "q": [float(x) for x in quaternion(axes)]})
    return shapes


def _sizes(geometry: Geometry, body: str, index: int, shape: Any, folder: str | None) -> dict[str, Any]:
    def size(field: str) -> float:
        return float(np.real(geometry.numbers.value(f"{body}.shapes.{index}.{field}")))

    if isinstance(shape, Mesh):
        corners, triangles = read_mesh(folder, shape.file)
        corners = corners * size("scale")
        ends = {"low": corners.min(axis=0).tolist(), "high": corners.max(axis=0).tolist()}
        return {"type": "mesh", "corners": corners, "triangles": triangles, **ends}
    if isinstance(shape, Box):
        return {"type": "box", "size": [size(f"size.{axis}") for axis in "xyz"]}
    if isinstance(shape, Sphere):
        return {"type": "sphere", "radius": size("radius")}
    assert isinstance(shape, (Cylinder, Capsule))
    return {"type": shape.type, "radius": size("radius"), "length": size("length")}
