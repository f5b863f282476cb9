"""`linkwork sweep file.yaml`: the outputs of the cases of a mechanism file for many designs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, Answer, answering
from linkwork.cli.folders import writable
from linkwork.cli.groups import grouped
from linkwork.cli.values import ArgumentError, assignments, number, pairs, span, workers

if TYPE_CHECKING:
    from linkwork.analyses.design.sweeps.sweep_result import Sweep
    from linkwork.analyses.design.sweeps.tables import DesignTable
    from linkwork.description.cases import Case
    from linkwork.description.designs import Designs
    from linkwork.description.mechanism import Mechanism


@dataclass(frozen=True)
class Asked:
    """The file, its designs and its cases."""

    file: options.MechanismFile
    designs: Annotated[
        str | None,
        typer.Option("--designs", metavar="NAME", help="Designs of the file; the only ones of the file unless given."),
    ] = None
    spread: Annotated[
        list[str] | None,
        typer.Option("--spread", metavar="PATH=LOW:HIGH", help="Instead: a number of the file, spread over a range."),
    ] = None
    grid: Annotated[
        list[str] | None,
        typer.Option("--grid", metavar="PATH=FIRST:LAST:COUNT", help="Instead: a number of the file, evenly spaced."),
    ] = None
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many designs --spread draws.")] = 1024
    method: Annotated[str, typer.Option(metavar="NAME", help="How --spread draws: sobol, halton, latin or random.")] = (
        "sobol"
    )
    seed: Annotated[int, typer.Option(min=0, help="Of --spread; the same seed draws the same designs.")] = 0
    case: Annotated[
        list[str] | None,
        typer.Option(
            "--case", "-c", metavar="NAME", help="A case to run; those of the designs, else all, unless given."
        ),
    ] = None
    parameter: options.ParameterOption = None
    coordinates: options.CoordinatesOption = options.Coordinates.joint
    allow_code: options.AllowCodeOption = False


@dataclass(frozen=True)
class Where:
    """Where designs are computed, and where answers are kept."""

    on: Annotated[
        str | None,
        typer.Option("--on", metavar="N|ADDRESS", help="Workers of this machine, or a dask scheduler, tcp://host:8786; all cores unless given."),
    ] = None  # fmt: skip
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FOLDER", help="Write answers to this folder as they come, and resume from it."),
    ] = None
    signal: Annotated[
        list[str] | None,
        typer.Option("--signal", "-s", metavar="SIGNAL", help="Also keep the history of this signal in the folder."),
    ] = None


@dataclass(frozen=True)
class Files:
    """The files to write."""

    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write designs and outputs as a table.")] = (
        None
    )
    nc: Annotated[Path | None, typer.Option("--nc", metavar="FILE", help="Write the whole sweep as netCDF.")] = None
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw the sweep.")] = None
    of: Annotated[
        list[str] | None,
        typer.Option("--of", metavar="NAME", help="What --png draws: one output as a histogram, two numbers of the designs as a surface; all unless given."),
    ] = None  # fmt: skip


@grouped
def sweep(asked: Asked, where: Where, files: Files, how: options.Answering) -> None:
    """Compute the outputs of a file's cases for many designs: those of its section `designs`, or a range or grid given here.

    The exit code is 0 if all designs were computed, 1 if some could not be, 2 if the file or the command is wrong, 130 if
    it was interrupted; with --keep the same command then goes on where it ended.

    Examples:

      linkwork sweep lander.yaml --designs tolerances --keep tolerances --png histogram.png --of down.blow

      linkwork sweep lander.yaml --grid strut.stiffness=1000:3000:21 --grid strut.damping=0:200:21 --csv grid.csv

      linkwork sweep lander.yaml --spread strut.stiffness=1000:3000 --count 4096 --on tcp://head:8786
    """
    with answering(how) as answer:
        for wanted in (files.csv, files.nc, files.png):
            if wanted is not None:
                writable(wanted.parent)
        changes = assignments(asked.parameter or [])
        import linkwork as lw

        mechanism = lw.Mechanism.load(asked.file, allow_code=asked.allow_code)
        for path, value in changes.items():
            mechanism.set(path, value)
        designs = _designs(mechanism, asked)
        cases = _cases(mechanism, asked.case, getattr(designs, "cases", ()))
        model = lw.compile(mechanism, coordinates=asked.coordinates.value)
        result = lw.sweep(
            model,
            cases,
            designs,
            on=workers(where.on),
            file=where.keep,
            keep=where.signal or (),
            quiet=how.quiet or how.as_json,
        )
        answer.data["file"] = str(asked.file)
        _report(answer, result)
        for path in (files.csv, files.nc):
            if path is not None:
                answer.write(path, result.save)
        if files.png is not None:
            answer.write(files.png, lambda path: result.plot(*files.of or (), save=path))


def _designs(mechanism: Mechanism, asked: Asked) -> Designs | DesignTable:
    """Return the designs of the file that were named, or those that the command gives."""
    import linkwork as lw
    from linkwork.description.errors import did_you_mean

    kinds = [word for word in ("designs", "spread", "grid") if getattr(asked, word)]
    if len(kinds) > 1:
        raise ArgumentError(f"--{kinds[0]} and --{kinds[1]} exclude each other; give one of them")
    if asked.spread:
        ranges = {path: _range(path, text) for path, text in pairs(asked.spread).items()}
        return lw.spread(ranges, asked.count, method=asked.method, seed=asked.seed)
    if asked.grid:
        return lw.grid({
            path: span(text, f"--grid {path}={text}: is not FIRST:LAST:COUNT, for example {path}=1:3:21")
            for path, text in pairs(asked.grid).items()
        })  # fmt: skip
    known = mechanism.designs
    if asked.designs is None and len(known) == 1:
        return next(iter(known.values()))
    if asked.designs is None:
        remedy = f"choose with --designs: {', '.join(known)}" if known else "the file has no section designs"
        raise ArgumentError(f"which designs? give --spread or --grid, or designs of the file; {remedy}")
    if asked.designs not in known:
        raise ArgumentError(
            f"there are no designs {asked.designs!r}; {did_you_mean(asked.designs, known, 'there are')}"
        )
    return known[asked.designs]


def _range(path: str, text: str) -> tuple[float, float]:
    words = text.split(":")
    if len(words) != 2:
        raise ArgumentError(f"--spread {path}={text}: a range is LOW:HIGH, for example {path}=1:3")
    return number(words[0]), number(words[1])


def _cases(mechanism: Mechanism, names: list[str] | None, own: Any) -> list[Case]:
    """Return the cases that were named, those of the designs, or all of the file that have outputs."""
    from linkwork.cli.cases import chosen_case

    wanted = list(names or own) or [name for name, case in mechanism.cases.items() if case.outputs]
    if not wanted:
        raise ArgumentError("the file has no case with outputs; a sweep computes outputs of cases")
    return [case for name in wanted if (case := chosen_case(mechanism, name)) is not None]


def _report(answer: Answer, result: Sweep) -> None:
    answer.code = 0 if result.success else FAILED
    answer.report(str(result))
    answer.data |= {
        "success": result.success, "designs": len(result), "paths": result.designs.paths,
        "values": result.designs.values, "outputs": result.outputs,
        "failed": [{"design": number, "reason": reason} for number, reason in result.failed],
        "best": {name: result.designs[result.best(name)] for name in result.outputs if len(result.failed) < len(result)},
    }  # fmt: skip
