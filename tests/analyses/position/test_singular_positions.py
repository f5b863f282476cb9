"""Through singular positions on the motion's own branch: at every tolerance, with defaults, against the branch's own equation."""

import numpy as np
import pytest

import linkwork as lw
from tests.rigs.singular_mechanisms import change_point, n_four_bar, rhombus, spatial_parallelogram, two_loops

TOLERANCES = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10]
# what is moved, for how long, and the error allowed at the end, in tolerances
CASES = {
    "rhombus O": (lambda: rhombus((-80.0, -70.0)), 10.0, 200),
    "rhombus, stress": (lambda: rhombus((80.0, -70.0)), 10.0, 200),
    "1 four-bar": (lambda: n_four_bar(1), 10.0, 100),
    "10 four-bars": (lambda: n_four_bar(10), 10.0, 100),
    "40 four-bars": (lambda: n_four_bar(40), 10.0, 100),
    "change point, unequal links": (lambda: change_point(), 5.0, 200),
    "change point, started in it": (lambda: change_point(angle=np.pi), 5.0, 200),
    "two loops 1 ms apart": (lambda: two_loops(), 5.0, 200),
    "spatial": (lambda: spatial_parallelogram(), 5.0, 200),
}


@pytest.mark.parametrize("name", CASES)
def test_the_branch_is_kept_at_every_tolerance(name):
    make, duration, allowed = CASES[name]
    loop = make()
    model, state = loop.start()
    expected = loop.reference(duration)
    for rtol in TOLERANCES:
        run = lw.simulate(model, state, duration, rtol=rtol)
        assert run.success, (rtol, run.message)
        assert loop.off_branch(run) < 1e-9, rtol
        assert abs(run[loop.crank][-1] - expected[0]) < allowed * rtol, rtol


@pytest.mark.parametrize(("force", "y2"), [((-80.0, -70.0), 1.646080887723), ((80.0, -70.0), 1.255250465033)])
def test_the_rhombus_ends_where_theory_has_it(force, y2):
    model, state = rhombus(force).start()
    run = lw.simulate(model, state, 10.0, rtol=1e-10)
    assert lw.measure(model, run.final, "link2.position")[1] == pytest.approx(y2, abs=1e-8)


RANDOM = {
    "rhombus": lambda rng: rhombus(tuple(rng.uniform(-100, 100, 2)), rng.uniform(-3, 3)),
    "4 four-bars": lambda rng: n_four_bar(4, tuple(rng.uniform(-20, 20, 2)), rng.uniform(-4, 4)),
    "change point": lambda rng: change_point(tuple(rng.uniform(-20, 20, 2)), rng.uniform(3, 9)),
    "two loops": lambda rng: two_loops(tuple(rng.uniform(-20, 20, 2)), rng.uniform(2, 8), rng.uniform(0.001, 0.01)),
    "spatial": lambda rng: spatial_parallelogram(tuple(rng.uniform(-20, 20, 2)), rng.uniform(-8, 8)),
}


@pytest.mark.parametrize("name", RANDOM)
def test_random_forces_and_speeds_keep_the_branch(name):
    for seed in range(100):
        rng = np.random.default_rng(seed)
        loop = RANDOM[name](rng)
        model, state = loop.start()
        run = lw.simulate(model, state, 5.0, rtol=10.0 ** -rng.integers(3, 11))
        assert run.success, (seed, run.message)
        assert loop.off_branch(run) < 1e-9, seed


def test_a_change_point_at_rest_is_undetermined():
    model, state = change_point(angle=np.pi, speed=0.0).start()
    run = lw.simulate(model, state, 1.0)
    assert not run.success and "undetermined" in run.message and "start with a velocity" in run.message


EXPECTED = {  # angles of the crank at which a loop is flat, and what loses rank there
    "1 four-bar": (lambda: n_four_bar(1), 10.0, [np.pi / 2], [("C1",)]),
    "10 four-bars": (lambda: n_four_bar(10), 10.0, [np.pi / 2], [tuple(f"C{k}" for k in range(1, 11))]),
    "two loops": (lambda: two_loops(), 5.0, [0.0, -0.004], [("C1",), ("C2",)]),
    "spatial": (lambda: spatial_parallelogram(), 5.0, [0.0], [("B",)]),
}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-9])
def test_crossings_are_reported_with_their_time_and_joints(name, rtol):
    make, duration, angles, parts = EXPECTED[name]
    loop = make()
    model, state = loop.start()
    run = lw.simulate(model, state, duration, rtol=rtol, output=1e-3)
    expected = []
    for flat, joints in zip(angles, parts, strict=True):
        above = np.sin(run[loop.crank] - flat) > 0  # changes at flat and half a turn on, where the loop is flat too
        for k in np.flatnonzero(above[1:] != above[:-1]):
            s = np.sin(run[loop.crank][k : k + 2] - flat)
            expected.append((run.t[k] + 1e-3 * s[0] / (s[0] - s[1]), joints))
    expected.sort()
    assert len(run.crossings) == len(expected)
    for crossing, (time, joints) in zip(run.crossings, expected, strict=True):
        assert crossing.time == pytest.approx(time, abs=5e-5)
        assert set(crossing.parts) == set(joints) and crossing.rank_lost == len(joints)


@pytest.mark.parametrize("integrator", [lw.Adams(), lw.Radau(), lw.BDF(), lw.GeneralizedAlpha()], ids=repr)
@pytest.mark.parametrize("rtol", [1e-6, 1e-8])
def test_every_integrator_reports_all_crossings(integrator, rtol):
    """Also those that evaluate at the ends of their steps only."""
    model = lw.compile(lw.library.n_four_bar(1))
    state = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))
    usual = lw.simulate(model, state, 5.0, rtol=1e-9, output=[5.0], integrator=lw.DormandPrince())
    run = lw.simulate(model, state, 5.0, rtol=rtol, output=[5.0], integrator=integrator)
    assert len(usual.crossings) >= 4
    assert [c.time for c in run.crossings] == pytest.approx([c.time for c in usual.crossings], abs=1e-3)
    assert all(c.parts == ("C1",) for c in run.crossings)


def test_a_regular_loop_reports_no_crossing():
    model = lw.compile(lw.library.spatial_four_bar())
    assert lw.simulate(model, lw.assemble(model), 5.0).crossings == ()


def test_outputs_near_a_singular_position_are_flagged():
    loop = rhombus((80.0, -70.0), 1.0)
    model, state = loop.start()
    run = lw.simulate(model, state, 4.0, output=1e-3)
    distance = np.abs(np.sin(run[loop.crank]))  # the area of the rhombus, over its largest
    assert run.near_singular[distance < 0.005].all() and run.near_singular.any()
    assert not run.near_singular[distance > 0.05].any()
    assert np.array_equal(run.to_xarray("C.force")["near_singular"].values, run.near_singular)


def test_redundant_constraints_are_not_singular_positions():
    model = lw.compile(lw.library.bricard())
    run = lw.simulate(model, lw.assemble(model), 2.0, output=0.01)
    assert run.success and not run.near_singular.any() and not run.crossings
