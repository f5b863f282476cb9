"""Closed loops: N-four-bar (wide) and scissor boom (deep), accelerations and memory against size."""

from __future__ import annotations

import linkwork as lw
from benchmarks.bench_tree import Buffers
from benchmarks.timing import Row, interleaved, slope
from linkwork.formulations.recursive import REFINEMENTS

TITLE = "Chains of loops: Recursive accelerations, multipliers included"
FOUR_BARS = (40, 126, 400, 1265, 4000)
BOOMS = (10, 32, 100, 316, 1000)


def measure(name: str, make, sizes: tuple[int, ...]) -> list[Row]:
    calls, times, memory = {}, {}, []
    for n in sizes:
        model = lw.compile(make(n))
        buffers, state = Buffers(model), model.design_state()
        buffers.q[:], buffers.v[:] = state.q, 0.0
        times[n] = max(1, sizes[-1] // n)
        calls[n] = lambda buffers=buffers, n=n: buffers.forward(times[n], REFINEMENTS)
        arrays = (model.ints, model.floats, buffers.work, buffers.plan, buffers.loop_work)
        memory.append(sum(array.nbytes for array in arrays))
    took = interleaved(calls, rounds=40)
    seconds = [took[n] / times[n] for n in sizes]
    return [
        *(Row(f"{name} {n}: accelerations", 1e6 * s, "µs") for n, s in zip(sizes, seconds)),
        Row(f"{name}: slope of time", slope(list(sizes), seconds), "", "<= 1.15"),
        Row(f"{name}: slope of memory", slope(list(sizes), memory), "", "<= 1.05"),
        Row(f"{name} {sizes[-1]}: memory", memory[-1] / 1e6, "MB"),
        Row(f"{name} {sizes[-1]}: worst row's relative residual", calls[sizes[-1]](), "", "<= 1e-9"),
    ]


def rows() -> list[Row]:
    return [
        *measure("four-bars", lw.library.n_four_bar, FOUR_BARS),
        *measure("scissor boom", lw.library.scissor_boom, BOOMS),
    ]
