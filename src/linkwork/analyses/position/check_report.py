"""The report of `check`: degrees of freedom, rank, redundancy by joint, unique reactions, singular poses. Data that
prints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Redundant:
    """Joints that together have redundant constraint rows."""

    joints: tuple[str, ...]  # all joints whose reactions are not unique because of it
    rows: int  # how many of their constraint rows are redundant
    components: dict[str, tuple[str, ...]]  # by joint, its reaction components that are not unique
    suggestion: tuple[str, ...]  # replacements that leave the motion unchanged and nothing redundant


@dataclass(frozen=True, eq=False)
class CheckReport:
    """What `check` returns."""

    name: str
    gravity: tuple[float, float, float]
    plane: str | None
    coordinates: str
    n_bodies: int
    n_joints: int
    nv: int
    cut: tuple[str, ...]
    rows: int  # active constraint rows
    rank: int  # of the constraint Jacobian
    dof: int  # freedoms of velocity
    mobility: int  # by counting (Grübler, Kutzbach): freedoms of the bodies less the rows of all joints
    redundant: tuple[Redundant, ...]
    violation: float  # m, largest constraint violation (angles times the model's length)
    worst: tuple[tuple[str, float], ...]  # parts violated most, when the state is not assembled
    velocity_violation: float  # m/s
    singular: bool | None  # None: not examined
    lost_rank: int  # how much higher the rank is beside a singular pose
    nearly_singular: bool = False  # within round-off of a singular pose, where assembling towards one ends
    notes: tuple[str, ...] = ()

    @property
    def redundant_rows(self) -> int:
        """The number of rows that depend on others in every pose; a singular pose adds `lost_rank` rows."""
        return self.rows - self.rank - self.lost_rank

    @property
    def nonunique(self) -> dict[str, tuple[str, ...]]:
        """Reaction components that the equations of motion do not determine, by joint."""
        components_of: dict[str, tuple[str, ...]] = {}
        for group in self.redundant:
            for joint, components in group.components.items():
                components_of[joint] = tuple(dict.fromkeys((*components_of.get(joint, ()), *components)))
        return components_of

    @property
    def assembled(self) -> bool:
        """Whether the state is on the constraints."""
        return self.violation < 1e-8 and self.velocity_violation < 1e-7

    @property
    def ok(self) -> bool:
        """Whether the mechanism is assembled, neither singular nor nearly so, and has no redundant rows."""
        return self.assembled and not self.singular and not self.nearly_singular and not self.redundant_rows

    def __str__(self) -> str:
        g = np.array(self.gravity)
        gravity = "none (zero)" if not g.any() else f"({', '.join(f'{x:g}' for x in g)}) m/s²"
        kind = f"planar ({self.plane})" if self.plane else "spatial"
        cut = f", cut: {', '.join(self.cut[:8])}{' …' if len(self.cut) > 8 else ''}" if self.cut else ", no joint cut"
        lines = [
            f"gravity            {gravity}",
            f"mechanism          {self.name or '(unnamed)'}: {kind}, {self.n_bodies} bodies, {self.n_joints} joints",
            f"coordinates        {self.coordinates}: {self.nv} velocities, {self.rows} constraint rows of rank {self.rank}"
            + (cut if self.coordinates == "joint" else ""),
            f"degrees of freedom {self.dof} (mobility by count {self.mobility})"
            + (f"; {self.dof - self.lost_rank} beside this singular pose" if self.lost_rank else ""),
            f"assembled          {self._assembled()}",
            f"pose               {self._pose()}",
            f"redundancy         {self.redundant_rows or 'no'} redundant row{'s' if self.redundant_rows != 1 else ''}"
            + (f", {self.lost_rank} more dependent in this pose only" if self.lost_rank else ""),
        ]
        for group in self.redundant:
            shown = ", ".join(group.joints[:12]) + (" …" if len(group.joints) > 12 else "")
            lines.append(f"  {shown}: {group.rows} dependent; reactions that are not unique:")
            listed = [f"    {joint}: {', '.join(names)}" for joint, names in group.components.items()]
            lines += listed[:12] + ([f"    … and {len(listed) - 12} more joints"] if len(listed) > 12 else [])
            if group.suggestion:
                lines.append(f"    to relax: {'; '.join(group.suggestion)}")
        if not self.redundant:
            lines.append("reactions          all unique")
        lines += [f"note               {note}" for note in self.notes]
        return "\n".join(lines)

    __repr__ = __str__

    def _assembled(self) -> str:
        if self.assembled:
            return f"yes (largest violation {self.violation:.1e} m)"
        worst = ", ".join(f"{part} by {size:.3g}" for part, size in self.worst)
        moving = (
            f"; velocities violated by {self.velocity_violation:.3g} m/s" if self.velocity_violation >= 1e-7 else ""
        )
        return f"NO: {worst or 'velocities'}{moving}; run assemble first"

    def _pose(self) -> str:
        if self.singular is None:
            why = "too many constraint rows" if self.assembled else "the state is not assembled"
            return f"not examined for singularity ({why})"
        if self.singular:
            return f"SINGULAR: the constraint Jacobian has lost rank {self.lost_rank} here; motion may branch, multipliers grow"
        if self.nearly_singular:
            return (
                "NEARLY SINGULAR: a singular pose is within rounding; accelerations and reactions here may be meaningless, "
                "move away from it"
            )
        return "regular"
