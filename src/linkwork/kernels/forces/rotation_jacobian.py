"""How the map from angular velocity to the rate of a rotation vector changes with the rotation vector."""

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, cross, dot, scale


@inner_kernel
def bend(phi2):
    """b and db/d(phi²) of kernels.rotations.inverse_jacobian: b = (1 - ½ phi cot(½ phi)) / phi²."""
    if phi2 < 1e-2:
        derivative = 1.0 / 720.0 + phi2 * (
            1.0 / 15120.0 + phi2 * (1.0 / 403200.0 + phi2 * (1.0 / 11975040.0 + phi2 * (691.0 / 261534873600.0)))
        )
        value = 1.0 / 12.0 + phi2 * (
            1.0 / 720.0 + phi2 * (1.0 / 30240.0 + phi2 * (1.0 / 1209600.0 + phi2 * (1.0 / 47900160.0)))
        )
        return value, derivative
    half = 0.5 * np.sqrt(phi2)
    sine, cosine = np.sin(half), np.cos(half)
    value = (1.0 - half * cosine / sine) / phi2
    derivative = ((half / (sine * sine) - cosine / sine) / (8.0 * half) - value) / phi2
    return value, derivative


@inner_kernel
def bent_jacobian(theta, a, sign, b):
    """kernels.rotations.inverse_jacobian with b at hand."""
    first = cross(theta, a)
    return add(a, add(scale(0.5 * sign, first), scale(b, cross(theta, first))))


@inner_kernel
def bent_jacobian_derivative(theta, a, sign, direction, b, b_prime):
    """Return the derivative of inverse_jacobian(theta, a, sign) by theta in the direction `direction`, with b and its
    derivative at hand."""
    first = cross(theta, a)
    second = add(cross(direction, first), cross(theta, cross(direction, a)))
    out = add(scale(0.5 * sign, cross(direction, a)), scale(b, second))
    return add(out, scale(2.0 * b_prime * dot(theta, direction), cross(theta, first)))
