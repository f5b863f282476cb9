"""Inverse dynamics: the efforts that make a mechanism, with or without loops, follow a prescribed motion.

    M vdot + Phi_v' lam = (Q - h)(u) = (Q - h)(0) + B u     solved for u and lam at each time

Drivers first prescribe the motion, which gives positions, velocities and accelerations. Then the rows of the drivers
are removed, and the inputs u take over their work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from linkwork.analyses.motion.inverse_dynamics_result import InverseDynamics
from linkwork.analyses.motion.kinematics import kinematics
from linkwork.analyses.position.measure import signal_history
from linkwork.analyses.position.targets import check_names
from linkwork.analyses.position.velocities import VelocityRows
from linkwork.description.errors import DescriptionError
from linkwork.description.parts import Driver
from linkwork.dynamics.formulations.solve import solve
from linkwork.kernels.gradients import motion_forces
from linkwork.model.errors import ActuationError, TargetError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_conversion import state_for, turns_for
from linkwork.model.variants import free_name, with_parts
from linkwork.numerics.questions import question

RANK = 1e-9  # relative singular value below which efforts are dependent or have no effect
FITS = 1e-7  # relative part of the needed force that may remain unbalanced


@question
def inverse_dynamics(
    model: Model,
    state: State,
    times: Sequence[float] | np.ndarray,
    *,
    motion: Mapping[str, float | str],
    efforts: Sequence[str],
    inputs: Mapping[str, float] | None = None,
) -> InverseDynamics:
    """Compute the inputs `efforts` for which the mechanism follows `motion` (position signals as functions of time).

    Every effort must enter the equations linearly, for example Input("tau1") with JointForce(…, force="tau1"). If there
    are more efforts than degrees of freedom, the smallest ones are returned and `unique` is False; too few raise an
    error.

    >>> run = lw.inverse_dynamics(arm, state, times, motion={"j1.angle": "sin(time)"}, efforts=["tau1"])
    >>> run.efforts["tau1"], run["j1.torque"]
    """
    efforts = [efforts] if isinstance(efforts, str) else list(efforts)
    check_names(efforts, model.inputs, "input")
    if len(set(efforts)) < len(efforts) or not efforts:
        raise TargetError("name every effort once, and at least one")
    driven = with_motion(model, motion)
    fixed = {name: value for name, value in (inputs or {}).items() if name not in efforts}
    path = kinematics(driven, state_for(driven, model, state), times, inputs=fixed)
    turns = turns_for(model, driven, path.turns)
    start = replace(path.start, turns=turns_for(model, driven, path.start.turns[None, :])[0])
    solver = EffortSolver(model, start, efforts, fixed)
    solved = [solver.at(replace(path.state(k), turns=turns[k]), path.vdot[k]) for k in range(len(path))]
    return InverseDynamics(
        model, path.t, path.q, path.v, path.vdot, np.array([lam for _, lam in solved]).reshape(len(path), model.n_rows),
        turns, start, signal_history, path.success, path.message, fixed or None,
        solver.lam_unique,
        {name: np.array([u[i] for u, _ in solved]) for i, name in enumerate(efforts)}, solver.unique,
    )  # fmt: skip


def with_motion(model: Model, motion: Mapping[str, float | str]) -> Model:
    """Return the same model in the same coordinates with a driver for every signal of the motion."""
    if not motion:
        raise TargetError("the motion is empty; prescribe as many position signals as there are freedoms")
    drivers, problems = [], []
    for k, (path, value) in enumerate(motion.items()):
        try:
            signal = model.signal_table.find(path)
            if signal.scalar_measure is None or signal.order != 0 or signal.scalar_measure.velocity_only:
                raise TargetError("it is not a position-level scalar; use for example a joint's angle or a component")
            name = free_name(model.numbers.parts, f"motion{k}_of_{path.replace('.', '_')}")
            drivers.append(Driver(name, path, motion=value))
        except (DescriptionError, TargetError) as error:
            problems += [f"motion {path!r}: {problem.removeprefix(f'signal {path!r}: ')}" for problem in error.problems]
    if problems:
        raise TargetError(problems, "problems with motions")
    return with_parts(model, drivers)


class EffortSolver:
    """Solves the equations of motion for inputs and multipliers at given accelerations."""

    def __init__(self, model: Model, start: State, efforts: list[str], inputs: Mapping[str, float]):
        self.model, self.efforts, self.unique, self.lam_unique = model, efforts, True, True
        self.place = [model.inputs.index(name) for name in efforts]
        self.e = Evaluation(model, start, inputs)
        self.rows = VelocityRows(model, start.inactive)

    def at(self, state: State, vdot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (u, lam). The efforts must supply the part of the needed force that no row carries: N'B u = N'(M vdot
        - Q + h)."""
        need, B = self._forces(state, vdot)
        self.rows.at(self.e)
        free_need = self._free(need)
        free_B = np.array([self._free(column) for column in B.T]).T
        size = np.linalg.norm(free_B, axis=0)
        idle = [
            name for name, s, column in zip(self.efforts, size, B.T) if s <= RANK * max(np.linalg.norm(column), 1e-300)
        ]
        u, _, rank, _ = np.linalg.lstsq(free_B, free_need, rcond=RANK)
        self.unique = self.unique and rank == len(self.efforts)
        self._check(state, free_need, free_need - free_B @ u, idle)
        self._tau(state, vdot, u)
        solution = solve(self.e)
        self.lam_unique = self.lam_unique and not solution.dependent
        return u, solution.lam

    def _forces(self, state: State, vdot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return M vdot - (Q - h) without the efforts, and B after checking that it does not depend on the inputs."""
        base = self._tau(state, vdot, np.zeros(len(self.efforts)))
        columns = [base - self._tau(state, vdot, unit) for unit in np.eye(len(self.efforts))]
        B = np.array(columns).T
        test = 2.0 + np.arange(len(self.efforts))
        off = np.abs(base - self._tau(state, vdot, test) - B @ test).max(initial=0.0)
        if not off <= 1e-8 * max(np.abs(B).max() * test.max(), np.abs(base).max()):
            raise ActuationError(
                f"the efforts {', '.join(map(repr, self.efforts))} do not enter the equations linearly; use each as a plain "
                f'effort, for example JointForce("motor", "A.angle", force="{self.efforts[0]}")'
            )
        self._tau(state, vdot, np.zeros(len(self.efforts)))
        return base, B

    def _tau(self, state: State, vdot: np.ndarray, u: np.ndarray) -> np.ndarray:
        self.e.w.inputs[self.place] = u
        self.e.update(state)
        tau = np.zeros(self.model.nv)
        motion_forces(self.model.ints, self.model.floats, self.e.work, vdot, tau)
        return tau

    def _free(self, force: np.ndarray) -> np.ndarray:
        """Return the part of a generalized force that no row carries, in x."""
        return self.rows.free_motion(force / self.rows.root_weight)

    def _check(self, state: State, need: np.ndarray, left: np.ndarray, idle: list[str]) -> None:
        if np.linalg.norm(left) <= FITS * max(np.linalg.norm(need), 1e-9):
            return
        names = self.rows.coordinates.names()
        worst = [names[k] for k in np.argsort(-np.abs(left))[:3] if abs(left[k]) > 0.1 * np.abs(left).max()]
        note = f" {', '.join(map(repr, idle))} cannot move it at all." if idle else ""
        raise ActuationError(
            f"the efforts {', '.join(map(repr, self.efforts))} cannot produce the motion at t = {state.t:g}: a force is missing "
            f"along {', '.join(worst)}.{note} Name an effort for every freedom that the motion prescribes."
        )
