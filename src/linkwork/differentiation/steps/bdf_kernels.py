"""Passes over steps of BDF: steps solved one after another, and columns of derivatives along them.

Past states, or their columns, lie in turn in `past` (HIGHEST + 1 rows), newest[0] says which is the newest. A system is that of
differentiation.polishing; right sides are in the order of elimination, `width` columns in whole lanes.
"""

from linkwork.differentiation.polishing import ARRIVED, COUNT, LAST, OWN, RATE, largest, polish_bdf
from linkwork.integrators.contract import call, noinline
from linkwork.integrators.methods.bdf_coefficients import HIGHEST
from linkwork.kernels.charts import backward_formula, block_products, to_components, to_tangents
from linkwork.kernels.rotations import half_product
from linkwork.numerics.jit import kernel
from linkwork.numerics.sparse_lu import add_products, solve

NEW_FACTORS = 5  # a code: the step has another c_j
INF = float("inf")


@kernel
def combine(weights, past, newest, out):
    """out := the past, weighted, the newest first."""
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
    """Of some steps: 1, c_j, with a force also c_j² and force c_j², the formula's slopes S by the positions of quaternions (blocks), and
    minus all of them."""
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
    n, t, cj, h, h_before, restart, marks, recorded, formula, past, newest, rates, states, y, Y, vdot, c0, zeros, retract, page
):  # fmt: skip
    """Y := prediction, vdot and c0 to begin step n with; states[n] := y, unless it restarts; marks of a new step, with a contraction that is
    less sure the older its factors are."""
    to_c0, predicted = formula
    nv, ny = vdot.shape[0], Y.shape[0]
    nq = ny + nv - zeros.shape[0]
    marks[RATE], marks[LAST], marks[OWN], marks[COUNT] = min(2.0 * marks[RATE], 1.0), INF, 0.0, 0.0
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
    """The end of step n; weights of the trapezoidal rule."""
    point_t, point_y, point_k, point_weight, point_step = points
    point_t[at], point_step[at], point_weight[at] = t, n, 0.5 * h
    point_weight[at - 1] += 0.5 * h
    for i in range(y.shape[0]):
        point_y[at, i] = y[i]
    for i in range(rates.shape[0]):
        point_k[at, i] = rates[i]


@kernel
def bdf_steps(
    first, last, resumed, factored, unit, marks, pairs, system, t, h, cj, restarts, recorded, formula, past, newest, y, rates, Y, vdot, c0,
    places, right, scratch, zeros, blocks, noted, turns, at, points, states, residual, retract, after_step, layer_page, page,
):  # fmt: skip
    """Steps without rows, from `first` up to one that restarts, has other factors or is not solved: its number and a code.

    y and rates move along; recorded: states that the run left, which predict better, or none; points: times, states, rates, weights and steps, from `at` on.
    """
    nv, ny = vdot.shape[1], Y.shape[1]
    nq = ny + nv - zeros.shape[0]
    for n in range(first, last):
        if restarts[n] and n > first:
            return n, ARRIVED
        if not (resumed and n == first):
            begin_step(
                n, t[n], cj[n], h[n], h[n - 1], restarts[n], marks, recorded, formula, past, newest, rates, states, y, Y[n], vdot[n], c0[n], zeros,
                retract, page,
            )  # fmt: skip
        if factored != cj[n]:
            return n, NEW_FACTORS
        sizes = max(largest(Y[n, :nq]), unit), max(largest(Y[n, nq : nq + nv]), 1e-9)
        code = polish_bdf(
            marks, pairs, system, t[n], cj[n], c0[n], places, sizes, Y[n], vdot[n], right, scratch, blocks, residual, retract,
            page,
        )  # fmt: skip
        if code != ARRIVED:
            return n, code
        for i in range(ny):
            y[i] = Y[n, i]
        if noted.shape[1] > 0:
            call(after_step, t[n], y, noted[n + 1], layer_page)
            for i in range(turns.shape[0]):
                turns[i] = noted[n + 1, i]
        rates_by_components(y[:nq], y[nq : nq + nv], places, rates)
        for i in range(nv):
            rates[nq + i] = vdot[n, i]
        for i in range(nq + nv, ny):
            rates[i] = cj[n] * y[i] + c0[n, i]
        note_point(points, at, n, t[n], h[n], y, rates)
        at += 1
    return last, ARRIVED


@noinline
def rates_by_components(q, v, places, out):
    """out[: nq] := dq/dt."""
    plain_q, plain_v, turn_q, starts = places
    for i in range(plain_q.shape[0]):
        out[plain_q[i]] = v[plain_v[i]]
    for i in range(starts.shape[0]):
        j, k = turn_q[i, 0], starts[i]
        rate = half_product(q[j], q[j + 1], q[j + 2], q[j + 3], v[k], v[k + 1], v[k + 2])
        out[j], out[j + 1], out[j + 2], out[j + 3] = rate


@kernel
def keep_columns(X, columns, out):
    """out (rows · columns) := the first columns of X."""
    at = 0
    for i in range(X.shape[0]):
        for c in range(columns):
            out[at + c] = X[i, c]
        at += columns


@noinline
def solve_columns(width, nq, y, to_c0, LU, right, design, found, places, past, newest, dc0, X, flat):
    """Of one step: dc0 from the past columns and those of the state, X := (r_q, r_v, r_z), minus dc0 as tangent vectors, and the unknowns in
    flat[3], in the order of elimination and with the other sign."""
    start, before_first, before, stretch, column, length, right_start, right_col, row_place, col_place = found
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
def bdf_along(
    first, width, columns, cj, to_c0, Y, blocks, LU, right, design, found, places, past, newest, room, flat, states_S, rates_S,
):  # fmt: skip
    """Columns of the state (ny, width) in room[0], and of its rates in room[1], over the steps of a group, which begins with `first`.

    room: of the state, of vdot, of c_0, of right sides (r_q, r_v, r_z), of q, S q; flat: of the state, c_0 and right sides without their
    shape, and of the unknowns. states_S and rates_S: the first `columns` of them after every step.
    """
    col_place, u = found[9], flat[3]
    plain_q, plain_v, turn_q, starts = places
    D, dv, dc0, X, q, Sq = room
    nv, ny, nz = q.shape[0], D.shape[0], col_place.shape[0] - q.shape[0]
    nq = ny - nv - nz
    for g in range(LU.shape[0]):
        n = first + g
        y, c = Y[n, :nq], cj[n]
        solve_columns(width, nq, y, to_c0[n], LU[g], right[g], design[g], found, places, past, newest, dc0, X, flat)
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
        keep_columns(D, columns, states_S[n + 1])
        keep_columns(dv, columns, rates_S[n])
