"""Accelerations and multipliers of a state under any formulation."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.analyses.position.accelerations_result import Accelerations
from linkwork.analyses.position.measure import Sample, read_signal
from linkwork.description.choices import Formulation
from linkwork.dynamics.formulations.solve import solve
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_check import require_state
from linkwork.numerics.questions import question


@question
def accelerations(
    model: Model,
    state: State,
    *,
    formulation: Formulation | None = None,
    inputs: Mapping[str, float] | None = None,
) -> Accelerations:
    """Return vdot and lam at a state: M vdot + Phi_v' lam = Q - h, Phi_v vdot = gamma.

    >>> acc = lw.accelerations(model, state, formulation=lw.PartialVelocity())
    >>> acc.vdot, acc.lam, acc["crank.acceleration"]
    """
    require_state(model, state)
    evaluation = Evaluation(model, state, inputs)
    solution = solve(evaluation, formulation)
    sample = Sample(evaluation)
    sample.given(solution.vdot, solution.lam)
    return Accelerations(
        solution.vdot, solution.lam, solution.formulation, tuple(model.row_names), not solution.dependent,
        lambda path: read_signal(sample, path),
    )  # fmt: skip
