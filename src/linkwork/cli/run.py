"""`linkwork run file.yaml`: simulate a mechanism, write the run and its page."""

from __future__ import annotations

import dataclasses
import math
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.cli import choices, options
from linkwork.cli.answer import FAILED, INTERRUPTED, Answer, answering
from linkwork.cli.folders import writable
from linkwork.cli.groups import grouped
from linkwork.cli.values import ArgumentError, number, pairs

if TYPE_CHECKING:
    from linkwork.analyses.motion.trajectory import Trajectory

TOLERANCES = (1e-13, 1.0)
OUTPUTS = 1000  # intervals of output unless given


@dataclass(frozen=True)
class Simulation:
    """The settings of the simulation."""

    duration: Annotated[float | None, typer.Option("--duration", "-t", metavar="SECONDS", help="How long.")] = None
    input_: Annotated[
        list[str] | None,
        typer.Option(
            "--input",
            "-i",
            metavar="NAME=VALUE",
            help="An input of the mechanism: a number, an expression of time such as 'u=5*sin(time)', or u=@samples.csv "
            "with columns of time and value.",
        ),
    ] = None
    output: Annotated[
        float | None,
        typer.Option(
            "--output", metavar="SECONDS", help=f"Interval of the output; 1/{OUTPUTS} of the duration unless given."
        ),
    ] = None
    rtol: Annotated[
        float | None,
        typer.Option(help="Relative tolerance of a step; 1e-6 unless the case or this option gives another."),
    ] = None
    atol: Annotated[float | None, typer.Option(help="Absolute tolerance, of 1 rad and of the model's length.")] = None
    formulation: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"One of {', '.join(choices.names(choices.Formulation))}.")
    ] = None
    integrator: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"One of {', '.join(choices.names(choices.Integrator))}.")
    ] = None
    step: Annotated[float | None, typer.Option(metavar="SECONDS", help="Step of an integrator with a fixed step.")] = (
        None
    )
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop computing after this time; what there is, is written.")
    ] = None

    def require_numbers(self) -> None:
        """Raise an error for times and tolerances that cannot be used."""
        _require_times(duration=self.duration, output=self.output, step=self.step, time_limit=self.time_limit)
        if self.rtol is not None and not TOLERANCES[0] <= self.rtol < TOLERANCES[1]:
            raise ArgumentError(f"--rtol: {self.rtol:g} is not between {TOLERANCES[0]:g} and {TOLERANCES[1]:g}")


@dataclass(frozen=True)
class Files:
    """The signals and files of the run."""

    signal: Annotated[
        list[str] | None,
        typer.Option(
            "--signal",
            "-s",
            metavar="SIGNAL",
            help="A signal for the table, --csv and --png, e.g. -s A.angle -s D.force; joint coordinates unless given.",
        ),
    ] = None
    csv: Annotated[bool, typer.Option("--csv", help="Also write the signals as NAME.csv.")] = False
    png: Annotated[bool, typer.Option("--png", help="Also draw the signals as NAME.png.")] = False
    page: Annotated[
        bool, typer.Option("--page/--no-page", help="Write the page of the moving mechanism, NAME.html.")
    ] = True
    open_: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False
    folder: Annotated[
        Path, typer.Option("--folder", "-f", metavar="DIR", help="Where the files go; made if missing.")
    ] = Path()
    name: Annotated[
        str | None,
        typer.Option("--name", "-n", help="Name of the files; that of the mechanism file and case unless given."),
    ] = None


@grouped
def run(asked: options.Question, wanted: Simulation, files: Files, how: options.Answering) -> None:
    """Simulate a mechanism; write the run (NAME.nc) and the page of the moving mechanism (NAME.html).

    Start, duration, inputs and events come from a case of the file, and options given here override it. The case of
    a file with a single one is taken without --case. The exit code is 0 if the run reached its end, 1 if not; what was
    computed is written in both cases.

    Examples:

      linkwork run four_bar.yaml --duration 10 --set A.angle=60deg

      linkwork run four_bar.yaml --case release -s A.angle -s D.force --png --csv

      linkwork run arm.yaml -t 2 --input "tau1=5*sin(time)" --integrator adams --rtol 1e-9
    """
    with answering(how) as answer:
        wanted.require_numbers()
        inputs = {key: _input(key, text) for key, text in pairs(wanted.input_ or []).items()}
        integrator, formulation = (
            choices.integrator(wanted.integrator, wanted.step),
            choices.formulation(wanted.formulation),
        )
        from linkwork.cli.summary import known_signals
        from linkwork.cli.task import prepare

        task = prepare(
            asked, only_case=True, case_required=wanted.duration is None, inputs=inputs, duration=wanted.duration,
            integrator=integrator, rtol=wanted.rtol, atol=wanted.atol,
        )  # fmt: skip
        base = files.folder / (files.name or "-".join(filter(None, (asked.file.stem, task.name))))
        answer.data |= {"file": str(asked.file), "case": task.name, "mechanism": task.model.name}
        if task.case.analysis != "simulate":
            _report_other(answer, task, base if files.page else None)
            return
        seconds = _seconds(task)
        signals = known_signals(task.model, files.signal) or ["energy.total"]
        writable(files.folder)
        result, again = _simulated(
            task, wanted.output or seconds / OUTPUTS or None, formulation=formulation, time_limit=wanted.time_limit,
            quiet=how.quiet or how.as_json,
        )  # fmt: skip
        _report(answer, result, signals, asked.degrees)
        _report_outputs(answer, task, result, again)
        written = _write(answer, result, base, signals, files, asked.degrees)
        answer.data["files"] = {kind: str(path) for kind, path in written.items()}
        if files.open_ and "page" in written:
            webbrowser.open(written["page"].resolve().as_uri())


