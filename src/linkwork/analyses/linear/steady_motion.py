"""Steady motions: a driver turns (or moves) at constant speed and all other joint coordinates are constant.

With independent coordinates x and speeds w = 0 beside the driver's, Newton solves  wdot(x, z) = 0, zdot(x, z) = 0,  the
matrix being that of the linear model there: mass dwdot = -stiffness dx. A spinning chain takes the shape in which its
tension and the centrifugal forces balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.linearize import linear_model
from linkwork.analyses.linear.questions import gathered, names, require_model, value_problems
from linkwork.analyses.linear.state_choice import split_states
from linkwork.analyses.linear.steady_motion_result import SteadyMotion
from linkwork.analyses.position.assembly import assemble
from linkwork.analyses.position.measure import measure
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.description.errors import did_you_mean
from linkwork.description.parts import Driver
from linkwork.description.values import is_number
from linkwork.dynamics.formulations.solve import FormulationError, felt_acceleration, solve
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.probe import Probe
from linkwork.model.state import State
from linkwork.model.state_check import state_problems
from linkwork.model.state_conversion import state_for
from linkwork.model.variants import with_driver_at_speed
from linkwork.numerics.questions import question

ITERATIONS = 20
SETTLED = 1e-11  # rad or lengths: the last step
SLOW = 0.2  # of the step before: a longer step requires a new matrix
STILL = 1e-7  # accelerations, relative to those that the present forces and speeds could give
ROUNDING = 1e-6  # of the accelerations: the remainder after a step if every freedom has stiffness
FARTHEST = 0.15  # rad or lengths: a larger change between speeds requires one in between, to stay on the branch
HALVINGS = 8  # of a step in speed
FREE = 1e-12  # relative size of a pivot below which a freedom has no stiffness


@question
def steady_motion(
    model: Model, state: State | Equilibrium, driver: str, speed: float, *, start: float = 0.0,
    states: Sequence[str] | None = None, inputs: Mapping[str, float] | None = None,
) -> SteadyMotion:  # fmt: skip
    """Return the motion at a constant speed of a driver in which all other coordinates are constant, starting from a
    state.

    `driver` is a Driver, whose own motion is ignored, or a position signal to be driven. The state is a guess for the
    speed `start` (zero unless given), from which the speed is changed in steps. `states` are the constant coordinates:
    joint coordinates are chosen unless given.

    >>> steady = lw.steady_motion(model, state, "spin", 20.0)
    >>> steady["flap.angle"], steady.linear.modes()
    """
    problems = [] if is_number(speed) else [f"steady_motion: speed is a finite number, not {speed!r:.60}"]
    turning = Turning.read(problems, model, state, driver, start, states, inputs)
    return SteadyMotion(driver, float(speed), turning.at(float(speed)), measure)


class Turning:
    """A mechanism whose driver moves at any constant speed through its position in a state; each solution is the guess
    for the next."""

    @classmethod
    def read(
        cls, problems: list[str], model: Model, state: State | Equilibrium, driver: str, start: float,
        states: Sequence[str] | None, inputs: Mapping[str, float] | None,
    ) -> Turning:  # fmt: skip
        """Return an instance, or raise an error that lists all problems of the arguments and the given ones."""
        require_model(model)
        if isinstance(state, Equilibrium):
            state, inputs = state.state, {**state.inputs, **(inputs or {})}
        problems = [
            *problems,
            *state_problems(model, state),
            *value_problems(model, inputs),
            *_driver_problems(model, driver),
        ]
        if not is_number(start):
            problems.append(f"start is the speed that the state is a guess for, a finite number, not {start!r:.60}")
        if states is not None:
            gathered(problems, split_states, model, names("states", states, problems) or [])
        if problems:
            raise QuestionError(problems)
        return cls(model, state, driver, start, states, inputs)

    def __init__(
        self, model: Model, state: State, driver: str, start: float, states: Sequence[str] | None, inputs: Mapping[str, float] | None
    ):  # fmt: skip
        self.values = dict(inputs or {})
        self.driver, self.start = driver, float(start)
        self.model, self.input, self.unit = _at_speed(model, state, driver, self.values)
        self.coordinates = Coordinates(self.model)
        first = replace(state_for(self.model, model, state), v=np.zeros(model.nv))
        inactive = first.inactive - {driver}
        self.first = replace(first, inactive=inactive)
        self.known: dict[float, State] = {}  # by speed
        self.last: LinearSystem | None = None  # by which steps are made
        self.states = None if states is None else list(states)

    def at(self, speed: float) -> LinearSystem:
        """Return the linear model of the steady motion at a speed, followed from `start`, or from the first speed if
        there is no steady motion at `start`."""
        if not self.known:
            try:
                system = self._newton(self.first, self.start, np.inf)
            except _UnsettledError:
                return self._first_at(speed)
            self.known[self.start] = system.state
            if speed == self.start:
                return system
        return self._from(min(self.known, key=lambda other: abs(other - speed)), speed, HALVINGS)

    def _first_at(self, speed: float) -> LinearSystem:
        try:
            system = self._newton(self.first, speed, np.inf)
        except _UnsettledError as error:
            raise AnalysisError(str(error)) from None
        self.known[speed] = system.state
        return system

    def _from(self, origin: float, speed: float, halvings: int) -> LinearSystem:
        """Return the solution from a known speed, through one in between if Newton's method does not converge
        nearby."""
        try:
            system = self._newton(self.known[origin], speed, FARTHEST)
        except _UnsettledError as error:
            if halvings == 0 or speed == origin:
                raise AnalysisError(str(error)) from None
            between = 0.5 * (origin + speed)
            self._from(origin, between, halvings - 1)
            return self._from(between, speed, halvings - 1)
        self.known[speed] = system.state
        return system

    def _newton(self, start: State, speed: float, farthest: float) -> LinearSystem:
        """Return the solution by Newton's method with the last linear model while it converges fast, else with a new
        one."""
        values = {**self.values, self.input: speed}
        state, last, fresh = self._placed(start, values), np.inf, False
        if self.states is None:
            self._choose(self._linear(state, values, speed))
            state = self._placed(start, values)
        for _ in range(ITERATIONS):
            if self.last is None:
                self.last, fresh = self._linear(state, values, speed), True
            residual, felt = self._residual(state, values)
            dq, dz, left = _step(self.last, residual)
            still = self._largest(residual) <= STILL * felt
            held = self._largest(left) <= max(STILL * felt, ROUNDING * self._largest(residual))
            size = max(self._size(dq), float(np.abs(dz / (1.0 + np.abs(state.z))).max(initial=0.0)))
            if held and (size <= SETTLED or (still and fresh and size >= 0.5 * last)):
                if self.last.state is not state:
                    self.last = self._linear(state, values, speed)
                return self.last
            if not fresh and not size <= SLOW * last:
                self.last = None
                continue
            moved = self.coordinates.moved(state.q, dq) if np.isfinite(size) else state.q
            if not np.isfinite(size) or self._size(self.coordinates.difference(moved, start.q)) > farthest:
                break
            state, last = self._placed(replace(state, q=moved, z=state.z + dz), values), size
            self.last = None if fresh else self.last
        self.last = None
        raise _UnsettledError(self._unbalanced(speed, residual))

    def _linear(self, state: State, values: Mapping[str, float], speed: float) -> LinearSystem:
        try:
            return linear_model(self.model, state, states=self.states, values=values, examined=False)
        except FormulationError as error:
            raise _UnsettledError(f"{self._what(speed)}: {error}") from None

    def _choose(self, lin: LinearSystem) -> None:
        self.states = [*lin.coordinates, *(lin.speeds if len(lin.speeds) < len(lin.coordinates) else ())]

    @cached_property
    def _still(self) -> tuple[list[str], Probe, np.ndarray]:
        """The speeds that stay zero: names, the probe of their accelerations, and their scale, 1 for rad or
        1/length."""
        given = [path for path in self.states or () if path.endswith(".rate")] or self.states or ()
        names = [path.removesuffix(".rate") for path in given]
        signals = [self.model.signal_table.find(path) for path in names]
        probe = Probe(self.model, [signal.scalar_measure for signal in signals])  # type: ignore[misc]
        return (
            names,
            probe,
            np.array([1.0 if s.unit == "rad" or not s.unit else 1.0 / self.model.length for s in signals]),
        )

    def _size(self, dq: np.ndarray) -> float:
        return float(np.abs(self.coordinates.root_weight * dq).max(initial=0.0))

    def _placed(self, state: State, values: Mapping[str, float]) -> State:
        """Return the state on the constraints with the driver at its speed and all other coordinates constant."""
        rates = {_rate(path): 0.0 for path in self.states or ()}
        return assemble(self.model, rates, near=replace(state, v=np.zeros(self.model.nv)), inputs=values)

    def _residual(self, state: State, values: Mapping[str, float]) -> tuple[np.ndarray, float]:
        """Return the accelerations of the coordinates and rates of block states, and the acceleration that the present
        forces and speeds could give, divided by the length."""
        e = Evaluation(self.model, state, values)
        probe = self._still[1]
        accelerations = probe.accelerations(e, probe.read(e), solve(e).vdot)
        return np.concatenate((accelerations, e.w.zdot.real)), felt_acceleration(e) / self.model.length

    def _largest(self, residual: np.ndarray) -> float:
        weights = self._still[2]
        sizes = np.abs(residual)
        sizes[: weights.size] *= weights
        return float(sizes.max(initial=0.0))

    def _what(self, speed: float) -> str:
        return f"{self.model.name or 'the mechanism'} with {self.driver!r} at {speed:g} {self.unit}"

    def _unbalanced(self, speed: float, residual: np.ndarray) -> str:
        names = [*self._still[0], *self.model.lowered.states]
        worst = np.argsort(-np.abs(residual))[:3]
        left = ", ".join(f"{names[k]} ({residual[k]:+.3g})" for k in worst if residual[k])
        return (
            f"{self._what(speed)}: no steady motion was found; {left or 'nothing'} keeps accelerating. Coordinates stand still in the frames of "
            "their joints: join what turns to the part that is driven, hold what nothing holds, or start nearer to it"
        )


class _UnsettledError(Exception):
    """Raised where Newton's method does not converge from a guess."""


