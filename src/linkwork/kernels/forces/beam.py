"""Beams: a linear law in six deformations of two frames, seen from the frame half way between them.
Everything about the law is in this file.

    R = R_I exp(½ [theta]),  theta the rotation vector of R_I' R_J,  u = R'(p_J - p_I)
    x = (|u| - rest, u_y, u_z),    w = -K x - C xdot     for x and theta together

The middle frame treats both ends alike, and to first order the modes of a straight beam are decoupled in it: stretch EA/L, shear
12 EI/L³ across, twist GJ/L, and bending EI/L with both ends turned apart. With s = tan(¼ |theta|) theta/|theta|, a and b the
difference and mean of the ends' angular velocities in the middle axes,

    omega = b - ½ s x a,   udot = R'(v_J - v_I) - omega x u,   thetadot = B a,   sdot = ¼ (1 + s·s) a,

and B = beta 1 + gamma theta theta' is symmetric. All are functions of the relative pose only: no rigid motion, however large,
strains or damps the beam, and w is conjugate: w·xdot is the power into the mechanism.
The constants are those of kernels.forces.linear_six_dof, then the undeformed length.
"""

import numpy as np

from linkwork.kernels.forces.law import Law
from linkwork.kernels.forces.linear_six_dof import (
    law_energy,
    law_forces,
    law_gradient,
    law_rows,
    put_matrices,
    stiffness_products,
    transposed_products,
)
from linkwork.kernels.inline import inlined_kernel, inner_kernel
from linkwork.kernels.rotations import relative_quaternion, rotation_vector
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, rotate, rotate_back, scale, sub, vec

SMALL = 0.05  # rad², below which series replace what divides by the angle
REST = 78  # place of the undeformed length, m


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
def coordinates(rest, X_I, X_J, V_I, V_J):
    """(stretch and shears, rotation vector, their rates) of J relative to I."""
    R, theta, s, u = middle(X_I, X_J)
    _, _, _, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    length = np.sqrt(dot(u, u))
    return (length - rest, u[1], u[2]), theta, (dot(u, udot) / length, udot[1], udot[2]), thetadot


@inner_kernel
def efforts(law, theta, u, udot, thetadot):
    """(efforts along x, efforts along theta)."""
    length = np.sqrt(dot(u, u))
    x, xdot = (length - law[REST], u[1], u[2]), (dot(u, udot) / length, udot[1], udot[2])
    return law_rows(law, 0, x, theta, xdot, thetadot), law_rows(law, 3, x, theta, xdot, thetadot)


@inner_kernel
def force_on_J(u, along):
    """The force conjugate to u of efforts along x = (|u| - rest, u_y, u_z)."""
    pull = along[0] / np.sqrt(dot(u, u))
    return (pull * u[0], pull * u[1] + along[1], pull * u[2] + along[2])


@inner_kernel
def torque_on_J(theta, s, u, force, about):
    """Return the torque on J at its origin of a force conjugate to u and efforts along theta, in the middle axes."""
    moment = cross(u, force)
    return add(turned(theta, about), scale(0.5, sub(cross(moment, s), moment)))


@inlined_kernel
def wrench(law, g, X_I, X_J, V_I, V_J, out):
    """[torque; force] on J at the origin of J, world axes."""
    R, theta, s, u = middle(X_I, X_J)
    _, _, _, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    along, about = efforts(law, theta, u, udot, thetadot)
    force = force_on_J(u, along)
    put(out, 0, rotate(R, torque_on_J(theta, s, u, force, about)))
    put(out, 3, rotate(R, force))


@inlined_kernel
def energy(law, g, X_I, X_J):
    """½ x'K x - preload·x."""
    _, theta, _, u = middle(X_I, X_J)
    return law_energy(law, (np.sqrt(dot(u, u)) - law[REST], u[1], u[2]), theta)


@inlined_kernel
def rows(law, g, X_I, X_J, V_I, V_J, E, K, C):
    """Compute the six coordinates, with the law's own matrices as stiffness and damping."""
    R, theta, s, u = middle(X_I, X_J)
    zero = 0.0 * u[0]
    for c in range(6):
        along = (1.0 + zero if c == 0 else zero, 1.0 + zero if c == 1 else zero, 1.0 + zero if c == 2 else zero)
        about = (1.0 + zero if c == 3 else zero, 1.0 + zero if c == 4 else zero, 1.0 + zero if c == 5 else zero)
        local = force_on_J(u, along)
        put(E[c], 0, rotate(R, torque_on_J(theta, s, u, local, about)))
        put(E[c], 3, rotate(R, local))
    put_matrices(law, K, C)


# derivatives by displacements and twists of J


@inner_kernel
def spread_derivatives(phi2):
    """d beta and d gamma by phi² of spread."""
    if phi2 < SMALL:
        tail = 3 * 127 / 154828800 + phi2 * (4 * 73 / 3503554560 + phi2 * (5 * 1414477 / 2678117105664000))
        gamma_prime = -(7 / 5760 + phi2 * (2 * 31 / 967680 + phi2 * tail))
        return -spread(phi2)[1] - phi2 * gamma_prime, gamma_prime
    x = 0.5 * np.sqrt(phi2)
    sine = np.sin(x)
    beta_prime = (sine - x * np.cos(x)) / (8.0 * x * sine * sine)
    return beta_prime, -(beta_prime + spread(phi2)[1]) / phi2


