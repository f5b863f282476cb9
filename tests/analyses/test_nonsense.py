"""Arguments of every public question that are no numbers, or no finite ones: refused by linkwork's own errors."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw

NAN, INF = float("nan"), float("inf")
NOT_NUMBERS = [NAN, INF, -INF, True, np.True_, "x y", [], np.array([]), {}, 10**400, 1j, [NAN], [True], [[1.0, 2.0]], [1, [2]]]  # fmt: skip
NOT_LISTS = [NAN, INF, True, "x", [], {}, 10**400, 1j, [0.0, NAN], [0.0, INF], [True], ["5"], [[0.0, 1.0]], [0, [1]], [None]]  # fmt: skip
NOT_WORDS = [NAN, True, "x", [], np.zeros(2), 3]


def other(x: Any, legal: bool, instead: Any = 3) -> Any:
    """The nonsense, or something else where it happens to be legal."""
    return instead if legal else x


def empty(x: Any) -> bool:
    return isinstance(x, (list, dict, np.ndarray)) and len(x) == 0


@pytest.fixture(scope="module")
def asked():
    """A driven rotor with a hinged blade and a motor: model, state, the driver's model, its state."""
    m = lw.Mechanism("rotor").add(
        lw.Body("hub", mass=1, inertia=(1, 1, 1), com=(0, 0, 0)),
        lw.Revolute("S", "ground", "hub", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Body("blade", mass=1, inertia=(0.1, 0.1, 0.1), com=(1, 0, 0)),
        lw.Revolute("F", "hub", "blade", at=(0.2, 0, 0), axis=(0, 0, 1)),
        lw.JointSpring("K", "F.angle", stiffness=10, damping=0.1),
        lw.Input("u", 0.0),
        lw.JointForce("T", "F.angle", force="u"),
    )
    driven = lw.compile(m.add(lw.Driver("D", "S.angle", motion="time")))
    return driven, lw.assemble(driven)


CASE = {"duration": 0.01, "outputs": {"end": "final(F.angle)"}}

NUMBERS = {
    "simulate: duration": lambda m, s, x: lw.simulate(m, s, x),
    "simulate: rtol": lambda m, s, x: lw.simulate(m, s, 0.01, rtol=x),
    "simulate: atol": lambda m, s, x: lw.simulate(m, s, 0.01, atol=x),
    "simulate: inputs": lambda m, s, x: lw.simulate(m, s, 0.01, inputs={"u": x}),
    "simulate: position_tolerance": lambda m, s, x: lw.simulate(m, s, 0.01, position_tolerance=x),
    "assemble: target": lambda m, s, x: lw.assemble(m, {"F.angle": x}),
    "assemble: rate": lambda m, s, x: lw.assemble(m, {"F.angle.rate": x}),
    "assemble: guess": lambda m, s, x: lw.assemble(m, guess={"F.angle": x}),
    "assemble: t": lambda m, s, x: lw.assemble(m, t=x),
    "assemble: inputs": lambda m, s, x: lw.assemble(m, inputs={"u": x}),
    "assemble: near": lambda m, s, x: lw.assemble(m, near=x),
    "accelerations: inputs": lambda m, s, x: lw.accelerations(m, s, inputs={"u": x}),
    "reactions: inputs": lambda m, s, x: lw.reactions(m, s, inputs={"u": x}),
    "measure: inputs": lambda m, s, x: lw.measure(m, s, "T.force", inputs={"u": x}),
    "measure: state": lambda m, s, x: lw.measure(m, x, "T.force"),
    "workspace: inputs": lambda m, s, x: m.workspace({"u": x}),
    "with_parameters": lambda m, s, x: m.with_parameters({"K.stiffness": other(x, isinstance(x, complex), NAN)}),
    "kinematics: inputs": lambda m, s, x: lw.kinematics(m, s, [0.0], inputs={"u": x}),
    "equilibrium: inputs": lambda m, s, x: lw.equilibrium(m, s, inputs={"u": x}),
    "equilibrium: hold": lambda m, s, x: lw.equilibrium(m, s, hold={"F.angle": x}, trim=["u"]),
    "linearize: values": lambda m, s, x: lw.linearize(m, s, values={"u": x}),
    "modes: count": lambda m, s, x: lw.modes(m, s, other(x, isinstance(x, int) and x > 10**9, NAN)),
    "modes: values": lambda m, s, x: lw.modes(m, s, 1, values={"u": x}),
    "steady_motion: speed": lambda m, s, x: lw.steady_motion(m, s, "D", x),
    "steady_motion: start": lambda m, s, x: lw.steady_motion(m, s, "D", 1.0, start=x),
    "campbell: resolution": lambda m, s, x: lw.campbell(m, s, "D", [0.0, 1.0], resolution=x),
    "optimize: bound": lambda m, s, x: lw.optimize(m, [lw.Case("c", **CASE)], minimize="c.end", vary={"K.stiffness": (x, x)}),
    "optimize: limit": lambda m, s, x: lw.optimize(m, [lw.Case("c", **CASE)], minimize="c.end", vary={"K.stiffness": (1, 9)}, subject_to={"c.end": (x, x)}),
    "optimize: seed": lambda m, s, x: lw.optimize(m, [lw.Case("c", **CASE)], minimize="c.end", vary={"K.stiffness": (1, 9)}, seed=x),
    "optimize: iterations": lambda m, s, x: lw.optimize(m, [lw.Case("c", **CASE)], minimize="c.end", vary={"K.stiffness": (1, 9)}, iterations=x),
    "check_gradient: step": lambda m, s, x: lw.check_gradient(m, lw.Case("c", **CASE), "K.stiffness", step=x),
    "Case: start": lambda m, s, x: lw.run(m, lw.Case("c", start={"F.angle": x}, **CASE)),
    "Case: set": lambda m, s, x: lw.run(m, lw.Case("c", set={"K.stiffness": x}, **CASE)),
    "Case: inputs": lambda m, s, x: lw.run(m, lw.Case("c", inputs={"u": x}, **CASE)),
    "State: t": lambda m, s, x: lw.accelerations(m, lw.State(x, s.q, s.v)),
    "State: q": lambda m, s, x: lw.accelerations(m, lw.State(0.0, x, s.v)),
    "State: turns": lambda m, s, x: lw.kinetic_energy(m, lw.State(0.0, s.q, s.v, turns=other(x, empty(x), [NAN]))),
    "angular_momentum: about": lambda m, s, x: lw.angular_momentum(m, s, about=(0, 0, x)),
    "Mechanism: gravity": lambda m, s, x: lw.Mechanism(gravity=(0, x, 0)),
    "set": lambda m, s, x: m.mechanism().set("K.stiffness", x),
    "Trajectory.state": lambda m, s, x: lw.simulate(m, s, 0.01, output=0.01).state(x),
    "LinearSystem.free_response: start": lambda m, s, x: lw.linearize(m, s).free_response([0.0], {"F.angle": x}),
    "RungeKutta4: step": lambda m, s, x: lw.RungeKutta4(x),
    "Radau: stages": lambda m, s, x: lw.Radau(stages=x),
    "DormandPrince: order": lambda m, s, x: lw.DormandPrince(order=x),
    "BDF: order": lambda m, s, x: lw.BDF(order=x),
    "GeneralizedAlpha: index": lambda m, s, x: lw.GeneralizedAlpha(index=x),
    "Event: direction": lambda m, s, x: lw.Event("time", direction=x),
}  # fmt: skip

LISTS = {
    "simulate: output": lambda m, s, x: lw.simulate(m, s, 0.01, output=x),
    "simulate: samples": lambda m, s, x: lw.simulate(m, s, 0.01, inputs={"u": ([0.0, 1.0], x)}),
    "kinematics: times": lambda m, s, x: lw.kinematics(m, s, x),
    "inverse_dynamics: times": lambda m, s, x: lw.inverse_dynamics(m, s, x, motion={"F.angle": 0.0}, efforts=["u"]),
    "equilibria: sweep": lambda m, s, x: lw.equilibria(m, s, {"u": x}),
    "campbell: speeds": lambda m, s, x: lw.campbell(m, s, "D", x),
    "track_modes: values": lambda m, s, x: lw.track_modes(lambda u: lw.linearize(m, s, values={"u": u}), x),
    "angular_momentum: about": lambda m, s, x: lw.angular_momentum(m, s, about=x),
    "LinearSystem.step_response": lambda m, s, x: lw.linearize(m, s, inputs=["u"]).step_response(other(x, empty(x), NAN)),
    "LinearSystem.frequency_response": lambda m, s, x: lw.linearize(m, s).frequency_response(other(x, empty(x), NAN)),
    "LinearSystem.plot_bode": lambda m, s, x: lw.linearize(m, s, inputs=["u"], outputs=["F.angle"]).plot_bode(omega=x),
}  # fmt: skip

WORDS = {
    "compile: coordinates": lambda m, s, x: lw.compile(m.mechanism(), coordinates=x),
    "compile: cut": lambda m, s, x: lw.compile(m.mechanism(), cut=other(x, empty(x))),
    "assemble: correction": lambda m, s, x: lw.assemble(m, correction=x),
    "assemble: targets": lambda m, s, x: lw.assemble(m, other(x, empty(x))),
    "assemble: inputs": lambda m, s, x: lw.assemble(m, inputs=x),
    "simulate: correction": lambda m, s, x: lw.simulate(m, s, 0.01, correction=x),
    "simulate: events": lambda m, s, x: lw.simulate(m, s, 0.01, events=other(x, empty(x))),
    "simulate: record": lambda m, s, x: lw.simulate(m, s, 0.01, record=other(x, x is True)),
    "simulate: inputs": lambda m, s, x: lw.simulate(m, s, 0.01, inputs=x),
    "equilibrium: method": lambda m, s, x: lw.equilibrium(m, s, method=x),
    "equilibrium: stable": lambda m, s, x: lw.equilibrium(m, s, stable=other(x, x is True)),
    "equilibrium: hold": lambda m, s, x: lw.equilibrium(m, s, hold=other(x, empty(x))),
    "equilibrium: trim": lambda m, s, x: lw.equilibrium(m, s, trim=other(x, empty(x))),
    "equilibria: folds": lambda m, s, x: lw.equilibria(m, s, {"u": [0.0]}, folds=x),
    "linearize: basis": lambda m, s, x: lw.linearize(m, s, basis=x),
    "linearize: outputs": lambda m, s, x: lw.linearize(m, s, outputs=other(x, empty(x))),
    "linearize: state": lambda m, s, x: lw.linearize(m, x),
    "sensitivity: method": lambda m, s, x: lw.sensitivity(m, lw.Case("c", **CASE), "K.stiffness", method=x),
    "sensitivity: parameters": lambda m, s, x: lw.sensitivity(m, lw.Case("c", **CASE), x),
    "NullSpace": lambda m, s, x: lw.NullSpace(x),
    "Mechanism.numbers": lambda m, s, x: m.mechanism().numbers(other(x, isinstance(x, str))),
    "optimize: method": lambda m, s, x: lw.optimize(m, [lw.Case("c", **CASE)], minimize="c.end", vary={"K.stiffness": (1, 9)}, method=x),
    "State: inactive": lambda m, s, x: lw.accelerations(m, lw.State(0.0, s.q, s.v, inactive=other(x, empty(x)))),
}  # fmt: skip

TABLE = [(name, question, x) for table, wrong in ((NUMBERS, NOT_NUMBERS), (LISTS, NOT_LISTS), (WORDS, NOT_WORDS)) for name, question in table.items() for x in wrong]  # fmt: skip
OWN = (lw.DescriptionError, lw.AnalysisError)


@pytest.mark.parametrize(("name", "question", "x"), TABLE, ids=[f"{name} = {x!r:.20}" for name, _, x in TABLE])
def test_nonsense_is_refused_by_an_error_of_linkwork(asked, name, question, x):
    with pytest.raises((ValueError, TypeError, IndexError)) as caught:
        question(*asked, x)
    last = caught.traceback[-1]
    assert isinstance(caught.value, OWN) or (
        "linkwork" in str(last.path) and str(last.statement).lstrip().startswith("raise")
    )
