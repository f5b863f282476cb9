"""The pages of data of kernels.recursions.loops: what is symbolic (LoopPlan), and what one factorization fills (LoopWork)."""

from typing import Any, NamedTuple

from linkwork.numerics.views import python_view, viewer


class LoopPlan(NamedTuple):
    """Symbolic analysis; rows are numbered by position in the order of elimination."""

    order: Any  # int (n_row)  row of each position
    close: Any  # int (n_body, 2)  positions [first, last) whose hub is this body
    group: Any  # int (n_row)  first position of the rows of the same joint, and of those that hold its offsets
    inc_start: Any  # int (n_body + 1)  incidences of each body: rows closing here, then rows passing through, ascending
    inc_pos: Any  # int (n_inc)  position
    inc_up: Any  # int (n_inc)  incidence of the same row at the parent, or -1
    inc_k: Any  # int (n_inc)  first entry of k = S'K of this incidence
    load_start: Any  # int (n_row + 1)  what a row adds to its bodies' K
    load_inc: Any  # int (n_load)  incidence
    load_measure: Any  # int (n_load)
    load_half: Any  # int (n_load)  0: body of frame I, 6: body of frame J
    load_term: Any  # int (n_load)
    fill_start: Any  # int (n_row + 1)  columns of A right of the diagonal
    fill_col: Any  # int (n_fill)  positions, ascending


class LoopWork(NamedTuple):
    """Factors and scratch of one factorization."""

    IA: Any  # (n_body, 21)  articulated inertia
    U: Any  # (n_v, 6)  IA S
    Dinv: Any  # (n_v)
    K: Any  # (n_inc, 6)
    k: Any  # (n_k)  S'K by column of the body
    diag: Any  # (n_row)  pivots
    grown: Any  # (n_row)  what the pivot was before any elimination
    # (n_row)  largest `grown` of the same group's scaled rows, the running maximum of calls on this workspace
    reference: Any
    far: Any  # (n_row)  least mass of the row's bodies where masses are units: 1 near the ground; else 1
    A: Any  # (n_fill)
    weak: Any  # int (n_row)  INDEPENDENT, VANISHED or OMITTED
    p: Any  # (n_body, 6)
    u: Any  # (n_v)
    beta: Any  # (n_row)
    x_v: Any  # (n_v)  solution of one solve
    x_lam: Any  # (n_row)  by row
    r_v: Any  # (n_v)  residual of the equations of motion
    r_row: Any  # (n_row)  residual of the constraints
    regular: Any  # int (1)  0 when a joint's inertia had to be regularized, or a body's motion is undetermined
    drop: Any  # int (n_row)  USED, or why the row at this position is left out; set by the caller
    drop_best: Any  # int (n_row)  the best choice of such rows, of dynamics.row_exchange
    drop_tried: Any  # int (n_row)  and those that it has tried
    y: Any  # (n_q + n_v + n_z)  scratch state of dynamics.problem
    vdot: Any  # (n_v)  scratch accelerations of dynamics.problem
    y_last: Any  # (n_q + n_v + n_z)  last accepted state, of dynamics.crossings
    f_last: Any  # (n_q + n_v + n_z)  and its rates
    nearness: Any  # (n_row)  square root of each pivot relative to its joint's rows
    nearness_last: Any  # (n_row)  at the last accepted state
    now: Any  # (n_row)  copies of it
    there: Any  # (n_row)
    nearness_rate: Any  # (n_row)
    crossed: Any  # (8 n_row + 64, 2)  time and position of singular positions passed
    graded: (
        Any  # space of kernels.recursions.graded, of its header and the joints' wrenches in large mechanisms, or none
    )


COLUMNS = {"close": 2, "IA": 21, "U": 6, "K": 6, "p": 6, "crossed": 2}
INTS = frozenset(LoopPlan._fields)
WORK_INTS = frozenset(("weak", "regular", "drop", "drop_best", "drop_tried"))
HEADER = 2 * (len(LoopPlan._fields) + len(LoopWork._fields))
view_plan = viewer(LoopPlan, COLUMNS, INTS, 0)
view_loop_work = viewer(LoopWork, COLUMNS, INTS, len(LoopPlan._fields), WORK_INTS)
python_plan = python_view(LoopPlan, COLUMNS, INTS, 0)
python_loop_work = python_view(LoopWork, COLUMNS, INTS, len(LoopPlan._fields), WORK_INTS)

# LoopWork.drop: the row is used; left out, as it is redundant; as its pivot is too small for now; as it does not hold positions.
USED, REDUNDANT, HIDDEN, VELOCITY_ONLY = range(4)
