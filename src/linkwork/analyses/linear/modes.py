"""The lowest modes of a mechanism. Those of large mechanisms at equilibrium are computed by sparse matrices, without a
linear model of all freedoms.

Small motions about an equilibrium, in Cartesian coordinates, with fixed drivers:

    (lambda² M + lambda C + K) dq + Phi_v' dlam + F_z dz = 0,   Phi_v dq = 0,   lambda dz = zdot_q dq + lambda zdot_v dq + zdot_z dz
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from scipy import sparse

from linkwork.analyses.linear.directional import Directional
from linkwork.analyses.linear.eigenpairs import plain_basis, rounding_of
from linkwork.analyses.linear.linearize import is_resting, linearize
from linkwork.analyses.linear.mode_energy import body_inertias, spring_maps
from linkwork.analyses.linear.modes_result import About, Mode, Modes, count_problem, shaped_mode, unit_of
from linkwork.analyses.linear.questions import (
    hold_drivers,
    require_assembled,
    require_model,
    value_problems,
)
from linkwork.analyses.linear.shift_invert import Eigenpairs, NotConverged, Pencil, lowest
from linkwork.analyses.linear.sparse_jacobians import probe_gradients, sparse_jacobians
from linkwork.analyses.linear.state_choice import body_probe
from linkwork.analyses.statics.equilibrium_result import Equilibrium
from linkwork.dynamics.formulations.recursive import accelerations
from linkwork.dynamics.formulations.redundancy import plan_order
from linkwork.dynamics.formulations.solve import solve
from linkwork.kernels.recursions.loop_arrays import python_loop_work
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_check import state_problems
from linkwork.model.state_conversion import translated
from linkwork.model.variants import cartesian_variant
from linkwork.numerics.questions import question

DENSE_UP_TO = 150  # freedoms, and as many times the number of modes as below
TIMES = 4


@question
def modes(
    model: Model, state: State | Equilibrium, count: int = 20, *, values: Mapping[str, float] | None = None
) -> Modes:
    """Return the lowest `count` modes about a state, with fixed drivers; `values` are those of inputs, an equilibrium
    has its own.

    For small models, and states that are not equilibria, `linearize(model, state).modes()` is used, whose cost grows
    with the cube of the freedoms. Large models at equilibrium are solved by sparse matrices, in seconds for thousands
    of freedoms.

    >>> print(lw.modes(model, eq, 20))
    """
    place = state
    if isinstance(state, Equilibrium):
        state, values = state.state, {**state.inputs, **(values or {})}
    require_model(model)
    problems = [*state_problems(model, state), *value_problems(model, values)]
    if count is None or count_problem(count):
        problems.append(f"modes: {count_problem(count) or 'count is how many modes are wanted, not None'}")
    if problems:
        raise QuestionError(problems)
    e = Evaluation(model, state, values)
    require_assembled(e)
    cartesian = e if model.coordinates == "cartesian" else _in_cartesian(e, values)
    if isinstance(place, Equilibrium):
        hold_drivers(cartesian)
    solution = solve(cartesian)
    resting = is_resting(cartesian, solution.vdot)
    rows = _independent_rows(cartesian)
    freedoms = cartesian.model.nv - rows.size
    if not resting or freedoms <= max(DENSE_UP_TO, TIMES * count) or (cartesian.m.row_level[rows] > 0).any():
        return linearize(model, place, values=values).modes(count)
    there = Directional(cartesian, solution.vdot, solution.lam)
    return _Vibration(e, there, rows).modes(count, freedoms)


def _in_cartesian(e: Evaluation, values: Mapping[str, float] | None) -> Evaluation:
    model = e.model
    other = cartesian_variant(model)
    return Evaluation(other, translated(model, e.state, other), values)


def _independent_rows(e: Evaluation) -> np.ndarray:
    """Return the active rows without those that depend on others, by the pivots of the sparse factorization."""
    plan, size = e.model.loops
    factors = np.zeros(size)
    saved = e.w.vdot.copy(), e.w.lam.copy()
    accelerations(e.model.ints, e.model.floats, e.work, plan, factors)
    e.w.vdot[:], e.w.lam[:] = saved
    weak = python_loop_work(plan, factors).weak[: e.model.n_rows] != 0
    on = e.w.active > 0
    on[plan_order(plan)[: e.model.n_rows][weak]] = False
    return np.flatnonzero(on)


class _Vibration:
    """A model at equilibrium, given in its own coordinates by `e` and solved in Cartesian ones."""

    def __init__(self, e: Evaluation, there: Directional, rows: np.ndarray):
        self.e, self.there, self.weight = e, there, there.coordinates.root_weight
        s, base = sparse_jacobians(there), there.base
        inverse = sparse.diags_array(1.0 / self.weight)
        scale = sparse.diags_array(base.m.row_scale[rows] / base.model.length)
        self.pencil = Pencil(
            M=(inverse @ s.M @ inverse).tocsr(), C=(inverse @ s.C @ inverse).tocsr(), K=(inverse @ s.K @ inverse).tocsr(),
            Phi=(scale @ s.Phi_v[rows] @ inverse).tocsr(), F_z=inverse @ s.F_z, Z_q=s.zdot_q @ inverse, Z_v=s.zdot_v @ inverse,
            Z_z=s.zdot_z,
        )  # fmt: skip

    def modes(self, count: int, freedoms: int) -> Modes:
        try:
            eigenpairs: Eigenpairs = lowest(self.pencil, count, freedoms)
        except (NotConverged, RuntimeError) as error:
            raise AnalysisError(f"modes: {error}; give another count, or use linearize(model, state).modes()") from None
        null = plain_basis(eigenpairs.null / self.weight[:, None])
        dq = np.hstack([null, eigenpairs.shapes / self.weight[:, None]])
        values = np.concatenate([np.zeros(null.shape[1]), eigenpairs.values])
        model = self.e.model
        made = self._shaped(values, dq, null.shape[1])
        inputs = dict(zip(model.inputs, self.e.w.inputs.tolist(), strict=True))
        about = About(model, self.e.state, inputs)
        return Modes(model.name, tuple(made), eigenpairs.zeros, True, about, rounding_of(eigenpairs.values))

    def _shaped(self, values: np.ndarray, dq: np.ndarray, rigid: int) -> list[Mode]:
        e, base = self.e, self.there.base
        probe = body_probe(base.model)
        probe.read(base)
        order = [base.model.structure.topology.number[name] - 1 for name in e.model.bodies]
        motion = (probe_gradients(probe, base) @ dq).reshape(len(order), 6, -1)[order]
        inertia = body_inertias(base)[order]
        shapes, coordinates = self._own(motion, dq), Coordinates(e.model)
        names, scale = coordinates.names(), coordinates.root_weight
        parts = np.hstack([dq.real, dq.imag])
        springs = spring_maps(self.there, parts, probe_gradients)
        made = []
        for k, value in enumerate(values):
            unit = unit_of(shapes[:, k], scale, shapes[:, k])
            stretches = {name: (K, (G[:, k] + 1j * G[:, values.size + k]) / unit) for name, (K, G) in springs.items()}
            made.append(shaped_mode(
                complex(value), k < rigid, shapes[:, k] / unit, motion[:, :, k] / unit, {}, stretches, names=names, scale=scale,
                bodies=tuple(e.model.bodies), inertia=inertia,
            ))  # fmt: skip
        return made

    def _own(self, motion: np.ndarray, dq: np.ndarray) -> np.ndarray:
        """Return the displacements of the model's own coordinates: of its tree joints, by the motions of the bodies
        they join."""
        e, base = self.e, self.there.base
        if e is base:
            return dq
        own = e.model.lowered.arrays
        motion = np.concatenate([np.zeros((1, *motion.shape[1:])), motion])
        places = np.vstack([np.zeros(3), body_probe(e.model).read(e)[:, 0].reshape(-1, 6)[:, :3]])
        points, parent = e.w.X_WB[1:, 9:], own["parent"][1:]

        def twists(b: np.ndarray) -> np.ndarray:
            """Return rotation and displacement of bodies b at the origin of each joint's child, shape (k, 6, n)."""
            arms, turns = (points - places[b])[:, :, None], motion[b, 3:]
            return np.concatenate([turns, motion[b, :3] + np.cross(turns, arms, axis=1)], axis=1)

        across = twists(np.arange(1, parent.size + 1)) - twists(parent)
        weight = np.repeat([1.0, 1.0 / e.model.length], 3)[:, None]
        out = np.zeros((e.model.nv, dq.shape[1]), complex)
        for b, (first, last) in enumerate(pairwise(own["v_start"][1:].tolist())):
            if last > first:
                S = weight * e.w.S[first:last].T
                out[first:last] = np.linalg.solve(S.T @ S, S.T @ (weight * across[b]))
        return out
