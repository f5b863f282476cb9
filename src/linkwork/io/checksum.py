"""Checksums of netCDF files, tested before a library opens them: HDF5 can hang or crash on a damaged file.

A line after the end of the HDF5 data holds the SHA-256 of everything before it. Readers of netCDF and HDF5 ignore what
follows the data. Files without this line, of earlier versions or written again by other programs, are first read by
another process with a time limit.
"""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys
from os import PathLike

from linkwork.description.errors import FileError, printable

MARK = b"\nlinkwork sha256 "
LENGTH = len(MARK) + 2 * hashlib.sha256().digest_size + 1
SIMILAR = len(MARK) // 2  # bytes equal to the mark, so that a damaged line is not taken for none
HDF5 = b"\x89HDF\r\n\x1a\n"
SECONDS, PER_SECOND = 60.0, 10e6  # limit of the other process, and bytes for which it gets a second more
CHUNK = 1 << 20
_TRIAL = """
import sys
path, sys.path[:] = sys.argv[1], sys.argv[2:]
import xarray
try:
    with xarray.open_dataset(path, engine="h5netcdf", decode_times=False, mask_and_scale=False, phony_dims="sort") as data:
        if "linkwork_run" in data.attrs:
            data.load()
except BaseException as error:
    print(error or type(error).__name__)
    sys.exit(3)
"""


def with_checksum(image: bytes) -> bytes:
    """Return the bytes of a netCDF file followed by the line with their checksum."""
    return image + _line(hashlib.sha256(image))


def require_readable(path: str | PathLike) -> None:
    """Raise an error for a file that is no HDF5 file, is damaged, or on which the HDF5 library fails or hangs."""
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise FileError(f"is {'a folder' if stat.S_ISDIR(mode) else 'a device or a pipe'}, not a file")
        begin, line, expected = _read(path)
    except FileError:
        raise
    except FileNotFoundError:
        raise FileError("there is no such file") from None
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise FileError(f"cannot be read: {error}; choose another name") from None
    if begin != HDF5:
        raise FileError("is not a run written by save: it is no netCDF file")
    if sum(a == b for a, b in zip(line, MARK, strict=False)) < SIMILAR:
        _require_harmless(path)
    elif line != expected:
        raise FileError("is damaged: its content has another checksum than when it was written; restore it from a copy")


def _line(digest: hashlib._Hash) -> bytes:
    return MARK + digest.hexdigest().encode() + b"\n"


def _read(path: str | PathLike) -> tuple[bytes, bytes, bytes]:
    """Return the first bytes of a file, its last line, and the line that belongs to what precedes it."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        left = max(os.fstat(file.fileno()).st_size - LENGTH, 0)
        begin = file.read(len(HDF5))
        file.seek(0)
        while left and (chunk := file.read(min(CHUNK, left))):
            digest.update(chunk)
            left -= len(chunk)
        return begin, file.read(LENGTH), _line(digest)


def _require_harmless(path: str | PathLike) -> None:
    """Read a file in another process, and raise an error if this fails or does not come to an end."""
    limit = SECONDS + os.stat(path).st_size / PER_SECOND
    command = [sys.executable, "-c", _TRIAL, os.fspath(path), *sys.path]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=limit, check=False
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise FileError(f"is damaged: reading it did not end within {limit:.0f} s") from None
    except OSError:  # no process can be started here
        return
    if done.returncode:
        reason = printable(done.stdout.decode(errors="replace").strip())
        raise FileError(f"is not a run written by save: {reason or 'the HDF5 library crashes on it'}")
