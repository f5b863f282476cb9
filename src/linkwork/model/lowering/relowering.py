"""The arithmetic by which numbers of a description become those of a model, recorded once and repeated for others.

Lowering is Python that mostly deals with names; of a thousand designs of one mechanism these are the same. A `Recipe` has
the arithmetic of lowering and of its checks alone, as operations in the order in which lowering makes them: it gives the
same bits. Where a comparison comes out otherwise than it did (a place beyond a limit, another axis taken as helper),
the recipe does not hold, and the numbers are lowered anew, which reports what is wrong with them or gives another recipe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from linkwork.description.check import require_physical
from linkwork.description.errors import DescriptionError
from linkwork.description.geometry import Geometry
from linkwork.description.mechanism import Mechanism
from linkwork.description.numbers import Numbers
from linkwork.description.tracing import Trace, Traced
from linkwork.kernels import arrays as K
from linkwork.kernels.expressions import functions as ops
from linkwork.kernels.expressions.tape import AT_MOST, EQUAL, LESS, POWER, run_operations
from linkwork.model.lowering.lowering import Lowered, Lowering
from linkwork.model.lowering.structure import Structure

CODES = {
    "neg": ops.NEG, "abs": ops.ABS, "sqrt": ops.SQRT, "sin": ops.SIN, "cos": ops.COS, "tan": ops.TAN, "asin": ops.ASIN,
    "acos": ops.ACOS, "atan": ops.ATAN, "exp": ops.EXP, "log": ops.LOG, "cosh": ops.COSH, "add": ops.ADD, "sub": ops.SUB,
    "mul": ops.MUL, "div": ops.DIV, "pow": POWER, "max": ops.MAX, "atan2": ops.ATAN2, "less": LESS, "at most": AT_MOST,
    "equal": EQUAL,
}  # fmt: skip
FLOATS = [name for name in K.Model._fields if name not in K.INTS]
INTS = [name for name in K.Model._fields if name in K.INTS and name != "block_address"]
MOST = 4  # recipes of one structure
STEP = 1e-30


class Recipe:
    """Operations on a vector of values: numbers of the description, constants, then the result of every operation."""

    def __init__(self, trace: Trace, results: Sequence[Traced | float], lengths: int = 0):
        self.lengths = lengths  # of the results, the last ones
        self.count, constants = len(trace.numbers), dict[tuple[float, bool], int]()
        for x in chain(results, *((x, y) for _, x, y in trace.operations)):
            if not isinstance(x, Traced):
                constants.setdefault(_key(x), self.count + len(constants))
        self.first = self.count + len(constants)

        def place(x: Traced | float) -> int:
            if not isinstance(x, Traced):
                return constants[_key(x)]
            return self.first + x.place if x.place >= 0 else -1 - x.place

        self.op = np.array([CODES[name] for name, _, _ in trace.operations], np.int64)
        self.args = np.array([(place(x), place(y)) for _, x, y in trace.operations], np.int64).reshape(-1, 2)
        self.outcome = np.array(trace.outcomes, np.bool_)
        self.results = np.array([place(x) for x in results], np.int64)
        self.start = np.zeros(self.first + self.op.size)
        self.start[self.count : self.first] = [value for value, _ in constants]

    def __call__(self, values: np.ndarray) -> np.ndarray | None:
        """Return the results for numbers of the description; None where the recipe does not hold for them."""
        value = self.start.copy()
        value[: self.count] = values
        if not run_operations(self.op, self.args, self.outcome, value, self.first):
            return None
        results = value[self.results]
        return results if np.isfinite(results).all() else None

    def derivatives(self, values: np.ndarray, places: Sequence[int]) -> np.ndarray | None:
        """Return the derivatives of the results by the numbers at some places, (n, k), by complex steps of each; None
        where the recipe does not hold."""
        op = np.where(self.op == POWER, ops.POW, self.op)  # whose power is one of complex steps
        columns = np.zeros((self.results.size, len(places)))
        for k, place in enumerate(places):
            value = self.start.astype(complex)
            value[: self.count] = values
            value[place] += 1j * STEP
            if not run_operations(op, self.args, self.outcome, value, self.first):
                return None
            columns[:, k] = value[self.results].imag / STEP
        return columns if np.isfinite(columns).all() else None


def _key(x: float) -> tuple[float, bool]:
    return float(x), bool(np.signbit(x))


class Recipes:
    """The recipes of one structure, which its models share. The first is recorded at the second design; there is none
    where lowering does what cannot be recorded."""

    def __init__(self) -> None:
        self.known: list[Recipe] = []
        self.designs = 0

    def lowered(self, structure: Structure, base: Lowered, numbers: Numbers) -> tuple[Lowered, np.ndarray] | None:
        """Return the tables with other numbers, and the model's floats; None if all has to be lowered."""
        for recipe in self.known:
            results = recipe(numbers.values)
            if results is not None:
                return _with_results(structure, base, results)
        return None

    def derivatives(self, numbers: Numbers, places: Sequence[int]) -> np.ndarray | None:
        """Return the derivatives of the model's floats and of its design position by numbers of the description, (n, k),
        by the first recipe that holds; None if there is none."""
        for recipe in self.known:
            columns = recipe.derivatives(numbers.values, places)
            if columns is not None:
                return columns[: -recipe.lengths]
        return None

    def learn(self, mechanism: Mechanism | None, structure: Structure, numbers: Numbers, lowered: Lowered) -> None:
        """Record how these numbers were lowered, if designs of this structure have been asked for before."""
        self.designs += 1
        if 1 < self.designs <= 1 + MOST:
            recipe = _recorded(mechanism, structure, numbers, lowered)
            self.known += [] if recipe is None else [recipe]


