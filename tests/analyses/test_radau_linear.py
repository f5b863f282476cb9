"""The stage equations of Radau steps are solved by dense factors where sparse ones without exchanges do not serve."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses import radau_linear
from linkwork.analyses.errors import AnalysisError


def test_dense_factors_take_over_where_pivots_are_too_small(monkeypatch):
    model = lw.compile(lw.library.bushing_chain(2))
    outputs = {"tip": "final(observe0.position.y)", "shake": "rms(link2.velocity.y)"}
    case = lw.Case("sag", duration=0.01, integrator=lw.Radau(5), outputs=outputs)
    found, dense = {}, []
    for method in ("direct", "adjoint"):
        found[method] = lw.sensitivity(
            model, case, ["B1.stiffness.1", "link2.mass"], method=method, quiet=True
        ).gradient
    getrf = radau_linear.getrf
    monkeypatch.setattr(radau_linear.block_lu, "factor", lambda *_: False)
    monkeypatch.setattr(radau_linear, "getrf", lambda *a, **b: dense.append(a[0].shape) or getrf(*a, **b))
    for method, gradient in found.items():
        other = lw.sensitivity(model, case, ["B1.stiffness.1", "link2.mass"], method=method, quiet=True).gradient
        for name in outputs:
            np.testing.assert_allclose(other[name], gradient[name], rtol=1e-10)
    assert dense and set(dense) == {(5 * model.nv, 5 * model.nv)}
    monkeypatch.setattr(radau_linear, "getrf", lambda a, **_: (a, None, 1))
    with pytest.raises(AnalysisError, match="the step from t = 0 s has singular equations; a smaller tolerance"):
        lw.sensitivity(model, case, ["link2.mass"], quiet=True)
