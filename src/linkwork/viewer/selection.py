"""Selection of the signals of a page: all up to a size, the most informative first, and those plotted at the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.description.parts import Body, Frame, Joint
from linkwork.model.model import Model

_COORDINATES = frozenset({"angle", "displacement", "angle_i", "angle_j", "x", "y", "z", "length"})
_LOADS = frozenset({"force", "torque", "total_force", "total_torque", "value"})
_POSES = {"position": 3, "angle": 3, "velocity": 4, "angular_velocity": 4, "acceleration": 5, "angular_acceleration": 5}
_LAST = 6  # orientations as matrices, axes, gaps: rarely plotted, and other signals show them too


def ordered_signals(model: Model, chosen: Sequence[str]) -> list[str]:
    """Return all signals of a model, the given ones first, then by how often they are of interest."""
    rank = dict.fromkeys(chosen, 0)
    for path in model.signals:
        if path != "time" and not _repeats(model, path):
            rank.setdefault(path, _rank(model, path))
        if _is_coordinate(model, path):
            rank.setdefault(f"{path}.rate", 1)
    return sorted(rank, key=rank.__getitem__)


def _rank(model: Model, path: str) -> int:
    name, _, word = path.partition(".")
    part = model.numbers.parts.get(name)
    if isinstance(part, (Body, Frame)):
        return _POSES.get(word, _LAST)
    if isinstance(part, Joint):
        return 1 if word in _COORDINATES else 2 if word in _LOADS else _LAST
    return 1  # energies, forces, drivers, blocks, named signals


def _repeats(model: Model, path: str) -> bool:
    """Return whether it is the total force or torque of a joint on whose coordinates nothing acts: that is its force or
    torque."""
    name, _, word = path.partition(".")
    return (
        word.startswith("total_")
        and isinstance(model.numbers.parts.get(name), Joint)
        and not model.signal_table.acting(name)
    )


def _is_coordinate(model: Model, path: str) -> bool:
    name, _, word = path.partition(".")
    return isinstance(model.numbers.parts.get(name), Joint) and word in _COORDINATES


def plotted_at_first(model: Model, signals: Sequence[dict[str, Any]]) -> list[str]:
    """Return up to three coordinates of one unit that move, and the energies; for a single state all coordinates."""
    if not any("array" in signal for signal in signals):
        paths = [signal["path"] for signal in signals if _is_coordinate(model, signal["path"])]
        return paths[:40] + [path for path in ("energy.kinetic", "energy.potential") if paths]
    moving = {signal["path"]: signal["unit"] for signal in signals if "array" in signal}
    coordinates = [path for path in moving if _is_coordinate(model, path)]
    coordinates = [path for path in coordinates if moving[path] == moving[coordinates[0]]][:3]
    if not coordinates:
        coordinates = [path for path in moving if ".position." in path][:3]
    energies = [f"energy.{kind}" for kind in ("kinetic", "potential", "total")] if "energy.kinetic" in moving else []
    return coordinates + energies
