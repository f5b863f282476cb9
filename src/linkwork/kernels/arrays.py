"""One page of data: every array of a compiled model and of its workspace, with meaning, shape, unit and producer.

A model is two flat buffers, `ints` (int64) and `floats` (float64 or complex128); a workspace is one flat buffer of the
same scalar type. `ints` begins with the offsets of all arrays, so a compiled entry views them as the tuples below.
All spatial vectors are [angular; linear] in world axes at the origin of their body or frame. A pose row is
[R row-major (9), p (3)]. Body 0 is the ground; parent[b] < b; a body's frame is the child frame of its tree joint.
Accelerations are classical: d/dt [omega; v of the origin].
"""

from typing import Any, NamedTuple

from linkwork.numerics.views import python_view, viewer

# Values of turn_free from which on measures are left out: those that the model reads are taken, or all that count turns.
READ, ALL = 2.0, 3.0


class Model(NamedTuple):
    """What does not change with the state."""

    # tree
    parent: Any  # int (n_body)
    joint_type: Any  # int (n_body)  place in kernels.joints.CHAINS; kernels read what follows from it:
    motion_start: Any  # int (n_body + 1)
    motion: Any  # int (n_motion)  elementary motions of each tree joint, from I' on the parent to J' on the child (the body frame)
    riding: Any  # int (n_body)  how many of a joint's first columns the parent carries
    swings: Any  # int (n_body)  1 where one of these turns, LEVER where later motions also move the origin of J' away from its axis
    q_start: Any  # int (n_body + 1)
    v_start: Any  # int (n_body + 1)
    X_PI: Any  # (n_body, 12)  pose of I' in the parent's frame
    pitch: Any  # (n_body)  m/rad, screws
    inertia: (
        Any  # (n_body, 10)  m, m c (3), tensor about the body's origin xx yy zz xy xz yz, body axes; kg, kg m, kg m²
    )
    moments: Any  # (n_body, 6)  tensor about the mass centre xx yy zz xy xz yz, body axes: what rounding beside m c² would hide; kg m²
    gravity: Any  # (3)  m/s²
    # frames: the only stage that knows bodies
    frame_body: Any  # int (n_frame)
    X_BF: Any  # (n_frame, 12)  pose in the body's frame
    # measures
    measure_kind: Any  # int (n_measure)  place in kernels.measures.table.MEASURES
    measure_frames: Any  # int (n_measure, 2)  I, J
    measure_axes: Any  # int (n_measure, 3)  which axes of the frames the kind reads
    measure_q: Any  # int (n_measure)  entry of q that is the value (turns kept), or -1
    # whole turns of angles that are not entries of q (model.lowering.turn_counts); n_angle = n_measure and angles that only readers use
    turn_start: Any  # int (n_angle + 1)  coordinates that turn each angle
    turn_q: Any  # int (n_path)  their entries of q
    turn_v: Any  # int (n_path)  and of v
    turn_sign: Any  # (n_path)  1 or -1; 0 where axes are not parallel
    turn_offset: Any  # (n_angle)  rad, angle less the sum of its coordinates, to a sixteenth of a turn
    turn_free: Any  # (n_angle)  0: they are the angle; 1: its rate has another part; 2, 4: the same, and only readers of results use it
    # constraint rows: Phi_r = sum coef * measure - row_value - motion(t)
    row_value: Any  # (n_row)
    row_scale: Any  # (n_row)  1 for metres, the model's length for radians
    row_level: Any  # int (n_row)  0 position, 1 velocity only
    row_motion: Any  # int (n_row)  time expression (tape instruction) or -1
    row_start: Any  # int (n_row + 1)  terms of each row
    term_measure: Any  # int (n_term)
    term_coef: Any  # (n_term)
    # efforts along measures: joint forces, joint springs, spring-dampers
    effort_measure: Any  # int (n_effort)
    effort_law: Any  # (n_effort, 4)  stiffness, damping, rest, preload
    effort_expr: Any  # int (n_effort)  tape instruction added to the effort, or -1
    effort_energy: Any  # int (n_effort)  1 where stiffness, rest and preload have an energy
    # force laws between two frames (kernels.forces.law)
    law_kind: Any  # int (n_law)  place in kernels.forces.table.LAWS
    law_frames: Any  # int (n_law, 2)  I, J
    law_start: Any  # int (n_law + 1)  constants of each law
    law_const: Any  # (n_law_const)
    law_z_start: Any  # int (n_law + 1)  states of each law among all states; they follow those of blocks
    law_table_start: Any  # int (n_law + 1)  tables that each law uses
    law_table: Any  # int (n_law_table)  numbers of tables
    # applied forces
    applied_frame: Any  # int (n_applied)
    applied_axes: Any  # int (n_applied)  frame whose axes are used, or -1 for world
    applied_expr: Any  # int (n_applied, 6)  tape instruction or -1; torque x y z, force x y z
    applied_const: Any  # (n_applied, 6)  constant part, torque then force; N m, N
    # expressions: a tape of instructions, one result each (kernels.expressions.tape)
    tape_op: Any  # int (n_op)
    tape_start: Any  # int (n_op + 1)  arguments of each instruction
    tape_args: Any  # int (n_arg)  instruction numbers, or the index an instruction loads
    tape_const: Any  # (n_const)  numbers folded when lowering
    table_start: Any  # int (n_table + 1)
    table_x: Any  # (n_knot)
    table_coef: Any  # (n_knot, 4)  cubic of (x - x_k) on the interval that starts at knot k
    # blocks: the user's functions with first-order states
    plan: Any  # int (n_plan, 3)  0, first, last: run tape; 1, block, 0: call block; in order of dependence
    block_address: Any  # int (n_block, 2)  address of the compiled function for float64 and for complex128; per process
    block_sizes: Any  # int (n_block, 4)  inputs, states, parameters, outputs
    block_first: Any  # int (n_block, 4)  first entry of inputs, states, parameters, outputs in their vectors
    block_u: Any  # int (n_u)  tape instruction of each block input
    block_p: Any  # (n_p)  parameters
    z0: Any  # (n_z)  initial states: of blocks, then of laws
    input0: Any  # (n_input)  default values of inputs


