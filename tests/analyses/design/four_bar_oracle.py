"""The planar four-bar of park-2000 in one coordinate, theta1, and its derivatives by complex steps of a tight solution."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

STEP = 1e-25
NOMINAL = {
    "L1": 2.0, "L2": 2.0, "L3": 2.0, "l0": 1.9, "link1.mass": 5.0, "link2.mass": 7.0, "link3.mass": 9.0, "link1.inertia": 10.0,
    "link2.inertia": 20.0, "link3.inertia": 25.0, "K.stiffness": 100.0, "K.damping": 5.0, "K.rest": 0.524, "F.force.x": 80.0,
    "F.force.y": 70.0, "start.A.angle": 1.104, "start.A.angle.rate": 0.0,
}  # fmt: skip


def closure(theta, p):
    """Angles of links 2 and 3; C is on the far side of BD from A."""
    x, y = p["l0"] - p["L1"] * np.cos(theta), -p["L1"] * np.sin(theta)
    d = np.sqrt(x * x + y * y)
    along = (p["L2"] ** 2 - p["L3"] ** 2 + d * d) / (2 * d)
    across = np.sqrt(p["L2"] ** 2 - along * along)
    to_C = (along * x - across * y) / d, (along * y + across * x) / d
    from_D = to_C[0] - x, to_C[1] - y
    return arctan2(to_C[1], to_C[0]), arctan2(from_D[1], from_D[0])


def arctan2(y, x):
    """Of complex numbers near the real ones."""
    base = np.arctan2(np.real(y), np.real(x))
    c, s = np.cos(base), np.sin(base)
    return base + np.arctan((y * c - x * s) / (x * c + y * s))


def acceleration(theta, omega, p):
    two, three = closure(theta, p)
    L1, L2, L3 = p["L1"], p["L2"], p["L3"]
    s, c = np.sin(two - three), np.cos(two - three)
    k2, k3 = L1 * np.sin(three - theta) / (L2 * s), L1 * np.sin(two - theta) / (L3 * s)
    k2_t = (L1 * np.cos(three - theta) * (k3 - 1) - L2 * c * (k2 - k3) * k2) / (L2 * s)
    k3_t = (L1 * np.cos(two - theta) * (k2 - 1) - L3 * c * (k2 - k3) * k3) / (L3 * s)
    m2, J2, J3 = p["link2.mass"], p["link2.inertia"], p["link3.inertia"] + p["link3.mass"] * L3 * L3 / 4
    J1 = p["link1.inertia"] + p["link1.mass"] * L1 * L1 / 4
    d = theta - two
    M = J1 + m2 * (L1**2 + (L2 * k2) ** 2 / 4 + L1 * L2 * k2 * np.cos(d)) + J2 * k2**2 + J3 * k3**2
    half = (
        m2 * (L2**2 / 4 * k2 * k2_t + L1 * L2 / 2 * (k2_t * np.cos(d) - k2 * np.sin(d) * (1 - k2)))
        + J2 * k2 * k2_t
        + J3 * k3 * k3_t
    )
    pull = p["F.force.x"] * (-L1 * np.sin(theta) - L2 * k2 * np.sin(two)) + p["F.force.y"] * (
        L1 * np.cos(theta) + L2 * k2 * np.cos(two)
    )
    return (-p["K.stiffness"] * (theta - p["K.rest"]) - p["K.damping"] * omega + pull - half * omega**2) / M


def motion(p, times):
    """(2, n): theta1 and its rate; and the integral of theta1² so far."""
    y0 = np.array([p["start.A.angle"], p["start.A.angle.rate"], 0.0], complex)

    def rates(t, y):
        return np.array([y[1], acceleration(y[0], y[1], p), y[0] ** 2])

    result = solve_ivp(rates, (0, times[-1]), y0, method="DOP853", rtol=3e-14, atol=1e-15, t_eval=times)
    return result.y


def values(times):
    return motion(NOMINAL, times).real


def derivative(name, times):
    """(3, n) by one number."""
    return motion({**NOMINAL, name: NOMINAL[name] + 1j * STEP}, times).imag / STEP
