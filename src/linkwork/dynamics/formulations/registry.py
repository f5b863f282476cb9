"""The formulations, and how each one solves the equations of motion.

A formulation is a choice (description.choices) and one module, which ends by registering itself:

    register(PartialVelocity, Entry(sys.modules[__name__]))

Solutions at one state and right-hand sides of runs look formulations up here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from linkwork.description.choices import Formulation

_MODULES = (
    "augmented",
    "baumgarte",
    "coordinate_partitioning",
    "kane_multipliers",
    "null_space",
    "partial_velocity",
    "recursive",
)


def _no_stabilization(choice: Any) -> tuple[float, float]:
    return 0.0, 0.0


@dataclass(frozen=True)
class Entry:
    """How a formulation solves the equations of motion; functions take the choice.

    `module` of a dense one has `scratch_sizes(n, m)` and the kernel `accelerations`.
    """

    module: Any
    sparse: bool = False  # whether it uses the sparse factors in tree order instead
    option: Callable[[Any], int] = lambda choice: 0  # value of iscratch[FORM]
    stabilization: Callable[[Any], tuple[float, float]] = _no_stabilization  # alpha, beta of Baumgarte
    drifts: bool = False  # states leave the constraints: they are not projected
    has_sparse_form: bool = False  # the sparse factors solve the same equations where masses differ too much


_entries: dict[type[Formulation], Entry] = {}


def register(kind: type[Formulation], entry: Entry) -> None:
    """Register how a choice is solved."""
    _entries[kind] = entry


@cache
def _load() -> None:
    for name in _MODULES:
        importlib.import_module(f"linkwork.dynamics.formulations.{name}")


def make_rates() -> None:
    """Make the kernels of the rates of all formulations, which are made on demand."""
    from linkwork.dynamics.formulations.dense_rates import rates_of

    _load()
    for entry in _entries.values():
        if hasattr(entry.module, "scratch_sizes"):
            rates_of(entry.module.accelerations, not entry.drifts)


def entry_of(choice: Formulation) -> Entry:
    """Return how a choice is solved."""
    _load()
    for kind in type(choice).__mro__:
        if kind in _entries:
            return _entries[kind]
    raise TypeError(
        f"{type(choice).__name__} is no formulation that linkwork can solve; choose one of "
        f"{', '.join(sorted(kind.__name__ for kind in _entries))}, or register it with dynamics.formulations.registry.register"
    )
