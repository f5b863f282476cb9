"""Arrays in a page: float32, each as differences of its bit patterns with bytes sorted by weight, all deflated
together.

Neighbouring values of a smooth history share their upper bits, so that the differences are mostly zeros. Nothing is
lost beyond the rounding to float32."""

from __future__ import annotations

import base64
import zlib

import numpy as np


class Arrays:
    """A collector of arrays, which numbers them."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self._parts: list[bytes] = []

    def add(self, values: np.ndarray) -> int:
        """Return the number of an array; histories one after another, time running fastest."""
        flat = np.ascontiguousarray(values, dtype="<f4").ravel()
        bits = flat.view("<u4")
        steps = bits.copy()
        steps[1:] -= bits[:-1]
        self._parts.append(steps.view(np.uint8).reshape(-1, 4).T.tobytes())
        self.sizes.append(flat.size)
        return len(self.sizes) - 1

    def text(self) -> str:
        """Return all arrays, deflated, in base64."""
        return base64.b64encode(zlib.compress(b"".join(self._parts), 6)).decode("ascii")
