"""Modes as visible motions: one period of an enlarged small motion in which all loops stay closed.

q(phase) = nearest point of Phi = 0 to  q0 ⊕ Re(a shape e^(i phase)),   a so that bodies move visibly
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analyses.linear.linear_system import LinearSystem
from linkwork.analyses.linear.modes_result import About, Mode
from linkwork.analyses.position.closure import Closure
from linkwork.analyses.position.correction import Correction
from linkwork.description.values import is_number, shown
from linkwork.model.errors import AnalysisError, QuestionError

TURN = 1.75  # rad for a displacement of one length: 20° beside a fifth of the length
HALVINGS = 6  # of an amplitude at which the loops do not close
BENT = 0.5  # of the displacement: the largest correction by the loops
CLOSED = 1e-9  # of the length


@dataclass(frozen=True, eq=False)
class ModeMotion:
    """One period; the first position is repeated at the end."""

    q: np.ndarray  # (n + 1, nq)
    turns: np.ndarray  # (n + 1, n_measures)
    factor: float  # by which the mode's shape is multiplied
    asked: float  # the given amplitude over the actual one


def mode_motion(lin: LinearSystem | About, mode: Mode, amplitude: float = 0.2, frames: int = 60) -> ModeMotion:
    """Return a mode of a linear model over one period, in which the farthest body moves by `amplitude` lengths or turns
    by TURN times that.

    If loops do not close at this amplitude, it is halved.
    """
    if not (is_number(amplitude) and amplitude > 0):
        raise QuestionError(f"amplitude is a part of the mechanism's length above zero, not {shown(amplitude)}")
    size = _size(lin, mode)
    if size == 0.0:
        raise QuestionError("this mode moves no body: its states are those of blocks, so that there is nothing to show")
    phases = np.linspace(0.0, 2.0 * np.pi, frames, endpoint=False)
    for halved in range(HALVINGS + 1):
        factor = amplitude / size / 2**halved
        positions = _positions(lin, factor * mode.shape, phases)
        if positions is not None:
            q, turns = positions
            return ModeMotion(np.vstack((q, q[:1])), np.vstack((turns, turns[:1])), factor, 2.0**halved)
    raise AnalysisError(
        f"the loops of {lin.model.name or 'the mechanism'} do not close beside its state; run check(model, state)"
    )


def _size(lin: LinearSystem | About, mode: Mode) -> float:
    """Return the largest displacement of a body for a factor of one, in lengths."""
    motion = np.array([*mode.bodies.values()]).reshape(-1, 6)
    if not motion.size:
        return 0.0
    moved = np.linalg.norm(np.abs(motion[:, :3]), axis=1) / lin.model.length
    turned = np.linalg.norm(np.abs(motion[:, 3:]), axis=1) / TURN
    return float(np.maximum(moved, turned).max())


def _positions(
    lin: LinearSystem | About, shape: np.ndarray, phases: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the positions and whole turns at all phases; None if a loop does not close."""
    state = lin.state
    closure = Closure(lin.model, state, inputs=lin.input_values)
    first, weight = closure.turns.copy(), closure.coordinates.root_weight
    qs, turns = [], []
    for phase in phases:
        guess = closure.coordinates.moved(state.q, np.real(shape * np.exp(1j * phase)))
        closure.turns[:] = first
        closure.accept_at(state.q)
        if closure.rows.size:
            solution = Correction(closure, guess).run(guess, max_iterations=20, tolerance=1e-6)
            bent = np.abs(weight * closure.coordinates.difference(solution.q, guess)).max(initial=0.0)
            if not solution.error <= CLOSED or closure.flipped() or bent > BENT * np.abs(weight * shape).max():
                return None
            qs.append(solution.q)
            turns.append(solution.turns.copy())
        else:
            closure.residuals(guess)
            qs.append(guess)
            turns.append(closure.turns.copy())
    return np.array(qs), np.array(turns)
