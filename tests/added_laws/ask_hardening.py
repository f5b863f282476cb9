"""A law by value only through all questions; prints what the test asserts."""

import json
import tempfile
from pathlib import Path

import numpy as np
from linkwork.description.parts.added import Hardening

import linkwork as lw
from linkwork.integrators import newton_functions as newton
from tests.rigs.all_derivatives import derivatives

PARAMETERS = ["H.cubic", "H.damping", "H.rest", "H.turning", "H.factor", "H.at_j.x", "b.mass"]
OUTPUTS = {"end": "final(R.angle)", "load": "rms(H.force.x)", "height": "mean(b.position.y)"}
METHODS = {
    "explicit": lw.DormandPrince(rtol=1e-9),
    "radau": lw.Radau(rtol=1e-8),
    "bdf": lw.BDF(rtol=1e-7),
    "alpha": lw.GeneralizedAlpha(step=1e-3),
}


def mechanism(amplitude=3.0):
    fields = {"curve": "curve", "cubic": 400.0, "damping": 2.0, "rest": 0.35, "turning": 0.05, "factor": 1.5}
    return lw.Mechanism("hardening", gravity=(0, -9.81, 0)).add(
        lw.Table("curve", x=[-1.0, -0.2, 0.0, 0.3, 1.0], y=[-60.0, -14.0, 0.0, 25.0, 90.0]),
        lw.Body("a", mass=1.0, inertia=(0.02, 0.02, 0.03), com=(0.2, 0, 0)),
        lw.Body("b", mass=0.6, inertia=(0.02, 0.01, 0.015), com=(0.5, 0.1, 0.05)),
        lw.Revolute("R", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Spherical("S", "a", "b", at=(0.4, 0, 0)),
        lw.JointSpring("K", "R.angle", stiffness=40, damping=0.3),
        Hardening("H", "ground", "b", at_i=(0.3, 0.6, 0.1), at_j=(0.6, 0.1, 0.05), amplitude=amplitude, frequency=30.0, **fields),
        Hardening("H2", "a", "b", at_i=(0.1, 0.2, 0.0), at_j=(0.6, 0.15, 0.05), **fields),
    )  # fmt: skip


def end(model, integrator):
    run = lw.simulate(model, model.design_state(), 0.05, integrator=integrator, output=[0.05], quiet=True)
    assert run.success, run.message
    return run


def simulations(model):
    """How far the methods' answers are from that of the explicit method."""
    exact = end(model, METHODS["explicit"]).q[-1]
    results = {name: float(np.abs(end(model, method).q[-1] - exact).max()) for name, method in METHODS.items()}
    newton.SPARSE_FROM = 0  # the iteration matrix in tree order, from K6 and C6
    sparse = end(lw.compile(mechanism()), METHODS["radau"])
    newton.SPARSE_FROM = 110
    results["sparse"] = float(np.abs(sparse.q[-1] - exact).max())
    return results, sparse.stats.newton_iterations / sparse.stats.steps


def sensitivities(model):
    """Whether gradients agree with differences of the frozen run, and how far adjoint gradients are from direct ones."""
    checks, adjoints = {}, {}
    for name, method in (METHODS | {"alpha": lw.GeneralizedAlpha(step=4e-3)}).items():
        case = lw.Case("swing", duration=0.02, integrator=method, outputs=OUTPUTS)
        check = lw.check_gradient(model, case, PARAMETERS, quiet=True)
        checks[name] = "" if check.success else str(check)
        if name != "bdf":
            direct = lw.sensitivity(model, case, PARAMETERS, quiet=True).gradient
            adjoint = lw.sensitivity(model, case, PARAMETERS, method="adjoint", quiet=True).gradient
            adjoints[name] = max(float(np.abs(adjoint[k] - direct[k]).max() / np.abs(direct[k]).max()) for k in OUTPUTS)
    return checks, adjoints


def files(model):
    """The difference of accelerations after a file, and what a page says about the law."""
    with tempfile.TemporaryDirectory() as folder:
        path, page = Path(folder) / "hardening.yaml", Path(folder) / "page.html"
        mechanism().save(path)
        again = lw.compile(lw.Mechanism.load(path))
        apart = [lw.accelerations(m, m.design_state()).vdot for m in (model, again)]
        lw.simulate(model, model.design_state(), 0.02, output=0.01, quiet=True).save_html(page)
        return float(np.abs(apart[0] - apart[1]).max()), "hardening" in page.read_text(encoding="utf-8")


def table_question(model):
    """The error about a number of the law's table as a parameter."""
    try:
        lw.sensitivity(model, lw.Case("swing", duration=0.01, outputs=OUTPUTS), ["curve.y.1"], quiet=True)
    except Exception as error:
        return str(error)
    return ""


def main():
    model = lw.compile(mechanism())
    results = {"derivatives": derivatives(model, PARAMETERS)}
    results["apart"], results["iterations"] = simulations(model)
    still = lw.compile(mechanism(amplitude=0.0))
    rest = lw.equilibrium(still, still.design_state()).state
    results["rest"] = float(np.abs(lw.accelerations(still, rest).vdot).max())
    results["frequencies"] = len(lw.linearize(still, rest).modes())
    results["checks"], results["adjoints"] = sensitivities(model)
    results["file"], results["page"] = files(model)
    results["table"] = table_question(model)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
