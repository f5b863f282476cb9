"""Named numbers and texts: how they are collected, written, read and compared."""

from __future__ import annotations

import json
import math
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

TOLERANCE = 1e-12  # of the largest entry of an array, or of 1 where all are smaller

Entry = str | list[float | int]


def entry(value: Any) -> Entry:
    """A text, or a flat list of whole and real numbers; complex numbers are pairs, and truths are 0 and 1."""
    if isinstance(value, str):
        return value
    array = np.asarray(value)
    if array.dtype.kind == "c":
        array = np.stack((array.real, array.imag), axis=-1)
    if array.dtype.kind == "b":
        array = array.astype(int)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"golden numbers are numbers and texts, not {value!r:.80}")
    return array.ravel().tolist()


class Ledger:
    """Entries by name, in the order of their computation."""

    def __init__(self, wanted: Callable[[str], bool] = lambda name: True, progress: bool = False):
        self.entries: dict[str, Entry] = {}
        self.seconds: dict[str, float] = {}
        self._wanted, self._progress = wanted, progress

    def put(self, name: str, value: Any) -> None:
        if name in self.entries:
            raise ValueError(f"the name {name!r} is used twice; give every entry its own")
        self.entries[name] = entry(value)

    def answer(self, name: str, question: Callable[[], Iterator[tuple[str, Any]]]) -> None:
        """Entries `name/…` of what a question yields; an error or a warning becomes the entry of its text."""
        if not self._wanted(name):
            return
        began = time.process_time()
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            try:
                for part, value in question():
                    self.put(f"{name}/{part}", value)
            except Exception as error:  # a question may be wrong on purpose: then its message is recorded
                self.put(f"{name}/error", f"{type(error).__name__}: {error}")
        texts = sorted({str(w.message) for w in heard if not issubclass(w.category, DeprecationWarning)})
        if texts:
            self.put(f"{name}/warnings", "\n".join(texts))
        self.seconds[name] = time.process_time() - began
        if self._progress:
            print(f"{self.seconds[name]:7.2f} s  {name}", flush=True)


def write(entries: dict[str, Entry], path: Path) -> None:
    """As JSON with one entry in a line; a number is written by the shortest text that reads back to the same bits."""
    lines = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in entries.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read(path: Path) -> dict[str, Entry]:
    return json.loads(path.read_text(encoding="utf-8"))


def difference(new: Entry, old: Entry, tolerance: float) -> str:
    """What differs, in words, or an empty text; a tolerance of 0 compares bits."""
    if isinstance(new, str) or isinstance(old, str):
        return "" if new == old else f"is {new!r:.600}, was {old!r:.600}"
    if len(new) != len(old):
        return f"has {len(new)} numbers, had {len(old)}"
    if tolerance == 0.0:
        changed = [k for k, (a, b) in enumerate(zip(new, old, strict=True)) if repr(a) != repr(b)]
        return f"{len(changed)} of {len(new)} numbers changed; {_largest(new, old)}" if changed else ""
    scale = max([1.0, *(abs(x) for x in old if math.isfinite(x))])
    for k, (a, b) in enumerate(zip(new, old, strict=True)):
        if isinstance(a, int) and isinstance(b, int):
            if a != b:
                return f"[{k}] is {a}, was {b}"
        elif not (a == b or (a != a and b != b) or abs(a - b) <= tolerance * scale):
            return _largest(new, old)
    return ""


def _largest(new: list[float | int], old: list[float | int]) -> str:
    scale = max([1.0, *(abs(x) for x in old if math.isfinite(x))])
    sizes = [0.0 if a == b or (a != a and b != b) else abs(a - b) / scale for a, b in zip(new, old, strict=True)]
    k = max(range(len(sizes)), key=lambda k: math.inf if sizes[k] != sizes[k] else sizes[k])
    return f"most by {sizes[k]:.2e} of {scale:.3g}: [{k}] is {new[k]!r}, was {old[k]!r}"


def differences(
    new: dict[str, Entry], old: dict[str, Entry], tolerance: Callable[[str], float] = lambda name: TOLERANCE
) -> list[str]:
    """One line for every entry that differs, is missing or is new."""
    lines = [f"{name}: is missing" for name in old if name not in new]
    lines += [f"{name}: is new" for name in new if name not in old]
    for name in new:
        if name in old:
            words = difference(new[name], old[name], tolerance(name))
            if words:
                lines.append(f"{name}: {words}")
    return lines
