"""Reverse sweep, fifth stage: bushings. With coordinates x, rates xdot = E y and virtual rates u = E D9, the scalar has

    -u·w,   w = preload - K x - C xdot;   by x9:  E'K'u + (xdot·C'u - u·w)_x at fixed C'u and w,   by y9:  E'C'u,   by D9:  -E'w.

x' = R_I'(v_J - v_I - w_I x d),  theta' = J^-1 omega,  omega = R_I'(w_J - w_I),  J^-1 a = a - ½ theta x a + b theta x (theta x a).
"""

from linkwork.kernels.design.six_laws import law_forces, law_gradient, stiffness_products, transposed_products
from linkwork.kernels.forces.bushing import bushing_coordinates
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.slopes.rotations import bend
from linkwork.kernels.vectors import accumulate, add, cross, dot, rotate, rotate_back, scale, sub, vec


@inner_kernel
def inverse_times(theta, b, a, sign):
    """J^-1 a (sign -1) or its transpose (sign 1)."""
    first = cross(theta, a)
    return add(a, add(scale(0.5 * sign, first), scale(b, cross(theta, first))))


@inner_kernel
def inverse_bend(theta, b, b_slope, torque, omega):
    """Gradient by theta of torque · J^-1 omega."""
    first = cross(theta, omega)
    along = 2.0 * b_slope * dot(torque, cross(theta, first))
    turned = add(cross(first, torque), cross(omega, cross(torque, theta)))
    return add(scale(-0.5, cross(omega, torque)), add(scale(b, turned), scale(along, theta)))


@inner_kernel
def add_gradient(X_I, d, theta, b, force, torque, sign, on_I, on_J, part):
    """sign E'(force, torque) to the two frames, at entries part … part + 5."""
    push, twist = scale(sign, rotate(X_I, force)), scale(sign, rotate(X_I, inverse_times(theta, b, torque, 1.0)))
    accumulate(on_I, part, sub(cross(push, d), twist))
    accumulate(on_I, part + 3, scale(-1.0, push))
    accumulate(on_J, part, twist)
    accumulate(on_J, part + 3, push)


@inner_kernel
def add_bend(X_I, d, theta, b, b_slope, V_I, V_J, force, torque, sign, on_I, on_J):
    """sign times the gradient by x9 of (force, torque) · (rates along the twists V) to the two frames."""
    w = sub(vec(V_J, 0), vec(V_I, 0))
    slip = sub(sub(vec(V_J, 3), vec(V_I, 3)), cross(vec(V_I, 0), d))
    push = scale(sign, rotate(X_I, force))
    lever = scale(sign, rotate(X_I, inverse_times(theta, b, torque, 1.0)))
    bent = inverse_bend(theta, b, b_slope, torque, rotate_back(X_I, w))
    turn = scale(sign, rotate(X_I, inverse_times(theta, b, bent, 1.0)))
    move = cross(vec(V_I, 0), push)
    accumulate(on_I, 0, sub(add(cross(push, slip), cross(lever, w)), turn))
    accumulate(on_I, 3, scale(-1.0, move))
    accumulate(on_J, 0, turn)
    accumulate(on_J, 3, move)


@inner_kernel
def reverse_bushing(law, X_I, X_J, V_I, V_J, D_I, D_J, energy, by_law, on_I, on_J):
    """One bushing; D_J less the cotangent of the wrench on J."""
    x, theta, xdot, thetadot = bushing_coordinates(X_I, X_J, V_I, V_J)
    b, b_slope = bend(dot(theta, theta))
    d = sub(vec(X_J, 9), vec(X_I, 9))
    move = rotate_back(X_I, sub(sub(vec(D_J, 3), vec(D_I, 3)), cross(vec(D_I, 0), d)))
    turn = inverse_times(theta, b, rotate_back(X_I, sub(vec(D_J, 0), vec(D_I, 0))), -1.0)
    force, torque = law_forces(law, x, theta, xdot, thetadot)
    push, twist = stiffness_products(law, x, theta, move, turn, energy)
    drag, drag_torque = transposed_products(law, 36, move, turn)
    add_gradient(X_I, d, theta, b, push, twist, 1.0, on_I, on_J, 0)
    add_bend(X_I, d, theta, b, b_slope, V_I, V_J, drag, drag_torque, 1.0, on_I, on_J)
    add_bend(X_I, d, theta, b, b_slope, D_I, D_J, force, torque, -1.0, on_I, on_J)
    add_gradient(X_I, d, theta, b, drag, drag_torque, 1.0, on_I, on_J, 6)
    add_gradient(X_I, d, theta, b, force, torque, -1.0, on_I, on_J, 18)
    law_gradient(by_law, x, theta, xdot, thetadot, move, turn, energy)
