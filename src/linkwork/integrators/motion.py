"""Prepare the buffers and functions on which an integrator runs, from a model, a state and choices."""

from __future__ import annotations

import numbers as abstract
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.description.choices import Event, Formulation, Recursive
from linkwork.description.expressions import Expr
from linkwork.dynamics import branch, event_bounds, layout, problem
from linkwork.dynamics import events as event_sources
from linkwork.dynamics.energy_drift import EnergyScale, energy_scale
from linkwork.dynamics.formulations import dense_rates
from linkwork.dynamics.formulations.registry import entry_of
from linkwork.dynamics.layout import Page
from linkwork.dynamics.newton import layer as newton_layer
from linkwork.dynamics.running_model import source_rows
from linkwork.dynamics.time_events import TimedEvents, TimeExpressions, timed_events
from linkwork.integrators.contract import NEWTON_FUNCTIONS, nothing
from linkwork.integrators.functions import first_class
from linkwork.integrators.newton_functions import Newton, newton_layer_of
from linkwork.kernels import arrays as K
from linkwork.kernels.joints import CHAINS
from linkwork.kernels.recursions.loop_arrays import python_loop_work, python_plan
from linkwork.model.cache import Slot
from linkwork.model.expressions.kinks import Jump, breaks_of, jumps_on_the_way
from linkwork.model.model import Model, counted_angles
from linkwork.model.plans.jacobian_plan import approximate_blocks, jacobian_sizes
from linkwork.model.running_variant import EVENT_NAME, moving_key, with_inputs_and_events
from linkwork.model.state import State, set_turns

ONE_BREAK = 4.0 * 2.0**-52  # relative: breaks no farther apart are one; stages stay that far away from a break


@dataclass
class Motion:
    """Everything that an integrator's entry needs beside its own state."""

    prepared: Prepared
    model: Model  # as run: inputs and events built in
    functions: tuple  # rhs, project, tangent, events, after_step
    page: Page
    y: np.ndarray
    t: float
    newton: Newton | None = None  # of implicit integrators

    def copied(self) -> Motion:
        """Return the same motion with buffers of its own, and functions as this question calls them."""
        return replace(self, page=self.page.copied(), functions=tuple(map(first_class, self.prepared.kernels)))

    def inputs(self, work: np.ndarray) -> np.ndarray:
        """Return the values of the running model's inputs in a workspace."""
        return _part(self.model, work, "inputs")

    def breaks(self, end: float) -> list[float]:
        """Return the times up to `end` at which a step must end."""
        if not self.prepared.breaks and not self.prepared.more_breaks:
            return []
        prepared, inputs = self.prepared, self.inputs(self.page.work)
        chosen = set(prepared.breaks)
        near = ONE_BREAK * max(abs(self.t), end - self.t)  # a zero so near to the start is at the start
        for expr in prepared.more_breaks:
            zeros = prepared.of_time.zeros(expr, inputs, self.t - near, end, sharp=True).zeros
            chosen.update(zero.time if zero.time > self.t + near else self.t for zero in zeros)
        times = sorted(chosen)
        return [t for k, t in enumerate(times) if k == 0 or t - times[k - 1] > ONE_BREAK * abs(t)]

    def timed(self, events: Sequence[Event], end: float) -> TimedEvents:
        """Return the times of the events that depend on time alone."""
        prepared, inputs = self.prepared, self.inputs(self.page.work)
        return timed_events(prepared.of_time, prepared.timed, events, inputs, self.t, end)

    def approximate_blocks(self) -> tuple[str, ...]:
        """Return the blocks whose derivatives in the Newton matrices are differences."""
        if self.newton is None or not self.newton.exact or not self.model.nz + len(self.model.lowered.outputs):
            return ()
        size = jacobian_sizes(self.model)[1]
        return approximate_blocks(self.model, self.page.fwork[-size:])

    def newton_functions(self, names: tuple[str, ...]) -> tuple:
        """Return functions of the Newton layer for compiled callers; the first call adds its buffers to the page."""
        if self.newton is None:
            self.prepared.newton = self.newton = self.prepared.newton or newton_layer_of(self.model)
            page = self.page
            head = page.plan.size - self.prepared.tail
            page.count[layout.NEWTON_PLAN], page.count[layout.NEWTON_WORK] = head, page.fwork.size
            plan = np.concatenate((page.plan[:head], self.newton.ints, page.plan[head:]))
            self.page = page._replace(plan=plan, fwork=np.concatenate((page.fwork, np.zeros(self.newton.size))))
        return self.newton.functions(names)

    def pivot_functions(self) -> tuple:
        """Return the functions of the Newton layer that explicit methods take."""
        saved = {name: getattr(newton_layer, name) for name in ("save_pivots", "restore_pivots")}
        return tuple(first_class(saved[name]) if name in saved else 0 for name in NEWTON_FUNCTIONS)

    def take_crossings(self) -> list[tuple[float, str]]:
        """Return the times at which rows lost rank since the last call, and the part each row belongs to."""
        page, count = self.page, int(self.page.count[layout.CROSSED])
        if count == 0:
            return []
        page.count[layout.CROSSED] = 0
        plan, f = python_plan(page.plan, page.fwork), python_loop_work(page.plan, page.fwork)
        rows = self.model.lowered.rows
        return [(float(t), rows[int(plan.order[int(c)])].part) for t, c in f.crossed[:count]]


