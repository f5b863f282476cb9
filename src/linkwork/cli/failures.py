"""Errors as readable text and an exit code, instead of a traceback."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import typer

from linkwork.cli.values import ArgumentError

FAILED, WRONG_INPUT = 1, 2


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Print what a user can act on and leave with its code; anything unforeseen keeps its traceback."""
    from linkwork.analyses.errors import TargetError
    from linkwork.description.errors import DescriptionError

    try:
        yield
    except (ArgumentError, DescriptionError, TargetError, OSError, KeyError) as error:
        _leave(error, WRONG_INPUT)
    except (ValueError, ArithmeticError, RuntimeError) as error:
        _leave(error, FAILED)


def _leave(error: Exception, code: int) -> None:
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    typer.echo(f"error: {text}", err=True)
    raise typer.Exit(code) from error
