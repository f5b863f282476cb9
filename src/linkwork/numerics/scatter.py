"""Scatter a SIMD vector: `add4(a, i, j, k, l, x)` does a[i] += x[0], …, a[l] += x[3].

The indices may be equal; they must not be negative.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj

from linkwork.numerics.jit import JIT_DISABLED
from linkwork.numerics.simd import lanes


def _add4(typingctx, a, i, j, k, l, x):
    """Do a[i] += x[0], …, a[l] += x[3]."""

    def codegen(context, builder, sig, args):
        data = arrayobj.make_array(sig.args[0])(context, builder, args[0]).data
        for lane in range(4):
            at = builder.gep(data, [context.cast(builder, args[1 + lane], sig.args[1 + lane], types.intp)])
            one = builder.extract_element(args[5], ir.Constant(ir.IntType(32), lane))
            builder.store(builder.fadd(builder.load(at), one), at)
        return context.get_dummy_value()

    return types.void(a, i, j, k, l, lanes), codegen


def _python_add4(a, i, j, k, l, x):
    for at, one in zip((i, j, k, l), x, strict=True):
        a[at] += one


add4: Any = _python_add4 if JIT_DISABLED else intrinsic(_add4)
