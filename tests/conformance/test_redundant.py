"""Redundant constraints: the same motion and the same unique reactions under every formulation; lam is the smallest one."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.formulations.redundancy import redundancy
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import FORMULATIONS, Answer, off
from tests.rigs.joint_mechanisms import TREE, draw, spatial
from tests.rigs.random_closures import doubled_tree, moving_design, random_closures
from tests.rigs.random_parts import body, direction, point
from tests.rigs.random_trees import random_tree
from tests.rigs.states import same_place, settled

AGREE = 1e-9


def moving(mechanism, seed=0, cut=None):
    """A state of the design position with random consistent speeds."""
    model = lw.compile(mechanism, cut=cut)
    return model, settled(model, moving_at(model, np.random.default_rng(seed).normal(size=model.nv)))


def moving_at(model, v):
    """The design position with the given speeds."""
    start = model.design_state()
    return lw.State(start.t, start.q, v, start.z, start.inactive, start.turns)


def rhombus_with_ribs():
    """A planar parallelogram with three parallel cranks, in space: over-constrained in and out of the plane."""
    m = lw.Mechanism("ribs", gravity=(0, -9.81, 0))
    m.add(lw.Body("coupler", mass=3, com=(1.3, 0.8, 0.1), inertia=(0.4, 0.9, 1.1)))
    for k in range(3):
        m.add(
            lw.Body(f"crank{k}", mass=1 + k, com=(k + 0.25, 0.4, 0), inertia=(0.2, 0.1, 0.25)),
            lw.Revolute(f"A{k}", "ground", f"crank{k}", at=(k, 0, 0), axis=(0, 0, 1)),
            lw.Revolute(f"B{k}", f"crank{k}", "coupler", at=(k + 0.5, 0.8, 0), axis=(0, 0, 1)),
        )
    return m


def doubled(kind):
    """A random mechanism with its joint X there twice."""

    def make(rng):
        m = spatial(rng, kind)
        x = m["X"]
        fields = {f: v for f, v in vars(x).items() if f not in ("name", "body_i", "body_j", "x_i", "x_j")}
        if kind == "cylindrical":
            fields["axis"] = tuple(-c for c in fields["axis"])
        return m.add(type(x)("Y", x.body_j, x.body_i, **fields))

    return make


MECHANISMS = {
    "door": (lw.library.door, 5),
    "four-bar in space": (lambda: lw.library.planar_four_bar_3d("II"), 3),
    "ribs": (rhombus_with_ribs, 7),
    "bricard": (lw.library.bricard, 1),
    "flyball governor": (lw.library.flyball_governor, 0),
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_redundant_mechanisms_answer_alike(name):
    make, count = MECHANISMS[name]
    mechanism = make()
    first, state = moving(mechanism)
    reference = Answer(first, state, lw.Augmented())
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        there = same_place(first, state, model)
        e = Evaluation(model, there)
        result = redundancy(e)
        assert result.dependent == count
        answers = [Answer(model, there, formulation) for formulation in FORMULATIONS]
        for formulation, answer in zip(FORMULATIONS, answers, strict=True):
            assert answer.off(reference) < AGREE, formulation
            assert (answer.unique == reference.unique).all()
            smallest = result.null.T @ (answer.lam / e.m.row_scale)
            assert np.abs(smallest).max(initial=0) < 1e-9 * max(1.0, np.abs(answer.lam).max(initial=0)), formulation
            balance = e.M @ answer.vdot + e.Phi_v.T @ answer.lam - e.Qh
            assert np.abs(balance).max() < 1e-9 * max(1.0, np.abs(e.Qh).max(), np.abs(answer.lam).max(initial=0)), (
                formulation
            )
        assert reference.unique.all() == (result.dependent == 0)


@pytest.mark.parametrize("kind", ["revolute", "spherical", "cylindrical", "fixed"])
def test_a_joint_that_is_there_twice_changes_nothing(kind):
    doubled_up, first, state = draw(doubled(kind), 2000, well=-1)
    single = lw.Mechanism("single", gravity=doubled_up.gravity).add(*doubled_up).remove("Y")
    once = lw.compile(single, cut=["S"])
    reference = Answer(once, same_place(first, state, once))
    names = sorted(first.joints)
    keep = [names.index(name) for name in sorted(once.joints) if name != "X"]
    at = [k for k, name in enumerate(sorted(once.joints)) if name != "X"]
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(doubled_up, coordinates=coordinates)
        there = same_place(first, state, model)
        for formulation in FORMULATIONS:
            answer = Answer(model, there, formulation)
            assert np.abs(answer.bodies - reference.bodies).max() < AGREE * np.abs(reference.bodies).max(), formulation
            assert answer.unique[keep].all()
            assert not answer.unique[names.index("X")].all()
            loads = np.abs(reference.wrenches).max()
            assert np.abs(answer.wrenches[keep] - reference.wrenches[at]).max() < AGREE * loads, formulation


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=repr)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_two_drivers_that_contradict_each_other_are_named(formulation, coordinates):
    m = lw.library.planar_four_bar("II")
    m.add(
        lw.Driver("slow", "A.angle", motion="1.104 + time**2"),
        lw.Driver("fast", "link1.angle", motion="1.104 + 5*time**2"),
    )
    model = lw.compile(m, coordinates=coordinates)
    with pytest.raises(lw.InconsistentError, match="slow|fast"):
        lw.accelerations(model, model.design_state(), formulation=formulation)


def test_random_loops_with_parallel_axes_have_three_redundant_rows():
    rng = np.random.default_rng(5)
    axis = direction(rng)
    m = lw.Mechanism("parallel axes", gravity=point(rng, 10))
    m.add(*(body(rng, name) for name in "abc"))
    for k, (i, j) in enumerate((("ground", "a"), ("a", "b"), ("b", "c"), ("c", "ground"))):
        m.add(lw.Revolute(f"R{k}", i, j, at=point(rng), axis=axis))
    model, state = moving(m, 3)
    assert redundancy(Evaluation(model, state)).dependent == 3
    reference = Answer(model, state, lw.Augmented())
    full = lw.compile(m, coordinates="cartesian")
    there = same_place(model, state, full)
    for formulation in FORMULATIONS:
        assert Answer(model, state, formulation).off(reference) < AGREE
        assert Answer(full, there, formulation).off(reference) < AGREE


@pytest.mark.parametrize("seed", range(24))
def test_random_closed_mechanisms_answer_alike(seed):
    """Regular, redundant and zero rows in any mixture."""
    mechanism = random_closures(seed)
    model, full = lw.compile(mechanism), lw.compile(mechanism, coordinates="cartesian")
    state = moving_design(model, seed)
    reference = Answer(model, state, lw.Augmented())
    for place in ((model, state), (full, same_place(model, state, full))):
        for formulation in FORMULATIONS:
            assert Answer(*place, formulation).off(reference) < AGREE, formulation


@pytest.mark.parametrize("kind", [kind for kind in TREE if kind != "free"])
def test_a_joint_of_a_tree_that_is_there_twice_adds_only_zero_rows(kind):
    mechanism = doubled_tree(3, kind)
    model, plain = lw.compile(mechanism), lw.compile(random_tree(3, 4, (kind,)))
    state = moving_design(plain, 5)
    here = lw.State(0, state.q, state.v, turns=model.design_state().turns)
    e = Evaluation(model, here)
    assert redundancy(e).dependent == model.n_rows > 0
    assert np.abs(e.Phi_v).max(initial=0.0) < 1e-14
    expected = Answer(plain, state).bodies
    for formulation in FORMULATIONS:
        answer = Answer(model, here, formulation)
        assert off(answer.bodies, expected) < AGREE, formulation
        assert not answer.unique[sorted(model.joints).index("twice")].all()


@pytest.mark.parametrize("seed", range(16))
def test_the_report_does_not_depend_on_the_coordinates(seed):
    """Freedoms, mobility, redundancy and the components that are not unique."""
    mechanism = random_closures(seed)
    reports = []
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism, coordinates=coordinates)
        reports.append(lw.check(model, lw.assemble(model)))
    a, b = reports
    assert (a.dof, a.mobility, a.redundant_rows, a.singular) == (b.dof, b.mobility, b.redundant_rows, b.singular)
    assert a.nonunique == b.nonunique


TURNING = [f for f in FORMULATIONS if not isinstance(f, lw.Baumgarte)]


@pytest.mark.parametrize("formulation", TURNING, ids=repr)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("plane", ["xy", None])
def test_two_bodies_joined_twice_keep_turning(plane, coordinates, formulation):
    """Steady turning: all terms of gamma cancel, their rounding stays."""
    axis = {} if plane else {"axis": (0, 0, 1)}
    m = lw.Mechanism("pair", gravity=(0, 0, 0), plane=plane).add(
        lw.Body("a", mass=1, com=(0.5, 0, 0), inertia=0.1 if plane else (0.1, 0.2, 0.25)),
        lw.Body("b", mass=2, com=(1.5, 0.2, 0), inertia=0.1 if plane else (0.1, 0.2, 0.25)),
        lw.Revolute("A", "ground", "a", at=(0, 0, 0), **axis),
        lw.Revolute("R", "a", "b", at=(1, 0, 0), **axis),
        lw.Prismatic("P", "a", "b", at=(1, 0, 0), axis=(1, 0.3, 0)),
    )
    model = lw.compile(m, coordinates=coordinates)
    run = lw.simulate(model, lw.assemble(model, {"A.angle.rate": 3}), 1.0, rtol=1e-9, formulation=formulation)
    assert run.success, run.message
    assert run["A.angle"][-1] == pytest.approx(3.0, abs=1e-7)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("light", [1.0, 1e-12])
def test_what_is_locked_may_have_speeds_of_rounding(light, coordinates):
    """Rows cannot disagree about accelerations of 1e-34 m/s²."""
    m = lw.Mechanism("locked", gravity=(0, 0, 0)).add(
        lw.Body("b", mass=1.9, com=(0.3, 0.2, -0.1), inertia=(0.3 * light, 0.4 * light, 0.3 * light)),
        lw.Planar("P", "b", "ground", at=(0.1, 0.4, 0.2), axis=(0.3, 0.5, 0.8)),
        lw.Revolute("R", "ground", "b", at=(0.5, -0.3, 0.7), axis=(0.9, 0.1, -0.4)),
    )
    model = lw.compile(m, coordinates=coordinates)
    start, rng = model.design_state(), np.random.default_rng(1)
    for _ in range(5):
        v = 1e-17 * rng.normal(size=model.nv)
        state = lw.State(start.t, start.q, v, start.z, start.inactive, start.turns)
        for formulation in FORMULATIONS:
            rounding = 1e-12 if isinstance(formulation, lw.Baumgarte) else 1e-20  # of positions, divided by times
            try:
                vdot, refusal = lw.accelerations(model, state, formulation=formulation).vdot, ""
            except lw.FormulationError as error:
                vdot, refusal = np.zeros(model.nv), str(error)
            assert np.abs(vdot).max() < rounding
            assert not refusal or (light < 1 and "masses and inertias differ" in refusal)


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=repr)
@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_what_is_locked_stands_still_for_a_second(gravity, coordinates, formulation):
    """Runs of dense formulations were not begun: the speeds of rounding of dependent rows seemed to disagree."""
    m = lw.Mechanism("locked", gravity=(0, 0, -gravity)).add(
        lw.Body("a", mass=1.6, com=(0.3, 0.2, -0.1), inertia=(0.3, 0.4, 0.3)),
        lw.Body("b", mass=1.9, com=(0.5, 0.1, 0.2), inertia=(0.4, 0.3, 0.35)),
        lw.Revolute("A", "a", "ground", at=(0, 0, 0), axis=(0.9, 0.1, -0.4)),
        lw.Spherical("S", "b", "a", at=(0.5, -0.3, 0.7)),
        lw.Prismatic("P", "ground", "b", at=(0.2, 0.6, 0.3), axis=(0.3, 0.5, 0.8)),
    )
    model = lw.compile(m, coordinates=coordinates)
    start = settled(model, moving_at(model, 30 * np.random.default_rng(2).normal(size=model.nv)))
    run = lw.simulate(model, start, 1.0, rtol=1e-9, formulation=formulation, quiet=True)
    assert run.success, run.message
    near = 1e-9 if isinstance(formulation, lw.Baumgarte) else 1e-12  # it drifts by the tolerance
    for path in ("a.position", "b.position"):
        assert lw.measure(model, run.final, path) == pytest.approx(lw.measure(model, start, path), abs=near)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1)])
def test_a_pair_joined_twice_is_not_taken_for_singular(axis, coordinates):
    """Which rows are redundant may change with the position; the position is regular if their number does not."""

    def pair(joints):
        m = lw.Mechanism("pair", gravity=(0, 0, -9.81)).add(
            lw.Body("a", mass=1, com=(0.5, 0, 0), inertia=(0.1, 0.2, 0.25)),
            lw.Body("b", mass=2, com=(1, 1, 0), inertia=(0.1, 0.2, 0.25)),
            lw.Universal("U", "ground", "a", at=(0, 0, 0), axis_i=(0, 0, 1), axis_j=(0, 1, 0)),
        )
        return m.add(*joints)

    at = {"at": (1, 0, 0), "axis": axis}
    twice = pair([lw.Revolute("R", "a", "b", **at), lw.Prismatic("P", "a", "b", **at)])
    once = pair([lw.Fixed("F", "a", "b", at=(1, 0, 0))])
    ends = []
    for mechanism in (twice, once):
        model = lw.compile(mechanism, coordinates=coordinates)
        start = lw.assemble(model, {"U.angle_i.rate": 3, "U.angle_j.rate": 1})
        run = lw.simulate(model, start, 1.0, rtol=1e-9)
        assert run.success, run.message
        ends.append(run["b.position"][-1])
    assert np.allclose(*ends, rtol=0, atol=1e-6)


@pytest.mark.parametrize("around", np.linspace(1.494, 1.506, 9))
def test_a_row_that_hardly_differs_from_those_before_it_hides_no_dependent_one(around):
    """A slide locked by a point on a line: one of the two rows is redundant, and the first may be nearly the slide's own.

    Its small pivot magnifies rounding, of which the other row then seemed to live; runs crept or stopped as singular.
    """
    line = np.array([0.2, 0.6, 0.77]) / np.linalg.norm([0.2, 0.6, 0.77])
    beside = np.cross(line, (0, 0, 1)) / np.linalg.norm(np.cross(line, (0, 0, 1)))
    slide = np.cos(1) * line + np.sin(1) * (np.cos(around) * beside + np.sin(around) * np.cross(line, beside))
    m = lw.Mechanism("locked slide", gravity=(1, 2, -9.81)).add(
        lw.Body("a", mass=2, com=(0.1, 0.2, 0.3), inertia=(0.3, 0.4, 0.5)),
        lw.Body("b", mass=1, com=(0.5, 0.1, 0.2), inertia=(0.1, 0.2, 0.15)),
        lw.Revolute("r", "ground", "a", at=(0, 0, 0), axis=(0.3, 1, 0.2)),
        lw.Prismatic("p", "b", "a", at=(0.4, 0.1, 0), axis=tuple(slide)),
        lw.InLine("l", "b", "a", at=(0.6, -0.1, 0.2), axis=tuple(line)),
    )
    ends = []
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        run = lw.simulate(model, model.design_state(), 0.5, rtol=1e-9, output=[0.5], quiet=True, time_limit=20)
        assert run.success and run.stats.steps < 50, run.message
        ends.append(lw.measure(model, run.final, "b.position"))
    assert ends[1] == pytest.approx(ends[0], abs=1e-8)
