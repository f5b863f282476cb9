"""Runs as pages: what `show`, `save_html` and notebooks make of them."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any


class Shown:
    """Results over time that can be shown moving."""

    def show(
        self,
        *,
        signals: Sequence[str] = (),
        traces: Sequence[str] | None = None,
        path: str | PathLike | None = None,
        open_browser: bool = True,
    ) -> Any:
        """Opens the run as a page with linked plots, in the browser or in the notebook's output.

        `signals` are plotted at the start; `traces` are the frames, joints and bodies whose paths are drawn (up to four frames
        unless given). The page is a temporary file unless a `path` is given.

        >>> run.show()
        >>> run.show(signals=["A.angle", "D.force"], traces=["C"])
        """
        from linkwork.viewer.display import present

        return present(self, path, open_browser, signals=signals, traces=traces)

    def save_html(
        self, path: str | PathLike, *, signals: Sequence[str] = (), traces: Sequence[str] | None = None
    ) -> None:
        """Writes the page as one file that needs nothing else: no server, no network.

        >>> run.save_html("run.html", signals=["A.angle"])
        """
        self.show(signals=signals, traces=traces, path=path, open_browser=False)

    def _repr_html_(self) -> str:
        from linkwork.viewer.display import notebook_html

        return notebook_html(self)


def show_modes(
    modes: Any, k: int | None, amplitude: float, traces: Sequence[str], path: str | PathLike | None, open_browser: bool
) -> Any:
    """A mode moving as a page, or several to choose from."""
    from linkwork.viewer.display import present
    from linkwork.viewer.mode_page import modes_as_run

    run = modes_as_run(modes, k, amplitude)
    return present(run, path, open_browser, signals=run.signals, traces=traces)


def show_rest(equilibrium: Any, signals: Sequence[str], path: str | PathLike | None, open_browser: bool) -> Any:
    """A position of rest as a page."""
    from linkwork.viewer.display import present_rest

    return present_rest(equilibrium, path, open_browser, signals)


def show_optimum(optimum: Any, path: str | PathLike | None, open_browser: bool) -> Any:
    """An optimization as a page."""
    from linkwork.viewer.display import present_optimum

    return present_optimum(optimum, path, open_browser)
