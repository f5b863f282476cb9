"""Expressions: text is parsed into a small tree by a whitelist grammar.

    value   = sum, or inside `if` also: sum ("<" | "<=" | ">" | ">=") sum
    sum     = product (("+" | "-") product)*
    product = unary (("*" | "/") unary)*
    unary   = ("-" | "+") unary | power
    power   = atom ("**" unary)?
    atom    = number | name | function "(" value ("," value)* ")" | "(" value ")"

A name is dotted (`A.at.x`, `crank.velocity.local.x`, `time`). A comparison is the condition of `if(condition, a, b)`
and nothing else. Nothing is ever executed: a tree is evaluated by `evaluate`, or turned into a tape by the model.

>>> evaluate(parse("2*L + 1"), {"L": 3.0}.__getitem__)
7.0
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from linkwork.description import functions as fn
from linkwork.description.errors import DescriptionError
from linkwork.description.functions import ALSO_NAMES, CONSTANTS, FUNCTIONS, OTHER_NAMES, WRITTEN_OTHERWISE, Number

MAX_LENGTH = 4096  # characters
MAX_NESTING = 64  # parentheses, signs and powers inside one another
MAX_DEPTH = 200  # levels of the tree, so that plain recursion is safe
MAX_EXPONENT = 1024  # a constant exponent

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*(?:\.\w+)*)"
    r"|(?P<symbol>\*\*|[<>=!]=|[-+*/(),<>]))",
    re.ASCII,
)
_BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "div"}
COMPARISONS = {"<": "less", "<=": "at_most", ">": "greater", ">=": "at_least"}
_COMPARING = {op: symbol for symbol, op in COMPARISONS.items()}


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


def parse(text: str, more: frozenset[str] = frozenset()) -> Expr:
    """Return the tree of an expression; an ExpressionError names the position and what is allowed there.

    `more` names additional functions of one argument, such as `peak`, which `evaluate` does not support.
    """
    return text.tree if isinstance(text, Formula) else _parsed(text, more)


@lru_cache(maxsize=65536)
def _parsed(text: str, more: frozenset[str]) -> Expr:
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"expression {text[:40]!r}… has {len(text)} characters; at most {MAX_LENGTH} are read")
    parser = _Parser(text, more)
    tree = parser.value(0)
    parser.expect_end()
    parser.require_number(tree)
    return tree[0]


class _Parser:
    """A recursive-descent parser; every method returns (tree, depth of the tree)."""

    def __init__(self, text: str, more: frozenset[str] = frozenset()):
        self.text = text
        self.functions = {**FUNCTIONS, **dict.fromkeys(sorted(more), (None, 1, 1))}
        self.tokens = list(_tokens(text))
        self.at = 0

    def fail(self, message: str, position: int | None = None) -> ExpressionError:
        if position is None:
            position = self.tokens[self.at][2]
        return ExpressionError(f"expression {self.text[:80]!r}, character {position + 1}: {message}")

    def take(self, *symbols: str) -> str | None:
        kind, word, _ = self.tokens[self.at]
        if kind == "symbol" and word in symbols:
            self.at += 1
            return word
        return None

    def expect_end(self) -> None:
        kind, word, _ = self.tokens[self.at]
        if kind != "end":
            raise self.fail(f"{word!r} is not expected here; an operator + - * / ** may follow a value")

    def require_number(self, operand: tuple[Expr, int], position: int | None = None) -> None:
        """Raise an ExpressionError if the tree is a comparison, which has no numerical value."""
        if operand[0].op in _COMPARING:
            symbol = _COMPARING[operand[0].op]
            raise self.fail(f"a comparison with {symbol} can only be the condition of if(condition, a, b)", position)

    def node(self, op: str, *operands: tuple[Expr, int], condition: bool = False) -> tuple[Expr, int]:
        """Return a node made of its operands; the first operand of `if` is a condition."""
        for operand in operands[1:] if condition else operands:
            self.require_number(operand)
        depth = 1 + max(operand[1] for operand in operands)
        if depth > MAX_DEPTH:
            raise self.fail(f"more than {MAX_DEPTH} levels deep; split it with parameters or signals")
        return Expr(op, tuple(operand[0] for operand in operands)), depth

    def value(self, nesting: int) -> tuple[Expr, int]:
        """Return a sum, or a comparison of two."""
        left = self.sum(nesting)
        symbol = self.take(*COMPARISONS, "==", "!=")
        if not symbol:
            return left
        if symbol not in COMPARISONS:
            raise self.fail(f"{symbol} is not known: computed numbers are equal by accident only; compare by < <= > >=")
        comparison = self.node(COMPARISONS[symbol], left, self.sum(nesting))
        if again := self.take(*COMPARISONS, "==", "!="):
            raise self.fail(
                f"{again} follows a comparison; compare two values, and put one if(…) into another for more"
            )
        return comparison

    def sum(self, nesting: int) -> tuple[Expr, int]:
        if nesting > MAX_NESTING:
            raise self.fail(f"nested more than {MAX_NESTING} times; split it with parameters or signals")
        left = self.product(nesting)
        while symbol := self.take("+", "-"):
            left = self.node(_BINARY[symbol], left, self.product(nesting))
        return left

    def product(self, nesting: int) -> tuple[Expr, int]:
        left = self.unary(nesting)
        while symbol := self.take("*", "/"):
            left = self.node(_BINARY[symbol], left, self.unary(nesting))
        return left

    def unary(self, nesting: int) -> tuple[Expr, int]:
        if nesting > MAX_NESTING:
            raise self.fail(f"nested more than {MAX_NESTING} times; split it with parameters or signals")
        if self.take("-"):
            return self.node("neg", self.unary(nesting + 1))
        if self.take("+"):
            return self.unary(nesting + 1)
        return self.power(nesting)

    def power(self, nesting: int) -> tuple[Expr, int]:
        base = self.atom(nesting)
        position = self.tokens[self.at][2]
        if not self.take("**"):
            return base
        exponent = self.unary(nesting + 1)
        value = _constant(exponent[0])
        if value is not None and not abs(value) <= MAX_EXPONENT:
            raise self.fail(f"the exponent {value:g} is beyond ±{MAX_EXPONENT}", position)
        return self.node("pow", base, exponent)

    def atom(self, nesting: int) -> tuple[Expr, int]:
        kind, word, position = self.tokens[self.at]
        if self.take("("):
            inner = self.value(nesting + 1)
            if not self.take(")"):
                raise self.fail("a ')' is missing")
            return inner
        if kind == "number":
            self.at += 1
            value = float(word)
            if value - value != 0:
                raise self.fail(f"the number {word[:20]} is not finite", position)
            return Expr("number", (value,)), 1
        if kind == "name":
            self.at += 1
            if self.take("("):
                return self.call(word, position, nesting)
            if word in FUNCTIONS and word not in ALSO_NAMES:
                raise self.fail(f"{word!r} is a function: write {word}(…)", position)
            return Expr("name", (word,)), 1
        if kind == "end":
            raise self.fail("it ends where a number, a name or a '(' should follow")
        raise self.fail(f"{word!r} cannot stand here; a number, a name, a function or '(' can")

    def call(self, name: str, position: int, nesting: int) -> tuple[Expr, int]:
        if name not in self.functions:
            raise self.fail(f"no function {name!r}; {_remedy(name, self.functions)}", position)
        arguments = [self.value(nesting + 1)]
        while self.take(","):
            arguments.append(self.value(nesting + 1))
        if not self.take(")"):
            raise self.fail("a ')' or ',' is missing")
        _, fewest, most = self.functions[name]
        if not fewest <= len(arguments) <= most:
            count = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise self.fail(f"{name} takes {count} arguments, not {len(arguments)}", position)
        if name == "table" and (arguments[0][0].op != "name" or "." in arguments[0][0].args[0]):
            raise self.fail("the first argument of table is the name of a Table", position)
        if name == "if" and arguments[0][0].op not in _COMPARING:
            raise self.fail("the first argument of if is a comparison such as x > 0", position)
        tree, depth = self.node("call", *arguments, condition=name == "if")
        return Expr("call", (name, *tree.args)), depth


def _remedy(word: str, known: Collection[str]) -> str:
    """Return a remedy for an unknown function: its name here, how to write it, or a function one typing slip away.

    A slip is capital letters, another order of the letters, or one letter more or less between the first and the last.
    Other near words are functions of their own: acot is not acos, and log1p is not log.
    """
    if word.lower() in WRITTEN_OTHERWISE:
        return f"write {WRITTEN_OTHERWISE[word.lower()]}"

    def near(other: str) -> bool:
        longer, shorter = sorted((word.lower(), other), key=len, reverse=True)
        if sorted(longer) == sorted(shorter):
            return True
        ends = longer[:1] == shorter[:1] and longer[-1:] == shorter[-1:]
        return ends and any(longer[:k] + longer[k + 1 :] == shorter for k in range(1, len(longer) - 1))

    meant = OTHER_NAMES.get(word.lower(), word.lower())
    suggestions = [meant] if meant in known else [name for name in sorted(known) if near(name)]
    near_words = " or ".join(repr(name) for name in suggestions)
    return f"did you mean {near_words}?" if suggestions else f"the functions are {', '.join(sorted(known))}"


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            remedy = "; write ** for powers" if text[at] == "^" else ""
            raise ExpressionError(
                f"expression {text[:80]!r}, character {at + 1}: {text[at]!r} is not allowed; numbers, names, "
                f"functions, + - * / ** ( ) ',' and < <= > >= in if(…) are{remedy}"
            )
        kind = match.lastgroup or ""
        yield kind, match[kind], match.start(kind)
        at = match.end()
    yield "end", "", end


def _constant(expr: Expr) -> float | None:
    """Return the value of an expression of numbers only, else None."""
    if names(expr) or tables(expr):
        return None
    return evaluate(expr, CONSTANTS.__getitem__).real


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
    if op in _COMPARING:
        return f"{written(args[0])} {_COMPARING[op]} {written(args[1])}"
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
