"""Solutions of the saddle-point equations with the factors of kernels.recursions.loops: residuals and iterative refinement.

In large mechanisms whose masses differ by many decades the elimination in tree order is refined with the wrenches of
joints as unknowns (`refined_saddle_point`); in small ones kernels.recursions.graded solves (`graded_saddle_point`).
"""

import numpy as np

from linkwork.kernels.forces.applied import applied
from linkwork.kernels.forces.between_frames import add_law_wrench
from linkwork.kernels.forces.efforts import efforts
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.graded_solution import centre_wrenches
from linkwork.kernels.recursions.graded_space import HEADER as GRADED_HEADER
from linkwork.kernels.recursions.graded_space import STEADY, unit_length
from linkwork.kernels.recursions.loop_arrays import USED
from linkwork.kernels.recursions.loops import (
    factor,
    factor_tree,
    set_masses,
    solve_factored,
    solve_inward,
    solve_outward,
)
from linkwork.kernels.recursions.rnea import add_inertia_wrench, tree_forces
from linkwork.kernels.recursions.transformations import velocity_transformation
from linkwork.kernels.rows import add_row_wrenches
from linkwork.kernels.vectors import accumulate, add, cross, dot, scale, sub, vec
from linkwork.numerics.dense_views import matrix

CLOSE = 1e-13  # relative residual of a row that needs no refinement
SETTLED = 1e-11  # of the largest acceleration: the last correction that is applied
MOST_CORRECTIONS = 12
EPSILON = 2.2e-16
LOST = 1e-10  # of the largest acceleration: more rounding of wrenches than this is refused
STILL = 1e-3  # rows whose terms are below this part of the largest are judged by it


@inner_kernel
def row_residuals(m, w, plan, f, a):
    """Compute r_row = gamma - Phi_v vdot from the bodies' accelerations a (deviations from the bias). Return the worst,
    relative to the terms it is the sum of, or to a part of the largest such sum: rows in which nothing moves are only
    round-off."""
    largest = 0.0
    for position in range(w.gamma.shape[0]):
        r = plan.order[position]
        res, size = w.gamma[r], abs(w.gamma[r])
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c, G = m.term_coef[t] * w.active[r], w.measure_G[j]
            for half in range(2):
                b = m.frame_body[m.measure_frames[j, half]]
                for i in range(6):
                    part = c * G[6 * half + i] * a[b, i]
                    res -= part
                    size += abs(part)
        f.r_row[r] = res
        f.beta[position] = size * m.row_scale[r]
        largest = max(largest, f.beta[position])
    worst = 0.0
    for position in range(w.gamma.shape[0]):
        r = plan.order[position]
        res, size = abs(f.r_row[r]) * m.row_scale[r], max(f.beta[position], STILL * largest)
        if f.drop[position] == USED and not res <= worst * size:
            worst = res / size
    return worst


@inner_kernel
def project_residual(m, w, f):
    """r_v := -r_v - B' p for the constraint wrenches gathered in p."""
    for b in range(m.parent.shape[0] - 1, 0, -1):
        torque, force = vec(f.p[b], 0), vec(f.p[b], 3)
        for k in range(m.v_start[b], m.v_start[b + 1]):
            f.r_v[k] = -f.r_v[k] - dot(vec(w.S[k], 0), torque) - dot(vec(w.S[k], 3), force)
        p = m.parent[b]
        accumulate(f.p[p], 0, add(torque, cross(sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9)), force)))
        accumulate(f.p[p], 3, force)


@inner_kernel
def motion_residuals(m, w, f):
    """r_v = Q - h - M vdot - Phi_v' lam, and dA = B vdot."""
    tree_forces(m, w, w.vdot, f.r_v)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            f.p[b, i] = 0.0
    add_row_wrenches(m, w, w.lam, f.p)
    project_residual(m, w, f)


