"""Random small mechanisms: every joint, both coordinates, random cuts, masses over 24 decades and zeros, long steps.

Accelerations of every formulation that accepts a mechanism agree with a reference in 60 digits; runs in both
coordinates agree, keep the constraints and the energy, or say why they stopped.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from random import Random
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.model.evaluation import Evaluation
from linkwork.model.state_conversion import translated
from tests.fuzz.support import count, require
from tests.rigs.answers import FORMULATIONS, body_accelerations
from tests.rigs.joint_mechanisms import CONSTRAINTS, PLANAR_CONSTRAINTS, PLANAR_TREE, TREE, joint, planar_joint
from tests.rigs.random_parts import direction, inertia, planar_body, point
from tests.rigs.states import settled

AGREE = 1e-8  # of the largest acceleration
ROUNDING = (
    1e-15  # of the entries of the constraint Jacobian: what the reference is moved by to see how well it is determined
)
WELL = 1e-5  # smallest singular value of the scaled constraint Jacobian; below DEPENDENT a row depends on others
DEPENDENT = 1e-11
VANISHED = Decimal("1e-50")  # of the terms of a difference in 60 digits: what is left of terms that cancel
ANGLES = {"revolute": "angle", "cylindrical": "angle", "screw": "angle", "planar": "angle", "universal": "angle_i"}
LONGEST_RUN = 4.0  # s: light bodies on springs swing millions of times a second
SMALL = 1e-12  # of a body's moments of inertia: what some bodies have instead
SHIFT = 1e-6  # of the start's velocities, beside the tolerance, to see how sensitive a motion is
DRIFT = "the system is conservative but has"  # in the message of a run that reports its drift of energy
EXPLAINED = 50  # tolerances by which runs that agree may end apart, and so many again every
STEPS = 1000  # steps: light bodies on springs swing thousands of times
LESSENED = 0.3  # of an error: what a hundredth of the tolerance leaves of it at most
LOST = 0.1  # m, rad: an allowance in which nothing could be seen any more
REFUSALS = (lw.FormulationError, lw.AnalysisError)


# drawing


def mechanism(rng: Random) -> tuple[lw.Mechanism, dict[str, Any]]:
    """A mechanism and what was drawn: kinds, masses, cut."""
    numbers = np.random.default_rng(rng.getrandbits(32))
    plane = rng.random() < 0.3
    n = rng.randint(1, 4)
    kinds = PLANAR_TREE if plane else TREE
    closing = (*kinds[:-2], *(PLANAR_CONSTRAINTS if plane else CONSTRAINTS))
    make = planar_joint if plane else joint
    gravity = (*point(numbers, 10)[:2], 0.0) if plane else point(numbers, 10)
    m = lw.Mechanism("random", gravity=gravity if rng.random() < 0.8 else (0, 0, 0), plane="xy" if plane else None)
    decades = rng.choice([0, 0, 3, 12])
    for k in range(n):
        scale = 10.0 ** rng.uniform(-decades, decades)
        massless = decades > 0 and rng.random() < 0.1
        parent = "ground" if k == 0 else f"b{rng.randint(max(0, k - 2), k - 1)}"
        ends = (parent, f"b{k}") if rng.random() < 0.5 else (f"b{k}", parent)
        m.add(
            body(rng, numbers, f"b{k}", plane, scale, massless, decades > 0),
            make(numbers, rng.choice(kinds), *ends, f"j{k}"),
        )
    names = ["ground", *(f"b{k}" for k in range(n))]
    loops = rng.choice([0, 1, 1, 2]) if n > 1 else rng.choice([0, 0, 1])
    for k in range(loops):
        i, j = rng.sample(names, 2)
        m.add(make(numbers, rng.choice(closing), i, j, f"c{k}"))
    add_forces(rng, numbers, m, plane)
    return m, {"decades": decades, "loops": loops}


def body(rng: Random, numbers: Any, name: str, plane: bool, scale: float, massless: bool, light: bool) -> lw.Body:
    """A body whose mass and inertia are scaled together; some have no inertia about some axes, a few no mass."""
    if plane:
        made = planar_body(numbers, name)
        point_mass = light and rng.random() < 0.15
        mass, size = (0.0 if massless else scale), (0.0 if massless or point_mass else scale)
        return lw.Body(name, mass=mass * made.mass, com=made.com, inertia=size * made.inertia, x=made.x)
    J = [scale * x for x in inertia(numbers)]
    if massless:
        J = [0.0] * 3
    elif light and rng.random() < 0.2:
        J = rng.choice([[0.0] * 3, [0.0, J[1], J[1]], [SMALL * x for x in J]])
    mass = 0.0 if massless else float(numbers.uniform(1, 3)) * scale
    return lw.Body(
        name,
        mass=mass,
        com=point(numbers),
        inertia=J,
        x=direction(numbers),
        z=direction(numbers),
        origin=point(numbers),
    )


def add_forces(rng: Random, numbers: Any, m: lw.Mechanism, plane: bool) -> None:
    """Conservative ones only: energy is checked."""

    def place() -> tuple[float, ...]:
        return (*point(numbers)[:2], 0.0) if plane else point(numbers)

    if rng.random() < 0.4:
        m.add(
            lw.SpringDamper(
                "spring", "ground", "b0", at_i=place(), at_j=place(), stiffness=rng.uniform(1, 50), rest=0.5
            )
        )
    angles = angles_of(m)
    if angles and rng.random() < 0.4:
        m.add(lw.JointSpring("twist", rng.choice(angles), stiffness=rng.uniform(0.1, 20), rest=0.3))


def angles_of(m: lw.Mechanism) -> list[str]:
    """Signals of joints that turn about an axis; in the plane only a revolute joint is sure to."""
    if m.plane:
        return [f"{p.name}.angle" for p in m if p.type == "revolute"]
    return [f"{p.name}.{ANGLES[p.type]}" for p in m if p.type in ANGLES]


# accelerations


def moving(model: lw.Model, speeds: np.ndarray) -> lw.State:
    """The design position with consistent random speeds."""
    start = model.design_state()
    return settled(model, lw.State(start.t, start.q, speeds, start.z, start.inactive, start.turns))


def independent_rows(e: Evaluation) -> np.ndarray | None:
    """Rows of the constraint Jacobian that span it; None near a singular position."""
    J = e.m.row_scale[:, None] * e.jacobian()
    J = J[:, : e.model.nv]
    if not J.size:
        return np.zeros(0, int)
    sizes = np.linalg.svd(J, compute_uv=False)
    relative = sizes / max(sizes[0], 1e-300)
    if ((relative > DEPENDENT) & (relative < WELL)).any():
        return None
    rank, chosen, left = int((relative >= WELL).sum()), [], J.copy()
    for _ in range(rank):
        r = int(np.argmax((left**2).sum(axis=1)))
        chosen.append(r)
        u = left[r] / np.linalg.norm(left[r])
        left = left - np.outer(left @ u, u)
    return np.array(sorted(chosen), int)


def rounding_of_inertias(e: Evaluation) -> np.ndarray:
    """Of every entry of the mass matrix, relative to the largest one of its body's mass or inertia tensor."""
    size = 1 if e.model.structure.plane else 3
    out = np.zeros_like(e.M)
    for k in range(0, e.model.nv, size):
        block = slice(k, k + size)
        out[block, block] = ROUNDING * np.abs(e.M[block, block]).max()
    return out


