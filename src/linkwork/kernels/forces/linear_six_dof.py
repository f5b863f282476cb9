"""Linear laws in six coordinates, w = preload - K x - C xdot: values, products and the gradient by their constants.

The constants are stiffness (36), damping (36) and preload (6). Six numbers are two three-vectors: (x, theta) coordinates,
(xdot, thetadot) rates, (move, turn) virtual rates.
"""

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, dot, scale, sub, vec


@inner_kernel
def law_row(law, k, x, theta, xdot, thetadot):
    """Component k of w = preload - K x - C xdot."""
    K, C = 6 * k, 36 + 6 * k
    w = law[72 + k]
    for c in range(3):
        w -= law[K + c] * x[c] + law[K + 3 + c] * theta[c] + law[C + c] * xdot[c] + law[C + 3 + c] * thetadot[c]
    return w


@inner_kernel
def law_rows(law, first, x, theta, xdot, thetadot):
    """Return the components first … first + 2 of w."""
    return (
        law_row(law, first, x, theta, xdot, thetadot),
        law_row(law, first + 1, x, theta, xdot, thetadot),
        law_row(law, first + 2, x, theta, xdot, thetadot),
    )


@inner_kernel
def law_energy(law, x, theta):
    """½ x'K x - preload·x."""
    total = 0.0 * x[0]
    for r in range(6):
        pull = 0.0 * x[0]
        for c in range(3):
            pull += 0.5 * (law[6 * r + c] * x[c] + law[6 * r + 3 + c] * theta[c])
        total += (pull - law[72 + r]) * (x[r] if r < 3 else theta[r - 3])
    return total


@inner_kernel
def put_matrices(law, K, C):
    """Store stiffness and damping."""
    for i in range(36):
        K[i] = law[i]
        C[i] = law[36 + i]


@inner_kernel
def row_dot(law, at, x, theta):
    """Return the six entries of the law times (x, theta)."""
    return dot(vec(law, at), x) + dot(vec(law, at + 3), theta)


@inner_kernel
def law_force(law, k, x, theta, xdot, thetadot):
    """Return component k of w."""
    return law[72 + k] - row_dot(law, 6 * k, x, theta) - row_dot(law, 36 + 6 * k, xdot, thetadot)


@inner_kernel
def transposed_products(law, first, move, turn):
    """(move, turn)'K (first = 0) or 'C (first = 36) as two three-vectors."""
    a, b = scale(0.0, move), scale(0.0, move)
    for k in range(3):
        at, on = first + 6 * k, first + 18 + 6 * k
        a = add(a, add(scale(move[k], vec(law, at)), scale(turn[k], vec(law, on))))
        b = add(b, add(scale(move[k], vec(law, at + 3)), scale(turn[k], vec(law, on + 3))))
    return a, b


@inner_kernel
def law_gradient(by_law, x, theta, xdot, thetadot, move, turn, energy):
    """Add the gradient by the numbers of the law of -u·w and of energy · (½ x'K x - preload·x)."""
    for k in range(6):
        u = move[k] if k < 3 else turn[k - 3]
        stretch = energy * (x[k] if k < 3 else theta[k - 3])
        by_K, at = u + 0.5 * stretch, 6 * k
        for c in range(3):
            by_law[at + c] += by_K * x[c]
            by_law[at + 3 + c] += by_K * theta[c]
            by_law[at + 36 + c] += u * xdot[c]
            by_law[at + 39 + c] += u * thetadot[c]
        by_law[72 + k] -= u + stretch


@inner_kernel
def energy_force(law, x, theta):
    """Return the gradient of the energy by the coordinates: ½ (K + K')x - preload."""
    a, b = transposed_products(law, 0, x, theta)
    force = (row_dot(law, 0, x, theta), row_dot(law, 6, x, theta), row_dot(law, 12, x, theta))
    torque = (row_dot(law, 18, x, theta), row_dot(law, 24, x, theta), row_dot(law, 30, x, theta))
    return sub(scale(0.5, add(a, force)), vec(law, 72)), sub(scale(0.5, add(b, torque)), vec(law, 75))


@inner_kernel
def law_forces(law, x, theta, xdot, thetadot):
    """w as two three-vectors."""
    return (
        law_force(law, 0, x, theta, xdot, thetadot),
        law_force(law, 1, x, theta, xdot, thetadot),
        law_force(law, 2, x, theta, xdot, thetadot),
    ), (
        law_force(law, 3, x, theta, xdot, thetadot),
        law_force(law, 4, x, theta, xdot, thetadot),
        law_force(law, 5, x, theta, xdot, thetadot),
    )


@inner_kernel
def stiffness_products(law, x, theta, move, turn, energy):
    """u'K and, for a cotangent of the energy, its gradient by the coordinates: the scalar's derivative by (x, theta)."""
    push, twist = transposed_products(law, 0, move, turn)
    if energy != 0.0:
        more, more_torque = energy_force(law, x, theta)
        push, twist = add(push, scale(energy, more)), add(twist, scale(energy, more_torque))
    return push, twist
