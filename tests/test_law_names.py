"""A force law, a measure or a joint is named in its own file, its description class, its row, its drawing, the public names and the
library, and nowhere else."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

import linkwork
from linkwork.description.parts import Joint
from linkwork.kernels.forces.table import LAWS
from linkwork.kernels.joints import JOINTS
from linkwork.kernels.measures.table import MEASURES

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
    results = [
        f"{name}:{number}: {line.strip()}"
        for name, path in sources().items()
        if name not in own and not name.startswith(FOLDERS)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if word.search(line)
    ]
    assert results == []


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_no_measure_is_named_outside_its_own_places(measure):
    """Joints and signals are made of measures by name; files of measures may use one another."""
    own = {"kernels/joints.py", "model/signals.py"}
    assert f"kernels/measures/{measure.name}.py" in sources()
    name = measure.name
    word = re.compile(rf'named\(\s*"{name}"|KINDS\["{name}"\]|measures(\.| import .*\b){name}\b')
    results = [
        file
        for file, path in sources().items()
        if file not in own
        and not file.startswith("kernels/measures/")
        and word.search(path.read_text(encoding="utf-8"))
    ]
    assert results == []


JOINT_PLACES = {"__init__.py", "description/parts/__init__.py", "description/parts/joints.py", "kernels/joints.py"}
SYNONYMS = "io/files.py"  # words of other programs
OTHER_MEANINGS = {  # of words that are joints too: planar mechanisms, fixed parameters, the measure of a distance
    ("planar", "description/mechanism.py"), ("planar", "viewer/document.py"), ("fixed", "analyses/design/optimization/optimum.py"),
    ("distance", "kernels/measures/distance.py"), ("distance", "model/signals.py"),
}  # fmt: skip


def words_of_code(path, names):
    """Those of `names` that a Python file uses, and its strings."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.NAME and token.string in names:
            yield token.string
        elif token.type == tokenize.STRING and not token.string.startswith(("f", "F")):
            yield ast.literal_eval(token.string)


def test_no_joint_is_named_outside_its_own_places():
    classes = {kind.type: kind.__name__ for kind in Joint.__subclasses__()}
    assert set(classes) == {kind.word for kind in JOINTS}
    results = [
        f"{file}: {word}"
        for file, path in sources().items()
        if file.endswith(".py") and file not in JOINT_PLACES | {SYNONYMS} and not file.startswith(FOLDERS)
        for word in words_of_code(path, classes.values())
        if (word in classes or word in classes.values()) and (word, file) not in OTHER_MEANINGS
    ]
    assert results == []
