"""Signals of a model or a run as short text and small tables."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.columns import columns, shown_in

if TYPE_CHECKING:
    from linkwork.analyses.result import HistoryResult
    from linkwork.model.model import Model

SHOWN = 12  # rows of a table, and values in a line


def joint_coordinates(model: Model) -> list[str]:
    """Return the angles and displacements of all joints."""
    joints, names = set(model.joints), []
    for name in model.signals:
        if name.partition(".")[0] in joints:
            signal = model.signal_table.find(name)
            if signal.shape == () and signal.unit in ("rad", "m"):
                names.append(name)
    return names


def known_signals(model: Model, asked: Sequence[str] | None) -> list[str]:
    """Return the given signals, or the joint coordinates; raise an error for unknown ones before anything is
    computed."""
    for path in asked or []:
        model.signal_table.find(path)
    return list(asked or joint_coordinates(model))


def shown_value(model: Model, name: str, value: float, degrees: bool) -> str:
    """Return a value with its unit, such as `1.0472 rad`, or `60 deg` with `degrees`."""
    factor, unit = shown_in(model.signal_table.find(name).unit, degrees)
    return f"{0.0 if abs(value) < 1e-13 else value * factor:.6g} {unit}".rstrip()


def run_columns(run: HistoryResult, signals: Sequence[str], degrees: bool) -> dict[str, tuple[np.ndarray, str]]:
    """Return the scalar histories of signals with their units, vectors by components."""
    result: dict[str, tuple[np.ndarray, str]] = {}
    for path in signals:
        factor, unit = shown_in(run.model.signal_table.find(path).unit, degrees)
        result |= {name: (values * factor, unit) for name, values in columns(run, path).items()}
    return result


def run_table(table: dict[str, tuple[np.ndarray, str]]) -> str:
    """Return the first, last, smallest and largest value of every column."""
    from linkwork.studies.tables import text_table

    rows = [(name, unit, *_cells(y)) for name, (y, unit) in table.items()]
    text = text_table(("signal", "unit", "start", "end", "min", "max"), rows[:SHOWN])
    more = f"\n… {len(rows) - SHOWN} more; choose with --signal" if len(rows) > SHOWN else ""
    return "\n".join("  " + line for line in (text + more).splitlines())


def _cells(y: np.ndarray) -> list[str]:
    noise = max(1e-12 * np.abs(y).max(), 1e-14)  # below this, a value is round-off and printed as zero
    return [f"{0.0 if abs(x) <= noise else x:.6g}" for x in (y[0], y[-1], y.min(), y.max())]


def write_csv(path: str | PathLike, t: np.ndarray, table: dict[str, tuple[np.ndarray, str]]) -> None:
    """Write time and columns, named with their units, as comma-separated text with all digits."""
    from linkwork.analyses.writing import write_text
    from linkwork.io.results import csv_text

    named = {f"{name} ({unit})" if unit else name: values for name, (values, unit) in table.items()}
    write_text(path, csv_text({"time (s)": t, **named}))
