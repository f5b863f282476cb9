"""Parsing of expressions: text becomes a small tree (description.expressions) by a whitelist grammar.

    value   = sum, or inside `if` also: sum ("<" | "<=" | ">" | ">=") sum
    sum     = product (("+" | "-") product)*
    product = unary (("*" | "/") unary)*
    unary   = ("-" | "+") unary | power
    power   = atom ("**" unary)?
    atom    = number | name | function "(" value ("," value)* ")" | "(" value ")"

A name is dotted (`A.at.x`, `crank.velocity.local.x`, `time`). A comparison is the condition of `if(condition, a, b)` and
nothing else.

>>> parse("2*L + 1")
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from linkwork.description.expressions import (
    COMPARING,
    COMPARISONS,
    Expr,
    ExpressionError,
    Formula,
    evaluate,
    names,
    tables,
)
from linkwork.description.functions import ALSO_NAMES, CONSTANTS, FUNCTIONS, OTHER_NAMES, WRITTEN_OTHERWISE

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
        if operand[0].op in COMPARING:
            symbol = COMPARING[operand[0].op]
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
        if name == "if" and arguments[0][0].op not in COMPARING:
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
