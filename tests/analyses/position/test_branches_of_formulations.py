"""Runs through singular positions, whatever is chosen: on the motion's own branch, or with words that say they may not be."""

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from tests.rigs.singular_mechanisms import change_point, n_four_bar, rhombus, spatial_parallelogram, two_loops

GUARDED = [
    lw.Recursive(), lw.Augmented(), lw.PartialVelocity(), lw.CoordinatePartitioning(), lw.NullSpace("lu"),
    lw.NullSpace("qr"), lw.NullSpace("svd"), lw.NullSpace("zero-eigenvalue"), lw.KaneMultipliers(),
    lw.KaneMultipliers(eliminate=True),
]  # fmt: skip
LOOPS = {
    "rhombus O": (lambda: rhombus((-80.0, -70.0)), 10.0),
    "rhombus, stress": (lambda: rhombus((80.0, -70.0)), 10.0),
    "four-bar": (lambda: n_four_bar(1), 5.0),
    "change point": (lambda: change_point(), 5.0),
    "change point, started in it": (lambda: change_point(angle=np.pi), 5.0),
    "two loops 1 ms apart": (lambda: two_loops(), 5.0),
    "spatial": (lambda: spatial_parallelogram(), 5.0),
}
COORDINATES = ["joint", "cartesian"]
ALLOWED = 2000  # tolerances of error at the end, as for the default
SAYS = "the positions may lie on another branch"


@cache
def motion_of(name, coordinates):
    make, duration = LOOPS[name]
    loop = make()
    model = lw.compile(loop.mechanism, coordinates=coordinates)
    return loop, model, lw.assemble(model, loop.targets), duration, loop.reference(duration)


def off_branch(loop, run):
    """(nt) the distance of the farthest tip from where the branch has it, at the crank's angle followed from step to step."""
    angle = np.unwrap(run[loop.crank])
    tips = [np.abs(run[f"{tip}.position"][:, :2] - at(angle)).max(axis=1) for tip, at in loop.tips.items()]
    return np.max(tips, axis=0)


def simulated(name, coordinates, rtol, formulation, integrator=None):
    """The run, its largest distance from the branch, and its error at the end."""
    loop, model, state, duration, expected = motion_of(name, coordinates)
    chosen = None if isinstance(integrator, lw.RungeKutta4) else rtol
    run = lw.simulate(model, state, duration, rtol=chosen, formulation=formulation, integrator=integrator)
    return run, off_branch(loop, run).max(), abs(np.unwrap(run[loop.crank])[-1] - expected[0])


