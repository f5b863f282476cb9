"""Run a formulation at an evaluation: choose the default, reject models that are too large, name inconsistent
constraints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.description.choices import Formulation, Recursive
from linkwork.dynamics.formulations import baumgarte, recursive
from linkwork.dynamics.formulations.partition import FORM, ORDERS, size_of_terms
from linkwork.dynamics.formulations.redundancy import column_scale, minimum_norm, plan_order, plan_positions
from linkwork.dynamics.formulations.registry import entry_of
from linkwork.dynamics.status import INCONSISTENT, MASSES_DIFFER, MESSAGES, NOT_FINITE, OK, SINGULAR_MASS
from linkwork.kernels.measures.table import MEASURES
from linkwork.kernels.recursions.elimination import INDEPENDENT, VANISHED
from linkwork.kernels.recursions.graded_space import HEADER, LOOSE, RANK
from linkwork.kernels.recursions.graded_space import UNDETERMINED as UNDETERMINED_BODY
from linkwork.kernels.recursions.loop_arrays import python_loop_work
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model

DENSE_LIMIT = 4000  # unknowns: the saddle-point matrix and its factors then take about half a gigabyte
INCONSISTENT_RESIDUAL = 1e-5  # relative residual of a row that no acceleration satisfies
ROUNDED = 1e-9  # of the model's length, and of that in a second: violations of states on the constraints
SATISFIED_RESIDUAL = 1e-12  # relative residual if all rows are satisfied
DOUBTFUL_PIVOT = 1e-7  # of its joint's rows: with less, other rows are eliminated with less than nine digits


class FormulationError(ArithmeticError):
    """The equations of motion could not be solved; the message names the joints and the remedy."""


class InconsistentError(FormulationError):
    """Constraints require different accelerations."""


@dataclass(frozen=True)
class Solution:
    """Accelerations and multipliers of one evaluation."""

    vdot: np.ndarray  # (nv)
    lam: np.ndarray  # (n_rows)
    dependent: bool  # some rows depend on others: lam is the smallest of many
    formulation: Formulation


def solve(e: Evaluation, formulation: Formulation | None = None) -> Solution:
    """Solve  M vdot + Phi_v' lam = Q - h,  Phi_v vdot = gamma  for vdot and lam; by `Recursive` unless given, as in
    runs.
    """
    model = e.model
    choice = Recursive() if formulation is None else formulation
    if not isinstance(choice, Formulation):
        raise TypeError(f"formulation is a choice such as lw.PartialVelocity(), not {choice!r}")
    unknowns = model.nv + model.n_rows
    if entry_of(choice).sparse:
        return _solve_sparse(e, choice)
    if unknowns > DENSE_LIMIT:
        gigabytes = 3 * 8 * unknowns**2 / 1e9
        raise FormulationError(
            f"{type(choice).__name__} is dense: {model.nv} velocities and {model.n_rows} constraint rows would take "
            f"{gigabytes:.1f} GB; use Recursive()"
        )
    return _solve_dense(e, choice)


def _solve_sparse(e: Evaluation, choice: Formulation, own: np.ndarray | None = None) -> Solution:
    """Solve by the recursive formulation; `own` is gamma without Baumgarte's terms where the evaluation has them."""
    model = e.model
    plan, size = model.loops
    factors = np.zeros(size)
    status = recursive.accelerations(model.ints, model.floats, e.work, plan, factors)
    if status == OK and recursive.is_plain(model.ints, model.floats, e.work, plan, factors, model.length):
        return Solution(e.w.vdot.copy(), e.w.lam.copy(), False, choice)
    f = python_loop_work(plan, factors)
    if status == SINGULAR_MASS:
        raise FormulationError(f"{type(choice).__name__}: {undetermined(model, f)}")
    if status != OK or not np.isfinite(e.w.vdot).all():
        raise FormulationError(_not_finite(e))
    terms = _size_of_terms(e, e.w.gamma, own)
    bad = _unsatisfied(e, f.r_row, terms)
    if bad.any():
        f, bad = _without_doubtful_rows(e, f, bad, terms)
    if bad.any():
        raise InconsistentError(_inconsistent(model, bad))
    lam = e.w.lam.copy()
    dependent = bool((f.weak[plan_positions(plan)][e.w.active > 0] != 0).any())
    if dependent:
        lam = minimum_norm(e, lam)
    e.w.lam[:] = lam
    return Solution(e.w.vdot.copy(), lam, dependent, choice)


