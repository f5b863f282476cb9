"""Stiff chains under Radau: cost of a step against length, bushings between free bodies and springs in hinges; bushings in the
places of a four-bar's joints."""

from __future__ import annotations

import linkwork as lw
from benchmarks.mechanisms import four_bar
from benchmarks.timing import Row, interleaved, slope

TITLE = "Stiff chains simulated for 0.1 s (Radau, rtol 1e-4), the whole call of lw.simulate"
SIZES = (10, 30, 100, 300, 1000)
DURATION = 0.1
CHAINS = {"bushings": lw.library.bushing_chain, "springs in hinges": lw.library.sprung_chain}


def simulate(model: lw.Model, state: lw.State) -> lw.Trajectory:
    return lw.simulate(model, state, DURATION, integrator=lw.Radau(rtol=1e-4), output=[DURATION], quiet=True)


def measure(name: str, make, sizes: tuple[int, ...], rounds: int) -> list[Row]:
    """Time of a step and of one evaluation with all that belongs to it, and their exponents."""
    calls, stats = {}, {}
    for n in sizes:
        model = lw.compile(make(n))
        state = model.design_state()
        run = simulate(model, state)
        assert run.success, run.message
        stats[n] = run.stats
        calls[n] = lambda model=model, state=state: simulate(model, state)
    seconds = interleaved(calls, rounds=rounds)
    steps = [seconds[n] / stats[n].steps for n in sizes]
    evaluations = [seconds[n] / stats[n].evaluations for n in sizes]
    return [
        *(
            Row(
                f"{name}, {n} bodies: a step ({stats[n].steps} steps, {stats[n].newton_iterations} iterations, "
                f"{stats[n].newton_factorizations} factorizations)", 1e6 * step, "µs",
            )
            for n, step in zip(sizes, steps, strict=True)
        ),
        Row(f"{name}: slope of a step", slope(list(sizes), steps), "", "<= 1.15"),
        Row(f"{name}: slope of an evaluation", slope(list(sizes), evaluations), "", "<= 1.15"),
    ]  # fmt: skip


def in_places_of_joints() -> Row:
    """Bushings of 1e7 N/m and 1e3 N s/m against ideal joints, for 2 s."""
    models = lw.compile(four_bar()), lw.compile(four_bar(1e7))
    starts = [lw.assemble(model) for model in models]

    def run(k: int) -> lw.Trajectory:
        return lw.simulate(models[k], starts[k], 2.0, rtol=1e-4, output=0.1, integrator=lw.Radau(), quiet=True)

    seconds = interleaved({k: lambda k=k: run(k) for k in range(2)}, rounds=50)
    return Row("four-bar for 2 s: bushings of 1e7 N/m over ideal joints", seconds[1] / seconds[0], "×", "<= 5")


def rows() -> list[Row]:
    return [*(row for name, make in CHAINS.items() for row in measure(name, make, SIZES, 15)), in_places_of_joints()]
