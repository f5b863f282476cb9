"""Sweeps by threads, processes, executors and a cluster: equal bits, and nothing lost when workers or the caller are killed."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.design.sweeps import gather as gathering
from linkwork.analyses.design.sweeps import parts, pools, sweep
from linkwork.analyses.design.sweeps.processes import Processes, WorkerDied
from linkwork.analyses.design.sweeps.progress import SweepProgress
from linkwork.analyses.design.sweeps.question import answer_batch
from linkwork.model.errors import AnalysisError, QuestionError
from linkwork.numerics.jit import JIT_DISABLED
from tests.analyses.design.sweeps.questions import CASE, RANGES, TONE, Deadly, four_bar, oscillator, same

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="many motions")
DESIGNS = lw.spread(RANGES, 24, seed=5)
ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def alone():
    return lw.sweep(four_bar(), CASE, DESIGNS, on=1)


@pytest.fixture(scope="module")
def processes():
    with Processes(2) as pool:
        yield pool


def test_threads_processes_and_executors_give_the_same_bits(alone, processes, monkeypatch):
    monkeypatch.setattr(pools, "HEAVY", 0.0)
    threads = lw.sweep(four_bar(), CASE, DESIGNS, on=2, batch=3)
    same(threads, alone)
    same(lw.sweep(four_bar(), CASE, DESIGNS, on=processes, batch=3), alone)
    with ThreadPoolExecutor(2) as pool:
        same(lw.sweep(four_bar(), CASE, DESIGNS, on=pool), alone)
        assert pool.submit(int, "3").result() == 3  # it is the caller's and stays open


def test_much_work_is_done_by_processes_and_long_designs_by_threads_and_the_rest_here(monkeypatch):
    opened = []
    for kind in ("Processes", "ThreadPoolExecutor", "Here"):
        made = getattr(pools, kind)
        monkeypatch.setattr(pools, kind, lambda *a, kind=kind, made=made, **k: opened.append(kind) or made(*a, **k))
    model = oscillator()
    for seconds, each, kind in ((1e6, 1e-3, "Processes"), (1.0, 0.5, "ThreadPoolExecutor"), (1.0, 1e-3, "Here")):
        with pools.opened(2, model, seconds, each) as pool:
            assert opened == [kind] and pool.workers() == (1 if kind == "Here" else 2)
        opened.clear()
    with pools.opened(1, model, 1e6, 1e6):
        assert opened.pop() == "Here"
    block = lw.Block("g", outputs=["y"], function="__main__:gain")
    m = model.mechanism()
    monkeypatch.setattr(sys.modules["__main__"], "gain", gain, raising=False)
    with pools.opened(2, lw.compile(m.add(block)), 1e6, 1.0):
        assert opened.pop() == "ThreadPoolExecutor"  # other processes do not know the functions of a script


def gain(t, u, x, p, y, xdot):
    y[0] = t


def test_the_first_design_is_answered_in_this_process(alone):
    seen = []

    class Here(ThreadPoolExecutor):
        def submit(self, fn, *args):
            seen.append(args[-1])
            return super().submit(fn, *args)

    with Here(1) as pool:
        same(lw.sweep(four_bar(), CASE, DESIGNS, on=pool, batch=10), alone)
    assert [len(designs) for designs in seen] == [10, 10, 3]


# workers that are lost


def test_a_batch_that_ends_its_process_is_split_until_the_design_is_found(processes):
    designs, answers = [(float(k),) for k in range(4)], {}
    question = Deadly(deadly=(1.0,))

    def arrived(batch, given):
        answers.update(zip(batch, given, strict=True))

    pool = pools.Pool(processes, lambda: 2)
    gathering.gather(pool, question, gathering.batches_of(designs, 4), 1, arrived)
    assert sorted(answers) == designs
    assert "SIGKILL" in answers[1.0,].failed and not any(answers[float(k),].failed for k in (0, 2, 3))
    assert [answers[float(k),].outputs for k in (0, 2, 3)] == [(0.0,), (4.0,), (9.0,)]


def test_errors_around_a_batch_end_the_sweep_after_some_tries(processes, alone):
    tries = []

    class Unreliable(ThreadPoolExecutor):
        def submit(self, fn, *args):
            tries.append(1)
            return super().submit(fn, *args) if len(tries) % 2 == 0 else super().submit(missing)

    with Unreliable(1) as pool:
        same(lw.sweep(four_bar(), CASE, DESIGNS, on=pool, batch=8), alone)
    assert len(tries) == 6
    tries.clear()
    with Unreliable(1) as pool, pytest.raises(AnalysisError, match="8 designs could not be answered: no such thing"):
        lw.sweep(four_bar(), CASE, DESIGNS, on=pool, batch=8, retries=0)


def missing():
    raise ImportError("no such thing")


def test_a_broken_executor_is_named_with_the_remedy(monkeypatch):
    from concurrent.futures.process import BrokenProcessPool

    class Broken(ThreadPoolExecutor):
        def submit(self, fn, *args):
            return super().submit(broken)

    def broken():
        raise BrokenProcessPool("a process died")

    with Broken(1) as pool, pytest.raises(AnalysisError, match="executor is broken .* on=None or a number of workers"):
        lw.sweep(oscillator(), TONE, [{"k": 1.0}, {"k": 2.0}], on=pool, batch=1)


def test_a_worker_with_another_version_is_refused():
    with pytest.raises(QuestionError, match=r"a worker has linkwork .*, and the sweep was asked with linkwork 0\.0\.9"):
        answer_batch(b"", "0.0.9", [])


def test_processes_answer_raise_and_are_replaced():
    with Processes(1) as pool:
        assert pool.submit(sum, [1, 2]).result() == 3
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result()
        pool.submit(print, "what a task prints goes to stderr").result()
        (first,) = pool.numbers
        with pytest.raises(WorkerDied, match="SIGKILL"):
            pool.submit(os.kill, first, signal.SIGKILL).result()
        assert pool.submit(os.getpid).result() == pool.numbers[0] != first


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills processes")
@pytest.mark.parametrize("on", ["1", "Processes(2)"])
def test_a_caller_that_is_killed_loses_nothing_and_goes_on(on, tmp_path, alone):
    """It is killed when it has written three parts; the next one answers the designs that are missing, and no more."""
    program = f"""
        import os, signal
        import linkwork as lw
        from linkwork.analyses.design.sweeps import parts
        from linkwork.analyses.design.sweeps.processes import Processes
        from tests.analyses.design.sweeps.questions import CASE, RANGES, four_bar

        write, count = parts.Parts.write, []

        def killed(self, designs, answers):
            write(self, designs, answers)
            count.append(1)
            if len(count) == 3:
                os.kill(os.getpid(), signal.SIGKILL)

        parts.Parts.write = killed
        lw.sweep(four_bar(), CASE, lw.spread(RANGES, 24, seed=5), on={on}, batch=2, file={str(tmp_path / "s")!r})
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], env=environment, cwd=tmp_path, timeout=1200)
    assert done.returncode == -signal.SIGKILL
    assert len(list((tmp_path / "s").glob("part-*.json"))) == 3
    known = parts.Parts(sweep.read_question(four_bar(), CASE, DESIGNS, (), tmp_path / "s")[0]).known
    assert len(known) == 1 + 2 + 2
    result = lw.sweep(four_bar(), CASE, DESIGNS, on=1, batch=50, file=tmp_path / "s")
    same(result, alone)
    assert len(list((tmp_path / "s").glob("part-*.json"))) == 3 + 2


