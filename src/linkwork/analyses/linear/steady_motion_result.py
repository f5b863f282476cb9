"""A steady motion: a driver at constant speed with all other joint coordinates constant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.result import PositionResult, SignalValue
from linkwork.analyses.table import MIXED, Table, Variable
from linkwork.model.model import Model
from linkwork.model.state import State


@dataclass(frozen=True, eq=False)
class SteadyMotion(PositionResult):
    """What `steady_motion` returns: the state of the mechanism while its driver moves, and the linear model there.

    >>> steady.state, steady["hinge.angle"], steady.linear.modes()
    """

    _what = "a steady motion"
    _no_figure = (
        "it is one position; lw.campbell(…) follows its modes over the speed, steady.linear.plot() draws its poles"
    )

    driver: str
    speed: float  # rad/s or m/s
    linear: LinearSystem = field(repr=False)
    read: Callable[..., SignalValue] = field(repr=False)  # a signal at a state

    @property
    def model(self) -> Model:  # type: ignore[override]
        """The mechanism with the driver at constant speed."""
        return self.linear.model

    @property
    def state(self) -> State:  # type: ignore[override]
        return self.linear.state

    @property
    def inputs(self) -> dict[str, float]:
        """The values of the model's inputs, one of which is the speed."""
        return self.linear.input_values

    def __getitem__(self, path: str) -> SignalValue:
        """Return a signal of the steady motion: a coordinate, a reaction, the driver's force."""
        return self.read(self.model, self.state, path, inputs=self.inputs)

    def _table(self) -> Table:
        arrays = {"q": ("position", self.state.q), "v": ("velocity", self.state.v)}
        return self._own_table(
            {name: Variable(("time", dim), np.asarray(values)[None], MIXED) for name, (dim, values) in arrays.items()}
        )

    def _attributes(self) -> dict[str, str | float | int]:
        return {"mechanism": self.model.name, "driver": self.driver, "speed": self.speed}
