"""The shell command `linkwork`, with one command per analysis."""

import sys


def main() -> None:
    """Run the console script; Ctrl-C during the import of libraries ends it without a traceback."""
    try:
        from linkwork.cli.app import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


__all__ = ["main"]
