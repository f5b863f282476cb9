"""Mechanisms whose numbers are golden: those of the library, small, and the random ones of the conformance tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import linkwork as lw
from tests.rigs.answers import FORMULATIONS
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, draw, planar, spatial
from tests.rigs.random_closures import moving_design, random_closures
from tests.rigs.random_trees import random_tree
from tests.rigs.states import same_place

__all__ = ["FORMULATIONS", "LIBRARY", "RIGS", "in_coordinates", "library", "rig"]

# by name of the library's function: its arguments, and the length of its runs (s)
LIBRARY: dict[str, tuple[tuple[Any, ...], float]] = {
    "andrews_squeezer": ((), 0.003),
    "beam": ((2,), 2e-4),
    "bricard": ((), 0.1),
    "bushing_chain": ((2,), 1e-3),
    "chain": ((4,), 0.05),
    "chaplygin_sleigh": ((), 0.3),
    "door": ((), 0.2),
    "double_bar_pendulum": ((), 0.1),
    "flyball_governor": ((), 0.01),
    "n_four_bar": ((2,), 0.1),
    "parallelogram_four_bar": ((), 0.1),
    "planar_four_bar": (("II",), 0.1),
    "planar_four_bar_3d": ((), 0.1),
    "rotating_cantilever": ((2,), 2e-4),
    "scissor_boom": ((2,), 0.02),
    "spatial_four_bar": ((), 0.1),
    "sprung_chain": ((3,), 2e-3),
    "vehicle_on_posts": ((), 1e-3),
}


@cache
def library(name: str, coordinates: str = "joint") -> tuple[Any, Any]:
    """(model, state) of a mechanism of the library at its start."""
    model = lw.compile(getattr(lw.library, name)(*LIBRARY[name][0]), coordinates=coordinates)
    return model, lw.assemble(model, lw.library.initial_speeds(name))


def _drawn(make: Callable[..., Any], kind: str, seed: int, cut: str) -> tuple[Any, Any, Any]:
    return draw(partial(make, kind=kind), seed, cut)


def _closed(seed: int) -> tuple[Any, Any, Any]:
    mechanism = random_closures(seed)
    model = lw.compile(mechanism)
    return mechanism, model, moving_design(model, seed)


def _tree(seed: int) -> tuple[Any, Any, Any]:
    mechanism = random_tree(seed, 6)
    model = lw.compile(mechanism)
    return mechanism, model, moving_design(model, seed)


RIGS: dict[str, Callable[[], tuple[Any, Any, Any]]] = {
    **{f"spatial {kind}": partial(_drawn, spatial, kind, 7, "S") for kind in (*TREE, *CONSTRAINTS)},
    **{f"spatial {kind} cut": partial(_drawn, spatial, kind, 7, "X") for kind in TREE[:-1]},
    **{f"planar {kind}": partial(_drawn, planar, kind, 7, "S") for kind in (*PLANAR_TREE, *PLANAR_CONSTRAINTS)},
    **{f"closures {seed}": partial(_closed, seed) for seed in range(6)},
    **{f"tree {seed}": partial(_tree, seed) for seed in range(3)},
}


@cache
def rig(name: str) -> tuple[Any, Any, Any]:
    """(mechanism, model, state) of a random mechanism."""
    return RIGS[name]()


def in_coordinates(mechanism: Any, model: Any, state: Any, coordinates: str) -> tuple[Any, Any]:
    """The model and the state, or those of Cartesian coordinates at the same position and velocity of all bodies."""
    if coordinates == "joint":
        return model, state
    other = lw.compile(mechanism, coordinates=coordinates)
    return other, same_place(model, state, other)
