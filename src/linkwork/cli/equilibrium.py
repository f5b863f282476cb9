"""`linkwork equilibrium file.yaml`: where the mechanism rests, whether it stays, and what its joints carry there."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, Answer, answering
from linkwork.cli.values import ArgumentError, assignments, pairs, span, targets

SWEPT = "NAME=FIRST:LAST:COUNT"


def equilibrium(
    file: options.MechanismFile,
    case: options.CaseOption = None,
    set_: options.SetOption = None,
    parameter: options.ParameterOption = None,
    input_: options.InputOption = None,
    hold: Annotated[
        list[str] | None,
        typer.Option("--hold", metavar="SIGNAL[=VALUE]", help="A signal to keep, where it starts or at a value."),
    ] = None,
    trim: Annotated[
        list[str] | None,
        typer.Option("--trim", metavar="INPUT", help="An input to be found: as many as signals are held."),
    ] = None,
    stable: Annotated[bool, typer.Option("--stable", help="Accept stable or neutral positions only.")] = False,
    method: Annotated[
        str | None, typer.Option(metavar="NAME", help="newton, continuation or relaxation alone; all in turn unless given.")
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option("--sweep", metavar=SWEPT, help="Follow the rest over an input, a driver or time, e.g. P=0:80:41."),
    ] = None,
    folds: Annotated[str, typer.Option(help="At a fold of a sweep: stop, follow or jump.")] = "stop",
    signal: Annotated[
        list[str] | None,
        typer.Option("--signal", "-s", metavar="SIGNAL", help="A signal to print; joint coordinates unless given."),
    ] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw the signals of a sweep.")] = None,
    page: Annotated[Path | None, typer.Option("--page", metavar="FILE", help="Write the page of the (last) position.")] = None,
    coordinates: options.CoordinatesOption = options.Coordinates.joint,
    degrees: options.DegreesOption = False,
    as_json: options.JsonOption = False,
    quiet: options.QuietOption = False,
    allow_code: options.AllowCodeOption = False,
    debug: options.DebugOption = False,
) -> None:  # fmt: skip
    """Where does it rest, does it stay there, how stiff is it, and what does every joint carry?

    The exit code is 0 if a position of rest was found (a sweep: to its end), 1 if not, 2 if the file or the command is wrong.

    Examples:

      linkwork equilibrium four_bar.yaml --set A.angle=60deg

      linkwork equilibrium arm.yaml --hold shoulder.angle --trim tau

      linkwork equilibrium truss.yaml --sweep P=0:80:41 --folds jump -s apex.position.y --png truss.png
    """
    with answering(as_json=as_json, quiet=quiet, debug=debug) as answer:
        given = assignments(input_ or [])
        ranges = {
            name: span(text, f"--sweep {name}={text}: is not {SWEPT}, for example {name}=0:80:41")
            for name, text in pairs(sweep or []).items()
        }
        if png is not None and not ranges:
            raise ArgumentError("--png draws a sweep; give --sweep NAME=FIRST:LAST:COUNT, or --page for the position")
        import linkwork as lw
        from linkwork.cli.task import prepare

        task = prepare(
            file, case=case, set_=set_, parameter=parameter, coordinates=coordinates.value, degrees=degrees,
            allow_code=allow_code, inputs=given,
        )  # fmt: skip
        inputs = task.at_rest()
        signals = _signals(task.model, signal)
        held = _held(task.model, hold or [], degrees)
        if ranges:
            found = lw.equilibria(
                task.model, task.state, ranges, hold=held, trim=trim or (), inputs=inputs, stable=stable, folds=folds
            )  # fmt: skip
            _tell_sweep(answer, found, signals, png, degrees)
            last = found[-1]
        else:
            last = lw.equilibrium(
                task.model, task.state, hold=held, trim=trim or (), inputs=inputs, stable=stable, method=method
            )  # fmt: skip
            _tell(answer, last, signals, degrees)
        answer.data["file"] = str(file)
        if page is not None:
            last.show(path=page, open_browser=False)
            answer.say(f"wrote {page}")


def _held(model: Any, hold: list[str], degrees: bool) -> dict[str, Any]:
    """Signals with their values, or None where they start."""
    found: dict[str, Any] = {text: None for text in hold if "=" not in text}
    return found | targets([text for text in hold if "=" in text], model.signal_table, degrees)


def _signals(model: Any, asked: list[str] | None) -> list[str]:
    from linkwork.cli.summary import joint_coordinates

    for path in asked or []:
        model.signal_table.find(path)
    return asked or joint_coordinates(model)


def _tell(answer: Answer, eq: Any, signals: list[str], degrees: bool) -> None:
    import numpy as np

    from linkwork.cli.summary import SHOWN, shown_value

    values = {path: eq[path] for path in signals}
    answer.say(str(eq))
    shown = [f"{path} = {shown_value(eq.model, path, v, degrees)}" for path, v in values.items() if np.ndim(v) == 0]
    shown += [f"{path} = {np.array2string(v, precision=6)}" for path, v in values.items() if np.ndim(v) > 0]
    if shown:
        more = f", … ({len(shown)} in all)" if len(shown) > SHOWN else ""
        answer.say(f"\nat {', '.join(shown[:SHOWN])}{more}")
    answer.data |= {
        "stability": eq.stability, "method": eq.method, "residual": eq.residual, "signals": values, "trim": eq.trim,
        "hold": eq.hold, "independent": eq.independent, "stiffness": eq.stiffness, "rates": eq.rates,
        "directions": [dataclasses.asdict(d) for d in eq.directions],
        "account": [dataclasses.asdict(a) for a in eq.account],
        "reactions": {r.joint: {k: v for k, v in dataclasses.asdict(r).items() if k != "joint"} for r in eq.reactions},
        "drivers": eq.reactions.drivers,
    }  # fmt: skip


def _tell_sweep(answer: Answer, found: Any, signals: list[str], png: Path | None, degrees: bool) -> None:
    from linkwork.cli.summary import run_columns, run_table

    answer.code = 0 if found.success else FAILED
    columns = run_columns(found, signals, degrees)
    answer.say(f"{found}\n\n{run_table(columns)}")
    answer.data |= {
        "success": found.success, "message": found.message, "values": found.values, "stability": found.stability,
        "folds": found.folds, "jumps": found.jumps, "signals": {name: y for name, (y, _) in columns.items()},
    }  # fmt: skip
    if png is not None:
        found.plot(*signals, save=png, degrees=degrees)
        answer.say(f"wrote {png}")
