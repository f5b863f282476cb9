"""`linkwork reproduce park-2000`: published examples run again, the printed numbers beside measured ones."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.answer import answering
from linkwork.cli.options import DebugOption


class Study(StrEnum):
    park_2000 = "park-2000"


def reproduce(
    study: Annotated[Study, typer.Argument(help="Which paper.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", "--folder", "-f", metavar="DIR", help="Write the text and the figures there."),
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Runs of each method for the CPU times.")] = 25,
    debug: DebugOption = False,
) -> None:
    """Run the examples of a paper and print its tables beside what was measured.

    Examples:

      linkwork reproduce park-2000

      linkwork reproduce park-2000 --output park
    """
    with answering(debug=debug):
        from linkwork.studies import park_2000, park_2000_figures

        text = str(park_2000.reproduce(repeats))
        typer.echo(text)
        if output is None:
            return
        output.mkdir(parents=True, exist_ok=True)
        path = output / f"{study.value}.txt"
        path.write_text(text + "\n", encoding="utf-8")
        typer.echo(f"\nwrote {path}")
        if not park_2000_figures.available():
            typer.echo("no figures: they need matplotlib (pip install 'linkwork[plot]')")
            return
        for figure in park_2000_figures.write_figures(output):
            typer.echo(f"wrote {figure}")
