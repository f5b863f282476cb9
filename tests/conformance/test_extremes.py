"""Small and large, light and heavy, nothing free, everything driven, many turns, many redundant loops."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.formulations.redundancy import redundancy
from linkwork.model.evaluation import Evaluation
from tests.rigs.answers import FORMULATIONS, Answer, off
from tests.rigs.joint_mechanisms import draw, spatial
from tests.rigs.states import same_place, settled

AGREE = 1e-9


def everywhere(mechanism, first, state, formulations=FORMULATIONS, cut=()):
    """Largest disagreement over coordinates and formulations; forces are compared to the largest force."""
    reference = Answer(first, state, lw.Augmented())
    models = [
        lw.compile(mechanism),
        *(lw.compile(mechanism, cut=[c]) for c in cut),
        lw.compile(mechanism, coordinates="cartesian"),
    ]
    results = {}
    for k, model in enumerate(models):
        there = same_place(first, state, model)
        for formulation in formulations:
            results[k, formulation] = differences(Answer(model, there, formulation), reference)
    return max(results.values()), reference


def differences(a, b):
    """Relative to the largest of its kind, however small: linear and angular accelerations, forces and torques apart."""
    worst = 0.0
    for x, y in ((a.bodies, b.bodies), (a.wrenches, b.wrenches)):
        for part in (slice(0, 3), slice(3, 6)):
            size = np.abs(y[:, part]).max(initial=0.0)
            if size > 0:
                worst = max(worst, np.abs(x[:, part] - y[:, part]).max() / size)
    return worst


def four_bar(length, mass):
    """An RUSR loop of a given size and mass, with gravity, at unit dimensionless speeds."""

    def at(*p):
        return tuple(length * np.array(p))

    J = mass * length**2
    m = lw.Mechanism("scaled", gravity=(0, -9.81, 2.0))
    return m.add(
        lw.Body("a", mass=mass, com=at(0.1, 0.3, 0), inertia=(0.02 * J, 0.03 * J, 0.04 * J)),
        lw.Body("b", mass=2 * mass, com=at(0.6, 0.7, 0.2), inertia=(0.03 * J, 0.2 * J, 0.2 * J, 0.01 * J, 0, 0)),
        lw.Body("c", mass=mass, com=at(1.1, 0.4, 0.3), inertia=(0.05 * J, 0.05 * J, 0.02 * J)),
        lw.Revolute("A", "ground", "a", at=at(0, 0, 0), axis=(0, 0.1, 1)),
        lw.Universal("B", "a", "b", at=at(0.2, 0.6, 0), axis_i=(0, 0, 1), axis_j=(0, 1, 0)),
        lw.Spherical("C", "b", "c", at=at(1.0, 0.8, 0.4)),
        lw.Revolute("D", "ground", "c", at=at(1.2, 0, 0.2), axis=(0.2, 0, 1)),
    )  # fmt: skip


@pytest.mark.parametrize(("length", "mass"), [(1e-3, 1e-6), (1e3, 1e9), (1e-3, 1.0), (1e4, 1e-3)])
def test_the_size_of_a_mechanism_does_not_matter(length, mass):
    mechanism = four_bar(length, mass)
    model = lw.compile(mechanism)
    rate = np.sqrt(9.81 / length)
    state = settled(
        model,
        lw.State(0, model.design_state().q, rate * np.ones(model.nv), turns=model.design_state().turns),
        1e-13 * length,
    )
    # Baumgarte's constants are rates: beta² times the rounding of a position must stay small beside the accelerations
    formulations = [lw.Baumgarte(rate, rate) if isinstance(f, lw.Baumgarte) else f for f in FORMULATIONS]
    worst, reference = everywhere(mechanism, model, state, formulations)
    assert worst < AGREE
    unit = lw.compile(four_bar(1.0, 1.0))
    same = settled(
        unit, lw.State(0, unit.design_state().q, np.sqrt(9.81) * np.ones(unit.nv), turns=unit.design_state().turns)
    )
    expected = Answer(unit, same)
    assert off(reference.bodies[:, :3], expected.bodies[:, :3]) < 1e-10  # accelerations in units of g are the same
    assert off(reference.wrenches[:, :3] / mass, expected.wrenches[:, :3]) < 1e-10


@pytest.mark.parametrize("ratio", [1e-6, 1e6])
def test_light_and_heavy_bodies_together(ratio):
    mechanism = four_bar(1.0, 1.0).set("b.mass", 2 * ratio)
    b = mechanism["b"]
    mechanism.remove("b")
    mechanism.add(lw.Body("b", mass=b.mass, com=b.com, inertia=tuple(ratio * x for x in b.inertia)))
    model = lw.compile(mechanism)
    state = settled(model, lw.State(0, model.design_state().q, np.ones(model.nv), turns=model.design_state().turns))
    worst, _ = everywhere(mechanism, model, state)
    assert worst < AGREE


def test_a_mechanism_without_freedoms_still_has_reactions():
    m = lw.Mechanism("post", gravity=(0, 0, -9.81)).add(
        lw.Body("post", mass=3, inertia=(1, 1, 1), com=(0, 0, 1)),
        lw.Body("arm", mass=2, inertia=(1, 1, 1), com=(2, 0, 1)),
        lw.Fixed("foot", "ground", "post", at=(0, 0, 0)),
        lw.Fixed("elbow", "arm", "post", at=(0, 0, 1)),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        assert model.nv == (0 if coordinates == "joint" else 12)
        for formulation in FORMULATIONS:
            r = lw.reactions(model, model.design_state(), formulation=formulation)
            assert r["foot"].force == pytest.approx([0, 0, 5 * 9.81], abs=1e-9)
            assert r["foot"].torque == pytest.approx([0, -4 * 9.81, 0], abs=1e-9)
            assert r["elbow"].force == pytest.approx([0, 0, -2 * 9.81], abs=1e-9)
            assert r["elbow"].torque == pytest.approx([0, 4 * 9.81, 0], abs=1e-9)
        report = lw.check(model, model.design_state())
        assert report.dof == 0


def test_a_body_fixed_twice_shares_its_weight():
    m = lw.Mechanism("plank", gravity=(0, 0, -10)).add(
        lw.Body("plank", mass=6, inertia=(1, 1, 1), com=(1, 0, 0)),
        lw.Fixed("left", "ground", "plank", at=(0, 0, 0)),
        lw.Fixed("right", "ground", "plank", at=(2, 0, 0)),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        assert lw.check(model, model.design_state()).redundant_rows == 6
        for formulation in FORMULATIONS:
            r = lw.reactions(model, model.design_state(), formulation=formulation)
            assert (r["left"].force + r["right"].force)[2] == pytest.approx(60, rel=1e-10)
            assert not r["left"].force_unique[2]


def test_a_fully_driven_mechanism_follows_its_drivers():
    drivers = {"U.angle_i": "0.1*time", "U.angle_j": "0.2*time**2", "D.angle": "0.3*sin(time)"}

    def make(rng):
        m = spatial(rng, "revolute")
        return m.add(*(lw.Driver(f"d{k}", t, motion=x) for k, (t, x) in enumerate(list(drivers.items())[1:])))

    mechanism, model, state = draw(make, 31, t=0.2)
    dof = lw.check(model, state).dof
    assert dof == 1
    worst, _ = everywhere(mechanism, model, state, cut=["U", "X"])
    assert worst < AGREE


def test_an_all_driven_arm_needs_what_newton_euler_says():
    m = lw.library.double_bar_pendulum().remove("M", "F")
    m.add(
        lw.Driver("dA", "A.angle", motion="0.524 + time + time**2/2"),
        lw.Driver("dB", "B.angle", motion="0.261 + 0.5*time + time**2/2"),
    )
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(m, coordinates=coordinates)
        state = lw.assemble(model)
        for formulation in FORMULATIONS:
            r = lw.reactions(model, state, formulation=formulation)
            expected = np.array([137.5775614, 67.5258538]) + [-4.5158192, 3.6126554]
            assert [r.drivers["dA"], r.drivers["dB"]] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("turns", [3, -2])
def test_springs_and_drivers_count_whole_turns(turns):
    """A torsion spring on a joint that has turned many times feels it, cut or not."""
    m = lw.library.planar_four_bar("II")
    model, full = lw.compile(m), lw.compile(m, coordinates="cartesian")
    angle = 1.104 + 2 * np.pi * turns
    state = lw.assemble(model, {"A.angle": angle})
    assert lw.measure(model, state, "A.angle") == pytest.approx(angle, abs=1e-12)
    there = same_place(model, state, full)
    assert lw.measure(full, there, "A.angle") == pytest.approx(angle, abs=1e-12)
    assert lw.measure(full, there, "K.force") == pytest.approx(-100 * (angle - 0.524), rel=1e-12)
    assert Answer(full, there).off(Answer(model, state)) < AGREE


def in_space(n):
    """n four-bars in a row, in space: three redundant rows each."""
    flat = lw.library.n_four_bar(n)
    m = lw.Mechanism("in space", gravity=flat.gravity)
    for part in flat:
        if isinstance(part, lw.Body):
            m.add(lw.Body(part.name, mass=1, com=part.com, inertia=(0.05, 0.05, 1 / 12)))
        elif isinstance(part, lw.Revolute):
            m.add(lw.Revolute(part.name, part.body_i, part.body_j, at=part.at, axis=(0, 0, 1)))
    return flat, m


@pytest.mark.parametrize("n", [4, 30, 160])
def test_rows_of_redundant_loops_move_like_the_planar_ones(n):
    """n = 160 has 800 rows: its redundancy is found from the sparse factors."""
    flat, deep = in_space(n)
    a, b = lw.compile(flat), lw.compile(deep)
    start = a.design_state()
    rate = lw.assemble(a, lw.library.initial_speeds("n_four_bar"))
    expected = Answer(a, lw.State(0, start.q, rate.v, turns=start.turns))
    v = np.zeros(b.nv)
    for name, k in a.structure.topology.tree_of.items():
        sign = (
            -1.0
            if a.structure.topology.tree[k - 1].reverse
            != b.structure.topology.tree[b.structure.topology.tree_of[name] - 1].reverse
            else 1.0
        )
        v[b.structure.topology.tree_of[name] - 1] = sign * rate.v[k - 1]
    state = lw.State(0, b.design_state().q, v, turns=b.design_state().turns)
    e = Evaluation(b, state)
    assert np.abs(e.w.Phidot).max() < 1e-12
    assert redundancy(e).dependent == 3 * n
    result = Answer(b, state, lw.Recursive())
    assert off(result.bodies, expected.bodies) < AGREE
    assert off(result.wrenches[:, :2], expected.wrenches[:, :2]) < AGREE
    assert result.unique[:, :2].all()
    if n < 10:
        for formulation in FORMULATIONS:
            assert off(Answer(b, state, formulation).bodies, expected.bodies) < AGREE, formulation


@pytest.mark.parametrize("kind", ["revolute", "spherical", "in_line", "no_slide"])
def test_a_constrained_mechanism_gains_the_power_of_its_applied_forces(kind):
    """Constraints that do not depend on time do no work: sum of V · (inertia forces) = sum of V · (applied wrenches)."""
    mechanism, model, state = draw(lambda rng: spatial(rng, kind), 77)
    e, acc = Evaluation(model, state), lw.accelerations(model, state)
    power = np.sum(e.w.V * e.w.wrench)
    assert state.v @ (e.M @ acc.vdot - e.Qh) == pytest.approx(0, abs=1e-10 * np.abs(power))
    full = lw.compile(mechanism, coordinates="cartesian")
    there = same_place(model, state, full)
    f = Evaluation(full, there)
    vdot = lw.accelerations(full, there).vdot
    assert there.v @ (f.M @ vdot - f.Qh) == pytest.approx(0, abs=1e-10 * np.abs(power))
    assert np.sum(f.w.V * f.w.wrench) == pytest.approx(power, rel=1e-10)


def test_a_moment_of_inertia_beyond_the_largest_float_names_the_body():
    """It was infinite, with a warning of NumPy; 1e200 kg (1e99 m)² is no float."""
    m = lw.Mechanism("far").add(
        lw.Body("a", mass=1e200, inertia=(1, 1, 1), com=(1e99, 0, 0)),
        lw.Revolute("J", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1)),
    )
    with pytest.raises(lw.DescriptionError, match=r"body 'a': its moment of inertia, 1e\+200 kg at 1e\+99 m"):
        lw.compile(m)
