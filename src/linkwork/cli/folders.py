"""Folders of the files that commands write."""

from __future__ import annotations

import tempfile
from pathlib import Path

from linkwork.cli.values import ArgumentError


def writable(folder: Path) -> Path:
    """Return the folder after creating it and checking that it can be written, before a long computation."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise ArgumentError(f"{folder}: cannot be written: {error.strerror or error}") from None
