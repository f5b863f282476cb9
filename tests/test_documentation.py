"""What the documentation shows works: code blocks run, files load, links lead somewhere, named things exist."""

import re
from pathlib import Path

import pytest

import linkwork as lw

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(path, language):
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


def test_the_python_example_of_the_readme_runs(capsys):
    (program,) = blocks(ROOT / "README.md", "python")
    exec(compile(program, "README.md", "exec"), {})
    text = capsys.readouterr().out
    assert "degrees of freedom 1" in text
    assert "reactions          all unique" in text


def test_the_file_of_the_readme_is_the_example(tmp_path):
    (text,) = blocks(ROOT / "README.md", "yaml")
    path = tmp_path / "four_bar.yaml"
    path.write_text(text)
    assert lw.Mechanism.load(path) == lw.Mechanism.load(ROOT / "examples" / "four_bar.yaml")


def test_the_file_of_the_files_page_loads(tmp_path):
    (text,) = blocks(ROOT / "docs" / "files.md", "yaml")
    path = tmp_path / "page.yaml"
    path.write_text(text)
    assert len(lw.Mechanism.load(path)) == 11


def test_the_first_screen_has_exactly_two_commands():
    commands = blocks(ROOT / "README.md", "sh")[0].strip().splitlines()
    assert [line.split("#")[0].strip() for line in commands] == ["make demo", "make test"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_of_the_package_exist(page):
    for name in set(re.findall(r"\blw\.(\w+)", page.read_text())):
        assert name in lw.__all__, name


def test_the_signals_page_names_real_signals():
    model = lw.compile(lw.library.spatial_four_bar())
    text = (ROOT / "docs" / "signals-and-parameters.md").read_text()
    quantities = {signal.split(".", 1)[1] for signal in model.signals if "." in signal}
    for word in quantities - {"kinetic", "potential", "total", "violation"}:
        assert re.search(rf"`[^`]*\b{word}\b", text), word


def test_the_cures_of_the_overconstraint_page_leave_nothing_redundant():
    four_bar, door = lw.library.planar_four_bar_3d(), lw.library.door()
    a, b = four_bar["A"], four_bar["B"]
    four_bar.remove("A", "B").add(
        lw.Cylindrical("A", a.body_i, a.body_j, at=a.at, axis=a.axis or (0, 0, 1)),
        lw.Spherical("B", b.body_i, b.body_j, at=b.at),
    )
    lower, upper = door["hinge1"], door["hinge2"]
    door.remove("hinge1", "hinge2").add(
        lw.Spherical("hinge1", lower.body_i, lower.body_j, at=lower.at),
        lw.InLine("hinge2", upper.body_i, upper.body_j, at=upper.at, axis=upper.axis),
    )
    for mechanism in (four_bar, door):
        model = lw.compile(mechanism)
        report = lw.check(model, lw.assemble(model))
        assert (report.dof, report.mobility, report.redundant_rows) == (1, 1, 0)
