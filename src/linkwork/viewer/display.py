"""Showing pages: in the browser, in a notebook, as a still of one state."""

from __future__ import annotations

import html
import re
import sys
import tempfile
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from linkwork.analyses.writing import require_ending, write_text
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.viewer.document import rest_of, still_of
from linkwork.viewer.optimum_page import optimum_page
from linkwork.viewer.page import page

NOTEBOOK_BYTES = 2_000_000  # of signals before compression: a notebook keeps every page that it has shown


@dataclass(frozen=True)
class Shown:
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


def show(
    model: Model,
    state: State,
    *,
    inputs: Mapping[str, Any] | None = None,
    signals: Sequence[str] = (),
    path: str | PathLike | None = None,
    open_browser: bool = True,
) -> Shown:
    """Opens a model at a state as a page: to turn, to look at, with the values of its signals (under constant `inputs`).

    The page is a temporary file unless a `path` is given.

    >>> lw.show(model, lw.assemble(model, {"A.angle": 1.0}))
    """
    return present(still_of(model, state, inputs), path, open_browser, signals=signals)


def present(run: Any, path: str | PathLike | None, open_browser: bool, **choices: Any) -> Shown:
    """A file, opened in the browser if asked; without a path, inside a notebook, the page in its output."""
    if path is None and _in_notebook():
        return Shown(page(run, signal_bytes=NOTEBOOK_BYTES, **choices))
    return _written(page(run, **choices), run.model.name, path, open_browser)


def present_rest(equilibrium: Any, path: str | PathLike | None, open_browser: bool, signals: Sequence[str]) -> Shown:
    """The page of a position of rest, as `present` does."""
    return present(rest_of(equilibrium), path, open_browser, signals=signals)


def present_optimum(optimum: Any, path: str | PathLike | None, open_browser: bool) -> Shown:
    """The page of an optimization, as `present` does."""
    text = optimum_page(optimum)
    return Shown(text) if path is None and _in_notebook() else _written(text, optimum.name, path, open_browser)


def _written(text: str, name: str, path: str | PathLike | None, open_browser: bool) -> Shown:
    if path is None:
        word = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "mechanism"
        path = Path(tempfile.mkdtemp(prefix="linkwork-")) / f"{word}.html"
    path = Path(path)
    require_ending(path, ("", ".html", ".htm"), "a page")
    write_text(path, text)
    if open_browser and not webbrowser.open(path.resolve().as_uri()):
        print(f"no browser was found; open {path}", file=sys.stderr)
    return Shown(text, path)


def notebook_html(run: Any) -> str:
    """A run inside a notebook."""
    return Shown(page(run, play=False, signal_bytes=NOTEBOOK_BYTES))._repr_html_()


def _in_notebook() -> bool:
    """Whether this is a kernel that shows HTML; IPython is asked only if it is running."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return type(shell).__name__ == "ZMQInteractiveShell"
