"""How assembled states change with the design, against differences of assembly."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import library
from linkwork.analyses.design.assembly_sensitivity import AssembledTangent
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import QuestionError
from tests.rigs.differences import differenced
from tests.rigs.joint_mechanisms import spatial


def off(model, start, paths):
    """Largest difference, relative to the largest derivative or one."""
    state = lw.assemble(model, start)
    result, coordinates = AssembledTangent(model, state, start, paths).y_p, Coordinates(model)

    def answer(other, begin):
        there = lw.assemble(other, begin)
        return np.concatenate((coordinates.difference(there.q, state.q), there.v, there.z))

    exact = np.array([differenced(answer, model, path, start) for path in paths]).T
    assert np.abs(exact).max() > 1e-3
    return np.abs(result - exact).max() / max(1.0, np.abs(exact).max())


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("start", [{"A.angle": 1.0, "A.angle.rate": 2.0}, {"link2.position": (1.5, 1.7, 0.0)}, {}])
def test_a_four_bar(coordinates, start):
    """HeldSignals at an angle, at a point that it meets only with another link's length, and nearest to its design position."""
    model = lw.compile(library.planar_four_bar(case="II"), coordinates=coordinates)
    if "link2.position" in start:
        there = lw.assemble(model, {"A.angle": 0.7})
        start = {"link2.position.x": float(lw.measure(model, there, "link2.position.x"))}
    assert off(model, start, ["L1", "L2", "l0", "D.at.y", *(f"start.{path}" for path in start)]) < 1e-9


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("kind", ["cylindrical", "spherical", "planar", "free", "screw"])
def test_several_freedoms_that_the_targets_leave_open(kind, coordinates):
    """The nearest position: rotations without an axis and displacements in a mechanism whose size changes."""
    model = lw.compile(spatial(np.random.default_rng(7001), kind), coordinates=coordinates)
    here = lw.assemble(model)
    angle = float(lw.measure(model, here, "U.angle_i"))
    start = {"U.angle_i": angle + 0.2, "D.angle.rate": 1.5, "U.angle_j.rate": -0.7}
    paths = ["X.at.x" if kind in ("spherical", "screw") else "X.at_i.x", "C.at_j.y", "D.axis.x", "b.com.z", "S.at.z"]
    assert off(model, start, [*paths, "start.U.angle_i", "start.D.angle.rate"]) < 1e-7


def test_slopes_of_targets_that_are_expressions_of_parameters():
    """A target 2 L1 is a start that changes with L1."""
    model = lw.compile(library.planar_four_bar(case="II"))
    state = lw.assemble(model, {"A.angle": 1.0})
    alone = AssembledTangent(model, state, {"A.angle": 1.0}, ["L1", "start.A.angle"]).y_p
    tied = AssembledTangent(model, state, {"A.angle": 1.0}, ["L1"], value_derivatives={"A.angle": np.array([0.3])}).y_p
    assert tied[:, 0] == pytest.approx(alone[:, 0] + 0.3 * alone[:, 1], abs=1e-13)


def test_unknown_entries_of_the_start_are_named():
    model = lw.compile(library.planar_four_bar())
    state = lw.assemble(model, {"A.angle": 1.0})
    with pytest.raises(
        QuestionError, match=r"start.B.angle: no such entry in the start; its entries are start.A.angle"
    ):
        AssembledTangent(model, state, {"A.angle": 1.0}, ["start.B.angle"])


def test_large_trees_start_in_their_design_position_and_large_loops_say_that_they_are_too_large():
    model = lw.compile(library.chain(2510))
    tangent = AssembledTangent(model, model.design_state(), {}, ["J3.at.x"])
    assert tangent.y_p == pytest.approx(np.vstack((tangent.design.q0, 0 * tangent.design.q0)))
    with pytest.raises(QuestionError, match="solved densely, for up to 2500 velocities"):
        AssembledTangent(model, model.design_state(), {"J1.angle": 0.0}, ["J3.at.x"]).positions()
