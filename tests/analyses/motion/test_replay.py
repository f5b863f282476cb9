"""Accepted steps are recorded, saved and taken again; runs are the same in every process; memory does not grow."""

import multiprocessing
import pickle
import tracemalloc

import numpy as np
import pytest

import linkwork as lw

INTEGRATORS = [lw.DormandPrince(order=8), lw.DormandPrince(order=5), lw.Adams(), lw.RungeKutta4(0.01)]
INTEGRATORS += [lw.Radau(stages=3), lw.Radau(stages=5)]


def four_bar():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    return model, lw.assemble(model)


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=repr)
@pytest.mark.parametrize("mechanism", ["planar_four_bar", "spatial_four_bar", "double_bar_pendulum"])
def test_a_replay_is_bit_identical(integrator, mechanism):
    model = lw.compile(getattr(lw.library, mechanism)(**({"case": "II"} if mechanism == "planar_four_bar" else {})))
    state = lw.assemble(model)
    run = lw.simulate(model, state, 3.0, integrator=integrator)
    again = lw.simulate(model, state, 3.0, replay=run.record)
    np.testing.assert_array_equal(again.t, run.t)
    np.testing.assert_array_equal(again.q, run.q)
    np.testing.assert_array_equal(again.v, run.v)
    assert again.stats.rejected == 0


def test_the_record_says_what_the_steps_were():
    model, state = four_bar()
    run = lw.simulate(model, state, 10.0, rtol=1e-8, integrator=lw.Adams())
    record = run.record
    assert len(record) == run.stats.steps and record.method == "adams" and record.rtol == 1e-8
    np.testing.assert_array_equal(record.t[1:], record.t_new[:-1])
    np.testing.assert_array_equal(np.append(record.t[:1], record.t_new), run.t)
    assert record.order.max() > 5 and record.rejections.sum() == run.stats.rejected
    assert (record.projections >= 1).all() and (record.error <= 1).all() and (record.pivot > 0).all()


def test_a_replay_with_other_parameters_takes_the_same_steps():
    model, state = four_bar()
    run = lw.simulate(model, state, 2.0, rtol=1e-8)
    other = model.with_parameters({"link1.mass": 5.0001})
    again = lw.simulate(other, state, 2.0, replay=run.record)
    np.testing.assert_array_equal(again.t, run.t)
    assert 0 < np.abs(again.q[-1] - run.q[-1]).max() < 1e-3


def test_the_record_is_saved_with_the_run(tmp_path):
    model, state = four_bar()
    run = lw.simulate(model, state, 2.0, integrator=lw.Adams(), output=0.1, record=True)
    run.save(tmp_path / "run.nc")
    loaded = lw.Trajectory.load(tmp_path / "run.nc", model)
    for name in (
        "t",
        "t_new",
        "h",
        "order",
        "error",
        "projections",
        "rejections",
        "breaks",
        "expected",
        "pivot",
        "counts",
    ):
        np.testing.assert_array_equal(getattr(loaded.record, name), getattr(run.record, name))
    again = lw.simulate(model, state, 2.0, output=0.1, replay=loaded.record)
    np.testing.assert_array_equal(again.q, run.q)
    assert loaded.stats == run.stats and loaded.stats.violation == run.stats.violation


def test_a_record_that_does_not_fit_is_refused():
    model, state = four_bar()
    run = lw.simulate(model, state, 2.0, output=[2.0])
    assert run.record is None
    record = lw.simulate(model, state, 2.0).record
    with pytest.raises(ValueError, match=r"the record goes from 0 to 2 s, the run is to go from 0 to 3 s"):
        lw.simulate(model, state, 3.0, replay=record)
    with pytest.raises(ValueError, match="leave out integrator"):
        lw.simulate(model, state, 2.0, replay=record, integrator=lw.Adams())


def elsewhere(integrator):
    model = lw.compile(lw.library.n_four_bar(3))
    state = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))
    run = lw.simulate(model, state, 3.0, integrator=integrator, events=lw.Event("A0.angle.rate"))
    return run.t, run.q, run.v, [event.time for event in run.events]


def test_alone_and_in_parallel_processes_runs_are_bit_identical():
    choices = [None, lw.Adams()]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        parallel = pool.map(elsewhere, choices, chunksize=1)
    for choice, result in zip(choices, parallel, strict=True):
        for here, there in zip(elsewhere(choice), result, strict=True):
            np.testing.assert_array_equal(here, there)


def test_a_run_is_picklable():
    model, state = four_bar()
    run = lw.simulate(model, state, 1.0, events=lw.Event("A.angle.rate"))
    copy = pickle.loads(pickle.dumps(run))
    np.testing.assert_array_equal(copy["D.force"], run["D.force"])
    assert copy.stats.violation == run.stats.violation


def test_a_million_steps_take_no_more_memory_than_a_hundred_thousand():
    model = lw.compile(lw.library.double_bar_pendulum())
    state = lw.assemble(model)

    def peak(steps):
        tracemalloc.start()
        try:
            run = lw.simulate(model, state, 1.0, integrator=lw.RungeKutta4(1.0 / steps), output=[0.5, 1.0])
            used = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert run.stats.steps == pytest.approx(steps, abs=2) and run.record is None
        return used  # bytes

    peak(1000)  # what is loaded and kept at the first run
    assert peak(1_000_000) < peak(100_000) + 100_000  # one number of every step would be 7 MB


@pytest.mark.parametrize("formulation", [None, lw.PartialVelocity(), lw.Augmented()], ids=repr)
def test_the_record_holds_the_rank(formulation):
    """Bricard's mechanism has one row too many in every position."""
    model = lw.compile(lw.library.bricard())
    run = lw.simulate(model, lw.assemble(model), 0.5, formulation=formulation)
    assert model.n_rows > 1 and (run.record.rank == model.n_rows - 1).all()
