"""What a force law does not give: derivatives by complex step of its values, exact to rounding, and products made from these.

`made_<function>(law)` returns that function of a law (kernels.forces.law) as a new kernel; the law must have all functions that are
completed before it. Scratch is on the stack.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwork.kernels.complex_steps import STEP, displaced, unit
from linkwork.kernels.inline import inlined_kernel, inner_kernel
from linkwork.kernels.vectors import accumulate, add, copy_into, cross, put, scale, sub, vec
from linkwork.numerics.dense_views import vector
from linkwork.numerics.stack import stack_complex, stack_real


class Given(NamedTuple):
    """What a law reads beside its constants and frames."""

    t: Any  # s
    z: Any  # (states)  its own states
    table: Any  # int (n)  numbers of the tables it uses: table k has rows table_start[k] … table_start[k + 1] - 1
    table_start: Any  # as Model's
    table_x: Any
    table_coef: Any


class Cotangents(NamedTuple):
    """Derivatives of the scalar that a reverse product is of."""

    energy: Any  # by the law's energy
    zdot: Any  # (states)  by the rates of its states


class Gradient(NamedTuple):
    """What a reverse product adds to."""

    c: Any  # (constants)
    z: Any  # (states)


@inlined_kernel
def no_energy(c, g, X_I, X_J):
    """Return zero: the law has no energy."""
    return 0.0 * (c[0] * X_J[9] * X_I[9]) if c.shape[0] > 0 else 0.0 * (X_J[9] * X_I[9])


@inlined_kernel
def no_rates(c, g, X_I, X_J, V_I, V_J, zdot):
    """A law without states."""


class Evaluation(NamedTuple):
    """A law's value in complex numbers that lie one after the other: constants, states, poses, twists, then wrench and rates."""

    size: int
    load: Any  # (scratch, c, g, X_I, X_J, V_I, V_J): copy the arguments
    wrench: Any  # (scratch, g): wrench of the numbers in `scratch`
    rates: Any  # (scratch, g)


def complex_evaluation(law: Any) -> Evaluation:
    """Return the places of the law's arguments in complex scratch, and its values there."""
    n, nz, wrench, rates = law.constants, law.states, law.wrench, law.rates
    X, V, out = n + nz, n + nz + 24, n + nz + 36

    @inner_kernel
    def load(scratch, c, g, X_I, X_J, V_I, V_J):
        copy_into(vector(scratch, 0, n), c)
        copy_into(vector(scratch, n, nz), g.z)
        copy_into(vector(scratch, X, 12), X_I)
        copy_into(vector(scratch, X + 12, 12), X_J)
        copy_into(vector(scratch, V, 6), V_I)
        copy_into(vector(scratch, V + 6, 6), V_J)

    @inlined_kernel
    def complex_wrench(scratch, g):
        at = Given(g.t, vector(scratch, n, nz), g.table, g.table_start, g.table_x, g.table_coef)
        X_I, X_J, V_I, V_J = (
            vector(scratch, X, 12),
            vector(scratch, X + 12, 12),
            vector(scratch, V, 6),
            vector(scratch, V + 6, 6),
        )
        wrench(vector(scratch, 0, n), at, X_I, X_J, V_I, V_J, vector(scratch, out, 6))

    @inlined_kernel
    def complex_rates(scratch, g):
        at = Given(g.t, vector(scratch, n, nz), g.table, g.table_start, g.table_x, g.table_coef)
        X_I, X_J, V_I, V_J = (
            vector(scratch, X, 12),
            vector(scratch, X + 12, 12),
            vector(scratch, V, 6),
            vector(scratch, V + 6, 6),
        )
        rates(vector(scratch, 0, n), at, X_I, X_J, V_I, V_J, vector(scratch, out + 6, nz))

    return Evaluation(out + 6 + nz, load, complex_wrench, complex_rates)


