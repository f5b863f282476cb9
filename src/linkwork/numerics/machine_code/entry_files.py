"""The files of the kernel cache: one for each entry, written whole, with a checksum in front."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

from numba.core import serialize

PRUNE_AGE = 3600.0  # s; a file or directory used within the last hour may belong to a running process
CHECKSUM = 32  # bytes of SHA-256 in front of an entry

complained: list[Path] = []  # damaged entries met by this process


class EntryFiles:
    """One file per function, sources and signature: parallel writers never share an index."""

    def __init__(self, path: str, base: str, stamp: str):
        self._path, self._base, self._stamp = Path(path), base, stamp

    def _entry(self, key: Any) -> Path:
        return self.entry(self.name(key))

    def name(self, key: Any) -> str:
        return f"{self._base}.{self._stamp}.{digest(repr(key).encode())}"

    def entry(self, name: str) -> Path:
        return self._path / f"{name}.nbc"

    def _forget_older(self) -> None:
        """Remove what older sources of this function left, unless it may belong to a running process."""
        for path in self._path.glob(f"{self._base}.*.nbc"):
            if not path.name.startswith(f"{self._base}.{self._stamp}."):
                with contextlib.suppress(OSError):
                    if time.time() - path.stat().st_mtime > PRUNE_AGE:
                        path.unlink()

    def save(self, key: Any, data: Any) -> None:
        content = serialize.dumps((self._stamp, key, data))
        write_whole(self._entry(key), hashlib.sha256(content).digest() + content)
        self._forget_older()

    def load(self, key: Any) -> Any:
        content = self.read(self.name(key))
        if content is None:
            return None
        stamp, stored_key, data = content
        return data if stamp == self._stamp and stored_key == key else None

    def read(self, name: str) -> Any:
        """Return the stamp, the key and the data of any kernel's entry; None if it is not there or damaged."""
        path = self.entry(name)
        if not path.is_file():
            return None
        content = memoryview(path.read_bytes())
        if hashlib.sha256(content[CHECKSUM:]).digest() != content[:CHECKSUM]:
            complain(path)
            return None
        return pickle.loads(content[CHECKSUM:])

    def holds(self, key: Any) -> bool:
        return self._entry(key).is_file()

    def flush(self) -> None:
        for path in self._path.glob(f"{self._base}.*.nbc"):
            path.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file of the cache under a temporary name and rename it, so that other processes never see half of it."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def complain(path: Path) -> None:
    """Warn once in a process that an entry is compiled again."""
    if not complained:
        message = f"a damaged entry of the kernel cache is compiled again: {path}; further ones are not listed"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    complained.append(path)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