@dataclass
class Prepared:
    """Data common to all runs of a model with the same formulation, kinds of inputs and events."""

    running: Model
    kernels: tuple  # rhs, project, tangent, events, after_step
    work: np.ndarray  # initial workspace of runs
    plan: np.ndarray
    size: int  # of fwork
    count: np.ndarray  # of the page, at the start of runs
    real: np.ndarray  # likewise
    size_of: np.ndarray  # component of y that sizes each tangent entry
    unit: np.ndarray  # unit of atol for every tangent entry
    cap: np.ndarray
    breaks: list[float]
    own_turns: np.ndarray  # for every measure of the running model, that of the model, or -1
    turns: bool  # whether turns are counted
    drifts: bool  # nothing moves states onto the constraints
    tail: int  # integers at the end of plan that stay there
    more_breaks: list[Expr]  # expressions of time at whose zeros steps must end too
    of_time: TimeExpressions
    timed: dict[int, Expr]  # events of time alone
    jumps: list[Jump]  # functions that jump with the motion
    bounds: Any  # of events, for compiled callers; 0 if no event is searched
    # states of integrators that have not run, by method, mode and breaks; shared with models that have other numbers
    states: dict[tuple[Any, ...], tuple[np.ndarray, np.ndarray]]
    newton: Newton | None = None  # created on demand

    @cached_property
    def quaternions(self) -> np.ndarray:
        """The places of quaternions in q, shape (n, 4)."""
        a = self.running.lowered.arrays
        bodies = np.flatnonzero(np.diff(a["q_start"]) != np.diff(a["v_start"]))
        return a["q_start"][bodies + 1][:, None] - 4 + np.arange(4)

    @cached_property
    def may_be_stiff(self) -> bool:
        """Whether forces depend on the motion: only then may a run have to change to implicit steps."""
        return may_be_stiff(self.running)

    @cached_property
    def energy_scale(self) -> EnergyScale | None:
        """The energy scale of a conservative system, or None."""
        return energy_scale(self.running)

    def start(
        self,
        state: State,
        inputs: Mapping[str, Any],
        correction: str = "newton",
        position_tolerance: float | None = None,
    ) -> Motion:
        """Return fresh buffers for a run from a state."""
        running, work = self.running, self.work.copy()
        for name, value in inputs.items():
            if isinstance(value, abstract.Real):
                _part(running, work, "inputs")[running.lowered.inputs.index(name)] = value
        if state.inactive:
            _part(running, work, "active")[:] = [row.part not in state.inactive for row in running.lowered.rows]
        own = self.own_turns
        known = np.where(own >= 0, state.turns[own], 0.0) if state.turns.size and own.size else np.zeros(0)
        set_turns(_part(running, work, "turns"), known, state.t)
        count, real = self.count.copy(), self.real.copy()
        real[layout.LIMIT] = position_tolerance or real[layout.LIMIT]
        count[layout.FROZEN] = correction == "frozen"
        page = Page(running.ints, running.floats, work, self.plan.copy(), np.zeros(self.size), count, real)
        y = np.concatenate((_unit_quaternions(self.quaternions, state.q), state.v, state.z))
        if self.turns:
            problem.update_turns(state.t, y, np.zeros(0), page)
        return Motion(self, running, tuple(map(first_class, self.kernels)), page, y, state.t)


