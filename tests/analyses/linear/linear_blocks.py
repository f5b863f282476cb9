"""Blocks of the tests of linear models."""


def lagged(t, u, x, p, y, xdot):
    """Follows u[0] + 2 u[1] with the lag p[0]; its output is p[1] times that."""
    xdot[0] = (u[0] + 2 * u[1] - x[0]) / p[0]
    y[0] = p[1] * x[0]


def lagged_without_complex_form(t, u, x, p, y, xdot):
    angle = u[0] if u[0] < 3 else 3.0  # complex numbers have no order
    xdot[0] = (angle + 2 * u[1] - x[0]) / p[0]
    y[0] = p[1] * x[0]
