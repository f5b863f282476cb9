"""The partition: recorded, retained for other positions, refused when stale; and the null-space bases."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.dynamics import status
from linkwork.dynamics.formulations import baumgarte
from linkwork.dynamics.formulations.partition import (
    CHOICES,
    FORM,
    MODE,
    ORDERS,
    RANK,
    RETAIN,
    RETAIN_CHECKED,
    partition_sizes,
)
from tests.dynamics.dense_problems import FORMULATIONS, arrays, random_problem, reference, solve

BASES = [name for name in FORMULATIONS if name.startswith("null_space")]
KEEPING = [name for name in FORMULATIONS if name not in ("augmented", "baumgarte")]
KEPT, CHECKED = RETAIN, RETAIN_CHECKED


def basis_of(scratch, iscratch, n, m):
    """The basis (n - r, n), by rows, that the last call of a null-space formulation left in scratch."""
    floats, _ = partition_sizes(n, m)
    free = n - int(iscratch[RANK])
    return scratch[floats : floats + free * n].reshape(free, n)


def orders(outputs, n, m):
    iscratch = outputs[3]
    return int(iscratch[0]), iscratch[ORDERS : ORDERS + m], iscratch[ORDERS + m : ORDERS + m + n]


class Run:
    """A formulation called again and again, as a simulation does: the partition is in its scratch."""

    def __init__(self, name, problem):
        module, self.kernel, option = FORMULATIONS[name]
        self.option, self.problem = option, problem
        inputs, self.outputs = arrays(module, problem, option)
        self.inputs = inputs[:-1]
        self.outputs[3][:] = 0

    def __call__(self, mode):
        self.outputs[3][[FORM, MODE]] = self.option, mode
        return self.kernel(*self.inputs, np.zeros(0), *self.outputs)

    @property
    def choices(self):
        return int(self.outputs[3][CHOICES])

    def assert_right(self):
        vdot, lam = reference(self.problem)
        np.testing.assert_allclose(self.outputs[0], vdot, rtol=0, atol=1e-10 * np.abs(vdot).max())
        np.testing.assert_allclose(self.outputs[1], lam, rtol=0, atol=1e-10 * np.abs(lam).max())


@pytest.mark.purepython
@pytest.mark.parametrize("name", KEEPING)
@pytest.mark.parametrize("copies", [0, 3])
def test_partition_is_kept_at_a_neighbouring_position(name, copies):
    n, m = 9, 6 + copies
    problem = random_problem(1, n, 6, copies)
    run = Run(name, problem)
    assert run(CHECKED) == status.OK
    rank, rows, cols = orders(run.outputs, n, m)
    assert (rank, run.choices) == (6, 1)
    chosen = rows.copy(), cols.copy()
    rng = np.random.default_rng(2)
    problem.Phi_v[:] = problem.Phi_v @ (np.eye(n) + 0.01 * rng.normal(size=(n, n)))
    for mode in (KEPT, CHECKED):
        assert run(mode) == status.OK
        np.testing.assert_array_equal(rows, chosen[0])
        np.testing.assert_array_equal(cols, chosen[1])
        assert run.choices == 1
        run.assert_right()


@pytest.mark.parametrize("name", KEEPING)
def test_where_a_pivot_becomes_small_the_partition_is_chosen_anew(name):
    problem = random_problem(1, 9, 6, copies=2)
    run = Run(name, problem)
    assert run(CHECKED) == status.OK
    _, _, cols = orders(run.outputs, 9, 8)
    lost = int(cols[0])
    problem.Phi_v[:, lost] *= 1e-3  # a dependent coordinate that the rows hardly reach any more
    assert run(KEPT) == status.OK
    assert run.choices == 2
    rank, _, cols = orders(run.outputs, 9, 8)
    assert rank == 6
    assert lost in cols[rank:]
    run.assert_right()


@pytest.mark.parametrize("name", FORMULATIONS)
def test_a_row_that_became_independent_is_taken_in_on_the_constraints_only(name):
    """Off the constraints redundant rows seem independent: taking them in would lock an over-constrained mechanism."""
    problem = random_problem(1, 9, 6, copies=1)
    run = Run(name, problem)
    assert run(CHECKED) == status.OK
    (copy,) = set(range(7)) - set(problem.independent)
    problem.Phi_v[copy] += 1e-3 * np.arange(9)
    assert run(KEPT) == status.OK
    assert run.outputs[3][0] == 6
    assert run(CHECKED) == status.OK
    assert run.outputs[3][0] == 7
    problem.independent = np.arange(7)
    vdot, _ = reference(problem)
    np.testing.assert_allclose(run.outputs[0], vdot, rtol=0, atol=1e-8 * np.abs(vdot).max())


@pytest.mark.parametrize("name", FORMULATIONS)
@pytest.mark.parametrize("mode", [KEPT, CHECKED], ids=["stage", "step"])
def test_rows_that_stop_being_independent_are_said_to_drop_the_rank(name, mode):
    problem = random_problem(1, 9, 6)
    run = Run(name, problem)
    assert run(CHECKED) == status.OK
    saved = problem.Phi_v.copy()
    problem.Phi_v[4] = problem.Phi_v[0] + problem.Phi_v[2]
    assert run(mode) == status.RANK_DROPPED
    marked = np.flatnonzero(run.outputs[3][ORDERS + 6 + 9 : ORDERS + 6 + 9 + 6])
    assert set(marked) <= {0, 2, 4}
    assert len(marked) == 1
    problem.Phi_v[:] = saved  # beyond the singular position
    assert run(mode) == status.OK
    run.assert_right()


def test_independent_coordinates_are_the_heavy_ones():
    """A weightless pin joining two bodies: the lighter one depends."""
    M = np.diag([1e-3, 1e3])
    problem = random_problem(0, 2, 1)
    problem.M, problem.Phi_v = M, np.array([[1.0, -1.0]])
    run = Run("partial_velocity", problem)
    assert run(CHECKED) == status.OK
    assert list(orders(run.outputs, 2, 1)[2]) == [0, 1]


@pytest.mark.purepython
@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize(("n", "rank", "copies"), [(6, 4, 0), (9, 6, 4), (5, 0, 0), (12, 11, 1)])
def test_basis_spans_the_null_space(name, n, rank, copies):
    """B Z = 0 (kelly-1987 Eq. 10), and Z has n - r independent columns."""
    problem = random_problem(3, n, rank, copies)
    answer = solve(name, problem)
    Z = basis_of(answer.scratch, answer.iscratch, n, rank + copies)
    assert Z.shape == (n - rank, n)
    assert np.linalg.matrix_rank(Z) == n - rank
    bound = np.abs(problem.Phi_v) @ np.abs(Z.T)
    assert np.all(np.abs(problem.Phi_v @ Z.T) <= 1e-13 * bound + 1e-15)


@pytest.mark.parametrize("name", [b for b in BASES if not b.endswith("lu")])
def test_orthogonal_bases_are_orthonormal_in_weighted_coordinates(name):
    n, m = 9, 6
    answer = solve(name, random_problem(4, n, m))
    Dc = answer.scratch[m : m + n]
    Z = basis_of(answer.scratch, answer.iscratch, n, m) / Dc
    np.testing.assert_allclose(Z @ Z.T, np.eye(n - m), atol=1e-12)


def test_stabilized_gamma_is_equation_9():
    out = np.zeros(2)
    baumgarte.stabilized_gamma(np.array([1.0, 2.0]), np.array([0.1, 0.0]), np.array([0.2, 0.3]), 10.0, 5.0, out)
    np.testing.assert_allclose(out, [1 - 4 - 2.5, 2 - 6])
