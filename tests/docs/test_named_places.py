"""Modules, files, folders, benchmarks and anchors that the documentation names exist in today's tree."""

import ast
import re
from pathlib import Path

import pytest

import linkwork as lw

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "linkwork"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "_build" not in page.parts),
]
GENERATED = ("docs/_build", "benchmarks/results")  # made by make docs and make bench
FOLDERS = sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py")))
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def missing_names(text):
    """Return dotted names of the package that are neither a module nor something that a module defines."""
    names = re.findall(r"(?<![\w./-])linkwork((?:\.\w+)+)(?!\.?\w)", text)
    places = [tuple(name[1:].split(".")) for name in names if name != ".schema.json"]
    for module, imported in re.findall(r"^from linkwork\.([\w.]+) import ([\w, ]+)$", text, re.MULTILINE):
        places += [(*module.split("."), name.strip()) for name in imported.split(",")]
    return sorted({"linkwork." + ".".join(place) for place in places if not exists(place)})


def exists(place):
    """Tell whether ("numerics", "jit", "kernel") is a public name, a folder, a module or something defined in a module."""
    if len(place) == 1 and place[0] in lw.__all__:
        return True
    path = PACKAGE.joinpath(*place)
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    module = path.parent.with_suffix(".py")
    return module.is_file() and place[-1] in defined(module)


def defined(module):
    """Return the names that a module binds at its top level."""
    names = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)}
    return names


def missing_paths(text):
    """Return paths in inline code that are neither in the repository nor in the package; <name> stands for any file."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    starts = "|".join(["src", "tests", "docs", "benchmarks", "examples", *FOLDERS])
    paths = re.findall(rf"`((?:{starts})/[\w<>./-]*)`", prose)
    paths += re.findall(r"(?<![\w/.-])((?:src|tests|docs)/[\w/-]+\.(?:py|md))\b", prose)
    places = {path: path.split("<")[0].rpartition("/")[0] if "<" in path else path for path in paths}
    return sorted(
        path
        for path, place in places.items()
        if not (path.startswith(GENERATED) or (ROOT / place).exists() or (PACKAGE / place).exists())
    )


def anchors(page):
    """Return the anchors of a page's headings, as MyST and GitHub make them."""
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#{1,3} (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_modules_that_a_page_names_exist(page):
    assert missing_names(page.read_text(encoding="utf-8")) == []


@every_page
def test_files_and_folders_that_a_page_names_exist(page):
    assert missing_paths(page.read_text(encoding="utf-8")) == []


@every_page
def test_anchors_of_links_exist(page):
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert anchor in anchors(page.parent / target if target else page), f"{target}#{anchor}"


@every_page
def test_benchmarks_that_a_page_names_exist(page):
    for name in re.findall(r"python -m benchmarks (\w+)", page.read_text(encoding="utf-8")):
        assert (ROOT / "benchmarks" / f"bench_{name}.py").is_file(), name


def test_the_architecture_page_lists_every_folder_with_its_subfolders_where_they_are():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## Where things are")[1]
    rows = [re.findall(r"`(\w+)/`", row) for row in re.findall(r"^\| (?!folder).*\|$", text, re.MULTILINE)]
    listed = [name for row in rows for name in row if name in FOLDERS]
    assert sorted(listed) == FOLDERS
    for first, *others in filter(None, rows):
        for name in others:
            assert name in FOLDERS or (PACKAGE / first / name).is_dir(), f"{first}/{name}"


def test_names_and_paths_that_do_not_exist_are_noticed():
    text = "`linkwork.numerics.gone`, `linkwork.numerics.jit.kernel`, `kernels/gone.py`, `kernels/tree.py`, `kernels/gone/<law>.py`"
    assert missing_names(text) == ["linkwork.numerics.gone"]
    assert missing_paths(text) == ["kernels/gone.py", "kernels/gone/<law>.py"]
    assert missing_names("from linkwork.model.evaluation import Evaluation, Gone") == ["linkwork.model.evaluation.Gone"]
