"""The result of a sweep: the outputs of every design as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses import outlets
from linkwork.analyses.design.sweeps.figures import draw_sweep
from linkwork.analyses.design.sweeps.parts import as_design
from linkwork.analyses.design.sweeps.question import SweepQuestion, kept_file
from linkwork.analyses.design.sweeps.tables import DesignTable
from linkwork.analyses.plotting import finished
from linkwork.analyses.result import Result, html_table
from linkwork.analyses.table import Table, Variable, labels
from linkwork.description.cases import Case
from linkwork.description.errors import did_you_mean
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.model import Model

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from xarray import Dataset

SHOWN = 6  # failures in a printed sweep


@dataclass(frozen=True, eq=False)
class Sweep(Result):
    """What `sweep` returns: outputs by `case.output`, one number for every design, NaN where it could not be computed.

    >>> result.outputs["swing.load"], result.designs[0], result.failed
    >>> best = result.best("swing.load"); result.designs[best], result.model(best)
    >>> result.plot("swing.load", save="load.png"); result.to_pandas(); result.save("swing.nc")
    """

    _what = "a sweep"
    _no_page = (
        "sweep.plot(…) draws it; lw.run(sweep.model(k), sweep.cases(k)[name]).save_html(…) writes the page of design k"
    )

    base: Model = field(repr=False)  # the model whose numbers the designs change
    asked: dict[str, Case] = field(repr=False)  # the cases
    designs: DesignTable
    outputs: dict[str, np.ndarray] = field(repr=False)  # (n) by case.output
    failed: tuple[tuple[int, str], ...] = ()  # number of a design, why an output is missing
    folder: Path | None = field(default=None, repr=False)  # of the parts and the histories that were kept

    def __len__(self) -> int:
        return len(self.designs)

    def __getitem__(self, name: str) -> np.ndarray:
        """Return an output, or a number of the designs, for all designs, shape (n)."""
        if name in self.outputs:
            return self.outputs[name]
        if name in self.designs.paths:
            return self.designs.values[:, self.designs.paths.index(name)]
        known = [*self.outputs, *self.designs.paths]
        raise KeyError(
            f"{name!r} is neither an output nor a number of the designs; {did_you_mean(name, known, 'there are')}"
        )

    @property
    def success(self) -> bool:
        """Whether all outputs of all designs were computed."""
        return not self.failed

    def best(self, output: str, *, largest: bool = False) -> int:
        """Return the number of the design with the smallest output, or the largest.

        >>> result.designs[result.best("swing.load")]
        """
        values = self[output]
        if not np.isfinite(values).any():
            raise AnalysisError(f"{output} was computed for no design; the first failed with: {self.failed[0][1]}")
        return int(np.nanargmax(values) if largest else np.nanargmin(values))

    def model(self, number: int) -> Model:
        """Return the model of a design.

        >>> lw.run(result.model(0), case)
        """
        return self._question().designed(as_design(self.designs.values[number]))[0]

    def cases(self, number: int) -> dict[str, Case]:
        """Return the cases of a design by name: those of the sweep, with the starts that the design changes."""
        return self._question().designed(as_design(self.designs.values[number]))[1]

    def kept(self, number: int, case: str | None = None) -> Dataset:
        """Return the histories of a design that were kept, as an xarray.Dataset.

        >>> result.kept(result.best("swing.load"))["A.angle"]
        """
        name = next(iter(self.asked)) if case is None else case
        if name not in self.asked:
            raise KeyError(f"there is no case {name!r}; {did_you_mean(name, self.asked, 'cases are')}")
        if self.folder is None:
            raise QuestionError(
                "this sweep has no folder, in which histories are kept; give sweep(…, file=…, keep=[…])"
            )
        return outlets.read_signals(
            kept_file(self.folder, self.designs.paths, as_design(self.designs.values[number]), name)
        )

    def _question(self) -> SweepQuestion:
        return SweepQuestion(self.base, self.asked, self.designs.paths)

    @staticmethod
    def load(path: str | PathLike, model: Model | None = None, *, allow_code: bool = False) -> Sweep:
        """Read a sweep that was saved as netCDF; the file holds the mechanism and the cases too.

        >>> lw.Sweep.load("swing.nc").best("swing.load")
        """
        return outlets.read_sweep(path, model, allow_code)

    def _table(self) -> Table:
        reasons = np.full(len(self), "", object)
        for number, reason in self.failed:
            reasons[number] = reason
        numbers = {path: Variable(("design",), self[path]) for path in self.designs.paths}
        outputs = {name: Variable(("design",), values) for name, values in self.outputs.items()}
        facts = {"mechanism": self.base.name, "cases": ", ".join(self.asked), "failures": len(self.failed)}
        coordinates = labels("design", np.arange(len(self))) | numbers
        return Table("design", {**numbers, **outputs, "failed": Variable(("design",), reasons)}, coordinates, facts)

    def plot(
        self, *names: str, color: str | None = None, save: str | PathLike | None = None, ax: Axes | None = None
    ) -> Figure:
        """Draw the sweep with matplotlib.

        Without names: parallel coordinates of the designs' numbers and all outputs, coloured by the first output. With
        one name: its histogram. With two numbers of the designs: an output, `color`, over both of them. With two other
        names: one over the other. `save` also writes the figure, in the format of its ending; `ax` draws into given axes.

        >>> result.plot("swing.load", save="histogram.png")
        >>> result.plot("K.stiffness", "L1", color="swing.load")
        """
        return finished(draw_sweep(self, names, color, ax), save)

    def table(self) -> list[tuple[str, ...]]:
        """Return the rows of a table: every output with its smallest value, mean, standard deviation and largest value."""
        rows: list[tuple[str, ...]] = [("output", "smallest", "mean", "deviation", "largest")]
        for name, values in self.outputs.items():
            done = values[np.isfinite(values)]
            four = (done.min(), done.mean(), done.std(), done.max()) if done.size else (np.nan,) * 4
            rows.append((name, *(f"{value:.6g}" for value in four)))
        return rows

    def __str__(self) -> str:
        from linkwork.analyses.design.sensitivity_result import table

        lines = [f"{len(self)} designs of {self.base.name or '(unnamed)'}: {', '.join(self.designs.paths)}"]
        head, *rows = self.table()
        lines += table(head, rows)
        lines += [f"design {number} failed: {reason}" for number, reason in self.failed[:SHOWN]]
        if len(self.failed) > SHOWN:
            lines.append(f"… {len(self.failed) - SHOWN} more failed; see .failed")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(self.table())
