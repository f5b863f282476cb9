"""SIMD vectors of four float64, for compiled code: `load4(a, i)` loads a[i : i + 4] into one register, which has +, - and *.

Compilers do not vectorize loops over a few columns by themselves. Matrices for these loops have a column count that is a
multiple of LANES (`whole_lanes`); the columns added to reach it are zero. `add4(a, i, j, k, l, x)` does a[i] += x[0], …,
a[l] += x[3]; its indices may be equal, but not negative.

    for c in range(0, width, LANES):
        store4(out, c, load4(out, c) + f * load4(a, c))
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, register_model
from numba.np import arrayobj

from linkwork.numerics.jit import JIT_DISABLED

LANES = 4
VECTOR = ir.VectorType(ir.DoubleType(), LANES)


def whole_lanes(columns: int) -> int:
    """Return the number of columns rounded up to a multiple of LANES."""
    return -(-columns // LANES) * LANES


class LanesType(types.Type):
    """Numba type of a SIMD vector of four float64."""

    def __init__(self):
        super().__init__("linkwork.lanes")


lanes = LanesType()


@register_model(LanesType)
class LanesModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, VECTOR)


def _spread(context, builder, value, kind):
    """Broadcast a number to all lanes."""
    if kind == lanes:
        return value
    number = context.cast(builder, value, kind, types.float64)
    one = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(
        one, ir.Constant(VECTOR, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    )


def _define(operation: Any, instruction: str, pairs: tuple) -> None:
    """Register type and code of one operator on two vectors, or on a vector and a number."""
    cases = [signature(lanes, *pair) for pair in pairs]
    register: Any = infer_global(operation)
    register(type("Template", (ConcreteTemplate,), {"cases": cases}))

    def code(context, builder, sig, args):
        a, b = (_spread(context, builder, value, kind) for value, kind in zip(args, sig.args, strict=True))
        return getattr(builder, instruction)(a, b)

    for pair in pairs:
        lower_builtin(operation, *pair)(code)


for _operations, _instruction, _pairs in (
    ((operator.add, operator.iadd), "fadd", ((lanes, lanes),)),
    ((operator.sub, operator.isub), "fsub", ((lanes, lanes),)),
    ((operator.mul, operator.imul), "fmul", ((lanes, lanes), (types.float64, lanes), (lanes, types.float64))),
):
    for _operation in _operations:
        _define(_operation, _instruction, _pairs)


def _place(context, builder, array_type, array, index, kind):
    """Return a pointer to the vector that begins at entry `index` of a flat array."""
    data = arrayobj.make_array(array_type)(context, builder, array).data
    at = builder.gep(data, [context.cast(builder, index, kind, types.intp)])
    return builder.bitcast(at, VECTOR.as_pointer())


def _load4(typingctx, a, i):
    """Return a[i : i + 4]."""

    def codegen(context, builder, sig, args):
        return builder.load(_place(context, builder, sig.args[0], args[0], args[1], sig.args[1]), align=8)

    return lanes(a, i), codegen


def _store4(typingctx, a, i, x):
    """Set a[i : i + 4] = x."""

    def codegen(context, builder, sig, args):
        builder.store(args[2], _place(context, builder, sig.args[0], args[0], args[1], sig.args[1]), align=8)
        return context.get_dummy_value()

    return types.void(a, i, lanes), codegen


def _add4(typingctx, a, i, j, k, l, x):
    """Do a[i] += x[0], …, a[l] += x[3]."""

    def codegen(context, builder, sig, args):
        data = arrayobj.make_array(sig.args[0])(context, builder, args[0]).data
        for lane in range(LANES):
            at = builder.gep(data, [context.cast(builder, args[1 + lane], sig.args[1 + lane], types.intp)])
            one = builder.extract_element(args[5], ir.Constant(ir.IntType(32), lane))
            builder.store(builder.fadd(builder.load(at), one), at)
        return context.get_dummy_value()

    return types.void(a, i, j, k, l, lanes), codegen


def _python_load4(a, i):
    return a[i : i + LANES].copy()


def _python_store4(a, i, x):
    a[i : i + LANES] = x


def _python_add4(a, i, j, k, l, x):
    for at, one in zip((i, j, k, l), x, strict=True):
        a[at] += one


load4: Any = _python_load4 if JIT_DISABLED else intrinsic(_load4)
store4: Any = _python_store4 if JIT_DISABLED else intrinsic(_store4)
add4: Any = _python_add4 if JIT_DISABLED else intrinsic(_add4)
