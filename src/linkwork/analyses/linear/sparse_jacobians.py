"""Sparse Jacobians of a large model at equilibrium in Cartesian coordinates, by a few complex steps.

A body's forces depend on the bodies it touches only. Bodies without a common neighbour share one step, so the number of
evaluations does not grow with the model: K = F_q, C = F_v, M of F = M vdot - (Q - h) + Phi_v' lam, and F_z, zdot_q,
zdot_v, zdot_z."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from linkwork.analyses.linear.directional import Change, Directional
from linkwork.analyses.position.measure import Sample
from linkwork.kernels.expressions import functions as ops
from linkwork.kernels.expressions.jacobians import APPLIED, STATE_RATE
from linkwork.kernels.gradients import motion_forces
from linkwork.model.cache import once_per_model
from linkwork.model.errors import AnalysisError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.plans.jacobian_plan import Closures, targets
from linkwork.model.probe import Probe

SAME = 1e-8  # relative difference of a directional derivative from the sparse matrices that counts as round-off


@dataclass(frozen=True, eq=False)
class SparseJacobians:
    """Sparse matrices of scipy.sparse, for n_row constraint rows and nz block states."""

    M: Any  # (nv, nv)
    C: Any  # (nv, nv)  F_v
    K: Any  # (nv, nv)  F_q at constant lam
    F_z: Any  # (nv, nz)
    Phi_v: Any  # (n_row, nv)
    zdot_q: Any  # (nz, nv)
    zdot_v: Any  # (nz, nv)
    zdot_z: Any  # (nz, nz)


class Couplings:
    """The dependences of bodies' forces (and block states' rates) on bodies, and groups of bodies that share no row."""

    def __init__(self, model: Model):
        a = model.lowered.arrays
        n, nz = len(model.bodies), model.nz
        pairs = [np.arange(1, n + 1)[:, None] * [1, 1]]
        for frames in (a["measure_frames"], a["law_frames"], _applied_frames(a)):
            ends = a["frame_body"][frames].reshape(-1, 2)
            pairs += [ends, ends[:, ::-1]]
        pairs.append(_by_expressions(model))
        on, by = np.concatenate(pairs).T
        keep = (on > 0) & (by > 0)
        pattern = sparse.coo_array((np.ones(keep.sum()), (on[keep] - 1, by[keep] - 1)), shape=(n + nz, n)).tocsr()
        self.on, self.by = (x.astype(np.int64) for x in pattern.nonzero())
        self.groups = independent_groups(pattern)


def _applied_frames(a: dict[str, np.ndarray]) -> np.ndarray:
    """Return the frames at which applied forces act and those of their axes."""
    axes = a["applied_axes"]
    return np.stack([a["applied_frame"], np.where(axes >= 0, axes, a["applied_frame"])], axis=1)


def _by_expressions(model: Model) -> np.ndarray:
    """Return the pairs of a body (or block state, after the bodies) and a body whose motion its force (or rate)
    reads."""
    a, n = model.lowered.arrays, len(model.bodies)
    closures = Closures(a)
    pairs = []
    for kind, k, component, closure in targets(a, closures):
        if kind == STATE_RATE:
            on = [n + 1 + a["block_first"][k, 1] + component]
        else:
            frames = a["applied_frame"][[k]] if kind == APPLIED else a["measure_frames"][a["effort_measure"][k]]
            on = a["frame_body"][frames]
        nodes = np.array([i for i in closures.nodes[closure] if i >= 0], np.int64)
        reads = nodes[np.isin(a["tape_op"][nodes], (ops.MEASURE, ops.RATE))]
        measures = a["tape_args"][a["tape_start"][reads]]
        read = np.unique(a["frame_body"][a["measure_frames"][measures]])
        pairs += [(i, j) for i in on for j in read]
    for k, frames in enumerate(a["law_frames"]):
        states = n + 1 + np.arange(a["law_z_start"][k], a["law_z_start"][k + 1])
        pairs += [(z, j) for z in states for j in a["frame_body"][frames]]
    return np.array(pairs, np.int64).reshape(-1, 2)


def independent_groups(pattern: Any) -> list[np.ndarray]:
    """Return the columns in groups in which no two share a row, the busiest first."""
    touching = (pattern.T @ pattern).tocsr()
    order = np.argsort(-np.diff(touching.indptr), kind="stable")
    colour = np.full(pattern.shape[1], -1)
    for k in order.tolist():
        taken = set(colour[touching.indices[touching.indptr[k] : touching.indptr[k + 1]]].tolist())
        colour[k] = next(c for c in range(len(taken) + 1) if c not in taken)
    return [np.flatnonzero(colour == c) for c in range(colour.max(initial=-1) + 1)]


@once_per_model
def couplings(model: Model) -> Couplings:
    """Return the couplings of the bodies of a model."""
    return Couplings(model)


def sparse_jacobians(there: Directional) -> SparseJacobians:
    """Return the derivatives at an evaluation of a Cartesian model with v = 0."""
    e = there.base
    model = e.model
    read = _Reading(there, model)
    by_q, by_v, by_vdot = (_compressed(read, couplings(model), word) for word in ("q", "v", "vdot"))
    nv, nz = model.nv, model.nz
    by_z = np.array([read.tangent(z=x) for x in np.eye(nz)]).reshape(nz, nv + nz).T
    jacobians = SparseJacobians(
        M=by_vdot[:nv], C=by_v[:nv], K=by_q[:nv], F_z=sparse.csr_array(by_z[:nv]), Phi_v=row_gradients(e),
        zdot_q=by_q[nv:], zdot_v=by_v[nv:], zdot_z=sparse.csr_array(by_z[nv:]),
    )  # fmt: skip
    _require_complete(read, jacobians)
    return jacobians


class _Reading:
    """Derivatives of F and zdot along changes."""

    def __init__(self, there: Directional, model: Model):
        a = model.lowered.arrays
        self.there, self.width = there, model.nv // max(1, len(model.bodies))
        self.row = np.repeat(np.arange(model.n_rows), np.diff(a["row_start"]))
        self.measure, self.ends = a["term_measure"], a["frame_body"][a["measure_frames"][a["term_measure"]]]

    def tangent(self, **parts: np.ndarray) -> np.ndarray:
        change: Change = self.there.change(**parts)
        return self.there.tangent(self._read, change)

    def _read(self, sample: Sample) -> np.ndarray:
        e, (vdot, lam) = sample.e, sample.motion
        model, w = e.model, e.w
        tau = np.zeros(model.nv, model.dtype)
        motion_forces(model.ints, model.floats, e.work, vdot.astype(model.dtype), tau)
        load = (lam * w.active)[self.row] * e.m.term_coef
        wrench = np.zeros_like(w.wrench)
        for half in range(2):
            np.add.at(wrench, self.ends[:, half], load[:, None] * w.measure_G[self.measure, 6 * half : 6 * half + 6])
        carried = np.einsum("bci,bi->bc", w.S.reshape(-1, self.width, 6), wrench[1:]).ravel()
        return np.concatenate((tau + carried, w.zdot))


def _compressed(read: _Reading, couplings: Couplings, word: str) -> Any:
    """Return derivatives with respect to all positions or all velocities, shape (nv + nz, nv)."""
    width, nv = read.width, read.there.base.model.nv
    n, nz = nv // max(width, 1), read.there.base.model.nz
    rows, columns, values = [], [], []
    colour = np.zeros(n, np.int64)
    for c, group in enumerate(couplings.groups):
        colour[group] = c
    body = couplings.on < n
    for c, group in enumerate(couplings.groups):
        mine = colour[couplings.by] == c
        on, by = couplings.on[mine & body], couplings.by[mine & body]
        state, of = couplings.on[mine & ~body] - n, couplings.by[mine & ~body]
        for k in range(width):
            x = np.zeros(nv)
            x[group * width + k] = 1.0
            y = read.tangent(**{word: x})
            rows += [(on[:, None] * width + np.arange(width)).ravel(), nv + state]
            columns += [np.repeat(by * width + k, width), of * width + k]
            values += [y[:nv].reshape(n, width)[on].ravel(), y[nv:][state]]
    at = (np.concatenate(rows), np.concatenate(columns)) if rows else (np.zeros(0, int), np.zeros(0, int))
    matrix = sparse.csr_array((np.concatenate(values) if values else np.zeros(0), at), shape=(nv + nz, nv))
    matrix.eliminate_zeros()
    return matrix


def _require_complete(read: _Reading, jacobians: SparseJacobians) -> None:
    """Raise an error if a derivative along one direction of all coordinates differs from that of the matrices."""
    model = read.there.base.model
    x = 1.0 + 0.5 * np.cos(1.0 + np.arange(model.nv))
    for word, top, rest in (("q", jacobians.K, jacobians.zdot_q), ("v", jacobians.C, jacobians.zdot_v)):
        A = sparse.vstack([top, rest])
        off = np.abs(read.tangent(**{word: x}) - A @ x)
        if (off > SAME * (abs(A) @ x + np.abs(A.data).max(initial=0.0))).any():
            raise AnalysisError(
                "modes: a force depends on a body that it is not known to depend on; use linearize(model, state).modes()"
            )


def body_gradients(e: Evaluation, bodies: np.ndarray, G: np.ndarray) -> Any:
    """Return sparse gradients of measures with bodies (k, 2) and G (k, 12) in Cartesian coordinates, shape (k, nv)."""
    width = e.model.nv // max(1, len(e.model.bodies))
    S = e.w.S.reshape(-1, width, 6)
    rows, columns, values = [], [], []
    for half in range(2):
        k = np.flatnonzero(bodies[:, half] > 0)
        b = bodies[k, half] - 1
        rows.append(np.repeat(k, width))
        columns.append((b[:, None] * width + np.arange(width)).ravel())
        values.append(np.einsum("kci,ki->kc", S[b], G[k, 6 * half : 6 * half + 6]).ravel())
    at = np.concatenate(rows), np.concatenate(columns)
    return sparse.csr_array((np.concatenate(values), at), shape=(len(bodies), e.model.nv))


def probe_gradients(probe: Probe, e: Evaluation) -> Any:
    """Return `probe.jacobian` as a sparse matrix in Cartesian coordinates, after `read`."""
    return body_gradients(e, probe.body[probe.frames], probe.gradients)


def row_gradients(e: Evaluation) -> Any:
    """Return Phi_v, sparse, in Cartesian coordinates."""
    m = e.m
    each = body_gradients(e, m.frame_body[m.measure_frames], e.w.measure_G)
    row = np.repeat(np.arange(e.model.n_rows), np.diff(m.row_start))
    terms = sparse.csr_array((m.term_coef, (row, m.term_measure)), shape=(e.model.n_rows, each.shape[0]))
    return (terms @ each).tocsr()
