"""Description class of the added joint."""

from __future__ import annotations

from typing import ClassVar

from linkwork.description.parts.joints import Joint
from linkwork.description.parts.part import part


@part
class Slot(Joint):
    """A pin in a straight slot: slides along x of I and turns about z. Signals: `x`, `angle`, `triple`."""

    type: ClassVar[str] = "slot"
    needs: ClassVar[frozenset[str]] = frozenset({"at", "axis"})
    allows: ClassVar[frozenset[str]] = frozenset({"x"})
