"""Kernels of the passes over steps of BDF: one solves the steps, another carries tangents over them.

Past states, or their tangents, are stored cyclically in the HIGHEST + 1 rows of `past`; newest[0] is the row of the
newest. `system` is that of differentiation.polishing, `elimination` the pattern of the factors. Right sides are in the
order of elimination, `width` numbers for each row, of which the first `n_tangents` are tangents and the rest is zero.
"""

from linkwork.differentiation.polishing import ARRIVED, COUNT, LAST, OWN, RATE, largest, polish_bdf
from linkwork.integrators.contract import call, noinline
from linkwork.integrators.methods.bdf_coefficients import HIGHEST
from linkwork.kernels.charts import backward_formula, block_products, rates_of_components, to_components, to_tangents
from linkwork.numerics.jit import kernel
from linkwork.numerics.sparse_lu import add_products, solve

NEW_FACTORS = 5  # a code: the step has another c_j
INF = float("inf")


@kernel
def combine(weights, past, newest, out):
    """Compute the weighted sum of the past, newest first."""
    for i in range(out.shape[0]):
        out[i] = 0.0
    for j in range(HIGHEST + 1):
        f = weights[j]
        if f != 0.0:
            row = past[(newest - j) % (HIGHEST + 1)]
            for i in range(out.shape[0]):
                out[i] += f * row[i]


@noinline
def remember(afresh, value, past, newest):
    """Store a value as the newest of the past; with `afresh`, forget the older ones."""
    if afresh:
        for j in range(past.shape[0]):
            for i in range(past.shape[1]):
                past[j, i] = 0.0
    newest[0] = (newest[0] + 1) % (HIGHEST + 1)
    row = past[newest[0]]
    for i in range(value.shape[0]):
        row[i] = value[i]


@kernel
def bdf_weights(force, cj, Y, c0, places, r, blocks, weights):
    """Compute the weights of some steps: 1, c_j, with a force also c_j² and force c_j², the derivatives S of the
    formula by the positions of quaternions (blocks), and then minus all of these."""
    plain_q, plain_v, turn_q, starts = places
    nv, count = r.shape[0], weights.shape[1] // 2
    nq = plain_q.shape[0] + 4 * starts.shape[0]
    for g in range(cj.shape[0]):
        c, S, w = cj[g], blocks[g], weights[g]
        backward_formula(Y[g, :nq], Y[g, nq : nq + nv], c0[g], c, plain_q, plain_v, turn_q, starts, r, S)
        w[0], w[1], at = 1.0, c, 2
        if force > 0.0:
            w[2], w[3], at = c * c, force * c * c, 4
        for b in range(starts.shape[0]):
            for i in range(3):
                for j in range(3):
                    w[at] = S[b, i, j]
                    at += 1
        for i in range(count):
            w[count + i] = -w[i]


@noinline
def begin_step(
    n, t, cj, h, h_before, restart, iteration, recorded, formula, past, newest, rates, states, y, Y, vdot, c0, zeros, retract, page
):  # fmt: skip
    """Predict Y, and vdot and c0, with which the iteration of step n begins, and start a new iteration. states[n] := y,
    unless the step restarts. The older the factors are, the less the last contraction is trusted."""
    to_c0, predicted = formula
    nv, ny = vdot.shape[0], Y.shape[0]
    nq = ny + nv - zeros.shape[0]
    iteration[RATE], iteration[LAST], iteration[OWN], iteration[COUNT] = min(2.0 * iteration[RATE], 1.0), INF, 0.0, 0.0
    for i in range(ny):
        states[n, i] = states[n, i] if restart else y[i]
    remember(restart, y, past, newest)
    combine(to_c0[n], past, newest[0], c0)
    if n < recorded.shape[0]:
        before = recorded[n - 1] if n > 0 else y
        for i in range(ny):
            Y[i] = recorded[n, i] + (y[i] - before[i])
        if (
            n > 1 and to_c0[n, 1] != 0.0 and to_c0[n - 1, 1] != 0.0
        ):  # what the run left of its equations goes on as it went
            older = past[newest[0] - 1]
            for i in range(ny):
                Y[i] += h / h_before * ((y[i] - before[i]) - (older[i] - recorded[n - 2, i]))
    elif restart:
        for i in range(ny):
            Y[i] = y[i] + h * rates[i]
    else:
        combine(predicted[n], past, newest[0], Y)
    call(retract, t, Y, zeros, page)
    for i in range(nv):
        vdot[i] = cj * Y[nq + i] + c0[nq + i]


@noinline
def note_point(points, at, n, t, h, y, rates):
    """Store the end of step n as a point, with the weights of the trapezoidal rule."""
    point_t, point_y, point_k, point_weight, point_step = points
    point_t[at], point_step[at], point_weight[at] = t, n, 0.5 * h
    point_weight[at - 1] += 0.5 * h
    for i in range(y.shape[0]):
        point_y[at, i] = y[i]
    for i in range(rates.shape[0]):
        point_k[at, i] = rates[i]


