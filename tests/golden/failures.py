"""Golden texts: messages for descriptions, questions and runs that are wrong."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import linkwork as lw
from tests.golden.ledger import Ledger
from tests.golden.mechanisms import library

Answers = Iterator[tuple[str, Any]]

BODY = {"mass": 1, "inertia": [1, 1, 1], "com": [1, 0, 0]}
HINGE = {"type": "revolute", "body_i": "ground", "body_j": "bar", "at": [0, 0, 0], "axis": [0, 0, 1]}
GOOD: dict[str, Any] = {"bodies": {"bar": BODY}, "joints": {"A": HINGE}}

DESCRIPTIONS: dict[str, dict[str, Any]] = {
    "section": {"bodys": {}},
    "version": {"linkwork": 9},
    "plane": {"plane": "xq"},
    "gravity": {"gravity": [1, 2]},
    "body that is not there": {"joints": {"A": {**HINGE, "body_j": "barr"}}},
    "mass": {"bodies": {"bar": {**BODY, "mass": -1}}},
    "inertia": {"bodies": {"bar": {**BODY, "inertia": [1, 1, 5]}}},
    "field": {"bodies": {"bar": {**BODY, "mas": 1}}},
    "type": {"joints": {"A": {**HINGE, "type": "hing"}}},
    "axis": {"joints": {"A": {**HINGE, "axis": [0, 0, 0]}}},
    "axis missing": {"joints": {"A": {k: v for k, v in HINGE.items() if k != "axis"}}},
    "point": {"joints": {"A": {**HINGE, "at": "tip"}}},
    "name": {"bodies": {"2bar": BODY}},
    "parameter": {"parameters": {"k": "2*kk"}},
    "parameters in a circle": {"parameters": {"a": "b", "b": "a"}},
    "syntax": {"signals": {"s": "2*(A.angle"}},
    "function": {"signals": {"s": "sine(A.angle)"}},
    "signal": {"signals": {"s": "A.angel"}},
    "driver": {"drivers": {"D": {"target": "A.angle.rate", "motion": "time"}}},
    "driver of nothing": {"drivers": {"D": {"target": "B.angle", "motion": "time"}}},
    "spring": {"forces": {"K": {"type": "joint_spring", "target": "Q.angle", "stiffness": 1}}},
    "stiffness": {
        "forces": {"K": {"type": "bushing", "body_i": "ground", "body_j": "bar", "at": [0, 0, 0], "stiffness": -1}}
    },
    "beam": {
        "forces": {
            "E": {"type": "beam", "body_i": "ground", "body_j": "bar", "at_i": [0, 0, 0], "at_j": [0, 0, 0], "EA": 1}
        }
    },
    "table": {"tables": {"T": {"x": [0, 0], "y": [1, 2]}}},
    "case": {"cases": {"c": {"durations": 1}}},
    "case output": {"cases": {"c": {"duration": 1, "outputs": {"a": "finale(A.angle)"}}}},
    "case integrator": {"cases": {"c": {"duration": 1, "integrator": "euler"}}},
    "many": {"bodies": {f"b{i}": {"mas": i} for i in range(5)}},
}


def described(changes: dict[str, Any]) -> Answers:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "m.json"
        file.write_text(json.dumps({"linkwork": 1, **GOOD, **changes}))
        try:
            model = lw.compile(lw.Mechanism.load(file))
        except Exception as error:
            yield "message", f"{type(error).__name__}: {error}".replace(str(file), "m.json")
            return
    yield "accepted", model.nv


def wheel(*parts: Any) -> Any:
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0, 0, 0)), lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)), *parts
    )
    return lw.compile(m)


def run_of(model: Any, duration: float = 2.0, **choices: Any) -> Answers:
    run = lw.simulate(model, lw.assemble(model), duration, quiet=True, **choices)
    yield "message", f"{run.status}: {run.message}"


def force(text: str) -> Any:
    return lw.JointForce("motor", "A.angle", force=text)


RUNS: dict[str, Callable[[], Answers]] = {
    **{
        f"not a number, {word}": partial(lambda i: run_of(wheel(force("sqrt(1 - time)")), integrator=i), integrator)
        for word, integrator in {
            "automatic": None, "Adams": lw.Adams(), "RungeKutta4": lw.RungeKutta4(0.01), "Radau": lw.Radau(),
            "BDF": lw.BDF(), "GeneralizedAlpha": lw.GeneralizedAlpha(),
        }.items()
    },
    "grows without bound": lambda: run_of(wheel(force("1/(1 - A.angle)**3")), 10.0),
    "step too long": lambda: run_of(wheel(force("1 - 1e8*A.angle")), 10.0, integrator=lw.RungeKutta4(0.1)),
    "massless": lambda: run_of(
        lw.compile(
            lw.Mechanism(plane="xy").add(
                lw.Body("wheel", mass=0, inertia=0, com=(0, 0, 0)),
                lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
                force("1"),
            )
        )
    ),
    "coincident ends": lambda: run_of(
        lw.compile(
            lw.Mechanism(plane="xy").add(
                lw.Body("mass", mass=1, inertia=1, com=(1, 0, 0)),
                lw.Prismatic("S", "ground", "mass", at=(1, 0, 0), axis=(1, 0, 0)),
                lw.SpringDamper("K", "ground", "mass", at_i=(1, 0, 0), at_j=(1, 0, 0), stiffness=1.0, rest=0.5),
            )
        )
    ),
}  # fmt: skip


def four_bar() -> tuple[Any, Any]:
    return library("planar_four_bar")


def off_the_constraints() -> Any:
    model, state = four_bar()
    return lw.simulate(model, lw.State(0.0, state.q + [0.1, 0, 0], state.v), 1.0)


QUESTIONS: dict[str, Callable[[], Any]] = {
    "off the constraints": off_the_constraints,
    "duration": lambda: lw.simulate(*four_bar(), -1.0),
    "rtol": lambda: lw.simulate(*four_bar(), 1.0, rtol=2.0),
    "output": lambda: lw.simulate(*four_bar(), 1.0, output=[0.5, 0.2]),
    "event": lambda: lw.simulate(*four_bar(), 1.0, events=lw.Event("A.angel")),
    "input": lambda: lw.simulate(*four_bar(), 1.0, inputs={"u": 1.0}),
    "state": lambda: lw.simulate(four_bar()[0], 3, 1.0),  # type: ignore[arg-type]
    "signal": lambda: lw.measure(*four_bar(), "A.angel"),
    "target": lambda: lw.assemble(four_bar()[0], {"A.angel": 1.0}),
    "unreachable": lambda: lw.assemble(four_bar()[0], {"link3.position.x": 90.0}),
    "not driven": lambda: lw.kinematics(*four_bar(), [0.0, 0.1]),
    "times": lambda: lw.kinematics(*four_bar(), [0.1, 0.0]),
    "efforts": lambda: lw.inverse_dynamics(*four_bar(), [0.0], motion={"A.angle": "1"}, efforts=["tau"]),
    "no rest": lambda: lw.equilibrium(wheel(force("1")), lw.assemble(wheel())),
    "hold": lambda: lw.equilibrium(*four_bar(), hold=["A.angle"]),
    "states": lambda: lw.linearize(*four_bar(), states=["A.angle", "D.angle"]),
    "modes": lambda: lw.modes(*four_bar(), count=-1),
    "parameter": lambda: lw.sensitivity(four_bar()[0], _case(), "K.stifness"),
    "method": lambda: lw.sensitivity(four_bar()[0], _case(), "L1", method="reverse"),
    "steady": lambda: lw.steady_motion(*four_bar(), "motor", 1.0),
    "optimize": lambda: lw.optimize(four_bar()[0], _case(), minimize="fall.ned", vary={"L1": (1, 2)}),
    "singular coordinates": lambda: lw.compile(lw.library.planar_four_bar(), coordinates="polar"),
    "cut": lambda: lw.compile(lw.library.planar_four_bar(), cut=["Q"]),
    "NullSpace": lambda: lw.NullSpace("lq"),
    "DormandPrince": lambda: lw.DormandPrince(order=4),
    "RungeKutta4": lambda: lw.RungeKutta4(0.0),
    "HHT": lambda: lw.HHT(-0.5),
    "library": lambda: lw.library.chain(0),
}


def _case() -> Any:
    return lw.Case("fall", duration=0.1, outputs={"end": "final(A.angle)"})


def asked(question: Callable[[], Any]) -> Answers:
    question()
    yield "accepted", 1


def failures(ledger: Ledger) -> None:
    for name, changes in DESCRIPTIONS.items():
        ledger.answer(f"description/{name}", partial(described, changes))
    for name, run in RUNS.items():
        ledger.answer(f"failure/{name}", run)
    for name, question in QUESTIONS.items():
        ledger.answer(f"question/{name}", partial(asked, question))
