"""One evaluation of the mechanics, stage by stage. Formulations start where this ends.

Entries take flat buffers: `ints`, `floats` (the model), `work` (the workspace), and state vectors.
"""

from linkwork.kernels.arrays import ALL, READ, view_model, view_work
from linkwork.kernels.expressions.blocks import run_plan
from linkwork.kernels.forces import forces
from linkwork.kernels.frames import frames
from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures import measures
from linkwork.kernels.recursions.rnea import bias_wrenches
from linkwork.kernels.rows import rows
from linkwork.kernels.tree import inertias, positions, velocities
from linkwork.numerics.jit import kernel


@inner_kernel
def evaluate_stages(m, w, t, q, v):
    """Evaluate all stages, from (t, q, v) and the inputs, z, active and turns in w to P, Phi, Phidot, nu, gamma and
    zdot."""
    positions(m, q, w)
    velocities(m, v, w)
    inertias(m, w)
    frames(m, w)
    measures(m, w, t, q, v, READ)
    run_plan(m, w, t)
    forces(m, w, t)
    rows(m, w)
    bias_wrenches(m, w)


@inner_kernel
def kinematic_stages(m, w, t, q, v):
    """Evaluate the first stages, up to all measures."""
    positions(m, q, w)
    velocities(m, v, w)
    frames(m, w)
    measures(m, w, t, q, v, ALL)


@kernel
def evaluate(ints, floats, work, t, q, v):
    m, w = view_model(ints, floats), view_work(ints, work)
    evaluate_stages(m, w, t, q, v)
