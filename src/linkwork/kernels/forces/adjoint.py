"""Reverse sweep, fifth stage: force laws between two frames."""

from linkwork.kernels.forces.between_frames import law_given
from linkwork.kernels.forces.generic import Cotangents, Gradient
from linkwork.kernels.forces.table import law_reverse
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.dense_views import ragged


@inner_kernel
def reverse_laws(m, w, r, d, t):
    """Sweep all laws, down to frames."""
    D_I, D_J = r.pair[0], r.pair[1]
    for k in range(m.law_kind.shape[0]):
        i, j = m.law_frames[k, 0], m.law_frames[k, 1]
        for e in range(6):
            D_I[e], D_J[e] = r.D_WF[i, e], r.D_WF[j, e] - r.law[k, e]
        c, g, X_I, X_J, V_I, V_J = (
            ragged(m.law_const, m.law_start, k),
            law_given(m, w, k, t),
            w.X_WF[i],
            w.X_WF[j],
            w.V_WF[i],
            w.V_WF[j],
        )
        bar, by = (
            Cotangents(r.energy[1], ragged(r.zdot, m.law_z_start, k)),
            Gradient(ragged(d.law_const, m.law_start, k), ragged(r.by_z, m.law_z_start, k)),
        )
        law_reverse(m.law_kind[k], c, g, X_I, X_J, V_I, V_J, D_I, D_J, bar, by, r.on_frame[i], r.on_frame[j])
