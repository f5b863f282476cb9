"""Choices: plain data that say which method an analysis uses. The methods are in `linkwork.formulations`."""

from __future__ import annotations

import math
from dataclasses import dataclass


class Formulation:
    """How constraints enter the equations of motion; use one of its kinds."""


@dataclass(frozen=True)
class Augmented(Formulation):
    """Lagrange multipliers, n + m equations; `sparse=None` decides by size."""

    sparse: bool | None = None

    def __post_init__(self):
        if self.sparse not in (None, True, False):
            raise ValueError(f"Augmented: sparse is True, False or None (by size), not {self.sparse!r}")


@dataclass(frozen=True)
class Baumgarte(Formulation):
    """Constraint stabilization: gamma - 2 alpha Phidot - beta² Phi."""

    alpha: float = 10.0
    beta: float = 10.0

    def __post_init__(self):
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < math.inf:
                raise ValueError(f"Baumgarte: {name} is a finite number, at least 0, not {value!r}")


@dataclass(frozen=True)
class CoordinatePartitioning(Formulation):
    """Independent and dependent coordinates by full pivoting (Park, Yoo & Hwang 2000, Eqs. 11-15)."""


@dataclass(frozen=True)
class PartialVelocity(Formulation):
    """Partial velocity matrix, n equations (Park, Yoo & Hwang 2000, Eq. 21)."""


BASES = ("lu", "qr", "svd", "zero-eigenvalue")


@dataclass(frozen=True)
class NullSpace(Formulation):
    """Reduction to the null space of the constraint Jacobian, n - m equations."""

    basis: str = "lu"

    def __post_init__(self):
        if self.basis not in BASES:
            raise ValueError(f"NullSpace: basis is one of {', '.join(BASES)}, not {self.basis!r}")


@dataclass(frozen=True)
class KaneMultipliers(Formulation):
    """Kane's equations with undetermined multipliers, kept or eliminated."""

    eliminate: bool = False

    def __post_init__(self):
        if not isinstance(self.eliminate, bool):
            raise ValueError(f"KaneMultipliers: eliminate is True or False, not {self.eliminate!r}")


@dataclass(frozen=True)
class Recursive(Formulation):
    """Articulated bodies; with loops, recursion and a sparse solve for the cut joints."""
