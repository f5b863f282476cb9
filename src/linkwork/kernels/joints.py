"""The table of joints: what each is made of as a tree joint, as a cut joint and as signals.

A tree joint is a chain of elementary motions from frame I' on the parent to frame J' on the child (the body frame), one after the other,
each along the axes that the motions before it leave. Pose, columns, bias, charts and the names of coordinates follow from the chain:

    ((TZ, "displacement"), (RZ, "angle"))

A cut joint is a set of rows, each a measure of the joint's frames I and J (kernels.measures). Frames have z along the axis
(model.lowering.geometry). A joint's kind is its place in JOINTS; kernels see its motions only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from linkwork.kernels.measures.measure import MeasureKind
from linkwork.kernels.measures.table import KINDS as MEASURE_KINDS
from linkwork.kernels.measures.table import MEASURES

# Elementary motions: along x, y, z; about x, about z; about z with the joint's pitch along it; along all three axes of I'; a rotation
# by a quaternion, whose velocity is omega in J'.
TX, TY, TZ, RX, RZ, HZ, TRANSLATION, QUATERNION = range(8)
AXIS = {TX: 0, TY: 1, TZ: 2, RX: 0, RZ: 2, HZ: 2}
SIZES = {TRANSLATION: (3, 3), QUATERNION: (4, 3)}  # positions and velocities where they are not one
LEVER = 2  # of Chain.swings
ALONG, ABOUT = (TX, TY, TZ), (RX, RZ, HZ)

Matrix = tuple[tuple[float, float, float], ...]
EYE: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
FLIP: Matrix = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))  # z and y turned over: coordinates along z stay
CROSS: Matrix = ((0.0, 0.0, -1.0), (0.0, -1.0, 0.0), (-1.0, 0.0, 0.0))  # z and x change their places


@dataclass(frozen=True)
class Measure:
    """A measure on a pair of frames; `swap` reads J as the first frame."""

    kind: int  # place in kernels.measures.table.MEASURES
    axes: tuple[int, int, int] = (0, 0, 0)
    swap: bool = False

    @property
    def properties(self) -> MeasureKind:
        """Return the row of its kind in the table of measures."""
        return MEASURES[self.kind]

    @property
    def radians(self) -> bool:
        """Return whether it is an angle or cosine rather than a length."""
        return self.properties.radians


def named(name: str, *axes: int, swap: bool = False) -> Measure:
    """Return a measure by its name in the table; axes that it does not read are 0."""
    a, b, c = (*axes, 0, 0, 0)[:3]
    return Measure(MEASURE_KINDS[name], (a, b, c), swap)


def position(k: int) -> Measure:
    return named("position", k)


def displacement(k: int) -> Measure:
    return named("displacement", k)


def cosine(a: int, b: int) -> Measure:
    return named("dot", a, b)


ANGLE = named("angle", 0, 1, 0)  # x of J in the x-y plane of I
ANGLE_J = named("angle", 2, 1, 2, swap=True)  # z of I in the z-y plane of J


@dataclass(frozen=True)
class Chain:
    """A tree joint: its elementary motions with the words of their coordinates."""

    name: str
    steps: tuple[tuple, ...]  # (motion, word, …)
    turn: Matrix = FLIP  # of its frames where the tree runs from body_j to body_i
    backward: tuple[str | None, ...] | None = None  # what its coordinates are then; None: no signal
    backward_kind: int = -1  # its chain then, a place in CHAINS

    def __post_init__(self):
        if any(motion == HZ for motion, *_ in self.steps) and len(self.steps) > 1:
            raise ValueError(f"joint {self.name!r}: HZ must be the only motion of its chain; use TZ and RZ instead")
        if self._riding_steps is None:
            raise ValueError(
                f"joint {self.name!r}: some motion of its chain turns or moves with neither frame; make it of two joints with a body "
                "between them"
            )

    @cached_property
    def motions(self) -> tuple[int, ...]:
        return tuple(motion for motion, *_ in self.steps)

    @cached_property
    def nq(self) -> int:
        return sum(SIZES.get(motion, (1, 1))[0] for motion in self.motions)

    @cached_property
    def nv(self) -> int:
        return sum(SIZES.get(motion, (1, 1))[1] for motion in self.motions)

    @cached_property
    def has_quaternion(self) -> bool:
        """Return whether its last four positions are a quaternion, which its last three velocities turn."""
        return QUATERNION in self.motions

    @cached_property
    def plain(self) -> int:
        """Return how many positions are no quaternion; they come first, and their velocities are their rates."""
        return self.nv - 3 * self.has_quaternion

    @cached_property
    def has_pitch(self) -> bool:
        return HZ in self.motions

    @cached_property
    def is_hinge(self) -> bool:
        """Return whether turning about z is all that it does, or advancing as it turns."""
        return self.motions in ((RZ,), (HZ,))

    @cached_property
    def spins(self) -> bool:
        """Return whether it may let a slender or point-like body turn about an axis of its own beside its other
        motions, or in some position of theirs."""
        return self.nv > 1 and (self.has_quaternion or any(motion in ABOUT for motion in self.motions))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the words of the plain positions."""
        return tuple(word for motion, *words in self.steps for word in words[: SIZES.get(motion, (1, 1))[0]])

    @cached_property
    def velocity_words(self) -> tuple[str, ...]:
        """A word for every velocity."""
        return (*self.words, *(("rotation x", "rotation y", "rotation z") if self.has_quaternion else ()))

    def coordinate_words(self, reverse: bool) -> tuple[str | None, ...]:
        """Return which signals the positions are; `reverse`: in a tree that runs from body_j to body_i."""
        return self.words if not reverse or self.backward is None else self.backward

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Return the velocities that are displacements."""
        return tuple(k for motion, k in self._places() if motion in ALONG or motion == TRANSLATION)

    @cached_property
    def turning(self) -> tuple[tuple[int, int, int], ...]:
        """Return the positions that turn about one axis, and whose column of which frame (0: I', 1: J') that axis is."""
        turns, before = [], []
        for motion, k in self._places():
            if motion in ABOUT:
                fixed = all(other not in (*ABOUT, QUATERNION) or AXIS.get(other) == AXIS[motion] for other in before)
                turns.append((k, 0 if fixed else 1, AXIS[motion]))
            before.append(motion)
        return tuple(turns)

    @cached_property
    def riding(self) -> int:
        """Return how many of its first columns the parent carries; the child carries the others."""
        return sum(SIZES.get(motion, (1, 1))[1] for motion in self.motions[: self._riding_steps])

    @cached_property
    def swings(self) -> int:
        """Return whether a column that the parent carries turns: 0, 1, or LEVER where later motions move the origin of
        J' away from its axis."""
        turning = [i for i, motion in enumerate(self.motions[: self._riding_steps]) if motion in ABOUT]
        moved = any(motion in (*ALONG, TRANSLATION) for i in turning for motion in self.motions[i + 1 :])
        return LEVER if moved else int(bool(turning))

    @cached_property
    def _riding_steps(self) -> int | None:
        """Return the smallest number of first motions that the parent can carry while the child carries the others;
        None: there is none."""
        m = self.motions
        by_parent = [
            motion != QUATERNION and all(_keeps(motion, other) for other in m[:i]) for i, motion in enumerate(m)
        ]
        by_child = [all(_keeps(motion, other) for other in m[i + 1 :]) for i, motion in enumerate(m)]
        return next((r for r in range(len(m) + 1) if all(by_parent[:r]) and all(by_child[r:])), None)

    def _places(self) -> list[tuple[int, int]]:
        """Return its motions, once for every velocity."""
        entries = [motion for motion in self.motions for _ in range(SIZES.get(motion, (1, 1))[1])]
        return [(motion, k) for k, motion in enumerate(entries)]


