"""The initial speeds of the library's mechanisms that do not start at rest: targets for `assemble`."""

from __future__ import annotations

import math

_SPEEDS: dict[str, dict[str, float]] = {
    "n_four_bar": {"A0.angle.rate": -1.0},  # the first rod's end moves at +1 m/s along x
    "flyball_governor": {
        "A.angle.rate": 2 * math.pi,
        "S.displacement.rate": 0.0,
        "H1.angle.rate": 0.0,
        "H2.angle.rate": 0.0,
    },
    "chaplygin_sleigh": {"P.velocity.x": 1.0, "sleigh.angle.rate": 2.0},
}


def initial_speeds(name: str) -> dict[str, float]:
    """Return the velocity targets a mechanism of the library starts with; empty for those that start at rest.

    >>> initial_speeds("n_four_bar")
    {'A0.angle.rate': -1.0}
    """
    import linkwork.library as library

    if name == "initial_speeds" or name not in library.__all__:
        known = ", ".join(word for word in library.__all__ if word != "initial_speeds")
        raise ValueError(f"the library has no mechanism {name!r}; it has {known}")
    return dict(_SPEEDS.get(name, {}))
