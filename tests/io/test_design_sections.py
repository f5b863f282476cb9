"""The section `designs` of mechanism files: read, written, checked, in the schema."""

import json

import jsonschema
import pytest
import yaml

import linkwork as lw
from linkwork.io.files import dumps, loads
from linkwork.io.schema import json_schema

TEXT = """
linkwork: 1
name: oscillator
plane: xy
parameters: {k: 50}
bodies:
  b: {mass: 2, inertia: 1, com: [1, 0, 0]}
joints:
  P: {type: prismatic, body_i: ground, body_j: b, at: [0, 0, 0], axis: [1, 0, 0]}
forces:
  K: {type: joint_spring, target: P.displacement, stiffness: k, damping: 0.5}
cases:
  tone: {analysis: modes, outputs: {f: undamped(0)}}
designs:
  few: {grid: {k: [40, k, 60], b.mass: [1, 2]}}
  many: {spread: {k: [k - 5, k + 5], b.mass: {normal: [2, 0.1]}}, count: 64, method: latin, seed: 3, cases: tone}
  own: {table: [{k: 4, b.mass: 1}, {k: 5, b.mass: 2}]}
"""


@pytest.mark.purepython
def test_designs_are_read_and_written_without_loss_and_fit_the_schema():
    m = loads(TEXT)
    few, many, own = m.designs.values()
    assert few == lw.Designs("few", grid={"k": [40, "k", 60], "b.mass": [1, 2]})
    assert many.spread == {"k": {"uniform": ("k - 5", "k + 5")}, "b.mass": {"normal": (2.0, 0.1)}}
    assert (many.count, many.method, many.seed, many.cases) == (64, "latin", 3, ("tone",))
    assert own.table == ({"k": 4.0, "b.mass": 1.0}, {"k": 5.0, "b.mass": 2.0}) and own.paths == ("k", "b.mass")
    for as_json in (False, True):
        text = dumps(m, as_json=as_json)
        assert loads(text, as_json=as_json) == m
        jsonschema.validate(json.loads(text) if as_json else yaml.safe_load(text), json_schema())
    jsonschema.validate(yaml.safe_load(TEXT), json_schema())
    m.designs.pop("own")
    assert loads(TEXT) != m and "own" not in dumps(m)


@pytest.mark.purepython
def test_designs_are_added_to_a_mechanism_under_unique_names():
    designs = lw.Designs("d", table=[{"k": 1.0}])
    m = lw.Mechanism().add(lw.Parameter("k", 1.0), designs)
    assert m.designs == {"d": designs}
    with pytest.raises(lw.DescriptionError, match="designs 'd': there are designs of this name"):
        m.add(designs)
    with pytest.raises(lw.DescriptionError, match="case 'c': there is a case of this name"):
        m.add(lw.Case("c"), lw.Case("c"))


@pytest.mark.purepython
@pytest.mark.parametrize(("old", "new", "message"), [
    ("grid: {k: [40, k, 60], ", "grid: {kk: [40], ", "designs.few: there is no number 'kk'; did you mean 'k'?"),
    ("cases: tone", "cases: tune", "designs.many.cases: there is no case 'tune'; did you mean 'tone'?"),
    ("method: latin", "method: latim", "designs.many.method: 'latim' is not known; did you mean 'latin'?"),
    ("grid:", "gird:", "designs.few.gird: unknown field; did you mean 'grid'?"),
    ("{grid: {k: [40, k, 60], b.mass: [1, 2]}}", "3", "designs.few: is not a mapping of fields such as grid and spread"),
    ("k: [k - 5, k + 5]", "k: [k - 5, .nan]", "nan is not a finite number"),
    ("few:", "1few:", "designs.1few"),
])  # fmt: skip
def test_mistakes_in_the_section_are_named_with_their_path(old, new, message):
    assert old in TEXT
    with pytest.raises(lw.DescriptionError) as error:
        loads(TEXT.replace(old, new, 1))
    assert message in str(error.value)
    assert "designs: holds a list, not a mapping of names to designs" in str(_error("designs: [1]"))


def _error(text):
    with pytest.raises(lw.DescriptionError) as error:
        loads(TEXT.partition("designs:")[0] + text)
    return error.value
