"""`linkwork view`, and the page that `run` writes: where it is, whether a browser is asked, and how it fails."""

import webbrowser

import pytest

import linkwork as lw
from tests.cli.shell import FOUR_BAR, answer, process, run


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """The addresses that a browser was asked to open."""
    monkeypatch.chdir(tmp_path)
    asked = []
    monkeypatch.setattr(webbrowser, "open", lambda address: asked.append(address) or True)
    return asked


@pytest.fixture
def stored(tmp_path):
    model = lw.compile(lw.Mechanism.load(FOUR_BAR))
    lw.simulate(model, lw.assemble(model), 0.2, output=0.02).save(tmp_path / "four.nc")
    return tmp_path / "four.nc"


def is_page(path):
    text = path.read_text("utf-8")
    return text.lstrip().lower().startswith("<!doctype html>") and "four-bar" in text


def test_a_run_is_shown_beside_its_file(stored, opened):
    result = run("view", stored)
    assert result.exit_code == 0, result.output
    page = stored.with_suffix(".html")
    assert is_page(page) and opened == [page.as_uri()]
    assert str(page) in result.output


def test_no_open_says_where_the_page_is_and_asks_no_browser(stored, opened, tmp_path):
    code, data = answer("view", stored, "--no-open", "--page", tmp_path / "other.html")
    assert (code, data["opened"], opened) == (0, False, [])
    assert is_page(tmp_path / "other.html") and data["page"] == str(tmp_path / "other.html")


def test_a_mechanism_is_shown_in_its_pose(opened, tmp_path):
    pages = []
    for angle in ("60deg", "80deg"):
        page = tmp_path / f"{angle}.html"
        assert run("view", FOUR_BAR, "--set", f"A.angle={angle}", "--no-open", "--page", page).exit_code == 0
        assert is_page(page)
        pages.append(page.read_text("utf-8"))
    assert pages[0] != pages[1]


def test_a_page_is_opened_as_it_is(opened, tmp_path):
    (tmp_path / "x.html").write_text("<!doctype html>")
    assert run("view", "x.html").exit_code == 0
    assert opened == [(tmp_path / "x.html").resolve().as_uri()]
    assert (tmp_path / "x.html").read_text() == "<!doctype html>"


def test_without_a_browser_the_page_is_named(stored, opened, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    result = run("view", stored)
    assert result.exit_code == 0 and "no browser was found here" in result.output and "four.html" in result.output


@pytest.mark.parametrize(("arguments", "message"), [
    (["missing.nc"], "missing.nc: there is no such file"),
    (["missing.html"], "missing.html: there is no such file"),
    (["missing.yaml"], "missing.yaml: cannot be read"),
    (["four.txt"], "neither a run"),
    (["text.nc"], "is not a run written by save"),
    (["four.nc", "--set", "A.angle=1"], "a run is shown as it was"),
    (["four.nc", "--page", "no/where.html"], "cannot be written"),
])  # fmt: skip
def test_what_cannot_be_shown_is_explained(stored, opened, arguments, message):
    stored.with_name("text.nc").write_text("not netCDF")
    result = run("view", *arguments)
    assert result.exit_code == 2 and message in result.output and "Traceback" not in result.output
    assert opened == []


def test_run_writes_the_page_and_opens_it_only_if_asked(opened, tmp_path):
    result = run("run", FOUR_BAR, "-t", 0.2, "-n", "moved")
    assert result.exit_code == 0 and opened == []
    assert is_page(tmp_path / "moved.html") and "wrote moved.html" in result.output
    assert run("run", FOUR_BAR, "-t", 0.2, "-n", "moved", "--open", "-q").exit_code == 0
    assert opened == [(tmp_path / "moved.html").resolve().as_uri()]


def test_from_new_to_view_as_processes(tmp_path):
    for arguments in (
        ["new", "mine.yaml"],
        ["check", "mine.yaml"],
        ["run", "mine.yaml"],
        ["view", "mine-release.nc", "--no-open"],
    ):
        result = process(*arguments, cwd=tmp_path)
        assert (result.returncode, result.stderr) == (0, ""), (arguments, result.stderr)
    assert result.stdout == "mine-release.html\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine-release.html", "mine-release.nc", "mine.yaml"]


def test_a_case_is_shown_under_its_inputs(opened, tmp_path):
    mechanism = lw.Mechanism("lift", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("load", mass=2, inertia=1, com=(0, 0, 0)),
        lw.Prismatic("P", "ground", "load", at=(0, 0, 0), axis=(1, 0, 0)),
        lw.Input("u"),
        lw.JointForce("push", "P.displacement", force="u"),
        lw.Case("pushed", duration=1, inputs={"u": "3 + time"}),
    )
    mechanism.save(tmp_path / "lift.yaml")
    assert run("view", tmp_path / "lift.yaml", "--case", "pushed", "--no-open").exit_code == 0
    text = (tmp_path / "lift.html").read_text("utf-8")
    assert '"path":"push.force","unit":"","constant":3.0' in text


def test_a_tolerance_of_the_shell_comes_before_that_of_the_case_s_integrator(opened, tmp_path):
    mechanism = lw.Mechanism("pendulum", gravity=(0, -9.81, 0), plane="xy").add(
        lw.Body("bar", mass=1, inertia=0.1, com=(0.5, 0, 0)),
        lw.Revolute("A", "ground", "bar", at=(0, 0, 0)),
        lw.Case("fall", duration=1, integrator=lw.Adams(rtol=1e-3)),
    )
    mechanism.save(tmp_path / "p.yaml")
    steps = []
    for more in ((), ("--rtol", "1e-10")):
        code, result = answer("run", tmp_path / "p.yaml", "--no-page", "--folder", tmp_path, *more)
        assert code == 0
        steps.append(result["stats"]["steps"])
    assert steps[1] > 1.5 * steps[0]
