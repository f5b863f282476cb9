"""Sensitivities of rest, driven motions and modes against closed forms and differences of the whole analysis."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.start_sensitivity import StartSensitivity
from linkwork.analyses.design.still_sensitivity import (
    equilibrium_sensitivity,
    kinematics_sensitivity,
    modes_sensitivity,
)
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import QuestionError
from tests.rigs.differences import differenced

COORDINATES = pytest.mark.parametrize("coordinates", ["joint", "cartesian"])


def off(analysis, model, case, paths):
    """Largest difference from five-point differences of lw.run, relative to an output's largest derivative or one."""
    result = analysis(model, case, paths)
    there = lw.run(model, case).outputs
    assert result.outputs == pytest.approx(there, rel=1e-12, abs=1e-12)

    def answer(other, start):
        return np.array([*lw.run(other, case.changed(start=start)).outputs.values()])

    exact = np.array([differenced(answer, model, path, case.start) for path in paths]).T
    mine = np.array([result.gradient[name] for name in there])
    return (np.abs(mine - exact) / np.maximum(np.abs(exact).max(axis=1), 1.0)[:, None]).max()


def hanging(spring=0.0):
    return lw.Mechanism("pendulum", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Parameter("L", 1.3),
        lw.Body("bob", mass=2, com=(0, "-L", 0), inertia=0.0),
        lw.Revolute("A", "ground", "bob", at=(0, 0, 0)),
        lw.JointSpring("K", "A.angle", stiffness=spring, damping=0.1, rest=0.0),
    )


# rest


