"""Assembly: the nearest positions that close every joint and meet every target, then velocities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from linkwork.analyses.position.closure import Closure
from linkwork.analyses.position.correction import CLOSED, Correction, CorrectionResult
from linkwork.analyses.position.targets import Asked, read_targets
from linkwork.analyses.position.velocities import assembled_velocities
from linkwork.description.values import TargetValue, is_choice, is_number, plain_inputs, shown
from linkwork.kernels.joints import CHAINS
from linkwork.model.errors import AnalysisError, AssemblyError, TargetError
from linkwork.model.evaluation import Evaluation
from linkwork.model.lowering.turn_counts import turning_path
from linkwork.model.model import Model
from linkwork.model.state import State
from linkwork.model.state_check import state_problems
from linkwork.model.state_conversion import translated
from linkwork.numerics.questions import question

LONG_WAY = 0.4  # rad or L: targets farther away than this are also approached in steps
SHOWN = 4  # violations named in a message


@question
def assemble(
    model: Model,
    targets: Mapping[str, TargetValue] | None = None,
    *,
    guess: Mapping[str, TargetValue] | None = None,
    near: State | None = None,
    t: float | None = None,
    inputs: Mapping[str, float] | None = None,
    correction: str = "newton",
) -> State:
    """Return a state on the constraint manifold that meets the targets and is nearest to `near` (the design position).

    Targets are met exactly: any position or velocity signals, scalars or vectors. Guesses are met approximately, and
    select one of several ways to assemble. Distances are measured in joint coordinates (1 for radians, 1/L² for
    metres), whatever the model's own. `inputs` are values of inputs that motions use. `correction="frozen"` retains the
    first iteration matrix (lee-1997).

    >>> state = lw.assemble(model, {"A.angle": 1.047, "A.angle.rate": 2.0})
    >>> state = lw.assemble(model, {"A.angle": 1.047}, guess={"B.angle": -1})
    """
    if not is_choice(correction, ("newton", "frozen")):
        raise ValueError(f"correction is 'newton' or 'frozen', not {shown(correction)}")
    if t is not None and not is_number(t):
        raise ValueError(f"t is a finite time, not {shown(t)}")
    inputs = plain_inputs(inputs)
    if near is not None:
        _require_near(model, near)
    joint_model = model.joint_model
    asked = _read(joint_model, targets, guess)
    start = _start(model, near, t)
    solution, e = _positions(joint_model, start, asked, correction, inputs)
    state = replace(start, q=solution.q, turns=solution.turns)
    e.update(state)
    state = replace(state, v=assembled_velocities(e, asked["target"][1], asked["guess"][1]))
    if model is joint_model:
        return state
    return _polished(
        model, _with_target_turns(model, translated(joint_model, state, model), asked["target"][0]), inputs
    )


def _read(model: Model, targets, guess) -> dict[str, tuple[Asked, Asked]]:
    """Return the targets and guesses as (positions, velocities), with all mistakes at once."""
    read, problems = {}, []
    for what, given in (("target", targets), ("guess", guess)):
        try:
            read[what] = read_targets(model, given, what)
        except TargetError as error:
            problems += error.problems
    if problems:
        raise TargetError(problems, "problems with targets and guesses")
    return read


def _require_near(model: Model, near: State) -> None:
    """Raise an error if the state to stay near is not one of this model."""
    sizes = {"q": model.nq, "v": model.nv, "z": model.nz, "turns": len(model.lowered.measures)}
    for name, size in sizes.items() if isinstance(near, State) else ():
        given = getattr(near, name).size
        if given != size and (name, given) != ("turns", 0):
            raise AnalysisError(
                f"near is a state of another model: its {name} has {given} entries, this model's {size}; assemble this model "
                "first, or give State(t, q, v) without turns if the coordinates are the same"
            )
    problems = state_problems(model, near)
    if problems:
        raise AnalysisError(f"near: {problem}" for problem in problems)


def _start(model: Model, near: State | None, t: float | None) -> State:
    """Return the state to stay near, in joint coordinates."""
    if near is None:
        return replace(model.joint_model.design_state(), t=0.0 if t is None else t)
    here = near if model is model.joint_model else translated(model, near, model.joint_model)
    return here if t is None else replace(here, t=t)


# positions


def _positions(
    model: Model, start: State, asked: dict, correction: str, inputs: Mapping[str, float] | None
) -> tuple[CorrectionResult, Evaluation]:
    """Return the positions, and an evaluation of the model."""
    targets, guesses = asked["target"][0], asked["guess"][0]
    q_star = _guessed(model, _whole_turns(model, start.q, targets), guesses)
    best: CorrectionResult | None = None
    closure = Closure(model, replace(start, q=q_star), targets, guesses, inputs)
    unflipped = _unflipped(closure, q_star)
    if unflipped is not q_star:
        closure = closure.at(replace(start, q=unflipped))
    way = float(np.abs(closure.residuals(closure.start.q)[len(closure.rows) :]).max(initial=0.0))
    for solution in _attempts(closure, q_star, correction, way):
        if best is None or (solution.closed, -solution.distance if solution.closed else -solution.error) > (
            best.closed, -best.distance - 1e-9 if best.closed else -best.error,
        ):  # fmt: skip
            best = solution
    assert best is not None
    closure.turns[:] = best.turns
    closure.residuals(best.q)
    if not best.closed or closure.flipped():
        raise _failure(model, closure)
    return best, closure.e


def _attempts(closure: Closure, q_star: np.ndarray, correction: str, way: float):
    """Yield solutions: directly; in steps if the targets are far; from disturbed starts while none closes."""
    start = closure.start
    solution = Correction(closure, q_star, matrix=correction).run(start.q)
    yield solution
    closed = solution.closed
    if closure.targets.measures and (way > LONG_WAY or not closed):
        stepped = _in_steps(closure, q_star, way)
        if stepped is not None:
            yield stepped
            closed = closed or stepped.closed
    rng = np.random.default_rng(1)
    for size in (0.03, 0.1, 0.3, 0.6, 1.0, 1.5):
        if closed:
            return
        dq = size * rng.standard_normal(start.v.size) / closure.coordinates.root_weight
        again = closure.at(replace(start, q=closure.coordinates.moved(q_star, dq)))
        first = Correction(again, again.start.q, weight=1e-3).run(again.start.q, max_iterations=100)
        solution = Correction(again, q_star).run(first.q) if first.closed else first
        yield solution if solution.closed else first
        closed = solution.closed or first.closed


def _in_steps(closure: Closure, q_star: np.ndarray, way: float) -> CorrectionResult | None:
    """Return the solution that approaches the targets in steps from the nearest closed position, which preserves the
    way of assembling; None if a step does not close."""
    model, start = closure.model, closure.start
    free = Correction(Closure(model, start, None, closure.guesses, closure.inputs), q_star).run(start.q)
    if not free.closed:
        return None
    moving = closure.at(replace(start, q=free.q, turns=free.turns))
    goal = moving.target_values.copy()
    moving.residuals(free.q)
    off = moving.f[len(moving.rows) :] / moving.target_scale
    steps = max(2, int(np.ceil(max(way, float(np.abs(moving.f).max())) / 0.2)))
    if steps > 200:
        return None
    q = free.q
    for k in range(1, steps + 1):
        moving.target_values = goal + off * (1.0 - k / steps)
        solution = Correction(moving, q).run(q, max_iterations=30)
        if not solution.closed:
            return None
        q = solution.q
    moving.target_values = goal
    return Correction(moving, q_star).run(q)


def _whole_turns(model: Model, q: np.ndarray, targets: Asked) -> np.ndarray:
    """Return q with the whole turns of the targets that are angles of the tree, or sums of them: the pose stays."""
    q = q.copy()
    screws = {tree.joint for tree in model.structure.topology.tree if CHAINS[tree.motion].has_pitch}
    for measure, value in zip(targets.measures, targets.values, strict=True):
        place = model.lowered.coordinates.get(measure)
        if place is not None and measure.measure.properties.has_turns and screws.isdisjoint(measure.frame_i):
            q[place] += 2 * np.pi * round((value - q[place]) / (2 * np.pi))
        elif place is None and measure.measure.properties.has_turns and measure not in model.lowered.measures:
            path = turning_path(model.placement, model.lowered.arrays, model.lowered.q0, measure)
            if path.free == 0.0 and path.q:
                off = value - path.offset - float(np.dot(path.sign, q[path.q]))
                q[path.q[0]] += path.sign[0] * 2 * np.pi * round(off / (2 * np.pi))
    return q


def _guessed(model: Model, q: np.ndarray, guesses: Asked) -> np.ndarray:
    """Return q with the values of guesses that are coordinates of the tree."""
    q = q.copy()
    for measure, value in zip(guesses.measures, guesses.values, strict=True):
        place = model.lowered.coordinates.get(measure)
        if place is not None:
            q[place] = value
    return q


def _unflipped(closure: Closure, q: np.ndarray) -> np.ndarray:
    """Return q, or q slightly disturbed where a joint is exactly upside down, so that it can turn back."""
    closure.residuals(q)
    if not closure.sigma.size or closure.sigma.max() < 1e5:
        return q
    dq = 1e-2 * np.random.default_rng(0).standard_normal(closure.model.nv) / closure.coordinates.root_weight
    return closure.coordinates.moved(q, dq)


# failure


def _failure(model: Model, closure: Closure) -> AssemblyError:
    """Return an error that names the parts that stay open, the worst first, and remedies."""
    worst = [(key.split("|")[0], size, unit) for key, (size, unit) in closure.violations().items()]
    worst = [item for item in worst if not item[1] <= 1e-9 * (model.length if item[2] == "m" else 1.0)]
    flipped = closure.flipped()
    sentences = [f"{_kind(model, part)} is off by {size:.4g} {unit}" for part, size, unit in worst[:SHOWN]]
    sentences += [f"joint {name!r} comes out turned over by 180°" for name in flipped]
    more = f" and {len(worst) - SHOWN} more" if len(worst) > SHOWN else ""
    message = (
        f"{model.name or 'the mechanism'} does not assemble at t = {closure.start.t:g}: {'; '.join(sentences)}{more}."
    )
    return AssemblyError(f"{message} {_remedy(model, worst)}", {part: size for part, size, _ in worst})


def _kind(model: Model, part: str) -> str:
    if part.startswith("target "):
        return f"target {part.removeprefix('target ')!r}"
    kind = model.numbers.parts[part].type
    return f"{kind} {part!r}" if kind in ("driver", "coupler") else f"joint {part!r} ({kind})"


def _remedy(model: Model, worst: list[tuple[str, float, str]]) -> str:
    named = [part for part, _, _ in worst]
    drivers = [p for p in named if p in model.numbers.parts and model.numbers.parts[p].type == "driver"]
    asked = [p.removeprefix("target ") for p in named if p.startswith("target ")]
    undefined = [part for part, size, _ in worst if not np.isfinite(size)]
    if undefined:
        return f"Part {undefined[0]!r} has no value there: its motion, expression or point gives nan or inf."
    if drivers and asked:
        if len(drivers) > 1 or len(asked) > 1:
            return (
                f"Targets ({', '.join(map(repr, asked))}) and drivers ({', '.join(map(repr, drivers))}) contradict "
                "each other: drop a target or change a motion."
            )
    elif len(drivers) > 1:
        return f"Drivers {', '.join(map(repr, drivers))} contradict each other: remove one or make their motions agree."
    if drivers and asked:
        return f"Target {asked[0]!r} contradicts driver {drivers[0]!r}: drop the target or change the motion."
    if len(asked) > 1:
        return f"Targets {', '.join(map(repr, asked))} contradict each other or cannot be reached together: drop one."
    if asked:
        return f"Target {asked[0]!r} is out of reach: give another value, or a guess= nearer to the intended position."
    if drivers:
        return f"Driver {drivers[0]!r} prescribes a position out of reach: change its motion, or give near= or guess=."
    return "Check the lengths and points of that loop, or give guess= values nearer to the intended position."


# Cartesian coordinates


def _with_target_turns(model: Model, state: State, targets: Asked) -> State:
    """Return the state with the whole turns of planar bodies' angles that the targets give."""
    q, turns = state.q.copy(), state.turns.copy()
    for measure, value in zip(targets.measures, targets.values, strict=True):
        place = model.lowered.coordinates.get(measure)
        if place is not None and measure.measure.properties.has_turns:
            q[place] += 2 * np.pi * round((value - q[place]) / (2 * np.pi))
    return replace(state, q=q, turns=turns)


def _polished(model: Model, state: State, inputs: Mapping[str, float] | None) -> State:
    """Return the state with round-off of the change of coordinates corrected in Phi and Phi_v v = nu."""
    closure = Closure(model, state, inputs=inputs)
    if np.abs(closure.residuals(state.q)).max(initial=0.0) > 0.1 * CLOSED:
        solution = Correction(closure, state.q).run(state.q, max_iterations=10)
        state = replace(state, q=solution.q, turns=solution.turns)
    return replace(state, v=assembled_velocities(Evaluation(model, state, inputs), Asked(), Asked()))
