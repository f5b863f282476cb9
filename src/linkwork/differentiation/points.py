"""The points of a computed motion at which outputs are read: quadrature points and accepted states, in order of time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Points:
    """n points of a run of `steps` steps; integrals over the run are sums of weight · value.

    The points of a step are the stages of its method that have a weight (explicit methods: the first of them is the accepted
    state at its beginning), or its end points with the weights of trapezoids (BDF: of cubics); the last point is the last accepted state.
    """

    t: np.ndarray  # (n)  s, on the side of a break on which the step lies
    y: np.ndarray  # (n, ny)  [q, v, z]; stages need not lie on the constraints, nor their quaternions have length one
    vdot: np.ndarray  # (n, nv)
    lam: np.ndarray  # (n, n_row)
    weight: np.ndarray  # (n)  s
    step: np.ndarray  # (n)  number of the step
    turns: (
        np.ndarray
    )  # (steps + 1, n_measure or 0)  whole turns of cut joints' angles in each step; no columns: none are counted
    first: int = 0  # the point that is the initial state
    last: int = -1  # the point that is the final state

    def __len__(self) -> int:
        return self.t.size

    def ends(self) -> Points:
        """The first and the last point alone."""
        k = [self.first, self.last]
        return Points(self.t[k], self.y[k], self.vdot[k], self.lam[k], self.weight[k], self.step[k], self.turns, 0, 1)


@dataclass(frozen=True, eq=False)
class Cotangents:
    """Derivative of one output by the states (tangent), accelerations and multipliers at all n points, or at the first and the last
    alone, and by the model numbers."""

    gy: np.ndarray  # (n, nt)
    gvdot: np.ndarray  # (n, nv)
    glam: np.ndarray  # (n, n_row)
    gnumbers: np.ndarray  # (n_numbers)
