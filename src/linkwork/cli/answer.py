"""Output of commands: text or one JSON document on stdout, errors without tracebacks, and the exit code.

The exit code is 0 if the command succeeded and the mechanism is sound, 1 if it is not or could not be computed, 2 if the
command or a file is wrong, 130 after an interruption.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import typer

from linkwork.cli.options import Answering
from linkwork.description.errors import SHOWN, printable

OK, FAILED, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130


class Answer:
    """The text of a command and its data; see `answering`."""

    def __init__(self, as_json: bool = False, quiet: bool = False):
        self.as_json, self.quiet = as_json, quiet
        self.data: dict[str, Any] = {}
        self.code = OK

    def report(self, text: str = "", colour: str | None = None) -> None:
        """Print a line for people on stdout, in a colour if stdout is a terminal."""
        if not self.as_json and not self.quiet:
            typer.echo(typer.style(printable(text), fg=colour) if colour else printable(text))

    def note(self, text: str) -> None:
        """Print a remark on stderr; it is listed under `notes` in JSON."""
        self.data.setdefault("notes", []).append(text)
        if not self.as_json and not self.quiet:
            typer.echo(f"note: {printable(text)}", err=True)

    def fail(self, text: str) -> None:
        """Report a failure on stderr, or as `error` of the JSON document, and set an exit code other than 0."""
        self.code = self.code or FAILED
        self.data.setdefault("error", {"message": text, "problems": []})["problems"].append(text)
        if not self.as_json:
            typer.echo(f"error: {printable(text)}", err=True)

    def write(self, path: Any, how: Callable[[Any], Any]) -> bool:
        """Write a file and return whether that succeeded; a failure is reported, and other files are still written."""
        from linkwork.description.errors import FileError

        try:
            how(path)
        except FileError as error:
            self.fail(str(error))
        except ImportError as error:
            self.fail(f"{path} is not written: {error}")
        else:
            self.report(f"wrote {path}")
            return True
        return False

    def finish(self) -> None:
        if self.as_json:
            text = json.dumps(plain({**self.data, "exit_code": self.code}), indent=2, ensure_ascii=False)
            typer.echo(printable(text, "\\u{:04x}".format))
        if self.code:
            raise typer.Exit(self.code)


@contextlib.contextmanager
def answering(how: Answering) -> Iterator[Answer]:
    """Run a command's body: print its answer at the end, and turn an error into readable text and an exit code.

    >>> with answering(Answering(as_json=True)) as answer:
    ...     answer.data["sound"] = True
    """
    answer = Answer(how.as_json, how.quiet)
    try:
        with _silent(how.quiet or how.as_json):
            yield answer
    except KeyboardInterrupt:
        answer.code = INTERRUPTED
        _explain(answer, "interrupted")
    except typer.Exit:
        raise
    except BrokenPipeError:
        raise
    except Exception as error:
        if how.debug:
            import traceback

            traceback.print_exc()
        answer.code = code_of(error)
        _explain(answer, message_of(error), problems_of(error))
    answer.finish()


@contextlib.contextmanager
def _silent(wanted: bool) -> Iterator[None]:
    """Suppress progress lines on stderr."""
    before = os.environ.get("LINKWORK_QUIET")
    if wanted:
        os.environ["LINKWORK_QUIET"] = "1"
    try:
        yield
    finally:
        if wanted:
            os.environ.pop("LINKWORK_QUIET") if before is None else os.environ.update(LINKWORK_QUIET=before)


def code_of(error: Exception) -> int:
    """Return the exit code of an error: 2 for a wrong command or file, 1 for an analysis that has no answer."""
    from linkwork.cli.values import ArgumentError
    from linkwork.description.errors import DescriptionError
    from linkwork.model.errors import QuestionError, TargetError

    wrong = (ArgumentError, DescriptionError, QuestionError, TargetError, OSError, KeyError)
    return WRONG_INPUT if isinstance(error, wrong) else FAILED


def message_of(error: Exception) -> str:
    """Return a message that a user can act on; an unexpected error is reported as a mistake in linkwork."""
    if isinstance(error, KeyError) and error.args:
        return str(error.args[0])
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror or error}"
    if isinstance(error, (ValueError, OSError, ArithmeticError, RuntimeError, ImportError)):
        return str(error) or type(error).__name__
    return f"{type(error).__name__}: {error}\nThis is a mistake in linkwork; --debug shows where it happened."


def problems_of(error: Exception) -> list[str] | None:
    """Return the problems that an error of linkwork lists, None for other errors."""
    from linkwork.description.errors import DescriptionError
    from linkwork.model.errors import AnalysisError

    return error.problems if isinstance(error, (DescriptionError, AnalysisError)) else None


def _explain(answer: Answer, text: str, problems: list[str] | None = None) -> None:
    text = printable(text)
    if answer.as_json:
        listed = problems or [text]
        answer.data["error"] = {"message": text, "problems": listed[:SHOWN], "count": len(listed)}
    elif sys.stderr is not None and sys.stderr.isatty():
        from rich.console import Console
        from rich.panel import Panel
        from rich.text import Text

        panel = Panel(Text(text), title="error", title_align="left", border_style="red")
        Console(stderr=True, highlight=False).print(panel)
    else:
        typer.echo(f"error: {text}", err=True)


def plain(value: Any) -> Any:
    """Return arrays, tuples and numbers as JSON data; numbers that are not finite become null."""
    import numpy as np

    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
