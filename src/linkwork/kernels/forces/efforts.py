"""Efforts along a measure: joint forces, joint springs, spring-dampers.

    e = -k (x - rest) - c xdot + preload + expression

acts on the two bodies of the measure as e G, with G the gradient of the measure by their displacements: e xdot is the power
into the mechanism.
"""

from linkwork.kernels.inner import inner_kernel


@inner_kernel
def spring_damper(law, value, rate):
    """Effort of law = [stiffness, damping, rest, preload]."""
    return law[3] - law[0] * (value - law[2]) - law[1] * rate


@inner_kernel
def efforts(m, w):
    for e in range(m.effort_measure.shape[0]):
        k = m.effort_measure[e]
        effort = spring_damper(m.effort_law[e], w.measure_value[k], w.measure_rate[k])
        if m.effort_expr[e] >= 0:
            effort += w.tape_value[m.effort_expr[e]]
        w.effort[e] = effort
        on_i = w.wrench[m.frame_body[m.measure_frames[k, 0]]]
        on_j = w.wrench[m.frame_body[m.measure_frames[k, 1]]]
        for c in range(6):
            on_i[c] += effort * w.measure_G[k, c]
            on_j[c] += effort * w.measure_G[k, 6 + c]
