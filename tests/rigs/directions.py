"""How far changes along one direction of the state and the design are from those by matrices."""

import numpy as np

from linkwork.dynamics.design_jacobians import design_jacobians
from linkwork.kernels.arrays import python_model
from linkwork.kernels.derivatives.design_arrays import python_design
from linkwork.kernels.derivatives.jacobian_arrays import python_jacobians
from linkwork.kernels.derivatives.tangent import Direction, direction_tangent, prepare_directions
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.plans.design import Design
from linkwork.model.plans.jacobian_plan import named_blocks
from linkwork.model.plans.tangent_plan import by_differences, tangent_sizes, whole_plan

NAMES = ("F", "Phi", "Phidot", "Phiddot", "zdot")


def by_matrices(e, d, dq, dv, dz):
    """dF, dPhi, dPhidot, dPhiddot and dzdot, all columns."""
    s, rows = d.by_state, e.model.lowered.arrays["row_level"] == 0
    return (
        s.F_q @ dq + s.F_v @ dv + s.F_z @ dz + d.F_p, rows[:, None] * (s.Phi_v @ dq) + d.Phi_p,
        s.Phidot_q @ dq + s.Phi_v @ dv + d.Phidot_p, s.Phiddot_q @ dq - s.gamma_v @ dv + d.Phiddot_p,
        s.zdot_q @ dq + s.zdot_v @ dv + s.zdot_z @ dz + d.zdot_p,
    )  # fmt: skip


def sum_to_root(m, s, d):
    """Set F_p := dF from the wrenches and F_p of `direction_tangent`, which are overwritten."""
    for b in range(m.parent.size - 1, 0, -1):
        for j in range(m.v_start[b], m.v_start[b + 1]):
            d.F_p[j] += s.column[j, :6] @ d.wrench[b]
        d.wrench[m.parent[b]] += d.wrench[b]


def one_by_one(e, vdot, lam, design, approximate, dq, dv, dz):
    """The same, direction by direction."""
    model, q, v, t = e.model, np.array(e.state.q), np.array(e.state.v), e.state.t
    e.w.vdot[:], e.w.lam[:] = vdot, lam
    sints, size = tangent_sizes(model)
    dints, dwork = whole_plan(model, design.jacobian)
    buffers = (model.ints, model.floats, e.work, sints, np.zeros(size), dints, dwork)
    prepare_directions(*buffers, t, v)
    m, s = python_model(*buffers[:2]), python_jacobians(*buffers[3:5])
    d, results = python_design(dints, dwork), []
    for p in range(len(design)):
        direction_tangent(*buffers, t, q, v, Direction(dq.ravel(), dv.ravel(), dz.ravel(), len(design), p))
        sum_to_root(m, s, d)
        results.append([x.copy() for x in (d.F_p, d.Phi_p, d.Phidot_p, d.Phiddot_p, d.zdot_p)])
    raise_pending()
    assert not d.change.any()
    assert named_blocks(model, by_differences(model, dints, dwork)) == approximate
    return [np.stack(columns, axis=1) for columns in zip(*results, strict=True)]


def direction_difference(model, state, paths):
    """Largest difference of any change, relative to the largest of its kind in its column."""
    rng, design, e = np.random.default_rng(7), Design(model, paths), Evaluation(model, state)
    vdot, lam = rng.normal(size=model.nv), 10 * rng.normal(size=model.n_rows)
    given = [rng.normal(size=(n, len(design))) for n in (model.nv, model.nv, model.nz)]
    worst = (0.0, "")
    jacobians = design_jacobians(e, vdot, lam, design)
    answers = one_by_one(e, vdot, lam, design, jacobians.approximate, *given)
    for name, result, exact in zip(NAMES, answers, by_matrices(e, jacobians, *given), strict=True):
        assert result.shape == exact.shape
        if result.size:
            size = np.maximum(np.abs(exact).max(axis=0), 1.0)
            worst = max(worst, (float((np.abs(result - exact) / size).max()), name))
    return worst
