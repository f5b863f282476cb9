"""The page of data of Jacobians: the integers of a model (JacobianPlan) and what one evaluation fills (JacobianWork).

Spatial vectors are [angular; linear] in Plücker coordinates at one point, `origin`, that is fixed in the world;
accelerations are spatial, not classical. A measure's nine coordinates are x9 = (turn of I, turn of J, p_J - p_I).
Matrices whose width depends on the model are flat, row by row.
"""

from typing import Any, NamedTuple

from linkwork.numerics.views import python_view, viewer


class JacobianPlan(NamedTuple):
    """Which instructions and blocks an expression depends on. A closure lists them from the last to the first: instruction i
    as i, the call of block b as -1 - b."""

    target: Any  # int (n_target, 4)  kind (kernels.expressions.jacobians), effort, applied force or block, component or state, closure
    closure_start: Any  # int (n_closure + 1)
    closure_node: Any  # int (n_node)
    block_complex: Any  # int (n_block)  address of the block's function for complex128, or 0; per process
    block_entry: Any  # int (n_block)  first entry in JacobianWork.block_J


class JacobianWork(NamedTuple):
    """Scratch and results."""

    # spatial motion (kernels.derivatives.motion)
    origin: Any  # (3)  m, the point all spatial vectors are taken at: the mean of the bodies' origins
    V: Any  # (n_body, 6)
    A: Any  # (n_body, 6)  with vdot; gravity as an acceleration of the ground
    U: Any  # (n_body, 6)  twist that the columns of the body's joint see: parent, and columns that ride on it
    B: Any  # (n_body, 6)  and its acceleration
    column: Any  # (n_v, 24)  J, Jd = U x J, e = B x J + U x Jd, Jv = (V_att + U) x J
    # composites (kernels.derivatives.tree)
    inertia: Any  # (n_body, 10)  of all bodies at or beyond, as Model.inertia at `origin`
    gyro: Any  # (n_body, 12)  3 x 3 block and linear momentum of the velocity terms at or beyond
    F: Any  # (n_body, 6)  wrench the tree joint carries
    K: Any  # (n_body, 36)  minus the stiffness of all elements at or beyond
    C: Any  # (n_body, 36)  minus their damping
    loaded: Any  # int (n_body)  1 where K of this body is not zero, 2 where C is not either
    taken: Any  # (n_body, 6)  wrenches in F that have their part in F_q already, with the opposite sign
    K_rel: Any  # (n_body, 36)  K of elements at or beyond whose other end is body `anchor`
    C_rel: Any  # (n_body, 36)
    W_rel: Any  # (n_body, 6)  their wrenches, which `taken` has too
    anchor: Any  # int (n_body)  a body on the way to the root, or 0 for none
    wrench: Any  # (36)  of one column
    # pairs of columns (kernels.derivatives.pairs)
    place: Any  # int (n_body)  where the columns of a body begin among those on its way from the root
    number: Any  # int (width)  the velocities that the columns on one way belong to
    path: Any  # (width / 4, 96)  these columns, four at a time, component by component
    six: Any  # (5, 48)  I, D, K with F, D', K' of one body; columns of eight
    numbers: Any  # (8, 40)  five times six numbers of each column of one body
    numbers_before: Any  # (8, 40)  the same for columns up to the anchor
    # measures (kernels.measures.jacobians)
    g9: Any  # (n_measure, 9)  gradient
    H9: Any  # (n_measure, 81)  derivative of the gradient, row by row
    G: Any  # (n_measure, 12)  gradient by the displacements of the two bodies
    R: Any  # (n_measure, 12)  gradient of the rate by displacements that carry the twists along
    own: Any  # (n_measure, 3)  force along the measure, its derivatives by the measure's own value and rate
    # one element at a time (kernels.derivatives.elements)
    K9: Any  # (9, 9)
    C9: Any  # (9, 9)
    W9: Any  # (9)  torque on I, torque on J, force on J (minus that on I)
    E6: Any  # (6, 9)  scratch
    W6: Any  # (6)  of relative motion (kernels.derivatives.two_body): torque and force on J
    K6: Any  # (36)
    C6: Any  # (36)
    K12: Any  # (12, 12)
    C12: Any  # (12, 12)
    law_scratch: Any  # (18 n + n n of the law with most states n)  kernels.forces.state_jacobians
    # expressions (kernels.expressions.jacobians)
    adjoint: Any  # (n_op)
    adjoint_out: Any  # (n_y)
    block_J: Any  # per block (n_y + n_x, n_u + n_x): derivatives of outputs, then of state rates
    block_mode: Any  # int (n_block)  0 not tested yet, 1 complex step, 2 central differences
    block_scratch: Any  # (2 (n_u + 2 n_x + n_p + n_y) of the largest block, and as many again)
    left: Any  # (n_v)
    value_row: Any  # (n_v)
    rate_row: Any  # (n_v)
    load_q: Any  # (n_v)  an expression by q and v
    load_v: Any  # (n_v)
    # answers
    F_q: Any  # (n_v · n_v)
    F_v: Any  # (n_v · n_v)
    F_z: Any  # (n_v · n_z)
    M: Any  # (n_v · n_v)
    Phi_v: Any  # (n_row · n_v)
    zdot_q: Any  # (n_z · n_v)
    zdot_v: Any  # (n_z · n_v)
    zdot_z: Any  # (n_z · n_z)
    # answers of kernels.derivatives.rows
    Phidot_q: Any  # (n_row · n_v)
    Phiddot_q: Any  # (n_row · n_v)
    gamma_q: Any  # (n_row · n_v)
    gamma_v: Any  # (n_row · n_v)


COLUMNS = {
    "target": 4, "V": 6, "A": 6, "U": 6, "B": 6, "column": 24, "inertia": 10, "gyro": 12, "F": 6, "K": 36, "C": 36, "taken": 6,
    "K_rel": 36, "C_rel": 36, "W_rel": 6, "path": 96, "six": 48, "numbers": 40, "numbers_before": 40,
    "g9": 9, "H9": 81, "G": 12, "R": 12, "own": 3, "K9": 9, "C9": 9, "E6": 9, "K12": 12, "C12": 12,
}  # fmt: skip
INTS = frozenset(JacobianPlan._fields)
WORK_INTS = frozenset(("loaded", "anchor", "place", "number", "block_mode"))
HEADER = 2 * (len(JacobianPlan._fields) + len(JacobianWork._fields))
view_jacobian_plan = viewer(JacobianPlan, COLUMNS, INTS, 0)
view_jacobians = viewer(JacobianWork, COLUMNS, INTS, len(JacobianPlan._fields), WORK_INTS)
python_jacobian_plan = python_view(JacobianPlan, COLUMNS, INTS, 0)
python_jacobians = python_view(JacobianWork, COLUMNS, INTS, len(JacobianPlan._fields), WORK_INTS)