def _without_doubtful_rows(e: Evaluation, first: Any, bad: np.ndarray, terms: float) -> tuple[Any, np.ndarray]:
    """Return (factors, unsatisfied rows) of a second attempt that leaves out rows which nearly depend on others.

    If such rows are eliminated early, they hide which of the later rows are independent. All rows must be satisfied in
    the end, else the result is that of the first attempt.
    """
    model = e.model
    plan, size = model.loops
    scale = e.m.row_scale[plan_order(plan)]
    doubtful = (first.weak == INDEPENDENT) & (first.diag * first.far * scale**2 < DOUBTFUL_PIVOT * first.reference)
    if not doubtful.any() or not (first.weak == VANISHED).any():
        return first, bad
    factors = np.zeros(size)
    f = python_loop_work(plan, factors)
    f.drop[:] = doubtful
    status = recursive.accelerations(model.ints, model.floats, e.work, plan, factors)
    if status != OK or not np.isfinite(e.w.vdot).all() or _unsatisfied(e, f.r_row, terms, SATISFIED_RESIDUAL).any():
        return first, bad
    return f, np.zeros_like(bad)


def free_spins(e: Evaluation) -> int:
    """Return the number of spins about axes without a moment of inertia that no joint or force determines, such as that
    of a thin rod on a ball joint; the accelerations of the evaluation are computed."""
    model = e.model
    plan, size = model.loops
    factors = np.zeros(size)
    graded = python_loop_work(plan, factors).graded
    if graded.size <= HEADER + 6 * (len(model.bodies) + 1):  # no dense equations
        return 0
    recursive.accelerations(model.ints, model.floats, e.work, plan, factors)
    numbers = graded.view(np.int64)
    return int(numbers[LOOSE]) if numbers[RANK] >= 0 else 0


def undetermined(model: Model, f: Any) -> str:
    """Return a message that names the body whose motion no mass, joint or force determines, by current factors."""
    body = int(f.graded.view(np.int64)[UNDETERMINED_BODY]) if f.graded.size else 0
    if not body and f.graded.size == HEADER + 6 * (len(model.bodies) + 1):  # no dense equations
        return (
            f"masses differ by more than can be told apart in a mechanism of {len(model.bodies)} bodies ({masses_at_the_ends(model)}): "
            "give the lightest bodies more mass, or put the heavy ones nearer to the ground than the light ones"
        )
    if not body:
        if not f.graded.size:
            return MESSAGES[SINGULAR_MASS] + without_inertia(model)
        return (
            f"masses and inertias differ by more than can be told apart in this position ({masses_at_the_ends(model)}): "
            "give the lightest bodies more mass and inertia"
        )
    return (
        f"the motion of {model.bodies[body - 1]!r} is not determined: {MESSAGES[SINGULAR_MASS]}, or hold it by joints"
    )


def masses_differ(model: Model) -> str:
    """Return the message of a dense formulation, with the lightest and the heaviest body."""
    return f"{MESSAGES[MASSES_DIFFER]} ({masses_at_the_ends(model)})"


def masses_at_the_ends(model: Model) -> str:
    """Describe the lightest and the heaviest body, by mass and by moment of inertia."""
    known = {name: model.placement.geometry.mass_properties(name) for name in model.bodies}
    masses = {name: float(np.real(body.mass)) for name, body in known.items()}
    tensors = {name: np.array(body.inertia).real for name, body in known.items()}
    planar = model.structure.plane is not None  # bodies turn about z alone
    moments = {name: float(J[2, 2] if planar else np.linalg.eigvalsh(J)[0]) for name, J in tensors.items()}
    shown = []
    for values, unit in ((masses, "kg"), (moments, "kg m²")):
        least, most = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
        shown.append(f"{values[least]:.3g} {unit} of {least!r} beside {values[most]:.3g} {unit} of {most!r}")
    return ", ".join(shown)