def made_stiffness(law: Any) -> Any:
    """Return a function that computes K6 and C6 by complex steps of six displacements and six twists of J."""
    size, load, wrench, _ = complex_evaluation(law)
    X, V, out = law.constants + law.states + 12, law.constants + law.states + 30, law.constants + law.states + 36

    @inner_kernel
    def stiffness(c, g, X_I, X_J, V_I, V_J, W, K6, C6):
        scratch = stack_complex(size)
        load(scratch, c, g, X_I, X_J, V_I, V_J)
        pose = vector(scratch, X, 12)
        for k in range(12):
            if k < 6:
                displaced(X_J, unit(k), unit(k - 3), pose)
            else:
                copy_into(pose, X_J)
                scratch[V + k - 6] += 1j * STEP
            wrench(scratch, g)
            into = K6 if k < 6 else C6
            for i in range(6):
                into[6 * i + k % 6] = scratch[out + i].imag / STEP
            if k >= 6:
                scratch[V + k - 6] = V_J[k - 6]

    return stiffness


def made_state_jacobians(law: Any) -> Any:
    """Return a function that computes the derivatives of wrench and rates by states, and of the rates by displacements
    and twists of J."""
    size, load, wrench, rates = complex_evaluation(law)
    n, nz = law.constants, law.states
    X, V, out = n + nz + 12, n + nz + 30, n + nz + 36

    @inner_kernel
    def state_jacobians(c, g, X_I, X_J, V_I, V_J, W_z, Z6, D6, Z_z):
        if nz == 0:
            return
        scratch = stack_complex(size)
        load(scratch, c, g, X_I, X_J, V_I, V_J)
        pose = vector(scratch, X, 12)
        for k in range(12 + nz):
            if k < 6:
                displaced(X_J, unit(k), unit(k - 3), pose)
            elif k < 12:
                copy_into(pose, X_J)
                scratch[V + k - 6] += 1j * STEP
            else:
                scratch[n + k - 12] += 1j * STEP
            rates(scratch, g)
            for i in range(nz):
                derivative = scratch[out + 6 + i].imag / STEP
                if k < 6:
                    Z6[6 * i + k] = derivative
                elif k < 12:
                    D6[6 * i + k - 6] = derivative
                else:
                    Z_z[nz * i + k - 12] = derivative
            if k >= 12:
                wrench(scratch, g)
                for i in range(6):
                    W_z[nz * i + k - 12] = scratch[out + i].imag / STEP
                scratch[n + k - 12] = g.z[k - 12]
            elif k >= 6:
                scratch[V + k - 6] = V_J[k - 6]

    return state_jacobians


def made_tangent(law: Any) -> Any:
    """Return a function that steps constants, states, poses and twists together along one direction, in one evaluation."""
    size, load, wrench, rates = complex_evaluation(law)
    n, nz = law.constants, law.states
    X, V, out = n + nz, n + nz + 24, n + nz + 36

    @inner_kernel
    def tangent(c, g, X_I, X_J, V_I, V_J, dc, dz, shift_I, shift_J, dW, dzdot):
        scratch = stack_complex(size)
        for k in range(n):
            scratch[k] = c[k] + 1j * (STEP * dc[k])
        for k in range(nz):
            scratch[n + k] = g.z[k] + 1j * (STEP * dz[k])
        displaced(X_I, vec(shift_I, 0), vec(shift_I, 3), vector(scratch, X, 12))
        displaced(X_J, vec(shift_J, 0), vec(shift_J, 3), vector(scratch, X + 12, 12))
        for k in range(6):
            scratch[V + k] = V_I[k] + 1j * (STEP * shift_I[6 + k])
            scratch[V + 6 + k] = V_J[k] + 1j * (STEP * shift_J[6 + k])
        wrench(scratch, g)
        for k in range(6):
            dW[k] = scratch[out + k].imag / STEP
        if nz > 0:
            rates(scratch, g)
            for k in range(nz):
                dzdot[k] = scratch[out + 6 + k].imag / STEP

    return tangent


