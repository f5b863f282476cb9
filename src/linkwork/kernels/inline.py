"""Decorators for kernels that only other kernels call.

Numba wraps every compiled function for calls from Python and from C. Unpacking the hundred arrays of (m, w) in such a wrapper
takes two seconds of compile time per kernel, ten times as long as the kernel itself, so these decorators omit the wrappers.
A kernel that takes m or w is always inlined: passing a hundred arrays costs 0.2 µs a call, and with inlining an evaluation of
a four-bar takes 0.5 µs instead of 1.5 µs at the same compile time. Code for rare cases belongs into a `rare_kernel`, which
is never inlined, so that its callers stay short.
"""

from typing import Any

from linkwork.numerics.jit import part_kernel, unit_kernel


def inner_kernel(function: Any) -> Any:
    """Compile as `kernel` does, without wrappers: only kernels can call the result. It is inlined if it takes m or w."""
    code = function.__code__
    takes_tuples = not {"m", "w"}.isdisjoint(code.co_varnames[: code.co_argcount])
    return part_kernel(forceinline=takes_tuples)(function)


def rare_kernel(function: Any) -> Any:
    """Compile as `inner_kernel` does, without inlining, code that few models need; callers share its machine code.

    Its first statement must be `never_inline()`. The option `forceinline=False` is explicit because a kernel otherwise
    inherits `forceinline` from the caller that compiles it first.
    """
    return unit_kernel(forceinline=False)(function)


def inlined_kernel(function: Any) -> Any:
    """Compile as `inner_kernel` does, always inlined: a call would pass seven numbers for every array."""
    return part_kernel(forceinline=True)(function)
