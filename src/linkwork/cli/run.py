"""`linkwork run file.yaml`: simulate a mechanism, write the run and its page."""

from __future__ import annotations

import dataclasses
import math
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwork.cli import choices, options
from linkwork.cli.answer import FAILED, INTERRUPTED, Answer, answering
from linkwork.cli.folders import writable
from linkwork.cli.other_cases import tell_other
from linkwork.cli.values import ArgumentError, number, pairs

TOLERANCES = (1e-13, 1.0)
OUTPUTS = 1000  # intervals of output unless told otherwise


def run(
    file: options.MechanismFile,
    case: options.CaseOption = None,
    duration: Annotated[float | None, typer.Option("--duration", "-t", metavar="SECONDS", help="How long.")] = None,
    set_: options.SetOption = None,
    parameter: options.ParameterOption = None,
    input_: Annotated[
        list[str] | None,
        typer.Option(
            "--input", "-i", metavar="NAME=VALUE",
            help="An input of the mechanism: a number, an expression of time such as 'u=5*sin(time)', or u=@samples.csv "
            "with columns of time and value.",
        ),
    ] = None,
    output: Annotated[
        float | None,
        typer.Option("--output", metavar="SECONDS", help=f"Interval of the output; 1/{OUTPUTS} of the duration unless given."),
    ] = None,
    rtol: Annotated[
        float | None, typer.Option(help="Relative tolerance of a step; 1e-6 unless the case or this says otherwise.")
    ] = None,
    atol: Annotated[float | None, typer.Option(help="Absolute tolerance, of 1 rad and of the model's length.")] = None,
    formulation: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"One of {', '.join(choices.names(choices.Formulation))}.")
    ] = None,
    integrator: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"One of {', '.join(choices.names(choices.Integrator))}.")
    ] = None,
    step: Annotated[float | None, typer.Option(metavar="SECONDS", help="Step of an integrator with a fixed step.")] = None,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop computing after this time; what there is, is written.")
    ] = None,
    coordinates: options.CoordinatesOption = options.Coordinates.joint,
    signal: Annotated[
        list[str] | None,
        typer.Option(
            "--signal", "-s", metavar="SIGNAL",
            help="A signal for the table, --csv and --png, e.g. -s A.angle -s D.force; joint coordinates unless given.",
        ),
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Also write the signals as NAME.csv.")] = False,
    png: Annotated[bool, typer.Option("--png", help="Also draw the signals as NAME.png.")] = False,
    page: Annotated[bool, typer.Option("--page/--no-page", help="Write the page of the moving mechanism, NAME.html.")] = True,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    folder: Annotated[Path, typer.Option("--folder", "-f", metavar="DIR", help="Where the files go; made if missing.")] = Path(),
    name: Annotated[
        str | None, typer.Option("--name", "-n", help="Name of the files; that of the mechanism file and case unless given.")
    ] = None,
    degrees: options.DegreesOption = False,
    as_json: options.JsonOption = False,
    quiet: options.QuietOption = False,
    allow_code: options.AllowCodeOption = False,
    debug: options.DebugOption = False,
) -> None:  # fmt: skip
    """Simulate a mechanism; write the run (NAME.nc) and the page of the moving mechanism (NAME.html).

    Start, duration, inputs and events come from a case of the file, and what is given here comes before it. The case of a file
    with a single one is taken without --case. The exit code is 0 if the run reached its end, 1 if not; what was computed is written all the same.

    Examples:

      linkwork run four_bar.yaml --duration 10 --set A.angle=60deg

      linkwork run four_bar.yaml --case free -s A.angle -s D.force --png --csv

      linkwork run arm.yaml -t 2 --input "torque=5*sin(time)" --integrator adams --rtol 1e-9
    """
    with answering(as_json=as_json, quiet=quiet, debug=debug) as answer:
        _require_times(duration=duration, output=output, step=step, time_limit=time_limit)
        if rtol is not None and not TOLERANCES[0] <= rtol < TOLERANCES[1]:
            raise ArgumentError(f"--rtol: {rtol:g} is not between {TOLERANCES[0]:g} and {TOLERANCES[1]:g}")
        inputs = {key: _input(key, text) for key, text in pairs(input_ or []).items()}
        method = choices.integrator(integrator, step), choices.formulation(formulation)
        from linkwork.cli.task import prepare

        task = prepare(
            file, case=case, set_=set_, parameter=parameter, coordinates=coordinates.value, degrees=degrees,
            allow_code=allow_code, only_case=True, case_required=duration is None, inputs=inputs, duration=duration,
            integrator=method[0], rtol=rtol, atol=atol,
        )  # fmt: skip
        base = folder / (name or "-".join(filter(None, (file.stem, task.name))))
        answer.data |= {"file": str(file), "case": task.name, "mechanism": task.model.name}
        if task.case.analysis != "simulate":
            tell_other(answer, task, base if page else None)
            return
        seconds = _seconds(task)
        signals = _known_signals(task.model, signal)
        writable(folder)
        found, again = _simulated(
            task, output or seconds / OUTPUTS or None, formulation=method[1], time_limit=time_limit, quiet=quiet or as_json
        )  # fmt: skip
        answer.code = 0 if found.success else INTERRUPTED if found.status == "interrupted" else FAILED
        answer.data |= {
            "success": found.success, "status": found.status, "message": found.message,
            "duration": float(found.t[-1] - found.t[0]), "count": len(found), "stats": found.stats.numbers(),
            "events": [{"time": e.time, "when": e.event.when} for e in found.events],
            "crossings": [dataclasses.asdict(crossing) for crossing in found.crossings],
        }  # fmt: skip
        _tell(answer, found, signals, degrees)
        _tell_outputs(answer, task, found, again)
        files = _write(answer, found, base, signals, signal or [], csv, png, page, degrees)
        answer.data["files"] = {kind: str(path) for kind, path in files.items()}
        if open_ and "page" in files:
            webbrowser.open(files["page"].resolve().as_uri())


