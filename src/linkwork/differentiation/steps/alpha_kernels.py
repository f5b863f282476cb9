"""Kernels of the passes over steps of generalized-alpha: one solves the steps, another carries tangents over them.

`constants` are alpha_m, alpha_f, beta, gamma and the index. `system` is that of differentiation.polishing,
`elimination` the pattern of the factors. Right sides are in the order of elimination, `width` numbers for each row, of
which the first `n_tangents` are tangents and the rest is zero. Functions are addresses: residual, retract, after_step,
project, rates and the tangent of differentiation.point.
"""

from linkwork.differentiation.polishing import ARRIVED, COUNT, LAST, LOST, OWN, RATE, largest, polish_alpha
from linkwork.differentiation.steps.alpha_tangents import begin_tangents, end_tangents
from linkwork.differentiation.steps.bdf_kernels import INF, NEW_FACTORS, note_point, store_tangents
from linkwork.integrators.contract import call, noinline
from linkwork.kernels.charts import rates_of_components, turned_and_gained
from linkwork.numerics.jit import kernel
from linkwork.numerics.sparse_lu import add_products, solve


@kernel
def displacements(constants, h):
    """Return A_q = beta h² kappa and A_v = gamma h kappa."""
    kappa = (1.0 - constants[1]) / (1.0 - constants[0])
    return constants[2] * h * h * kappa, constants[3] * h * kappa


@kernel
def alpha_weights(constants, h, moved, starts, R, J, weights):
    """Compute the weights of some steps, and R and J. The weights are 1, A_v, A_q, A_q / A_v, 1 / A_q, 1 / A_v, the
    blocks of J, A_q J, A_q / A_v J and J / A_v, and then minus all of these."""
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
    """Compute a first guess of a step's unknowns, a at its beginning, and the displacement `past` (nv + nv + nz) by
    what is known. `memory` holds a and the first and second divided difference of wdot."""
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
    """Return the sizes of positions and velocities to which changes are compared, divided by the factors with which
    accelerations move them."""
    q_size = max(largest(y[:nq]), max(largest(past[:nv]), unit))
    v_size = max(largest(y[nq : nq + nv]), max(largest(past[nv:]), 1e-12))
    return q_size / (constants[2] * h * h), v_size / (constants[3] * h)


@noinline
def land(t, nv, m, y, wdot, places, turn_counts, turns, scratch, end, functions, layer_page):
    """Project y, count its turns, and compute the rates and multipliers there (`end`); return a status."""
    after_step, project, rates_of = functions
    ny, nw = y.shape[0], wdot.shape[0]
    nq = ny - nw
    if m > 0 and call(project, t, y, scratch[:ny], layer_page) != 0:
        return 1
    if turn_counts.shape[0] > 0:
        call(after_step, t, y, turn_counts, layer_page)
        for i in range(turns.shape[0]):
            turns[i] = turn_counts[i]
    if m > 0:
        return call(rates_of, t, y, end, layer_page)
    rates_of_components(y[:nq], y[nq : nq + nv], places, end)
    for i in range(nw):
        end[nq + i] = wdot[i]
    return 0


