"""The mechanisms of the library as files: each loads to the same mechanism and runs its cases."""

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.design.case_start import duration_of, start_values

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = [name for name in lw.library.__all__ if name != "initial_speeds"]
SIZES = {
    "beam": 2,
    "bushing_chain": 3,
    "chain": 5,
    "inline_engine": 4,
    "n_four_bar": 2,
    "rotating_cantilever": 2,
    "scissor_boom": 3,
    "sprung_chain": 3,
}  # those that are made for any number of parts
NUMBERS = ("parameter", "point")  # a file may name numbers that the library computes


def of_library(name):
    make = getattr(lw.library, name)
    return make(SIZES[name]) if name in SIZES else make()


def in_order_of(mechanism, other):
    """The mechanism with the parts that it shares with another one in that one's order."""
    names = [name for name in mechanism.parts if name not in other] + [
        name for name in other.parts if name in mechanism
    ]
    return lw.Mechanism(mechanism.name, plane=mechanism.plane, gravity=mechanism.gravity).add(
        *map(mechanism.__getitem__, names)
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_the_same_parts_as_its_mechanism_of_the_library(name):
    file, made = lw.Mechanism.load(EXAMPLES / f"{name}.yaml"), of_library(name)
    assert (file.name, file.plane, file.gravity) == (made.name, made.plane, made.gravity)
    parts = [
        {
            part.name: (
                part.type,
                getattr(part, "body_i", None),
                getattr(part, "body_j", None),
                getattr(part, "target", None),
            )
            for part in mechanism
            if part.type not in NUMBERS
        }
        for mechanism in (file, made)
    ]
    assert parts[0] == parts[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_compiles_to_the_same_numbers_and_accelerations(name):
    made = of_library(name)
    file = in_order_of(lw.Mechanism.load(EXAMPLES / f"{name}.yaml"), made)
    first, second = lw.compile(file), lw.compile(made)
    assert first.row_names == second.row_names and first.bodies == second.bodies
    for field, array in second.lowered.arrays.items():
        np.testing.assert_allclose(first.lowered.arrays[field], array, rtol=1e-13, atol=1e-14, err_msg=field)
    speeds = lw.library.initial_speeds(name)
    results = [lw.accelerations(model, lw.assemble(model, speeds)) for model in (first, second)]
    size = np.abs(results[1].vdot).max(initial=1.0)
    np.testing.assert_allclose(results[0].vdot, results[1].vdot, rtol=1e-10, atol=1e-10 * size)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_file_has_a_comment_and_cases_that_run(path):
    assert path.read_text().startswith("# ")
    mechanism = lw.Mechanism.load(path)
    assert mechanism.cases
    model = lw.compile(mechanism)
    for name, case in mechanism.cases.items():
        if path.stem in NAMES and name in ("paper", "benchmark"):
            assert start_values(case, model.numbers) == lw.library.initial_speeds(path.stem)
        result = lw.run(model, case.changed(duration=duration_of(case, model.numbers) / 20, rtol=1e-4))
        assert result.success, result.message
