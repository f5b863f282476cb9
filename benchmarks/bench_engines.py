"""Every problem in linkwork and in other engines: time to error 1e-3, 1e-6 and 1e-8, as ratios to the best peer.

Each engine solves in its own process; the parent asks for one setting at a time, first all settings from coarse to fine, then
those that decide again and again in turns, and keeps the best time of each.
"""

from __future__ import annotations

import json
import math
import time
from pathlib import Path
from typing import Any

from benchmarks import problems
from benchmarks.engines.client import Engine
from benchmarks.timing import Row
from benchmarks.work_precision import around, time_to_error

TITLE = "Engines side by side: best peer's time to an error / linkwork's"
PEERS = ("casadi", "exudyn", "mujoco", "pinocchio")
# casadi is no multibody engine: the equations of motion are written out by hand for it and compiled for every model. Its
# rows are for information, but for P1, where its ODE integrator is the one to reach.
WRITTEN_OUT = {"casadi"}
ERRORS = (1e-3, 1e-6, 1e-8)
FINE_ENOUGH = 1e-9
SECONDS = 500.0  # wall time of all problems
ROUNDS = 0.3  # of a problem's time are for measuring again
# the stiff problem: against casadi's BDF on the symbolic model, no multibody engine reaches these errors in time
STIFF, STIFF_PEER = {"P5_flyball"}, "cvodes, interpreted"
# at 1e-6, times as fast as the best peer; at 1e-3 no slower
AT_LEAST = {"P1": 1, "P2": 5, "P3": 12, "P4": 12, "P6_chain10": 3, "P6_chain100": 3, "P6_chain1000": 5}


def first_pass(engine: Engine, limit: float, allowed: float, end: float) -> None:
    """All settings of every method, from coarse to fine, until one is fine enough, takes too long, or the time is up.

    `limit` are seconds of one solve, `allowed` of all solves of a method, `end` is an instant of wall time.
    """
    done: set[str] = set()
    spent: dict[str, float] = {}
    for index, (variant, _) in enumerate(engine.settings):
        if variant in done or time.monotonic() > end:
            continue
        seconds = engine.solve(index)
        spent[variant] = spent.get(variant, 0.0) + seconds
        if engine.points[index].error < FINE_ENOUGH or seconds > limit or spent[variant] > allowed:
            done.add(variant)


def rounds(engines: list[Engine], limit: float, end: float) -> None:
    """The settings that decide, in turns, so that a busy machine disturbs all alike."""
    chosen: list[tuple[Engine, int]] = []
    for engine in engines:
        for variant in engine.variants():
            indices = [i for i in sorted(engine.points) if engine.points[i].variant == variant]
            points = [(engine.points[i].seconds, engine.points[i].error) for i in indices]
            chosen += [(engine, indices[k]) for k in around(points, ERRORS) if points[k][0] < limit / 2]
    for turn in range(100):
        for engine, index in chosen:
            if turn and time.monotonic() > end:
                return
            engine.solve(index)


def measure(name: str, seconds: float) -> dict[str, Any]:
    """All points of one problem, and every engine's time to each error (None: not reached), in about so many seconds."""
    end = time.monotonic() + seconds
    engines = [Engine(engine, name) for engine in ("linkwork", *PEERS)]
    for engine in engines:
        engine.ready()
    limit, left = 4.0, max(0.5 * seconds, end - time.monotonic())
    for engine in engines:
        variants = {variant for variant, _ in engine.settings}
        share = (1 - ROUNDS) * left / len(engines)
        if engine.name == "linkwork":  # always in full: everything is compared with it
            first_pass(engine, limit, math.inf, math.inf)
        else:
            first_pass(engine, limit, share / max(1, len(variants)), time.monotonic() + 2 * share)
        if engine.name == "linkwork" and engine.points:
            finest = max(point.seconds for point in engine.points.values() if math.isfinite(point.seconds))
            limit = min(4.0, max(0.1, 30 * finest))  # beyond 30 times linkwork's time a peer is out of the picture
    rounds(engines, limit, max(end, time.monotonic() + ROUNDS * left))
    result: dict[str, Any] = {"definition": problems.problem(name).definition, "engines": {}}
    for engine in engines:
        result["engines"][engine.name] = summary(engine)
        engine.close()
    return result


def summary(engine: Engine) -> dict[str, Any]:
    times: dict[str, float | None] = {}
    methods: dict[str, str | None] = {}
    by_method: dict[str, dict[str, float | None]] = {}
    for error in ERRORS:
        reached = {
            variant: time_to_error([(p.seconds, p.error) for p in points], error)
            for variant, points in engine.variants().items()
        }
        best = min((t, variant) for variant, t in reached.items() if t is not None) if any(reached.values()) else None
        times[f"{error:g}"], methods[f"{error:g}"] = best or (None, None)
        by_method[f"{error:g}"] = reached
    finite = lambda x: x if math.isfinite(x) else None  # noqa: E731
    points = [
        {"variant": p.variant, "knob": p.knob, "seconds": finite(p.seconds), "error": finite(p.error), **p.facts}
        for _, p in sorted(engine.points.items())
    ]
    return {
        "time_to_error": times,
        "method": methods,
        "by_method": by_method,
        "points": points,
        "reason": engine.reason,
    }