@inner_kernel
def begin(m, w, plan, f, first):
    """Set the right-hand sides of a solve: the model's own when `first`, the residuals otherwise."""
    for b in range(m.parent.shape[0]):
        for i in range(6):
            f.p[b, i] = w.P[b, i] if first and b > 0 else 0.0
    for k in range(f.u.shape[0]):
        f.u[k] = 0.0 if first else f.r_v[k]
    for c in range(f.beta.shape[0]):
        f.beta[c] = w.gamma[plan.order[c]] if first else f.r_row[plan.order[c]]


@inner_kernel
def add_to_parent(m, w, b, wrench, sign, out):
    """Add to out[parent] sign times a wrench at the origin of body b."""
    p = m.parent[b]
    turn, force = vec(wrench, 0), vec(wrench, 3)
    r = sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9))
    accumulate(out[p], 0, scale(sign, add(turn, cross(r, force))))
    accumulate(out[p], 3, scale(sign, force))


@inner_kernel
def body_residuals(m, w, plan, f, joint):
    """Compute in p, u, beta the residuals of every body's equation, of every joint's freedom and of every row, with the
    joints' wrenches given: no force of a heavy body enters the equation of a light one, as it does in sums along the
    tree."""
    row_residuals(m, w, plan, f, w.dA)
    for c in range(f.beta.shape[0]):
        f.beta[c] = f.r_row[plan.order[c]]
    for b in range(m.parent.shape[0]):
        for i in range(6):
            f.p[b, i] = w.P[b, i] - joint[b, i] if b > 0 else 0.0
        if b > 0:
            add_inertia_wrench(w.I_W[b], vec(w.dA[b], 0), vec(w.dA[b], 3), f.p[b])
    add_row_wrenches(m, w, w.lam, f.p)
    for b in range(1, m.parent.shape[0]):
        add_to_parent(m, w, b, joint[b], 1.0, f.p)
        for k in range(m.v_start[b], m.v_start[b + 1]):
            f.u[k] = -dot(vec(w.S[k], 0), vec(joint[b], 0)) - dot(vec(w.S[k], 3), vec(joint[b], 3))


@inner_kernel
def add_joint_wrenches(m, w, f, joint):
    """Add to `joint` the wrenches due to a correction of accelerations (p) and multipliers (x_lam); w.F holds the
    residuals before it."""
    add_row_wrenches(m, w, f.x_lam, w.F)
    for b in range(m.parent.shape[0] - 1, 0, -1):
        add_inertia_wrench(w.I_W[b], vec(f.p[b], 0), vec(f.p[b], 3), w.F[b])
        for i in range(6):
            joint[b, i] += w.F[b, i]
        add_to_parent(m, w, b, w.F[b], 1.0, w.F)


@inner_kernel
def largest_motion(a, length):
    """Return the largest entry of accelerations (n_body, 6), m/s²; NaN if one of them is NaN."""
    largest = 0.0
    for b in range(1, a.shape[0]):
        for i in range(6):
            size = abs(a[b, i]) * (length if i < 3 else 1.0)
            if not size <= largest:
                largest = size
    return largest


@inner_kernel
def lost_in_wrenches(m, w, f, joint, length):
    """Return the largest acceleration along a joint's freedom, m/s², that the rounding of the wrench through the joint causes: what a
    light body does between heavy ones."""
    largest = 0.0
    for b in range(1, m.parent.shape[0]):
        for k in range(m.v_start[b], m.v_start[b + 1]):
            S, effort = w.S[k], 0.0
            for i in range(6):
                effort += abs(S[i] * joint[b, i])
            turns = dot(vec(S, 0), vec(S, 0)) > 0.0
            size = EPSILON * effort * abs(f.Dinv[k]) * (length if turns else 1.0)
            if not size <= largest:
                largest = size
    return largest


