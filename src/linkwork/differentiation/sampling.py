"""Points of a motion at which outputs are evaluated, with the weights of a quadrature over time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.model.state import State

GAUSS = np.polynomial.legendre.leggauss(6)  # points in every step, from -1 to 1, and their weights
SAME = 1e-12  # of the duration: times closer together than this are equal
NEAR = 1e-9  # of the duration: a kink closer than this to the end of a step is at that end
GREGORY = (3 / 8, 7 / 6, 23 / 24)  # weights at both ends of evenly spaced times, fourth order


@dataclass(frozen=True, eq=False)
class Samples:
    """Times, states y = [q, v, z], accelerations, multipliers, and weights."""

    t: np.ndarray  # (n) s
    y: np.ndarray  # (n, ny)
    vdot: np.ndarray  # (n, nv)
    lam: np.ndarray  # (n, n_rows)
    weight: np.ndarray  # (n) s
    first: int = 0
    last: int = -1


def still_samples(state: State, vdot: np.ndarray, lam: np.ndarray) -> Samples:
    """Return one position as a sample."""
    y = np.concatenate((state.q, state.v, state.z))[None]
    return Samples(np.array([state.t]), y, np.array(vdot)[None], np.array(lam)[None], np.zeros(1))


def even_weights(t: np.ndarray) -> np.ndarray:
    """Return the weights for evenly spaced times: trapezoidal rule, corrected at the ends if there are enough times."""
    if t.size < 2:
        return np.zeros(t.size)
    weight = np.ones(t.size)
    if t.size < 2 * len(GREGORY):
        weight[[0, -1]] = 0.5
    else:
        weight[: len(GREGORY)] = GREGORY
        weight[-len(GREGORY) :] = GREGORY[::-1]
    return weight * (t[-1] - t[0]) / (t.size - 1)


def cubic_weights(t: np.ndarray) -> np.ndarray:
    """Return the weights for increasing times with any spacing: integrals of cubics through four neighbours, not across
    times that occur twice (breaks)."""
    weight, span = np.zeros(t.size), float(t[-1] - t[0])
    ends = [0, *(np.flatnonzero(np.diff(t) <= SAME * span) + 1).tolist(), t.size]
    for begin, end in itertools.pairwise(ends):
        own, size = t[begin:end], min(4, end - begin)
        if size < 2:
            continue
        h = np.diff(own)
        nodes = np.clip(np.arange(h.size) - 1, 0, own.size - size)[:, None] + np.arange(size)  # (intervals, size)
        for place in (0.5 - 0.5 / np.sqrt(3.0), 0.5 + 0.5 / np.sqrt(3.0)):  # Gauss: exact for cubics
            at = (own[:-1] + place * h)[:, None]
            for a in range(size):
                others = np.delete(own[nodes], a, axis=1)
                basis = ((at - others) / (own[nodes[:, a], None] - others)).prod(axis=1)
                np.add.at(weight, begin + nodes[:, a], 0.5 * h * basis)
    return weight


def kinematics_samples(kinematics: Any) -> Samples:
    """Return the times of a driven motion as samples."""
    z = np.tile(kinematics.start.z, (len(kinematics), 1))
    return Samples(
        kinematics.t,
        np.hstack((kinematics.q, kinematics.v, z)),
        kinematics.vdot,
        kinematics.lam,
        even_weights(kinematics.t),
    )


def run_samples(
    run: Any, again: Callable[[np.ndarray], Any], accelerations: bool, kinks: Sequence[float] = ()
) -> Samples:
    """Return Gauss points in every step of a run, and its ends; `again(times)` repeats the run with those outputs. The
    integrand may have kinks within steps."""
    record = run.record
    ends = np.unique(run.t if record is None else np.concatenate((run.t[:1], record.t_new, run.t[-1:])))
    for kink in kinks:
        if np.abs(ends - kink).min() > NEAR * (run.t[-1] - run.t[0]):
            ends = np.sort(np.append(ends, kink))
    ends = ends[ends <= run.t[-1]]
    x, w = GAUSS
    h = np.diff(ends)
    inside = (ends[:-1, None] + 0.5 * h[:, None] * (1.0 + x)).ravel()
    weight = np.concatenate(([0.0], (0.5 * h[:, None] * w).ravel(), [0.0]))
    if h.size == 0:
        return samples_of(run, np.zeros(len(run)), accelerations)
    repeated = again(np.concatenate((ends[:1], inside, ends[-1:])))
    return samples_of(repeated, weight[: len(repeated)], accelerations)


def samples_of(run: Any, weight: np.ndarray, accelerations: bool) -> Samples:
    """Return the outputs of a run as samples with given weights, with accelerations and multipliers if they are
    read."""
    y = np.hstack((run.q, run.v, run.z))
    if accelerations:
        return Samples(run.t, y, run.vdot, run.lam, weight)
    return Samples(run.t, y, np.zeros((len(run), run.model.nv)), np.zeros((len(run), run.model.n_rows)), weight)
