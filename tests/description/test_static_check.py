"""Mistakes of a description that show without a model: each has a message, and all come at once."""

import pytest

import linkwork as lw
from linkwork import library
from linkwork.description.check import static_problems

ALL = [name for name in library.__all__ if name != "initial_speeds"]


@pytest.mark.parametrize("name", ALL)
def test_the_library_has_no_problems(name):
    assert static_problems(getattr(library, name)()) == []


def pendulum(**body):
    fields = {"mass": 1, "inertia": (1, 1, 1), "com": (1, 0, 0), **body}
    return lw.Mechanism().add(lw.Body("bar", **fields), lw.Revolute("A", "ground", "bar", at=(0, 0, 0), axis=(0, 0, 1)))


def beam(**fields):
    return lw.Beam("E", "ground", "bar", **{"at_i": (0, 0, 0), "at_j": (1, 0, 0), "EA": 1, "EI": 1, "GJ": 1, **fields})


def problems(m, *parts):
    return static_problems(m.add(*parts))


def only(result, *words):
    assert len(result) == 1, result
    for word in words:
        assert word in result[0]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (lw.Revolute("B", "bar", "barr", at=(0, 0, 0), axis=(0, 0, 1)), ["joints.B.body_j", "body 'barr' does not exist", "did you mean 'bar'"]),
        (lw.Revolute("B", "bar", "wheel", at=(0, 0, 0), axis=(0, 0, 1)), ["body 'wheel'", "the bodies are bar, ground"]),
        (lw.Revolute("B", "bar", "A", at=(0, 0, 0), axis=(0, 0, 1)), ["joints.B.body_j", "'A' is a revolute, not a body"]),
        (lw.Frame("F", "brr"), ["frames.F.body", "'brr'"]),
        (lw.AppliedForce("F", "bra", force=(1, 0, 0)), ["forces.F.body", "did you mean 'bar'"]),
        (lw.AppliedForce("F", "ground", force=(1, 0, 0)), ["forces.F.body", "does nothing"]),
        (lw.AppliedForce("F", "bar", force=(1, 0, 0), axes="wrld"), ["forces.F.axes", "did you mean 'world'"]),
        (lw.AppliedForce("F", "bar", at="tip", force=(1, 0, 0)), ["forces.F.at", "no point, frame or joint 'tip'"]),
        (lw.Point("P", ("A", "tip")), ["points.P.at", "'tip'"]),
        (lw.Point("P", "bar"), ["points.P.at", "'bar' is a body, not a point"]),
        (lw.Revolute("B", "ground", "bar", at=(0, 0, 0), axis=("A", "tip")), ["joints.B.axis", "'tip'"]),
        (lw.Body("c", mass=1, inertia=(1, 1, 1), com=(0, 0, 0), x=("A", "tip")), ["bodies.c.x", "'tip'"]),
        (lw.Body("c", mass=1, shapes=[lw.Sphere(radius=1, at="tip")]), ["bodies.c.shapes.0.at", "'tip'"]),
        (lw.Driver("D", "AA.angle", motion="time"), ["drivers.D.target", "no part 'AA'", "did you mean 'A'"]),
        (lw.Driver("D", "A.angle.rate", motion="time"), ["drivers.D.target", "a position, not 'rate'"]),
        (lw.JointSpring("K", "Q.angle", stiffness=1), ["forces.K.target", "'Q'"]),
        (lw.Coupler("C", terms={"A.angle": 1, "Q.angle": 2}), ["joints.C.terms.Q.angle", "'Q'"]),
        (lw.Parameter("k", "2*kk"), ["parameters.k: in '2*kk', there is no number 'kk'"]),
        (lw.JointSpring("K", "A.angle", stiffness="2*kk"), ["forces.K.stiffness", "'kk'"]),
        (lw.JointSpring("K", "A.angle", stiffness="time"), ["forces.K.stiffness", "changes while running"]),
        (lw.JointForce("T", "A.angle", force="-3*speed"), ["forces.T.force", "nothing is called 'speed'"]),
        (lw.JointForce("T", "A.angle", force="table(curve, time)"), ["forces.T.force", "no table 'curve'"]),
        (lw.Signal("s", "AA.angle"), ["signals.s.value", "'AA'"]),
        (lw.Block("B", inputs={"u": "AA.angle"}, outputs=("y",), function="m:f"), ["blocks.B.inputs.u", "'AA'"]),
        (lw.Parameter("k", "sqrt(-1)"), ["parameters.k", "'sqrt(-1)'", "nan"]),
        (lw.Universal("U", "ground", "bar", at=(0, 0, 0), axis_i=(0, 0, 1), axis_j=(0, 1, 1)), ["joints.U.axis_j", "perpendicular", "0.707"]),
        (lw.Distance("D", "ground", "bar", at_i=(0, 0, 0), at_j=(1, 0, 0), length=-1), ["joints.D.length", "positive, not -1"]),
        (lw.Distance("D", "ground", "bar", at_i=(0, 0, 0), at_j=(0, 0, 0)), ["joints.D.at_j", "same place", "AtPoint"]),
        (lw.Revolute("B", "ground", "bar", at=(0, 0, 0)), ["joints.B.axis", "revolute joint needs an axis"]),
        (lw.InPlane("B", "ground", "bar", at=(0, 0, 0)), ["joints.B.axis", "in plane joint needs an axis"]),
        (lw.Revolute("B", "ground", "bar", at=(0, 0, 0), axis=("A", "A2")), ["joints.B.axis", "'A2'"]),
        (lw.Body("c", mass=1, com=(0, 0, 0)), ["bodies.c.inertia", "is missing"]),
        (beam(at_j=(0, 0, 0)), ["forces.E.at_j", "same place", "no direction"]),
        (beam(z=(2, 0, 0)), ["forces.E.z", "along the beam"]),
        (beam(GJ=None), ["forces.E.GJ", "is missing", "torsional stiffness"]),
        (beam(EI=(1, -2)), ["forces.E.EI", "must not be negative, not -2"]),
        (beam(GA=0), ["forces.E.GA", "must be positive, not 0", "does not shear"]),
        (beam(length=-1), ["forces.E.length", "must be positive, not -1"]),
        (beam(damping="-2*3"), ["forces.E.damping", "must not be negative, not -6"]),
    ],
)  # fmt: skip
def test_one_mistake_gives_one_message_with_path_value_and_remedy(part, words):
    only(problems(pendulum(), part), *words)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"mass": -2}, ["bodies.bar.mass", "must not be negative, but is -2"]),
        ({"inertia": (1, 1, 3)}, ["bodies.bar.inertia", "principal moments are 1, 1, 3", "triangle inequality"]),
        ({"inertia": (1, 1, -1)}, ["bodies.bar.inertia", "negative"]),
        ({"inertia": (1, 1, 1, 2, 0, 0)}, ["bodies.bar.inertia", "negative"]),
        ({"inertia": 3}, ["bodies.bar.inertia", "one number is for planar mechanisms"]),
    ],
)
def test_masses_and_inertias_are_physical(body, words):
    only(static_problems(pendulum(**body)), *words)


