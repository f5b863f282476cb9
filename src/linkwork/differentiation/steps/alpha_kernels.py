"""Passes over steps of generalized-alpha: steps solved one after another, and columns of derivatives along them.

`constants` are alpha_m, alpha_f, beta, gamma and the index; a system is that of differentiation.polishing; right sides are in the order of
elimination, `width` columns in whole lanes. Functions are addresses: residual, retract, after_step, project, rates, and along of
differentiation.point.tangent.
"""

from linkwork.differentiation.polishing import ARRIVED, COUNT, LAST, LOST, OWN, RATE, largest, polish_alpha
from linkwork.differentiation.steps.alpha_tangents import columns_landed, columns_moved
from linkwork.differentiation.steps.bdf_kernels import INF, NEW_FACTORS, keep_columns, note_point, rates_by_components
from linkwork.integrators.contract import call, noinline
from linkwork.kernels.charts import turned_and_gained
from linkwork.numerics.jit import kernel
from linkwork.numerics.sparse_lu import add_products, solve


@kernel
def displacements(constants, h):
    """A_q = beta h² kappa and A_v = gamma h kappa."""
    kappa = (1.0 - constants[1]) / (1.0 - constants[0])
    return constants[2] * h * h * kappa, constants[3] * h * kappa


@kernel
def alpha_weights(constants, h, moved, starts, R, J, weights):
    """Of some steps: 1, A_v, A_q, A_q / A_v, 1 / A_q, 1 / A_v, blocks J, A_q J, A_q / A_v J, J / A_v, and minus all of them; R and J."""
    count, nine = weights.shape[1] // 2, 9 * starts.shape[0]
    for g in range(h.shape[0]):
        w = weights[g]
        A_q, A_v = displacements(constants, h[g])
        turned_and_gained(moved[g], starts, R[g], J[g])
        w[0], w[1], w[2], w[3], w[4], w[5], at = 1.0, A_v, A_q, A_q / A_v, 1.0 / A_q, 1.0 / A_v, 6
        for b in range(starts.shape[0]):
            for i in range(3):
                for j in range(3):
                    x = J[g, b, i, j]
                    w[at], w[at + nine], w[at + 2 * nine], w[at + 3 * nine] = x, A_q * x, A_q / A_v * x, x / A_v
                    at += 1
        for i in range(count):
            w[count + i] = -w[i]


@noinline
def begin_step(constants, h, ratio, last_h, y, rates, nq, memory, a, past, Y, moved, wdot, lam, x, mu):
    """A guess of the unknowns, a moved along, and what the past (nv + nv + nz) moves; memory: a, the slope of wdot and its bend."""
    nv, nw, ny = x.shape[0], wdot.shape[0], Y.shape[0]
    alpha_m, alpha_f, beta, gamma = constants[0], constants[1], constants[2], constants[3]
    for i in range(ny):
        Y[i] = y[i]
    for i in range(nw):
        rate = rates[nq + i]
        a[i] = rate + ratio * (memory[0, i] - rate)
        wdot[i] = rate + h * (memory[1, i] + (h + last_h) * memory[2, i])
        end = (alpha_f * rate - alpha_m * a[i]) / (1.0 - alpha_m)
        if i < nv:
            past[i] = h * y[nq + i] + h * h * ((0.5 - beta) * a[i] + beta * end)
            moved[i], x[i] = 0.0, 0.0
        past[nv + i] = h * ((1.0 - gamma) * a[i] + gamma * end)
    for r in range(lam.shape[0]):
        lam[r], mu[r] = rates[ny + r], 0.0


@noinline
def sizes_of(constants, h, unit, nq, nv, y, past):
    """What positions and velocities are counted by, seen from the accelerations that move them."""
    q_size = max(largest(y[:nq]), max(largest(past[:nv]), unit))
    v_size = max(largest(y[nq : nq + nv]), max(largest(past[nv:]), 1e-12))
    return q_size / (constants[2] * h * h), v_size / (constants[3] * h)


@noinline
def land(t, nv, m, y, wdot, places, noted, turns, scratch, end, functions, layer_page):
    """y := its projection, turns := those counted at it, end := rates and multipliers there; a status."""
    after_step, project, rates_of = functions
    ny, nw = y.shape[0], wdot.shape[0]
    nq = ny - nw
    if m > 0 and call(project, t, y, scratch[:ny], layer_page) != 0:
        return 1
    if noted.shape[0] > 0:
        call(after_step, t, y, noted, layer_page)
        for i in range(turns.shape[0]):
            turns[i] = noted[i]
    if m > 0:
        return call(rates_of, t, y, end, layer_page)
    rates_by_components(y[:nq], y[nq : nq + nv], places, end)
    for i in range(nw):
        end[nq + i] = wdot[i]
    return 0


@noinline
def remember(constants, h, last_h, nq, a, end, rates, memory):
    """a at the end of a step, slope and bend of wdot; rates := end. A step that restarts has no last_h."""
    alpha_m, alpha_f = constants[0], constants[1]
    for i in range(a.shape[0]):
        rate = rates[nq + i]
        slope = (end[nq + i] - rate) / h
        memory[2, i] = (slope - memory[1, i]) / (h + last_h) if last_h > 0.0 else 0.0
        memory[0, i] = ((1.0 - alpha_f) * end[nq + i] + alpha_f * rate - alpha_m * a[i]) / (1.0 - alpha_m)
        memory[1, i] = slope
    for i in range(rates.shape[0]):
        rates[i] = end[i]


