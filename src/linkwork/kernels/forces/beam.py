"""Beams: a linear law in six deformations of two frames, seen from the frame half way between them.

    R = R_I exp(½ [theta]),  theta the rotation vector of R_I' R_J,  u = R'(p_J - p_I)
    x = (|u| - rest, u_y, u_z),    w = -K x - C xdot     for x and theta together

The middle frame treats both ends alike, and to first order the modes of a straight beam are decoupled in it: stretch EA/L, shear
12 EI/L³ across, twist GJ/L, and bending EI/L with both ends turned apart. With s = tan(¼ |theta|) theta/|theta|, a and b the
difference and mean of the ends' angular velocities in the middle axes,

    omega = b - ½ s x a,   udot = R'(v_J - v_I) - omega x u,   thetadot = B a,   sdot = ¼ (1 + s·s) a,

and B = beta 1 + gamma theta theta' is symmetric. All are functions of the relative pose only: no rigid motion, however large,
strains or damps the beam, and w is conjugate: w·xdot is the power into the mechanism.
"""

import numpy as np

from linkwork.kernels.forces.bushing import law_row
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.rotations import relative_quaternion, rotation_vector
from linkwork.kernels.vectors import add, cross, dot, put, rotate, rotate_back, scale, sub, vec

SMALL = 0.05  # rad², below which series replace what divides by the angle


@inner_kernel
def spread(phi2):
    """beta = x / sin x with x = ½ phi, and gamma = (1 - beta) / phi²."""
    if phi2.real < SMALL:
        tail = 127 / 154828800 + phi2 * (73 / 3503554560 + phi2 * (1414477 / 2678117105664000))
        gamma = -(1 / 24 + phi2 * (7 / 5760 + phi2 * (31 / 967680 + phi2 * tail)))
        return 1.0 - phi2 * gamma, gamma
    x = 0.5 * np.sqrt(phi2)
    beta = x / np.sin(x)
    return beta, (1.0 - beta) / phi2


@inner_kernel
def turned(theta, a):
    """B a."""
    beta, gamma = spread(dot(theta, theta))
    return add(scale(beta, a), scale(gamma * dot(theta, a), theta))


@inner_kernel
def middle(X_I, X_J):
    """(R row by row, theta, s, u) of the frame half way; R = R_I (1 + f [s] + f [s]²), f = 2 / (1 + s·s)."""
    q = relative_quaternion(X_I, X_J)
    s = scale(1.0 / (1.0 + q[0]), (q[1], q[2], q[3]))
    f = 2.0 / (1.0 + dot(s, s))
    d = 1.0 - f * dot(s, s)
    x = rotate(X_I, (d + f * s[0] * s[0], f * (s[0] * s[1] + s[2]), f * (s[0] * s[2] - s[1])))
    y = rotate(X_I, (f * (s[0] * s[1] - s[2]), d + f * s[1] * s[1], f * (s[1] * s[2] + s[0])))
    z = cross(x, y)
    R = (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])
    return R, rotation_vector(q), s, rotate_back(R, sub(vec(X_J, 9), vec(X_I, 9)))


@inner_kernel
def middle_rates(R, theta, s, u, V_I, V_J):
    """(a, b, delta, udot, thetadot): difference and mean of angular velocities, difference of velocities, rates of u, theta."""
    a = rotate_back(R, sub(vec(V_J, 0), vec(V_I, 0)))
    b = rotate_back(R, scale(0.5, add(vec(V_I, 0), vec(V_J, 0))))
    delta = rotate_back(R, sub(vec(V_J, 3), vec(V_I, 3)))
    omega = sub(b, scale(0.5, cross(s, a)))
    return a, b, delta, sub(delta, cross(omega, u)), turned(theta, a)


@inner_kernel
def beam_coordinates(rest, X_I, X_J, V_I, V_J):
    """(stretch and shears, rotation vector, their rates) of J relative to I."""
    R, theta, s, u = middle(X_I, X_J)
    _, _, _, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    length = np.sqrt(dot(u, u))
    return (length - rest, u[1], u[2]), theta, (dot(u, udot) / length, udot[1], udot[2]), thetadot


@inner_kernel
def beam_efforts(law, rest, theta, u, udot, thetadot):
    """(efforts along x, efforts along theta)."""
    length = np.sqrt(dot(u, u))
    x, xdot = (length - rest, u[1], u[2]), (dot(u, udot) / length, udot[1], udot[2])
    return (
        law_row(law, 0, x, theta, xdot, thetadot),
        law_row(law, 1, x, theta, xdot, thetadot),
        law_row(law, 2, x, theta, xdot, thetadot),
    ), (
        law_row(law, 3, x, theta, xdot, thetadot),
        law_row(law, 4, x, theta, xdot, thetadot),
        law_row(law, 5, x, theta, xdot, thetadot),
    )


@inner_kernel
def beam_force(u, along):
    """The force conjugate to u of efforts along x = (|u| - rest, u_y, u_z)."""
    pull = along[0] / np.sqrt(dot(u, u))
    return (pull * u[0], pull * u[1] + along[1], pull * u[2] + along[2])


@inner_kernel
def beam_torque(theta, s, u, force, about):
    """The torque on J at its origin of a force conjugate to u and efforts along theta, in the middle axes."""
    moment = cross(u, force)
    return add(turned(theta, about), scale(0.5, sub(cross(moment, s), moment)))


@inner_kernel
def beam_wrench(law, rest, X_I, X_J, V_I, V_J, wrench):
    """[torque; force] on J at the origin of J, world axes."""
    R, theta, s, u = middle(X_I, X_J)
    _, _, _, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    along, about = beam_efforts(law, rest, theta, u, udot, thetadot)
    force = beam_force(u, along)
    put(wrench, 0, rotate(R, beam_torque(theta, s, u, force, about)))
    put(wrench, 3, rotate(R, force))


@inner_kernel
def beam_gradients(X_I, X_J, X_BI, X_BJ, G, first):
    """Rows first … first + 5 of G: the six coordinates by displacements of the two bodies at their origins.

    A row is the wrench on the bodies of a unit effort: on J at its origin, and the opposite on I at the same point.
    """
    R, theta, s, u = middle(X_I, X_J)
    zero = 0.0 * u[0]
    p = vec(X_J, 9)
    for c in range(6):
        along = (1.0 + zero if c == 0 else zero, 1.0 + zero if c == 1 else zero, 1.0 + zero if c == 2 else zero)
        about = (1.0 + zero if c == 3 else zero, 1.0 + zero if c == 4 else zero, 1.0 + zero if c == 5 else zero)
        local = beam_force(u, along)
        torque, force = rotate(R, beam_torque(theta, s, u, local, about)), rotate(R, local)
        row = G[first + c]
        put(row, 0, sub(cross(sub(vec(X_BI, 9), p), force), torque))
        put(row, 3, scale(-1.0, force))
        put(row, 6, add(torque, cross(sub(p, vec(X_BJ, 9)), force)))
        put(row, 9, force)
