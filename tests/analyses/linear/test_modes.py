"""Modes: damped and rigid ones by closed form, shapes, energies, and the table."""

import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.linear.eigenpairs import eigenpairs


def train(n, *, wall=False, damping=0.0):
    """Wagons of 2 kg on a rail between springs of 50 N/m, and to the wall if asked."""
    m = lw.Mechanism("train", plane="xy")
    for k in range(n):
        m.add(
            lw.Body(f"wagon{k}", mass=2, inertia=1, com=(k, 0, 0)),
            lw.Prismatic(f"rail{k}", "ground", f"wagon{k}", at=(k, 0, 0), axis=(1, 0, 0)),
        )
        if k or wall:
            other = f"wagon{k - 1}" if k else "ground"
            at = {"at_i": (k - 1, 0, 0), "at_j": (k, 0, 0)}
            m.add(lw.SpringDamper(f"spring{k}", other, f"wagon{k}", **at, stiffness=50, damping=damping))
    return m


def modes_of(mechanism, coordinates="joint", start=None):
    model = lw.compile(mechanism, coordinates=coordinates)
    return lw.linearize(model, lw.assemble(model, start or {})).modes()


@pytest.mark.parametrize(
    ("damping", "kind"), [(0.0, "oscillating"), (4.0, "oscillating"), (60.0, "decaying"), (-3.0, "growing")]
)
def test_a_mass_on_a_spring_and_a_damper(damping, kind):
    modes = modes_of(train(1, wall=True, damping=damping))
    roots = np.roots([2, damping, 50])
    expected = sorted((r for r in roots if r.imag >= 0), key=abs)
    assert [mode.kind for mode in modes] == [kind] * len(expected)
    for mode, root in zip(modes, expected, strict=True):
        assert mode.eigenvalue == pytest.approx(root, rel=1e-12)
        assert mode.frequency == pytest.approx(abs(root.imag) / (2 * np.pi), rel=1e-12)
        assert mode.undamped == pytest.approx(abs(root) / (2 * np.pi), rel=1e-12)
        assert mode.damping == pytest.approx(-root.real / abs(root), abs=1e-13)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_free_train_has_one_rigid_mode_and_the_frequencies_of_a_chain(coordinates):
    n = 5
    modes = modes_of(train(n), coordinates)
    assert len(modes) == n and len(modes.rigid) == 1 and modes.zeros == 2
    expected = 2 * np.sqrt(50 / 2) * np.sin(np.arange(1, n) * np.pi / (2 * n)) / (2 * np.pi)
    np.testing.assert_allclose([mode.frequency for mode in modes.elastic], expected, rtol=1e-12)
    moved = [modes[0].bodies[f"wagon{k}"][0] for k in range(n)]
    np.testing.assert_allclose(moved, moved[0] * np.ones(n), rtol=1e-9)
    for k, mode in enumerate(modes.elastic, 1):
        shape = np.array([mode.bodies[f"wagon{j}"][0] for j in range(n)])
        cosine = np.cos(k * np.pi * (np.arange(n) + 0.5) / n)
        assert abs(shape @ cosine) == pytest.approx(np.linalg.norm(shape) * np.linalg.norm(cosine), rel=1e-12)
        np.testing.assert_allclose(list(mode.kinetic.values()), cosine**2 / (cosine @ cosine), atol=1e-9)
        stretch = np.diff(cosine) ** 2
        np.testing.assert_allclose(list(mode.elastic.values()), stretch / stretch.sum(), atol=1e-9)


def test_a_free_body_in_space_has_six_rigid_modes():
    body = lw.Mechanism("free").add(
        lw.Body("stone", mass=2, com=(0.3, 0, 0), inertia=(0.1, 0.2, 0.25)),
        lw.Free("flight", "ground", "stone", at=(0, 0, 0)),
    )
    for coordinates in ("joint", "cartesian"):
        modes = modes_of(body, coordinates)
        assert len(modes) == len(modes.rigid) == 6 and modes.zeros == 12