def _unsatisfied(e: Evaluation, residual: np.ndarray, terms: float, part: float = INCONSISTENT_RESIDUAL) -> np.ndarray:
    """Return rows whose residual is more than a given part of the current accelerations and of `terms` of gamma."""
    if residual.size == 0:
        return np.zeros(0, bool)
    scale = e.m.row_scale
    moving = np.abs(e.w.vdot / column_scale(e)).max(initial=0.0)
    size = max(np.abs(scale * e.w.gamma).max(), moving, felt_acceleration(e), terms)
    return np.abs(scale * residual) > part * size


def _solve_dense(e: Evaluation, choice: Formulation) -> Solution:
    model, entry = e.model, entry_of(choice)
    n, m = model.nv, model.n_rows
    floats, ints = entry.module.scratch_sizes(n, m)
    scratch, iscratch = np.zeros(floats), np.zeros(ints, np.int64)
    iscratch[FORM] = entry.option(choice)
    gamma = e.w.gamma.copy()
    if entry.drifts:
        alpha, beta = entry.stabilization(choice)
        baumgarte.stabilized_gamma(e.w.gamma, e.w.Phi, e.w.Phidot, alpha, beta, gamma)
    params = np.array([0.0, 0.0, 1e-3 * felt_acceleration(e) + _size_of_terms(e, gamma)])
    kernel, vdot, lam = entry.module.accelerations, np.zeros(n), np.zeros(m)
    status = kernel(e.M, e.Qh, e.Phi_v, gamma, e.m.row_scale, params, vdot, lam, scratch, iscratch)
    if status == INCONSISTENT:
        flags = iscratch[ORDERS + m + n : ORDERS + m + n + m].astype(bool)
        raise InconsistentError(_inconsistent(model, flags))
    if status == NOT_FINITE or (status == OK and not np.isfinite(vdot).all()):
        raise FormulationError(_not_finite(e))
    if status == SINGULAR_MASS and entry.has_sparse_form:
        status = MASSES_DIFFER  # or undetermined: the sparse form decides
    elif status == OK:
        status = _verified(e, vdot, gamma)
    if status == MASSES_DIFFER and entry.has_sparse_form:
        own, e.w.gamma[:] = e.w.gamma.copy(), gamma
        return _solve_sparse(e, choice, own)
    if status == MASSES_DIFFER:
        raise FormulationError(f"{type(choice).__name__}: {masses_differ(model)}")
    if status == SINGULAR_MASS:
        _solve_sparse(e, choice)  # its error names the undetermined body
        raise FormulationError(f"{type(choice).__name__}: {singular_mass(model)}")
    if status != OK:
        raise FormulationError(f"{type(choice).__name__}: {MESSAGES[status]}")
    e.w.vdot[:], e.w.lam[:] = vdot, lam
    return Solution(vdot, lam, bool(iscratch[0] < m), choice)


def _verified(e: Evaluation, vdot: np.ndarray, gamma: np.ndarray) -> int:
    """Return whether a formulation has resolved masses that differ by many decades."""
    plan, size = e.model.loops
    factors = np.zeros(size)
    if python_loop_work(plan, factors).graded.size == 0:
        return OK
    own = e.w.gamma.copy()
    e.w.gamma[:] = gamma
    status = recursive.verified(e.model.ints, e.model.floats, e.work, plan, factors, vdot, e.model.length)
    e.w.gamma[:] = own
    if status == SINGULAR_MASS:
        raise FormulationError(undetermined(e.model, python_loop_work(plan, factors)))
    return status