@inner_kernel
def turned_derivative(theta, a, along):
    """Return the derivative of B a by theta in the direction `along`."""
    phi2 = dot(theta, theta)
    beta_prime, gamma_prime = spread_derivatives(phi2)
    change, part = 2.0 * dot(theta, along), dot(theta, a)
    out = scale(beta_prime * change, a)
    out = add(out, scale(gamma_prime * change * part, theta))
    gamma = spread(phi2)[1]
    return add(out, scale(gamma, add(scale(part, along), scale(dot(along, a), theta))))


@inner_kernel
def law_change(law, k, x, theta, xdot, thetadot):
    """Return the change of component k of the law."""
    K, C = 6 * k, 36 + 6 * k
    w = 0.0 * x[0]
    for c in range(3):
        w -= law[K + c] * x[c] + law[K + 3 + c] * theta[c] + law[C + c] * xdot[c] + law[C + 3 + c] * thetadot[c]
    return w


@inner_kernel
def law_changes(law, first, x, theta, xdot, thetadot):
    return (
        law_change(law, first, x, theta, xdot, thetadot),
        law_change(law, first + 1, x, theta, xdot, thetadot),
        law_change(law, first + 2, x, theta, xdot, thetadot),
    )


@inner_kernel
def put_change(A, c, R, turn, torque, force, dtorque, dforce):
    """Store column c of A, the change of the wrench on J: torque and force change by themselves and turn with the
    middle frame."""
    on_J = rotate(R, add(dtorque, cross(turn, torque)))
    push = rotate(R, add(dforce, cross(turn, force)))
    for i in range(3):
        A[6 * i + c] = on_J[i]
        A[18 + 6 * i + c] = push[i]


@inner_kernel
def coordinate_changes(u, du):
    """Change of x = (|u| - rest, u_y, u_z)."""
    return (dot(u, du) / np.sqrt(dot(u, u)), du[1], du[2])


@inner_kernel
def rate_changes(u, du, udot, dudot):
    """Change of xdot = (u·udot / |u|, udot_y, udot_z)."""
    size = np.sqrt(dot(u, u))
    bent = dot(du, udot) / size - dot(u, udot) * dot(u, du) / (size * size * size)
    return (bent + dot(u, dudot) / size, dudot[1], dudot[2])


@inner_kernel
def force_change(u, du, pull, changes):
    """Return the change of force_on_J: of its efforts, and of the direction of the pull."""
    size = np.sqrt(dot(u, u))
    out = scale(pull / size, sub(du, scale(dot(u, du) / (size * size), u)))
    return add(out, force_on_J(u, changes))


@inlined_kernel
def stiffness(law, g, X_I, X_J, V_I, V_J, W, K6, C6):
    """Compute K6 and C6 at frame J: the change of the wrench along each direction in the middle axes."""
    R, theta, s, u = middle(X_I, X_J)
    a, b, delta, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    along, about = efforts(law, theta, u, udot, thetadot)
    force = force_on_J(u, along)
    torque, moment = torque_on_J(theta, s, u, force, about), cross(u, force)
    omega, grows = sub(b, scale(0.5, cross(s, a))), 0.25 * (1.0 + dot(s, s))
    none = scale(0.0, u)
    for c in range(3, 9):
        z = rotate_back(R, (1.0 * (c % 3 == 0), 1.0 * (c % 3 == 1), 1.0 * (c % 3 == 2)))
        apart = scale(1.0 if c < 6 else 0.0, z)
        turn = sub(scale(0.5 if c < 6 else 0.0, z), scale(0.5, cross(s, apart)))
        du = sub(scale(1.0 if c >= 6 else 0.0, z), cross(turn, u))
        dtheta, ds = turned(theta, apart), scale(grows, apart)
        # rates at constant twists of the frames, whose components in the middle axes turn back
        da = cross(a, turn)
        domega = sub(cross(b, turn), scale(0.5, add(cross(ds, a), cross(s, da))))
        dudot = sub(cross(delta, turn), add(cross(domega, u), cross(omega, du)))
        dthetadot = add(turned_derivative(theta, a, dtheta), turned(theta, da))
        dx, dxdot = coordinate_changes(u, du), rate_changes(u, du, udot, dudot)
        dforce = force_change(u, du, along[0], law_changes(law, 0, dx, dtheta, dxdot, dthetadot))
        dabout = law_changes(law, 3, dx, dtheta, dxdot, dthetadot)
        dmoment = add(cross(du, force), cross(u, dforce))
        dtorque = add(turned(theta, dabout), turned_derivative(theta, about, dtheta))
        dtorque = add(dtorque, scale(0.5, sub(add(cross(dmoment, s), cross(moment, ds)), dmoment)))
        put_change(K6, c - 3, R, turn, torque, force, dtorque, dforce)
        # a twist on top changes the rates as a displacement changes the coordinates
        push = force_on_J(u, law_changes(law, 0, none, none, dx, dtheta))
        twist = torque_on_J(theta, s, u, push, law_changes(law, 3, none, none, dx, dtheta))
        put_change(C6, c - 3, R, none, torque, force, twist, push)


