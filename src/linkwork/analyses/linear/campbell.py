"""Campbell diagrams: modes about steady motions, followed over the speed of a driver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from linkwork.analyses.linear.campbell_result import Campbell
from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.mode_tracking import track_modes, tracking_problems
from linkwork.analyses.linear.steady_motion import Turning
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.description.values import is_number
from linkwork.model.model import Model
from linkwork.model.state import State


def campbell(
    model: Model, state: State | Equilibrium, driver: str, speeds: Sequence[float] | np.ndarray, *, count: int | None = 12,
    start: float = 0.0, states: Sequence[str] | None = None, inputs: Mapping[str, float] | None = None, orders: Sequence[float] = (1, 2, 3),
    resolution: float = 1e-3,
) -> Campbell:  # fmt: skip
    """Return frequencies and damping ratios of the lowest `count` modes, tracked over the speed of a driver.

    At each speed the steady motion is computed first (`steady_motion`), in which the driver moves at this speed through
    its position in the state; the state is a guess for the speed `start`. Frequencies are those seen in the frames of
    the joints: of a rotor on blades' hinges in the rotating frame, of a shaft in its bearings in the fixed one.
    `orders` are the orders whose lines are drawn and whose critical speeds are listed.

    >>> diagram = lw.campbell(model, state, "spin", np.linspace(0, 20, 41))
    >>> print(diagram); diagram.plot(orders=[1, 2])
    """
    problems = tracking_problems("campbell", "speeds", speeds, count, resolution)
    if not isinstance(orders, Iterable) or not all(is_number(x) and x for x in orders):
        problems.append(f"campbell: orders are numbers other than zero, not {orders!r:.60}")
    turning = Turning.read(problems, model, state, driver, start, states, inputs)
    wanted = np.atleast_1d(np.asarray(speeds, float))
    systems: dict[float, LinearSystem] = {}

    def at(speed: float) -> LinearSystem:
        system = turning.at(speed)
        if speed in wanted:
            systems[speed] = system
        return system

    t = track_modes(at, wanted, count=count, resolution=resolution, parameter=driver, unit=turning.unit)
    linear = tuple(systems[float(x)] for x in wanted)
    return Campbell(
        t.name, t.parameter, t.unit, t.values, t.modes, t.places, t.agreement, t.crossings, linear,
        tuple(float(order) for order in orders),
    )  # fmt: skip
