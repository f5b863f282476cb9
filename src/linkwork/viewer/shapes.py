"""The shapes of a body, placed in its own axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.description.geometry import Geometry
from linkwork.description.parts import Body, Box, Capsule, Cylinder, Sphere
from linkwork.model.frames import quaternion, relative


def shapes_of(geometry: Geometry, body: Body, R: np.ndarray, origin: np.ndarray) -> list[dict[str, Any]]:
    """Every shape with its sizes and its pose; cylinders and capsules lie along their z."""
    found = []
    for index, shape in enumerate(body.shapes):
        solid = geometry._solid(body.name, index)
        axes, centre = relative((R, origin), (np.real(np.array(solid.axes)), np.real(np.array(solid.centre))))
        found.append(
            _sizes(geometry, body.name, index, shape)
            | {"p": [float(x) for x in centre], "q": [float(x) for x in quaternion(axes)]}
        )
    return found


def _sizes(geometry: Geometry, body: str, index: int, shape: Any) -> dict[str, Any]:
    def size(field: str) -> float:
        return float(np.real(geometry.numbers.value(f"{body}.shapes.{index}.{field}")))

    if isinstance(shape, Box):
        return {"type": "box", "size": [size(f"size.{axis}") for axis in "xyz"]}
    if isinstance(shape, Sphere):
        return {"type": "sphere", "radius": size("radius")}
    assert isinstance(shape, (Cylinder, Capsule))
    return {"type": shape.type, "radius": size("radius"), "length": size("length")}
