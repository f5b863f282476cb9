"""Blocks of the tests of equilibria."""


def progressive(t, u, x, p, y, xdot):
    """A spring that grows with the square of its deflection; abs keeps a complex step from passing."""
    y[0] = -p[0] * u[0] * abs(u[0])


def drifting(t, u, x, p, y, xdot):
    """A state that never rests."""
    xdot[0] = 1.0
    y[0] = 0.0


def lagged_torque(t, u, x, p, y, xdot):
    """A spring of stiffness p[0] on a coordinate that is felt with the lag p[1]."""
    xdot[0] = (u[0] - x[0]) / p[1]
    y[0] = -p[0] * x[0]
