"""`linkwork sensitivity file.yaml`: derivatives of a case's outputs with respect to numbers of a mechanism file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, Answer, answering
from linkwork.cli.groups import grouped
from linkwork.cli.values import ArgumentError

if TYPE_CHECKING:
    from linkwork.analyses.design.sensitivity_result import GradientCheck, Sensitivity

WILD = "*?["


@dataclass(frozen=True)
class Derivatives:
    """The parameters and the method."""

    by: Annotated[
        list[str],
        typer.Option(
            "--by",
            metavar="PATH",
            help="A number of the file, e.g. K.stiffness, L1 or start.A.angle; '*.mass' are all masses.",
        ),
    ]
    method: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="direct or adjoint; the cheaper one for so many numbers unless given."),
    ] = None
    check: Annotated[bool, typer.Option("--check", help="Compare with finite differences.")] = False


@grouped
def sensitivity(asked: options.Question, wanted: Derivatives, how: options.Answering) -> None:
    """Print the derivatives of a case's outputs with respect to numbers of the file.

    The exit code is 0 if the derivatives were computed (with --check: and agree with finite differences), 1 if not, 2
    if the file or the command is wrong.

    Examples:

      linkwork sensitivity lander.yaml --case down --by strut.stiffness --by '*.mass'

      linkwork sensitivity lander.yaml --case down --by strut.damping --check
    """
    with answering(how) as answer:
        import linkwork as lw
        from linkwork.cli.task import prepare

        task = prepare(asked, only_case=True)
        if task.name is None or not task.case.outputs:
            raise ArgumentError(_no_outputs(lw.Mechanism.load(asked.file, allow_code=asked.allow_code).cases))
        paths = _numbers(wanted.by, task.given.parameters)
        method = wanted.method or _cheaper(task.case, paths)
        ask = lw.check_gradient if wanted.check else lw.sensitivity
        result = ask(task.given, task.case, paths, method=method, quiet=how.quiet or how.as_json)
        answer.data |= {"file": str(asked.file), "case": task.name, "parameters": paths}
        _report(answer, result)


def _no_outputs(cases: Mapping[str, Any]) -> str:
    having = [name for name, case in cases.items() if case.outputs]
    if not having:
        return (
            "the file has no case with outputs; give it one under cases:, "
            'such as {duration: 2, outputs: {end: "final(A.angle)"}}'
        )
    return f"which outputs? choose a case that has some with --case: {', '.join(having)}"


def _numbers(given: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the given paths and those that patterns match, each once."""
    paths: dict[str, None] = {}
    unmatched: list[str] = []
    for text in given:
        matching = [path for path in known if fnmatchcase(path, text)] if any(c in text for c in WILD) else [text]
        if not matching:
            unmatched.append(text)
        paths |= dict.fromkeys(matching)
    if unmatched:
        example = f"; a path is for example {next(iter(known))}" if known else ""
        raise ArgumentError(f"--by {', '.join(unmatched)}: no number of the file has such a path{example}")
    return list(paths)


def _cheaper(case: Any, paths: Sequence[str]) -> str:
    """Return the cheaper method: "adjoint" for many numbers if the integrator supports it, else "direct"."""
    from linkwork.analyses.design.case_gradients import goes_backwards

    return "adjoint" if goes_backwards(case, len(paths)) else "direct"


def _report(answer: Answer, result: Sensitivity | GradientCheck) -> None:
    from linkwork.analyses.design.sensitivity_result import GradientCheck

    answer.report(str(result))
    answer.data["method"] = result.method
    if isinstance(result, GradientCheck):
        answer.code = 0 if result.success else FAILED
        table = {"gradient": result.gradient, "differences": result.differences, "uncertainty": result.uncertainty}
        answer.data |= {"success": result.success, "worst": result.worst, "outputs": result.outputs, **table}
    else:
        answer.data |= {"outputs": result.outputs, "gradient": result.gradient, "remarks": result.remarks()}
