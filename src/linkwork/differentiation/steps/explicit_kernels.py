"""Passes over the accepted steps of explicit Runge–Kutta methods, with projection: primal, direct and adjoint.

    Y_j = y + h sum_l A_jl K_l,   K_j = f(t + c_j h, Y_j),   y~ = y + h sum_j b_j K_j,   y_new = P(y~)

The steps are those of a record. `forwards` repeats them, `carry_tangents` carries k tangents dy through the same
formulas, and `carry_cotangents` goes backwards: with w the cotangent of y_new and w~ = P'w, the cotangents of the
stages are

    k_j = h b_j w~ + h sum_{m > j} A_mj w_m,   w_j = f_y(Y_j)' k_j,      and that of y is w~ + sum_j w_j,

plus the cotangents with which outputs read stages and rates at the points of the run. Both use the evaluations that
`forwards` has left in buffers (works, plans, fworks). A step has `slots` buffers: one for each stage, one for the
projection at its end and one for the projection after a break at its beginning. With a second set of buffers,
`forwards` can work on later steps at the same time. `forwards` alone needs one buffer; if there is no memory for more,
`carry_tangents` evaluates again in that one.

Functions have the signature of the contract: rates, project, jacobians, tangent and adjoint are those of
differentiation.point, after_step records turn counts and recall restores them. Results of `rates` beyond ny are stored
at points and do not take part in the steps.
"""

import numpy as np

from linkwork.dynamics.layout import Page
from linkwork.integrators.contract import call, inline
from linkwork.integrators.methods import bogacki_shampine_coefficients as bs
from linkwork.integrators.methods import dormand_prince_coefficients as dp
from linkwork.integrators.state import BOGACKI_SHAMPINE_5, DOP853, RUNGE_KUTTA_4
from linkwork.numerics.jit import kernel

EPS = 2.0**-52
STEP_T, STEP_T_NEW, STEP_H = 0, 1, 2  # columns of grid


def _tableau(A, c, stages):
    return tuple(np.ascontiguousarray(a, float) for a in (A[:stages, :stages], A[stages, :stages], c[:stages]))


TABLEAUS = {
    DOP853: _tableau(dp.A, dp.C, dp.STAGES),
    BOGACKI_SHAMPINE_5: _tableau(bs.A, bs.C, bs.STAGES),
    RUNGE_KUTTA_4: _tableau(
        np.array([[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1, 0], [1 / 6, 1 / 3, 1 / 3, 1 / 6]]),
        np.array([0, 0.5, 0.5, 1]),
        4,
    ),
}  # A, b, c by method


@kernel
def inside(t, grid, breaks, i):
    """Return the time t in step i, kept on this step's side of the breaks at which it begins or ends."""
    first, last = grid[i, STEP_T], grid[i, STEP_T_NEW]
    margin = 4.0 * EPS * max(abs(last), last - first)
    low = first + margin if breaks[i] & 1 else first
    high = last - margin if breaks[i] >> 1 else last
    return min(max(t, low), high)


@kernel
def copied(a, out):
    for i in range(out.shape[0]):
        out[i] = a[i]


@kernel
def combined(base, h, weights, rows, out):
    """out := base + h sum_l weights_l rows_l[: out.size]."""
    n = out.shape[0]
    for i in range(n):
        out[i] = base[i]
    for l in range(weights.shape[0]):
        f = h * weights[l]
        if f != 0.0:
            row = rows[l]
            for i in range(n):
                out[i] += f * row[i]


@kernel
def add_tangents(weights, tangents, out):
    """Add the products of weights (rows) with tangents (rows, k) to out (k)."""
    k = out.shape[0]
    for r in range(weights.shape[0]):
        f = weights[r]
        if f != 0.0:
            for c in range(k):
                out[c] += f * tangents[r * k + c]


def slots(stages):
    """Return the number of buffers of a step."""
    return stages + 2


@inline
def slot(works, step, stages, place):
    """Return the number of a buffer: `place` is a stage, or `stages` for the end of a step, or one more for its
    beginning. If there is only one buffer, it is that one."""
    return step * (stages + 2) + place if works.shape[0] > 1 else 0


@inline
def slot_page(page, works, plans, fworks, k):
    """Return the page with the buffers of a slot."""
    return Page(page.ints, page.floats, works[k], plans[k], fworks[k], page.count, page.real)


