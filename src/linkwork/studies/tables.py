"""Tables as aligned text."""

from __future__ import annotations

from collections.abc import Sequence


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the columns padded to their widest entry, words to the left and numbers to the right; a repeated first
    entry is left out."""
    shown, last = [], None
    for row in rows:
        shown.append(("" if row[0] == last else row[0], *row[1:]))
        last = row[0]
    widths = [max(len(row[k]) for row in (header, *shown)) for k in range(len(header))]
    numbers = [all(_is_number(row[k]) for row in shown) for k in range(len(header))]

    def line(row: Sequence[str]) -> str:
        cells = (c.rjust(w) if right else c.ljust(w) for c, w, right in zip(row, widths, numbers, strict=True))
        return "  ".join(cells).rstrip()

    return "\n".join([line(header), "  ".join("-" * w for w in widths), *(line(row) for row in shown)])


def _is_number(cell: str) -> bool:
    try:
        float(cell.rstrip(" %").replace("–", "0"))
    except ValueError:
        return False
    return True
