"""Passes over the accepted steps of explicit Runge–Kutta methods, with projection: primal, direct and adjoint.

    Y_j = y + h sum_l A_jl K_l,   K_j = f(t + c_j h, Y_j),   y~ = y + h sum_j b_j K_j,   y_new = P(y~)

The steps are those of a record. The direct pass carries k columns dy through the same formulas. The adjoint pass goes backwards: with
w the cotangent of y_new, w~ = P'w, cotangents of the stages are

    k_j = h b_j w~ + h sum_{m > j} A_mj w_m,   w_j = f_y(Y_j)' k_j,      and that of y is w~ + sum_j w_j,

beside those that outputs give to stages and rates at the points of the run. Functions are of the contract's signature: rates, project,
along and against as in formulations.point; after_step and recall (y: what after_step had noted).
Numbers of `rates` beyond ny are noted at points and have no part in the steps.
"""

import numpy as np

from linkwork.integrators import bogacki_shampine_coefficients as bs
from linkwork.integrators import dormand_prince_coefficients as dp
from linkwork.integrators.contract import call, seldom
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
    """A time of step i, on its side of the breaks that it begins or ends at."""
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
def add_columns(weights, columns, out):
    """out (k) += weights (rows)' columns (rows, k)."""
    k = out.shape[0]
    for r in range(weights.shape[0]):
        f = weights[r]
        if f != 0.0:
            for c in range(k):
                out[c] += f * columns[r * k + c]


@kernel
def primal(
    functions, ints, floats, work, plan, fwork, control, A, b, c, grid, breaks, first, last, y, stage, K, states, noted, at,
    point_t, point_y, point_k, point_weight, point_step, kept_Y, kept_K,
):  # fmt: skip
    """Steps first … last - 1 from y, which is moved along; a status.

    states[i] := y at the beginning of step i, noted[i + 1] := what after_step notes at its end. Points are filled from `at` on.
    kept_Y[i], kept_K[i] := all stages of step i and their rates, if there is room.
    """
    rates, project, after_step = functions
    for i in range(first, last):
        copied(y, states[i])
        t, h = grid[i, STEP_T], grid[i, STEP_H]
        if breaks[i] & 1:
            status = call(project, inside(t, grid, breaks, i), y, stage, ints, floats, work, plan, fwork, control)
            if status != 0:
                return status
        for j in range(b.shape[0]):
            time = inside(t + c[j] * h, grid, breaks, i)
            combined(y, h, A[j], K, stage)
            status = call(rates, time, stage, K[j], ints, floats, work, plan, fwork, control)
            if status != 0:
                return status
            if kept_Y.shape[0] > 0:
                copied(stage, kept_Y[i, j])
                copied(K[j], kept_K[i, j])
            if b[j] != 0.0:
                point_t[at], point_weight[at], point_step[at] = time, h * b[j], i
                copied(stage, point_y[at])
                copied(K[j], point_k[at])
                at += 1
        combined(y, h, b, K, stage)
        copied(stage, y)
        time = inside(grid[i, STEP_T_NEW], grid, breaks, i)
        status = call(project, time, y, stage, ints, floats, work, plan, fwork, control)
        if status != 0:
            return status
        call(after_step, time, y, noted[i + 1], ints, floats, work, plan, fwork, control)
    return 0


@kernel
def direct(
    functions, ints, floats, work, plan, fwork, control, A, b, c, grid, breaks, first, last, y, stage, K, S, dY, dK, noted, at,
    point_gy, point_gk, gradient, states, states_S,
):  # fmt: skip
    """The same steps with the columns S (ny · k); gradient (n_out, k) += what the points' cotangents make of them.

    point_gy (n_out, n, ny), point_gk (n_out, n, nk); states[i + 1], states_S[i + 1] := y and S at the end of step i.
    """
    rates, project, after_step, along = functions
    for i in range(first, last):
        t, h = grid[i, STEP_T], grid[i, STEP_H]
        if breaks[i] & 1:
            time = inside(t, grid, breaks, i)
            status = call(project, time, y, stage, ints, floats, work, plan, fwork, control)
            if status != 0:
                return status
            copied(S, dY)
            call(along, time, dY, S, ints, floats, work, plan, fwork, control)
        for j in range(b.shape[0]):
            time = inside(t + c[j] * h, grid, breaks, i)
            combined(y, h, A[j], K, stage)
            status = call(rates, time, stage, K[j], ints, floats, work, plan, fwork, control)
            if status != 0:
                return status
            combined(S, h, A[j], dK, dY)
            call(along, time, dY, dK[j], ints, floats, work, plan, fwork, control)
            if b[j] != 0.0:
                for o in range(gradient.shape[0]):
                    add_columns(point_gy[o, at], dY, gradient[o])
                    add_columns(point_gk[o, at], dK[j], gradient[o])
                at += 1
        combined(y, h, b, K, stage)
        copied(stage, y)
        combined(S, h, b, dK, dY)
        time = inside(grid[i, STEP_T_NEW], grid, breaks, i)
        status = call(project, time, y, stage, ints, floats, work, plan, fwork, control)
        if status != 0:
            return status
        call(along, time, dY, S, ints, floats, work, plan, fwork, control)
        copied(y, states[i + 1])
        copied(S, states_S[i + 1])
        call(after_step, time, y, noted[i + 1], ints, floats, work, plan, fwork, control)
    return 0


