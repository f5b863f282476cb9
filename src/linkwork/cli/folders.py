"""Where commands write their files."""

from __future__ import annotations

import tempfile
from pathlib import Path

from linkwork.cli.values import ArgumentError


def writable(folder: Path) -> Path:
    """The folder, made and tried before a long computation."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise ArgumentError(f"{folder}: cannot be written: {error.strerror or error}") from None
