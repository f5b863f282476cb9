"""Compilation of expressions to a tape (kernels.expressions.tape), with common subexpressions shared and constants
folded.

    builder = TapeBuilder({"T": TableValues(x, y)})
    i = builder.add(parse("k*sin(time)"), resolve)     # instruction number
    builder.close(RUN_TIME_TAPE)                       # the instructions so far are motions: evaluated with time derivatives
    builder.call(0)                                    # block 0 is called after all instructions above
    arrays = builder.arrays()

`resolve(name)` gives the meaning of a name: ("const", number), ("load", OPCODE, index), ("expr", Expr) for a named
expression, or ("instruction", i). Folding depends on names alone, so new numbers, complex ones too, give the same
instructions with other constants. A plain number that may change is therefore given as a name that resolves to it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import Expr, evaluate, names
from linkwork.description.functions import CONSTANTS
from linkwork.description.tables import NOT_FINITE
from linkwork.description.tracing import are_finite
from linkwork.kernels.expressions import functions as ops
from linkwork.kernels.expressions.blocks import CALL_BLOCK, RUN_TAPE
from linkwork.model.expressions.dependence import in_order, shown_circle
from linkwork.model.expressions.splines import TableValues, table_rows

Resolve = Callable[[str], tuple]
DEEP = 50  # named expressions inside one another from which on they are lowered one by one

_OPERATORS = {"neg": ops.NEG, "add": ops.ADD, "sub": ops.SUB, "mul": ops.MUL, "div": ops.DIV, "pow": ops.POW}
_FUNCTIONS = {
    "sin": ops.SIN, "cos": ops.COS, "tan": ops.TAN, "asin": ops.ASIN, "acos": ops.ACOS, "atan": ops.ATAN, "sqrt": ops.SQRT,
    "exp": ops.EXP, "log": ops.LOG, "abs": ops.ABS, "sign": ops.SIGN, "atan2": ops.ATAN2, "min": ops.MIN, "max": ops.MAX,
    "step": ops.STEP, "step5": ops.STEP5, "tanh": ops.TANH, "sinh": ops.SINH, "cosh": ops.COSH, "floor": ops.FLOOR,
}  # fmt: skip


def named_expressions(expr: Expr, resolve: Resolve, done: Container[str] = ()) -> list[tuple[str, Expr]]:
    """Return the named expressions that an expression uses, those in `done` left out, each after those that it uses
    itself."""
    trees: dict[str, Expr] = {}

    def inner(name: str) -> list[str]:
        kind, *what = ("time",) if name == "time" or name in done else resolve(name)
        if kind != "expr":
            return []
        trees[name] = what[0]
        return sorted(names(what[0]))

    order, circles = in_order(sorted(names(expr)), inner)
    if circles:
        raise DescriptionError(f"signals that depend on one another in a circle: {shown_circle(circles[0])}")
    return [(name, trees[name]) for name in order if name in trees]


class TapeBuilder:
    """A builder of one tape with its constants, tables and plan."""

    def __init__(self, tables: Mapping[str, TableValues] | None = None):
        self.tables = tables or {}
        self.reach: list[int] = []  # lowest instruction each instruction depends on
        self._instructions: list[tuple[int, tuple[int, ...]]] = []
        self._constants: list[complex | float] = []
        self._table_numbers: dict[str, int] = {}
        self._plan: list[tuple[int, int, int]] = []
        self._closed = 0
        self._shared: dict[tuple, int] = {}
        self._known: dict[Expr, int] = {}
        self._meaning: dict[str, tuple] = {}
        self._is_constant: dict[str, bool] = {}
        self._numbers: dict[str, complex | float] = {}
        self._open_names: list[str] = []

    @property
    def count(self) -> int:
        """The number of instructions so far."""
        return len(self._instructions)

    def add(self, expr: Expr, resolve: Resolve) -> int:
        """Return the instruction whose value is the expression."""
        known = self._known.get(expr)
        if known is None:
            inner = named_expressions(expr, lambda name: self._resolve(name, resolve), self._is_constant)
            for name, tree in inner if len(inner) > DEEP else ():  # recursion would become too deep
                if self._constant_name(name, resolve):
                    self._number(name, resolve)
                else:
                    self._known[tree] = self._lower(tree, resolve)
            known = self._known[expr] = self._lower(expr, resolve)
        return known

    def load(self, op: int, index: int = 0) -> int:
        """Return the instruction that loads a measure, a rate, an input, …"""
        return self._emit(op, index)

    def close(self, kind: int = RUN_TAPE) -> None:
        """End a range of the plan: `kind` runs all instructions since the last range."""
        if self.count > self._closed:
            self._plan.append((kind, self._closed, self.count))
            self._closed = self.count

    def call(self, block: int) -> None:
        """Plan the call of a block after all instructions added so far, which include its inputs."""
        self.close()
        self._plan.append((CALL_BLOCK, block, 0))

    def arrays(self, dtype: Any = None) -> dict[str, np.ndarray]:
        """Return the fields tape_*, table_* and plan of kernels.arrays.Model."""
        self.close()
        with np.errstate(all="ignore"):
            rows = [table_rows(self.tables[name]) for name in self._table_numbers]
        wrong = [name for name, row in zip(self._table_numbers, rows, strict=True) if not are_finite(row[1])]
        if wrong:
            raise DescriptionError(f"table {name!r}: {NOT_FINITE}" for name in wrong)
        lengths = [len(args) for _, args in self._instructions]
        arrays = {
            "tape_op": np.array([op for op, _ in self._instructions], np.int64),
            "tape_start": np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
            "tape_args": np.array([a for _, args in self._instructions for a in args], np.int64),
            "tape_const": np.array(self._constants) if self._constants else np.zeros(0),
            "table_start": np.cumsum([0, *(x.size for x, _ in rows)]).astype(np.int64),
            "table_x": np.concatenate([np.zeros(0), *(x for x, _ in rows)]),
            "table_coef": np.concatenate([np.zeros((0, 4)), *(coef for _, coef in rows)]),
            "plan": np.array(self._plan, np.int64).reshape(-1, 3),
        }
        for name in ("tape_const", "table_x", "table_coef"):
            array = arrays[name]
            arrays[name] = array.astype(np.result_type(array.dtype, np.float64) if dtype is None else dtype)
        return arrays

    def _emit(self, op: int, *args: int) -> int:
        key = (op, *args)
        if key not in self._shared:
            self._shared[key] = i = self.count
            self._instructions.append((op, args))
            inner = () if op <= ops.STATE else args[1:] if op == ops.TABLE else args
            self.reach.append(min((self.reach[a] for a in inner), default=i))
        return self._shared[key]

    def _lower(self, expr: Expr, resolve: Resolve) -> int:
        op, args = expr.op, expr.args
        if self._constant(expr, resolve):
            self._constants.append(evaluate(expr, lambda name: self._number(name, resolve)))
            return self._emit(ops.CONST, len(self._constants) - 1)
        if op == "name":
            return self._name(args[0], resolve)
        if op != "call":
            return self._emit(_OPERATORS[op], *(self.add(a, resolve) for a in args))
        name, *arguments = args
        if name == "table":
            return self._emit(ops.TABLE, self.table(arguments[0].args[0]), self.add(arguments[1], resolve))
        if name in ("step", "step5"):
            x, x0, y0, x1, y1 = arguments
            blend = self._emit(_FUNCTIONS[name], *(self.add(a, resolve) for a in (x, x0, x1)))
            rise = self._emit(ops.MUL, self.add(Expr("sub", (y1, y0)), resolve), blend)
            return self._emit(ops.ADD, self.add(y0, resolve), rise)
        if name == "if":
            return self._choice(arguments[0], arguments[1], arguments[2], resolve)
        if name == "mod":
            whole = Expr("call", ("floor", Expr("div", (arguments[0], arguments[1]))))
            return self.add(Expr("sub", (arguments[0], Expr("mul", (arguments[1], whole)))), resolve)
        values = [self.add(a, resolve) for a in arguments]
        if name in ("min", "max"):
            value = values[0]
            for other in values[1:]:
                value = self._emit(_FUNCTIONS[name], value, other)
            return value
        return self._emit(_FUNCTIONS[name], *values)

    def _choice(self, condition: Expr, a: Expr, b: Expr, resolve: Resolve) -> int:
        """Return a where the condition holds, else b: selected by the sign of a difference that is positive where a
        strict comparison holds."""
        left, right = condition.args
        if condition.op in ("less", "at_least"):
            left, right = right, left
        if condition.op in ("at_most", "at_least"):
            a, b = b, a
        above = self.add(Expr("sub", (left, right)), resolve)
        taken = self._emit(ops.WHERE, above, self.add(a, resolve))
        return self._emit(ops.ADD, taken, self._emit(ops.ELSE, above, self.add(b, resolve)))

    def _name(self, name: str, resolve: Resolve) -> int:
        if name == "time":
            return self._emit(ops.TIME, 0)
        kind, *what = self._resolve(name, resolve)
        if kind == "load":
            return self._emit(*what)
        if kind == "instruction":
            return what[0]
        return self.add(what[0], resolve)

    def table(self, name: str) -> int:
        """Return the index of a table, adding it to the model's tables on first use."""
        if name not in self.tables:
            raise DescriptionError(f"table({name}, …): there is no Table {name!r}; tables are {sorted(self.tables)}")
        return self._table_numbers.setdefault(name, len(self._table_numbers))

    def _resolve(self, name: str, resolve: Resolve) -> tuple:
        if name not in self._meaning:
            self._meaning[name] = resolve(name)
        return self._meaning[name]

    def _number(self, name: str, resolve: Resolve) -> complex | float:
        if name not in self._numbers:
            kind, what, *_ = self._resolve(name, resolve)
            value = what if kind == "const" else evaluate(what, lambda inner: self._number(inner, resolve))
            self._numbers[name] = value
        return self._numbers[name]

    def _constant(self, expr: Expr, resolve: Resolve) -> bool:
        """Return whether only numbers and names of numbers are used."""
        op, args = expr.op, expr.args
        if op == "number":
            return True
        if op == "name":
            return args[0] in CONSTANTS or (args[0] != "time" and self._constant_name(args[0], resolve))
        if op == "call":
            return args[0] != "table" and all(self._constant(a, resolve) for a in args[1:])
        return all(self._constant(a, resolve) for a in args)

    def _constant_name(self, name: str, resolve: Resolve) -> bool:
        if name not in self._is_constant:
            if name in self._open_names:
                circle = " -> ".join([*self._open_names[self._open_names.index(name) :], name])
                raise DescriptionError(f"signals that depend on one another in a circle: {circle}")
            kind, *what = self._resolve(name, resolve)
            self._open_names.append(name)
            try:
                self._is_constant[name] = kind == "const" or (kind == "expr" and self._constant(what[0], resolve))
            finally:
                self._open_names.pop()
        return self._is_constant[name]