@inline
def read_at(at, points):
    """Return the place of a point's cotangents: its number, or, if only the ends of the run are stored, 0 for the first
    point and -1 (not stored) for others."""
    return at if points != 2 else min(0, -at)


@kernel
def forwards(
    functions, page, works, plans, fworks, A, b, c, grid, breaks, first, last, states, ends, begun, turn_counts, early,
    y, stage, Y, K, at, point_t, point_y, point_k, point_weight, point_step,
):  # fmt: skip
    """Repeat steps first … last - 1 from states[first] and return a status.

    Arrays without entries are not filled. begun[i - first] is y at the beginning of step i, after a break; Y[i - first]
    has its stages and y~; ends[i] is y at its end; turn_counts[i + 1] are the turns counted there; points are filled
    from `at` on. If `ends` is empty, every step begins at states[i]. Jacobians are computed at stages 1 … `early`;
    `carry_tangents` computes the others.
    """
    rates, project, after_step, recall, jacobians = functions
    n = b.shape[0]
    copied(states[first], y)
    for i in range(first, last):
        t, h = grid[i, STEP_T], grid[i, STEP_H]
        if ends.shape[0] == 0:
            copied(states[i], y)
        if works.shape[0] > 1:
            for p in range(n + 2):
                k = slot(works, i - first, n, p)
                call(recall, t, turn_counts[i], stage, slot_page(page, works, plans, fworks, k))
        if breaks[i] & 1:
            k = slot(works, i - first, n, n + 1)
            time = inside(t, grid, breaks, i)
            status = call(project, time, y, stage, slot_page(page, works, plans, fworks, k))
            if status != 0:
                return status
        if begun.shape[0] > 0:
            copied(y, begun[i - first])
        for j in range(n):
            k = slot(works, i - first, n, j)
            time = inside(t + c[j] * h, grid, breaks, i)
            combined(y, h, A[j], K, stage)
            status = call(rates, time, stage, K[j], slot_page(page, works, plans, fworks, k))
            if status != 0:
                return status
            if Y.shape[0] > 0:
                copied(stage, Y[i - first, j])
            if 0 < j <= early:
                call(jacobians, time, stage, K[j], slot_page(page, works, plans, fworks, k))
            if b[j] != 0.0 and point_t.shape[0] > 0:
                point_t[at], point_weight[at], point_step[at] = time, h * b[j], i
                copied(stage, point_y[at])
                copied(K[j], point_k[at])
                at += 1
        combined(y, h, b, K, stage)
        copied(stage, y)
        if Y.shape[0] > 0:
            copied(stage, Y[i - first, n])
        k = slot(works, i - first, n, n)
        time = inside(grid[i, STEP_T_NEW], grid, breaks, i)
        status = call(project, time, y, stage, slot_page(page, works, plans, fworks, k))
        if status != 0:
            return status
        if ends.shape[0] > 0:
            copied(y, ends[i])
            call(after_step, time, y, turn_counts[i + 1], slot_page(page, works, plans, fworks, k))
    return 0


