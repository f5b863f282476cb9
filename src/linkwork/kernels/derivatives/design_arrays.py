"""The page of data for derivatives by design parameters: what each parameter changes (DesignPlan), and DesignWork.

Lists are ordered by parameter: entries start[p] … start[p + 1] - 1 belong to parameter p. Spatial vectors are as in
kernels.derivatives.jacobian_arrays. The displacement of a body or frame by a parameter at constant q is [delta; nu;
epsilon] with

    dV = delta x V + nu,    dA = delta x A + nu x V + epsilon.
"""

from typing import Any, NamedTuple

from linkwork.numerics.views import python_view, viewer


class DesignPlan(NamedTuple):
    """What each parameter changes; all entries are integers."""

    # the Jacobian of the lowered numbers, one column a parameter
    number_start: Any  # (n_param + 1)
    number: Any  # entry of Model's floats
    # what a parameter touches
    body_start: Any
    body: Any  # bodies displaced, from the root
    inertia_start: Any
    inertia: Any  # bodies whose inertia changes
    frame_start: Any
    frame: Any  # frames displaced
    measure_start: Any
    measure: Any  # measures whose frames move or along which a force changes
    node_start: Any
    node: Any  # in order of evaluation: instruction i as i, the call of block b as -1 - b
    effort_start: Any
    effort: Any
    law_start: Any
    law: Any  # force laws between two frames
    applied_start: Any
    applied: Any
    row_start: Any
    row: Any
    path_start: Any
    path: Any  # bodies whose equations change, from the leaves
    weight: Any  # (n_param)  1 where gravity changes
    # what any parameter touches
    moving: Any  # bodies
    watched: Any  # measures
    motions: Any  # (2)  first and last instruction of motions, which have rates


class DesignWork(NamedTuple):
    """Given numbers, scratch and results."""

    number_value: Any  # (n)  the Jacobian's entries; given
    change: Any  # (n_numbers)  one column of it, spread out as Model's floats; zeros between calls
    # once a point
    inertia: Any  # (n_body, 10)  of one body, as Model.inertia at `origin`
    gyro: Any  # (n_body, 12)  3 x 3 block and linear momentum of its velocity terms
    force: Any  # (n_body, 6)  its inertia wrench
    rate_gradient: Any  # (n_measure, 27)  gradients of the rate by x9, and of the second rate by x9 and y9
    second: Any  # (n_measure)  second rate
    # one parameter at a time; zeros between parameters
    moved: Any  # (n_body, 18)  delta, nu, epsilon
    shifted: (
        Any  # (n_frame, 18)  turn, dp, d omega, dv, d alpha, da: changes of pose, twist and acceleration in world axes
    )
    x9: Any  # (n_measure, 9)
    jet: Any  # (n_measure, 4)  changes of value, rate, second rate, and of the force along the measure
    out: Any  # (n_y)  changes of block outputs
    wrench: Any  # (n_body, 6)  change of the wrench each body needs
    # scratch
    six: Any  # (18)
    tape: Any  # (6 n_op)  values, rates and second rates of instructions in complex128
    dz: Any  # (n_z)  changes of states along the direction at hand; zeros for a design parameter
    dzdot: Any  # (n_z)  and those of the rates of laws' states
    block: Any  # as JacobianWork.block_scratch
    node_mode: Any  # int (n_node)  as JacobianWork.block_mode, for parameters of blocks
    # answers, row by row
    F_p: Any  # (n_v · n_param)
    Phi_p: Any  # (n_row · n_param)
    Phidot_p: Any  # (n_row · n_param)
    Phiddot_p: Any  # (n_row · n_param)
    zdot_p: Any  # (n_z · n_param)


COLUMNS = {
    "inertia": 10, "gyro": 12, "force": 6, "rate_gradient": 27, "moved": 18, "shifted": 18, "x9": 9, "jet": 4, "wrench": 6,
}  # fmt: skip
ANSWERS = ("F_p", "Phi_p", "Phidot_p", "Phiddot_p", "zdot_p")
PLAN_COLUMNS: dict[str, int] = {}
INTS = frozenset(DesignPlan._fields)
WORK_INTS = frozenset(("node_mode",))
HEADER = 2 * (len(DesignPlan._fields) + len(DesignWork._fields))
view_design_plan = viewer(DesignPlan, PLAN_COLUMNS, INTS, 0)
view_design = viewer(DesignWork, COLUMNS, frozenset(), len(DesignPlan._fields), WORK_INTS)
python_design_plan = python_view(DesignPlan, PLAN_COLUMNS, INTS, 0)
python_design = python_view(DesignWork, COLUMNS, frozenset(), len(DesignPlan._fields), WORK_INTS)
