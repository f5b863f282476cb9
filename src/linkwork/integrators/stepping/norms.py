"""Norms of tangent vectors, whose entries are measured in units of the tolerances."""

import math

from linkwork.integrators.contract import inline, noinline
from linkwork.integrators.state import RTOL, view_norm, view_vectors


@inline
def allowed(p, norm, vec, i):
    """Return the error that the tolerances allow in entry i of a tangent vector, at the current and the attempted
    state.
    """
    j = norm.size_of[i]
    size = 1.0
    if j >= 0:
        size = max(abs(vec.y[j]), abs(vec.y_try[j]))
    return norm.atol[i] + p.real[RTOL] * min(norm.cap[i], size)


@inline
def tangent_norm(p, e):
    """Return the root mean square of a tangent vector in units of the tolerances."""
    norm, vec = view_norm(p.istate, p.fstate), view_vectors(p.istate, p.fstate)
    total = 0.0
    for i in range(e.size):
        ratio = e[i] / allowed(p, norm, vec, i)
        total += ratio * ratio
    if e.size > 0:
        total /= e.size
    return math.sqrt(total)


@noinline
def worst_entry(p, e):
    """Return the entry that is largest in that norm, where an iteration does not converge, and its size."""
    norm, vec = view_norm(p.istate, p.fstate), view_vectors(p.istate, p.fstate)
    entry, worst = 0, -1.0
    for i in range(e.size):
        ratio = abs(e[i]) / allowed(p, norm, vec, i)
        if not ratio <= worst:
            entry, worst = i, ratio
    return entry, worst
