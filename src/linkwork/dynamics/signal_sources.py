"""Signals that are known only after the accelerations, for expressions: forces, reactions, accelerations and energies.

Each of them is a stand-in input of a running model (model.running_variant). A source describes one: COLUMNS integers,
which dynamics.running_model makes. `put_sources` sets the stand-in inputs; then the tape can be run again. Results read
signals of many states by dynamics.signal_rows instead, which needs no model of its own (docs/decisions, 0019).
"""

from linkwork.dynamics.event_bounds import SOURCE
from linkwork.dynamics.problem import POSITIONS, violation
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.energy import kinetic, potential
from linkwork.kernels.reactions import cut_wrenches, joint_wrenches
from linkwork.kernels.vectors import cross, sub, vec
from linkwork.numerics.jit import kernel

KIND, INDEX, COMPONENT, FIRST, LAST, INPUT = range(6)  # integers of a source
COLUMNS = SOURCE
# kinds and what INDEX is: a measure; an effort; a force law; an applied force; a row; a body; a body; -; -; -
SECOND_RATE, EFFORT, LAW, APPLIED, DRIVER, TREE_JOINT, TURNED_JOINT, CUT_JOINT = range(8)
KINETIC, POTENTIAL, TOTAL, VIOLATION = range(8, 12)


@kernel
def second_rate(ints, floats, work, k):
    """Return the second rate of measure k, after `joint_wrenches` has put the accelerations due to vdot into dA."""
    m, w = view_model(ints, floats), view_work(ints, work)
    total = w.measure_bias[k]
    for half in range(2):
        b = m.frame_body[m.measure_frames[k, half]]
        for i in range(6):
            total += w.measure_G[k, 6 * half + i] * w.dA[b, i]
    return total


@kernel
def joint_component(ints, floats, work, source):
    """Return a component of the wrench [torque; force] on body_j at its frame J, after `joint_wrenches`."""
    w = view_work(ints, work)
    c = source[COMPONENT]
    if source[KIND] == CUT_JOINT:
        cut_wrenches(ints, floats, work, w.lam, source[FIRST], source[LAST], w.F[0])
        return w.F[0, c]
    F = w.F[source[INDEX]]
    if source[KIND] == TREE_JOINT:
        return F[c]
    if c >= 3:
        return -F[c]
    arm = sub(vec(w.X_WF[source[FIRST]], 9), vec(w.X_WF[source[LAST]], 9))
    moment = cross(arm, vec(F, 3))
    return -F[c] - (moment[0] if c == 0 else (moment[1] if c == 1 else moment[2]))


@kernel
def source_value(ints, floats, work, source, t):
    """Return the signal that a source describes."""
    w = view_work(ints, work)
    kind, k, c = source[KIND], source[INDEX], source[COMPONENT]
    if kind == SECOND_RATE:
        return second_rate(ints, floats, work, k)
    if kind == EFFORT:
        return w.effort[k]
    if kind == LAW:
        return w.law_wrench[k, c]
    if kind == APPLIED:
        return w.applied_wrench[k, c]
    if kind == DRIVER:
        return -w.lam[k]
    if kind <= CUT_JOINT:
        return joint_component(ints, floats, work, source)
    if kind == VIOLATION:
        return violation(ints, floats, work, POSITIONS)
    return (kinetic(ints, work) if kind != POTENTIAL else 0.0) + (
        potential(ints, floats, work, t) if kind != KINETIC else 0.0
    )


@kernel
def put_sources(ints, floats, work, sources, t, scratch):
    """Set the stand-in inputs of sources (n, COLUMNS) after an evaluation whose vdot and lam are known; scratch (n_v)."""
    w, count = view_work(ints, work), sources.shape[0]
    motion = min(count, 1)  # not a literal: it would be compiled again
    joint_wrenches(ints, floats, work, w.vdot, w.lam, motion, w.F, scratch)
    for s in range(count):
        w.inputs[sources[s, INPUT]] = source_value(ints, floats, work, sources[s], t)
