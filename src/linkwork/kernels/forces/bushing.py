"""Bushings: a linear law in six coordinates of frame J relative to frame I. Everything about the law is in this file.

    x = (R_I'(p_J - p_I), rotation vector theta of R_I' R_J),    w = preload - K x - C xdot

The wrench is exactly conjugate, w·xdot = power into the mechanism: the torque on J is R_I J^-T w_rot with
theta' = J^-1 R_I'(omega_J - omega_I),  J^-1 a = a - ½ theta x a + b theta x (theta x a),  and x' = R_I'(v_J - v_I - omega_I x d).
The constants are those of kernels.forces.linear_six_dof.
"""

from linkwork.kernels.forces.generic import made_tangent
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
from linkwork.kernels.forces.rotation_jacobian import bend, bent_jacobian, bent_jacobian_derivative
from linkwork.kernels.inline import inlined_kernel, inner_kernel
from linkwork.kernels.rotations import inverse_jacobian, relative_quaternion, rotation_vector
from linkwork.kernels.vectors import accumulate, add, axis, cross, dot, put, rotate, rotate_back, scale, sub, vec

CONSTANTS = 78


@inner_kernel
def coordinates(X_I, X_J, V_I, V_J):
    """(translation, rotation vector, their rates) of J relative to I, in axes of I."""
    d = sub(vec(X_J, 9), vec(X_I, 9))
    slip = sub(sub(vec(V_J, 3), vec(V_I, 3)), cross(vec(V_I, 0), d))
    theta = rotation_vector(relative_quaternion(X_I, X_J))
    omega = rotate_back(X_I, sub(vec(V_J, 0), vec(V_I, 0)))
    return rotate_back(X_I, d), theta, rotate_back(X_I, slip), inverse_jacobian(theta, omega, -1.0)


@inlined_kernel
def wrench(law, g, X_I, X_J, V_I, V_J, out):
    """[torque; force] on J at the origin of J, world axes."""
    x, theta, xdot, thetadot = coordinates(X_I, X_J, V_I, V_J)
    force, effort = law_rows(law, 0, x, theta, xdot, thetadot), law_rows(law, 3, x, theta, xdot, thetadot)
    put(out, 0, rotate(X_I, inverse_jacobian(theta, effort, 1.0)))
    put(out, 3, rotate(X_I, force))


@inlined_kernel
def energy(law, g, X_I, X_J):
    """½ x'K x - preload·x."""
    theta = rotation_vector(relative_quaternion(X_I, X_J))
    return law_energy(law, rotate_back(X_I, sub(vec(X_J, 9), vec(X_I, 9))), theta)


@inlined_kernel
def rows(law, g, X_I, X_J, V_I, V_J, E, K, C):
    """Compute the six coordinates, with the law's own matrices as stiffness and damping."""
    theta = rotation_vector(relative_quaternion(X_I, X_J))
    zero = 0.0 * X_I[0]
    none = (zero, zero, zero)
    for c in range(3):
        put(E[c], 0, none)
        put(E[c], 3, axis(X_I, c))
        unit = (1.0 + zero if c == 0 else zero, 1.0 + zero if c == 1 else zero, 1.0 + zero if c == 2 else zero)
        put(E[3 + c], 0, rotate(X_I, inverse_jacobian(theta, unit, 1.0)))
        put(E[3 + c], 3, none)
    put_matrices(law, K, C)


# derivatives by displacements and twists of J


@inner_kernel
def law_columns(law, at, a):
    """Return the three columns of a matrix of the law, from entry `at` on, times a: (forces, torques)."""
    return (
        (dot(vec(law, at), a), dot(vec(law, at + 6), a), dot(vec(law, at + 12), a)),
        (dot(vec(law, at + 18), a), dot(vec(law, at + 24), a), dot(vec(law, at + 30), a)),
    )


@inner_kernel
def put_wrench_change(A, c, X_I, theta, b, force, torque):
    """Store column c of A: minus the change of the efforts, as a wrench on J in world axes."""
    push, twist = rotate(X_I, force), rotate(X_I, bent_jacobian(theta, torque, 1.0, b))
    for i in range(3):
        A[6 * i + c] = -twist[i]
        A[18 + 6 * i + c] = -push[i]


