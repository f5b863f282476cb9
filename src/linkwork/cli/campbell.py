"""`linkwork campbell file.yaml --driver spin --speeds 0:20:41`: modes against the speed of a driver."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import answering
from linkwork.cli.groups import grouped
from linkwork.cli.values import assignments, number, span


@dataclass(frozen=True)
class Diagram:
    driver: Annotated[
        str, typer.Option("--driver", metavar="NAME", help="The driver that turns, or a position signal to be driven.")
    ]
    speeds: Annotated[
        str,
        typer.Option(
            "--speeds", metavar="FIRST:LAST:COUNT", help="Its speeds in rad/s (m/s), e.g. 0:20:41 or 0:300rpm:31."
        ),
    ]
    count: Annotated[int, typer.Option("--count", min=1, help="How many modes are followed, the lowest first.")] = 12
    order: Annotated[
        list[str] | None, typer.Option("--order", metavar="N", help="An order of the speed; 1, 2 and 3 unless given.")
    ] = None
    state: Annotated[
        list[str] | None,
        typer.Option(
            "--state", metavar="SIGNAL", help="A coordinate that stands still; joint coordinates unless given."
        ),
    ] = None
    png: Annotated[Path | None, typer.Option("--png", "--plot", metavar="FILE", help="Draw the diagram.")] = None
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write frequencies and damping ratios.")] = (
        None
    )


@grouped
def campbell(asked: options.QuestionAtRest, wanted: Diagram, how: options.Answering) -> None:
    """Print frequencies and damping ratios against the speed of a driver, about the steady motion at every speed.

    The exit code is 0 if all speeds were computed, 2 if the file or the command is wrong or a speed has no steady
    motion.

    Examples:

      linkwork campbell rotor.yaml --driver motor --speeds 0:20:41 --png rotor.png

      linkwork campbell rotor.yaml --driver shaft.angle --speeds 0:3000rpm:31 --order 1 --order 2
    """
    with answering(how) as answer:
        given = assignments(asked.input_ or [])
        speeds = span(
            wanted.speeds, f"--speeds {wanted.speeds}: is not FIRST:LAST:COUNT, for example 0:20:41 or 0:300rpm:31"
        )
        orders = [number(text) for text in wanted.order or ["1", "2", "3"]]
        import linkwork as lw
        from linkwork.cli.task import prepare

        task = prepare(asked, inputs=given)
        diagram = lw.campbell(
            task.model, task.state, wanted.driver, speeds, count=wanted.count, states=wanted.state or None,
            inputs=task.at_rest(), orders=orders,
        )  # fmt: skip
        answer.report(str(diagram))
        answer.data |= {
            "file": str(asked.file), "driver": wanted.driver, "speeds": diagram.speeds, "frequencies": diagram.frequencies,
            "undamped": diagram.undamped, "damping": diagram.damping,
            "critical": [dataclasses.asdict(item) for item in diagram.critical()],
            "crossings": [dataclasses.asdict(item) for item in diagram.crossings],
        }  # fmt: skip
        if wanted.csv is not None:
            from linkwork.analyses.writing import write_text

            answer.write(wanted.csv, lambda path: write_text(path, diagram.to_pandas().to_csv()))
        if wanted.png is not None:
            answer.write(wanted.png, lambda path: diagram.plot(save=path))
