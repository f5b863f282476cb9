"""Forces and constraint forces between two bodies: from derivatives by their nine coordinates to entries of F_q and F_v.

An element's wrenches W9 = (torque on I, torque on J, force on J = - force on I) have the derivatives K9 by x9 and C9 by
y9 = (w_I, w_J, ddot). A displacement delta_y of body y that carries twist and wrench along, and a twist on top of it, change
the wrench on body x, seen from x, by K12_xy delta_y + C12_xy dV_y. So for rows k on the way of x to the root and columns j on
that of y

    F_q[k, j] -= J_k·(K12_xy J_j + C12_xy Jd_j),     F_v[k, j] -= J_k·C12_xy J_j.

Blocks with x = y, and of others the part where both ways have met, are summed with the tree's composites.
"""

from linkwork.kernels.derivatives.motion import meeting
from linkwork.kernels.derivatives.tree import dot6
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.vectors import add, cross, put, scale, sub, vec


@inner_kernel
def add_skew_rows(K, row, column, a):
    """Add [a], the matrix of a x, to the block of K at (row, column); K is a matrix of rows."""
    K[row, column + 1] -= a[2]
    K[row, column + 2] += a[1]
    K[row + 1, column] += a[2]
    K[row + 1, column + 2] -= a[0]
    K[row + 2, column] -= a[1]
    K[row + 2, column + 1] += a[0]


@inner_kernel
def put_columns(out, turn_I, turn_J, move, rho_I, rho_J):
    """Convert a row of derivatives by x9 to derivatives by the displacements of the two bodies at the common point."""
    put(out, 0, add(turn_I, cross(move, rho_I)))
    put(out, 3, scale(-1.0, move))
    put(out, 6, add(turn_J, cross(rho_J, move)))
    put(out, 9, move)


@inner_kernel
def carried_columns(K, C, V_I, V_J, rho_I, rho_J, out):
    """Convert a row of K9 and of C9 to a row of K12, where the twists turn with their bodies."""
    c_I, c_J, c_d = vec(C, 0), vec(C, 3), vec(C, 6)
    turn_I = add(vec(K, 0), sub(cross(vec(V_I, 0), c_I), cross(vec(V_I, 3), c_d)))
    turn_J = add(vec(K, 3), add(cross(vec(V_J, 0), c_J), cross(vec(V_J, 3), c_d)))
    put_columns(out, turn_I, turn_J, vec(K, 6), rho_I, rho_J)


@inner_kernel
def move_rows(K, row, rho):
    """Move torque rows from a frame's origin to the common point: torque + rho x force."""
    for c in range(12):
        force = (K[row + 3, c], K[row + 4, c], K[row + 5, c])
        moment = cross(rho, force)
        for i in range(3):
            K[row + i, c] += moment[i]


@inner_kernel
def body_blocks(s, damped, V_I, V_J, rho_I, rho_J):
    """Compute K12 from K9, W9 and, if the element is damped, C9, and then C12 too."""
    K9, C9, K, C = s.K9, s.C9, s.K12, s.C12
    for r in range(9):
        row = r if r < 3 else r + 3
        if damped:
            carried_columns(K9[r], C9[r], V_I, V_J, rho_I, rho_J, K[row])
            put_columns(C[row], vec(C9[r], 0), vec(C9[r], 3), vec(C9[r], 6), rho_I, rho_J)
        else:
            put_columns(K[row], vec(K9[r], 0), vec(K9[r], 3), vec(K9[r], 6), rho_I, rho_J)
    for i in range(3):
        for c in range(12):
            K[3 + i, c] = -K[9 + i, c]
            if damped:
                C[3 + i, c] = -C[9 + i, c]
    add_skew_rows(K, 0, 0, vec(s.W9, 0))
    add_skew_rows(K, 3, 0, scale(-1.0, vec(s.W9, 6)))
    add_skew_rows(K, 6, 6, vec(s.W9, 3))
    add_skew_rows(K, 9, 6, vec(s.W9, 6))
    for half in range(2):
        rho = rho_J if half else rho_I
        move_rows(K, 6 * half, rho)
        if damped:
            move_rows(C, 6 * half, rho)


