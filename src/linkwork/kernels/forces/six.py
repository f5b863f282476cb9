"""Elements with six coordinates of frame J relative to frame I and a linear law in them: bushings and beams."""

from linkwork.kernels.arrays import BEAM
from linkwork.kernels.forces.applied import add_wrench
from linkwork.kernels.forces.beam import beam_coordinates, beam_gradients, beam_wrench
from linkwork.kernels.forces.bushing import bushing_coordinates, bushing_gradients, bushing_wrench
from linkwork.kernels.inner import inner_kernel
from linkwork.kernels.vectors import scale, vec


@inner_kernel
def six_coordinates(m, w, k):
    """(three lengths, rotation vector, their rates) of element k."""
    i, j = m.bushing_frames[k, 0], m.bushing_frames[k, 1]
    if m.bushing_kind[k] == BEAM:
        return beam_coordinates(m.bushing_rest[k], w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j])
    return bushing_coordinates(w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j])


@inner_kernel
def six_gradients(m, w, k, G, first):
    """Rows first … first + 5 of G: the coordinates of element k by displacements of its two bodies at their origins."""
    i, j = m.bushing_frames[k, 0], m.bushing_frames[k, 1]
    X_BI, X_BJ = w.X_WB[m.frame_body[i]], w.X_WB[m.frame_body[j]]
    if m.bushing_kind[k] == BEAM:
        beam_gradients(w.X_WF[i], w.X_WF[j], X_BI, X_BJ, G, first)
    else:
        bushing_gradients(w.X_WF[i], w.X_WF[j], X_BI, X_BJ, G, first)


@inner_kernel
def six_forces(m, w):
    """Wrenches of bushings and beams, equal and opposite on their two bodies at the origin of J."""
    for k in range(m.bushing_frames.shape[0]):
        i, j = m.bushing_frames[k, 0], m.bushing_frames[k, 1]
        law, X_I, X_J, V_I, V_J = m.bushing_law[k], w.X_WF[i], w.X_WF[j], w.V_WF[i], w.V_WF[j]
        if m.bushing_kind[k] == BEAM:
            beam_wrench(law, m.bushing_rest[k], X_I, X_J, V_I, V_J, w.bushing_wrench[k])
        else:
            bushing_wrench(law, X_I, X_J, V_I, V_J, w.bushing_wrench[k])
        torque, force, p = vec(w.bushing_wrench[k], 0), vec(w.bushing_wrench[k], 3), vec(X_J, 9)
        on_i, on_j = m.frame_body[i], m.frame_body[j]
        add_wrench(w.wrench[on_j], w.X_WB[on_j], p, torque, force)
        add_wrench(w.wrench[on_i], w.X_WB[on_i], p, scale(-1.0, torque), scale(-1.0, force))