@pytest.mark.parametrize("formulation", GUARDED, ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("name", LOOPS)
def test_every_formulation_follows_the_branch(name, coordinates, formulation):
    for rtol in (1e-4, 1e-8):
        run, off, error = simulated(name, coordinates, rtol, formulation)
        assert run.success and SAYS not in run.message, (rtol, run.message)
        assert off < 1e-9, rtol
        assert error < ALLOWED * rtol, rtol
        assert run.crossings, rtol


@pytest.mark.parametrize("formulation", GUARDED, ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_the_stressed_rhombus_ends_where_theory_has_it_at_a_tight_tolerance(coordinates, formulation):
    _, model, state, _, _ = motion_of("rhombus, stress", coordinates)
    run = lw.simulate(model, state, 10.0, rtol=1e-11, formulation=formulation, output=[10.0])
    assert run.success, run.message
    assert lw.measure(model, run.final, "link2.position")[1] == pytest.approx(1.255250465033, abs=1e-8)
    assert len(run.crossings) == 6


@pytest.mark.parametrize("alpha", [1, 2, 5, 25, 50])
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("name", ["rhombus O", "rhombus, stress", "change point", "two loops 1 ms apart"])
def test_stabilized_constraints_keep_the_branch_or_say_from_when_on_they_may_not(name, coordinates, alpha):
    """Baumgarte's states are off the constraints, so that there is no branch to hold them on."""
    for rtol in (1e-3, 1e-5, 1e-7):
        run, off, error = simulated(name, coordinates, rtol, lw.Baumgarte(alpha, alpha))
        if run.success and SAYS not in run.message:
            assert off < 1e3 * rtol and error < ALLOWED * rtol, rtol
        elif run.success and off > 0.1:
            since = float(run.message.split("from t = ")[-1].split(" s on")[0])
            left = run.t[off_branch(motion_of(name, coordinates)[0], run) > 0.1][0]
            assert since <= left, rtol


INTEGRATORS = [
    lw.Adams(), lw.DormandPrince(order=5), lw.Radau(), lw.BDF(), lw.GeneralizedAlpha(), lw.HHT(), lw.RungeKutta4(0.01),
]  # fmt: skip


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("name", LOOPS)
def test_no_integrator_leaves_the_branch_in_silence(name, coordinates, integrator):
    """Second-order and fixed-step methods do not follow rtol, hence the branch is asked for, not the error."""
    for formulation in (lw.Recursive(), lw.PartialVelocity(), lw.Augmented()):
        for rtol in (1e-4, 1e-7):
            run, off, _ = simulated(name, coordinates, rtol, formulation, integrator)
            assert not run.success or SAYS in run.message or off < 1e-9, (formulation, rtol, off)


@pytest.mark.parametrize("formulation", [*GUARDED, lw.Baumgarte(5, 5)], ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_regular_loops_pass_nothing_and_say_nothing(coordinates, formulation):
    for mechanism in (lw.library.planar_four_bar("II"), lw.library.spatial_four_bar(), lw.library.bricard()):
        model = lw.compile(mechanism, coordinates=coordinates)
        run = lw.simulate(model, lw.assemble(model), 1.0, rtol=1e-6, formulation=formulation, output=[1.0])
        if run.success:
            assert run.crossings == () and SAYS not in run.message and run.stats.across == 0


def parallelogram(gravity=(0.0, 0.0, 0.0)) -> lw.Mechanism:
    """Cranks of 1 m on a ground of 2 m, flat; links turn by (1, 0, 1) on one branch and by (1, -2, -3) on the other."""
    a, b = 1.0, 2.0
    m = lw.Mechanism("flat parallelogram", gravity=gravity, plane="xy")
    m.add(
        lw.Body("link1", mass=1, inertia=0.1, com=(a / 2, 0, 0)),
        lw.Body("link2", mass=2, inertia=0.7, com=(a + b / 2, 0, 0)),
        lw.Body("link3", mass=1.5, inertia=0.2, com=(b + a / 2, 0, 0)),
        lw.Revolute("A", "ground", "link1", at=(0, 0, 0)),
        lw.Revolute("B", "link1", "link2", at=(a, 0, 0)),
        lw.Revolute("C", "link2", "link3", at=(a + b, 0, 0)),
        lw.Revolute("D", "ground", "link3", at=(b, 0, 0)),
    )
    return m


def energy(model, state):
    return lw.kinetic_energy(model, state) + lw.potential_energy(model, state)


@pytest.mark.parametrize("formulation", [None, *GUARDED, lw.Baumgarte(5, 5)], ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("rates", [(1.0, None), (1.0, 0.9), (1.0, -1 / 3), (1.0, 0.0), (0.0, 1.0)], ids=str)
def test_a_start_in_a_singular_position_whose_velocity_is_on_no_branch_is_undetermined(rates, coordinates, formulation):
    model = lw.compile(parallelogram(), coordinates=coordinates)
    targets = {"A.angle.rate": rates[0]} | ({} if rates[1] is None else {"D.angle.rate": rates[1]})
    state = lw.assemble(model, targets)
    run = lw.simulate(model, state, 0.5, formulation=formulation)
    assert not run.success and run.status == "failed" and run.stats.steps == 0
    assert "undetermined" in run.message and "follows none of them" in run.message
    assert len(run) == 1 and np.array_equal(run.final.v, state.v)


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_an_undetermined_start_names_the_rates_of_both_branches(coordinates):
    model = lw.compile(parallelogram(), coordinates=coordinates)
    message = lw.simulate(model, lw.assemble(model, {"A.angle.rate": 1.0}), 0.5).message
    rates = {
        joint: [float(text.split(",")[0].split(" or ")[0]) for text in message.split(f"{joint}.angle.rate = ")[1:]]
        for joint in "AD"
    }
    assert np.divide(rates["D"], rates["A"]) == pytest.approx([1.0, -3.0], abs=1e-5)
    assert "rank is lost by" in message
    for crank, rocker in zip(rates["A"], rates["D"], strict=True):
        state = lw.assemble(model, {"A.angle.rate": crank, "D.angle.rate": round(rocker / crank) * crank})
        assert lw.simulate(model, state, 0.5).success


@pytest.mark.parametrize("formulation", [None, *GUARDED], ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("gravity", [(0.0, 0.0, 0.0), (0.0, -9.81, 0.0)], ids=["no gravity", "gravity"])
@pytest.mark.parametrize("ratio", [1.0, -3.0], ids=["parallel", "crossed"])
def test_a_start_in_a_singular_position_goes_on_along_the_branch_of_its_velocity(
    ratio, gravity, coordinates, formulation
):
    model = lw.compile(parallelogram(gravity), coordinates=coordinates)
    state = lw.assemble(model, {"A.angle.rate": 2.0, "D.angle.rate": 2.0 * ratio})
    run = lw.simulate(model, state, 0.5, rtol=1e-8, formulation=formulation)
    assert run.success, run.message
    assert energy(model, run.final) == pytest.approx(energy(model, state), abs=1e-5)
    crank, rocker = run["A.angle"], run["D.angle"]
    if ratio == 1.0:
        assert np.abs(crank - rocker).max() < 1e-8
    else:  # the diagonals' half-angles: tan(crank / 2) / tan(rocker / 2) = -(b - a) / (b + a) where the loop is crossed
        assert np.tan(crank[1:] / 2) / np.tan(rocker[1:] / 2) == pytest.approx(-1 / 3, abs=1e-6)


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("speed", [0.01, 0.194189, 10.0, 300.0])
def test_the_speed_does_not_matter_for_whether_a_velocity_follows_a_branch(speed, coordinates):
    """Rounding is left where the terms of gamma cancel."""
    model = lw.compile(parallelogram(), coordinates=coordinates)
    for ratio, on in ((1.0, True), (-3.0, True), (0.9999, False), (-3.001, False)):
        state = lw.assemble(model, {"A.angle.rate": speed, "D.angle.rate": ratio * speed})
        assert lw.simulate(model, state, 0.1 / speed).success == on, ratio


@pytest.mark.parametrize("formulation", [None, *GUARDED, lw.Baumgarte(5, 5)], ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_start_at_rest_in_a_singular_position_is_undetermined_for_every_formulation(coordinates, formulation):
    model = lw.compile(parallelogram((0.0, -9.81, 0.0)), coordinates=coordinates)
    run = lw.simulate(model, lw.assemble(model), 0.5, formulation=formulation)
    assert not run.success and "undetermined" in run.message and run.stats.steps == 0


@pytest.mark.parametrize("formulation", [None, lw.PartialVelocity(), lw.Augmented()], ids=str)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("beside", [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-11, 1e-12])
def test_starts_beside_a_singular_position_keep_their_energy_or_are_undetermined(beside, coordinates, formulation):
    """Where assembling can still tell the branches apart, the pose has chosen one; nearer, the velocity must."""
    model = lw.compile(parallelogram(), coordinates=coordinates)
    try:
        state = lw.assemble(model, {"A.angle": beside, "D.angle": beside, "A.angle.rate": 1.0})
    except lw.AssemblyError:  # between: neither clearly one rank nor the other
        assert beside < 1e-9
        return
    run = lw.simulate(model, state, 0.5, rtol=1e-8, formulation=formulation)
    if run.success:
        assert energy(model, run.final) == pytest.approx(energy(model, state), rel=1e-6)
        assert abs(run["A.angle"][-1] - run["D.angle"][-1]) < 1e-5
    else:
        assert beside < 1e-5 and "undetermined" in run.message


def carried_parallelogram(carrier: str, plane: str | None) -> lw.Mechanism:
    """The flat parallelogram on a body that slides or turns; its joints are redundant in space."""
    axis = {} if plane else {"axis": (0, 0, 1)}
    m = lw.Mechanism("carried parallelogram", gravity=(0, -9.81, 0), plane=plane)
    for name, mass, inertia, x in (
        ("cart", 5, 1, 1),
        ("link1", 1, 0.1, 0.5),
        ("link2", 2, 0.7, 2),
        ("link3", 1.5, 0.2, 2.5),
    ):
        m.add(lw.Body(name, mass=mass, inertia=inertia if plane else (inertia,) * 3, com=(x, 0, 0)))
    if carrier == "slide":
        m.add(lw.Prismatic("G", "ground", "cart", at=(0, 0, 0), axis=(1, 0, 0)))
    else:
        m.add(lw.Revolute("G", "ground", "cart", at=(0, -3, 0), **axis))
    for name, first, second, x in (
        ("A", "cart", "link1", 0),
        ("B", "link1", "link2", 1),
        ("C", "link2", "link3", 3),
        ("D", "cart", "link3", 2),
    ):
        m.add(lw.Revolute(name, first, second, at=(x, 0, 0), **axis))
    return m


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize(("carrier", "rate"), [("slide", "G.displacement.rate"), ("turn", "G.angle.rate")])
def test_a_loop_in_a_singular_position_on_a_moving_body_is_judged_by_its_own_velocity(
    carrier, rate, plane, coordinates
):
    """Both rates of the loop follow a branch, different ones do not, and none decides nothing, however the cart moves."""
    model = lw.compile(carried_parallelogram(carrier, plane), coordinates=coordinates)
    for speed in (0.0, 0.5, 5.0):
        for crank, rocker, words in ((1.0, 1.0, ""), (1.0, 0.9, "follows none of them"), (0.0, 0.0, "nothing decides")):
            state = lw.assemble(model, {rate: speed, "A.angle.rate": crank, "D.angle.rate": rocker})
            for formulation in (None, lw.PartialVelocity()):
                run = lw.simulate(model, state, 0.5, rtol=1e-8, formulation=formulation, time_limit=60)
                assert run.success == (not words), run.message
                if words:
                    assert words in run.message and run.stats.steps == 0
                else:
                    assert energy(model, run.final) == pytest.approx(energy(model, state), abs=1e-5)


def dead_point(angle: float, plane: str | None) -> lw.Mechanism:
    """A bar on a pivot and a rod in one line with it: the rod holds the bar, though not to first order."""
    place = lambda x: (x * np.cos(angle), x * np.sin(angle), 0)  # noqa: E731
    m = lw.Mechanism("dead point", gravity=(0, -9.81, 0), plane=plane)
    m.add(
        lw.Body("bar", mass=1, inertia=0.1 if plane else (0.1, 0.1, 0.1), com=place(1.5)),
        lw.Revolute("A", "ground", "bar", at=place(1), **({} if plane else {"axis": (0, 0, 1)})),
        lw.Distance("rod", "ground", "bar", at_i=(0, 0, 0), at_j=place(2)),
    )
    return m


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize("angle", [0.0, 0.3, 1.1, 2.0])
def test_a_link_held_at_its_dead_point_is_singular_and_does_not_start(angle, plane, coordinates):
    """The bar fell as if it were free, for 2e-3 s, and some runs went on for ever in steps of 1e-16 s."""
    model = lw.compile(dead_point(angle, plane), coordinates=coordinates)
    report = lw.check(model, lw.assemble(model))
    assert (report.singular, report.lost_rank, report.redundant_rows, report.dof) == (True, 1, 0, 1)
    for rate, words in ((0.0, "locks the mechanism"), (1.0, "follows none of them")):
        state = lw.assemble(model, {"A.angle.rate": rate})
        for formulation in (None, lw.Augmented(), lw.PartialVelocity()):
            run = lw.simulate(model, state, 0.5, formulation=formulation, time_limit=60)
            assert not run.success and run.stats.steps == 0 and words in run.message


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_body_far_away_that_has_nothing_to_do_with_it_does_not_explain_a_singular_start(coordinates):
    m = parallelogram((0.0, -9.81, 0.0)).add(
        lw.Body("far", mass=1, inertia=0.1, com=(1e5, 0, 0)),
        lw.Prismatic("P", "ground", "far", at=(1e5, 0, 0), axis=(1, 0, 0)),
    )
    model = lw.compile(m, coordinates=coordinates)
    for rate, words in ((0.0, "at rest in a singular position"), (0.9, "follows none of them")):
        run = lw.simulate(model, lw.assemble(model, {"A.angle.rate": rate, "D.angle.rate": 0.0}), 0.5)
        assert not run.success and words in run.message and "far" not in run.message
