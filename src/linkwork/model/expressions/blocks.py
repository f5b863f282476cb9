"""The user's functions as addresses that kernels call.

    code = block_code("pid", function, (2, 1, 3, 1))     # inputs, states, parameters, outputs
    code.address, code.complex_address                   # valid for the life of the process

`function(t, u, x, p, y, xdot)` fills y and xdot. Numba compiles it if it can, on request for complex128 too;
otherwise it is called back in Python, with a warning. Interpreted kernels call the Python function. An exception inside it leaves NaN in y and xdot and is raised by
`raise_pending`, which Python calls after every compiled call."""

from __future__ import annotations

import ctypes
import inspect
import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import carray, cfunc, types  # type: ignore[attr-defined]
from numba.core.errors import NumbaError

from linkwork.description.parts.blocks import CodeError
from linkwork.kernels.expressions.blocks import PYTHON_FUNCTIONS, _call_python, call_function
from linkwork.numerics import questions, twins
from linkwork.numerics.jit import JIT_DISABLED, allocating_kernel

Sizes = tuple[int, int, int, int]  # inputs, states, parameters, outputs

_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_double, *[ctypes.c_void_p] * 5)
_codes: dict[tuple, BlockCode] = {}
_pending = threading.local()


if not JIT_DISABLED:
    twins.pair(call_function, _call_python)


class SlowBlockWarning(UserWarning):
    """A block's function could not be compiled and runs in Python."""


def block_code(name: str, function: Callable, sizes: Sizes) -> BlockCode:
    """Return the code of a block, cached per process and function. `name` is for messages."""
    key = (name, id(function), sizes)  # an id is unique as long as the code holds its function
    if key not in _codes:
        _codes[key] = BlockCode(name, function, sizes)
    code = _codes[key]
    if code.slow_because:
        warnings.warn(
            f"block {name!r}: its function {_label(function)} cannot be compiled and runs in Python, which is slow "
            f"(about 100 times). {code.slow_because}",
            SlowBlockWarning,
            stacklevel=2,
        )
    return code


def address_table(codes: list[BlockCode], complex_numbers: bool = False) -> np.ndarray:
    """Return Model.block_address: addresses for float64 and, if requested, for complex128 (else 0)."""
    rows = [(code.address, code.complex_address if complex_numbers else 0) for code in codes]
    return np.array(rows, np.int64).reshape(-1, 2)


def raise_pending() -> None:
    """Raise the first exception that a block of this thread raised since the last call."""
    error = getattr(_pending, "error", None)
    if error is not None:
        _pending.error = None
        raise error


