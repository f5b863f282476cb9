"""Signals of event functions inside the last step: values in nodes, and cubics with their errors between two nodes.

integrators.delivery.event_location searches for zeros by the bounds of the cubics.
"""

import math

from linkwork.integrators.contract import call, inline, noinline
from linkwork.integrators.delivery.interpolation import interpolate, state_at
from linkwork.integrators.state import (
    N_EVENTS,
    N_NODES,
    NAN_FROM,
    NAN_TO,
    SIGNALS,
    T_OLD,
    UNSEARCHED,
    WIDTH,
    T,
    view_events,
    view_vectors,
)
from linkwork.integrators.stepping.evaluations import event_values
from linkwork.kernels.expressions.bounds import cubic_bounds

# of a step: not equidistant, so that no oscillation seems slow in all of them
FIRST_NODES = (0.0, 0.17, 0.39, 0.585, 0.81, 1.0)
APART = 0.125  # fraction of an interval: nodes that show its error are no closer
SAFETY = 8.0  # factor of the error that other nodes show
ROUNDINGS = 64.0 * 2.0**-52


@inline
def note(doubts, low, high, a, b):
    """Widen an interval of time so that it contains a … b."""
    doubts[low] = min(doubts[low], a)
    doubts[high] = max(doubts[high], b)


@noinline
def sample_node(p, n, t):
    """Compute values of events and signals at time t in node n, on the projected interpolant in the second search."""
    ev = view_events(p.istate, p.fstate)
    vec = view_vectors(p.istate, p.fstate)
    width = p.count[WIDTH]
    ev.node_t[n] = t
    if p.count[UNSEARCHED] == 2:
        state_at(p, t, vec.y_dense)
    else:
        interpolate(p, t, vec.y_dense)
    event_values(p, t, vec.y_dense, ev.samples[n * width : (n + 1) * width])
    for k in range(p.count[N_EVENTS]):
        if ev.timed[2 * k] < 0 and ev.samples[n * width + k] != ev.samples[n * width + k]:
            note(ev.doubts, NAN_FROM * p.count[N_EVENTS] + k, NAN_TO * p.count[N_EVENTS] + k, t, t)


@noinline
def first_nodes(p):
    """Sample the last step in its first nodes."""
    ev = view_events(p.istate, p.fstate)
    ne, width, last = p.count[N_EVENTS], p.count[WIDTH], len(FIRST_NODES) - 1
    ev.node_t[0], ev.node_t[last] = p.real[T_OLD], p.real[T]
    for k in range(width):
        ev.samples[k], ev.samples[last * width + k] = ev.g_old[k], ev.g[k]
    for k in range(ne):
        if ev.timed[2 * k] < 0 and ev.g[k] != ev.g[k]:
            note(ev.doubts, NAN_FROM * ne + k, NAN_TO * ne + k, p.real[T], p.real[T])
        if ev.timed[2 * k] < 0 and ev.g_old[k] != ev.g_old[k]:
            note(ev.doubts, NAN_FROM * ne + k, NAN_TO * ne + k, p.real[T_OLD], p.real[T_OLD])
    for j in range(last + 1):
        ev.precede[j], ev.follow[j] = j - 1, j + 1
        if 0 < j < last:
            sample_node(p, j, p.real[T_OLD] + FIRST_NODES[j] * (p.real[T] - p.real[T_OLD]))
    ev.follow[last] = -1
    p.count[N_NODES] = last + 1


@noinline
def insert(p, i, t):
    """Insert a new node after node i."""
    ev = view_events(p.istate, p.fstate)
    n, j = p.count[N_NODES], ev.follow[i]
    sample_node(p, n, t)
    ev.follow[i], ev.precede[n], ev.follow[n], ev.precede[j] = n, i, j, n
    p.count[N_NODES] = n + 1


@inline
def place_of(p, j):
    """Return the position of the value of signal j in the row of a node; its rate follows."""
    return p.count[N_EVENTS] + 2 * j if p.count[WIDTH] > p.count[N_EVENTS] else j


@inline
def farther(node_t, ways, n, least):
    """Return the first node from n in the direction of `ways` that is at least so far away, -1 if there is none."""
    t = node_t[n]
    n = ways[n]
    while n >= 0 and abs(node_t[n] - t) < least:
        n = ways[n]
    return n


@noinline
def hermite_curve(p, j, a, b, left, right):
    """Approximate signal j between nodes a and b by a cubic through values and rates.

    The neighbouring nodes on the left and on the right show its error.
    """
    ev = view_events(p.istate, p.fstate)
    width, at = p.count[WIDTH], place_of(p, j)
    ta, h = ev.node_t[a], ev.node_t[b] - ev.node_t[a]
    va, vb = ev.samples[a * width + at], ev.samples[b * width + at]
    ra, rb = h * ev.samples[a * width + at + 1], h * ev.samples[b * width + at + 1]
    c2, c3 = 3.0 * (vb - va) - 2.0 * ra - rb, ra + rb - 2.0 * (vb - va)
    size = abs(va) + abs(vb) + abs(ra) + abs(rb)
    fourth = 0.0
    for n in (left, right):
        if n >= 0:
            s = (ev.node_t[n] - ta) / h
            off = abs(ev.samples[n * width + at] - (va + s * (ra + s * (c2 + s * c3)))) - ROUNDINGS * size
            fourth = max(fourth, off / (s * s * (1.0 - s) * (1.0 - s)))
            off = abs(h * ev.samples[n * width + at + 1] - (ra + s * (2.0 * c2 + s * 3.0 * c3))) - ROUNDINGS * size
            fourth = max(fourth, off / abs(2.0 * s * (1.0 - s) * (1.0 - 2.0 * s)))
    put_curve(ev.curves, j, va, ra, c2, c3, SAFETY * fourth / 16.0, SAFETY * fourth * 0.2)