def exact(e: Evaluation, rows: np.ndarray, moved: np.random.Generator | None = None) -> np.ndarray | None:
    """vdot of the saddle point in 60 digits, its numbers moved by rounding if asked; None if it is singular."""
    M, Phi, Qh, gamma = e.M.copy(), e.Phi_v[rows].copy(), e.Qh.copy(), e.w.gamma[rows].copy()
    if moved is not None:
        inertias = rounding_of_inertias(e)
        M += np.tril(inertias * moved.uniform(-1, 1, M.shape)) + np.tril(inertias * moved.uniform(-1, 1, M.shape), -1).T
        Qh += (np.diag(inertias) + ROUNDING * np.abs(Qh)) * moved.uniform(-1, 1, Qh.shape)
        Phi += (
            (Phi != 0)
            * ROUNDING
            * np.abs(Phi).max(axis=1, keepdims=True, initial=0.0)
            * moved.uniform(-1, 1, Phi.shape)
        )
        gamma *= 1 + ROUNDING * moved.uniform(-1, 1, gamma.shape)
    n, m = e.model.nv, rows.size
    with localcontext() as context:
        context.prec = 60
        A = np.full((n + m, n + m + 1), Decimal(0), object)
        for i, j in np.argwhere(M):
            A[i, j] = Decimal(float(M[i, j]))
        for i, j in np.argwhere(Phi):
            A[n + i, j] = A[j, n + i] = Decimal(float(Phi[i, j]))
        A[:n, -1] = [Decimal(float(x)) for x in Qh]
        A[n:, -1] = [Decimal(float(x)) for x in gamma]
        return eliminated(A, n)


def eliminated(A: np.ndarray, n: int) -> np.ndarray | None:
    """The first n unknowns by elimination with the largest pivot of equilibrated rows and columns."""
    size = len(A)
    left = list(range(size))
    order: list[tuple[int, int]] = []
    columns = list(range(size))
    for _ in range(size):
        best, at = Decimal(0), None
        for i in left:
            row = [abs(A[i, j]) for j in columns]
            largest = max(row)
            if largest == 0:
                return None
            for j, x in zip(columns, row, strict=True):
                if x == 0:
                    continue
                height = max(abs(A[k, j]) for k in left)
                value = x * x / (largest * height)
                if value > best:
                    best, at = value, (i, j)
            if best > Decimal("0.01"):
                break
        if at is None:
            return None
        i, j = at
        pivot = A[i, j]
        left.remove(i)
        columns.remove(j)
        order.append(at)
        cells = [c for c in (*columns, size) if A[i, c] != 0]
        for k in left:
            if A[k, j] != 0:
                factor = A[k, j] / pivot
                for c in cells:
                    part = factor * A[i, c]
                    left_over = A[k, c] - part
                    A[k, c] = left_over if abs(left_over) > VANISHED * abs(part) else Decimal(0)
    x: list[Decimal] = [Decimal(0)] * size
    for i, j in reversed(order):
        x[j] = (A[i, size] - sum((A[i, c] * x[c] for c in range(size) if c != j and x[c] != 0), Decimal(0))) / A[i, j]
    return np.array([float(v) for v in x[:n]])


