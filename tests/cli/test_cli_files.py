"""`linkwork new`, `schema` and `doctor`."""

import json

import jsonschema
import pytest

import linkwork as lw
from linkwork.cli.new import TEMPLATES, templates
from linkwork.description.cases import FIELDS
from linkwork.io.reading import parse_yaml
from tests.cli.shell import EXAMPLES, answer, run


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_sound_runs_its_case_and_fits_the_schema(name, tmp_path):
    file = tmp_path / "mine.yaml"
    assert run("new", file, "--template", name).exit_code == 0
    mechanism = lw.Mechanism.load(file)
    assert mechanism.name == "mine"
    assert file.read_text().count("#") > 8  # it explains itself
    code, data = answer("check", file)
    assert (code, data["reasons"]) == (0, [])
    code, data = answer("run", file, "--no-page", "-f", tmp_path)
    assert (code, data["success"]) == (0, True)
    jsonschema.validate(parse_yaml(file.read_text()), json.loads(run("schema").stdout))


def test_templates_are_listed_with_a_line_each():
    result = run("new", "--list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(TEMPLATES)
    assert set(templates()) == {path.stem for path in (EXAMPLES.parent / "src/linkwork/io/templates").glob("*.yaml")}
    assert "linkwork new my_mechanism.yaml" in run("new").output


@pytest.mark.parametrize("stem", ["no", "1e5", "it's", "Ärmchen", "a b"])
def test_any_file_name_makes_a_name_that_loads(stem, tmp_path):
    file = tmp_path / f"{stem}.yaml"
    assert run("new", file).exit_code == 0
    assert lw.Mechanism.load(file).name == stem


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("precious")
    result = run("new", file)
    assert result.exit_code == 2 and "is there already" in result.output and file.read_text() == "precious"
    assert run("new", file, "--force").exit_code == 0
    assert lw.Mechanism.load(file).name == "mine"


@pytest.mark.parametrize(("arguments", "message"), [
    (["x.yaml", "--template", "fourbar"], "did you mean 'four-bar'?"),
    (["x.txt"], "call it x.yaml"),
    (["no/such/folder/x.yaml"], "cannot be written"),
])  # fmt: skip
def test_new_explains_what_cannot_be_written(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("new", *arguments)
    assert result.exit_code == 2 and message in result.output
    assert not list(tmp_path.iterdir())


def test_the_schema_is_printed_and_written(tmp_path):
    file = tmp_path / "linkwork.schema.json"
    assert run("schema", file).exit_code == 0
    assert json.loads(file.read_text()) == json.loads(run("schema").stdout)
    assert run("schema", tmp_path / "no" / "x.json").exit_code == 2


def test_the_schema_as_json_is_the_schema_and_a_written_one_is_told(tmp_path):
    assert run("schema", "--json").stdout == run("schema").stdout
    assert answer("schema", tmp_path / "s.json") == (0, {"file": str(tmp_path / "s.json"), "exit_code": 0})


def test_the_schema_knows_the_fields_of_a_case_and_accepts_every_example():
    schema = json.loads(run("schema").stdout)
    (case,) = schema["properties"]["cases"]["patternProperties"].values()
    assert tuple(case["properties"]) == FIELDS
    for path in EXAMPLES.glob("*.yaml"):
        jsonschema.validate(parse_yaml(path.read_text()), schema)
    wrong = parse_yaml((EXAMPLES / "four_bar.yaml").read_text())
    wrong["cases"]["free"]["durations"] = 1
    with pytest.raises(jsonschema.ValidationError, match="durations"):
        jsonschema.validate(wrong, schema)


def test_doctor_knows_versions_extras_and_what_is_compiled(monkeypatch, tmp_path):
    model = lw.compile(lw.library.planar_four_bar())
    lw.accelerations(model, lw.assemble(model))
    code, data = answer("doctor")
    assert code == 0
    assert data["versions"]["linkwork"] == lw.__version__ and data["versions"]["numba"]
    assert data["extras"]["plot"]["matplotlib"]
    assert "distributed" in data["extras"]["cluster"]
    if data["cache"]["jit"]:
        assert data["cache"]["compiled"]["mechanics (check, reactions)"]
        assert data["cache"]["kernels"] > 50 and data["cache"]["bytes"] > 1e5
    text = run("doctor").output
    assert "mechanics (check, reactions)" in text and data["cache"]["folder"] in text


def test_doctor_suggests_what_is_missing(monkeypatch, tmp_path):
    from linkwork.cli import doctor
    from linkwork.numerics import kernel_cache

    monkeypatch.setattr(kernel_cache, "directory", lambda: tmp_path)
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "pandas" else "1.0")
    code, data = answer("doctor")
    assert code == 0 and data["cache"]["kernels"] == 0
    assert 'pandas missing; pip install "linkwork[io]"' in data["suggestions"]
    if data["cache"]["jit"]:
        assert any("linkwork compile" in suggestion for suggestion in data["suggestions"])
    monkeypatch.setattr(kernel_cache, "directory", lambda: None)
    code, data = answer("doctor")
    assert code == 1


def test_compile_answers_questions_until_all_is_compiled(monkeypatch, tmp_path):
    from linkwork.numerics import kernel_cache
    from linkwork.studies import common_questions

    monkeypatch.setattr(common_questions, "TASKS", {common_questions.mechanics: ()})
    code, data = answer("compile", "--processes", "1")
    assert code == 0
    assert data["compiled_now"] >= 0
    assert answer("compile", "--processes", "1")[1]["compiled_now"] == 0
    monkeypatch.setattr(kernel_cache, "directory", lambda: None)
    code, data = answer("compile")
    assert (code, data["folder"]) == (1, None)
