"""Entries on flat buffers after `evaluate`: sparse gradients of measures, and the generalized forces of a motion."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.recursions.rnea import tree_forces
from linkwork.kernels.vectors import add, cross, dot, sub, vec
from linkwork.numerics.jit import kernel

CANCELLED = 1e-26  # square of the relative size under which the two bodies' common part of a gradient is rounding


@inner_kernel
def emit(m, w, b, turn, move, k, count, row, column, value):
    """Write the entries of row k for the freedoms of body b's tree joint, and return the number of entries so far."""
    for c in range(m.v_start[b], m.v_start[b + 1]):
        if count < row.shape[0]:
            row[count], column[count] = k, c
            value[count] = dot(vec(w.S[c], 0), turn) + dot(vec(w.S[c], 3), move)
        count += 1
    return count


@inner_kernel
def to_parent(m, w, b, turn, move):
    """Return the moment of a gradient, moved from the origin of b to that of its parent."""
    return add(turn, cross(sub(vec(w.X_WB[b], 9), vec(w.X_WB[m.parent[b]], 9)), move))


@inner_kernel
def cancels(turn, move, turn_i, move_i, turn_j, move_j):
    """Return whether two gradients sum to rounding only."""
    turns = dot(turn_i, turn_i) + dot(turn_j, turn_j)
    moves = dot(move_i, move_i) + dot(move_j, move_j)
    return dot(turn, turn) <= CANCELLED * turns and dot(move, move) <= CANCELLED * moves


@kernel
def gradient_entries(ints, floats, work, bodies, G, row, column, value):
    """Write the entries (row, column, value) of the gradients by tangent displacements of measures with bodies (k, 2)
    and G (k, 12), and return their number.

    Both bodies are followed to where their paths meet; from there on the two halves move alike and mostly cancel, so a
    loop's row is as long as its loop. Entries beyond the arrays' length are counted but not written.
    """
    m, w = view_model(ints, floats), view_work(ints, work)
    count = 0
    for k in range(bodies.shape[0]):
        i, j = bodies[k, 0], bodies[k, 1]
        turn_i, move_i, turn_j, move_j = vec(G[k], 0), vec(G[k], 3), vec(G[k], 6), vec(G[k], 9)
        while i != j:
            if i > j:
                count = emit(m, w, i, turn_i, move_i, k, count, row, column, value)
                turn_i, i = to_parent(m, w, i, turn_i, move_i), m.parent[i]
            else:
                count = emit(m, w, j, turn_j, move_j, k, count, row, column, value)
                turn_j, j = to_parent(m, w, j, turn_j, move_j), m.parent[j]
        turn, move = add(turn_i, turn_j), add(move_i, move_j)
        if cancels(turn, move, turn_i, move_i, turn_j, move_j):
            continue
        while i > 0:
            count = emit(m, w, i, turn, move, k, count, row, column, value)
            turn, i = to_parent(m, w, i, turn, move), m.parent[i]
    return count


@kernel
def motion_forces(ints, floats, work, vdot, tau):
    """tau = M vdot - (Q - h) (kelly-1987, Eq. 4), after `evaluate`."""
    tree_forces(view_model(ints, floats), view_work(ints, work), vdot, tau)