def _rate(path: str) -> str:
    return path if path.endswith(".rate") else f"{path}.rate"


def _step(lin: LinearSystem, residual: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (dq, dz) that make wdot and zdot zero, the smallest one if a freedom has no stiffness, and the
    remainder."""
    n_x, n_w = len(lin.coordinates), len(lin.speeds)
    rows, columns = np.r_[n_x : lin.A.shape[0]], np.r_[0:n_x, n_x + n_w : lin.A.shape[0]]
    J, b = lin.A[np.ix_(rows, columns)], -residual
    J[:n_w], b[:n_w] = lin.mass @ J[:n_w], lin.mass @ b[:n_w]  # forces: their matrix is better conditioned
    scale = np.sqrt(np.maximum(np.abs(J).max(axis=1, initial=0.0), 1e-300))
    solution = np.linalg.lstsq(J / scale[:, None], b / scale, rcond=FREE)[0]
    left = J @ solution - b
    left[:n_w] = np.linalg.solve(lin.mass, left[:n_w]) if n_w else left[:n_w]
    return lin.position_map[:, :n_x] @ solution[:n_x], solution[n_x:], left


def _driver_problems(model: Model, driver: object) -> list[str]:
    """Return the problems of the name of a driver, or of a position signal to be driven."""
    parts = model.numbers.parts
    drivers = [name for name, p in parts.items() if isinstance(p, Driver)]
    part = parts.get(driver) if isinstance(driver, str) else None
    if part is not None and not isinstance(part, Driver):
        return [f"driver {driver!r} is no Driver; {did_you_mean(str(driver), drivers, 'drivers are')}"]
    if part is None and (not isinstance(driver, str) or "." not in driver):
        return [
            f"there is no driver {driver!r} (nor a position signal of this name, to be driven); "
            f"{did_you_mean(str(driver), drivers, 'drivers are')}"
        ]
    target = driver if part is None else part.target
    problems: list[str] = []
    signal = gathered(problems, model.signal_table.find, target)
    if signal is not None and (signal.scalar_measure is None or signal.order):
        problems.append(f"driver {driver!r}: {target!r} is no position signal with one component, which can be driven")
    return problems


def _at_speed(model: Model, state: State, driver: str, values: Mapping[str, float]) -> tuple[Model, str, str]:
    """Return (model, input, unit): a mechanism whose driver moves from its position in the state at a speed that is an
    input."""
    part: Any = model.numbers.parts.get(driver)
    target = driver if part is None else part.target
    position = float(measure(model, state, target, inputs=values))
    made, name = with_driver_at_speed(model, driver, position, state.t)
    return made, name, f"{model.signal_table.find(target).unit}/s"
