"""Which rows of a model belong to which part."""

from __future__ import annotations

from linkwork.model.model import Model


def row_ranges(model: Model) -> dict[str, tuple[int, int]]:
    """Return the first and last row of every cut joint, coupler and driver."""
    ranges: dict[str, tuple[int, int]] = {}
    for r, row in enumerate(model.lowered.rows):
        first, _ = ranges.get(row.part, (r, r))
        ranges[row.part] = (first, r + 1)
    return ranges
