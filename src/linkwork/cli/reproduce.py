"""`linkwork reproduce park-2000`, `bae-2003` or `bae-sensitivity`: published examples run again, the printed numbers
beside measured ones."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import answering
from linkwork.cli.folders import writable
from linkwork.cli.groups import grouped


class Study(StrEnum):
    park_2000 = "park-2000"
    bae_2003 = "bae-2003"
    bae_sensitivity = "bae-sensitivity"


@dataclass(frozen=True)
class Paper:
    study: Annotated[Study, typer.Argument(help="Which paper.")]
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", "--folder", "-f", metavar="DIR", help="Write the text and the figures there."),
    ] = None
    repeats: Annotated[int, typer.Option(min=1, help="Runs of each method for the CPU times of park-2000.")] = 25


@grouped
def reproduce(asked: Paper, how: options.Answering) -> None:
    """Run the examples of a paper and print its tables beside what was measured.

    Examples:

      linkwork reproduce park-2000

      linkwork reproduce bae-2003 --output bae
    """
    study, output = asked.study, asked.output
    with answering(how) as answer:
        if output is not None:
            writable(output)
        from linkwork.analyses.writing import write_text
        from linkwork.studies import figures

        if study is Study.park_2000:
            from linkwork.studies import park_2000 as paper
            from linkwork.studies import park_2000_figures as drawn

            report = paper.reproduce(asked.repeats)
        elif study is Study.bae_sensitivity:
            from linkwork.studies import bae_sensitivity as paper
            from linkwork.studies import bae_sensitivity_figures as drawn

            report = paper.reproduce()
        else:
            from linkwork.studies import bae_2003 as paper
            from linkwork.studies import bae_2003_figures as drawn

            report = paper.reproduce()
        answer.report(str(report))
        answer.data |= {"study": study.value, **dataclasses.asdict(report)}
        if output is None:
            answer.report("\n--output DIR draws the figures too")
            return
        files = [output / f"{study.value}.txt"]
        write_text(files[0], f"{report}\n")
        if figures.available():
            files += drawn.write_figures(output)
        else:
            answer.fail("no figures: they need matplotlib (pip install 'linkwork[plot]')")
        answer.report("\n" + "\n".join(f"wrote {path}" for path in files))
        answer.data["files"] = [str(path) for path in files]
