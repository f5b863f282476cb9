"""The place where a call from Python meets a kernel that is not compiled yet.

Numba calls `_compile_for_args` when a dispatcher has no compiled code for the types of its arguments, and then calls what it
returns. `Kernel` returns the kernel's plain twin there while a question is interpreted (`questions`). So no caller knows of
the choice, a call of compiled code costs nothing more than before, and for code that is being compiled a kernel is a
dispatcher like any other.

Callers also pass functions to kernels, as addresses of compiled code. While a question is interpreted they pass twins
instead. These have no type for which code could be compiled, so that Numba always comes here with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.registry import CPUDispatcher

from linkwork.numerics import questions, twins


class Kernel(CPUDispatcher):
    """A dispatcher that can be answered for by its plain twin."""

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        passed = [
            one for value in args for one in (value if type(value) is tuple else (value,)) if twins.kernel_of(one)
        ]
        if questions.mode() == "now" and not passed:
            return super()._compile_for_args(*args, **kws)
        try:
            addressed = _each(args, lambda value: 0 if twins.kernel_of(value) else value) if passed else args
            if self._interpreted(addressed, passed):
                return lambda *arguments: questions.interpret(self, arguments)
        finally:
            self._types_active_call.clear()
        if passed:  # twins that a question before this one has left
            addressed = _each(args, lambda value: value.address() if twins.kernel_of(value) else value)
            return lambda *_: self(*addressed)
        return super()._compile_for_args(*args, **kws)

    def _interpreted(self, arguments: tuple, passed: list) -> bool:
        signature = tuple(map(self._type_of, arguments))
        functions = [questions.interprets(plain.kernel, plain.signature) for plain in passed]
        return questions.interprets(self, signature) or any(functions)

    def _type_of(self, value: Any) -> Any:
        return types.Omitted(value.value) if type(value).__name__ == "OmittedArg" else self.typeof_pyval(value)


def _each(args: tuple, changed: Callable[[Any], Any]) -> tuple:
    """Return arguments that are changed, and of which the items of tuples are."""
    return tuple(tuple(map(changed, value)) if type(value) is tuple else changed(value) for value in args)
