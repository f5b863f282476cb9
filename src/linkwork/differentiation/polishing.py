"""Steps of generalized-alpha and of BDF solved to rounding, or as near as derivatives need: Newton's iteration with given factors.

`marks` say how an iteration goes on from call to call; a new step begins with `fresh_marks`. A code says why it ended: ARRIVED, SLOW
(new factors are due), LOST. Functions are addresses of dynamics.newton.residual: residual and retract, with their buffers behind.
"""

import math

import numpy as np

from linkwork.integrators.contract import call, noinline
from linkwork.kernels.charts import backward_formula
from linkwork.numerics.jit import kernel
from linkwork.numerics.sparse_lu import solve_one

ARRIVED, SLOW, LOST = 1, 2, 3  # codes; 0: go on
RATE, LAST, OWN, TO_ROUNDING, COUNT = range(5)  # marks: contraction, last change, 1 for factors of this very step
MOST_ITERATIONS = 60
ROUNDED, SETTLED = (
    1e-15,
    1e-9,
)  # changes to rounding, and below which an iteration that no longer contracts has reached it
POLISHED = 1e-11  # what may be left of a step that is to be differentiated
MOST_UPDATES, MOST_CHANGED = 60, 0.5  # of factors, and the share of a change that an update may take
TOO_SLOW, FLOOR = 0.3, 0.01  # contraction that asks for new factors, and the fastest that is believed


def fresh_marks(to_rounding: bool) -> np.ndarray:
    """Of a step that begins with factors of an earlier one."""
    return np.array([1.0, math.inf, 0.0, float(to_rounding), 0.0])


@kernel
def settled(marks, size, least):
    """A code after a change of `size` relative to positions and velocities, `least` relative to positions alone."""
    last = marks[LAST]
    if last < math.inf:
        marks[RATE] = max(size / max(last, 1e-300), FLOOR)
    marks[LAST] = size
    marks[COUNT] += 1.0
    rate = marks[RATE]
    if not size < 1e30 or marks[COUNT] > MOST_ITERATIONS:
        return LOST
    if size <= ROUNDED or (marks[OWN] == 1.0 and size > 0.5 * last and (size < SETTLED or least < ROUNDED)):
        return ARRIVED
    if marks[TO_ROUNDING] == 0.0 and rate < 0.5 and size * rate / (1.0 - rate) <= POLISHED:
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
    """x := solution for right side x with the factors of numerics.sparse_lu, their order, and room."""
    LU, start, first, before, stretch, column, length, row_place, col_place, room = system
    for i in range(x.shape[0]):
        room[row_place[i]] = x[i]
    solve_one(start, first, before, stretch, column, length, LU, room)
    for i in range(x.shape[0]):
        x[i] = room[col_place[i]]


@noinline
def improve(pairs, going, x):
    """x := what Broyden's updates of the factored matrix make of a change x, in place; a change after another adds an update.

    With the n-th change s_n, z that of the matrix so far, s_n+1 = z / (1 - f), f = (s_n, z) / (s_n, s_n), (1 + s_n+1 s_n' / (s_n, s_n)) is
    one more factor of its inverse (Kelley 2003, 4.2). Products are of the first entries, accelerations or positions.
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
    """How many updates there are, and their vectors; the last change."""
    return np.zeros(1, np.int64), np.zeros((MOST_UPDATES, size)), np.zeros((MOST_UPDATES, n)), np.zeros(n)


@kernel
def largest(x):
    best = 0.0
    for i in range(x.shape[0]):
        best = max(best, abs(x[i]))
    return best


@noinline
def arrive(t, y, past, A_q, A_v, wdot, x, moved, Y, scratch, retract, page):
    """Y := y moved by the past (nv + nv + nz) and by what wdot (nv + nz) and x (nv) add; moved := that displacement of q."""
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
    """right := residuals of F, of zdot, with index 2 of what x satisfies, of the rows, with index 2 of Phi; a status. levels (n_row): -1 left
    out, 0 of positions, 1 of velocities."""
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
    """The unknowns changed by minus the solution in `right`."""
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
    marks, pairs, system, t, A_q, A_v, index, levels, sizes, y, past, Y, moved, wdot, lam, x, mu, right, scratch, residual, retract,
    page,
):  # fmt: skip
    """Iterations of a step from y; a code. sizes: of positions and of velocities, over beta h² and over gamma h."""
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
        code = settled(marks, max(move / sizes[0], max(move, other) / sizes[1]), move / sizes[0])
    return code


@kernel
def polish_bdf(
    marks, pairs, system, t, cj, c0, places, sizes, Y, vdot, right, scratch, blocks, residual, retract,
    page,
):  # fmt: skip
    """Iterations of a step without rows on q and z; v and vdot follow from the formula; a code. sizes: of positions and velocities."""
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
        code = settled(marks, max(move / sizes[0], max(cj * move, other) / sizes[1]), move / sizes[0])
