"""Random expressions as text, with the same expression as a NumPy function of its names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np

Values = Mapping[str, np.ndarray]
Expression = tuple[str, Callable[[Values], np.ndarray]]


def number(rng: Random, largest: float = 3.0) -> Expression:
    value = round(rng.uniform(-largest, largest), rng.randint(0, 3))
    return repr(value) if value >= 0 else f"({value!r})", lambda v: np.float64(value)


def smooth(rng: Random, names: Sequence[str], depth: int = 2, fastest: float = 5.0) -> Expression:
    """Without poles, jumps or values that are not numbers."""
    if depth == 0:
        name = rng.choice(names)
        return name, lambda v: v[name]
    kind = rng.randrange(8)
    a, f = smooth(rng, names, depth - 1, fastest)
    b, g = smooth(rng, names, depth - 1, fastest)
    c, constant = number(rng)
    if kind == 0:
        return f"({a} + {b})", lambda v: f(v) + g(v)
    if kind == 1:
        return f"({a} - {c})", lambda v: f(v) - constant(v)
    if kind == 2:
        return f"{c}*{a}", lambda v: constant(v) * f(v)
    if kind == 3:
        return f"({a})*({b})", lambda v: f(v) * g(v)
    if kind == 4:
        factor = round(rng.uniform(0.5, fastest), 2)
        return f"sin({factor!r}*({a}))", lambda v: np.sin(factor * f(v))
    if kind == 5:
        return f"atan({a} - ({b}))", lambda v: np.arctan(f(v) - g(v))
    if kind == 6:
        return f"max({a}, {b})", lambda v: np.maximum(f(v), g(v))
    return f"abs({a} - {c})", lambda v: np.abs(f(v) - constant(v))
