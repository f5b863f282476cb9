"""Examples of hypothesis are the same every time; long tests come first, so that no worker waits."""

from hypothesis import HealthCheck, settings

# The same examples every time and everywhere, and none refused for the speed of a machine.
settings.register_profile(
    "repeatable", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)  # the others keep their order
