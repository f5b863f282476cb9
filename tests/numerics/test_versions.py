"""Versions of NumPy and Numba outside the ranges of pyproject.toml are refused, with the remedy."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from linkwork.numerics import versions


def test_ranges_are_those_of_pyproject():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    for name, (first, end) in versions.RANGES.items():
        (found,) = (text for text in project["dependencies"] if re.match(rf"{name}\W", text))
        assert found == f"{name}>={first},<{end}"


@pytest.mark.parametrize(
    ("installed", "complaint"),
    [
        ({"numpy": "2.4.6", "numba": "0.68.1"}, ""),
        ({"numpy": "2.0", "numba": "0.61.0rc1"}, ""),
        ({"numpy": "1.26.4", "numba": "0.68.1"}, "numpy is 1.26.4, and must be at least 2.0 and below 3"),
        ({"numpy": "3.0.0", "numba": "0.68.1"}, "numpy is 3.0.0, and must"),
        ({"numpy": "2.4.6", "numba": "0.60.0"}, "numba is 0.60.0, and must be at least 0.61 and below 0.70"),
        ({"numpy": "2.4.6", "numba": "0.70.0"}, "numba is 0.70.0, and must"),
        ({"numpy": "2.4.6"}, "numba is not installed"),
    ],
)
def test_a_version_out_of_range_is_named_with_its_remedy(monkeypatch, installed, complaint):
    def version(name):
        if name not in installed:
            raise PackageNotFoundError(name)
        return installed[name]

    monkeypatch.setattr(versions, "version", version)
    if not complaint:
        versions.require_versions()
        return
    with pytest.raises(ImportError, match=r"pip install \"numpy>=2.0,<3\" \"numba>=0.61,<0.70\"") as caught:
        versions.require_versions()
    assert complaint in str(caught.value)
