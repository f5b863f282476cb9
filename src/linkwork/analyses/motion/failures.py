"""Explanations of failed runs, which name the force, joint or block at fault, its value and the remedy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analyses.position.measure import measure
from linkwork.analyses.position.singularity import branch_velocities
from linkwork.description.parts import SpringDamper, acting_at_zero_length
from linkwork.description.parts.blocks import Block
from linkwork.dynamics import branch, crossings, layout, problem
from linkwork.dynamics.formulations import dense_rates, recursive
from linkwork.dynamics.formulations.solve import masses_differ, singular_mass, undetermined
from linkwork.dynamics.newton.dense import SINGULAR_MATRIX
from linkwork.dynamics.status import (
    MASSES_DIFFER,
    MESSAGES,
    NO_BRANCH,
    NOT_CONTRACTING,
    NOT_FINITE,
    RANK_DROPPED,
    SINGULAR_MASS,
    UNCERTAIN_TURNS,
    UNDETERMINED,
)
from linkwork.integrators.contract import NOT_CONVERGING
from linkwork.integrators.methods.generalized_alpha import FIXED_STEP_FAILS
from linkwork.integrators.methods.runge_kutta import NOT_FINITE as STATE_NOT_FINITE
from linkwork.kernels import arrays as K
from linkwork.kernels.recursions.elimination import INDEPENDENT
from linkwork.kernels.recursions.loop_arrays import USED, python_loop_work, python_plan
from linkwork.model.model import Model
from linkwork.model.state import State

if TYPE_CHECKING:
    from linkwork.analyses.motion.outcome import Outcome
    from linkwork.integrators.motion import Motion

NEAR_SINGULAR = 0.02  # of the largest pivot: if a run stops this near a singular position, that position is the reason

COARSE = 1e-9  # s: if times this late have a larger spacing, that may be why a run stops

ROUNDED_ARM = 1e5  # lengths: farther away, rounding of positions and rotations may exceed what a run accepts
TOO_FAR = 100  # lengths: farther away, squares of arms may hide the rest of a row's pivot

RUNAWAY = 1e4  # times the speed of all other bodies: nothing limits the turning of a body without inertia there
NO_MOMENT = 1e-15  # of the largest principal moment of a body: a smaller one is none

BEYOND = 1e20  # size beyond which a coordinate or speed does not describe a motion any more


def why_it_failed(motion: Motion, outcome: Outcome) -> str:
    """Return one or two sentences on why a run failed, which end with the remedy."""
    if outcome.error:
        return f"a block raised {outcome.error}; go on from .final once it is mended"
    if outcome.code == STATE_NOT_FINITE:
        return "the state is no longer a finite number: the fixed step is too long for this motion, take a smaller one"
    if outcome.code in (NOT_FINITE, 0):
        culprit = _not_finite(motion, outcome)
        if culprit:
            return culprit
        if np.abs(outcome.last[: motion.y.size]).max(initial=0.0) > BEYOND:
            return "the motion has grown beyond all bounds: take a smaller step if it is fixed, or look at forces that feed it"
    if outcome.code == UNCERTAIN_TURNS:
        angle = angle_name(motion.model, int(motion.page.count[layout.UNCERTAIN_ANGLE]))
        return (
            f"the rate of {angle} changes so much within the step that its whole turns cannot be counted; take a smaller step, "
            "or choose an integrator whose steps follow a tolerance"
        )
    if outcome.code in (UNDETERMINED, NO_BRANCH):
        away = _too_far_away(motion, outcome)
        if away:
            return away
        return f"undetermined: {MESSAGES[outcome.code]}{_branches(motion) if outcome.code == NO_BRANCH else ''}"
    row = dense_rates.singular_row(outcome.code, motion.page)
    near = _near_singular(motion, outcome) if row is None else repr(motion.model.lowered.rows[row].part)
    if near and motion.prepared.kernels[0] is not branch.branch_rates:
        return f"{near}: {MESSAGES[RANK_DROPPED]}"
    if outcome.code == NOT_CONVERGING:
        return (
            f"Newton's iteration does not converge however small the step{_resisting(motion, outcome)}; "
            f"{_where_it_gets_stiff(motion, outcome, near)}"
        )
    if outcome.code == FIXED_STEP_FAILS:
        return (
            f"Newton's iteration does not converge with this fixed step{_resisting(motion, outcome)}; take a smaller one, or leave "
            "`step` out to have it chosen"
        )
    if outcome.code == SINGULAR_MATRIX:
        return (
            "the iteration matrix has no inverse however small the step: some motion moves no mass and nothing holds it; "
            "give the bodies mass and inertia, or run lw.check(model, state)"
        )
    gap = float(np.spacing(abs(outcome.now)))
    if outcome.code == 0 and gap > COARSE and outcome.h < 2.0 * gap:
        return f"neighbouring times are {gap:.2g} s apart there, too far for this motion; start at an earlier time, such as t = 0"
    if outcome.code == 0:
        return (
            f"the error stays above the tolerance however small the step; {_where_it_gets_stiff(motion, outcome, near)}"
        )
    message = MESSAGES.get(outcome.code, f"the formulation reports {outcome.code}")
    if outcome.code in (MASSES_DIFFER, SINGULAR_MASS):
        return _without_mass(motion, outcome)
    if outcome.code == NOT_CONTRACTING:
        away = _too_far_away(motion, outcome, ROUNDED_ARM)
        return f"{message}; farthest off is {worst_row(motion, *_place(motion, outcome))}{f'; {away}' if away else ''}"
    if outcome.code == NOT_FINITE and not near:
        return f"{message}; {_where_it_gets_stiff(motion, outcome, near)}"
    return f"{message} (near a singular position of {near})" if near else message


def _too_far_away(motion: Motion, outcome: Outcome, lengths: float = TOO_FAR) -> str:
    """Return a sentence on a body so far away that what holds it may look singular; empty if there is none."""
    model = motion.model
    origins = _looked_at(motion, *_place(motion, outcome)).X_WB[1:, 9:]
    groups = model.structure.groups
    lost = {
        groups.get(part) for part in _weak_parts(motion)
    }  # a body elsewhere does not make these joints look singular
    concerned = np.array([not lost or groups[body] in lost for body in model.bodies], bool)
    away = np.abs(origins).max(axis=1, initial=0.0) * concerned
    if not away.max(initial=0.0) > lengths * model.length:
        return ""
    k = int(np.argmax(away))
    remedy = "use joint coordinates, or end" if model.coordinates == "cartesian" else "end"
    return (
        f"body {model.bodies[k]!r} is {away[k]:.2g} m away from a mechanism of {model.length:.2g} m: this far away joints may "
        f"look singular though they are not; {remedy} the run before"
    )


def doubted_turns(motion: Motion) -> str:
    """Return a remark on the first angle of an output whose whole turns may be wrong; empty if there is none."""
    angle, t = int(motion.page.count[layout.DOUBTED_ANGLE]), motion.page.real[layout.DOUBTED_TIME]
    if angle == 0:
        return ""
    name = angle_name(motion.model, angle - 1)
    return (
        f"; the whole turns of {name} may be wrong from t = {t:.6g} s on, as its rate changes too much within a step: "
        "take smaller steps or a smaller rtol"
    )


def angle_name(model: Model, k: int) -> str:
    """Return the name of the signal that reads measure number k, such as J.angle."""
    measured = list(model.lowered.measures)[k]
    (_, name, *_), kinds = measured.frame_j, model.structure.kinds
    words = kinds[name].coordinates if name in kinds else {}
    word = next((word for word, measure in words.items() if measure == measured.measure), "angle")
    return f"{name}.{word}"


def _without_mass(motion: Motion, outcome: Outcome) -> str:
    """Return a sentence on the body whose motion nothing determines, or on masses that the formulation cannot
    resolve."""
    page = motion.page
    model, f = motion.model, python_loop_work(page.plan, page.fwork)
    sparse = motion.prepared.kernels[0] is branch.branch_rates
    _looked_at(motion, *_place(motion, outcome))
    if recursive.accelerations(*page[:5]) == SINGULAR_MASS or sparse:
        return undetermined(model, f)
    return masses_differ(model) if outcome.code == MASSES_DIFFER else singular_mass(model)


def _weak_parts(motion: Motion) -> dict[str, None]:
    """Return the parts whose rows lose rank in the last factorization, in its order."""
    plan, fwork = motion.page.plan, motion.page.fwork
    order, f = python_plan(plan, fwork).order, python_loop_work(plan, fwork)
    rows = motion.model.lowered.rows
    return dict.fromkeys(rows[int(r)].part for r in order[(f.weak != INDEPENDENT) & (f.drop == USED)])


def _branches(motion: Motion) -> str:
    """Return the parts that lose rank in a singular position, and the rates of its two branches."""
    model, work = motion.model, motion.page.work
    parts = _weak_parts(motion)
    text = f"; rank is lost by {', '.join(map(repr, parts))}" if parts else ""
    nq, nv = model.nq, model.nv
    inactive = frozenset(
        row.part for row, on in zip(model.lowered.rows, K.python_work(model.ints, work).active, strict=True) if not on
    )
    state = State(motion.t, motion.y[:nq], motion.y[nq : nq + nv], motion.y[nq + nv :], inactive)
    alone = {name: list(kind.coordinates) for name, kind in model.structure.kinds.items() if kind.freedoms == 1}
    rates = [f"{name}.{words[0]}.rate" for name, words in alone.items() if len(words) == 1][:4]
    velocities = []
    for v in branch_velocities(model, state) if rates else []:
        there = replace(state, v=v)
        velocities.append(", ".join(f"{path} = {float(measure(model, there, path)):.6g}" for path in rates))
    return f"{text}; the nearest velocities on branches have {' or '.join(velocities)}" if velocities else text


def _resisting(motion: Motion, outcome: Outcome) -> str:
    """Return the name of the equation that changes most from iteration to iteration."""
    if outcome.resisting is None:
        return ""
    entry, change = outcome.resisting
    model, nv = motion.model, motion.model.nv
    if entry >= 2 * nv:
        name = f"the state {model.lowered.states[entry - 2 * nv]}"
    else:
        body = int(np.searchsorted(model.lowered.arrays["v_start"], entry % nv, side="right")) - 1
        joint = model.structure.topology.tree[body - 1].joint
        where = f"body {model.bodies[body - 1]!r}" + (f" on joint {joint!r}" if joint else "")
        name = f"the {'speed' if entry >= nv else 'position'} of {where}"
    return f": {name} resists, each iteration still changes it by {change:.2g} tolerances"


def _place(motion: Motion, outcome: Outcome) -> tuple[float, np.ndarray]:
    return outcome.tried or (outcome.now, outcome.last[: motion.y.size])


def _looked_at(motion: Motion, t: float, y: np.ndarray) -> Any:
    """Return all arrays of an evaluation at this state."""
    ints, floats, work = motion.page[:3]
    problem.evaluate_y(ints, floats, work, t, y)
    return K.python_work(ints, work)


def worst_row(motion: Motion, t: float, y: np.ndarray, velocities: bool = False) -> str:
    """Return the joint, coupler or driver whose row is farthest from zero, and that distance."""
    w = _looked_at(motion, t, y)
    size = np.abs(motion.model.lowered.arrays["row_scale"].real * (w.Phidot if velocities else w.Phi))
    k = int(np.argmax(np.where(np.isfinite(size), size, np.inf)))
    row = motion.model.lowered.rows[k]
    return f"{row.part!r} ({row.label}), by {size[k]:.3g} {'m/s' if velocities else 'm'}"


def _not_finite(motion: Motion, outcome: Outcome) -> str:
    """Return a sentence on what is not a number where the evaluation failed or just before; empty if everything is
    finite."""
    for t, y in (_place(motion, outcome), (outcome.now, outcome.last[: motion.y.size])):
        if np.isfinite(y).all():
            culprit = _culprit(motion.model, _looked_at(motion, t, y), t)
            if culprit:
                return culprit
    return ""


def _bad(values: np.ndarray) -> bool:
    return not np.isfinite(values).all()


def _culprit(model: Model, w: Any, t: float) -> str:
    lowered, parts = model.lowered, model.numbers.parts
    for block in (part for part in parts.values() if isinstance(part, Block)):
        for word, table, values in (("output", lowered.outputs, w.block_out), ("rate of", lowered.states, w.zdot)):
            for name, value in zip(table, values, strict=True):
                if name.startswith(f"{block.name}.") and not np.isfinite(value):
                    return f"block {block.name!r}: its {word} {name} is {value} at t = {t:g} s; make its function finite there"
    for name, k in lowered.efforts.items():
        measure = int(lowered.arrays["effort_measure"][k])
        length = float(w.measure_value[measure])
        if isinstance(parts[name], SpringDamper) and length == 0.0 and not np.isfinite(w.effort[k]):
            return (
                f"the ends of {name!r} coincide (its length is {length:.3g} m at t = {t:g} s), so that its force has no "
                "direction; keep them apart, give it rest=0 and neither preload nor force, or take a "
                f"{acting_at_zero_length()}, which has a direction at zero length"
            )
        if not np.isfinite(w.effort[k]):
            return _force(parts[name], name, w.effort[k], t)
    for name, k in lowered.laws.items():
        if _bad(w.law_wrench[k]):
            part: Any = parts[name]
            return f"the wrench of {part.type} {name!r} is not finite at t = {t:g} s: {part.not_finite}"
    for name, k in lowered.applied.items():
        if _bad(w.applied_wrench[k]):
            return _force(parts[name], name, w.applied_wrench[k][~np.isfinite(w.applied_wrench[k])][0], t)
    for r, row in enumerate(lowered.rows):
        if not np.isfinite([w.Phi[r], w.Phidot[r], w.gamma[r]]).all() or _row_gradient_bad(lowered, w, r):
            return (
                f"the constraint of {row.part!r} ({row.label}) is not finite at t = {t:g} s: its distance is zero, or its motion is "
                "not a number there; change its geometry, or keep its motion in the range of its functions"
            )
    return ""


def _row_gradient_bad(lowered: Any, w: Any, r: int) -> bool:
    a = lowered.arrays
    terms = a["term_measure"][a["row_start"][r] : a["row_start"][r + 1]]
    return _bad(w.measure_G[terms])


def _force(part: Any, name: str, value: float, t: float) -> str:
    texts = []
    for field in ("force", "torque", "preload", "rest"):
        given = getattr(part, field, None)
        texts += [text for text in (given if isinstance(given, tuple) else (given,)) if isinstance(text, str)]
    law = f" = {', '.join(texts)}" if texts else ""
    return (
        f"the force of {name!r}{law} is {value} at t = {t:g} s; keep the arguments of sqrt, log, ** and / in their range, "
        "for example with max(…, 0)"
    )


def _near_singular(motion: Motion, outcome: Outcome) -> str:
    """Return a sentence on the part whose pivot has become small since the start; empty if there is none."""
    model, page = motion.model, motion.page
    if model.n_rows == 0:
        return ""
    usual = max(crossings.nearness_at(motion.t, motion.y, page), motion.page.real[layout.LARGEST])
    if not crossings.nearness_at(outcome.now, outcome.last[: motion.y.size].copy(), page) < NEAR_SINGULAR * usual:
        return ""
    plan = python_plan(page.plan, np.zeros(0))
    return repr(model.lowered.rows[int(plan.order[int(motion.page.count[layout.PIVOT_POSITION])])].part)


def _where_it_gets_stiff(motion: Motion, outcome: Outcome, near: str) -> str:
    if near:
        return f"it is near a singular position of {near}: take a looser rtol, or start beside it"
    model, t, y = motion.model, outcome.now, outcome.last[: motion.y.size].copy()
    rates = np.zeros_like(y)
    motion.prepared.kernels[0](t, y, rates, motion.page)
    nq, nv = model.nq, model.nv
    growth = np.abs(rates) / (1.0 + np.abs(y))
    if model.nz and growth[nq + nv :].max() > growth[: nq + nv].max(initial=0.0):
        k = int(np.argmax(growth[nq + nv :]))
        return f"the state {model.lowered.states[k]} changes fastest, by {rates[nq + nv + k]:.3g} 1/s: look at its block, or loosen rtol"
    runaway = _without_inertia(motion, t, y)
    if runaway:
        return runaway
    dt = max(10.0 * outcome.h, 1e-12 * max(1.0, abs(t)))
    forces = [_forces(model, _looked_at(motion, t + k * dt, y + k * dt * rates)) for k in (0, 1)]
    change = {name: float(np.abs(forces[1][name] - forces[0][name]).max()) / dt for name in forces[0]}
    if change and max(change.values()) > 0.0:
        name = max(change, key=lambda name: change[name])
        return f"the force of {name!r} changes fastest, by {change[name]:.3g} N/s: smooth or soften it, or loosen rtol"
    k = int(np.argmax(np.abs(rates[nq : nq + nv]))) if nv else 0
    bodies = np.searchsorted(model.lowered.arrays["v_start"], k, side="right") - 1
    body = model.bodies[int(bodies) - 1]
    return f"body {body!r} accelerates most, {rates[nq + k]:.3g}: look at the forces on it, or loosen rtol"


def _without_inertia(motion: Motion, t: float, y: np.ndarray) -> str:
    """Return a sentence on a body that turns ever faster as it has no inertia against it; empty if there is none.

    Such a body follows the others. Where they reach the end of what its joints let them do, as a point mass does on an
    arm that is stretched, no finite speed of it lets them go on.
    """
    model = motion.model
    if not model.bodies:
        return ""
    moments = model.lowered.arrays["moments"].real[1:]
    if model.structure.plane:
        light = moments[:, 2] == 0.0
    else:
        principal = np.linalg.eigvalsh(moments[:, [0, 3, 4, 3, 1, 5, 4, 5, 2]].reshape(-1, 3, 3))
        light = principal[:, 0] <= NO_MOMENT * principal[:, 2]
    V = _looked_at(motion, t, y).V[1:]
    turning = np.linalg.norm(V[:, :3], axis=1)
    speeds = np.maximum(turning, np.linalg.norm(V[:, 3:], axis=1) / model.length)
    usual = max(float(speeds[~light].max(initial=0.0)), 1.0 / max(t - motion.t, np.finfo(float).tiny))
    k = int(np.argmax(np.where(light, turning, 0.0)))
    if not (light[k] and turning[k] > RUNAWAY * usual):
        return ""
    return (
        f"body {model.bodies[k]!r} turns at {turning[k]:.3g} rad/s there: it has no moment of inertia about some axis, and "
        "the others have reached the end of the motion that its joints allow; give it mass and inertia"
    )


def _forces(model: Model, w: Any) -> dict[str, np.ndarray]:
    """Return the force and torque of every force element at this state, by name."""
    lowered = model.lowered
    forces = {name: w.effort[k : k + 1].copy() for name, k in lowered.efforts.items()}
    forces |= {name: w.law_wrench[k].copy() for name, k in lowered.laws.items()}
    return forces | {name: w.applied_wrench[k].copy() for name, k in lowered.applied.items()}
