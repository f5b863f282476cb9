"""Examples of hypothesis are the same every time; long tests come first, so that no worker waits; `--quick` runs the short ones."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests import quick

os.environ.setdefault("LINKWORK_COMPILE", "now")  # tests of interpreted kernels set it themselves

# The same examples every time and everywhere, and none refused for the speed of a machine.
settings.register_profile(
    "repeatable", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


def pytest_addoption(parser):
    group = parser.getgroup("durations")
    group.addoption("--quick", action="store_true", help="run what tests/durations.json says takes three minutes")
    group.addoption(
        "--write-durations", action="store_true", help="write tests/durations.json, of files run as a whole"
    )


def pytest_configure(config):
    if config.option.write_durations and not hasattr(config, "workerinput"):
        if config.option.keyword or config.option.markexpr or config.option.quick:
            raise pytest.UsageError("--write-durations measures whole files: leave out -k, -m and --quick")
        config.pluginmanager.register(quick.Stopwatch(config.rootpath))


def pytest_report_header(config):
    return quick.described(quick.read()) if config.option.quick else None


def pytest_collection_modifyitems(config, items):
    if config.option.quick:
        keep = quick.chosen((item.nodeid for item in items), quick.read())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in keep])
        items[:] = [item for item in items if item.nodeid in keep]
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)  # the others keep their order
