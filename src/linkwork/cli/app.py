"""The command line: options, help and exit codes; the work is done by the functions of `linkwork`.

Exit codes: 0 answered, 1 the analysis could not answer, 2 the input or the command is wrong.
"""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from linkwork.cli import check as check_command
from linkwork.cli import reproduce as reproduce_command

HELP = """Dynamics of constrained mechanical systems, from a mechanism file.

Start with   linkwork check four_bar.yaml   and read what it says about freedoms, redundant
constraints and joint reactions. Values for --set take deg, rad, mm or m; plain numbers are SI and radians.
"""

app = typer.Typer(help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def top(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    if version:
        typer.echo(f"linkwork {installed_version('linkwork')}")
        raise typer.Exit


app.command("check")(check_command.check)
app.command("reproduce")(reproduce_command.reproduce)


def main() -> None:
    """Entry point of the console script."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # `linkwork check … | head`
        sys.stderr.close()
        sys.exit(0)
