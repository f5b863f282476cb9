"""Reverse sweep, fifth stage: all elements with six coordinates."""

from linkwork.kernels.arrays import BEAM
from linkwork.kernels.design.reverse_beams import reverse_beam
from linkwork.kernels.design.reverse_bushings import reverse_bushing
from linkwork.kernels.inner import inner_kernel


@inner_kernel
def reverse_six(m, w, r, d):
    """Bushings and beams, down to frames."""
    energy, D_I, D_J = r.energy[1], r.pair[0], r.pair[1]
    for k in range(m.bushing_frames.shape[0]):
        i, j = m.bushing_frames[k, 0], m.bushing_frames[k, 1]
        for c in range(6):
            D_I[c], D_J[c] = r.D_WF[i, c], r.D_WF[j, c] - r.bushing[k, c]
        law, by_law, on_I, on_J = m.bushing_law[k], d.bushing_law[k], r.on_frame[i], r.on_frame[j]
        X_I, X_J, V_I, V_J = w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j]
        if m.bushing_kind[k] == BEAM:
            d.bushing_rest[k] += reverse_beam(
                law, m.bushing_rest[k], X_I, X_J, V_I, V_J, D_I, D_J, energy, by_law, on_I, on_J
            )
        else:
            reverse_bushing(law, X_I, X_J, V_I, V_J, D_I, D_J, energy, by_law, on_I, on_J)
