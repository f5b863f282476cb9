"""Views of flat buffers as a NamedTuple of arrays, for compiled code, at no cost for the fields that are not used.

`layout(cls, columns, ints, sizes)` places the fields of a NamedTuple class one after the other in an integer and a scalar
buffer; `viewer(cls, …)` returns a function `view(ints, floats) -> cls(...)` for compiled code. The first entries of `ints`
hold start and stop of every field. The compiled form is an LLVM intrinsic: it only computes pointers, whereas slicing and
reshaping sixty arrays costs a microsecond per call and seconds of compile time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from linkwork.numerics.jit import JIT_DISABLED


def python_view(cls, columns, ints_fields, first, int_views=frozenset()):
    """Return a class of such views for Python code, tests and runs without compilation; fields are sliced when first used."""
    places = {name: 2 * k for k, name in enumerate(cls._fields, start=first)}

    class PythonView:
        """Fields of a flat buffer as arrays."""

        _fields = cls._fields

        def __init__(self, ints: np.ndarray, floats: np.ndarray, changed: Mapping[str, Any] | None = None):
            self.__dict__.update(changed or {}, _buffers=(ints, floats))

        def __getattr__(self, name: str) -> np.ndarray:
            place = places.get(name)
            if place is None:
                raise AttributeError(f"{cls.__name__} has no field {name!r}")
            ints, floats = self.__dict__["_buffers"]
            start, stop = ints.item(place), ints.item(place + 1)
            part = (ints if name in ints_fields else floats)[start:stop]
            if name in int_views:
                part = part.view(np.int64)[: stop - start]
            if name in columns:
                part = part.reshape(-1, columns[name]) if part.size else part.reshape(0, columns[name])
            self.__dict__[name] = part
            return part

        def _asdict(self) -> dict[str, np.ndarray]:
            return {name: getattr(self, name) for name in cls._fields}

        def _replace(self, **changed: Any) -> PythonView:
            ints, floats = self.__dict__["_buffers"]
            return PythonView(ints, floats, changed)

    return PythonView


def viewer(cls, columns, ints_fields, first, int_views=frozenset()) -> Callable[..., Any]:
    """Return a function `view(ints, floats)` that kernels can call.

    The offsets of field k are ints[2 (first + k)] and the next entry. Fields of `int_views` lie in the scalar buffer, as
    they belong to one workspace, and are seen as int64: flags and counts that kernels write.
    """
    if JIT_DISABLED:
        return python_view(cls, columns, ints_fields, first, int_views)

    def field_type(name, floats):
        ndim = 2 if columns.get(name, 0) else 1
        integer = name in ints_fields or name in int_views
        return types.Array(types.int64 if integer else floats.dtype, ndim, "C")

    def view(typingctx, ints, floats):
        tuple_type = types.NamedTuple([field_type(n, floats) for n in cls._fields], cls)

        def codegen(context, builder, signature, args):
            views = [arrayobj.make_array(t)(context, builder, a) for t, a in zip(signature.args, args, strict=True)]
            values = []
            for k, (name, array_type) in enumerate(zip(cls._fields, tuple_type.types, strict=True), start=first):
                start, stop = (_load(context, builder, views[0].data, 2 * k + j) for j in (0, 1))
                base = views[0 if name in ints_fields else 1].data
                count, data = builder.sub(stop, start), builder.gep(base, [start])
                if name in int_views:
                    data = builder.bitcast(data, ir.IntType(64).as_pointer())
                values.append(_array(context, builder, array_type, data, count, columns.get(name, 0)))
            return context.make_tuple(builder, tuple_type, values)

        return tuple_type(ints, floats), codegen

    made: Any = intrinsic(view)
    return made


def _load(context, builder, data, index):
    return builder.load(builder.gep(data, [context.get_constant(types.intp, index)]))


def _array(context, builder, array_type, data, count, wide):
    """Return an array struct over `count` scalars at `data`; it does not own the memory."""
    size = context.get_abi_sizeof(context.get_data_type(array_type.dtype))
    itemsize = context.get_constant(types.intp, size)
    if wide:
        shape = [builder.sdiv(count, context.get_constant(types.intp, wide)), context.get_constant(types.intp, wide)]
        strides = [context.get_constant(types.intp, wide * size), itemsize]
    else:
        shape, strides = [count], [itemsize]
    array = arrayobj.make_array(array_type)(context, builder)
    arrayobj.populate_array(
        array, data=data, shape=cgutils.pack_array(builder, shape), strides=cgutils.pack_array(builder, strides),
        itemsize=itemsize, meminfo=ir.Constant(context.get_value_type(types.MemInfoPointer(types.voidptr)), None),
    )  # fmt: skip
    return array._getvalue()


def pack(ints_header, fields, ints_fields):
    """Concatenate named arrays into (ints, floats) and write their offsets after `ints_header` reserved entries."""
    int_parts, float_parts = [np.zeros(ints_header, np.int64)], []
    int_at, float_at = ints_header, 0
    offsets = []
    for name, array in fields.items():
        flat = np.ascontiguousarray(array).reshape(-1)
        if name in ints_fields:
            int_parts.append(flat.astype(np.int64))
            offsets += [int_at, int_at + flat.size]
            int_at += flat.size
        else:
            float_parts.append(flat)
            offsets += [float_at, float_at + flat.size]
            float_at += flat.size
    ints = np.concatenate(int_parts)
    ints[: len(offsets)] = offsets
    return ints, np.concatenate(float_parts) if float_parts else np.zeros(0)
