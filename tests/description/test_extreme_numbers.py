"""Numbers of a description far beyond those of any mechanism: used, or refused by name, and never with a warning of
NumPy."""

import warnings

import pytest

import linkwork as lw
from linkwork.description.numbers import number_paths

X, Z = (0.3, 0.4, 0.1), (0.1, -0.2, 0.9)
MOMENTS = (1, 1, 1, 0.1, 0.1, 0.1)


def body(name="b", **more):
    return lw.Body(name, mass=1, inertia=MOMENTS, com=(1, 2, 3), **more)


def hinge():
    return lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1))


def mechanisms():
    yield "frames", [
        body(x=X, z=Z),
        lw.Frame("F", "b", at=(1, 2, 3), x=X, z=Z),
        lw.Revolute("A", "ground", "b", at_i=(0, 0, 0), at_j="F", axis_i=(0, 0, 1), axis_j=(0, 0.1, 1), x_i=(1, 0.1, 0), x_j=(1, 0.2, 0)),
    ]  # fmt: skip
    for shape in (
        lw.Box(size=(1, 2, 3), at=(1, 1, 1), density=2, x=X, z=Z),
        lw.Sphere(radius=1, at=(1, 1, 1), density=2),
        lw.Cylinder(radius=1, length=2, axis=(0, 1, 1), at=(1, 1, 1), density=2),
        lw.Capsule(radius=1, length=2, axis=(0, 1, 1), at=(1, 1, 1), density=2),
    ):
        yield type(shape).__name__, [lw.Body("b", shapes=[shape]), hinge()]
    for kind in ("linear", "cubic"):
        table = lw.Table("T", (0, 1, 2, 3, 4), (1, 3, 2, 3, 2), kind=kind)
        reads = lw.Parameter("j", "table(T, k)"), lw.JointForce("f", "A.angle", force="table(T, A.angle)")
        yield f"{kind} table", [body(), hinge(), table, lw.Parameter("k", 1.5), *reads]
    for GA, length in ((None, None), ((3, 4), 2.0)):
        beam = lw.Beam("B", "ground", "b", at_i=(0, 0, 0), at_j=(1, 2, 3), z=(0, 1, 0), EA=1, EI=(1, 2), GJ=3, damping=0.1, GA=GA, length=length)  # fmt: skip
        yield "beam that shears" if GA else "beam", [body(), lw.Free("A", "ground", "b"), beam]
    yield (
        "springs",
        [
            body(),
            lw.Screw("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1), pitch=0.1),
            lw.JointSpring("K", "A.angle", stiffness=1, damping=1, rest=1),
            lw.SpringDamper("S", "ground", "b", at_i=(1, 1, 1), at_j=(2, 2, 3), stiffness=1, damping=1, preload=3),
        ],
    )
    yield (
        "joints",
        [
            body(),
            body("c"),
            lw.Universal("A", "ground", "b", at=(0, 0, 0), axis_i=(1, 0, 0), axis_j=(0, 1, 0)),
            lw.Distance("D", "ground", "b", at_i=(0, 0, 1), at_j=(1, 1, 1)),
            lw.Cylindrical("C", "b", "c", at=(1, 2, 3), axis=(1, 1, 0)),
            lw.InPlane("P", "ground", "c", at=(1, 2, 3), axis=(0, 1, 1)),
        ],
    )


CASES = dict(mechanisms())


def groups(mechanism):
    """Every number alone, and the numbers of each field together."""
    paths = number_paths(mechanism)
    fields = {path.rpartition(".")[0] for path in paths if path.count(".") > 1}
    return [[path] for path in paths] + [
        [p for p in paths if p.rpartition(".")[0] == field] for field in sorted(fields)
    ]


@pytest.mark.parametrize("value", [1e200, -1e155, 1.7e308, 1e-200, 5e-324])
@pytest.mark.parametrize("name", CASES)
def test_extreme_numbers_are_used_or_refused_without_warnings(name, value):
    for paths in groups(lw.Mechanism().add(*CASES[name])):
        mechanism = lw.Mechanism().add(*CASES[name])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                for path in paths:
                    mechanism.set(path, value)
                for coordinates in ("joint", "cartesian"):
                    lw.compile(mechanism, coordinates=coordinates)
        except lw.DescriptionError as error:
            refused = str(error)
        else:
            continue
        assert any(path.partition(".")[0] in refused for path in paths), (paths, refused)


def test_a_place_too_far_for_products_of_distances_is_named():
    m = lw.Mechanism().add(
        body(), lw.Point("P", (0, 1e200, 0)), lw.Revolute("A", "ground", "b", at="P", axis=(0, 0, 1))
    )
    with pytest.raises(lw.DescriptionError, match=r"points\.P\.at: is at 1e\+200 m"):
        lw.compile(m)


@pytest.mark.parametrize("size", [1e200, 1e-200])
def test_the_length_of_a_direction_does_not_matter(size):
    def directed(length):
        axis, x = (0, 0.6 * length, 0.8 * length), (length, 0, 0)
        hinge = lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis_i=axis, axis_j=axis, x_i=x, x_j=x)
        return lw.compile(lw.Mechanism().add(body(), lw.Frame("F", "b", x=x, z=axis), hinge))

    small, unit = (directed(length).lowered.arrays for length in (size, 1.0))
    for name in ("X_PI", "X_BF"):
        assert small[name] == pytest.approx(unit[name], abs=1e-15)


def test_parallel_axes_are_found_whatever_their_length():
    for size in (1e200, 1e-200):
        x = (size, 0, 0)
        with pytest.raises(lw.DescriptionError, match="x and z are parallel"):
            lw.compile(lw.Mechanism().add(body(), lw.Frame("F", "b", x=x, z=x), hinge()))
        with pytest.raises(lw.DescriptionError, match="x_i lies along the axis"):
            lw.compile(lw.Mechanism().add(body(), lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=x, x_i=x, x_j=x)))


def test_knots_that_no_longer_increase_are_refused():
    m = lw.Mechanism().add(body(), hinge(), lw.Table("T", (0, 1, 2), (1, 3, 2)), lw.JointForce("f", "A.angle", force="table(T, time)"))  # fmt: skip
    model = lw.compile(m)
    with pytest.raises(lw.DescriptionError, match=r"T\.x: must increase, but 2 follows 5"):
        model.with_parameters({"T.x.1": 5.0})


@pytest.mark.parametrize("place", [1e5, 1e100, -1e100])
def test_the_farthest_places_give_accelerations_or_an_error_without_a_warning(place):
    m = lw.Mechanism(gravity=(0, 0, -9.81)).add(
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(place, 0, 0)),
        lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 1, 0)),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for coordinates in ("joint", "cartesian"):
            model = lw.compile(m, coordinates=coordinates)
            try:
                found = lw.accelerations(model, lw.assemble(model))["b.acceleration.z"]
            except (lw.FormulationError, lw.AnalysisError):
                assert abs(place) > 1e5
                continue
            assert found == pytest.approx(-9.81)
