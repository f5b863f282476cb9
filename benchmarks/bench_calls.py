"""What calls of small mechanisms take, beside the arithmetic and as whole questions.

python -m benchmarks calls
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import linkwork as lw
from benchmarks.timing import Row, best

TITLE = "Calls of a planar four-bar and a slider-crank: the best of many"
POSES, STARTS = 2000, 22
CASE = lw.Case(
    "fall",
    duration=1.0,
    outputs={
        "end": "final(A.angle)",
        "load": "rms(D.force.x)",
        "energy": "mean(energy.kinetic)",
        "swing": "integral(link2.velocity.x)",
    },
)


def rows() -> list[Row]:
    model, engine = lw.compile(lw.library.planar_four_bar(case="II")), lw.library.slider_crank()
    state = lw.assemble(model)
    return [
        *_calls(model, state),
        *_driven(engine),
        *_cases(model, state),
        *_designs(engine),
    ]


def _micro(name: str, call: Callable[[], object], goal: str | None = None, per: int = 1) -> Row:
    return Row(name, 1e6 * best(call, repeats=20, at_least=0.3) / per, "µs", goal)


def _calls(model: lw.Model, state: lw.State) -> list[Row]:
    masses = iter(np.linspace(1.0, 2.0, 1_000_000))
    for _ in range(3):  # how numbers are lowered is recorded at the second design
        model.with_parameters({"link1.mass": next(masses)})
    step = 1e-9  # s
    return [
        _micro("simulate, one step", lambda: lw.simulate(model, state, step, output=[step], quiet=True), "<= 40"),
        _micro("assemble", lambda: lw.assemble(model), "<= 200"),
        _micro("assemble, a target 0.2 rad away", lambda: lw.assemble(model, {"A.angle": 0.8}), "<= 200"),
        _micro("accelerations", lambda: lw.accelerations(model, state), "<= 20"),
        _micro("reactions", lambda: lw.reactions(model, state), "<= 20"),
        _micro("with_parameters", lambda: model.with_parameters({"link1.mass": next(masses)}), "<= 200"),
    ]


def _driven(engine: lw.Mechanism) -> list[Row]:
    model = lw.compile(engine)
    state, times = lw.assemble(model), np.linspace(0.0, 0.02, POSES)
    return [_micro("kinematics, a pose of a slider-crank", lambda: lw.kinematics(model, state, times), "<= 5", POSES)]


def _cases(model: lw.Model, state: lw.State) -> list[Row]:
    masses = iter(np.linspace(1.0, 2.0, 1_000_000))
    alone = 1e3 * best(lambda: lw.simulate(model, state, 1.0, quiet=True), repeats=50)
    whole = 1e3 * best(lambda: lw.run(model, CASE, quiet=True), repeats=50)
    new = 1e3 * best(lambda: lw.run(model.with_parameters({"link1.mass": next(masses)}), CASE, quiet=True), repeats=50)
    return [
        Row("simulate 1 s", alone, "ms"),
        Row("run of that case with four outputs", whole, "ms", f"<= {1.3 * alone + 0.5:.3g}"),
        Row("run of a new design", new, "ms"),
    ]


def _designs(engine: lw.Mechanism) -> list[Row]:
    model, case = lw.compile(engine), engine.cases["turn"]

    def balanced() -> lw.Optimum:
        goal, vary = "turn.along**2 + turn.across**2", {"counterweight": (0.0, 3.0)}
        return lw.optimize(model, case, minimize=goal, vary=vary, starts=STARTS, quiet=True)

    designs = len(balanced().history)
    seconds = best(balanced, repeats=3) * 44 / designs
    return [Row("optimize: 44 designs of an engine's balance", seconds, "s", "<= 2")]
