"""What a measure does not give: derivatives by complex step of its jet, exact to rounding.

`made_<function>(measure)` returns that function of a measure (kernels.measures.measure) as a new kernel. Scratch is on the stack.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwork.kernels.complex_steps import STEP, displaced, unit
from linkwork.kernels.inline import inlined_kernel, inner_kernel
from linkwork.kernels.vectors import copy_into, put, scale, sub, vec
from linkwork.numerics.dense_views import vector
from linkwork.numerics.stack import stack_complex, stack_real

SIZE, V_I, V_J, A = 42, 24, 30, 36  # complex scratch: poses of I and J, their twists, and no acceleration


@inner_kernel
def no_curvature(axes, X_I, X_J, V_I, V_J):
    """Return the curvature of a measure whose gradient does not change."""
    none = scale(0.0, vec(X_J, 9))
    return none, none, none


@inner_kernel
def no_change(axes, X_I, X_J, of_I, of_J, of_d):
    """Return the change of a gradient that does not change."""
    none = scale(0.0, of_d)
    return none, none, none


@inner_kernel
def load(scratch, X_I, X_J, w_I, w_J, dd):
    """Poses and rates y = (w_I, w_J, dd)."""
    copy_into(vector(scratch, 0, 12), X_I)
    copy_into(vector(scratch, 12, 12), X_J)
    for i in range(3):
        scratch[V_I + i], scratch[V_I + 3 + i] = w_I[i], 0.0
        scratch[V_J + i], scratch[V_J + 3 + i] = w_J[i], dd[i]
    for i in range(6):
        scratch[A + i] = 0.0


@inner_kernel
def step(scratch, X_I, X_J, turn_I, turn_J, move):
    """Displace the poses along the imaginary axis."""
    displaced(X_I, turn_I, unit(-1), vector(scratch, 0, 12))
    displaced(X_J, turn_J, move, vector(scratch, 12, 12))


class Scalars(NamedTuple):
    """Of a complex jet."""

    rate: Any
    bias: Any


def complex_jet(measure: Any) -> Any:
    """Return a kernel of (axes, scratch, g): the jet of the numbers in `scratch`, with its gradient in g (9)."""
    jet = measure.jet

    @inlined_kernel
    def evaluate(axes, scratch, g):
        still = vector(scratch, A, 6)
        _, rate, bias, t_I, _, t_J, n = jet(
            axes,
            vector(scratch, 0, 12),
            vector(scratch, V_I, 6),
            still,
            vector(scratch, 12, 12),
            vector(scratch, V_J, 6),
            still,
        )
        put(g, 0, t_I)
        put(g, 3, t_J)
        put(g, 6, n)
        return Scalars(rate, bias)

    return evaluate


def made_hessian(measure: Any) -> Any:
    """Return a function that computes gradient and Hessian by complex steps of nine displacements."""
    evaluate = complex_jet(measure)

    @inner_kernel
    def hessian(axes, X_I, X_J, g, H):
        scratch, gradient, none = stack_complex(SIZE), stack_complex(9), unit(-1)
        load(scratch, X_I, X_J, none, none, none)
        for c in range(9):
            step(scratch, X_I, X_J, unit(c), unit(c - 3), unit(c - 6))
            evaluate(axes, scratch, gradient)
            for r in range(9):
                H[9 * r + c] = gradient[r].imag / STEP
        for r in range(9):
            g[r] = gradient[r].real

    return hessian


def made_curvature(measure: Any) -> Any:
    """Return a function that computes the gradient of the second rate by complex steps of nine displacements."""
    evaluate = complex_jet(measure)

    @inner_kernel
    def curvature(axes, X_I, X_J, V_I, V_J):
        scratch, gradient, by = stack_complex(SIZE), stack_complex(9), stack_real(9)
        load(scratch, X_I, X_J, vec(V_I, 0), vec(V_J, 0), sub(vec(V_J, 3), vec(V_I, 3)))
        for c in range(9):
            step(scratch, X_I, X_J, unit(c), unit(c - 3), unit(c - 6))
            by[c] = evaluate(axes, scratch, gradient).bias.imag / STEP
        return vec(by, 0), vec(by, 3), vec(by, 6)

    return curvature


def made_transposed_change(measure: Any) -> Any:
    """Return a function that computes the gradient of g·e, the rate along e, by complex steps of nine displacements."""
    evaluate = complex_jet(measure)

    @inner_kernel
    def transposed_change(axes, X_I, X_J, e_I, e_J, e_d):
        scratch, gradient, by = stack_complex(SIZE), stack_complex(9), stack_real(9)
        load(scratch, X_I, X_J, e_I, e_J, e_d)
        for c in range(9):
            step(scratch, X_I, X_J, unit(c), unit(c - 3), unit(c - 6))
            by[c] = evaluate(axes, scratch, gradient).rate.imag / STEP
        return vec(by, 0), vec(by, 3), vec(by, 6)

    return transposed_change


def made_gradient_change(measure: Any) -> Any:
    """Return a function that computes the change of the gradient along y by one complex step."""
    evaluate = complex_jet(measure)

    @inner_kernel
    def gradient_change(axes, X_I, X_J, w_I, w_J, dd):
        scratch, gradient, of = stack_complex(SIZE), stack_complex(9), stack_real(9)
        load(scratch, X_I, X_J, w_I, w_J, dd)
        step(scratch, X_I, X_J, w_I, w_J, dd)
        evaluate(axes, scratch, gradient)
        for i in range(9):
            of[i] = gradient[i].imag / STEP
        return vec(of, 0), vec(of, 3), vec(of, 6)

    return gradient_change
