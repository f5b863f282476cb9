"""The points of a computed motion at which outputs are read: quadrature points and accepted states, in order of time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Points:
    """The n points of a run of `steps` steps; integrals over the run are sums of weight · value.

    The points of a step are the stages of its method that have a weight, or its end points with the weights of the
    trapezoidal rule (for BDF, of cubics). The first stage of an explicit method is the accepted state at the beginning
    of the step. The last point is the last accepted state.
    """

    t: np.ndarray  # (n)  s, on the side of a break on which the step lies
    y: np.ndarray  # (n, ny)  [q, v, z]; stages need not lie on the constraints, nor their quaternions have length one
    vdot: np.ndarray  # (n, nv)
    lam: np.ndarray  # (n, n_row)
    weight: np.ndarray  # (n)  s
    step: np.ndarray  # (n)  number of the step
    turns: (
        np.ndarray
    )  # (steps + 1, n_measure or 0)  whole turns of cut joints' angles in each step, if they are counted
    first: int = 0  # the point that is the initial state
    last: int = -1  # the point that is the final state

    def __len__(self) -> int:
        return self.t.size

    def ends(self) -> Points:
        """Return the first and the last point only."""
        k = [self.first, self.last]
        return Points(self.t[k], self.y[k], self.vdot[k], self.lam[k], self.weight[k], self.step[k], self.turns, 0, 1)


@dataclass(frozen=True, eq=False)
class Cotangents:
    """The derivative of one output with respect to the model numbers, and with respect to the states (tangent),
    accelerations and multipliers at all n points, or at only the first and the last."""

    gy: np.ndarray  # (n, nt)
    gvdot: np.ndarray  # (n, nv)
    glam: np.ndarray  # (n, n_row)
    gnumbers: np.ndarray  # (n_numbers)
