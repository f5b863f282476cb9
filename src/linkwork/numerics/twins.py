"""Plain twins of kernels: the same code, run by Python, in a process that compiles.

    twin(evaluate)(ints, floats, work, t, q, v, z)    # what evaluate(…) does, without compiling anything

The globals of a kernel are compiled kernels. Its twin is a function with the same code object, for which all kernels that
the code reaches, through globals, closures and tuples, are replaced by their twins. It is made on first use. Intrinsics have
no Python code; their Python versions are registered with `pair`.

Twins compute as compiled code does: no exception and no warning where a number is not finite (`quietly`), and the functions
of `math` return NaN outside their domain. Compiled code contracts products and sums, so the last bits may differ.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

from linkwork.numerics.fingerprint import PACKAGE

MOST_VIEWS = 64  # views of buffers that are retained within one call

_pairs: dict[
    int, tuple[Any, Any]
] = {}  # id of a kernel or an intrinsic -> itself, so that its id stays its own; its twin
_namespaces: dict[int, tuple[dict, dict]] = {}  # id of a module's names -> these names; the same with twins
_making = threading.RLock()


class _Call(threading.local):
    """What belongs to the call of a twin in this thread, from `quietly`."""

    views: dict | None = None  # views of buffers made so far
    heartbeat: Callable[[], None] | None = None  # called for every view


_call = _Call()


def pair(compiled: Any, plain: Callable) -> None:
    """Register the Python version of an intrinsic."""
    _pairs[id(compiled)] = compiled, plain


def twin(thing: Any) -> Any:
    """Return the plain twin of a kernel, the Python version of an intrinsic, or the thing itself."""
    known = _pairs.get(id(thing))
    if known is not None:
        return known[1]
    if isinstance(thing, Dispatcher | _Intrinsic):
        with _making:
            _register_numerics()
            known = _pairs.get(id(thing))
            return known[1] if known is not None else _made(thing)
    if isinstance(thing, tuple) and any(twin(item) is not item for item in thing):
        items = map(twin, thing)
        return type(thing)(*items) if hasattr(thing, "_fields") else tuple(items)
    if isinstance(thing, ModuleType):
        return _module_twin(thing)
    return thing


def kernel_of(plain: Any) -> Any:
    """Return the kernel of a plain twin, or None."""
    return getattr(plain, "kernel", None) if isinstance(plain, FunctionType) else None


def quietly(plain: Callable, arguments: tuple, heartbeat: Callable[[], None] | None = None) -> Any:
    """Return what a twin returns, in the types that a compiled kernel returns.

    `heartbeat` is called many times in every evaluation of a model; it may raise an exception to end the call.
    """
    outer = _call.views, _call.heartbeat
    _call.views, _call.heartbeat = {}, heartbeat
    try:
        with np.errstate(all="ignore"):
            return _python(plain(*map(_numpy, arguments)))
    finally:
        _call.views, _call.heartbeat = outer


def _made(thing: Any) -> Any:
    if isinstance(thing, _Intrinsic):
        plain = _plain_view(thing._defn)
        if plain is None:
            return thing
    else:
        plain = _copied(thing.py_func)
        plain.kernel = thing  # type: ignore[attr-defined]
    _pairs[id(thing)] = thing, plain
    return plain


def _copied(function: FunctionType) -> FunctionType:
    names = _namespace(function.__globals__)
    cells = tuple(CellType(twin(cell.cell_contents)) for cell in function.__closure__ or ()) or None
    defaults = function.__defaults__ and tuple(map(twin, function.__defaults__))
    copied = FunctionType(function.__code__, names, function.__name__, defaults, cells)
    copied.__kwdefaults__ = function.__kwdefaults__
    copied.__qualname__, copied.__module__ = function.__qualname__, function.__module__
    return copied


def _namespace(source: dict) -> dict:
    """Return the names of a module with kernels replaced by twins."""
    known = _namespaces.get(id(source))
    if known is not None:
        return known[1]
    names = dict(source)
    _namespaces[id(source)] = source, names  # before its kernels, which may reach this module again
    for name, value in source.items():
        names[name] = MATH if value is math else twin(value)
    return names


class _ModuleTwin:
    """A module of the package as twins see it."""

    def __init__(self, module: ModuleType):
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = twin(getattr(self._module, name))
        setattr(self, name, value)
        return value


def _module_twin(module: ModuleType) -> Any:
    file = getattr(module, "__file__", None)
    if file is None or not file.startswith(str(PACKAGE)):
        return module
    _pairs[id(module)] = module, _ModuleTwin(module)
    return _pairs[id(module)][1]


def _plain_view(definition: FunctionType) -> Callable | None:
    """Return the Python version of a view that `views.viewer` made, or None for another intrinsic."""
    from linkwork.numerics import views

    if definition.__qualname__ != "viewer.<locals>.view" or definition.__module__ != views.__name__:
        return None
    cells = {
        name: cell.cell_contents for name, cell in zip(definition.__code__.co_freevars, definition.__closure__ or ())
    }
    names = ("cls", "columns", "ints_fields", "first", "int_views")
    made = views.python_view(*(cells[name] for name in names))

    def view(ints, floats):
        if _call.heartbeat is not None:
            _call.heartbeat()
        seen = _call.views
        if seen is None:
            return made(ints, floats)
        known = seen.get((made, id(ints), id(floats)))
        if known is None:
            if len(seen) >= MOST_VIEWS:
                seen.clear()
            known = seen[made, id(ints), id(floats)] = made(ints, floats), ints, floats  # holds what the ids belong to
        return known[0]

    return view


def _register_numerics() -> None:
    """Register the intrinsics of this package; those of other packages are registered where they are used."""
    from linkwork.numerics import dense_views, jit, simd, stack

    if id(jit.never_inline) in _pairs:
        return
    pair(jit.never_inline, jit._do_nothing)
    pair(stack.stack_real, stack._real_array)
    pair(stack.stack_complex, stack._complex_array)
    pair(simd.load4, simd._python_load4)
    pair(simd.store4, simd._python_store4)
    pair(simd.add4, simd._python_add4)
    pair(dense_views.vector, dense_views._vector)
    pair(dense_views.matrix, dense_views._matrix)
    pair(dense_views.ragged, dense_views._ragged)


def _numpy(value: Any) -> Any:
    """Return a float as NumPy's: it divides by zero as compiled code does. Omitted arguments have their default."""
    if type(value) is float:
        return np.float64(value)
    return getattr(value, "value", value) if type(value).__name__ == "OmittedArg" else value


def _python(value: Any) -> Any:
    """Return NumPy's numbers as Python's, which compiled code returns."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple):
        items = map(_python, value)
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return value


def _quiet(function: Callable, array_function: Callable) -> Callable:
    """Return a function of `math` that gives NumPy's numbers, NaN or infinity instead of an exception."""

    def quiet(*arguments):
        try:
            return np.float64(function(*arguments))
        except (ValueError, OverflowError):
            return array_function(*arguments)

    return quiet


def _whole(function: Callable) -> Callable:
    """Return floor or ceil that gives the smallest integer for what is not finite, as processors do."""
    return lambda x: function(x) if math.isfinite(x) else -(2**63)


_RENAMED = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "fabs": "abs", "pow": "power"}
_QUIET = "sqrt exp log sin cos tan asin acos atan atan2 sinh cosh tanh hypot fabs pow log10 log1p expm1 fmod copysign"
MATH = SimpleNamespace(
    **{name: value for name, value in vars(math).items() if not name.startswith("_")}
    | {name: _quiet(getattr(math, name), getattr(np, _RENAMED.get(name, name))) for name in _QUIET.split()}
    | {name: _whole(getattr(math, name)) for name in ("floor", "ceil")}
)
