"""The data of a page, read in one pass over a run: the poses of all bodies and many signals.

Measures of all signals are probed together and every joint's wrench is computed once per output, so that a page of
fifty bodies and thousands of outputs takes seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from linkwork.analyses.columns import SUFFIXES
from linkwork.analyses.motion.run_signals import Reading
from linkwork.analyses.position.measure import Reader, Sample
from linkwork.analyses.position.reactions import JointWrenches
from linkwork.analyses.result import Result
from linkwork.dynamics.formulations.solve import FormulationError, solve
from linkwork.model.errors import AnalysisError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import MeasureOf, SignalOf
from linkwork.model.state import State
from linkwork.viewer.motion import Motion, motion_of


@dataclass(frozen=True)
class Histories:
    """Poses and signals at the outputs that are drawn."""

    t: np.ndarray  # (nt) s
    position: np.ndarray  # (nt, n_body, 3) m, origins of the bodies' own frames
    quaternion: np.ndarray  # (nt, n_body, 4) w x y z, without jumps of sign
    columns: dict[str, np.ndarray]  # scalar signals by path, each (nt)
    units: dict[str, str]


def read_histories(result: Result | Motion, paths: Sequence[str], every: int = 1) -> Histories:
    """Return the poses and signals of a run at every so many of its outputs, the last one included.

    >>> histories = read_histories(run, ["A.angle", "D.force"])
    >>> histories.columns["D.force.x"], histories.position[0]
    """
    run = motion_of(result)
    rows = np.unique(np.append(np.arange(0, len(run), every), len(run) - 1))
    reading = Reading(run.model, run.inputs)
    signals = [reading.running.signal_table.find(path) for path in dict.fromkeys(paths)]
    batch = _Batch(reading.running, signals)
    poses, samples, sample = [], [], None
    for k, state in zip(rows, reading.states(run, rows), strict=True):
        changing = {name: float(values[k]) for name, values in run.efforts.items()}
        if sample is None:
            sample = _Sample(Evaluation(reading.running, state, reading.constant | changing))
        else:
            sample.move(state, changing)
        if run.prescribed is not None:
            sample.given(run.prescribed[0][k], run.prescribed[1][k])
        poses.append(sample.e.w.X_WB.real.copy())
        samples.append(batch.read(sample))
    position, quaternion = _body_poses(reading.running, np.array(poses))
    values, columns, first = np.array(samples), {}, 0
    for signal in signals:
        for suffix in SUFFIXES[signal.shape]:
            columns[signal.path + suffix] = values[:, first]
            first += 1
    units = {signal.path + suffix: signal.unit for signal in signals for suffix in SUFFIXES[signal.shape]}
    return Histories(run.t[rows], position, quaternion, columns, units)


class _Sample(Sample):
    """A sample whose forces may be undetermined: then they are NaN, and the plots have a gap."""

    _known: np.ndarray | None = None

    def move(self, state: State, inputs: Mapping[str, float] | None = None) -> None:
        self._known = None
        super().move(state, inputs)

    def wrenches(self, of: JointWrenches) -> np.ndarray:
        if self._known is None:  # once for all signals of a page
            self._known = super().wrenches(of)
        return self._known

    @property
    def motion(self) -> tuple[np.ndarray, np.ndarray]:
        if self._motion is None:
            try:
                solution = solve(self.e)
                self._motion = (solution.vdot, solution.lam)
            except FormulationError:
                model = self.e.model
                self._motion = (np.full(model.nv, np.nan), np.full(model.n_rows, np.nan))
        return self._motion


class _Batch:
    """A reader of many signals of a sample into one row."""

    def __init__(self, model: Model, signals: Sequence[SignalOf]):
        self.columns = sum(len(SUFFIXES[signal.shape]) for signal in signals)
        plain, second, reactions, others = [], [], [], []
        first = 0
        for signal in signals:
            size = len(SUFFIXES[signal.shape])
            if signal.source == "measures" and not signal.post:
                listed = second if signal.order == 2 else plain
                listed += [(first + i, measure, signal.order) for i, measure in enumerate(signal.measures)]
            elif signal.source == "reaction" and not signal.post:
                reactions.append((first, signal))
            else:
                others.append((slice(first, first + size), Reader(model, signal)))
            first += size
        self._values = _Measures(model, plain)
        self._accelerations = _Measures(model, second)
        self._wrenches = JointWrenches.of(model) if reactions else None
        places = [place for first, signal in reactions for place in self._places(first, signal)]
        self._columns = np.array([column for column, _, _ in places], np.int64)
        self._entries = tuple(np.array([place[1:] for place in places], np.int64).reshape(-1, 2).T)
        self._others = others

    def _places(self, first: int, signal: SignalOf) -> list[tuple[int, int, int]]:
        """Return the column, joint and entry of its wrench for every component of a reaction."""
        assert self._wrenches is not None
        joint, start = self._wrenches.joints.index(signal.name), 0 if signal.path.split(".")[1] == "torque" else 3
        entries = range(3) if signal.component is None else [signal.component]
        return [(first + i, joint, start + entry) for i, entry in enumerate(entries)]

    def read(self, sample: Sample) -> np.ndarray:
        row = np.zeros(self.columns)
        e = sample.e
        if self._values:
            values = self._values.probe.read(e)
            row[self._values.columns] = values[self._values.index, self._values.order].real
        if self._accelerations:
            probe = self._accelerations.probe
            row[self._accelerations.columns] = probe.accelerations(e, probe.read(e), sample.motion[0])[
                self._accelerations.index
            ]
        if self._wrenches is not None:
            row[self._columns] = sample.wrenches(self._wrenches)[self._entries]
        for columns, reader in self._others:
            try:
                row[columns] = np.ravel(reader.read(sample))
            except AnalysisError:  # an energy that does not exist; a remark on the page explains it
                row[columns] = np.nan
        return row


class _Measures:
    """The places of signals' measures in a row; each measure is probed once."""

    def __init__(self, model: Model, listed: Sequence[tuple[int, MeasureOf, int]]):
        distinct: dict[MeasureOf, int] = {}
        for _, measure, _ in listed:
            distinct.setdefault(measure, len(distinct))
        self.probe = Probe(model, list(distinct))
        self.columns = np.array([column for column, _, _ in listed], np.int64)
        self.index = np.array([distinct[measure] for _, measure, _ in listed], np.int64)
        self.order = np.array([order for _, _, order in listed], np.int64)

    def __bool__(self) -> bool:
        return self.columns.size > 0


def _body_poses(model: Model, poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the own frames of the bodies from the frames of their tree joints, (nt, n_body, …)."""
    rows = [model.placement.row(("body", name)) for name in model.bodies]
    if not rows:
        return np.zeros((len(poses), 0, 3)), np.zeros((len(poses), 0, 4))
    number = [body for body, _ in rows]
    own = np.array([row.real for _, row in rows])
    R_WB = poses[:, number, :9].reshape(len(poses), len(rows), 3, 3)
    position = poses[:, number, 9:] + np.einsum("tbij,bj->tbi", R_WB, own[:, 9:])
    R = np.einsum("tbij,bjk->tbik", R_WB, own[:, :9].reshape(-1, 3, 3))
    quaternion = Rotation.from_matrix(R.reshape(-1, 3, 3)).as_quat()[:, [3, 0, 1, 2]].reshape(*R.shape[:2], 4)
    along = np.einsum("tbi,tbi->tb", quaternion[1:], quaternion[:-1])
    signs = np.cumprod(np.where(along < 0, -1.0, 1.0), axis=0)
    quaternion[1:] *= signs[:, :, None]
    return position, quaternion