@seldom
def stages_again(rates, ints, floats, work, plan, fwork, control, A, b, c, grid, breaks, i, y, Y, K):
    """Y_j and K_j of step i from y."""
    t, h = grid[i, STEP_T], grid[i, STEP_H]
    for j in range(b.shape[0]):
        combined(y, h, A[j], K, Y[j])
        time = inside(t + c[j] * h, grid, breaks, i)
        status = call(rates, time, Y[j], K[j], ints, floats, work, plan, fwork, control)
        if status != 0:
            return status
    return 0


@kernel
def adjoint(
    functions, ints, floats, work, plan, fwork, control, A, b, c, grid, breaks, first, last, states, noted, y, stage, Y, K, W, wY,
    wk, back, at, point_gy, point_gk, kept_Y, kept_K,
):  # fmt: skip
    """Steps last - 1 … first backwards; W (n_out, ny): cotangents of the state at the end, then at the beginning.

    back (n_out, ny + n_g): what `against` puts out, and behind it the gradient it adds to. wY (n_out, stages, ny), wk (nk) scratch.
    `at` counts the points behind those of step last - 1. Stages that the primal pass has not kept are computed again.
    """
    rates, project, recall, against = functions
    n_out, ny = W.shape
    for i in range(last - 1, first - 1, -1):
        call(recall, 0.0, noted[i], stage, ints, floats, work, plan, fwork, control)
        t, h = grid[i, STEP_T], grid[i, STEP_H]
        copied(states[i], y)
        if breaks[i] & 1:
            call(project, inside(t, grid, breaks, i), y, stage, ints, floats, work, plan, fwork, control)
        if kept_Y.shape[0] > 0:
            for j in range(b.shape[0]):
                copied(kept_Y[i, j], Y[j])
                copied(kept_K[i, j], K[j])
        else:
            status = stages_again(rates, ints, floats, work, plan, fwork, control, A, b, c, grid, breaks, i, y, Y, K)
            if status != 0:
                return status
        combined(y, h, b, K, stage)
        time = inside(grid[i, STEP_T_NEW], grid, breaks, i)
        call(project, time, stage, y, ints, floats, work, plan, fwork, control)
        for o in range(n_out):
            call(against, time, W[o], back[o], ints, floats, work, plan, fwork, control)
            copied(back[o], W[o])
        for j in range(b.shape[0] - 1, -1, -1):
            if b[j] != 0.0:
                at -= 1
            time = inside(t + c[j] * h, grid, breaks, i)
            call(rates, time, Y[j], K[j], ints, floats, work, plan, fwork, control)
            for o in range(n_out):
                for e in range(wk.shape[0]):
                    wk[e] = point_gk[o, at, e] if b[j] != 0.0 else 0.0
                for e in range(ny):
                    total = b[j] * W[o, e]
                    for l in range(j + 1, b.shape[0]):
                        total += A[l, j] * wY[o, l, e]
                    wk[e] += h * total
                call(against, time, wk, back[o], ints, floats, work, plan, fwork, control)
                for e in range(ny):
                    wY[o, j, e] = back[o, e] + (point_gy[o, at, e] if b[j] != 0.0 else 0.0)
        for o in range(n_out):
            for j in range(b.shape[0]):
                for e in range(ny):
                    W[o, e] += wY[o, j, e]
        if breaks[i] & 1:
            copied(states[i], y)
            time = inside(t, grid, breaks, i)
            call(project, time, y, stage, ints, floats, work, plan, fwork, control)
            for o in range(n_out):
                call(against, time, W[o], back[o], ints, floats, work, plan, fwork, control)
                copied(back[o], W[o])
    return 0
