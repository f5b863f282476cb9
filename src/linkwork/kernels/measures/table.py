"""The table of measures. A measure's kind is its place here; kernels call measures and ask for their properties through the names below.

A property is an integer whose bit k says whether kind k has it: (RELATIVE & (1 << kind)) != 0.
"""

from __future__ import annotations

import numpy as np

from linkwork.kernels.dispatch import folded
from linkwork.kernels.measures import (
    angle,
    angular_velocity,
    angular_velocity_local,
    displacement,
    distance,
    dot,
    position,
    slide,
    velocity_local,
)
from linkwork.kernels.measures.measure import MeasureKind, completed

MEASURES: tuple[MeasureKind, ...] = tuple(
    completed(module.MEASURE)
    for module in (
        position,
        displacement,
        dot,
        distance,
        angle,
        slide,
        velocity_local,
        angular_velocity,
        angular_velocity_local,
    )
)
KINDS = {measure.name: kind for kind, measure in enumerate(MEASURES)}

measure_jet = folded([measure.jet for measure in MEASURES], inlined=False)
measure_hessian = folded([measure.hessian for measure in MEASURES], inlined=False)
measure_curvature = folded([measure.curvature for measure in MEASURES], inlined=False)
gradient_change = folded([measure.gradient_change for measure in MEASURES], inlined=False)
transposed_change = folded([measure.transposed_change for measure in MEASURES], inlined=False)


def _bits(word: str) -> int:
    return sum(1 << kind for kind, measure in enumerate(MEASURES) if getattr(measure, word))


RELATIVE = _bits("relative")
VELOCITY_ONLY = _bits("velocity_only")
HAS_TURNS = _bits("has_turns")
LONG_ARM = _bits("long_arm")
FIXED_DIRECTION = _bits("fixed_direction")
IS_LENGTH = _bits("is_length")
RADIANS = _bits("radians")


def of_kinds(bits: int, kinds: np.ndarray) -> np.ndarray:
    """Return which of several kinds have a property, as an array of bool.

    >>> of_kinds(HAS_TURNS, model.arrays["measure_kind"])
    """
    return ((bits >> kinds) & 1) != 0
