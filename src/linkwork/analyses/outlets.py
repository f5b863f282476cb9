"""Where results go: into files and onto pages.

`io` and `viewer` lie above the analyses. This is the only module of the analyses that reaches up to them, and it
does so when a file or a page is asked for.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xarray import Dataset

    from linkwork.analyses.design.sweeps.sweep_result import Sweep
    from linkwork.analyses.motion.trajectory import Trajectory
    from linkwork.analyses.result import Result
    from linkwork.model.model import Model


@dataclass(frozen=True)
class Page:
    """A page that was shown: where it is, or itself inside a notebook."""

    text: str
    path: Path | None = None

    def _repr_html_(self) -> str:
        """A frame that holds the page."""
        return (
            f'<iframe srcdoc="{html.escape(self.text)}" sandbox="allow-scripts" allow="fullscreen" loading="lazy" '
            'style="width:100%;height:560px;border:1px solid #8884;border-radius:10px"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<page at {self.path}>" if self.path else f"<page of {len(self.text) / 1e6:.2g} MB>"


def write_result(result: Result, path: str | PathLike) -> None:
    """Write a result as the file that its name's ending means."""
    from linkwork.io.results import save

    save(result, path)


def read_run(path: str | PathLike, model: Model | None, allow_code: bool) -> Trajectory:
    """Read a run that was saved."""
    from linkwork.io.runs import load

    return load(path, model, allow_code=allow_code)


def write_signals(result: Result, signals: Sequence[str], path: str | PathLike) -> None:
    """Write signals of a result as netCDF."""
    from linkwork.io.results import save_signals

    save_signals(result, signals, path)


def read_signals(path: str | PathLike) -> Dataset:
    """Read signals that were written."""
    from linkwork.io.results import load_signals

    return load_signals(path)


def read_sweep(path: str | PathLike, model: Model | None, allow_code: bool) -> Sweep:
    """Read a sweep that was saved."""
    from linkwork.io.sweeps import load

    return load(path, model, allow_code=allow_code)


def present(result: Result, path: str | PathLike | None, open_browser: bool, **choices: object) -> Page:
    """Write the page of a result, open it if asked, or give it to the notebook that runs this."""
    from linkwork.viewer.display import present

    return present(result, path, open_browser, **choices)


def notebook_html(result: Result) -> str:
    """The page of a result as it stands in a notebook's output."""
    from linkwork.viewer.display import notebook_html

    return notebook_html(result)
