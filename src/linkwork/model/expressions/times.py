"""Recognition of expressions of time, and the times of their kinks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from linkwork.description.expressions import Expr, evaluate, names, tables, walk
from linkwork.kernels.expressions.functions import INPUT
from linkwork.model.expressions.splines import TableValues
from linkwork.model.expressions.tapes import Resolve, named_expressions

Lines = Mapping[str, tuple[float, float] | None]


class Breaks(NamedTuple):
    """The times of the kinks, in order, and the nonlinear or periodic expressions of time whose zeros are further
    kinks."""

    times: list[float]
    others: list[Expr]

    @property
    def complete(self) -> bool:
        """Whether all kinks of time are among the times."""
        return not self.others


def time_only(expr: Expr, resolve: Resolve, inputs: bool = True) -> bool:
    """Return whether an expression uses time, numbers and tables only (and inputs, unless excluded)."""
    seen, pending = {"time"}, [expr]
    while pending:
        for name in names(pending.pop()) - seen:
            seen.add(name)
            kind, *what = resolve(name)
            if kind == "expr":
                pending.append(what[0])
            elif kind != "const" and not (inputs and kind == "load" and what[0] == INPUT):
                return False
    return True


def breaks(
    expr: Expr,
    resolve: Resolve,
    table_values: Mapping[str, TableValues] | None = None,
    seen: set[str] | None = None,
) -> Breaks:
    """Return the times at which a function of time inside the expression has a kink.

    These are ends of steps, knots of tables, zeros inside abs and sign, and crossings inside min and max, wherever the
    argument is affine in time. A step of a state signal has no break time and is skipped. Named expressions in `seen`
    are skipped too; those of this one are added to it.
    """
    times: set[float] = set()
    others: dict[Expr, None] = {}
    for node in _nodes(expr, resolve, set() if seen is None else seen):
        for difference, levels in switches(node, table_values or {}):
            line = affine(difference, resolve)
            if line is None:
                if "time" in _all_names(difference, resolve) and time_only(difference, resolve):
                    others |= dict.fromkeys(Expr("sub", (difference, Expr("number", (level,)))) for level in levels)
            elif line[0] != 0:
                times.update((level - line[1]) / line[0] for level in levels)
    return Breaks(sorted(times), list(others))


def _all_names(expr: Expr, resolve: Resolve) -> set[str]:
    """Return the names of an expression, those of named expressions included."""
    return {name for node in _nodes(expr, resolve, set()) for name in (names(node) if node.op == "name" else ())}


def _nodes(expr: Expr, resolve: Resolve, seen: set[str]) -> Iterator[Expr]:
    """Yield all nodes, those of named expressions included."""
    pending = [expr]
    while pending:
        tree = pending.pop()
        yield from walk(tree)
        for name in names(tree) - seen - {"time"}:
            seen.add(name)
            kind, *what = resolve(name)
            if kind == "expr":
                pending.append(what[0])


def switches(node: Expr, table_values: Mapping[str, TableValues]) -> Iterator[tuple[Expr, list[float]]]:
    """Yield the expressions with which a call changes branch, each with the levels at which it does."""
    if node.op != "call":
        return
    name, *args = node.args
    if name in ("step", "step5"):
        yield Expr("sub", (args[0], args[1])), [0.0]
        yield Expr("sub", (args[0], args[3])), [0.0]
    elif name == "table":
        yield args[1], [float(x.real) for x in table_values[args[0].args[0]].x]
    elif name in ("abs", "sign"):
        yield args[0], [0.0]
    elif name == "if":
        yield Expr("sub", args[0].args), [0.0]
    elif name in ("floor", "mod"):  # at every whole number of the argument, of x/y
        count = args[0] if name == "floor" else Expr("div", (args[0], args[1]))
        yield Expr("call", ("sin", Expr("mul", (Expr("name", ("pi",)), count)))), [0.0]
    elif name in ("min", "max"):
        for k, a in enumerate(args):
            for b in args[k + 1 :]:
                yield Expr("sub", (a, b)), [0.0]


def affine(expr: Expr, resolve: Resolve) -> tuple[float, float] | None:
    """Return (a, b) if the expression is a·time + b with real numbers, else None."""
    known: dict[str, tuple[float, float] | None] = {}
    for name, tree in named_expressions(expr, resolve):
        known[name] = _line_of(tree, resolve, known)
    return _line_of(expr, resolve, known)


def _line_of(expr: Expr, resolve: Resolve, known: Lines) -> tuple[float, float] | None:
    """Return `affine` of an expression, given that of the named expressions in it."""
    op, args = expr.op, expr.args
    if op == "name" and args[0] == "time":
        return 1.0, 0.0
    if op == "name" and names(expr):
        if args[0] in known:
            return known[args[0]]
        kind, *what = resolve(args[0])
        return (0.0, float(what[0].real)) if kind == "const" else None
    if op in ("number", "name"):
        return 0.0, float(evaluate(expr, lambda name: 0.0).real)
    if op in ("call", "pow"):
        return _level(expr, resolve, known)
    lines = [_line_of(a, resolve, known) for a in args]
    if any(line is None for line in lines):
        return None
    (a, b), (c, d) = lines[0], lines[-1]  # type: ignore[misc]
    if op == "neg":
        return -a, -b
    if op in ("add", "sub"):
        sign = 1.0 if op == "add" else -1.0
        return a + sign * c, b + sign * d
    if op == "mul" and a * c == 0:
        return a * d + b * c, b * d
    return (a / d, b / d) if op == "div" and c == 0 and d != 0 else None


def _level(expr: Expr, resolve: Resolve, known: Lines) -> tuple[float, float] | None:
    """Return the value of a function of numbers only as a constant line, (0, value)."""
    if tables(expr):
        return None
    values: dict[str, float] = {}
    for name in names(expr):
        line = _line_of(Expr("name", (name,)), resolve, known)
        if line is None or line[0] != 0:
            return None
        values[name] = line[1]
    return 0.0, float(evaluate(expr, values.__getitem__).real)
