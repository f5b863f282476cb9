"""Sensitivities of a case that simulates: along its frozen steps, or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.analyses.case import simulation
from linkwork.analyses.case_start import CaseStart
from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.analyses.frozen_run import FrozenRun, component_columns, component_cotangents, tangent_cotangents
from linkwork.analyses.kinks import jumps
from linkwork.analyses.motion import Motion, leave_out_redundant_rows, prepare
from linkwork.analyses.outputs import OutputSet
from linkwork.analyses.points import Cotangents, Points
from linkwork.analyses.progress import Progress
from linkwork.analyses.start_sensitivity import StartSensitivity
from linkwork.analyses.still_sensitivity import prepared
from linkwork.description.cases import Case
from linkwork.description.choices import CVODE, Adams, SciPy
from linkwork.model.design import Design
from linkwork.model.model import Model
from linkwork.results.record import Record
from linkwork.results.sensitivity import Sensitivity
from linkwork.results.trajectory import Trajectory

EXPLODED = 1e15  # of an output: no derivative of a computed motion is as large
DEPARTED = 1e3  # of the tolerance: how far repeated steps may end from the run without a word


class CaseMotion:
    """A case that has been run: what is computed again from its record, for this model or for others with the same record."""

    def __init__(
        self, begin: CaseStart, *, quiet: bool = False, record: Record | None = None, decisions: dict[int, Any] | None = None
    ):  # fmt: skip
        self.begin, self.case, self.quiet = begin, begin.case, quiet
        self.decisions: dict[int, Any] = (
            {} if decisions is None else decisions
        )  # of implicit steps, frozen like the steps
        case = begin.case
        _require_passes(case)
        self.run: Trajectory | None = None
        if record is None:
            self.run = run = simulation(self.begin, quiet=quiet, record="stages")
            _require_finished(case, run)
            record = run.record
        assert record is not None
        self.record: Record = record
        self.whole = OutputSet(begin.model, case, begin.state)

    def motion(self) -> Motion:
        """Fresh buffers at the start."""
        inputs = self.case.inputs
        motion = prepare(self.begin.model, None, inputs, ()).start(self.begin.state, inputs)
        leave_out_redundant_rows(motion)
        return motion

    def frozen(self, **options: Any) -> FrozenRun:
        end = float(self.record.t_new[-1]) if len(self.record) else self.begin.state.t
        progress = Progress(self.begin.state.t, end, self.quiet)
        stages = None if self.run is None else self.record.stages  # of this very design
        frozen = FrozenRun(self.motion(), self.record, progress=progress, stages=stages, **options)
        frozen.decisions = self.decisions
        return frozen

    @property
    def reads_ends(self) -> bool:
        """Whether all outputs are read from the first and the last state."""
        return all(term.kind in ("initial", "final") for term in self.whole.terms)

    def values(self, points: Points) -> tuple[np.ndarray, dict[str, float]]:
        g = self.whole.values(points)
        return g, self.whole.reduce(points, g)


def run_sensitivity(
    model: Model, case: Case, parameters: Sequence[str], method: str, quiet: bool = False
) -> tuple[Sensitivity, CaseMotion]:
    """Of the outputs of a simulation, and with method "direct" of all its states; and what was computed."""
    computed = CaseMotion(prepared(model, case, parameters), quiet=quiet)
    begin = computed.begin
    given = tuple(begin.constant)
    design = Design(computed.motion().model, parameters, given=given)
    start = StartSensitivity(begin, parameters, design)
    answer = _along if method == "direct" else _against
    frozen, points, outputs, cotangents, by_parameters = answer(computed, design, start)
    reader = SignalReader(computed, frozen, design) if method == "direct" else None
    by_parameters = by_parameters + _direct_changes(computed, cotangents, design)
    _require_bounded(case, outputs, parameters, by_parameters, frozen.states_S)
    gradient = dict(zip(outputs, by_parameters, strict=True))
    times = np.concatenate(([frozen.t0], frozen.grid[:, 1]))
    found = Sensitivity(
        case, method, tuple(parameters), parameter_values(design, case), outputs, gradient, computed.run, times,
        _flagged(computed.record, computed.run), _approximate(frozen, start),
        _departure(computed, points) + jumps(begin.model, case.inputs), reader,
    )  # fmt: skip
    return found, computed


Answer = tuple[FrozenRun, Points, dict[str, float], list[Cotangents], np.ndarray]  # and (n_out, np)


def _along(computed: CaseMotion, design: Design, start: StartSensitivity) -> Answer:
    """Columns of all parameters along the motion."""
    frozen, whole, model = computed.frozen(design=design), computed.whole, design.model
    nq, nv = model.nq, model.nv
    S0 = np.vstack((component_columns(model, frozen.motion.y[:nq], start.y_p[:nv]), start.y_p[nv:]))
    if frozen.has_plain_ends and computed.reads_ends:
        points, columns, changes = frozen.direct_ends(S0)
        g, outputs = computed.values(points)
        cotangents = whole.cotangents(points, g) if outputs else []
        found = np.zeros((len(outputs), len(design)))
        for row, c in zip(found, cotangents, strict=True):
            gy = np.hstack((component_cotangents(model, points.y[:, :nq], c.gy[:, :nv]), c.gy[:, nv:]))
            row += np.einsum("ei,eik->k", gy, columns) + np.einsum("ei,eik->k", c.gvdot, changes[:, nq : nq + nv])
            row += np.einsum("ei,eik->k", c.glam, changes[:, points.y.shape[1] :])
        return frozen, points, outputs, cotangents, found
    points = frozen.primal()
    g, outputs = computed.values(points)
    cotangents = whole.cotangents(points, g) if outputs else []
    return frozen, points, outputs, cotangents, frozen.direct(S0, cotangents)


def _against(computed: CaseMotion, design: Design, start: StartSensitivity) -> Answer:
    """Cotangents of all outputs against the motion."""
    frozen, nq = computed.frozen(backwards=True), design.model.nq
    points = frozen.primal()
    read = points.ends() if computed.reads_ends else points
    g, outputs = computed.values(read)
    cotangents = computed.whole.cotangents(read, g) if outputs else []
    W, lowered = frozen.adjoint([c.spread(points) for c in cotangents] if computed.reads_ends else cotangents)
    found = np.array([design.gradient(row) for row in lowered]).reshape(len(outputs), len(design))
    w = tangent_cotangents(design.model, frozen.motion.y[:nq], W[:, :nq])
    return frozen, points, outputs, cotangents, found + np.hstack((w, W[:, nq:])) @ start.y_p


def _direct_changes(computed: CaseMotion, cotangents: Sequence[Cotangents], design: Design) -> np.ndarray:
    """(n_out, np): what outputs change with numbers that they read themselves, such as places of frames."""
    out = np.zeros((len(cotangents), len(design)))
    if any(c.lowered.any() for c in cotangents):
        own = Design(computed.whole.model, design.parameters, given=tuple(computed.begin.constant), like=design)
        for row, c in zip(out, cotangents, strict=True):
            row[:] = own.gradient(c.lowered)
    return out


class SignalReader:
    """Derivatives of signals at all accepted states."""

    def __init__(self, computed: CaseMotion, frozen: FrozenRun, design: Design):
        self.computed, self.frozen, self.design = computed, frozen, design
        self._kept: tuple[np.ndarray, np.ndarray] | None = None

    def __call__(self, name: str) -> np.ndarray:
        signal = self.computed.begin.model.signal_table.find(name)
        if signal.shape and signal.component is None:
            return np.stack([self._scalar(f"{name}.{part}") for part in "xyz"], axis=1)
        return self._scalar(name)

    def _scalar(self, name: str) -> np.ndarray:
        """(nt, np)."""
        frozen, model = self.frozen, self.frozen.motion.model
        case = self.computed.case.changed(outputs={"signal": f"final({name})"})
        whole = OutputSet(self.computed.begin.model, case, self.computed.begin.state)
        given = tuple(self.computed.begin.constant)
        own = Design(whole.model, self.design.parameters, given=given, like=self.design)
        ny, _, nk = frozen.layer.sizes
        k, nq, nv = frozen.layer.columns, model.nq, model.nv
        states, rates, changes = self._along()
        found = np.zeros((len(states), k))
        for i, y in enumerate(states):
            t = frozen.t0 if i == 0 else float(frozen.grid[i - 1, 1])
            step = np.array([min(i, len(frozen.record))])
            point = Points(
                np.array([t]), y[None], rates[i, None, nq : nq + nv], rates[i, None, ny:], np.zeros(1), step, frozen.noted, 0, 0
            )  # fmt: skip
            (c,) = whole.cotangents(point, whole.values(point))
            w = np.concatenate((component_cotangents(model, y[None, :nq], c.gy[:, :nv])[0], c.gy[0, nv:]))
            found[i] = w @ frozen.states_S[i].reshape(ny, k) + own.gradient(c.lowered)
            found[i] += c.gvdot[0] @ changes[i, nq : nq + nv] + c.glam[0] @ changes[i, ny:]
        return found

    def _along(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Accepted states, their rates and multipliers, and the columns of those."""
        frozen = self.frozen
        if self._kept is None:
            ny, _, nk = frozen.layer.sizes
            k, n = frozen.layer.columns, len(frozen.states)
            rates, changes = np.zeros((n, nk)), np.zeros((n, nk, k))
            for i, y in enumerate(frozen.states):
                t = frozen.t0 if i == 0 else float(frozen.grid[i - 1, 1])
                frozen.recall_step(i)
                rates[i] = frozen.layer.call("rates", t, np.ascontiguousarray(y), nk)
                changes[i] = frozen.layer.call("along", t, frozen.states_S[i], nk * k).reshape(nk, k)
            self._kept = (rates, changes)
        return frozen.states, *self._kept


