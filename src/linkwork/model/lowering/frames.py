"""Placement of frames on their bodies: the tree joints' frames I', J', body frames, and every named frame in its
body's axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from linkwork.description.functions import atan2
from linkwork.description.geometry import Geometry
from linkwork.description.parts import ForceLaw, Joint, SpringDamper
from linkwork.kernels.joints import ALONG, AXIS, CHAINS, QUATERNION, RX, TRANSLATION
from linkwork.model.lowering.geometry import Pose, body_pose, frame_pose, joint_frames, product
from linkwork.model.lowering.topology import Topology
from linkwork.model.signals import FrameKey

WORLD: Pose = (np.eye(3), np.zeros(3))


class Placement:
    """All frames of a mechanism for one vector of numbers."""

    def __init__(self, geometry: Geometry, topology: Topology):
        self.geometry, self.topology = geometry, topology
        self.parts = geometry.parts
        self._joints: dict[str, tuple[Pose, Pose]] = {}
        self.body_frames: list[Pose] = [WORLD]  # kernel frame of each body, world axes, design position
        self.parent_frames: list[Pose] = [WORLD]  # I' of each body's tree joint
        for tree in topology.tree:
            inboard, outboard = self._tree_frames(tree)
            self.parent_frames.append(inboard)
            self.body_frames.append(outboard)

    def joint(self, name: str) -> tuple[Pose, Pose]:
        """Return the frames I and J of a joint."""
        if name not in self._joints:
            part = self.parts[name]
            assert isinstance(part, Joint)
            self._joints[name] = joint_frames(self.geometry, part)
        return self._joints[name]

    def _tree_frames(self, tree) -> tuple[Pose, Pose]:
        if tree.joint is None:
            R, _ = body_pose(self.geometry, tree.body)
            return WORLD, (R, np.array(self.geometry.com(tree.body)))
        I, J = self.joint(tree.joint)
        if not tree.reverse:
            return I, J
        turn = np.array(CHAINS[tree.motion].turn)
        return (J[0] @ turn, J[1]), (I[0] @ turn, I[1])

    def pose(self, key: FrameKey) -> tuple[int, Pose]:
        """Return the body number and world pose (design position) of a frame."""
        number = self.topology.number
        if key[0] == "ground":
            return 0, WORLD
        if key[0] == "body":
            return number[key[1]], body_pose(self.geometry, key[1])
        if key[0] == "com":
            return number[key[1]], (body_pose(self.geometry, key[1])[0], np.array(self.geometry.com(key[1])))
        part = self.parts[key[1]]
        if key[0] == "frame":
            return number[part.body], frame_pose(self.geometry, key[1])  # type: ignore[attr-defined]
        if key[0] == "joint":
            assert isinstance(part, Joint)
            side = 0 if key[2] == "i" else 1
            return number[(part.body_i, part.body_j)[side]], self.joint(key[1])[side]
        if key[0] == "applied":
            return self._applied(part, number)
        assert isinstance(part, (SpringDamper, ForceLaw))
        body = part.body_i if key[2] == "i" else part.body_j
        if isinstance(part, ForceLaw):
            R, at = part.frames(self.geometry)["ij".index(key[2])]
            return number[body], (np.array(R), np.array(at))
        return number[body], (np.eye(3), np.array(self.geometry.point(part.name, f"at_{key[2]}")))

    def _applied(self, part, number) -> tuple[int, Pose]:
        R, _ = body_pose(self.geometry, part.body)
        at = self.geometry.com(part.body) if part.at is None else self.geometry.point(part.name, "at")
        return number[part.body], (R, np.array(at))

    def row(self, key: FrameKey) -> tuple[int, np.ndarray]:
        """Return the body number and pose row of a frame in its body's kernel frame."""
        (body,), rows = self.rows([key])
        return body, rows[0]

    def rows(self, keys: Iterable[FrameKey]) -> tuple[list[int], np.ndarray]:
        """Return the body numbers (n) and pose rows (n, 12) of many frames."""
        placed = [self.pose(key) for key in keys]
        body = [b for b, _ in placed]
        return body, relative_rows([self.body_frames[b] for b in body], [pose for _, pose in placed])

    def tree_rows(self) -> np.ndarray:
        """Return X_PI of every body."""
        number = self.topology.number
        parents = [self.body_frames[number[tree.parent]] for tree in self.topology.tree]
        return relative_rows([WORLD, *parents], self.parent_frames)

    def design_coordinates(self) -> np.ndarray:
        """Return q in the design position; where a joint's frames do not coincide, the nearest position that it
        allows."""
        q: list = []
        rows = relative_rows(self.parent_frames, self.body_frames)
        for row, tree in zip(rows[1:], self.topology.tree, strict=True):
            q += joint_coordinates(tree.motion, row[:9].reshape(3, 3), row[9:])
        return np.array(q) if q else np.zeros(0)