@inline
def put_curve(curves, j, c0, c1, c2, c3, error, slope_error):
    """Store the approximation of a signal between two nodes; an error that is NaN becomes infinite."""
    curves[6 * j], curves[6 * j + 1], curves[6 * j + 2], curves[6 * j + 3] = c0, c1, c2, c3
    curves[6 * j + 4] = error if error == error else math.inf
    curves[6 * j + 5] = slope_error if slope_error == slope_error else math.inf


@noinline
def lagrange_curve(p, j, a, b, first, second, third, fourth):
    """Approximate a signal whose rate is unknown by a cubic through four nodes.

    A fifth node, and a sixth if there is one, show its error.
    """
    ev = view_events(p.istate, p.fstate)
    width, at = p.count[WIDTH], place_of(p, j)
    ta, h = ev.node_t[a], ev.node_t[b] - ev.node_t[a]
    x, y = (ev.node_t[first] - ta) / h, (ev.node_t[second] - ta) / h
    va, vb = ev.samples[a * width + at], ev.samples[b * width + at]
    vx, vy = ev.samples[first * width + at], ev.samples[second * width + at]
    # divided differences on 0, 1, x, y
    d1 = vb - va
    d2 = ((vx - va) / x - d1) / (x - 1.0)
    d3 = (((vy - va) / y - d1) / (y - 1.0) - d2) / (y - x)
    c1, c2, c3 = d1 - d2 + x * d3, d2 - (1.0 + x) * d3, d3
    size, difference = abs(va) + abs(vb) + abs(vx) + abs(vy), 0.0
    for n in (third, fourth):
        if n >= 0:
            s = (ev.node_t[n] - ta) / h
            off = abs(ev.samples[n * width + at] - (va + s * (c1 + s * (c2 + s * c3)))) - ROUNDINGS * size
            difference = max(difference, off / abs(s * (s - 1.0) * (s - x) * (s - y)))
    far_x, far_y = max(abs(x), abs(1.0 - x)), max(abs(y), abs(1.0 - y))
    error = SAFETY * difference * 0.25 * far_x * far_y
    put_curve(ev.curves, j, va, c1, c2, c3, error, SAFETY * difference * (far_x * far_y + 0.25 * (far_x + far_y)))


@noinline
def curves_between(p, a, b):
    """Approximate all signals between node a and the next node b."""
    ev = view_events(p.istate, p.fstate)
    width, least = p.count[WIDTH], APART * (ev.node_t[b] - ev.node_t[a])
    left, right = farther(ev.node_t, ev.precede, a, least), farther(ev.node_t, ev.follow, b, least)
    left2 = farther(ev.node_t, ev.precede, left, least) if left >= 0 else -1
    right2 = farther(ev.node_t, ev.follow, right, least) if right >= 0 else -1
    first, second, third, fourth = left, right, left2, right2
    if left < 0:
        first, second = right, right2
        third = farther(ev.node_t, ev.follow, right2, least)
        fourth = -1
    elif right < 0:
        first, second = left, left2
        third = farther(ev.node_t, ev.precede, left2, least)
        fourth = -1
    for j in range(p.count[SIGNALS]):
        at = place_of(p, j)
        known = at >= p.count[N_EVENTS] and ev.samples[a * width + at + 1] == ev.samples[a * width + at + 1]
        if known and ev.samples[b * width + at + 1] == ev.samples[b * width + at + 1]:
            hermite_curve(p, j, a, b, left, right)
        else:
            lagrange_curve(p, j, a, b, first, second, third, fourth)


@noinline
def bound(p, a, b, low, high):
    """Compute bounds of all events between nodes a and b, in the fraction low … high of this interval."""
    ev = view_events(p.istate, p.fstate)
    ta, h = ev.node_t[a], ev.node_t[b] - ev.node_t[a]
    ev.box[0], ev.box[1] = ta + low * h, ta + high * h
    for j in range(p.count[SIGNALS]):
        c, at = ev.curves[6 * j : 6 * j + 6], 2 + 4 * j
        bottom, top, least, most = cubic_bounds(c[0], c[1], c[2], c[3], low, high)
        ev.box[at], ev.box[at + 1] = bottom - c[4], top + c[4]
        ev.box[at + 2], ev.box[at + 3] = (least - c[5]) / h, (most + c[5]) / h
    if p.count[WIDTH] > p.count[N_EVENTS]:
        call(p.bounds, ta, ev.box, ev.event_bounds, p.page)
    else:
        for k in range(4 * p.count[SIGNALS]):
            ev.event_bounds[k] = ev.box[2 + k]
