"""Accelerations of a state in 60 digits, and whether rounding of the equations leaves them determined."""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np

import linkwork as lw
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import body_accelerations

AGREE = 1e-8  # of the largest acceleration of a point
ROUNDING = (
    1e-15  # of the entries of the constraint Jacobian: what the reference is moved by to see how well it is determined
)
WELL = 1e-5  # smallest singular value of the scaled constraint Jacobian; below DEPENDENT a row depends on others
DEPENDENT = 1e-11
VANISHED = Decimal("1e-50")  # of the terms of a difference in 60 digits: what is left of terms that cancel


def independent_rows(e: Evaluation) -> np.ndarray | None:
    """Rows of the constraint Jacobian that span it; None near a singular position."""
    J = e.m.row_scale[:, None] * e.jacobian()
    J = J[:, : e.model.nv]
    if not J.size:
        return np.zeros(0, int)
    sizes = np.linalg.svd(J, compute_uv=False)
    relative = sizes / max(sizes[0], 1e-300)
    if ((relative > DEPENDENT) & (relative < WELL)).any():
        return None
    rank, chosen, left = int((relative >= WELL).sum()), [], J.copy()
    for _ in range(rank):
        r = int(np.argmax((left**2).sum(axis=1)))
        chosen.append(r)
        u = left[r] / np.linalg.norm(left[r])
        left = left - np.outer(left @ u, u)
    return np.array(sorted(chosen), int)


def rounding_of_inertias(e: Evaluation) -> np.ndarray:
    """Of every entry of the mass matrix, relative to the largest one of its body's mass or inertia tensor."""
    size = 1 if e.model.structure.plane else 3
    out = np.zeros_like(e.M)
    for k in range(0, e.model.nv, size):
        block = slice(k, k + size)
        out[block, block] = ROUNDING * np.abs(e.M[block, block]).max()
    return out


def exact(e: Evaluation, rows: np.ndarray, moved: np.random.Generator | None = None) -> np.ndarray | None:
    """vdot of the saddle point in 60 digits, its numbers moved by rounding if asked; None if it is singular."""
    M, Phi, Qh, gamma = e.M.copy(), e.Phi_v[rows].copy(), e.Qh.copy(), e.w.gamma[rows].copy()
    if moved is not None:
        inertias = rounding_of_inertias(e)
        M += np.tril(inertias * moved.uniform(-1, 1, M.shape)) + np.tril(inertias * moved.uniform(-1, 1, M.shape), -1).T
        Qh += (np.diag(inertias) + ROUNDING * np.abs(Qh)) * moved.uniform(-1, 1, Qh.shape)
        Phi += (
            (Phi != 0)
            * ROUNDING
            * np.abs(Phi).max(axis=1, keepdims=True, initial=0.0)
            * moved.uniform(-1, 1, Phi.shape)
        )
        gamma *= 1 + ROUNDING * moved.uniform(-1, 1, gamma.shape)
    n, m = e.model.nv, rows.size
    with localcontext() as context:
        context.prec = 60
        A = np.full((n + m, n + m + 1), Decimal(0), object)
        for i, j in np.argwhere(M):
            A[i, j] = Decimal(float(M[i, j]))
        for i, j in np.argwhere(Phi):
            A[n + i, j] = A[j, n + i] = Decimal(float(Phi[i, j]))
        A[:n, -1] = [Decimal(float(x)) for x in Qh]
        A[n:, -1] = [Decimal(float(x)) for x in gamma]
        return eliminated(A, n)


def eliminated(A: np.ndarray, n: int) -> np.ndarray | None:
    """The first n unknowns by elimination with the largest pivot of equilibrated rows and columns."""
    size = len(A)
    left = list(range(size))
    order: list[tuple[int, int]] = []
    columns = list(range(size))
    for _ in range(size):
        best, at = Decimal(0), None
        for i in left:
            row = [abs(A[i, j]) for j in columns]
            largest = max(row)
            if largest == 0:
                return None
            for j, x in zip(columns, row, strict=True):
                if x == 0:
                    continue
                height = max(abs(A[k, j]) for k in left)
                value = x * x / (largest * height)
                if value > best:
                    best, at = value, (i, j)
            if best > Decimal("0.01"):
                break
        if at is None:
            return None
        i, j = at
        pivot = A[i, j]
        left.remove(i)
        columns.remove(j)
        order.append(at)
        cells = [c for c in (*columns, size) if A[i, c] != 0]
        for k in left:
            if A[k, j] != 0:
                factor = A[k, j] / pivot
                for c in cells:
                    part = factor * A[i, c]
                    left_over = A[k, c] - part
                    A[k, c] = left_over if abs(left_over) > VANISHED * abs(part) else Decimal(0)
    x: list[Decimal] = [Decimal(0)] * size
    for i, j in reversed(order):
        x[j] = (A[i, size] - sum((A[i, c] * x[c] for c in range(size) if c != j and x[c] != 0), Decimal(0))) / A[i, j]
    return np.array([float(v) for v in x[:n]])


def felt(e: Evaluation) -> float:
    """The largest acceleration that the forces would give if nothing held the bodies: its rounding stays."""
    weight = np.diag(e.M)
    return float(np.abs(e.Qh[weight > 0] / weight[weight > 0]).max(initial=0.0))


def centripetal(e: Evaluation) -> float:
    """The acceleration of points that turn as fast as a body, a length of the mechanism away: joint coordinates show it."""
    turns, speeds = np.abs(e.w.V[:, :3]).max(initial=0.0), np.abs(e.w.V[:, 3:]).max(initial=0.0)
    return float(turns * max(turns * e.model.length, speeds))


class Reference:
    """Accelerations of all bodies in Cartesian coordinates, and by how much rounding of the equations changes them."""

    def __init__(self, model: lw.Model, state: lw.State):
        e = Evaluation(model, state)
        self.model, self.state, self.bodies, self.spread = model, state, None, np.inf
        rows = independent_rows(e)
        if rows is None:
            return
        vdot = exact(e, rows)
        other = exact(e, rows, np.random.default_rng(1))
        if vdot is None or other is None or not np.isfinite(vdot).all():
            return
        self.bodies = body_accelerations(model, state, vdot)
        self.spread = float(np.abs(body_accelerations(model, state, other) - self.bodies).max())
        self.size = max(1.0, float(np.abs(self.bodies).max()), centripetal(e), felt(e) * 1e-14 / AGREE)

    @property
    def determined(self) -> bool:
        return self.bodies is not None and self.spread < 1e-3 * AGREE * self.size

    def off(self, bodies: np.ndarray) -> float:
        return float(np.abs(bodies - self.bodies).max()) / self.size  # type: ignore[operator]
