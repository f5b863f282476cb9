"""The benchmarks' neutral problems, and how their times are compared."""

import math
import sys

import numpy as np
import pytest

import linkwork as lw
from benchmarks import bench_jacobians, bench_linear, bench_reverse, bench_tolerance, problems
from benchmarks.engines.linkwork_engine import mechanism, positions, start
from benchmarks.work_precision import around, envelope, time_to_error
from linkwork.numerics.jit import JIT_DISABLED

QUICK = [
    "P1_double_bar_T10",
    "P2_1_four_bar",
    "P2_10_four_bar",
    "P3_andrews",
    "P4_bricard",
    "P6_chain10",
]


@pytest.mark.parametrize("name", QUICK)
def test_linkwork_reproduces_the_reference_of_a_problem(name):
    given = problems.problem(name)
    model = lw.compile(mechanism(given))
    state = start(given, model)
    run = lw.simulate(model, state, given.duration, rtol=1e-8, output=[given.duration])
    assert run.success, run.message
    assert given.error(positions(given, run)) < 1e-5


def test_the_start_has_the_speeds_of_the_file():
    given = problems.problem("P2_10_four_bar")
    model = lw.compile(mechanism(given))
    state = start(given, model)
    speeds = lw.measure(model, state, *(f"j{i}.angle.rate" for i in range(len(given.links))))
    assert np.allclose(speeds, given.rates, atol=1e-12)


def test_the_long_chain_continues_the_short_one():
    short, long = problems.problem("P6_chain100"), problems.problem("P6_chain1000")
    assert len(long.links) == 1000
    for a, b in zip(short.links, long.links):
        assert (a.parent, a.joint, a.mass, a.rate) == (b.parent, b.joint, b.mass, b.rate)
        assert np.allclose(a.anchor, b.anchor)
        assert np.allclose(a.com, b.com)
        assert np.allclose(a.inertia, b.inertia)


def test_an_unknown_problem_is_named_with_those_that_exist():
    with pytest.raises(ValueError, match="no problem 'P7'; there are P1_double_bar_T10"):
        problems.problem("P7")


def test_the_error_is_scaled_and_infinite_when_not_a_number():
    given = problems.problem("P3_andrews")
    moved = given.reference.copy()
    moved[1, 0] += 0.0007
    assert given.error(moved) == pytest.approx(0.1)
    moved[0, 0] = np.nan
    assert given.error(moved) == math.inf


def test_time_to_error_is_a_power_law_between_settings():
    points = [(1.0, 1e-2), (4.0, 1e-4), (16.0, 1e-6)]
    assert time_to_error(points, 1e-3) == pytest.approx(2)
    assert time_to_error(points, 1e-5) == pytest.approx(8)
    assert time_to_error(points, 1e-6) == pytest.approx(16)
    assert time_to_error(points, 0.1) == 1.0  # no extrapolation to coarser settings
    assert time_to_error(points, 1e-7) is None
    assert time_to_error([], 1.0) is None


def test_a_setting_right_by_chance_does_not_count():
    lucky = [(1.0, 1e-2), (2.0, 1e-9), (4.0, 1e-3), (8.0, 1e-5)]
    assert envelope(lucky)[1] == (2.0, 1e-3)
    assert time_to_error(lucky, 1e-4) == pytest.approx(math.sqrt(32))
    assert time_to_error([*lucky, (16.0, math.inf)], 1.0) is None


def test_a_slower_coarser_setting_takes_the_time_of_the_finer_one():
    assert time_to_error([(9.0, 1e-4), (3.0, 1e-6), (5.0, 1e-8)], 1e-3) == 3.0


def test_failed_coarse_settings_are_passed_over():
    assert time_to_error([(math.inf, math.inf), (2.0, 1e-4), (4.0, 1e-6)], 1e-3) == 2.0


def test_what_is_measured_again_are_the_settings_around_the_errors():
    points = [(1.0, 1e-1), (2.0, 1e-2), (3.0, 1e-4), (4.0, 1e-5), (5.0, 1e-9)]
    assert around(points, [1e-3]) == {1, 2, 3}
    assert around(points, [1e-12]) == set()


def test_derivatives_agree_with_pinocchios_and_take_a_time_of_that_kind():
    """Less than two thirds of it where the benchmarks are run; how two libraries compare depends on the processor."""
    rows = {row.name: row for row in bench_jacobians.against_pinocchio(rounds=20)}
    assert rows["30-body tree: Pinocchio / ours"].value > 0.25
    assert rows["30-body tree: relative difference"].met


def lines(call):
    """How many lines of the package a call takes, kernels being plain Python: work that is the same on every machine."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace if "linkwork" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


plain_only = pytest.mark.skipif(not JIT_DISABLED, reason="counts lines of plain Python")


@plain_only
@pytest.mark.purepython
@pytest.mark.parametrize(("parent", "power"), [
    (bench_jacobians.chain_parent, 2),  # bodies × depth grow with the square
    (bench_jacobians.bush_parent, 1),  # the depth stays
])  # fmt: skip
def test_derivatives_cost_bodies_times_depth(parent, power):
    made = [bench_jacobians.Buffers(lw.compile(bench_jacobians.springs(n, parent))) for n in (10, 15, 20, 25)]
    work = [lines(lambda buffers=buffers: buffers.pairs(1)) for buffers in made]
    assert work[0] > 1000 and not np.diff(work, power + 1).any()  # a polynomial of this degree


@plain_only
@pytest.mark.purepython
def test_a_gradient_by_all_numbers_costs_a_few_evaluations_and_grows_with_the_bodies():
    made = [bench_reverse.Sweep(lw.compile(lw.library.chain(n))) for n in (10, 20, 30)]
    sweeps = [lines(lambda one=one: one.sweep(1)) for one in made]
    evaluations = [lines(lambda one=one: one.evaluate(1)) for one in made]
    assert not np.diff(sweeps, 2).any() and not np.diff(evaluations, 2).any()
    assert np.diff(sweeps)[0] < 4 * np.diff(evaluations)[0]


def test_a_linear_model_costs_at_most_thirty_accelerations():
    took: dict[str, float] = {}
    for _ in range(6):  # noise of a busy machine only adds
        again = bench_linear.against_accelerations("joint", rounds=20)
        took = {name: min(seconds, took.get(name, seconds)) for name, seconds in again.items()}
        if took["linearize"] <= 30 * min(took["Recursive()"], took["Augmented()"]):
            return
    raise AssertionError(took)


@pytest.mark.parametrize("name", [*QUICK, "P1_double_bar_T50", "P5_flyball"])
def test_the_error_follows_the_tolerance(name):
    """Of the four-bar 1,100 tolerances at 1e-3 before steps had a share of it."""
    finest = bench_tolerance.FINEST.get(name[:2], 1e-11)
    rtols = [float(10**x) for x in np.arange(-3, -11.01, -0.5) if 10**x > 0.99 * finest]
    for point in bench_tolerance.solve(name, rtols):
        assert point["error"] <= bench_tolerance.bound(name) * point["rtol"], point
