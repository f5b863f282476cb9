"""Bushings: a linear law in six coordinates of frame J relative to frame I.

    x = (R_I'(p_J - p_I), rotation vector of R_I' R_J),    w = -K x - C xdot + preload

The wrench is exactly conjugate, w . xdot = power into the mechanism: the torque on J is R_I J^-T w_rot with
theta' = J^-1 R_I'(omega_J - omega_I). It acts equally and oppositely on the two bodies at the origin of J.
"""

from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.rotations import inverse_jacobian, relative_quaternion, rotation_vector
from linkwork.kernels.vectors import axis, cross, put, rotate, rotate_back, scale, sub, vec


@inner_kernel
def bushing_coordinates(X_I, X_J, V_I, V_J):
    """(translation, rotation vector, their rates) of J relative to I, in axes of I."""
    d = sub(vec(X_J, 9), vec(X_I, 9))
    slip = sub(sub(vec(V_J, 3), vec(V_I, 3)), cross(vec(V_I, 0), d))
    theta = rotation_vector(relative_quaternion(X_I, X_J))
    omega = rotate_back(X_I, sub(vec(V_J, 0), vec(V_I, 0)))
    return rotate_back(X_I, d), theta, rotate_back(X_I, slip), inverse_jacobian(theta, omega, -1.0)


@inner_kernel
def law_row(law, k, x, theta, xdot, thetadot):
    """Component k of w = preload - K x - C xdot."""
    K, C = 6 * k, 36 + 6 * k
    w = law[72 + k]
    for c in range(3):
        w -= law[K + c] * x[c] + law[K + 3 + c] * theta[c] + law[C + c] * xdot[c] + law[C + 3 + c] * thetadot[c]
    return w


@inner_kernel
def bushing_wrench(law, X_I, X_J, V_I, V_J, wrench):
    """[torque; force] on J at the origin of J, world axes."""
    x, theta, xdot, thetadot = bushing_coordinates(X_I, X_J, V_I, V_J)
    force = (
        law_row(law, 0, x, theta, xdot, thetadot),
        law_row(law, 1, x, theta, xdot, thetadot),
        law_row(law, 2, x, theta, xdot, thetadot),
    )
    effort = (
        law_row(law, 3, x, theta, xdot, thetadot),
        law_row(law, 4, x, theta, xdot, thetadot),
        law_row(law, 5, x, theta, xdot, thetadot),
    )
    put(wrench, 0, rotate(X_I, inverse_jacobian(theta, effort, 1.0)))
    put(wrench, 3, rotate(X_I, force))


@inner_kernel
def bushing_gradients(X_I, X_J, X_BI, X_BJ, G, first):
    """Rows first … first + 5 of G: the bushing's six coordinates by displacements of its two bodies at their origins.

    x' = R_I'(v_J - v_I - omega_I × d),  theta' = J^-1 R_I'(omega_J - omega_I): both as seen at the origin of J.
    """
    p = vec(X_J, 9)
    theta = rotation_vector(relative_quaternion(X_I, X_J))
    zero = 0.0 * X_I[0]
    none = (zero, zero, zero)
    for c in range(3):
        e = axis(X_I, c)
        row = G[first + c]
        put(row, 0, cross(sub(vec(X_BI, 9), p), e))
        put(row, 3, scale(-1.0, e))
        put(row, 6, cross(sub(p, vec(X_BJ, 9)), e))
        put(row, 9, e)
        unit = (1.0 + zero if c == 0 else zero, 1.0 + zero if c == 1 else zero, 1.0 + zero if c == 2 else zero)
        turn = rotate(X_I, inverse_jacobian(theta, unit, 1.0))
        row = G[first + 3 + c]
        put(row, 0, scale(-1.0, turn))
        put(row, 3, none)
        put(row, 6, turn)
        put(row, 9, none)