@pytest.mark.parametrize(
    "inertia", [(0, 0, 0), (0, 1, 1), (1, 1, 2), (0.1, 0.2, 0.30000000000000004), (0.01, 12.4, 12.4)]
)
def test_slender_flat_and_point_like_bodies_are_legal(inertia):
    assert static_problems(pendulum(inertia=inertia)) == []


def test_masses_by_expression_are_checked_too():
    m = pendulum(mass="m0 - 2").add(lw.Parameter("m0", 1))
    only(static_problems(m), "bodies.bar.mass", "must not be negative, but is -1")


def test_two_drivers_of_one_coordinate_are_named():
    result = problems(
        pendulum(), lw.Driver("D1", "A.angle", motion="time"), lw.Driver("D2", "A.angle", motion="2*time")
    )
    only(result, "drivers.D2.target", "'A.angle' is already driven by 'D1'", "remove one")


def test_an_unknown_name_is_reported_where_it_is_written_and_not_where_it_spreads():
    result = problems(pendulum(), lw.Point("P", "tip"), lw.Point("Q", ("P", "A")), lw.Frame("F", "bar", "Q"))
    only(result, "points.P.at", "'tip'")


def test_all_mistakes_come_at_once():
    m = lw.Mechanism().add(
        lw.Body("bar", mass=-1, inertia=(1, 1, 5), com="nowhere"),
        lw.Revolute("A", "ground", "baar", at=(0, 0, 0)),
        lw.JointSpring("K", "Z.angle", stiffness="q"),
    )
    with pytest.raises(lw.DescriptionError) as caught:
        lw.compile(m)
    text = str(caught.value)
    for word in (
        "bodies.bar.mass",
        "bodies.bar.com",
        "joints.A.body_j",
        "joints.A.axis",
        "forces.K.target",
        "forces.K.stiffness",
    ):
        assert word in text
    assert text.startswith(f"{len(caught.value.problems)} problems")


# planar mechanisms


