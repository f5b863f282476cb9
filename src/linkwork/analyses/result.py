"""The base class of all results writes tables, files, figures and pages once; a result declares its arrays."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from linkwork.analyses import outlets
from linkwork.analyses.columns import AXES, SUFFIXES
from linkwork.analyses.outlets import Page
from linkwork.analyses.plotting import draw, finished
from linkwork.analyses.table import Table, Variable
from linkwork.model.errors import QuestionError
from linkwork.model.model import Model
from linkwork.model.state import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame
    from xarray import Dataset

SignalValue = float | np.ndarray  # of a scalar, and of a vector or a history


class Result:
    """What every analysis returns: named arrays with units, as frames, datasets, files, figures and pages.

    >>> result.to_pandas(), result.to_xarray()["frequency"].attrs["units"]
    >>> result.save("result.nc"); result.plot(save="result.png"); result.save_html("result.html")
    """

    _what: ClassVar[str] = "a result"  # in messages
    _no_figure: ClassVar[str] = "there is nothing to draw it over"  # why it has no figure, and what has one instead
    _no_page: ClassVar[str] = ""  # why it has no page, and what has one instead; "" if it has one

    # what a result declares

    def _table(self) -> Table:
        """The result's own arrays."""
        raise NotImplementedError

    def _signal_table(self, signals: Sequence[str]) -> Table:
        """The signals that were named."""
        raise QuestionError(
            f"{self._what} has no signals, so that {', '.join(map(repr, signals))} cannot be chosen; "
            "ask without names for all that it has"
        )

    def _draw(self, ax: Axes | None) -> Figure:
        """The figure of `plot`."""
        raise QuestionError(f"{self._what} has no figure: {self._no_figure}")

    # tables and files

    def to_xarray(self, *signals: str) -> Dataset:
        """Return an xarray.Dataset with units: of the signals that are named, else of the result's own arrays.

        >>> run.to_xarray("A.angle", "D.force")["D.force"].sel(axis="x")
        """
        return self._chosen(signals).to_xarray()

    def to_pandas(self, *signals: str) -> DataFrame:
        """Return a pandas.DataFrame with units: of the signals that are named, else of the result's own arrays.

        Every component has a column: vectors become D.force.x, D.force.y, …, complex numbers .real and .imag. The units
        are in `frame.attrs["units"]`. Arrays that do not lie along the rows, such as the matrices of a linear model
        beside A and B, are in `to_xarray`.

        >>> run.to_pandas("A.angle", "D.force").to_csv("run.csv")
        """
        return self._chosen(signals).to_pandas()

    def _chosen(self, signals: Sequence[str]) -> Table:
        return self._signal_table(signals) if signals else self._table()

    def save(self, path: str | PathLike) -> None:
        """Write the result's own arrays: the dataset as netCDF (.nc, .h5, or without an ending), the frame as .csv.

        The file is written whole or not at all; other endings raise an error.

        >>> modes.save("modes.nc"); xarray.open_dataset("modes.nc", engine="h5netcdf")
        """
        outlets.write_result(self, path)

    # figures

    def plot(self, *, save: str | PathLike | None = None, ax: Axes | None = None) -> Figure:
        """Draw the result with matplotlib.

        `save` also writes the figure, in the format of its ending; `ax` draws into given axes.

        >>> modes.plot(save="modes.png")
        """
        return finished(self._draw(ax), save)

    # pages

    def show(self, *, path: str | PathLike | None = None, open_browser: bool = True) -> Page:
        """Open the result as a page, in the browser or in the notebook's output.

        The page is a temporary file unless a `path` is given.

        >>> best.show()
        """
        return self._present(path, open_browser)

    def save_html(self, path: str | PathLike) -> None:
        """Write the page as one file that needs nothing else: no server, no network.

        >>> best.save_html("best.html")
        """
        self._present(path, False)

    def _present(self, path: str | PathLike | None, open_browser: bool, **choices: object) -> Page:
        if self._no_page:
            raise QuestionError(f"{self._what} has no page: {self._no_page}")
        return outlets.present(self, path, open_browser, **choices)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


class SignalResult(Result):
    """A result that reads signals by name, at one position or along many."""

    model: Model

    def _rows(self) -> tuple[str, Variable]:
        """The dimension along which signals are read, and its labels."""
        raise NotImplementedError

    def _history(self, path: str) -> np.ndarray:
        """A signal along the rows: (n,) or (n, 3)."""
        raise NotImplementedError

    def _beside(self) -> dict[str, Variable]:
        """Coordinates that lie beside the rows."""
        return {}

    def _attributes(self) -> dict[str, str | float | int]:
        """Facts about the result as a whole."""
        return {"mechanism": self.model.name}

    def _own_table(self, variables: Mapping[str, Variable], coordinates: Mapping[str, Variable] | None = None) -> Table:
        """A table along the rows."""
        index, rows = self._rows()
        return Table(index, variables, {index: rows, **(coordinates or {}), **self._beside()}, self._attributes())

    def _signal_table(self, signals: Sequence[str]) -> Table:
        index, variables, axes = self._rows()[0], {}, {}
        for path in signals:
            unit, values = self.model.signal_table.find(path).unit, self._history(path)
            shape = values.shape[1:]
            variables[path] = Variable((index, *AXES[shape]), values, unit, tuple(SUFFIXES[shape]))
            axes |= {dim: Variable((dim,), np.array(list(letters))) for dim, letters in AXES[shape].items()}
        return self._own_table(variables, axes)


