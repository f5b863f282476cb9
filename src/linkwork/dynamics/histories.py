"""Quantities of a run that are computed for all its outputs at once."""

from __future__ import annotations

from linkwork.dynamics.problem import POSITIONS, VELOCITIES, evaluate_y, violation
from linkwork.kernels.arrays import view_work
from linkwork.kernels.energy import elastic, kinetic, weight
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel


@kernel
def largest_violations(ints, floats, work, t, y, turns, out):
    """out := the largest scaled |Phi| (m) and |Phidot| (m/s) at states y (nt, ny) with turns (nt, n_angle).

    A value that is not a number stays NaN.
    """
    w, n = view_work(ints, work), turns.shape[1]
    out[0] = out[1] = 0.0
    for k in range(t.shape[0]):
        copy_into(w.turns[:n], turns[k])
        w.turns[2 * n] = t[k]
        evaluate_y(ints, floats, work, t[k], y[k])
        position, velocity = violation(ints, floats, work, POSITIONS), violation(ints, floats, work, VELOCITIES)
        out[0] = position if not position <= out[0] else out[0]
        out[1] = velocity if not velocity <= out[1] else out[1]


@kernel
def energies(ints, floats, work, t, y, out):
    """out := the energies of motion, gravity and springs, J."""
    evaluate_y(ints, floats, work, t, y)
    out[0], out[1], out[2] = kinetic(ints, work), weight(ints, floats, work), elastic(ints, floats, work, t)