class BlockCode:
    """The addresses of one function; `compiled` and `complex_safe` report whether it could be compiled."""

    def __init__(self, name: str, function: Callable, sizes: Sizes):
        self.name, self.sizes = name, sizes
        self.function = getattr(function, "py_func", function)
        self.slow_because = ""
        _check_signature(name, self.function)
        self._keep: list[Any] = [function]
        self._fallbacks: dict[Any, int] = {}
        self._complex_address: int | None = None
        self.interpreted = JIT_DISABLED or questions.mode() == "never"
        self.compiled = not self.interpreted
        if self.compiled:
            try:
                self._kernel = _dispatcher(function)
                self.address = self._compile(types.float64)
            except Exception as error:  # Numba raises many kinds
                self.compiled = False
                self.slow_because = _reason(error)
        if not self.compiled:
            self.address = self._python_address(np.float64)

    @property
    def complex_address(self) -> int:
        """Address for complex128, compiled on first use; 0 if the function has no complex form."""
        if self._complex_address is None:
            self._complex_address = self._find_complex_address()
        return self._complex_address

    @property
    def complex_safe(self) -> bool:
        """Whether the function runs on complex numbers. It may still use operations that lose the imaginary part."""
        return self.complex_address != 0

    def _find_complex_address(self) -> int:
        if self.interpreted:
            return self._python_address(np.complex128)
        if not self.compiled:
            return 0
        try:
            return self._compile(types.complex128)
        except Exception:  # no complex form: derivatives of this block are finite differences
            return 0

    def _compile(self, scalar: Any) -> int:
        """Return the address of a C function around the compiled one; if that raises, the Python function is called
        instead and reports the exception."""
        array = types.Array(scalar, 1, "C")
        self._kernel.compile((types.float64, array, array, array, array, array))
        fallback = self._python_address(np.dtype(str(scalar)).type)
        wrapper = _wrapper(self._kernel, self.sizes, fallback)
        pointer = types.CPointer(scalar)
        signature = types.void(types.float64, pointer, pointer, pointer, pointer, pointer)
        compiled = cfunc(signature, error_model="numpy")(wrapper)
        self._keep.append(compiled)
        address = int(compiled.address or 0)
        PYTHON_FUNCTIONS[address] = self._on_arrays
        return address

    def _python_address(self, scalar: Any) -> int:
        """Return the address of a callback into Python."""
        if scalar not in self._fallbacks:
            if JIT_DISABLED:
                address = len(PYTHON_FUNCTIONS) + 1
                PYTHON_FUNCTIONS[address] = self._on_arrays
            else:
                callback = _CALLBACK(lambda t, *pointers: self._on_pointers(scalar, t, pointers))
                self._keep.append(callback)
                address = ctypes.cast(callback, ctypes.c_void_p).value or 0
                PYTHON_FUNCTIONS[address] = self._on_arrays
            self._fallbacks[scalar] = address
        return self._fallbacks[scalar]

    def _on_pointers(self, scalar: Any, t: float, pointers: tuple) -> None:
        self._on_arrays(t, *(_array(p, n, scalar) for p, n in zip(pointers, self._counts(), strict=True)))

    def _on_arrays(self, t, u, x, p, y, xdot) -> None:
        views = [a[:n] for a, n in zip((u, x, p, y, xdot), self._counts(), strict=True)]
        try:
            self.function(float(t), *views)
        except BaseException as error:  # it must not pass through compiled code; raise_pending raises it
            views[3][:] = np.nan
            views[4][:] = np.nan
            if getattr(_pending, "error", None) is None:
                error.add_note(f"in the function of block {self.name!r} at t = {float(t):.9g}")
                _pending.error = error

    def _counts(self) -> tuple[int, ...]:
        inputs, states, parameters, outputs = self.sizes
        return inputs, states, parameters, outputs, states


def _dispatcher(function: Callable) -> Any:
    if hasattr(function, "py_func"):
        return function
    if not inspect.isfunction(function):
        raise TypeError(f"it is a {type(function).__name__}, not a plain function")
    return allocating_kernel(function, boundscheck=True)  # an index out of bounds must not write into the workspace


def _wrapper(function: Any, sizes: Sizes, fallback: int) -> Callable:
    inputs, states, parameters, outputs = sizes

    def call(t, u_, x_, p_, y_, xdot_):
        u, x, p = carray(u_, (inputs,)), carray(x_, (states,)), carray(p_, (parameters,))
        y, xdot = carray(y_, (outputs,)), carray(xdot_, (states,))
        failed = False
        try:
            function(t, u, x, p, y, xdot)
        except Exception:
            failed = True
        if failed:
            call_function(fallback, t, u, 0, x, 0, p, 0, y, 0, xdot)

    return call


def _array(pointer: int | None, count: int, scalar: Any) -> np.ndarray:
    if not count:
        return np.zeros(0, scalar)
    size = count * np.dtype(scalar).itemsize
    return np.frombuffer(memoryview((ctypes.c_char * size).from_address(pointer or 0)), scalar)


def _check_signature(name: str, function: Callable) -> None:
    try:
        inspect.signature(function).bind(*range(6))
    except TypeError:
        raise CodeError(f"block {name!r}: its function {_label(function)} must take (t, u, x, p, y, xdot)") from None
    except ValueError:  # a builtin without a signature
        pass


def _label(function: Callable) -> str:
    return repr(getattr(function, "__qualname__", type(function).__name__))


def _reason(error: Exception) -> str:
    """Return the first informative line of a Numba message, as a sentence."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [
        line for line in lines if line and not line.startswith(("Failed in nopython", "During:", "File ", "[1]"))
    ]
    reason = (telling or [type(error).__name__])[0][:200]
    return f"Numba: {reason}" if isinstance(error, NumbaError) else reason
