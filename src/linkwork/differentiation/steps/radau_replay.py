"""Replays recorded Radau steps with the integrator itself and more Newton iterations than the run took."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linkwork.integrators import contract
from linkwork.integrators import state as S
from linkwork.integrators.functions import completed
from linkwork.integrators.methods import radau
from linkwork.integrators.methods.radau_newton import MATRIX, PREDICTABLE
from linkwork.integrators.record import unpacked
from linkwork.kernels import arrays as K

if TYPE_CHECKING:
    from linkwork.integrators.motion import Motion
    from linkwork.integrators.record import Record


class RadauReplay:
    """Replays one step at a time, in its own buffers."""

    def __init__(self, motion: Motion, record: Record, method: int):
        prepared, model = motion.prepared, motion.model
        self.motion = replace(motion, page=motion.page.copied(), newton=None)
        self.functions = completed(motion.functions, self.motion.newton_functions(radau.FUNCTIONS))
        ny, nt = motion.y.size, prepared.unit.size
        self.fresh = S.new_state(
            0.0, np.zeros(ny), np.inf, method=method, memory=radau.memory(ny, nt, model.n_rows),
            tolerances=S.Tolerances(record.rtol, record.rtol * prepared.unit, nt, prepared.size_of, prepared.cap),
        )  # fmt: skip
        self.s = 3 if method == S.RADAU_3 else 5
        self.record_f, self.record_i = unpacked(record)
        self.turns = K.python_work(model.ints, self.motion.page.work).turns
        self.none = np.zeros(0), np.zeros((0, ny))
        self.next_step = -1

    def step(self, n: int, y: np.ndarray, more: int, turns: np.ndarray) -> np.ndarray | None:
        """Return Z (s, ny) of step n from y, with `more` iterations than the run took; None if that fails."""
        row_f, row_i = self.record_f[n : n + 1], self.record_i[n : n + 1].copy()
        going_on = n == self.next_step
        if not going_on:
            self.istate, self.fstate = S.renewed(*self.fresh, row_f[0, contract.RECORD_T], y, np.inf)
            radau.configure(self._field("flags"), self._field("memory"), (), 0, 0, 0)
        self.turns[: turns.size] = turns
        count = self._field("count")
        count[S.PHASE], count[S.RECORDS], count[S.AFTER_BREAK] = S.STEP, 0, 0
        if not going_on or row_i[0, contract.RECORD_BREAKS] & 1:
            self._field("flags")[[MATRIX, PREDICTABLE]] = 0
            row_i[0, contract.RECORD_MATRIX] = 3
        row_i[0, contract.RECORD_ITERATIONS] += more
        self._field("y")[:] = y
        self._field("real")[S.T] = row_f[0, contract.RECORD_T]
        code = radau.replay(self.functions, self.motion.page, self.istate, self.fstate, *self.none, row_f, row_i)
        self.next_step = n + 1 if code == contract.DONE else -1
        if code != contract.DONE:
            return None
        return self._field("stages")[: self.s * y.size].reshape(self.s, -1).copy()

    def _field(self, name: str) -> np.ndarray:
        return S.field(self.istate, self.fstate, name)