def made_by_constants(law: Any) -> Any:
    """Return a function that computes derivatives by constants, with one evaluation for each."""
    size, load, wrench, rates = complex_evaluation(law)
    n, nz, energy = law.constants, law.states, law.energy
    X, out = n + nz, n + nz + 36

    @inner_kernel
    def by_constants(c, g, X_I, X_J, V_I, V_J, u, bar, by_c):
        scratch = stack_complex(size)
        load(scratch, c, g, X_I, X_J, V_I, V_J)
        at = Given(g.t, vector(scratch, n, nz), g.table, g.table_start, g.table_x, g.table_coef)
        for k in range(n):
            scratch[k] += 1j * STEP
            wrench(scratch, g)
            total = 0.0
            for i in range(6):
                total -= u[i] * (scratch[out + i].imag / STEP)
            if nz > 0:
                rates(scratch, g)
                for i in range(nz):
                    total += bar.zdot[i] * (scratch[out + 6 + i].imag / STEP)
            if bar.energy != 0.0:
                stored = energy(vector(scratch, 0, n), at, vector(scratch, X, 12), vector(scratch, X + 12, 12))
                total += bar.energy * (stored.imag / STEP)
            by_c[k] += total
            scratch[k] = c[k]

    return by_constants


def made_energy_gradient(law: Any) -> Any:
    """out (6 + states): the energy by displacements of J and by states."""
    size, load, _, _ = complex_evaluation(law)
    n, nz, energy = law.constants, law.states, law.energy
    X = n + nz

    @inner_kernel
    def energy_gradient(c, g, X_I, X_J, V_I, V_J, out):
        scratch = stack_complex(size)
        load(scratch, c, g, X_I, X_J, V_I, V_J)
        at = Given(g.t, vector(scratch, n, nz), g.table, g.table_start, g.table_x, g.table_coef)
        pose = vector(scratch, X + 12, 12)
        for k in range(6 + nz):
            if k < 6:
                displaced(X_J, unit(k), unit(k - 3), pose)
            else:
                copy_into(pose, X_J)
                scratch[n + k - 6] += 1j * STEP
            out[k] = energy(vector(scratch, 0, n), at, vector(scratch, X, 12), pose).imag / STEP
            if k >= 6:
                scratch[n + k - 6] = g.z[k - 6]

    return energy_gradient


@inner_kernel
def products(A, y, rows, first, sign):
    """Return three entries of sign · y'A, from column `first` on, for a flat matrix of six columns."""
    a, b, c = 0.0, 0.0, 0.0
    for r in range(rows):
        a += y[r] * A[6 * r + first]
        b += y[r] * A[6 * r + first + 1]
        c += y[r] * A[6 * r + first + 2]
    return (sign * a, sign * b, sign * c)


@inner_kernel
def spread_reverse(X_I, X_J, V_I, V_J, D_I, D_J, W, k6, g6, on_I, on_J):
    """Distribute to the two frames a scalar that is -u·W plus other invariants, with gradients k6 and g6 by
    displacement and twist of J.

    If both frames move together, wrench, twists and virtual twists move with them: the gradient by I is minus the
    gradient by J, plus that of what turns with both.
    """
    d, D_w = sub(vec(X_J, 9), vec(X_I, 9)), vec(D_I, 0)
    a = sub(vec(D_J, 0), D_w)
    b = sub(sub(vec(D_J, 3), vec(D_I, 3)), cross(D_w, d))
    torque, force = vec(W, 0), vec(W, 3)
    k_turn, k_move, g_turn, g_move = vec(k6, 0), vec(k6, 3), vec(g6, 0), vec(g6, 3)
    h_turn, h_move = scale(-1.0, add(g_turn, cross(d, g_move))), scale(-1.0, g_move)
    turned = add(add(cross(torque, a), cross(force, b)), add(cross(vec(V_I, 0), h_turn), cross(vec(V_I, 3), h_move)))
    turned = add(turned, add(cross(vec(V_J, 0), g_turn), cross(vec(V_J, 3), g_move)))
    lever = cross(force, D_w)
    accumulate(on_J, 0, k_turn)
    accumulate(on_J, 3, add(k_move, lever))
    accumulate(on_I, 0, scale(-1.0, add(add(k_turn, cross(d, k_move)), turned)))
    accumulate(on_I, 3, scale(-1.0, add(k_move, lever)))
    accumulate(on_J, 6, g_turn)
    accumulate(on_J, 9, g_move)
    accumulate(on_I, 6, h_turn)
    accumulate(on_I, 9, h_move)
    accumulate(on_J, 18, scale(-1.0, torque))
    accumulate(on_J, 21, scale(-1.0, force))
    accumulate(on_I, 18, add(torque, cross(d, force)))
    accumulate(on_I, 21, force)