class PositionResult(SignalResult):
    """A result at one state: its table of signals has one row, its page stands still."""

    state: State

    def __getitem__(self, path: str) -> SignalValue:
        raise NotImplementedError

    def _rows(self) -> tuple[str, Variable]:
        return "time", Variable(("time",), np.array([self.state.t]), "s")

    def _history(self, path: str) -> np.ndarray:
        return np.asarray(self[path])[None]

    def show(
        self, *, signals: Sequence[str] = (), path: str | PathLike | None = None, open_browser: bool = True
    ) -> Page:
        """Open the position as a page with the values of its signals; those that are named come first.

        >>> eq.show()
        """
        return self._present(path, open_browser, signals=signals)

    def save_html(self, path: str | PathLike, *, signals: Sequence[str] = ()) -> None:
        """Write the page as one file that needs nothing else: no server, no network.

        >>> eq.save_html("rest.html", signals=["D.force"])
        """
        self._present(path, False, signals=signals)


class HistoryResult(SignalResult):
    """A result along many states, over time or over a sweep: signals are arrays, and are drawn over one another."""

    t: np.ndarray  # (n) s

    def __len__(self) -> int:
        return self.t.size

    def __getitem__(self, path: str) -> np.ndarray:
        raise NotImplementedError

    def _history(self, path: str) -> np.ndarray:
        return self[path]

    def prepare(self, paths: Sequence[str]) -> None:
        """Read what several signals share once; not needed, but quicker than reading one by one."""

    def plot(
        self, *signals: str | HistoryResult, against: str | None = None, labels: Sequence[str] = (),
        degrees: bool = False, save: str | PathLike | None = None, ax: Axes | None = None,
    ) -> Figure:  # fmt: skip
        """Draw signals over time, or against another signal, with matplotlib; other runs among them are compared.

        Signals of one unit share a panel. `labels` name the runs, this one first; `degrees` shows angles in degrees;
        `save` also writes the figure, in the format of its ending; `ax` draws into given axes.

        >>> run.plot("A.angle", "D.force", save="run.png")
        >>> run.plot("A.angle.rate", against="A.angle")
        >>> run.plot("A.angle", stiffer, labels=["soft", "stiff"])
        """
        runs = [self, *(run for run in signals if isinstance(run, HistoryResult))]
        paths = [path for path in signals if isinstance(path, str)]
        return finished(draw(runs, paths, against, ax, labels, degrees), save)


class MovingResult(HistoryResult):
    """A result over time, which pages show moving."""

    _what = "a run"

    def _rows(self) -> tuple[str, Variable]:
        return "time", Variable(("time",), self.t, "s")

    def show(
        self, *, signals: Sequence[str] = (), traces: Sequence[str] | None = None, path: str | PathLike | None = None,
        open_browser: bool = True,
    ) -> Page:  # fmt: skip
        """Open the run as a page with linked plots, in the browser or in the notebook's output.

        `signals` are plotted at the start; `traces` are the frames, joints and bodies whose paths are drawn (up to four
        frames unless given). The page is a temporary file unless a `path` is given.

        >>> run.show()
        >>> run.show(signals=["A.angle", "D.force"], traces=["C"])
        """
        return self._present(path, open_browser, signals=signals, traces=traces)

    def save_html(
        self, path: str | PathLike, *, signals: Sequence[str] = (), traces: Sequence[str] | None = None
    ) -> None:
        """Write the page as one file that needs nothing else: no server, no network.

        >>> run.save_html("run.html", signals=["A.angle"])
        """
        self._present(path, False, signals=signals, traces=traces)

    def _repr_html_(self) -> str:
        return outlets.notebook_html(self)


# results as HTML in notebooks


def html_pairs(rows: Sequence[tuple[str, str]]) -> str:
    """A table of words and texts."""
    cells = (f"<tr><th>{html.escape(word)}</th><td>{html.escape(text)}</td></tr>" for word, text in rows)
    return f"<table>{''.join(cells)}</table>"


def html_table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row is its head."""
    head, *body = ([html.escape(text) for text in row] for row in rows)
    lines = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in body)
    return f"<table><tr><th>{'</th><th>'.join(head)}</th></tr>{lines}</table>"
