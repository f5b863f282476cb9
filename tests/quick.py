"""Which tests `make quick` runs: those that are done within three minutes on two cores, by the durations measured last.

`make durations` runs all tests and writes tests/durations.json: of every file how many tests there are, the seconds of each that
takes SLOW or longer, and the mean of the others. `make quick` runs the tests that take no longer than some limit, which is
chosen so that the time is filled, and of every other file the one that takes the shortest time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

FILE = Path(__file__).parent / "durations.json"
SECONDS, CORES = 180.0, 2  # of `make quick`, with kernels in the cache
STARTING = 25.0  # s, until all tests are collected
SLOW = 0.1  # s: tests that take longer are listed one by one
LONGEST = 15.0  # s: a file without a shorter test is left out and named
Table = dict[str, dict]


def read() -> Table:
    """Return the durations by file, nothing if they have never been measured."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def table_of(seconds: dict[str, float]) -> Table:
    """Return the table of measured seconds by test, 'tests/…/test_x.py::test_y'."""
    files: dict[str, dict[str, float]] = defaultdict(dict)
    for test, duration in seconds.items():
        file, _, name = test.partition("::")
        files[file][name] = duration
    table = {}
    for file, tests in sorted(files.items()):
        slower = {name: round(s, 1) for name, s in sorted(tests.items()) if s >= SLOW}
        others = [s for name, s in tests.items() if name not in slower]
        table[file] = {"tests": len(tests), "others": round(sum(others) / max(1, len(others)), 3), "slower": slower}
    return table


def durations(entry: dict) -> list[float]:
    """Return the seconds of every test of a file."""
    return [*entry["slower"].values(), *[entry["others"]] * (entry["tests"] - len(entry["slower"]))]


def limit(table: Table, seconds: float = (SECONDS - STARTING) * CORES) -> float:
    """Return the largest duration of a test so that all that take no longer, and one of every other file, fit into the time."""
    files, result = [sorted(durations(entry)) for entry in table.values()], 0.0
    for candidate in sorted({s for tests in files for s in tests}):
        if sum(sum(_within(tests, candidate)) for tests in files) > seconds:
            break
        result = candidate
    return result


def _within(tests: list[float], longest: float) -> list[float]:
    """Return the durations of what is run of a file."""
    return [s for s in tests if s <= longest] or [s for s in tests[:1] if s <= LONGEST]


def chosen(tests: Iterable[str], table: Table) -> set[str]:
    """Return the tests to run; all tests of a file that is not in the table are among them."""
    longest, files, keep = limit(table), defaultdict(list), set()
    for test in tests:
        file, _, name = test.partition("::")
        entry = table.get(file)
        files[file].append((entry["slower"].get(name, entry["others"]) if entry else 0.0, test))
    for timed in files.values():
        timed.sort(key=lambda pair: pair[0])
        keep |= {test for s, test in timed if s <= longest} or {test for s, test in timed[:1] if s <= LONGEST}
    return keep


def described(table: Table) -> str:
    """Return in words what `make quick` runs."""
    if not table:
        return "quick: all tests, since tests/durations.json has not been written; run make durations"
    longest, files = limit(table), {file: sorted(durations(entry)) for file, entry in table.items()}
    run = [s for tests in files.values() for s in _within(tests, longest)]
    left_out = [f"{file} ({tests[0]:.0f} s)" for file, tests in files.items() if not _within(tests, longest)]
    return (
        f"quick: {len(run):,} of {sum(map(len, files.values())):,} tests, {sum(run) / CORES + STARTING:.0f} s on {CORES} cores: those"
        f" of at most {longest:g} s and the shortest of every other file"
    ) + (f", but none of {', '.join(left_out)}" if left_out else "")


class Stopwatch:
    """Measures all tests of a session and writes the table; files that were not run keep their entries."""

    def __init__(self, root: Path):
        self.root, self.seconds, self.summary = root, defaultdict(float), "tests/durations.json is as it was"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration  # of setup, call and teardown

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) or not self.seconds:
            return
        old = {file: entry for file, entry in read().items() if (self.root / file).exists()}
        new = table_of(self.seconds)
        table = dict(sorted((old | new).items()))
        lines = (f"{json.dumps(file)}: {json.dumps(entry, ensure_ascii=False)}" for file, entry in table.items())
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        self.summary = (
            f"tests/durations.json: {len(self.seconds):,} tests of {len(new)} files measured,"
            f" {sum(self.seconds.values()):.0f} s; {len(table)} files in the table\n{described(table)}"
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(self.summary)
