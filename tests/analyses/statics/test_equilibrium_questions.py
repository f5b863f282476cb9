"""Questions about rest that have no answer, or that cannot be meant: all errors are reported at once."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.errors import QuestionError
from tests.analyses.statics.resting_blocks import drifting
from tests.analyses.statics.resting_mechanisms import G, arm, column, sprung_four_bar


def pendulum(**applied):
    m = lw.Mechanism("pendulum", gravity=(0, -G, 0), plane="xy")
    m.add(lw.Body("bar", mass=2, inertia=0.1, com=(0.5, 0, 0)), lw.Revolute("A", "ground", "bar", at=(0, 0, 0)))
    return m.add(*(lw.JointForce(name, "A.angle", force=force) for name, force in applied.items()))


# no equilibrium


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("plane", ["xy", None])
def test_a_free_body_under_gravity_falls_and_its_freedom_is_named(plane, coordinates):
    m = lw.Mechanism("stone", gravity=(0, -G, 0), plane=plane)
    m.add(lw.Body("stone", mass=2, inertia=0.1 if plane else (0.1, 0.1, 0.1), com=(0, 0, 0)))
    m.add(lw.Free("loose", "ground", "stone", at=(0, 0, 0)))
    model = lw.compile(m, coordinates=coordinates)
    with pytest.raises(lw.EquilibriumError) as error:
        lw.equilibrium(model, lw.assemble(model))
    name = "loose.y" if plane else "loose y"
    assert error.value.freedoms == [name]
    assert f"{name} (-19.62 N) runs away" in str(error.value)
    assert [a.method for a in error.value.account] == ["newton", "continuation", "relaxation"]
    assert not any(a.found for a in error.value.account)
    assert error.value.state.q[1] < -100


def test_a_boom_of_many_loops_that_nothing_holds_falls_as_a_whole():
    model = lw.compile(lw.library.scissor_boom(30))
    with pytest.raises(lw.EquilibriumError, match=r"free\.y \(-\d+(\.\d+)? N\) runs away") as error:
        lw.equilibrium(model, lw.assemble(model))
    assert error.value.freedoms == ["free.y"]


def test_a_slider_on_a_smooth_incline_runs_away():
    m = lw.Mechanism("incline", gravity=(0, -G, 0), plane="xy")
    m.add(lw.Body("box", mass=2, inertia=0.1, com=(0, 0, 0)))
    m.add(lw.Prismatic("rail", "ground", "box", at=(0, 0, 0), axis=(2, -1, 0)))
    model = lw.compile(m)
    with pytest.raises(lw.EquilibriumError, match=r"rail\.displacement \(\+8\.774 N\) runs away"):
        lw.equilibrium(model, lw.assemble(model))


def test_a_slider_on_a_level_rail_is_neutral_where_it_stands():
    m = lw.Mechanism("level", gravity=(0, -G, 0), plane="xy")
    m.add(lw.Body("box", mass=2, inertia=0.1, com=(0, 0, 0)))
    m.add(lw.Prismatic("rail", "ground", "box", at=(0, 0, 0), axis=(1, 0, 0)))
    model = lw.compile(m)
    eq = lw.equilibrium(model, lw.assemble(model, {"rail.displacement": 0.3}))
    assert eq["rail.displacement"] == pytest.approx(0.3, abs=1e-12)
    assert eq.stability == "neutral" and [list(d.moves) for d in eq.neutral] == [["rail.displacement"]]
    np.testing.assert_allclose(eq["rail.force"], [0, 2 * G, 0], atol=1e-12)


def test_a_pendulum_under_too_much_torque_turns_for_ever():
    model = lw.compile(pendulum(motor=1.05 * 2 * G * 0.5))
    with pytest.raises(lw.EquilibriumError, match=r"A\.angle .* runs away"):
        lw.equilibrium(model, lw.assemble(model))
    rests = lw.compile(pendulum(motor=0.95 * 2 * G * 0.5))
    eq = lw.equilibrium(rests, lw.assemble(rests, {"A.angle": 2.0}), stable=True)
    assert np.cos(eq["A.angle"]) == pytest.approx(0.95, abs=1e-12)
    assert np.sin(eq["A.angle"]) < 0


def test_a_torque_of_exactly_the_limit_is_found_as_the_neutral_fold_or_refused():
    model = lw.compile(pendulum(motor=2 * G * 0.5))
    eq = lw.equilibrium(model, lw.assemble(model, {"A.angle": -0.5}))
    assert np.cos(eq["A.angle"]) == pytest.approx(1, abs=1e-9)


def test_only_a_stable_position_will_do_and_there_is_none():
    """A repelling spring: the middle is the only equilibrium, and unstable."""
    m = lw.Mechanism("repelled", plane="xy")
    m.add(lw.Body("box", mass=1, inertia=0.1, com=(0, 0, 0)))
    m.add(lw.Prismatic("rail", "ground", "box", at=(0, 0, 0), axis=(1, 0, 0)))
    m.add(lw.JointSpring("K", "rail.displacement", stiffness=-10))
    model = lw.compile(m)
    state = lw.assemble(model, {"rail.displacement": 0.1})
    assert lw.equilibrium(model, state).stability == "unstable"
    with pytest.raises(lw.EquilibriumError, match="only unstable equilibria were found"):
        lw.equilibrium(model, state, stable=True)


def test_several_neutral_freedoms_are_named_one_by_one():
    m = lw.Mechanism("puck", gravity=(0, 0, -G))
    m.add(
        lw.Body("puck", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Planar("ice", "ground", "puck", at=(0, 0, 0), axis=(0, 0, 1)),
    )
    model = lw.compile(m)
    eq = lw.equilibrium(model, lw.assemble(model))
    assert [list(d.moves) for d in eq.neutral] == [["ice.x"], ["ice.y"], ["ice.angle"]]
    np.testing.assert_allclose(eq["ice.force"], [0, 0, G], atol=1e-12)


def test_a_block_that_never_rests_is_named():
    m = pendulum(motor="clock.out").add(lw.Block("clock", outputs=["out"], states={"x": 0.0}, function=drifting))
    model = lw.compile(m)
    with pytest.raises(lw.EquilibriumError, match=r"block state clock\.state\.x keeps changing by 1 1/s") as error:
        lw.equilibrium(model, lw.assemble(model, {"A.angle": -1.0}))
    assert error.value.freedoms == ["clock.state.x"]


def test_a_held_signal_out_of_reach_is_named():
    model = lw.compile(arm())
    state = lw.assemble(model, {"j0.angle": 0.3, "j1.angle": 0.3, "j2.angle": 0.3})
    with pytest.raises(lw.EquilibriumError, match=r"held signal link2\.position\.x cannot be brought to 2"):
        lw.equilibrium(model, state, hold={"link2.position.x": 2.0}, trim=["tau0"])


def test_forces_that_are_not_numbers_are_said_so():
    model = lw.compile(pendulum(motor="sqrt(A.angle - 10)"))
    with pytest.raises(lw.EquilibriumError, match="not numbers at the guess"):
        lw.equilibrium(model, lw.assemble(model))


# questions that cannot be meant


def test_all_problems_of_a_question_are_told_at_once():
    model = lw.compile(arm())
    with pytest.raises(QuestionError) as error:
        lw.equilibrium(
            model, lw.assemble(model), trim=["tau9", "tau1", "tau1"], inputs={"tau0": np.nan, "x": 1, "tau2": "sin(time)"}, method="magic"
        )  # fmt: skip
    text = "\n".join(error.value.problems)
    assert len(error.value.problems) == 6
    for part in (
        "trim 'tau9'",
        "did you mean",
        "names an input twice",
        "'tau0'",
        "no input 'x'",
        "of an equilibrium is a constant",
        "'magic'",
    ):
        assert part in text, part


def test_held_signals_that_cannot_be_held_are_told_at_once():
    model = lw.compile(arm())
    with pytest.raises(QuestionError) as error:
        lw.equilibrium(
            model, lw.assemble(model), hold=["j0.angel", "j1.angle.rate", "time", "tau0", "j0.force", "link0.rotation"]
        )
    text = str(error.value)
    assert len(error.value.problems) == 6
    for part in (
        "hold 'j0.angel'",
        "is a rate",
        "the time",
        "it is an input",
        "give it: hold={'j0.force': …}",
        "whole rotation",
    ):
        assert part in text, part


def test_counts_of_held_and_trimmed_must_fit():
    model = lw.compile(arm())
    state = lw.assemble(model)
    with pytest.raises(QuestionError, match=r"2 held signals .* 1 trimmed input .*over-determined; trim 1 more input"):
        lw.equilibrium(model, state, hold=["j0.angle", "j1.angle"], trim=["tau0"])
    with pytest.raises(QuestionError, match=r"0 held signals .*under-determined; hold 2 more signals"):
        lw.equilibrium(model, state, trim=["tau0", "tau1"])


def test_an_input_that_moves_nothing_and_signals_that_depend_on_one_another_are_told():
    m = sprung_four_bar().add(lw.Input("idle"), lw.Input("tau"), lw.JointForce("motor", "JA.angle", force="tau"))
    model = lw.compile(m)
    with pytest.raises(QuestionError) as error:
        lw.equilibrium(model, lw.assemble(model), hold=["JA.angle", "JD.angle"], trim=["idle", "tau"])
    assert "'idle': it moves nothing" in str(error.value) and "depend on one another" in str(error.value)


def test_states_of_other_models_or_with_holes_are_refused():
    model = lw.compile(arm())
    with pytest.raises(QuestionError, match="expected a State from assemble"):
        lw.equilibrium(model, None)
    with pytest.raises(QuestionError, match=r"q has the shape \(2,\)"):
        lw.equilibrium(model, lw.State(0.0, np.zeros(2), np.zeros(3)))
    with pytest.raises(QuestionError, match="q is not finite"):
        lw.equilibrium(model, lw.State(0.0, np.array([0, np.nan, 0]), np.zeros(3)))


# poor starts


def test_a_start_off_the_constraints_is_assembled_first():
    model = lw.compile(column())
    state = lw.assemble(model)
    q = state.q.copy()
    q[0] += 0.2
    eq = lw.equilibrium(model, lw.State(0.0, q, state.v, state.z, turns=state.turns), inputs={"P": 10.0})
    assert eq["constraint.violation"] < 1e-12 and eq["middle.angle"] == pytest.approx(0, abs=1e-12)


# what comes back


def test_an_equilibrium_prints_its_answer_and_its_account():
    model = lw.compile(arm())
    state = lw.assemble(model, {"j0.angle": 0.4})
    eq = lw.equilibrium(model, state, hold=["j0.angle", "j1.angle", "j2.angle"], trim=["tau0", "tau1", "tau2"])
    text = str(eq)
    for part in (
        "found by     newton",
        "stability    unstable",
        "held         j0.angle = 0.4",
        "trimmed      tau2",
        "force x",
    ):
        assert part in text, part
    assert "<table>" in eq._repr_html_() and "tau2" in eq._repr_html_()
    with pytest.raises(lw.DescriptionError, match="a revolute has no 'angel'"):
        eq["j0.angel"]


def test_an_equilibrium_is_shown_with_its_trimmed_inputs(tmp_path):
    model = lw.compile(arm())
    eq = lw.equilibrium(
        model, lw.assemble(model), hold=["j0.angle", "j1.angle", "j2.angle"], trim=["tau0", "tau1", "tau2"]
    )
    page = eq.show(path=tmp_path / "rest.html", open_browser=False)
    assert page.path.stat().st_size > 1e5


def test_nothing_held_may_be_said_as_none():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    equilibrium = lw.equilibrium(model, state, hold=None, trim=None)
    assert equilibrium["A.angle"] == lw.equilibrium(model, state)["A.angle"]


@pytest.mark.parametrize("method", [None, "newton", "continuation", "relaxation"])
@pytest.mark.parametrize("force", ["1 - sqrt(abs(P.displacement))", "1 - abs(P.displacement)**0.3"])
def test_a_stiffness_that_is_not_finite_ends_a_search_with_an_answer(force, method):
    """The slope of the root is infinite at the guess, at zero; the rest is at 1."""
    model = lw.compile(
        lw.Mechanism(plane="xy").add(
            lw.Body("b", mass=1, inertia=1, com=(0, 0, 0)),
            lw.Prismatic("P", "ground", "b", at=(0, 0, 0), axis=(1, 0, 0)),
            lw.JointForce("F", "P.displacement", force=force),
        )
    )
    with suppress(lw.EquilibriumError):
        equilibrium = lw.equilibrium(model, lw.assemble(model), method=method)
        assert abs(equilibrium["P.displacement"]) == pytest.approx(1.0, abs=1e-6)


def square(at, last):
    """A square four-bar of 1 m whose first joint is at `at`, and whose last one may be elsewhere."""
    return lw.Mechanism(plane="xy", gravity=(0, -9.81, 0)).add(
        *(
            lw.Body(name, mass=1, inertia=1, com=(at + x, y, 0))
            for name, x, y in (("a", 0.5, 0), ("b", 1, 0.5), ("c", 0.5, 1))
        ),
        lw.Revolute("A", "ground", "a", at=(at, 0, 0)),
        lw.Revolute("B", "a", "b", at=(at + 1, 0, 0)),
        lw.Revolute("C", "b", "c", at=(at + 1, 1, 0)),
        lw.Revolute("D", "c", "ground", at=(last, 1, 0)),
    )


@pytest.mark.parametrize("place", [1e9, 1e12])
def test_a_joint_very_far_away_ends_a_search_for_rest_with_an_answer(place):
    model = lw.compile(square(0.0, place))
    with suppress(lw.EquilibriumError):
        equilibrium = lw.equilibrium(model, lw.assemble(model), method="relaxation")
        assert equilibrium.residual < 1e-9 * 9.81 * model.length  # of the largest force times the mechanism's length


def test_a_mechanism_very_far_from_the_origin_is_refused_with_what_rounding_leaves():
    with pytest.raises(lw.DescriptionError, match=r"bodies\.\w: is 1\.0e\+12 m from the origin .* to 1e-04 m only"):
        lw.compile(square(1e12, 1e12))
    model = lw.compile(square(1e6, 1e6))
    assert lw.assemble(model, {"A.angle": 0.1}).q == pytest.approx([0.1, -0.1, -0.1], abs=1e-9)
    lone = lw.Mechanism().add(lw.Body("s", mass=1, inertia=(1, 1, 1), com=(1.5e11, 0, 0)), lw.Free("F", "ground", "s"))
    assert lw.compile(lone).nv == 6
