"""Derivatives of an assembled state with respect to the design, by the implicit function theorem on the conditions of
assembly.

Positions: W (q ⊖ q*) + Phi_q' mu = 0, Phi(q, p) = 0, targets among the rows; q* is the design position, which moves
with p. Velocities: W (v - v*) + Phi_v' mu = 0, Phi_v v = nu. With mu the multipliers of the rows, (Phi_v' mu)_q and
(Phi_v' mu)_p are derivatives of the residual with lam = mu, less those with lam = 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.analyses.design.tangent_solve import difference_jacobians, particular, require_small, space_of, stationary
from linkwork.analyses.position.targets import Asked, read_targets
from linkwork.dynamics.design_jacobians import DesignJacobians, design_jacobians
from linkwork.kernels.joints import CHAINS, cosine, position
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.lowering.lowering import Lowering
from linkwork.model.model import Model
from linkwork.model.plans.design import START, Design, of_start
from linkwork.model.plans.design_jacobian import STEP, Sections
from linkwork.model.signals import GROUND, MeasureOf, own_velocity
from linkwork.model.state import State
from linkwork.model.state_conversion import state_for, translated
from linkwork.model.variants import with_measured_rows

NEAREST = 1e-7  # largest gradient along the free directions of a nearest position


class AssembledTangent:
    """The derivative dy/dp (nt, np), y = [q, v, z] with tangent q, of a state from `assemble(model, targets,
    inputs=inputs)`.

    `value_derivatives` are derivatives of the targets' values, {path: (np) or (size, np)}; a parameter `start.<path>` has 1 there.

    >>> AssembledTangent(model, state, {"A.angle": 1.0}, ["L1", "start.A.angle"]).y_p
    """

    def __init__(
        self, model: Model, state: State, targets: Mapping[str, Any] | None, parameters: Sequence[str], *,
        value_derivatives: Mapping[str, np.ndarray] | None = None, inputs: Mapping[str, Any] | None = None, like: Design | None = None,
    ):  # fmt: skip
        self.model, self.inputs, self.parameters = model, dict(inputs or {}), tuple(parameters)
        joint_model = model.joint_model
        positions, velocities = read_targets(joint_model, targets)
        bodies = [] if model is joint_model else body_measures(joint_model)
        self.counts = (len(positions.measures), len(velocities.measures))
        self.measured = (*positions.measures, *velocities.measures, *bodies)
        self.aug = with_measured_rows(joint_model, self.measured)
        self.n_own = joint_model.n_rows
        here = state if model is joint_model else translated(model, state, joint_model)
        self.state = state_for(self.aug, joint_model, here)
        self.design = Design(self.aug, self.parameters, given=self.inputs, like=like)
        self.values_p = self._value_derivatives(positions, velocities, targets or {}, value_derivatives or {})
        self.coordinates = Coordinates(self.aug)

    def _value_derivatives(self, positions: Asked, velocities: Asked, targets: Mapping[str, Any], given) -> np.ndarray:
        """Return the derivatives of the targets' values, shape (n_targets, np)."""
        paths = [*positions.paths, *velocities.paths]
        out = np.zeros((len(paths), len(self.parameters)))
        for path in targets:
            rows = [k for k, name in enumerate(paths) if name == path]
            if path in given:
                out[rows] += np.asarray(given[path], float).reshape(-1, len(self.parameters))
        known = {f"{START}{path}": path for path in targets}
        for column, name in enumerate(self.parameters):
            if of_start(self.aug, name):
                out[self._entry(name, known, paths), column] += 1.0
        return out

    def _entry(self, name: str, known: dict[str, str], paths: list[str]) -> int:
        """Return the scalar that a parameter start.<path>[.x] names."""
        if name in known and paths.count(known[name]) == 1:
            return paths.index(known[name])
        head, _, last = name.rpartition(".")
        if head in known and last in ("x", "y", "z") and paths.count(known[head]) == 3:
            return paths.index(known[head]) + "xyz".index(last)
        raise QuestionError(
            f"{name}: no such entry in the start; its entries are {', '.join(known) or 'none'}"
            + (" (of vectors with .x, .y or .z)" if name in known else "")
        )

    # rows

    def _rows(self, level: int) -> np.ndarray:
        """Return the rows of positions (0) or velocities (1): the mechanism's own that are active, and the targets of
        that level."""
        table, (n_q, n_v) = self.aug.lowered.rows, self.counts
        own = [
            r for r, row in enumerate(table[: self.n_own]) if row.part not in self.state.inactive and row.level <= level
        ]
        first, count = (self.n_own, n_q) if level == 0 else (self.n_own + n_q, n_v)
        return np.array([*own, *range(first, first + count)], np.int64)

    def _values(self, rows: np.ndarray) -> np.ndarray:
        """Return the derivatives of the prescribed values of the rows."""
        out = np.zeros((rows.size, len(self.parameters)))
        asked = (rows >= self.n_own) & (rows < self.n_own + sum(self.counts))
        out[asked] = self.values_p[rows[asked] - self.n_own]
        return out

    def _at(self, v: np.ndarray, lam: np.ndarray) -> tuple[Evaluation, DesignJacobians]:
        e = Evaluation(self.aug, replace(self.state, v=v), self.inputs)
        return e, design_jacobians(e, np.zeros(self.aug.nv), lam, self.design)

    def _multipliers(self, space, rows: np.ndarray, force: np.ndarray, what: str) -> np.ndarray:
        """Return mu of the rows with Phi_v' mu = -force, for all rows of the model."""
        left = np.abs(space.N.T @ force / max(1.0, float(np.abs(force).max(initial=0.0)))).max(initial=0.0)
        if left > NEAREST:
            raise QuestionError(
                f"{what} of the start is not the nearest to the design position, so it does not change smoothly with the design; "
                "give targets for the freedoms that are left"
            )
        mu = np.zeros(self.aug.n_rows)
        mu[rows] = space.multipliers(-force[:, None])[:, 0]
        return mu

    # results

    def positions(self) -> np.ndarray:
        """Return q_p (nv, np) in joint coordinates, for the nearest position to the design position that meets the
        targets."""
        aug, none = self.aug, np.zeros(self.aug.nv)
        rows = self._rows(0)
        if not rows.size:
            return self.design.q0  # a tree starts in its design position
        require_small(aug, "the start's sensitivity")
        e, still = self._at(none, np.zeros(aug.n_rows))
        space = space_of(aug, e.Phi_v.real, rows)
        f_p = still.Phi_p[rows] - self._values(rows)
        if not space.N.shape[1]:
            return particular(space, -f_p, self.parameters)
        W = self.coordinates.root_weight**2
        d = self.coordinates.difference(np.array(self.state.q), np.real(aug.lowered.q0))
        d[self.coordinates.turns] = _wrapped(aug, d)[self.coordinates.turns]
        mu = self._multipliers(space, rows, W * d, "the position")
        _, bent = self._at(none, mu)
        by_q, by_origin = difference_jacobians(aug, d)
        H = W[:, None] * by_q + bent.by_state.F_q - still.by_state.F_q
        g = W[:, None] * (by_origin @ self.design.q0) + bent.F_p - still.F_p + self._weight_derivatives(d)
        return stationary(H, g, space, f_p, self.parameters, "the assembled position")

    def velocities(self, q_p: np.ndarray) -> np.ndarray:
        """Return v_p (nv, np) in joint coordinates, given q_p, for the smallest velocities that meet rows and
        targets."""
        aug, v = self.aug, np.array(self.state.v)
        rows = self._rows(1)
        if not rows.size:
            return np.zeros((aug.nv, len(self.parameters)))
        require_small(aug, "the start's sensitivity")
        e, still = self._at(v, np.zeros(aug.n_rows))
        space = space_of(aug, e.Phi_v.real, rows)
        W = self.coordinates.root_weight**2
        f_p = still.by_state.Phidot_q[rows] @ q_p + still.Phidot_p[rows] - self._values(rows)
        if not space.N.shape[1]:
            return particular(space, -f_p, self.parameters)
        mu = self._multipliers(space, rows, W * v, "the velocity")
        g = self._weight_derivatives(v)
        if mu.any():
            _, bent = self._at(v, mu)
            g = g + (bent.by_state.F_q - still.by_state.F_q) @ q_p + bent.F_p - still.F_p
        return stationary(np.diag(W), g, space, f_p, self.parameters, "the assembled velocity")

    def _weight_derivatives(self, d: np.ndarray) -> np.ndarray:
        """Return (dW/dp) d: lengths are divided by the size of the mechanism, which depends on the design."""
        lengths = ~self.coordinates.turns
        if not np.abs(d[lengths]).max(initial=0.0) > 0.0:
            return np.zeros((d.size, len(self.parameters)))
        return np.outer(
            np.where(lengths, d, 0.0), -2.0 * size_derivatives(self.aug, self.parameters) / self.aug.length**3
        )

    def finished(self, q_p: np.ndarray, v_p: np.ndarray, z_p: np.ndarray | None = None) -> np.ndarray:
        """Return y_p (nt, np) in the model's own coordinates."""
        z_p = self.design.z0 if z_p is None else z_p
        if self.model is not self.model.joint_model:
            q_p, v_p = self._cartesian(q_p, v_p)
        return np.vstack((q_p, v_p, z_p))

    @property
    def y_p(self) -> np.ndarray:
        q_p = self.positions()
        return self.finished(q_p, self.velocities(q_p))

    def _cartesian(self, q_p: np.ndarray, v_p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of Cartesian coordinates, from measures of the bodies in joint coordinates."""
        e, s = self._at(np.array(self.state.v), np.zeros(self.aug.n_rows))
        first, n = self.n_own + sum(self.counts), len(self.parameters)
        Phi_v = e.Phi_v.real
        pose_p = (s.Phi_p + Phi_v @ q_p)[first:].reshape(-1, 15, n)
        rate_p = (s.Phidot_p + s.by_state.Phidot_q @ q_p + Phi_v @ v_p)[first:].reshape(-1, 15, n)
        R = e.w.Phi[first:].real.reshape(-1, 15)[:, 3:12].reshape(-1, 3, 3)
        q_out, v_out = np.zeros((self.model.nv, n)), np.zeros((self.model.nv, n))
        number, a = self.model.structure.topology.number, self.model.lowered.arrays
        for k, name in enumerate(self.aug.bodies):
            b, at = number[name], slice(*a["v_start"][number[name] : number[name] + 2])
            dR = pose_p[k, 3:12].reshape(3, 3, n)
            turn = np.array([np.einsum("i,in->n", R[k][:, (c + 2) % 3], dR[:, (c + 1) % 3]) for c in range(3)])
            if not CHAINS[a["joint_type"][b]].has_quaternion:
                q_out[at], v_out[at] = np.vstack((pose_p[k, :2], turn[2:])), np.vstack((rate_p[k, :2], rate_p[k, 14:]))
            else:
                q_out[at], v_out[at] = np.vstack((pose_p[k, :3], turn)), np.vstack((rate_p[k, :3], rate_p[k, 12:]))
        return q_out, v_out


def _wrapped(model: Model, d: np.ndarray) -> np.ndarray:
    """Return the angles without their whole turns, which only select the start of the search; those of screws
    matter."""
    a, out = model.lowered.arrays, d - 2 * np.pi * np.round(d / (2 * np.pi))
    for kind, k in zip(a["joint_type"], a["v_start"], strict=False):
        if CHAINS[kind].has_pitch:
            out[k] = d[k]
    return out


def body_measures(model: Model) -> list[MeasureOf]:
    """Return fifteen measures of every body: position of its mass centre, rotation row by row, angular velocity in its
    own axes."""
    measures = []
    for name in model.bodies:
        key = ("com", name)
        measures += [MeasureOf(position(c), GROUND, key) for c in range(3)]
        measures += [MeasureOf(cosine(i, j), GROUND, key) for i in range(3) for j in range(3)]
        measures += own_velocity(key, angular=True)
    return measures


def size_derivatives(model: Model, parameters: Sequence[str]) -> np.ndarray:
    """Return the derivatives of the model's length, which the outermost parts determine, with respect to numbers."""
    mentioned = Sections(model)
    outer = frozenset().union(*(mentioned.of(name) for name in Lowering(model.structure, model.numbers).size_parts()))
    derivatives = np.zeros(len(parameters))
    for k, path in enumerate(parameters):
        if not of_start(model, path) and path.partition(".")[0] in outer:
            values = model.numbers.values.astype(complex)
            values[model.numbers.position(path)] += 1j * STEP
            derivatives[k] = np.imag(Lowering(model.structure, model.numbers.with_values(values)).size()) / STEP
    return derivatives
