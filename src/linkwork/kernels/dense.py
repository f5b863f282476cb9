"""The dense terms of the equations of motion: M, Q - h, Phi_v, for the formulations that want them all."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.recursive.crba import mass_matrix
from linkwork.kernels.recursive.rnea import generalized_forces
from linkwork.kernels.vectors import add, cross, dot, sub, vec
from linkwork.numerics.jit import kernel


@inner_kernel
def add_gradient(m, w, b, coef, G, half, row):
    """row += coef · (gradient by body b's displacement) B, walking from the body to the root."""
    turn, move = vec(G, half), vec(G, half + 3)
    while b > 0:
        for k in range(m.v_start[b], m.v_start[b + 1]):
            row[k] += coef * (dot(vec(w.S[k], 0), turn) + dot(vec(w.S[k], 3), move))
        p = m.parent[b]
        turn = add(turn, cross(sub(vec(w.X_WB[b], 9), vec(w.X_WB[p], 9)), move))
        b = p


@inner_kernel
def measure_gradient(m, w, j, coef, row):
    """row += coef · d measure_j by tangent displacements."""
    for half in range(2):
        add_gradient(m, w, m.frame_body[m.measure_frames[j, half]], coef, w.measure_G[j], 6 * half, row)


@inner_kernel
def constraint_jacobian(m, w, Phi_v):
    for r in range(Phi_v.shape[0]):
        for k in range(Phi_v.shape[1]):
            Phi_v[r, k] = 0.0
        if w.active[r] == 0.0:
            continue
        for t in range(m.row_start[r], m.row_start[r + 1]):
            measure_gradient(m, w, m.term_measure[t], m.term_coef[t], Phi_v[r])


@kernel
def dense_terms(ints, floats, work, composite, M, Qh, Phi_v):
    """M (n_v, n_v), Qh = Q - h and Phi_v (n_row, n_v) after `evaluate`; composite (n_body, 10) is scratch."""
    m, w = view_model(ints, floats), view_work(ints, work)
    mass_matrix(m, w, composite, M)
    generalized_forces(m, w, Qh)
    constraint_jacobian(m, w, Phi_v)


@kernel
def jacobian(ints, floats, work, Phi_v):
    """Phi_v alone."""
    m, w = view_model(ints, floats), view_work(ints, work)
    constraint_jacobian(m, w, Phi_v)
