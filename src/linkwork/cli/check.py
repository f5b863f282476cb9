"""`linkwork check file.yaml`: assemble the mechanism, examine it and print its joint reactions."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.failures import explained
from linkwork.cli.values import assignments


class Coordinates(StrEnum):
    joint = "joint"
    cartesian = "cartesian"


def check(
    file: Annotated[Path, typer.Argument(help="Mechanism file, YAML or JSON.")],
    coordinates: Annotated[
        Coordinates, typer.Option(help="joint: relative coordinates on a spanning tree; cartesian: every joint cut.")
    ] = Coordinates.joint,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SIGNAL=VALUE", help="Pose or speed to assemble at, e.g. --set A.angle=60deg."),
    ] = None,
    parameter: Annotated[
        list[str] | None,
        typer.Option("--parameter", "-p", metavar="PATH=VALUE", help="Change a number, e.g. -p L1=250mm."),
    ] = None,
    allow_code: Annotated[
        bool, typer.Option(help="Let blocks of the file import and run their Python functions.")
    ] = False,
) -> None:
    """Does it assemble, how many freedoms has it, what is redundant, and what does every joint carry?

    Examples:

      linkwork check four_bar.yaml

      linkwork check four_bar.yaml --set A.angle=60deg --set A.angle.rate=2

      linkwork check four_bar.yaml --coordinates cartesian -p L1=1.8
    """
    with explained():
        import linkwork as lw

        targets = assignments(set_ or [])
        changes = assignments(parameter or [])
        mechanism = lw.Mechanism.load(file, allow_code=allow_code)
        for path, value in changes.items():
            mechanism.set(path, value)
        model = lw.compile(mechanism, coordinates=coordinates.value)
        state = lw.assemble(model, targets)
        typer.echo(str(lw.check(model, state)))
        typer.echo("")
        typer.echo(str(lw.reactions(model, state)))
