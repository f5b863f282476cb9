"""Figures of studies as PNG files; they need matplotlib, which may be missing."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import Any

from linkwork.analyses.plotting import save_figure


def available() -> bool:
    """Return whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def new(panels: int) -> tuple[Any, Any]:
    """Return a figure of panels side by side, without a window."""
    figure = importlib.import_module("matplotlib.figure").Figure(figsize=(5.0 * panels, 3.4), layout="constrained")
    return figure, figure.subplots(1, panels, squeeze=False)[0]


def save(figure: Any, directory: Path, name: str) -> Path:
    path = directory / f"{name}.png"
    save_figure(figure, path)
    return path
