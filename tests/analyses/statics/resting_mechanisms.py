"""Mechanisms with known equilibria, and the formulas or small minimizations that give them."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq, minimize

import linkwork as lw

G = 9.81


def pendulum(mass=2.0, com=(0.5, 0, 0), gravity=(0, -G, 0)):
    m = lw.Mechanism("pendulum", gravity=gravity, plane="xy")
    return m.add(lw.Body("bar", mass=mass, inertia=0.1, com=com), lw.Revolute("A", "ground", "bar", at=(0, 0, 0)))


# chains


def chain(n, span, *, length=1.0, mass=1.0, plane="xy"):
    """n equal links in a row along x, closed to a support at (span, 0); the last joint is open in the design position."""
    link = length / n
    m = lw.Mechanism("chain", gravity=(0, -G, 0), plane=plane)
    for k in range(n):
        inertia = mass / n * link**2 / 12
        m.add(
            lw.Body(
                f"link{k}",
                mass=mass / n,
                com=((k + 0.5) * link, 0, 0),
                inertia=inertia if plane else (0, inertia, inertia),
            )
        )
        joint = lw.Revolute if plane else lw.Spherical
        m.add(joint(f"J{k}", "ground" if k == 0 else f"link{k - 1}", f"link{k}", at=(k * link, 0, 0)))
    closing = lw.Revolute if plane else lw.Spherical
    return m.add(closing("end", f"link{n - 1}", "ground", at_i=(length, 0, 0), at_j=(span, 0, 0)))


def lowest_chain(n, span, *, length=1.0, mass=1.0):
    """(angles, tension): the links' angles of least energy under two closing conditions, and the horizontal force; by
    minimization, then Newton on its conditions."""
    link = length / n
    weight = G * mass / n * link * (n - np.arange(n) - 0.5)

    def closing(a):
        return np.array([link * np.cos(a).sum() - span, link * np.sin(a).sum()])

    def slope(a):
        return np.array([-link * np.sin(a), link * np.cos(a)])

    a = np.linspace(-1.0, 1.0, n) * 1.2
    if n <= 30:
        conditions = {"type": "eq", "fun": closing, "jac": slope}
        result = minimize(
            lambda a: weight @ np.sin(a), a, jac=lambda a: weight * np.cos(a), constraints=conditions, method="SLSQP"
        )
        a = result.x
    else:  # along the catenary: good enough for Newton
        s = (np.arange(n) + 0.5) / n * length - length / 2
        a = np.arctan(s / catenary(span, length))
    mu = np.linalg.lstsq(slope(a).T, -weight * np.cos(a), rcond=None)[0]
    for _ in range(30):
        H = np.diag(-weight * np.sin(a) + mu[0] * -link * np.cos(a) - mu[1] * link * np.sin(a))
        A = slope(a)
        K = np.block([[H, A.T], [A, np.zeros((2, 2))]])
        step = np.linalg.solve(K, -np.concatenate((weight * np.cos(a) + A.T @ mu, closing(a))))
        a, mu = a + step[:n], mu + step[n:]
    assert np.abs(step).max() < 1e-11
    return a, -mu[0]


def catenary(span, length):
    """a of y = a cosh(x / a) with that span and length between supports of one height."""
    return brentq(lambda a: 2 * a * np.sinh(span / (2 * a)) - length, 1e-3 * span, 1e3 * span, xtol=1e-15)


def absolute_angles(eq, n):
    """Angles of the links of a planar chain, in (-pi, pi]."""
    a = np.cumsum([eq[f"J{k}.angle"] for k in range(n)])
    return np.arctan2(np.sin(a), np.cos(a))


# loops and springs


def sprung_four_bar(stiffness=400.0, rest=0.9, plane="xy"):
    """Crank 0.5, coupler 1.2, rocker 0.9, base 1.3, with a spring from the crank's pin to the rocker's bearing."""
    m = lw.Mechanism("sprung four-bar", gravity=(0, -G, 0), plane=plane)
    b = four_bar_points(1.0)
    bars = {"crank": ("A", "B", 2.0), "coupler": ("B", "C", 3.0), "rocker": ("D", "C", 2.5)}
    m.add(*(lw.Point(name, tuple(at)) for name, at in b.items()))
    for name, (i, j, mass) in bars.items():
        m.add(lw.Body(name, mass=mass, com=(i, j), inertia=0.1 if plane else (0.1, 0.1, 0.1)))
    m.add(
        lw.Revolute("JA", "ground", "crank", at="A", axis=(0, 0, 1)),
        lw.Revolute("JB", "crank", "coupler", at="B", axis=(0, 0, 1)),
        lw.Revolute("JC", "coupler", "rocker", at="C", axis=(0, 0, 1)),
        lw.Revolute("JD", "ground", "rocker", at="D", axis=(0, 0, 1)),
        lw.SpringDamper("K", "ground", "crank", at_i="D", at_j="B", stiffness=stiffness, rest=rest),
    )
    return m


def four_bar_points(theta):
    """Pins of the four-bar at a crank angle, coupler above."""
    A, D = np.zeros(2), np.array([1.3, 0.0])
    B = 0.5 * np.array([np.cos(theta), np.sin(theta)])
    d = D - B
    reach = np.linalg.norm(d)
    along = (reach**2 + 1.2**2 - 0.9**2) / (2 * reach)
    C = B + along * d / reach + np.sqrt(1.2**2 - along**2) * np.array([-d[1], d[0]]) / reach
    return {name: (float(p[0]), float(p[1]), 0.0) for name, p in zip("ABCD", (A, B, C, D), strict=True)}


def four_bar_energy(theta, stiffness=400.0, rest=0.9):
    """Gravity and spring of the four-bar, by its crank angle alone."""
    A, B, C, D = (np.array(p) for p in four_bar_points(theta).values())
    height = 2.0 * (A + B)[1] / 2 + 3.0 * (B + C)[1] / 2 + 2.5 * (C + D)[1] / 2
    return G * height + 0.5 * stiffness * (np.linalg.norm(B - D) - rest) ** 2


# buckling and snap-through


def column(stiffness=10.0, length=1.0):
    """Two links in a row between a bearing and a slider, a torsion spring at the middle, a load P down on the slider."""
    m = lw.Mechanism("column", plane="xy")
    half = length / 2
    return m.add(
        lw.Input("P"),
        lw.Body("lower", mass=1, inertia=0.01, com=(0, half / 2, 0)),
        lw.Body("upper", mass=1, inertia=0.01, com=(0, 1.5 * half, 0)),
        lw.Body("head", mass=1, inertia=0.01, com=(0, length, 0)),
        lw.Revolute("foot", "ground", "lower", at=(0, 0, 0)),
        lw.Revolute("middle", "lower", "upper", at=(0, half, 0)),
        lw.Revolute("top", "upper", "head", at=(0, length, 0)),
        lw.Prismatic("guide", "ground", "head", at=(0, length, 0), axis=(0, 1, 0)),
        lw.JointSpring("K", "middle.angle", stiffness=stiffness),
        lw.AppliedForce("load", "head", at=(0, length, 0), force=(0, "-P", 0)),
    )


def buckled_angle(load, stiffness=10.0, length=1.0):
    """theta > 0 of 4 k theta = P L sin(theta): the links' angle beyond the critical load 4 k / L."""
    return brentq(lambda a: 4 * stiffness * a - load * length * np.sin(a), 1e-3, np.pi, xtol=1e-15)


