"""Loops that pass singular positions, each with its motion in one coordinate, from closed forms of its own branch.

On the branch every point is a smooth function of the crank's angle, so the reference needs no constraints and no branch
decision: ½ m(angle) speed² and the work of the forces, integrated tightly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline

import linkwork as lw

TURNS = np.linspace(-3 * np.pi, 3 * np.pi, 601)  # the branch of a change point repeats after two turns


def fold(angle):
    return (angle + 2 * np.pi) % (4 * np.pi) - 2 * np.pi


@dataclass(frozen=True)
class Loop:
    """A mechanism, its crank's angle and speed at the start, and its motion on the branch."""

    mechanism: lw.Mechanism
    crank: str
    tips: dict[str, Callable]  # a frame and its place in the plane as a function of the crank's angle
    rates: Callable  # (angle, speed) -> acceleration
    angle: float
    targets: dict[str, float]
    speed: float
    accuracy: float = 1e-13  # of the reference

    def start(self) -> tuple[lw.Model, lw.State]:
        model = lw.compile(self.mechanism)
        return model, lw.assemble(model, self.targets)

    def reference(self, duration: float, disturbance: float = 0.0) -> np.ndarray:
        """Angle and speed of the crank at the end."""
        result = solve_ivp(
            lambda t, y: (y[1], self.rates(y[0], y[1])),
            (0.0, duration),
            (self.angle + disturbance, self.speed),
            method="DOP853",
            rtol=self.accuracy,
            atol=self.accuracy,
        )
        return result.y[:, -1]

    def off_branch(self, run: lw.Trajectory) -> float:
        """The largest distance of a tip from where the branch has it at the run's own crank angle."""
        angle = run[self.crank]
        return max(np.abs(run[f"{tip}.position"][:, :2] - at(angle)).max() for tip, at in self.tips.items())


def circle(radius, offset=0.0, centre=(0.0, 0.0)):
    def at(angle):
        return np.stack((centre[0] + radius * np.cos(angle + offset), centre[1] + radius * np.sin(angle + offset)), -1)

    return at


def rhombus(force=(-80.0, -70.0), speed=0.0) -> Loop:
    """park-2000 4.2, case I."""
    theta = np.pi / 3

    def rates(angle, speed):
        return (-100 * (angle - 0.524) + 2 * (-force[0] * np.sin(angle) + force[1] * np.cos(angle))) / 77

    mechanism = lw.library.planar_four_bar(case="I", force=force)
    tips = {"observe0": circle(2.0), "observe1": circle(2.0, centre=(2.0, 0.0))}
    return Loop(mechanism, "A.angle", tips, rates, theta, {"A.angle.rate": speed}, speed)


