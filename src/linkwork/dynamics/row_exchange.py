"""Choose among redundant rows again where the active one becomes weak.

A run leaves out rows that depend on others (integrators.motion). Of several rows that express the same constraint, one
is chosen at the start. As the mechanism moves, its part in the constrained direction may pass through zero although
the others still constrain it: two bodies locked to one another by a point in world axes, for instance. That is no
singular position. At an accepted state where a distance is small, the row is left out and another one takes its place
if that is farther from zero.
"""

from __future__ import annotations

from linkwork.dynamics.crossings import nearness
from linkwork.dynamics.layout import (
    FACTORIZATIONS,
    LARGEST,
    LAST_PIVOT,
    PIVOT,
    PIVOT_POSITION,
    RANK,
    STAGE_PIVOT,
    STAGE_POSITION,
)
from linkwork.dynamics.problem import evaluate_y
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.inline import rare_kernel
from linkwork.kernels.recursions.elimination import VANISHED
from linkwork.kernels.recursions.loop_arrays import REDUNDANT, USED, view_loop_work, view_plan
from linkwork.kernels.recursions.loops import factor
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel, never_inline

FADED = 0.5  # of the largest distance: below it another row is tried
ENOUGH = 0.8  # of the largest distance: above it no better row is sought
BETTER = 1.2  # times the present distance
ATTEMPTS = 6  # rows that are tried in place of one
TRIED = 4  # in LoopWork.drop_tried, beside the values of LoopWork.drop


@kernel
def exchange_rows(s, t, y, page):
    """After an accepted state of smallest distance s, replace rows that become weak by redundant ones."""
    if s < FADED * page.real[LARGEST]:
        f = view_loop_work(page.plan, page.fwork)
        for c in range(f.drop.shape[0]):
            if f.drop[c] == REDUNDANT:
                other_rows(s, t, y, page)
                break


@rare_kernel
def other_rows(s, t, y, page):
    """Leave out the weak row and those already tried, one after the other, and retain the best choice."""
    never_inline()
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    plan, f = view_plan(page.plan, page.fwork), view_loop_work(page.plan, page.fwork)
    best, where, rank = BETTER * s, page.count[PIVOT_POSITION], page.count[RANK]
    evaluate_y(page.ints, page.floats, page.work, t, y)
    factor(m, w, plan, f)
    nearness(page)
    wanted, tried = page.count[RANK], int(page.count[PIVOT_POSITION])
    copy_into(f.drop_best, f.drop)
    copy_into(f.drop_tried, f.drop)
    for _ in range(ATTEMPTS):
        f.drop_tried[tried] = TRIED
        for c in range(f.drop.shape[0]):
            f.drop[c] = USED if f.drop_tried[c] == REDUNDANT else min(f.drop_tried[c], REDUNDANT)
        factor(m, w, plan, f)
        page.count[FACTORIZATIONS] += 1
        tried = -1
        for c in range(f.drop.shape[0]):
            if f.weak[c] == VANISHED and f.drop_tried[c] == REDUNDANT:
                f.drop[c] = REDUNDANT
            elif f.drop[c] == USED and f.drop_tried[c] == REDUNDANT:
                tried = c
        distance = nearness(page)
        if tried < 0 or page.count[RANK] != wanted:
            break
        if distance > best:
            best, where = distance, page.count[PIVOT_POSITION]
            copy_into(f.drop_best, f.drop)
        if distance > ENOUGH * page.real[LARGEST]:
            break
    copy_into(f.drop, f.drop_best)
    factor(m, w, plan, f)
    page.count[FACTORIZATIONS] += 1
    least = nearness(page)
    page.real[PIVOT], page.real[LAST_PIVOT], page.real[STAGE_PIVOT] = least, least, least
    page.count[PIVOT_POSITION], page.count[STAGE_POSITION], page.count[RANK] = where, where, rank
    copy_into(f.nearness_last, f.nearness)