@inner_kernel
def full_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6):
    """Compute the columns c and 3 + c of K6 and C6: turns, then displacements along a world axis that is `local` in I."""
    force, torque = law_columns(law, 3, turned)
    more, more_torque = law_columns(law, 39, bent)
    put_wrench_change(K6, c, X_I, theta, b, add(force, more), add(torque, more_torque))
    force, torque = law_columns(law, 39, turned)
    put_wrench_change(C6, c, X_I, theta, b, force, torque)
    force, torque = law_columns(law, 36, local)
    put_wrench_change(C6, 3 + c, X_I, theta, b, force, torque)
    more, more_torque = law_columns(law, 36, carried)
    force, torque = law_columns(law, 0, local)
    put_wrench_change(K6, 3 + c, X_I, theta, b, add(force, more), add(torque, more_torque))


@inner_kernel
def is_diagonal(law):
    """Return whether stiffness and damping have no entries beside the diagonal."""
    for i in range(5):
        for j in range(7 * i + 1, 7 * i + 7):
            if law[j] != 0.0 or law[36 + j] != 0.0:
                return False
    return True


@inner_kernel
def law_diagonal(law, at, a):
    """Return the three entries of the diagonal, from entry `at` on, times a."""
    return (law[at] * a[0], law[at + 7] * a[1], law[at + 14] * a[2])


@inner_kernel
def put_column(A, at, X_I, a):
    """Store minus a vector of I in world axes in three rows from entry `at` on, and zeros in the other three of the
    column."""
    turned = rotate(X_I, a)
    for i in range(3):
        A[at + 6 * i] = -turned[i]
        A[(at + 18) % 36 + 6 * i] = 0.0


@inner_kernel
def diagonal_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6):
    """Compute the columns of `full_columns` for a law whose turns make torques only, and displacements forces only."""
    stiff = add(law_diagonal(law, 21, turned), law_diagonal(law, 57, bent))
    put_column(K6, c, X_I, bent_jacobian(theta, stiff, 1.0, b))
    put_column(C6, c, X_I, bent_jacobian(theta, law_diagonal(law, 57, turned), 1.0, b))
    put_column(K6, 21 + c, X_I, add(law_diagonal(law, 0, local), law_diagonal(law, 36, carried)))
    put_column(C6, 21 + c, X_I, law_diagonal(law, 36, local))


@inlined_kernel
def stiffness(law, g, X_I, X_J, V_I, V_J, W, K6, C6):
    """Compute K6 and C6 at frame J.

    x changes by R_I'dd, theta by J^-1 R_I'th_J; their rates at constant twists change by -R_I'(w_I x dd) and by the
    derivative of J^-1.
    """
    x, theta, xdot, thetadot = coordinates(X_I, X_J, V_I, V_J)
    effort = law_rows(law, 3, x, theta, xdot, thetadot)
    b, b_prime = bend(dot(theta, theta))
    w_I, omega = vec(V_I, 0), rotate_back(X_I, sub(vec(V_J, 0), vec(V_I, 0)))
    diagonal = is_diagonal(law)
    for c in range(3):
        z = (1.0 * (c == 0), 1.0 * (c == 1), 1.0 * (c == 2))
        local, carried = rotate_back(X_I, z), rotate_back(X_I, cross(z, w_I))
        turned = bent_jacobian(theta, local, -1.0, b)
        bent = bent_jacobian_derivative(theta, omega, -1.0, turned, b, b_prime)
        if diagonal:
            diagonal_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6)
        else:
            full_columns(law, c, X_I, theta, b, local, carried, turned, bent, K6, C6)
        dtorque = rotate(X_I, bent_jacobian_derivative(theta, effort, 1.0, turned, b, b_prime))
        for i in range(3):
            K6[6 * i + c] += dtorque[i]


# the reverse product


@inner_kernel
def inverse_times(theta, b, a, sign):
    """J^-1 a (sign -1) or its transpose (sign 1)."""
    first = cross(theta, a)
    return add(a, add(scale(0.5 * sign, first), scale(b, cross(theta, first))))


