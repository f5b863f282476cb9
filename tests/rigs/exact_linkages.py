"""Random linkages in their design position, moving, with masses of any size, and their accelerations in exact rational arithmetic.

Bodies are not turned in the design position, axes are coordinate axes and all numbers are short binary fractions: the equations
of motion of every body with a row for every direction that a joint holds are then rational, and are solved without rounding.
`turn` turns the mechanism as a whole, by round-off only: moments of inertia that vanish then do so about no coordinate axis.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import linkwork as lw
from linkwork.model.evaluation import Evaluation

GRAVITY = (1, -9.5, 2)
PITCH = 0.75  # m per turn, of screws
TINY = Fraction(1, 10**60)  # in place of a moment of inertia that vanishes: accelerations as in the limit, to 1e-30
LARGE = 1e20  # an acceleration that grows with 1 / TINY
SLIDES = {"prismatic": 1, "cylindrical": 1, "screw": 1, "planar": 2}  # freedoms of translation


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def eliminated(rows):
    """Reduced row echelon form of rows of fractions, and the pivot columns."""
    rows, pivots = [row[:] for row in rows], []
    for column in range(len(rows[0]) - 1):
        at = len(pivots)
        best = next((i for i in range(at, len(rows)) if rows[i][column] != 0), None)
        if best is None:
            continue
        rows[at], rows[best] = rows[best], rows[at]
        inverse = 1 / rows[at][column]
        rows[at] = [x * inverse if x else x for x in rows[at]]
        used = [j for j, x in enumerate(rows[at]) if x]
        for i, row in enumerate(rows):
            if i != at and row[column] != 0:
                f = row[column]
                for j in used:
                    row[j] -= f * rows[at][j]
        pivots.append(column)
    return rows, pivots


class Linkage:
    """Bodies 1 … n (0 is the ground) and joints (kind, i, j, place, axis); `planar`: in the plane xy."""

    def __init__(self, bodies, joints, planar, turn=None):
        self.bodies, self.joints, self.planar = bodies, joints, planar  # bodies: (mass, inertia (3), com)
        self.turn = np.eye(3) if turn is None else np.array(turn)

    def name(self, k):
        return f"b{k}" if k else "ground"

    def turned(self, vector):
        return tuple((self.turn @ np.array(vector, float)).tolist())

    def mechanism(self):
        g = (*GRAVITY[:2], 0) if self.planar else GRAVITY
        m = lw.Mechanism("linkage", gravity=self.turned(g), plane="xy" if self.planar else None)
        for k, (mass, inertia, com) in enumerate(self.bodies, 1):
            if self.planar:
                m.add(lw.Body(f"b{k}", mass=mass, com=com, inertia=inertia[2]))
            else:
                axes: dict = {"x": self.turned((1, 0, 0)), "z": self.turned((0, 0, 1))}
                m.add(lw.Body(f"b{k}", mass=mass, com=self.turned(com), inertia=inertia, **axes))
        for n, (kind, i, j, at, axis) in enumerate(self.joints):
            along = [self.turned(np.eye(3)[(axis + k) % 3]) for k in range(2)]
            fields: dict = {"at": self.turned(at)}
            if kind == "prismatic" or (kind in ("revolute", "cylindrical", "screw", "planar") and not self.planar):
                fields["axis"] = along[0]
            if kind == "universal":
                fields |= {"axis_i": along[0], "axis_j": along[1]}
            if kind == "screw":
                fields["pitch"] = PITCH
            m.add(getattr(lw, kind.capitalize())(f"j{n}", self.name(i), self.name(j), **fields))
        return m

    def rows(self, omega, velocity):
        """(coefficients of [alpha, a] of all bodies, right side) of what the joints hold, exactly; velocities are of mass centres."""
        rows = []

        def add(terms, right):
            row = [Fraction(0)] * (6 * len(self.bodies)) + [right]
            for body, place, x in terms:
                if body:
                    row[6 * (body - 1) + place] += x
            rows.append(row)

        if self.planar:
            for body in range(1, len(self.bodies) + 1):
                for place in (0, 1, 5):
                    add([(body, place, Fraction(1))], Fraction(0))
        for joint in self.joints:
            w = {b: omega[b - 1] if b else [Fraction(0)] * 3 for b in joint[1:3]}
            self._hold_place(joint, w, velocity, add)
            self._hold_turn(joint, w, add)
        return rows

    def _hold_place(self, joint, w, velocity, add):
        kind, i, j, at, axis = joint
        if kind == "free":
            return
        arm = {
            b: [Fraction(p) - Fraction(c) for p, c in zip(at, self.bodies[b - 1][2], strict=True)] for b in (i, j) if b
        }
        for d in range(2 if self.planar else 3):
            slides = d != axis if kind == "planar" else d == axis and kind in SLIDES
            if slides and kind != "screw":
                continue
            terms, right = [], Fraction(0)
            for b, sign in ((i, 1), (j, -1)):
                if b:
                    unit = [Fraction(int(k == d)) for k in range(3)]
                    terms += [(b, 3 + d, Fraction(sign))] + [
                        (b, k, sign * x) for k, x in enumerate(cross(arm[b], unit))
                    ]
                    right -= sign * cross(w[b], cross(w[b], arm[b]))[d]
            if kind in SLIDES:  # the point of j slides in a guide that turns with i
                slide = [(self._point(j, arm, w, velocity)[k] - self._point(i, arm, w, velocity)[k]) for k in range(3)]
                right -= 2 * cross(w[i], slide)[d]
            if slides:  # and is as far along as j has turned
                rise = Fraction(PITCH / (2 * np.pi))
                terms += [(i, d, -rise), (j, d, rise)]
            add(terms, right)

    def _hold_turn(self, joint, w, add):
        kind, i, j, _, axis = joint
        if kind in ("spherical", "free") or (self.planar and kind == "revolute"):
            return
        relative = [y - x for x, y in zip(w[i], w[j], strict=True)]
        for d in range(3):
            if kind in ("revolute", "cylindrical", "screw", "planar") and d != axis:
                e = [relative[axis] * int(k == axis) for k in range(3)]
                add([(j, d, Fraction(1)), (i, d, Fraction(-1))], cross(w[i], e)[d])
            elif kind == "fixed" or (kind == "prismatic" and (not self.planar or d == 2)):
                add([(j, d, Fraction(1)), (i, d, Fraction(-1))], Fraction(0))
            elif kind == "universal" and d == (axis + 2) % 3:
                # the axis of i and that of j stay perpendicular: (w_j - w_i) · (e_i x e_j) = 0, differentiated
                e_i, e_j = ([Fraction(int(k == x)) for k in range(3)] for x in (axis, (axis + 1) % 3))
                turned = [
                    x + y for x, y in zip(cross(cross(w[i], e_i), e_j), cross(e_i, cross(w[j], e_j)), strict=True)
                ]
                add(
                    [(j, d, Fraction(1)), (i, d, Fraction(-1))],
                    -sum(x * y for x, y in zip(relative, turned, strict=True)),
                )

    def _point(self, b, arm, w, velocity):
        if not b:
            return [Fraction(0)] * 3
        return [x + y for x, y in zip(velocity[b - 1], cross(w[b], arm[b]), strict=True)]

    def velocities(self, rng):
        """Random consistent (omega, velocity) of all bodies, exactly: what is free is drawn, the rest follows."""
        n = len(self.bodies)
        still = [[Fraction(0)] * 3] * n
        rows = self.rows(still, still)
        rows, pivots = eliminated(rows) if rows else ([], [])
        x = [Fraction(int(rng.integers(-64, 65)), 32) for _ in range(6 * n)]
        for row, column in zip(rows, pivots, strict=False):
            x[column] = -sum(
                (row[j] * x[j] for j in range(6 * n) if j != column and row[j] and j not in pivots), Fraction(0)
            )
        return [x[6 * b : 6 * b + 3] for b in range(n)], [x[6 * b + 3 : 6 * b + 6] for b in range(n)]

    def contradicts(self, omega, velocity):
        """Whether dependent rows ask for different accelerations, as redundant closing joints do at most speeds."""
        rows = self.rows(omega, velocity)
        solved, pivots = eliminated(rows) if rows else ([], [])
        return any(row[-1] != 0 for row in solved[len(pivots) :])

    def accelerations(self, omega, velocity, tiny=Fraction(0)):
        """(n, 6): [a of the mass centre, alpha] of every body, or None where some motion has no mass.

        With `tiny=TINY`, moments of inertia of bodies with mass that vanish have this value instead.
        """
        n = len(self.bodies)
        rows = self.rows(omega, velocity)
        gravity = [Fraction(g) for g in ((*GRAVITY[:2], 0) if self.planar else GRAVITY)]
        # independent rows only; then [M J'; J 0]
        transposed = [[row[j] for row in rows] + [Fraction(0)] for j in range(6 * n)]
        keep = eliminated(transposed)[1] if rows else []
        rows = [rows[k] for k in keep]
        size = 6 * n + len(rows)
        system = []
        for b, (mass, inertia, _) in enumerate(self.bodies):
            m, J, w = Fraction(mass), [Fraction(x) or (tiny if mass else Fraction(0)) for x in inertia], omega[b]
            gyro = cross(w, [x * y for x, y in zip(J, w, strict=True)])
            for k in range(6):
                row = [Fraction(0)] * (size + 1)
                row[6 * b + k] = J[k] if k < 3 else m
                row[size] = -gyro[k] if k < 3 else m * gravity[k - 3]
                for i, constraint in enumerate(rows):
                    row[6 * n + i] = constraint[6 * b + k]
                system.append(row)
        for constraint in rows:
            system.append(constraint[: 6 * n] + [Fraction(0)] * len(rows) + [constraint[-1]])
        solved, pivots = eliminated(system)
        if len(pivots) < size:
            return None
        x = [row[-1] for row in solved[:size]]
        found = np.array([[float(v) for v in (*x[6 * b + 3 : 6 * b + 6], *x[6 * b : 6 * b + 3])] for b in range(n)])
        if np.abs(found).max() > LARGE:
            return None
        return (self.turn @ found.reshape(2 * n, 3).T).T.reshape(n, 6)


def short(rng, size=64):
    return int(rng.integers(-size, size + 1)) / 32


def random_mass(rng, zeros):
    return 0.0 if rng.random() < zeros else float(2.0 ** rng.integers(-40, 41))


def random_linkage(seed, zeros=0.15):
    """A tree of 2 to 5 bodies with 0 to 2 closing joints; masses and moments of inertia 2^-40 … 2^40, some of them zero."""
    rng = np.random.default_rng(seed)
    planar = bool(rng.random() < 0.5)
    n = int(rng.integers(2, 6))
    bodies, joints = [], []
    for k in range(1, n + 1):
        com = (short(rng), short(rng), 0.0 if planar else short(rng))
        mass = random_mass(rng, zeros)
        kind = rng.random()
        inertia = (0.0, 0.0, 0.0) if mass == 0.0 or kind < zeros else (float(2.0 ** rng.integers(-4, 3)) * mass,) * 3
        if kind > 0.8 and mass > 0:
            J = random_mass(rng, 0)
            inertia = (J, J, J)
        bodies.append((mass, inertia, com))
        joints.append(
            (_kind(rng, planar), int(rng.integers(0, k)), k, _place(rng, planar), int(rng.integers(2 if planar else 3)))
        )
    for _ in range(int(rng.integers(0, 3))):
        i, j = rng.choice(n + 1, 2, replace=False)
        joints.append((_kind(rng, planar), int(i), int(j), _place(rng, planar), int(rng.integers(2 if planar else 3))))
    return Linkage(bodies, joints, planar), rng


ROTATIONS = [  # of a quaternion of integers, each divided by its square
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[1 / 3, 2 / 3, 2 / 3], [2 / 3, 1 / 3, -2 / 3], [-2 / 3, 2 / 3, -1 / 3]],
    [[2 / 15, -2 / 3, 11 / 15], [14 / 15, 1 / 3, 2 / 15], [-1 / 3, 2 / 3, 2 / 3]],
]
KINDS = ("revolute", "prismatic", "cylindrical", "screw", "universal", "spherical", "planar", "fixed", "free")


def rod_or_particle(rng, size=1.0):
    """(mass, principal moments) of a body that may turn about one axis, or about all, without turning mass."""
    mass = size * float(2.0 ** rng.integers(-2, 3))
    axis, J = int(rng.integers(-1, 3)), mass * float(2.0 ** rng.integers(-3, 2))
    return mass, tuple(0.0 if axis < 0 or k == axis else J for k in range(3))


def random_rods(seed, spread=0):
    """A tree of 1 to 3 bodies in space, rods and particles among them, on every kind of joint, some with a closing joint.

    Mass centres lie on the axes of joints as often as not. Masses differ by 2^spread at most.
    """
    rng = np.random.default_rng([seed, 14])
    n = int(rng.integers(1, 4))
    place = lambda: tuple(float(rng.integers(-4, 5)) / 4 for _ in range(3))  # noqa: E731
    bodies, joints = [], []
    for k in range(1, n + 1):
        at, axis = place(), int(rng.integers(3))
        com = place()
        if rng.random() < 0.5:  # on an axis through the joint, or on the joint itself
            along, away = int(rng.integers(3)), float(rng.integers(-2, 3)) / 2
            com = tuple(at[i] + (away if i == along else 0.0) for i in range(3))
        size = float(2.0 ** rng.integers(-spread, spread + 1))
        mass, inertia = rod_or_particle(rng, size)
        if rng.random() < 0.35:
            inertia = tuple(mass * float(x) / 8 for x in rng.integers(4, 7, 3))
        bodies.append((mass, inertia, com))
        joints.append((str(rng.choice(KINDS)), int(rng.integers(0, k)), k, at, axis))
    if rng.random() < 0.4:
        i, j = rng.choice(n + 1, 2, replace=False)
        joints.append((str(rng.choice(KINDS[:-1])), int(i), int(j), place(), int(rng.integers(3))))
    return Linkage(bodies, joints, False, ROTATIONS[seed % 3]), rng


def _kind(rng, planar):
    kinds = ("revolute", "revolute", "prismatic") if planar else ("revolute", "spherical", "universal", "prismatic")
    return str(rng.choice(kinds))


def _place(rng, planar):
    return (short(rng), short(rng), 0.0 if planar else short(rng))


def state_of(model, linkage, omega, velocity):
    """The design position of the model with these velocities of the bodies."""
    start = model.design_state()
    columns = []
    for k in range(model.nv):
        e = Evaluation(model, lw.State(0, start.q, np.eye(model.nv)[k], start.z, start.inactive, start.turns))
        columns.append(e.w.V[1:].ravel().copy())
    e, wanted = Evaluation(model, start), []
    for k, name in enumerate(model.bodies, 1):
        body = int(name[1:]) - 1
        w, v = (np.array(linkage.turned([float(x) for x in known[body]])) for known in (omega, velocity))
        wanted += [*w, *(v + np.cross(w, e.w.X_WB[k, 9:12] - linkage.turned(linkage.bodies[body][2])))]
    v = np.linalg.lstsq(np.array(columns).T, np.array(wanted), rcond=None)[0] if columns else np.zeros(0)
    return lw.State(0, start.q, v, start.z, start.inactive, start.turns)
