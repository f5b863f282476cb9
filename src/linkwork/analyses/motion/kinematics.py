"""Kinematics of driven mechanisms: at each time positions by Newton, then velocities, accelerations and driving forces.

Phi(q, t) = 0,   Phi_v v = nu,   Phi_v vdot = gamma,   Phi_v' lam = Q - h - M vdot
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from linkwork.analyses.motion.kinematics_result import Kinematics
from linkwork.analyses.position.assembly import assemble
from linkwork.analyses.position.closure import Closure
from linkwork.analyses.position.correction import Correction
from linkwork.analyses.position.measure import signal_history
from linkwork.analyses.position.velocities import VelocityRows
from linkwork.description.parts import Driver
from linkwork.description.values import real_array, shown
from linkwork.dynamics import layout
from linkwork.dynamics.driven import follow_drivers
from linkwork.dynamics.formulations.solve import FormulationError, solve
from linkwork.dynamics.layout import Page
from linkwork.dynamics.problem import ON_CONSTRAINTS
from linkwork.model.errors import AnalysisError, NotDrivenError
from linkwork.model.evaluation import Evaluation
from linkwork.model.expressions.blocks import raise_pending
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_conversion import translated
from linkwork.numerics.questions import question

ASTRAY = 0.05  # rad or L: a longer correction makes the step in time shorter
FINEST = 2.0**-24  # of the interval between two times: the shortest step
FREE = 1e-5  # part of a unit direction that no row opposes
FASTEST = 1e6  # rad/s or L/s per unit of the drivers' speed: a dead point


@question
def kinematics(
    model: Model, state: State, times: Sequence[float] | np.ndarray, *, inputs: Mapping[str, float] | None = None
) -> Kinematics:
    """Follow the drivers through the times: positions, velocities, accelerations, multipliers and driving forces.

    The drivers must leave no degree of freedom. Block states stay as they are in `state`. The run ends at a position
    that cannot be reached; the result then holds the times before it, success = False and a message.

    >>> run = lw.kinematics(model, state, np.linspace(0, 1, 101))
    >>> run["B.angle"], run["motor.force"]
    """
    t = checked_times(times)
    start = assemble(model, near=state, t=t[0], inputs=inputs)
    follower = Follower(model, start, inputs)
    follower.require_driven()
    message = follower.follow(t)
    count, nq, y = follower.count, model.nq, follower.y[: follower.count]
    outcome = {} if message is None else {"success": False, "message": message}
    values = None if inputs is None else dict(inputs)
    return Kinematics(
        model,
        t[:count],
        q=y[:, :nq],
        v=y[:, nq : nq + model.nv],
        vdot=follower.accelerations[:count],
        lam=follower.lam[:count],
        turns=follower.turns[:count],
        start=start,
        read=signal_history,
        inputs=values,
        lam_unique=follower.lam_unique,
        **outcome,
    )


def checked_times(times: Sequence[float] | np.ndarray) -> np.ndarray:
    """Return the times as an increasing array."""
    given = real_array(times)
    if given is None or given.ndim > 1 or given.size == 0:
        raise AnalysisError(f"times are a list of finite numbers, at least one, not {shown(times)}")
    t = np.atleast_1d(given)
    if np.any(np.diff(t) <= 0):
        k = int(np.argmax(np.diff(t) <= 0))
        raise AnalysisError(f"times must increase, but {t[k + 1]:g} follows {t[k]:g}")
    return t


class Follower:
    """Follows a driven model through time."""

    def __init__(self, model: Model, start: State, inputs: Mapping[str, float] | None):
        self.model, self.state = model, start
        self.closure = Closure(model, start, inputs=inputs)
        self.rows = VelocityRows(model, start.inactive)
        self.coordinates = self.closure.coordinates
        self.e = Evaluation(model, start, inputs)
        self.angles = self.closure.angle_probe  # angles whose turns follow from their rates
        self.lam_unique = True
        self._probe = _unit(np.random.default_rng(0).standard_normal(model.nv))

    def require_driven(self) -> None:
        """Raise an error that names the coordinates that the drivers leave free."""
        joint_model, state = self.model.joint_model, self.state
        if self.model is not joint_model:
            state = translated(self.model, state, joint_model)
        steering = frozenset(row.part for row in joint_model.lowered.rows if row.level == 1)
        rows = VelocityRows(joint_model, state.inactive | steering)
        rows.at(Evaluation(joint_model, state, self.closure.inputs))
        free = rows.free_motion(_unit(np.random.default_rng(1).standard_normal(joint_model.nv)))
        if np.linalg.norm(free) > FREE:
            raise _not_driven(joint_model, rows, free)

    def follow(self, times: np.ndarray) -> str | None:
        """Go through all times; return a sentence if one of them cannot be reached."""
        model, n = self.model, times.size
        self.count = 0  # of times whose states are known, as rows of these arrays
        self.y, self.turns = np.zeros((n, model.nq + model.nv + model.nz)), np.zeros((n, len(model.lowered.measures)))
        self.accelerations, self.lam = np.zeros((n, model.nv)), np.zeros((n, model.n_rows))
        problem = self._differentiate(times[0]) or self._keep()
        page = self._page()
        while not problem and self.count < n:
            if page is not None:
                self._follow_drivers(page, times)
            if self.count < n:
                problem = self._go_to(times[self.count]) or self._keep()
        return problem

    def _page(self) -> Page | None:
        """Return the buffers for the compiled loop; None if turns must be counted or rows of speeds steer the motion."""
        model, table = self.model, self.model.lowered.rows
        if self.angles.measures or any(row.level and row.part not in self.state.inactive for row in table):
            return None
        plan, size = model.loops
        count, real = np.zeros(layout.N_COUNT, np.int64), np.zeros(layout.N_REAL)
        real[layout.LENGTH], real[layout.LIMIT] = model.length, ON_CONSTRAINTS * model.length
        return Page(model.ints, model.floats, self.e.work.copy(), plan.copy(), np.zeros(size), count, real)

    def _follow_drivers(self, page: Page, times: np.ndarray) -> None:
        """Follow the drivers in the compiled loop, up to the end or to a pose that has to be looked at."""
        first, nq, nv = self.count, self.model.nq, self.model.nv
        self.count = follow_drivers(
            page, times, first, self.coordinates.root_weight, ASTRAY, self.y, self.accelerations, self.lam,
            np.zeros(nv + self.y.shape[1]),
        )  # fmt: skip
        raise_pending()
        if self.count > first:
            y = self.y[self.count - 1]
            self.turns[first : self.count] = self.state.turns
            self.state = replace(self.state, t=times[self.count - 1], q=y[:nq], v=y[nq : nq + nv])
            self.vdot, self.angle_rates = self.accelerations[self.count - 1], np.zeros((0, 2))

    def _keep(self) -> str | None:
        """Store the state at this time with its multipliers; return a sentence if there are none."""
        try:
            solution = solve(self.e)
        except FormulationError:
            return self._stuck()
        s, k = self.state, self.count
        self.lam_unique = self.lam_unique and not solution.dependent
        self.y[k], self.turns[k] = np.concatenate((s.q, s.v, s.z)), s.turns
        self.accelerations[k], self.lam[k] = self.vdot, solution.lam
        self.count += 1
        return None

    def _go_to(self, t: float) -> str | None:
        """Go from the current time to t, in shorter steps where the motion curves too much for one."""
        begin, shortest = self.state.t, (t - self.state.t) * FINEST
        h = t - begin
        while self.state.t < t:
            target = t if self.state.t + 1.0001 * h >= t else self.state.t + h
            if self._position(target):
                problem = self._differentiate(target)
                if problem:
                    return problem
                h *= 2.0
            else:
                h = 0.5 * (target - self.state.t)
                if h < shortest:
                    return self._stuck()
        return None

    def _position(self, t: float) -> bool:
        """Compute the positions at t from the prediction q + h v + ½ h² vdot."""
        s = self.state
        h = t - s.t
        guess = self.coordinates.moved(s.q, h * s.v + 0.5 * h * h * self.vdot)
        self.closure.start = replace(s, t=t)
        self.closure.turns[:] = s.turns
        self.closure.accept_at(s.q)
        self.closure.expect(h * self.angle_rates[:, 0] + 0.5 * h * h * self.angle_rates[:, 1])
        correction = Correction(self.closure, guess).run(guess, max_iterations=20, tolerance=1e-9)
        astray = np.abs(self.coordinates.root_weight * self.coordinates.difference(correction.q, guess)).max(
            initial=0.0
        )
        if not correction.closed or astray > ASTRAY:
            return False
        self.state = replace(s, t=t, q=correction.q, turns=correction.turns)
        return True

    def _differentiate(self, t: float) -> str | None:
        """Compute velocities and accelerations at the current position; return a sentence if it is singular."""
        self.e.update(replace(self.state, t=t, v=np.zeros(self.model.nv)))
        self.rows.at(self.e)
        if np.linalg.norm(self.rows.free_motion(self._probe)) > FREE:
            return self._stuck()
        v = self.rows.velocities(np.zeros(self.model.nv))
        speed = np.abs(self.rows.x).max(initial=0.0)
        if self.rows.disagreements() or speed > FASTEST * max(np.abs(self.rows.b).max(initial=0.0), 1e-9):
            return self._stuck()
        self.state = replace(self.state, t=t, v=v)
        self.e.update(self.state)
        self.vdot = self.rows.accelerations()
        values = self.angles.read(self.e)
        self.angle_rates = np.column_stack((values[:, 1], self.angles.accelerations(self.e, values, self.vdot)))
        return self._stuck() if self.rows.disagreements() else None

    def _stuck(self) -> str:
        drivers = ", ".join(repr(d) for d in _drivers(self.model, self.state)) or "the constraints"
        return (
            f"the motion cannot be continued past t = {self.state.t:.9g}: the drivers ({drivers}) meet a dead point or leave "
            "the reach of the mechanism; change their motions, or look at check(model, run.final)"
        )


def _drivers(model: Model, state: State) -> list[str]:
    return [name for name, p in model.numbers.parts.items() if isinstance(p, Driver) and name not in state.inactive]


def _not_driven(model: Model, rows: VelocityRows, free: np.ndarray) -> NotDrivenError:
    """Return an error that names as many coordinates as there are degrees of freedom, those that move most."""
    names = rows.coordinates.names()
    if model.nv <= 1000:
        A = rows.A.toarray() if rows.lines.sparse else rows.A
        _, s, vt = np.linalg.svd(A, full_matrices=True)
        basis = vt[int(np.sum(s > 1e-9 * max(s.max(initial=0.0), 1.0))) :].T.copy()
    else:
        basis = free[:, None]
    chosen = []
    for _ in range(basis.shape[1]):
        k = int(np.argmax(np.round(np.linalg.norm(basis, axis=1), 9)))
        chosen.append(names[k])
        row = _unit(basis[k])
        basis = basis - np.outer(basis @ row, row)
    count = f"{len(chosen)} {'freedom is' if len(chosen) == 1 else 'freedoms are'}"
    example = next((name for name in chosen if " " not in name), None)
    hint = f', for example Driver("motor", "{example}", motion="time")' if example else ""
    return NotDrivenError(
        f"{model.name or 'the mechanism'} is not fully driven: {count} left in its positions, for example {', '.join(chosen)}. "
        f"Kinematics needs a Driver for each{hint}; for free motion use simulate.",
        chosen,
    )


def _unit(x: np.ndarray) -> np.ndarray:
    size = np.linalg.norm(x)
    return x / size if size > 0 else x
