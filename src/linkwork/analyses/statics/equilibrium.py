"""Static equilibrium of a mechanism: positions, joint loads, stiffness and stability."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np

from linkwork.analyses.position.assembly import assemble
from linkwork.analyses.position.closure import Closure
from linkwork.analyses.position.correction import Correction
from linkwork.analyses.position.measure import Sample, read_signal
from linkwork.analyses.position.reactions import reactions_at
from linkwork.analyses.statics.balance import Balance, Point, inputs_of
from linkwork.analyses.statics.continuation import load_continuation
from linkwork.analyses.statics.equilibrium_result import Attempt, Equilibrium
from linkwork.analyses.statics.held_signals import HeldSignals, read_held_signals
from linkwork.analyses.statics.newton import Search, newton
from linkwork.analyses.statics.relaxation import relax
from linkwork.analyses.statics.stability import Stability, stability_at, stays_while_held
from linkwork.description.errors import did_you_mean
from linkwork.description.values import TargetValue, constant_inputs, is_bool, is_choice, name_list, plain_inputs, shown
from linkwork.dynamics.formulations.solve import Solution, solve
from linkwork.kernels.reactions import joint_wrenches
from linkwork.model.errors import EquilibriumError, QuestionError
from linkwork.model.evaluation import Evaluation
from linkwork.model.model import Model
from linkwork.model.running_variant import input_problems
from linkwork.model.state import State
from linkwork.model.state_check import state_problems
from linkwork.model.state_conversion import translated
from linkwork.numerics.questions import question

METHODS = {"newton": newton, "continuation": load_continuation, "relaxation": relax}
NEARBY = 0.5  # rad or L: an unstable equilibrium within this distance of the guess is accepted
DISTURBANCE = 0.02  # rad or L, by which an unstable equilibrium is disturbed if only a stable one is acceptable


@question
def equilibrium(
    model: Model,
    state: State,
    *,
    hold: Mapping[str, TargetValue] | Iterable[str] | None = (),
    trim: Iterable[str] | None = (),
    inputs: Mapping[str, float] | None = None,
    stable: bool = False,
    method: str | None = None,
) -> Equilibrium:
    """Return the equilibrium reached from a state, at its time: v = 0, with drivers at their positions and block states
    constant.

    Newton with a line search finds the equilibrium nearest to the guess, stable or not. Where it fails, or ends at an
    unstable one far away, load continuation starts from the guess, and last damped relaxation, which leads to stable
    ones only. `stable=True` accepts no other; `method` selects "newton", "continuation" or "relaxation" alone.

    `trim` names inputs to solve for, and `hold` as many signals to hold at their values in the state (or {signal:
    value}). A mechanism without an equilibrium raises EquilibriumError, which names the freedom that runs away.

    >>> eq = lw.equilibrium(model, lw.assemble(model, {"A.angle": 1.0}))
    >>> eq.state, eq.stability, eq["D.force"]
    >>> lw.equilibrium(arm, state, hold=["j1.angle"], trim=["tau1"])["tau1"]
    """
    require_flag("stable", stable)
    question = Question(model, state, listed("hold", hold), list(listed("trim", trim)), plain_inputs(inputs), method)
    return Finder(question, stable).find()


def listed(what: str, given: Any) -> Any:
    """Return names as a list, or a mapping from names as it is."""
    names = given if isinstance(given, Mapping) else name_list(given)
    if names is None:
        raise QuestionError(f"{what} is a list of names, not {shown(given)}")
    return names


def require_flag(what: str, value: Any) -> None:
    if not is_bool(value):
        raise QuestionError(f"{what} is True or False, not {shown(value)}")


class Question:
    """The checked arguments: the model in joint coordinates, the start, the held signals and the trimmed inputs."""

    def __init__(
        self,
        model: Model,
        state: State,
        hold: Mapping[str, TargetValue] | Iterable[str],
        trim: Sequence[str],
        inputs: dict[str, float],
        method: str | None,
    ):
        problems = state_problems(model, state)
        problems += constant_problems(model, inputs)
        problems += trim_problems(model, trim)
        if method is not None and not is_choice(method, METHODS):
            problems.append(
                f"method is one of {', '.join(map(repr, METHODS))}, or None for all in turn, not {shown(method)}"
            )
        self.model, self.trim, self.inputs, self.method = model, list(trim), inputs, method
        self.joint_model = model.joint_model
        held = HeldSignals(self.joint_model)
        if not problems:
            rest = replace(state, v=np.zeros(model.nv))
            self.start = rest if model is self.joint_model else translated(model, rest, self.joint_model)
            held, wrong = read_held_signals(self.joint_model, self.start, hold, inputs)
            problems += wrong
            if not wrong:
                problems += count_problems(held, self.trim)
        if problems:
            raise QuestionError(problems, "problems with the question")
        self.held = held


def constant_problems(model: Model, inputs: Mapping[str, float]) -> list[str]:
    """Return the problems of inputs, which must be constants for an equilibrium."""
    problems = input_problems(model, constant_inputs(inputs))
    for name, value in inputs.items():
        if not isinstance(value, Real):
            problems.append(f"input {name!r} of an equilibrium is a constant, not {value!r:.60}")
    return problems


def trim_problems(model: Model, trim: Sequence[str]) -> list[str]:
    problems = [
        f"trim {name!r}: there is no such input; {did_you_mean(str(name), model.inputs, 'inputs are')}"
        for name in dict.fromkeys(trim)
        if name not in model.inputs
    ]
    if len(set(trim)) < len(trim):
        problems.append("trim names an input twice; name every input once")
    return problems


def count_problems(held: HeldSignals, trim: Sequence[str]) -> list[str]:
    """Return a problem if the numbers of held signals and trimmed inputs differ."""
    n, m = len(held), len(trim)
    if n == m:
        return []
    about = f"{n} held signal{'s' * (n != 1)} ({', '.join(held.names) or 'none'}) and {m} trimmed input{'s' * (m != 1)} ({', '.join(trim) or 'none'})"
    if n > m:
        return [f"{about}: over-determined; trim {n - m} more input{'s' * (n - m > 1)}, or hold fewer signals"]
    return [f"{about}: under-determined; hold {m - n} more signal{'s' * (m - n > 1)}, or trim fewer inputs"]


class Finder:
    """A search by all methods in turn, which records the attempts."""

    def __init__(self, question: Question, stable: bool = False):
        self.question, self.stable = question, stable
        self.balance = Balance(question.joint_model, question.start, question.inputs, question.held, question.trim)
        self.account: list[Attempt] = []
        self.results: list[tuple[Search, Stability]] = []
        self.staying: list[bool] = []  # for each result: not unstable, or only with respect to held signals

    def find(self) -> Equilibrium:
        start = self._start()
        self.balance.set_scales(start)
        self._check_influence(start)
        names = list(METHODS) if self.question.method is None else [self.question.method]
        last: Search | None = None
        for name in names:
            last = search = METHODS[name](self.balance, start)
            if self._accept(search):
                break
        else:
            self._leave_unstable()
        if not self.results:
            assert last is not None
            raise self._failure(last)
        search, stability = self._best()
        if self.stable and stability.verdict == "unstable":
            raise self._failure(search, f"only unstable equilibria were found ({stability.directions[0]})")
        return result(self.question, self.balance, search, stability, self.account)

    def _start(self) -> Point:
        """Return the guess, corrected to the constraints."""
        first = self.balance.first()
        start = self.balance.corrected(first, first)
        if start is None:
            q = self.question
            state = assemble(q.joint_model, near=replace(q.start, v=np.zeros(q.joint_model.nv)), inputs=q.inputs)
            start = replace(first, q=state.q.copy(), turns=state.turns.copy())
        return start

    def _check_influence(self, start: Point) -> None:
        """Raise an error for inputs that move nothing and for held signals that depend on one another."""
        q = self.question
        residual = self.balance.residual(start)
        if residual is None or not q.trim:
            return
        J = self.balance.matrix(residual).J
        n, m = residual.N.shape[1] + q.joint_model.nz, len(q.trim)
        size = np.abs(J).max(initial=0.0)
        problems = [
            f"trim {name!r}: it moves nothing here, neither forces nor held signals; trim another input"
            for k, name in enumerate(q.trim)
            if np.abs(J[:, n + k]).max() <= 1e-12 * max(size, 1.0)
        ]
        rows = J[n:]
        if np.linalg.matrix_rank(rows, tol=1e-9 * max(np.abs(rows).max(initial=0.0), 1e-300)) < m:
            problems.append(
                f"the held signals ({', '.join(q.held.names)}) depend on one another or cannot move here: "
                "hold as many independent ones as inputs are trimmed"
            )
        if problems:
            raise QuestionError(problems, "problems with hold and trim")

    def _accept(self, search: Search) -> bool:
        """Record the search and return whether its result is acceptable."""
        worst = np.inf if search.residual is None else search.residual.worst
        note, good = search.why, False
        if search.found:
            assert search.residual is not None and search.matrix is not None
            stability = stability_at(self.balance, search.residual, search.matrix)
            self.results.append((search, stability))
            near = np.abs(search.travel).max(initial=0.0) <= NEARBY
            stays = stability.verdict != "unstable" or (
                bool(self.question.trim) and stays_while_held(self.balance, search.residual, search.matrix)
            )
            self.staying.append(stays)
            good = stability.verdict != "unstable" or ((near or stays) and not self.stable)
            note = f"found {'an' if stability.verdict == 'unstable' else 'a'} {stability.verdict} equilibrium"
            if stays and stability.verdict == "unstable":
                note = "found an equilibrium that is stable while it is held"
            if not good:
                note += ", not accepted" if near else " far from the guess: the search for a stable one continues"
        self.account.append(Attempt(search.method, search.found, search.iterations, float(worst), note))
        return good

    def _leave_unstable(self) -> None:
        """Descend from an unstable equilibrium along its steepest direction, if only stable ones are acceptable."""
        if not (self.stable and self.results and self.question.method is None):
            return
        search, stability = self.results[0]
        if stability.verdict != "unstable":
            return
        names = self.balance.coordinates.names()
        x = np.zeros(len(names))
        for name, move in stability.directions[0].moves.items():
            x[names.index(name)] = move * self.balance.root_weight[names.index(name)]
        x *= DISTURBANCE / np.abs(x).max()
        q = self.balance.coordinates.moved(search.point.q, x / self.balance.root_weight)
        beside = self.balance.corrected(replace(search.point, q=q), search.point)
        if beside is not None:
            self._accept(relax(self.balance, beside))

    def _best(self) -> tuple[Search, Stability]:
        """Return a stable result if there is one, else one that is stable while held, else the first; move its attempt
        to the end of the account."""
        best = next((pair for pair in self.results if pair[1].verdict != "unstable"), None)
        best = best or next((pair for pair, stays in zip(self.results, self.staying) if stays), self.results[0])
        place = [k for k, attempt in enumerate(self.account) if attempt.found][self.results.index(best)]
        self.account.append(self.account.pop(place))
        return best

    def _failure(self, search: Search, reason: str | None = None) -> EquilibriumError:
        """Return an error that names the freedoms that run away, or the unbalanced forces."""
        balance, name = self.balance, self.question.model.name or "the mechanism"
        freedoms, why = runaway(balance, search)
        tried = "; ".join(str(attempt) for attempt in self.account)
        remedy = (
            "Support that freedom with a joint, a spring or a Driver, or remove what drives it"
            if search.why == "runs away"
            else "Start nearer to it, check the loads, or run check(model, state)"
        )
        return EquilibriumError(
            f"{name}: no {'stable ' if self.stable else ''}equilibrium was found at t = {self.question.start.t:g}: "
            f"{reason or why}. {remedy}. Tried {tried}.",
            self.account, freedoms, balance.state(search.point),
        )  # fmt: skip


def runaway(balance: Balance, search: Search) -> tuple[list[str], str]:
    """Return the freedoms that run away, or have unbalanced forces, and a sentence about them."""
    names = balance.coordinates.names()
    if search.residual is None:
        return [], f"{search.why} (a force, motion or block gives nan or inf there)"
    others = _other_residuals(balance, search)
    if others:
        return list(others), f"{', '.join(others.values())} ({search.why})"
    left = -(search.residual.N @ (search.residual.N.T @ search.residual.f))
    away = search.why == "runs away"
    x = search.travel if away else left
    size = np.abs(x).max(initial=0.0)
    places = [k for k in np.argsort(-np.abs(x)) if abs(x[k]) > 0.3 * size][:4]
    words = []
    for k in places:
        unit = "N m" if balance.coordinates.turns[k] else "N"
        force = left[k] * balance.root_weight[k]
        words.append(f"{names[k]} ({force:+.4g} {unit})")
    if away:
        verb = (
            "runs away, driven by what nothing balances"
            if len(places) == 1
            else "run away, driven by what nothing balances"
        )
        return [names[k] for k in places], f"{', '.join(words)} {verb}"
    return [names[k] for k in places], f"forces stay unbalanced along {', '.join(words)} ({search.why})"


def _other_residuals(balance: Balance, search: Search) -> dict[str, str]:
    """Return sentences about block states that keep changing and held signals that are not reached, if their residuals
    exceed those of the forces."""
    residual, model = search.residual, balance.model
    assert residual is not None
    n = residual.N.shape[1]
    off = np.abs(residual.R[n:])
    if not off.size or off.max() <= max(np.abs(residual.R[:n]).max(initial=0.0), 1e-9):
        return {}
    rates = balance.evaluate(residual.point).w.zdot
    words = [f"block state {name} keeps changing by {rate:.4g} 1/s" for name, rate in zip(model.lowered.states, rates)]
    words += [
        f"held signal {name} cannot be brought to {x:.6g}" for name, x in zip(balance.held.names, balance.held.values)
    ]
    names = [*model.lowered.states, *balance.held.names]
    return {names[k]: words[k] for k in np.argsort(-off) if off[k] > 0.3 * off.max()}


def result(
    question: Question, balance: Balance, search: Search, stability: Stability, account: Sequence[Attempt]
) -> Equilibrium:
    """Return the equilibrium in the model's own coordinates."""
    assert search.residual is not None and search.matrix is not None
    model, point = question.model, search.point
    inputs = inputs_of(balance.evaluate(point))
    state = balance.state(point)
    if model is not question.joint_model:
        state = _closed(model, translated(question.joint_model, state, model), inputs)
    e = Evaluation(model, state, inputs)
    e.w.gamma[:] = 0.0  # drivers hold still
    solution = solve(e)
    rest = Solution(np.zeros(model.nv), solution.lam, solution.dependent, solution.formulation)
    sample = Sample(e)
    sample.given(rest.vdot, rest.lam)
    return Equilibrium(
        model=model, state=state, lam=solution.lam, lam_unique=not solution.dependent, inputs=inputs,
        trim=dict(zip(question.trim, point.u.tolist(), strict=True)),
        hold=dict(zip(question.held.names, question.held.values.tolist(), strict=True)),
        residual=unbalanced(e, solution.lam, search.residual.scale), stability=stability.verdict,
        directions=stability.directions, softest=stability.softest, rates=stability.rates,
        independent=stability.independent, stiffness=stability.stiffness, mass=stability.mass, method=search.method,
        account=tuple(account), approximate=tuple(search.matrix.approximate),
        read=lambda path: read_signal(sample, path), react=lambda: reactions_at(e, rest),
    )  # fmt: skip


def unbalanced(e: Evaluation, lam: np.ndarray, scale: float) -> float:
    """Return the largest generalized force (times length) that the multipliers leave over, relative to `scale`."""
    from linkwork.model.coordinates import Coordinates

    model = e.model
    F, tau = np.zeros((len(model.bodies) + 1, 6)), np.zeros(model.nv)
    joint_wrenches(model.ints, model.floats, e.work, np.zeros(model.nv), lam, 1, F, tau)
    return float(np.abs(tau / Coordinates(model).root_weight).max(initial=0.0)) / (scale or 1.0)


def _closed(model: Model, state: State, inputs: Mapping[str, float]) -> State:
    """Return the state with round-off of the change of coordinates corrected."""
    closure = Closure(model, state, inputs=inputs)
    solution = Correction(closure, state.q).run(state.q, max_iterations=10)
    return replace(state, q=solution.q, turns=solution.turns, v=np.zeros(model.nv))
