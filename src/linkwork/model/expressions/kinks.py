"""Kinks and jumps that a replay of a run's steps must account for: forces that jump, kinks at times that depend on the
design, kinks that the motion passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from linkwork.description.cases import Case
from linkwork.description.choices import Event
from linkwork.description.expressions import Expr, Formula, number_node, parse, tables, walk
from linkwork.description.parts import Signal
from linkwork.model.expressions.names import RuntimeNames, build_tape
from linkwork.model.expressions.tapes import Resolve
from linkwork.model.expressions.times import breaks, switches, time_only
from linkwork.model.lowering.lowering import Lowering
from linkwork.model.model import Model


def runtime_texts(model: Model) -> Iterator[tuple[str, str]]:
    """Yield (part.field, expression) for all that is evaluated while running, except signals that are known only after
    the accelerations and therefore act on nothing."""
    for part in model.numbers.parts.values():
        if isinstance(part, Signal) and part.name not in model.lowered.signals:
            continue
        for name in part.runtime:
            value = getattr(part, name)
            texts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
            yield from ((f"{part.name}.{name}", text) for text in texts if isinstance(text, str))


def break_times(model: Model) -> list[float]:
    """Return the times at which motions, forces and signals of time have kinks, if they are the same for every run."""
    return breaks_of(model)[0]


def breaks_of(model: Model, resolve: Resolve | None = None) -> tuple[list[float], list[Expr]]:
    """Return the times of kinks, and the nonlinear or periodic expressions of time whose zeros are further kinks;
    `resolve` gives the meaning of names that the model alone does not determine."""
    resolve = resolve or RuntimeNames(Lowering(model.structure, model.numbers)).resolve
    known = build_tape(model.numbers).tables
    times: set[float] = set()
    others: dict[Expr, None] = {}
    seen: set[str] = set()
    for _, text in runtime_texts(model):
        here = breaks(parse(text), resolve, known, seen)
        times.update(here.times)
        others |= dict.fromkeys(here.others)
    return sorted(times), list(others)


def kinks_on_the_way(model: Model, case: Case) -> list[Event]:
    """Return events at which forces, or integrands of outputs, change branch with the motion: the arguments of max,
    min, abs, step and if, and ends of tables."""
    runtime = RuntimeNames(Lowering(model.structure, model.numbers))
    known = build_tape(model.numbers).tables
    forces = [parse(text) for _, text in runtime_texts(model)]
    events = [
        event for tree in forces for what, event in _switching(tree, known) if not time_only(what, runtime.resolve)
    ]
    return list(dict.fromkeys((*events, *kinks_of_outputs(model, case))))


def kinks_of_outputs(model: Model, case: Case) -> list[Event]:
    """Return the events at which only integrands of outputs change branch."""
    trees = [term.inner for name in case.outputs for term in case.output(name).terms if term.kind in INTEGRATED]
    known = build_tape(model.numbers).tables
    return list(dict.fromkeys(event for tree in trees for _, event in _switching(tree, known)))


INTEGRATED = ("integral", "mean", "rms")


def _switching(tree: Expr, known: Mapping[str, Any]) -> Iterator[tuple[Expr, Event]]:
    """Yield the arguments with which an expression changes branch, and the events at which it does; cubic tables have
    kinks at their ends only."""
    for node in walk(tree):
        for what, levels in switches(node, known):
            smooth = node.args[0] == "table" and known[node.args[1].args[0]].kind == "cubic"
            for level in levels[:: len(levels) - 1] if smooth else levels:
                yield what, Event(Formula(what - number_node(level)))


JUMPING = ("sign", "floor", "mod", "if")  # functions that may jump
DIVIDED = "abs"  # a function whose zeros are jumps where it is a divisor, as in x/abs(x)


class Jump(NamedTuple):
    """A function that may jump at the zeros of its argument, and the field that uses it."""

    word: str
    where: str
    argument: Expr


def jumps_on_the_way(model: Model) -> list[Jump]:
    """Return the functions that jump with the motion, in all that is evaluated while running, or may do so where others
    divide by them."""
    trees = [(path, parse(text)) for path, text in runtime_texts(model)]
    if not any(_calls(tree, word) for _, tree in trees for word in (*JUMPING, DIVIDED)):
        return []
    runtime = RuntimeNames(Lowering(model.structure, model.numbers))
    crossed = [
        Jump(node.args[0], path, what)
        for path, tree in trees
        for node in walk(tree)
        if node.op == "call" and node.args[0] in (*JUMPING, DIVIDED)
        for what, _ in switches(node, {})
        if not tables(what) and not time_only(what, runtime.resolve)
    ]
    return list(dict.fromkeys(crossed))


def jumps(model: Model, case: Case) -> tuple[str, ...]:
    """Return a sentence for each function that may jump: it is smooth on both sides of its jump, wherever that is."""
    trees = [(path, parse(text)) for path, text in runtime_texts(model)]
    trees += [(name, parse(value)) for name, value in case.inputs.items() if isinstance(value, str)]
    trees += [
        (f"output {name}", term.inner)
        for name in case.outputs
        for term in case.output(name).terms
        if term.kind not in ("initial", "final")
    ]
    messages = []
    for word in JUMPING:
        where = ", ".join(dict.fromkeys(path for path, tree in trees if _calls(tree, word)))
        if where:
            messages.append(
                f"{word}(…) in {where}: that a jump comes sooner or later with the design is not differentiated"
            )
    return tuple(messages)


def _calls(tree: Expr, word: str) -> bool:
    return any(node.op == "call" and node.args[0] == word for node in walk(tree))
