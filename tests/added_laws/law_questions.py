"""Derivatives of a model at random states against complex steps through the whole evaluation, by the rigs of the conformance tests."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("conformance", "kernels")]

import adjoint_rig as reverse_rig
from design_rig import design_difference
from jacobian_rig import anywhere, both, difference
from test_tangent_sweep import off as direction_difference

reverse_rig.UNTOUCHED |= {"table_x", "table_coef"}  # no number of a table may be a design parameter of a law


def derivatives(model, paths, energy=("energy",)):
    """Largest differences: matrices, design columns, directions, the reverse sweep of equations and of outputs and energy."""
    state = anywhere(model, 3, 0.2)
    return {
        "matrices": difference(*both(model, state)),
        "columns": design_difference(model, state, paths)[:2],
        "directions": direction_difference(model, state, paths),
        "reverse": reverse_rig.off(model, 1, size=0.2),
        "outputs": reverse_rig.off(model, 2, ("law", *energy), size=0.2),
    }