@inner_kernel
def add_block(m, s, damped, b, x, y):
    """Add a block of K12 and C12 to the composites at body b."""
    s.loaded[b] = max(s.loaded[b], 2 if damped else 1)
    for i in range(6):
        for j in range(6):
            s.K[b, 6 * i + j] -= s.K12[x + i, y + j]
    if damped:
        for i in range(6):
            for j in range(6):
                s.C[b, 6 * i + j] -= s.C12[x + i, y + j]


@inner_kernel
def row_products(A, J, x, y, out, k):
    """Compute out[k : k + 6] = J_k' A for the block of A at (x, y)."""
    for j in range(6):
        total = 0.0 * J[0]
        for i in range(6):
            total += J[i] * A[x + i, y + j]
        out[k + j] = total


@inner_kernel
def column_products(A, J, first, x, y, out, k):
    """Add A J[first : first + 6] to out[k : k + 6], for the block of A at (x, y)."""
    for i in range(6):
        for j in range(6):
            out[k + i] += A[x + i, y + j] * J[first + j]


@inner_kernel
def rows_below(m, s, damped, a, meet, c0, x, y, out):
    """Add the entries of rows on the path from a to the meeting body and of all columns on the path from c0 to the
    root."""
    n = m.v_start[m.parent.shape[0]]
    while a != meet:
        for k in range(m.v_start[a], m.v_start[a + 1]):
            row_products(s.K12, s.column[k], x, y, out, 0)
            if damped:
                row_products(s.C12, s.column[k], x, y, out, 6)
            c = c0
            while c > 0:
                for j in range(m.v_start[c], m.v_start[c + 1]):
                    J = s.column[j]
                    s.F_q[n * k + j] -= dot6(out, 0, J, 0)
                    if damped:
                        s.F_q[n * k + j] -= dot6(out, 6, J, 6)
                        s.F_v[n * k + j] -= dot6(out, 6, J, 0)
                c = m.parent[c]
        a = m.parent[a]


@inner_kernel
def columns_below(m, s, damped, c, meet, x, y, out):
    """Add the entries of columns on the path from c to the meeting body and of all rows from there to the root."""
    n = m.v_start[m.parent.shape[0]]
    while c != meet and meet > 0:
        for j in range(m.v_start[c], m.v_start[c + 1]):
            for i in range(12):
                out[i] = 0.0
            column_products(s.K12, s.column[j], 0, x, y, out, 0)
            if damped:
                column_products(s.C12, s.column[j], 6, x, y, out, 0)
                column_products(s.C12, s.column[j], 0, x, y, out, 6)
            a = meet
            while a > 0:
                for k in range(m.v_start[a], m.v_start[a + 1]):
                    s.F_q[n * k + j] -= dot6(out, 0, s.column[k], 0)
                    if damped:
                        s.F_v[n * k + j] -= dot6(out, 6, s.column[k], 0)
                a = m.parent[a]
        c = m.parent[c]


@inner_kernel
def add_element(m, s, damped, i, j):
    """Add K12 and, if the element is damped, C12 of an element on bodies i and j to F_q, F_v and the composites."""
    meet = meeting(m, i, j)
    for pair in range(4):
        x, y = 6 * (pair // 2), 6 * (pair % 2)
        on, by = j if x else i, j if y else i
        if on == 0 or by == 0:
            continue
        if on == by:
            add_block(m, s, damped, on, x, y)
            continue
        if meet > 0:
            add_block(m, s, damped, meet, x, y)
        rows_below(m, s, damped, on, meet, by, x, y, s.wrench)
        columns_below(m, s, damped, by, meet, x, y, s.wrench)
