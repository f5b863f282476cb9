"""The stage equations of Radau steps are solved by dense factors where sparse ones without exchanges do not serve."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.motion import compiled_run
from linkwork.differentiation.steps import radau_linear
from linkwork.differentiation.steps.radau_replay import RadauReplay


def test_dense_factors_take_over_where_pivots_are_too_small(monkeypatch):
    model = lw.compile(lw.library.bushing_chain(2))
    outputs = {"tip": "final(observe0.position.y)", "shake": "rms(link2.velocity.y)"}
    case = lw.Case("sag", duration=0.01, integrator=lw.Radau(5), outputs=outputs)
    results, dense = {}, []
    for method in ("direct", "adjoint"):
        results[method] = lw.sensitivity(
            model, case, ["B1.stiffness.1", "link2.mass"], method=method, quiet=True
        ).gradient
    getrf = radau_linear.getrf
    monkeypatch.setattr(radau_linear.block_lu, "factor", lambda *_: False)
    monkeypatch.setattr(radau_linear, "getrf", lambda *a, **b: dense.append(a[0].shape) or getrf(*a, **b))
    for method, gradient in results.items():
        other = lw.sensitivity(model, case, ["B1.stiffness.1", "link2.mass"], method=method, quiet=True).gradient
        for name in outputs:
            np.testing.assert_allclose(other[name], gradient[name], rtol=1e-10)
    assert dense and set(dense) == {(5 * model.nv, 5 * model.nv)}
    monkeypatch.setattr(radau_linear, "getrf", lambda a, **_: (a, None, 1))
    with pytest.raises(lw.AnalysisError, match="the step from t = 0 s has singular equations; a smaller tolerance"):
        lw.sensitivity(model, case, ["link2.mass"], quiet=True)


@pytest.mark.parametrize(
    ("make", "duration"), [(lambda: lw.library.bushing_chain(2), 0.01), (lw.library.spatial_four_bar, 0.2)]
)
def test_stages_of_the_run_serve_where_they_are_exact_enough(monkeypatch, make, duration):
    model = lw.compile(make())
    case = lw.Case(
        "go",
        duration=duration,
        rtol=1e-9,
        integrator=lw.Radau(5),
        outputs={"end": f"final({model.bodies[1]}.position.y)"},
    )
    parameters = [path for path in model.parameters if path.endswith("mass")][:2]
    taken, step = [], RadauReplay.step
    monkeypatch.setattr(RadauReplay, "step", lambda *a: taken.append(a[1]) or step(*a))
    sensitivity = lw.sensitivity(model, case, parameters, method="adjoint", quiet=True)
    steps, again = len(sensitivity.run.record), len(taken)
    assert sensitivity.run.record.stages.shape == (steps, 5 * (model.nq + model.nv)) and again < 0.3 * steps
    monkeypatch.setattr(compiled_run, "MOST_STAGES", 10)
    other = lw.sensitivity(model, case, parameters, method="adjoint", quiet=True)
    assert other.run.record.stages is None and len(taken) - again >= steps
    np.testing.assert_allclose(sensitivity.gradient["end"], other.gradient["end"], rtol=1e-8)
