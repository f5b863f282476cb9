"""A controller that blocks in these tests name as module:function."""


def controller(t, u, x, p, y, xdot):
    """y = -p0 u0 - x0, with the integral x0 of u0."""
    y[0] = -p[0] * u[0] - x[0]
    xdot[0] = u[0]