@kernel
def carry_tangents(
    functions, page, works, plans, fworks, A, b, c, grid, breaks, first, last, begin, end, states, begun, turn_counts, Y,
    y, rate, S, dY, dK, at, point_gy, point_gk, gradient, states_S,
):  # fmt: skip
    """Carry the tangents S (ny · k) over steps first … last - 1 of begin … end - 1, which `forwards` has just repeated,
    and add to gradient (n_out, k) what the points' cotangents make of them.

    dK[0], the tangents of the first rates of a step, are computed at the end of the step before, which has the same
    Jacobians. point_gy (n_out, n, ny) and point_gk (n_out, n, nk) have all points or only the first and the last one;
    states_S[i + 1] is S at the end of step i.
    """
    rates, project, recall, tangent = functions
    n, again = b.shape[0], Y.shape[0] > 0
    for i in range(first, last):
        t, h = grid[i, STEP_T], grid[i, STEP_H]
        if again:
            call(recall, t, turn_counts[i], rate, slot_page(page, works, plans, fworks, 0))
        if i == begin or breaks[i] & 1:
            k = slot(works, i - first, n, n + 1)
            time = inside(t, grid, breaks, i)
            if breaks[i] & 1:
                if again:
                    copied(states[i], y)
                    call(project, time, y, rate, slot_page(page, works, plans, fworks, k))
                copied(S, dY)
                call(tangent, time, dY, S, slot_page(page, works, plans, fworks, k))
            call(rates, time, begun[i - first], rate, slot_page(page, works, plans, fworks, k))
            call(tangent, time, S, dK[0], slot_page(page, works, plans, fworks, k))
        for j in range(n):
            combined(S, h, A[j], dK, dY)
            if j > 0:
                k = slot(works, i - first, n, j)
                time = inside(t + c[j] * h, grid, breaks, i)
                if again:
                    call(rates, time, Y[i - first, j], rate, slot_page(page, works, plans, fworks, k))
                call(tangent, time, dY, dK[j], slot_page(page, works, plans, fworks, k))
            if b[j] != 0.0:
                place = read_at(at, point_gy.shape[1])
                for o in range(gradient.shape[0] if place >= 0 else 0):
                    add_tangents(point_gy[o, place], dY, gradient[o])
                    add_tangents(point_gk[o, place], dK[j], gradient[o])
                at += 1
        combined(S, h, b, dK, dY)
        k = slot(works, i - first, n, n)
        time = inside(grid[i, STEP_T_NEW], grid, breaks, i)
        if again:
            copied(Y[i - first, n], y)
            call(project, time, y, rate, slot_page(page, works, plans, fworks, k))
            call(recall, t, turn_counts[i + 1], rate, slot_page(page, works, plans, fworks, k))
        call(tangent, time, dY, S, slot_page(page, works, plans, fworks, k))
        copied(S, states_S[i + 1])
        if i + 1 < end and not breaks[i + 1] & 1:
            time = inside(grid[i + 1, STEP_T], grid, breaks, i + 1)
            call(rates, time, states[i + 1], rate, slot_page(page, works, plans, fworks, k))
            call(tangent, time, S, dK[0], slot_page(page, works, plans, fworks, k))


@kernel
def carry_cotangents(
    adjoint, page, works, plans, fworks, A, b, c, grid, breaks, first, last, W, wY, wk, back, at, point_gy,
    point_gk,
):  # fmt: skip
    """Carry the cotangents W (n_out, ny) from the end of step last - 1 back to the beginning of step first, after
    `forwards`.

    back (n_out, ny + n_g) receives the results of `adjoint`, of which those behind ny are the gradients to which it
    adds. wY (n_out, stages, ny) and wk (nk) are scratch. `at` is the number of points up to the end of step last - 1.
    """
    n, (n_out, ny) = b.shape[0], W.shape
    for i in range(last - 1, first - 1, -1):
        t, h = grid[i, STEP_T], grid[i, STEP_H]
        k = slot(works, i - first, n, n)
        time = inside(grid[i, STEP_T_NEW], grid, breaks, i)
        for o in range(n_out):
            call(adjoint, time, W[o], back[o], slot_page(page, works, plans, fworks, k))
            copied(back[o], W[o])
        for j in range(n - 1, -1, -1):
            place = -1
            if b[j] != 0.0:
                at -= 1
                place = read_at(at, point_gy.shape[1])
            k = slot(works, i - first, n, j)
            time = inside(t + c[j] * h, grid, breaks, i)
            for o in range(n_out):
                for e in range(wk.shape[0]):
                    wk[e] = point_gk[o, place, e] if place >= 0 else 0.0
                for e in range(ny):
                    total = b[j] * W[o, e]
                    for l in range(j + 1, n):
                        total += A[l, j] * wY[o, l, e]
                    wk[e] += h * total
                call(adjoint, time, wk, back[o], slot_page(page, works, plans, fworks, k))
                for e in range(ny):
                    wY[o, j, e] = back[o, e] + (point_gy[o, place, e] if place >= 0 else 0.0)
        for o in range(n_out):
            for j in range(n):
                for e in range(ny):
                    W[o, e] += wY[o, j, e]
        if breaks[i] & 1:
            k = slot(works, i - first, n, n + 1)
            time = inside(t, grid, breaks, i)
            for o in range(n_out):
                call(adjoint, time, W[o], back[o], slot_page(page, works, plans, fworks, k))
                copied(back[o], W[o])
