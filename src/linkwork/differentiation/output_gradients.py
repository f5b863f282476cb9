"""Derivatives of outputs at many states with respect to the state, accelerations, multipliers and every model number.

At each state the seeds (derivatives of the output with respect to the values of expressions) are propagated backwards
through the tape of the expressions to the stand-in inputs, from these to the quantities that they read, and through the
reverse sweep of the whole evaluation.
"""

from __future__ import annotations

from linkwork.dynamics import signal_sources as E
from linkwork.dynamics.output_values import signals_at
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.derivatives.adjoint import clear_cotangents, reverse_sweep
from linkwork.kernels.derivatives.adjoint_arrays import view_reverse
from linkwork.kernels.derivatives.adjoint_motion import clear_vector
from linkwork.kernels.expressions.adjoint import reverse_tape
from linkwork.kernels.expressions.blocks import RUN_TAPE
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel


@kernel
def stand_in_cotangents(ints, floats, work, rints, rwork, instructions, seeds, scratch):
    """input0 of `scratch` (as floats) := derivatives of the output with respect to the inputs that only its own
    expressions read."""
    m, w, d = view_model(ints, floats), view_work(ints, work), view_model(ints, scratch)
    r = view_reverse(rints, rwork)
    clear_vector(d.input0)
    clear_vector(r.adjoint)
    for g in range(instructions.shape[0]):
        r.adjoint[instructions[g]] += seeds[g]
    for k in range(m.plan.shape[0] - 1, -1, -1):
        if m.plan[k, 0] == RUN_TAPE:
            reverse_tape(m, w, r, d, m.plan[k, 1], m.plan[k, 2])


@kernel
def put_cotangent(ints, floats, rints, rwork, source, c):
    """Add the derivative c with respect to what a source reads to the cotangents of the sweep; what drivers' forces add
    to lam is left out."""
    r = view_reverse(rints, rwork)
    kind, k, component = source[E.KIND], source[E.INDEX], source[E.COMPONENT]
    if kind == E.SECOND_RATE:
        r.measure[k, 2] += c
    elif kind == E.EFFORT:
        r.effort[k] += c
    elif kind == E.LAW:
        r.law[k, component] += c
    elif kind == E.APPLIED:
        r.applied[k, component] += c
    elif kind == E.TREE_JOINT:
        r.carried[k, component] += c
    elif kind == E.TURNED_JOINT:
        r.returned[k, component] += c
    elif kind == E.CUT_JOINT:
        for row in range(source[E.FIRST], source[E.LAST]):
            r.cut[row, component] += c
    elif kind != E.DRIVER:
        if kind != E.POTENTIAL:
            r.energy[0] += c
        if kind != E.KINETIC:
            r.energy[1] += c


@kernel
def output_gradients(
    ints, floats, work, rints, rwork, sources, instructions, t, y, vdot, lam, turns, seeds, tau, scratch, gy, gvdot, glam, lowered
):  # fmt: skip
    """For seeds (n, n_g), gy (n, nt), gvdot (n, nv), glam (n, n_row) := derivatives at every state, and lowered (as
    floats) += the sum of those with respect to the model numbers."""
    m, w, d = view_model(ints, floats), view_work(ints, work), view_model(ints, scratch)
    r = view_reverse(rints, rwork)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for k in range(t.shape[0]):
        used = False
        for g in range(instructions.shape[0]):
            used = used or seeds[k, g] != 0.0
        if not used:
            continue
        copy_into(w.turns, turns[k])
        signals_at(ints, floats, work, sources, t[k], y[k], vdot[k], lam[k], tau)
        stand_in_cotangents(ints, floats, work, rints, rwork, instructions, seeds[k], scratch)
        clear_cotangents(rints, rwork)
        for g in range(instructions.shape[0]):
            r.tape[instructions[g]] += seeds[k, g]
        for s in range(sources.shape[0]):
            put_cotangent(ints, floats, rints, rwork, sources[s], d.input0[sources[s, E.INPUT]])
        reverse_sweep(ints, floats, work, rints, rwork, t[k], y[k, :nq], y[k, nq : nq + nv], lowered)
        copy_into(gy[k, :nv], r.by_q)
        copy_into(gy[k, nv : 2 * nv], r.by_v)
        copy_into(gy[k, 2 * nv :], r.by_z)
        copy_into(gvdot[k], r.by_vdot)
        copy_into(glam[k], r.by_lam)
        for s in range(sources.shape[0]):
            if sources[s, E.KIND] == E.DRIVER:
                glam[k, sources[s, E.INDEX]] -= d.input0[sources[s, E.INPUT]]
