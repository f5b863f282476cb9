"""The page of a run: every array that the functions of a problem share, and what stands where.

A function of a problem is called as f(t, y, out, page) with y = [q, v, z]. The arrays belong to one run; two runs of a
model share `ints` and `floats` only.

| array  | type    | what it holds | written by |
|--------|---------|---------------|------------|
| ints   | int64   | structure of the model (`kernels.arrays`) | `lw.compile` |
| floats | float64 | numbers of the model (`kernels.arrays`) | `lw.compile`, `with_parameters` |
| work   | float64 | workspace of an evaluation, inputs and turn counts (`kernels.arrays`) | `kernels.evaluate` |
| plan   | int64   | loop plan, partition, event sources; from count[NEWTON_PLAN] and count[POINT_PLAN] on: derivatives | `integrators.motion` |
| fwork  | float64 | factors of the loops, dense formulations; from count[NEWTON_WORK] and count[POINT_WORK] on: derivatives | factorizations |
| count  | int64   | flags, counters and positions, below | see each place |
| real   | float64 | times, tolerances and distances, below | see each place |

Distances to a singular position are square roots of relative pivots of the loops: 0 in a singular position, 1 far away.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Page(NamedTuple):
    """The arrays of a run."""

    ints: np.ndarray
    floats: np.ndarray
    work: np.ndarray
    plan: np.ndarray
    fwork: np.ndarray
    count: np.ndarray
    real: np.ndarray

    def copied(self) -> Page:
        """Return a page for another run of the same model: arrays that a run writes are copied."""
        return Page(self.ints, self.floats, *(array.copy() for array in self[2:]))


# count, written by the integrator
EXPECTED_ORDER = 0  # order of the step that is attempted
ACCEPTED = 1  # 1 while an accepted state is evaluated
REJECTED_ATTEMPTS = 2  # at this step before
# count, written by the problem
RANK = 3  # independent rows at the last factorization
NEAR_COUNT = 4  # evaluations on the branch near a singular position
CLOSE_COUNT = 5  # evaluations across a singular position
FACTORIZATIONS = 6
REPARTITIONS = 7  # partitions of coordinates chosen anew
PIVOT_POSITION = 8  # elimination position of the row that is nearest to dependence, -1: none
PROJECTIONS = 9  # corrections of the last projection
FROZEN = 10  # 1: corrections use the first factors as long as they serve; set by the run
EVALUATED = 11  # 1: the projection has just evaluated the accepted state
CROSSED = 12  # singular positions passed and not yet taken by the run
STAGE_POSITION = 13  # PIVOT_POSITION of the nearest evaluation of the step
BRANCH_DOUBT = 14  # 1: the motion may have left its branch
WEAK_ROW = 15  # row of the smallest pivot of a dense formulation
SAVED_POSITION = 16  # STAGE_POSITION before the step that is attempted
OPTION = 17  # of the formulation, see its module
FIXED_LENGTH = 18  # 1: steps have a given length, so that a rejection ends the run; set by the run
UNCERTAIN_ANGLE = 19  # measure whose whole turns made a step be refused
DOUBTED_ANGLE = 20  # 1 + the first measure whose whole turns may be wrong in a delivered state, 0: none
# count, where the derivatives begin
NEWTON_PLAN, NEWTON_WORK, POINT_PLAN, POINT_WORK = range(21, 25)
# count, written by an implicit method before it calls functions of `dynamics.newton`
NEWTON_SLOT = 25  # iteration matrix that is factored or solved with: REAL_SLOT, or 1 and 2 for the complex matrices
CONSTRAINT_INDEX = (
    26  # 3: a step satisfies the constraints of positions; 2: those of velocities, and positions are corrected
)
N_COUNT = 27

REAL_SLOT = 0  # in count[NEWTON_SLOT]

RECORDED_COUNTS = (RANK, NEAR_COUNT, CLOSE_COUNT, FACTORIZATIONS, REPARTITIONS)  # with every accepted step

# real, written by the integrator
TOLERANCE = 0  # rtol of the run
EXPECTED_STEP = 1  # s, the step that is attempted, before rejections
# real, written by the problem
PIVOT = 2  # distance to a singular position at the last evaluation that measured it; recorded with every accepted step
LARGEST = 3  # largest such distance so far
LAST_PIVOT = 4  # the same at the last accepted state
LAST_TIME = 5  # s, of the last accepted state; -inf before the first one
RATE = 6  # 1/s, at which the distance changes
SPACING = 7  # s, between the last two accepted states
STAGE_PIVOT, STAGE_TIME = 8, 9  # distance and time (s) of the evaluation of the step that came nearest
SAVED_PIVOT, SAVED_TIME = 10, 11  # the same before the step that is attempted
ROW_RATE = 12  # 1/s, at which the nearest row changes
LENGTH = 13  # m, of the model
LIMIT = 14  # m, largest violation that needs no correction; set by the run
DOUBT_TIME = 15  # s, from which the motion may have left its branch
ALPHA, BETA = 16, 17  # 1/s, of Baumgarte's stabilization
SMALLEST, USUAL = (
    18,
    19,
)  # smallest pivot of a dense formulation at the last accepted state; the largest such one so far
DOUBTED_TIME = 20  # s, of that state
N_REAL = 21
