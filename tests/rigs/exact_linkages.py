"""Random linkages in their design position, moving, with masses of any size, and their accelerations in exact rational arithmetic.

Bodies are not turned in the design position, axes are coordinate axes and all numbers are short binary fractions: the equations
of motion of every body with a row for every direction that a joint holds are then rational, and are solved without rounding.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import linkwork as lw
from linkwork.model.evaluation import Evaluation

GRAVITY = (1, -9.5, 2)


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

    def __init__(self, bodies, joints, planar):
        self.bodies, self.joints, self.planar = bodies, joints, planar  # bodies: (mass, inertia (3), com)

    def name(self, k):
        return f"b{k}" if k else "ground"

    def mechanism(self):
        m = lw.Mechanism(
            "linkage", gravity=(*GRAVITY[:2], 0) if self.planar else GRAVITY, plane="xy" if self.planar else None
        )
        for k, (mass, inertia, com) in enumerate(self.bodies, 1):
            m.add(lw.Body(f"b{k}", mass=mass, com=com, inertia=inertia[2] if self.planar else inertia))
        made = {
            "revolute": lw.Revolute,
            "spherical": lw.Spherical,
            "prismatic": lw.Prismatic,
            "universal": lw.Universal,
        }
        for n, (kind, i, j, at, axis) in enumerate(self.joints):
            fields: dict = {"at": at}
            if kind == "prismatic" or (kind == "revolute" and not self.planar):
                fields["axis"] = tuple(np.eye(3)[axis])
            if kind == "universal":
                fields |= {"axis_i": tuple(np.eye(3)[axis]), "axis_j": tuple(np.eye(3)[(axis + 1) % 3])}
            m.add(made[kind](f"j{n}", self.name(i), self.name(j), **fields))
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
        for kind, i, j, at, axis in self.joints:
            arm = {
                b: [Fraction(p) - Fraction(c) for p, c in zip(at, self.bodies[b - 1][2], strict=True)]
                for b in (i, j)
                if b
            }
            w = {b: omega[b - 1] if b else [Fraction(0)] * 3 for b in (i, j)}
            relative = [y - x for x, y in zip(w[i], w[j], strict=True)]
            for d in range(2 if self.planar else 3):
                if kind == "prismatic" and d == axis:
                    continue
                terms, right = [], Fraction(0)
                for b, sign in ((i, 1), (j, -1)):
                    if b:
                        unit = [Fraction(int(k == d)) for k in range(3)]
                        terms += [(b, 3 + d, Fraction(sign))] + [
                            (b, k, sign * x) for k, x in enumerate(cross(arm[b], unit))
                        ]
                        right -= sign * cross(w[b], cross(w[b], arm[b]))[d]
                if kind == "prismatic":  # the point of j slides in a guide that turns with i
                    slide = [
                        (self._point(j, arm, w, velocity)[k] - self._point(i, arm, w, velocity)[k]) for k in range(3)
                    ]
                    right -= 2 * cross(w[i], slide)[d]
                add(terms, right)
            if kind == "spherical" or (self.planar and kind == "revolute"):
                continue
            for d in range(3):
                if kind == "revolute" and d != axis:
                    e = [relative[axis] * int(k == axis) for k in range(3)]
                    add([(j, d, Fraction(1)), (i, d, Fraction(-1))], cross(w[i], e)[d])
                elif kind == "prismatic" and (not self.planar or d == 2):
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
        return rows

    def _point(self, b, arm, w, velocity):
        if not b:
            return [Fraction(0)] * 3
        return [x + y for x, y in zip(velocity[b - 1], cross(w[b], arm[b]), strict=True)]

    def velocities(self, rng):
        """Random consistent (omega, velocity) of all bodies, exactly: what is free is drawn, the rest follows."""
        n = len(self.bodies)
        still = [[Fraction(0)] * 3] * n
        rows, pivots = eliminated(self.rows(still, still))
        x = [Fraction(int(rng.integers(-64, 65)), 32) for _ in range(6 * n)]
        for row, column in zip(rows, pivots, strict=False):
            x[column] = -sum(
                (row[j] * x[j] for j in range(6 * n) if j != column and row[j] and j not in pivots), Fraction(0)
            )
        return [x[6 * b : 6 * b + 3] for b in range(n)], [x[6 * b + 3 : 6 * b + 6] for b in range(n)]

    def accelerations(self, omega, velocity):
        """(n, 6): [a of the mass centre, alpha] of every body, or None where some motion has no mass."""
        n = len(self.bodies)
        rows = self.rows(omega, velocity)
        gravity = [Fraction(g) for g in ((*GRAVITY[:2], 0) if self.planar else GRAVITY)]
        # independent rows only; then [M J'; J 0]
        transposed = [[row[j] for row in rows] + [Fraction(0)] for j in range(6 * n)]
        keep = eliminated(transposed)[1]
        rows = [rows[k] for k in keep]
        size = 6 * n + len(rows)
        system = []
        for b, (mass, inertia, _) in enumerate(self.bodies):
            m, J, w = Fraction(mass), [Fraction(x) for x in inertia], omega[b]
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
        return np.array([[float(v) for v in (*x[6 * b + 3 : 6 * b + 6], *x[6 * b : 6 * b + 3])] for b in range(n)])


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
        w, v = (np.array([float(x) for x in known[body]]) for known in (omega, velocity))
        wanted += [*w, *(v + np.cross(w, e.w.X_WB[k, 9:12] - linkage.bodies[body][2]))]
    v = np.linalg.lstsq(np.array(columns).T, np.array(wanted), rcond=None)[0] if columns else np.zeros(0)
    return lw.State(0, start.q, v, start.z, start.inactive, start.turns)
