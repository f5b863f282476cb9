"""Views of vectors and matrices inside a flat buffer, for compiled code.

These intrinsics compute pointers only; slicing and reshaping an array cost 30 ns each.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from linkwork.numerics.jit import JIT_DISABLED


def _vector(buffer, start, count):
    return buffer[start : start + count]


def _matrix(buffer, start, rows, cols):
    return buffer[start : start + rows * cols].reshape((rows, cols))


def _ragged(buffer, starts, row):
    return buffer[starts[row] : starts[row + 1]]


def _view(buffer, ndim):
    """Return type and code generator of a C-contiguous view; its arguments are buffer, start and shape."""
    array_type = types.Array(buffer.dtype, ndim, "C")

    def codegen(context, builder, signature, args):
        whole = arrayobj.make_array(signature.args[0])(context, builder, args[0])
        integers = [
            context.cast(builder, value, kind, types.intp)
            for value, kind in zip(args[1:], signature.args[1:], strict=True)
        ]
        start, shape = integers[0], integers[1:]
        strides = [whole.itemsize]
        if ndim == 2:
            strides.insert(0, builder.mul(shape[1], whole.itemsize))
        array = arrayobj.make_array(array_type)(context, builder)
        arrayobj.populate_array(
            array,
            data=builder.gep(whole.data, [start]),
            shape=cgutils.pack_array(builder, shape),
            strides=cgutils.pack_array(builder, strides),
            itemsize=whole.itemsize,
            meminfo=ir.Constant(context.get_value_type(types.MemInfoPointer(types.voidptr)), None),
        )
        return array._getvalue()

    return array_type, codegen


def _vector_intrinsic(typingctx, buffer, start, count):
    """buffer[start : start + count]"""
    array_type, codegen = _view(buffer, 1)
    return array_type(buffer, start, count), codegen


def _matrix_intrinsic(typingctx, buffer, start, rows, cols):
    """buffer[start : start + rows * cols] as (rows, cols)"""
    array_type, codegen = _view(buffer, 2)
    return array_type(buffer, start, rows, cols), codegen


def _ragged_intrinsic(typingctx, buffer, starts, row):
    """buffer[starts[row] : starts[row + 1]]"""
    array_type, view = _view(buffer, 1)
    signature = array_type(buffer, starts, row)

    def codegen(context, builder, signature, args):
        data = arrayobj.make_array(starts)(context, builder, args[1]).data
        at = context.cast(builder, args[2], row, types.intp)
        first = builder.load(builder.gep(data, [at]))
        last = builder.load(builder.gep(data, [builder.add(at, context.get_constant(types.intp, 1))]))
        return view(
            context, builder, array_type(buffer, types.intp, types.intp), (args[0], first, builder.sub(last, first))
        )

    return signature, codegen


vector: Any = _vector if JIT_DISABLED else intrinsic(_vector_intrinsic)
matrix: Any = _matrix if JIT_DISABLED else intrinsic(_matrix_intrinsic)
ragged: Any = _ragged if JIT_DISABLED else intrinsic(_ragged_intrinsic)
