"""What every joint carries: tree joints by Newton-Euler from the leaves, cut joints from their multipliers."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.recursions.rnea import add_inertia_wrench
from linkwork.kernels.recursions.transformations import force_transformation, velocity_transformation
from linkwork.kernels.rows import add_row_wrenches
from linkwork.kernels.vectors import cross, sub, vec
from linkwork.numerics.jit import kernel


@kernel
def joint_wrenches(ints, floats, work, vdot, lam, motion, F, tau):
    """Compute F (n_body, 6), the wrench on each body by its tree joint, in world axes at the body's origin; and tau,
    its part along the joint's freedoms, which is zero if vdot and lam solve the equations of motion. `motion` = 0
    leaves out inertia and applied forces."""
    m, w = view_model(ints, floats), view_work(ints, work)
    velocity_transformation(m, w, vdot, w.dA)
    for b in range(m.parent.shape[0]):
        for i in range(6):
            F[b, i] = w.P[b, i] if motion and b > 0 else 0.0
        if motion and b > 0:
            add_inertia_wrench(w.I_W[b], vec(w.dA[b], 0), vec(w.dA[b], 3), F[b])
    add_row_wrenches(m, w, lam, F)
    force_transformation(m, w, F, F, tau)


@kernel
def cut_wrenches(ints, floats, work, lam, first, last, out):
    """Compute out (6), the wrench on body J of a cut joint, from its rows [first, last), in world axes at the origin of
    its frame J."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for i in range(6):
        out[i] = 0.0
    for r in range(first, last):
        for t in range(m.row_start[r], m.row_start[r + 1]):
            j = m.term_measure[t]
            c = -m.term_coef[t] * lam[r] * w.active[r]
            f = m.measure_frames[j, 1]
            arm = sub(vec(w.X_WB[m.frame_body[f]], 9), vec(w.X_WF[f], 9))
            G = w.measure_G[j]
            moment = cross(arm, vec(G, 9))
            for i in range(3):
                out[i] += c * (G[6 + i] + moment[i])
                out[3 + i] += c * G[9 + i]
