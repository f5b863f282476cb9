"""Reverse sweep, fifth stage: beams. As for bushings, with the coordinates and rates of kernels.forces.beam.

A displacement of the ends (p of I, q of J, m of p_J - p_I, all in the middle axes) turns the middle frame by
turn = ½ (p + q) - ½ s x (q - p) and moves u by m - turn x u, theta by B (q - p), s by ¼ (1 + s·s)(q - p): cotangents of u, of the turn
and of the ends' turn apart give those of the two frames.
"""

import numpy as np

from linkwork.kernels.design.six_laws import law_forces, law_gradient, stiffness_products, transposed_products
from linkwork.kernels.forces.beam import beam_force, middle, middle_rates, spread, turned
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.slopes.beams import spread_slopes
from linkwork.kernels.vectors import accumulate, add, cross, dot, rotate, scale, sub


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
    """Gradient by theta of about · B a."""
    phi2, left, right = dot(theta, theta), dot(theta, about), dot(theta, a)
    beta_slope, gamma_slope = spread_slopes(phi2)
    _, gamma = spread(phi2)
    along = 2.0 * (beta_slope * dot(about, a) + gamma_slope * left * right)
    return add(scale(along, theta), scale(gamma, add(scale(right, about), scale(left, a))))


@inner_kernel
def add_beam_bend(R, theta, s, u, V_I, V_J, along, about, sign, on_I, on_J):
    """sign times the gradient by x9 of (along, about) · (rates along the twists V) to the two frames."""
    a, b, delta, udot, _ = middle_rates(R, theta, s, u, V_I, V_J)
    force, size2 = beam_force(u, along), dot(u, u)
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
def add_beam_gradient(R, theta, s, u, along, about, sign, on_I, on_J, part):
    """sign E'(along, about) to the two frames."""
    to_ends(R, s, u, beam_force(u, along), scale(0.0, u), turned(theta, about), sign, on_I, on_J, part)


@inner_kernel
def stretched(u, udot):
    """Rates of (|u| - rest, u_y, u_z)."""
    return (dot(u, udot) / np.sqrt(dot(u, u)), udot[1], udot[2])


@inner_kernel
def reverse_beam(law, rest, X_I, X_J, V_I, V_J, D_I, D_J, energy, by_law, on_I, on_J):
    """One beam; D_J less the cotangent of the wrench on J. Returns the derivative by the undeformed length."""
    R, theta, s, u = middle(X_I, X_J)
    _, _, _, udot, thetadot = middle_rates(R, theta, s, u, V_I, V_J)
    _, _, _, shift, turn = middle_rates(R, theta, s, u, D_I, D_J)
    x, xdot, move = (np.sqrt(dot(u, u)) - rest, u[1], u[2]), stretched(u, udot), stretched(u, shift)
    along, about = law_forces(law, x, theta, xdot, thetadot)
    push, twist = stiffness_products(law, x, theta, move, turn, energy)
    drag, drag_torque = transposed_products(law, 36, move, turn)
    add_beam_gradient(R, theta, s, u, push, twist, 1.0, on_I, on_J, 0)
    add_beam_bend(R, theta, s, u, V_I, V_J, drag, drag_torque, 1.0, on_I, on_J)
    add_beam_bend(R, theta, s, u, D_I, D_J, along, about, -1.0, on_I, on_J)
    add_beam_gradient(R, theta, s, u, drag, drag_torque, 1.0, on_I, on_J, 6)
    add_beam_gradient(R, theta, s, u, along, about, -1.0, on_I, on_J, 18)
    law_gradient(by_law, x, theta, xdot, thetadot, move, turn, energy)
    return -push[0]
