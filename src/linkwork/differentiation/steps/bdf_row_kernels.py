"""Kernels of the passes over steps of BDF with constraint rows, like differentiation.steps.bdf_kernels.

All unknowns are solved for at once, and scaled: q, z, v / c_j, vdot / c_j², and the multipliers of the active rows over
`force`. The equations are F, those of z, the formulas of q and v in the independent coordinates, Phi, for
velocity-level rows their part `across` of the formula of q, Phidot and Phiddot. A choice is (active, independent, fast,
slow, across): rows, entries of v, places of rows of positions and of velocities among the active rows, and a matrix
(slow, nv).
"""

from linkwork.differentiation.polishing import ARRIVED, LOST, RATE, improve, largest, settled, solve_system
from linkwork.differentiation.steps.bdf_kernels import (
    NEW_FACTORS,
    begin_step,
    note_point,
    solve_tangents,
    store_tangents,
)
from linkwork.integrators.contract import call, noinline
from linkwork.kernels.charts import backward_formula, to_components
from linkwork.numerics.jit import kernel


@noinline
def rows_residual(cj, c0, choice, Y, vdot, out, left, right):
    """Compute `right`, the residuals of all equations, from the results `out` of dynamics.newton.residual and from
    `left`, the residual of the formula of q."""
    active, independent, fast, slow, across = choice
    nv, ny, n, r = vdot.shape[0], Y.shape[0], independent.shape[0], active.shape[0]
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
        right[at + i] = out[nv + active[fast[i]]]
    at += fast.shape[0]
    for i in range(slow.shape[0]):
        total = 0.0
        for k in range(nv):
            total += across[i, k] * left[k]
        right[at + i] = total
    at += slow.shape[0]
    for i in range(r):
        right[at + i], right[at + r + i] = out[nv + m + active[i]], out[nv + 2 * m + active[i]]


@noinline
def polish_rows(
    iteration, pairs, system, t, cj, force, c0, places, choice, sizes, Y, vdot, lam, right, scratch, blocks, residual, retract, page,
):  # fmt: skip
    """Iterate on all unknowns of a step and return a code."""
    plain_q, plain_v, turn_q, starts = places
    active = choice[0]
    nv, ny, m = vdot.shape[0], Y.shape[0], lam.shape[0]
    nz = right.shape[0] - 3 * nv - active.shape[0]
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
        for k in range(active.shape[0]):
            lam[active[k]] -= force * right[first + 2 * nv + k]
        call(retract, t, Y, given[: 2 * nv + nz], page)
        least = largest(right[:nv]) / sizes[0]
        code = settled(iteration, max(least, largest(given[nv : 2 * nv + nz]) / sizes[1]), least)
    return code


@kernel
def rows_steps(
    first, last, resumed, factored, unit, force, iteration, pairs, system, choice, t, h, cj, restarts, recorded, formula, past, newest, y, rates,
    Y, vdot, lam, c0, places, right, scratch, zeros, blocks, turn_counts, turns, at, points, states, functions, layer_page, page,
):  # fmt: skip
    """Solve steps from `first` on, until a step restarts, needs other factors or is not solved; return its number and a
    code. The arguments are those of bdf_steps."""
    residual, retract, after_step, project, rates_of = functions
    nv, ny, m = vdot.shape[1], Y.shape[1], lam.shape[1]
    nq = ny + nv - zeros.shape[0]
    for n in range(first, last):
        if restarts[n] and n > first:
            return n, ARRIVED
        if not (resumed and n == first):
            begin_step(
                n, t[n], cj[n], h[n], h[n - 1], restarts[n], iteration, recorded, formula, past, newest, rates, states, y, Y[n], vdot[n], c0[n], zeros,
                retract, page,
            )  # fmt: skip
            for i in range(m):
                lam[n, i] = rates[ny + i]
            iteration[RATE] = 1.0  # multipliers begin further away: two iterations at least
        if factored != cj[n]:
            return n, NEW_FACTORS
        sizes = max(largest(Y[n, :nq]), unit), max(largest(Y[n, nq : nq + nv]), 1e-9)
        code = polish_rows(
            iteration, pairs, system, t[n], cj[n], force * cj[n] * cj[n], c0[n], places, choice, sizes, Y[n], vdot[n], lam[n], right, scratch, blocks,
            residual, retract, page,
        )  # fmt: skip
        if code != ARRIVED:
            return n, code
        for i in range(ny):
            y[i] = Y[n, i]
        if call(project, t[n], y, scratch[:ny], layer_page) != 0:
            return n, LOST
        if turn_counts.shape[1] > 0:
            call(after_step, t[n], y, turn_counts[n + 1], layer_page)
            for i in range(turns.shape[0]):
                turns[i] = turn_counts[n + 1, i]
        if call(rates_of, t[n], y, rates, layer_page) != 0:
            return n, LOST
        note_point(points, at, n, t[n], h[n], y, rates)
        at += 1
    return last, ARRIVED


@kernel
def carry_row_tangents(
    first, width, n_tangents, cj, force, active, to_c0, Y, LU, right, design, elimination, places, past, newest, buffers, flat, states_S, rates_S,
):  # fmt: skip
    """Carry the tangents of the state, buffers[0], and of its rates and multipliers, buffers[1], over the steps of a
    group. The arguments are those of carry_bdf_tangents."""
    col_place, u = elimination[9], flat[3]
    plain_q, plain_v, turn_q, starts = places
    D, rates, dc0, X, q = buffers
    nv, ny, r = q.shape[0], D.shape[0], active.shape[0]
    nz = col_place.shape[0] - 3 * nv - r
    nq, after = ny - nv - nz, nv + nz
    for g in range(LU.shape[0]):
        n = first + g
        y, c = Y[n, :nq], cj[n]
        solve_tangents(
            width, nq, y, to_c0[n], LU[g], right[g], design[g], elimination, places, past, newest, dc0, X, flat
        )
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
                rates[nv + nz + active[i], l] = -force * c * c * u[place + l]
        store_tangents(D, n_tangents, states_S[n + 1])
        store_tangents(rates, n_tangents, rates_S[n])