def _require_passes(case: Case) -> None:
    if isinstance(case.integrator, Adams | CVODE | SciPy):
        raise QuestionError(
            f"case {case.name!r}: {type(case.integrator).__name__} has no sensitivities, because its steps depend on many steps before; "
            'choose lw.DormandPrince(), lw.RungeKutta4(step), lw.Radau(), lw.GeneralizedAlpha() or (with method="direct") lw.BDF(), or leave the integrator out'
        )


def _require_finished(case: Case, run: Trajectory) -> None:
    if not run.success:
        raise AnalysisError(
            f"case {case.name!r} did not reach its end, so that its outputs have no derivatives: {run.message}"
        )
    stopped = [event for event in run.events if event.event.stop]
    if stopped:
        raise QuestionError(
            f"case {case.name!r} was stopped by {stopped[-1].event.when!r} at {stopped[-1].time:.6g} s: the time of its end changes with "
            "the design. Give a duration that ends before, or an event that does not stop"
        )


def _require_bounded(
    case: Case, outputs: dict[str, float], parameters: Sequence[str], by_parameters: np.ndarray, states_S: np.ndarray
) -> None:  # fmt: skip
    """Steps that are too long for a motion which the run itself does not have, as out of a plane, let its derivatives explode."""
    size = 1.0 + np.abs(np.array(list(outputs.values()), float)).reshape(-1, 1)
    grown = ~(np.abs(by_parameters) <= EXPLODED * size).all(axis=0)
    if states_S.size:
        grown |= ~np.isfinite(states_S.reshape(-1, len(parameters))).all(axis=0)
    if grown.any():
        named = ", ".join(np.array(parameters)[grown])
        raise QuestionError(
            f"case {case.name!r}: derivatives by {named} grow without bound, because explicit steps are too long for a stiff motion that "
            "this run does not have but they do; choose lw.Radau() or lw.GeneralizedAlpha() as integrator, or a smaller rtol"
        )