@kernel
def bdf_steps(
    first, last, resumed, factored, unit, iteration, pairs, system, t, h, cj, restarts, recorded, formula, past, newest, y, rates, Y, vdot, c0,
    places, right, scratch, zeros, blocks, turn_counts, turns, at, points, states, residual, retract, after_step, layer_page, page,
):  # fmt: skip
    """Solve steps without rows from `first` on, until a step restarts, needs other factors or is not solved; return its
    number and a code.

    y and rates are advanced. `recorded` holds the states that the run stored, if any, which give better predictions.
    `points` are times, states, rates, weights and steps; they are filled from `at` on.
    """
    nv, ny = vdot.shape[1], Y.shape[1]
    nq = ny + nv - zeros.shape[0]
    for n in range(first, last):
        if restarts[n] and n > first:
            return n, ARRIVED
        if not (resumed and n == first):
            begin_step(
                n, t[n], cj[n], h[n], h[n - 1], restarts[n], iteration, recorded, formula, past, newest, rates, states, y, Y[n], vdot[n], c0[n], zeros,
                retract, page,
            )  # fmt: skip
        if factored != cj[n]:
            return n, NEW_FACTORS
        sizes = max(largest(Y[n, :nq]), unit), max(largest(Y[n, nq : nq + nv]), 1e-9)
        code = polish_bdf(
            iteration, pairs, system, t[n], cj[n], c0[n], places, sizes, Y[n], vdot[n], right, scratch, blocks, residual, retract,
            page,
        )  # fmt: skip
        if code != ARRIVED:
            return n, code
        for i in range(ny):
            y[i] = Y[n, i]
        if turn_counts.shape[1] > 0:
            call(after_step, t[n], y, turn_counts[n + 1], layer_page)
            for i in range(turns.shape[0]):
                turns[i] = turn_counts[n + 1, i]
        rates_of_components(y[:nq], y[nq : nq + nv], places, rates)
        for i in range(nv):
            rates[nq + i] = vdot[n, i]
        for i in range(nq + nv, ny):
            rates[i] = cj[n] * y[i] + c0[n, i]
        note_point(points, at, n, t[n], h[n], y, rates)
        at += 1
    return last, ARRIVED


@kernel
def store_tangents(X, n_tangents, out):
    """Store the first `n_tangents` entries of every row of X in out."""
    at = 0
    for i in range(X.shape[0]):
        for c in range(n_tangents):
            out[at + c] = X[i, c]
        at += n_tangents


@noinline
def solve_tangents(width, nq, y, to_c0, LU, right, design, elimination, places, past, newest, dc0, X, flat):
    """Solve the linear equations of one step for all tangents.

    dc0 are the tangents of c_0; X := (r_q, r_v, r_z) are minus dc0 as tangent vectors. The unknowns in flat[3] are in
    the order of elimination and have the opposite sign.
    """
    start, before_first, before, stretch, column, length, right_start, right_col, row_place, col_place = elimination
    plain_q, plain_v, turn_q, starts = places
    D_flat, c0_flat, X_flat, u = flat
    beside = dc0.shape[0] - nq  # velocities and block states
    nv = X.shape[0] - beside
    remember(False, D_flat, past, newest)
    combine(to_c0, past, newest[0], c0_flat)
    to_tangents(y, dc0, plain_q, plain_v, turn_q, starts, False, X[:nv])
    for i in range(nv):
        for l in range(width):
            X[i, l] = -X[i, l]
    for i in range(beside):
        for l in range(width):
            X[nv + i, l] = -dc0[nq + i, l]
    for i in range(design.shape[0]):
        u[i] = design[i]
    add_products(right_start, right_col, right, 1.0, width, X_flat, u)
    solve(start, before_first, before, stretch, column, length, LU, width, u)


@kernel
def carry_bdf_tangents(
    first, width, n_tangents, cj, to_c0, Y, blocks, LU, right, design, elimination, places, past, newest, buffers, flat, states_S, rates_S,
):  # fmt: skip
    """Carry the tangents of the state (ny, width), buffers[0], and of its rates, buffers[1], over the steps of a group
    that begins with step `first`.

    buffers: tangents of the state, of vdot, of c_0, the right sides (r_q, r_v, r_z), tangents of q, and S times these.
    flat: the state's, c_0's and the right sides as flat arrays, and the unknowns. states_S and rates_S receive the
    first `n_tangents` tangents after every step.
    """
    col_place, u = elimination[9], flat[3]
    plain_q, plain_v, turn_q, starts = places
    D, dv, dc0, X, q, Sq = buffers
    nv, ny, nz = q.shape[0], D.shape[0], col_place.shape[0] - q.shape[0]
    nq = ny - nv - nz
    for g in range(LU.shape[0]):
        n = first + g
        y, c = Y[n, :nq], cj[n]
        solve_tangents(
            width, nq, y, to_c0[n], LU[g], right[g], design[g], elimination, places, past, newest, dc0, X, flat
        )
        for i in range(nv):
            there = width * col_place[i]
            for l in range(width):
                q[i, l] = -u[there + l]
        to_components(y, q, plain_q, plain_v, turn_q, starts, False, D)
        block_products(-c, blocks[g], starts, q, Sq)
        for i in range(nv):
            for l in range(width):
                D[nq + i, l] = -X[i, l] - Sq[i, l]
                dv[i, l] = c * D[nq + i, l] + dc0[nq + i, l]
        for i in range(nz):
            there = width * col_place[nv + i]
            for l in range(width):
                D[nq + nv + i, l] = -u[there + l]
        store_tangents(D, n_tangents, states_S[n + 1])
        store_tangents(dv, n_tangents, rates_S[n])
