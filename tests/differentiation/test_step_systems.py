"""Linear equations of implicit steps: the same answers in sparse and in full orders of elimination, on one thread and on several."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.differentiation import step_systems as step_linear
from linkwork.differentiation.step_pass import groups
from linkwork.differentiation.step_terms import full

PARAMETERS = ["B1.stiffness.1", "link2.mass", "B1.at.y"]


def gradients(integrator, method="direct"):
    model = lw.compile(lw.library.bushing_chain(2))
    case = lw.Case("sag", duration=0.004, integrator=integrator, outputs={"tip": "final(observe0.position.y)", "acc": "mean(link2.acceleration.y)"})  # fmt: skip
    return lw.sensitivity(model, case, PARAMETERS, method=method, quiet=True).gradient


def agree(result, expected, rtol):
    for name, gradient in expected.items():
        np.testing.assert_allclose(result[name], gradient, rtol=rtol, atol=rtol * np.abs(gradient).max())


@pytest.mark.parametrize("integrator", [lw.BDF(), lw.GeneralizedAlpha(step=2e-4)], ids=str)
def test_equations_are_exchanged_where_pivots_are_too_small(integrator, monkeypatch):
    expected = gradients(integrator)
    orders = []
    exchange = step_linear.Terms.exchange
    monkeypatch.setattr(step_linear.Terms, "exchange", lambda *given: orders.append(1) or exchange(*given))
    monkeypatch.setattr(step_linear, "NOT_AT_ALL", 2.0)  # a pivot is never larger than itself
    agree(gradients(integrator), expected, 2e-7 if isinstance(integrator, lw.BDF) else 1e-9)
    assert orders


@pytest.mark.parametrize("integrator", [lw.BDF(), lw.GeneralizedAlpha(step=2e-4)], ids=str)
def test_the_number_of_threads_changes_no_number(integrator, monkeypatch):
    expected = gradients(integrator)
    monkeypatch.setenv("LINKWORK_THREADS", "1")
    agree(gradients(integrator), expected, 1e-15)


def test_groups_end_before_steps_that_begin_again():
    splits = np.zeros(30, bool)
    splits[[0, 5]] = True
    results = list(groups(0, 30, splits))
    assert results[0] == range(5)
    assert [n for steps in results for n in steps] == list(range(30))
    assert max(map(len, results)) <= step_linear.GROUP


@pytest.mark.parametrize("n", [0, 1, 4])
def test_a_full_pattern_has_every_place_once(n):
    pattern = full(n)
    at, _ = pattern.addresses(*np.divmod(np.arange(n * n), max(n, 1)))
    assert sorted(at) == list(range(n * n))
    assert pattern.start[-1] == n * n