class Work(NamedTuple):
    """What one evaluation fills, in the order of kernels.evaluate."""

    # position and velocity stage (kernels.tree)
    X_WB: Any  # (n_body, 12)
    S: Any  # (n_v, 6)  motion subspace columns
    V: Any  # (n_body, 6)  twist
    A: Any  # (n_body, 6)  bias acceleration (vdot = 0), without gravity
    I_W: Any  # (n_body, 10)  inertia in world axes at the body's origin, as Model.inertia
    # frame stage (kernels.frames)
    X_WF: Any  # (n_frame, 12)
    V_WF: Any  # (n_frame, 6)
    A_WF: Any  # (n_frame, 6)  bias acceleration
    # measures (kernels.measures)
    measure_value: Any  # (n_measure)
    measure_rate: Any  # (n_measure)
    measure_bias: Any  # (n_measure)  second rate at vdot = 0
    measure_G: Any  # (n_measure, 12)  d value by displacements of the two bodies, at their origins: I's six, J's six
    # set with the state, moved on by dynamics.problem.update_turns: of every angle the turns beyond the sum of its coordinates,
    # the part of its rate (rad/s) that is not theirs, and the time at which both are known
    turns: Any  # (5 n_angle + 3)  behind them the same a step on, and before: kernels.measures.turn_steps
    # expressions (kernels.expressions.tape)
    inputs: Any  # (n_input)  set with the state
    z: Any  # (n_z)  states of blocks, then of laws; set with the state
    zdot: Any  # (n_z)
    tape_value: Any  # (n_op)
    tape_rate: Any  # (n_op)   d/dt, for time expressions
    tape_accel: Any  # (n_op)  d²/dt²
    block_in: Any  # (n_u)
    block_out: Any  # (n_y)
    # forces (kernels.forces)
    effort: Any  # (n_effort)  N or N m
    law_wrench: Any  # (n_law, 6)  on J at frame J, world axes [torque; force]
    applied_wrench: Any  # (n_applied, 6)  at its frame, world axes
    wrench: Any  # (n_body, 6)  all applied forces and gravity on each body at its origin
    # constraints (kernels.measures)
    active: Any  # (n_row)  1 or 0; set with the state
    Phi: Any  # (n_row)
    Phidot: Any  # (n_row)
    nu: Any  # (n_row)
    gamma: Any  # (n_row)
    # answers (formulations)
    P: Any  # (n_body, 6)  inertia minus applied wrench of each body at vdot = 0
    vdot: Any  # (n_v)
    lam: Any  # (n_row)
    dA: Any  # (n_body, 6)  acceleration due to vdot alone; scratch of the recursions
    F: Any  # (n_body, 6)  wrench carried by each tree joint; scratch of the recursions


# Column counts; a field not named here is one-dimensional. Fields of INTS are int64.
COLUMNS = {
    "X_PI": 12, "inertia": 10, "moments": 6, "X_BF": 12, "measure_frames": 2, "measure_axes": 3, "effort_law": 4, "law_frames": 2,
    "applied_expr": 6, "applied_const": 6, "table_coef": 4, "plan": 3, "block_address": 2, "block_sizes": 4,
    "block_first": 4, "X_WB": 12, "S": 6, "V": 6, "A": 6, "I_W": 10, "X_WF": 12, "V_WF": 6, "A_WF": 6, "measure_G": 12,
    "law_wrench": 6, "applied_wrench": 6, "wrench": 6, "P": 6, "dA": 6, "F": 6,
}  # fmt: skip
INTS = frozenset(
    "parent joint_type motion_start motion riding swings q_start v_start frame_body measure_kind measure_frames measure_axes measure_q turn_start turn_q turn_v row_level row_motion "
    "row_start term_measure effort_measure effort_expr effort_energy law_kind law_frames law_start law_z_start law_table_start law_table "
    "applied_frame applied_axes applied_expr tape_op tape_start tape_args table_start plan block_address block_sizes block_first block_u".split()
)

HEADER = 2 * (len(Model._fields) + len(Work._fields))  # entries of `ints` that hold offsets
view_model = viewer(Model, COLUMNS, INTS, 0)  # (ints, floats) -> Model, in compiled code
view_work = viewer(Work, COLUMNS, INTS, len(Model._fields))  # (ints, work) -> Work
python_model = python_view(Model, COLUMNS, INTS, 0)  # the same views for Python code
python_work = python_view(Work, COLUMNS, INTS, len(Model._fields))
