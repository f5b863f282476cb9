"""Delivery of outputs and events after a step, compiled once and called by address by all methods.

functions = completed((rhs, project, tangent, events, after_step))
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

from linkwork.integrators.contract import NO_NEWTON, PAGE, Problem, calling, first_class, inline, noinline
from linkwork.integrators.delivery.output import deliver_here
from linkwork.integrators.state import view_scalars
from linkwork.numerics.jit import JIT_DISABLED

_F, _I = types.float64[::1], types.int64[::1]
_FUNCTIONS = types.UniTuple(types.int64, len(Problem._fields) - Problem._fields.index("rhs"))
DELIVERY = types.int64(_FUNCTIONS, PAGE, _I, _F, _F, types.float64[:, ::1])


@noinline
def deliver_apart(functions, page, istate, fstate, t_out, y_out):
    """Call `output.deliver_here` on the buffers of a run."""
    s = view_scalars(istate, fstate)
    p = Problem(page, istate, fstate, s.count, s.real, *functions)
    return deliver_here(p, t_out, y_out)


def _call(typingctx, address, functions, page, istate, fstate, t_out, y_out):
    return calling(DELIVERY)


def _call_python(function, *arguments):
    return function(*arguments)


_call_delivery: Any = _call_python if JIT_DISABLED else intrinsic(_call)


@inline
def deliver(p, t_out, y_out):
    """Deliver outputs and events of the last step; return a code if the caller must act, GO_ON if the next step may
    begin.
    """
    functions = (
        p.rhs,
        p.project,
        p.tangent,
        p.events,
        p.after_step,
        p.newton_terms,
        p.newton_factor,
        p.newton_solve,
        p.saddle_solve,
        p.retract,
        p.stepping_residual,
        p.parametrize,
        p.components,
        p.save_pivots,
        p.restore_pivots,
        p.bounds,
        p.delivery,
    )
    return _call_delivery(p.delivery, functions, p.page, p.istate, p.fstate, t_out, y_out)


def completed(functions: tuple, newton: tuple = NO_NEWTON, bounds: Any = 0) -> tuple:
    """Return the functions that an entry takes: the problem's five, those of an implicit method, bounds, and the
    delivery.
    """
    return (*functions, *newton, bounds, first_class(deliver_apart, DELIVERY))