def n_four_bar(n: int, force=(0.0, 0.0), speed=-1.0) -> Loop:
    """Rods stay parallel and couplers level; the crank's angle is 0 upright."""
    inertia, weight = (n + 1) / 3 + n, 9.81 * ((n + 1) / 2 + n)

    def rates(angle, speed):
        return ((weight - force[1]) * np.sin(angle) - force[0] * np.cos(angle)) / inertia

    mechanism = lw.library.n_four_bar(n)
    mechanism.add(
        lw.AppliedForce("F", "coupler1", at="C1", force=(*force, 0)),
        lw.Frame("last", f"rod{n}", f"C{n}"),
        lw.Frame("middle", f"rod{n // 2}", f"C{n // 2}" if n > 1 else "B0"),
    )
    tips = {
        "observe0": circle(1.0, np.pi / 2),
        "last": circle(1.0, np.pi / 2, (n, 0.0)),
        "middle": circle(1.0, np.pi / 2, (n // 2, 0.0)),
    }
    return Loop(mechanism, "A0.angle", tips, rates, 0.0, {"A0.angle.rate": speed}, speed)


def change_point(force=(0.0, 0.0), speed=2.0, angle=1.0, links=(1.0, 3.0, 2.0, 4.0)) -> Loop:
    """Crank a, coupler b, rocker c, ground d with a + d = b + c: flat when the crank points away from D.

    (b + c)² - BD² = 4 a d cos²(angle/2), so twice the area of BCD is sqrt(a d) cos(angle/2) sqrt(BD² - (b - c)²), with a
    sign that is smooth through zero: the branch.
    """
    a, b, c, d = links

    def place(angle):
        bx, by = a * np.cos(angle), a * np.sin(angle)
        ux, uy = d - bx, -by
        bd2 = ux * ux + uy * uy
        along = (b * b - c * c + bd2) / (2 * bd2)
        across = np.sqrt(a * d) * np.cos(angle / 2) * np.sqrt(bd2 - (b - c) ** 2) / bd2
        return np.stack((bx, by, bx + along * ux - across * uy, by + along * uy + across * ux), -1)

    points = make_interp_spline(TURNS, place(TURNS), k=9)
    first, second = points.derivative(1), points.derivative(2)
    masses, inertias = (2.0, 3.0, 1.5), (0.4, 0.9, 0.3)

    def rates(angle, speed):
        p, p1, p2 = points(fold(angle)), first(fold(angle)), second(fold(angle))
        # per unit of angle: d(place)/d(angle) and its derivative, for three mass centres and three link angles
        move, bend, torque = 0.0, 0.0, force[0] * p1[2] + force[1] * p1[3]
        for i, (start, end, length) in enumerate(((None, 0, a), (0, 2, b), (None, 2, c))):
            r0 = np.zeros(2) if start is None else p1[start : start + 2]
            s0 = np.zeros(2) if start is None else p2[start : start + 2]
            base = (p[:2] * 0 if i == 0 else np.array((d, 0.0))) if start is None else p[start : start + 2]
            link, link1, link2 = p[end : end + 2] - base, p1[end : end + 2] - r0, p2[end : end + 2] - s0
            v, w = (p1[end : end + 2] + r0) / 2, (p2[end : end + 2] + s0) / 2
            turn = (link[0] * link1[1] - link[1] * link1[0]) / length**2
            turn1 = (link[0] * link2[1] - link[1] * link2[0]) / length**2
            move += masses[i] * (v @ v) + inertias[i] * turn * turn
            bend += masses[i] * (v @ w) + inertias[i] * turn * turn1
            torque += -9.81 * masses[i] * v[1]
        return (torque - bend * speed * speed) / move

    at = place(np.array(angle))
    m = lw.Mechanism("change-point linkage", gravity=(0, -9.81, 0), plane="xy")
    m.add(
        lw.Body("link1", mass=masses[0], inertia=inertias[0], com=("A", "B"), x=("A", "B")),
        lw.Body("link2", mass=masses[1], inertia=inertias[1], com=("B", "C"), x=("B", "C")),
        lw.Body("link3", mass=masses[2], inertia=inertias[2], com=("D", "C"), x=("D", "C")),
        lw.Revolute("A", "ground", "link1", at=(0, 0, 0), x_i=(1, 0, 0), x_j=("A", "B")),
        lw.Revolute("B", "link1", "link2", at=(float(at[0]), float(at[1]), 0)),
        lw.Revolute("C", "link2", "link3", at=(float(at[2]), float(at[3]), 0)),
        lw.Revolute("D", "ground", "link3", at=(d, 0, 0)),
        lw.AppliedForce("F", "link2", at="C", force=(*force, 0)),
        lw.Frame("tip1", "link1", "B"),
        lw.Frame("tip2", "link2", "C"),
    )
    tips = {"tip1": lambda angle: place(angle)[..., :2], "tip2": lambda angle: place(angle)[..., 2:]}
    rate1, rate2 = first(fold(angle))[:2], first(fold(angle))[2:]
    link2, link3 = at[2:] - at[:2], at[2:] - np.array((d, 0.0))
    turn2 = (link2[0] * (rate2 - rate1)[1] - link2[1] * (rate2 - rate1)[0]) / b**2 * speed
    turn3 = (link3[0] * rate2[1] - link3[1] * rate2[0]) / c**2 * speed
    targets = {"link1.angle.rate": speed}
    if abs(np.cos(angle / 2)) < 1e-12:  # the velocity, not the pose, says which branch
        targets |= {"link2.angle.rate": float(turn2), "link3.angle.rate": float(turn3)}
    return Loop(m, "A.angle", tips, rates, angle, targets, speed, accuracy=1e-11)  # of the splines


def two_loops(force=(0.0, 0.0), speed=4.0, apart=0.004) -> Loop:
    """Parallelograms of different sizes on one crank, their pins `apart` rad from each other: flat one after the other."""
    theta, small, far = 1.0, 0.7, -1.6
    B1, B2 = circle(1.0)(theta), circle(small, apart)(theta)
    m = lw.Mechanism("two unequal loops", gravity=(0, -9.81, 0), plane="xy")
    m.add(
        lw.Body("crank", mass=1, inertia=0.3, com=("A", "B1"), x=("A", "B1")),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0), x_i=(1, 0, 0), x_j=("A", "B1")),
    )
    for i, B, x in ((1, B1, 2.0), (2, B2, far)):
        m.add(
            lw.Revolute(f"B{i}", "crank", f"coupler{i}", at=(float(B[0]), float(B[1]), 0)),
            lw.Revolute(f"C{i}", f"coupler{i}", f"rocker{i}", at=(float(B[0]) + x, float(B[1]), 0)),
            lw.Revolute(f"D{i}", "ground", f"rocker{i}", at=(x, 0, 0)),
            lw.Body(f"coupler{i}", mass=i, inertia=0.2, com=(f"B{i}", f"C{i}")),
            lw.Body(f"rocker{i}", mass=2, inertia=0.1 * i, com=(f"D{i}", f"C{i}")),
            lw.Frame(f"tip{i}", f"coupler{i}", f"C{i}"),
        )
    m.add(lw.AppliedForce("F", "coupler1", at="C1", force=(*force, 0)))
    inertia = 0.25 + 0.3 + 1 + 2 * small**2 + 2 * 0.25 * (1 + small**2) + 0.1 + 0.2

    def rates(angle, speed):
        along = (0.5 + 1 + 2 * 0.5) * np.cos(angle) + (2 * small + 2 * 0.5 * small) * np.cos(angle + apart)
        return (-9.81 * along - force[0] * np.sin(angle) + force[1] * np.cos(angle)) / inertia

    tips = {"tip1": circle(1.0, 0.0, (2.0, 0.0)), "tip2": circle(small, apart, (far, 0.0))}
    return Loop(m, "A.angle", tips, rates, theta, {"A.angle.rate": speed}, speed)


