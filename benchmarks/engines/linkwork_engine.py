"""linkwork with its defaults: `lw.simulate(model, state, T, rtol=tolerance, output=[T])`, only the tolerance varied."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from benchmarks.engines.server import Setting, clock, serve
from benchmarks.problems import GROUND, Problem


def mechanism(given: Problem) -> lw.Mechanism:
    """The neutral problem as a linkwork mechanism, with bodies b0 …, joints j0 …, loops c0 … and frames observe0 …"""
    name = lambda body: "ground" if body == GROUND else f"b{body}"  # noqa: E731
    m = lw.Mechanism(given.name, gravity=tuple(given.gravity), plane="xy" if given.planar else None)
    kinds = {"rev": lw.Revolute, "pri": lw.Prismatic}
    for i, link in enumerate(given.links):
        I = link.inertia
        inertia = I[2, 2] if given.planar else (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        m.add(
            lw.Body(name(i), mass=link.mass, com=tuple(link.com), inertia=inertia),
            kinds[link.joint](f"j{i}", name(link.parent), name(i), at=tuple(link.anchor), axis=tuple(link.axis)),
        )
    for k, loop in enumerate(given.loops):
        kind = lw.Revolute if given.planar or loop.axis is not None else lw.Spherical
        axis = {} if loop.axis is None else {"axis": tuple(loop.axis)}
        m.add(kind(f"c{k}", name(loop.a), name(loop.b), at=tuple(loop.point), **axis))
    for k, load in enumerate(given.loads):
        m.add(lw.Point(f"load_point{k}", tuple(load.point)))
        m.add(
            lw.AppliedForce(
                f"load{k}", name(load.body), at=f"load_point{k}", force=tuple(load.force), torque=tuple(load.torque)
            )
        )
    for k, s in enumerate(given.springs):
        ends = {"at_i": tuple(s.point_a), "at_j": tuple(s.point_b)}
        numbers = {"stiffness": s.stiffness, "damping": s.damping, "rest": s.free_length}
        m.add(lw.SpringDamper(f"spring{k}", name(s.a), name(s.b), **ends, **numbers))
    for k, (body, point) in enumerate(given.observed):
        m.add(lw.Point(f"point{k}", tuple(point)), lw.Frame(f"observe{k}", name(body), f"point{k}"))
    return m


def start(given: Problem, model: lw.Model) -> lw.State:
    """The initial state: the design position and the file's joint speeds."""
    word = {"rev": "angle", "pri": "displacement"}
    speeds = {f"j{i}.{word[link.joint]}.rate": link.rate for i, link in enumerate(given.links)}
    return lw.assemble(model, speeds if given.rates.any() else {})


def positions(given: Problem, run: lw.Trajectory) -> np.ndarray:
    """The observed points at the end of a run."""
    return np.array([run[f"observe{k}.position"][-1] for k in range(len(given.observed))])


def prepare(given: Problem):
    model = lw.compile(mechanism(given))
    state = start(given, model)

    def solve(setting: Setting):
        began = clock()
        run = lw.simulate(model, state, given.duration, rtol=setting.knob, output=[given.duration], time_limit=60)
        seconds = clock() - began
        if not run.success:
            raise RuntimeError(run.message)
        facts = {"evaluations": run.stats.evaluations, "steps": run.stats.steps}
        return seconds, positions(given, run), facts

    exponents = np.arange(-1, -10.01, -0.5)
    settings = [Setting("default", float(10**x)) for x in exponents]
    solve(settings[2])  # compiles or reads the compiled kernels
    solve(settings[8])
    return settings, solve


if __name__ == "__main__":
    serve(prepare)
