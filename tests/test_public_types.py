"""Public signatures say what they take and return: none of them contains `Any`."""

import ast
import functools
import importlib
import inspect
import typing
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

import linkwork as lw

OBJECTS = {"__eq__", "__exit__", "__getattr__"}  # methods whose arguments Python itself passes, of any kind

# hints that contain Any for a reason
EXCEPTIONS = {
    "Expr.args",  # nodes, a name or a number: which of them, the node's `op` says
}


@functools.cache
def names_of(module: str) -> dict[str, object]:
    """The names of a module, and those that it imports for type checkers only."""
    home = importlib.import_module(module)
    names = dict(vars(home))
    for node in ast.parse(inspect.getsource(home)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for line in ast.walk(node):
                for alias in line.names if isinstance(line, ast.ImportFrom) else ():
                    names[alias.asname or alias.name] = imported(line.module or "", alias.name)
    return names


def imported(module: str, name: str) -> object:
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError:
        if module.startswith("linkwork"):
            raise
        return type(name, (), {})  # of an optional library that is not installed


def has_any(hint: object) -> bool:
    if hint is typing.Any:
        return True
    if typing.get_origin(hint) is np.ndarray:  # NumPy itself writes the shape of an NDArray with Any
        return any(map(has_any, typing.get_args(hint)[1:]))
    if isinstance(hint, list | tuple):  # the arguments of a Callable
        return any(map(has_any, hint))
    return any(map(has_any, typing.get_args(hint)))


def signature_hints(name: str, function: Callable) -> Iterator[tuple[str, object]]:
    """Each parameter and the return value; what has no annotation counts as Any, but constructors return None."""
    function = inspect.unwrap(function)
    hints = typing.get_type_hints(function, names_of(function.__module__))
    for place, x in enumerate(inspect.signature(function).parameters):
        if place > 0 or x not in ("self", "cls"):
            yield f"{name}({x})", hints.get(x, typing.Any)
    unsaid = type(None) if function.__name__ in ("__init__", "__post_init__") else typing.Any
    yield f"{name} ->", hints.get("return", unsaid)


def class_hints(cls: type) -> Iterator[tuple[str, object]]:
    """Public fields, methods and properties that the project itself wrote, inherited ones included."""
    for base in cls.__mro__:
        if not base.__module__.startswith("linkwork"):
            continue
        own = {name: x for name, x in vars(base).get("__annotations__", {}).items() if is_public(name)}
        hints = typing.get_type_hints(type(base.__name__, (), {"__annotations__": own}), names_of(base.__module__))
        yield from ((f"{base.__name__}.{name}", hint) for name, hint in hints.items())
        for name, member in vars(base).items():
            member = getattr(member, "__func__", getattr(member, "func", getattr(member, "fget", member)))
            if is_public(name) and name not in own and is_written_in(base, member):
                yield from signature_hints(f"{base.__name__}.{name}", member)


def is_public(name: str) -> bool:
    return not name.startswith("_") or (name.endswith("__") and name not in OBJECTS)


def is_written_in(cls: type, member: object) -> bool:
    """Whether a class has a method in its own file: dataclasses, for example, make others."""
    return inspect.isfunction(member) and inspect.unwrap(member).__code__.co_filename == inspect.getfile(cls)


def own_classes(hint: object) -> Iterator[type]:
    if inspect.isclass(hint) and hint.__module__.startswith("linkwork"):
        yield hint
    for x in hint if isinstance(hint, list | tuple) else typing.get_args(hint):
        yield from own_classes(x)


def public_hints() -> dict[str, object]:
    """The hints of every public name, and of every class of the project that these hints mention."""
    waiting: list[tuple[str, object]] = [(name, getattr(lw, name)) for name in lw.__all__ if name != "library"]
    waiting += [(f"library.{name}", x) for name, x in vars(lw.library).items() if name[0] != "_"]
    results: dict[str, object] = {}
    seen: set[object] = set()
    while waiting:
        name, x = waiting.pop()
        if not (inspect.isclass(x) or inspect.isfunction(x)) or x in seen:
            continue
        seen.add(x)
        hints = dict(class_hints(x) if inspect.isclass(x) else signature_hints(name, x))
        results |= hints
        waiting += [(cls.__name__, cls) for hint in hints.values() for cls in own_classes(hint)]
    return results


def test_any_is_seen_wherever_it_stands():
    for hint in (typing.Any, dict[str, typing.Any], list[int] | typing.Any, Callable[[typing.Any], int]):
        assert has_any(hint)
    for hint in (float | str, dict[str, object], Callable[[int], float], np.ndarray, npt.NDArray[np.float64]):
        assert not has_any(hint)


def test_what_has_no_annotation_counts_as_any():
    def untyped(x: int, y): ...

    assert [name for name, hint in signature_hints("f", untyped) if has_any(hint)] == ["f(y)", "f ->"]


def test_no_public_signature_contains_any():
    hints = public_hints()
    assert {"simulate(inputs)", "Case.events", "Trajectory.t", "Model.with_parameters(changes)"} <= hints.keys()
    assert {name for name, hint in hints.items() if has_any(hint)} == EXCEPTIONS
