"""Reading of measures that need not be the model's own: targets of an assembly, signals of a result."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np

from linkwork.kernels.arrays import ALL
from linkwork.kernels.probe import (
    AXES,
    COLUMNS,
    FRAME_I,
    FRAME_J,
    KIND,
    MOTION,
    PLACE,
    probe_frames,
    probe_jacobian,
    probe_measures,
)
from linkwork.model.cache import Slot
from linkwork.model.evaluation import Evaluation
from linkwork.model.lowering.turn_counts import TurningPath, turning_path
from linkwork.model.model import Model
from linkwork.model.signals import FrameKey, MeasureOf

PROBES: Slot[tuple[MeasureOf, ...], Probe] = Slot("probes of measures", limit=100)


class Probe:
    """A reader of measures of a model at an evaluation.

    >>> probe = Probe(model, model.signal_table.find("A.angle").measures)
    >>> values, jacobian = probe.read(Evaluation(model, state)), probe.jacobian(...)
    """

    def __init__(self, model: Model, measures: Sequence[MeasureOf]):
        self.model, self.measures = model, tuple(measures)
        frames: dict[FrameKey, int] = {}
        rows = []
        for measure in self.measures:
            for key in measure.frames():
                if key not in frames:
                    frames[key] = len(rows)
                    rows.append(_placed(model, key))
        self.body = np.array([body for body, _ in rows], np.int64)
        self.X_BF = np.array([row for _, row in rows], model.dtype).reshape(-1, 12)
        self.frames = np.array([[frames[key] for key in m.frames()] for m in self.measures], np.int64).reshape(-1, 2)
        self.plan = np.zeros((len(self.measures), COLUMNS), np.int64)
        self.plan[:, FRAME_I : FRAME_J + 1] = self.frames
        self.plan[:, AXES:PLACE] = np.array([m.measure.axes for m in self.measures], np.int64).reshape(-1, 3)
        self.has_turns = np.array([m.measure.properties.has_turns for m in self.measures], bool)
        self.kind, self.place = self.plan[:, KIND], self.plan[:, PLACE]
        self.kind[:] = [m.measure.kind for m in self.measures]
        self.place[:] = [model.lowered.coordinates.get(m, -1) for m in self.measures]
        self._own = np.array([model.lowered.measures.get(m, -1) for m in self.measures], np.int64)
        self._counted = np.flatnonzero(self._own >= 0)
        self._find_paths()
        self._motion, self._G = (
            np.zeros(shape, model.dtype) for shape in ((len(rows), MOTION), (len(self.measures), 12))
        )

    @classmethod
    def of(cls, model: Model, measures: tuple[MeasureOf, ...]) -> Probe:
        """Return a probe whose tables are cached with the model; its buffers are its own."""
        probe = model.cache.get(PROBES, measures, lambda: cls(model, measures))
        if not measures:
            return probe
        probe = copy(probe)
        probe._motion, probe._G = np.zeros_like(probe._motion), np.zeros_like(probe._G)
        return probe

    def _find_paths(self) -> None:
        """The coordinates that turn the angles: entries of q, their signs, and the angles they belong to."""
        angles = np.flatnonzero(self.has_turns & (self.place < 0))
        paths = [_path(self.model, self.measures[k]) for k in angles]
        self._offset, self.follows_q = np.zeros(len(self.measures)), self.place >= 0
        self._offset[angles], self.follows_q[angles] = [p.offset for p in paths], [p.free == 0.0 for p in paths]
        self._path_q = np.array([k for path in paths for k in path.q], np.int64)
        self._path_sign = np.array([sign for path in paths for sign in path.sign])
        self._path_of = np.repeat(angles, [len(path.q) for path in paths])

    def turns(self, q: np.ndarray, turns: np.ndarray) -> np.ndarray:
        """Return the turns of the angles, accurate to less than half a turn, shape (…, k), from positions (…, nq) and the
        turns that the model counts, (…, n_angle)."""
        if q.ndim == 1:
            out = self._offset + np.bincount(self._path_of, self._path_sign * q[self._path_q], len(self.measures))
        else:
            out = np.zeros((*q.shape[:-1], len(self.measures))) + self._offset
            for angle, place, sign in zip(self._path_of, self._path_q, self._path_sign, strict=True):
                out[..., angle] += sign * q[..., place]
        own = self._counted
        out /= 2.0 * np.pi
        out[..., own] += turns[..., self._own[own]]
        return out

    def read(self, e: Evaluation) -> np.ndarray:
        """Return value, rate, and second rate at vdot = 0 of every measure, shape (k, 3)."""
        model = self.model
        values = np.zeros((len(self.measures), 3), model.dtype)
        if not self.measures:
            return values
        probe_frames(model.ints, model.floats, e.work, self.body, self.X_BF, self._motion)
        turns, q = self.turns(np.real(e.state.q), np.real(e.w.turns)), e.state.q.astype(model.dtype)
        probe_measures(model.ints, model.floats, e.work, self.body, self._motion, self.plan, turns, q, values, self._G)
        return values

    def jacobian(self, e: Evaluation) -> np.ndarray:
        """Return gradients with respect to tangent displacements (for velocity-level measures: velocities), shape (k,
        nv).

        Call `read` first."""
        out = np.zeros((len(self.measures), self.model.nv), self.model.dtype)
        probe_jacobian(self.model.ints, self.model.floats, e.work, self.body, self.frames, self._G, out)
        return out

    @property
    def gradients(self) -> np.ndarray:
        """Return gradients with respect to displacements of the two bodies at their origins, shape (k, 12), after
        `read`."""
        return self._G

    def accelerations(self, e: Evaluation, values: np.ndarray, vdot: np.ndarray) -> np.ndarray:
        """Return second rates with the accelerations vdot, shape (k,)."""
        return values[:, 2] + self.jacobian(e) @ vdot


def _placed(model: Model, key: FrameKey) -> tuple[int, np.ndarray]:
    """Return a frame's body and its pose there, those of the model's arrays if it is one of theirs."""
    k, arrays = model.lowered.frames.get(key), model.lowered.arrays
    return model.placement.row(key) if k is None else (int(arrays["frame_body"][k]), arrays["X_BF"][k])


def _path(model: Model, measure: MeasureOf) -> TurningPath:
    """Return the coordinates that turn an angle, those of the model's arrays if it counts its turns."""
    k, a = model.lowered.measures.get(measure), model.lowered.arrays
    if k is None or np.real(a["turn_free"][k]) >= ALL:
        return turning_path(model.placement, a, model.lowered.q0, measure)
    span = slice(a["turn_start"][k], a["turn_start"][k + 1])
    sign, offset, free = (np.real(a[name]) for name in ("turn_sign", "turn_offset", "turn_free"))
    return TurningPath(
        a["turn_q"][span].tolist(),
        a["turn_v"][span].tolist(),
        sign[span].tolist(),
        float(offset[k]),
        float(free[k] > 0.0),
    )
