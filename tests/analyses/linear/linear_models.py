"""References for linear models: differences of the mechanism's own equations, reduced to its named states."""

import numpy as np

import linkwork as lw

WEIGHTS = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))


def differences(function, x, h=1e-3):
    """d function / d x by five points."""
    columns = []
    for k in range(len(x)):
        step = h * np.eye(len(x))[k]
        columns.append(sum(w * np.asarray(function(x + place * step)) for place, w in WEIGHTS) / h)
    return np.array(columns).T


def reduced_by_differences(model, state, positions, speeds, inputs=(), outputs=(), h=1e-3):
    """(A, B, C, D) of a mechanism without blocks: it is assembled at every changed state and asked for its accelerations."""
    rates = [f"{path}.rate" for path in positions]
    accelerations = [path.removesuffix(".rate") + ".accel" for path in speeds]
    n = len(positions) + len(speeds)

    def at(x):
        given = dict(zip(inputs, x[n:], strict=True))
        there = lw.assemble(model, dict(zip((*positions, *speeds), x[:n], strict=True)), near=state)
        values = lw.measure(model, there, *rates, *accelerations, *outputs, inputs=given)
        return np.concatenate([np.ravel(v) for v in values])

    x0 = np.array([*lw.measure(model, state, *positions, *speeds), *np.zeros(len(inputs))])
    J = differences(at, x0, h)
    return J[:n, :n], J[:n, n:], J[n:, :n], J[n:, n:]
