"""Random states: consistent ones, the same one in other coordinates, and any one to differentiate at."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.dynamics.formulations.redundancy import column_scale
from linkwork.kernels.probe import moved
from linkwork.model.evaluation import Evaluation
from linkwork.model.state_conversion import translated


def settled(model, state, tolerance=1e-13):
    """The state pulled onto the position rows by Newton steps of least size, its velocity onto Phi_v v = nu."""
    q = state.q
    e = Evaluation(model, state)
    keep, scale = e.m.row_level == 0, e.m.row_scale
    for _ in range(50):
        e.update(lw.State(state.t, q, state.v, state.z, state.inactive, state.turns))
        Phi = (scale * e.w.Phi)[keep]
        if np.abs(Phi).max(initial=0.0) < tolerance:
            break
        dq = np.linalg.lstsq((scale[:, None] * e.jacobian())[keep], -Phi, rcond=1e-10)[0]
        dq *= min(1.0, 0.3 / np.abs(dq).max())
        out = np.zeros(model.nq)
        moved(model.ints, model.floats, q, dq, out)
        q = out
    else:
        raise ArithmeticError("the random pose does not close")
    J = scale[:, None] * e.jacobian()
    v = state.v + np.linalg.lstsq(J, scale * e.w.nu - J @ state.v, rcond=1e-10)[0] if J.size else state.v
    v = v + np.linalg.lstsq(J, scale * e.w.nu - J @ v, rcond=1e-10)[0] if J.size else v
    return lw.State(state.t, q, v, state.z, state.inactive, state.turns)


def random_state(model, rng, size=0.4, t=0.0):
    """A consistent state some way off the design position, moving."""
    start = model.design_state()
    q = np.zeros(model.nq)
    moved(model.ints, model.floats, start.q, size * rng.normal(size=model.nv), q)
    return settled(model, lw.State(t, q, rng.normal(size=model.nv), start.z, start.inactive, start.turns))


def conditioning(model, state):
    """Smallest over largest singular value of the scaled constraint Jacobian."""
    e = Evaluation(model, state)
    J = e.m.row_scale[:, None] * e.jacobian() * column_scale(e)
    return 1.0 if J.size == 0 else float(np.divide(*np.linalg.svd(J, compute_uv=False)[[-1, 0]]))


def same_place(source, state, target):
    """The state of `source` as one of `target`, checked to be consistent there."""
    there = translated(source, state, target)
    e = Evaluation(target, there)
    assert np.abs(e.w.Phi).max(initial=0.0) < 1e-12 * max(1.0, target.length)
    assert np.abs(e.w.Phidot).max(initial=0.0) < 1e-12 * max(1.0, target.length)
    return there


def anywhere(model, seed, size=0.5, t=0.4):
    """A random position and velocity, on the constraints or not: derivatives hold everywhere."""
    rng, start = np.random.default_rng(seed), model.design_state()
    q = np.zeros(model.nq)
    moved(model.ints, model.floats, np.array(start.q), size * rng.normal(size=model.nv), q)
    return lw.State(t, q, rng.normal(size=model.nv), start.z, start.inactive, start.turns)
