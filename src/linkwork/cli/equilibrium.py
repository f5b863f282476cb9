"""`linkwork equilibrium file.yaml`: the equilibrium, its stability and the loads of the joints."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, Answer, answering
from linkwork.cli.groups import grouped
from linkwork.cli.values import ArgumentError, assignments, pairs, span, targets

if TYPE_CHECKING:
    from linkwork.analyses.statics.equilibria_result import Equilibria
    from linkwork.analyses.statics.equilibrium_result import Equilibrium
    from linkwork.model.model import Model

SWEPT = "NAME=FIRST:LAST:COUNT"


@dataclass(frozen=True)
class Rest:
    """The held signals, the trimmed inputs and the kind of equilibrium."""

    hold: Annotated[
        list[str] | None,
        typer.Option(
            "--hold", metavar="SIGNAL[=VALUE]", help="A signal to hold at its value at the start, or at a given value."
        ),
    ] = None
    trim: Annotated[
        list[str] | None,
        typer.Option("--trim", metavar="INPUT", help="An input to solve for; give as many as signals are held."),
    ] = None
    stable: Annotated[bool, typer.Option("--stable", help="Accept stable or neutral equilibria only.")] = False
    method: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="newton, continuation or relaxation alone; all in turn unless given."),
    ] = None
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            "--sweep", metavar=SWEPT, help="Follow the equilibrium over an input, a driver or time, e.g. P=0:80:41."
        ),
    ] = None
    folds: Annotated[str, typer.Option(help="At a fold of a sweep: stop, follow or jump.")] = "stop"


@dataclass(frozen=True)
class Shown:
    """The signals, figures and pages of the result."""

    signal: Annotated[
        list[str] | None,
        typer.Option("--signal", "-s", metavar="SIGNAL", help="A signal to print; joint coordinates unless given."),
    ] = None
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw the signals of a sweep.")] = None
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write the page of the (last) position.")
    ] = None


@grouped
def equilibrium(asked: options.QuestionAtRest, wanted: Rest, shown: Shown, how: options.Answering) -> None:
    """Compute the equilibrium, its stability and stiffness, and the loads of the joints.

    The exit code is 0 if there is an equilibrium (a sweep: to its end), 1 if not, 2 if the file or the command is
    wrong.

    Examples:

      linkwork equilibrium four_bar.yaml --set A.angle=60deg

      linkwork equilibrium arm.yaml --hold shoulder.angle=30deg --hold elbow.angle --trim tau1 --trim tau2

      linkwork equilibrium arm.yaml --set shoulder.angle=-90deg --sweep tau1=0:6:25 -s hand.position --png arm.png
    """
    with answering(how) as answer:
        given = assignments(asked.input_ or [])
        ranges = {
            name: span(text, f"--sweep {name}={text}: is not {SWEPT}, for example {name}=0:80:41")
            for name, text in pairs(wanted.sweep or []).items()
        }
        if shown.png is not None and not ranges:
            raise ArgumentError("--png draws a sweep; give --sweep NAME=FIRST:LAST:COUNT, or --page for the position")
        import linkwork as lw
        from linkwork.cli.summary import known_signals
        from linkwork.cli.task import prepare

        task = prepare(asked, inputs=given)
        signals = known_signals(task.model, shown.signal)
        question: dict[str, Any] = {
            "hold": _held(task.model, wanted.hold or [], asked.degrees), "trim": wanted.trim or (),
            "inputs": task.at_rest(), "stable": wanted.stable,
        }  # fmt: skip
        if ranges:
            sweep = lw.equilibria(task.model, task.state, ranges, folds=wanted.folds, **question)
            _report_sweep(answer, sweep, signals, shown.png, asked.degrees)
            last = sweep[-1]
        else:
            last = lw.equilibrium(task.model, task.state, method=wanted.method, **question)
            _report(answer, last, signals, asked.degrees)
        answer.data["file"] = str(asked.file)
        if shown.page is not None:
            answer.write(shown.page, last.save_html)


def _held(model: Model, hold: list[str], degrees: bool) -> dict[str, Any]:
    """Return the held signals with their values, None for the value at the start."""
    held: dict[str, Any] = {text: None for text in hold if "=" not in text}
    return held | targets([text for text in hold if "=" in text], model.signal_table, degrees)


def _report(answer: Answer, eq: Equilibrium, signals: list[str], degrees: bool) -> None:
    import numpy as np

    from linkwork.cli.summary import SHOWN, shown_value

    values = {path: eq[path] for path in signals}
    answer.report(str(eq))
    scalars = {path: v for path, v in values.items() if isinstance(v, float)}
    shown = [f"{path} = {shown_value(eq.model, path, v, degrees)}" for path, v in scalars.items()]
    vectors = {path: v for path, v in values.items() if isinstance(v, np.ndarray)}
    shown += [f"{path} = {np.array2string(v, precision=6)}" for path, v in vectors.items()]
    if shown:
        more = f", … ({len(shown)} in all)" if len(shown) > SHOWN else ""
        answer.report(f"\nat {', '.join(shown[:SHOWN])}{more}")
    answer.data |= {
        "stability": eq.stability, "method": eq.method, "residual": eq.residual, "signals": values, "trim": eq.trim,
        "hold": eq.hold, "independent": eq.independent, "stiffness": eq.stiffness, "rates": eq.rates,
        "directions": [dataclasses.asdict(d) for d in eq.directions],
        "account": [dataclasses.asdict(a) for a in eq.account],
        "reactions": {r.joint: {k: v for k, v in dataclasses.asdict(r).items() if k != "joint"} for r in eq.reactions},
        "drivers": eq.reactions.drivers,
    }  # fmt: skip


def _report_sweep(answer: Answer, sweep: Equilibria, signals: list[str], png: Path | None, degrees: bool) -> None:
    from linkwork.cli.summary import run_columns, run_table

    answer.code = 0 if sweep.success else FAILED
    columns = run_columns(sweep, signals, degrees)
    answer.report(f"{sweep}\n\n{run_table(columns)}")
    answer.data |= {
        "success": sweep.success, "message": sweep.message, "values": sweep.values, "stability": sweep.stability,
        "folds": sweep.folds, "jumps": sweep.jumps, "signals": {name: y for name, (y, _) in columns.items()},
    }  # fmt: skip
    if png is not None:
        answer.write(png, lambda path: sweep.plot(*signals, save=path, degrees=degrees))
