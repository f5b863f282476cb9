"""What frozen steps cannot follow: forces that jump, kinks of time that move with the design, kinks that the motion passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from linkwork.description.cases import Case
from linkwork.description.choices import Event
from linkwork.description.expressions import Expr, parse, walk, written
from linkwork.description.parts import Signal
from linkwork.model.expressions import RuntimeNames, build_tape
from linkwork.model.lowering import Lowering
from linkwork.model.model import Model
from linkwork.model.times import breaks, switches, time_only


def runtime_texts(model: Model) -> Iterator[tuple[str, str]]:
    """(part.field, expression) of all that is evaluated while running. Signals that are known after the accelerations only, and so
    act on nothing, are left out."""
    for part in model.numbers.parts.values():
        if isinstance(part, Signal) and part.name not in model.lowered.signals:
            continue
        for name in part.runtime:
            value = getattr(part, name)
            texts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
            yield from ((f"{part.name}.{name}", text) for text in texts if isinstance(text, str))


def break_times(model: Model) -> list[float]:
    """Times where motions, forces and signals of time have kinks."""
    runtime = RuntimeNames(Lowering(model.structure, model.numbers))
    tables = build_tape(model.numbers).tables
    found: set[float] = set()
    seen: set[str] = set()
    for _, text in runtime_texts(model):
        found.update(breaks(parse(text), runtime.resolve, tables, seen).times)
    return sorted(found)


def kinks_on_the_way(model: Model, case: Case) -> list[Event]:
    """Where forces change branch with the motion, and what outputs integrate, as zeros of events: the arguments of max, min, abs and
    step, ends of tables."""
    runtime = RuntimeNames(Lowering(model.structure, model.numbers))
    tables = build_tape(model.numbers).tables
    forces = [parse(text) for _, text in runtime_texts(model)]
    found = [
        event for tree in forces for what, event in _switching(tree, tables) if not time_only(what, runtime.resolve)
    ]
    return list(dict.fromkeys((*found, *kinks_of_outputs(model, case))))


def kinks_of_outputs(model: Model, case: Case) -> list[Event]:
    """The same of what outputs integrate alone."""
    trees = [term.inner for name in case.outputs for term in case.output(name).terms if term.kind in INTEGRATED]
    tables = build_tape(model.numbers).tables
    return list(dict.fromkeys(event for tree in trees for _, event in _switching(tree, tables)))


INTEGRATED = ("integral", "mean", "rms")


def _switching(tree: Expr, tables: Mapping[str, Any]) -> Iterator[tuple[Expr, Event]]:
    """What an expression changes its branch with, and when that happens; cubic tables have kinks at their ends only."""
    for node in walk(tree):
        for what, levels in switches(node, tables):
            smooth = node.args[0] == "table" and tables[node.args[1].args[0]].kind == "cubic"
            for level in levels[:: len(levels) - 1] if smooth else levels:
                yield what, Event(written(Expr("sub", (what, Expr("number", (level,))))))


def jumps(model: Model, case: Case) -> tuple[str, ...]:
    """A sentence where expressions jump: sign(…) is constant on both sides of its jump, wherever that is."""
    given = [(name, value) for name, value in case.inputs.items() if isinstance(value, str)]
    found = [path for path, text in (*runtime_texts(model), *given) if _jumps(parse(text))]
    found += [
        f"output {name}"
        for name in case.outputs
        if any(term.kind not in ("initial", "final") and _jumps(term.inner) for term in case.output(name).terms)
    ]
    if not found:
        return ()
    where = ", ".join(dict.fromkeys(found))
    return (f"sign(…) in {where}: that a jump comes sooner or later with the design is not differentiated",)


def _jumps(tree: Expr) -> bool:
    return any(node.op == "call" and node.args[0] == "sign" for node in walk(tree))
