"""Derivatives of efforts, applied forces and state rates that are expressions: by measures, their rates and block states.

A reverse sweep over what the expression depends on, blocks included, leaves the derivative by every load; each load then adds
its row by q and v, times the generalized direction of the force, to F_q, F_v, F_z or to a row of zdot_q, zdot_v, zdot_z. What acts on
one body and depends on its own motion is a stiffness of that body, and is summed with the tree's composites.
"""

from linkwork.kernels.derivatives.tree import dot6
from linkwork.kernels.expressions.functions import MEASURE, OUTPUT, RATE, STATE
from linkwork.kernels.expressions.tape import _spread
from linkwork.kernels.forces.efforts import turning_effort
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.jacobians import frame_arm, gradient_rows
from linkwork.kernels.vectors import axis, cross, put, scale

EFFORT, APPLIED, STATE_RATE = range(3)  # what depends on an expression: first column of JacobianPlan.target


@inner_kernel
def clear_adjoints(m, s, plan, closure):
    for node in range(plan.closure_start[closure], plan.closure_start[closure + 1]):
        i = plan.closure_node[node]
        if i >= 0:
            s.adjoint[i] = 0.0
        else:
            b = -1 - i
            for y in range(m.block_first[b, 3], m.block_first[b, 3] + m.block_sizes[b, 3]):
                s.adjoint_out[y] = 0.0


@inner_kernel
def through_block(m, s, plan, b):
    """Carry the adjoints of the outputs of block b to its inputs."""
    n_u, n_x = m.block_sizes[b, 0], m.block_sizes[b, 1]
    for k in range(n_u):
        total = 0.0
        for y in range(m.block_sizes[b, 3]):
            total += s.adjoint_out[m.block_first[b, 3] + y] * s.block_J[plan.block_entry[b] + (n_u + n_x) * y + k]
        s.adjoint[m.block_u[m.block_first[b, 0] + k]] += total


@inner_kernel
def sweep(m, w, s, plan, closure):
    """Carry the adjoints from the results, whose own are set, to the loads."""
    for node in range(plan.closure_start[closure], plan.closure_start[closure + 1]):
        i = plan.closure_node[node]
        if i < 0:
            through_block(m, s, plan, -1 - i)
        elif s.adjoint[i] != 0.0:
            if m.tape_op[i] > STATE:
                _spread(m, w, i, s.adjoint)
            elif m.tape_op[i] == OUTPUT:
                s.adjoint_out[m.tape_args[m.tape_start[i]]] += s.adjoint[i]


@inner_kernel
def spread_loads(m, s, target, i, j, z, low, high):
    """Move columns low … high - 1 of load_q and load_v to row z of zdot_q and zdot_v, or to F_q -= left load_q', F_v -=
    left load_v', with `left` on the paths of i and j."""
    n = m.v_start[m.parent.shape[0]]
    if target == STATE_RATE:
        for c in range(low, high):
            s.zdot_q[n * z + c] += s.load_q[c]
            s.zdot_v[n * z + c] += s.load_v[c]
        return
    while i > 0 or j > 0:
        b = max(i, j)
        for r in range(m.v_start[b], m.v_start[b + 1]):
            f = s.left[r]
            if f != 0.0:
                for c in range(low, high):
                    s.F_q[n * r + c] -= f * s.load_q[c]
                    s.F_v[n * r + c] -= f * s.load_v[c]
        if i == b:
            i = m.parent[b]
        if j == b:
            j = m.parent[b]


@inner_kernel
def add_state_jacobian(m, s, target, i, j, z, state, slope):
    """Add the derivative by one block state."""
    n_z = m.z0.shape[0]
    if target == STATE_RATE:
        s.zdot_z[n_z * z + state] += slope
        return
    while i > 0 or j > 0:
        b = max(i, j)
        for r in range(m.v_start[b], m.v_start[b + 1]):
            s.F_z[n_z * r + state] -= s.left[r] * slope
        if i == b:
            i = m.parent[b]
        if j == b:
            j = m.parent[b]


