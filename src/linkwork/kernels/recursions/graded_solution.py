"""Solution of the graded equations with their factors (kernels.recursions.graded): from forces to accelerations of bodies,
joints and multipliers.
"""

import numpy as np

from linkwork.kernels.inline import inner_kernel, rare_kernel
from linkwork.kernels.recursions.graded_space import LENGTH, LOOSE, RANK, STEADY, UNDETERMINED, places
from linkwork.kernels.vectors import accumulate, add, cross, dot, put, scale, sub, vec
from linkwork.numerics.dense_cholesky import cholesky_solve
from linkwork.numerics.dense_lu import solve_lower, solve_transposed, solve_upper
from linkwork.numerics.dense_views import matrix, vector
from linkwork.numerics.jit import kernel, never_inline

NO_TORQUE = 2e-15  # of the torques at the body's origin: a torque about the mass centre below it is rounding
SWEEPS = 4  # over spins that nothing determines; those of different bodies do not touch each other
UNBALANCED = 1e-9  # of the forces on its body: what acts along a coordinate without mass that no row determines
LIGHT_SPIN = 1e-3  # of the mass at the unit of lengths: a moment of inertia for a spin that nothing determines


@kernel
def centre_torque(turn, moved):
    """Return the torque about the mass centre, which is that at the origin less the moment of the force there; zero if
    only round-off is left."""
    t = sub(turn, moved)
    least = NO_TORQUE * NO_TORQUE * (dot(turn, turn) + dot(moved, moved))
    return t if dot(t, t) > least else scale(0.0, t)


@inner_kernel
def centre_wrenches(m, w, space, p):
    """p := what each body needs at vdot = 0 less the forces applied to it, as kernels.recursions.rnea.bias_wrenches, but about its mass
    centre, where masses at their arms and weights do not hide moments of inertia, and torques about its principal axes: about an axis
    without moment of inertia nothing is needed, where world axes would leave rounding. w.wrench is without weights here; needs the factors."""
    _, columns, bodies, _, _, _, _, _ = places(space, m.parent.shape[0], m.v_start[-1], w.gamma.shape[0])
    for b in range(1, m.parent.shape[0]):
        F, mass = bodies[b], vector(columns[1], 6 * (b - 1), 6)
        c, omega, alpha = vec(F, 9), vec(w.V[b], 0), vec(w.A[b], 0)
        spin, need = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for i in range(3):
            e = vec(F, 3 * i)
            spin = add(spin, scale(mass[i] * dot(e, omega), e))
            need = add(need, scale(mass[i] * dot(e, alpha), e))
        need = add(need, cross(omega, spin))
        force = vec(w.wrench[b], 3)
        applied = centre_torque(vec(w.wrench[b], 0), cross(c, force))
        for i in range(3):  # the other two moments are the same where one vanishes
            e = vec(F, 3 * i)
            p[b, i] = (dot(e, need) if mass[i] > 0.0 else 0.0) - dot(e, applied)
        a = add(sub(vec(w.A[b], 3), vec(m.gravity, 0)), add(cross(alpha, c), cross(omega, cross(omega, c))))
        put(p[b], 3, sub(scale(mass[3], a), force))