def planar(*parts):
    m = lw.Mechanism(plane="xy").add(
        lw.Body("bar", mass=1, inertia=1, com=(1, 0, 0)), lw.Revolute("A", "ground", "bar", at=(0, 0, 0))
    )
    return static_problems(m.add(*parts))


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (lw.Universal("U", "ground", "bar", at=(0, 0, 0), axis_i=(1, 0, 0), axis_j=(0, 1, 0)), ["joints.U", "universal", "planar mechanism"]),
        (lw.Screw("S", "ground", "bar", at=(0, 0, 0), axis=(0, 0, 1), pitch=1), ["joints.S", "screw", "planar mechanism"]),
        (lw.Planar("P", "ground", "bar", at=(0, 0, 0), axis=(1, 0, 0)), ["joints.P.axis", "about z"]),
        (lw.Revolute("R", "ground", "bar", at=(0, 0, 0), axis=(0, 1, 0)), ["joints.R.axis", "turns about z"]),
        (lw.Prismatic("P", "ground", "bar", at=(0, 0, 0), axis=(1, 0, 1)), ["joints.P.axis", "lie in the plane"]),
        (lw.Prismatic("P", "ground", "bar", at=(0, 0, 0)), ["joints.P.axis", "needs an axis in the plane"]),
        (lw.Cylindrical("P", "ground", "bar", at=(0, 0, 0), axis=(1, 0, 1)), ["joints.P.axis", "oblique"]),
        (lw.InLine("P", "ground", "bar", at=(0, 0, 0), axis=(0, 0, 1)), ["joints.P.axis", "lie in the plane"]),
        (lw.Revolute("R", "ground", "bar", at=(0, 0, 1)), ["joints.R.at", "out of the plane", "z = 1"]),
        (lw.Revolute("R", "ground", "bar", at=(0, 0, 0), x_i=(1, 0, 1), x_j=(1, 0, 0)), ["joints.R.x_i", "lie in the plane"]),
        (lw.Point("P", (0, 0, 0.5)), ["points.P.at", "out of the plane", "z = 0.5"]),
        (lw.Frame("F", "bar", (0, 0, 0.5)), ["frames.F.at", "out of the plane"]),
        (lw.Frame("F", "bar", x=(0, 0, 1)), ["frames.F.x", "out of the plane"]),
        (lw.Body("c", mass=1, inertia=1, com=(0, 0, 2)), ["bodies.c.com", "out of the plane"]),
        (lw.Body("c", mass=1, inertia=1, com=(0, 0, 0), z=(1, 0, 0)), ["bodies.c.z", "out of the plane"]),
        (lw.Body("c", mass=1, shapes=[lw.Sphere(radius=1, at=(0, 0, 2))]), ["bodies.c.shapes", "mass centre lies out of the plane"]),
        (lw.Body("c", mass=1, inertia=-1, com=(0, 0, 0)), ["bodies.c.inertia", "negative"]),
        (lw.AppliedForce("F", "bar", force=(1, 0, 2)), ["forces.F.force.z", "out of the plane", "2"]),
        (lw.AppliedForce("F", "bar", force=(1, 0, "time")), ["forces.F.force.z", "out of the plane", "time"]),
        (lw.AppliedForce("F", "bar", torque=(1, 0, 2)), ["forces.F.torque.x", "out of the plane"]),
        (beam(at_j=(1, 0, 2), GJ=None), ["forces.E.at_j", "out of the plane"]),
        (beam(z=(0, 1, 0), GJ=None), ["forces.E.z", "out of the plane"]),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_plane_says_so(part, words):
    only(planar(part), *words)


def test_gravity_out_of_the_plane_says_so():
    m = library.chain(2)
    m.gravity = (0, 0, -9.81)
    only(static_problems(m), "gravity", "out of the plane", "-9.81")


@pytest.mark.parametrize(
    "part",
    [
        lw.Revolute("J", "ground", "bar", at=(0, 0, 0), axis=(0, 0, -1)),
        lw.Spherical("J", "ground", "bar", at=(0, 0, 0)),
        lw.Cylindrical("J", "ground", "bar", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.Cylindrical("J", "ground", "bar", at=(0, 0, 0)),
        lw.Planar("J", "ground", "bar", at=(0, 0, 0)),
        lw.Fixed("J", "ground", "bar"),
        lw.Free("J", "ground", "bar"),
        lw.AtPoint("J", "ground", "bar", at=(0, 0, 0)),
        lw.InLine("J", "ground", "bar", at=(0, 0, 0), axis=(1, 1, 0)),
        lw.ParallelAxes("J", "ground", "bar", axis=(1, 1, 0)),
        lw.Distance("J", "ground", "bar", at_i=(0, 0, 0), at_j=(1, 0, 0)),
        lw.Coupler("J", terms={"A.angle": 1}),
        lw.NoSlide("J", "ground", "bar", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.Driver("J", "A.angle", motion="time"),
    ],
    ids=lambda part: part.type,
)
def test_what_fits_the_plane_passes(part):
    assert planar(part) == []
