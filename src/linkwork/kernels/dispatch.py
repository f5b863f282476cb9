"""Tables of functions in compiled code: a kernel that calls one of several functions by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from linkwork.kernels.inline import inlined_kernel, inner_kernel


def folded(functions: Sequence[Any], inlined: bool = True) -> Any:
    """Return a kernel of (kind, *arguments) that calls functions[kind]: a chain of ifs, folded from the last function to the first.

    All links are inlined: without this a call through a chain of eight laws costs 46 ns more. `inlined=False` leaves it to the
    compiler whether the whole chain is. The last nine are one link where there are as many, as every link is compiled for itself.
    """
    last = 9 if len(functions) >= 9 else 1
    decorators = [inlined_kernel if inlined or first else inner_kernel for first in range(len(functions))]
    first = len(functions) - last
    chosen = (_last_nine if last == 9 else _last_one)(decorators[first], first, functions[first:])
    for number in reversed(range(first)):
        chosen = _link(decorators[number], number, functions[number], chosen)
    return chosen


def _last_one(decorator: Callable, first: int, functions: Sequence[Any]) -> Any:
    (last,) = functions

    @decorator
    def chosen(kind, *arguments):  # the place for functions from outside, which are called by their address
        return last(*arguments)

    return chosen


def _link(decorator: Callable, number: int, function: Any, otherwise: Any) -> Any:
    @decorator
    def chosen(kind, *arguments):
        if kind == number:
            return function(*arguments)
        return otherwise(kind, *arguments)

    return chosen


def _last_nine(decorator: Callable, first: int, functions: Sequence[Any]) -> Any:
    f0, f1, f2, f3, f4, f5, f6, f7, last = functions

    @decorator
    def chosen(kind, *arguments):
        number = kind - first
        if number == 0:
            return f0(*arguments)
        if number == 1:
            return f1(*arguments)
        if number == 2:
            return f2(*arguments)
        if number == 3:
            return f3(*arguments)
        if number == 4:
            return f4(*arguments)
        if number == 5:
            return f5(*arguments)
        if number == 6:
            return f6(*arguments)
        if number == 7:
            return f7(*arguments)
        return last(*arguments)

    return chosen