def spatial_parallelogram(force=(0.0, 0.0), speed=3.0, height=0.8) -> Loop:
    """Cranks about two upright axes at different heights, an inclined coupler on a ball and a universal joint."""
    theta = 1.0
    B, C = circle(1.0)(theta), circle(1.0, 0.0, (2.0, 0.0))(theta)
    coupler = np.array((2.0, 0.0, height))
    m = lw.Mechanism("spatial parallelogram", gravity=(0, -9.81, 0))
    m.add(
        lw.Body("crank", mass=2, inertia=(0.1, 0.2, 0.2), com=("A", "B"), x=("A", "B")),
        lw.Body("coupler", mass=3, inertia=(0.2, 0.9, 0.8), com=("B", "C")),
        lw.Body("rocker", mass=1, inertia=(0.1, 0.3, 0.3), com=("D", "C"), x=("D", "C")),
        lw.Revolute("A", "ground", "crank", at=(0, 0, 0), axis=(0, 0, 1), x_i=(1, 0, 0), x_j=("A", "B")),
        lw.Spherical("B", "crank", "coupler", at=(float(B[0]), float(B[1]), 0)),
        lw.Universal("C", "rocker", "coupler", at=(float(C[0]), float(C[1]), height), axis_i=(0, 0, 1),
                     axis_j=tuple(np.cross((0, 0, 1.0), coupler).tolist())),
        lw.Revolute("D", "ground", "rocker", at=(2, 0, height), axis=(0, 0, 1)),
        lw.AppliedForce("F", "coupler", at="C", force=(*force, 0)),
        lw.Frame("tip1", "crank", "B"),
        lw.Frame("tip2", "coupler", "C"),
    )  # fmt: skip
    inertia = 2 * 0.25 + 0.2 + 3 + 0.25 + 0.3

    def rates(angle, speed):
        weight = 9.81 * (1 + 3 + 0.5)
        return (-weight * np.cos(angle) - force[0] * np.sin(angle) + force[1] * np.cos(angle)) / inertia

    tips = {"tip1": circle(1.0), "tip2": circle(1.0, 0.0, (2.0, 0.0))}
    return Loop(m, "A.angle", tips, rates, theta, {"A.angle.rate": speed}, speed)
