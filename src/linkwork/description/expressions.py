"""Expressions as small trees: what a formula means, and what can be done with it.

Text is parsed by description.parsing. Nothing is ever executed: a tree is evaluated by `evaluate`, or turned into a tape by
the model.

>>> evaluate(parse("2*L + 1"), {"L": 3.0}.__getitem__)
7.0
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from linkwork.description import functions as fn
from linkwork.description.errors import DescriptionError
from linkwork.description.functions import CONSTANTS, FUNCTIONS, Number

COMPARISONS = {"<": "less", "<=": "at_most", ">": "greater", ">=": "at_least"}
COMPARING = {op: symbol for symbol, op in COMPARISONS.items()}


class ExpressionError(DescriptionError):
    """Raised for an expression that cannot be parsed; the message has the text, the position and the allowed words."""


@dataclass(frozen=True, slots=True)
class Expr:
    """A node. `op` is number, name, neg, add, sub, mul, div, pow, call, or in a condition less, at_most, greater or
    at_least.

    `args` holds the value of a number, the dotted path of a name, the operands, or the function's
    name followed by its arguments; the first argument of `table` is the name node of a Table.
    """

    op: str
    args: tuple[Any, ...]

    def __add__(self, other: Expr) -> Expr:
        return Expr("add", (self, other))

    def __sub__(self, other: Expr) -> Expr:
        return Expr("sub", (self, other))

    def __mul__(self, other: Expr) -> Expr:
        return Expr("mul", (self, other))

    def __truediv__(self, other: Expr) -> Expr:
        return Expr("div", (self, other))


def name_node(path: str) -> Expr:
    """Return the node of a dotted name."""
    return Expr("name", (path,))


def number_node(value: float) -> Expr:
    """Return the node of a finite number, as the parser makes it: a negative one has its sign in a node of its own.

    >>> written(number_node(-2.0) * name_node("A.angle"))
    '((-2.0)*A.angle)'
    """
    node = Expr("number", (abs(float(value)),))
    return Expr("neg", (node,)) if math.copysign(1.0, value) < 0.0 else node


class Formula(str):
    """An expression made as a tree, where a description takes the text of one: `parse` returns the tree itself.

    So a tree that was computed is never read back from its text, which may be longer than what users write.

    >>> parse(Formula(name_node("a") + number_node(1.0))).op
    'add'
    """

    tree: Expr

    def __new__(cls, tree: Expr) -> Formula:
        formula = super().__new__(cls, written(tree))
        formula.tree = tree
        return formula

    def __reduce__(self) -> tuple[type[Formula], tuple[Expr]]:
        return Formula, (self.tree,)


def walk(expr: Expr) -> Iterator[Expr]:
    """Yield every node, the root first."""
    stack = [expr]
    while stack:
        node = stack.pop()
        yield node
        if node.op == "call":
            stack.extend(reversed(node.args[1:]))
        elif node.op not in ("number", "name"):
            stack.extend(reversed(node.args))


@lru_cache(maxsize=65536)
def names(expr: Expr) -> frozenset[str]:
    """Return the dotted names an expression uses, constants and tables excluded."""
    all_names = {node.args[0] for node in walk(expr) if node.op == "name"}
    return frozenset(all_names - CONSTANTS.keys() - tables(expr))


@lru_cache(maxsize=65536)
def tables(expr: Expr) -> frozenset[str]:
    """Return the names of the Tables an expression uses."""
    return frozenset(node.args[1].args[0] for node in walk(expr) if node.op == "call" and node.args[0] == "table")


def rewritten(expr: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """Return the tree with some of its nodes replaced.

    `change(node)` gives what replaces a node, or None: then the node's operands are rewritten. The name of a Table in
    `table(T, x)` is no operand."""
    replacement = change(expr)
    if replacement is not None:
        return replacement
    if expr.op in ("number", "name"):
        return expr
    first = 0 if expr.op != "call" else 2 if expr.args[0] == "table" else 1
    args = (*expr.args[:first], *(rewritten(argument, change) for argument in expr.args[first:]))
    return expr if all(a is b for a, b in zip(args, expr.args, strict=True)) else Expr(expr.op, args)


def with_names_replaced(expr: Expr, replace: Callable[[str], Expr | None]) -> Expr:
    """Return the tree with trees in the place of names, all at once; `replace(name)` is None for a name that stays.

    >>> written(with_names_replaced(parse("2*a + b"), {"a": parse("c + 1")}.get))
    '((2.0*(c + 1.0)) + b)'
    """
    return rewritten(
        expr, lambda node: replace(node.args[0]) if node.op == "name" and node.args[0] not in CONSTANTS else None
    )


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"}


def written(expr: Expr) -> str:
    """Return text that parses to the same tree.

    >>> written(parse("2*(a + 1)"))
    '(2.0*(a + 1.0))'
    """
    op, args = expr.op, expr.args
    if op == "number":
        return repr(args[0])
    if op == "name":
        return args[0]
    if op == "call":
        return f"{args[0]}({', '.join(written(argument) for argument in args[1:])})"
    if op == "neg":
        return f"(-{written(args[0])})"
    if op in COMPARING:
        return f"{written(args[0])} {COMPARING[op]} {written(args[1])}"
    gap = " " if op in ("add", "sub") else ""
    return f"({written(args[0])}{gap}{_SIGNS[op]}{gap}{written(args[1])})"


def evaluate(expr: Expr, lookup: Callable[[str], Number], functions: Mapping[str, Callable] | None = None) -> Number:
    """Return the value of an expression, float or complex like the values of its names.

    `lookup(name)` gives a name's value (constants are known). `functions` adds to or overrides the
    built-in ones; `functions["table"](table_name, x)` must be given where tables are used.
    Division by zero and domain errors give inf or NaN, never an exception or a complex branch.
    """
    op, args = expr.op, expr.args
    if op == "number":
        return args[0]
    if op == "name":
        constant = CONSTANTS.get(args[0])
        return lookup(args[0]) if constant is None else constant
    if op == "call":
        return _call(args, lookup, functions or {})
    a = evaluate(args[0], lookup, functions)
    if op == "neg":
        return -a
    b = evaluate(args[1], lookup, functions)
    if op == "add":
        return a + b
    if op == "sub":
        return a - b
    if op == "mul":
        return a * b
    if op == "div":
        return fn.divide(a, b)
    return fn.power(a, b)


def _call(args: tuple, lookup: Callable[[str], Number], functions: Mapping[str, Callable]) -> Number:
    name = args[0]
    function = functions.get(name) or FUNCTIONS[name][0]
    if name == "table":
        if function is None:
            raise ExpressionError(f"table({args[1].args[0]}, …) cannot be used here")
        return function(args[1].args[0], evaluate(args[2], lookup, functions))
    if name == "if":
        holds = _holds(args[1], lookup, functions)
        return fn.NAN if holds is None else evaluate(args[2 if holds else 3], lookup, functions)
    assert function is not None
    return function(*(evaluate(argument, lookup, functions) for argument in args[1:]))


def _holds(condition: Expr, lookup: Callable[[str], Number], functions: Mapping[str, Callable]) -> bool | None:
    """Return whether a comparison holds, by real parts; None where one side is not a number."""
    left, right = (evaluate(side, lookup, functions).real for side in condition.args)
    if left != left or right != right:
        return None
    return {"less": left < right, "at_most": left <= right, "greater": left > right, "at_least": left >= right}[
        condition.op
    ]
