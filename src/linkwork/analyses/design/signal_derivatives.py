"""Derivatives of signals over time, from the tangents of a replayed run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.design.outputs import OutputSet
from linkwork.differentiation.points import Points
from linkwork.differentiation.replay import Replay
from linkwork.model.plans.design import Design
from linkwork.model.tangent_places import TangentPlaces

if TYPE_CHECKING:
    from linkwork.analyses.design.case_motion import CaseMotion


class SignalReader:
    """Derivatives of signals at all accepted states."""

    def __init__(self, computed: CaseMotion, replay: Replay, design: Design):
        self.computed, self.replay, self.design = computed, replay, design
        self._cached: tuple[np.ndarray, np.ndarray] | None = None

    def __call__(self, name: str) -> np.ndarray:
        signal = self.computed.begin.model.signal_table.find(name)
        if signal.shape and signal.component is None:
            return np.stack([self._scalar(f"{name}.{part}") for part in "xyz"], axis=1)
        return self._scalar(name)

    def _scalar(self, name: str) -> np.ndarray:
        """Return derivatives, shape (nt, np)."""
        replay, model = self.replay, self.replay.motion.model
        case = self.computed.case.changed(outputs={"signal": f"final({name})"})
        whole = OutputSet(self.computed.begin.model, case, self.computed.begin.state)
        given = tuple(self.computed.begin.constant)
        own = Design(whole.model, self.design.parameters, given=given, like=self.design)
        ny, _, nk = replay.layer.sizes
        k, nq, nv = replay.layer.tangents, model.nq, model.nv
        states, rates, changes = self._tangents()
        derivatives, times = np.zeros((len(states), k)), np.append(replay.t0, replay.grid[:, 1])
        turns = whole.turns(self._points(times, states, rates))
        for i, y in enumerate(states):
            whole.turned(turns[i])
            point = self._points(times[i : i + 1], y[None], rates[i : i + 1])
            (c,) = whole.cotangents(point, whole.values(point))
            w = np.concatenate(
                (TangentPlaces.of(model).component_cotangents(y[None, :nq], c.gy[:, :nv])[0], c.gy[0, nv:])
            )
            derivatives[i] = w @ replay.states_S[i].reshape(ny, k) + own.gradient(c.gnumbers)
            derivatives[i] += c.gvdot[0] @ changes[i, nq : nq + nv] + c.glam[0] @ changes[i, ny:]
        return derivatives

    def _points(self, t: np.ndarray, states: np.ndarray, rates: np.ndarray) -> Points:
        model, n = self.replay.motion.model, t.size
        nq, nv, ny = model.nq, model.nv, states.shape[1]
        return Points(
            t,
            states,
            rates[:, nq : nq + nv],
            rates[:, ny:],
            np.zeros(n),
            np.zeros(n, np.int64),
            self.replay.turn_counts,
            0,
            n - 1,
        )

    def _tangents(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the accepted states, their rates and multipliers, and their tangents."""
        replay = self.replay
        if self._cached is None:
            ny, _, nk = replay.layer.sizes
            k, n = replay.layer.tangents, len(replay.states)
            rates, changes = np.zeros((n, nk)), np.zeros((n, nk, k))
            for i, y in enumerate(replay.states):
                t = replay.t0 if i == 0 else float(replay.grid[i - 1, 1])
                replay.recall_step(i)
                rates[i] = replay.layer.call("rates", t, np.ascontiguousarray(y), nk)
                changes[i] = replay.layer.call("tangent", t, replay.states_S[i], nk * k).reshape(nk, k)
            self._cached = (rates, changes)
        return replay.states, *self._cached
