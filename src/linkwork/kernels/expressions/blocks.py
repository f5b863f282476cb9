"""The plan of an evaluation: tape ranges and the user's blocks, in order of dependence.

A block is a C function `void(double t, T *u, T *x, T *p, T *y, T *xdot)`, called by its address from compiled code; T is
double or complex double. Without compilation the "address" is a key of `PYTHON_FUNCTIONS`.
"""

import math
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from linkwork.kernels.expressions.tape import run_tape, run_time_tape
from linkwork.kernels.inline import inner_kernel
from linkwork.numerics.jit import JIT_DISABLED

RUN_TAPE, CALL_BLOCK, RUN_TIME_TAPE = 0, 1, 2  # first column of Model.plan

PYTHON_FUNCTIONS: dict[int, Callable] = {}  # address -> function(t, u, x, p, y, xdot), where nothing is compiled


def _call(typingctx, address, t, u, u0, x, x0, p, p0, y, y0, xdot):
    """Call the function at `address` with pointers to u[u0], x[x0], p[p0], y[y0], xdot[x0]."""

    def codegen(context, builder, signature, args):
        double = ir.DoubleType()
        function_type = ir.FunctionType(ir.VoidType(), [double] + [cgutils.voidptr_t] * 5)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        pointers = []
        for array, first in ((2, 3), (4, 5), (6, 7), (8, 9), (10, 5)):
            data = arrayobj.make_array(signature.args[array])(context, builder, args[array]).data
            pointers.append(builder.bitcast(builder.gep(data, [args[first]]), cgutils.voidptr_t))
        builder.call(function, [args[1], *pointers])
        return context.get_dummy_value()

    i8 = types.int64
    return types.void(i8, types.float64, u, i8, x, i8, p, i8, y, i8, xdot), codegen


def _call_python(address, t, u, u0, x, x0, p, p0, y, y0, xdot):
    PYTHON_FUNCTIONS[int(address)](t, u[u0:], x[x0:], p[p0:], y[y0:], xdot[x0:])


call_function: Any = _call_python if JIT_DISABLED else intrinsic(_call)


@inner_kernel
def run_block(m, w, t, b):
    """Gather the inputs of block b from the tape and call it: y = f(t, u, x, p), xdot. Without a function: NaN."""
    u0, x0, p0, y0 = m.block_first[b, 0], m.block_first[b, 1], m.block_first[b, 2], m.block_first[b, 3]
    for k in range(u0, u0 + m.block_sizes[b, 0]):
        w.block_in[k] = w.tape_value[m.block_u[k]]
    address = m.block_address[b, 1 if w.block_out.itemsize == 16 else 0]
    if address != 0:
        call_function(address, t.real, w.block_in, u0, w.z, x0, m.block_p, p0, w.block_out, y0, w.zdot)
        return
    for k in range(y0, y0 + m.block_sizes[b, 3]):
        w.block_out[k] = math.nan
    for k in range(x0, x0 + m.block_sizes[b, 1]):
        w.zdot[k] = math.nan


@inner_kernel
def run_plan(m, w, t):
    """Fill tape_value (tape_rate, tape_accel of motions), block_in, block_out and zdot; measures must be at hand."""
    for k in range(m.plan.shape[0]):
        if m.plan[k, 0] == RUN_TAPE:
            run_tape(m, w, t, m.plan[k, 1], m.plan[k, 2])
        elif m.plan[k, 0] == CALL_BLOCK:
            run_block(m, w, t, m.plan[k, 1])
        else:
            run_time_tape(m, w, t, m.plan[k, 1], m.plan[k, 2])
