"""The versions of NumPy and Numba that kernels are known to work with, as pyproject.toml has them.

They are checked when kernels are first imported: an installation that has been changed afterwards would otherwise fail
with an error of Numba, or later.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

RANGES = {"numpy": ("2.0", "3"), "numba": ("0.61", "0.70")}  # from the first version on, below the second


def require_versions() -> None:
    """Raise ImportError, which names the remedy, if a version is out of its range or a package is missing."""
    problems = [problem for name, (first, end) in RANGES.items() if (problem := _problem(name, first, end))]
    if problems:
        wanted = " ".join(f'"{name}>={first},<{end}"' for name, (first, end) in RANGES.items())
        raise ImportError(f"linkwork cannot run here: {'; '.join(problems)}. Install them with: pip install {wanted}")


def _problem(name: str, first: str, end: str) -> str:
    try:
        installed = version(name)
    except PackageNotFoundError:
        return f"{name} is not installed"
    if _numbers(first) <= _numbers(installed) < _numbers(end):
        return ""
    return f"{name} is {installed}, and must be at least {first} and below {end}"


def _numbers(text: str) -> tuple[int, ...]:
    """Return the release of a version as numbers: (0, 61) of 0.61.0rc1."""
    release = re.match(r"\d+(\.\d+)*", text)
    numbers = [int(number) for number in release[0].split(".")] if release else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
