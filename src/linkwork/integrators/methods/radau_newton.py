"""The equations of a Radau step, Z = h A F(y + Z), by simplified Newton iterations in transformed variables W = T^-1
Z.

One real and one or two complex systems of the size of y are solved in turn instead of one of s times its size; the
problem's `newton_solve` reduces each to the degrees of freedom. Stage values are plain components of y. Residuals and
updates are passed as tangent vectors; the remaining part of a residual (lengths of quaternions) is divided by mu.
"""

import math

from linkwork.dynamics.layout import NEWTON_SLOT, REAL_SLOT
from linkwork.integrators.contract import call, inline, noinline
from linkwork.integrators.delivery.interpolation import nested_weights
from linkwork.integrators.methods import radau_coefficients as radau
from linkwork.integrators.state import (
    H_STEP,
    METHOD,
    NEWTON_FACTORIZATIONS,
    NEWTON_ITERATIONS,
    NEWTON_MATRICES,
    NY,
    RADAU_3,
    RTOL,
    STATUS,
    STEP_ITERATIONS,
    STEP_MATRIX,
    T_HIGH,
    T_LOW,
    T_NEW,
    T_OLD,
    T,
    view_implicit,
    view_norm,
    view_vectors,
)
from linkwork.integrators.stepping.evaluations import evaluate
from linkwork.integrators.stepping.newton_iteration import N_WEIGHTS

EPS = 2.0**-52
LARGEST_RATE = 0.99  # rate of convergence above which the iteration stops
MIDDLE = 0.6  # fraction of a step at which it is linearized
MOST_ITERATIONS = (10, 14)  # of 3 and of 5 stages

# memory[…]: step length of the factors, rate and its sum, last accepted step and error, largest scaled update, what to
# multiply the step by after a failure, longest step for which the iteration should converge well
H_FACTORS, RATE, RATE_SUM, H_ACCEPTED, ERROR_ACCEPTED, WORST, SHRINK, H_NEWTON = range(8)
SCALARS = 8
# flags[…]: 1 if matrices exist, if they are of this state, if factors exist, if the last step's polynomial exists;
# steps since a failure; tangent entry of WORST
MATRIX, FRESH, FACTORS, PREDICTABLE, CAUTION, WORST_ENTRY = range(6)
FLAGS = 6
ACROSS = 2.0 / math.sqrt(3.0)  # tangent entries of a unit quaternion orthogonal to another one
CONVERGED, TOO_SLOW, BROKEN = 0, 1, 2  # results of an iteration


def memory(ny: int, nt: int, n_rows: int) -> tuple[int, int]:
    """Return the counts of integers and numbers of `Implicit`.

    The numbers are scalars, W, the scale, an orthogonal chart and scratch for lengths of quaternions, a residual and
    an update of complex size, a copy, and the saved pivots.
    """
    return FLAGS, SCALARS + 5 * ny + nt + 2 * ny + 2 * max(2 * ny, N_WEIGHTS) + 2 * ny + n_rows + 3


@inline
def stage_count(p):
    return 3 if p.count[METHOD] == RADAU_3 else 5


@inline
def places(p, s):
    """Return where W, the scale, the residual, the update and a copy begin in `memory`; the saved pivots follow."""
    ny = p.count[NY]
    nt = view_norm(p.istate, p.fstate).atol.size
    scale = SCALARS + s * ny
    residual, width = scale + nt + 2 * ny, max(2 * ny, N_WEIGHTS)
    return SCALARS, scale, residual, residual + width, residual + 2 * width


@noinline
def set_scale(p, s):
    """Compute atol + rtol |y| for all norms of a step."""
    vec, norm = view_vectors(p.istate, p.fstate), view_norm(p.istate, p.fstate)
    _, at, _, _, _ = places(p, s)
    scale = view_implicit(p.istate, p.fstate).memory[at:]
    for i in range(norm.atol.size):
        j = norm.size_of[i]
        size = 1.0 if j < 0 else abs(vec.y[j])
        scale[i] = norm.atol[i] + p.real[RTOL] * min(norm.cap[i], size)
    nt, ny = norm.atol.size, p.count[NY]
    if nt != ny:
        across = scale[nt : nt + ny]
        for i in range(nt):
            across[i] = ACROSS
        call(p.components, p.real[T], vec.y, across, p.page)


