"""Print how many lines of kernels there are and what they may be: python tests/budget.py

Every line inside a compiled function costs each user time at the first start. The budget is in pyproject.toml; the decision
record that is named there says why it is what it is, and only another record raises it.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILED = {"kernel", "allocating_kernel", "inner_kernel", "rare_kernel", "inlined_kernel", "inline", "noinline"}


def budget() -> dict:
    """Return the limits of pyproject.toml, and the decision record that sets them."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["linkwork"]["budget"]


def is_compiled(function: ast.FunctionDef) -> bool:
    """Return whether a decorator makes a kernel of it."""
    words = (node.func if isinstance(node, ast.Call) else node for node in function.decorator_list)
    return any(isinstance(word, ast.Name) and word.id in COMPILED for word in words)


def kernel_lines() -> dict[str, int]:
    """Return the lines of kernels, docstrings left out, by folder of the package."""
    lines: dict[str, int] = {}
    package = ROOT / "src" / "linkwork"
    for folder in sorted(path for path in package.iterdir() if path.is_dir() and path.name != "viewer"):
        for path in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FunctionDef) and is_compiled(node):
                    first = node.body[1] if ast.get_docstring(node) is not None and len(node.body) > 1 else node.body[0]
                    lines[folder.name] = lines.get(folder.name, 0) + node.end_lineno - first.lineno + 1
    return lines


def main() -> int:
    lines, limit = kernel_lines(), budget()["kernel_lines"]
    total = sum(lines.values())
    parts = ", ".join(f"{name} {count:,}" for name, count in sorted(lines.items(), key=lambda item: -item[1]))
    print(f"kernels: {total:,} lines of at most {limit:,} ({parts})")
    if total > limit:
        print(
            f"more than the budget in pyproject.toml: make kernels shorter, or raise it by a new {budget()['decision']}"
        )
    return int(total > limit)


if __name__ == "__main__":
    sys.exit(main())
