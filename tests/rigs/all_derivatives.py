"""Derivatives of a model at random states against complex steps through the whole evaluation, of every kind."""

from tests.rigs.complex_design_columns import design_difference
from tests.rigs.complex_gradients import UNTOUCHED, gradient_difference
from tests.rigs.complex_jacobians import both, difference
from tests.rigs.directions import direction_difference
from tests.rigs.states import anywhere

FIXED = UNTOUCHED | {"table_x", "table_coef"}  # no number of a table may be a design parameter of a law


def derivatives(model, paths, energy=("energy",)):
    """Largest differences: matrices, design columns, directions, the reverse sweep of equations and of outputs and energy."""
    state = anywhere(model, 3, 0.2)
    return {
        "matrices": difference(*both(model, state)),
        "columns": design_difference(model, state, paths)[:2],
        "directions": direction_difference(model, state, paths),
        "reverse": gradient_difference(model, 1, size=0.2, untouched=FIXED),
        "outputs": gradient_difference(model, 2, ("law", *energy), size=0.2, untouched=FIXED),
    }