def _seconds(task: Any) -> float:
    if task.case.duration is None:
        raise ArgumentError(f"case {task.case.name!r} has no duration; give --duration in seconds")
    seconds = task.begin.duration
    _require_times(duration=seconds)
    return seconds


def _simulated(task: Any, output: Any, **options: Any) -> tuple[Any, Any]:
    """The run, and a function that runs it again with other output times."""
    from functools import partial

    from linkwork.analyses.case import simulation

    found = simulation(task.begin, output=output, record=True if task.case.outputs else None, **options)
    return found, partial(simulation, task.begin, **options)


def _tell_outputs(answer: Answer, task: Any, found: Any, again: Any) -> None:
    """The case's outputs as numbers."""
    if not task.case.outputs:
        return
    from linkwork.analyses.case import outputs_of_run

    values = outputs_of_run(task.begin, found, again)
    answer.data["outputs"] = values
    if not values:
        answer.note(f"outputs of case {task.case.name!r} have no value: the run did not reach its end")
    for word, value in values.items():
        answer.say(f"{word} = {value:.9g}   {task.case.outputs[word]}")
    answer.say("")


def _input(name: str, text: str) -> Any:
    """A number, an expression, or @file with columns of time and value."""
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
    """Times of the command line are positive; a duration may be zero."""
    for name, value in seconds.items():
        if value is not None and not (0 < value < math.inf or (name == "duration" and value == 0)):
            raise ArgumentError(f"--{name.replace('_', '-')}: {value:g} is not a time in seconds that can be used")


def _known_signals(model: Any, signals: list[str] | None) -> list[str]:
    """Those asked for, or the joint coordinates; unknown ones are found before anything is computed."""
    from linkwork.cli.summary import joint_coordinates

    for path in signals or []:
        model.signal_table.find(path)
    return signals or joint_coordinates(model) or ["energy.total"]


def _tell(answer: Answer, found: Any, signals: list[str], degrees: bool) -> None:
    from linkwork.cli.summary import run_columns, run_table

    stats = found.stats
    message = found.message
    if found.status == "done":
        message = message.replace("reached the end", f"reached the end at t = {found.t[-1]:g} s", 1)
    answer.say(f"{found.model.name or 'mechanism'}: {message}")
    answer.say(
        f"{stats.steps} steps, {stats.evaluations} evaluations, {stats.wall_time:.2g} s of computing, "
        f"largest constraint violation {stats.violation:.1e} m"
    )
    columns = run_columns(found, signals, degrees)
    answer.say(f"\n{run_table(columns)}\n")
    for event in found.events[:20]:
        answer.say(f"event {event.event.when!r} at t = {event.time:.6g} s")
    for crossing in found.crossings[:20]:
        answer.say(f"passed a singular position at t = {crossing.time:.6g} s ({', '.join(crossing.parts[:8])})")
    answer.data["signals"] = {
        name: {"unit": unit, "start": y[0], "end": y[-1], "min": y.min(), "max": y.max()}
        for name, (y, unit) in columns.items()
    }


def _write(
    answer: Answer,
    found: Any,
    base: Path,
    signals: list[str],
    asked: list[str],
    csv: bool,
    png: bool,
    page: bool,
    degrees: bool,
) -> dict[str, Path]:
    """All files asked for; a library that is not installed costs its file only, with a note that names it."""
    from linkwork.cli.summary import run_columns, write_csv

    files: dict[str, Path] = {}

    def write(kind: str, suffix: str, how: Any) -> None:
        path = base.with_name(base.name + suffix)
        try:
            how(path)
        except ImportError as error:
            answer.note(f"{path.name} is not written: {error}")
            return
        files[kind] = path
        answer.say(f"wrote {path}")

    write("run", ".nc", found.save)
    if csv:
        write("csv", ".csv", lambda path: write_csv(path, found.t, run_columns(found, signals, degrees)))
    if png:
        write("png", ".png", lambda path: found.plot(*signals, save=path, degrees=degrees))
    if page:
        write("page", ".html", lambda path: found.save_html(path, signals=asked))
    return files
