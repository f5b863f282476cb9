"""The neutral problems as casadi expressions: articulated bodies for trees, multipliers for loops."""

from __future__ import annotations

import casadi as ca
import numpy as np

from benchmarks.problems import GROUND, Problem


def skew(x):
    """The matrix of the cross product, with structural zeros kept."""
    return ca.sparsify(ca.vertcat(ca.horzcat(0, -x[2], x[1]), ca.horzcat(x[2], 0, -x[0]), ca.horzcat(-x[1], x[0], 0)))


def constant(x) -> ca.SX:
    return ca.SX(ca.sparsify(ca.DM(np.asarray(x, float))))


def turn(axis: np.ndarray, angle) -> ca.SX:
    """Rotation about a constant axis."""
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return constant(np.eye(3) + K @ K) + ca.sin(angle) * constant(K) - ca.cos(angle) * constant(K @ K)


class Kinematics:
    """World poses and velocities of all bodies as functions of the joint coordinates."""

    def __init__(self, given: Problem):
        n = len(given.links)
        self.given, self.q, self.v = given, ca.SX.sym("q", n), ca.SX.sym("v", n)
        self.R, self.p, self.omega = [], [], []
        for i, link in enumerate(given.links):
            R, p, omega = self.of(link.parent)
            p = p + R @ constant(link.anchor - given.origin(link.parent))
            if link.joint == "rev":
                omega = omega + (R @ constant(link.axis)) * self.v[i]
                R = R @ turn(link.axis, self.q[i])
            else:
                p = p + (R @ constant(link.axis)) * self.q[i]
            self.R.append(R)
            self.p.append(p)
            self.omega.append(omega)

    def of(self, body: int):
        if body == GROUND:
            return constant(np.eye(3)), constant(np.zeros(3)), constant(np.zeros(3))
        return self.R[body], self.p[body], self.omega[body]

    def point(self, body: int, place: np.ndarray):
        """World position of a material point given at the initial configuration."""
        R, p, _ = self.of(body)
        return p + R @ constant(place - self.given.origin(body))

    def velocity(self, expression):
        return ca.jtimes(expression, self.q, self.v)

    def forces(self) -> list[tuple[int, object, object]]:
        """(body, world force, world point) of loads and springs; loads' torques are in `torques`."""
        result = [(load.body, constant(load.force), self.point(load.body, load.point)) for load in self.given.loads]
        for s in self.given.springs:
            a, b = self.point(s.a, s.point_a), self.point(s.b, s.point_b)
            d = b - a
            length = ca.sqrt(ca.dot(d, d))
            rate = ca.dot(d, self.velocity(d)) / length
            pull = (s.stiffness * (length - s.free_length) + s.damping * rate) * d / length
            result += [(s.a, pull, a), (s.b, -pull, b)]
        return [entry for entry in result if entry[0] != GROUND]

    def torques(self) -> list[tuple[int, object]]:
        return [(load.body, constant(load.torque)) for load in self.given.loads]


def articulated_bodies(k: Kinematics):
    """Joint accelerations of a tree: Featherstone's articulated-body algorithm in body coordinates at the joints."""
    given, n = k.given, len(k.given.links)
    X, S, V, c, I, p = [], [], [], [], [], []
    for i, link in enumerate(given.links):
        arm = constant(link.anchor - given.origin(link.parent))
        E, s = constant(np.eye(3)), constant(np.concatenate([np.zeros(3), link.axis]))
        if link.joint == "rev":
            E, s = turn(link.axis, k.q[i]).T, constant(np.concatenate([link.axis, np.zeros(3)]))
        else:
            arm = arm + constant(link.axis) * k.q[i]
        x = ca.sparsify(ca.vertcat(ca.horzcat(E, ca.SX(3, 3)), ca.horzcat(-E @ skew(arm), E)))
        rate = s * k.v[i]
        velocity = rate if link.parent == GROUND else x @ V[link.parent] + rate
        K = skew(constant(link.com - link.anchor))
        inertia = ca.sparsify(
            ca.vertcat(
                ca.horzcat(constant(link.inertia) + link.mass * K @ K.T, link.mass * K),
                ca.horzcat(link.mass * K.T, link.mass * constant(np.eye(3))),
            )
        )
        cross = ca.sparsify(
            ca.vertcat(ca.horzcat(skew(velocity[:3]), ca.SX(3, 3)), ca.horzcat(skew(velocity[3:]), skew(velocity[:3])))
        )
        X.append(x), S.append(s), V.append(velocity), c.append(cross @ rate), I.append(inertia)
        p.append(-(cross.T @ (inertia @ velocity)))
    for body, force, place in k.forces():
        moment = ca.cross(place - k.p[body], force)
        p[body] = p[body] - ca.vertcat(k.R[body].T @ moment, k.R[body].T @ force)
    for body, torque in k.torques():
        p[body] = p[body] - ca.vertcat(k.R[body].T @ torque, ca.SX(3, 1))
    U, D, u = [None] * n, [None] * n, [None] * n
    for i in reversed(range(n)):
        U[i] = I[i] @ S[i]
        D[i], u[i] = ca.dot(S[i], U[i]), -ca.dot(S[i], p[i])
        parent = given.links[i].parent
        if parent != GROUND:
            reduced = I[i] - U[i] @ (U[i].T / D[i])
            I[parent] = I[parent] + X[i].T @ reduced @ X[i]
            p[parent] = p[parent] + X[i].T @ (p[i] + reduced @ c[i] + U[i] * (u[i] / D[i]))
    base = constant(np.concatenate([np.zeros(3), -given.gravity]))
    A, vdot = [], []
    for i, link in enumerate(given.links):
        a = X[i] @ (base if link.parent == GROUND else A[link.parent]) + c[i]
        vdot.append((u[i] - ca.dot(U[i], a)) / D[i])
        A.append(a + S[i] * vdot[i])
    return ca.vertcat(*vdot)


