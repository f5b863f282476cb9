"""What cannot be solved is reported by a status, and the rows at fault are marked."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from linkwork.dynamics import status
from tests.dynamics.dense_problems import FORMULATIONS, arrays, random_problem, solve

every_formulation = pytest.mark.parametrize("name", FORMULATIONS)


@every_formulation
def test_two_drivers_of_different_acceleration_are_inconsistent(name):
    problem = random_problem(3, 6, 3, copies=0)
    problem.Phi_v = np.vstack([problem.Phi_v, problem.Phi_v[1]])
    problem.gamma = np.append(problem.gamma, problem.gamma[1] + 1e-3)
    problem.row_scale = np.append(problem.row_scale, 1.0)
    answer = solve(name, problem)
    assert answer.status == status.INCONSISTENT
    assert answer.iscratch[1] == 1
    assert set(answer.offenders) <= {1, 3}
    assert len(answer.offenders) == 1
    problem.gamma[3] = problem.gamma[1]
    assert solve(name, problem).status == status.OK


@every_formulation
def test_an_empty_row_that_asks_for_acceleration_is_inconsistent(name):
    problem = random_problem(4, 5, 2, zero_rows=1)
    empty = int(np.flatnonzero(np.all(problem.Phi_v == 0, axis=1))[0])
    problem.gamma[empty] = 0.5
    answer = solve(name, problem)
    assert answer.status == status.INCONSISTENT
    assert list(answer.offenders) == [empty]


def test_gamma_below_the_given_size_counts_as_nothing():
    """Noise of gamma alone, at rest: with params[2] the size of acceleration, it is no contradiction."""
    problem = random_problem(6, 6, 3, copies=2)
    problem.Qh[:] = 0
    problem.gamma = 1e-9 * np.random.default_rng(0).normal(size=5)
    module, kernel, _ = FORMULATIONS["partial_velocity"]
    inputs, outputs = arrays(module, problem)
    assert kernel(*inputs, *outputs) == status.INCONSISTENT
    assert kernel(*inputs[:-1], np.array([0.0, 0.0, 1.0]), *outputs) == status.OK


@every_formulation
def test_motion_without_mass_is_refused(name):
    problem = random_problem(5, 6, 2)
    problem.M[3] = problem.M[:, 3] = 0
    problem.Phi_v[:, 3] = 0
    assert solve(name, problem).status == status.SINGULAR_MASS


@every_formulation
@pytest.mark.parametrize("field", ["M", "Qh", "Phi_v", "gamma"])
def test_a_nan_never_passes(name, field):
    problem = random_problem(7, 6, 4)
    getattr(problem, field).flat[0] = np.nan
    assert solve(name, problem).status != status.OK


@every_formulation
def test_inputs_are_not_modified_and_answers_repeat_exactly(name):
    problem = random_problem(8, 9, 5, copies=2)
    module, kernel, option = FORMULATIONS[name]
    inputs, outputs = arrays(module, problem, option)
    before = [a.copy() for a in inputs]
    assert kernel(*inputs, *outputs) == status.OK
    first = outputs[0].copy(), outputs[1].copy()
    assert kernel(*inputs, *outputs) == status.OK  # with the scratch of the first call
    for a, b in zip(before, inputs, strict=True):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(first[0], outputs[0])
    np.testing.assert_array_equal(first[1], outputs[1])


@every_formulation
def test_scratch_sizes_are_enough(name):
    """Guards behind scratch and iscratch survive full-rank, redundant and m > n problems."""
    for n, rank, copies in [(6, 4, 0), (6, 4, 3), (4, 4, 4), (5, 0, 0)]:
        problem = random_problem(9, n, rank, copies)
        module, kernel, option = FORMULATIONS[name]
        inputs, (vdot, lam, scratch, iscratch) = arrays(module, problem, option)
        guarded = np.append(scratch, np.full(50, 3.25))
        assert kernel(*inputs, vdot, lam, guarded[:-50], iscratch) == status.OK
        assert np.all(guarded[-50:] == 3.25)


@every_formulation
def test_multipliers_can_be_left_out(name):
    problem = random_problem(10, 9, 5, copies=2)
    module, kernel, option = FORMULATIONS[name]
    inputs, (vdot, _, scratch, iscratch) = arrays(module, problem, option)
    assert kernel(*inputs, vdot, np.zeros(0), scratch, iscratch) == status.OK
    np.testing.assert_array_equal(vdot, solve(name, problem).vdot)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="needs compiled kernels")
def test_kernels_share_one_function_type():
    vector, matrix = numba.float64[::1], numba.float64[:, ::1]
    signature = numba.int64(matrix, vector, matrix, *[vector] * 6, numba.int64[::1])
    kinds = set()
    for _, kernel, _ in FORMULATIONS.values():
        kernel.compile(signature)
        kinds.add(kernel.overloads[signature.args].signature)
    assert kinds == {signature}


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="needs compiled kernels")
@every_formulation
def test_kernels_cannot_allocate(name):
    """Compiled without Numba's memory runtime, an allocation would not even compile."""
    assert FORMULATIONS[name][1].targetoptions["_nrt"] is False


def test_every_status_has_a_sentence():
    codes = [v for k, v in vars(status).items() if k.isupper() and isinstance(v, int)]
    assert sorted(status.MESSAGES) == sorted(codes)