@inline
def extrapolate(p, s, part, out):
    """out := the change of y by the polynomial of the last step, extrapolated to the given part of this step."""
    vec = view_vectors(p.istate, p.fstate)
    ny = p.count[NY]
    nested_weights(vec.weights, 1.0 + part * p.real[H_STEP] / (p.real[T] - p.real[T_OLD]), s)
    vec.weights[0] -= 1.0
    for i in range(ny):
        out[i] = 0.0
    for k in range(s):
        weight, row = vec.weights[k], vec.dense[k * ny :]
        for i in range(ny):
            out[i] += weight * row[i]


@noinline
def new_matrix(p, s):
    """Linearize in the middle of the step, as extrapolated from the last one, or at its start.

    Stiff directions turn with the bodies: convergence depends on how far they turn from there to the stages.
    """
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    ny, t = p.count[NY], p.real[T]
    for i in range(ny):
        vec.y_try[i] = vec.y[i]
    if imp.flags[PREDICTABLE] == 1:
        extrapolate(p, s, MIDDLE, vec.scratch)
        t += MIDDLE * p.real[H_STEP]
        for i in range(ny):
            vec.y_try[i] += vec.scratch[i]
    side = min(max(t, p.real[T_LOW]), p.real[T_HIGH])
    status = call(p.newton_terms, side, vec.y_try, vec.scratch, p.page)
    p.count[NEWTON_MATRICES] += 1
    p.count[STATUS] = status
    imp.flags[MATRIX], imp.flags[FRESH], imp.flags[FACTORS] = 1, 1, 0
    p.count[STEP_MATRIX] |= 1
    return status


