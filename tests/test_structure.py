"""The package keeps its shape: folders of at most 25 modules, files below 400 lines, functions of at most 12 arguments, every folder
in the contract of imports."""

import ast
import re
import tomllib
from pathlib import Path

import linkwork

PACKAGE = Path(linkwork.__file__).parent
PROJECT = Path(__file__).parents[1] / "pyproject.toml"
MOST_MODULES, MOST_ARGUMENTS, MOST_LINES = 25, 12, 400

# public functions whose further arguments are choices given by name
CHOICES = {
    "analyses/design/optimization/optimize.py": {"optimize"},
    "analyses/motion/simulate.py": {"simulate"},
    "library/beams.py": {"beam"},
}
# passes over steps, of which each has derivatives of its own
PASSES = {
    "differentiation/output_gradients.py": {"output_gradients"},
    "differentiation/polishing.py": {"alpha_residual", "polish_alpha", "polish_bdf"},
    "differentiation/stage_charts.py": {"stage_turns"},
    "differentiation/stage_jacobians.py": {"linearize_stages_and_design"},
    "differentiation/step_jacobians.py": {"prepare_steps"},
    "differentiation/steps/alpha_kernels.py": {"carry_alpha_tangents", "alpha_steps", "begin_step"},
    "differentiation/steps/bdf_kernels.py": {"bdf_steps", "begin_step", "carry_bdf_tangents", "solve_tangents"},
    "differentiation/steps/bdf_row_kernels.py": {"carry_row_tangents", "polish_rows", "rows_steps"},
    "differentiation/steps/explicit_kernels.py": {"carry_cotangents", "carry_tangents", "forwards"},
}

# one class each, whose parts need one another
LONG = {"analyses/linear/linearize.py", "model/lowering/lowering.py"}


def functions():
    """(file, function as a syntax tree) of the whole package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path.relative_to(PACKAGE).as_posix(), node


def by_position_and_by_name(node):
    """Counts of a function's arguments, without self and cls."""
    positional = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    return len(positional) - (positional[:1] in (["self"], ["cls"])), len(node.args.kwonlyargs)


def test_no_folder_has_more_than_25_modules():
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    counts = {folder.relative_to(PACKAGE).as_posix(): len(list(folder.glob("*.py"))) for folder in folders}
    assert len(counts) > 20
    assert {folder: n for folder, n in counts.items() if n > MOST_MODULES} == {}


def test_only_named_files_have_400_lines_or_more():
    lines = {path.relative_to(PACKAGE).as_posix(): path.read_text().count("\n") for path in PACKAGE.rglob("*.py")}
    assert {name for name, n in lines.items() if n >= MOST_LINES} == LONG


def test_only_named_functions_have_more_than_12_arguments():
    long: dict[str, set[str]] = {}
    for name, node in functions():
        if sum(by_position_and_by_name(node)) > MOST_ARGUMENTS:
            long.setdefault(name, set()).add(node.name)
    assert long == CHOICES | PASSES


def test_further_arguments_of_public_functions_are_given_by_name():
    given = {
        (name, node.name): by_position_and_by_name(node)
        for name, node in functions()
        if node.name in CHOICES.get(name, ())
    }
    assert len(given) == len(CHOICES)
    assert max(positional for positional, _ in given.values()) <= 3


def test_every_folder_has_its_place_in_the_contract_of_imports():
    """lint-imports checks the contract; this checks that it is exhaustive."""
    contracts = tomllib.loads(PROJECT.read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (contract for contract in contracts if contract["type"] == "layers")
    assert layers["exhaustive"] and layers["exhaustive_ignores"] == ["__main__"]
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert sorted(re.findall(r"\w+", " ".join(layers["layers"]))) == sorted(folders)
