"""Passes over steps of BDF with constraint rows, as differentiation.steps.bdf_kernels.

All unknowns are solved for at once, scaled: q, z, v / c_j, vdot / c_j², and the multipliers of the rows that are kept over `force`. The
equations are F, those of z, the formulas of q and v in independent coordinates, Phi, of velocity-level rows what is `across` the formula
of q, Phidot and Phiddot. A choice is (kept, independent, fast, slow, across): rows, entries of v, places of rows of positions and of
velocities among those kept, and (slow, nv).
"""

from linkwork.differentiation.polishing import ARRIVED, LOST, RATE, improve, largest, settled, solve_system
from linkwork.differentiation.steps.bdf_kernels import NEW_FACTORS, begin_step, keep_columns, note_point, solve_columns
from linkwork.integrators.contract import call, noinline
from linkwork.kernels.charts import backward_formula, to_components
from linkwork.numerics.jit import kernel


@noinline
def rows_residual(cj, c0, choice, Y, vdot, out, left, right):
    """right := all equations, from what dynamics.newton.residual puts out and what the formula of q leaves."""
    kept, independent, fast, slow, across = choice
    nv, ny, n, r = vdot.shape[0], Y.shape[0], independent.shape[0], kept.shape[0]
    nz = right.shape[0] - 3 * nv - r
    nq, m = ny - nv - nz, (out.shape[0] - nv - nz) // 3
    for k in range(nv):
        right[k] = out[k]
    for k in range(nz):
        right[nv + k] = out[nv + 3 * m + k] - cj * Y[nq + nv + k] - c0[nq + nv + k]
    at = nv + nz
    for i in range(n):
        k = independent[i]
        right[at + i], right[at + n + i] = left[k], vdot[k] - cj * Y[nq + k] - c0[nq + k]
    at += 2 * n
    for i in range(fast.shape[0]):
        right[at + i] = out[nv + kept[fast[i]]]
    at += fast.shape[0]
    for i in range(slow.shape[0]):
        total = 0.0
        for k in range(nv):
            total += across[i, k] * left[k]
        right[at + i] = total
    at += slow.shape[0]
    for i in range(r):
        right[at + i], right[at + r + i] = out[nv + m + kept[i]], out[nv + 2 * m + kept[i]]


@noinline
def polish_rows(
    marks, pairs, system, t, cj, force, c0, places, choice, sizes, Y, vdot, lam, right, scratch, blocks, residual, retract, page,
):  # fmt: skip
    """Iterations of a step on all unknowns; a code."""
    plain_q, plain_v, turn_q, starts = places
    kept = choice[0]
    nv, ny, m = vdot.shape[0], Y.shape[0], lam.shape[0]
    nz = right.shape[0] - 3 * nv - kept.shape[0]
    nq = ny - nv - nz
    a = ny + nv + m
    b = a + nv + 3 * m + nz
    given, out, left = scratch[:a], scratch[a:b], scratch[b : b + nv]
    code, going = 0, False
    while code == 0:
        for k in range(ny):
            given[k] = Y[k]
        for k in range(nv):
            given[ny + k] = vdot[k]
        for k in range(m):
            given[ny + nv + k] = lam[k]
        if call(residual, t, given, out, page) != 0:
            return LOST
        backward_formula(Y[:nq], Y[nq : nq + nv], c0, cj, plain_q, plain_v, turn_q, starts, left, blocks)
        rows_residual(cj, c0, choice, Y, vdot, out, left, right)
        solve_system(system, right)
        improve(pairs, going, right)
        going = True
        first = nv + nz
        for k in range(nv):
            given[k], given[nv + k] = -right[k], -cj * right[first + k]
            vdot[k] -= cj * cj * right[first + nv + k]
        for k in range(nz):
            given[2 * nv + k] = -right[nv + k]
        for k in range(kept.shape[0]):
            lam[kept[k]] -= force * right[first + 2 * nv + k]
        call(retract, t, Y, given[: 2 * nv + nz], page)
        least = largest(right[:nv]) / sizes[0]
        code = settled(marks, max(least, largest(given[nv : 2 * nv + nz]) / sizes[1]), least)
    return code