@inner_kernel
def refined_saddle_point(m, w, plan, f):
    """Solve as `saddle_point` does, for many bodies whose masses differ much, with corrections until nothing changes;
    f.regular[0] = 0 if it does not settle, or if the factors have lost some mass beside others."""
    set_masses(m, w, f)
    factor_tree(m, w, plan, f, 0.0)
    n = m.parent.shape[0]
    length = unit_length(m.parent, m.frame_body, m.X_BF, m.X_PI) ** 0.5
    joint = matrix(f.graded, GRADED_HEADER, n, 6)
    for b in range(n):
        for i in range(6):
            joint[b, i], w.dA[b, i] = 0.0, 0.0
    for k in range(w.vdot.shape[0]):
        w.vdot[k] = 0.0
    for r in range(w.lam.shape[0]):
        w.lam[r] = 0.0
    settled, whole = 0, f.regular[0]
    for _ in range(MOST_CORRECTIONS):
        body_residuals(m, w, plan, f, joint)
        for b in range(n):
            for i in range(6):
                w.F[b, i] = f.p[b, i]
        solve_inward(m, w, plan, f)
        solve_outward(m, w, plan, f)
        add_joint_wrenches(m, w, f, joint)
        for k in range(w.vdot.shape[0]):
            w.vdot[k] += f.x_v[k]
        for r in range(w.lam.shape[0]):
            w.lam[r] += f.x_lam[r]
        velocity_transformation(m, w, w.vdot, w.dA)
        if largest_motion(f.p, length) <= SETTLED * largest_motion(w.dA, length):
            settled = 1
            break
    if not lost_in_wrenches(m, w, f, joint, length) <= LOST * largest_motion(w.dA, length):
        settled = 0
    f.regular[0] = settled * whole
    for b in range(n):
        for i in range(6):
            f.p[b, i] = w.dA[b, i]
    return row_residuals(m, w, plan, f, w.dA)


@inner_kernel
def graded_saddle_point(m, w, plan, f):
    """Solve as `saddle_point` does, by kernels.recursions.graded and without refinement: forces of heavy bodies, summed
    along the tree, hide those of light ones, so that no residual of theirs is better."""
    factor(m, w, plan, f)
    begin(m, w, plan, f, True)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            w.F[b, i], w.wrench[b, i] = w.wrench[b, i], 0.0
    efforts(m, w)
    for k in range(m.law_kind.shape[0]):
        add_law_wrench(m, w, k)
    applied(m, w)
    centre_wrenches(m, w, f.graded, f.p)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            w.wrench[b, i] = w.F[b, i]
    f.graded.view(np.int64)[STEADY] = 1
    solve_factored(m, w, plan, f)
    f.graded.view(np.int64)[STEADY] = 0
    for k in range(w.vdot.shape[0]):
        w.vdot[k] = f.x_v[k]
    for r in range(w.lam.shape[0]):
        w.lam[r] = f.x_lam[r]
    return row_residuals(m, w, plan, f, f.p)


@inner_kernel
def saddle_point(m, w, plan, f, refinements, close):
    """Solve  M vdot + Phi_v' lam = Q - h,  Phi_v vdot = gamma  for vdot and lam, after bias_wrenches. Refine until the
    relative residual of the worst row, which is returned, is below `close`. If f.graded is not empty, use
    `graded_saddle_point`."""
    set_masses(m, w, f)
    factor_tree(m, w, plan, f, 0.0)
    begin(m, w, plan, f, True)
    solve_inward(m, w, plan, f)
    solve_outward(m, w, plan, f)
    for k in range(w.vdot.shape[0]):
        w.vdot[k] = f.x_v[k]
    for r in range(w.lam.shape[0]):
        w.lam[r] = f.x_lam[r]
    worst = row_residuals(m, w, plan, f, f.p)
    for _ in range(refinements):
        if worst < close and f.regular[0] == 1:
            break
        motion_residuals(m, w, f)
        begin(m, w, plan, f, False)
        solve_inward(m, w, plan, f)
        solve_outward(m, w, plan, f)
        for k in range(w.vdot.shape[0]):
            w.vdot[k] += f.x_v[k]
        for r in range(w.lam.shape[0]):
            w.lam[r] += f.x_lam[r]
        velocity_transformation(m, w, w.vdot, w.dA)
        worst = row_residuals(m, w, plan, f, w.dA)
    return worst
