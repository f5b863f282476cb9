"""Compiled kernels on disk, each under the hash of all code that went into it.

Numba keys a cached function on its own file only, so that a caller keeps the old code of a callee
edited in another file. Here all kernels live in `<user cache>/linkwork/kernels-<hash of the tools>`: the versions of
Python, NumPy, Numba and LLVM, and the processor. A kernel's file is stamped with the fingerprint of its code and of all
code and constants that it reaches: an edit costs what calls the edited function, and nothing else. Functions outside the
package, such as a user's block, are treated alike. An entry carries a checksum: a damaged one is compiled again.
Kernels that were installed compiled (`shipped`) are looked up after the cache and never written.
The caches of other Numba users in the process are not touched.

LINKWORK_CACHE_DIR overrides `<user cache>/linkwork`.
"""

from __future__ import annotations

import contextlib
import functools
import os
import platform
import shutil
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.types import unliteral
from numba.misc.appdirs import AppDirs

from linkwork.numerics import shipped
from linkwork.numerics.fingerprint import PACKAGE, fields_of, fingerprint
from linkwork.numerics.machine_code import units
from linkwork.numerics.machine_code.entry_files import PRUNE_AGE, EntryFiles, complain, digest

KERNEL_FOLDERS = ("numerics", "kernels", "dynamics", "integrators", "differentiation")
KEPT_DIRECTORIES = 4

_kernels: list[Any] = []  # dispatchers of every kernel of this process


def attach(dispatcher: Any) -> None:
    """Give a dispatcher its place in the kernel cache, and the class that lets its plain twin answer; without a writable
    directory it stays uncached.

    A constant in a call from another kernel counts as its type: Numba would compile `put(a, 0, x)` and `put(a, 3, x)` apart.
    """
    dispatcher._cache = _DeferredCache(dispatcher.py_func)
    _kernels.append(dispatcher)
    dispatcher.__class__ = _kernel_class()
    of_types = dispatcher.get_call_template

    def of_values(args: tuple, kws: dict) -> Any:
        return of_types(tuple(unliteral(a) for a in args), {name: unliteral(a) for name, a in kws.items()})

    dispatcher.get_call_template = of_values


@functools.cache
def tools_hash() -> str:
    """Hash of the versions of the tools and the processor; sixteen hex digits."""
    cpu = getattr(config, "CPU_NAME", None) or llvmlite.binding.get_host_cpu_name()
    tools = (
        shipped.FORMAT,
        numba.__version__,
        llvmlite.__version__,
        numpy.__version__,
        sys.version,
        platform.machine(),
        cpu,
    )
    return digest(repr(tools).encode())


@functools.cache
def directory() -> Path | None:
    """The cache directory, made on first use; None where nothing can be written."""
    for base in _candidate_bases():
        path = base / f"kernels-{tools_hash()}"
        fresh = not path.is_dir()
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not _trustworthy(path):
                continue
            with tempfile.TemporaryFile(dir=path):
                pass
            os.utime(path)
        except OSError:
            continue
        if fresh:
            _prune(base, keep=path)
        return path
    return None


def stored() -> list[Path]:
    """Files of kernels compiled from the current code of the package, in the cache."""
    return _current(directory())


def stored_beforehand() -> list[Path]:
    """Files of kernels that were installed compiled from the current code of the package."""
    return _current(shipped.folder())


def _current(folder: Path | None) -> list[Path]:
    if folder is None:
        return []
    current = {
        f"{implementation.filename_base}.{implementation.locator.get_source_stamp()}"
        for implementation in (_KernelCacheImpl(kernel.py_func, folder) for kernel in kernels())
    }
    return sorted(path for path in folder.glob("*.nbc") if path.name.rsplit(".", 2)[0] in current)


def kernels() -> list[Any]:
    """Return all kernels of the package, and those of this process that are not of the package."""
    for place in KERNEL_FOLDERS:
        for file in sorted((PACKAGE / place).rglob("*.py")):
            import_module(".".join((PACKAGE.name, *file.relative_to(PACKAGE).with_suffix("").parts)))
    return list(_kernels)


def holds(kernel: Any, signature: Any) -> bool:
    """Return whether the cache has an entry of a kernel for these types, compiled from the current sources."""
    try:
        return kernel._cache.holds(signature, kernel.targetctx.codegen())
    except OSError:
        return False


def entry_name(function: FunctionType, arguments: tuple, codegen: Any) -> str:
    """Return the name of the entry of a function for these types of arguments, without the ending of the file."""
    cache = _KernelCache(function, None)
    return cache._cache_file.name(cache._index_key(tuple(arguments), codegen))


def remove_unfinished() -> None:
    """Remove what processes that were killed while they stored an entry have left."""
    folder = directory()
    for path in folder.rglob("*.tmp") if folder else ():
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > PRUNE_AGE:
                path.unlink()


@functools.cache
def _kernel_class() -> type:
    from linkwork.numerics.dispatcher import Kernel  # which asks this module what is compiled

    return Kernel


def _candidate_bases() -> list[Path]:
    override = os.environ.get("LINKWORK_CACHE_DIR")
    if override:
        return [Path(override).expanduser()]
    user = getattr(os, "getuid", lambda: "user")()
    return [Path(AppDirs("linkwork", appauthor=False).user_cache_dir), Path(tempfile.gettempdir()) / f"linkwork-{user}"]


