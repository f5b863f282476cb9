"""The shell command `linkwork`: thin, one command per analysis."""

from linkwork.cli.app import main

__all__ = ["main"]
