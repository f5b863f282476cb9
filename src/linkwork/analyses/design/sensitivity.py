"""Derivatives of a case's outputs with respect to the design."""

from __future__ import annotations

from collections.abc import Iterable

from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.run_sensitivity import parameter_values, run_sensitivity
from linkwork.analyses.design.sensitivity_result import Sensitivity
from linkwork.analyses.design.still_sensitivity import (
    equilibrium_sensitivity,
    kinematics_sensitivity,
    modes_sensitivity,
)
from linkwork.description.cases import Case
from linkwork.description.values import is_choice, name_list, shown
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.plans.design import Design
from linkwork.numerics.questions import question

METHODS = ("direct", "adjoint")
OTHERS = {"kinematics": kinematics_sensitivity, "equilibrium": equilibrium_sensitivity, "modes": modes_sensitivity}


@question
def sensitivity(
    model: Model, case: Case, parameters: Iterable[str] | str, *, method: str = "direct", quiet: bool = False
) -> Sensitivity:
    """Return the derivatives of a case's outputs with respect to design parameters: paths of numbers, named parameters,
    or start.<signal>.

    They are exact derivatives of the computed solution with its steps and decisions fixed, whatever the tolerance.
    `method="direct"` propagates one tangent for every parameter along the motion, and gives the derivatives of all
    signals over time too; "adjoint" integrates backwards once for every output, at a cost that does not depend on the
    number of parameters. Analyses other than simulate have one way, and ignore the method.

    >>> s = lw.sensitivity(model, case, ["K.stiffness", "A.at.x"])
    >>> s["end", "K.stiffness"], s.gradient["end"], s["A.angle", "A.at.x"]
    """
    chosen = asked(case, parameters, method)
    if case.analysis == "simulate":
        return run_sensitivity(model, case, chosen, method, quiet)[0]
    still = OTHERS[case.analysis](model, case, chosen)
    begin = CaseStart(model, case)
    values = parameter_values(Design(begin.model, chosen), begin)
    return Sensitivity(
        case, "exact", still.parameters, values, still.outputs, still.gradient, still.result, approximate=still.approximate,
        notes=still.flagged, shapes=still.shapes and still.shapes.shape,
    )  # fmt: skip


def asked(case: Case, parameters: Iterable[str] | str, method: str) -> tuple[str, ...]:
    """Return the parameters after checking the arguments."""
    names, problems = name_list(parameters), []
    chosen = tuple(names or ())
    if not isinstance(case, Case):
        problems.append(f"a case is a lw.Case or one of mechanism.cases, not {case!r:.60}")
    if not is_choice(method, METHODS):
        problems.append(f'method is "direct" or "adjoint", not {shown(method)}')
    if names is None:
        problems.append(f"parameters are paths such as 'K.stiffness', not {shown(parameters)}")
    elif not names:
        problems.append("parameters: name at least one, such as 'K.stiffness'; model.parameters lists the numbers")
    if problems:
        raise QuestionError(problems)
    return chosen
