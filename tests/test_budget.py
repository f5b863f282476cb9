"""Kernels stay within the budget of pyproject.toml, which a decision record explains."""

import ast

from tests import budget


def test_kernels_are_within_their_budget():
    lines = budget.kernel_lines()
    assert sum(lines.values()) <= budget.budget()["kernel_lines"]
    assert lines["kernels"] > lines["numerics"] > 100 and "description" not in lines


def test_the_decision_names_the_limits():
    limits = budget.budget()
    text = (budget.ROOT / limits["decision"]).read_text()
    assert (
        f"{limits['kernel_lines']:,} lines" in text.replace("\n", " ") and f"{limits['cold_compile_seconds']} s" in text
    )


def test_what_counts_as_a_kernel():
    source = """
@kernel
def a(x):
    return x

@inner_kernel(fastmath=True)
def b(x):
    return x

@cache
def c(x):
    return x
"""
    assert [budget.is_compiled(node) for node in ast.parse(source).body] == [True, True, False]