def _unit_quaternions(places: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return q with quaternions of length one, as integrators require; other coordinates are unchanged."""
    if not places.size:
        return q
    sizes = np.linalg.norm(q[places], axis=1)
    if (np.abs(sizes - 1.0) > 1e-6).any() and sizes.all():
        q = q.copy()
        q[places] /= sizes[:, None]
    return q


def _part(model: Model, work: np.ndarray, name: str) -> np.ndarray:
    """Return one array of a workspace."""
    k = _PLACES[name]
    return work[model.ints.item(k) : model.ints.item(k + 1)]


_PLACES = {name: 2 * k for k, name in enumerate(K.Work._fields, start=len(K.Model._fields))}


STATES: Slot[tuple[Any, ...], dict[tuple[Any, ...], tuple[np.ndarray, np.ndarray]]] = Slot(
    "states of integrators that have not run", limit=16
)
PREPARED: Slot[tuple[Any, ...], Prepared] = Slot("what runs of a model need beside their start", limit=16)


def prepare(
    model: Model, formulation: Formulation | None, inputs: Mapping[str, Any], events: Sequence[Event]
) -> Prepared:
    """Return what runs of a model need; cached with the model, so that repeated runs pay for it once."""
    key = (formulation, moving_key(inputs), tuple(events))
    return model.cache.get(
        PREPARED, key, lambda: _prepare(model, formulation, inputs, events, model.shared.get(STATES, key, dict))
    )


def _prepare(
    model: Model,
    formulation: Formulation | None,
    inputs: Mapping[str, Any],
    events: Sequence[Event],
    states: dict[tuple[Any, ...], tuple[np.ndarray, np.ndarray]],
) -> Prepared:
    built = with_inputs_and_events(model, inputs, events)
    running, sources = built.model, source_rows(built)
    # the default passes singular positions, in Cartesian coordinates too
    choice = Recursive() if formulation is None else formulation
    drifts = entry_of(choice).drifts
    plan, size = running.loops
    count, real = np.zeros(layout.N_COUNT, np.int64), np.zeros(layout.N_REAL)
    rhs, floats_extra, ints_extra = _right_hand_side(running, choice, count, real)
    of_time = TimeExpressions(running)
    timed = of_time.events(events)
    instructions = [running.lowered.signals[EVENT_NAME.format(k)] for k in range(len(events))]
    searched = [k not in timed for k in range(len(events))]
    ends = event_bounds.event_plan(running.lowered.arrays, sources, instructions, searched)
    plan = np.concatenate((plan, np.zeros(ints_extra, np.int64), np.array(ends, np.int64)))
    real[layout.LENGTH] = model.length
    real[layout.LIMIT] = problem.ON_CONSTRAINTS * model.length
    real[layout.LAST_TIME] = -np.inf
    kernels = (
        rhs,
        nothing if drifts else problem.project,
        problem.tangent,
        (event_sources if sources else problem).event_values if events else nothing,
        problem.update_turns if counts_turns(running) else nothing,
    )
    breaks, more_breaks = breaks_of(running, of_time.resolve)  # forces that events read are not of time
    own = np.array([model.lowered.measures.get(m, -1) for m in running.lowered.measures], np.int64)
    return Prepared(
        running,
        kernels,
        running.workspace(),
        plan,
        size + floats_extra,
        count,
        real,
        *_norm(running),
        breaks,
        own,
        counts_turns(running),
        drifts,
        len(ends),
        more_breaks,
        of_time,
        timed,
        jumps_on_the_way(running),
        first_class(event_bounds.event_bounds) if any(searched) else 0,
        states,
    )


def _right_hand_side(model: Model, choice: Formulation, count: np.ndarray, real: np.ndarray) -> tuple[Any, int, int]:
    """Return the compiled rates and their lengths in fwork and plan; the formulation's constants go to the page."""
    entry = entry_of(choice)
    if entry.sparse:
        return branch.branch_rates, 0, 0
    real[layout.ALPHA], real[layout.BETA] = entry.stabilization(choice)
    count[layout.OPTION] = entry.option(choice)
    floats, ints = dense_rates.sizes(entry.module, model.nv, model.n_rows, len(model.bodies) + 1)
    return dense_rates.rates_of(entry.module.accelerations, not entry.drifts), floats, ints


def may_be_stiff(model: Model) -> bool:
    """Return whether forces depend on the motion: only then may a run have to change to implicit steps."""
    a = model.lowered.arrays
    laws = np.abs(a["effort_law"][:, :2]).any() if a["effort_law"].size else False
    return bool(
        laws
        or (a["effort_expr"] >= 0).any()
        or a["law_kind"].size
        or (a["applied_expr"] >= 0).any()
        or a["block_sizes"].size
    )


def counts_turns(model: Model) -> bool:
    """Return whether the model has angles whose whole turns do not follow from its coordinates."""
    return bool(counted_angles(model).any())


def _norm(model: Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for every tangent entry the component of y that sizes it, its unit, and the largest size that counts."""
    a, lengths = model.lowered.arrays, model.lowered.lengths
    nq, nv, nz = model.nq, model.nv, model.nz
    size_of, unit, cap = np.zeros(2 * nv + nz, np.int64), np.ones(2 * nv + nz), np.full(2 * nv + nz, np.inf)
    for b in range(1, len(model.bodies) + 1):
        chain, j, k = CHAINS[a["joint_type"][b]], int(a["q_start"][b]), int(a["v_start"][b])
        for i in range(chain.nv):
            turning = i >= chain.plain
            size_of[k + i] = -1 if turning else j + i
            size_of[nv + k + i] = nq + k + i
            if i in chain.lengths:
                unit[[k + i, nv + k + i]] = lengths[b - 1]
            else:
                cap[k + i] = 1.0
    size_of[2 * nv :] = nq + nv + np.arange(nz)
    return size_of, unit, cap
