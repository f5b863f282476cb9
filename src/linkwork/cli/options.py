"""Options that several commands share, so that one word means the same everywhere; see `groups`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Coordinates(StrEnum):
    joint = "joint"
    cartesian = "cartesian"


MechanismFile = Annotated[Path, typer.Argument(metavar="FILE", help="Mechanism file, YAML or JSON.")]
CoordinatesOption = Annotated[
    Coordinates, typer.Option(help="joint: relative coordinates on a spanning tree; cartesian: every joint cut.")
]
ParameterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter",
        "-p",
        metavar="PATH=VALUE",
        help="Change a number of the file, e.g. -p L1=250mm -p K.stiffness=90.",
    ),
]
AllowCodeOption = Annotated[
    bool, typer.Option("--allow-code", help="Let blocks of the file import and run their Python functions.")
]


@dataclass(frozen=True)
class Start:
    """A mechanism file and its start."""

    file: MechanismFile
    case: Annotated[
        str | None,
        typer.Option("--case", "-c", metavar="NAME", help="Take start, duration, … from this case of the file."),
    ] = None
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SIGNAL=VALUE",
            help="Pose or speed to start at, e.g. --set A.angle=60deg --set A.angle.rate=2.",
        ),
    ] = None
    parameter: ParameterOption = None
    degrees: Annotated[
        bool, typer.Option("--degrees", "-d", help="Angles in degrees: plain numbers of --set, and what is printed.")
    ] = False
    allow_code: AllowCodeOption = False


@dataclass(frozen=True)
class Question(Start):
    """A mechanism file with the choice of coordinates."""

    coordinates: CoordinatesOption = Coordinates.joint


@dataclass(frozen=True)
class QuestionAtRest(Question):
    """A mechanism with constant inputs."""

    input_: Annotated[
        list[str] | None, typer.Option("--input", "-i", metavar="NAME=VALUE", help="The value of an input.")
    ] = None


@dataclass(frozen=True)
class Answering:
    """The form of a command's output."""

    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text, errors too.")] = (
        False
    )
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors; the exit code answers.")] = (
        False
    )
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False
