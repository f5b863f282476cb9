"""Random numbers of a description: points, directions and bodies."""

from __future__ import annotations

import numpy as np

import linkwork as lw


def point(rng, size=1.0):
    return tuple(rng.uniform(-size, size, 3).tolist())


def direction(rng):
    d = rng.normal(size=3)
    return tuple((d / np.linalg.norm(d)).tolist())


def across(rng, axis):
    """A unit vector perpendicular to an axis."""
    d = np.cross(axis, rng.normal(size=3))
    return tuple((d / np.linalg.norm(d)).tolist())


def inertia(rng, size=0.5):
    """Tensor entries xx yy zz xy xz yz of eight random point masses about their centre: physical, and not diagonal."""
    p = rng.uniform(-size, size, (8, 3))
    p -= p.mean(axis=0)
    J = sum((r @ r) * np.eye(3) - np.outer(r, r) for r in p) / 4
    return tuple(J[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))


def body(rng, name, com=None):
    return lw.Body(
        name, mass=rng.uniform(1, 3), com=point(rng) if com is None else com, inertia=inertia(rng), x=direction(rng),
        z=direction(rng), origin=point(rng),
    )  # fmt: skip


def planar_body(rng, name):
    return lw.Body(name, mass=rng.uniform(1, 3), com=(*point(rng)[:2], 0), inertia=rng.uniform(0.3, 1), x=flat(rng))


def flat(rng):
    a = rng.uniform(-np.pi, np.pi)
    return (np.cos(a), np.sin(a), 0.0)
