"""Designs of a mechanism file as a table: their values may be expressions of parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.analyses.design.sweeps.tables import DesignTable, Range, grid, listed, spread
from linkwork.description.designs import Designs
from linkwork.description.errors import DescriptionError
from linkwork.description.numbers import Numbers
from linkwork.model.case_check import number_of
from linkwork.model.errors import QuestionError


def table_of_description(designs: Designs, numbers: Numbers) -> DesignTable:
    """Return the table that `designs` describes for the numbers of a mechanism, or raise an error that lists all
    mistakes."""
    problems: list[str] = []

    def value(item: Any, where: str) -> float:
        try:
            return float(number_of(item, numbers).real)
        except DescriptionError as error:
            problems.extend(f"{where}: {problem}" for problem in error.problems)
            return 0.0

    table = _made(designs, value, problems)
    if problems or table is None:
        raise QuestionError(
            [f"designs {designs.name!r}: {problem}" for problem in problems], "problems with the designs"
        )
    return table


def _made(designs: Designs, value: Callable[[Any, str], float], problems: list[str]) -> DesignTable | None:
    rows = {path: [value(item, path) for item in items] for path, items in designs.grid.items()}
    ranges = {path: _range({word: [value(item, path) for item in items] for word, items in given.items()})
              for path, given in designs.spread.items()}  # fmt: skip
    table = [{path: value(item, path) for path, item in design.items()} for design in designs.table]
    if problems:
        return None
    try:
        if rows:
            return grid(rows)
        if ranges:
            return spread(ranges, designs.count, method=designs.method, seed=designs.seed)
    except (QuestionError, ValueError) as error:
        problems += getattr(error, "problems", [str(error)])
        return None
    result, wrong = listed(table)
    problems += wrong
    return result


def _range(given: dict[str, list[float]]) -> Range:
    """Return the distribution of scipy.stats that a file names."""
    from scipy import stats

    (word, values), *_ = given.items()
    if word == "normal":
        return stats.norm(values[0], values[1])
    if word == "triangular":
        low, mode, high = values
        return stats.triang((mode - low) / (high - low) if high > low else 0.5, low, high - low)
    return values[0], values[1]
