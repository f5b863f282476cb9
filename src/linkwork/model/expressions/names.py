"""Runtime expressions of a description: the meaning of their names, and the blocks in order of dependence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.description.errors import DescriptionError
from linkwork.description.expressions import Expr, names
from linkwork.description.parts import Driver, ForceLaw, Input, Signal, Table
from linkwork.description.parts.blocks import Block
from linkwork.kernels.expressions import functions as ops
from linkwork.model.expressions.dependence import dependences
from linkwork.model.expressions.splines import TableValues
from linkwork.model.expressions.tapes import TapeBuilder

if TYPE_CHECKING:
    from linkwork.model.lowering.lowering import Lowering


def build_tape(numbers: Any) -> TapeBuilder:
    """Return an empty tape that knows the mechanism's tables."""
    tables = {}
    for name, part in numbers.parts.items():
        if isinstance(part, Table):
            x, y = map(np.array, numbers.knots(name))
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
        early: dict[str, bool] = {}
        for name in self.order:
            if isinstance(self.parts[name], Signal):
                early[name] = self._is_early(name, early)
        return {
            name: builder.add(self.field(name, "value"), self.resolve)
            for name, part in self.parts.items()
            if isinstance(part, Signal) and early[name]
        }

    def _is_early(self, name: str, early: dict[str, bool]) -> bool:
        """Return whether a signal follows from positions and velocities; the answers for those it names are in
        `early`."""
        result = True
        for inner in sorted(names(self.field(name, "value"))):
            if inner in self._literals or inner == "time" or self.numbers.constant(inner) is not None:
                continue
            signal = self.lowering.signals.find(inner)
            if signal.shape:
                raise DescriptionError(f"signal {name!r}: {inner!r} is a vector; add a component such as .x")
            result &= early[inner] if signal.source == "signal" else signal.level < 2 and not signal.post
        return result

    @cached_property
    def order(self) -> list[str]:
        """The signals and blocks, each after those that it reads."""
        order, problems = dependences(self.parts)
        if problems:
            raise DescriptionError(problems)
        return order


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
    number = {block.name: k for k, block in enumerate(blocks)}
    for name in names_.order:
        if name in number:
            given = blocks[number[name]].inputs
            inputs[name] = [builder.add(names_.field(name, "inputs", u), names_.resolve) for u in given]
            builder.call(number[name])
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