# the reverse product


@inner_kernel
def to_ends(R, s, u, by_u, by_turn, by_apart, sign, on_I, on_J, part):
    """sign times the cotangents of u, the middle frame's turn and the turn apart to the two frames."""
    turn = add(by_turn, cross(by_u, u))
    apart = add(by_apart, scale(0.5, cross(s, turn)))
    half = scale(0.5, turn)
    move = rotate(R, scale(sign, by_u))
    accumulate(on_I, part, rotate(R, scale(sign, sub(half, apart))))
    accumulate(on_I, part + 3, scale(-1.0, move))
    accumulate(on_J, part, rotate(R, scale(sign, add(half, apart))))
    accumulate(on_J, part + 3, move)


@inner_kernel
def spread_gradient(theta, about, a):
    """Return the gradient by theta of about · B a."""
    phi2, left, right = dot(theta, theta), dot(theta, about), dot(theta, a)
    beta_prime, gamma_prime = spread_derivatives(phi2)
    _, gamma = spread(phi2)
    along = 2.0 * (beta_prime * dot(about, a) + gamma_prime * left * right)
    return add(scale(along, theta), scale(gamma, add(scale(right, about), scale(left, a))))


@inner_kernel
def add_bend(R, theta, s, u, V_I, V_J, along, about, sign, on_I, on_J):
    """sign times the gradient by x9 of (along, about) · (rates along the twists V) to the two frames."""
    a, b, delta, udot, _ = middle_rates(R, theta, s, u, V_I, V_J)
    force, size2 = force_on_J(u, along), dot(u, u)
    omega = sub(b, scale(0.5, cross(s, a)))
    pull = scale(along[0] / np.sqrt(size2), sub(udot, scale(dot(u, udot) / size2, u)))
    by_u = add(pull, cross(omega, force))
    by_omega = cross(force, u)
    by_a = add(turned(theta, about), scale(0.5, cross(s, by_omega)))
    by_s = scale(-0.5, cross(a, by_omega))
    by_turn = add(cross(by_a, a), add(cross(by_omega, b), cross(force, delta)))
    by_apart = add(turned(theta, spread_gradient(theta, about, a)), scale(0.25 * (1.0 + dot(s, s)), by_s))
    to_ends(R, s, u, by_u, by_turn, by_apart, sign, on_I, on_J, 0)


@inner_kernel
def add_gradient(R, theta, s, u, along, about, sign, on_I, on_J, part):
    """sign E'(along, about) to the two frames."""
    to_ends(R, s, u, force_on_J(u, along), scale(0.0, u), turned(theta, about), sign, on_I, on_J, part)


@inner_kernel
def stretched(u, udot):
    """Return the rates of (|u| - rest, u_y, u_z)."""
    return (dot(u, udot) / np.sqrt(dot(u, u)), udot[1], udot[2])


@inlined_kernel
def reverse(law, g, X_I, X_J, V_I, V_J, D_I, D_J, bar, by, on_I, on_J):
    """With rates xdot = E y and virtual rates E D the scalar has -(E D)·w, as for any linear law of six coordinates.

    A displacement of the ends (p of I, q of J, m of p_J - p_I, all in the middle axes) turns the middle frame by
    turn = ½ (p + q) - ½ s x (q - p) and moves u by m - turn x u, theta by B (q - p), s by ¼ (1 + s·s)(q - p): cotangents
    of u, of the turn and of the ends' turn apart give those of the two frames.
    """
    R, theta, s, u = middle(X_I, X_J)
    _, _, _, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    _, _, _, shift, turn = middle_rates(R, theta, s, u, D_I, D_J)
    x, xdot, move = (np.sqrt(dot(u, u)) - law[REST], u[1], u[2]), stretched(u, udot), stretched(u, shift)
    along, about = law_forces(law, x, theta, xdot, thetadot)
    push, twist = stiffness_products(law, x, theta, move, turn, bar.energy)
    drag, drag_torque = transposed_products(law, 36, move, turn)
    add_gradient(R, theta, s, u, push, twist, 1.0, on_I, on_J, 0)
    add_bend(R, theta, s, u, V_I, V_J, drag, drag_torque, 1.0, on_I, on_J)
    add_bend(R, theta, s, u, D_I, D_J, along, about, -1.0, on_I, on_J)
    add_gradient(R, theta, s, u, drag, drag_torque, 1.0, on_I, on_J, 6)
    add_gradient(R, theta, s, u, along, about, -1.0, on_I, on_J, 18)
    law_gradient(by.c, x, theta, xdot, thetadot, move, turn, bar.energy)
    by.c[REST] -= push[0]


LAW = Law("beam", REST + 1, wrench, energy, stiffness=stiffness, reverse=reverse, rows=rows)
