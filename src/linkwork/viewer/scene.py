"""The scene of a page: bodies with their shapes or the points of their links, joints, springs, forces, frames.

Everything is placed in the own frame of its body, so that the page only has to move bodies. Body 0 is the ground.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.description.geometry import Geometry
from linkwork.description.parts import (
    AppliedForce,
    Body,
    Coupler,
    Driver,
    ForceLaw,
    Frame,
    Joint,
    JointForce,
    JointSpring,
    SpringDamper,
)
from linkwork.model.lowering.frames import quaternion, relative
from linkwork.model.lowering.geometry import body_pose
from linkwork.model.model import Model
from linkwork.model.signals import FrameKey
from linkwork.viewer.shapes import shapes_of


def build_scene(model: Model) -> dict[str, Any]:
    """Return the scene of a model as plain lists and numbers.

    >>> build_scene(model)["joints"][0]["kind"]
    'revolute'
    """
    return _Scene(model).build()


class _Scene:
    def __init__(self, model: Model):
        self.model, self.parts = model, model.numbers.parts
        self.geometry: Geometry = model.placement.geometry
        self.bodies = ["ground", *model.bodies]
        self.number = {name: k for k, name in enumerate(self.bodies)}
        self.problems: list[str] = []  # meshes that cannot be drawn
        self.points: list[list[list[float]]] = [[] for _ in self.bodies]  # points of the links, own axes

    def build(self) -> dict[str, Any]:
        gravity = [float(np.real(g)) for g in self.model.lowered.arrays["gravity"]]
        joints = [self._joint(part) for part in self._of(Joint)]
        springs = [self._spring(part) for part in self._of(SpringDamper)]
        drawn: dict[str, list[dict[str, Any]]] = {"spring": springs, "line": [], "sleeve": [], "tube": [], "none": []}
        for part in self._of(ForceLaw):
            drawn[part.drawing].append(self._law(part))
        applied = [self._applied(part) for part in self._of(AppliedForce)]
        frames = [{"name": part.name, **self._placed(("frame", part.name), part.body)} for part in self._of(Frame)]
        efforts = [self._effort(part) for part in (*self._of(JointSpring), *self._of(JointForce), *self._of(Driver))]
        return {
            "name": self.model.name,
            "plane": self.model.structure.plane,
            "gravity": gravity,
            "up": up_direction(gravity, self.model.structure.plane is not None),
            "length": float(self.model.length),
            "joints": joints,
            "springs": springs,
            "lines": drawn["line"],
            "sleeves": drawn["sleeve"],
            "tubes": drawn["tube"],
            "applied": applied,
            "frames": frames,
            "efforts": [effort for effort in efforts if effort],
            "couplers": [part.name for part in self._of(Coupler)],
            "bodies": [self._body(name) for name in self.bodies],
            "problems": self.problems,
        }

    def _of(self, kind: type) -> list[Any]:
        return [part for part in self.parts.values() if isinstance(part, kind)]

    # places

    def _placed(self, key: FrameKey, body: str, through: bool = True) -> dict[str, Any]:
        """Return a frame in the own axes of its body; `through` makes it a point of the body's link."""
        _, (R, p) = self.model.placement.pose(key)
        pose = (np.eye(3), np.zeros(3)) if body == "ground" else body_pose(self.geometry, body)
        R, p = relative((pose[0].real, pose[1].real), (np.real(R), np.real(p)))
        place = _rounded(p)
        if through:
            self.points[self.number[body]].append(place)
        return {"body": self.number[body], "p": place, "q": _rounded(quaternion(R))}

    def _joint(self, part: Any) -> dict[str, Any]:
        kind = self.model.structure.kinds[part.name].word
        through = part.is_point
        return {
            "name": part.name,
            "kind": kind,
            "active": bool(part.active),
            "i": self._placed(("joint", part.name, "i"), part.body_i, through and part.body_i != "ground"),
            "j": self._placed(("joint", part.name, "j"), part.body_j, through),
        }

    def _spring(self, part: Any) -> dict[str, Any]:
        return {
            "name": part.name,
            "spring": _nonzero(part.stiffness),
            "damper": _nonzero(part.damping),
            "i": self._placed(("force", part.name, "i"), part.body_i),
            "j": self._placed(("force", part.name, "j"), part.body_j),
        }

    def _law(self, part: ForceLaw) -> dict[str, Any]:
        """Return the drawing of a force law: a coil, a rod, a sleeve at frame I, or a tube from frame I to frame J."""
        item: dict[str, Any] = {
            "name": part.name,
            "kind": part.type.replace("_", " "),
            "i": self._placed(("force", part.name, "i"), part.body_i),
            "j": self._placed(("force", part.name, "j"), part.body_j),
        }
        if part.drawing == "spring":
            item |= {"spring": True, "damper": False}
        if part.drawing == "tube":
            ends = (self.model.placement.pose(("force", part.name, side))[1][1] for side in "ij")
            item["length"] = math.dist(*(np.real(end).tolist() for end in ends))
        return item

    def _applied(self, part: Any) -> dict[str, Any]:
        return {"name": part.name, **self._placed(("applied", part.name), part.body, part.at is not None)}

    def _effort(self, part: Any) -> dict[str, Any] | None:
        """Return a spring, force or driver on a joint's coordinate, drawn at the joint; None for others."""
        joint, _, word = part.target.partition(".")
        if not isinstance(self.parts.get(joint), Joint):
            return None
        kind = {"joint_spring": "spring", "joint_force": "force"}.get(part.type, "driver")
        return {"name": part.name, "kind": kind, "joint": joint, "turns": "angle" in word}

    # bodies

    def _body(self, name: str) -> dict[str, Any]:
        points = _distinct(self.points[self.number[name]], 1e-6 * self.model.length)
        if name == "ground":
            return {"name": name, "points": [], "shapes": [], "mass": None, "com": None}
        R, origin = (np.real(a) for a in body_pose(self.geometry, name))
        part: Any = self.parts[name]
        assert isinstance(part, Body)
        properties = self.geometry.mass_properties(name)
        com = R.T @ (np.real(np.array(properties.com)) - origin)
        mass = float(np.real(properties.mass))
        body = {"name": name, "mass": mass, "com": _rounded(com), "shapes": self._shapes(part, R, origin)}
        return body | {"points": self._link(points, com, mass, np.real(np.array(properties.inertia)))}

    def _shapes(self, part: Body, R: np.ndarray, origin: np.ndarray) -> list[dict[str, Any]]:
        return shapes_of(self.geometry, part, R, origin, self.model.structure.folder, self.problems)

    def _link(self, points: list[list[float]], com: np.ndarray, mass: float, inertia: np.ndarray) -> list[list[float]]:
        """Return the points a link is drawn through; a mass centre beyond them is one too.

        A body held at one point reaches past its mass centre as a slender rod would.
        """
        if not points:
            return [_rounded(com)]
        middle = np.mean(points, axis=0)
        reach = max(math.dist(point, middle) for point in points)
        if math.dist(com, middle) > 1.02 * reach + 1e-6 * self.model.length:
            points = [*points, _rounded(com)]
        if len(points) != 2 or reach > 0.0:
            return points
        arm = com - middle
        spread = math.sqrt(max(0.0, 3.0 * float(np.linalg.eigvalsh(inertia)[-1]) / mass)) if mass > 0 else 0.0
        length = float(np.linalg.norm(arm))
        return [points[0], _rounded(com + arm / length * min(spread, length))]


def up_direction(gravity: list[float], planar: bool) -> list[float]:
    """Return the direction opposite to gravity; without gravity, y in a plane and z in space. In a plane it lies in
    it."""
    g = np.array(gravity)
    if planar:
        g[2] = 0.0
    size = float(np.linalg.norm(g))
    if size == 0.0:
        return [0.0, 1.0, 0.0] if planar else [0.0, 0.0, 1.0]
    return _rounded(-g / size)


def _nonzero(value: Any) -> bool:
    return isinstance(value, str) or value != 0.0


def _distinct(points: list[list[float]], near: float) -> list[list[float]]:
    distinct: list[list[float]] = []
    for point in points:
        if all(math.dist(point, other) > near for other in distinct):
            distinct.append(point)
    return distinct


def _rounded(values: Any) -> list[float]:
    """Return numbers rounded to nine digits, more than a screen shows."""
    return [float(f"{x:.9g}") + 0.0 for x in np.real(np.asarray(values)).ravel()]
