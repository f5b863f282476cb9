"""Kernels that were compiled beforehand and installed as the package `linkwork_kernels`.

They are compiled for a processor that most machines of a platform contain (`TARGETS`), and found under a key that holds
what compiled code depends on: the versions of Python, NumPy, Numba and LLVM. A kernel whose code was edited since has
another stamp and is not found here; it is compiled into the user's cache as without the package.
"""

from __future__ import annotations

import functools
import hashlib
import platform
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import llvmlite.binding
import numba
import numpy
from numba.core import config

PACKAGE = "linkwork_kernels"
FORMAT = 2  # of entries, also of the user's own cache


class Target(NamedTuple):
    """A processor that kernels are shipped for, and the features that it must have, in LLVM's words."""

    cpu: str
    features: frozenset[str]


TARGETS = {
    "x86_64": Target(
        "x86-64-v3", frozenset("avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse4.2 xsave".split())
    ),
    "arm64": Target("apple-m1", frozenset({"neon", "dotprod", "fullfp16"})),
}
MACHINES = {"AMD64": "x86_64", "x86_64": "x86_64", "arm64": "arm64"}


def target() -> Target | None:
    """Return the processor for which kernels are shipped on machines like this one."""
    machine = MACHINES.get(platform.machine())
    if machine == "arm64" and sys.platform != "darwin":
        return None
    return TARGETS.get(machine or "")


def key() -> str:
    """Return what distinguishes kernels that this interpreter can load from others; sixteen hex digits."""
    built_for = target()
    tools = (
        FORMAT, sys.implementation.name, sys.version_info[:2], sys.platform, platform.machine(), numba.__version__, llvmlite.__version__,
        tuple(numpy.__version__.split(".")[:2]), built_for.cpu if built_for else "",
    )  # fmt: skip
    return hashlib.sha256(repr(tools).encode()).hexdigest()[:16]


@functools.cache
def folder() -> Path | None:
    """Return the folder of shipped kernels that run here; None if none are installed or the processor is another one."""
    built_for = target()
    if built_for is None or config.CPU_NAME is not None or config.CPU_FEATURES is not None:  # type: ignore[attr-defined]
        return None
    package = find_spec(PACKAGE)
    if package is None or not package.origin:
        return None
    path = Path(package.origin).parent / f"kernels-{key()}"
    if not path.is_dir() or not built_for.features <= _features_of_host():
        return None
    return path


def magic(codegen: Any) -> tuple[str, str, str]:
    """Return what Numba would put in the key of an entry that was compiled for the target."""
    built_for = target()
    return codegen.magic_tuple()[0], built_for.cpu if built_for else "", ""


def _features_of_host() -> set[str]:
    try:
        return {name for name, there in llvmlite.binding.get_host_cpu_features().items() if there}
    except RuntimeError:  # LLVM does not know the processor
        return set()
