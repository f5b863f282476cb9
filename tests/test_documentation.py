"""What the documentation shows works: code blocks run, files load, links lead somewhere, named things exist."""

import html
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.jit import JIT_DISABLED
from tests.test_examples import SAYS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(page for page in (ROOT / "docs").rglob("*.md") if "_build" not in page.parts)]


def printed(page, name):
    """What an example printed when its page of the gallery was made."""
    text = html.unescape(re.sub(r"<[^>]+>", "", page.read_text()))
    return text.split("What it prints", 1)[1].split(f"examples/{name}.py", 1)[0]


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


PROGRAMS = [
    "cases.md",
    "equilibrium.md",
    "linearization.md",
    "sensitivity.md",
    "optimization.md",
    "sweeps.md",
    "campbell.md",
    "howto-driven.md",
    "howto-controller.md",
    "howto-troubles.md",
    "theory-bae-sensitivity.md",
    "theory-derivatives.md",
    "theory-design-derivatives.md",
    "beams.md",
]


@pytest.mark.skipif(JIT_DISABLED, reason="seconds of motion")
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_programs_of_a_page_run(name, capsys):
    names = {}
    for number, program in enumerate(blocks(ROOT / "docs" / name, "python")):
        exec(compile(program, f"{name}, program {number + 1}", "exec"), names)
    assert names
    printed = [text for text in blocks(ROOT / "docs" / name, "text") if text.startswith("optimum of ")]
    for text in printed:
        written, result = (re.findall(r"\d+\.\d+", part) for part in (text, capsys.readouterr().out))
        np.testing.assert_allclose(np.array(result[: len(written)], float), np.array(written, float), rtol=1e-4)
    assert bool(printed) == (name == "optimization.md")


@pytest.mark.parametrize("page", ["README.md", "docs/comparison.md"])
def test_ratios_that_are_quoted_are_in_the_benchmarks(page):
    measured = (ROOT / "docs" / "benchmarks.md").read_text()
    quoted = re.findall(r"(?:(\d[\d.]*) to )?(\d[\d.]*) times|exponent (\d\.\d+)", (ROOT / page).read_text())
    assert len(quoted) >= 4
    for number in filter(None, (number for match in quoted for number in match)):
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?![\d])", measured), number


def test_every_public_name_has_its_place_in_the_api():
    text = "\n".join(page.read_text() for page in (ROOT / "docs" / "api").glob("*.md"))
    listed = re.findall(r"^\.\. auto(?:class|function|exception):: linkwork\.(\w+)$", text, re.MULTILINE)
    assert sorted(listed) == sorted(set(lw.__all__) - {"__version__", "library"})


def test_every_example_is_in_the_gallery():
    scripts = {path.stem for path in (ROOT / "examples").glob("[0-9]*.py")}
    assert {page.stem for page in (ROOT / "docs" / "gallery").glob("[0-9]*.md")} == scripts
    for name in scripts:
        assert f"```{{example}} {name}\n" in (ROOT / "docs" / "gallery" / f"{name}.md").read_text()
        assert f"\n{name}\n" in (ROOT / "docs" / "gallery" / "index.md").read_text()


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="runs all examples")
def test_the_site_builds_without_a_warning_and_asks_nobody(tmp_path):
    """As `make docs`: equations need no script from elsewhere, pages are embedded, the start page runs, and all examples: they
    hold their own assertions, and each says its number."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-d",
        tmp_path / "trees",
        ROOT / "docs",
        tmp_path / "site",
    ]
    built = subprocess.run(command, capture_output=True, text=True, timeout=1500)
    assert built.returncode == 0, built.stderr
    site = tmp_path / "site"
    for name in (path.stem for path in (ROOT / "examples").glob("[0-9]*.py")):
        page = site / "gallery" / "live" / f"{name}.html"
        assert page.stat().st_size < 1_500_000
        assert f'src="live/{name}.html"' in (site / "gallery" / f"{name}.html").read_text()
        assert re.search(SAYS.get(name, ""), printed(site / "gallery" / f"{name}.html", name)), name
    for page in site.glob("*.html"):
        text = page.read_text()
        assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=\"(https?:)?//", text), page.name
    assert "<math" in (site / "theory-park-2000.html").read_text()
    assert "slender bar swinging 120°" in (site / "validation.html").read_text()
    assert "degrees of freedom 1" in (site / "start.html").read_text()