def test_a_mass_on_a_spring_hangs_by_its_weight_over_the_stiffness():
    m = lw.Mechanism("scale", gravity=(0, 0, -10.0)).add(
        lw.Body("b", mass=3.0, com=(0, 0, 0), inertia=(1, 1, 1)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.JointSpring("K", "P.displacement", stiffness=500.0, rest=0.0),
    )
    case = lw.Case("rest", analysis="equilibrium", outputs={"x": "P.displacement", "pull": "K.force"})
    result = equilibrium_sensitivity(lw.compile(m), case, ["K.stiffness", "b.mass", "gravity.z", "K.rest"])
    assert result.outputs["x"] == pytest.approx(-3 * 10 / 500, rel=1e-12)
    assert result.gradient["x"] == pytest.approx([3 * 10 / 500**2, -10 / 500, 3 / 500, 1.0], rel=1e-11)
    assert result.gradient["pull"] == pytest.approx([0.0, 10.0, -3.0, 0.0], abs=1e-9)


@COORDINATES
def test_positions_reactions_and_energies_at_rest(coordinates):
    model = lw.compile(library.planar_four_bar(case="II"), coordinates=coordinates)
    outputs = {"a": "A.angle", "r": "D.force.y", "x": "link2.position.x*B.force.x + L1", "e": "energy.potential"}
    case = lw.Case("rest", analysis="equilibrium", start={"A.angle": 0.6}, outputs=outputs)
    assert off(equilibrium_sensitivity, model, case, ["L1", "l0", "K.stiffness", "F.force.x", "gravity.y"]) < 1e-9


def settling(t, u, x, p, y, xdot):
    y[0] = p[0] * x[0]
    xdot[0] = u[0] - x[0] / p[1]


def test_states_of_blocks_at_rest():
    m = hanging(5.0).add(
        lw.Block("lag", function=settling, inputs={"u": "A.angle - 0.4"}, states={"x": 0.0}, outputs=["o"],
                 parameters={"gain": 3.0, "T": 0.5}),
        lw.JointForce("push", "A.angle", force="-lag.o"),
    )  # fmt: skip
    case = lw.Case("rest", analysis="equilibrium", outputs={"a": "A.angle", "x": "lag.state.x"})
    paths = ["lag.parameters.gain", "lag.parameters.T", "L", "K.stiffness"]
    assert off(equilibrium_sensitivity, lw.compile(m), case, paths) < 1e-9


@COORDINATES
def test_redundant_constraints(coordinates):
    """Positions and unique reactions as in the plane; what would tear the mechanism apart is named, not answered."""
    outputs = {"a": "A.angle", "x": "link2.position.x", "k": "K.force", "rx": "A.force.x + 2*B.force.y"}
    case = lw.Case("rest", analysis="equilibrium", start={"A.angle": 0.6}, outputs=outputs)
    models = [
        lw.compile(m("II"), coordinates=coordinates) for m in (library.planar_four_bar, library.planar_four_bar_3d)
    ]
    flat, full = (equilibrium_sensitivity(m, case, ["L1", "l0", "K.stiffness"]) for m in models)
    for name in outputs:
        assert full.gradient[name] == pytest.approx(flat.gradient[name], rel=1e-8, abs=1e-8), name
    assert "redundant constraints" in full.flagged[0]
    with pytest.raises(QuestionError, match=r"B.axis.x: the constraints are redundant and contradict each other"):
        equilibrium_sensitivity(models[1], case, ["L1", "B.axis.x"])


def test_a_neutral_position_has_no_sensitivity():
    m = lw.Mechanism("free", plane="xy").add(*hanging().parts.values())
    case = lw.Case("rest", analysis="equilibrium", outputs={"a": "A.angle"})
    with pytest.raises(QuestionError, match="it is neutral in one direction"):
        equilibrium_sensitivity(lw.compile(m), case, ["L"])


def shallow_truss(load):
    """A weightless pin on a slanted spring: it snaps through where the load has its maximum over the height."""
    return lw.Mechanism("truss", plane="xy").add(
        lw.Parameter("F", load),
        lw.Body("b", mass=1, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(0, 1, 0)),
        lw.SpringDamper("S", "ground", "b", at_i=(1, 0, 0), at_j=(0, 0.3, 0), stiffness=100, rest="sqrt(1.09)"),
        lw.AppliedForce("load", "b", force=(0, "-F", 0)),
    )


def test_a_rest_beside_a_fold_is_told():
    """F = k y (l0 / l - 1), l = sqrt(1 + y²), has its maximum where l³ = l0; there the height has no derivative."""
    l0, k = np.sqrt(1.09), 100.0
    y = np.sqrt(l0 ** (2 / 3) - 1)
    most = k * y * (l0 / np.sqrt(1 + y * y) - 1)
    case = lw.Case("rest", analysis="equilibrium", start={"P.displacement": y - 0.29}, outputs={"y": "P.displacement"})
    near = lw.sensitivity(lw.compile(shallow_truss(most * (1 - 1e-9))), case, ["F", "S.damping"])
    assert len(near.notes) == 1 and near.notes[0].startswith("F: by its derivative 1 % would move")
    far = lw.sensitivity(lw.compile(shallow_truss(0.5 * most)), case, "F")
    height = 0.3 + far.outputs["y"]
    assert far["y", "F"] == pytest.approx(1 / (k * (l0 / (1 + height**2) ** 1.5 - 1)), rel=1e-9) and far.notes == ()


# driven


@COORDINATES
def test_driven_motions(coordinates):
    m = library.planar_four_bar(case="II")
    m.add(lw.Parameter("w", 0.4), lw.Driver("drive", "A.angle", motion="0.6 + w*time + 0.1*sin(3*time)"))
    outputs = {
        "swing": "mean(D.angle)", "effort": "peak(drive.force)", "shake": "rms(link2.acceleration.x)",
        "error": "integral((link2.position.x - 0.3)**2) + w*final(C.force.x)",
    }  # fmt: skip
    case = lw.Case("turn", analysis="kinematics", duration=1.0, times=11, outputs=outputs)
    model = lw.compile(m, coordinates=coordinates)
    assert off(kinematics_sensitivity, model, case, ["L1", "w", "link2.mass", "D.at.y", "K.stiffness"]) < 1e-9


def test_the_rocker_of_a_four_bar_by_its_links():
    """By the loop's equations: l1 e(a) + l2 e(b) = l0 + l3 e(c), differentiated at a held crank."""
    m = library.planar_four_bar(case="II").add(lw.Driver("drive", "A.angle", motion=0.9))
    model = lw.compile(m)
    case = lw.Case(
        "hold", analysis="kinematics", duration=0.1, times=2, outputs={"b": "final(link2.angle)", "c": "final(D.angle)"}
    )
    result = kinematics_sensitivity(model, case, ["L1", "L2", "L3", "l0"])
    here = {path: result.result[path][-1] for path in ("link1.angle", "link2.angle", "link3.angle")}
    l2, l3 = (model.parameters[name] for name in ("L2", "L3"))
    a, b, c = here.values()
    e, n = (lambda x: np.array([np.cos(x), np.sin(x)])), (lambda x: np.array([-np.sin(x), np.cos(x)]))
    matrix = np.array([l2 * n(b), -l3 * n(c)]).T
    expected = -np.linalg.solve(matrix, np.array([e(a), e(b), -e(c), -e(0.0)]).T)
    assert np.array([result.gradient["b"], result.gradient["c"]]) == pytest.approx(expected, abs=1e-11)


# modes


def test_a_driven_cycle_whose_duration_follows_the_drivers_speed():
    m = lw.Mechanism("arm", plane="xy").add(
        lw.Parameter("w", 3.0),
        lw.Body("arm", mass=2, com=(0.5, 0, 0), inertia=0.1),
        lw.Revolute("A", "ground", "arm", at=(0, 0, 0)),
        lw.Driver("D", "A.angle", motion="w*time"),
    )
    outputs = {"end": "final(A.angle)", "area": "integral(arm.position.x)", "most": "maximum(arm.velocity.y)"}
    case = lw.Case("part", analysis="kinematics", duration="1.2*pi/w + 0.1", times=801, outputs=outputs)
    result = kinematics_sensitivity(lw.compile(m), case, ["w"])
    w, end = 3.0, 1.2 * np.pi + 0.3
    assert result.gradient["end"] == pytest.approx([0.1], abs=1e-9)
    assert result.gradient["area"] == pytest.approx([0.5 * (0.1 * np.cos(end) / w - np.sin(end) / w**2)], abs=1e-9)
    assert result.gradient["most"] == pytest.approx([0.5], abs=1e-9)


@COORDINATES
def test_the_frequency_of_a_pendulum_by_its_length(coordinates):
    model = lw.compile(hanging(), coordinates=coordinates)
    outputs = {
        "f": "frequency(0)",
        "u": "undamped(0)",
        "d": "damping_ratio(0)",
        "re": "real(0)",
        "im": "imag(0)",
        "y": "bob.position.y",
    }
    case = lw.Case("modes", analysis="modes", settle=True, start={"A.angle": 0.1}, outputs=outputs)
    paths = ["L", "bob.mass", "gravity.y", "K.damping"]
    result = modes_sensitivity(model, case, paths)
    assert "five-point differences" in result.flagged[0]
    L, mass, g, c = 1.3, 2.0, 9.81, 0.1
    omega, ratio = np.sqrt(g / L), c / (2 * mass * L**2 * np.sqrt(g / L))
    assert result.gradient["u"] == pytest.approx(np.array([-0.5 / L, 0, -0.5 / g, 0]) * omega / (2 * np.pi), abs=1e-10)
    assert result.gradient["d"] == pytest.approx(ratio * np.array([-1.5 / L, -1 / mass, 0.5 / g, 1 / c]), abs=1e-10)
    assert result.gradient["re"] == pytest.approx(
        c / (mass * L**2) * np.array([1 / L, 0.5 / mass, 0, -0.5 / c]), abs=1e-10
    )
    assert off(modes_sensitivity, model, case, paths) < 1e-9


def test_modes_of_a_loop_at_a_rest_that_moves():
    model = lw.compile(library.planar_four_bar(case="II"))
    case = lw.Case("modes", analysis="modes", settle=True, start={"A.angle": 0.6}, outputs={"f": "frequency(0)"})
    assert off(modes_sensitivity, model, case, ["L1", "K.stiffness", "link2.mass", "F.force.x", "D.at.y"]) < 1e-8


def two_pendulums(second):
    m = lw.Mechanism("two", gravity=(0, -9.81, 0), plane="xy")
    for k, length in enumerate((1.0, second)):
        m.add(
            lw.Body(f"b{k}", mass=1, com=(2 * k, -length, 0), inertia=0.1),
            lw.Revolute(f"A{k}", "ground", f"b{k}", at=(2 * k, 0, 0)),
        )
    return m.add(lw.SpringDamper("S", "b0", "b1", at_i=(0, -0.5, 0), at_j=(2, -0.5, 0), stiffness=3.0))


def test_shapes_of_modes():
    model = lw.compile(two_pendulums(0.8))
    case = lw.Case("modes", analysis="modes", outputs={"f": "frequency(1)"})
    paths = ["S.stiffness", "b1.mass"]
    derivatives = lw.sensitivity(model, case, paths)

    def shape(other, _):
        result = lw.linearize(other, lw.assemble(other)).modes()[0].shape
        return np.concatenate((result.real, result.imag))

    for k, path in enumerate(paths):
        exact = differenced(shape, model, path)
        mine = derivatives.shape(0)[:, k]
        assert np.abs(exact).max() > 0.01
        assert np.concatenate((mine.real, mine.imag)) == pytest.approx(exact, abs=1e-8)
    with pytest.raises(KeyError, match="there is no mode 2; there are 2"):
        derivatives.shape(2)


def test_equal_and_rigid_modes_are_flagged():
    m = two_pendulums(1.0).remove("S")
    m.add(
        lw.Body("loose", mass=1, com=(9, 0, 0), inertia=1),
        lw.Prismatic("P", "ground", "loose", at=(9, 0, 0), axis=(1, 0, 0)),
    )
    case = lw.Case(
        "modes", analysis="modes", outputs={"rigid": "frequency(0)", "equal": "frequency(1)", "x": "b0.position.x"}
    )
    result = modes_sensitivity(lw.compile(m), case, ["b0.mass"])
    assert np.isnan(result.gradient["rigid"]).all()
    assert np.isnan(result.gradient["equal"]).all()
    assert result.gradient["x"] == pytest.approx([0.0])
    assert "mode 0" in result.flagged[0]
    assert "is rigid" in result.flagged[0]
    assert "has the eigenvalue of another" in result.flagged[1]


# starts of cases


@COORDINATES
@pytest.mark.parametrize("settle", [False, True])
def test_starts_of_cases(settle, coordinates):
    """Settled or not, with an entry that is an expression of a parameter."""
    model = lw.compile(library.planar_four_bar(case="II"), coordinates=coordinates)
    start = {"A.angle": 0.6} if settle else {"A.angle": "0.3*L1", "A.angle.rate": 0.7}
    case = lw.Case("run", duration=1.0, start=start, settle=settle)
    paths = ["L1", "D.at.y", "K.stiffness"]
    y_p, coordinates_ = StartSensitivity(CaseStart(model, case), paths).y_p, Coordinates(model)
    here = CaseStart(model, case).running_state

    def answer(other, begin):
        there = CaseStart(other, case.changed(start=begin)).running_state
        return np.concatenate((coordinates_.difference(there.q, here.q), there.v))

    exact = np.array([differenced(answer, model, path, start) for path in paths]).T
    assert y_p == pytest.approx(exact, abs=1e-8)
    assert StartSensitivity(CaseStart(model, case), paths).cotangent(np.ones(len(y_p))) == pytest.approx(
        y_p.sum(axis=0)
    )


@COORDINATES
def test_a_settled_start_that_a_driver_moves(coordinates):
    """The second pendulum rests where the driven first one holds it, and both have the driver's speed."""
    m = two_pendulums(0.8).add(lw.Parameter("w", 0.5), lw.Driver("drive", "A0.angle", motion="0.2 + w*time"))
    model = lw.compile(m, coordinates=coordinates)
    case = lw.Case("run", duration=1.0, settle=True)
    paths = ["w", "S.stiffness", "b1.mass"]
    y_p, here = StartSensitivity(CaseStart(model, case), paths).y_p, CaseStart(model, case).running_state
    assert np.abs(here.v).max() > 0.1

    def answer(other, _):
        there = CaseStart(other, case).running_state
        return np.concatenate((Coordinates(model).difference(there.q, here.q), there.v))

    assert y_p == pytest.approx(np.array([differenced(answer, model, path) for path in paths]).T, abs=1e-8)


def test_numbers_that_a_case_sets_itself_are_refused():
    model = lw.compile(hanging())
    case = lw.Case("rest", analysis="equilibrium", set={"K.stiffness": 5.0}, outputs={"a": "A.angle"})
    with pytest.raises(QuestionError, match=r"K.stiffness: case 'rest' sets it itself"):
        equilibrium_sensitivity(model, case, ["K.stiffness"])
    with pytest.raises(QuestionError, match="sets it itself"):
        StartSensitivity(CaseStart(model, case), ["K.stiffness"])
