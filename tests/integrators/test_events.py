"""Events: located on the projected interpolant, filtered by direction, terminal or recorded, in order."""

import numpy as np
import pytest

from linkwork.integrators import contract
from linkwork.integrators.methods import adams, dormand_prince, runge_kutta
from linkwork.integrators.state import ADAMS, BOGACKI_SHAMPINE_5, DOP853, RUNGE_KUTTA_4, UNPROJECTED
from tests.integrators import contract_problems as problems
from tests.integrators.contract_problems import Run

METHODS = [(dormand_prince, DOP853), (dormand_prince, BOGACKI_SHAMPINE_5), (adams, ADAMS), (runge_kutta, RUNGE_KUTTA_4)]


def step(method):
    return 2e-3 if method == RUNGE_KUTTA_4 else 0.0


ALL = pytest.mark.parametrize(("module", "method"), METHODS)


@pytest.mark.purepython
@ALL
def test_zeros_of_a_cosine(module, method):
    run = Run(
        module,
        problems.oscillator,
        [1.0, 0.0],
        20.0,
        rtol=1e-12,
        method=method,
        h=step(method),
        events=problems.first_and_second,
        directions=[0],
        terminals=[0],
    )
    expected = np.pi / 2 + np.pi * np.arange(6)
    assert [e[1] for e in run.events] == pytest.approx(expected, abs=1e-10)
    for k, t, y in run.events:
        assert k == 0 and abs(y[0]) < 1e-11 + 1e-12 * t


@ALL
def test_direction_and_order_of_two_events(module, method):
    run = Run(
        module, problems.oscillator, [1.0, 0.0], 20.0, rtol=1e-9, method=method, h=step(method), events=problems.first_and_second,
        directions=[1, -1], terminals=[0, 0], log=2,
    )  # fmt: skip
    rising = [t for k, t, _ in run.events if k == 0]  # cos rises at 3 pi/2 + 2 pi n
    falling = [t for k, t, _ in run.events if k == 1]  # -sin falls through 1/2 at 2 pi n - pi/6
    assert rising == pytest.approx([1.5 * np.pi, 3.5 * np.pi, 5.5 * np.pi], abs=1e-7)
    assert falling == pytest.approx([2 * np.pi - np.pi / 6 + 2 * np.pi * n for n in range(3)], abs=1e-7)
    times = [t for _, t, _ in run.events]
    assert times == sorted(times)


@ALL
def test_a_terminal_event_stops_and_outputs_end_before_it(module, method):
    run = Run(
        module, problems.oscillator, [1.0, 0.0], 20.0, rtol=1e-9, method=method, h=step(method), events=problems.first_and_second,
        directions=[0], terminals=[1], times=np.linspace(0, 20, 201),
    )  # fmt: skip
    assert run.code == contract.EVENT_STOP
    assert run.t[-1] == pytest.approx(1.5) and len(run.events) == 1
    assert run.events[0][1] == pytest.approx(np.pi / 2, abs=1e-8)


@ALL
def test_event_of_a_projected_pendulum_lies_on_the_circle(module, method):
    run = Run(
        module, problems.pendulum, [1.0, 0, 0, 0], 8.0, rtol=1e-6, method=method, h=step(method), project=problems.onto_circle,
        events=problems.first_and_second, directions=[0], terminals=[0],
    )  # fmt: skip
    assert len(run.events) >= 2
    for _, _, y in run.events:
        assert abs(np.hypot(y[0], y[1]) - 1) < 1e-14 and abs(y[0]) < 1e-11
    assert run.s.count[UNPROJECTED] == 0


@ALL
def test_starting_on_a_zero_is_no_event(module, method):
    run = Run(
        module,
        problems.oscillator,
        [0.0, 1.0],
        3.0,
        rtol=1e-9,
        method=method,
        h=step(method),
        events=problems.first_and_second,
        directions=[0],
        terminals=[1],
    )
    assert run.code == contract.DONE and not run.events
