"""Formulations and integrators by their names, from the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwork.cli.values import ArgumentError
from linkwork.description.choice_names import choice_names, named_choice
from linkwork.description.choices import Formulation as Formulation
from linkwork.description.choices import Integrator as Integrator
from linkwork.description.errors import DescriptionError

names = choice_names


def formulation(name: str | None) -> Formulation | None:
    """>>> formulation("partial-velocity")
    PartialVelocity()
    """
    return None if name is None else _choice(Formulation, name, {})


def integrator(name: str | None, step: float | None = None) -> Integrator | None:
    """>>> integrator("runge-kutta-4", step=1e-3)
    RungeKutta4(step=0.001)
    """
    if name is None:
        if step is not None:
            raise ArgumentError("a fixed step belongs to an integrator: add --integrator runge-kutta-4")
        return None
    return _choice(Integrator, name, {} if step is None else {"step": step})


def _choice(kind: type, name: str, given: Mapping[str, Any]) -> Any:
    try:
        return named_choice(kind, name, given)
    except DescriptionError as error:
        raise ArgumentError(str(error)) from None
