"""A law with a state: a mass on a spring beside a Maxwell element, which has a solution; prints what the test asserts."""

import json
import tempfile
from pathlib import Path

import numpy as np
from linkwork.description.parts.added import Relaxing
from scipy.linalg import expm

import linkwork as lw
from linkwork.integrators import newton_functions as newton
from tests.rigs.all_derivatives import derivatives

MASS, BESIDE, SERIES, DAMPING, GRAVITY, REST, TIME = 2.0, 300.0, 500.0, 20.0, 9.81, 0.5, 0.1
METHODS = {
    "explicit": lw.DormandPrince(rtol=1e-8, atol=1e-11),
    "radau": lw.Radau(rtol=1e-8, atol=1e-11),
    "bdf": lw.BDF(rtol=1e-6, atol=1e-9),
    "alpha": lw.GeneralizedAlpha(step=1e-3),
}
OUTPUTS = {"end": "final(P.displacement)", "inner": "final(M.state.elongation)"}
PARAMETERS = ["M.beside", "M.series", "M.damping", "w.mass", "M.elongation"]


def mechanism():
    """A weight under the ground on a vertical guide, 0.5 m below the upper end of the law."""
    return lw.Mechanism("relaxing", gravity=(0, -GRAVITY, 0)).add(
        lw.Body("w", mass=MASS, inertia=(0.01, 0.01, 0.01), com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "w", at=(0, 0, 0), axis=(0, 1, 0)),
        Relaxing("M", "ground", "w", at_i=(0, REST, 0), at_j=(0, 0, 0), beside=BESIDE, series=SERIES, damping=DAMPING, rest=REST, elongation=0.01),
    )  # fmt: skip


def pendulum():
    """Two bodies in space with the law between them and one to the ground: every derivative by frames and states."""
    return lw.Mechanism("relaxing in space", gravity=(0, -GRAVITY, 0)).add(
        lw.Body("a", mass=1.0, inertia=(0.02, 0.02, 0.03), com=(0.2, 0, 0)),
        lw.Body("b", mass=0.6, inertia=(0.02, 0.01, 0.015), com=(0.5, 0.1, 0.05)),
        lw.Body("c", mass=0.4, inertia=(0.02, 0.01, 0.015), com=(-0.2, 0.3, 0.1)),
        lw.Revolute("R", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Spherical("S", "a", "b", at=(0.4, 0, 0)),
        lw.Revolute("Q", "a", "c", at=(0, 0.1, 0), axis=(1, 0, 1)),
        Relaxing("M", "c", "b", at_i=(-0.3, 0.3, 0.1), at_j=(0.6, 0.1, 0.05), beside=30, series=50, damping=2, rest=0.7, elongation=0.1),
        Relaxing("N", "b", "ground", at_i=(0.5, 0.2, 0.05), at_j=(0.6, 0.8, -0.1), beside=20, series=60, damping=3, rest=0.5),
    )  # fmt: skip


def system(beside=BESIDE, series=SERIES, damping=DAMPING, mass=MASS):
    """d/dt [x, v, z, 1] with x downwards: m x'' = m g - beside x - series (x - z), z' = series (x - z) / damping."""
    return np.array(
        [
            [0, 1, 0, 0],
            [-(beside + series) / mass, 0, series / mass, GRAVITY],
            [series / damping, 0, -series / damping, 0],
            [0, 0, 0, 0],
        ]
    )


def solution(z=0.01, **numbers):
    """(displacement along +y, elongation) at the end."""
    x = expm(system(**numbers) * TIME) @ [0, 0, z, 1]
    return np.array([-x[0], x[2]])


def gradients():
    """Derivatives of the solution by PARAMETERS, by central differences."""
    columns = []
    for word, value in (("beside", BESIDE), ("series", SERIES), ("damping", DAMPING), ("mass", MASS), ("z", 0.01)):
        h = 1e-5 * value
        columns.append((solution(**{word: value + h}) - solution(**{word: value - h})) / (2 * h))
    return np.transpose(columns)


def end(model, integrator):
    run = lw.simulate(model, model.design_state(), TIME, integrator=integrator, output=[0.0, TIME], quiet=True)
    assert run.success, run.message
    return run


def off(result, exact):
    return float(np.abs(np.asarray(result) - exact).max() / np.abs(exact).max())


def simulations(model):
    """How far the methods' answers are from the solution."""
    exact, results = solution(), {}
    for name, method in METHODS.items():
        run = end(model, method)
        results[name] = off([run["P.displacement"][-1], run["M.state.elongation"][-1]], exact)
    newton.SPARSE_FROM = 0  # the iteration matrix in tree order, from K6 and C6
    run = end(lw.compile(mechanism()), METHODS["radau"])
    newton.SPARSE_FROM = 110
    return results | {"sparse": off([run["P.displacement"][-1], run["M.state.elongation"][-1]], exact)}


def at_rest(model):
    """How far the equilibrium and the eigenvalues of the linear model there are from those of the linear system."""
    rest, sunk = lw.equilibrium(model, model.design_state()).state, MASS * GRAVITY / BESIDE
    values, exact = (np.sort_complex(np.linalg.eigvals(A)) for A in (lw.linearize(model, rest).A, system()[:3, :3]))
    return off([rest.q[0], rest.z[0]], np.array([-sunk, sunk])), off(values, exact)


def sensitivities(model):
    """How far gradients are from those of the solution."""
    exact, results = gradients(), {}
    for name, integrator in METHODS.items():
        case = lw.Case("drop", duration=TIME, integrator=integrator, outputs=OUTPUTS)
        for method in ("direct",) if name == "bdf" else ("direct", "adjoint"):
            s = lw.sensitivity(model, case, PARAMETERS, method=method, quiet=True)
            results[f"{name} {method}"] = max(off(s.gradient[k], row) for k, row in zip(OUTPUTS, exact, strict=True))
    return results


def energies(model):
    """How far the energy is from that of the weight, the two springs and the motion."""
    run = end(model, METHODS["explicit"])
    x, z, v = -run["P.displacement"], run["M.state.elongation"], run["P.displacement.rate"]
    stored = 0.5 * BESIDE * x**2 + 0.5 * SERIES * (x - z) ** 2 - MASS * GRAVITY * x + 0.5 * MASS * v**2
    return off(run["energy.total"], stored)


def files(model):
    """The difference of the states after a file, and whether a page names the law."""
    with tempfile.TemporaryDirectory() as folder:
        path, page = Path(folder) / "relaxing.yaml", Path(folder) / "page.html"
        mechanism().save(path)
        again = lw.compile(lw.Mechanism.load(path))
        end(model, METHODS["explicit"]).save_html(page)
        result = float(np.abs(again.design_state().z - model.design_state().z).max())
        return result, "relaxing" in page.read_text(encoding="utf-8")


def main():
    model = lw.compile(mechanism())
    results = {"apart": simulations(model), "sensitivities": sensitivities(model), "energy": energies(model)}
    results["rest"], results["eigenvalues"] = at_rest(model)
    results["file"], results["page"] = files(model)
    results["signals"] = [name for name in model.signals if name.startswith("M.")]
    numbers = ["M.beside", "M.series", "M.damping", "M.at_i.x", "N.rest", "c.mass", "Q.at.x"]
    results["derivatives"] = derivatives(lw.compile(pendulum()), numbers)
    results["cartesian"] = derivatives(lw.compile(pendulum(), coordinates="cartesian"), numbers[-3:])
    print(json.dumps(results))


if __name__ == "__main__":
    main()
