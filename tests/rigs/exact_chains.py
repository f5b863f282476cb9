"""Chains, trees and rows of loops of many bodies, and their accelerations in decimals of 160 digits by a sparse elimination."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np

from linkwork.model.evaluation import Evaluation
from tests.rigs.exact_linkages import GRAVITY, ROTATIONS, Linkage, cross

DIGITS = 160
NOTHING = Decimal("1e-60")  # of a row's largest entry: what is left of a row that depends on others
ALIKE = Decimal("1e-3")  # of a row's largest entry: pivots among which the one with the least fill is taken
MOVING = ("revolute", "universal", "spherical", "prismatic", "cylindrical", "screw")


def spatial_tree(n, mass, seed, *, kinds=MOVING, branches=1, inertia=None):
    """A tree of n bodies, each on one of the last `branches` before it; mass(k, rng), and inertia(k, m, J) where it is not J."""
    rng = np.random.default_rng([seed, 77])
    bodies, joints, ends = [], [], []
    for k in range(1, n + 1):
        on = k - 1 if branches == 1 else int(rng.integers(max(0, k - branches), k))
        base = ends[on - 1] if on else np.zeros(3)
        step = rng.integers(-4, 5, 3) / 4
        com = base + rng.integers(-4, 5, 3) / 8
        m = mass(k, rng)
        J = tuple(float(m * x / 64) for x in rng.integers(8, 13, 3))
        bodies.append((m, J if inertia is None else inertia(k, m, J), tuple(com.tolist())))
        joints.append((str(rng.choice(kinds)), on, k, tuple(base.tolist()), int(rng.integers(3))))
        ends.append(base + (step if step.any() else [1.0, 0.5, 0.25]))
    return Linkage(bodies, joints, False, ROTATIONS[seed % 3])


def four_bars(n, mass):
    """A row of n loops in the plane, as lw.library.n_four_bar but uneven."""
    bodies, joints = [], []

    def body(x, y):
        m = mass(len(bodies) + 1, None)
        bodies.append((m, (0.0, 0.0, m / 8), (x, y, 0.0)))
        return len(bodies)

    def pin(i, j, x, y):
        joints.append(("revolute", i, j, (x, y, 0.0), 0))

    for i in range(n + 1):
        pin(0, body(float(i), 0.5 + (i % 3) / 8), float(i), 0.0)
    for i in range(1, n + 1):
        coupler = body(i - 0.5, 1.0 + (i % 2) / 4)
        pin(i, coupler, i - 1.0, 1.0)
        pin(coupler, i + 1, float(i), 1.0 + (i % 2) / 8)
    return Linkage(bodies, joints, True)


def body_velocities(linkage, model, state):
    """(omega, velocity of the mass centre) of every body as fractions, in the axes of the linkage."""
    e = Evaluation(model, state)
    omega, velocity = [], []
    for b, (_, _, com) in enumerate(linkage.bodies, 1):
        k = 1 + list(model.bodies).index(f"b{b}")
        w = e.w.V[k, :3]
        v = e.w.V[k, 3:] + np.cross(w, np.array(linkage.turned(com)) - e.w.X_WB[k, 9:12])
        for to, x in ((omega, w), (velocity, v)):
            to.append([Fraction(float(y)) for y in linkage.turn.T @ x])
    return omega, velocity


def decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator) if isinstance(x, Fraction) else Decimal(x)


def solved(rows, n):
    """The solution of rows ({column: entry}, right side), or None where they do not determine it; those with few entries go first."""
    rows = [(dict(row), right) for row, right in rows]
    touching = [set() for _ in range(n)]
    for i, (row, right) in enumerate(rows):
        largest = max(map(abs, row.values()))
        rows[i] = ({c: x / largest for c, x in row.items()}, right / largest)
        for c in row:
            touching[c].add(i)
    left, order = set(range(len(rows))), []
    while left:
        i = min(left, key=lambda i: len(rows[i][0]))
        left.discard(i)
        row = {c: x for c, x in rows[i][0].items() if abs(x) > NOTHING}
        if not row:
            continue
        largest = max(map(abs, row.values()))
        c = min((c for c, x in row.items() if abs(x) > ALIKE * largest), key=lambda c: len(touching[c] & left))
        order.append((c, row, rows[i][1]))
        for k in touching[c] & left:
            other, right = rows[k]
            f = other[c] / row[c]
            for j, x in row.items():
                other[j] = other.get(j, Decimal(0)) - f * x
                touching[j].add(k)
            del other[c]
            rows[k] = (other, right - f * rows[i][1])
    if len(order) < n:
        return None
    x = [Decimal(0)] * n
    for c, row, right in reversed(order):
        x[c] = (right - sum((y * x[k] for k, y in row.items() if k != c), Decimal(0))) / row[c]
    return x


def exact_accelerations(linkage, omega, velocity, tiny=Fraction(0)):
    """As Linkage.accelerations, for many bodies."""
    n = len(linkage.bodies)
    gravity = [Fraction(g) for g in ((*GRAVITY[:2], 0) if linkage.planar else GRAVITY)]
    with localcontext() as context:
        context.prec = DIGITS
        held = linkage.rows(omega, velocity)
        system = [[{}, Decimal(0)] for _ in range(6 * n + len(held))]
        for b, (mass, inertia, _) in enumerate(linkage.bodies):
            J, w = [Fraction(x) or (tiny if mass else Fraction(0)) for x in inertia], omega[b]
            gyro = cross(w, [x * y for x, y in zip(J, w, strict=True)])
            for k in range(6):
                own = J[k] if k < 3 else Fraction(mass)
                if own:
                    system[6 * b + k][0][6 * b + k] = decimal(own)
                system[6 * b + k][1] = decimal(-gyro[k] if k < 3 else own * gravity[k - 3])
        for i, row in enumerate(held, 6 * n):
            for c, x in enumerate(row[:-1]):
                if x:
                    system[i][0][c] = system[c][0][i] = decimal(x)
            system[i][1] = decimal(row[-1])
        x = solved([tuple(row) for row in system if row[0]], len(system))
    if x is None:
        return None
    found = np.array([[float(v) for v in (*x[6 * b + 3 : 6 * b + 6], *x[6 * b : 6 * b + 3])] for b in range(n)])
    return (linkage.turn @ found.reshape(2 * n, 3).T).T.reshape(n, 6)