def parameter_values(design: Design, case: Case) -> np.ndarray:
    """Of parameters, those of a start too where they are numbers."""
    values = design.values
    for k, path in enumerate(design.parameters):
        entry = case.start.get(path.removeprefix("start."))
        if path.startswith("start.") and isinstance(entry, float | int):
            values[k] = entry
    return values


def _flagged(record: Record, run: Trajectory | None) -> tuple[tuple[float, float], ...]:
    """Stretches of steps that pass singular positions, or are so near that the run interpolated across them."""
    across = np.diff(record.control[:, 4], prepend=0.0) > 0
    for crossing in run.crossings if run is not None else ():
        across |= (record.t <= crossing.time) & (crossing.time <= record.t_new)
    found: list[tuple[float, float]] = []
    for k in np.flatnonzero(across):
        first, last = float(record.t[k]), float(record.t_new[k])
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return tuple(found)


def _departure(computed: CaseMotion, points: Points) -> tuple[str, ...]:
    """A sentence where the steps taken again do not end where the run did, as beside singular positions."""
    if computed.run is None:
        return ()
    final = computed.run.final
    end = np.concatenate((final.q, final.v, final.z))
    off = float(np.abs(points.y[points.last] - end).max(initial=0.0))
    if off <= DEPARTED * computed.record.rtol * max(1.0, float(np.abs(end).max(initial=0.0))):
        return ()
    return (
        f"the steps taken again end {off:.1e} away from the run: its decisions beside singular positions are not differentiated",
    )


def _approximate(frozen: FrozenRun, start: StartSensitivity) -> tuple[str, ...]:
    """Blocks whose derivatives were differences."""
    return tuple(dict.fromkeys((*start.approximate, *frozen.layer.approximate_blocks())))
