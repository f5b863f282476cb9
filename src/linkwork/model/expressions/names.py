"""Runtime expressions of a description: the meaning of their names, and the blocks in order of dependence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import Expr, names, parse
from linkwork.description.parts import Driver, ForceLaw, Input, Signal, Table
from linkwork.description.parts.blocks import Block
from linkwork.kernels.expressions import functions as ops
from linkwork.model.expressions.splines import TableValues
from linkwork.model.expressions.tapes import TapeBuilder

if TYPE_CHECKING:
    from linkwork.model.lowering.lowering import Lowering


def build_tape(numbers: Any) -> TapeBuilder:
    """Return an empty tape that knows the mechanism's tables."""
    tables = {}
    for name, part in numbers.parts.items():
        if isinstance(part, Table):
            x, y = (np.array(numbers.vector(name, word)) for word in "xy")
            tables[name] = TableValues(x, y, part.kind, part.outside)
    return TapeBuilder(tables)


class RuntimeNames:
    """A resolver of names in forces, motions, signals and block inputs."""

    def __init__(self, lowering: Lowering):
        self.lowering, self.numbers, self.parts = lowering, lowering.numbers, lowering.parts
        self.inputs = [name for name, part in self.parts.items() if isinstance(part, Input)]
        laws = [part for part in self.parts.values() if isinstance(part, ForceLaw)]
        self.states = [f"{b.name}.state.{x}" for b in self.blocks() for x in b.states]
        self.states += [f"{law.name}.state.{x}" for law in laws for x in law.state_names]
        self.outputs = [f"{b.name}.{y}" for b in self.blocks() for y in b.outputs]
        self._literals: set[str] = set()
        self._index = {name: k for table in (self.inputs, self.states, self.outputs) for k, name in enumerate(table)}

    def blocks(self) -> list[Block]:
        return [part for part in self.parts.values() if isinstance(part, Block)]

    def field(self, part: str, field: str, *index: int | str) -> Expr:
        """Return a runtime field as an expression; a plain number becomes a name, so that its value can
        change without another tape."""
        expr = self.numbers.expr(part, field, *index)
        if expr is not None:
            return expr
        path = self.numbers.path(part, field, index)
        self._literals.add(path)
        return Expr("name", (path,))

    def resolve(self, name: str) -> tuple:
        """Return a constant, a load, or a named expression for TapeBuilder."""
        if name in self._literals:
            return "const", self.numbers.value(name)
        constant = self.numbers.constant(name)
        if constant is not None:
            return "const", constant
        signal = self.lowering.signals.find(name)
        if signal.source in ("input", "state", "output"):
            op = {"input": ops.INPUT, "state": ops.STATE, "output": ops.OUTPUT}[signal.source]
            return "load", op, self._index[name]
        if signal.source == "signal":
            return "expr", self.field(name, "value")
        measure = signal.scalar_measure
        if measure is None or signal.order > 1:
            what = "a vector; add a component such as .x" if signal.shape else "known only after the accelerations"
            raise DescriptionError(
                f"{name!r} cannot be used in an expression that acts on the motion: it is {what}. "
                "Positions, velocities, inputs, block outputs and time can"
            )
        return "load", ops.RATE if signal.order == 1 else ops.MEASURE, self.lowering.measure(measure)

    def time_only(self, driver: Driver):
        """Return a variant of `resolve` for a motion, which may use time, constants and inputs only."""

        def resolve(name: str) -> tuple:
            instruction = self.resolve(name)
            if instruction[0] == "load" and instruction[1] != ops.INPUT:
                raise DescriptionError(
                    f"driver {driver.name!r}: its motion uses {name!r}; a motion is a function of time, parameters and inputs "
                    "(use a Coupler to tie coordinates to one another)"
                )
            return instruction

        return resolve

    def lower_signals(self, builder: TapeBuilder) -> dict[str, int]:
        """Put the signals that positions and velocities determine on the tape; others are computed when they are
        read."""
        results = {}
        known: dict[str, bool] = {}
        for name, part in self.parts.items():
            if isinstance(part, Signal) and self._on_tape(name, known):
                results[name] = builder.add(self.field(name, "value"), self.resolve)
        return results

    def _on_tape(self, name: str, known: dict[str, bool]) -> bool:
        """Return whether a signal follows from positions and velocities; `known` caches earlier answers."""
        path: dict[str, Iterator[str]] = {}
        pending = [name]
        while pending:
            top = pending[-1]
            if top not in path and top not in known:
                path[top], known[top] = iter(self._signals_in(top, known)), known.get(top, True)
            inner = next(path[top], None) if top in path else None
            if inner is None:
                path.pop(top, None)
                pending.pop()
                if pending:
                    known[pending[-1]] = known[pending[-1]] and known[top]
            elif inner in path:
                raise DescriptionError(f"signal {inner!r}: depends on itself")
            else:
                pending.append(inner)
        return known[name]

    def _signals_in(self, name: str, known: dict[str, bool]) -> list[str]:
        """Return the signals that a signal's expression names; mark it in `known` as not on the tape if it
        reads anything known only after the accelerations."""
        ordered = []
        for inner in sorted(names(self.field(name, "value"))):
            if inner in self._literals or inner == "time" or self.numbers.constant(inner) is not None:
                continue
            signal = self.lowering.signals.find(inner)
            if signal.shape:
                raise DescriptionError(f"signal {name!r}: {inner!r} is a vector; add a component such as .x")
            if signal.source == "signal":
                ordered.append(inner)
            elif signal.level > 1 or signal.post:
                known[name] = False
        return ordered


