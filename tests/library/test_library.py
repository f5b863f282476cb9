"""The library holds the papers' data and the benchmarks' initial positions."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.description.geometry import Geometry
from linkwork.description.numbers import Numbers

ALL = [name for name in library.__all__ if name != "initial_speeds"]


def geometry(m):
    return Geometry(Numbers(m), planar=m.plane is not None)


@pytest.mark.parametrize(
    ("case", "com2", "C"),
    [
        ("I", (2.0, 1.7320508075688772), (3.0, 1.7320508075688772)),
        ("II", (1.899696216588266, 1.7592312955809728), (2.899337087721727, 1.7324333710431286)),
    ],
)
@pytest.mark.parametrize("make", [library.planar_four_bar, library.planar_four_bar_3d])
def test_the_four_bar_starts_where_the_paper_does(make, case, com2, C):
    g = geometry(make(case))
    assert g.com("link2")[:2] == pytest.approx(com2, abs=1e-14)
    assert g.place("C")[:2] == pytest.approx(C, abs=1e-14)
    for a, b in (("A", "B"), ("B", "C"), ("D", "C")):
        assert np.linalg.norm(np.subtract(g.place(a), g.place(b))) == pytest.approx(2, abs=1e-14)


def test_the_double_bar_pendulum_starts_where_the_paper_does():
    g = geometry(library.double_bar_pendulum())
    assert g.com("bar1") == pytest.approx([0.8658247218821448, 0.5003474302699141, 0])
    assert g.com("bar2") == pytest.approx([2.4390377129314893, 1.707520041645194, 0])
    assert g.place("tip") == pytest.approx([3.1464259820986893, 2.41434522275056, 0])


def test_andrews_squeezer_closes_its_three_loops_at_e():
    m = library.andrews_squeezer()
    n = Numbers(m)
    g = Geometry(n)
    E = np.array(g.place("E"))
    gamma, delta, phi, epsilon, omega = (n.value(name) for name in ("gamma", "delta", "phi", "epsilon", "omega"))
    B, G, H = (np.array(g.place(name)) for name in "BGH")
    assert np.allclose(B + 0.035 * np.array([np.sin(gamma), -np.cos(gamma), 0]), E, atol=1e-16)
    assert np.allclose(G + 0.02 * np.array([np.sin(phi + delta), -np.cos(phi + delta), 0]), E, atol=1e-16)
    assert np.allclose(H + 0.02 * np.array([np.cos(omega + epsilon), np.sin(omega + epsilon), 0]), E, atol=1e-16)
    assert g.com("K7") == pytest.approx([-0.059262402801791715, -0.010600698332712844, 0], abs=1e-15)


def test_bricard_rods_are_boxes():
    g = geometry(library.bricard())
    mass, com, inertia = g.mass_properties("rod2")
    assert mass == 1
    assert com == [1, -0.5, 0]
    assert np.allclose(inertia, np.diag([0.08416666666666667, 0.0016666666666666668, 0.08416666666666667]))


def test_the_governor_weighs_what_it_should():
    g = geometry(library.flyball_governor())
    assert g.mass_properties("shaft").mass == pytest.approx(0.3)
    assert g.mass_properties("slider").mass == pytest.approx(3.0)
    rod = g.mass_properties("rod1")
    assert rod.com == pytest.approx([0.8915152508471433, 0, 0.5141509433962265])
    expected = [
        [0.023943054245283014, 0, 0.041461926187170046],
        [0, 0.0957572169811321, 0],
        [0.041461926187170046, 0, 0.07181916273584907],
    ]
    assert np.allclose(rod.inertia, expected, atol=1e-14)
    assert g.frame("observe1").origin == pytest.approx([0.9160254037844388, 0, 0.5])


def test_the_parallelogram_has_the_reduced_mass_of_its_five_hertz():
    g = geometry(library.parallelogram_four_bar())
    crank, coupler = g.mass_properties("crank1"), g.mass_properties("coupler")
    M = 2 * (crank.inertia[2][2] + crank.mass * 0.2**2) + coupler.mass * 0.4**2
    assert pytest.approx(1.57144166) == M
    spring = np.subtract(g.point("S", "at_j"), g.point("S", "at_i"))
    K = 10000 * (spring[0] / np.linalg.norm(spring) * 0.4) ** 2  # the tip moves along -x, 0.4 m per radian
    assert np.sqrt(K / M) / (2 * np.pi) == pytest.approx(5.04, abs=1e-6)


@pytest.mark.parametrize("n", [1, 3])
def test_every_level_of_the_scissor_boom_closes(n):
    m = library.scissor_boom(n)
    g = geometry(m)
    for k in range(1, n + 1):
        for bar, foot, head in ((f"a{k}", f"L{k}", (0.5, 0.5)), (f"b{k}", f"R{k}", (-0.5, 0.5))):
            middle = np.array(g.com(bar))
            assert np.linalg.norm(middle - g.place(foot)) == pytest.approx(0.5)
            if k < n:
                top = g.place(f"R{k + 1}" if bar[0] == "a" else f"L{k + 1}")
                assert np.allclose(middle + np.append(head, 0) * np.sqrt(0.5), top)
    rows = 2 * (3 * n - 1) + 1
    assert 3 * (2 * n + 1) - rows == 4


def test_counts_of_the_repeated_mechanisms():
    assert sum(part.type == "body" for part in library.n_four_bar(10)) == 21
    assert sum(part.type == "revolute" for part in library.n_four_bar(10)) == 31
    assert sum(part.type == "body" for part in library.chain(7)) == 7
    assert geometry(library.chain(100)).frame("observe1").origin == pytest.approx([10, 0, 0])
    assert sum(part.type == "bushing" for part in library.bushing_chain(7)) == 7
    assert sum(part.type == "joint_spring" for part in library.sprung_chain(7)) == 7
    assert geometry(library.bushing_chain(100)).frame("observe0").origin == pytest.approx([10, 0, 0])


@pytest.mark.parametrize("name", ALL)
def test_every_mechanism_has_speeds_for_parts_it_has(name):
    m = getattr(library, name)()
    for signal in library.initial_speeds(name):
        assert signal.split(".")[0] in m
    assert getattr(library, name).__doc__


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="case is one of I, II, not 'III'"):
        library.planar_four_bar("III")
    with pytest.raises(ValueError, match="n is a whole number, at least 1, not 0"):
        library.chain(0)
    with pytest.raises(ValueError, match="force is"):
        library.planar_four_bar(force=(1,))
    with pytest.raises(lw.DescriptionError, match="not a finite number"):
        library.planar_four_bar(force=(float("nan"), 0))
    with pytest.raises(ValueError, match="no mechanism 'five_bar'"):
        library.initial_speeds("five_bar")


def test_all_mistakes_in_the_data_of_a_beam_are_told_at_once():
    with pytest.raises(lw.DescriptionError) as raised:
        library.beam(0, end=(1, 0), area=-1, E=float("nan"), I=(1e-9, -1e-9), damping=-1, root="loose")  # type: ignore[arg-type]
    words = ["root", "elements", "end", "area", "E is", "I is", "damping"]
    assert len(raised.value.problems) == len(words)
    for problem, word in zip(raised.value.problems, words, strict=True):
        assert word in problem
    with pytest.raises(lw.DescriptionError, match="start and end are the same place"):
        library.beam(2, end=(0, 0, 0))