def ratio(engines: dict[str, Any], error: float, peers: tuple[str, ...]) -> tuple[float, str]:
    """Best peer's time over linkwork's, and who it is; infinite if no peer reaches the error, 0 if linkwork does not."""
    key = f"{error:g}"
    own = engines["linkwork"]["time_to_error"][key]
    times = {p: engines[p]["time_to_error"][key] for p in peers if engines[p]["time_to_error"][key] is not None}
    if own is None:
        return 0.0, "linkwork does not reach it"
    if not times:
        return math.inf, "no peer reaches it in the time allowed"
    best = min(times, key=times.__getitem__)
    return times[best] / own, f"{best}, {engines[best]['method'][key]}"


def target(name: str, error: float) -> str | None:
    if name in STIFF or error == 1e-8:
        return None
    if error == 1e-3:
        return ">= 1"
    return f">= {AT_LEAST.get(name, AT_LEAST.get(name[:2], 1))}"


def problem_rows(name: str, engines: dict[str, Any]) -> list[Row]:
    result: list[Row] = []
    plain = tuple(p for p in PEERS if p not in WRITTEN_OUT)
    for error in ERRORS:
        own = engines["linkwork"]["time_to_error"][f"{error:g}"]
        label = f"{name} to {error:g}"
        result.append(Row(f"{label}: linkwork", math.nan if own is None else 1e3 * own, "ms"))
        goal = target(name, error)
        for peers, title in ((plain, "best multibody engine"), (PEERS, "best of all")):
            value, who = ratio(engines, error, peers)
            # nobody in time proves nothing: the goal then is for the next
            result.append(Row(f"{label}: {title} ({who})", value, "x", goal if math.isfinite(value) else None))
            goal = goal if math.isinf(value) else None
        ode = engines["casadi"]["by_method"][f"{error:g}"].get("cvodes")
        if name.startswith("P1") and own is not None and ode is not None:
            goal = ">= 1" if error == 1e-6 else None
            result.append(Row(f"{label}: casadi's compiled ODE in cvodes", ode / own, "x", goal))
    if name in STIFF:
        for error in ERRORS:
            own, key = engines["linkwork"]["time_to_error"][f"{error:g}"], f"{error:g}"
            for method, goal in ((STIFF_PEER, ">= 3"), ("cvodes", None)):
                peer = engines["casadi"]["by_method"][key].get(method)
                if own is not None and peer is not None:
                    title = "the symbolic model" if method == STIFF_PEER else "the model compiled with gcc"
                    result.append(Row(f"{name} to {key}: casadi's BDF on {title}", peer / own, "x", goal))
    if name.startswith("P2"):
        points = [p for p in engines["linkwork"]["points"] if p["knob"] <= 1e-4]
        worst = max(math.inf if p["error"] is None else p["error"] / p["knob"] for p in points)
        result.append(Row(f"{name}: linkwork's worst error / rtol, 1e-4 … 1e-10", worst, "", "<= 100"))
    return result


def rows(names: list[str] | None = None) -> list[Row]:
    from benchmarks.engines_figure import draw
    from linkwork.analyses.writing import write_text

    results, lines = {}, []
    chosen = names or problems.names()
    end = time.monotonic() + SECONDS
    for done, name in enumerate(chosen):
        began = time.monotonic()
        results[name] = measure(name, max(10.0, (end - began) / (len(chosen) - done)))
        lines += problem_rows(name, results[name]["engines"])
        print(table(name, results[name]["engines"]), f"  ({time.monotonic() - began:.0f} s)", flush=True)
    folder = Path(__file__).parent / "results"
    folder.mkdir(exist_ok=True)
    write_text(folder / "engines.json", json.dumps(results, indent=1, allow_nan=False) + "\n")
    draw(results, folder / "engines.png")
    return lines


def table(name: str, engines: dict[str, Any]) -> str:
    """Milliseconds to every error, an engine a line."""
    lines = [f"{name:<18}" + "".join(f"{f'{error:g}':>12}" for error in ERRORS) + "   ms to error"]
    for engine, result in engines.items():
        times = [result["time_to_error"][f"{error:g}"] for error in ERRORS]
        cells = "".join(f"{'-' if t is None else f'{1e3 * t:.4g}':>12}" for t in times)
        methods = ", ".join(dict.fromkeys(m for m in result["method"].values() if m))
        lines.append(f"  {engine:<16}{cells}   {methods or result['reason'] or 'not within the time allowed'}")
    return "\n".join(lines)
