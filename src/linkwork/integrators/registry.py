"""The methods of integration, and what the choices of a description mean to them.

An integrator is a choice (description.choices) and one module, which ends by registering itself:

    register(Method(RUNGE_KUTTA_4, "runge-kutta-4", sys.modules[__name__], stage_rows=5, dense_rows=3, one_step=True))
    register_choice(RungeKutta4, Meaning(lambda choice, rtol: RUNGE_KUTTA_4))

Runs, records, replays and sensitivities look methods up here; nothing else names a method by its number.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from linkwork.description.choices import DormandPrince, Integrator

_MODULES = ("dormand_prince", "adams", "runge_kutta", "radau", "bdf", "generalized_alpha")
DEFAULT = DormandPrince()  # where no integrator is chosen


@dataclass(frozen=True)
class Method:
    """A compiled method.

    `module` has the entries `run` and `replay`. That of an implicit method, which has `functions`, also has
    `memory(ny, nt, n_rows)`; one to which automatic runs change has `order_of`.
    """

    number: int  # in states and records
    name: str  # in records, files and messages
    module: Any
    stage_rows: int  # of `stages`, of size ny each (integrators.state)
    dense_rows: int  # of `dense`
    share: float = 1.0  # fraction of the tolerance allowed in a step
    recorded_states: int = 5  # of a step, where stages are recorded: its stages, or its end
    one_step: bool = False  # a step depends on its beginning alone, so that steps may be split
    cubic_between_ends: bool = False  # outputs are integrated by cubics through the ends of steps, not at stages
    functions: tuple[str, ...] = ()  # of the Newton layer, that an implicit method calls
    configure: Callable[..., None] | None = None  # (flags, memory, settings, nv, nz, n_rows) before the first step
    # places in `flags` of the tangent entry that the last Newton iteration changed most, in `memory` of that change in tolerances
    worst: tuple[int, int] | None = None

    @property
    def implicit(self) -> bool:
        """Whether the method needs the Newton layer of a motion."""
        return bool(self.functions)


@dataclass(frozen=True)
class Meaning:
    """What a choice means to the methods; functions take the choice."""

    number: Callable[[Any, float], int]  # (choice, rtol) -> number of the method
    settings: Callable[[Any], tuple[float, ...]] = (
        lambda choice: ()
    )  # further settings of the method, stored in the record
    solves_constraints: bool = False  # its steps end on the constraints without projection
    sensitivities: frozenset[str] = frozenset({"direct", "adjoint"})  # ways in which its steps are differentiated


_methods: dict[int, Method] = {}
_meanings: dict[type[Integrator], Meaning] = {}


def register(method: Method) -> None:
    """Register a method; its number and its name must be its own."""
    for known in _methods.values():
        if (known.number == method.number) != (known.name == method.name):
            raise ValueError(
                f"method {method.name!r} has the number {method.number}, and {known.name!r} has {known.number}; "
                "choose a number and a name that are free"
            )
    _methods[method.number] = method


def register_choice(kind: type[Integrator], meaning: Meaning) -> None:
    """Register the meaning of a choice."""
    _meanings[kind] = meaning


@cache
def _load() -> None:
    for name in _MODULES:
        importlib.import_module(f"linkwork.integrators.methods.{name}")


def methods() -> dict[int, Method]:
    """Return all methods by their numbers."""
    _load()
    return _methods


def method_numbered(number: int) -> Method:
    """Return the method of a state or a record."""
    return methods()[int(number)]


def method_named(name: str) -> Method:
    """Return the method of a record by its name."""
    return next(method for method in methods().values() if method.name == name)


def meaning_of(choice: Integrator | None) -> Meaning:
    """Return what a choice means to the methods; no choice is the default."""
    _load()
    for kind in type(DEFAULT if choice is None else choice).__mro__:
        if kind in _meanings:
            return _meanings[kind]
    raise TypeError(
        f"{type(choice).__name__} is no integrator that linkwork can run; choose one of "
        f"{', '.join(sorted(kind.__name__ for kind in _meanings))}, or register it with integrators.registry.register_choice"
    )


def method_of(choice: Integrator | None, rtol: float) -> tuple[Method, float]:
    """Return the method of a choice and its fixed step (0: chosen)."""
    choice = DEFAULT if choice is None else choice
    meaning = meaning_of(choice)
    return method_numbered(meaning.number(choice, rtol)), choice.fixed_step or 0.0


def settings_of(choice: Integrator | None) -> tuple[float, ...]:
    """Return what a method is given beside tolerances and its step; stored in the record."""
    return () if choice is None else meaning_of(choice).settings(choice)


def sensitivities_of(choice: Integrator | None) -> frozenset[str]:
    """Return the ways in which steps of a choice are differentiated: "direct", "adjoint"."""
    return meaning_of(choice).sensitivities