def test_an_interrupted_sweep_ends_its_threads_and_processes(monkeypatch):
    def interrupted(self, designs, answers):
        if len(designs) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(parts.Parts, "write", interrupted)
    monkeypatch.setattr(pools, "HEAVY", 0.0)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        lw.sweep(oscillator(), TONE, lw.spread({"k": (1, 2)}, 200), on=2, batch=2)
    assert threading.active_count() == before
    with Processes(2) as pool, pytest.raises(KeyboardInterrupt):
        lw.sweep(oscillator(), TONE, lw.spread({"k": (1, 2)}, 200), on=pool, batch=2)
    assert pool.numbers == [] and threading.active_count() == before


# a cluster


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", silence_logs=50
        ) as local,
    ):
        yield local


def test_a_cluster_whose_worker_is_killed_half_way_loses_nothing(cluster, alone, tmp_path, monkeypatch):
    write, written, killed = parts.Parts.write, [], []

    def kill(self, designs, answers):
        write(self, designs, answers)
        written.extend(designs)
        if len(written) >= len(DESIGNS) // 2 and not killed:
            worker = next(iter(cluster.workers.values()))
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    monkeypatch.setattr(parts.Parts, "write", kill)
    from distributed import Client

    with Client(cluster) as client:
        result = lw.sweep(four_bar(), CASE, DESIGNS, on=client, batch=2, file=tmp_path / "s", quiet=True)
        assert client.status == "running"  # it is the caller's and stays open
    assert killed and len(written) == len(DESIGNS)
    same(result, alone)
    monkeypatch.undo()
    same(lw.sweep(four_bar(), CASE, DESIGNS, on=1, file=tmp_path / "s"), alone)


