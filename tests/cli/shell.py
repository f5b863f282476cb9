"""The command line as the tests call it: in this process, and as a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from linkwork.cli.app import app

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR_BAR = EXAMPLES / "four_bar.yaml"


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def answer(*arguments):
    """The exit code and the JSON document of a command."""
    result = run(*arguments, "--json")
    return result.exit_code, json.loads(result.stdout)


def process(*arguments, **options):
    """`python -m linkwork …` from start to end."""
    command = [sys.executable, "-m", "linkwork", *(str(argument) for argument in arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=600, env={**os.environ, "COLUMNS": "80"}, **options
    )
