"""Derivatives of an equilibrium and of a driven motion with respect to the design at one state, by dense solves of the
implicit function theorem.

Equilibrium:   F(q, lam, z, p) = 0 at v = vdot = 0,   Phi(q, p) = 0,   zdot(q, z, p) = 0.
Driven:    Phi = 0, Phidot = 0 and Phiddot = 0 leave no freedom; the multipliers follow from F = 0.
The multipliers of dependent rows have the smallest possible derivatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.analyses.design.tangent_solve import particular, require_small, row_scale, solved, space_of
from linkwork.dynamics.design_jacobians import DesignJacobians, design_jacobians, design_jacobians_along
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.design import Design
from linkwork.model.plans.jacobian_plan import jacobian_sizes
from linkwork.model.state import State

MOST_NUMBERS = 20_000_000  # of the workspaces of all times that are solved together
REGULAR = 1e-5  # smallest singular value of rows, relative to the largest, with which an inverse is accurate

NEUTRAL = "the equilibrium does not change smoothly with the design: it is neutral in one direction, without stiffness"


@dataclass(frozen=True, eq=False)
class PointTangent:
    """Derivatives of a state with respect to np parameters; those of q are tangent displacements."""

    q: np.ndarray  # (nv, np)
    v: np.ndarray  # (nv, np)
    z: np.ndarray  # (nz, np)
    vdot: np.ndarray  # (nv, np)
    lam: np.ndarray  # (n_row, np)
    approximate: tuple[str, ...] = ()  # blocks whose derivatives are central differences

    @property
    def y(self) -> np.ndarray:
        """The derivatives of y = [q, v, z], shape (nt, np)."""
        return np.vstack((self.q, self.v, self.z))


def rest_tangent(e: Evaluation, lam: np.ndarray, design: Design) -> PointTangent:
    """Return the derivatives of position, block states and multipliers at an equilibrium."""
    model, none = e.model, np.zeros(e.model.nv)
    require_small(model, "the sensitivity of an equilibrium")
    jacobians = design_jacobians(e, none, lam, design)
    s, rows = jacobians.by_state, np.flatnonzero(e.w.active.real > 0)
    if (e.m.row_level[rows] == 1).any():
        raise QuestionError(
            "a mechanism that rolls or slides on edges (NoSlide) comes to rest at a place that depends on its way there: "
            "that has no sensitivity"
        )
    space = space_of(model, s.Phi_v, rows)
    first, N = particular(space, -jacobians.Phi_p[rows], design.parameters), space.N
    matrix = np.block([[N.T @ s.F_q @ N, N.T @ s.F_z], [s.zdot_q @ N, s.zdot_z]])
    right = np.vstack((N.T @ (s.F_q @ first + jacobians.F_p), s.zdot_q @ first + jacobians.zdot_p))
    n = N.shape[1]
    x = -solved(matrix, right, NEUTRAL)
    q, z = first + N @ x[:n], x[n:]
    lam_p = np.zeros((model.n_rows, len(design)))
    lam_p[rows] = space.multipliers(-(s.F_q @ q + s.F_z @ z + jacobians.F_p))
    zeros = np.zeros_like(q)
    return PointTangent(q, zeros, z, zeros, lam_p, _approximate(jacobians))


def driven_tangents(
    e: Evaluation, states: Sequence[State], vdot: np.ndarray, lam: np.ndarray, design: Design
) -> list[PointTangent]:
    """Of a motion that drivers determine, at all its times: positions, velocities, accelerations and multipliers.

    Where no row is redundant and no position near a dead point, all times are solved in one call.
    """
    require_small(e.model, "the sensitivity of a driven motion")
    tangents: list[PointTangent] = []
    together = max(1, MOST_NUMBERS // (jacobian_sizes(e.model)[1] + design.plan[1]))
    for first in range(0, len(states), together):
        part = slice(first, first + together)
        solved = _solved_together(e, states[part], vdot[part], lam[part], design)
        if solved is None:
            solved = []
            for state, a, b in zip(states[part], vdot[part], lam[part], strict=True):
                e.update(state)
                solved.append(_driven_tangent(e, design_jacobians(e, a, b, design), design))
        tangents += solved
    return tangents


def _solved_together(
    e: Evaluation, states: Sequence[State], vdot: np.ndarray, lam: np.ndarray, design: Design
) -> list[PointTangent] | None:
    """Return the tangents where as many rows as freedoms determine all of them; None if rows are nearly dependent."""
    model = e.model
    if model.n_rows != model.nv or not (e.w.active.real > 0).all() or (e.m.row_level != 0).any():
        return None
    by = design_jacobians_along(e, states, vdot, lam, design)
    s, scale = by.by_state, row_scale(model, np.arange(model.n_rows))
    sizes = np.linalg.svd(scale[:, None] * s.Phi_v / Coordinates.of(model).root_weight, compute_uv=False)
    if not (sizes[:, -1] > REGULAR * sizes[:, 0]).all():
        return None
    z, inverse = design.z0, np.linalg.inv(s.Phi_v)
    q = -(inverse @ by.Phi_p)
    v = -(inverse @ (s.Phidot_q @ q + by.Phidot_p))
    a = -(inverse @ (s.Phiddot_q @ q - s.gamma_v @ v + by.Phiddot_p))
    lam_p = -(inverse.transpose(0, 2, 1) @ (s.F_q @ q + s.F_v @ v + s.F_z @ z + s.M @ a + by.F_p))
    approximate = _approximate(by)
    return [PointTangent(q[k], v[k], z, a[k], lam_p[k], approximate) for k in range(len(states))]


def _approximate(jacobians: DesignJacobians) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*jacobians.by_state.approximate, *jacobians.approximate)))


def _driven_tangent(e: Evaluation, jacobians: DesignJacobians, design: Design) -> PointTangent:
    """Of a motion that drivers determine, at one time; rows may be redundant."""
    model = e.model
    s, rows = jacobians.by_state, np.flatnonzero(e.w.active.real > 0)
    place = rows[e.m.row_level[rows] == 0]
    space = space_of(model, s.Phi_v, rows)
    places = space if place.size == rows.size else space_of(model, s.Phi_v, place)
    if places.N.shape[1]:
        raise QuestionError(
            "the drivers leave freedoms at this position, so that the motion has no sensitivity; drive every freedom"
        )
    q = particular(places, -jacobians.Phi_p[place], design.parameters)
    v = space.particular(-(s.Phidot_q @ q + jacobians.Phidot_p)[rows])
    a = space.particular(-(s.Phiddot_q @ q - s.gamma_v @ v + jacobians.Phiddot_p)[rows])
    z = design.z0
    lam_p = np.zeros((model.n_rows, len(design)))
    lam_p[rows] = space.multipliers(-(s.F_q @ q + s.F_v @ v + s.F_z @ z + s.M @ a + jacobians.F_p))
    return PointTangent(q, v, z, a, lam_p, _approximate(jacobians))
