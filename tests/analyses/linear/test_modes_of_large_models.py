"""`lw.modes`: the lowest modes of large models by sparse matrices, against closed forms and against all modes."""

import sys

import numpy as np
import pytest
from scipy.linalg import eigh_tridiagonal

import linkwork as lw
import linkwork.analyses.linear.modes
from benchmarks.mechanisms import beads, five_bars
from linkwork.analyses.linear.directional import Directional
from linkwork.analyses.linear.sparse_jacobians import sparse_jacobians
from linkwork.dynamics.formulations.solve import solve
from linkwork.dynamics.jacobians import state_jacobians
from linkwork.model.evaluation import Evaluation
from linkwork.numerics.jit import JIT_DISABLED
from tests.analyses.linear import linear_blocks

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="hundreds of bodies")


def controlled():
    """A force that depends on other bodies than it acts on, axes of another body, a block with a state."""
    m = lw.library.chain(4)
    return m.add(
        lw.Block("lag", inputs={"angle": "J4.angle", "wish": "link1.position.y"}, outputs=["torque"], states=["felt"],
                 parameters={"T": 0.2, "gain": -40}, function=linear_blocks.lagged),
        lw.JointForce("motor", "J2.angle", force="lag.torque"),
        lw.AppliedForce("follow", "link1", force=("3*link4.position.x*J3.angle.rate", 1, 0), axes="observe0"),
    )  # fmt: skip


@pytest.mark.parametrize("build", [
    lw.library.scissor_boom, lw.library.spatial_four_bar, lw.library.door, lambda: lw.library.bushing_chain(4),
    lw.library.andrews_squeezer, controlled,
])  # fmt: skip
def test_sparse_derivatives_are_the_dense_ones(build):
    model = lw.compile(build(), coordinates="cartesian")
    e = Evaluation(model, lw.assemble(model))
    result = solve(e)
    dense = state_jacobians(e, result.vdot, result.lam)
    lean = sparse_jacobians(Directional(e, result.vdot, result.lam))
    names = {"K": "F_q", "C": "F_v"}
    for word in ("M", "K", "C", "F_z", "Phi_v", "zdot_q", "zdot_v", "zdot_z"):
        expected = getattr(dense, names.get(word, word))
        off = np.abs(getattr(lean, word).toarray() - expected).max(initial=0.0)
        assert off <= 1e-12 * max(1.0, np.abs(expected).max(initial=0.0)), word


def test_a_thousand_beads_on_a_string_have_the_zeros_of_a_laguerre_polynomial():
    n, spacing = 1000, 0.01
    zeros = eigh_tridiagonal(2.0 * np.arange(n) + 1, np.arange(1.0, n), select="i", select_range=(0, 19))[0]
    model = lw.compile(beads(n, spacing))
    modes = lw.modes(model, lw.assemble(model), 20)
    np.testing.assert_allclose(modes.frequencies, np.sqrt(9.81 / spacing * zeros) / (2 * np.pi), rtol=1e-9)
    assert len(modes) == 20 and modes.zeros == 0
    assert modes[0].shape.shape == (n,) and "J0.angle" in modes[0].moves
    # the shape is the polynomial itself, from the lower end: L_k(zero)
    polynomial, before = 1.0 - zeros[3], 1.0
    places = [before, polynomial]
    for k in range(1, n - 1):
        polynomial, before = ((2 * k + 1 - zeros[3]) * polynomial - k * before) / (k + 1), polynomial
        places.append(polynomial)
    moved = np.array([modes[3].bodies[f"bead{k}"][0].real for k in range(n - 1, -1, -1)])
    np.testing.assert_allclose(moved / moved[0], places, atol=1e-7)


def wagons(n, damping, wall):
    """Of 2 kg on a rail, springs of 50 N/m between them; to walls at both ends if asked."""
    m = lw.Mechanism("wagons", plane="xy")
    for k in range(n):
        m.add(
            lw.Body(f"w{k}", mass=2, inertia=1, com=(k, 0, 0)),
            lw.Prismatic(f"r{k}", "ground", f"w{k}", at=(k, 0, 0), axis=(1, 0, 0)),
        )
    ends = [(f"w{k - 1}", f"w{k}", k - 1) for k in range(1, n)]
    ends += [("ground", "w0", -1), (f"w{n - 1}", "ground", n - 1)] if wall else []
    for k, (i, j, at) in enumerate(ends):
        m.add(lw.SpringDamper(f"s{k}", i, j, at_i=(at, 0, 0), at_j=(at + 1, 0, 0), stiffness=50, damping=damping))
    return m


