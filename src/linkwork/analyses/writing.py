"""Files are written whole or not at all: into a temporary file of the same folder, which then takes the name."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path

from linkwork.description.errors import FileError


def write_bytes(path: str | PathLike, data: bytes) -> None:
    """Write a whole file, or leave the old one as it was; readers see the old file or the new one, never half of it.

    Links are followed; devices, pipes and folders are refused.
    """
    try:
        _replace(_regular(path), data)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise FileError(f"{os.fspath(path)!r}: cannot be written: {error}; choose another name") from None


def write_text(path: str | PathLike, text: str) -> None:
    """Write a whole text file, or leave the old one as it was."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise FileError(f"{path}: {text[error.start]!r} cannot be written as UTF-8") from None
    write_bytes(path, data)


def require_ending(path: str | PathLike, endings: tuple[str, ...], what: str, remedy: str = "") -> str:
    """The ending of a file's name in small letters; one that belongs to another format is refused."""
    ending = Path(path).suffix.lower()
    if ending not in endings:
        known = ", ".join(ending for ending in endings if ending)
        raise FileError(
            f"{path}: {what} cannot be written as {ending!r}; endings are {known}{remedy and '; ' + remedy}"
        )
    return ending


@contextmanager
def alone_in_folder(path: str | PathLike) -> Iterator[None]:
    """Hold other writers of this folder that ask for the same off, where the system can."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    folder = -1
    with suppress(OSError):  # a file system without locks: writing itself is still whole or not at all
        folder = os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if folder >= 0:
            os.close(folder)


def _regular(path: str | PathLike) -> Path:
    """The regular file that a name means, links followed, whether it is there already or not."""
    name = os.fspath(path)
    if not name:
        raise FileError("an empty name cannot be written: name a file, such as 'run.nc'")
    if isinstance(name, str) and name.endswith(("/", os.sep)):
        raise FileError(f"{path}: cannot be written: it names a folder; add the name of a file")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return Path(os.path.realpath(path))
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a device or a pipe"
        raise FileError(f"{path}: cannot be written: it is {kind}, not a regular file; name another one")
    if not os.access(path, os.W_OK):
        raise FileError(f"{path}: cannot be written: the file is read-only")
    return Path(os.path.realpath(path))


def _replace(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:20]}.", suffix=".part")
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    with suppress(OSError, AttributeError):  # the new name survives a power failure, where folders can be synced
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
