"""The data of a page: the poses of all bodies and many signals at the outputs that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from linkwork.analyses.columns import SUFFIXES
from linkwork.analyses.motion.run_signals import Reading
from linkwork.analyses.position.measure import Reader
from linkwork.analyses.position.samples import SampleRows
from linkwork.analyses.result import Result
from linkwork.model.errors import AnalysisError
from linkwork.model.model import Model
from linkwork.model.signals import SignalOf
from linkwork.numerics.questions import question
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
    states = _states(run).with_gaps()
    signals = [states.model.signal_table.find(path) for path in dict.fromkeys(paths)]
    columns = {name: values[rows] for name, values in _columns(states, signals).items()}
    position, quaternion = _body_poses(states.model, states.work("X_WB")[rows])
    units = {signal.path + suffix: signal.unit for signal in signals for suffix in SUFFIXES[signal.shape]}
    return Histories(run.t[rows], position, quaternion, columns, units)


def _states(run: Motion) -> SampleRows:
    """Return the states to read from: those of the run itself, of which much may have been read."""
    if run.run is not None:
        return run.run.rows
    reading = Reading(run.model, run.inputs)
    return SampleRows(
        reading.running, reading.states(run), reading.constant, efforts=run.efforts, motion=run.prescribed
    )


@question
def _columns(rows: SampleRows, signals: Sequence[SignalOf]) -> dict[str, np.ndarray]:
    """Return scalar signals by path, each (nt)."""
    readers = [Reader(rows.model, signal) for signal in signals]
    rows.prepare(one for reader in readers for one in reader.wanted)
    columns = {}
    for reader in readers:
        try:
            values = np.asarray(reader.read(rows)).reshape(len(rows), -1)
        except AnalysisError:  # an energy that does not exist; a remark on the page explains it
            values = np.full((len(rows), len(SUFFIXES[reader.signal.shape])), np.nan)
        for k, suffix in enumerate(SUFFIXES[reader.signal.shape]):
            columns[reader.signal.path + suffix] = values[:, k]
    return columns


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
