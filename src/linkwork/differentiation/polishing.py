"""Newton's iteration that solves replayed steps of generalized-alpha and BDF to round-off, or as far as derivatives
need.

The factors of the iteration matrix are given. The array `iteration` holds the state of the iteration between calls (its
entries are RATE … COUNT), and a new step begins with `new_iteration`. A code says why the iteration ended: ARRIVED,
SLOW (new factors are needed) or LOST. `residual` and `retract` are the addresses of the functions of
dynamics.newton.residual, followed by their page.
"""

import math

import numpy as np

from linkwork.integrators.contract import call, noinline
from linkwork.kernels.charts import backward_formula
from linkwork.numerics.jit import kernel
from linkwork.numerics.sparse_lu import solve_one

ARRIVED, SLOW, LOST = 1, 2, 3  # codes; 0: go on
# entries of `iteration`: contraction, last change, 1 for factors of this very step, 1 to iterate to round-off, iterations
RATE, LAST, OWN, TO_ROUNDING, COUNT = range(5)
MOST_ITERATIONS = 60
ROUNDED, SETTLED = (
    1e-15,
    1e-9,
)  # changes to rounding, and below which an iteration that no longer contracts has reached it
POLISHED = 1e-11  # what may be left of a step that is to be differentiated
MOST_UPDATES, MOST_CHANGED = 60, 0.5  # of factors, and the share of a change that an update may take
TOO_SLOW, FLOOR = 0.3, 0.01  # contraction that asks for new factors, and the fastest that is believed


def new_iteration(to_rounding: bool) -> np.ndarray:
    """Return the state of the iteration for a step that begins with the factors of an earlier one."""
    return np.array([1.0, math.inf, 0.0, float(to_rounding), 0.0])


@kernel
def settled(iteration, size, least):
    """Return a code after a change of size `size`, relative to positions and velocities, and `least`, relative to
    positions alone; 0 if the iteration goes on."""
    last = iteration[LAST]
    if last < math.inf:
        iteration[RATE] = max(size / max(last, 1e-300), FLOOR)
    iteration[LAST] = size
    iteration[COUNT] += 1.0
    rate = iteration[RATE]
    if not size < 1e30 or iteration[COUNT] > MOST_ITERATIONS:
        return LOST
    if size <= ROUNDED or (iteration[OWN] == 1.0 and size > 0.5 * last and (size < SETTLED or least < ROUNDED)):
        return ARRIVED
    if iteration[TO_ROUNDING] == 0.0 and rate < 0.5 and size * rate / (1.0 - rate) <= POLISHED:
        return ARRIVED
    return SLOW if last < math.inf and rate > TOO_SLOW else 0


@kernel(fastmath={"contract", "reassoc"}, no_cpython_wrapper=True, no_cfunc_wrapper=True)
def _dot(row, x, first, last):
    s = 0.0
    for j in range(first, last):
        s += row[j] * x[j]
    return s


@noinline
def solve_system(system, x):
    """Replace the right side x by the solution, with the factors and the order of numerics.sparse_lu."""
    LU, start, first, before, stretch, column, length, row_place, col_place, scratch = system
    for i in range(x.shape[0]):
        scratch[row_place[i]] = x[i]
    solve_one(start, first, before, stretch, column, length, LU, scratch)
    for i in range(x.shape[0]):
        x[i] = scratch[col_place[i]]


@noinline
def improve(pairs, going, x):
    """Apply Broyden's updates to a change x that was computed with the factored matrix, in place, and add an update if
    this is not the first change of a step.

    With s_n the n-th change, z what the updated matrix makes of the next one, and f = (s_n, z) / (s_n, s_n), the next
    change is s_n+1 = z / (1 - f), and 1 + s_n+1 s_n' / (s_n, s_n) is one more factor of the inverse (Kelley 2003, 4.2). The inner
    products take the first entries only, which are accelerations or positions.
    """
    count, left, right, last = pairs
    n = right.shape[1]
    for j in range(count[0]):
        f = _dot(right[j], x, 0, n)
        for i in range(x.shape[0]):
            x[i] += f * left[j, i]
    if going and count[0] < left.shape[0]:
        square = _dot(last, last, 0, n)
        f = _dot(last, x, 0, n) / square if square > 0.0 else 1.0
        if abs(f) < MOST_CHANGED:
            j = count[0]
            count[0] += 1
            for i in range(x.shape[0]):
                x[i] /= 1.0 - f
                left[j, i] = x[i]
            for i in range(n):
                right[j, i] = last[i] / square
    for i in range(n):
        last[i] = x[i]


