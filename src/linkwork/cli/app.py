"""The command line: options, help and exit codes around the functions of `linkwork`.

Exit codes: 0 computed and sound, 1 not sound or not computed to the end, 2 the input or the command is wrong, 130
interrupted."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version as installed_version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from linkwork.cli.answer import WRONG_INPUT, Answer
from linkwork.cli.campbell import campbell
from linkwork.cli.check import check
from linkwork.cli.compile import compile
from linkwork.cli.design.optimize import optimize
from linkwork.cli.design.sensitivity import sensitivity
from linkwork.cli.design.sweep import sweep
from linkwork.cli.doctor import doctor
from linkwork.cli.equilibrium import equilibrium
from linkwork.cli.modes import modes
from linkwork.cli.new import new
from linkwork.cli.reproduce import reproduce
from linkwork.cli.run import run
from linkwork.cli.schema import schema
from linkwork.cli.view import view

HELP = """Dynamics of constrained mechanical systems, from a mechanism file.

Start with

  linkwork new four_bar.yaml

  linkwork check four_bar.yaml

  linkwork run four_bar.yaml

Values take deg, rad, rpm, mm, cm or m; plain numbers are SI and radians, or degrees with --degrees.
"""

UsageError: Any = typer.BadParameter.__bases__[0]  # of the click that typer carries


class Commands(TyperGroup):
    """The commands; with --json, a mistake in the command line is reported as a JSON document too."""

    def main(self, args: Sequence[str] | None = None, *other: Any, standalone_mode: bool = True, **named: Any) -> Any:
        words = sys.argv[1:] if args is None else list(args)
        if "--json" not in words or not standalone_mode:
            return super().main(args, *other, standalone_mode=standalone_mode, **named)
        try:
            code = super().main(args, *other, standalone_mode=False, **named)
        except UsageError as error:
            answer, code = Answer(as_json=True), WRONG_INPUT
            answer.code, text = code, error.format_message()
            answer.data["error"] = {"message": text, "problems": [text]}
            with contextlib.suppress(typer.Exit):
                answer.finish()
        sys.exit(code if isinstance(code, int) else 0)


app = typer.Typer(cls=Commands, help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def top(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    if version:
        typer.echo(f"linkwork {installed_version('linkwork')}")
        raise typer.Exit


COMMANDS = {
    new: "Write a commented mechanism file to start from.",
    check: "Freedoms, redundancy, reactions: is it sound?",
    equilibrium: "The equilibrium, its stability and the joint loads.",
    modes: "Frequencies, damping ratios and what moves.",
    campbell: "Modes against the speed of a driver.",
    run: "Simulate a file; write the run and its page.",
    sensitivity: "How outputs change with numbers of a file.",
    optimize: "Numbers of a file that make outputs best.",
    sweep: "Outputs for thousands of designs of a file.",
    view: "Show a run moving, or a mechanism standing still.",
    reproduce: "A paper's examples, printed beside measured.",
    schema: "The JSON Schema of mechanism files.",
    compile: "Compile now what most programs need.",
    doctor: "Versions, optional libraries, compiled kernels.",
}
for command, summary in COMMANDS.items():
    app.command(command.__name__, short_help=summary)(command)


def main() -> None:
    """Run the console script."""
    try:
        app()
    except KeyboardInterrupt:
        if "linkwork.numerics.background" in sys.modules:
            sys.modules["linkwork.numerics.background"].stop()
        sys.exit(130)
    except BrokenPipeError:  # `linkwork check … | head`: the reader closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
