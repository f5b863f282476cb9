"""Matrices of the linearized equations of motion by one-sided differences of the residual: good enough to iterate with."""

from __future__ import annotations

from linkwork.formulations.problem import LENGTH, evaluate_y
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.recursive.loops import motion_residuals, view_loop_work
from linkwork.kernels.tree import displace
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel

STEP = 2.0**-26  # square root of the rounding unit


@inner_kernel
def put_difference(here, there, inverse, out, column):
    """out[:, column] = (there - here) / step."""
    for i in range(here.shape[0]):
        out[i, column] = (there[i] - here[i]) * inverse


@kernel
def residual_at(t, y, ints, floats, work, plan, fwork):
    """f.r_v = -F at y, with the accelerations and multipliers at hand; zdot beside."""
    m, w, f = view_model(ints, floats), view_work(ints, work), view_loop_work(plan, fwork)
    evaluate_y(ints, floats, work, t, y)
    motion_residuals(m, w, f)


@kernel
def difference_slopes(t, y, ints, floats, work, plan, fwork, control, F, zdot, dx, K, C, F_z, zdot_q, zdot_v, zdot_z):
    """K = F_q, C = F_v, F_z and the slopes of zdot at y, whose vdot and lam are in w; F, zdot, dx are scratch."""
    m, w, f = view_model(ints, floats), view_work(ints, work), view_loop_work(plan, fwork)
    nq, nv, nz = m.q_start[-1], m.v_start[-1], w.z.shape[0]
    residual_at(t, y, ints, floats, work, plan, fwork)
    copy_into(F, f.r_v)
    copy_into(zdot, w.zdot)
    for k in range(nv):
        dx[k] = 0.0
    for k in range(nv):
        step = STEP * control[LENGTH]
        copy_into(f.y, y)
        dx[k] = step
        displace(m, y[:nq], dx, f.y[:nq])
        dx[k] = 0.0
        residual_at(t, f.y, ints, floats, work, plan, fwork)
        put_difference(F, f.r_v, -1.0 / step, K, k)
        put_difference(zdot, w.zdot, 1.0 / step, zdot_q, k)
        copy_into(f.y, y)
        step = STEP * max(abs(y[nq + k]), control[LENGTH])
        f.y[nq + k] += step
        residual_at(t, f.y, ints, floats, work, plan, fwork)
        put_difference(F, f.r_v, -1.0 / step, C, k)
        put_difference(zdot, w.zdot, 1.0 / step, zdot_v, k)
    for k in range(nz):
        copy_into(f.y, y)
        step = STEP * max(abs(y[nq + nv + k]), 1e-3)
        f.y[nq + nv + k] += step
        residual_at(t, f.y, ints, floats, work, plan, fwork)
        put_difference(F, f.r_v, -1.0 / step, F_z, k)
        put_difference(zdot, w.zdot, 1.0 / step, zdot_z, k)