def fresh_pairs(size: int, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the number of updates, their vectors and the last change, before the first update."""
    return np.zeros(1, np.int64), np.zeros((MOST_UPDATES, size)), np.zeros((MOST_UPDATES, n)), np.zeros(n)


@kernel
def largest(x):
    """Return the largest absolute value."""
    best = 0.0
    for i in range(x.shape[0]):
        best = max(best, abs(x[i]))
    return best


@noinline
def arrive(t, y, past, A_q, A_v, wdot, x, moved, Y, scratch, retract, page):
    """Compute Y, the state y moved by `past` (nv + nv + nz) and by the displacements due to wdot (nv + nz) and x (nv);
    `moved` is the displacement of q."""
    nv = x.shape[0]
    for k in range(nv):
        moved[k] = scratch[k] = past[k] + A_q * wdot[k] + x[k]
    for k in range(wdot.shape[0]):
        scratch[nv + k] = past[nv + k] + A_v * wdot[k]
    for k in range(Y.shape[0]):
        Y[k] = y[k]
    call(retract, t, Y, scratch[: nv + wdot.shape[0]], page)


@noinline
def alpha_residual(t, A_q, A_v, index, levels, Y, wdot, lam, x, mu, right, scratch, residual, page):
    """Compute `right`, the residuals of F, of zdot, of the equation for x (index 2), of the rows, and of Phi (index 2),
    and return a status. levels (n_row) is -1 for rows that are left out, 0 for rows of positions, 1 for rows of
    velocities."""
    nv, m, ny = x.shape[0], lam.shape[0], Y.shape[0]
    nz = wdot.shape[0] - nv
    a, b = ny + nv + m, ny + 2 * nv + 4 * m + nz
    given, out, other = scratch[:a], scratch[a:b], scratch[b:]
    for k in range(ny):
        given[k] = Y[k]
    for k in range(nv):
        given[ny + k] = wdot[k]
    for r in range(m):
        given[ny + nv + r] = lam[r]
    status = call(residual, t, given, out, page)
    for k in range(nv):
        right[k] = out[k]
    for k in range(nz):
        right[nv + k] = wdot[nv + k] - out[nv + 3 * m + k]
    at = nv + nz
    last = at + nv if index == 2 else at
    for r in range(m):
        if levels[r] >= 0:
            right[last] = out[nv + m + r] / A_v if index == 2 or levels[r] == 1 else out[nv + r] / A_q
            last += 1
    if index == 2:
        for r in range(m):
            if levels[r] == 0:
                right[last] = out[nv + r]
                last += 1
        for k in range(nv):
            given[ny + k] = x[k]
        for r in range(m):
            given[ny + nv + r] = -mu[r]
        call(residual, t, given, out, page)
        for k in range(nv + m):
            given[ny + k] = 0.0
        call(residual, t, given, other, page)
        for k in range(nv):
            right[at + k] = out[k] - other[k]
    return status


@noinline
def alpha_change(right, levels, index, wdot, lam, x, mu):
    """Subtract the solution in `right` from the unknowns."""
    nv = x.shape[0]
    for k in range(wdot.shape[0]):
        wdot[k] -= right[k]
    at = wdot.shape[0]
    if index == 2:
        for k in range(nv):
            x[k] -= right[at + k]
        at += nv
    for r in range(lam.shape[0]):
        if levels[r] >= 0:
            lam[r] -= right[at]
            at += 1
    if index == 2:
        for r in range(lam.shape[0]):
            if levels[r] == 0:
                mu[r] -= right[at]
                at += 1


@kernel
def polish_alpha(
    iteration, pairs, system, t, A_q, A_v, index, levels, sizes, y, past, Y, moved, wdot, lam, x, mu, right, scratch, residual, retract,
    page,
):  # fmt: skip
    """Iterate on the unknowns of a step that begins at y, and return a code. `sizes` are the sizes of positions over
    beta h² and of velocities over gamma h."""
    nv = x.shape[0]
    arrive(t, y, past, A_q, A_v, wdot, x, moved, Y, scratch, retract, page)
    code, going = 0, False
    while code == 0:
        status = alpha_residual(
            t, A_q, A_v, index, levels, Y, wdot, lam, x, mu, right, scratch, residual, page
        )  # fmt: skip
        if status != 0:
            return LOST
        solve_system(system, right)
        improve(pairs, going, right)
        going = True
        alpha_change(right, levels, index, wdot, lam, x, mu)
        arrive(t, y, past, A_q, A_v, wdot, x, moved, Y, scratch, retract, page)
        move, other = largest(right[:nv]), largest(right[nv : wdot.shape[0]])
        code = settled(iteration, max(move / sizes[0], max(move, other) / sizes[1]), move / sizes[0])
    return code


@kernel
def polish_bdf(
    iteration, pairs, system, t, cj, c0, places, sizes, Y, vdot, right, scratch, blocks, residual, retract,
    page,
):  # fmt: skip
    """Iterate on q and z of a step without rows, and return a code; v and vdot follow from the formula. `sizes` are the
    sizes of positions and of velocities."""
    plain_q, plain_v, turn_q, starts = places
    nv, ny = vdot.shape[0], Y.shape[0]
    nz = right.shape[0] - nv
    nq = ny - nv - nz
    given, out = scratch[: ny + nv], scratch[ny + nv : ny + 2 * nv + nz]
    code, going = 0, False
    while True:
        for k in range(nv):
            vdot[k] = 0.0  # v that the formula leaves of none
        backward_formula(Y[:nq], vdot, c0, cj, plain_q, plain_v, turn_q, starts, right, blocks)
        for k in range(nv):
            Y[nq + k] = -right[k]
            vdot[k] = cj * Y[nq + k] + c0[nq + k]
            given[ny + k] = vdot[k]
        if code != 0:
            return code
        for k in range(ny):
            given[k] = Y[k]
        if call(residual, t, given, out, page) != 0:
            return LOST
        for k in range(nv):
            right[k] = out[k]
        for k in range(nz):
            right[nv + k] = out[nv + k] - cj * Y[nq + nv + k] - c0[nq + nv + k]
        solve_system(system, right)
        improve(pairs, going, right)
        going = True
        move, other = largest(right[:nv]), largest(right[nv:])
        for k in range(nz):
            Y[nq + nv + k] -= right[nv + k]
        for k in range(nv + nz):
            given[nv + k] = 0.0
        for k in range(nv):
            given[k] = -right[k]
        call(retract, t, Y, given[: 2 * nv + nz], page)
        code = settled(iteration, max(move / sizes[0], max(cj * move, other) / sizes[1]), move / sizes[0])
