"""Kernels called by kernels only.

Numba wraps every compiled function for calls from Python and from C. Unpacking the hundred arrays of (m, w) there takes two
seconds of compile time per kernel, ten times the kernel itself; a kernel that Python never calls goes without. A kernel
that takes m or w is always inlined: passing a hundred arrays costs 0.2 µs a call, and an evaluation of a four-bar takes
0.5 µs instead of 1.5, at the same compile time. A rare case costs its callers least in a kernel of its own (`rare_kernel`).
"""

from typing import Any

from linkwork.numerics.jit import kernel


def inner_kernel(function: Any) -> Any:
    """As `kernel`, not callable from Python where it is compiled: a kernel on flat buffers calls it."""
    code = function.__code__
    takes_tuples = not {"m", "w"}.isdisjoint(code.co_varnames[: code.co_argcount])
    return kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=takes_tuples)(function)


def rare_kernel(function: Any) -> Any:
    """As `inner_kernel`, for what few models need; its first statement is `never_inline()`. Kernels inherit `forceinline` from the
    caller that compiles them first unless they say otherwise."""
    return kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=False)(function)


def inlined_kernel(function: Any) -> Any:
    """As `inner_kernel`, inlined into its caller: a call would pass seven numbers for every array."""
    return kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)(function)