@kernel
def alpha_steps(
    first, last, resumed, factored, unit, constants, marks, pairs, system, levels, t, h, restarts, y, rates, memory, a, past, steps, places,
    right, scratch, noted, turns, at, points, states, functions, layer_page, page,
):  # fmt: skip
    """Steps from `first` up to one that restarts, has another length than the factors or is not solved: its number and a code.

    y, rates and memory move along; points: times, states, rates, weights and steps, from `at` on.
    """
    residual, retract, after_step, project, rates_of = functions
    all_Y, all_moved, all_wdot, all_lam, all_x, all_mu = steps
    ny, nv, nw, m, index = all_Y.shape[1], all_x.shape[1], all_wdot.shape[1], all_lam.shape[1], int(constants[4])
    nq, landing = ny - nw, (after_step, project, rates_of)
    for n in range(first, last):
        if restarts[n] and n > first:
            return n, ARRIVED
        Y, moved, wdot, lam, x, mu = all_Y[n], all_moved[n], all_wdot[n], all_lam[n], all_x[n], all_mu[n]
        last_h = 0.0 if restarts[n] else h[n - 1]
        if not (resumed and n == first):
            for i in range(ny):
                states[n, i] = states[n, i] if restarts[n] else y[i]
            ratio = 1.0 if restarts[n] else h[n] / last_h
            begin_step(constants, h[n], ratio, last_h, y, rates, nq, memory, a, past, Y, moved, wdot, lam, x, mu)
            marks[RATE], marks[LAST], marks[OWN], marks[COUNT] = 1.0, INF, 0.0, 0.0
        if abs(factored - h[n]) > 1e-10 * h[n]:
            return n, NEW_FACTORS
        A_q, A_v = displacements(constants, h[n])
        sizes = sizes_of(constants, h[n], unit, nq, nv, y, past)
        code = polish_alpha(
            marks, pairs, system, t[n], A_q, A_v, index, levels, sizes, y, past, Y, moved, wdot, lam, x, mu, right, scratch, residual, retract,
            page,
        )  # fmt: skip
        if code != ARRIVED:
            return n, code
        for i in range(ny):
            y[i] = Y[i]
        end = points[2][at]
        lost = land(t[n], nv, m, y, wdot, places, noted[n + 1], turns, scratch, end, landing, layer_page)
        if lost != 0:
            return n, LOST
        remember(constants, h[n], last_h, nq, a, end, rates, memory)
        note_point(points, at, n, t[n], h[n], y, rates)
        at += 1
    return last, ARRIVED


@noinline
def columns_on_constraints(t, Y, y, D, drates, tight, functions, page):
    """D := columns of the projected Y, which is y; drates: those of [dv/dt, dz/dt, lam] there. A status."""
    project, rates_of, along = functions
    state, wide, given, got = tight
    ny, k = D.shape[0], given.shape[0] // D.shape[0]
    nq = wide.shape[0] - drates.shape[0]
    for i in range(ny):
        state[i] = Y[i]
        for c in range(k):
            given[i * k + c] = D[i, c]
    status = call(project, t, state, wide[:ny], page)
    status += call(along, t, given, got[: ny * k], page)
    for i in range(ny):
        for c in range(k):
            D[i, c] = given[i * k + c] = got[i * k + c]
    for i in range(ny):
        state[i] = y[i]
    status += call(rates_of, t, state, wide, page)
    status += call(along, t, given, got, page)
    for i in range(drates.shape[0]):
        for c in range(k):
            drates[i, c] = got[(nq + i) * k + c]
    return status


@kernel
def alpha_along(
    first, at, width, columns, t, weights, Y, R, J, LU, right, design, found, places, room, flat, tight, noted, turns, point_y, states_S,
    rates_S, functions, page,
):  # fmt: skip
    """Columns of the state (ny, width) in room[0] over the steps of a group, which begins with step `first` and point `at`; a status.

    room: of the state, of [dv/dt, dz/dt, lam], of a, of the past moved, of v, of unknowns; flat: of the past moved without its shape, and of
    all unknowns. states_S and rates_S: the first `columns` of state and rates after every step.
    """
    start, before_first, before, stretch, column, length, right_start, right_col, row_place, col_place = found
    D, drates, a, r, turned, u = room
    r_flat, u_flat = flat
    ny, nw, size = D.shape[0], a.shape[0], row_place.shape[0]
    nq, rows = ny - nw, drates.shape[0] > nw
    more = u.shape[0]  # unknowns that are read: wdot, and x with index 2
    for g in range(LU.shape[0]):
        n, f = first + g, weights[g]
        for i in range(noted.shape[1]):
            turns[i] = noted[n, i]
        columns_moved(f, point_y[at + g - 1, :nq], D, drates[:nw], a, places, R[g], J[g], turned, r)
        for i in range(size * width):
            u_flat[i] = design[g, i]
        add_products(right_start, right_col, right[g], 1.0, width, r_flat, u_flat)
        solve(start, before_first, before, stretch, column, length, LU[g], width, u_flat)
        for i in range(more):
            there = width * col_place[i]
            for c in range(width):
                u[i, c] = -u_flat[there + c]
        columns_landed(f, Y[n, :nq], u[:nw], u[nw:], places, J[g], turned, r, D)
        for i in range(nw):
            for c in range(width):
                a[i, c] = f[8] * drates[i, c] + f[9] * a[i, c]
        if rows:
            if columns_on_constraints(t[n], Y[n], point_y[at + g], D, drates, tight, functions, page) != 0:
                return 1
        else:
            for i in range(nw):
                for c in range(width):
                    drates[i, c] = u[i, c]
        for i in range(nw):
            for c in range(width):
                a[i, c] += f[7] * drates[i, c]
        keep_columns(D, columns, states_S[n + 1])
        keep_columns(drates, columns, rates_S[n])
    return 0
