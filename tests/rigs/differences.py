"""Derivatives by five-point differences of whole analyses, for what has no complex step."""

from __future__ import annotations

import numpy as np

from linkwork.model.plans.design import START

WEIGHTS = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))


def with_number(model, path, change):
    """The model with one number changed; what could not be built (a tilted universal joint) is not refused."""
    unit = np.arange(len(model.parameters)) == model.numbers.position(path)
    return model.with_values(model.numbers.values + change * unit)


def differenced(answer, model, path, start=None, step=2e-4):
    """d answer(model, start)/d path, where answer gives an array; `start.…` paths change the start instead."""
    start = dict(start or {})
    h = step if path.startswith(START) else step * max(1.0, abs(model.parameters[path]))
    total = 0.0
    for k, weight in WEIGHTS:
        if path.startswith(START):
            name = path.removeprefix(START)
            value = answer(model, {**start, name: start[name] + k * h})
        else:
            value = answer(with_number(model, path, k * h), start)
        total = total + weight / h * value
    return total