def _recorded(mechanism: Mechanism | None, structure: Structure, numbers: Numbers, lowered: Lowered) -> Recipe | None:
    """Return the recipe by which numbers become the lowered ones; None if not all of it can be recorded."""
    trace = Trace(numbers.values.tolist())
    try:
        traced = numbers.with_values(np.array(trace.numbers, object))
        if mechanism is not None:
            require_physical(mechanism, Geometry(traced, planar=structure.plane is not None))
        lowering = Lowering(structure, traced)
        made = lowering.lower()
    except (TypeError, AttributeError, DescriptionError):
        return None
    if any(not np.array_equal(made.arrays[name], lowered.arrays[name]) for name in INTS):
        return None
    row_value = lowered.arrays["row_value"].copy()
    row_value[lowering.design_values] = 0.0  # until the model sets them
    lowered = replace(lowered, arrays=lowered.arrays | {"row_value": row_value})
    recipe = Recipe(trace, _results(made).tolist(), 1 + len(structure.topology.tree))
    results = recipe(numbers.values)
    return recipe if results is not None and np.array_equal(results, _results(lowered)) else None


def _results(lowered: Lowered) -> np.ndarray:
    """Return what depends on numbers: the entries of the floats, the design position, and the lengths."""
    floats = [lowered.arrays[name].ravel() for name in FLOATS]
    return np.concatenate((*floats, lowered.q0, [lowered.length], lowered.lengths))


def _with_results(structure: Structure, base: Lowered, results: np.ndarray) -> tuple[Lowered, np.ndarray]:
    bodies = len(structure.topology.tree)
    length = results.size - bodies - 1
    n = length - base.q0.size
    floats, arrays, first = results[:n], dict(base.arrays), 0
    for name in FLOATS:
        old = arrays[name]
        arrays[name] = floats[first : first + old.size].reshape(old.shape)
        first += old.size
    made = replace(
        base, arrays=arrays, q0=results[n:length], length=float(results[length]), lengths=results[length + 1 :]
    )
    return made, floats
