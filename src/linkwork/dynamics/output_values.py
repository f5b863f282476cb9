"""Values of expressions of any signals at many states whose accelerations and multipliers are known.

Signals that are known only after the accelerations are put into stand-in inputs, as in dynamics.events; then
the tape is run again.
"""

from __future__ import annotations

from linkwork.dynamics.problem import evaluate_y
from linkwork.dynamics.signal_sources import put_sources
from linkwork.kernels.arrays import READ, view_model, view_work
from linkwork.kernels.expressions.blocks import run_plan
from linkwork.kernels.measures import count_turns
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel


@kernel
def signals_at(ints, floats, work, sources, t, y, vdot, lam, tau):
    """Compute all signals at one state: an evaluation, then the stand-in inputs and the tape again."""
    m, w = view_model(ints, floats), view_work(ints, work)
    evaluate_y(ints, floats, work, t, y)
    copy_into(w.vdot, vdot)
    copy_into(w.lam, lam)
    if sources.shape[0] > 0:
        put_sources(ints, floats, work, sources, t, tau)
        run_plan(m, w, t)


@kernel
def output_values(ints, floats, work, sources, instructions, t, y, vdot, lam, tau, turns, out):
    """out (n, n_g) := values of the tape's `instructions` at states y (n, ny), in the order of time.

    Turns of angles are counted; turns (n, as in Work) := those that each state was evaluated with.
    """
    m, w = view_model(ints, floats), view_work(ints, work)
    nq, nv = m.q_start[-1], m.v_start[-1]
    for k in range(t.shape[0]):
        copy_into(turns[k], w.turns)
        signals_at(ints, floats, work, sources, t[k], y[k], vdot[k], lam[k], tau)
        for g in range(instructions.shape[0]):
            out[k, g] = w.tape_value[instructions[g]]
        count_turns(m, w, t[k], y[k, :nq], y[k, nq : nq + nv], READ)
