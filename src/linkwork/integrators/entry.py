"""The loop that every integrator shares, compiled for a method from its parts.

    run, replay = entries(__file__, deliver, prepare, attempt, prepare, repeat)

Parts take the problem p and return a code, GO_ON to go on:

    deliver(p, t_out, y_out)                 what the last step owes
    prepare(p)                               before a step; at the start it evaluates and chooses H
    attempt(p, record_f, record_i)           one attempt at the next step, accepted or rejected
    rewind(p), repeat(p, record_f, record_i) the same for a step of a record that is taken again
"""

from linkwork.integrators.contract import DONE, GO_ON, Problem
from linkwork.integrators.state import DELIVER, EVALUATIONS, PHASE, RECORDS, START, view_scalars
from linkwork.integrators.stepping.around_steps import pause
from linkwork.numerics.jit import kernel


def entries(file, deliver, prepare, attempt, rewind, repeat):
    """`run` and `replay` of the method in `file`, see contract.py."""

    def run(functions, page, istate, fstate, t_out, y_out, record_f, record_i):
        """Integrate to real[T_END] or until a code."""
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
        """Repeat the steps of the record, frozen, from a fresh state; DONE after its last row, otherwise as `run`."""
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
    """Compiled as a kernel of that file: its sources, which it depends on, are those that the cache looks at."""
    function.__code__ = function.__code__.replace(co_filename=file)
    function.__qualname__ = function.__name__
    return kernel(function)
