"""`linkwork view run.nc` or `linkwork view file.yaml`: the page of a stored run, or of a mechanism at rest."""

from __future__ import annotations

import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli import options
from linkwork.cli.answer import answering
from linkwork.cli.groups import grouped
from linkwork.cli.values import ArgumentError

RUNS, MECHANISMS, PAGES = (".nc", ".h5"), (".yaml", ".yml", ".json"), (".html", ".htm")


@dataclass(frozen=True)
class Shown(options.Start):
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A run (.nc), a mechanism (.yaml, .json) or a page (.html).")
    ]
    page: Annotated[
        Path | None, typer.Option("--page", metavar="PATH", help="Where the page goes; beside the file unless given.")
    ] = None
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open it in a browser, or only print its path.")] = (
        True
    )


@grouped
def view(asked: Shown, how: options.Answering) -> None:
    """Show a stored run moving, or a mechanism in the pose it starts in.

    Examples:

      linkwork view four_bar.nc

      linkwork view four_bar.yaml --set A.angle=60deg

      linkwork view four_bar.nc --no-open --page out/four_bar.html
    """
    file = asked.file
    with answering(how) as answer:
        kind = file.suffix.lower()
        if kind not in (*RUNS, *MECHANISMS, *PAGES):
            raise ArgumentError(f"{file}: is neither a run (.nc), a mechanism (.yaml, .json) nor a page (.html)")
        if kind in PAGES:
            if not file.is_file():
                raise ArgumentError(f"{file}: there is no such file")
            path = file
        else:
            path = asked.page or file.with_suffix(".html")
            if kind in RUNS:
                if asked.case or asked.set_ or asked.parameter:
                    raise ArgumentError("--case, --set and --parameter change a mechanism; a run is shown as it was")
                import linkwork as lw

                lw.Trajectory.load(file, allow_code=asked.allow_code).save_html(path)
            else:
                _still(asked, path)
        opened = asked.open_ and webbrowser.open(path.resolve().as_uri())
        answer.data |= {"page": str(path), "opened": bool(opened)}
        answer.report(
            f"{path}" if opened or not asked.open_ else f"{path}\nno browser was found here; open the file yourself"
        )


def _still(asked: Shown, path: Path) -> None:
    """Write the page of a mechanism in the pose it starts in."""
    import linkwork as lw
    from linkwork.cli.task import prepare

    task = prepare(asked)
    lw.show(task.model, task.state, inputs=task.at_rest(), path=path, open_browser=False)