def felt_acceleration(e: Evaluation) -> float:
    """Return the size of the accelerations that the current forces, torques and speeds can produce, m/s²."""
    mass, inertia = e.w.I_W[1:, 0], e.w.I_W[1:, 4:7].max(axis=1, initial=0.0)
    force, torque = (np.abs(e.w.P[1:, k : k + 3]).max(axis=1, initial=0.0) for k in (3, 0))
    felt = (force / np.where(mass > 0, mass, np.inf)).max(initial=0.0)
    turned = (torque / np.where(inertia > 0, inertia, np.inf)).max(initial=0.0)
    return float(felt + e.model.length * turned + np.abs(e.w.A[:, 3:]).max(initial=0.0))


def _size_of_terms(e: Evaluation, stabilized: np.ndarray, own: np.ndarray | None = None) -> float:
    """Return the size of the terms that make gamma, m/s², in which dependent rows may differ by rounding.

    Baumgarte's terms are rounding where the state is on the constraints only.
    """
    off = max(np.abs(e.m.row_scale * x).max(initial=0.0) for x in (e.w.Phi, e.w.Phidot))
    if off > ROUNDED * e.model.length:
        own = stabilized
    elif own is None:
        own = e.w.gamma
    return float(size_of_terms(e.w.V, e.w.A, e.m.row_scale, own, stabilized, e.model.length))


def _inconsistent(model: Model, flags: np.ndarray) -> str:
    parts = list(dict.fromkeys(row.part for row, mark in zip(model.lowered.rows, flags, strict=True) if mark))
    return (
        f"the constraints of {', '.join(map(repr, parts))} contradict the others: {MESSAGES[INCONSISTENT]}. "
        "Two drivers may prescribe the same freedom, the state may not be assembled, or its velocity follows no branch of "
        "the motion in a singular position"
    )


def singular_mass(model: Model) -> str:
    """Return the message of a dense formulation where the sparse form has a solution."""
    named = without_inertia(model)
    return f"{MESSAGES[SINGULAR_MASS]}{named}" if named else masses_differ(model)


def named_without_inertia(model: Model) -> str:
    """Return the names of the bodies that can turn without moving any mass; empty if there are none."""
    names = []
    for name in model.bodies:
        tensor = np.array(model.placement.geometry.mass_properties(name).inertia).real
        if np.linalg.eigvalsh(tensor)[0] <= 1e-12 * max(np.trace(tensor), 1e-300):
            names.append(name)
    return ", ".join(map(repr, names[:6])) + (" …" if len(names) > 6 else "")


def without_inertia(model: Model) -> str:
    """Return a remark that names the bodies that can turn without moving any mass."""
    shown = named_without_inertia(model)
    return f" (without inertia about some axis: {shown}; Recursive() and Augmented() accept them)" if shown else ""


def _not_finite(e: Evaluation) -> str:
    """Return a message that names the force or row that is not a number."""
    model, w = e.model, e.w
    names = [name for name, k in model.lowered.efforts.items() if not np.isfinite(w.effort[k])]
    names += [name for name, k in model.lowered.laws.items() if not np.isfinite(w.law_wrench[k]).all()]
    names += [name for name, k in model.lowered.applied.items() if not np.isfinite(w.applied_wrench[k]).all()]
    rows = [row.part for row, g in zip(model.lowered.rows, w.gamma, strict=True) if not np.isfinite(g)]
    names += list(dict.fromkeys(rows))
    where = ", ".join(map(repr, names)) or "the state or an inertia"
    at_zero = [name for name in names if _is_at_zero_length(e, name)]
    if at_zero:
        return (
            f"the accelerations are not finite at t = {e.state.t:g}: the ends of {', '.join(map(repr, at_zero))} coincide, so that "
            "the force has no direction; keep them apart, or give the spring rest=0 and neither preload nor force"
        )
    return f"the accelerations are not finite at t = {e.state.t:g}: {where} gives a value that is not a number; check it there"


def _is_at_zero_length(e: Evaluation, name: str) -> bool:
    """Return whether a force acts between two points that coincide."""
    k = e.model.lowered.efforts.get(name)
    if k is None:
        return False
    measure = e.m.effort_measure[k]
    return bool(MEASURES[e.m.measure_kind[measure]].is_length and e.w.measure_value[measure] == 0.0)
