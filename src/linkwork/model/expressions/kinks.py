"""Kinks and jumps that a replay of a run's steps must account for: forces that jump, kinks at times that depend on the
design, kinks that the motion passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from linkwork.description.cases import Case
from linkwork.description.choices import Event
from linkwork.description.expressions import Expr, Formula, names, number_node, tables, walk, written
from linkwork.description.parsing import parse
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
# functions that change so much over a short range of their argument that it may be as good as a jump: x/abs(x), tanh(x/eps)
NEARLY_JUMPING = ("abs", "tanh", "atan", "step", "step5", "min", "max", "sqrt")


class Jump(NamedTuple):
    """A function that jumps at the zeros of its argument, or nearly so, and the field that uses it."""

    word: str
    where: str
    argument: Expr

    @property
    def periodic(self) -> bool:
        """Whether the argument is sin(pi*x), which is zero where floor(x) jumps."""
        return self.word in ("floor", "mod")

    @property
    def measured(self) -> Expr:
        """The expression whose zeros, or whole values if the argument is periodic, are the jumps."""
        return self.argument.args[1].args[1] if self.periodic else self.argument

    @property
    def text(self) -> str:
        """The argument for messages: x of x - 0 and of sin(pi*x)."""
        what = self.measured
        if self.periodic:
            return written(what)
        if what.op == "sub":
            left, right = what.args
            if right == number_node(0.0) or (self.word in NEARLY_JUMPING and not names(right)):
                return written(_without_factors(left))
            if self.word in NEARLY_JUMPING and not names(left):
                return written(_without_factors(right))
        return written(what)


def jumps_on_the_way(model: Model) -> list[Jump]:
    """Return the functions that jump with the motion, or may nearly do so, in all that is evaluated while running."""
    trees = [(path, parse(text)) for path, text in runtime_texts(model)]
    if not any(_calls(tree, word) for _, tree in trees for word in (*JUMPING, *NEARLY_JUMPING)):
        return []
    runtime = RuntimeNames(Lowering(model.structure, model.numbers))
    crossed = [
        Jump(node.args[0], path, what)
        for path, tree in trees
        for node in walk(tree)
        if node.op == "call" and node.args[0] in (*JUMPING, *NEARLY_JUMPING)
        for what in _places_of_jumps(node)
        if not tables(what) and not time_only(what, runtime.resolve)
    ]
    return list(dict.fromkeys(crossed))


def _places_of_jumps(node: Expr) -> list[Expr]:
    """Return the expressions at whose zeros a function of JUMPING or NEARLY_JUMPING may jump."""
    word, argument = node.args[:2]
    if word in ("tanh", "atan"):
        return [_without_factors(argument)]
    if word != "sqrt":
        return [what for what, _ in switches(node, {})]
    terms = argument.args if argument.op == "add" else (argument,)  # x of x/sqrt(x**2 + eps)
    squares = [term.args for term in terms if term.op in ("pow", "mul")]
    return [a for a, b in squares if b in (a, number_node(2.0))]


def _without_factors(expr: Expr) -> Expr:
    """Return x of x/eps and of 1e9*x."""
    while expr.op in ("mul", "div"):
        moving = [argument for argument in expr.args if names(argument)]
        if len(moving) != 1 or (expr.op == "div" and moving[0] is expr.args[1]):
            break
        expr = moving[0]
    return expr


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
