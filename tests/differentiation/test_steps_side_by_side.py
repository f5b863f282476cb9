"""Steps are prepared ahead on all cores, and no number depends on how many there are."""

import threading

import numpy as np
import pytest

import linkwork as lw
from linkwork.differentiation.steps import radau as radau_pass
from linkwork.differentiation.steps.radau_linear import StageSystem
from linkwork.differentiation.steps.radau_workspace import RadauWorkspace
from linkwork.numerics import pipeline as ahead


def rubbing(t, u, x, p, y, xdot):
    """Takes the modulus of a speed, so that complex steps do not serve, and lags."""
    xdot[0] = (u[0] - x[0]) / p[0]
    y[0] = -p[1] * abs(u[1]) * u[1] + x[0]


def turning_loop():
    """In Cartesian coordinates: quaternions, cut joints, the angle of one of them turns and drives a spring; a block of the user."""
    m = lw.library.spatial_four_bar()
    block = lw.Block(
        "rub", inputs={"a": "A.angle", "w": "A.angle.rate"}, outputs=["torque"], states={"x": 0.1},
        parameters={"T": 0.2, "c": 0.3}, function=rubbing,
    )  # fmt: skip
    m.add(block, lw.JointForce("brake", "A.angle", force="rub.torque"))
    return m.add(lw.JointSpring("coil", "A.angle", stiffness=2.0, rest=0.5))


OUTPUTS = {"end": "final(A.angle)", "pull": "rms(B.force.x)", "jolt": "mean(coupler.acceleration.x)"}
CASE = lw.Case("go", start={"A.angle.rate": 20.0}, duration=0.5, rtol=1e-5, integrator=lw.Radau(3), outputs=OUTPUTS)
PARAMETERS = ["coil.stiffness", "rub.parameters.c", "rub.parameters.T", "coupler.mass"]


@pytest.fixture(autouse=True)
def every_step_is_worth_it(monkeypatch):
    monkeypatch.setattr(radau_pass, "WORTH", 0.0)


def asked(method, case=CASE):
    """On a new model: patterns of matrices are kept with it."""
    model = lw.compile(turning_loop(), coordinates="cartesian")
    return lw.sensitivity(model, case, PARAMETERS, method=method, quiet=True)


def test_numbers_do_not_depend_on_the_number_of_threads(monkeypatch):
    names, benches, linearize, further = set(), [], RadauWorkspace.linearize, RadauWorkspace.further

    def noted(self, *given):
        names.add(threading.current_thread().name.split("_")[0])
        linearize(self, *given)

    monkeypatch.setattr(RadauWorkspace, "linearize", noted)
    monkeypatch.setattr(RadauWorkspace, "further", lambda self: benches.append(further(self)) or benches[-1])
    for method in ("direct", "adjoint"):
        results = {}
        for threads in (1, 2, 3):
            monkeypatch.setattr(ahead, "threads", lambda threads=threads: threads)
            names.clear(), benches.clear()
            results[threads] = asked(method).gradient
            assert len(benches) == ahead.workspaces() - 1 == (0 if threads == 1 else threads + 1)
            assert names == ({"MainThread"} if threads == 1 else {"MainThread", "linkwork"})
        for threads in (2, 3):
            for name in OUTPUTS:
                np.testing.assert_array_equal(results[threads][name], results[1][name])


@pytest.mark.parametrize(
    ("integrator", "method"),
    [(lw.GeneralizedAlpha(step=0.01), "adjoint"), (lw.BDF(), "direct"), (lw.DormandPrince(), "direct")],
    ids=str,
)
def test_nor_do_those_of_other_methods(monkeypatch, integrator, method):
    results = {}
    for threads in (1, 2):
        monkeypatch.setattr(ahead, "threads", lambda threads=threads: threads)
        results[threads] = asked(method, CASE.changed(integrator=integrator)).gradient
    for name in OUTPUTS:
        np.testing.assert_array_equal(results[2][name], results[1][name])


def test_steps_that_take_no_time_stay_in_one_thread(monkeypatch):
    monkeypatch.setattr(ahead, "threads", lambda: 2)
    monkeypatch.setattr(radau_pass, "WORTH", 60.0)
    monkeypatch.setattr(RadauWorkspace, "further", None)  # not called
    assert asked("direct").run.success


def test_gradients_of_turning_loops_with_blocks_agree(monkeypatch):
    monkeypatch.setattr(ahead, "threads", lambda: 2)
    direct, adjoint = asked("direct"), asked("adjoint")
    assert direct.run["A.angle"][-1] > 2 * np.pi  # it turns
    for name in OUTPUTS:
        np.testing.assert_allclose(direct.gradient[name], adjoint.gradient[name], rtol=1e-9)
    model = lw.compile(turning_loop(), coordinates="cartesian")
    check = lw.check_gradient(model, CASE, PARAMETERS, quiet=True)
    assert check.success, check


def test_a_singular_step_is_named_whichever_thread_meets_it(monkeypatch):
    monkeypatch.setattr(ahead, "threads", lambda: 3)
    model = lw.compile(turning_loop(), coordinates="cartesian")
    record = lw.sensitivity(model, CASE, PARAMETERS[:1], quiet=True).run.record
    bad, factor = record.h[7], StageSystem._factor
    assert np.count_nonzero(record.h == bad) == 1

    def failing(self, layout):
        factor(self, layout)
        self.singular = self.h == bad

    monkeypatch.setattr(StageSystem, "_factor", failing)
    for method in ("direct", "adjoint"):
        with pytest.raises(lw.AnalysisError, match=f"the step from t = {record.t[7]:g} s has singular equations"):
            lw.sensitivity(model, CASE, PARAMETERS[:1], method=method, quiet=True)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("linkwork")]
