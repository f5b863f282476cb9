"""The active bounds of an optimum, their multipliers, and the gradient that remains.

f_x + Σ s_k mu_k c_kx = 0,   mu_k >= 0,   s = +1 at upper and -1 at lower bounds   (non-negative least squares)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analyses.design.optimization.optimum import Limit, Trial
from linkwork.analyses.design.optimization.question import DesignQuestion

ACTIVE = 1e-5  # of the range between the bounds (of a constraint: of the bound)


def limits(
    question: DesignQuestion, best: Trial, first: Trial, scale: np.ndarray
) -> tuple[tuple[Limit, ...], tuple[Limit, ...], float, float]:
    """Return (variables, constraints, the remaining scaled gradient, and its ratio to the gradient or to that of the
    first design)."""
    from scipy.optimize import nnls

    assert best.gradients is not None
    entries: list[tuple[str, float, float, float, float, Any]] = []  # name, value, low, high, margin, gradient
    for k, variable in enumerate(question.variables):
        unit = np.zeros(scale.size)
        unit[k] = 1.0
        margin = ACTIVE * variable.scale
        entries.append((variable.path, best.parameters[variable.path], variable.low, variable.high, margin, unit))
    for goal, value, slope in zip(question.constraints, best.values[1:], best.gradients[1:], strict=True):
        size = max((abs(b) for b in (goal.low, goal.high) if np.isfinite(b)), default=1.0)
        entries.append((goal.text, value, goal.low, goal.high, ACTIVE * max(size, 1e-9), slope))
    gradients, owners = [], []
    for k, (_, value, low, high, margin, slope) in enumerate(entries):
        if value <= low + margin:
            gradients.append(-slope * scale)
            owners.append((k, "lower"))
        if value >= high - margin:
            gradients.append(slope * scale)
            owners.append((k, "upper"))
    gradient = best.gradients[0] * scale
    mu, left = np.zeros(len(gradients)), float(np.linalg.norm(gradient))
    if gradients:
        A = np.array(gradients).T
        size = np.maximum(np.linalg.norm(A, axis=0), 1e-300)
        mu, left = nnls(A / size, -gradient)
        mu = mu / size
    limits = []
    for k, (name, value, low, high, _, _) in enumerate(entries):
        sides = {side: m for (owner, side), m in zip(owners, mu, strict=True) if owner == k}
        active = "equal" if low == high else max(sides, key=lambda side: sides[side], default="")
        multiplier = sides.get("upper", 0.0) - sides.get("lower", 0.0) if active == "equal" else sides.get(active, 0.0)
        limits.append(Limit(name, float(value), low, high, active, float(multiplier)))
    n, size = len(question.variables), float(np.linalg.norm(gradient))
    if first.gradients is not None:
        size = max(size, float(np.linalg.norm(first.gradients[0] * scale)))
    return tuple(limits[:n]), tuple(limits[n:]), float(left), float(left / max(size, 1e-300))