def _trustworthy(path: Path) -> bool:
    """Cached code is executed: refuse a directory that another user owns or may write into."""
    if os.name == "nt" or os.environ.get("LINKWORK_CACHE_DIR"):
        return True
    for folder in (path, path.parent):
        status = folder.stat()
        if status.st_uid != os.getuid() or status.st_mode & 0o002:
            return False
    return True


def _prune(base: Path, keep: Path) -> None:
    """Remove all but the newest few directories; one that vanishes under a running process only costs a recompile."""
    directories = []
    for path in base.glob("kernels-*"):
        try:
            directories.append((path.stat().st_mtime, path))
        except OSError:
            continue
    directories.sort(reverse=True)
    for age, path in directories[KEPT_DIRECTORIES:]:
        if path != keep and time.time() - age > PRUNE_AGE:
            shutil.rmtree(path, ignore_errors=True)


class _Locator:
    """Names a kernel's files by its module inside the cache directory, and stamps them."""

    def __init__(self, function: FunctionType, path: Path):
        self._py_file = function.__code__.co_filename
        self._path = path
        file = Path(self._py_file).resolve()
        inside = file.is_relative_to(PACKAGE)
        place = ".".join(file.relative_to(PACKAGE).parts[:-1]) if inside else digest(str(file).encode())
        self._disambiguator = place
        self._stamp = fingerprint(function, closure=False)  # a closure's contents are part of the key

    def ensure_cache_path(self) -> None:
        self._path.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return self._disambiguator


class _KernelCacheImpl(CompileResultCacheImpl):
    def __init__(self, function: FunctionType, path: Path):
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, path)
        module = Path(function.__code__.co_filename).stem
        self._filename_base = self.get_filename_base(f"{module}.{function.__qualname__}", getattr(sys, "abiflags", ""))

    def reduce(self, data: Any) -> tuple:
        return (*super().reduce(data), units.record(data.library))

    def rebuild(self, target_context: Any, payload: tuple) -> Any:
        return units.rebuild(target_context, payload[:-1])


class _KernelCache(FunctionCache):
    def __init__(self, function: FunctionType, folder: Path | None):
        path = folder or Path(os.devnull)  # below which there is nothing, and nothing can be written
        self._name = repr(function)
        self._py_func = function
        self._impl = _KernelCacheImpl(function, path)
        self._cache_path = str(path)
        base, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
        self._cache_file = EntryFiles(str(path), base, stamp)
        beforehand = shipped.folder()
        self._shipped = None if beforehand is None else EntryFiles(str(beforehand), base, stamp)
        self.enable()

    def _index_key(self, sig: Any, codegen: Any) -> tuple:
        return self._key_for(sig, codegen.magic_tuple())

    def _key_for(self, sig: Any, magic: tuple) -> tuple:
        """Signature, machine and what a closure holds; Numba would pickle the latter, differently in every process."""
        closure = fingerprint(self._py_func) if self._py_func.__closure__ else ""
        return sig, tuple(fields_of(sig)), magic, closure

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        codegen = target_context.codegen()
        places = ((self._cache_file, codegen.magic_tuple()), (self._shipped, shipped.magic(codegen)))
        for files, magic in places if self._enabled else ():
            if files is not None:
                key = self._key_for(sig, magic)
                known = units.loaded.get(files.name(key))
                result = known or self._rebuilt(files, files.name(key), files.load(key), target_context)
                if result is not None:
                    return result
        return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        if getattr(data.library, "symbol", ""):
            units.loaded[self._cache_file.name(self._index_key(sig, data.codegen))] = data
        units.set_environments(data)
        super()._save_overload(sig, data)

    def _rebuilt(self, files: EntryFiles, name: str, data: Any, target_context: Any) -> Any:
        """Return a kernel of an entry, after the units that it calls; None if one of them is not there."""
        if data is None:
            return None
        symbol, needed = data[-1]
        for unit in needed:
            if unit not in units.loaded:
                content = files.read(unit)
                if content is None or self._rebuilt(files, unit, content[-1], target_context) is None:
                    return None
        result = self._impl.rebuild(target_context, data)
        if symbol:
            units.loaded[name] = result
        return result

    def holds(self, sig: Any, codegen: Any) -> bool:
        beforehand = self._shipped is not None and self._shipped.holds(self._key_for(sig, shipped.magic(codegen)))
        return beforehand or self._cache_file.holds(self._index_key(sig, codegen))


class _DeferredCache(NullCache):
    """Looks for the directory at the first compilation, not at import, and never lets a cache failure surface."""

    def __init__(self, function: FunctionType):
        self._function = function
        self._enabled = True
        self._cache: Any = None

    def _ready(self) -> Any:
        if self._cache is None:
            # a function typed at a prompt or in a notebook has no file, and would never be found again
            lasting = Path(self._function.__code__.co_filename).is_file()
            path = directory() if lasting else None
            nowhere = path is None and not (lasting and shipped.folder())
            self._cache = NullCache() if nowhere else _KernelCache(self._function, path)
        return self._cache

    @property
    def cache_path(self) -> str | None:
        return self._ready().cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return self._ready().load_overload(sig, target_context) if self._enabled else None
        except OSError:
            return None
        except Exception:  # whatever an entry written by other tools provokes in pickle, Numba or LLVM
            complain(Path(self.cache_path or "?"))
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            if self._enabled:
                self._ready().save_overload(sig, data)
        except OSError:
            pass  # disk full, directory removed: go on without

    def holds(self, sig: Any, codegen: Any) -> bool:
        """Return whether there is an entry; it is not read."""
        cache = self._ready()
        return self._enabled and isinstance(cache, _KernelCache) and cache.holds(sig, codegen)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        self._ready().flush()
