"""Steady motions: a driver turns (or moves) at constant speed and all other freedoms stand still in the coordinates of their joints.

With independent coordinates x and speeds w = 0 beside the driver's, Newton solves  wdot(x, z) = 0, zdot(x, z) = 0,  the matrix being that of
the linear model there: mass dwdot = -stiffness dx. A spinning chain lies where its pull and the centrifugal forces balance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from linkwork.analyses.assembly import assemble
from linkwork.analyses.coordinates import Coordinates
from linkwork.analyses.errors import AnalysisError, QuestionError
from linkwork.analyses.linearize import linearize
from linkwork.analyses.measure import measure
from linkwork.analyses.rebuilding import rebuilt, state_for
from linkwork.description.errors import did_you_mean
from linkwork.description.parts import Driver, Input
from linkwork.formulations.solve import FormulationError, felt_acceleration
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.results.equilibrium import Equilibrium
from linkwork.results.linear_system import LinearSystem
from linkwork.results.steady_motion import SteadyMotion

ITERATIONS = 15
SETTLED = 1e-9  # rad or lengths: the last step
STILL = 1e-7  # accelerations, relative to what the forces and speeds at hand could give
FARTHEST = (
    0.15  # rad or lengths: what moves more from one speed to the next asks for a speed between, to stay on its branch
)
HALVINGS = 8  # of a step in speed
FREE = 1e-12  # relative size of a pivot under which nothing holds a freedom


def steady_motion(
    model: Model, state: State | Equilibrium, driver: str, speed: float, *, states: Sequence[str] | None = None,
    inputs: Mapping[str, float] | None = None,
) -> SteadyMotion:  # fmt: skip
    """The motion at a constant speed of a driver in which all other freedoms stand still, found from a state.

    `driver` is a Driver, whose own motion is left aside, or a position signal to be driven. `states` are the coordinates that stand still:
    joint coordinates are chosen unless given.

    >>> steady = lw.steady_motion(model, state, "spin", 20.0)
    >>> steady["flap.angle"], steady.linear.modes()
    """
    turning = Turning(model, state, driver, states, inputs)
    return SteadyMotion(driver, float(speed), turning.at(float(speed)), measure)


class Turning:
    """A mechanism whose driver moves at any constant speed through where it is in a state; each answer starts the next."""

    def __init__(
        self, model: Model, state: State | Equilibrium, driver: str, states: Sequence[str] | None = None,
        inputs: Mapping[str, float] | None = None,
    ):  # fmt: skip
        if isinstance(state, Equilibrium):
            state, inputs = state.state, {**state.inputs, **(inputs or {})}
        self.values = dict(inputs or {})
        self.driver = driver
        self.model, self.input, self.unit = _at_speed(model, state, driver, self.values)
        self.coordinates = Coordinates(self.model)
        first = replace(state_for(self.model, model, state), v=np.zeros(model.nv))
        inactive = first.inactive - {driver}
        self.first = replace(first, inactive=inactive)
        self.known: dict[float, State] = {}  # by speed
        self.states = None if states is None else list(states)

    def at(self, speed: float) -> LinearSystem:
        """The linear model of the steady motion at a speed; followed from rest, or from the first speed if it does not rest."""
        if not self.known:
            try:
                self.known[0.0] = self._newton(self.first, 0.0, np.inf).state
            except _UnsettledError:
                return self._first_at(speed)
        return self._from(min(self.known, key=lambda other: abs(other - speed)), speed, HALVINGS)

    def _first_at(self, speed: float) -> LinearSystem:
        try:
            found = self._newton(self.first, speed, np.inf)
        except _UnsettledError as error:
            raise AnalysisError(str(error)) from None
        self.known[speed] = found.state
        return found

    def _from(self, origin: float, speed: float, halvings: int) -> LinearSystem:
        """From a speed that is known; by way of one between where Newton does not settle nearby."""
        try:
            found = self._newton(self.known[origin], speed, FARTHEST)
        except _UnsettledError as error:
            if halvings == 0 or speed == origin:
                raise AnalysisError(str(error)) from None
            between = 0.5 * (origin + speed)
            self._from(origin, between, halvings - 1)
            return self._from(between, speed, halvings - 1)
        self.known[speed] = found.state
        return found

    def _newton(self, start: State, speed: float, farthest: float) -> LinearSystem:
        values = {**self.values, self.input: speed}
        state, last = self._placed(start, values), np.inf
        if self.states is None:
            lin = linearize(self.model, state, values=values)
            self.states = [*lin.coordinates, *(lin.speeds if len(lin.speeds) < len(lin.coordinates) else ())]
            state = self._placed(start, values)
        for _ in range(ITERATIONS):
            try:
                lin = linearize(self.model, state, states=self.states, values=values)
            except FormulationError as error:
                raise _UnsettledError(f"{self._what(speed)}: {error}") from None
            residual, still = self._residual(lin, values)
            dx, dz = _step(lin, residual)
            dq = lin.position_map[:, : len(lin.coordinates)] @ dx
            size = max(self._size(dq), float(np.abs(dz / (1.0 + np.abs(state.z))).max(initial=0.0)))
            if still and (size <= SETTLED or size >= 0.5 * last):
                return lin
            moved = self.coordinates.moved(state.q, dq) if np.isfinite(size) else state.q
            if not np.isfinite(size) or self._size(self.coordinates.difference(moved, start.q)) > farthest:
                break
            state, last = self._placed(replace(state, q=moved, z=state.z + dz), values), size
        raise _UnsettledError(self._unbalanced(speed, lin, residual))

    def _size(self, dq: np.ndarray) -> float:
        return float(np.abs(self.coordinates.root_weight * dq).max(initial=0.0))

    def _placed(self, state: State, values: Mapping[str, float]) -> State:
        """On the constraints, the driver at its speed, all other coordinates standing still."""
        rates = {_rate(path): 0.0 for path in self.states or ()}
        return assemble(self.model, rates, near=replace(state, v=np.zeros(self.model.nv)), inputs=values)

    def _residual(self, lin: LinearSystem, values: Mapping[str, float]) -> tuple[np.ndarray, bool]:
        """Accelerations of the coordinates and rates of block states; whether all are small."""
        paths = [path.removesuffix(".rate") + ".accel" for path in lin.speeds]
        found = measure(self.model, lin.state, *paths, "time", inputs=values)[:-1] if paths else ()
        e = Evaluation(self.model, lin.state, values)
        size = max(felt_acceleration(e), 1e-12) / self.model.length
        scaled = self._weights(lin.speeds) * np.array(found)
        still = float(np.abs(scaled).max(initial=0.0)) <= STILL * size
        zdot = e.w.zdot.real.copy()
        still = still and float(np.abs(zdot).max(initial=0.0)) <= STILL * (1.0 + np.abs(lin.state.z).max(initial=0.0))
        return np.concatenate((found, zdot)), still

    def _weights(self, paths: Sequence[str]) -> np.ndarray:
        units = (self.model.signal_table.find(path).unit for path in paths)
        return np.array([1.0 if unit.startswith("rad") else 1.0 / self.model.length for unit in units])

    def _what(self, speed: float) -> str:
        return f"{self.model.name or 'the mechanism'} with {self.driver!r} at {speed:g} {self.unit}"

    def _unbalanced(self, speed: float, lin: LinearSystem, residual: np.ndarray) -> str:
        names = [*(path.removesuffix(".rate") for path in lin.speeds), *self.model.lowered.states]
        worst = np.argsort(-np.abs(residual))[:3]
        left = ", ".join(f"{names[k]} ({residual[k]:+.3g})" for k in worst if residual[k])
        return (
            f"{self._what(speed)}: no steady motion was found; {left or 'nothing'} keeps accelerating. Coordinates stand still in the frames of "
            "their joints: join what turns to the part that is driven, hold what nothing holds, or start nearer to it"
        )


class _UnsettledError(Exception):
    """Newton did not settle from here."""


def _rate(path: str) -> str:
    return path if path.endswith(".rate") else f"{path}.rate"


def _step(lin: LinearSystem, residual: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(dx, dz) that make wdot and zdot zero; the smallest one where nothing holds a freedom."""
    n_x, n_w = len(lin.coordinates), len(lin.speeds)
    rows, columns = np.r_[n_x : lin.A.shape[0]], np.r_[0:n_x, n_x + n_w : lin.A.shape[0]]
    J = lin.A[np.ix_(rows, columns)].copy()
    b = -residual
    J[:n_w], b[:n_w] = lin.mass @ J[:n_w], lin.mass @ b[:n_w]  # forces: their matrix is better conditioned
    scale = np.sqrt(np.maximum(np.abs(J).max(axis=1, initial=0.0), 1e-300))[: J.shape[0]]
    found = np.linalg.lstsq(J / scale[:, None], b / scale, rcond=FREE)[0]
    return found[:n_x], found[n_x:]