@inner_kernel
def add_measure_jacobian(m, s, own, k, by_value, by_rate):
    """Add the derivative by a measure's value and rate to load_q and load_v, and return the first column it affects.
    The effort's own measure is left to its element."""
    low = m.v_start[m.parent.shape[0]]
    if k == own:
        s.own[k, 1] += by_value
        s.own[k, 2] += by_rate
        return low
    gradient_rows(m, s, k, s.value_row, s.rate_row)
    i, j = m.frame_body[m.measure_frames[k, 0]], m.frame_body[m.measure_frames[k, 1]]
    while i > 0 or j > 0:
        b = max(i, j)
        low = m.v_start[b]
        for c in range(low, m.v_start[b + 1]):
            s.load_q[c] += by_value * s.value_row[c] + by_rate * s.rate_row[c]
            s.load_v[c] += by_rate * s.value_row[c]
        if i == b:
            i = m.parent[b]
        if j == b:
            j = m.parent[b]
    return low


@inner_kernel
def add_loads(m, s, plan, closure, target, i, j, z, own):
    """Add the contributions of the loads of a closure, after `sweep`."""
    n_v = m.v_start[m.parent.shape[0]]
    low, high = n_v, 0
    for c in range(n_v):
        s.load_q[c] = 0.0
        s.load_v[c] = 0.0
    for node in range(plan.closure_start[closure], plan.closure_start[closure + 1]):
        n = plan.closure_node[node]
        if n < 0:
            b = -1 - n
            n_u, n_x = m.block_sizes[b, 0], m.block_sizes[b, 1]
            for k in range(n_x):
                total = 0.0
                for y in range(m.block_sizes[b, 3]):
                    J = s.block_J[plan.block_entry[b] + (n_u + n_x) * y + n_u + k]
                    total += s.adjoint_out[m.block_first[b, 3] + y] * J
                add_state_jacobian(m, s, target, i, j, z, m.block_first[b, 1] + k, total)
        elif s.adjoint[n] != 0.0:
            op, a, slope = m.tape_op[n], m.tape_args[m.tape_start[n]], s.adjoint[n]
            if op == MEASURE or op == RATE:
                by_value, by_rate = (slope, 0.0) if op == MEASURE else (0.0, slope)
                first = add_measure_jacobian(m, s, own, a, by_value, by_rate)
                last = max(m.frame_body[m.measure_frames[a, 0]], m.frame_body[m.measure_frames[a, 1]])
                low, high = min(low, first), max(high, m.v_start[last + 1])
            elif op == STATE:
                add_state_jacobian(m, s, target, i, j, z, a, slope)
    spread_loads(m, s, target, i, j, z, low, high)


@inner_kernel
def law_derivatives(m, w, s):
    """Compute the efforts along measures and the derivatives of their laws, without expressions."""
    for e in range(m.effort_measure.shape[0]):
        k = m.effort_measure[e]
        s.own[k, 0] += turning_effort(m, w, e)
        s.own[k, 1] -= m.effort_law[e, 0]
        s.own[k, 2] -= m.effort_law[e, 1]


@inner_kernel
def applied_direction(m, w, s, a, c):
    """wrench[:6]: the unit wrench of component c of applied force a."""
    f, axes = m.applied_frame[a], m.applied_axes[a]
    direction = (1.0 * (c % 3 == 0), 1.0 * (c % 3 == 1), 1.0 * (c % 3 == 2))
    if axes >= 0:
        direction = axis(w.X_WF[axes], c % 3)
    if c < 3:
        put(s.wrench, 0, direction)
        put(s.wrench, 3, scale(0.0, direction))
    else:
        put(s.wrench, 0, cross(frame_arm(w, s, f), direction))
        put(s.wrench, 3, direction)


@inner_kernel
def effort_direction(m, s, k, b):
    """wrench[:6]: that of a unit force along measure k on body b, the other body is the ground."""
    half = 0 if m.frame_body[m.measure_frames[k, 0]] == b else 6
    for i in range(6):
        s.wrench[i] = s.G[k, half + i]