@pytest.mark.parametrize("damping", [0.0, 4.0])
def test_wagons_between_walls_have_their_eigenvalues(damping):
    n = 200
    model = lw.compile(wagons(n, damping, wall=True), coordinates="cartesian")
    modes = lw.modes(model, lw.assemble(model), 12)
    share = 4 * np.sin(np.arange(1, 13) * np.pi / (2 * (n + 1))) ** 2
    expected = [max(np.roots([2, damping * s, 50 * s]), key=lambda root: root.imag) for s in share]
    np.testing.assert_allclose([mode.eigenvalue for mode in modes], expected, rtol=1e-9, atol=1e-13)
    for k, mode in enumerate(modes, 1):
        sine = np.sin(k * np.pi * np.arange(1, n + 1) / (n + 1)) ** 2
        np.testing.assert_allclose([mode.kinetic[f"w{j}"] for j in range(n)], sine / sine.sum(), atol=1e-9)
        assert sum(mode.elastic.values()) == pytest.approx(1)


@pytest.mark.parametrize("damping", [0.0, 0.4])
def test_a_free_train_has_its_rigid_mode_apart(damping):
    n = 200
    model = lw.compile(wagons(n, damping, wall=False))
    modes = lw.modes(model, lw.assemble(model), 8)
    assert len(modes.rigid) == 1 and modes[0].rigid and modes.zeros == 2
    np.testing.assert_allclose(modes[0].shape, modes[0].shape[0], rtol=1e-9)
    expected = 2 * np.sqrt(50 / 2) * np.sin(np.arange(1, 8) * np.pi / (2 * n)) / (2 * np.pi)
    np.testing.assert_allclose(modes.undamped[1:], expected, rtol=1e-9)


@pytest.fixture
def sparse_from_40(monkeypatch):
    monkeypatch.setattr(sys.modules["linkwork.analyses.linear.modes"], "DENSE_UP_TO", 39)


@pytest.mark.parametrize(("plane", "damping"), [("xy", 0.02), (None, 0.0)])
def test_the_lowest_modes_of_many_loops_are_those_of_the_linear_model(plane, damping, sparse_from_40):
    """In space every loop has three redundant rows."""
    model = lw.compile(five_bars(15, stiffness=40, damping=damping, plane=plane))
    state = lw.assemble(model)
    modes, whole = lw.modes(model, state, 10), lw.linearize(model, state).modes(10)
    assert len(modes) == len(whole) == 10 and modes[0].states == {}
    for a, b in zip(modes, whole, strict=True):
        assert a.eigenvalue == pytest.approx(b.eigenvalue, rel=1e-8, abs=1e-8 * abs(b.eigenvalue))
        np.testing.assert_allclose(a.shape, b.shape, atol=1e-6)
        np.testing.assert_allclose(list(a.kinetic.values()), list(b.kinetic.values()), atol=1e-7)
        assert a.elastic == pytest.approx(b.elastic, abs=1e-7)
        for body, motion in b.bodies.items():
            np.testing.assert_allclose(a.bodies[body], motion, atol=1e-6)


@pytest.mark.parametrize("up", [False, True])
def test_forces_without_a_potential_and_unstable_rest(up, sparse_from_40):
    """Each hinge is pushed by the next one's angle, so that the stiffness is not symmetric; upside down the string falls."""
    m = beads(48)
    m.gravity = (0, 9.81 if up else -9.81, 0)
    m.add(*(lw.JointForce(f"F{k}", f"J{k}.angle", force=f"0.001*J{(k + 1) % 48}.angle") for k in range(48)))
    model = lw.compile(m)
    state = lw.assemble(model)
    modes, whole = lw.modes(model, state, 8), lw.linearize(model, state).modes(8)
    assert {mode.kind for mode in modes} == ({"growing", "decaying"} if up else {"oscillating"})
    for a, b in ((modes, whole), (whole, modes)):  # a pair of equal size may come in either order
        off = [min(abs(x.eigenvalue - y.eigenvalue) for y in b) / abs(x.eigenvalue) for x in a]
        assert max(off) < 1e-8


def test_a_state_of_a_block_is_in_the_eigenvalues(sparse_from_40):
    m = wagons(50, 0.3, wall=True).add(
        lw.Block("lag", inputs={"place": "r29.displacement", "wish": "r3.displacement"}, outputs=["force"], states=["felt"],
                 parameters={"T": 0.5, "gain": -20}, function=linear_blocks.lagged),
        lw.JointForce("motor", "r30.displacement", force="lag.force"),
    )  # fmt: skip
    model = lw.compile(m)
    state = lw.assemble(model)
    modes, whole = lw.modes(model, state, 8), lw.linearize(model, state).modes(8)
    np.testing.assert_allclose(
        [mode.eigenvalue for mode in modes], [mode.eigenvalue for mode in whole], rtol=1e-8, atol=1e-10
    )


