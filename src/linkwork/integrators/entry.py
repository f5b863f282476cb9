"""The loop that every integrator shares, compiled for a method from its parts.

    run, replay = entries(__file__, deliver, prepare, attempt, prepare, repeat)

Parts take the problem p and return a code, GO_ON to continue:

    deliver(p, t_out, y_out)                 delivers outputs and events of the last step
    prepare(p)                               before a step; at the start it evaluates and chooses H
    attempt(p, record_f, record_i)           one attempt at the next step, accepted or rejected
    rewind(p), repeat(p, record_f, record_i) the same for a recorded step that is replayed
"""

from linkwork.integrators.contract import DONE, GO_ON, Problem
from linkwork.integrators.state import DELIVER, EVALUATIONS, PHASE, RECORDS, START, view_scalars
from linkwork.integrators.stepping.around_steps import pause
from linkwork.numerics.jit import kernel


def entries(file, deliver, prepare, attempt, rewind, repeat):
    """Return `run` and `replay` of the method in `file`, see contract.py."""

    def run(functions, page, istate, fstate, t_out, y_out, record_f, record_i):
        """Integrate to real[T_END], or until a part returns a code."""
        s = view_scalars(istate, fstate)
        p = Problem(page, istate, fstate, s.count, s.real, *functions)
        first = p.count[EVALUATIONS]
        while True:
            code = deliver(p, t_out, y_out) if p.count[PHASE] == DELIVER else GO_ON
            if code == GO_ON:
                code = pause(p, first, record_i)
            if code == GO_ON:
                starting = p.count[PHASE] == START
                code = prepare(p)
                if code == GO_ON and not starting:
                    code = attempt(p, record_f, record_i)
            if code != GO_ON:
                return code

    def replay(functions, page, istate, fstate, t_out, y_out, record_f, record_i):
        """Replay the steps of the record from a fresh state; return DONE after its last row, otherwise as `run`."""
        s = view_scalars(istate, fstate)
        p = Problem(page, istate, fstate, s.count, s.real, *functions)
        while True:
            code = deliver(p, t_out, y_out) if p.count[PHASE] == DELIVER else GO_ON
            if code == GO_ON and p.count[RECORDS] >= record_i.shape[0]:
                code = DONE
            if code == GO_ON:
                starting = p.count[PHASE] == START
                code = rewind(p)
                if code == GO_ON and not starting:
                    code = repeat(p, record_f, record_i)
            if code != GO_ON:
                return code

    return _of(file, run), _of(file, replay)


def _of(file, function):
    """Compile a function as a kernel of that file, so that the cache follows the sources of that file."""
    function.__code__ = function.__code__.replace(co_filename=file)
    function.__qualname__ = function.__name__
    return kernel(function)
