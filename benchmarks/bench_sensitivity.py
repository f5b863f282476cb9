"""Sensitivities beside the simulation they belong to: columns of ten parameters, gradients by hundreds and thousands."""

from __future__ import annotations

from collections.abc import Callable

import linkwork as lw
from benchmarks.timing import Row, interleaved
from linkwork.numerics import pipeline as ahead

TITLE = "Sensitivities, as multiples of the simulation of the same case (lw.run)"
LONG, SHORT = 3, 10  # rounds of calls that take seconds, and of those that take tenths of a second
NUMBERS = ("mass", "inertia", "stiffness", "damping", "rest", "x", "y")


def bridge(links: int, duration: float) -> tuple[lw.Model, lw.Case]:
    """A chain let go from the horizontal with its middle hung from the ground by a rod, springs and dampers in all hinges."""
    m = lw.library.chain(links)
    model = lw.compile(m)
    hinges = [name for name in model.joints if f"{name}.angle" in model.signals]
    for k, hinge in enumerate(hinges):
        m.add(lw.JointSpring(f"spring{k}", f"{hinge}.angle", stiffness=2.0, damping=0.05, rest=0.01))
    middle = model.bodies[links // 2]
    x, y, z = lw.measure(model, model.design_state(), f"{middle}.position")
    m.add(lw.Distance("rod", "ground", middle, at_i=(x, y + 0.5, z), at_j=(x, y, z)))
    case = lw.Case(
        "swing", duration=duration, integrator=lw.DormandPrince(),
        outputs={"end": f"final({hinges[-1]}.angle)"},
    )  # fmt: skip
    return lw.compile(m), case


def four_bars(count: int, duration: float) -> tuple[lw.Model, lw.Case]:
    """Coupled four-bars that a spring holds upright, swinging."""
    m = lw.library.n_four_bar(count)
    m.add(lw.JointSpring("K", "A0.angle", stiffness=400.0 * count, damping=1.0))
    case = lw.Case(
        "swing", start={"A0.angle.rate": -1.0}, duration=duration, integrator=lw.DormandPrince(),
        outputs={"end": "final(A0.angle)"},
    )  # fmt: skip
    return lw.compile(m), case


def some_parameters(model: lw.Model, count: int, kinds: tuple[str, ...] = NUMBERS) -> list[str]:
    """As many numbers as asked for, spread over the mechanism."""
    chosen = [path for path in model.parameters if path.split(".")[-1] in kinds and not path.startswith("gravity")]
    count = min(count, len(chosen))
    return [chosen[k * len(chosen) // count] for k in range(count)]


def ratios(
    name: str,
    model: lw.Model,
    case: lw.Case,
    wanted: dict[str, tuple[Callable[[], object], str | None]],
    rounds: int = LONG,
) -> list[Row]:
    """Each call's time over that of the simulation, taken in turns."""
    alone = case.changed(outputs={})
    calls = {"run": lambda: lw.run(model, alone, quiet=True), **{key: call for key, (call, _) in wanted.items()}}
    seconds = interleaved(calls, rounds=rounds)
    rows = [Row(f"{name}: simulation", 1e3 * seconds["run"], "ms")]
    return rows + [
        Row(f"{name}: {key}", seconds[key] / seconds["run"], "×", target) for key, (_, target) in wanted.items()
    ]


def adjoint(model: lw.Model, case: lw.Case, names: list[str]) -> Callable[[], object]:
    return lambda: lw.sensitivity(model, case, names, method="adjoint", quiet=True)


def explicit_rows() -> list[Row]:
    """Dormand–Prince, some thirty freedoms of the tree: loops, and a chain."""
    results = []
    for name, (model, case), target in (
        ("four-bars", four_bars(15, 200.0), "<= 5.5"),
        ("hung chain with springs", bridge(32, 20.0), None),
    ):
        ten, many = some_parameters(model, 10, ("mass", "inertia", "stiffness", "damping")), some_parameters(model, 200)
        results += ratios(
            f"{name}, {model.nv} freedoms, {model.n_rows} rows, DormandPrince", model, case,
            {
                f"direct, {len(ten)} parameters": (
                    lambda model=model, case=case, ten=ten: lw.sensitivity(model, case, ten, quiet=True), target,
                ),
                f"adjoint, {len(many)} parameters": (adjoint(model, case, many), "<= 6"),
            },
        )  # fmt: skip
    return results


def implicit_rows() -> list[Row]:
    """A car on bushings with Radau, BDF, which has no adjoint, and generalized-alpha with a fixed step."""
    model, results = (
        lw.compile(lw.library.vehicle_on_posts()),
        [Row("threads of sensitivities", ahead.threads())],
    )
    outputs = {"roll": "rms(chassis.angular_velocity.x)"}
    ten, many = [path for path in model.parameters if path.endswith("stiffness.0")][:10], some_parameters(model, 200)
    for name, integrator in (
        ("Radau", lw.Radau()),
        ("BDF", lw.BDF()),
        ("GeneralizedAlpha, steps of 1 ms", lw.GeneralizedAlpha(step=1e-3)),
    ):
        case = lw.Case("post", duration=0.5, rtol=1e-7, integrator=integrator, outputs=outputs)
        wanted = {
            f"direct, {len(ten)} parameters": (lambda case=case: lw.sensitivity(model, case, ten, quiet=True), "<= 3"),
            f"adjoint, {len(many)} parameters": (adjoint(model, case, many), "<= 6"),
        }
        if name == "BDF":
            wanted.popitem()
        results += ratios(f"{model.nv} freedoms, {name}", model, case, wanted, SHORT)
    return results


def large_rows() -> list[Row]:
    """As many parameters as a vehicle has numbers."""
    model, case = bridge(220, 5.0)
    many = some_parameters(model, 2000)
    return ratios(
        f"{model.nv} freedoms, DormandPrince",
        model,
        case,
        {f"adjoint, {len(many)} parameters": (adjoint(model, case, many), "<= 8")},
    )


def thousand_rows() -> list[Row]:
    """A chain of a thousand bodies: work and memory grow with their number alone."""
    model = lw.compile(lw.library.chain(1000))
    masses = [path for path in model.parameters if path.endswith(".mass")]
    case = lw.Case("drop", duration=0.2, integrator=lw.DormandPrince(), outputs={"end": "final(J2.angle)"})
    return ratios(
        f"{model.nv} freedoms, DormandPrince", model, case,
        {
            "direct, 3 parameters": (lambda: lw.sensitivity(model, case, masses[::400], quiet=True), None),
            "adjoint, 500 parameters": (adjoint(model, case, masses[::2]), None),
        },
    )  # fmt: skip


def rows() -> list[Row]:
    return [*explicit_rows(), *implicit_rows(), *large_rows(), *thousand_rows()]
