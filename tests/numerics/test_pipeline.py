"""The pipeline prepares items in order, once each, on workspaces of their own, and reports their errors."""

import threading
import time

import pytest

from linkwork.numerics import pipeline as ahead


def test_items_come_in_order_each_prepared_once_on_its_bench():
    calls = []

    def prepare(item, workspace):
        time.sleep(1e-4 * (item * 7 % 5))  # they finish in another order
        calls.append(item)
        workspace["item"] = item

    for count in (1, 2, 3, 5):
        calls.clear()
        results = [
            (item, workspace["item"])
            for item, workspace in ahead.prepared(range(40), prepare, [{} for _ in range(count)])
        ]
        assert results == [(k, k) for k in range(40)] and sorted(calls) == list(range(40))
    assert list(ahead.prepared([], prepare, [{}, {}])) == []


def test_workspaces_are_filled_side_by_side():
    together = threading.Barrier(2, timeout=120)  # breaks unless both are there at the same time

    def prepare(item, workspace):
        if item in (1, 2):
            together.wait()

    assert [item for item, _ in ahead.prepared(range(4), prepare, [0, 1, 2])] == [0, 1, 2, 3]
    assert not together.broken


def test_two_workspaces_are_filled_one_after_the_other():
    left, busy = [], threading.Lock()

    def prepare(item, workspace):
        assert busy.acquire(blocking=False)
        time.sleep(1e-4 * (item % 3))
        left.append(item)
        busy.release()

    seen = [list(left[: item + 1]) for item, _ in ahead.prepared(range(40), prepare, [0, 1])]
    assert seen == [list(range(item + 1)) for item in range(40)]


def test_an_error_comes_where_its_item_would_and_nothing_is_left_running():
    def prepare(item, workspace):
        if item == 5:
            raise ValueError("item 5")

    seen = []
    with pytest.raises(ValueError, match="item 5"):
        seen.extend(item for item, _ in ahead.prepared(range(40), prepare, [0, 1, 2]))
    assert seen == [0, 1, 2, 3, 4]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("linkwork")]


def test_threads_follow_the_environment(monkeypatch):
    monkeypatch.setattr(ahead, "JIT_DISABLED", False)
    monkeypatch.setenv("LINKWORK_THREADS", "1")
    assert ahead.threads() == ahead.workspaces() == 1
    monkeypatch.setenv("LINKWORK_THREADS", "")
    assert 1 <= ahead.threads() <= ahead.MOST
    monkeypatch.setattr(ahead, "JIT_DISABLED", True)
    assert ahead.threads() == 1
