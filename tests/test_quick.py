"""`make quick`: what is chosen by the table of durations fills the time, has something of every file and all that is new."""

import json
from types import SimpleNamespace

import pytest

from tests import quick

MEASURED = {
    **{f"tests/a.py::test_fast[{k}]": 0.01 + 0.001 * k for k in range(11)},
    "tests/a.py::test_slow": 30.0,
    "tests/b.py::test_shortest": 4.0,
    "tests/b.py::test_long": 9.0,
    "tests/c.py::test_hour": 3600.0,
}
TABLE = quick.table_of(MEASURED)


def test_a_table_lists_tests_of_a_tenth_of_a_second_and_the_mean_of_the_others():
    assert TABLE["tests/a.py"] == {"tests": 12, "others": 0.015, "slower": {"test_slow": 30.0}}
    assert TABLE["tests/b.py"] == {"tests": 2, "others": 0.0, "slower": {"test_long": 9.0, "test_shortest": 4.0}}
    assert sum(map(sum, map(quick.durations, TABLE.values()))) == pytest.approx(sum(MEASURED.values()), abs=0.01)


@pytest.mark.parametrize(
    ("seconds", "longest"), [(0.1, 0.0), (4.1, 0.0), (4.2, 4.0), (13.1, 4.0), (13.2, 9.0), (43.2, 30.0), (4000, 3600.0)]
)
def test_the_limit_is_the_longest_test_that_fits_into_the_time(seconds, longest):
    assert quick.limit(TABLE, seconds) == longest


def test_every_file_is_represented_unless_its_shortest_test_is_longer_than_15_s(monkeypatch):
    monkeypatch.setattr(quick, "limit", lambda table: 0.05)
    fast = {test for test in MEASURED if "fast" in test}
    assert quick.chosen(MEASURED, TABLE) == fast | {"tests/b.py::test_shortest"}
    assert quick.described(TABLE).endswith(
        "12 of 15 tests, 27 s on 2 cores: those of at most 0.05 s and the shortest of every other file,"
        " but none of tests/c.py (3600 s)"
    )


def test_tests_of_a_file_that_was_never_measured_are_all_run():
    new = {f"tests/new.py::test_{k}" for k in range(3)}
    assert new < quick.chosen([*MEASURED, *new], TABLE)
    assert quick.chosen(MEASURED, {}) == set(MEASURED)
    assert "make durations" in quick.described({})


def test_what_is_chosen_takes_no_longer_than_the_time():
    """Of a table of 4000 s: what is run takes 310 s, less at most what the next longer tests take together."""
    measured = {f"tests/{k % 40}.py::test_{k}": 0.2 + (k % 97) / 20 for k in range(1600)}
    table = quick.table_of(measured)
    taken = sum(measured[test] for test in quick.chosen(measured, table))
    allowed = (quick.SECONDS - quick.STARTING) * quick.CORES
    assert 0.8 * allowed < taken < 1.05 * allowed  # the table has tenths of a second
    assert {test.partition("::")[0] for test in quick.chosen(measured, table)} == {f"tests/{k}.py" for k in range(40)}


def test_measuring_writes_what_was_run_and_keeps_the_rest(tmp_path, monkeypatch):
    file = tmp_path / "durations.json"
    for name in ("a", "b"):
        (tmp_path / f"{name}.py").touch()
    entry = {"tests": 1, "others": 0.05, "slower": {}}
    file.write_text(json.dumps({"a.py": entry, "b.py": entry, "gone.py": entry}))
    monkeypatch.setattr(quick, "FILE", file)
    watch = quick.Stopwatch(tmp_path)
    for phase in (0.5, 1.0, 0.25):
        watch.pytest_runtest_logreport(SimpleNamespace(nodeid="a.py::test_x[1-é]", duration=phase))
    watch.pytest_sessionfinish(pytest.ExitCode.INTERRUPTED)
    assert "gone.py" in file.read_text()
    watch.pytest_sessionfinish(pytest.ExitCode.OK)
    assert quick.read() == {"a.py": {"tests": 1, "others": 0.0, "slower": {"test_x[1-é]": 1.8}}, "b.py": entry}
    assert "1 tests of 1 files measured, 2 s; 2 files in the table" in watch.summary
