"""A hash of everything that goes into the compiled code of a function.

Numba freezes what a function reads from its module into the compiled code and inlines its callees. `fingerprint` follows
the function's globals, closures and callees through all modules, so that it changes when any of them does, and only then:
an edit of a comment, a docstring or another function of the same file changes nothing.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy

PACKAGE = Path(__file__).resolve().parent.parent
TOOLS = ("numba", "llvmlite", "numpy")  # the kernel cache is keyed on their versions
FILE_OF_PACKAGE = PACKAGE.as_posix() + "/"

_described: dict[
    int, tuple[Any, bytes, list[Any]]
] = {}  # id of a function or class -> itself, its hash, what it reaches


def fingerprint(value: Any, closure: bool = True) -> str:
    """Return sixteen hex digits that stand for a function (or any constant) and all that it reaches.

    With `closure=False`, the contents of the function's own closure are left out.
    """
    texts: list[str] = []
    waiting: list[Any] = []
    first = _unwrapped(value)
    if not closure and isinstance(first, FunctionType):
        _, text, reached = _describe_function(first, closure=False)
        texts.append(text.hex())
        waiting += reached
    else:
        texts.append(_named("", value, waiting))
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        text, reached = _describe(node)
        texts.append(text.hex())
        waiting += reached
    return _digest(repr(sorted(texts)).encode()).hex()[:16]


def _describe(node: Any) -> tuple[bytes, list[Any]]:
    """Hash of a function or class by itself, and the functions and classes that it reaches directly."""
    if id(node) not in _described:
        describe = _describe_function if isinstance(_unwrapped(node), FunctionType) else _describe_class
        _described[id(node)] = describe(node)  # it holds the node, so that its id stays its own
    return _described[id(node)][1:]


def _describe_function(node: Any, closure: bool = True) -> tuple[Any, bytes, list[Any]]:
    function = _unwrapped(node)
    reached: list[Any] = []
    names, texts = _code(function.__code__, function.__doc__)
    options = getattr(node, "targetoptions", None) or {}
    texts.append(repr(sorted((name, _option(value)) for name, value in options.items())))
    if node is not function and hasattr(node, "_defn"):
        texts.append(_source(function))  # an intrinsic relies on what its module registers with Numba
    for name in dict.fromkeys(names):
        if name in function.__globals__:
            value = function.__globals__[name]
            if isinstance(value, ModuleType):
                texts.append(f"{name}={value.__name__}")
                if _inside(getattr(value, "__file__", None)):
                    texts += [_named(f"{name}.{n}", vars(value)[n], reached) for n in names if n in vars(value)]
            else:
                texts.append(_named(name, value, reached))
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()) if closure else ():
        texts.append(_named(name, _contents(cell), reached))
    texts.append(_named("defaults", (function.__defaults__, function.__kwdefaults__), reached))
    return node, _digest("\0".join(texts).encode()), reached


def _describe_class(node: type) -> tuple[Any, bytes, list[Any]]:
    """A class of the package by its name, the fields of a NamedTuple and its functions."""
    reached: list[Any] = [base for base in node.__bases__ if _inside(_file_of(base))]
    texts = [node.__module__, node.__qualname__, repr(getattr(node, "_fields", ()))]
    for name, value in sorted(vars(node).items()):
        if isinstance(_unwrapped(value), FunctionType):
            texts.append(_named(name, value, reached))
    return node, _digest("\0".join(texts).encode()), reached


def _named(name: str, value: Any, reached: list[Any]) -> str:
    """Text that stands for `name` bound to `value`; functions and classes of the package are added to `reached`."""
    plain = _unwrapped(value)
    if isinstance(plain, FunctionType):
        if (plain.__module__ or "").partition(".")[0] not in TOOLS:
            reached.append(value)
        return f"{name}->{plain.__module__}:{plain.__qualname__}:{_digest(plain.__code__.co_code).hex()}"
    if isinstance(value, type):
        if _inside(_file_of(value)):
            reached.append(value)
        return f"{name}->{value.__module__}:{value.__qualname__}"
    if isinstance(value, numpy.ndarray):
        return f"{name}={value.shape}{value.dtype}{_digest(numpy.ascontiguousarray(value).tobytes()).hex()}"
    if isinstance(value, tuple | list):
        kind = _named("type", type(value), reached)
        return f"{name}={kind}[" + ",".join(_named("", item, reached) for item in value) + "]"
    if isinstance(value, dict):
        return f"{name}=dict[" + ",".join(sorted(_named(repr(k), v, reached) for k, v in value.items())) + "]"
    if isinstance(value, set | frozenset):
        return f"{name}=set[" + ",".join(sorted(map(repr, value))) + "]"
    if value is None or isinstance(value, int | float | complex | str | bytes | numpy.generic):
        return f"{name}={value!r}"
    if isinstance(value, ModuleType | BuiltinFunctionType):
        return f"{name}={value.__name__}"
    if type(value).__module__.startswith("numba"):
        return f"{name}={value!r}" if " at 0x" not in repr(value) else f"{name}={type(value).__qualname__}"
    return _named(name + " of", type(value), reached)


def _code(code: CodeType, docstring: str | None = None) -> tuple[list[str], list[str]]:
    """Names that a function and the functions inside it use, and texts of their code and constants."""
    names, texts = list(code.co_names), [code.co_code.hex(), repr(code.co_names), repr(code.co_varnames)]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner_names, inner_texts = _code(constant)
            names += inner_names
            texts += inner_texts
        elif constant != docstring:
            texts.append(repr(sorted(constant, key=repr)) if isinstance(constant, frozenset) else repr(constant))
    return names, texts


def _option(value: Any) -> str:
    """An option of the compiler as text; `repr` of a set has another order in another process."""
    return "{" + ", ".join(sorted(map(repr, value))) + "}" if isinstance(value, set | frozenset) else repr(value)


def _unwrapped(value: Any) -> Any:
    """The Python function of a compiled one or of an intrinsic; other values as they are."""
    if isinstance(value, FunctionType | type):
        return value
    return getattr(value, "py_func", None) or getattr(value, "_defn", None) or value


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not yet assigned
        return None


@functools.cache
def _source(function: FunctionType) -> str:
    file = Path(function.__code__.co_filename)
    return _digest(file.read_bytes()).hex() if file.is_file() else ""


def _file_of(cls: type) -> str | None:
    return getattr(sys.modules.get(cls.__module__), "__file__", None)


def _inside(file: str | None) -> bool:
    return file is not None and Path(file).as_posix().startswith(FILE_OF_PACKAGE)


def fields_of(signature: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Places, names and fields of the NamedTuples among the types of a signature: compiled code reads them by position,
    and an entry of the cache imports them from where they were."""
    fields: list[tuple[str, tuple[str, ...]]] = []
    for item in getattr(signature, "args", signature):
        if hasattr(item, "fields") and hasattr(item, "instance_class"):
            kind = item.instance_class
            fields.append((f"{kind.__module__}.{kind.__qualname__}", tuple(item.fields)))
        if hasattr(item, "types"):
            fields += fields_of(item.types)
    return fields


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
