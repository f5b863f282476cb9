"""Energies of a mechanism after `evaluate`: kinetic energy, that of gravity, of springs and of force laws. Real or complex."""

from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.forces.between_frames import law_elements, law_energies
from linkwork.kernels.vectors import add, cross, dot, scale, vec
from linkwork.numerics.jit import kernel


@kernel
def kinetic(ints, work):
    """½ Σ (m v·v + 2 v·(omega × m c) + omega·I omega)."""
    w = view_work(ints, work)
    total = 0.0
    for b in range(1, w.V.shape[0]):
        omega, v, I = vec(w.V[b], 0), vec(w.V[b], 3), w.I_W[b]
        turned = (
            I[4] * omega[0] + I[7] * omega[1] + I[8] * omega[2],
            I[7] * omega[0] + I[5] * omega[1] + I[9] * omega[2],
            I[8] * omega[0] + I[9] * omega[1] + I[6] * omega[2],
        )
        total += 0.5 * (I[0] * dot(v, v) + dot(omega, turned)) + dot(v, cross(omega, vec(I, 1)))
    return total


@kernel
def potential(ints, floats, work, t):
    """Return the potential energy of gravity, of springs with their preload, and of force laws."""
    return weight(ints, floats, work) + elastic(ints, floats, work, t)


@kernel
def weight(ints, floats, work):
    """Return the potential energy of gravity."""
    m, w = view_model(ints, floats), view_work(ints, work)
    total = 0.0
    for b in range(1, w.X_WB.shape[0]):
        total -= dot(vec(m.gravity, 0), add(scale(w.I_W[b, 0], vec(w.X_WB[b], 9)), vec(w.I_W[b], 1)))
    return total


@kernel
def elastic(ints, floats, work, t):
    """Return the potential energy of springs with their preload, and of force laws; a force on a joint has none."""
    m, w = view_model(ints, floats), view_work(ints, work)
    total = 0.0
    for k in range(m.effort_measure.shape[0]):
        if m.effort_energy[k] != 0:
            x = w.measure_value[m.effort_measure[k]] - m.effort_law[k, 2]
            total += (0.5 * m.effort_law[k, 0] * x - m.effort_law[k, 3]) * x
    return total + law_energies(m, w, t)


@kernel
def law_stretches(ints, floats, work, t, G, K, C):
    """Compute the six coordinates of every law: G (6 n_law, 12) by displacements of its bodies at their origins, and K
    and C (n_law, 36), twice the symmetric parts of its stiffness and damping in them."""
    m, w = view_model(ints, floats), view_work(ints, work)
    for k in range(m.law_kind.shape[0]):
        law_elements(m, w, t, k, G, 6 * k, K[k], C[k])
