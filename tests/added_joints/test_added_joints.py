"""What a new measure and a new joint cost: a kernel file with its jet and a row; a description class and a row. All questions have their
answers then, with the joint in the tree, read backward, in a loop and as rows."""

import pytest

from tests.added_joints.package_with_slot import with_slot
from tests.rigs.package_copy import answers

SAME = 1e-13  # of derivatives by complex step of the jet and of the whole evaluation


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return with_slot(tmp_path_factory.mktemp("added"))


@pytest.mark.slow
def test_a_measure_by_its_jet_and_a_joint_by_its_chain_go_through_all_questions(package):
    result = answers(package, "tests.added_joints.ask_slot")
    assert result["chains"] == ["slot", "slot backward"]
    for place in ("tree", "loop", "cartesian"):
        assert {name: off for name, (off, _) in result[place].items() if off > SAME} == {}
    limits = {"explicit": 0.0, "radau": 1e-9, "alpha": 1e-3, "cartesian": 1e-9, "loop": 1e-9}
    assert {name: result["apart"][name] for name, limit in limits.items() if result["apart"][name] > limit} == {}
    assert max(result["converted"]) < 1e-13
    assert result["states"] == 8
    assert result["eigenvalues"] < 1e-11
    assert set(result["checks"].values()) == {""}
    assert max(result["adjoints"].values()) < 1e-11
    assert result["signals"][:3] == ["P.x", "P.angle", "P.triple"]