def _keeps(motion: int, other: int) -> bool:
    """Return whether the screw of a motion stays where it is while another motion takes place."""
    if motion in AXIS and other in AXIS and AXIS[motion] == AXIS[other]:
        return True
    return motion in (*ALONG, TRANSLATION) and other in (*ALONG, TRANSLATION)


def _reversed(chain: Chain) -> Chain | None:
    """Return the chain of a joint in a tree that runs from body_j to body_i; None where that is the chain itself.

    The inverse motion is that of the steps from the last to the first, the other way; frames turned about an axis
    across all of the steps' axes give the coordinates their signs back.
    """
    used = {AXIS.get(motion) for motion in chain.motions}
    if chain.backward is not None or used <= {2}:
        return None
    if None in used or len(used) > 2:
        raise ValueError(f"joint {chain.name!r}: say what it is backward; its axes cannot all be turned over")
    across = next(k for k in (1, 0, 2) if k not in used)
    turn = tuple(tuple((1.0 if k == across else -1.0) if i == k else 0.0 for k in range(3)) for i in range(3))
    return replace(chain, name=f"{chain.name} backward", steps=chain.steps[::-1], turn=turn)


@dataclass(frozen=True)
class Row:
    """A constraint row of a joint. `upright` are axes whose product is +1 when a row of cosines is not flipped by 180°."""

    measure: Measure
    label: str
    upright: tuple[int, int] | None = None
    velocity: bool = False


