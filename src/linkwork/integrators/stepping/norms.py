"""How large differences are: entries of tangent vectors in units of what the tolerances allow."""

import math

from linkwork.integrators.contract import inline, noinline
from linkwork.integrators.state import RTOL, view_norm, view_vectors


@inline
def allowed(p, norm, vec, i):
    """What entry i of a tangent vector may be off by, at the state and the one that is tried."""
    j = norm.size_of[i]
    size = 1.0
    if j >= 0:
        size = max(abs(vec.y[j]), abs(vec.y_try[j]))
    return norm.atol[i] + p.real[RTOL] * min(norm.cap[i], size)


@inline
def tangent_norm(p, e):
    """Norm of a tangent vector."""
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
    """The entry that is largest in that norm, where an iteration resists, and how large."""
    norm, vec = view_norm(p.istate, p.fstate), view_vectors(p.istate, p.fstate)
    entry, worst = 0, -1.0
    for i in range(e.size):
        ratio = abs(e[i]) / allowed(p, norm, vec, i)
        if not ratio <= worst:
            entry, worst = i, ratio
    return entry, worst