def test_a_cantilever_of_a_thousand_freedoms_has_the_frequencies_of_euler_and_bernoulli():
    model = lw.compile(lw.library.beam(170))
    state = lw.assemble(model)
    modes = lw.modes(model, state, 20)
    assert model.nv == 1020 and len(modes) == 20 and modes.zeros == 0
    roots = np.array([1.875104068712, 4.694091132974, 7.854757438238])  # cos b cosh b = -1
    exact = roots**2 * np.sqrt(7e10 * 4e-7 / (14705.88 * 0.002) / 6.8**4) / (2 * np.pi)
    pairs = modes.frequencies[:6].reshape(3, 2)  # flap and lag alike
    np.testing.assert_allclose(pairs, exact[:, None] * [1, 1], rtol=3e-4)
    assert abs(pairs[0, 0] / exact[0] - 1) < 4e-5
    shares = modes[0].elastic
    assert shares["E1"] > 100 * shares["E170"] and sum(shares.values()) == pytest.approx(1)


def test_a_beam_of_sparse_matrices_is_that_of_its_linear_model():
    model = lw.compile(lw.library.beam(26, damping=1e-4))
    state = lw.assemble(model)
    modes, whole = lw.modes(model, state, 16), lw.linearize(model, state).modes(16)
    assert modes[0].states == {} and whole[0].states
    np.testing.assert_allclose(modes.undamped, whole.undamped, rtol=1e-8)
    np.testing.assert_allclose(modes.damping, whole.damping, atol=1e-8)


def test_links_that_spin_about_themselves_are_rigid_modes():
    m = lw.Mechanism("links", gravity=(0, -9.81, 0))
    for k in range(60):
        m.add(
            lw.Body(f"link{k}", mass=0.1, inertia=(1e-5, 1e-5, 1e-5), com=(0, -(k + 0.5) * 0.01, 0)),
            lw.Spherical(f"J{k}", f"link{k - 1}" if k else "ground", f"link{k}", at=(0, -k * 0.01, 0)),
        )
    model = lw.compile(m)
    modes = lw.modes(model, model.design_state(), 6)
    assert [mode.kind for mode in modes] == ["rigid"] * 6
    assert np.linalg.matrix_rank(np.array([mode.shape for mode in modes])) == 6
    for mode in modes:
        motion = np.array([*mode.bodies.values()])
        assert np.abs(np.delete(motion, 4, axis=1)).max() < 1e-6 * np.abs(motion[:, 4]).max()


def test_too_many_equal_damped_modes_are_refused_with_the_remedy(sparse_from_40):
    m = lw.Mechanism("separate wagons", plane="xy")
    for k in range(100):
        m.add(
            lw.Body(f"wagon{k}", mass=2, inertia=1, com=(k, 0, 0)),
            lw.Prismatic(f"rail{k}", "ground", f"wagon{k}", at=(k, 0, 0), axis=(1, 0, 0)),
            lw.JointSpring(f"spring{k}", f"rail{k}.displacement", stiffness=50, damping=0.1),
        )
    model = lw.compile(m)
    with pytest.raises(lw.AnalysisError, match=r"too many eigenvalues .* linearize\(model, state\).modes\(\)"):
        lw.modes(model, model.design_state(), 3)


@pytest.mark.parametrize("damping", [0.0, 1e-3])
def test_none_of_many_equal_modes_is_missed(damping):
    """One Krylov sequence sees equal eigenvalues by rounding only: fourteen of these fifteen."""
    stiffness = [1.0] * 15 + list(np.linspace(4, 400, 160))
    m = lw.Mechanism("alike", plane="xy")
    for k, value in enumerate(stiffness):
        m.add(
            lw.Body(f"b{k}", mass=1, inertia=1, com=(k, 0, 0)),
            lw.Prismatic(f"P{k}", "ground", f"b{k}", at=(k, 0, 0), axis=(1, 0, 0)),
            lw.JointSpring(f"S{k}", f"P{k}.displacement", stiffness=value, damping=damping * value),
        )
    model = lw.compile(m)
    modes = lw.modes(model, model.design_state(), 20)
    np.testing.assert_allclose(2 * np.pi * modes.undamped, np.sqrt(stiffness[:20]), rtol=1e-9)
    assert np.linalg.matrix_rank(np.array([mode.shape for mode in modes]), 1e-6) == 20


def test_small_models_and_states_that_move_go_by_their_linear_model():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model, {"A.angle.rate": 1.0})
    modes = lw.modes(model, state, 1)
    by_linear_model = lw.linearize(model, state).modes()[0].eigenvalue
    assert abs(modes[0].eigenvalue - by_linear_model) < 1e-12 * abs(by_linear_model) and not modes.resting
    eq = lw.equilibrium(model, lw.assemble(model), stable=True)
    by_linear_model = lw.linearize(model, eq).modes()[0].frequency
    assert lw.modes(model, eq)[0].frequency == pytest.approx(by_linear_model, rel=1e-12)


@pytest.mark.parametrize("count", [0, 2.5, "all", True])
def test_a_wrong_count_is_refused(count):
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    with pytest.raises(lw.AnalysisError, match="count is how many modes"):
        lw.modes(model, lw.assemble(model), count)
