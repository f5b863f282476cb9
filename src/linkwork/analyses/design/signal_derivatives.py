"""Derivatives of signals over time, from the columns of a frozen run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.design.outputs import OutputSet
from linkwork.differentiation.points import Points
from linkwork.differentiation.replay import FrozenRun, component_cotangents
from linkwork.model.plans.design import Design

if TYPE_CHECKING:
    from linkwork.analyses.design.case_motion import CaseMotion


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
        found, times = np.zeros((len(states), k)), np.append(frozen.t0, frozen.grid[:, 1])
        turns = whole.turns(self._points(times, states, rates))
        for i, y in enumerate(states):
            whole.turned(turns[i])
            point = self._points(times[i : i + 1], y[None], rates[i : i + 1])
            (c,) = whole.cotangents(point, whole.values(point))
            w = np.concatenate((component_cotangents(model, y[None, :nq], c.gy[:, :nv])[0], c.gy[0, nv:]))
            found[i] = w @ frozen.states_S[i].reshape(ny, k) + own.gradient(c.lowered)
            found[i] += c.gvdot[0] @ changes[i, nq : nq + nv] + c.glam[0] @ changes[i, ny:]
        return found

    def _points(self, t: np.ndarray, states: np.ndarray, rates: np.ndarray) -> Points:
        model, n = self.frozen.motion.model, t.size
        nq, nv, ny = model.nq, model.nv, states.shape[1]
        return Points(
            t,
            states,
            rates[:, nq : nq + nv],
            rates[:, ny:],
            np.zeros(n),
            np.zeros(n, np.int64),
            self.frozen.noted,
            0,
            n - 1,
        )

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
