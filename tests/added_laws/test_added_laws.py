"""What a new force law costs: a kernel file with its value, a row and a description class; all questions have their answers then."""

import pytest

from tests.added_laws.adding import with_laws
from tests.rigs.package_copy import answers

SAME = 1e-13  # of derivatives by complex step of the value and of the whole evaluation


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return with_laws(tmp_path_factory.mktemp("added"))


@pytest.mark.slow
def test_a_law_by_value_only_goes_through_all_questions(package):
    result = answers(package, "tests.added_laws.ask_hardening")
    assert {name: off for name, (off, _) in result["derivatives"].items() if off > SAME} == {}
    limits = {"explicit": 0.0, "radau": 1e-8, "sparse": 1e-8, "bdf": 1e-6, "alpha": 1e-4}
    assert {name: result["apart"][name] for name, limit in limits.items() if result["apart"][name] > limit} == {}
    assert result["iterations"] < 8  # of Newton's method a step with the matrix from K6 and C6
    assert result["rest"] < 1e-9
    assert result["frequencies"] == 4
    assert set(result["checks"].values()) == {""}
    assert max(result["adjoints"].values()) < 1e-11
    assert result["file"] == 0.0
    assert result["page"]
    assert "curve.y.1: changes a table that a force law uses" in result["table"]


@pytest.mark.slow
def test_a_law_with_a_state_follows_the_solution_of_a_maxwell_element(package):
    result = answers(package, "tests.added_laws.ask_relaxing")
    limits = {"explicit": 1e-8, "radau": 1e-8, "sparse": 1e-8, "bdf": 1e-5, "alpha": 1e-4}
    assert {name: result["apart"][name] for name, limit in limits.items() if result["apart"][name] > limit} == {}
    limits = {"explicit": 1e-7, "radau": 1e-7, "bdf": 1e-4, "alpha": 1e-3}
    wrong = {name: off for name, off in result["sensitivities"].items() if off > limits[name.split()[0]]}
    assert wrong == {}
    assert result["rest"] < 1e-12
    assert result["eigenvalues"] < 1e-12
    assert result["energy"] < 1e-12
    for place in ("derivatives", "cartesian"):
        assert {name: off for name, (off, _) in result[place].items() if off > SAME} == {}
    assert result["signals"] == ["M.length", "M.force", "M.torque", "M.state.elongation"]
    assert result["file"] == 0.0
    assert result["page"]
