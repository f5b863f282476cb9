"""Jacobians of the equations of motion at all stages of an implicit step, with derivatives by design parameters."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.dynamics.problem import evaluate_y
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.adjoint import equation_gradient
from linkwork.kernels.derivatives.by_design import design_tangents
from linkwork.kernels.derivatives.design_arrays import view_design
from linkwork.kernels.derivatives.jacobian_arrays import view_jacobians
from linkwork.kernels.derivatives.residual import residual_jacobians
from linkwork.kernels.derivatives.rows import row_jacobians
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.loop_arrays import USED, view_loop_work, view_plan
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel


class StageJacobians(NamedTuple):
    """Matrices of s stages, flat; n = nv, m rows."""

    F_q: Any  # (s, n · n)
    F_v: Any  # (s, n · n)
    F_z: Any  # (s, n · nz)
    M: Any  # (s, n · n)
    Phi_v: Any  # (s, m · n)
    Phiddot_q: Any  # (s, m · n)
    gamma_v: Any  # (s, m · n)
    zdot_q: Any  # (s, nz · n)
    zdot_v: Any  # (s, nz · n)
    zdot_z: Any  # (s, nz · nz)


def stage_jacobians_of(s: int, n: int, m: int, nz: int) -> tuple[StageJacobians, StageJacobians]:
    """Return arrays for s stages: flat ones, and views of them as matrices (s, rows, columns)."""
    shapes = ((n, n), (n, n), (n, nz), (n, n), (m, n), (m, n), (m, n), (nz, n), (nz, n), (nz, nz))
    seen = StageJacobians(*(np.zeros((s, *shape)) for shape in shapes))
    return StageJacobians(*(matrix.reshape(s, -1) for matrix in seen)), seen


@kernel
def rows_left_out(page, skip):
    """skip[r] := 1 for rows that are redundant or not active."""
    w = view_work(page.ints, page.work)
    order, f = view_plan(page.plan, page.fwork).order, view_loop_work(page.plan, page.fwork)
    for c in range(skip.shape[0]):
        r = order[c]
        skip[r] = 1.0 if f.drop[c] != USED or w.active[r] == 0.0 else 0.0


@kernel
def evaluate_with(ints, floats, work, t, y, vdot, lam):
    """Evaluate the mechanics at (t, y) with given accelerations and multipliers."""
    w = view_work(ints, work)
    evaluate_y(ints, floats, work, t, y)
    copy_into(w.vdot, vdot)
    copy_into(w.lam, lam)


@kernel
def linearize_stage(ints, floats, work, sints, swork, t, y, vdot, lam):
    """Compute all Jacobians in swork, at (t, y) with given accelerations and multipliers."""
    m = view_model(ints, floats)
    nq, n = m.q_start[-1], m.v_start[-1]
    evaluate_with(ints, floats, work, t, y, vdot, lam)
    residual_jacobians(ints, floats, work, sints, swork, t, y[nq : nq + n])
    if lam.shape[0] > 0:
        row_jacobians(ints, floats, work, sints, swork, y[nq : nq + n])


@inner_kernel
def take_stage(s, S, i):
    """Copy the Jacobians in swork to stage i of S."""
    copy_into(S.F_q[i], s.F_q)
    copy_into(S.F_v[i], s.F_v)
    copy_into(S.F_z[i], s.F_z)
    copy_into(S.M[i], s.M)
    copy_into(S.Phi_v[i], s.Phi_v)
    copy_into(S.Phiddot_q[i], s.Phiddot_q)
    copy_into(S.gamma_v[i], s.gamma_v)
    copy_into(S.zdot_q[i], s.zdot_q)
    copy_into(S.zdot_v[i], s.zdot_v)
    copy_into(S.zdot_z[i], s.zdot_z)


@kernel
def linearize_stages(ints, floats, work, sints, swork, S, times, Y, K):
    """Compute S at all stages, which have the states Y (s, ny) and K (s, ny + n_row), their [dy/dt, lam]."""
    m = view_model(ints, floats)
    nq, n, ny = m.q_start[-1], m.v_start[-1], Y.shape[1]
    for i in range(Y.shape[0]):
        k = K[i]
        linearize_stage(ints, floats, work, sints, swork, times[i], Y[i], k[nq : nq + n], k[ny:])
        take_stage(view_jacobians(sints, swork), S, i)


@kernel
def linearize_stages_and_design(
    ints, floats, work, sints, swork, dints, dwork, S, times, Y, K, F_p, Phiddot_p, zdot_p
):  # fmt: skip
    """Compute S and F_p (s, n · k), Phiddot_p (s, n_row · k), zdot_p (s, nz · k) at all stages."""
    m, d = view_model(ints, floats), view_design(dints, dwork)
    nq, n, ny = m.q_start[-1], m.v_start[-1], Y.shape[1]
    for i in range(Y.shape[0]):
        y, k = Y[i], K[i]
        linearize_stage(ints, floats, work, sints, swork, times[i], y, k[nq : nq + n], k[ny:])
        take_stage(view_jacobians(sints, swork), S, i)
        design_tangents(ints, floats, work, sints, swork, dints, dwork, times[i], y[:nq], y[nq : nq + n])
        copy_into(F_p[i], d.F_p)
        copy_into(Phiddot_p[i], d.Phiddot_p)
        copy_into(zdot_p[i], d.zdot_p)


@kernel
def add_stage_gradients(ints, floats, work, rints, rwork, times, Y, K, a, b, c, gradients):
    """gradients (n_out, n_numbers) += a·F_p + b·Phiddot_p + c·zdot_p at all stages; a (n_out, s, nv), b, c likewise."""
    m = view_model(ints, floats)
    nq, n, ny = m.q_start[-1], m.v_start[-1], Y.shape[1]
    for i in range(Y.shape[0]):
        y, k = Y[i], K[i]
        evaluate_with(ints, floats, work, times[i], y, k[nq : nq + n], k[ny:])
        for o in range(gradients.shape[0]):
            equation_gradient(
                ints, floats, work, rints, rwork, times[i], y[:nq], y[nq : nq + n], a[o, i], b[o, i], c[o, i], gradients[o]
            )  # fmt: skip
