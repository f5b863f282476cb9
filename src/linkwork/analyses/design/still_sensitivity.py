"""Sensitivities of the analyses without integration over time: equilibria, driven motions, modes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from linkwork.analyses.design.case import mode_number, times_of
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.mode_sensitivity import ModeDerivatives
from linkwork.analyses.design.outputs import OutputSet
from linkwork.analyses.design.outputs.arithmetic import EVALUATED
from linkwork.analyses.design.outputs.terms import term_derivatives
from linkwork.analyses.design.outputs.ties import near_ties
from linkwork.analyses.design.parameter_check import duration_derivatives, require_parameters
from linkwork.analyses.design.point_tangents import PointTangent, driven_tangents, rest_tangent
from linkwork.analyses.design.start_sensitivity import StartSensitivity
from linkwork.analyses.linear.linearize import linearize
from linkwork.analyses.motion.kinematics import kinematics
from linkwork.analyses.statics.equilibrium import equilibrium
from linkwork.description.cases import Case
from linkwork.differentiation.sampling import Samples, kinematics_samples, still_samples
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.plans.design import Design
from linkwork.model.state import State


@dataclass(frozen=True, eq=False)
class StillSensitivity:
    """Outputs of a case and their derivatives with respect to np parameters."""

    parameters: tuple[str, ...]
    outputs: dict[str, float]
    gradient: dict[str, np.ndarray]  # (np) of every output; NaN where it has none, which `flagged` explains
    result: Any  # the equilibrium, the kinematics or the modes
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are by differences
    flagged: tuple[str, ...] = ()  # sentences about missing or approximate derivatives
    tangents: tuple[PointTangent, ...] = field(default=(), repr=False)  # of every position
    shapes: ModeDerivatives | None = field(default=None, repr=False)  # of modes


def equilibrium_sensitivity(model: Model, case: Case, parameters: Sequence[str]) -> StillSensitivity:
    """Return the derivatives of outputs of an equilibrium: positions, reactions, forces.

    >>> equilibrium_sensitivity(model, case, ["K.stiffness"]).gradient["height"]
    """
    begin = prepared(model, case, parameters)
    solution = equilibrium(begin.model, begin.state, inputs=begin.input_values)
    design = Design(begin.model, parameters, given=case.inputs)
    e = Evaluation(begin.model, solution.state, begin.input_values)
    tangent = rest_tangent(e, solution.lam, design)
    whole = OutputSet(begin.model, case, solution.state)
    samples = still_samples(solution.state, np.zeros(begin.model.nv), solution.lam)
    outputs, gradient = reduced(whole, samples, [tangent], parameters)
    flagged = _near_fold(tangent, design) + (() if solution.lam_unique else (NOT_UNIQUE,))
    return StillSensitivity(tuple(parameters), outputs, gradient, solution, tangent.approximate, flagged, (tangent,))


def _near_fold(tangent: PointTangent, design: Design) -> tuple[str, ...]:
    """Return a sentence if a small relative change of a parameter would move the mechanism far, as beside a fold."""
    moved = np.abs(Coordinates(design.model).root_weight[:, None] * tangent.q * np.nan_to_num(design.values))
    far = [path for path, most in zip(design.parameters, moved.max(axis=0, initial=0.0), strict=True) if most > FAR]
    if not far:
        return ()
    return (
        f"{', '.join(far)}: by its derivative 1 % would move the mechanism by more than its length or a radian, as beside a fold or a "
        "neutral position; derivatives hold for much smaller changes only",
    )


FAR = 100.0  # lengths of the mechanism, or rad, by a whole parameter
NOT_UNIQUE = (
    "redundant constraints leave reactions undetermined: derivatives of those that are not unique are meaningless"
)


def kinematics_sensitivity(model: Model, case: Case, parameters: Sequence[str]) -> StillSensitivity:
    """Return the derivatives of outputs of a driven motion: positions, velocities, accelerations, driving forces.

    >>> kinematics_sensitivity(model, case, ["L1"]).gradient["error"]
    """
    begin = prepared(model, case, parameters)
    motion = kinematics(begin.running, begin.running_state, times_of(begin), inputs=begin.constant)
    if not motion.success:
        raise AnalysisError(f"case {case.name!r}: {motion.message}")
    running, design = begin.running, Design(begin.running, parameters, given=case.inputs)
    whole, samples = OutputSet(begin.model, case, begin.state), kinematics_samples(motion)
    states = [
        State(t, q, v, motion.start.z, motion.start.inactive, turns)
        for t, q, v, turns in zip(motion.t, motion.q, motion.v, motion.turns, strict=True)
    ]
    e = Evaluation(running, states[0], begin.constant)
    tangents = driven_tangents(e, states, motion.vdot, motion.lam, design)
    outputs, gradient = reduced(whole, samples, tangents, parameters)
    ended = duration_derivatives(begin, parameters)
    if ended.any():
        by_end = _by_duration(begin, whole)
        gradient = {name: row + by_end[name] * ended for name, row in gradient.items()}
    approximate = tuple(dict.fromkeys(name for t in tangents for name in t.approximate))
    flagged = near_ties(whole, samples, whole.values(samples)) + (() if motion.lam_unique else (NOT_UNIQUE,))
    return StillSensitivity(tuple(parameters), outputs, gradient, motion, approximate, flagged, tuple(tangents))


def _by_duration(begin: CaseStart, whole: OutputSet) -> dict[str, float]:
    """Return the derivatives of outputs of a driven motion with respect to its duration, which scales all its times, by
    differences of fourth order."""
    times, derivatives = times_of(begin), dict.fromkeys(whole.names, 0.0)
    part = PART / (times.size - 1)
    for n, weight in ((1, 2 / 3), (2, -1 / 12)):
        for side in (n, -n):
            moved = times[0] + (times - times[0]) * (1.0 + side * part)
            samples = kinematics_samples(kinematics(begin.running, begin.running_state, moved, inputs=begin.constant))
            for name, value in whole.reduce(samples, whole.values(samples)).items():
                derivatives[name] += np.sign(side) * weight * value / (part * begin.duration)
    return derivatives


PART = 0.05  # of the time between two samples: the displacement of the last one


def modes_sensitivity(model: Model, case: Case, parameters: Sequence[str]) -> StillSensitivity:
    """Return the derivatives of outputs of modes: frequency(k), undamped(k), damping_ratio(k), real(k), imag(k), and
    signals there.

    The derivative of the linear model along the design is a five-point difference of exact linear models; the modes'
    follow by left and right eigenvectors. Modes with equal eigenvalues and rigid ones have none: NaN, and a sentence in
    `flagged`.

    >>> modes_sensitivity(model, case, ["K.stiffness"]).gradient["bounce"]
    """
    begin = prepared(model, case, parameters)
    start = StartSensitivity(begin, parameters)
    linear = linearize(begin.model, begin.state, values=begin.input_values)
    modes, derivatives = linear.modes(), ModeDerivatives(linear, begin, start.y_p, parameters)
    whole = OutputSet(begin.model, case, begin.state)
    if whole.needs_accelerations:
        raise QuestionError(
            f"case {case.name!r}: outputs of modes that are forces or accelerations have no derivative here; ask for them in a case "
            "with analysis='equilibrium'"
        )
    none, lam = np.zeros(begin.model.nv), np.zeros(begin.model.n_rows)
    samples = still_samples(begin.state, none, lam)
    still = np.zeros((begin.model.nv, len(parameters)))
    q_p, v_p, z_p = np.split(start.y_p, [begin.model.nv, 2 * begin.model.nv])
    tangent = PointTangent(q_p, v_p, z_p, still, np.zeros((lam.size, len(parameters))))
    outputs, gradient = reduced(whole, samples, [tangent], parameters, partial(mode_number, modes), derivatives.number)
    return StillSensitivity(
        tuple(parameters),
        outputs,
        gradient,
        modes,
        linear.approximate,
        (*derivatives.flagged, *derivatives.differenced),
        (tangent,),
        derivatives,
    )


def prepared(model: Model, case: Case, parameters: Sequence[str]) -> CaseStart:
    """Return the case ready to run, after checking its parameters."""
    begin = CaseStart(model, case)
    require_parameters(begin, parameters)
    return begin


def reduced(
    whole: OutputSet,
    samples: Samples,
    tangents: Sequence[PointTangent],
    parameters: Sequence[str],
    other: Any = None,
    other_derivatives: Any = None,
) -> tuple[dict[str, float], dict[str, np.ndarray]]:
    """Return outputs and their gradients by the chain rule: terms by values at points, values by parameters."""
    if not whole.outputs:
        return {}, {}
    g = whole.values(samples)
    design = Design(whole.model, parameters, given=whole.case.inputs)
    values = whole.term_values(samples, g, other)
    term_p = np.zeros((values.size, len(parameters)))
    for place, term in enumerate(whole.terms):
        if term.kind in EVALUATED:
            term_p[place] = other_derivatives(term.kind, int(term.inner.args[0]))
        else:
            seeds = np.zeros_like(g)
            k = whole.integrands.index(term.inner)
            seeds[:, k] = term_derivatives(term.kind, samples, g[:, k])
            term_p[place] = whole.gradient_along(whole.swept(samples, [seeds])[0], tangents, design)
    outputs, gradients = whole.reduce(samples, g, other), {}
    for name, row in zip(whole.names, whole.term_jacobian(values), strict=True):
        used = np.flatnonzero(row)  # a term without a derivative affects only the outputs that use it
        gradients[name] = row[used] @ term_p[used]
    return outputs, gradients