@dataclass(frozen=True)
class JointKind:
    """A joint as the mechanics sees it."""

    word: str
    motion: int | None  # as a tree joint: a place in CHAINS; None: constraint only
    rows: tuple[Row, ...]
    coordinates: dict[str, Measure] = field(default_factory=dict)  # by signal name, in the order of q where 1:1
    freedoms: int = 0  # as a tree joint, in its space
    space: int = 6  # 6, or 3 in planar mechanisms
    milder: tuple[str, ...] = ()  # joints with fewer of its rows, to relax it
    cost: float = 1.0  # of putting it in the place of another: easily built joints first

    @property
    def tree_rows(self) -> int:
        """Return the constraint rows that disappear when the joint is in the tree."""
        return self.space - self.freedoms

    @property
    def has_pitch(self) -> bool:
        """Return whether its displacement follows its angle by a pitch."""
        return self.motion is not None and CHAINS[self.motion].has_pitch


CHAINS: list[Chain] = []


def joint(
    word: str,
    chain: tuple[tuple, ...] | None,
    rows: tuple[Row, ...] = (),
    *,
    coordinates: dict[str, Measure] | None = None,
    turn: Matrix = FLIP,
    backward: tuple[str | None, ...] | None = None,
    milder: tuple[str, ...] = (),
    cost: float = 1.0,
) -> JointKind:
    """Return a joint in space; its chain gets its place in CHAINS. `chain` is None for what is a constraint only."""
    if chain is None:
        return JointKind(word, None, rows, coordinates or {}, milder=milder, cost=cost)
    place, made = len(CHAINS), Chain(word, chain, turn, backward)
    other = _reversed(made)
    CHAINS.append(replace(made, backward_kind=place if other is None else place + 1))
    if other is not None:
        CHAINS.append(replace(other, backward_kind=place))
    coordinates = _coordinates(made) if coordinates is None else coordinates
    return JointKind(word, place, rows, coordinates, made.nv, milder=milder, cost=cost)


def _coordinates(chain: Chain) -> dict[str, Measure]:
    """Return the measures of a chain's coordinates, and of the advance of a screw."""
    measures, turned = {}, False
    for motion, *words in chain.steps:
        if motion in ALONG and not turned:
            measures[words[0]] = displacement(AXIS[motion])
        elif motion == TRANSLATION and not turned:
            measures |= {word: displacement(k) for k, word in enumerate(words)}
        elif motion in (RZ, HZ) and not turned:
            measures |= dict(zip(words, (ANGLE, displacement(2)), strict=False))
        elif motion == RX and turned:
            measures[words[0]] = ANGLE_J
        elif motion != QUATERNION:
            raise ValueError(f"joint {chain.name!r}: give the measures of its coordinates; its chain does not say them")
        turned = turned or motion in (*ABOUT, QUATERNION)
    return measures


POINT = tuple(Row(position(k), f"point {'xyz'[k]}") for k in range(3))
ALIGNED = (Row(cosine(0, 2), "tilt about y", (2, 2)), Row(cosine(1, 2), "tilt about x", (2, 2)))
TWIST = (Row(cosine(0, 1), "twist about z", (0, 0)),)
ON_LINE = (Row(displacement(0), "offset along x"), Row(displacement(1), "offset along y"))
ON_PLANE = (Row(displacement(2), "offset along z"),)
CROSSED = (Row(cosine(2, 0), "right angle of the cross"),)
SQUARE = (Row(cosine(2, 2), "right angle"),)
LENGTH = (Row(named("distance"), "length"),)
SLIDE_Z = (Row(named("slide", 2), "slide along z", velocity=True),)

