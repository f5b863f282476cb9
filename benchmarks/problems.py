"""The benchmark problems, engine-neutral: `problems.json` as data that every engine builds its own model from.

All vectors are world vectors at the initial configuration, where every joint coordinate is 0. The answer of a problem are the
world positions of its observed points at time T; the error is the largest difference from the reference over the problem's scale.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

GROUND = -1


@dataclass(frozen=True)
class Link:
    """A body and the joint by which it hangs from its parent."""

    parent: int  # index of a body, or GROUND
    joint: str  # "rev" or "pri"
    anchor: np.ndarray  # m, (3,)
    axis: np.ndarray  # (3,)
    mass: float  # kg
    com: np.ndarray  # m, (3,)
    inertia: np.ndarray  # kg m², (3, 3) about com in world axes
    rate: float  # rad/s or m/s, the joint's initial speed


@dataclass(frozen=True)
class Loop:
    """Closes bodies a and b at a point: a revolute if it has an axis or the problem is planar, else the points coincide."""

    a: int
    b: int
    point: np.ndarray
    axis: np.ndarray | None


@dataclass(frozen=True)
class Load:
    """A constant world force at a point of a body, and a constant world torque."""

    body: int
    point: np.ndarray
    force: np.ndarray
    torque: np.ndarray


@dataclass(frozen=True)
class Spring:
    """A spring and damper between two points."""

    a: int
    point_a: np.ndarray
    b: int
    point_b: np.ndarray
    stiffness: float
    damping: float
    free_length: float


@dataclass(frozen=True)
class Problem:
    """One problem; `reference` has a row for every observed point."""

    name: str
    duration: float
    planar: bool
    gravity: np.ndarray
    scale: float
    links: tuple[Link, ...]
    loops: tuple[Loop, ...]
    loads: tuple[Load, ...]
    springs: tuple[Spring, ...]
    observed: tuple[tuple[int, np.ndarray], ...]
    reference: np.ndarray
    definition: str

    def error(self, positions: np.ndarray) -> float:
        """max |difference| / scale; infinite if a position is not a number."""
        difference = np.abs(np.asarray(positions, float).reshape(self.reference.shape) - self.reference)
        return float(difference.max() / self.scale) if np.isfinite(difference).all() else float("inf")

    def origin(self, body: int) -> np.ndarray:
        """Where a body's joint sits, the world's origin for the ground."""
        return np.zeros(3) if body == GROUND else self.links[body].anchor

    @property
    def rates(self) -> np.ndarray:
        return np.array([link.rate for link in self.links])


@cache
def _file() -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "problems.json").read_text())


def names() -> list[str]:
    """The problems of the file, in its order."""
    return [name for name in _file() if not name.startswith("_")]


def problem(name: str) -> Problem:
    """One problem by name.

    >>> problem("P2_10_four_bar").duration
    10.0
    """
    if name not in names():
        raise ValueError(f"no problem {name!r}; there are {', '.join(names())}")
    data = _file()[name]
    bodies = data["bodies"]
    links = _rods(1000) if isinstance(bodies, str) else tuple(_link(body) for body in bodies)
    zero = np.zeros(3)
    loads = [Load(x["body"], links[x["body"]].com, zero, np.array(x["torque"])) for x in data["torques"]]
    loads += [Load(x["body"], np.array(x["point"]), np.array(x["force"]), zero) for x in data["forces"]]
    return Problem(
        name=name,
        duration=data["T"],
        planar=data["planar"],
        gravity=np.array(data["gravity"]),
        scale=data["scale"],
        links=links,
        loops=tuple(
            Loop(x["a"], x["b"], np.array(x["point"]), None if x["axis"] is None else np.array(x["axis"]))
            for x in data["loops"]
        ),
        loads=tuple(loads),
        springs=tuple(
            Spring(**{k: np.array(v) if k.startswith("point") else v for k, v in x.items()}) for x in data["springs"]
        ),
        observed=tuple((x["body"], np.array(x["point"])) for x in data["observe"]),
        reference=np.array([float(x) for x in data["reference"]]).reshape(-1, 3),
        definition=data["definition"],
    )


def _link(body: dict[str, Any]) -> Link:
    arrays = {key: np.array(body[key]) for key in ("anchor", "axis", "com")}
    inertia = np.array(body["inertia"]).reshape(3, 3)
    return Link(body["parent"], body["joint"], mass=body["mass"], rate=body["rate"], inertia=inertia, **arrays)


def _rods(count: int) -> tuple[Link, ...]:
    """A longer chain of the rods of P6_chain10."""
    first = _link(_file()["P6_chain10"]["bodies"][0])
    along = np.array([0.1, 0.0, 0.0])
    return tuple(
        replace(first, parent=k - 1, anchor=first.anchor + k * along, com=first.com + k * along) for k in range(count)
    )
