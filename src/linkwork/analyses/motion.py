"""A model, a state and choices made into the buffers and functions that an integrator runs on."""

from __future__ import annotations

import numbers as abstract
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analyses.coordinates import LENGTHS
from linkwork.description.choices import Augmented, Baumgarte, Event, Formulation, KaneMultipliers, NullSpace, Recursive
from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import parse
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.parts import Signal, Table
from linkwork.formulations import branch, dense_rates, problem
from linkwork.formulations.solve import DENSE, NULL_SPACE, SPARSE_FROM
from linkwork.integrators.contract import first_class, nothing
from linkwork.kernels import arrays as K
from linkwork.kernels.probe import moved
from linkwork.kernels.recursive.loops import python_loop_work, python_plan
from linkwork.model.expressions import RuntimeNames, build_tape
from linkwork.model.lowering import Lowering
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.structure import build_structure
from linkwork.model.times import breaks

CONTROL = 40
EVENT_NAME = "event_{}"
USUAL_PIVOT = 0.3  # what a run that starts in a singular position takes for the size of regular pivots


@dataclass
class Motion:
    """Everything an integrator's entry needs beside its own state."""

    model: Model  # as run: inputs and events built in
    functions: tuple  # rhs, project, tangent, events, after_step
    buffers: tuple  # ints, floats, work, plan, fwork, control
    y: np.ndarray
    t: float
    size_of: np.ndarray
    unit: np.ndarray  # what atol is relative to, for every tangent entry
    cap: np.ndarray
    breaks: list[float]

    @property
    def control(self) -> np.ndarray:
        return self.buffers[5]

    def take_crossings(self) -> list[tuple[float, str]]:
        """Instants at which rows lost rank since the last call, and the part each row belongs to."""
        count = int(self.control[problem.CROSSED])
        if count == 0:
            return []
        self.control[problem.CROSSED] = 0.0
        plan, f = python_plan(self.buffers[3], self.buffers[4]), python_loop_work(self.buffers[3], self.buffers[4])
        rows = self.model.lowered.rows
        return [(float(t), rows[int(plan.order[int(c)])].part) for t, c in f.crossed[:count]]


def build_motion(
    model: Model,
    state: State,
    formulation: Formulation | None,
    inputs: Mapping[str, Any],
    events: Sequence[Event],
    *,
    correction: str = "newton",
    position_tolerance: float | None = None,
) -> Motion:
    """Buffers and functions for a run from a state."""
    running = with_inputs_and_events(model, inputs, events)
    constant = {name: value for name, value in inputs.items() if isinstance(value, abstract.Real)}
    # what passes singular positions runs by default, in Cartesian coordinates too
    choice = Recursive() if formulation is None else formulation
    work = running.workspace(constant)
    w = K.python_work(running.ints, work)
    w.active[:] = [row.part not in state.inactive for row in running.lowered.rows]
    for measure, k in running.lowered.measures.items():
        own = model.lowered.measures.get(measure, -1)
        w.turns[k] = state.turns[own] if own >= 0 and state.turns.size else 0.0
    plan, size = running.loops
    rhs, floats_extra, ints_extra, control = _right_hand_side(running, choice)
    tail = [running.lowered.signals[EVENT_NAME.format(k)] for k in range(len(events))]
    plan = np.concatenate((plan, np.zeros(ints_extra, np.int64), np.array(tail, np.int64)))
    fwork = np.zeros(size + floats_extra)
    control[problem.LENGTH] = model.length
    control[problem.LIMIT] = position_tolerance or problem.ON_CONSTRAINTS * model.length
    control[problem.FROZEN] = float(correction == "frozen")
    control[problem.LAST_TIME] = -np.inf
    functions = (
        first_class(rhs),
        first_class(problem.project if not isinstance(choice, Baumgarte) else nothing),
        first_class(problem.tangent),
        first_class(problem.event_values if events else nothing),
        first_class(problem.keep_turns if counts_turns(running) else nothing),
    )
    y = np.concatenate((state.q, state.v, state.z))
    motion = Motion(
        running, functions, (running.ints, running.floats, work, plan, fwork, control), y, state.t,
        *_norm(running), _breaks(running),
    )  # fmt: skip
    _leave_out_redundant_rows(motion)
    return motion


def _right_hand_side(model: Model, choice: Formulation):
    control = np.zeros(CONTROL)
    sparse = isinstance(choice, Augmented) and (
        choice.sparse or (choice.sparse is None and model.nv + model.n_rows > SPARSE_FROM)
    )
    if isinstance(choice, Recursive) or sparse:
        return branch.branch_rates, 0, 0, control
    module = DENSE[type(choice)]
    kernel = NULL_SPACE[choice.basis] if isinstance(choice, NullSpace) else module.accelerations
    if isinstance(choice, Baumgarte):
        control[dense_rates.ALPHA], control[dense_rates.BETA] = choice.alpha, choice.beta
    control[dense_rates.ELIMINATE] = float(isinstance(choice, KaneMultipliers) and choice.eliminate)
    floats, ints = dense_rates.sizes(module, model.nv, model.n_rows, len(model.bodies) + 1)
    return dense_rates.rates_of(kernel), floats, ints, control