def mass_and_forces(k: Kinematics):
    """M and Q - h by Kane's equations: sums over bodies of mass centre and rotation."""
    given = k.given
    M, Qh = 0, 0
    for i, link in enumerate(given.links):
        com, omega, R = k.point(i, link.com), k.omega[i], k.R[i]
        J, W = ca.jacobian(com, k.q), ca.jacobian(omega, k.v)
        inertia = R @ constant(link.inertia) @ R.T
        bias = k.velocity(k.velocity(com)) - constant(given.gravity)
        turning = inertia @ k.velocity(omega) + ca.cross(omega, inertia @ omega)
        M = M + link.mass * (J.T @ J) + W.T @ inertia @ W
        Qh = Qh - link.mass * (J.T @ bias) - W.T @ turning
    for _, force, place in k.forces():
        Qh = Qh + ca.jacobian(place, k.q).T @ force
    for body, torque in k.torques():
        Qh = Qh + ca.jacobian(k.omega[body], k.v).T @ torque
    return M, Qh


def closures(k: Kinematics):
    """Independent constraint rows: points that coincide, and axes that stay parallel."""
    given, rows = k.given, []
    for loop in given.loops:
        gap = k.point(loop.a, loop.point) - k.point(loop.b, loop.point)
        rows += [gap[j] for j in range(2 if given.planar else 3)]
        if loop.axis is not None:
            across = np.linalg.svd(loop.axis.reshape(1, 3))[2][1:]
            axis = k.of(loop.b)[0] @ constant(loop.axis)
            rows += [ca.dot(k.of(loop.a)[0] @ constant(w), axis) for w in across]
    Phi = ca.vertcat(*rows)
    J = np.array(ca.Function("J", [k.q], [ca.jacobian(Phi, k.q)])(np.zeros(k.q.shape)))
    return ca.vertcat(*(rows[r] for r in independent(J)))


def independent(J: np.ndarray) -> list[int]:
    """The first rows of a Jacobian that span its row space."""
    chosen: list[int] = []
    for r in range(len(J)):
        if np.linalg.matrix_rank(J[[*chosen, r]], tol=1e-9) > len(chosen):
            chosen.append(r)
    return chosen


def right_side(given: Problem, stabilization: float):
    """(state, its rate, observed positions) as casadi expressions."""
    k = Kinematics(given)
    if given.loops:
        M, Qh = mass_and_forces(k)
        Phi = closures(k)
        m = Phi.shape[0]
        Phi_v, rate = ca.jacobian(Phi, k.q), k.velocity(Phi)
        gamma = -k.velocity(rate) - 2 * stabilization * rate - stabilization**2 * Phi
        saddle = ca.sparsify(ca.vertcat(ca.horzcat(M, Phi_v.T), ca.horzcat(Phi_v, ca.SX(m, m))))
        D, L, order = ca.ldl(saddle, False)
        vdot = ca.ldl_solve(ca.vertcat(Qh, gamma), D, L, order)[: k.q.shape[0]]
    else:
        vdot = articulated_bodies(k)
    observed = ca.vertcat(*(k.point(body, place) for body, place in given.observed))
    return ca.vertcat(k.q, k.v), ca.vertcat(k.v, vdot), observed
