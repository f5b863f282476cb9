"""Files are written beside and renamed, so that they are never half written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from linkwork.description.errors import FileError


@contextmanager
def written_beside(path: str | PathLike) -> Iterator[Path]:
    """A name to write to, renamed at the end: readers see the old file or the new one, never half of it."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_text(path: str | PathLike, text: str) -> None:
    """Writes a whole text file, or leaves the old one."""
    with written_beside(path) as temporary, open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
