"""Random mechanisms of the conformance tests are used by the other folders too; long tests come first, so that no worker waits."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent / "conformance"))

# The same examples every time and everywhere, and none refused for the speed of a machine.
settings.register_profile(
    "repeatable", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)  # the others keep their order
