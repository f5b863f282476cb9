"""Scratch arrays on the stack of a kernel: `stack_real(12)` is a vector of 12 float64, valid until the kernel returns.

The space is reserved once at the head of the kernel, so that a call inside a loop does not grow the stack. The length must be
a constant at compile time: a literal, a global or a variable of the enclosing function.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from linkwork.numerics.jit import JIT_DISABLED


def _vector_on_stack(scalar, count):
    """Return type and code generator of a vector of `count` numbers, or None if the length is not a constant."""
    if not isinstance(count, types.IntegerLiteral):
        return None
    array_type, n = types.Array(scalar, 1, "C"), count.literal_value

    def codegen(context, builder, signature, args):
        kind = context.get_data_type(scalar)
        itemsize = context.get_constant(types.intp, context.get_abi_sizeof(kind))
        array = arrayobj.make_array(array_type)(context, builder)
        arrayobj.populate_array(
            array,
            data=cgutils.alloca_once(builder, kind, size=max(n, 1)),
            shape=cgutils.pack_array(builder, [context.get_constant(types.intp, n)]),
            strides=cgutils.pack_array(builder, [itemsize]),
            itemsize=itemsize,
            meminfo=ir.Constant(context.get_value_type(types.MemInfoPointer(types.voidptr)), None),
        )
        return array._getvalue()

    return array_type(count), codegen


def _real(typingctx, count):
    """Return `count` float64 that are not initialized."""
    return _vector_on_stack(types.float64, count)


def _complex(typingctx, count):
    """Return `count` complex128 that are not initialized."""
    return _vector_on_stack(types.complex128, count)


def _real_array(count):
    return np.zeros(count)


def _complex_array(count):
    return np.zeros(count, np.complex128)


stack_real: Any = _real_array if JIT_DISABLED else intrinsic(prefer_literal=True)(_real)
stack_complex: Any = _complex_array if JIT_DISABLED else intrinsic(prefer_literal=True)(_complex)
