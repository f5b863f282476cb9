"""Random small mechanisms: every joint, both coordinates, random cuts, masses over 24 decades and zeros, long steps.

Accelerations of every formulation that accepts a mechanism agree with a reference in 60 digits; runs in both
coordinates, and one run of another formulation, agree, keep the constraints and the energy, or say why they stopped.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.model.evaluation import Evaluation
from linkwork.model.state_conversion import translated
from tests.fuzz.exact_accelerations import AGREE, WELL, Reference
from tests.fuzz.random_mechanisms import angles_of, mechanism
from tests.fuzz.support import count, require
from tests.rigs.answers import FORMULATIONS, body_accelerations
from tests.rigs.joint_mechanisms import TREE
from tests.rigs.states import settled

LONGEST_RUN = 4.0  # s: light bodies on springs swing millions of times a second
SHIFT = 1e-6  # of the start's velocities, beside the tolerance, to see how sensitive a motion is
DRIFT = "the system is conservative but has"  # in the message of a run that reports its drift of energy
EXPLAINED = 50  # tolerances by which runs that agree may end apart, and so many again every
ON_THE_WAY = (0.0, 0.25, 0.5, 0.75)  # of the steps of a run: where it is shifted, as errors are made everywhere
STEPS = 1000  # steps: light bodies on springs swing thousands of times
LESSENED = 0.3  # of an error: what a hundredth of the tolerance leaves of it at most
REST = 1e-12  # m/s: speeds of mechanisms that cannot move are rounding
FAR = 64 * 2.0**-52  # of a distance: rounding of positions there
SPREAD = 1e9  # ratio of masses or moments above which rounding of accelerations limits what a tolerance can do
LOST = 0.1  # m, rad: an allowance in which nothing could be seen any more
STOPPED = ("failed", "step too small")  # statuses of runs that do not reach the end
AWAY = "look singular though they are not"  # in the message of a run that stops where a body is very far away
FARTHEST = 100  # lengths
SINGULAR = "singular position"  # in the message of a run that stops there
MASSES = ("mass", "inertia")  # in the message of a run that stops because they do not determine the motion
NEAR = 1e-3  # smallest singular value of the scaled constraint Jacobian, relative, that bears out such a message
BEYOND = "masses and inertias differ by more than this formulation can tell apart"
NO_MASS = "Recursive() and Augmented() accept them"  # in the message about bodies without inertia
WIDE = 1e6  # ratio of masses or moments above which a dense formulation may say so
DOUBTED = "the positions may lie on another branch"  # in the message of a run whose formulation has no guard
REFUSALS = (lw.FormulationError, lw.AnalysisError)


# accelerations


def moving(model: lw.Model, speeds: np.ndarray) -> lw.State:
    """The design position with consistent random speeds."""
    start = model.design_state()
    return settled(model, lw.State(start.t, start.q, speeds, start.z, start.inactive, start.turns))


def check_accelerations(
    models: dict[str, tuple[lw.Model, lw.State]], reference: Reference, seen: dict[str, int]
) -> None:
    for name, (model, state) in models.items():
        for formulation in FORMULATIONS:
            try:
                vdot = lw.accelerations(model, state, formulation=formulation).vdot
            except REFUSALS as error:
                must_accept = isinstance(formulation, (lw.Recursive, lw.Augmented))
                contradicted = isinstance(error, lw.InconsistentError)
                refusable = not (reference.determined and (must_accept or contradicted))
                require(refusable, f"{name}, {formulation!r} refuses: {error}")
                count(seen, "refused by a formulation")
                continue
            assert np.isfinite(vdot).all(), (
                f"{name}, {formulation!r}: accelerations that are not finite, without an error"
            )
            if reference.determined:
                off = reference.off(body_accelerations(model, state, vdot))
                assert off < AGREE, f"{name}, {formulation!r}: accelerations off by {off:.1e} of {reference.size:.1e}"


# runs


def end_of(
    model: lw.Model, state: lw.State, duration: float, rtol: float, signals: list[str], formulation: Any = None
) -> tuple[Any, np.ndarray]:
    """A run with no outputs but its end, and the signals there."""
    run = lw.simulate(
        model,
        state,
        duration,
        rtol=rtol,
        output=[state.t + duration],
        time_limit=LONGEST_RUN,
        quiet=True,
        formulation=formulation,
    )
    return run, np.concatenate([np.zeros(0), *(np.ravel(lw.measure(model, run.final, path)) for path in signals)])


def energy_drift(model: lw.Model, start: lw.State, end: lw.State) -> float:
    """Change of the energy, relative to the largest of its parts."""
    before, after = lw.total_energy(model, start), lw.total_energy(model, end)
    parts = (lw.kinetic_energy(model, start), lw.kinetic_energy(model, end), abs(before), abs(after))
    at_rest = REST**2 * sum(float(part.mass) for part in model.mechanism() if part.type == "body")
    return abs(after - before) / max(*parts, at_rest, 1e-300)


def spread_of_masses(model: lw.Model) -> float:
    """Ratio of the largest to the smallest mass or principal moment of inertia that is not zero."""
    bodies = [part for part in model.mechanism() if part.type == "body"]
    sizes = [float(x) for body in bodies for x in (body.mass, *np.ravel(body.inertia)[:3])]
    sizes = [x for x in sizes if x > 0.0]
    return max(sizes) / min(sizes) if sizes else 1.0


def check_energy(name: str, model: lw.Model, state: lw.State, run: Any, duration: float, rtol: float) -> None:
    """A drift beyond the tolerance is reported, and a smaller tolerance lessens it: otherwise it is no error of steps."""
    drift = energy_drift(model, state, run.final)
    if drift < 1e4 * rtol + 1e-9:
        return
    warned = DRIFT in run.message
    assert warned, f"{name}: energy changes by {drift:.1e} at rtol {rtol:g} with {run.message!r}"
    if spread_of_masses(model) > SPREAD:
        return
    finer = max(1e-2 * rtol, 1e-12)
    again, _ = end_of(model, state, duration, finer, [])
    if again.success and finer < rtol:
        less = energy_drift(model, state, again.final)
        assert less < LESSENED * drift or less < 1e4 * finer + 1e-9, (
            f"{name}: energy changes by {drift:.1e} at rtol {rtol:g} and by {less:.1e} at {finer:g}"
        )


def sensitivity_of_motion(
    models: dict[str, tuple[lw.Model, lw.State]],
    ends: dict[str, np.ndarray],
    duration: float,
    rtol: float,
    signals: list[str],
    speed: float,
) -> float:
    """How much the end moves with states on the way: the least of all models, since a run that is wrong may jump about.

    A model of which no shifted run reaches its end, on a busy machine for instance, says nothing; inf if none says anything.
    The tolerance counts relative to the largest speed on the way, at least `speed`: states are moved in proportion to it.
    """
    least = np.inf
    for name, (model, state) in models.items():
        most = 0.0
        whole = lw.simulate(model, state, duration, rtol=rtol, time_limit=LONGEST_RUN, quiet=True)
        fastest = max(speed, float(np.abs(whole.v).max(initial=0.0)))
        for at in (whole.state(int(part * len(whole))) for part in ON_THE_WAY if whole.success):
            for shift in (SHIFT, rtol):  # a chaotic motion shows more of the smaller one
                beside = at.v + shift * fastest * np.random.default_rng(2).normal(size=model.nv)
                try:
                    start = settled(model, lw.State(at.t, at.q, beside, at.z, at.inactive, at.turns))
                except ArithmeticError:
                    continue
                run, end = end_of(model, start, duration - at.t, rtol, signals)
                if run.success:
                    most = max(most, float(np.abs(end - ends[name]).max()) / shift)
        least = min(least, most or np.inf)
    return least


def check_agreement(
    models: dict[str, tuple[lw.Model, lw.State]],
    ends: dict[str, np.ndarray],
    duration: float,
    rtol: float,
    signals: list[str],
    steps: int,
    speed: float,
    reported: bool,
    seen: dict[str, int],
) -> None:
    """Ends in all coordinates agree to what the tolerance explains, magnified as the motion magnifies its start.

    The tolerance counts relative to velocities too: what they are off by adds up along the way. Where a run reports that
    its energy drifts more than the tolerance explains, a smaller tolerance must bring the ends together.
    """
    (first, one), *others = ends.items()
    size = max(1.0, float(np.abs(one).max()), speed * duration)
    explained = EXPLAINED * rtol * max(1.0, steps / STEPS)
    for name, two in others:
        off = float(np.abs(one - two).max())
        if off < explained * size:
            continue
        magnified = sensitivity_of_motion(models, ends, duration, rtol, signals, speed)
        allowed = explained * max(size, magnified)
        if allowed > LOST:
            count(seen, "motion too sensitive to compare")
            return
        if off >= allowed and reported and lessened(models, off, duration, rtol, signals):
            count(seen, "reported drift of energy")
            return
        assert off < allowed, (
            f"runs of {duration:g} s at rtol {rtol:g} in {first} and {name} end {off:.1e} apart, "
            f"where shifted starts end {magnified:.1e} times as far apart as they began"
        )


def lessened(
    models: dict[str, tuple[lw.Model, lw.State]], off: float, duration: float, rtol: float, signals: list[str]
) -> bool:
    """Whether a smaller tolerance brings the ends together, as much as it must lessen a drift of energy."""
    ends = [end_of(model, state, duration, max(1e-2 * rtol, 1e-12), signals)[1] for model, state in models.values()]
    return all(float(np.abs(end - ends[0]).max()) < LESSENED * off for end in ends)


def is_singular(model: lw.Model, state: lw.State) -> bool:
    """Whether a row of the constraints nearly depends on others that it does not depend on in the design position."""
    sizes, ranks = [], []
    for at in (model.design_state(), state):
        e = Evaluation(model, at)
        J = e.m.row_scale[:, None] * e.jacobian()[:, : model.nv]
        sizes.append(np.linalg.svd(J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), 1e-300), compute_uv=False))
        ranks.append(int((sizes[-1] > WELL * sizes[-1].max(initial=0.0)).sum()))
    rank = ranks[0]
    return rank > 0 and (ranks[1] != rank or sizes[1][rank - 1] < NEAR * sizes[1][0])


def positions(model: lw.Model, state: lw.State) -> np.ndarray:
    """Positions of all bodies, (n, 3)."""
    return np.array([lw.measure(model, state, f"{name}.position") for name in model.bodies])


def is_accepted(run: Any, joint: lw.Model, cartesian: lw.Model, model: lw.Model) -> bool:
    """Whether a user would accept why a run stopped while the same motion goes on in other coordinates.

    There are four such reasons, and each must be true. The run stopped near a singular position: closed loops have one
    there, which joint coordinates show, as mechanisms without loops have none. Masses and inertias do not determine the
    motion: the accelerations of the reference are not determined either. A body is very far away. Steps became too small
    where masses differ so much that light bodies swing millions of times a second. Everything else, "could not be moved
    onto the constraints" for instance, is a fault.
    """
    if AWAY in run.message:
        return bool(np.abs(positions(model, run.final)).max() > FARTHEST * model.length)
    if run.status == "step too small" and spread_of_masses(model) > SPREAD:
        return True
    if SINGULAR in run.message:
        return is_singular(joint, translated(model, run.final, joint))
    if any(word in run.message for word in MASSES):
        return not Reference(cartesian, translated(model, run.final, cartesian)).determined
    return False


def check_runs(
    rng: Random, models: dict[str, tuple[lw.Model, lw.State]], angles: list[str], seen: dict[str, int]
) -> None:
    """Default formulation, no outputs but the end: long steps. Angles count whole turns in all coordinates."""
    duration, rtol = rng.choice([0.1, 0.5, 2.0]), rng.choice([1e-4, 1e-6, 1e-9])
    signals = [f"{name}.position" for name in next(iter(models.values()))[0].bodies] + angles
    ends, stopped, steps, speed, reported = {}, {}, 0, 0.0, False
    for name, (model, state) in models.items():
        run, end = end_of(model, state, duration, rtol, signals)
        assert run.message, f"{name}: a run without a message"
        assert np.isfinite(run.q).all() and np.isfinite(run.v).all(), (
            f"{name}: numbers that are not finite: {run.message}"
        )
        if not run.success:
            assert run.status != "done", f"{name}: no success and status done"
            count(seen, f"run ended with {run.status}")
            if run.status == "time limit":
                return
            stopped[name] = run
            continue
        length = model.length
        assert run.stats.violation < 1e-8 * length + FAR * np.abs(end).max(initial=0.0), (
            f"{name}: violation {run.stats.violation:.1e} m with {run.message!r}"
        )
        speed = max(1.0, speed, float(np.abs(run.v).max(initial=0.0)))
        assert run.stats.velocity_violation < 1e-7 * length * speed, (
            f"{name}: velocity violation {run.stats.velocity_violation:.1e} m/s with {run.message!r}"
        )
        check_energy(name, model, state, run, duration, rtol)
        ends[name] = end
        reported |= DRIFT in run.message
        steps = max(steps, run.stats.steps)
        count(seen, "run finished")
    for name, run in stopped.items() if ends else ():
        assert run.status in STOPPED, f"{name}: a run of {duration:g} s ended with {run.status!r}"
        accepted = is_accepted(run, models["joint"][0], models["cartesian"][0], models[name][0])
        assert accepted, f"{name} stops where {', '.join(ends)} reaches {duration:g} s, rtol {rtol:g}: {run.message}"
        count(seen, "accepted reason to stop")
    if rtol <= 1e-6 and len(ends) == len(models):
        check_agreement(models, ends, duration, rtol, signals, steps, speed, reported, seen)


def is_refusal(run: Any, model: lw.Model) -> bool:
    """Whether a formulation other than the default one refuses masses that differ much, or bodies without inertia."""
    sizes = [
        float(x) for part in model.mechanism() if part.type == "body" for x in (part.mass, *np.ravel(part.inertia)[:3])
    ]
    if NO_MASS in run.message:
        return min(sizes) == 0.0
    return BEYOND in run.message and (min(sizes) == 0.0 or spread_of_masses(model) > WIDE)


def check_formulation(
    rng: Random, models: dict[str, tuple[lw.Model, lw.State]], angles: list[str], seen: dict[str, int]
) -> None:
    """A short run of another formulation ends where that of the default one does, in one of the models."""
    name, formulation, duration, rtol = rng.choice(list(models)), rng.choice(FORMULATIONS[1:]), 0.1, 1e-6
    model, state = models[name]
    signals = [f"{body}.position" for body in model.bodies] + angles
    run, end = end_of(model, state, duration, rtol, signals)
    other, other_end = end_of(model, state, duration, rtol, signals, formulation)
    if not run.success or other.status == "time limit" or DOUBTED in other.message:
        return
    if not other.success:
        accepted = is_refusal(other, model) or is_accepted(other, models["joint"][0], models["cartesian"][0], model)
        assert accepted, f"{name}, {formulation!r} stops in {duration:g} s, rtol {rtol:g}: {other.message}"
        count(seen, "run refused by a formulation")
        return
    count(seen, "run of another formulation")
    ends = {name: end, f"{name}, {formulation!r}": other_end}
    speed = max(1.0, *(float(np.abs(one.v).max(initial=0.0)) for one in (run, other)))
    reported = DRIFT in run.message + other.message
    beside = dict.fromkeys(ends, models[name])
    check_agreement(
        beside, ends, duration, rtol, signals, max(run.stats.steps, other.stats.steps), speed, reported, seen
    )


def check(rng: Random, seen: dict[str, int]) -> None:
    m, drawn = mechanism(rng)
    try:
        full = lw.compile(m, coordinates="cartesian")
        cut = rng.choice([None, "random"]) if drawn["loops"] else None
        free = lw.compile(m)
    except lw.DescriptionError:
        count(seen, "refused")
        return
    models = {"joint": free}
    if cut:
        names = [p.name for p in m if p.name[0] in "jc" and p.name[1:].isdigit() and p.type in TREE]
        chosen = rng.sample(names, min(len(names), len(free.structure.topology.cut)))
        try:
            models["cut " + ", ".join(chosen)] = lw.compile(m, cut=chosen)
        except lw.DescriptionError:
            count(seen, "cut refused")
    speeds = np.random.default_rng(rng.getrandbits(32)).normal(size=free.nv) * rng.choice([0.0, 1.0, 1.0, 30.0])
    try:
        state = moving(free, speeds) if free.nv else free.design_state()
    except ArithmeticError:
        count(seen, "not closed")
        return
    placed = {
        name: (model, state if model is free else translated(free, state, model)) for name, model in models.items()
    }
    placed["cartesian"] = (full, translated(free, state, full))
    reference = Reference(*placed["cartesian"])
    count(seen, "determined" if reference.determined else "undetermined or near singular")
    check_accelerations(placed, reference, seen)
    if reference.determined:
        check_runs(rng, placed, angles_of(m), seen)
        check_formulation(rng, placed, angles_of(m), seen)
