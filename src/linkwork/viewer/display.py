"""Showing pages: in the browser, in a notebook, as a still of one state."""

from __future__ import annotations

import re
import sys
import tempfile
import webbrowser
from collections.abc import Mapping, Sequence
from functools import singledispatch
from os import PathLike
from pathlib import Path
from typing import Any

from linkwork.analyses.design.case_result import CaseResult
from linkwork.analyses.design.optimization.optimum import Optimum
from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.modes_result import Modes
from linkwork.analyses.outlets import Page
from linkwork.analyses.result import Result, SignalResult
from linkwork.analyses.writing import require_ending, write_text
from linkwork.description.values import InputValue
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.viewer.document import SIGNAL_BYTES
from linkwork.viewer.mode_page import modes_as_run
from linkwork.viewer.motion import Motion, still_of
from linkwork.viewer.optimum_page import optimum_page
from linkwork.viewer.page import page

NOTEBOOK_BYTES = 2_000_000  # of signals before compression: a notebook stores every page that it has shown


def show(
    model: Model,
    state: State,
    *,
    inputs: Mapping[str, InputValue] | None = None,
    signals: Sequence[str] = (),
    path: str | PathLike | None = None,
    open_browser: bool = True,
) -> Page:
    """Open a page of a model at a state, which can be rotated and has the values of its signals (under constant
    `inputs`).

    The page is a temporary file unless a `path` is given.

    >>> lw.show(model, lw.assemble(model, {"A.angle": 1.0}))
    """
    return present(still_of(model, state, inputs), path, open_browser, signals=signals)


def present(result: Result | Motion, path: str | PathLike | None, open_browser: bool, **choices: Any) -> Page:
    """Return a page file, opened in the browser on request; in a notebook and without a path, the page as its
    output."""
    if path is None and _in_notebook():
        return Page(page_of(result, signal_bytes=NOTEBOOK_BYTES, **choices))
    return _written(page_of(result, **choices), _name(result), path, open_browser)


@singledispatch
def page_of(
    result: Result | Motion, *, signals: Sequence[str] = (), traces: Sequence[str] | None = None, signal_bytes: int = SIGNAL_BYTES
) -> str:  # fmt: skip
    """Return the page of a result as text; choices are those of its `show`.

    >>> page_of(run, signals=["A.angle"])
    """
    return page(result, signals=signals, traces=traces, signal_bytes=signal_bytes)


@page_of.register
def _(
    modes: Modes, *, k: int | None = None, amplitude: float = 0.2, traces: Sequence[str] = (), signal_bytes: int = SIGNAL_BYTES
) -> str:  # fmt: skip
    shapes = modes_as_run(modes, k, amplitude)
    return page(shapes, signals=shapes.signals, traces=traces, signal_bytes=signal_bytes)


@page_of.register
def _(optimum: Optimum, *, signal_bytes: int = SIGNAL_BYTES) -> str:
    return optimum_page(optimum)


@page_of.register
def _(result: CaseResult, *, signal_bytes: int = SIGNAL_BYTES) -> str:
    answer = result.found
    return page_of(answer.modes() if isinstance(answer, LinearSystem) else answer, signal_bytes=signal_bytes)


def _name(result: Result | Motion) -> str:
    if isinstance(result, (Modes, Optimum)):
        return result.name
    return result.model.name if isinstance(result, (SignalResult, CaseResult, Motion)) else ""


def _written(text: str, name: str, path: str | PathLike | None, open_browser: bool) -> Page:
    if path is None:
        word = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "mechanism"
        path = Path(tempfile.mkdtemp(prefix="linkwork-")) / f"{word}.html"
    path = Path(path)
    require_ending(path, ("", ".html", ".htm"), "a page")
    write_text(path, text)
    if open_browser and not webbrowser.open(path.resolve().as_uri()):
        print(f"no browser was found; open {path}", file=sys.stderr)
    return Page(text, path)


def notebook_html(run: Result) -> str:
    """Return the HTML of a run for a notebook."""
    return Page(page(run, play=False, signal_bytes=NOTEBOOK_BYTES))._repr_html_()


def _in_notebook() -> bool:
    """Return whether this is a kernel that shows HTML; IPython is used only if it is running."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return type(shell).__name__ == "ZMQInteractiveShell"
