"""The contract between an integrator and a problem: one function type, codes, and the buffers of a run.

A problem is five compiled functions of one signature over flat buffers,

    status = f(t, y, out, page)        0 = success; page: `dynamics.layout`

    rhs         out := dy/dt
    project     y is moved onto the constraints in place; out is scratch
    tangent     out: a difference of two nearby y becomes its tangent vector in out[:nt]; returns nt
    events      out[k] := value of event function k; then, if signals are bounded, value and rate of every signal
    after_step  is called with every accepted (t, y), where out is scratch, and with every delivered one, where out :=
                its turn counts; before a step is accepted, while page.count[ACCEPTED] is 1, it returns a status other
                than 0 if the step must not end there

An integrator's entry is `run(functions, page, istate, fstate, t_out, y_out, record_f, record_i) -> code`, where
functions are these five completed by `delivery.completed`. Its whole state is in istate and fstate, so that a run that
returned OUTPUT_FULL, RECORD_FULL, EVENT_STOP or EVALUATIONS_USED continues bit-identically when it is called again. An
implicit method also takes the functions that its module names in FUNCTIONS, an explicit one the last two or NO_NEWTON:

    newton_terms    computes the matrices of the linearized equations of motion at (t, y) and stores them in fwork
    newton_factor   y = [a, b, c], real and imaginary parts: factors the iteration matrix of those weights
    newton_solve    y = residuals: out := the tangent vector that a Newton iteration adds
    saddle_solve    y = right-hand sides: out := the solution with those factors
    retract, stepping_residual, parametrize    see dynamics.newton.residual and dynamics.newton.parametrization
    components      out: a tangent vector in out[:nt] becomes the difference of two y
    save_pivots     out := the values that evaluations change beside their results (n_rows numbers)
    restore_pivots  y = those values, which are restored after a rejected attempt

newton_factor, newton_solve and saddle_solve use the iteration matrix in page.count[NEWTON_SLOT]. Bounds of event
functions have the same signature, 0 where a problem has none:

    bounds          y = [first time, last time, (low, high, rate_low, rate_high) of every signal]: out := these four of
                    every event, then scratch
"""

from typing import Any, NamedTuple

from numba import types
from numba.extending import intrinsic

from linkwork.dynamics.layout import RECORDED_COUNTS, Page
from linkwork.numerics.jit import JIT_DISABLED, kernel

_F, _I = types.float64[::1], types.int64[::1]
PAGE = types.NamedTuple((_I, _F, _F, _I, _F, _I, _F), Page)
SIGNATURE = types.int64(types.float64, _F, _F, PAGE)

# codes of a run
DONE, OUTPUT_FULL, RECORD_FULL, EVENT_STOP, EVALUATIONS_USED, STEP_TOO_SMALL, EVALUATION_FAILED = range(7)
STIFF, NOT_STIFF = 7, 8  # the run should continue with implicit, with explicit steps
GO_ON = -1  # used inside an entry only
NOT_CONVERGING = -2  # status of a Newton iteration that does not converge however small the step

# record_f and record_i, a row for every accepted step; no rows = no record
RECORD_T, RECORD_T_NEW, RECORD_H, RECORD_ERROR, RECORD_EXPECTED, RECORD_PIVOT, RECORD_F_COLUMNS = range(7)
# breaks: 1 begins at one, 2 ends at one; matrix: 1 a new Newton matrix, 2 new factors
RECORD_ORDER, RECORD_PROJECTIONS, RECORD_REJECTIONS, RECORD_BREAKS, RECORD_ITERATIONS, RECORD_MATRIX = range(6)
RECORD_METHOD, RECORD_COUNTS = 6, 7
RECORD_I_COLUMNS = RECORD_COUNTS + len(RECORDED_COUNTS)


class Problem(NamedTuple):
    """The arguments of an entry that its parts need, built inside the entry.

    All methods use this one type, so that they share compiled parts.
    """

    page: Any
    istate: Any
    fstate: Any
    count: Any  # scalars of the integrator's state, `state.py`
    real: Any
    rhs: Any  # addresses, `first_class`
    project: Any
    tangent: Any
    events: Any
    after_step: Any
    newton_terms: Any  # from here on functions of implicit methods, 0 if a method does not use them
    newton_factor: Any
    newton_solve: Any
    saddle_solve: Any
    retract: Any
    stepping_residual: Any
    parametrize: Any
    components: Any
    save_pivots: Any
    restore_pivots: Any
    bounds: Any  # of event functions
    delivery: Any  # delivery of outputs and events, `delivery/after_step.py`


NEWTON_FUNCTIONS = Problem._fields[Problem._fields.index("newton_terms") : Problem._fields.index("bounds")]
NO_NEWTON = (0,) * len(NEWTON_FUNCTIONS)  # of an explicit method

_compiled: dict[Any, tuple[int, Any]] = {}  # function -> address and code, which must stay alive


def first_class(function: Any, signature: Any = SIGNATURE) -> Any:
    """Return the argument to pass for a `@kernel` with the contract's parameters: the address of its compiled code.

    With addresses an integrator is compiled once for all problems. Where nothing is compiled, the function itself is
    returned.

    code = run((first_class(my_rhs), first_class(nothing), first_class(same_tangent), …), …)
    """
    if JIT_DISABLED:
        return function
    if function not in _compiled:
        function.compile(signature)
        code = function.get_compile_result(signature)
        _compiled[function] = code.library.get_pointer_to_function(code.fndesc.llvm_func_name), code
    return _compiled[function][0]


def calling(expected: Any) -> Any:
    """Return signature and code of a call by address; kernels raise nothing, so the exception status is ignored."""

    def codegen(context, builder, signature, args):
        function_type = context.call_conv.get_function_type(expected.return_type, expected.args)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        _, result = context.call_conv.call_function(builder, function, expected.return_type, expected.args, args[1:])
        return result

    return expected.return_type(types.int64, *expected.args), codegen


def _call(typingctx, address, t, y, out, page):
    """Call the code at `address`."""
    return calling(SIGNATURE)


def _call_python(function, *arguments):
    return function(*arguments)


call: Any = _call_python if JIT_DISABLED else intrinsic(_call)


@kernel
def nothing(t, y, out, page):
    """Do nothing: no projection, no events, no action after a step."""
    return 0


@kernel
def same_tangent(t, y, out, page):
    """Return the number of entries: without quaternions in y, differences are tangent vectors."""
    return out.size


def inline(function: Any) -> Any:
    """Decorate a kernel that only kernels call and that is always inlined: passing a Problem would take longer."""
    return kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)(function)


def noinline(function: Any) -> Any:
    """Decorate a kernel that only kernels call, and not in every step: it is not inlined, to compile faster."""
    return kernel(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
