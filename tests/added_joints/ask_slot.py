"""A joint made of existing motions and a measure by its jet only through all questions; prints what the test asserts."""

import json
from dataclasses import replace

import numpy as np
from linkwork.description.parts.slot import Slot

import linkwork as lw
from linkwork.kernels.joints import CHAINS
from linkwork.model.state_conversion import translated
from tests.rigs.all_derivatives import derivatives

PARAMETERS = ["K.stiffness", "T.stiffness", "T.rest", "b.mass", "S.at.x", "P.at.y"]
OUTPUTS = {"end": "final(S.x)", "turn": "final(P.angle)", "triple": "mean(P.triple)", "load": "rms(T.force)"}
METHODS = {
    "explicit": lw.DormandPrince(rtol=1e-10, atol=1e-12),
    "radau": lw.Radau(rtol=1e-9, atol=1e-11),
    "alpha": lw.GeneralizedAlpha(step=1e-3),
}


def mechanism(loop=False):
    """A slot from the ground to a, and one from b to a, which the tree reads backward; in the loop another one closes it."""
    m = lw.Mechanism("slots", gravity=(0.5, -9.81, 1.0)).add(
        lw.Body("a", mass=1.0, inertia=(0.02, 0.03, 0.04), com=(0.2, 0.1, 0)),
        lw.Body("b", mass=0.6, inertia=(0.02, 0.01, 0.015), com=(0.5, 0.1, 0.05)),
        Slot("S", "ground", "a", at=(0, 0, 0), axis=(0, 0.2, 1), x_i=(1, 0.3, 0), x_j=(1, 0.3, 0)),
        Slot("P", "b", "a", at=(0.4, 0, 0.1), axis=(0.3, 1, 0.2), x_i=(1, 0, 0.5), x_j=(1, 0.1, 0.4)),
        lw.JointSpring("X", "S.x", stiffness=50, damping=0.5),
        lw.JointSpring("A", "S.angle", stiffness=6, damping=0.1),
        lw.JointSpring("Y", "P.x", stiffness=60, damping=0.5),
        lw.JointSpring("K", "P.angle", stiffness=4, damping=0.1),
        lw.JointSpring("T", "P.triple", stiffness=80, damping=0.4, rest=0.05),
    )  # fmt: skip
    if loop:
        m.add(
            lw.Coupler("C", terms={"P.triple": 1.0, "S.x": 0.5}),
            lw.Body("c", mass=0.3, inertia=(0.01, 0.01, 0.01), com=(0.6, 0.3, 0)),
        )
        m.add(
            Slot("L", "b", "c", at=(0.5, 0.2, 0), axis=(0, 0.1, 1)),
            lw.Spherical("Q", "ground", "c", at=(0.7, 0.3, 0.1)),
        )
    return m


def end(model, integrator, output=("S.x", "S.angle", "P.x", "P.angle", "P.triple")):
    run = lw.simulate(model, model.design_state(), 0.1, integrator=integrator, output=[0.1], quiet=True)
    assert run.success, run.message
    return np.array([run[name][-1] for name in output])


def off(a, b):
    return float(np.abs(np.asarray(a) - b).max() / np.abs(b).max())


def apart():
    """How far answers of several methods, coordinates and cuts are from those of the tree by the explicit method."""
    model = lw.compile(mechanism())
    exact = end(model, METHODS["explicit"])
    results = {name: off(end(model, method), exact) for name, method in METHODS.items()}
    results["cartesian"] = off(end(lw.compile(mechanism(), coordinates="cartesian"), METHODS["explicit"]), exact)
    tree, cut = lw.compile(mechanism(loop=True)), lw.compile(mechanism(loop=True), coordinates="cartesian")
    results["loop"] = off(end(cut, METHODS["explicit"]), end(tree, METHODS["explicit"]))
    return results


def converted():
    """How far a moving state is from itself after it has been in Cartesian coordinates."""
    model = lw.compile(mechanism())
    bodies, rng = model.sibling("cartesian"), np.random.default_rng(1)
    state = model.design_state()
    state = replace(state, q=state.q + 0.3 * rng.normal(size=model.nq), v=rng.normal(size=model.nv))
    back = translated(bodies, translated(model, state, bodies), model)
    return off(back.q, state.q), off(back.v, state.v)


def linear():
    """How far the eigenvalues in joint and Cartesian coordinates are apart."""
    values = []
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(mechanism(), coordinates=coordinates)
        rest = lw.equilibrium(model, model.design_state()).state
        values.append(np.sort_complex(np.linalg.eigvals(lw.linearize(model, rest).A)))
    return off(*values), len(values[0])


def sensitivities():
    """Whether gradients agree with differences, and how far adjoint gradients are from direct ones."""
    model, checks, adjoints = lw.compile(mechanism()), {}, {}
    for name, method in (METHODS | {"alpha": lw.GeneralizedAlpha(step=4e-3)}).items():
        case = lw.Case("slide", duration=0.02, integrator=method, outputs=OUTPUTS)
        check = lw.check_gradient(model, case, PARAMETERS, quiet=True)
        checks[name] = "" if check.success else str(check)
        direct, adjoint = (
            lw.sensitivity(model, case, PARAMETERS, method=way, quiet=True).gradient for way in ("direct", "adjoint")
        )
        adjoints[name] = max(off(adjoint[k], direct[k]) for k in OUTPUTS)
    return checks, adjoints


def main():
    results = {
        "tree": derivatives(lw.compile(mechanism()), PARAMETERS),
        "loop": derivatives(lw.compile(mechanism(loop=True)), PARAMETERS),
        "cartesian": derivatives(lw.compile(mechanism(), coordinates="cartesian"), PARAMETERS),
    }
    results["apart"] = apart()
    results["converted"] = converted()
    results["eigenvalues"], results["states"] = linear()
    results["checks"], results["adjoints"] = sensitivities()
    model = lw.compile(mechanism())
    results["chains"] = sorted(CHAINS[joint.motion].name for joint in model.structure.topology.tree)
    results["signals"] = [name for name in model.signals if name.startswith("P.")]
    print(json.dumps(results))


if __name__ == "__main__":
    main()