def made_reverse(law: Any) -> Any:
    """Contract K6, C6 and the derivatives by states with a cotangent, and move the result to I by rigid invariance."""
    nz, wrench, stiffness, state_jacobians, by_constants = (
        law.states,
        law.wrench,
        law.stiffness,
        law.state_jacobians,
        law.by_constants,
    )
    energy_gradient = made_energy_gradient(law)
    at_W, at_u, at_e, at_k, at_g = 72, 78, 84, 90 + nz, 96 + nz
    at_W_z, at_Z6, at_D6, at_Z_z = 102 + nz, 102 + 7 * nz, 102 + 13 * nz, 102 + 19 * nz
    size = 102 + 19 * nz + nz * nz

    @inner_kernel
    def reverse(c, g, X_I, X_J, V_I, V_J, D_I, D_J, bar, by, on_I, on_J):
        scratch = stack_real(size)
        K6, C6, W = vector(scratch, 0, 36), vector(scratch, 36, 36), vector(scratch, at_W, 6)
        u, e, k6, g6 = (
            vector(scratch, at_u, 6),
            vector(scratch, at_e, 6 + nz),
            vector(scratch, at_k, 6),
            vector(scratch, at_g, 6),
        )
        d, D_w = sub(vec(X_J, 9), vec(X_I, 9)), vec(D_I, 0)
        put(u, 0, sub(vec(D_J, 0), D_w))
        put(u, 3, sub(sub(vec(D_J, 3), vec(D_I, 3)), cross(D_w, d)))
        wrench(c, g, X_I, X_J, V_I, V_J, W)
        stiffness(c, g, X_I, X_J, V_I, V_J, W, K6, C6)
        for first in range(0, 6, 3):
            put(k6, first, products(K6, u, 6, first, -1.0))
            put(g6, first, products(C6, u, 6, first, -1.0))
        if bar.energy != 0.0:
            energy_gradient(c, g, X_I, X_J, V_I, V_J, e)
            for i in range(6):
                k6[i] += bar.energy * e[i]
            for i in range(nz):
                by.z[i] += bar.energy * e[6 + i]
        if nz > 0:
            W_z, Z6 = vector(scratch, at_W_z, 6 * nz), vector(scratch, at_Z6, 6 * nz)
            D6, Z_z = vector(scratch, at_D6, 6 * nz), vector(scratch, at_Z_z, nz * nz)
            state_jacobians(c, g, X_I, X_J, V_I, V_J, W_z, Z6, D6, Z_z)
            for first in range(0, 6, 3):
                accumulate(k6, first, products(Z6, bar.zdot, nz, first, 1.0))
                accumulate(g6, first, products(D6, bar.zdot, nz, first, 1.0))
            for i in range(nz):
                for r in range(6):
                    by.z[i] -= u[r] * W_z[nz * r + i]
                for r in range(nz):
                    by.z[i] += bar.zdot[r] * Z_z[nz * r + i]
        spread_reverse(X_I, X_J, V_I, V_J, D_I, D_J, W, k6, g6, on_I, on_J)
        by_constants(c, g, X_I, X_J, V_I, V_J, u, bar, by.c)

    return reverse


def made_rows(law: Any) -> Any:
    """Return a function whose coordinates are the displacement of J, with K6 and C6 as stiffness and damping."""
    wrench, stiffness = law.wrench, law.stiffness

    @inner_kernel
    def rows(c, g, X_I, X_J, V_I, V_J, E, K, C):
        W = stack_real(6)
        wrench(c, g, X_I, X_J, V_I, V_J, W)
        stiffness(c, g, X_I, X_J, V_I, V_J, W, K, C)
        for i in range(36):
            K[i] = -K[i]
            C[i] = -C[i]
        for i in range(6):
            for j in range(6):
                E[i, j] = 1.0 * (i == j)

    return rows
