"""The command line: options, help and exit codes; the work is done by the functions of `linkwork`.

Exit codes: 0 answered and sound, 1 not sound or not computed to the end, 2 the input or the command is wrong, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from linkwork.cli.check import check
from linkwork.cli.doctor import doctor
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

app = typer.Typer(help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


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
    run: "Simulate a file; write the run and its page.",
    view: "Show a run moving, or a mechanism standing still.",
    reproduce: "A paper's examples, printed beside measured.",
    schema: "The JSON Schema of mechanism files.",
    doctor: "Versions, optional libraries, compiled kernels.",
}
for command, summary in COMMANDS.items():
    app.command(command.__name__, short_help=summary)(command)


def main() -> None:
    """Entry point of the console script."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # `linkwork check … | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
