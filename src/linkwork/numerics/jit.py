"""The one place that configures Numba.

    @kernel
    def dot3(a, b):
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

A kernel gets arrays, writes into arrays and returns a status: it allocates nothing, raises nothing and
uses no strings. `allocating_kernel` compiles functions that may allocate (user blocks).
With NUMBA_DISABLE_JIT=1 both return the plain Python function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core import options as _numba_options
from numba.extending import intrinsic

from linkwork.numerics import compile_progress, kernel_cache
from linkwork.numerics.machine_code import units

JIT_DISABLED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "boundscheck": False,
    "fastmath": {"contract"},
    "nogil": True,
}

# `_nrt` is private to Numba: without reference counting a 7-joint recursion takes half the time.
_NO_ALLOCATION: dict[str, Any] = {"_nrt": False} if hasattr(_numba_options.DefaultOptions, "_nrt") else {}

_WITHOUT_WRAPPERS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def kernel(function: Any = None, **options: Any) -> Any:
    """Compile a function that allocates nothing; use as `@kernel` or `@kernel(inline="always")`.

    A signature (or a list of them) as the only argument compiles at once: `@kernel("float64(float64)")`.
    """
    return _decorate(function, {**_OPTIONS, **_NO_ALLOCATION, **options})


def part_kernel(**options: Any) -> Any:
    """Compile as `kernel` does, for callers that are kernels: it is linked into them (`numerics.machine_code.units`)."""
    return _decorate(None, {**_OPTIONS, **_NO_ALLOCATION, **_WITHOUT_WRAPPERS, **units.PART, **options})


def unit_kernel(**options: Any) -> Any:
    """Compile as `kernel` does, once for all callers: they are kernels that call it and do not contain its code."""
    return _decorate(None, {**_OPTIONS, **_NO_ALLOCATION, **_WITHOUT_WRAPPERS, **units.UNIT, **options})


def allocating_kernel(function: Any = None, **options: Any) -> Any:
    """Compile a function that may allocate arrays; otherwise as `kernel`."""
    return _decorate(function, {**_OPTIONS, **options})


def _decorate(function: Any, options: dict[str, Any]) -> Any:
    if function is None:
        return lambda f: _compile(f, None, options)
    if callable(function) and hasattr(function, "__code__"):
        return _compile(function, None, options)
    signatures = function if isinstance(function, list) else [function]
    return lambda f: _compile(f, signatures, options)


def _compile(function: Callable, signatures: list | None, options: dict[str, Any]) -> Any:
    if JIT_DISABLED:
        return function
    dispatcher = numba.njit(**options)(function)
    kernel_cache.attach(dispatcher)
    compile_progress.watch(dispatcher)
    if signatures is not None:
        for signature in signatures:
            dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def _never_inline(typingctx):
    """Give the function that is being compiled the attributes `noinline` and `cold`."""

    def codegen(context, builder, signature, args):
        builder.function.attributes.add("noinline")
        builder.function.attributes.add("cold")
        return context.get_dummy_value()

    return types.none(), codegen


def _do_nothing():
    """Stand in for the intrinsic where nothing is compiled."""


# The first statement of a kernel that is called in rare cases only: it is never inlined, so that its callers stay short.
never_inline: Any = _do_nothing if JIT_DISABLED else intrinsic(_never_inline)
