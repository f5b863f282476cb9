"""Functions that are passed to compiled entries: as addresses, or as plain twins while a question is interpreted.

    code = run(completed((first_class(rhs), first_class(nothing), …)), page, istate, …)

A twin that is passed to an entry that is compiled by then is replaced by its address (`numerics.dispatcher`).
"""

from __future__ import annotations

from typing import Any

from linkwork.integrators import contract
from linkwork.integrators.contract import NO_NEWTON, SIGNATURE
from linkwork.integrators.delivery import after_step
from linkwork.integrators.delivery.after_step import DELIVERY, deliver_apart
from linkwork.numerics import questions, twins
from linkwork.numerics.jit import JIT_DISABLED

_at: dict[int, Any] = {}  # address -> kernel


def first_class(function: Any, signature: Any = SIGNATURE) -> Any:
    """Return the argument to pass for a kernel of these types."""
    if function in contract._compiled:
        return contract._compiled[function][0]
    if JIT_DISABLED or not questions.interprets(function, signature):
        return contract.first_class(function, signature)
    plain = twins.twin(function)
    plain.signature, plain.address = signature, lambda: contract.first_class(function, signature)
    return plain


def completed(functions: tuple, newton: tuple = NO_NEWTON, bounds: Any = 0) -> tuple:
    """Return the functions that an entry takes: the problem's five, those of an implicit method, bounds, and the
    delivery.
    """
    return (*functions, *newton, bounds, first_class(deliver_apart, DELIVERY))


def _call(function: Any, *arguments: Any) -> Any:
    """Call a function that was passed, from a twin."""
    if isinstance(function, int):
        if function not in _at:
            _at.update({address: kernel for kernel, (address, _) in contract._compiled.items()})
        function = twins.twin(_at[function])
    return function(*arguments)


if not JIT_DISABLED:
    twins.pair(contract.call, _call)
    twins.pair(after_step._call_delivery, _call)