# One row a joint: its word, its chain, its rows, and what it can be relaxed to.
JOINTS: tuple[JointKind, ...] = (
    joint("fixed", (), POINT + ALIGNED + TWIST,
          milder=("revolute", "prismatic", "universal", "spherical", "planar", "in_line", "in_plane")),
    joint("revolute", ((RZ, "angle"),), POINT + ALIGNED, milder=("cylindrical", "spherical", "in_line", "in_plane")),
    joint("prismatic", ((TZ, "displacement"),), ON_LINE + ALIGNED + TWIST, milder=("cylindrical", "planar", "in_line", "in_plane")),
    joint("cylindrical", ((TZ, "displacement"), (RZ, "angle")), ON_LINE + ALIGNED, milder=("in_line", "parallel_axes", "in_plane")),
    joint("screw", ((HZ, "angle", "displacement"),), ON_LINE + ALIGNED, milder=("cylindrical", "in_line")),
    joint("universal", ((RZ, "angle_i"), (RX, "angle_j")), POINT + CROSSED, turn=CROSS, backward=("angle_j", "angle_i"),
          milder=("spherical", "in_line")),
    joint("spherical", ((QUATERNION,),), POINT, turn=EYE, backward=(), milder=("in_line", "in_plane")),
    joint("planar", ((TX, "x"), (TY, "y"), (RZ, "angle")), ON_PLANE + ALIGNED, backward=(None, None, "angle"),
          milder=("in_plane", "parallel_axes")),
    joint("free", ((TRANSLATION, "x", "y", "z"), (QUATERNION,)), turn=EYE, backward=()),
    joint("at_point", None, POINT, milder=("in_line", "in_plane")),
    joint("in_line", None, ON_LINE, milder=("in_plane",), cost=2.5),
    joint("in_plane", None, ON_PLANE, cost=4.0),
    joint("parallel_axes", None, ALIGNED, milder=("perpendicular",), cost=3.0),
    joint("perpendicular", None, SQUARE, cost=4.0),
    joint("distance", None, LENGTH, coordinates={"length": named("distance")}),
    joint("no_slide", None, SLIDE_Z),
)  # fmt: skip
SPATIAL: dict[str, JointKind] = {kind.word: kind for kind in JOINTS}

POINT_2D = POINT[:2]
ACROSS = (Row(displacement(1), "offset across"),)  # x is the normal, y lies in the plane
STRAIGHT = (Row(cosine(2, 1), "turn", (2, 2)),)
_FLOATING = replace(SPATIAL["planar"], word="free", rows=(), milder=())  # a body in the plane

# The same in planar mechanisms: by the word of the joint, and of joints that may stand on the plane also by (word, "normal").
PLANAR: dict[str | tuple[str, str], JointKind] = {
    word: replace(kind, space=3)
    for word, kind in {
        "revolute": replace(SPATIAL["revolute"], rows=POINT_2D),
        "spherical": replace(SPATIAL["revolute"], rows=POINT_2D),
        "prismatic": replace(SPATIAL["prismatic"], rows=ACROSS + STRAIGHT),
        "cylindrical": replace(SPATIAL["prismatic"], rows=ACROSS + STRAIGHT),
        ("cylindrical", "normal"): replace(SPATIAL["revolute"], rows=POINT_2D),
        "fixed": replace(SPATIAL["fixed"], rows=POINT_2D + TWIST),
        "free": _FLOATING,
        "planar": _FLOATING,
        "at_point": replace(SPATIAL["at_point"], rows=POINT_2D),
        "in_line": replace(SPATIAL["in_line"], rows=ACROSS),
        "in_plane": SPATIAL["in_plane"],
        "parallel_axes": replace(SPATIAL["parallel_axes"], rows=STRAIGHT),
        "perpendicular": SPATIAL["perpendicular"],
        "distance": SPATIAL["distance"],
        "no_slide": SPATIAL["no_slide"],
    }.items()
}  # fmt: skip
KINDS = {chain.name: kind for kind, chain in enumerate(CHAINS)}
FREE_BODY = {False: KINDS["free"], True: KINDS["planar"]}  # of a body without a joint, in space and in the plane
GROUND_KIND = CHAINS.index(next(chain for chain in CHAINS if not chain.steps))  # the ground stands still


def chain_arrays(kinds: Sequence[int]) -> dict[str, np.ndarray]:
    """Return the arrays of Model that follow from the chains of all bodies' tree joints, the ground's first."""
    chains = [CHAINS[kind] for kind in kinds]
    return {
        "joint_type": np.array(kinds, np.int64),
        "motion_start": np.cumsum([0, *(len(chain.motions) for chain in chains)]),
        "motion": np.array([motion for chain in chains for motion in chain.motions], np.int64),
        "riding": np.array([chain.riding for chain in chains], np.int64),
        "swings": np.array([chain.swings for chain in chains], np.int64),
        "q_start": np.cumsum([0, *(chain.nq for chain in chains)]),
        "v_start": np.cumsum([0, *(chain.nv for chain in chains)]),
    }


def joint_kind(word: str, planar: bool, axis_is_normal: bool = False) -> JointKind:
    """Return what a joint is in space or in a planar mechanism, where its axis may stand on the plane."""
    if not planar:
        return SPATIAL[word]
    standing = (word, "normal")
    return PLANAR[standing] if axis_is_normal and standing in PLANAR else PLANAR[word]