@inner_kernel
def along_columns(m, s, b):
    """`left` of the wrench: its part along the columns on the way to the root."""
    while b > 0:
        for k in range(m.v_start[b], m.v_start[b + 1]):
            s.left[k] = dot6(s.wrench, 0, s.column[k], 0)
        b = m.parent[b]


@inner_kernel
def add_local_load(m, s, k, b, by_value, by_rate):
    """A wrench on body b that changes with measure k of the same body and the ground: K -= W (f_x G + f_xdot R)', C -= W f_xdot G'."""
    half = 0 if m.frame_body[m.measure_frames[k, 0]] == b else 6
    s.loaded[b] = 2
    for i in range(6):
        value, rate = by_value * s.wrench[i], by_rate * s.wrench[i]
        for j in range(6):
            s.K[b, 6 * i + j] -= value * s.G[k, half + j] + rate * s.R[k, half + j]
            s.C[b, 6 * i + j] -= rate * s.G[k, half + j]


@inner_kernel
def add_local_loads(m, s, plan, closure, b, own):
    """Add loads that depend on body b and the ground alone to the composites, and return whether there are others."""
    others = False
    for node in range(plan.closure_start[closure], plan.closure_start[closure + 1]):
        n = plan.closure_node[node]
        if n < 0:
            others = True
        elif s.adjoint[n] != 0.0 and m.tape_op[n] <= STATE:
            op, k = m.tape_op[n], m.tape_args[m.tape_start[n]]
            if op == MEASURE or op == RATE:
                i, j = m.frame_body[m.measure_frames[k, 0]], m.frame_body[m.measure_frames[k, 1]]
                if k != own and min(i, j) == 0 and max(i, j) == b:
                    by_value, by_rate = (s.adjoint[n], 0.0) if op == MEASURE else (0.0, s.adjoint[n])
                    add_local_load(m, s, k, b, by_value, by_rate)
                    s.adjoint[n] = 0.0
                else:
                    others = True
            elif op == STATE:
                others = True
    return others


@inner_kernel
def state_row(m, s, plan, b, r):
    """Differentiate the rate of state r of block b by the block's own states, and set the adjoints of the inputs."""
    n_u, n_x, n_y, n_z = m.block_sizes[b, 0], m.block_sizes[b, 1], m.block_sizes[b, 3], m.z0.shape[0]
    z, J = m.block_first[b, 1] + r, plan.block_entry[b] + (n_u + n_x) * (n_y + r)
    for k in range(n_x):
        s.zdot_z[n_z * z + m.block_first[b, 1] + k] += s.block_J[J + n_u + k]
    for k in range(n_u):
        s.adjoint[m.block_u[m.block_first[b, 0] + k]] += s.block_J[J + k]
    return z


@inner_kernel
def expression_jacobians(m, w, s, plan):
    """Differentiate every effort, component of an applied force and state rate that depends on an expression."""
    for n in range(plan.target.shape[0]):
        kind, index, part, closure = plan.target[n, 0], plan.target[n, 1], plan.target[n, 2], plan.target[n, 3]
        i, j, z, own = 0, 0, 0, -1
        clear_adjoints(m, s, plan, closure)
        if kind == EFFORT:
            own = m.effort_measure[index]
            i, j = m.frame_body[m.measure_frames[own, 0]], m.frame_body[m.measure_frames[own, 1]]
            s.adjoint[m.effort_expr[index]] = 1.0
        elif kind == APPLIED:
            i = m.frame_body[m.applied_frame[index]]
            s.adjoint[m.applied_expr[index, part]] = 1.0
        else:
            z = state_row(m, s, plan, index, part)
        sweep(m, w, s, plan, closure)
        b = max(i, j)
        if b > 0 and min(i, j) == 0:
            if kind == EFFORT:
                effort_direction(m, s, own, b)
            else:
                applied_direction(m, w, s, index, part)
            if not add_local_loads(m, s, plan, closure, b, own):
                continue
            along_columns(m, s, b)
        elif kind == EFFORT:
            gradient_rows(m, s, own, s.left, s.rate_row)
        add_loads(m, s, plan, closure, kind, i, j, z, own)
