"""The page of data of the reverse sweep: given cotangents, results and scratch.

The cotangent of a number x is the derivative of the swept scalar by x. Spatial vectors are at one point `origin` as in
kernels.derivatives.jacobian_arrays; the cotangent of a motion vector is a wrench [torque; force] at that point.
"""

from typing import Any, NamedTuple

from linkwork.numerics.views import python_view, viewer


class ReversePlan(NamedTuple):
    """The integers of a model: they do not change from evaluation to evaluation."""

    place_v: Any  # int (n_measure)  entry of v whose coordinate is the measure's value, or -1
    block_complex: Any  # int (n_block)  address of the block's function for complex128, or 0; per process


class Reverse(NamedTuple):
    """Given cotangents, results and scratch."""

    # given: cotangents of what an evaluation fills; cleared by `clear_cotangents`
    residual: Any  # (n_v)  of F = M vdot - (Q - h) + Phi_v' lam
    position: Any  # (n_row)  of Phi
    velocity: Any  # (n_row)  of Phidot
    acceleration: Any  # (n_row)  of Phiddot = Phi_v vdot - gamma
    zdot: Any  # (n_z)
    measure: Any  # (n_measure, 3)  of value, rate, second rate (vdot included)
    effort: Any  # (n_effort)
    law: Any  # (n_law, 6)  of Work.law_wrench
    applied: Any  # (n_applied, 6)  of Work.applied_wrench
    tape: Any  # (n_op)  of Work.tape_value
    output: Any  # (n_y)  of Work.block_out
    carried: Any  # (n_body, 6)  of the wrench on each body by its tree joint, world axes at the body's origin
    returned: Any  # (n_body, 6)  of the opposite wrench on the parent, at the origin of I'
    cut: Any  # (n_row, 6)  of the wrench on J of the cut joint the row belongs to, world axes at the origin of its frame J
    energy: Any  # (2)  of the kinetic and of the potential energy
    # answers, except for the gradient by lowered numbers, which is a buffer of its own
    by_q: Any  # (n_v)  by a tangent displacement
    by_v: Any  # (n_v)
    by_vdot: Any  # (n_v)
    by_lam: Any  # (n_row)
    by_z: Any  # (n_z)
    # spatial motion, as in kernels.derivatives.jacobian_arrays, and fields of virtual twists that the bodies' residual wrenches are contracted with
    origin: Any  # (3)
    V: Any  # (n_body, 6)
    A: Any  # (n_body, 6)  with vdot; gravity as an acceleration of the ground
    delta: Any  # (n_body, 6)  sum of J a on the way from the root
    field: Any  # (n_body, 6)  of the cotangents `carried` and `returned`
    with_field: Any  # int (1)  1 if there are such, else 0
    D_WB: Any  # (n_body, 6)  both, at the body's origin
    D_WF: Any  # (n_frame, 6)  both, at the frame's origin
    A_WF: Any  # (n_frame, 6)  acceleration of each frame (and of its origin, classical)
    # cotangents of frames and bodies
    on_frame: Any  # (n_frame, 24)  by displacement, twist, acceleration and virtual twist, each [turn; origin]
    pose: Any  # (n_body, 6)  P
    twist: Any  # (n_body, 6)  T
    accel: Any  # (n_body, 6)  C
    wrench: Any  # (n_body, 6)  R, of delta + field: the residual wrench of the body
    # cotangents of scalars
    by_measure: Any  # (n_measure, 3)
    along: Any  # (n_measure)  efforts less multipliers along each measure
    extra: Any  # (n_measure, 6)  virtual twist of J from the cotangents `cut`, times the multipliers
    adjoint: Any  # (n_op)
    adjoint_rate: Any  # (n_op)
    adjoint_accel: Any  # (n_op)
    adjoint_out: Any  # (n_y)
    # one element at a time
    pair: Any  # (2, 6)  virtual twists of the two frames
    ride: Any  # (3, 6)  delta, twist and acceleration that the columns of one tree joint see
    block_mode: Any  # int (n_block)  as JacobianWork.block_mode
    block_scratch: Any  # (2 (n_u + 2 n_x + n_p + n_y) of the largest block)
    block_derivatives: Any  # (n_y + n_x of the largest block)


COLUMNS = {
    "measure": 3, "law": 6, "applied": 6, "carried": 6, "returned": 6, "cut": 6, "V": 6, "A": 6,
    "delta": 6, "field": 6, "ride": 6, "D_WB": 6, "D_WF": 6, "A_WF": 6, "on_frame": 24, "pose": 6, "twist": 6, "accel": 6,
    "wrench": 6, "by_measure": 3, "extra": 6, "pair": 6,
}  # fmt: skip
INTS = frozenset(ReversePlan._fields)
WORK_INTS = frozenset(("with_field", "block_mode"))
HEADER = 2 * (len(ReversePlan._fields) + len(Reverse._fields))
view_reverse_plan = viewer(ReversePlan, COLUMNS, INTS, 0)
view_reverse = viewer(Reverse, COLUMNS, INTS, len(ReversePlan._fields), WORK_INTS)
python_reverse = python_view(Reverse, COLUMNS, INTS, len(ReversePlan._fields), WORK_INTS)
