"""Time per evaluation of every dense formulation, inside a compiled loop.

    python benchmarks/bench_dense_formulations.py

The sizes are those of park-2000's examples in Cartesian coordinates: 4.1 (6, 4), 4.2 (9, 8), 4.3 (18, 17).
Jacobians have the sparsity of joints in a chain: a row touches two bodies. Ratios are to PartialVelocity without
multipliers, and PartialVelocity must be below CoordinatePartitioning with or without them.
"""

from __future__ import annotations

import time

import numba
import numpy as np

from linkwork.dynamics.formulations import (
    augmented,
    coordinate_partitioning,
    kane_multipliers,
    null_space,
    partial_velocity,
)
from linkwork.dynamics.formulations.partition import CHOOSE, FORM, MODE, RETAIN

SIGNATURE = numba.int64(
    numba.float64[:, ::1], numba.float64[::1], numba.float64[:, ::1], *[numba.float64[::1]] * 6, numba.int64[::1]
)
CASES = [
    ("PartialVelocity, no multipliers", partial_velocity, "accelerations", 0, False),
    ("PartialVelocity", partial_velocity, "accelerations", 0, True),
    ("PartialVelocity, partition retained", partial_velocity, "accelerations", 0, True),
    ("CoordinatePartitioning", coordinate_partitioning, "accelerations", 0, True),
    ("CoordinatePartitioning, partition retained", coordinate_partitioning, "accelerations", 0, True),
    ("Augmented", augmented, "accelerations", 0, True),
    ("NullSpace lu", null_space, "accelerations", null_space.LU, True),
    ("NullSpace qr", null_space, "accelerations", null_space.QR, True),
    ("NullSpace svd", null_space, "accelerations", null_space.SVD, True),
    ("NullSpace zero-eigenvalue", null_space, "accelerations", null_space.ZERO_EIGENVALUE, True),
    ("KaneMultipliers, multipliers solved for", kane_multipliers, "accelerations", 0, True),
    ("KaneMultipliers, eliminated", kane_multipliers, "accelerations", kane_multipliers.ELIMINATED, True),
]


@numba.njit(nogil=True)
def repeat(function, count, M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch):
    status = 0
    for _ in range(count):
        status += function(M, Qh, Phi_v, gamma, row_scale, params, vdot, lam, scratch, iscratch)
    return status


def chain_problem(n, m, per_body, seed=0):
    """Block-diagonal mass, m rows in order along a chain of bodies closed on the ground."""
    rng = np.random.default_rng(seed)
    bodies = n // per_body
    M, Phi_v = np.zeros((n, n)), np.zeros((m, n))
    for b in range(bodies):
        A = rng.normal(size=(per_body, per_body))
        at = slice(b * per_body, (b + 1) * per_body)
        M[at, at] = A @ A.T + np.eye(per_body)
    for r in range(m):
        joint = r * (bodies + 1) // m if m > bodies * (per_body - 1) else r * bodies // m
        for b in (joint - 1, joint):
            if 0 <= b < bodies:
                Phi_v[r, b * per_body : (b + 1) * per_body] = rng.normal(size=per_body)
    return M, rng.normal(size=n), Phi_v, rng.normal(size=m), np.ones(m)


def prepare(module, kernel, problem, option, with_lam, keep):
    """Arguments of one kernel; the first calls choose the partition that others keep."""
    n, m = problem[0].shape[0], problem[2].shape[0]
    floats, ints = module.scratch_sizes(n, m)
    outputs = np.empty(n), np.empty(m if with_lam else 0), np.empty(floats), np.zeros(ints, np.int64)
    outputs[3][[FORM, MODE]] = option, RETAIN if keep else CHOOSE
    arguments = (*problem, np.zeros(0), *outputs)
    kernel.compile(SIGNATURE)
    assert repeat(kernel, 10, *arguments) == 0
    return arguments


def measure(n, m, per_body, rounds=40, count=1000):
    """Seconds per evaluation by name: the best of many short rounds, taken in turns."""
    problem = chain_problem(n, m, per_body)
    kernels = {name: getattr(module, kernel) for name, module, kernel, _, _ in CASES}
    ready = {
        name: prepare(module, kernels[name], problem, option, with_lam, name.endswith("retained"))
        for name, module, _, option, with_lam in CASES
    }
    best = dict.fromkeys(ready, np.inf)
    for _ in range(rounds):
        for name, arguments in ready.items():
            start = time.perf_counter()
            repeat(kernels[name], count, *arguments)
            best[name] = min(best[name], (time.perf_counter() - start) / count)
    return best


def main():
    for n, m, per_body in [(6, 4, 3), (9, 8, 3), (18, 17, 6)]:
        times = measure(n, m, per_body)
        base = times["PartialVelocity, no multipliers"]
        print(f"n = {n}, m = {m}")
        for name, t in times.items():
            print(f"  {name:34s}{t * 1e6:9.3f} µs   {t / base:6.2f}")


if __name__ == "__main__":
    main()
