"""Classical Runge–Kutta with a fixed step: order, steps, breaks, replay, and a kernel cached for all problems."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from linkwork.integrators import contract
from linkwork.integrators.methods import runge_kutta
from linkwork.integrators.state import EVERY_STEP, RUNGE_KUTTA_4, STATUS
from tests.integrators import contract_problems as problems
from tests.integrators.contract_problems import Run


def run_rk4(*arguments, **choices):
    return Run(runge_kutta, *arguments, method=RUNGE_KUTTA_4, **choices)


def test_order_four_at_steps_and_between():
    errors = []
    for h in (0.1, 0.05):
        run = run_rk4(problems.oscillator, [1.0, 0.0], 20.0, h=h, times=np.linspace(0, 20, 334))
        errors.append(abs(run.y[:, 0] - np.cos(run.t)).max())
        assert run.evaluations == 4 * run.steps + 1
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4, abs=0.2)


@pytest.mark.purepython
def test_steps_lie_on_a_grid_that_begins_anew_at_breaks():
    run = run_rk4(problems.switched, [0.0, 0.0], 1.0, h=0.1, breaks=[1 / 3], output=EVERY_STEP, buffer=3)
    assert run.t == pytest.approx([0, 0.1, 0.2, 0.3, *(1 / 3 + 0.1 * np.arange(7)), 1.0], abs=1e-15)
    assert run.final == pytest.approx([2 / 3, np.sin(1.0)], abs=1e-6)


def test_ten_steps_of_a_tenth_end_at_one():
    run = run_rk4(problems.decay, [1.0], 1.0, h=0.1)
    assert run.steps == 10 and run.final == pytest.approx([2 * np.exp(-1.0)], abs=1e-6)


def test_replay_repeats_the_run_bit_by_bit():
    choices = {"h": 0.01, "project": problems.onto_circle, "breaks": [0.705], "times": np.linspace(0, 3, 50)}
    run = run_rk4(problems.pendulum, [1.0, 0, 0, 0], 3.0, record=999, **choices)
    again = run_rk4(problems.pendulum, [1.0, 0, 0, 0], 3.0, entry="replay", given=run.record, **choices)
    assert again.code == contract.DONE
    assert np.array_equal(again.y, run.y) and np.array_equal(again.final, run.final)


@pytest.mark.parametrize(("silent", "status"), [(0, 7), (1, runge_kutta.NOT_FINITE)])
def test_a_failure_ends_the_run(silent, status):
    run = run_rk4(problems.fails_beyond, [0.0], 2.0, h=0.1, floats=[1.05], ints=[silent])
    assert run.code == contract.EVALUATION_FAILED and run.s.count[STATUS] == status


def test_a_million_steps_keep_their_memory():
    run = run_rk4(problems.oscillator, [1.0, 0.0], 1e3, h=1e-3, budget=100_000)
    assert run.steps == 1_000_000 and run.calls == 40
    assert abs(run.final - [np.cos(1e3), -np.sin(1e3)]).max() < 1e-9


ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from tests.integrators import contract_problems as problems
from linkwork.integrators.methods import runge_kutta
problems.Run(runge_kutta, getattr(problems, sys.argv[1]), [1.0, 0.0], 1.0, h=0.1, method=3)
hits, misses = runge_kutta.run.stats.cache_hits, runge_kutta.run.stats.cache_misses
print(sum(hits.values()), sum(misses.values()))
"""


def test_an_entry_is_compiled_once_for_all_problems_and_processes():
    """The first process finds it compiled, or compiles it; the second, with another problem, finds it."""
    variables = {**os.environ, "LINKWORK_QUIET": "1", "NUMBA_DISABLE_JIT": "0"}
    answers = []
    for name in ("oscillator", "lotka_volterra"):
        command = [sys.executable, "-c", PROGRAM, name]
        answers.append(
            subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True).stdout.split()
        )
    assert answers[0] in (["0", "1"], ["1", "0"])
    assert answers[1] == ["1", "0"]
