"""A steady motion: a driver at constant speed, everything else standing still in the frames of its joints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.model.model import Model
from linkwork.model.state import State


@dataclass(frozen=True, eq=False)
class SteadyMotion:
    """What `steady_motion` returns: where the mechanism stands while its driver moves, and the linear model there.

    >>> steady.state, steady["hinge.angle"], steady.linear.modes()
    """

    driver: str
    speed: float  # rad/s or m/s
    linear: LinearSystem = field(repr=False)
    read: Callable[..., Any] = field(repr=False)  # a signal at a state

    @property
    def model(self) -> Model:
        """The mechanism with the driver at constant speed."""
        return self.linear.model

    @property
    def state(self) -> State:
        return self.linear.state

    @property
    def inputs(self) -> dict[str, float]:
        """Of the model; one of them is the speed."""
        return self.linear.input_values

    def __getitem__(self, path: str) -> Any:
        """A signal there: a coordinate, a reaction, the driver's force."""
        return self.read(self.model, self.state, path, inputs=self.inputs)