@kernel
def forces(parent, v_start, X_WB, length, p, u, bodies, tree, columns):
    """Compute the weighted forces on the coordinates: -p of `centre_wrenches`, and u along the columns of the tree
    joints."""
    factor, f, t = columns[0], columns[5], columns[6]
    Q, R = tree
    for b in range(1, parent.shape[0]):
        for i in range(6):
            bodies[b, 12 + i] = 0.0
    for b in range(1, parent.shape[0]):
        first, turn, move = v_start[b], (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for k in range(first, v_start[b + 1]):
            s = u[k]
            for j in range(k - first):
                s -= R[k, j] * t[j]
            t[k - first] = s / R[k, k - first]
            turn = add(turn, scale(length * t[k - first], vec(Q[k], 0)))
            move = add(move, scale(t[k - first], vec(Q[k], 3)))
        accumulate(bodies[b], 12, turn)
        accumulate(bodies[b], 15, move)
        if parent[b] > 0:
            r = sub(vec(X_WB[b], 9), vec(X_WB[parent[b]], 9))
            accumulate(bodies[parent[b]], 12, scale(-1.0, add(turn, cross(r, move))))
            accumulate(bodies[parent[b]], 15, scale(-1.0, move))
    for b in range(1, parent.shape[0]):
        at, F = 6 * (b - 1), bodies[b]
        turn = centre_torque(vec(F, 12), cross(vec(F, 9), vec(F, 15)))
        for i in range(3):
            f[at + i] = factor[at + i] * (dot(vec(F, 3 * i), turn) - p[b, i])
            f[at + 3 + i] = factor[at + 3 + i] * (F[15 + i] - p[b, 3 + i])


@kernel
def norm(a):
    return dot(a, a) ** 0.5


@kernel
def force_size(c, factor, p, bodies):
    """Return the size of the forces, or torques, whose part along coordinate c is f[c]: it shows whether f[c] is
    round-off."""
    b = c // 6 + 1
    F = bodies[b]
    if c % 6 > 2:
        return factor[c] * (norm(vec(F, 15)) + norm(vec(p[b], 3)))
    return factor[c] * (norm(vec(F, 12)) + norm(vec(F, 9)) * norm(vec(F, 15)) + norm(vec(p[b], 0)))


@kernel
def leave_spins(rank, loose, columns, Z):
    """Remove from the forces f the parts along the columns that nothing determines, the transpose of `keep_spins`: a
    solution is then symmetric in its right sides, as adjoints need it."""
    _, mass, cols, _, _, f, _ = columns
    N = f.shape[0]
    for _ in range(SWEEPS):
        for a in range(N - rank - 1, N - rank - loose - 1, -1):
            along, size = 0.0, 0.0
            for k in range(rank + a + 1):
                c, z = cols[k], Z[a, k]
                along += z * f[c]
                if mass[c] == 0.0 and c % 6 < 3:
                    size += z * z
            for k in range(rank + a + 1):
                c = cols[k]
                if size > 0.0 and mass[c] == 0.0 and c % 6 < 3:
                    f[c] -= along / size * Z[a, k]


@kernel
def reduced_solution(rank, loose, rows, columns, p, bodies, W, Z, reduced):
    """x := x0 + Z z in the order of the columns; y holds L^-1 P gamma. Returns an unbalanced column, or -1."""
    factor = columns[0]
    y, (_, mass, cols, _, x, f, t) = rows[2], columns
    N = W.value.shape[1]
    free = N - rank - loose
    for k in range(N):
        x[k] = y[k] if k < rank else 0.0
    solve_upper(W.value, rank, x)
    bad = -1
    for a in range(N - rank):
        s, size = 0.0, 0.0
        for k in range(rank):
            if Z[a, k] != 0.0:
                c = cols[k]
                part = Z[a, k] * (f[c] - x[k]) if mass[c] > 0.0 else Z[a, k] * f[c]
                s += part
                if a >= free:
                    size += abs(Z[a, k]) * force_size(c, factor, p, bodies)
        own = f[cols[rank + a]]
        t[a] = s + own
        if a >= free and abs(s + own) > UNBALANCED * (size + force_size(cols[rank + a], factor, p, bodies)):
            bad = cols[rank + a]
    z = vector(t, 0, free)
    cholesky_solve(matrix(reduced, 0, free, free), z)
    for a in range(free):
        for k in range(rank):
            x[k] += Z[a, k] * z[a]
        x[rank + a] = z[a]
    return bad


@kernel
def keep_spins(rank, loose, columns, Z, bodies, A, steady):
    """Set the angular accelerations along the columns that nothing determines to the least ones: the limit of small
    inertia, whatever the coordinates. Unless `steady`, those that x adds to the bias are the least."""
    factor, mass, cols, _, x, _, _ = columns
    N = x.shape[0]
    for _ in range(SWEEPS):
        for a in range(N - rank - loose, N - rank):
            along, size = 0.0, 0.0
            for k in range(rank + a + 1):
                c, z = cols[k], Z[a, k]
                if z != 0.0 and mass[c] == 0.0 and c % 6 < 3:
                    along += z * x[k]
                    if steady:
                        along += z * dot(vec(bodies[c // 6 + 1], 3 * (c % 6)), vec(A[c // 6 + 1], 0)) / factor[c]
                    size += z * z
            for k in range(rank + a + 1):
                if Z[a, k] != 0.0 and size > 0.0:
                    x[k] -= along / size * Z[a, k]


@kernel
def body_motion(parent, X_WB, columns, bodies, p):
    """p := the bodies' accelerations at their origins; x is in the order of the columns, t scratch."""
    factor, _, cols, _, x, _, t = columns
    for k in range(x.shape[0]):
        t[cols[k]] = factor[cols[k]] * x[k]
    for i in range(6):
        p[0, i] = 0.0
    for b in range(1, parent.shape[0]):
        at, F = 6 * (b - 1), bodies[b]
        turn = (0.0, 0.0, 0.0)
        for i in range(3):
            turn = add(turn, scale(t[at + i], vec(F, 3 * i)))
        put(p[b], 0, turn)
        put(p[b], 3, add(vec(t, at + 3), cross(vec(F, 9), turn)))


@kernel
def tree_motion(parent, v_start, X_WB, length, p, tree, x_v):
    """Compute x_v of the tree joints from the bodies' accelerations."""
    Q, R = tree
    for b in range(1, parent.shape[0]):
        above, first, last = parent[b], v_start[b], v_start[b + 1]
        r = sub(vec(X_WB[b], 9), vec(X_WB[above], 9))
        turn = scale(length, sub(vec(p[b], 0), vec(p[above], 0)))
        move = sub(sub(vec(p[b], 3), vec(p[above], 3)), cross(vec(p[above], 0), r))
        for k in range(last - 1, first - 1, -1):
            s = dot(vec(Q[k], 0), turn) + dot(vec(Q[k], 3), move)
            for j in range(k + 1, last):
                s -= R[j, k - first] * x_v[j]
            x_v[k] = s / R[k, k - first]


@kernel
def clear(x_v, x_lam, p):
    for k in range(x_v.shape[0]):
        x_v[k] = 0.0
    for r in range(x_lam.shape[0]):
        x_lam[r] = 0.0
    for b in range(p.shape[0]):
        for i in range(6):
            p[b, i] = 0.0


@rare_kernel
def solve_graded(parent, v_start, X_WB, A, order, p, u, beta, x_v, x_lam, space):
    """x_v and x_lam of right sides p (as of `centre_wrenches`), u, beta as in loops, by the factors in `space`; p becomes the bodies'
    accelerations at their origins. Returns 1, or 0 where a force acts along a coordinate that has no mass and that no row determines."""
    never_inline()
    n_body, n_v, n_row = parent.shape[0], v_start[-1], order.shape[0]
    rows, columns, bodies, tree, W, Z, reduced, _ = places(space, n_body, n_v, n_row)
    row_factor, sequence, y, at = rows
    factor, mass, cols, _, x, f, t = columns
    numbers = space.view(np.int64)
    rank, loose = numbers[RANK], numbers[LOOSE]
    if rank < 0:
        clear(x_v, x_lam, p)
        return 0
    length = space[LENGTH]
    forces(parent, v_start, X_WB, length, p, u, bodies, tree, columns)
    for i in range(rank):
        k = sequence[i]
        y[i] = row_factor[k] * beta[at[k]] if at[k] >= 0 else 0.0
    solve_lower(W.value, rank, vector(y, 0, rank))
    if numbers[STEADY] == 0:
        leave_spins(rank, loose, columns, Z)
    bad = reduced_solution(rank, loose, rows, columns, p, bodies, W, Z, reduced)
    keep_spins(rank, loose, columns, Z, bodies, A, numbers[STEADY] != 0)
    for k in range(rank):
        c = cols[k]
        y[k] = f[c] - x[k] if mass[c] > 0.0 else f[c]
    solve_transposed(W.value, rank, y)
    for r in range(n_row):
        x_lam[r] = 0.0
    for i in range(rank):
        k = sequence[i]
        if at[k] >= 0:
            x_lam[order[at[k]]] = row_factor[k] * y[i]
    body_motion(parent, X_WB, columns, bodies, p)
    tree_motion(parent, v_start, X_WB, length, p, tree, x_v)
    if bad >= 0:
        numbers[UNDETERMINED] = bad // 6 + 1
        return 0
    return 1


@rare_kernel
def add_light_spins(parent, v_start, S, n_row, space, M):
    """M (n_v²) += j g g', g = e' d omega / d v, for every principal axis e about which a body turns though nothing determines it.

    An iteration with this matrix leaves such a spin as it was predicted, where M is singular or inverts rounding. Nothing else is
    changed: no torque acts along e that the spin would answer.
    """
    never_inline()
    n_body, n_v = parent.shape[0], v_start[-1]
    _, columns, bodies, _, _, Z, _, _ = places(space, n_body, n_v, n_row)
    _, mass, cols, _, _, g, moves = columns
    numbers = space.view(np.int64)
    rank, loose, N = numbers[RANK], numbers[LOOSE], cols.shape[0]
    if rank < 0 or loose == 0:
        return
    for c in range(N):
        moves[c] = 0.0
    for a in range(N - rank - loose, N - rank):
        for k in range(rank + a + 1):
            if Z[a, k] != 0.0:
                moves[cols[k]] = 1.0
    for c in range(N):
        if moves[c] == 0.0 or mass[c] > 0.0 or c % 6 > 2:
            continue
        b = c // 6 + 1
        e, j = vec(bodies[b], 3 * (c % 6)), LIGHT_SPIN * mass[6 * (b - 1) + 3] * space[LENGTH] * space[LENGTH]
        for k in range(n_v):
            g[k] = 0.0
        while b > 0:
            for k in range(v_start[b], v_start[b + 1]):
                g[k] = dot(e, vec(S[k], 0))
            b = parent[b]
        for k in range(n_v):
            for l in range(n_v):
                M[k * n_v + l] += j * g[k] * g[l]
