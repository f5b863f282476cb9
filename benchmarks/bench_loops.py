"""Closed loops: N-four-bar (wide) and scissor boom (deep), accelerations and memory against size."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from benchmarks.bench_tree import Buffers
from benchmarks.timing import Row, interleaved, slope
from linkwork.dynamics.formulations.recursive import REFINEMENTS
from linkwork.kernels.arrays import python_model

TITLE = "Chains of loops: Recursive accelerations, multipliers included"
FOUR_BARS = (40, 126, 400, 1265, 4000)
BOOMS = (10, 32, 100, 316, 1000)


def measure(name: str, make, set_state, sizes: tuple[int, ...], targets: bool = True) -> list[Row]:
    """Time, memory and residual against size; without `targets` for information only."""
    calls, times, memory = {}, {}, []
    for n in sizes:
        model = lw.compile(make(n))
        buffers = Buffers(model)
        set_state(model, buffers)
        times[n] = max(1, sizes[-1] // n)
        calls[n] = lambda buffers=buffers, n=n: buffers.forward(times[n], REFINEMENTS)
        arrays = (model.ints, model.floats, buffers.work, buffers.plan, buffers.loop_work)
        memory.append(sum(array.nbytes for array in arrays))
    took = interleaved(calls, rounds=40)
    seconds = [took[n] / times[n] for n in sizes]
    return [
        *(Row(f"{name} {n}: accelerations", 1e6 * s, "µs") for n, s in zip(sizes, seconds)),
        Row(f"{name}: slope of time", slope(list(sizes), seconds), "", "<= 1.15" if targets else None),
        Row(f"{name}: slope of memory", slope(list(sizes), memory), "", "<= 1.05"),
        Row(f"{name} {sizes[-1]}: memory", memory[-1] / 1e6, "MB"),
        Row(
            f"{name} {sizes[-1]}: worst row's relative residual", calls[sizes[-1]](), "", "<= 1e-9" if targets else None
        ),
    ]


def leaning(model: lw.Model, buffers: Buffers) -> None:
    """All rods of the four-bars lean by 0.3 rad and turn at 1 rad/s, the couplers stay level: on the constraints."""
    parent = python_model(model.ints, model.floats).parent[1:]
    for x, rate in ((buffers.q, 0.3), (buffers.v, 1.0)):
        x[:] = np.where(parent == 0, rate, -rate)


def design(model: lw.Model, buffers: Buffers) -> None:
    """The design position; velocities stay random."""
    buffers.q[:] = model.design_state().q


def rows() -> list[Row]:
    return [
        *measure("four-bars", lw.library.n_four_bar, leaning, FOUR_BARS),
        # velocities that violate the constraints need refinement from some size on: slower, and less exact
        *measure("four-bars, random speeds", lw.library.n_four_bar, design, FOUR_BARS, targets=False),
        *measure("scissor boom", lw.library.scissor_boom, design, BOOMS),
    ]
