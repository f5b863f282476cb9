"""Preparation of the linear equations of implicit steps: Jacobians, factors, right sides and derivatives by design
parameters."""

from typing import Any, NamedTuple

from linkwork.differentiation.stage_jacobians import evaluate_with, linearize_stage
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.by_design import design_tangents
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobians
from linkwork.kernels.derivatives.residual import residual_jacobians
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel
from linkwork.numerics.sparse_lu import assembled, beyond, factor, weighted

READY, UNKNOWN, WEAK = 0, 1, 2  # numbers where none were known to be; pivots that are too small


class Given(NamedTuple):
    """The states of G steps at which their equations are linearized."""

    t: Any  # (G)
    Y: Any  # (G, ny)
    vdot: Any  # (G, nv)
    lam: Any  # (G, n_row)
    x: Any  # (G, nv)  of positions with index 2, or (0, 0)
    mu: Any  # (G, n_row)
    turns: Any  # (G, measures or 0)
    weights: Any  # (G, …)


class Ready(NamedTuple):
    """The prepared equations of G steps: factors, numbers of the right sides, and design parts in the order of
    elimination."""

    LU: Any  # (G, …)
    right: Any  # (G, …)
    design: Any  # (G, size · width)
    row: Any  # (size) scratch
    code: Any  # (G)


@kernel
def linearize_further(ints, floats, work, sints, swork, one, t, y, vdot, lam, f):
    """Multiply the numbers behind `one` in swork by f, and add F_q with the given accelerations and multipliers."""
    m = view_model(ints, floats)
    nq, n = m.q_start[-1], m.v_start[-1]
    evaluate_with(ints, floats, work, t, y, vdot, lam)
    residual_jacobians(ints, floats, work, sints, swork, t, y[nq : nq + n])
    E, F_q = swork[one + 1 :], view_jacobians(sints, swork).F_q
    for i in range(n * n):
        E[i] = F_q[i] + f * E[i]


@kernel
def factor_step(swork, first, which, weight, at, weights, pattern, known, weak, sums, LU, row):
    """Return a code; LU := factors of the matrix of the Jacobians in swork, which begin at `first`. sums (3, …):
    numbers that are computed first, as one number plus the second weight times another."""
    if beyond(swork[first : first + known.shape[0]], known):
        return UNKNOWN
    start, before_first, before, stretch, column, length = pattern
    for e in range(sums.shape[1]):
        swork[sums[0, e]] = swork[sums[1, e]] + weights[1] * swork[sums[2, e]]
    assembled(swork, which, weight, at, weights, LU)
    return READY if factor(start, before_first, before, stretch, column, length, weak, LU, row) else WEAK


@kernel
def take_design(dwork, which, weight, to, weights, columns, width, sign, design):
    """Add sign times weighted rows of the derivatives in dwork to the rows of the design parts."""
    for r in range(which.shape[0]):
        f, a, b = sign * weights[weight[r]], which[r], to[r] * width
        for c in range(columns):
            design[b + c] += f * dwork[a + c]


@kernel
def prepare_steps(
    ints, floats, work, sints, swork, dints, dwork, first, one, columns, width, matrix, pattern, right, known, weak, sums, design_rows, further_rows,
    given, ready,
):  # fmt: skip
    """Prepare all steps of `given` in `ready`, and return how many are prepared."""
    m, w = view_model(ints, floats), view_work(ints, work)
    nq, n = m.q_start[-1], m.v_start[-1]
    which, weight, at = matrix
    right_which, right_weight = right
    design_which, design_weight, design_to = design_rows
    further_which, further_weight, further_to = further_rows
    for g in range(given.t.shape[0]):
        t, y, weights, design = given.t[g], given.Y[g], given.weights[g], ready.design[g]
        copy_into(w.turns[: given.turns.shape[1]], given.turns[g])
        for c in range(design.shape[0]):
            design[c] = 0.0
        if given.x.shape[0] > 0:
            nothing = given.x.shape[0] - 1  # a row of zeros
            linearize_further(ints, floats, work, sints, swork, one, t, y, given.x[nothing], given.mu[nothing], 0.0)
            if columns > 0:
                design_tangents(ints, floats, work, sints, swork, dints, dwork, t, y[:nq], y[nq : nq + n])
                take_design(dwork, further_which, further_weight, further_to, weights, columns, width, -1.0, design)
            linearize_further(ints, floats, work, sints, swork, one, t, y, given.x[g], given.mu[g], -1.0)
            if columns > 0:
                design_tangents(ints, floats, work, sints, swork, dints, dwork, t, y[:nq], y[nq : nq + n])
                take_design(dwork, further_which, further_weight, further_to, weights, columns, width, 1.0, design)
        linearize_stage(ints, floats, work, sints, swork, t, y, given.vdot[g], given.lam[g])
        code = factor_step(swork, first, which, weight, at, weights, pattern, known, weak, sums, ready.LU[g], ready.row)
        ready.code[g] = code
        if code != READY:
            return g
        weighted(swork, right_which, right_weight, weights, ready.right[g])
        if columns > 0:
            design_tangents(ints, floats, work, sints, swork, dints, dwork, t, y[:nq], y[nq : nq + n])
            take_design(dwork, design_which, design_weight, design_to, weights, columns, width, 1.0, design)
    return given.t.shape[0]
