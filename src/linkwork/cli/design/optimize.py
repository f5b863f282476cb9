"""`linkwork optimize file.yaml`: the numbers of a mechanism file for which outputs of its cases are best."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, INTERRUPTED, Answer, answering
from linkwork.cli.folders import writable
from linkwork.cli.groups import grouped
from linkwork.cli.values import ArgumentError, assignments, number, pairs, workers
from linkwork.cli.view import PAGES

if TYPE_CHECKING:
    from linkwork.analyses.design.optimization.optimum import Optimum
    from linkwork.description.mechanism import Mechanism


@dataclass(frozen=True)
class Goal:
    """The file, the objective, the variables and the constraints."""

    file: options.MechanismFile
    minimize: Annotated[
        str, typer.Option("--minimize", metavar="EXPRESSION", help="An expression of outputs, e.g. fall.load.")
    ]
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary",
            metavar="PATH=LOW:HIGH",
            help="A number of the file that may change, e.g. L1=1:3; one side may be left out.",
        ),
    ]
    subject_to: Annotated[
        list[str] | None,
        typer.Option(
            "--subject-to",
            metavar="EXPRESSION=LOW:HIGH",
            help="Bounds on an expression of outputs, e.g. fall.load=:900; one number is an equation.",
        ),
    ] = None
    case: Annotated[
        list[str] | None,
        typer.Option(
            "--case", "-c", metavar="NAME", help="A case to ask; those that the expressions name unless given."
        ),
    ] = None
    parameter: options.ParameterOption = None
    coordinates: options.CoordinatesOption = options.Coordinates.joint
    allow_code: options.AllowCodeOption = False


@dataclass(frozen=True)
class Search:
    """The settings of the search."""

    starts: Annotated[
        int, typer.Option(help="How many designs to start from: that of the file, then spread within the bounds.")
    ] = 1
    on: Annotated[
        str,
        typer.Option("--on", metavar="N|ADDRESS", help="Workers that search from the starts, or a dask scheduler, tcp://host:8786."),
    ] = "1"  # fmt: skip
    method: Annotated[str, typer.Option(metavar="NAME", help="SLSQP or trust-constr.")] = "SLSQP"
    iterations: Annotated[int, typer.Option(help="At most, from every start.")] = 100
    tolerance: Annotated[float, typer.Option(help="Relative accuracy of the objective.")] = 1e-7
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop after this time with the best so far.")
    ] = None

    def choices(self) -> dict[str, Any]:
        """Return the settings as arguments of `lw.optimize`."""
        return dataclasses.asdict(self) | {"on": workers(self.on)}


@dataclass(frozen=True)
class Files:
    """The files to write."""

    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FILE", help="Record every design in this JSON file, and resume from it."),
    ] = None
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the best design as a mechanism file.")
    ] = None
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write a page with the motions before and after.")
    ] = None


@grouped
def optimize(goal: Goal, search: Search, files: Files, how: options.Answering) -> None:
    """Search for the numbers of the file that make an output of its cases best, within bounds.

    The exit code is 0 if the search converged to a design that meets its bounds, 1 if not, 2 if the file or the command
    is wrong, 130 if it was interrupted; the best design so far is written then too.

    Examples:

      linkwork optimize lander.yaml --minimize down.blow --subject-to down.travel=:0.12 --vary strut.stiffness=100:20000

      linkwork optimize four_bar.yaml --minimize cycle.err --vary L1=1:3 --starts 8 --keep search.json --save best.yaml
    """
    with answering(how) as answer:
        varied = {path: _bounds(path, text) for path, text in pairs(goal.vary).items()}
        bounds = {expression: _bounds(expression, text) for expression, text in pairs(goal.subject_to or []).items()}
        changes = assignments(goal.parameter or [])
        for wanted in (files.keep, files.save, files.page):
            if wanted is not None:
                writable(wanted.parent)
        from linkwork.analyses.writing import require_ending
        from linkwork.io.files import ENDINGS

        if files.save is not None:
            require_ending(files.save, ENDINGS, "a mechanism")
        if files.page is not None:
            require_ending(files.page, PAGES, "a page")
        import linkwork as lw

        mechanism = lw.Mechanism.load(goal.file, allow_code=goal.allow_code)
        for path, value in changes.items():
            mechanism.set(path, value)
        cases = _cases(mechanism, goal.case, [goal.minimize, *bounds])
        model = lw.compile(mechanism, coordinates=goal.coordinates.value)
        best = lw.optimize(
            model, cases, minimize=goal.minimize, subject_to=bounds, vary=varied, file=files.keep,
            quiet=how.quiet or how.as_json, **search.choices(),
        )  # fmt: skip
        answer.data["file"] = str(goal.file)
        _report(answer, best)
        if best.unsaved:
            answer.fail(best.unsaved)
        _write(answer, mechanism, best, files)


def _report(answer: Answer, best: Optimum) -> None:
    interrupted = best.starts[-1].message == "interrupted"
    answer.code = INTERRUPTED if interrupted else 0 if best.success else FAILED
    answer.report(str(best))
    answer.data |= {
        "success": best.success, "message": best.message, "objective": best.objective,
        "parameters": best.parameters, "outputs": best.outputs, "designs": len(best.history), "failed": len(best.failed),
        "variables": [dataclasses.asdict(limit) for limit in best.variables],
        "constraints": [dataclasses.asdict(limit) for limit in best.constraints],
        "remarks": best.remarks, "by_differences": best.by_differences,
    }  # fmt: skip


def _bounds(name: str, text: str) -> Any:
    """Return the bounds of LOW:HIGH, each side optional, or one number."""
    words = text.split(":")
    if len(words) > 2 or not any(word.strip() for word in words):
        raise ArgumentError(f"{name}={text}: bounds are LOW:HIGH, for example {name}=1:3 or {name}=:900")
    try:
        numbers = [number(word) if word.strip() else None for word in words]
    except ArgumentError as error:
        raise ArgumentError(
            f"{name}={text}: {error}; bounds are LOW:HIGH, for example {name}=1:3 or {name}=:900"
        ) from None
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def _cases(mechanism: Mechanism, names: list[str] | None, texts: list[str]) -> list[Any]:
    """Return the given cases, or those whose names the expressions use."""
    from linkwork.cli.cases import chosen_case
    from linkwork.description.errors import did_you_mean
    from linkwork.description.expressions import names as names_of
    from linkwork.description.parsing import parse

    used = {name.partition(".")[0] for text in texts for name in names_of(parse(text))}
    wanted = names or [name for name in mechanism.cases if name in used]
    if not wanted:
        remedy = did_you_mean(min(used, default=""), mechanism.cases, "its cases are")
        raise ArgumentError(f"the expressions name no case of the file, as in case.output; {remedy}")
    return [chosen_case(mechanism, name) for name in wanted]


def _write(answer: Answer, mechanism: Mechanism, best: Optimum, files: Files) -> None:
    if files.save is not None:
        for path, value in best.parameters.items():
            if path.startswith("start."):
                for name, case in mechanism.cases.items():
                    start = {
                        signal: value if f"start.{signal}" == path else given for signal, given in case.start.items()
                    }
                    mechanism.cases[name] = case.changed(start=start)
            else:
                mechanism.set(path, value)
        answer.write(files.save, mechanism.save)
    if files.page is not None:
        answer.write(files.page, best.save_html)
