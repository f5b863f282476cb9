"""Values between points of time: cubics through four neighbours, so that a sharp function of them can be integrated.

Points at the same time (the end of a step and the first stage of the next) are averaged, but where they differ much the
values jump, and no cubic goes across. Values between are linear in those at the points: `matrix`, whose transpose takes
derivatives back."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from scipy import sparse

PIECES = 8  # of the interval between two points
JUMP = 1e-3  # of the range of values, at one time
SAME = 1e-12  # of the duration


@dataclass(frozen=True, eq=False)
class Refinement:
    """m values between n points."""

    matrix: sparse.csr_array  # (m, n)
    shares: np.ndarray  # (m) of the time, by trapezoids; their sum is one


def refined(t: np.ndarray, g: np.ndarray) -> Refinement | None:
    """Between points at times t (n), in any order, with values g (n) that show their jumps; None if the duration is
    zero.

    >>> fine = refined(t, g)
    >>> fine.shares @ (fine.matrix @ g)      # the mean
    """
    span = float(t.max() - t.min()) if t.size else 0.0
    if span <= 0.0:
        return None
    order = np.argsort(t, kind="stable")
    group = np.concatenate(([0], np.cumsum(np.diff(t[order]) > SAME * span)))
    first = np.flatnonzero(np.diff(group, prepend=-1))
    last = np.append(first[1:], t.size) - 1
    jumps = np.abs(g[order[last]] - g[order[first]]) > JUMP * (g.max() - g.min())
    blocks, shares = [], []
    ends = [0, *np.flatnonzero(jumps).tolist(), first.size - 1]
    for begin, end in itertools.pairwise(ends):
        if end > begin:
            nodes = _nodes(order, first, last, begin, end, jumps, t.size)
            between, share = _cubics(t[order[first[begin : end + 1]]])
            blocks.append(between @ nodes)
            shares.append(share)
    return Refinement(sparse.csr_array(sparse.vstack(blocks)), np.concatenate(shares) / span)


def _nodes(
    order: np.ndarray, first: np.ndarray, last: np.ndarray, begin: int, end: int, jumps: np.ndarray, n: int
) -> sparse.csr_array:
    """Return the map (nodes, n) from points to nodes: averages of points at one time, at a jump those of one side."""
    rows, columns, values = [], [], []
    for k in range(begin, end + 1):
        members = order[first[k] : last[k] + 1]
        if jumps[k]:
            members = members[-1:] if k == begin else members[:1]
        rows += [k - begin] * members.size
        columns += members.tolist()
        values += [1.0 / members.size] * members.size
    return sparse.csr_array((values, (rows, columns)), shape=(end - begin + 1, n))


def _cubics(t: np.ndarray) -> tuple[sparse.csr_array, np.ndarray]:
    """Return the map (fine times, nodes) by Lagrange polynomials through up to four nodes around each interval, and the
    time around each fine time."""
    m = t.size
    size = min(4, m)
    stencil = np.clip(np.arange(m - 1) - 1, 0, m - size)[:, None] + np.arange(size)  # (m - 1, size)
    part = np.arange(PIECES) / PIECES
    fine = t[:-1, None] + np.diff(t)[:, None] * part  # (m - 1, PIECES)
    nodes = t[stencil]
    basis = np.ones((m - 1, PIECES, size))
    for a in range(size):
        for b in range(size):
            if a != b:
                basis[:, :, a] *= (fine - nodes[:, b, None]) / (nodes[:, a] - nodes[:, b])[:, None]
    rows = np.repeat(np.arange((m - 1) * PIECES), size)
    columns = np.repeat(stencil, PIECES, axis=0).ravel()
    rows, columns = np.append(rows, (m - 1) * PIECES), np.append(columns, m - 1)
    values = np.append(basis.ravel(), 1.0)
    times = np.append(fine.ravel(), t[-1])
    half = 0.5 * np.diff(times)
    share = np.concatenate((half, [0.0])) + np.concatenate(([0.0], half))
    return sparse.csr_array((values, (rows, columns)), shape=(times.size, m)), share