@inner_kernel
def inverse_bend(theta, b, b_prime, torque, omega):
    """Return the gradient by theta of torque · J^-1 omega."""
    first = cross(theta, omega)
    along = 2.0 * b_prime * dot(torque, cross(theta, first))
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
def add_bend(X_I, d, theta, b, b_prime, V_I, V_J, force, torque, sign, on_I, on_J):
    """sign times the gradient by x9 of (force, torque) · (rates along the twists V) to the two frames."""
    w = sub(vec(V_J, 0), vec(V_I, 0))
    slip = sub(sub(vec(V_J, 3), vec(V_I, 3)), cross(vec(V_I, 0), d))
    push = scale(sign, rotate(X_I, force))
    lever = scale(sign, rotate(X_I, inverse_times(theta, b, torque, 1.0)))
    bent = inverse_bend(theta, b, b_prime, torque, rotate_back(X_I, w))
    turn = scale(sign, rotate(X_I, inverse_times(theta, b, bent, 1.0)))
    move = cross(vec(V_I, 0), push)
    accumulate(on_I, 0, sub(add(cross(push, slip), cross(lever, w)), turn))
    accumulate(on_I, 3, scale(-1.0, move))
    accumulate(on_J, 0, turn)
    accumulate(on_J, 3, move)


@inlined_kernel
def reverse(law, g, X_I, X_J, V_I, V_J, D_I, D_J, bar, by, on_I, on_J):
    """With rates xdot = E y and virtual rates u = E D the scalar has -u·w, w = preload - K x - C xdot:

    by x   E'K'u + (xdot·C'u - u·w)_x at fixed C'u and w,    by y   E'C'u,    by D   -E'w.
    """
    x, theta, xdot, thetadot = coordinates(X_I, X_J, V_I, V_J)
    b, b_prime = bend(dot(theta, theta))
    d = sub(vec(X_J, 9), vec(X_I, 9))
    move = rotate_back(X_I, sub(sub(vec(D_J, 3), vec(D_I, 3)), cross(vec(D_I, 0), d)))
    turn = inverse_times(theta, b, rotate_back(X_I, sub(vec(D_J, 0), vec(D_I, 0))), -1.0)
    force, torque = law_forces(law, x, theta, xdot, thetadot)
    push, twist = stiffness_products(law, x, theta, move, turn, bar.energy)
    drag, drag_torque = transposed_products(law, 36, move, turn)
    add_gradient(X_I, d, theta, b, push, twist, 1.0, on_I, on_J, 0)
    add_bend(X_I, d, theta, b, b_prime, V_I, V_J, drag, drag_torque, 1.0, on_I, on_J)
    add_bend(X_I, d, theta, b, b_prime, D_I, D_J, force, torque, -1.0, on_I, on_J)
    add_gradient(X_I, d, theta, b, drag, drag_torque, 1.0, on_I, on_J, 6)
    add_gradient(X_I, d, theta, b, force, torque, -1.0, on_I, on_J, 18)
    law_gradient(by.c, x, theta, xdot, thetadot, move, turn, bar.energy)


@inlined_kernel
def by_constants(law, g, X_I, X_J, V_I, V_J, u, bar, by_c):
    """Add the gradient by the constants, in which the wrench is linear."""
    x, theta, xdot, thetadot = coordinates(X_I, X_J, V_I, V_J)
    turn = inverse_jacobian(theta, rotate_back(X_I, vec(u, 0)), -1.0)
    law_gradient(by_c, x, theta, xdot, thetadot, rotate_back(X_I, vec(u, 3)), turn, bar.energy)


stepped_tangent = made_tangent(Law("bushing", CONSTANTS, wrench))


@inlined_kernel
def tangent(law, g, X_I, X_J, V_I, V_J, dc, dz, shift_I, shift_J, dW, dzdot):
    """Compute the change of the wrench: linear in the constants where both frames stand still, otherwise by one complex
    step."""
    total = 0.0
    for i in range(12):
        total += abs(shift_I[i]) + abs(shift_J[i])
    if total == 0.0:
        wrench(dc, g, X_I, X_J, V_I, V_J, dW)
    else:
        stepped_tangent(law, g, X_I, X_J, V_I, V_J, dc, dz, shift_I, shift_J, dW, dzdot)


LAW = Law(
    "bushing", CONSTANTS, wrench, energy, stiffness=stiffness, by_constants=by_constants, tangent=tangent, reverse=reverse, rows=rows
)  # fmt: skip