@noinline
def remember(constants, h, last_h, nq, a, end, rates, memory):
    """Store a at the end of a step and the divided differences of wdot in `memory`, and set rates to `end`. A step that
    restarts has last_h = 0."""
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
    first, last, resumed, factored, unit, constants, iteration, pairs, system, levels, t, h, restarts, y, rates, memory, a, past, steps, places,
    right, scratch, turn_counts, turns, at, points, states, functions, layer_page, page,
):  # fmt: skip
    """Solve steps from `first` on, until a step restarts, needs other factors because its length differs, or is not
    solved; return its number and a code.

    y, rates and memory are advanced. `points` are times, states, rates, weights and steps; they are filled from `at`
    on.
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
            iteration[RATE], iteration[LAST], iteration[OWN], iteration[COUNT] = 1.0, INF, 0.0, 0.0
        if abs(factored - h[n]) > 1e-10 * h[n]:
            return n, NEW_FACTORS
        A_q, A_v = displacements(constants, h[n])
        sizes = sizes_of(constants, h[n], unit, nq, nv, y, past)
        code = polish_alpha(
            iteration, pairs, system, t[n], A_q, A_v, index, levels, sizes, y, past, Y, moved, wdot, lam, x, mu, right, scratch, residual, retract,
            page,
        )  # fmt: skip
        if code != ARRIVED:
            return n, code
        for i in range(ny):
            y[i] = Y[i]
        end = points[2][at]
        lost = land(t[n], nv, m, y, wdot, places, turn_counts[n + 1], turns, scratch, end, landing, layer_page)
        if lost != 0:
            return n, LOST
        remember(constants, h[n], last_h, nq, a, end, rates, memory)
        note_point(points, at, n, t[n], h[n], y, rates)
        at += 1
    return last, ARRIVED


@noinline
def project_tangents(t, Y, y, D, drates, tight, functions, page):
    """Replace D by the tangents of the projection y of Y; drates are those of [dv/dt, dz/dt, lam] there. Return a
    status."""
    project, rates_of, tangent = functions
    state, wide, given, got = tight
    ny, k = D.shape[0], given.shape[0] // D.shape[0]
    nq = wide.shape[0] - drates.shape[0]
    for i in range(ny):
        state[i] = Y[i]
        for c in range(k):
            given[i * k + c] = D[i, c]
    status = call(project, t, state, wide[:ny], page)
    status += call(tangent, t, given, got[: ny * k], page)
    for i in range(ny):
        for c in range(k):
            D[i, c] = given[i * k + c] = got[i * k + c]
    for i in range(ny):
        state[i] = y[i]
    status += call(rates_of, t, state, wide, page)
    status += call(tangent, t, given, got, page)
    for i in range(drates.shape[0]):
        for c in range(k):
            drates[i, c] = got[(nq + i) * k + c]
    return status


@kernel
def carry_alpha_tangents(
    first, at, width, n_tangents, t, weights, Y, R, J, LU, right, design, elimination, places, buffers, flat, tight, turn_counts, turns, point_y, states_S,
    rates_S, functions, page,
):  # fmt: skip
    """Carry the tangents of the state (ny, width), buffers[0], over the steps of a group that begins with step `first`
    and point `at`; return a status.

    buffers: tangents of the state, of [dv/dt, dz/dt, lam], of a, of the displacement by the past, of v, and of the
    unknowns. flat: tangents of that displacement and of all unknowns as flat arrays. states_S and rates_S receive the
    first `n_tangents` tangents of the state and of the rates after every step.
    """
    start, before_first, before, stretch, column, length, right_start, right_col, row_place, col_place = elimination
    D, drates, a, r, turned, u = buffers
    r_flat, u_flat = flat
    ny, nw, size = D.shape[0], a.shape[0], row_place.shape[0]
    nq, rows = ny - nw, drates.shape[0] > nw
    more = u.shape[0]  # unknowns that are read: wdot, and x with index 2
    for g in range(LU.shape[0]):
        n, f = first + g, weights[g]
        for i in range(turn_counts.shape[1]):
            turns[i] = turn_counts[n, i]
        begin_tangents(f, point_y[at + g - 1, :nq], D, drates[:nw], a, places, R[g], J[g], turned, r)
        for i in range(size * width):
            u_flat[i] = design[g, i]
        add_products(right_start, right_col, right[g], 1.0, width, r_flat, u_flat)
        solve(start, before_first, before, stretch, column, length, LU[g], width, u_flat)
        for i in range(more):
            there = width * col_place[i]
            for c in range(width):
                u[i, c] = -u_flat[there + c]
        end_tangents(f, Y[n, :nq], u[:nw], u[nw:], places, J[g], turned, r, D)
        for i in range(nw):
            for c in range(width):
                a[i, c] = f[8] * drates[i, c] + f[9] * a[i, c]
        if rows:
            if project_tangents(t[n], Y[n], point_y[at + g], D, drates, tight, functions, page) != 0:
                return 1
        else:
            for i in range(nw):
                for c in range(width):
                    drates[i, c] = u[i, c]
        for i in range(nw):
            for c in range(width):
                a[i, c] += f[7] * drates[i, c]
        store_tangents(D, n_tangents, states_S[n + 1])
        store_tangents(drates, n_tangents, rates_S[n])
    return 0
