"""Every integrator converges with the order of its theory on a pendulum, a four-bar and the stiff flyball; step sizes know no index."""

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.studies import orders

FIXED = [name for name, method in orders.METHODS.items() if method.fixed]
CHOSEN = [name for name, method in orders.METHODS.items() if not method.fixed and method.theory is not None]


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("mechanism", orders.PROBLEMS)
def test_the_order_of_fixed_steps_is_that_of_the_theory(mechanism, name):
    if mechanism == "flyball" and orders.METHODS[name].explicit:
        mechanism = "four-bar"  # a fixed explicit step is not for stiff problems
    row = orders.measure(mechanism, name, 5)
    assert row.order == pytest.approx(orders.METHODS[name].theory, abs=0.1)
    assert row.steps.size == 5 and row.violation < 1e-11


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize("mechanism", orders.PROBLEMS)
def test_the_order_over_tolerances_is_near_that_of_the_theory(mechanism, name):
    method = orders.METHODS[name]
    if mechanism == "flyball" and method.explicit:
        mechanism = "pendulum"
    row, theory = orders.measure(mechanism, name), method.theory
    shortfall = 3.0 if name == "DormandPrince(order=8)" else 1.0  # its errors are rounding before they fall in order
    assert row.order > theory - shortfall and row.violation < 1e-11
    if theory <= 3:
        assert row.order == pytest.approx(theory, abs=0.4)


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize(
    "choice", [lw.BDF(), lw.GeneralizedAlpha(), lw.GeneralizedAlpha(index=2), lw.HHT(), lw.Radau()], ids=repr
)
def test_constraints_do_not_limit_the_step(choice, coordinates):
    """As many steps in nine Cartesian coordinates with eight constraints as in three with two."""
    mechanism = lw.library.planar_four_bar(case="II")
    counts = {}
    for kind in ("joint", coordinates):
        model = lw.compile(mechanism, coordinates=kind)
        run = lw.simulate(model, lw.assemble(model), 5.0, rtol=1e-5, integrator=choice, output=[5.0])
        assert run.success
        counts[kind] = run.stats.steps
    assert counts[coordinates] < 1.3 * counts["joint"]


def test_explicit_steps_on_the_flyball_are_set_by_stability_and_implicit_ones_are_not():
    explicit = orders.measure("flyball", "DormandPrince(order=5)", 5)  # tolerances 18 times apart: 1.8 by accuracy
    implicit = orders.measure("flyball", "Radau(stages=3)", 3)
    assert explicit.steps[1] < 1.2 * explicit.steps[0] and implicit.steps[0] < explicit.steps[0] / 30
    assert np.isnan(orders.Row("flyball", "BDF", np.array([1, 2]), np.array([1e-3, 1e-4]), 0.0).order)


def test_the_page_shows_the_table_as_it_is_computed():
    """Every row of the study is on the page, in its place, with the order of a row that is measured again."""
    page = (Path(__file__).parents[3] / "docs" / "orders.md").read_text()
    table = page.split("```text\n")[1].split("```")[0].splitlines()[2:]
    expected = [
        (mechanism, name)
        for mechanism in orders.PROBLEMS
        for name, method in orders.METHODS.items()
        if not (mechanism == orders.STIFF and method.explicit and method.fixed)
    ]
    assert len(table) == len(expected)
    for line, (mechanism, name) in zip(table, expected, strict=True):
        assert f" {name}  " in line
        if name == "GeneralizedAlpha":
            assert f"{orders.measure(mechanism, name).order:.1f}" in line.split()