def _at_speed(model: Model, state: State, driver: str, values: Mapping[str, float]) -> tuple[Model, str, str]:
    """The mechanism whose driver goes from where it is in the state at a speed that is an input: (model, input, unit)."""
    parts = dict(model.numbers.parts)
    part = parts.get(driver)
    drivers = [name for name, p in parts.items() if isinstance(p, Driver)]
    if part is not None and not isinstance(part, Driver):
        raise QuestionError(f"driver {driver!r} is no Driver; {did_you_mean(driver, drivers, 'drivers are')}")
    if part is None and "." not in driver:
        raise QuestionError(
            f"there is no driver {driver!r}; {did_you_mean(driver, drivers, 'drivers are')}; a position signal is driven too"
        )
    target = driver if part is None else part.target
    signal = model.signal_table.find(target)
    if signal.scalar_measure is None or signal.order:
        raise QuestionError(
            f"driver {driver!r}: {target!r} is no position signal with one component, which can be driven"
        )
    value = measure(model, state, target, inputs=values)
    name = f"{driver.replace('.', '_')}_speed"
    while name in parts:
        name += "_"
    motion = f"({value!r}) + {name}*(time - ({state.t!r}))"
    new = (
        Driver(driver.replace(".", "_") + "_driver", target, motion=motion)
        if part is None
        else replace(part, motion=motion)
    )
    others = [p for p in parts.values() if p is not part]
    return rebuilt(model, [*others, Input(name), new]), name, f"{signal.unit}/s"
