"""Check that a linear model about a moving state is constant along the motion: only then are its eigenvalues those of
the motion.

About a motion x(t) small changes obey  d/dt dx = A(x(t)) dx.  States that no other state's rate depends on (such as
the place and heading of a vehicle) do not matter; the rest of A must not change. World-fixed speeds of a turning body
make it change, though the motion is steady."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from linkwork.analyses.linear.state_choice import Named
from linkwork.analyses.position.assembly import assemble
from linkwork.dynamics.formulations.solve import FormulationError
from linkwork.model.coordinates import Coordinates
from linkwork.model.errors import AnalysisError
from linkwork.model.evaluation import Evaluation
from linkwork.model.state import State

STEP = 1e-3  # rad or lengths: the distance along the motion at which A is computed again
CHANGES = 1e-6  # per rad or length, relative to A and to the speed: a smaller change is round-off
IDLE = 1e-10  # of the largest entry of A: a state with smaller influence on the others has none


class UnsteadyWarning(UserWarning):
    """Issued for a linear model that changes along its motion."""


def change_along_motion(
    e: Evaluation, vdot: np.ndarray, named: tuple[list[Named], list[Named]], A: np.ndarray, again: Callable[[State], np.ndarray]
) -> tuple[float, tuple[str, ...]]:  # fmt: skip
    """Return the relative change of A per radian or length of the motion, and the states whose rates change; (0, ())
    where it is steady.

    `named` are the positions and the speeds among the states, `again` computes A at another state.
    """
    coordinates, state = Coordinates.of(e.model), e.state
    speed = float(np.abs(coordinates.root_weight * state.v).max(initial=0.0))
    if speed == 0.0 or not A.size:
        return 0.0, ()
    h = STEP / speed
    q = coordinates.moved(np.array(state.q), h * state.v + 0.5 * h * h * vdot)
    inputs = dict(zip(e.model.inputs, e.w.inputs.real.tolist(), strict=True))
    try:
        ahead = assemble(e.model, near=replace(state, q=q, v=state.v + h * vdot, t=state.t + h), inputs=inputs)
        B = again(replace(ahead, z=state.z + h * e.w.zdot.real))
    except (AnalysisError, FormulationError, np.linalg.LinAlgError):
        return 0.0, ()  # the motion beyond this state is unknown
    lengths = [1.0 if n.measure.measure.radians else 1.0 / e.model.length for names in named for n in names]
    scale = np.ones(len(A))
    scale[: len(lengths)] = lengths
    scale[len(named[0]) : len(lengths)] /= speed
    here, there = (scale[:, None] * X / scale for X in (A, B))
    influential = _influential(np.maximum(np.abs(here), np.abs(there)))
    off = np.abs(there - here)[np.ix_(influential, influential)]
    size = max(float(np.abs(here[np.ix_(influential, influential)]).max(initial=0.0)), speed)
    change = float(off.max(initial=0.0)) / (size * STEP)
    if not change > CHANGES:
        return 0.0, ()
    paths = [n.path for names in named for n in names]
    worst = [influential[k] for k in np.argsort(-off.max(axis=1)) if off[k].max() > CHANGES * size * STEP]
    return change, tuple(paths[k] for k in worst if k < len(paths))


def _influential(A: np.ndarray) -> np.ndarray:
    """Return the indices of the states that remain after repeatedly removing those that no remaining rate depends
    on."""
    influential, limit = np.arange(len(A)), IDLE * float(np.abs(A).max(initial=0.0))
    while True:
        acts = np.abs(A[np.ix_(influential, influential)]).max(axis=0, initial=0.0) > limit
        if acts.all():
            return influential
        influential = influential[acts]


def sentence(change: float, paths: tuple[str, ...]) -> str:
    """Return a message about the eigenvalues of a model that changes, with the remedy."""
    return (
        f"the linear model changes along the motion, by {change:.2g} of its size per radian or length (rates of "
        f"{', '.join(paths[:3]) or 'block states'}): A is right at this instant, but its eigenvalues are not those of the motion. "
        "Name states that stay the same in a steady motion, for example speeds in a body's own axes "
        "(states=[…, 'body.velocity.local.x', …]), use lw.steady_motion for what a driver turns, or linearize about a state of rest"
    )
