"""Derivatives of beams: K9, C9 and W9 by nine directions, each the change of kernels.forces.beam along it in the middle axes."""

import numpy as np

from linkwork.kernels.forces.beam import (
    SMALL,
    beam_efforts,
    beam_force,
    beam_torque,
    middle,
    middle_rates,
    spread,
    turned,
)
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.vectors import add, cross, dot, put, rotate, rotate_back, scale, sub


@inner_kernel
def spread_slopes(phi2):
    """d beta and d gamma by phi² of kernels.forces.beam.spread."""
    if phi2 < SMALL:
        tail = 3 * 127 / 154828800 + phi2 * (4 * 73 / 3503554560 + phi2 * (5 * 1414477 / 2678117105664000))
        gamma_slope = -(7 / 5760 + phi2 * (2 * 31 / 967680 + phi2 * tail))
        return -spread(phi2)[1] - phi2 * gamma_slope, gamma_slope
    x = 0.5 * np.sqrt(phi2)
    sine = np.sin(x)
    beta_slope = (sine - x * np.cos(x)) / (8.0 * x * sine * sine)
    return beta_slope, -(beta_slope + spread(phi2)[1]) / phi2


@inner_kernel
def turned_slope(theta, a, along):
    """Derivative of B a by theta in the direction `along`."""
    phi2 = dot(theta, theta)
    beta_slope, gamma_slope = spread_slopes(phi2)
    change, part = 2.0 * dot(theta, along), dot(theta, a)
    out = scale(beta_slope * change, a)
    out = add(out, scale(gamma_slope * change * part, theta))
    gamma = spread(phi2)[1]
    return add(out, scale(gamma, add(scale(part, along), scale(dot(along, a), theta))))


@inner_kernel
def law_change(law, k, x, theta, xdot, thetadot):
    """Change of component k of the law."""
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
def put_wrench(K9, c, R, turn, torque, moment, force, dtorque, dmoment, dforce):
    """Column c of K9: torques on I and J and force on J change by themselves and turn with the middle frame."""
    on_J = rotate(R, add(dtorque, cross(turn, torque)))
    on_I = rotate(R, add(dmoment, cross(turn, moment)))  # moment = u x force: torque on I is - torque - moment
    push = rotate(R, add(dforce, cross(turn, force)))
    for i in range(3):
        K9[i, c] = -on_J[i] - on_I[i]
        K9[3 + i, c] = on_J[i]
        K9[6 + i, c] = push[i]


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
    """Change of kernels.forces.beam.beam_force: of its efforts, and of the direction of the pull."""
    size = np.sqrt(dot(u, u))
    out = scale(pull / size, sub(du, scale(dot(u, du) / (size * size), u)))
    return add(out, beam_force(u, changes))


@inner_kernel
def beam_law(law, rest, X_I, X_J, V_I, V_J, K9, C9, W9):
    """W9 of a beam, and the columns of K9 and C9 by J."""
    R, theta, s, u = middle(X_I, X_J)
    a, b, delta, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    along, about = beam_efforts(law, rest, theta, u, udot, thetadot)
    force = beam_force(u, along)
    torque, moment = beam_torque(theta, s, u, force, about), cross(u, force)
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
        dthetadot = add(turned_slope(theta, a, dtheta), turned(theta, da))
        dx, dxdot = coordinate_changes(u, du), rate_changes(u, du, udot, dudot)
        dforce = force_change(u, du, along[0], law_changes(law, 0, dx, dtheta, dxdot, dthetadot))
        dabout = law_changes(law, 3, dx, dtheta, dxdot, dthetadot)
        dmoment = add(cross(du, force), cross(u, dforce))
        dtorque = add(turned(theta, dabout), turned_slope(theta, about, dtheta))
        dtorque = add(dtorque, scale(0.5, sub(add(cross(dmoment, s), cross(moment, ds)), dmoment)))
        put_wrench(K9, c, R, turn, torque, moment, force, dtorque, dmoment, dforce)
        # a twist on top changes the rates as a displacement changes the coordinates
        push = beam_force(u, law_changes(law, 0, none, none, dx, dtheta))
        twist = beam_torque(theta, s, u, push, law_changes(law, 3, none, none, dx, dtheta))
        put_wrench(C9, c, R, none, torque, moment, force, twist, cross(u, push), push)
    on_J = rotate(R, torque)
    put(W9, 0, scale(-1.0, add(on_J, rotate(R, moment))))
    put(W9, 3, on_J)
    put(W9, 6, rotate(R, force))