def _seconds(task: Any) -> float:
    if task.case.duration is None:
        raise ArgumentError(f"case {task.case.name!r} has no duration; give --duration in seconds")
    seconds = task.begin.duration
    _require_times(duration=seconds)
    return seconds


def _simulated(task: Any, output: Any, **options: Any) -> tuple[Any, Any]:
    """Return the run, and a function that runs it again with other output times."""
    from functools import partial

    from linkwork.analyses.design.case import simulation

    result = simulation(task.begin, output=output, record=True if task.case.outputs else None, **options)
    return result, partial(simulation, task.begin, **options)


def _report_outputs(answer: Answer, task: Any, result: Any, again: Any) -> None:
    """Print the case's outputs as numbers."""
    if not task.case.outputs:
        return
    from linkwork.analyses.design.case import outputs_of_run

    values = outputs_of_run(task.begin, result, again)
    answer.data["outputs"] = values
    if not values:
        answer.note(f"outputs of case {task.case.name!r} have no value: the run did not reach its end")
    for word, value in values.items():
        answer.report(f"{word} = {value:.9g}   {task.case.outputs[word]}")
    answer.report("")


def _input(name: str, text: str) -> Any:
    """Return an input given as a number, an expression, or @file with columns of time and value."""
    if text.startswith("@"):
        import numpy as np

        try:
            table = np.loadtxt(text[1:], delimiter=",", comments="#", ndmin=2)
        except (OSError, ValueError) as error:
            raise ArgumentError(f"input {name!r}: {text[1:]}: {error}") from None
        if table.shape[1] != 2:
            raise ArgumentError(
                f"input {name!r}: {text[1:]} has {table.shape[1]} columns; two are needed, time and value"
            )
        return table[:, 0], table[:, 1]
    try:
        return number(text)
    except ArgumentError:
        return text


def _require_times(**seconds: float | None) -> None:
    """Raise an error for times that are not positive; a duration may be zero."""
    for name, value in seconds.items():
        if value is not None and not (0 < value < math.inf or (name == "duration" and value == 0)):
            raise ArgumentError(f"--{name.replace('_', '-')}: {value:g} is not a time in seconds that can be used")


def _report(answer: Answer, result: Trajectory, signals: list[str], degrees: bool) -> None:
    """Report the run as text and as data; the exit code tells whether it reached its end."""
    from linkwork.cli.summary import run_columns, run_table

    answer.code = 0 if result.success else INTERRUPTED if result.status == "interrupted" else FAILED
    stats = result.stats
    answer.data |= {
        "success": result.success, "status": result.status, "message": result.message,
        "duration": float(result.t[-1] - result.t[0]), "count": len(result), "stats": stats.numbers(),
        "events": [{"time": e.time, "when": e.event.when} for e in result.events],
        "doubts": [{"when": d.event.when, "start": d.start, "end": d.end, "why": d.why} for d in result.doubts],
        "crossings": [dataclasses.asdict(crossing) for crossing in result.crossings],
    }  # fmt: skip
    message = result.message
    if result.status == "done":
        message = message.replace("reached the end", f"reached the end at t = {result.t[-1]:g} s", 1)
    answer.report(f"{result.model.name or 'mechanism'}: {message}")
    answer.report(
        f"{stats.steps} steps, {stats.evaluations} evaluations, {stats.wall_time:.2g} s of computing, "
        f"largest constraint violation {stats.violation:.1e} m"
    )
    columns = run_columns(result, signals, degrees)
    answer.report(f"\n{run_table(columns)}\n")
    for event in result.events[:20]:
        answer.report(f"event {event.event.when!r} at t = {event.time:.6g} s")
    for crossing in result.crossings[:20]:
        answer.report(f"passed a singular position at t = {crossing.time:.6g} s ({', '.join(crossing.parts[:8])})")
    answer.data["signals"] = {
        name: {"unit": unit, "start": y[0], "end": y[-1], "min": y.min(), "max": y.max()}
        for name, (y, unit) in columns.items()
    }


def _write(
    answer: Answer, result: Trajectory, base: Path, signals: list[str], files: Files, degrees: bool
) -> dict[str, Path]:
    """Write all requested files; one that cannot be written sets the exit code to 1, and the others are still
    written."""
    from linkwork.cli.summary import run_columns, write_csv

    written: dict[str, Path] = {}

    def write(kind: str, suffix: str, how: Any) -> None:
        path = base.with_name(base.name + suffix)
        if answer.write(path, how):
            written[kind] = path

    write("run", ".nc", result.save)
    if files.csv:
        write("csv", ".csv", lambda path: write_csv(path, result.t, run_columns(result, signals, degrees)))
    if files.png:
        write("png", ".png", lambda path: result.plot(*signals, save=path, degrees=degrees))
    if files.page:
        write("page", ".html", lambda path: result.save_html(path, signals=files.signal or []))
    return written


def _report_other(answer: Answer, task: Any, base: Path | None) -> None:
    """Print the result and the outputs of a case that is no simulation; write the page of a motion or a position beside
    `base`, if requested."""
    import linkwork as lw

    result = lw.run(task.given, task.case)
    answer.code = 0 if result.success else FAILED
    answer.report(str(result))
    if result.modes is not None:
        answer.report(f"\n{result.modes}")
    answer.data |= {"success": result.success, "message": result.message, "outputs": result.outputs}
    place = result.kinematics or result.equilibrium
    if base is not None and place is not None:
        path = base.with_name(base.name + ".html")
        writable(base.parent)
        answer.report("")
        if answer.write(path, place.save_html):
            answer.data["files"] = {"page": str(path)}
