"""Derivatives of the start of a case, assembled or settled, with respect to the design and to entries of the start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from linkwork.analyses.design.assembly_sensitivity import AssembledTangent
from linkwork.analyses.design.case_start import CaseStart, start_values
from linkwork.analyses.design.point_tangents import rest_tangent
from linkwork.analyses.statics.equilibrium import equilibrium
from linkwork.dynamics.formulations.solve import solve
from linkwork.model.errors import QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.design import Design, of_start
from linkwork.model.plans.design_jacobian import STEP
from linkwork.model.state import State
from linkwork.model.state_conversion import translated


class StartSensitivity:
    """The derivative of a case's start, as a state of `begin.running`.

    `like` is a design of another model of the mechanism, from which numbers that it shares are taken.

    >>> start = StartSensitivity(CaseStart(model, case), ["L1", "start.A.angle"])
    >>> start.y_p, start.cotangent(w)
    """

    def __init__(self, begin: CaseStart, parameters: Sequence[str], like: Design | None = None):
        self.begin, self.parameters, self.like = begin, tuple(parameters), like
        problems = [
            f"{path}: case {begin.case.name!r} sets it itself; take it out of the case's set, or vary what it is set to"
            for path in self.parameters
            if path in begin.case.set
        ]
        if problems:
            raise QuestionError(problems, "problems with the parameters")
        self.approximate: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        return self.begin.running_state

    @cached_property
    def y_p(self) -> np.ndarray:
        """The derivatives of the initial state y = [q, v, z], shape (nt, np)."""
        begin, case = self.begin, self.begin.case
        if not case.settle:
            return self._assembled(begin.running_state, start_values(case, begin.model.numbers)).y_p
        running, inputs, joint_model = begin.running, begin.constant, begin.running.joint_model
        resting = equilibrium(running, begin.assembled, inputs=inputs).state
        e = Evaluation(
            joint_model, resting if running is joint_model else translated(running, resting, joint_model), inputs
        )
        e.w.gamma[:] = 0.0  # drivers hold still
        rest = rest_tangent(e, solve(e).lam, Design(joint_model, self.parameters, given=inputs, like=self.like))
        self.approximate = rest.approximate
        again = self._assembled(begin.running_state, {})
        moving = begin.running_state.v.any()
        return again.finished(rest.q, again.velocities(rest.q) if moving else rest.v, rest.z)

    def _assembled(self, state: State, targets: dict) -> AssembledTangent:
        begin = self.begin
        return AssembledTangent(
            begin.running,
            state,
            targets,
            self.parameters,
            value_derivatives=self._target_derivatives(),
            inputs=begin.constant,
            like=self.like,
        )

    def _target_derivatives(self) -> dict[str, np.ndarray]:
        """Return the derivatives {path: (size, np)} of entries of the start that are expressions of parameters."""
        begin, numbers = self.begin, self.begin.model.numbers
        texts = {
            p for p, v in begin.case.start.items() if any(isinstance(x, str) for x in np.ravel(np.array(v, object)))
        }
        derivatives = {path: np.zeros((np.size(begin.case.start[path]), len(self.parameters))) for path in texts}
        if not texts:
            return {}
        for column, path in enumerate(self.parameters):
            if not of_start(begin.model, path):
                values = numbers.values.astype(complex)
                values[numbers.position(path)] += 1j * STEP
                stepped = start_values(begin.case, numbers.with_values(values))
                for name in texts:
                    derivatives[name][:, column] = np.imag(np.ravel(stepped[name])) / STEP
        return derivatives

    def cotangent(self, w: np.ndarray) -> np.ndarray:
        """Return the part of a gradient due to the start, whose cotangent is w (nt), shape (np)."""
        return self.y_p.T @ w
