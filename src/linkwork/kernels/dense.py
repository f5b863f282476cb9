"""The dense terms of the equations of motion: M, Q - h, Phi_v, for the formulations that want them all."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.crba import mass_matrix
from linkwork.kernels.recursions.rnea import generalized_forces
from linkwork.kernels.vectors import add, cross, dot, sub, vec
from linkwork.numerics.jit import kernel

ROUNDING = 1e-14  # of what an entry of Phi_v could be


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
def clear_rounding(m, w, r, reach, row):
    """Set entries of row r to zero that are round-off, compared with |S| times the row's gradient with its arms.

    A joint that holds what the tree already holds has a zero row, and no rank decision can distinguish round-off from a
    row when there is nothing else to compare with. Imaginary parts stay: they are derivatives.
    """
    turns, moves = 0.0, 0.0
    for t in range(m.row_start[r], m.row_start[r + 1]):
        G, c = w.measure_G[m.term_measure[t]], abs(m.term_coef[t])
        for half in range(0, 12, 6):
            moves += c * (abs(G[half + 3]) + abs(G[half + 4]) + abs(G[half + 5]))
            turns += c * (abs(G[half]) + abs(G[half + 1]) + abs(G[half + 2]))
    turns += moves * reach
    for k in range(row.shape[0]):
        S, real = w.S[k], row[k].real
        could = (abs(S[0]) + abs(S[1]) + abs(S[2])) * turns + (abs(S[3]) + abs(S[4]) + abs(S[5])) * moves
        if abs(real) <= ROUNDING * could:
            row[k] -= real


@inner_kernel
def constraint_jacobian(m, w, Phi_v):
    reach = 0.0
    for b in range(m.parent.shape[0]):
        reach = max(reach, abs(w.X_WB[b, 9]) + abs(w.X_WB[b, 10]) + abs(w.X_WB[b, 11]))
    for r in range(Phi_v.shape[0]):
        for k in range(Phi_v.shape[1]):
            Phi_v[r, k] = 0.0
        if w.active[r] == 0.0:
            continue
        for t in range(m.row_start[r], m.row_start[r + 1]):
            measure_gradient(m, w, m.term_measure[t], m.term_coef[t], Phi_v[r])
        clear_rounding(m, w, r, reach, Phi_v[r])


@kernel
def dense_terms(ints, floats, work, composite, M, Qh, Phi_v):
    """M (n_v, n_v), Qh = Q - h and Phi_v (n_row, n_v) after `evaluate`; composite (n_body, 10) is scratch."""
    m, w = view_model(ints, floats), view_work(ints, work)
    mass_matrix(m, w, composite, M)
    generalized_forces(m, w, Qh)
    constraint_jacobian(m, w, Phi_v)


@kernel
def jacobian(ints, floats, work, Phi_v):
    """Compute Phi_v alone."""
    m, w = view_model(ints, floats), view_work(ints, work)
    constraint_jacobian(m, w, Phi_v)
