"""How far derivatives by design parameters are from a complex step through the whole evaluation."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from linkwork.dynamics.design_jacobians import design_jacobians
from linkwork.kernels import arrays as K
from linkwork.kernels.dense import jacobian
from linkwork.kernels.evaluate import evaluate
from linkwork.kernels.reactions import joint_wrenches
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.design import Design

STEP = 1e-30
NAMES = ("F_p", "Phi_p", "Phidot_p", "Phiddot_p", "zdot_p")


def stepped_columns(e, vdot, lam, design):
    """As design_jacobians, by stepping the lowered numbers of one parameter at a time."""
    model = e.model
    step = model.with_values(model.numbers.values.astype(complex))
    work = step.workspace()
    w = K.python_work(step.ints, work)
    columns = []
    for change in design.jacobian.toarray().T:
        floats = step.floats + 1j * STEP * change
        for name in ("turns", "active", "inputs"):
            getattr(w, name)[:] = getattr(e.w, name)
        w.inputs[:] += 1j * STEP * K.python_model(model.ints, change).input0
        w.z[:] = e.state.z
        evaluate(step.ints, floats, work, e.state.t, e.state.q.astype(complex), e.state.v.astype(complex))
        F, Phi_v = np.zeros(model.nv, complex), np.zeros((model.n_rows, model.nv), complex)
        wrenches = np.zeros((w.X_WB.shape[0], 6), complex)
        joint_wrenches(step.ints, floats, work, vdot.astype(complex), lam.astype(complex), 1, wrenches, F)
        jacobian(step.ints, floats, work, Phi_v)
        columns.append([F, w.Phi.copy(), w.Phidot.copy(), Phi_v @ vdot - w.gamma, w.zdot.copy()])
    parts = [np.array(part).imag.T / STEP for part in zip(*columns, strict=True)]
    return SimpleNamespace(**dict(zip(NAMES, parts, strict=True)))


def design_difference(model, state, paths, seed=0):
    """(largest difference of a column relative to its largest entry, one, or 1/1000 of the matrix's; matrix; path) for random vdot and lam."""
    rng, design = np.random.default_rng(seed), Design(model, paths)
    e = Evaluation(model, state)
    vdot, lam = rng.normal(size=model.nv), 10 * rng.normal(size=model.n_rows)
    result, exact = design_jacobians(e, vdot, lam, design), stepped_columns(e, vdot, lam, design)
    worst = (0.0, "", "")
    for name in NAMES:
        a, b = getattr(result, name), getattr(exact, name)
        assert a.shape == b.shape
        if a.size:
            assert np.isfinite(a).all(), name
            size = np.abs(b).max(axis=0)
            off = np.abs(a - b).max(axis=0) / np.maximum(size, max(1e-3 * size.max(), 1.0))
            worst = max(worst, (float(off.max()), name, design.parameters[int(off.argmax())]))
    return worst


def some(model, *beginnings, every=1):
    """Paths of the model's numbers that begin with one of some words, or every so many of all."""
    return [p for p in model.parameters if p.startswith(beginnings)] if beginnings else [*model.parameters][::every]
