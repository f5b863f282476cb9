"""Efforts along a measure: joint forces, joint springs, spring-dampers.

    e = -k (x - rest) - c xdot + preload + expression

acts on the two bodies of the measure as e G, with G the gradient of the measure by their displacements: e xdot is the power
into the mechanism.
"""

import numpy as np

from linkwork.kernels.inline import inner_kernel
from linkwork.kernels.measures.table import IS_LENGTH
from linkwork.kernels.vectors import TINY


@inner_kernel
def spring_damper(law, value, rate):
    """Effort of law = [stiffness, damping, rest, preload]."""
    return law[3] - law[0] * (value - law[2]) - law[1] * rate


@inner_kernel
def at_zero_length(law, effort, rate):
    """Return the damper's part, which acts against the velocity; no number if anything else pushes, as it has no
    direction."""
    if effort + law[1] * rate != 0.0:
        return np.nan * effort
    return effort


@inner_kernel
def has_no_length(m, w, k):
    """Return whether measure k is a length of zero, which has no direction."""
    return w.measure_value[k] == 0.0 and (IS_LENGTH & (1 << m.measure_kind[k])) != 0


@inner_kernel
def turning_effort(m, w, e):
    """Return the effort by which the rotation of its direction is multiplied. At zero length it is -k TINY, so that a
    spring has the stiffness k in all directions (kernels.vectors.line); a damper has no derivative there."""
    if has_no_length(m, w, m.effort_measure[e]):
        return -TINY * m.effort_law[e, 0] + 0.0 * w.effort[e]
    return w.effort[e]


@inner_kernel
def efforts(m, w):
    for e in range(m.effort_measure.shape[0]):
        k = m.effort_measure[e]
        effort = spring_damper(m.effort_law[e], w.measure_value[k], w.measure_rate[k])
        if m.effort_expr[e] >= 0:
            effort += w.tape_value[m.effort_expr[e]]
        if has_no_length(m, w, k):
            effort = at_zero_length(m.effort_law[e], effort, w.measure_rate[k])
        w.effort[e] = effort
        on_i = w.wrench[m.frame_body[m.measure_frames[k, 0]]]
        on_j = w.wrench[m.frame_body[m.measure_frames[k, 1]]]
        for c in range(6):
            on_i[c] += effort * w.measure_G[k, c]
            on_j[c] += effort * w.measure_G[k, 6 + c]
