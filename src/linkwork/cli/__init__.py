"""The shell command `linkwork`: thin, one command per analysis."""

import sys


def main() -> None:
    """Entry point of the console script; Ctrl-C while the libraries are imported ends it without a traceback."""
    try:
        from linkwork.cli.app import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


__all__ = ["main"]
