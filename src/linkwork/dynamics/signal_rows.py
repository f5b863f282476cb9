"""Everything that signals are made of, at many states in one call: accelerations, measures, forces, energies, wrenches.

A state is a row of `States`. Each kernel evaluates all of them and stores one kind of quantity; analyses.position.samples
asks for what the signals need and puts them together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.dynamics.formulations.recursive import accelerations, is_plain
from linkwork.dynamics.problem import POSITIONS, VELOCITIES, evaluate_y, violation
from linkwork.dynamics.status import OK
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.energy import kinetic, potential
from linkwork.kernels.probe import probe_frames, probe_measures
from linkwork.kernels.reactions import cut_wrenches, joint_wrenches
from linkwork.kernels.recursions.loop_arrays import view_loop_work
from linkwork.kernels.recursions.transformations import velocity_transformation
from linkwork.kernels.vectors import copy_into
from linkwork.numerics.jit import kernel


class States(NamedTuple):
    """States of a model, one in each row."""

    t: np.ndarray  # (n) s
    y: np.ndarray  # (n, nq + nv + nz)
    turns: np.ndarray  # (n, n_angle) whole turns of angles
    active: np.ndarray  # (n_row) 1, or 0 where a row is switched off
    places: np.ndarray  # int (k) inputs that differ from row to row
    inputs: np.ndarray  # (n, k) and their values


class WorkRows(NamedTuple):
    """What an evaluation computes, as in kernels.arrays.Work, and energies: one row for each state."""

    X_WB: np.ndarray  # (n, n_body, 12)
    effort: np.ndarray  # (n, n_effort)
    law_wrench: np.ndarray  # (n, n_law, 6)
    applied_wrench: np.ndarray  # (n, n_applied, 6)
    tape_value: np.ndarray  # (n, n_instruction)
    block_out: np.ndarray  # (n, n_output)
    energy: np.ndarray  # (n, 2) kinetic, potential, J
    violation: np.ndarray  # (n, 2) of positions, m, and of velocities, m/s


@kernel
def evaluate_row(ints, floats, work, states, k):
    """Evaluate at one of the states."""
    w, n = view_work(ints, work), states.turns.shape[1]
    w.turns[:] = 0.0
    copy_into(w.turns[:n], states.turns[k])
    w.turns[2 * n] = w.turns[4 * n + 1] = w.turns[5 * n + 2] = states.t[k]
    copy_into(w.active, states.active)
    for i in range(states.places.shape[0]):
        w.inputs[states.places[i]] = states.inputs[k, i]
    evaluate_y(ints, floats, work, states.t[k], states.y[k])


@kernel
def store_row(ints, floats, work, t, k, out):
    """Store what the evaluation at time t has computed in row k of WorkRows."""
    w = view_work(ints, work)
    for b in range(w.X_WB.shape[0]):
        copy_into(out.X_WB[k, b], w.X_WB[b])
    copy_into(out.effort[k], w.effort)
    for i in range(w.law_wrench.shape[0]):
        copy_into(out.law_wrench[k, i], w.law_wrench[i])
    for i in range(w.applied_wrench.shape[0]):
        copy_into(out.applied_wrench[k, i], w.applied_wrench[i])
    copy_into(out.tape_value[k], w.tape_value)
    copy_into(out.block_out[k], w.block_out)
    out.energy[k, 0] = kinetic(ints, work)
    out.energy[k, 1] = potential(ints, floats, work, t)
    out.violation[k, 0] = violation(ints, floats, work, POSITIONS)
    out.violation[k, 1] = violation(ints, floats, work, VELOCITIES)


@kernel
def store_work(ints, floats, work, states, out):
    """Store what evaluations compute (WorkRows)."""
    for k in range(states.t.shape[0]):
        evaluate_row(ints, floats, work, states, k)
        store_row(ints, floats, work, states.t[k], k, out)


@kernel
def solve_rows(ints, floats, work, plan, factors, states, length, vdot, lam, plain, out):
    """vdot (n, nv) and lam (n, n_row) := accelerations and multipliers; plain (n) := whether they need no second look. What the
    evaluations compute is stored too."""
    w, f = view_work(ints, work), view_loop_work(plan, factors)
    for k in range(states.t.shape[0]):
        evaluate_row(ints, floats, work, states, k)
        store_row(ints, floats, work, states.t[k], k, out)
        f.reference[:] = 0.0
        status = accelerations(ints, floats, work, plan, factors)
        plain[k] = status == OK and is_plain(ints, floats, work, plan, factors, length)
        copy_into(vdot[k], w.vdot)
        copy_into(lam[k], w.lam)


@kernel
def store_measures(ints, floats, work, states, probe, turns, vdot, values):
    """values (n, k, 3) := value, rate and second rate of the measures of a probe (body, X_BF, motion, plan, G); their second
    rates are those of vdot (n, nv), or of none if it is empty. turns (n, k) are the measures' own."""
    m, w = view_model(ints, floats), view_work(ints, work)
    body, X_BF, motion, plan, G = probe
    nq = m.q_start[-1]
    for k in range(states.t.shape[0]):
        evaluate_row(ints, floats, work, states, k)
        probe_frames(ints, floats, work, body, X_BF, motion)
        probe_measures(ints, floats, work, body, motion, plan, turns[k], states.y[k, :nq], values[k], G)
        if vdot.shape[0] > 0:
            velocity_transformation(m, w, vdot[k], w.dA)
            for j in range(plan.shape[0]):
                for half in range(2):
                    b = body[plan[j, 1 + half]]
                    for i in range(6):
                        values[k, j, 2] += G[j, 6 * half + i] * w.dA[b, i]


@kernel
def store_wrenches(ints, floats, work, states, vdot, lam, cuts, scratch, tree, cut):
    """tree (n, n_body, 6) := the wrench of every tree joint on its body, at the body's origin; cut (n, c, 6) := the wrenches of
    cut joints with rows [first, last) in cuts (c, 2), on body_j at frame J."""
    for k in range(states.t.shape[0]):
        evaluate_row(ints, floats, work, states, k)
        joint_wrenches(ints, floats, work, vdot[k], lam[k], 1, tree[k], scratch)
        for c in range(cuts.shape[0]):
            cut_wrenches(ints, floats, work, lam[k], cuts[c, 0], cuts[c, 1], cut[k, c])


@kernel
def store_gradients(ints, floats, work, states, measures, out):
    """out (n, k, 12) := gradients of the model's own measures by displacements of their bodies at the origins."""
    w = view_work(ints, work)
    for k in range(states.t.shape[0]):
        evaluate_row(ints, floats, work, states, k)
        for i in range(measures.shape[0]):
            copy_into(out[k, i], w.measure_G[measures[i]])