def felt(e: Evaluation) -> float:
    """The largest acceleration that the forces would give if nothing held the bodies: its rounding stays."""
    weight = np.diag(e.M)
    return float(np.abs(e.Qh[weight > 0] / weight[weight > 0]).max(initial=0.0))


class Reference:
    """Accelerations of all bodies in Cartesian coordinates, and by how much rounding of the equations changes them."""

    def __init__(self, model: lw.Model, state: lw.State):
        e = Evaluation(model, state)
        self.model, self.state, self.bodies, self.spread = model, state, None, np.inf
        rows = independent_rows(e)
        if rows is None:
            return
        vdot = exact(e, rows)
        other = exact(e, rows, np.random.default_rng(1))
        if vdot is None or other is None or not np.isfinite(vdot).all():
            return
        self.bodies = body_accelerations(model, state, vdot)
        self.spread = float(np.abs(body_accelerations(model, state, other) - self.bodies).max())
        self.size = max(1.0, float(np.abs(self.bodies).max()), felt(e) * 1e-14 / AGREE)

    @property
    def determined(self) -> bool:
        return self.bodies is not None and self.spread < 1e-3 * AGREE * self.size

    def off(self, bodies: np.ndarray) -> float:
        return float(np.abs(bodies - self.bodies).max()) / self.size  # type: ignore[operator]


def check_accelerations(
    models: dict[str, tuple[lw.Model, lw.State]], reference: Reference, seen: dict[str, int]
) -> None:
    for name, (model, state) in models.items():
        for formulation in FORMULATIONS:
            try:
                vdot = lw.accelerations(model, state, formulation=formulation).vdot
            except REFUSALS as error:
                must_accept = isinstance(formulation, (lw.Recursive, lw.Augmented))
                require(not (must_accept and reference.determined), f"{name}, {formulation!r} refuses: {error}")
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
    model: lw.Model, state: lw.State, duration: float, rtol: float, signals: list[str]
) -> tuple[Any, np.ndarray]:
    """A run with the default formulation and no outputs but its end, and the signals there."""
    run = lw.simulate(model, state, duration, rtol=rtol, output=[duration], time_limit=LONGEST_RUN, quiet=True)
    return run, np.concatenate([np.zeros(0), *(np.ravel(lw.measure(model, run.final, path)) for path in signals)])


def energy_drift(model: lw.Model, start: lw.State, end: lw.State) -> float:
    """Change of the energy, relative to the largest of its parts."""
    before, after = lw.total_energy(model, start), lw.total_energy(model, end)
    parts = (lw.kinetic_energy(model, start), lw.kinetic_energy(model, end), abs(before), abs(after))
    return abs(after - before) / max(*parts, 1e-300)


def check_energy(name: str, model: lw.Model, state: lw.State, run: Any, duration: float, rtol: float) -> None:
    """A drift beyond the tolerance is reported, and a smaller tolerance lessens it: otherwise it is no error of steps."""
    drift = energy_drift(model, state, run.final)
    if drift < 1e4 * rtol + 1e-9:
        return
    warned = DRIFT in run.message
    assert warned, f"{name}: energy changes by {drift:.1e} at rtol {rtol:g} with {run.message!r}"
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
    """How much the end moves with the start: the least of all models, since a run that is wrong may jump about.

    The tolerance counts relative to the speed on the way, up to `speed`: the start is moved in proportion to it.
    """
    least = np.inf
    for name, (model, state) in models.items():
        most = 0.0
        for shift in (SHIFT, rtol):  # a chaotic motion shows more of the smaller one
            beside = state.v + shift * speed * np.random.default_rng(2).normal(size=model.nv)
            try:
                start = settled(model, lw.State(state.t, state.q, beside, state.z, state.inactive, state.turns))
            except ArithmeticError:
                continue
            run, end = end_of(model, start, duration, rtol, signals)
            if run.success:
                most = max(most, float(np.abs(end - ends[name]).max()) / shift)
        least = min(least, most)
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


def check_runs(
    rng: Random, models: dict[str, tuple[lw.Model, lw.State]], angles: list[str], seen: dict[str, int]
) -> None:
    """Default formulation, no outputs but the end: long steps. Angles count whole turns in all coordinates."""
    duration, rtol = rng.choice([0.1, 0.5, 2.0]), rng.choice([1e-4, 1e-6, 1e-9])
    signals = [f"{name}.position" for name in next(iter(models.values()))[0].bodies] + angles
    ends, steps, speed, reported = {}, 0, 0.0, False
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
            continue
        length = model.length
        assert run.stats.violation < 1e-8 * length, (
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
    if rtol <= 1e-6 and len(ends) == len(models):
        check_agreement(models, ends, duration, rtol, signals, steps, speed, reported, seen)


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