@noinline
def new_factors(p, s):
    """Factor mu² M + mu C + K for the real mu and the complex ones, divided by the step."""
    imp = view_implicit(p.istate, p.fstate)
    _, _, at, _, _ = places(p, s)
    y, h = imp.memory[at:], p.real[H_STEP]
    MU = radau.MU3 if s == 3 else radau.MU5
    for slot in range((s + 1) // 2):
        a, b = MU[slot, 0] / h, -MU[slot, 1] / h
        p.page.count[NEWTON_SLOT] = slot
        y[0], y[1], y[2], y[3], y[4], y[5] = a * a - b * b, 2.0 * a * b, a, b, 1.0, 0.0
        status = call(p.newton_factor, p.real[T], y, y, p.page)
        if status != 0:
            p.count[STATUS] = status
            imp.flags[MATRIX] = 0
            return status
    p.count[NEWTON_FACTORIZATIONS] += 1
    p.count[STEP_MATRIX] |= 2
    imp.flags[FACTORS] = 1
    imp.memory[H_FACTORS] = h
    return 0


@noinline
def predict(p, s):
    """Predict Z by extrapolating the polynomial of the last step, or as zero, and W = T^-1 Z."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    ny = p.count[NY]
    if imp.flags[PREDICTABLE] == 0:
        for i in range(s * ny):
            vec.stages[i] = 0.0
            imp.memory[SCALARS + i] = 0.0
        return
    C, TI = (radau.C3, radau.TI3) if s == 3 else (radau.C5, radau.TI5)
    for j in range(s):
        extrapolate(p, s, C[j], vec.stages[j * ny : (j + 1) * ny])
    transform(TI, vec.stages, imp.memory[SCALARS:], s, ny)


@inline
def transform(matrix, rows, out, s, ny):
    """out_k = sum_j matrix_kj rows_j, rows of ny."""
    for k in range(s):
        target = out[k * ny :]
        for i in range(ny):
            target[i] = 0.0
        for j in range(s):
            weight, row = matrix[k, j], rows[j * ny :]
            if weight != 0.0:
                for i in range(ny):
                    target[i] += weight * row[i]


@noinline
def stage_rates(p, s):
    """Compute F_i at y + Z_i in the rows of `stages` behind Z; return a status."""
    vec = view_vectors(p.istate, p.fstate)
    ny, h = p.count[NY], p.real[H_STEP]
    C = radau.C3 if s == 3 else radau.C5
    for j in range(s):
        Z = vec.stages[j * ny :]
        for i in range(ny):
            vec.y_try[i] = vec.y[i] + Z[i]
        t = p.real[T] + C[j] * h if j < s - 1 else p.real[T_NEW]
        status = evaluate(p, t, vec.y_try, vec.stages[(s + j) * ny : (s + j + 1) * ny])
        if status != 0:
            return status
    return 0


@inline
def put_tangent(p, part, scratch, y, copy, width, offset):
    """y[width i + offset] := tangent vector of part; copy := the rest of part. Return the number of entries."""
    vec = view_vectors(p.istate, p.fstate)
    ny, nt = p.count[NY], view_norm(p.istate, p.fstate).atol.size
    for i in range(ny):
        scratch[i] = part[i]
    if nt != ny:
        call(p.tangent, p.real[T], vec.y, scratch, p.page)
    for i in range(nt):
        y[width * i + offset] = scratch[i]
    if nt != ny:
        call(p.components, p.real[T], vec.y, scratch, p.page)
        for i in range(ny):
            copy[i] = part[i] - scratch[i]
    return nt


@inline
def scaled_square(p, s, x, width, offset):
    """Return the sum of squares of update / scale over the tangent entries, and store the largest entry."""
    imp = view_implicit(p.istate, p.fstate)
    nt = view_norm(p.istate, p.fstate).atol.size
    _, at, _, _, _ = places(p, s)
    scale, total = imp.memory[at:], 0.0
    for i in range(nt):
        ratio = x[width * i + offset] / scale[i]
        total += ratio * ratio
        if abs(ratio) > imp.memory[WORST]:
            imp.memory[WORST] = abs(ratio)
            imp.flags[WORST_ENTRY] = i
    return total


@inline
def square_beside(p, s, beside):
    """Return the same sum as `scaled_square` for the part parallel to the quaternions of the state.

    Half a turn later that part is a rotation: if only tangent vectors at the start of a step counted, steps of half a
    turn would seem exact. Tangent vectors at orthogonal unit quaternions show it in full.
    """
    imp = view_implicit(p.istate, p.fstate)
    nt, ny = view_norm(p.istate, p.fstate).atol.size, p.count[NY]
    if nt == ny:
        return 0.0
    _, at, _, _, _ = places(p, s)
    across, scratch = imp.memory[at + nt : at + nt + ny], imp.memory[at + nt + ny : at + nt + 2 * ny]
    for i in range(ny):
        scratch[i] = beside[i]
    call(p.tangent, p.real[T], across, scratch, p.page)
    return scaled_square(p, s, scratch, 1, 0)


@inline
def add_components(p, x, width, offset, scratch, beside, W):
    """W += components of the tangent update, and the rest of the residual beside its tangent vector."""
    vec = view_vectors(p.istate, p.fstate)
    ny, nt = p.count[NY], view_norm(p.istate, p.fstate).atol.size
    for i in range(nt):
        scratch[i] = x[width * i + offset]
    if nt != ny:
        call(p.components, p.real[T], vec.y, scratch, p.page)
        for i in range(ny):
            W[i] += beside[i]
    for i in range(ny):
        W[i] += scratch[i]


@noinline
def update_real(p, s):
    """Update W_0 by dW_0; return the sum of squares."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    ny = p.count[NY]
    _, _, at_y, at_x, at_copy = places(p, s)
    y, x, beside = imp.memory[at_y:at_x], imp.memory[at_x:at_copy], imp.memory[at_copy:]
    TI, MU = (radau.TI3, radau.MU3) if s == 3 else (radau.TI5, radau.MU5)
    mu, W = MU[0, 0] / p.real[H_STEP], imp.memory[SCALARS : SCALARS + ny]
    part = vec.error
    for i in range(ny):
        part[i] = -mu * W[i]
    for j in range(s):
        weight, row = TI[0, j], vec.stages[(s + j) * ny :]
        for i in range(ny):
            part[i] += weight * row[i]
    nt = put_tangent(p, part, x, y, beside, 1, 0)
    if nt != ny:
        for i in range(ny):
            beside[i] /= mu
    p.page.count[NEWTON_SLOT] = REAL_SLOT
    call(p.newton_solve, p.real[T], y, x, p.page)
    total = scaled_square(p, s, x, 1, 0) + square_beside(p, s, beside)
    add_components(p, x, 1, 0, part, beside, W)
    return total


@noinline
def update_complex(p, s, slot):
    """Update W_k + i W_k+1 by the solution for the pair MU[slot]; return the sum of squares."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    ny, k = p.count[NY], 2 * slot - 1
    _, _, at_y, at_x, at_copy = places(p, s)
    y, x = imp.memory[at_y:at_x], imp.memory[at_x:at_copy]
    one, two = imp.memory[at_copy : at_copy + ny], imp.memory[at_copy + ny : at_copy + 2 * ny]
    TI, MU = (radau.TI3, radau.MU3) if s == 3 else (radau.TI5, radau.MU5)
    a, b = MU[slot, 0] / p.real[H_STEP], MU[slot, 1] / p.real[H_STEP]
    U, V = imp.memory[SCALARS + k * ny :], imp.memory[SCALARS + (k + 1) * ny :]
    for turn in range(2):
        part, weights = vec.error, TI[k + turn]
        for i in range(ny):
            part[i] = -(a * U[i] + b * V[i]) if turn == 0 else -(a * V[i] - b * U[i])
        for j in range(s):
            weight, row = weights[j], vec.stages[(s + j) * ny :]
            for i in range(ny):
                part[i] += weight * row[i]
        put_tangent(p, part, x, y, one if turn == 0 else two, 2, turn)
    square = a * a + b * b
    for i in range(ny):  # divided by mu = a - i b
        one[i], two[i] = (a * one[i] - b * two[i]) / square, (a * two[i] + b * one[i]) / square
    p.page.count[NEWTON_SLOT] = slot
    call(p.newton_solve, p.real[T], y, x, p.page)
    total = scaled_square(p, s, x, 2, 0) + scaled_square(p, s, x, 2, 1)
    total += square_beside(p, s, one) + square_beside(p, s, two)
    add_components(p, x, 2, 0, vec.error, one, U)
    add_components(p, x, 2, 1, vec.error, two, V)
    return total


@inline
def update(p, s):
    """Perform one Newton iteration from the rates at the stages, updating W and Z; return the norm of dW."""
    vec, imp = view_vectors(p.istate, p.fstate), view_implicit(p.istate, p.fstate)
    nt = view_norm(p.istate, p.fstate).atol.size
    imp.memory[WORST] = 0.0
    total = update_real(p, s)
    for slot in range(1, (s + 1) // 2):
        total += update_complex(p, s, slot)
    T_ = radau.T3 if s == 3 else radau.T5
    transform(T_, imp.memory[SCALARS:], vec.stages, s, p.count[NY])
    p.count[NEWTON_ITERATIONS] += 1
    p.count[STEP_ITERATIONS] += 1
    return math.sqrt(total / (s * max(1, nt)))


@noinline
def iterate(p, s, repeated):
    """Iterate until dW theta / (1 - theta) is below kappa, with theta the rate of convergence; or `repeated` times."""
    imp = view_implicit(p.istate, p.fstate)
    rtol = p.real[RTOL]
    kappa = max(10.0 * EPS / rtol, min(0.03, math.sqrt(rtol)))
    most = MOST_ITERATIONS[0] if s == 3 else MOST_ITERATIONS[1]
    imp.memory[RATE_SUM] = max(imp.memory[RATE_SUM], EPS) ** 0.8
    last, last_rate = 0.0, 0.0
    imp.memory[SHRINK] = 0.5
    p.count[STEP_ITERATIONS] = 0
    for k in range(1, (most if repeated == 0 else repeated) + 1):
        if stage_rates(p, s) != 0:
            return BROKEN
        size = update(p, s)
        if repeated > 0:
            continue
        if not size < 1e300:
            return TOO_SLOW
        if k > 1:
            rate = size / last
            theta = rate if k == 2 else math.sqrt(rate * last_rate)
            last_rate = rate
            imp.memory[RATE] = theta
            if theta >= LARGEST_RATE:
                return TOO_SLOW
            imp.memory[RATE_SUM] = theta / (1.0 - theta)
            left = imp.memory[RATE_SUM] * size * theta ** (most - 1 - k)
            if left > kappa:
                excess = max(1e-4, min(20.0, left / kappa))
                imp.memory[SHRINK] = 0.8 * excess ** (-1.0 / (4.0 + most - 1 - k))
                return TOO_SLOW
        if imp.memory[RATE_SUM] * size <= kappa:
            return CONVERGED
        last = max(size, EPS)
    return CONVERGED if repeated > 0 else TOO_SLOW