def relative(A: Pose, B: Pose) -> Pose:
    """Return the pose of B in A."""
    return A[0].T @ B[0], A[0].T @ (B[1] - A[1])


def relative_rows(A: Sequence[Pose], B: Sequence[Pose]) -> np.ndarray:
    """Return the poses of frames B in frames A, shape (n, 12): rotations row by row, then origins."""
    turned = np.array([pose[0] for pose in A]).reshape(-1, 3, 3).transpose(0, 2, 1)
    apart = np.array([b[1] - a[1] for a, b in zip(A, B, strict=True)]).reshape(-1, 3, 1)
    R, p = product(turned, np.array([pose[0] for pose in B]).reshape(-1, 3, 3)), product(turned, apart)
    return np.concatenate((R.reshape(-1, 9), p.reshape(-1, 3)), axis=1)


def joint_coordinates(motion: int, R: np.ndarray, p: np.ndarray) -> list:
    """Coordinates of a tree joint from the pose of J' in I': one motion of its chain after the other is taken away."""
    q: list = []
    for step in CHAINS[motion].motions:
        if step in ALONG:
            q.append(p[AXIS[step]])
        elif step == TRANSLATION:
            q += list(p)
        elif step == QUATERNION:
            q += list(quaternion(R))
        else:
            b, c = (AXIS[step] + 1) % 3, (AXIS[step] + 2) % 3
            sine, cos = R[c, b], R[c, c] if step == RX else R[b, b]
            q.append(atan2(sine, cos))
            R, p = _turned_back(R, p, b, c, sine, cos)
    return q


def _turned_back(R: np.ndarray, p: np.ndarray, b: int, c: int, sine, cos) -> tuple[np.ndarray, np.ndarray]:
    """A pose seen from a frame that has turned in the plane of its axes b and c, by the angle of (cos, sine)."""
    size = np.sqrt(cos * cos + sine * sine)
    if size == 0.0:
        return R, p
    turn = np.eye(3).astype(R.dtype)
    turn[b, b] = turn[c, c] = cos / size
    turn[b, c], turn[c, b] = sine / size, -sine / size
    return product(turn, R), product(turn, p[:, None])[:, 0]


def quaternion(R: np.ndarray) -> np.ndarray:
    """Return the quaternion [w, x, y, z] with w ≥ 0 of a rotation, computed from its largest component."""
    trace = R[0, 0] + R[1, 1] + R[2, 2]
    sizes = [trace.real, R[0, 0].real, R[1, 1].real, R[2, 2].real]
    largest = int(np.argmax(sizes))
    if largest == 0:
        q = np.array([1 + trace, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    else:
        i, j, k = largest - 1, largest % 3, (largest + 1) % 3
        q = np.zeros(4, R.dtype)
        q[0] = R[k, j] - R[j, k]
        q[1 + i] = 1 + R[i, i] - R[j, j] - R[k, k]
        q[1 + j] = R[j, i] + R[i, j]
        q[1 + k] = R[k, i] + R[i, k]
    q = q / np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return -q if q[0].real < 0 else q
