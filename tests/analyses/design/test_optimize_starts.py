"""Starts of an optimization that are searched from at the same time have the result of one after the other."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.design.optimization import starts as at_once
from linkwork.analyses.design.sweeps.processes import Processes, WorkerDied
from linkwork.model.errors import QuestionError
from linkwork.numerics.jit import JIT_DISABLED
from tests.analyses.design.sweeps.questions import TONE, four_bar, oscillator

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="many motions")
VARY = {"k": (10, 200), "b.mass": (1, 8)}
ASK = {"minimize": "(tone.f - 0.7)**2 + 0.01*b.mass", "vary": VARY, "starts": 3, "seed": 3, "quiet": True}


@pytest.fixture(scope="module")
def alone():
    return lw.optimize(oscillator(), TONE, **ASK)


def same(a, b):
    assert a.parameters == b.parameters and a.objective == b.objective and a.starts == b.starts
    assert a.outputs == b.outputs and a.message == b.message and a.remarks == b.remarks
    assert {trial.number for trial in b.history} == set(range(len(b.history)))
    for one, other in zip(a.history, b.history, strict=True):
        assert (one.start, one.parameters, one.values) == (other.start, other.parameters, other.values)


@pytest.mark.parametrize("workers", [ThreadPoolExecutor, Processes])
def test_starts_at_the_same_time_give_the_same_bits(alone, workers):
    with workers(2) as pool:
        same(alone, lw.optimize(oscillator(), TONE, on=pool, **ASK))


def test_failed_starts_and_files_are_those_of_one_after_the_other(tmp_path):
    case = lw.Case("swing", duration=0.2, outputs={"load": "peak(D.force.y)"})
    ask = {"minimize": "swing.load", "vary": {"L2": (1.8, 30)}, "starts": 3, "iterations": 2, "quiet": True}
    alone = lw.optimize(four_bar(), case, **ask)
    assert any("its first design failed" in start.message for start in alone.starts)
    with Processes(2) as pool:
        same(alone, lw.optimize(four_bar(), case, on=pool, file=tmp_path / "search.json", **ask))
    stored = json.loads((tmp_path / "search.json").read_text())["trials"]
    assert len(stored) == len(alone.history)
    again = lw.optimize(four_bar(), case, file=tmp_path / "search.json", **ask)
    assert again.parameters == alone.parameters and len(again.history) == len(alone.history)


def test_a_start_whose_worker_is_lost_is_searched_from_again(alone):
    lost = []

    class Losing(ThreadPoolExecutor):
        def submit(self, fn, *args):
            if len(lost) < 3:
                lost.append(args[1])
                return super().submit(lose)
            return super().submit(fn, *args)

    with Losing(2) as pool:
        same(alone, lw.optimize(oscillator(), TONE, on=pool, **ASK))
    assert lost == [0, 1, 2]


def lose():
    raise WorkerDied("its process ended with signal SIGKILL")


def test_what_was_computed_before_ctrl_c_is_the_result(alone, monkeypatch):
    def wait(flying, **choices):
        if calls:
            raise KeyboardInterrupt
        calls.append(1)
        return real(flying, **choices)

    real, calls = at_once.wait, []
    monkeypatch.setattr(at_once, "wait", wait)
    with ThreadPoolExecutor(1) as pool:
        best = lw.optimize(oscillator(), TONE, on=pool, **ASK)
    assert best.starts[-1].message == "interrupted" and not best.starts[-1].success
    assert best.starts[0] == alone.starts[0] and np.isfinite(best.objective)


def test_a_wrong_place_is_named_with_other_mistakes():
    with pytest.raises(QuestionError) as error:
        lw.optimize(oscillator(), TONE, on="here", method="x", **ASK)
    assert "on: is None (all cores)" in str(error.value) and "method is one of" in str(error.value)
