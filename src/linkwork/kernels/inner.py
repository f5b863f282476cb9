"""Kernels called by kernels only.

Numba wraps every compiled function for calls from Python and from C. Unpacking the hundred arrays of (m, w) there takes two
seconds of compile time per kernel, ten times the kernel itself; a kernel that Python never calls goes without.
"""

from typing import Any

from linkwork.numerics.jit import kernel


def inner_kernel(function: Any) -> Any:
    """As `kernel`, not callable from Python where it is compiled: a kernel on flat buffers calls it."""
    return kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
