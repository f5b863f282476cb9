"""Force laws between two frames as parts of a description. Each kind describes itself, so that no other module needs
its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from pydantic import model_validator

from linkwork.description.functions import Number
from linkwork.description.parts.part import Part, part
from linkwork.description.values import Identifier
from linkwork.description.vectors import IDENTITY, Matrix, Vector

if TYPE_CHECKING:
    from linkwork.description.check import _Problems
    from linkwork.description.geometry import Geometry

Placed = tuple[Matrix, Vector]  # axes (rows of R) and origin, world axes of the design position
SYMMETRIC = 1e-9  # of the largest entry of a stiffness: a larger asymmetry is not due to round-off
DIAGONAL = np.arange(6) * 7  # places of the diagonal of a 6×6 matrix, row by row


@part
class ForceLaw(Part):
    """A force by a law between frame I on body_i and frame J on body_j; use one of its kinds.

    A kind gives `law`, the name of its row in kernels.forces.table, and the methods below where the defaults do not
    fit."""

    section: ClassVar[str] = "forces"
    law: ClassVar[str] = ""  # name of the row in the table of laws
    drawing: ClassVar[str] = "line"  # how a page draws it: spring, line, sleeve, tube or none
    state_names: ClassVar[tuple[str, ...]] = ()  # of the law's states, in their order
    at_zero_length: ClassVar[bool] = False  # whether it acts and damps where its frames coincide
    not_finite: ClassVar[str] = "check its numbers there"  # remedy where its wrench is not finite

    body_i: Identifier
    body_j: Identifier

    @model_validator(mode="after")
    def _two_bodies(self):
        if self.body_i == self.body_j:
            raise ValueError(f"acts between body {self.body_i!r} and itself; body_i and body_j must differ")
        return self

    def numbers(self, geometry: Geometry) -> list[Number]:
        """Return the law's constants, float or complex."""
        raise NotImplementedError(f"{type(self).__name__} has no numbers")

    def frames(self, geometry: Geometry) -> tuple[Placed, Placed]:
        """Return frames I and J in the design position: at `at`, or at `at_i` and `at_j`, with the law's axes."""
        R = self.axes(geometry)
        at = [geometry.point(self.name, field) for field in (("at", "at") if hasattr(self, "at") else ("at_i", "at_j"))]
        return (R, at[0]), (R, at[1])  # type: ignore[return-value]

    def axes(self, geometry: Geometry) -> Matrix:
        """Return the axes of both frames in the design position; those of the world unless the kind has its own."""
        return IDENTITY

    def states(self, geometry: Geometry) -> list[Number]:
        """Return the initial values of the law's states."""
        return [0.0] * len(self.state_names)

    def tables(self) -> tuple[str, ...]:
        """Return the names of the tables that the law uses, in its own order."""
        return ()

    def signals(self) -> tuple[str, ...]:
        """Return the law's signals besides `state.<name>`: "length" (between the frames' origins), "force" and
        "torque"."""
        return ("force", "torque")

    def check(self, problems: _Problems, geometry: Geometry) -> None:
        """Add the problems of the part."""

    def energy_problem(self, constants: np.ndarray) -> str:
        """Return the reason why the law has no energy although it should have one, or an empty text."""
        return ""

    def conserved(self, constants: np.ndarray) -> np.ndarray | None:
        """Return the stiffness along three lengths and three angles if the law certainly conserves energy, else
        None."""
        return None


@part
class LinearForceLaw(ForceLaw):
    """A law that is linear in six coordinates; its constants begin with stiffness (36), damping (36) and preload
    (6)."""

    def energy_problem(self, constants: np.ndarray) -> str:
        if _is_symmetric(constants[:36].reshape(6, 6)):
            return ""
        return "its stiffness is not symmetric, so it has no energy; make it symmetric"

    def conserved(self, constants: np.ndarray) -> np.ndarray | None:
        stiffness = constants[:36].reshape(6, 6)
        return None if constants[36:72].any() or not _is_symmetric(stiffness) else np.abs(np.diag(stiffness))


def _is_symmetric(stiffness: np.ndarray) -> bool:
    return bool(np.abs(stiffness - stiffness.T).max() <= SYMMETRIC * np.abs(stiffness).max())


def six_by_six(entries: Sequence[Any]) -> list[Any]:
    """Return a matrix row by row from its 36 entries or from its diagonal."""
    if len(entries) == 36:
        return list(entries)
    matrix: list[Any] = [0.0] * 36
    for at, entry in zip(DIAGONAL, entries, strict=True):
        matrix[at] = entry
    return matrix