def test_a_spinning_body_nutates():
    """Torque-free, spinning about its axis of symmetry: the axis turns at (C - A) / A times the spin, in the body's axes."""
    A, C, W = 0.2, 0.3, 5.0
    mechanism = lw.Mechanism("top").add(
        lw.Body("top", mass=2, com=(0, 0, 0), inertia=(A, A, C)), lw.Spherical("ball", "ground", "top", at=(0, 0, 0))
    )
    model = lw.compile(mechanism)
    state = lw.assemble(model, {"top.angular_velocity": (0, 0, W)})
    states = ["ball.rotation.zy", "ball.rotation.zx", "ball.rotation.yx"]
    speeds = [f"top.angular_velocity.local.{c}" for c in "xyz"]
    lin = lw.linearize(model, state, states=states + speeds)
    frequencies = np.sort(np.abs(lin.eigenvalues.imag))[::-1]
    rate = (C - A) / A * W
    np.testing.assert_allclose(lin.A[3:, 3:], [[0, -rate, 0], [rate, 0, 0], [0, 0, 0]], atol=1e-12)
    np.testing.assert_allclose(frequencies[:4], [W, W, rate, rate], rtol=1e-9)


def test_energies_in_a_bushing_and_about_an_origin_away_from_the_mass_centre():
    mechanism = lw.Mechanism("pad", gravity=(0, 0, 0)).add(
        lw.Body("block", mass=3, com=(0.1, 0.2, 0.3), inertia=(0.1, 0.2, 0.25), origin=(0, 0, 0)),
        lw.Free("free", "ground", "block", at=(0, 0, 0)),
        lw.Bushing("pad", "ground", "block", at=(0, 0, 0), stiffness=(900, 800, 700, 60, 50, 40)),
    )
    model = lw.compile(mechanism)
    lin = lw.linearize(model, lw.assemble(model))
    assert len(lin.coordinates) == 6
    for mode in lin.modes():
        assert mode.kinetic == pytest.approx({"block": 1.0}) and mode.elastic == pytest.approx({"pad": 1.0})
        x = np.array(list(mode.states.values()))
        motion, (K, G) = mode.bodies["block"], lin.springs["pad"]
        stored, moving = (G @ x).conj() @ K @ (G @ x), motion.conj() @ lin.body_inertia[0] @ motion
        assert stored.real == pytest.approx(abs(mode.eigenvalue) ** 2 * moving.real, rel=1e-9)


def test_the_table_names_kinds_and_moves():
    lines = str(modes_of(train(3))).splitlines()
    assert lines[0] == "modes of train: 3, 1 rigid"
    assert lines[1].split() == "mode kind frequency Hz undamped Hz damping ratio moves".split()
    assert lines[2].split()[:2] == ["0", "rigid"] and "rail0.displacement" in lines[2]
    assert lines[3].split()[1] == "oscillating" and lines[3].split()[2] == "0.795775"
    assert modes_of(train(3))._repr_html_().count("<tr>") == 4


def test_chains_of_the_eigenvalue_zero_are_taken_out_exactly():
    rng = np.random.default_rng(3)
    J = np.zeros((7, 7))
    J[0, 1] = J[2, 3] = J[3, 4] = 1
    J[5, 6], J[6, 5] = 3.0, -3.0
    Q = np.linalg.qr(rng.normal(size=(7, 7)))[0]
    values, vectors, null, zeros = eigenpairs(Q @ J @ Q.T)
    assert zeros == 5 and null.shape == (7, 2)
    np.testing.assert_allclose(np.sort_complex(values), [-3j, 3j], atol=1e-12)
    np.testing.assert_allclose(Q @ J @ Q.T @ vectors, vectors * values, atol=1e-12)
    np.testing.assert_allclose(Q @ J @ Q.T @ null, 0, atol=1e-12)
    assert [len(x) for x in eigenpairs(np.zeros((0, 0)))[:3]] == [0, 0, 0]


