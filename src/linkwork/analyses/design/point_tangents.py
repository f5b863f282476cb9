"""Derivatives of an equilibrium and of a driven motion with respect to the design at one state, by dense solves of the
implicit function theorem.

Equilibrium:   F(q, lam, z, p) = 0 at v = vdot = 0,   Phi(q, p) = 0,   zdot(q, z, p) = 0.
Driven:    Phi = 0, Phidot = 0 and Phiddot = 0 leave no freedom; the multipliers follow from F = 0.
The multipliers of dependent rows have the smallest possible derivatives.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analyses.design.tangent_solve import particular, require_small, solved, space_of
from linkwork.dynamics.design_jacobians import design_jacobians
from linkwork.model.errors import QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.plans.design import Design

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
    approximate = tuple(dict.fromkeys((*s.approximate, *jacobians.approximate)))
    return PointTangent(q, zeros, z, zeros, lam_p, approximate)


def driven_tangent(e: Evaluation, vdot: np.ndarray, lam: np.ndarray, design: Design) -> PointTangent:
    """Of a motion that drivers determine: positions, velocities, accelerations and multipliers at one time."""
    model = e.model
    require_small(model, "the sensitivity of a driven motion")
    jacobians = design_jacobians(e, vdot, lam, design)
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
    approximate = tuple(dict.fromkeys((*s.approximate, *jacobians.approximate)))
    return PointTangent(q, v, z, a, lam_p, approximate)
