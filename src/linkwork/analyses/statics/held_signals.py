"""Signals that the search for an equilibrium holds at a value, with their gradients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.position.measure import Reader, Sample
from linkwork.description.errors import DescriptionError
from linkwork.description.values import TargetValue, real_array, shown
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.signals import SignalOf
from linkwork.model.state import State

if TYPE_CHECKING:
    from linkwork.analyses.statics.balance import Balance, Residual

STEP = 1e-5  # of differences, for signals that are not measured between frames
NEVER = {"time": "the time", "input": "an input; name it in trim, or give its value in inputs"}


class HeldSignals:
    """HeldSignals scalars: the components of signals, with exact gradients for positions and differences for others."""

    def __init__(self, model: Model):
        self.model = model
        self.names: list[str] = []
        self.values = np.zeros(0)
        self._items: list[tuple[SignalOf, Reader, int | None, float]] = []  # signal, reader, component, scale
        self._probes: dict[int, Probe] = {}

    def __len__(self) -> int:
        return len(self.names)

    def add(self, path: str) -> None:
        """Add a signal by its path, or raise an error if it cannot be held. Out-of-plane components are left out."""
        signal = self.model.signal_table.find(path)
        if signal.source in NEVER:
            raise DescriptionError(f"it is {NEVER[signal.source]}")
        if signal.source == "measures" and (signal.order > 0 or signal.measures[0].velocity_only):
            raise DescriptionError("it is a rate, which is zero at rest; hold a position, a force or a block's signal")
        if signal.shape not in ((), (3,)):
            raise DescriptionError("it is a whole rotation; hold angles or components of axes, for example .x_axis.y")
        reader = Reader(self.model, signal)
        planar = self.model.structure.plane is not None
        components: Iterable[int | None] = (None,) if signal.shape == () else range(2 if planar else 3)
        for k in components:
            measured = signal.source == "measures" and not signal.post
            scale = 1.0
            if measured:
                measure = signal.measures[k or 0]
                self._probes[len(self.names)] = Probe(self.model, [measure])
                scale = 1.0 if measure.measure.radians else 1.0 / self.model.length
            self._items.append((signal, reader, k, scale))
            self.names.append(path if k is None else f"{path}.{'xyz'[k]}")

    def read(self, e: Evaluation, lam: np.ndarray) -> np.ndarray:
        """Return all values at an evaluation with v = 0."""
        sample = Sample(e)
        sample.given(np.zeros(self.model.nv), lam)
        values = []
        for _, reader, k, _ in self._items:
            value = np.asarray(reader.read(sample), float)
            values.append(float(value if k is None else value[k]))
        return np.array(values)

    def residual(self, e: Evaluation, lam: np.ndarray) -> np.ndarray:
        """Return value - target, dimensionless for lengths and angles, others relative to the target."""
        return (self.read(e, lam) - self.values) * self.scales()

    def scales(self) -> np.ndarray:
        own = [1.0 / max(1.0, abs(v)) if k not in self._probes else 1.0 for k, v in enumerate(self.values)]
        return np.array([scale for *_, scale in self._items]) * own

    def gradients(self, balance: Balance, residual: Residual) -> dict[int, np.ndarray]:
        """Return the rows of the matrix, by the place of the scalar."""
        if not self._items:
            return {}
        n, rest = residual.N.shape[1], self.model.nz + residual.point.u.size
        scales, rows = self.scales(), {}
        e = balance.evaluate(residual.point)
        for k, probe in self._probes.items():
            probe.read(e)
            slope = (probe.jacobian(e)[0].real / balance.root_weight) @ residual.N
            rows[k] = scales[k] * np.concatenate((slope, np.zeros(rest)))
        others = [k for k in range(len(self)) if k not in self._probes]
        if others:
            columns = np.array([_difference(self, balance, residual, j) for j in range(n + rest)]).reshape(n + rest, -1)
            rows |= {k: columns[:, k] for k in others}
        # drivers that follow an input move held signals with it
        for j in range(n + self.model.nz, n + rest):
            column = _difference(self, balance, residual, j)
            for k in self._probes:
                rows[k][j] = column[k]
        return rows


def _difference(held: HeldSignals, balance: Balance, residual: Residual, j: int) -> np.ndarray:
    sides = []
    for sign in (1.0, -1.0):
        X = np.zeros(residual.N.shape[1] + balance.model.nz + residual.point.u.size)
        X[j] = sign * STEP
        there = balance.moved(residual, X)
        seen = None if there is None else balance.residual(there)
        if seen is None:
            return np.zeros(len(held))
        sides.append(held.residual(balance.evaluate(there), seen.lam))  # type: ignore[arg-type]
    return (sides[0] - sides[1]) / (2 * STEP)


def read_held_signals(
    model: Model, state: State, hold: Mapping[str, TargetValue] | Iterable[str], inputs: Mapping[str, float]
) -> tuple[HeldSignals, list[str]]:
    """Return the signals to hold, at the values given or at those of the state; and their problems."""
    held, problems, wanted = HeldSignals(model), [], []
    given = dict(hold) if isinstance(hold, Mapping) else dict.fromkeys([hold] if isinstance(hold, str) else hold)
    if not isinstance(hold, (Mapping, str)) and len(given) < len(list(hold)):
        problems.append("hold names a signal twice; name every signal once")
    for path, value in given.items():
        try:
            first = len(held)
            held.add(path)
            count = len(held) - first
            if value is None and model.signal_table.find(path).source in ("reaction", "driver"):
                raise DescriptionError(
                    f"a constraint force has no value before the equilibrium is known; give it: hold={{{path!r}: …}}"
                )
            wanted += [np.nan] * count if value is None else _given(value, count)
        except DescriptionError as error:
            problems += [f"hold {path!r}: {text.removeprefix(f'signal {path!r}: ')}" for text in error.problems]
    if not problems:
        held.values = np.array(wanted)
        open_ = np.isnan(held.values)
        if open_.any():
            e = Evaluation(model, state, inputs)
            held.values[open_] = held.read(e, np.zeros(model.n_rows))[open_]
            if not np.isfinite(held.values).all():
                problems.append("the held signals are not numbers at the state; hold={signal: value} gives the values")
    return held, problems


def _given(value: TargetValue, count: int) -> list[float]:
    array = real_array(value)
    if array is None or array.size not in (count, 3 if count == 2 else count):
        raise DescriptionError(f"{shown(value)} is not {count} finite number{'s' if count > 1 else ''}")
    return array.reshape(-1)[:count].tolist()