def truss(stiffness=1000.0, height=0.3, half=1.0):
    """Von Mises' truss: a mass guided vertically between two inclined springs, pushed down with P."""
    rest = float(np.hypot(half, height))
    m = lw.Mechanism("truss", plane="xy")
    m.add(
        lw.Input("P"),
        lw.Body("apex", mass=1, inertia=0.01, com=(0, height, 0)),
        lw.Prismatic("guide", "ground", "apex", at=(0, height, 0), axis=(0, 1, 0)),
        lw.AppliedForce("load", "apex", at=(0, height, 0), force=(0, "-P", 0)),
    )
    for name, x in (("left", -half), ("right", half)):
        m.add(
            lw.SpringDamper(name, "ground", "apex", at_i=(x, 0, 0), at_j=(0, height, 0), stiffness=stiffness, rest=rest)
        )
    return m


def truss_load(y, stiffness=1000.0, height=0.3, half=1.0):
    """The load that the truss carries with its apex at height y."""
    rest, length = np.hypot(half, height), np.hypot(half, y)
    return 2 * stiffness * (rest - length) * y / length


def truss_limit(stiffness=1000.0, height=0.3, half=1.0):
    """(y, P) at the limit point: l³ = l0 b²."""
    rest = np.hypot(half, height)
    y = np.sqrt((rest * half**2) ** (2 / 3) - half**2)
    return y, truss_load(y, stiffness, height, half)


# arms


def arm():
    """Three links with motors, in a vertical plane."""
    m = lw.Mechanism("arm", gravity=(0, -G, 0), plane="xy")
    for k, (x, mass) in enumerate(((0.0, 5.0), (0.5, 3.0), (0.9, 1.0))):
        m.add(
            lw.Body(f"link{k}", mass=mass, inertia=0.05, com=(x + 0.2, 0, 0)),
            lw.Revolute(f"j{k}", "ground" if k == 0 else f"link{k - 1}", f"link{k}", at=(x, 0, 0)),
            lw.Input(f"tau{k}"),
            lw.JointForce(f"motor{k}", f"j{k}.angle", force=f"tau{k}"),
        )
    return m
