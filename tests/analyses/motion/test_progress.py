"""The progress bar: after two seconds, in a terminal, unless quiet."""

import io

import pytest

from linkwork.numerics import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, stream, seconds, **choices):
    """What a run of 10 s that is at 4 s after some wall time writes to stderr."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(progress.sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with progress.Progress(0.0, 10.0, **choices) as bar:
        now[0] += seconds
        bar.update(4.0)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def _loud(monkeypatch):
    monkeypatch.delenv("LINKWORK_QUIET", raising=False)


def test_a_long_run_shows_simulated_time_and_time_left(monkeypatch):
    text = shown(monkeypatch, Terminal(), 4.0)
    assert "simulating" in text and "4 of 10 s" in text and "6 s left" in text


def test_a_short_run_shows_nothing(monkeypatch):
    assert shown(monkeypatch, Terminal(), 1.9) == ""


def test_no_terminal_no_bar(monkeypatch):
    assert shown(monkeypatch, io.StringIO(), 60.0) == ""


def test_quiet_is_quiet(monkeypatch):
    assert shown(monkeypatch, Terminal(), 60.0, quiet=True) == ""
    monkeypatch.setenv("LINKWORK_QUIET", "1")
    assert shown(monkeypatch, Terminal(), 60.0) == ""


def test_a_closed_stderr_stops_no_run(monkeypatch):
    class Closed(Terminal):
        def write(self, text):
            raise OSError("closed")

    assert shown(monkeypatch, Closed(), 60.0) == ""