@dataclass(frozen=True)
class BlockArrays:
    """The fields block_* of kernels.arrays.Model, z0 of blocks, and the names of outputs."""

    arrays: dict[str, np.ndarray]
    outputs: list[str]


def block_arrays(lowering: Lowering, builder: TapeBuilder, names_: RuntimeNames) -> BlockArrays:
    """Plan the blocks in order of dependence and pack their numbers; the model fills in the addresses."""
    blocks = names_.blocks()
    numbers, dtype = lowering.numbers, lowering.dtype
    inputs: dict[str, list[int]] = {}
    for index in _ordered(blocks, names_):
        block = blocks[index]
        inputs[block.name] = [builder.add(names_.field(block.name, "inputs", u), names_.resolve) for u in block.inputs]
        builder.call(index)
    sizes = np.array([[len(b.inputs), len(b.states), len(b.parameters), len(b.outputs)] for b in blocks], np.int64)
    sizes = sizes.reshape(-1, 4)
    first = np.vstack((np.zeros((1, 4), np.int64), np.cumsum(sizes, axis=0)))[:-1]
    z0 = [numbers.scalar(b.name, "states", x) for b in blocks for x in b.states]
    p = [numbers.scalar(b.name, "parameters", x) for b in blocks for x in b.parameters]
    arrays = {
        "block_address": np.zeros((len(blocks), 2), np.int64),
        "block_sizes": sizes,
        "block_first": first,
        "block_u": np.array([i for b in blocks for i in inputs[b.name]], np.int64),
        "block_p": np.array(p, dtype),
        "z0": np.array(z0, dtype),
    }
    return BlockArrays(arrays, names_.outputs)


def _ordered(blocks: list[Block], names_: RuntimeNames) -> list[int]:
    """Return the blocks so that each follows those whose outputs it reads; a cycle is an algebraic loop, an error."""
    owner = {f"{b.name}.{y}": k for k, b in enumerate(blocks) for y in b.outputs}
    needs: list[set[int]] = [
        {
            owner[n]
            for expr in block.inputs.values()
            if isinstance(expr, str)
            for n in _deep_names(expr, names_)
            if n in owner
        }
        for block in blocks
    ]
    order: dict[int, Any] = {}  # an ordered set
    for first in range(len(blocks)):
        path = {first: iter(sorted(needs[first]))} if first not in order else {}
        while path:
            k = next(reversed(path))
            other = next(path[k], None)
            if other is None:
                order[k] = path.pop(k)
            elif other in path:
                ring = list(path)
                shown = " → ".join(blocks[i].name for i in [*ring[ring.index(other) :], other])
                raise DescriptionError(f"blocks {shown} feed one another without a state between: an algebraic loop")
            elif other not in order:
                path[other] = iter(sorted(needs[other]))
    return list(order)


def _deep_names(text: str, names_: RuntimeNames) -> set[str]:
    """Return the names in an expression, including those inside the signals that it names."""
    reached: set[str] = set()
    pending = [text]
    while pending:
        for name in names(parse(pending.pop())) - reached:
            reached.add(name)
            part = names_.parts.get(name)
            if isinstance(part, Signal) and isinstance(part.value, str):
                pending.append(part.value)
    return reached
