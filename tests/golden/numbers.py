"""Golden numbers: accelerations, motions, gradients, linear models, modes, equilibria, kinematics, inverse dynamics."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

import linkwork as lw
from tests.golden.ledger import Ledger
from tests.golden.mechanisms import FORMULATIONS, LIBRARY, RIGS, in_coordinates, library, rig

Answers = Iterator[tuple[str, Any]]
COORDINATES = ("joint", "cartesian")


def integrators(duration: float) -> dict[str, Any]:
    """By name; fixed steps are a tenth of the duration."""
    return {
        "automatic": None,
        "DormandPrince 8": lw.DormandPrince(order=8),
        "DormandPrince 5": lw.DormandPrince(order=5),
        "Adams": lw.Adams(),
        "RungeKutta4": lw.RungeKutta4(duration / 10),
        "Radau 3": lw.Radau(3),
        "Radau 5": lw.Radau(5),
        "BDF": lw.BDF(),
        "GeneralizedAlpha": lw.GeneralizedAlpha(step=duration / 10),
        "GeneralizedAlpha index 2": lw.GeneralizedAlpha(0.6, index=2, rtol=1e-4),
        "HHT": lw.HHT(step=duration / 10),
        "HHT index 2": lw.HHT(-0.2, index=2, rtol=1e-4),
    }


def short(formulation: Any) -> str:
    return repr(formulation).replace("lw.", "")


# instants


def instant(model: Any, state: Any, formulation: Any) -> Answers:
    acc = lw.accelerations(model, state, formulation=formulation)
    yield "vdot", acc.vdot
    yield "lam", acc.lam
    yield "unique", acc.unique
    loads = lw.reactions(model, state, formulation=formulation)
    yield "reactions", [[*loads[n].force, *loads[n].torque, *loads[n].total_torque] for n in sorted(loads.joints)]
    yield "reactions unique", [[*loads[n].force_unique, *loads[n].torque_unique] for n in sorted(loads.joints)]
    yield "efforts", [loads.drivers[n] for n in sorted(loads.drivers)]


def report(model: Any, state: Any) -> Answers:
    yield "check", str(lw.check(model, state))
    yield "state", np.concatenate((state.q, state.v, state.z))
    yield "energy", [lw.kinetic_energy(model, state), lw.potential_energy(model, state)]
    yield "momentum", np.concatenate([np.ravel(x) for x in (lw.momentum(model, state), lw.mass_centre(model, state))])
    yield "mass matrix", lw.mass_matrix(model, state)


def instants(ledger: Ledger) -> None:
    for name in LIBRARY:
        for coordinates in COORDINATES:
            ledger.answer(f"report/{name}/{coordinates}", lambda: report(*library(name, coordinates)))  # noqa: B023
            for formulation in FORMULATIONS:
                question = partial(_library_instant, name, coordinates, formulation)
                ledger.answer(f"instant/{name}/{coordinates}/{short(formulation)}", question)
    for name in RIGS:
        for coordinates in COORDINATES:
            for formulation in FORMULATIONS:
                question = partial(_rig_instant, name, coordinates, formulation)
                ledger.answer(f"instant/{name}/{coordinates}/{short(formulation)}", question)


def _library_instant(name: str, coordinates: str, formulation: Any) -> Answers:
    return instant(*library(name, coordinates), formulation)


def _rig_instant(name: str, coordinates: str, formulation: Any) -> Answers:
    return instant(*in_coordinates(*rig(name), coordinates), formulation)


# motions


def motion(model: Any, state: Any, duration: float, **choices: Any) -> Answers:
    times = duration * np.array([0.3, 0.7, 1.0])
    run = lw.simulate(model, state, duration, output=times, quiet=True, **choices)
    yield "t", run.t
    yield "q", run.q
    yield "v", run.v
    yield "z", run.z
    yield "end", f"{run.status}: {run.message}"
    counts = (run.stats.steps, run.stats.rejected, run.stats.evaluations, run.stats.projections)
    yield "counts", [*counts, run.stats.newton_iterations, run.stats.newton_matrices]
    if run.success:
        yield "vdot", run.vdot[-1]
        yield "lam", run.lam[-1]
        yield "energy", run["energy.total"]
    if run.events:
        yield "events", [event.time for event in run.events]


def motions(ledger: Ledger) -> None:
    for name, (_, duration) in LIBRARY.items():
        for word, integrator in integrators(duration).items():
            for coordinates in COORDINATES if name in BOTH else COORDINATES[:1]:
                question = partial(_library_motion, name, coordinates, duration, integrator=integrator)
                ledger.answer(f"motion/{name}/{coordinates}/{word}", question)
    for name in ("planar_four_bar", "spatial_four_bar", "door"):
        for coordinates in COORDINATES:
            for formulation in FORMULATIONS:
                question = partial(_library_motion, name, coordinates, 0.05, formulation=formulation)
                ledger.answer(f"motion/{name}/{coordinates}/{short(formulation)}", question)
    for name in RIGS:
        if not name.startswith("closures"):
            ledger.answer(f"motion/{name}", lambda: _rig_motion(name, 0.02))  # noqa: B023
    for word, integrator in integrators(0.3).items():
        events = (lw.Event("A.angle - 1.04"), lw.Event("link3.position.x - 2", direction=1, stop=True))
        question = partial(_library_motion, "planar_four_bar", "joint", 0.3, integrator=integrator, events=events)
        ledger.answer(f"events/{word}", question)
        ledger.answer(f"controlled/{word}", lambda: motion(*_controlled(), 0.2, integrator=integrator))  # noqa: B023


BOTH = ("planar_four_bar", "spatial_four_bar", "chain", "chaplygin_sleigh")


def _library_motion(name: str, coordinates: str, duration: float, **choices: Any) -> Answers:
    return motion(*library(name, coordinates), duration, **choices)


def _rig_motion(name: str, duration: float) -> Answers:
    _, model, state = rig(name)
    return motion(model, state, duration)


def _controlled() -> tuple[Any, Any]:
    """A wheel with a filtered, saturated controller, and a table: states of expressions and a jump in time."""
    m = lw.Mechanism(plane="xy").add(
        lw.Body("wheel", mass=1, inertia=1, com=(0.1, 0, 0)),
        lw.Revolute("A", "ground", "wheel", at=(0, 0, 0)),
        lw.Parameter("gain", 8.0),
        lw.Table("map", x=(0, 1, 2), y=(0, 1, 1.5)),
        lw.JointForce("motor", "A.angle", force="gain*(table(map, 1 + sin(9*time)) - A.angle) - 0.3*A.angle.rate"),
        lw.JointSpring("stop", "A.angle", stiffness=3, damping=0.1, rest=0.2),
    )
    model = lw.compile(m)
    return model, lw.assemble(model, {"A.angle": 0.1})


# gradients

OUTPUTS = {"end": "final({0})", "load": "rms({0}.rate)", "peak": "maximum({0})"}
GRADIENTS: dict[str, tuple[str, tuple[str, ...], float]] = {  # signal, parameters, duration
    "planar_four_bar": ("A.angle", ("L1", "link1.mass", "theta1"), 0.1),
    "spatial_four_bar": ("A.angle", ("crank.mass", "A.at.x"), 0.1),
    "sprung_chain": ("J1.angle", ("S1.stiffness", "link3.mass"), 2e-3),
    "bushing_chain": ("link2.position.y", ("B1.stiffness.0", "link1.mass"), 5e-4),
    "double_bar_pendulum": ("A.angle", ("L1", "start.A.angle"), 0.1),
    "chaplygin_sleigh": ("sleigh.angle", ("sleigh.mass",), 0.1),
    "beam": ("J1.y", ("E1.EA", "mass1.mass"), 1e-4),
    "vehicle_on_posts": ("chassis.position.z", ("spring", "damper"), 2e-4),
    "flyball_governor": ("A.angle", ("slider.density", "ball1.at.z"), 5e-3),
}
STARTS = {"double_bar_pendulum": {"A.angle": 0.4}}


def gradient(model: Any, case: Any, parameters: tuple[str, ...], method: str) -> Answers:
    sensitivity = lw.sensitivity(model, case, parameters, method=method, quiet=True)
    yield "outputs", list(sensitivity.outputs.values())
    for name in sensitivity.gradient:
        yield f"by {name}", sensitivity.gradient[name]
    yield "text", "\n".join(sensitivity.remarks())


def _case_gradient(name: str, case: Any, parameters: tuple[str, ...], method: str) -> Answers:
    return gradient(library(name)[0], case, parameters, method)


def gradients(ledger: Ledger) -> None:
    for name, (signal, parameters, duration) in GRADIENTS.items():
        outputs = {word: text.format(signal) for word, text in OUTPUTS.items()}
        for word, integrator in integrators(duration).items():
            for method in ("direct", "adjoint"):
                start = {**lw.library.initial_speeds(name), **STARTS.get(name, {})}
                case = lw.Case("run", start=start, duration=duration, outputs=outputs, integrator=integrator)
                question = partial(_case_gradient, name, case, parameters, method)
                ledger.answer(f"gradient/{name}/{word}/{method}", question)
    for word, case in STILL.items():
        question = partial(_case_gradient, "sprung_chain", case, ("S1.stiffness", "link3.mass"), "direct")
        ledger.answer(f"gradient/sprung_chain/{word}", question)
    ledger.answer("gradient/kinematics", _driven_gradient)
    case = lw.Case(
        "stop", duration=0.5, events=lw.Event("link3.position.x - 2", stop=True), outputs={"t": "final(time)"}
    )
    for method in ("direct", "adjoint"):
        question = partial(_case_gradient, "planar_four_bar", case, ("L1", "link1.mass"), method)
        ledger.answer(f"gradient/event/{method}", question)


STILL = {
    "equilibrium": lw.Case("rest", analysis="equilibrium", outputs={"a": "J1.angle", "b": "link3.position.y"}),
    "modes": lw.Case("tones", analysis="modes", settle=True, outputs={"f": "frequency(0)", "g": "undamped(1)"}),
}


def _driven_gradient() -> Answers:
    model = lw.compile(lw.library.spatial_four_bar().add(lw.Driver("motor", "A.angle", motion="0.2 + 3*time")))
    outputs = {"load": "rms(motor.force)", "end": "final(D.angle)"}
    case = lw.Case("turn", analysis="kinematics", duration=0.1, times=5, outputs=outputs)
    return gradient(model, case, ("crank.mass", "A.at.x"), "direct")


# equilibria, linear models and modes


def rest(model: Any, state: Any) -> Answers:
    equilibrium = lw.equilibrium(model, state)
    yield "q", equilibrium.state.q
    yield "lam", equilibrium.lam
    yield "text", f"{equilibrium.stability} {equilibrium.method} {equilibrium.independent}"
    yield "rates", equilibrium.rates
    yield "stiffness", equilibrium.stiffness
    system = lw.linearize(model, equilibrium)
    yield "A", system.A
    yield "modes", _lowest(lw.modes(model, equilibrium, 6))


def linear(model: Any, state: Any) -> Answers:
    system = lw.linearize(model, state)
    yield "states", " ".join(system.states)
    yield "A", system.A
    yield "mass", system.mass
    yield "damping", system.damping
    yield "stiffness", system.stiffness
    yield "modes", _lowest(system.modes())


def _lowest(modes: Any) -> np.ndarray:
    """Eigenvalues only: shapes of equal frequencies are any of their plane."""
    return np.array([mode.eigenvalue for mode in modes][:12], complex)


def _library_question(question: Any, name: str, coordinates: str = "joint") -> Answers:
    return question(*library(name, coordinates))


def small_motions(ledger: Ledger) -> None:
    for name in LIBRARY:
        for coordinates in COORDINATES:
            ledger.answer(f"linear/{name}/{coordinates}", partial(_library_question, linear, name, coordinates))
            ledger.answer(f"rest/{name}/{coordinates}", partial(_library_question, rest, name, coordinates))
    ledger.answer("equilibria", branch)
    ledger.answer("steady", steady)
    ledger.answer("optimum", optimum)
    ledger.answer("outputs", named_outputs)


def branch() -> Answers:
    model = _loaded_arm()
    path = lw.equilibria(model, lw.assemble(model), {"load": [0.0, 5.0, 10.0]})
    yield "angles", path["A.angle"]
    yield "text", f"{path.message} {path.stability}"
    equilibrium = lw.equilibrium(model, lw.assemble(model, {"A.angle": 0.4}), hold=["A.angle"], trim=["load"])
    yield "trim", equilibrium["load"]


def _loaded_arm() -> Any:
    m = lw.Mechanism(gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("arm", mass=2, inertia=0.3, com=(0.5, 0, 0)),
        lw.Revolute("A", "ground", "arm", at=(0, 0, 0)),
        lw.JointSpring("K", "A.angle", stiffness=40, damping=1),
        lw.Input("load"),
        lw.JointForce("push", "A.angle", force="load"),
    )
    return lw.compile(m)


def steady() -> Answers:
    model = library("rotating_cantilever")[0]
    result = lw.steady_motion(model, model.design_state(), "drive", 3.0)
    yield "q", result.state.q
    yield "A", result.linear.A
    lines = lw.campbell(model, model.design_state(), "drive", [0.0, 2.0, 4.0], count=4)
    yield "campbell", lines.frequencies
    yield "places", lines.places


def optimum() -> Answers:
    case = lw.Case("hang", analysis="equilibrium", start={"A.angle": 0.1}, outputs={"at": "A.angle**2"})
    best = lw.optimize(_loaded_arm(), case, minimize="hang.at", vary={"K.stiffness": (20, 60)}, quiet=True)
    yield "objective", best.objective
    yield "parameters", list(best.parameters.values())
    yield "message", best.message


def named_outputs() -> Answers:
    model, state = library("planar_four_bar")
    system = lw.linearize(model, state, outputs=["A.force", "link2.acceleration", "energy.total"])
    yield "C", system.C
    yield "D", system.D
    for path in ("A.angle", "D.force", "link2.velocity", "energy.total", "C.force"):
        yield path, lw.measure(model, state, path)


# driven motion


def driven(ledger: Ledger) -> None:
    for coordinates in COORDINATES:
        for name, target in DRIVEN.items():
            ledger.answer(f"kinematics/{name}/{coordinates}", partial(_kinematics, name, target, coordinates))
            ledger.answer(f"inverse/{name}/{coordinates}", partial(_inverse, name, target, coordinates))


DRIVEN = {
    "planar_four_bar": ("A.angle",),
    "planar_four_bar_3d": ("A.angle",),
    "spatial_four_bar": ("A.angle",),
    "parallelogram_four_bar": ("A.angle",),
    "bricard": ("J1.angle",),
    "chain": tuple(f"J{k}.angle" for k in range(1, 5)),
}
TIMES = np.linspace(0.0, 0.2, 5)


def _kinematics(name: str, targets: tuple[str, ...], coordinates: str) -> Answers:
    model, state = library(name)
    m = getattr(lw.library, name)(*LIBRARY[name][0])
    for k, path in enumerate(targets):
        start = float(lw.measure(model, state, path))
        m.add(lw.Driver(f"golden{k}", path, motion=f"{start!r} + 0.3*sin({k + 2}*time)"))
    driven = lw.compile(m, coordinates=coordinates)
    run = lw.kinematics(driven, lw.assemble(driven), TIMES)
    yield "q", run.q
    yield "v", run.v
    yield "vdot", run.vdot
    yield "lam", run.lam
    yield "message", run.message
    yield "efforts", [run[f"golden{k}.force"] for k in range(len(targets))]


def _inverse(name: str, targets: tuple[str, ...], coordinates: str) -> Answers:
    model, state = library(name)
    m = getattr(lw.library, name)(*LIBRARY[name][0])
    motions = {}
    for k, path in enumerate(targets):
        m.add(lw.Input(f"tau{k}"), lw.JointForce(f"golden{k}", path, force=f"tau{k}"))
        motions[path] = f"{float(lw.measure(model, state, path))!r} + 0.3*sin({k + 2}*time)"
    model = lw.compile(m, coordinates=coordinates)
    run = lw.inverse_dynamics(
        model, lw.assemble(model), TIMES, motion=motions, efforts=[f"tau{k}" for k in range(len(targets))]
    )
    yield from run.efforts.items()
    yield "lam", run.lam


SECTIONS = (instants, motions, gradients, small_motions, driven)