@kernel
def rows_steps(
    first, last, resumed, factored, unit, force, marks, pairs, system, choice, t, h, cj, restarts, recorded, formula, past, newest, y, rates,
    Y, vdot, lam, c0, places, right, scratch, zeros, blocks, noted, turns, at, points, states, functions, layer_page, page,
):  # fmt: skip
    """Steps from `first` up to one that restarts, has other factors or is not solved: its number and a code; as bdf_steps."""
    residual, retract, after_step, project, rates_of = functions
    nv, ny, m = vdot.shape[1], Y.shape[1], lam.shape[1]
    nq = ny + nv - zeros.shape[0]
    for n in range(first, last):
        if restarts[n] and n > first:
            return n, ARRIVED
        if not (resumed and n == first):
            begin_step(
                n, t[n], cj[n], h[n], h[n - 1], restarts[n], marks, recorded, formula, past, newest, rates, states, y, Y[n], vdot[n], c0[n], zeros,
                retract, page,
            )  # fmt: skip
            for i in range(m):
                lam[n, i] = rates[ny + i]
            marks[RATE] = 1.0  # multipliers begin further away: two iterations at least
        if factored != cj[n]:
            return n, NEW_FACTORS
        sizes = max(largest(Y[n, :nq]), unit), max(largest(Y[n, nq : nq + nv]), 1e-9)
        code = polish_rows(
            marks, pairs, system, t[n], cj[n], force * cj[n] * cj[n], c0[n], places, choice, sizes, Y[n], vdot[n], lam[n], right, scratch, blocks,
            residual, retract, page,
        )  # fmt: skip
        if code != ARRIVED:
            return n, code
        for i in range(ny):
            y[i] = Y[n, i]
        if call(project, t[n], y, scratch[:ny], layer_page) != 0:
            return n, LOST
        if noted.shape[1] > 0:
            call(after_step, t[n], y, noted[n + 1], layer_page)
            for i in range(turns.shape[0]):
                turns[i] = noted[n + 1, i]
        if call(rates_of, t[n], y, rates, layer_page) != 0:
            return n, LOST
        note_point(points, at, n, t[n], h[n], y, rates)
        at += 1
    return last, ARRIVED


@kernel
def rows_along(
    first, width, columns, cj, force, kept, to_c0, Y, LU, right, design, found, places, past, newest, room, flat, states_S, rates_S,
):  # fmt: skip
    """Columns of the state in room[0], and of its rates and multipliers in room[1], over the steps of a group; as bdf_along."""
    col_place, u = found[9], flat[3]
    plain_q, plain_v, turn_q, starts = places
    D, rates, dc0, X, q = room
    nv, ny, r = q.shape[0], D.shape[0], kept.shape[0]
    nz = col_place.shape[0] - 3 * nv - r
    nq, after = ny - nv - nz, nv + nz
    for g in range(LU.shape[0]):
        n = first + g
        y, c = Y[n, :nq], cj[n]
        solve_columns(width, nq, y, to_c0[n], LU[g], right[g], design[g], found, places, past, newest, dc0, X, flat)
        for i in range(nv):
            place, v, a = width * col_place[i], width * col_place[after + i], width * col_place[after + nv + i]
            for l in range(width):
                q[i, l] = -u[place + l]
                D[nq + i, l] = -c * u[v + l]
                rates[i, l] = -c * c * u[a + l]
        to_components(y, q, plain_q, plain_v, turn_q, starts, False, D)
        for i in range(nz):
            place = width * col_place[nv + i]
            for l in range(width):
                D[nq + nv + i, l] = -u[place + l]
        for i in range(r):
            place = width * col_place[after + 2 * nv + i]
            for l in range(width):
                rates[nv + nz + kept[i], l] = -force * c * c * u[place + l]
        keep_columns(D, columns, states_S[n + 1])
        keep_columns(rates, columns, rates_S[n])
