"""Event functions of forces, accelerations, reactions and energies, which are known only after the accelerations.

Each such signal is a stand-in input (dynamics.signal_sources) that `event_values` sets; the expressions themselves are on
the tape. The end of the plan holds the sources (see dynamics.event_bounds).
"""

from __future__ import annotations

from linkwork.dynamics.event_bounds import N_SOURCES, places, put_values
from linkwork.dynamics.formulations.recursive import accelerations
from linkwork.dynamics.problem import evaluate_y
from linkwork.dynamics.signal_sources import COLUMNS, put_sources
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.expressions.blocks import run_plan
from linkwork.kernels.recursions.loop_arrays import view_loop_work
from linkwork.numerics.jit import kernel


@kernel
def event_values(t, y, out, page):
    """Compute the values of the events, after the accelerations."""
    m, w = view_model(page.ints, page.floats), view_work(page.ints, page.work)
    evaluate_y(page.ints, page.floats, page.work, t, y)
    status = accelerations(page.ints, page.floats, page.work, page.plan, page.fwork)
    _, _, first, _, _ = places(page.plan)
    count = page.plan[page.plan.shape[0] + N_SOURCES]
    sources = page.plan[first : first + COLUMNS * count].reshape(count, COLUMNS)
    put_sources(page.ints, page.floats, page.work, sources, t, view_loop_work(page.plan, page.fwork).x_v)
    run_plan(m, w, t)
    put_values(w, page.plan, out)
    return status
