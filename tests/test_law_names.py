"""A force law is named in its own file, its description class, its row, the public names and the library, and nowhere else."""

import re
from pathlib import Path

import pytest

import linkwork
from linkwork.kernels.forces.table import LAWS

PACKAGE = Path(linkwork.__file__).parent
EVERY = {
    "__init__.py",
    "description/parts/__init__.py",
    "kernels/forces/table.py",
}  # public names, the list of parts, rows
FOLDERS = ("library/", "studies/")  # mechanisms made of parts, and studies of published ones


def sources():
    """Python files and the page's scripts, by their path in the package."""
    files = [*PACKAGE.rglob("*.py"), *(PACKAGE / "viewer" / "web" / "src").glob("*.js")]
    return {path.relative_to(PACKAGE).as_posix(): path for path in files}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_no_law_is_named_outside_its_own_places(law):
    own = EVERY | {f"kernels/forces/{law.name}.py", f"description/parts/{law.name}.py"}
    assert own <= set(sources())
    word = re.compile(rf"(?<![a-z]){law.name}s?(?![a-z])", re.IGNORECASE)
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, path in sources().items()
        if name not in own and not name.startswith(FOLDERS)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if word.search(line)
    ]
    assert found == []
