"""Random mechanisms of the conformance tests are used by the other folders too; long tests come first, so that no worker waits."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "conformance"))


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)  # the others keep their order