def test_a_design_that_ends_the_workers_of_a_cluster_is_found(cluster):
    from distributed import Client

    answers = {}
    with Client(cluster) as client:
        batches = gathering.batches_of([(float(k),) for k in range(4)], 4)
        pool, question = pools._dask(client), Deadly(deadly=(1.0,))
        gathering.gather(pool, question, batches, 1, lambda designs, given: answers.update(zip(designs, given)))
    assert "ended its process" in answers[1.0,].failed
    assert [answers[float(k),].outputs for k in (0, 2, 3)] == [(0.0,), (4.0,), (9.0,)]


class Crowded(Executor):
    """Answers all that has been handed out together, and loses all of it if a deadly design is among it."""

    def __init__(self):
        self.handed = []

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.handed.append((future, fn, args))
        threading.Timer(0.01, self.settle).start()
        return future

    def settle(self):
        handed, self.handed = self.handed, []
        lost = any((1.0,) in designs for _, _, (_, _, designs) in handed)
        for future, fn, args in handed:
            future.set_exception(WorkerDied("a worker died")) if lost else future.set_result(fn(*args))


def test_designs_that_are_lost_beside_a_deadly_one_are_not_blamed():
    answers = {}
    pool = pools.Pool(Crowded(), lambda: 2, sends=lambda question: question, isolated=False)
    batches = gathering.batches_of([(float(k),) for k in range(4)], 1)
    gathering.gather(pool, Deadly((1.0,)), batches, 1, lambda designs, given: answers.update(zip(designs, given)))
    assert "ended its process" in answers[1.0,].failed
    assert [answers[float(k),].outputs for k in (0, 2, 3)] == [(0.0,), (4.0,), (9.0,)]


def test_a_cluster_is_reached_by_its_address_and_failures_come_back(cluster):
    designs = [{"L2": 2.0}, {"L2": 2.1}, {"L2": 50.0}]
    result = lw.sweep(four_bar(), CASE.changed(start={}), designs, on=cluster.scheduler_address)
    here = lw.sweep(four_bar(), CASE.changed(start={}), designs, on=1)
    same(result, here)
    assert [number for number, _ in result.failed] == [2]


def test_a_scheduler_that_is_not_there_is_named(monkeypatch):
    import dask

    pytest.importorskip("distributed")
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(AnalysisError, match="there is no dask scheduler at tcp://127.0.0.1:1 .* dask scheduler"),
    ):
        lw.sweep(oscillator(), TONE, [{"k": 1.0}, {"k": 2.0}], on="tcp://127.0.0.1:1", batch=1)


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r'pip install "linkwork\[cluster\]"'):
        lw.sweep(oscillator(), TONE, [{"k": 1.0}, {"k": 2.0}], on="tcp://127.0.0.1:8786", batch=1)


# progress


def test_progress_names_designs_failures_and_the_time_left(monkeypatch):
    from linkwork.analyses.design.sweeps import progress as module

    lines, now = [], [0.0]
    monkeypatch.setattr(module.time, "perf_counter", lambda: now[0])
    progress = SweepProgress(1000, known=200, quiet=False)
    progress.silent = False
    progress._write = lines.append
    with progress:
        now[0] = 1.0
        progress.update(300, 0)  # within the first two seconds nothing is shown
        assert not lines
        now[0] = 10.0
        progress.update(600, 3)
    assert lines[0].strip() == "sweeping: 600 of 1000 designs, 3 failed, 10 s left" and lines[-1].isspace()


def test_batches_take_about_a_second_and_every_worker_gets_several():
    assert sweep._size(0.01, 100_000, 2) == 100
    assert sweep._size(0.01, 100, 2) == 13  # eight batches for two workers
    assert sweep._size(5.0, 1000, 2) == 1
    assert np.ceil(1000 / sweep._size(1e-4, 1000, 2)) == 8
