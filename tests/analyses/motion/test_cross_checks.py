"""SciPy's integrators and SUNDIALS' CVODE reach, with the same right-hand side, what the compiled loop reaches."""

import numpy as np
import pytest
from scipy import integrate
from sksundae import cvode

import linkwork as lw
from linkwork.integrators.motion import prepare

MECHANISMS = {
    "four-bar": (lambda: lw.library.planar_four_bar(case="II"), "A.angle"),
    "double pendulum": (lambda: lw.library.double_bar_pendulum(), "bar2.angle"),
    "spatial four-bar": (lambda: lw.library.spatial_four_bar(), "A.angle"),
}
RTOL = 1e-8


class Oracle:
    """The right-hand side, the projection and the coordinates of a model, called from Python."""

    def __init__(self, model, state):
        self.model, self.start = model, state
        self.motion = prepare(model, None, {}, ()).start(state, {}, "newton", None)
        self.rhs, self.project = self.motion.prepared.kernels[:2]

    def rates(self, t, y, out=None):
        out = np.empty(y.size) if out is None else out
        assert self.rhs(t, np.ascontiguousarray(y), out, self.motion.page) == 0
        return out

    def signal(self, name, t, y):
        """Its value at a state that is first moved onto the constraints."""
        y = np.array(y)
        assert self.project(t, y, np.empty(y.size), self.motion.page) == 0
        nq, nv = self.model.nq, self.model.nv
        return lw.measure(self.model, lw.State(t, y[:nq], y[nq : nq + nv], turns=self.start.turns), name)

    def scipy(self, times, method, **options):
        """States at the times, by one of SciPy's integrators."""
        result = integrate.solve_ivp(
            self.rates, (times[0], times[-1]), self.motion.y, method, times, rtol=RTOL, atol=RTOL, **options
        )
        assert result.success
        return result

    def sundials(self, times, method):
        """States at the times, by CVODE."""
        solver = cvode.CVODE(self.rates, method=method, rtol=RTOL, atol=RTOL)
        result = solver.solve(times, self.motion.y)
        assert result.success
        return result.y


@pytest.fixture(scope="module", params=MECHANISMS)
def started(request):
    make, signal = MECHANISMS[request.param]
    model = lw.compile(make())
    state = lw.assemble(model)
    return Oracle(model, state), signal, lw.simulate(model, state, 1.0, rtol=1e-11, output=0.1)


@pytest.mark.parametrize("method", ["LSODA", "DOP853", "RK45", "Radau", "BDF", "CVODE Adams", "CVODE BDF"])
def test_other_integrators_agree_with_the_compiled_loop(started, method):
    oracle, signal, ours = started
    if method.startswith("CVODE"):
        states = oracle.sundials(ours.t, method.removeprefix("CVODE "))
    else:
        states = oracle.scipy(ours.t, method).y.T
    for name, atol in ((signal, 2e-6), (f"{signal}.rate", 2e-5)):
        theirs = [oracle.signal(name, t, y) for t, y in zip(ours.t, states, strict=True)]
        np.testing.assert_allclose(ours[name], theirs, atol=atol)


def test_brents_method_on_scipys_dense_output_finds_the_same_events():
    model = lw.compile(lw.library.planar_four_bar(case="II"))
    state = lw.assemble(model)
    watch = (lw.Event("A.angle.rate"), lw.Event("A.angle - 0.7", direction=-1))
    ours = lw.simulate(model, state, 3.0, rtol=1e-11, events=watch)
    oracle = Oracle(model, state)
    functions = [
        lambda t, y: oracle.signal("A.angle.rate", t, y),
        lambda t, y: oracle.signal("A.angle", t, y) - 0.7,
    ]
    functions[1].direction = -1
    theirs = oracle.scipy(np.array([0.0, 3.0]), "DOP853", events=functions).t_events
    for event, times in zip(watch, theirs, strict=True):
        happened = [one.time for one in ours.events if one.event == event]
        times = times[times > 0.0]  # a start at rest is no event
        assert len(times) == len(happened) > 0 and happened == pytest.approx(list(times), abs=1e-6)
