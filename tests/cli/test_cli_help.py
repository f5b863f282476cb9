"""The examples in the help of the commands work as they stand, on the files that `linkwork new` writes."""

import re
import shlex
import webbrowser

import pytest

from linkwork.cli.app import COMMANDS
from tests.cli.shell import run

COMMAND = {command.__name__: command for command in COMMANDS}
ORDER = ["new", "check", "equilibrium", "modes", "run", "view", "schema"]  # a run is written before it is viewed
OTHERS = ("rotor.yaml", "lander.yaml", "cycle.err", "| jq")  # files of the reader's own; other programs


def examples(name):
    lines = re.findall(r"^ +linkwork (.*)$", COMMAND[name].__doc__ or "", re.MULTILINE)
    return [shlex.split(line) for line in lines if not any(other in line for other in OTHERS)]


def test_every_command_shows_examples():
    for name, command in COMMAND.items():
        assert re.search(rf"^ +linkwork {name}", command.__doc__, re.MULTILINE), name


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(webbrowser, "open", lambda url: True)
    return tmp_path


def test_examples_of_the_help_run(folder):
    (folder / "out").mkdir()
    for name in ORDER:
        outcome = examples(name)
        assert outcome, name
        for words in outcome:
            result = run(*words)
            assert result.exit_code == 0, (words, result.output, result.stderr)
        if name == "run":
            assert (folder / "four_bar-release.nc").rename(folder / "four_bar.nc").exists()
