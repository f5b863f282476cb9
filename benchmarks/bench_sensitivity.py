"""Sensitivities beside the simulation they belong to: columns of ten parameters, gradients by hundreds."""

from __future__ import annotations

from collections.abc import Callable

import linkwork as lw
from benchmarks.timing import Row, interleaved

TITLE = "Sensitivities, as multiples of the simulation of the same case (lw.simulate)"
ROUNDS = 7


def chain_of_loops(n: int = 12) -> tuple[lw.Model, lw.Case]:
    """n four-bars in a row with springs and dampers: 3 n freedoms of the tree."""
    m = lw.library.n_four_bar(n)
    names = [f"K{k}" for k in range(4)]
    joints = [part for part in lw.compile(m).joints if f"{part}.angle" in lw.compile(m).signals]
    for name, joint in zip(names, joints, strict=False):
        m.add(lw.JointSpring(name, f"{joint}.angle", stiffness=2.0, damping=0.3))
    model = lw.compile(m)
    signal = f"{joints[0]}.angle"
    case = lw.Case(
        "swing",
        duration=1.0,
        integrator=lw.DormandPrince(),
        outputs={"end": f"final({signal})", "rate": f"rms({signal}.rate)"},
    )
    return model, case


def some_parameters(model: lw.Model, count: int) -> list[str]:
    """As many numbers as asked for: masses, inertias and points."""
    chosen = [
        path
        for path in model.parameters
        if path.split(".")[-1] in ("mass", "inertia", "stiffness", "damping", "x", "y")
    ]
    return chosen[:count]


def ratios(
    name: str, model: lw.Model, case: lw.Case, wanted: dict[str, tuple[Callable[[], object], str | None]]
) -> list[Row]:
    """Each call's time over that of the simulation, taken in turns."""
    calls = {
        "run": lambda: lw.run(model, case.changed(outputs={}), quiet=True),
        **{key: call for key, (call, _) in wanted.items()},
    }
    seconds = interleaved(calls, rounds=ROUNDS)
    rows = [Row(f"{name}: simulation", 1e3 * seconds["run"], "ms")]
    return rows + [
        Row(f"{name}: {key}", seconds[key] / seconds["run"], "×", target) for key, (_, target) in wanted.items()
    ]


def explicit_rows() -> list[Row]:
    """Dormand–Prince."""
    model, case = chain_of_loops()
    ten, many = some_parameters(model, 10), some_parameters(model, 200)
    one = case.changed(outputs={"end": case.outputs["end"]})
    return ratios(
        f"{model.nv} freedoms, {model.n_rows} rows, DormandPrince", model, case,
        {
            f"direct, {len(ten)} parameters": (lambda: lw.sensitivity(model, one, ten, quiet=True), "<= 5.5"),
            f"adjoint, {len(many)} parameters": (lambda: lw.sensitivity(model, one, many, method="adjoint", quiet=True), "<= 6"),
        },
    )  # fmt: skip


def implicit_rows() -> list[Row]:
    """Radau, a car on bushings."""
    model = lw.compile(lw.library.vehicle_on_posts())
    outputs = {"roll": "rms(chassis.angular_velocity.x)"}
    case = lw.Case("post", duration=0.5, rtol=1e-7, integrator=lw.Radau(), outputs=outputs)
    ten, many = [path for path in model.parameters if path.endswith("stiffness.0")][:10], some_parameters(model, 200)
    return ratios(
        f"{model.nv} freedoms, Radau", model, case,
        {
            f"direct, {len(ten)} parameters": (lambda: lw.sensitivity(model, case, ten, quiet=True), "<= 3"),
            f"adjoint, {len(many)} parameters": (lambda: lw.sensitivity(model, case, many, method="adjoint", quiet=True), "<= 6"),
        },
    )  # fmt: skip


def rows() -> list[Row]:
    return explicit_rows() + implicit_rows()
