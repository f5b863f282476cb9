"""Sources of the stand-in inputs of a running model (model.running_variant): the rows of dynamics.signal_sources."""

from __future__ import annotations

from linkwork.description.errors import DescriptionError
from linkwork.dynamics import signal_sources as E
from linkwork.dynamics.energy import energy_problems
from linkwork.model.cache import Slot
from linkwork.model.constraint_rows import row_ranges
from linkwork.model.model import Model
from linkwork.model.running_variant import RunningModel
from linkwork.model.signals import SignalOf

SOURCE_ROWS: Slot[tuple[str, ...], list[list[int]]] = Slot("rows of dynamics.signal_sources, by stand-in inputs")


def source_rows(running: RunningModel) -> list[list[int]]:
    """Return the rows of dynamics.signal_sources, one for each stand-in input; they are cached with the running model."""
    model, stand_ins = running.model, running.stand_ins
    return model.shared.get(
        SOURCE_ROWS, tuple(stand_ins), lambda: [_source(model, name, signal) for name, signal in stand_ins.items()]
    )


def reactions_read(running: RunningModel) -> list[tuple[str, int]]:
    """Return (joint, component of its wrench) and (driver or coupler, -1) that events of a running model read."""
    reactions = []
    for signal, row in zip(running.stand_ins.values(), source_rows(running), strict=True):
        if signal.source == "driver":
            reactions.append((signal.name, -1))
        elif signal.source == "reaction":
            reactions.append((signal.name, row[E.COMPONENT]))
    return reactions


def _source(model: Model, name: str, signal: SignalOf) -> list[int]:
    """Return the row of dynamics.signal_sources for an input of the running model."""
    lowered, component = model.lowered, signal.component or 0
    if signal.source in ("law", "applied", "reaction") and signal.path.split(".")[1] == "force":
        component += 3
    row = [0] * E.COLUMNS
    row[E.COMPONENT], row[E.INPUT] = component, lowered.inputs.index(name)
    if signal.source == "measures":
        row[E.KIND], row[E.INDEX] = E.SECOND_RATE, lowered.measures[signal.measures[0]]
    elif signal.source == "reaction":
        topology = model.structure.topology
        if signal.name in topology.tree_of:
            b = topology.tree_of[signal.name]
            row[E.KIND], row[E.INDEX] = E.TURNED_JOINT if topology.tree[b - 1].reverse else E.TREE_JOINT, b
            row[E.FIRST], row[E.LAST] = (lowered.frames["joint", signal.name, side] for side in "ij")
        else:
            row[E.KIND] = E.CUT_JOINT
            row[E.FIRST], row[E.LAST] = row_ranges(model).get(signal.name, (0, 0))
    elif signal.source == "driver":
        row[E.KIND], row[E.INDEX] = E.DRIVER, row_ranges(model)[signal.name][0]
    elif signal.source == "energy":
        problems = energy_problems(model) if signal.name != "kinetic" else []
        if problems:
            raise DescriptionError([f"{signal.path!r}: {problem}" for problem in problems])
        row[E.KIND] = {"kinetic": E.KINETIC, "potential": E.POTENTIAL, "total": E.TOTAL}[signal.name]
    elif signal.source == "violation":
        row[E.KIND] = E.VIOLATION
    else:
        kind, table = {
            "effort": (E.EFFORT, lowered.efforts),
            "law": (E.LAW, lowered.laws),
            "applied": (E.APPLIED, lowered.applied),
        }[signal.source]
        row[E.KIND], row[E.INDEX] = kind, table[signal.name]
    return row
