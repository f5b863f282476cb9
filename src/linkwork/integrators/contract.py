"""What an integrator and a problem know of each other: one function type, codes, and the buffers of a run.

A problem is five compiled functions of one signature over flat buffers,

    status = f(t, y, out, ints, floats, work, plan, fwork, control)        0 = fine

    rhs         out := dy/dt
    project     y is moved onto the constraints in place; out is scratch
    tangent     out: a difference of two nearby y becomes its tangent vector in out[:nt]; returns nt
    events      out[k] := value of event function k
    after_step  called with every accepted (t, y); out is scratch

An integrator's entry is `run(rhs, project, tangent, events, after_step, ints, floats, work, plan, fwork, control, istate,
fstate, t_out, y_out, record_f, record_i) -> code`. Everything it remembers is in istate and fstate, so that a run that
returned OUTPUT_FULL, RECORD_FULL, EVENT_STOP or EVALUATIONS goes on bit-identically when it is called again.
`control` is written by the integrator up to EXPECTED_ORDER and IN_ACCEPTED_STEP, and REJECTIONS_IN_A_ROW; the rest by the problem.
"""

from typing import Any, NamedTuple

from numba import types

from linkwork.numerics.jit import JIT_DISABLED, kernel

_F, _I = types.float64[::1], types.int64[::1]
SIGNATURE = types.int64(types.float64, _F, _F, _I, _F, _F, _I, _F, _F)

# codes of a run
DONE, OUTPUT_FULL, RECORD_FULL, EVENT_STOP, EVALUATIONS_USED, STEP_TOO_SMALL, EVALUATION_FAILED = range(7)
GO_ON = -1  # inside an entry only

# control
TOLERANCE, EXPECTED_STEP, EXPECTED_ORDER, IN_ACCEPTED_STEP = range(4)
RECORDED_CONTROL = 4  # control[4:16] is copied into the record
REJECTIONS_IN_A_ROW = 15
CONTROL_SIZE = 16

# record_f and record_i, a row for every accepted step; no rows = no record
RECORD_T, RECORD_T_NEW, RECORD_H, RECORD_ERROR, RECORD_EXPECTED, RECORD_CONTROL = range(6)
RECORD_F_COLUMNS = RECORD_CONTROL + CONTROL_SIZE - RECORDED_CONTROL
RECORD_ORDER, RECORD_PROJECTIONS, RECORD_REJECTIONS, RECORD_BREAKS = range(4)  # breaks: 1 begins at one, 2 ends at one
RECORD_I_COLUMNS = 4


class Problem(NamedTuple):
    """The arguments of an entry that its parts need; made inside the entry."""

    rhs: Any
    project: Any
    tangent: Any
    events: Any
    after_step: Any
    ints: Any
    floats: Any
    work: Any
    plan: Any
    fwork: Any
    control: Any
    istate: Any
    fstate: Any
    count: Any  # the scalars of the state, `state.py`
    real: Any


class _FirstClass(types.WrapperAddressProtocol):
    """A compiled function as an argument of type FunctionType(SIGNATURE): integrators compile once for all problems."""

    def __init__(self, dispatcher: Any):
        dispatcher.compile(SIGNATURE)
        self._compiled = dispatcher.get_compile_result(SIGNATURE)  # keeps the code alive
        name = self._compiled.fndesc.llvm_cfunc_wrapper_name
        self._address = self._compiled.library.get_pointer_to_function(name)

    def __wrapper_address__(self) -> int:
        return self._address

    def signature(self) -> Any:
        return SIGNATURE


_made: dict[int, tuple[Any, Any]] = {}


def first_class(function: Any) -> Any:
    """The argument to pass for a `@kernel` with the contract's parameters; itself where nothing is compiled.

    rhs = first_class(my_kernel)
    code = run(rhs, first_class(no_projection), first_class(same_tangent), first_class(nothing), first_class(nothing), …)
    """
    if JIT_DISABLED or isinstance(function, _FirstClass):
        return function
    if id(function) not in _made:
        _made[id(function)] = (function, _FirstClass(function))
    return _made[id(function)][1]


@kernel
def nothing(t, y, out, ints, floats, work, plan, fwork, control):
    """No projection, no events, nothing to do after a step."""
    return 0


@kernel
def same_tangent(t, y, out, ints, floats, work, plan, fwork, control):
    """Differences are tangent vectors: no quaternions in y."""
    return out.size


def inner(function: Any) -> Any:
    """A kernel that only kernels call: no wrappers to compile."""
    return kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