def floating_loop():
    """Five bodies in a spatial loop of hinges and ball joints with springs across, held by nothing."""
    P = np.random.default_rng(3).normal(size=(5, 3))
    m = lw.Mechanism("floating loop").add(
        *(lw.Body(f"b{k}", mass=1 + k, inertia=(0.3, 0.4, 0.5), com=tuple((P[k] + P[(k + 1) % 5]) / 2)) for k in range(5)),
        lw.Free("loose", "ground", "b0", at=(0, 0, 0)),
    )  # fmt: skip
    for k in range(5):
        ends, at = (f"b{k}", f"b{(k + 1) % 5}"), tuple(P[(k + 1) % 5])
        m.add(lw.Spherical(f"J{k}", *ends, at=at) if k % 2 else lw.Revolute(f"J{k}", *ends, at=at, axis=tuple(P[k])))
        across = {"at_i": tuple(P[k]), "at_j": tuple(P[(k + 3) % 5])}
        m.add(lw.SpringDamper(f"S{k}", f"b{k}", f"b{(k + 2) % 5}", **across, stiffness=50 * (k + 1)))
    return m.add(
        *(lw.Bushing(f"T{k}", f"b{k}", f"b{k + 1}", at=tuple(P[k + 1]), stiffness=(0, 0, 0, 5, 6, 7)) for k in (1, 3))
    )


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_a_floating_loop_has_six_rigid_modes_and_the_others_no_momentum(coordinates):
    """Rounding would make three of its turns vibrations of 1e-8 Hz."""
    modes = modes_of(floating_loop(), coordinates)
    assert len(modes.rigid) == 6 and modes.zeros == 12 and len(modes) == 9
    assert [mode.kind for mode in modes.elastic] == ["oscillating"] * 3 and modes.elastic[0].frequency > 0.1
    for mode in modes.elastic:
        momentum = sum((1 + k) * mode.bodies[f"b{k}"][:3] for k in range(5))
        assert np.abs(momentum).max() < 1e-12 * max(np.abs(x).max() for x in mode.bodies.values())


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
def test_parts_that_have_nothing_to_do_with_each_other_do_not_mix(coordinates):
    """Two ball pendulums alike, a damped slide, a critically damped one, an inverted pendulum and a puck."""
    m = lw.Mechanism("several", gravity=(0, 0, -9.81))
    for name, x, z in (("a", 0, -0.5), ("b", 1, -0.5), ("inverted", 5, 0.5)):
        m.add(
            lw.Body(name, mass=1, inertia=(0.1, 0.1, 0.05), com=(x, 0, z)),
            lw.Universal(f"U{name}", "ground", name, at=(x, 0, 0), axis_i=(1, 0, 0), axis_j=(0, 1, 0)),
        )
    for name, x, damping in (("slide", 3, 20), ("critical", 4, 8)):
        m.add(
            lw.Body(name, mass=2, inertia=(0.1, 0.1, 0.1), com=(x, 0, 0)),
            lw.Prismatic(f"R{name}", "ground", name, at=(x, 0, 0), axis=(1, 0, 0)),
            lw.JointSpring(f"K{name}", f"R{name}.displacement", stiffness=8, damping=damping),
        )
    m.add(
        lw.Body("puck", mass=1, inertia=(0.1, 0.2, 0.25), com=(6, 0, 0)),
        lw.Planar("table_top", "ground", "puck", at=(6, 0, 0), axis=(0, 0, 1)),
    )
    modes = modes_of(m, coordinates)
    w = np.sqrt(9.81 * 0.5 / 0.35)
    # rounding splits the double root -2 into two real ones or into a pair, which is one mode
    double = [mode.eigenvalue for mode in modes if abs(mode.eigenvalue + 2) < 1e-5]
    assert sum(2 if value.imag else 1 for value in double) == 2
    expected = [0] * 3 + sorted([*np.roots([2, 20, 8]), *[-2] * len(double), *[1j * w] * 4, w, w, -w, -w], key=abs)
    assert modes.zeros == 6 and len(modes) == len(expected)
    values = np.array([mode.eigenvalue for mode in modes])
    np.testing.assert_allclose(
        np.abs(values), np.abs(expected), rtol=1e-7
    )  # the double root splits by the root of rounding
    for mode in modes:
        assert sorted(mode.kinetic.values())[-1] > 1 - 1e-9  # one body alone


