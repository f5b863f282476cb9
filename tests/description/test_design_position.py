"""The design position: points, frames, own axes, and mass properties from shapes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.description.geometry import Geometry
from linkwork.description.numbers import Numbers
from linkwork.description.tables import interpolate, slopes
from linkwork.description.vectors import axes

coordinate = st.floats(-3, 3).map(lambda x: round(x, 3))
vectors = st.tuples(coordinate, coordinate, coordinate)


def geometry(*parts):
    return Geometry(Numbers(lw.Mechanism().add(*parts)))


@settings(max_examples=200)
@given(vectors, vectors)
def test_axes_are_a_rotation_with_z_exact_and_x_nearest(x, z):
    if np.linalg.norm(np.cross(x, z)) < 1e-3:
        return
    for given_x, given_z in ((x, z), (x, None), (None, z)):
        R = np.array(axes(given_x, given_z))
        assert np.allclose(R @ R.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(R) == pytest.approx(1)
        exact = (R[:, 2], given_z) if given_z is not None else (R[:, 0], given_x)
        assert np.allclose(exact[0], np.array(exact[1]) / np.linalg.norm(exact[1]))
        if given_x is not None:
            assert R[:, 0] @ np.array(given_x) > 0


def test_points_by_name_and_midpoints_and_frames():
    g = geometry(
        lw.Point("P", (0, 2, 0)),
        lw.Point("Q", "P"),
        lw.Point("M", ("Q", "J")),
        lw.Point("N", ("M", "F")),
        lw.Revolute("J", "ground", "b", at=(2, 0, 0), axis=("P", "J")),
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(1, 1, 1), x=(0, 1, 0)),
        lw.Frame("F", "b", at=(1, 0, 0), x=(0, 1, 0)),
        lw.Frame("H", "b", at="P", z=("P", "J")),
        lw.Frame("W", "ground", at=(1, 2, 3)),
    )
    assert g.place("M") == [1, 1, 0]
    assert g.direction("J", "axis") == [2, -2, 0]
    assert np.allclose(g.frame("F").origin, (1, 2, 1))  # one metre along the body's own x, which is the world's y
    assert np.allclose(np.array(g.frame("F").R)[:, 0], (-1, 0, 0))
    assert np.allclose(np.array(g.frame("H").R)[:, 2], np.array((1, -1, 0)) / np.sqrt(2))
    assert np.allclose(g.frame("H").origin, (0, 2, 0))
    assert np.allclose(g.place("N"), (1, 1.5, 0.5))
    assert g.frame("W").origin == [1, 2, 3]


@pytest.mark.parametrize(
    ("parts", "ask", "words"),
    [
        ([lw.Point("P", "Q"), lw.Point("Q", "P")], lambda g: g.place("P"), ["depends on itself", "P.at → Q.at → P.at"]),
        ([lw.Body("b", mass=1, inertia=(1, 1, 1), com="F"), lw.Frame("F", "b")], lambda g: g.body("b"), ["depends on itself"]),
        ([lw.Point("P", "nowhere")], lambda g: g.place("P"), ["P.at", "no point, frame or joint 'nowhere'"]),
        ([lw.Point("P", "b"), lw.Body("b")], lambda g: g.place("P"), ["'b' is a body, not a point"]),
        ([lw.Distance("D", "a", "b", at_i=(0, 0, 0), at_j=(1, 0, 0)), lw.Point("P", "D")], lambda g: g.place("P"), ["at_i and at_j"]),
        ([lw.Point("P", (0, 0, 0)), lw.Point("Q", (0, 0, 0)), lw.InLine("L", "a", "b", at="P", axis=("P", "Q"))],
         lambda g: g.direction("L", "axis"), ["L.axis", "no length", "same place"]),
        ([lw.Parameter("z", 0), lw.InLine("L", "a", "b", at=(0, 0, 0), axis=(0, 0, "z"))],
         lambda g: g.direction("L", "axis"), ["L.axis", "zero"]),
        ([lw.Body("b", x=(1, 0, 0), z=(2, 0, 0))], lambda g: g.axes("b"), ["b.x", "parallel"]),
        ([lw.Frame("F", "nobody")], lambda g: g.frame("F"), ["no body 'nobody'"]),
        ([lw.Body("b", mass=1, com=(0, 0, 0))], lambda g: g.mass_properties("b"), ["b.inertia: is missing", "zeros for a point mass"]),
        ([lw.Body("b")], lambda g: g.mass_properties("b"), ["b.mass: is missing", "b.com: is missing", "b.inertia"]),
        ([lw.Body("b", shapes=[lw.Sphere(radius=1)])], lambda g: g.mass_properties("b"), ["no density", "give density or mass"]),
        ([lw.Body("b", mass=1, shapes=[lw.Sphere(radius=-1)])], lambda g: g.mass_properties("b"), ["b.shapes.0.radius", "positive", "-1"]),
        ([lw.Body("b", density=0, shapes=[lw.Sphere(radius=1)])], lambda g: g.mass_properties("b"), ["b.density", "positive"]),
        ([lw.Point("P0", (0, 0, 0)), *(lw.Point(f"P{i}", f"P{i - 1}") for i in range(1, 400))],
         lambda g: g.place("P399"), ["more than 150 points"]),
    ],
)  # fmt: skip
def test_a_design_that_has_no_place_says_why(parts, ask, words):
    with pytest.raises(lw.DescriptionError) as caught:
        ask(geometry(*parts))
    for word in words:
        assert word in str(caught.value)


def sampled(inside, low, high, count=300_000):
    """Volume, mean and inertia per mass about the mean of a solid, by Monte Carlo."""
    rng = np.random.default_rng(1)
    r = rng.uniform(low, high, size=(count, 3))
    r = r[inside(r)]
    mean = r.mean(axis=0)
    second = (r - mean).T @ (r - mean) / len(r)
    return np.prod(np.subtract(high, low)) * len(r) / count, mean, np.trace(second) * np.eye(3) - second


def capsule(r):
    z = np.clip(r[:, 2], -0.75, 0.75)
    return (r[:, 0] ** 2 + r[:, 1] ** 2 + (r[:, 2] - z) ** 2) < 0.4**2


@pytest.mark.parametrize(
    ("shape", "inside"),
    [
        (lw.Box(size=(0.5, 1, 1.5)), lambda r: (np.abs(r) < (0.25, 0.5, 0.75)).all(axis=1)),
        (lw.Cylinder(radius=0.4, length=1.5), lambda r: (np.hypot(r[:, 0], r[:, 1]) < 0.4) & (np.abs(r[:, 2]) < 0.75)),
        (lw.Sphere(radius=0.7), lambda r: np.linalg.norm(r, axis=1) < 0.7),
        (lw.Capsule(radius=0.4, length=1.5), capsule),
    ],
    ids=["box", "cylinder", "sphere", "capsule"],
)
def test_shapes_have_the_mass_and_inertia_of_their_volume(shape, inside):
    mass, com, inertia = geometry(lw.Body("b", density=1.0, shapes=[shape])).mass_properties("b")
    volume, _, expected = sampled(inside, (-1.2, -1.2, -1.2), (1.2, 1.2, 1.2))
    assert mass == pytest.approx(volume, rel=0.02)
    assert com == [0, 0, 0]
    assert np.allclose(np.array(inertia) / mass, expected, rtol=0.02, atol=0.003)


def test_shapes_combine_turn_and_scale():
    rod = lw.Cylinder(radius=0.1, length=2, at=(1, 0, 0), axis=(1, 0, 0), density=1000)
    ball = lw.Sphere(radius=0.3, at="tip")
    g = geometry(
        lw.Point("tip", (2, 0, 0)),
        lw.Body("b", density=500, shapes=[rod, ball]),
        lw.Body("c", mass=7, shapes=[rod, ball], density=500),
    )
    m1, m2 = 1000 * np.pi * 0.01 * 2, 500 * 4 / 3 * np.pi * 0.027
    mass, com, inertia = g.mass_properties("b")
    x = (m1 * 1 + m2 * 2) / (m1 + m2)
    across = m1 * (0.01 / 4 + 4 / 12 + (x - 1) ** 2) + m2 * (0.4 * 0.09 + (2 - x) ** 2)
    assert mass == pytest.approx(m1 + m2)
    assert com == pytest.approx([x, 0, 0])
    assert np.allclose(inertia, np.diag([m1 * 0.01 / 2 + m2 * 0.4 * 0.09, across, across]))
    scaled = g.mass_properties("c")
    assert scaled.mass == 7
    assert np.allclose(scaled.inertia, np.array(inertia) * 7 / (m1 + m2))


def test_written_inertia_is_in_own_axes():
    g = geometry(lw.Body("b", mass=1, com=(0, 0, 0), inertia=(1, 2, 2.5, 0.1, 0.2, 0.3), x=(0, 1, 0)))
    own = np.array([[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]])
    R = np.array(g.body("b").R)
    assert np.allclose(g.mass_properties("b").inertia, R @ own @ R.T)


@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_splines_are_scipys_not_a_knot(n):
    scipy_interpolate = pytest.importorskip("scipy.interpolate")
    rng = np.random.default_rng(n)
    x, y = np.cumsum(rng.uniform(0.2, 1, n)).tolist(), rng.normal(size=n).tolist()
    s = slopes(x, y)
    at = np.linspace(x[0], x[-1], 50)
    if n > 2:
        expected = scipy_interpolate.CubicSpline(x, y, bc_type="not-a-knot")(at)
        assert np.allclose([interpolate(x, y, s, t, "cubic", "constant") for t in at], expected, atol=1e-12)
    linear = slopes(x, y, "linear")
    assert np.allclose([interpolate(x, y, linear, t, "linear", "constant") for t in at], np.interp(at, x, y))
    assert interpolate(x, y, s, x[0] - 1, "cubic", "constant") == y[0]
    assert interpolate(x, y, s, x[-1] + 2, "cubic", "extend") == pytest.approx(y[-1] + 2 * s[-1])