def with_inputs_and_events(model: Model, inputs: Mapping[str, Any], events: Sequence[Event]) -> Model:
    """A model in which inputs given as expressions or samples are signals of time, and events are signals."""
    unknown = [name for name in inputs if name not in model.inputs]
    if unknown:
        raise DescriptionError([f"there is no input {name!r}; inputs are {model.inputs}" for name in unknown])
    moving = {name: value for name, value in inputs.items() if not isinstance(value, abstract.Real)}
    if not moving and not events:
        return model
    parts = dict(model.numbers.parts)
    extra: list[Any] = []
    for name, value in moving.items():
        if isinstance(value, str):
            parts[name] = Signal(name, value)
        else:
            times, samples = (np.asarray(column, float) for column in value)
            extra.append(Table(f"{name}_samples", tuple(times.tolist()), tuple(samples.tolist()), kind="linear"))
            parts[name] = Signal(name, f"table({name}_samples, time)")
    extra += [Signal(EVENT_NAME.format(k), event.when) for k, event in enumerate(events)]
    mechanism = Mechanism(model.name, plane=model.structure.plane, gravity=model.numbers.mechanism_gravity)
    mechanism.add(*parts.values(), *extra)
    numbers = Numbers(mechanism)
    values = [model.numbers.values[model.numbers.position(p)] if p in model.parameters else None for p in numbers.paths]
    numbers = numbers.with_values(
        np.array([old if old is not None else new for old, new in zip(values, numbers.values, strict=True)])
    )
    made = Model(build_structure(mechanism, numbers, model.coordinates, model.structure.cut), numbers)
    for k, event in enumerate(events):
        if EVENT_NAME.format(k) not in made.lowered.signals:
            raise DescriptionError(
                f"event {event.when!r}: only positions, velocities, inputs and time can decide an event"
            )
    return made


def counts_turns(model: Model) -> bool:
    """Whether the model has angles of cut joints whose turns must be counted."""
    a = model.lowered.arrays
    return bool(((a["measure_kind"] == K.ANGLE) & (a["measure_q"] < 0)).any())


def _norm(model: Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For every tangent entry: the component of y that sizes it, its unit, and the largest size that counts."""
    a, length = model.lowered.arrays, model.length
    nq, nv, nz = model.nq, model.nv, model.nz
    size_of, unit, cap = np.zeros(2 * nv + nz, np.int64), np.ones(2 * nv + nz), np.full(2 * nv + nz, np.inf)
    for b in range(1, len(model.bodies) + 1):
        kind, j, k = int(a["joint_type"][b]), int(a["q_start"][b]), int(a["v_start"][b])
        for i in range(K.JOINT_NV[kind]):
            turning = kind == K.SPHERICAL or (kind == K.FREE and i >= 3)
            size_of[k + i] = -1 if turning else j + i
            size_of[nv + k + i] = nq + k + i
            if i in LENGTHS.get(kind, ()):
                unit[[k + i, nv + k + i]] = length
            else:
                cap[k + i] = 1.0
    size_of[2 * nv :] = nq + nv + np.arange(nz)
    return size_of, unit, cap


def _breaks(model: Model) -> list[float]:
    """Times where motions, forces and signals of time have kinks."""
    runtime = RuntimeNames(Lowering(model.structure, model.numbers))
    tables = build_tape(model.numbers).tables
    found: set[float] = set()
    for part in model.numbers.parts.values():
        for field in part.runtime:
            value = getattr(part, field)
            texts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
            for text in texts:
                if isinstance(text, str):
                    found.update(breaks(parse(text), runtime.resolve, tables).times)
    return sorted(found)


def _leave_out_redundant_rows(motion: Motion) -> None:
    """Rows that depend on others here and beside this position are left out for good: a rank decision at a stage that is
    not quite on the constraints would lock an over-constrained mechanism."""
    ints, floats, work, plan, fwork, control = motion.buffers
    if motion.model.n_rows == 0:
        return
    f = python_loop_work(plan, fwork)
    out = np.zeros_like(motion.y)
    problem.evaluate_y(ints, floats, work, motion.t, motion.y)
    branch.accelerations(ints, floats, work, plan, fwork)
    here = f.weak > 0.0
    if here.any():
        beside = motion.y.copy()
        nq, nv = motion.model.nq, motion.model.nv
        kick = (
            1e-3
            * np.random.default_rng(7).standard_normal(nv)
            * np.where(motion.cap[:nv] == 1.0, 1.0, motion.model.length)
        )
        moved_q = np.zeros(nq)
        moved(ints, floats, motion.y[:nq].copy(), kick, moved_q)
        beside[:nq] = moved_q
        if problem.project(motion.t, beside, out, ints, floats, work, plan, fwork, control) == 0:
            branch.accelerations(ints, floats, work, plan, fwork)
            beside_too = f.weak > 0.0
            if (here & ~beside_too).any():
                control[problem.LARGEST] = USUAL_PIVOT
            here &= beside_too
    f.drop[:] = here
    f.reference[:] = 0.0