def test_a_soft_spring_on_a_stiff_one_is_no_rigid_mode():
    m = lw.Mechanism("soft on stiff", plane="xy")
    for name, other, mass, stiffness in (
        ("stiff", "ground", 1e-3, 1e12),
        ("soft", "stiff", 1, 1),
        ("apart", "ground", 1, 1e-4),
    ):
        m.add(
            lw.Body(name, mass=mass, inertia=1, com=(0, 0, 0)),
            lw.Prismatic(f"R{name}", other, name, at=(0, 0, 0), axis=(1, 0, 0)),
            lw.JointSpring(f"K{name}", f"R{name}.displacement", stiffness=stiffness),
        )
    for coordinates in ("joint", "cartesian"):
        modes = modes_of(m, coordinates)
        assert modes.zeros == 0
        np.testing.assert_allclose(2 * np.pi * modes.undamped, [1e-2, 1, np.sqrt(1e15)], rtol=1e-6)


@pytest.mark.parametrize(("name", "rigid", "zeros"), [
    ("bricard", 0, 0), ("chain", 10, 20), ("chaplygin_sleigh", 2, 2), ("door", 1, 2), ("flyball_governor", 1, 2), ("scissor_boom", 2, 6),
])  # fmt: skip
def test_what_is_rigid_does_not_depend_on_the_coordinates(name, rigid, zeros):
    """A chain let go level has no stiffness at first; in Cartesian coordinates all of it is rounding of the forces at hand."""
    for coordinates in ("joint", "cartesian"):
        modes = modes_of(getattr(lw.library, name)(), coordinates, lw.library.initial_speeds(name))
        assert (len(modes.rigid), modes.zeros) == (rigid, zeros)


def test_a_locked_mechanism_has_no_modes():
    m = train(1).add(lw.Driver("hold", "rail0.displacement", motion="0*time"))
    assert len(modes_of(m)) == 0 and str(modes_of(m)) == "modes of train: none, as nothing can move"
    assert len(modes_of(lw.Mechanism("nothing"))) == 0


def test_modes_of_the_same_frequency_move_differently():
    """A round cantilever bends either way at every frequency; rounding must not show one way twice."""
    model = lw.compile(lw.library.beam(4))
    modes = lw.linearize(model, model.design_state()).modes()
    for k in (0, 2, 4):
        first, second = (modes[j].bodies["mass4"] for j in (k, k + 1))
        assert abs(modes[k].frequency / modes[k + 1].frequency - 1) < 1e-9
        assert abs(np.vdot(first, second)) < 1e-6 * np.linalg.norm(first) * np.linalg.norm(second)
        assert np.abs(first[[0, 1, 3, 5]]).max() < 1e-6 or np.abs(first[[0, 2, 3, 4]]).max() < 1e-6


def test_critical_damping_has_two_modes_of_one_shape():
    m = lw.Mechanism("damped", plane="xy").add(
        lw.Body("a", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("A", "ground", "a", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.JointSpring("K", "A.displacement", stiffness=100, damping=20),
    )
    model = lw.compile(m)
    modes = lw.linearize(model, lw.assemble(model)).modes()
    assert [mode.kind for mode in modes] == ["decaying", "decaying"]
    np.testing.assert_allclose([mode.eigenvalue for mode in modes], [-10, -10], rtol=1e-6)


@pytest.mark.parametrize("part", [0.0, 1e-12])
def test_the_table_says_zero_where_damping_is_rounding_and_shows_it_where_it_is_little(part):
    ratio = part / (2 * np.sqrt(2 * 50))
    modes = modes_of(train(12, wall=True, damping=part))
    assert max(abs(mode.damping) for mode in modes) < 1e-11
    shown = [float(row[4]) for row in modes.rows()[1:]]
    if part:
        np.testing.assert_allclose(shown[4:], modes.undamped[4:] * ratio / (5 / (2 * np.pi)), rtol=0.05)
    else:
        assert shown == [0.0] * 12


def test_linear_models_modes_and_diagrams_go_through_pickles():
    model = lw.compile(train(3, wall=True, damping=0.2))
    lin = lw.linearize(model, lw.assemble(model))
    again = pickle.loads(pickle.dumps(lin))
    np.testing.assert_array_equal(again.A, lin.A)
    assert str(again.modes()) == str(lin.modes()) and again.modes()[1].elastic == lin.modes()[1].elastic
    assert str(pickle.loads(pickle.dumps(again.modes()))) == str(lin.modes())
    tracks = lw.track_modes(lambda k: lin, [0.0, 1.0])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(tracks)).frequencies, tracks.frequencies)
