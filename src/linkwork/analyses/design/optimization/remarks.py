"""Remarks of an optimization: variables without effect, bounds that exclude the given design, searches stopped by
failures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from linkwork.analyses.design.optimization.optimum import Trial
from linkwork.analyses.design.optimization.question import DesignQuestion

ROUNDING = 1e-11  # of a goal, or of its largest derivative


def search_remarks(question: DesignQuestion, history: Sequence[Trial], best: Trial, left: float) -> tuple[str, ...]:
    """Return remarks; `left` is the gradient of the best design that bounds do not balance, for scaled variables."""
    return (*_outside(question), *_without_effect(question, history), *_at_an_edge(history, best, left))


def _outside(question: DesignQuestion) -> Iterator[str]:
    for v in question.variables:
        if v.begin != v.value:
            yield f"{v.path} is {v.value:g} in the design that was given, outside of its bounds: the search began at {v.begin:g}"


def _without_effect(question: DesignQuestion, history: Sequence[Trial]) -> Iterator[str]:
    """Yield remarks about variables whose derivatives over their whole range are round-off of the goals."""
    known = [trial for trial in history if trial.gradients is not None]
    if not known:
        return
    scale = np.array([variable.scale for variable in question.variables])
    derivatives = np.max([np.abs(trial.gradients) for trial in known], axis=0) * scale  # type: ignore[arg-type]
    values = np.max([np.abs(trial.values) for trial in known], axis=0)
    acts = derivatives > ROUNDING * np.maximum(values, derivatives.max(axis=1))[:, None]
    idle = [path for path, does in zip(question.paths, acts.any(axis=0), strict=True) if not does]
    if idle:
        yield f"neither the objective nor a constraint changes with {', '.join(idle)}"
    elif not acts[0].any():
        yield "the objective does not change with anything that varies"


def _at_an_edge(history: Sequence[Trial], best: Trial, left: float) -> Iterator[str]:
    """Yield a remark about a search that failed designs have stopped: within the bounds, the objective would still fall
    by more than its range."""
    values = [trial.objective for trial in history if not trial.failed]
    if any(trial.failed for trial in history) and left > max(abs(best.objective), float(np.ptp(values))):
        yield "the objective still falls at the best design: it may lie at the edge of what can be computed, see the designs that failed"
