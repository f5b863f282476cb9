"""Blocks of the tests of equilibria."""


def lagged_torque(t, u, x, p, y, xdot):
    """A spring of stiffness p[0] on a coordinate that is felt with the lag p[1]."""
    xdot[0] = (u[0] - x[0]) / p[1]
    y[0] = -p[0] * x[0]
