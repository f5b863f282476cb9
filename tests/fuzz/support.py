"""What all kinds of examples use: claims and counts."""

from __future__ import annotations


def require(claim: bool, message: str) -> None:
    """An assertion that may stand in an `except` block."""
    if not claim:
        raise AssertionError(message)


def count(seen: dict[str, int], what: str, number: int = 1) -> None:
    seen[what] = seen.get(what, 0) + number
