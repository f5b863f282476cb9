"""Reactions of all joints at one state, by joint name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from linkwork.analyses.result import Result
from linkwork.analyses.table import Table, Variable, labels


@dataclass(frozen=True, eq=False)
class Reaction:
    """The force and torque of a joint on body_j at the origin of its frame J, in world axes; the opposite acts on
    body_i."""

    joint: str
    body: str  # the body it acts on
    at: np.ndarray  # (3) m, world
    force: np.ndarray  # (3) N
    torque: np.ndarray  # (3) N m
    force_unique: np.ndarray  # (3) bool
    torque_unique: np.ndarray  # (3) bool
    total_force: np.ndarray  # (3) N, including springs, forces, drivers and couplers along the joint's coordinates
    total_torque: np.ndarray  # (3) N m
    axes_i: np.ndarray  # (3, 3) axes of frame I as columns, world
    axes_j: np.ndarray  # (3, 3) those of frame J

    @property
    def unique(self) -> bool:
        """Whether every component is determined by the equations of motion."""
        return bool(self.force_unique.all() and self.torque_unique.all())


class Reactions(Result):
    """All joints' reactions: `r["D"].force` or `r["D.force"]`, iteration over joints, a table when printed."""

    _what = "a set of reactions"
    _no_figure = 'print it as a table; a run draws reactions over time, run.plot("D.force")'
    _no_page = "lw.show(model, state) opens the page of the state, which has the reactions among its signals"

    def __init__(
        self,
        reactions: dict[str, Reaction],
        drivers: dict[str, float],
        drivers_unique: dict[str, bool],
        kinds: dict[str, str] | None = None,
    ):
        self._reactions = reactions
        self.drivers = drivers  # effort of every driver and coupler, N or N m
        self.drivers_unique = drivers_unique
        self._kinds = kinds or {}

    def __getitem__(self, path: str) -> Reaction | np.ndarray | float:
        """Return a joint's reaction, or a signal of it: `r["D"]`, `r["D.force"]`, `r["D.torque.local.z"]`,
        `r["motor.force"]` of a driver."""
        name, *words = path.split(".")
        if name in self.drivers and words == ["force"]:
            return self.drivers[name]
        if name not in self._reactions:
            raise KeyError(f"there is no joint {name!r}; joints are {list(self._reactions)}")
        joint = self._reactions[name]
        value: Reaction | np.ndarray | float = joint
        if words and words[0] in _VECTORS:
            vector = _VECTORS[words.pop(0)](joint)
            if words and words[0] in ("local", "local_j", "local_i"):
                vector = (joint.axes_i if words.pop(0) == "local_i" else joint.axes_j).T @ vector
            value = float(vector["xyz".index(words.pop(0))]) if words and words[0] in ("x", "y", "z") else vector
        if words:
            raise KeyError(
                f"{path!r}: a reaction has {name}.force, .torque, .total_force and .total_torque, each with .local (frame J), "
                ".local_i, and .x .y .z"
            )
        return value

    def __iter__(self) -> Iterator[Reaction]:
        return iter(self._reactions.values())

    def __len__(self) -> int:
        return len(self._reactions)

    def __contains__(self, joint: object) -> bool:
        return joint in self._reactions

    @property
    def joints(self) -> list[str]:
        return list(self._reactions)

    def _table(self) -> Table:
        def stacked(read: Callable[[Reaction], np.ndarray], kind: type = float) -> np.ndarray:
            return np.array([read(r) for r in self], kind).reshape(len(self), 3)

        along = ("joint", "axis")
        variables = {
            word: Variable(along, stacked(read), "N m" if "torque" in word else "N") for word, read in _VECTORS.items()
        }
        variables["at"] = Variable(along, stacked(lambda r: r.at), "m")
        variables["force_unique"] = Variable(along, stacked(lambda r: r.force_unique, bool))
        variables["torque_unique"] = Variable(along, stacked(lambda r: r.torque_unique, bool))
        variables["effort"] = Variable(("driver",), np.array(list(self.drivers.values()), float), "N, N m")
        names = labels("joint", self.joints) | labels("axis", "xyz") | labels("driver", list(self.drivers))
        return Table("joint", variables, names)

    def __str__(self) -> str:
        if not self._reactions and not self.drivers:
            return "no joints"
        head = f"{'joint':<14}{'on body':<14}" + "".join(f"{name:>13}" for name in _COLUMNS)
        lines = [head, f"{'':<28}" + "".join(f"{unit:>13}" for unit in ["N"] * 3 + ["N m"] * 3)]
        largest = max([np.abs((r.force, r.torque)).max() for r in self] + [abs(x) for x in self.drivers.values()])
        for r in self:
            unique = np.concatenate((r.force_unique, r.torque_unique))
            cells = [_cell(x, u, largest) for x, u in zip(np.concatenate((r.force, r.torque)), unique, strict=True)]
            lines.append(f"{r.joint:<14}{r.body:<14}" + "".join(f"{cell:>13}" for cell in cells))
        for name, effort in self.drivers.items():
            kind = f"({self._kinds.get(name, 'driver')})"
            lines.append(f"{name:<14}{kind:<14}{_cell(effort, self.drivers_unique[name], largest):>13}")
        if not all(r.unique for r in self) or not all(self.drivers_unique.values()):
            lines.append(
                "~ not unique: the constraints are redundant; one of the many sets of values that balance is shown"
            )
        return "\n".join(lines)

    __repr__ = __str__


_VECTORS: dict[str, Callable[[Reaction], np.ndarray]] = {
    "force": lambda r: r.force, "torque": lambda r: r.torque, "total_force": lambda r: r.total_force,
    "total_torque": lambda r: r.total_torque,
}  # fmt: skip
_COLUMNS = ("force x", "force y", "force z", "torque x", "torque y", "torque z")


def _cell(value: float, unique: bool, largest: float) -> str:
    """Return a value with six digits; round-off relative to the largest value becomes zero."""
    shown = 0.0 if abs(value) < max(1e-13, 1e-12 * largest) else value
    return f"{shown:.6g}" + ("" if unique else "~")
