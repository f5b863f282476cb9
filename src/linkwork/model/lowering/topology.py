"""Graph, spanning tree, cut joints and numbering. Only names and kinds matter here, never numbers.

The tree leaves the fewest constraint rows (a maximum spanning tree by rows removed) and, among equals, the shortest
loops (the shallowest body first); ties go by name, so the order in which parts were added changes nothing."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from linkwork.description.errors import DescriptionError
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Body, ForceLaw, Joint, SpringDamper
from linkwork.kernels.joints import CHAINS, FREE_BODY, JointKind

GROUND = "ground"


@dataclass(frozen=True)
class TreeJoint:
    """The joint by which a body is connected to its parent in the tree."""

    body: str
    parent: str
    joint: str | None  # None: a free joint that only the coordinates need
    reverse: bool  # the tree runs from the joint's body_j to its body_i
    motion: int  # place in kernels.joints.CHAINS


@dataclass(frozen=True)
class Topology:
    """Bodies in depth-first order with their tree joints, and the joints that are cut."""

    tree: tuple[TreeJoint, ...]  # body 1, 2, …
    cut: tuple[str, ...]  # joints that become rows

    def __post_init__(self):
        object.__setattr__(self, "number", {GROUND: 0} | {t.body: i for i, t in enumerate(self.tree, start=1)})
        object.__setattr__(self, "tree_of", {t.joint: i for i, t in enumerate(self.tree, start=1) if t.joint})

    number: dict[str, int] = None  # type: ignore[assignment]
    tree_of: dict[str, int] = None  # type: ignore[assignment]


def build_topology(
    mechanism: Mechanism, kinds: dict[str, JointKind], coordinates: str, cut: Iterable[str] | None
) -> Topology:
    """Return the topology of a mechanism in "joint" or "cartesian" coordinates; `cut` names joints that must not be in
    the tree."""
    bodies = sorted(body.name for body in mechanism.of(Body))
    joints = {joint.name: joint for joint in mechanism.of(Joint)}
    forced = _forced_cuts(joints, cut)
    _connected(mechanism, bodies)
    free = FREE_BODY[mechanism.plane is not None]
    if coordinates == "cartesian":
        tree = tuple(TreeJoint(body, GROUND, None, False, free) for body in bodies)
        return Topology(tree, tuple(sorted(joints)))
    usable = [
        joint
        for name, joint in joints.items()
        if name not in forced and joint.active and kinds[name].motion is not None
    ]
    up = _spanning_tree(bodies, usable, kinds, free)
    tree = _depth_first(up)
    used = {t.joint for t in tree}
    return Topology(tree, tuple(sorted(set(joints) - used)))


def _forced_cuts(joints: dict[str, Joint], cut: Iterable[str] | None) -> set[str]:
    names = {cut} if isinstance(cut, str) else set(cut or ())
    unknown = sorted(names - set(joints))
    if unknown:
        raise DescriptionError([f"cut: there is no joint {name!r}; joints are {sorted(joints)}" for name in unknown])
    return names


def _connected(mechanism: Mechanism, bodies: list[str]) -> None:
    """Require that joints, constraints or forces between bodies connect every body to the ground."""
    near = defaultdict(set)
    for part in mechanism:
        if isinstance(part, (Joint, SpringDamper, ForceLaw)):
            near[part.body_i].add(part.body_j)
            near[part.body_j].add(part.body_i)
    reached, stack = {GROUND}, [GROUND]
    while stack:
        for other in near[stack.pop()] - reached:
            reached.add(other)
            stack.append(other)
    lost = [body for body in bodies if body not in reached]
    if lost:
        raise DescriptionError(
            [
                f"body {body!r}: nothing connects it to the ground; "
                f"add a joint, or Free(name, 'ground', {body!r}) if it floats"
                for body in lost
            ]
        )


def _spanning_tree(
    bodies: list[str], joints: list[Joint], kinds: dict[str, JointKind], free: int
) -> dict[str, TreeJoint]:
    """Return a spanning tree by Prim's algorithm from the ground: most rows first, then shallowest parent, then
    name."""
    edges = defaultdict(list)
    for joint in joints:
        edges[joint.body_i].append((joint, False))
        edges[joint.body_j].append((joint, True))
    depth = {GROUND: 0}
    up: dict[str, TreeJoint] = {}
    heap: list[tuple] = []

    def open_edges(body: str) -> None:
        for joint, reverse in edges[body]:
            child = joint.body_i if reverse else joint.body_j
            if child not in depth:
                key = (-kinds[joint.name].tree_rows, depth[body], joint.name)
                heapq.heappush(heap, (*key, child, body, reverse))

    open_edges(GROUND)
    waiting = iter(bodies)
    while len(depth) <= len(bodies):
        while heap:
            _, _, name, child, parent, reverse = heapq.heappop(heap)
            if child in depth:
                continue
            depth[child] = depth[parent] + 1
            motion = kinds[name].motion
            assert motion is not None
            up[child] = TreeJoint(child, parent, name, reverse, CHAINS[motion].backward_kind if reverse else motion)
            open_edges(child)
        floating = next((body for body in waiting if body not in depth), None)
        if floating is None:
            break
        depth[floating] = 1
        up[floating] = TreeJoint(floating, GROUND, None, False, free)
        open_edges(floating)
    return up


def _depth_first(up: dict[str, TreeJoint]) -> tuple[TreeJoint, ...]:
    children = defaultdict(list)
    for body in sorted(up, reverse=True):
        children[up[body].parent].append(body)
    order, stack = [], list(children[GROUND])
    while stack:
        body = stack.pop()
        order.append(up[body])
        stack.extend(children[body])
    return tuple(order)
