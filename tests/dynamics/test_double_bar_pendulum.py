"""park-2000 4.1 at t = 0 in Cartesian coordinates (n = 6, m = 4), against independent numbers."""

from __future__ import annotations

from math import cos, sin

import numpy as np
import pytest

from linkwork.dynamics import status
from tests.dynamics.dense_problems import FORMULATIONS, Problem, solve


@pytest.mark.purepython
@pytest.mark.parametrize("name", FORMULATIONS)
def test_accelerations_and_multipliers(name):
    a, b = 0.524, 0.785
    problem = Problem(
        M=np.diag([5.0, 5.0, 10.0, 7.0, 7.0, 20.0]),
        Qh=np.array([0.0, 0.0, 10.0, 8.0, 7.0, 7 * cos(b) - 8 * sin(b)]),
        Phi_v=np.array(
            [
                [1.0, 0.0, sin(a), 0.0, 0.0, 0.0],
                [0.0, 1.0, -cos(a), 0.0, 0.0, 0.0],
                [-1.0, 0.0, sin(a), 1.0, 0.0, sin(b)],
                [0.0, -1.0, -cos(a), 0.0, 1.0, -cos(b)],
            ]
        ),
        gamma=np.zeros(4),
        row_scale=np.ones(4),
        independent=np.arange(4),
    )
    answer = solve(name, problem)
    assert answer.status == status.OK
    np.testing.assert_allclose(answer.vdot[[2, 5]], [0.409125640228, -0.257020026879], atol=1e-11)
    np.testing.assert_allclose(answer.lam, [10.617716703, 1.542299884, 9.594191889, 3.313455352], atol=1e-8)
