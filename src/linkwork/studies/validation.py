"""The validation table: problems with a known answer, the answer, ours and the difference.

>>> print(text())
>>> validate()["Closed forms"][0].difference

References are closed forms, or solutions in minimal coordinates by an independent program at a tolerance of 1e-12,
given to their reliable digits. Runs use `rtol=1e-10`, default formulation and integrator, unless the row says
otherwise."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork import library
from linkwork.analyses.motion.inverse_dynamics import inverse_dynamics
from linkwork.analyses.motion.simulate import simulate
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.position.accelerations import accelerations
from linkwork.analyses.position.assembly import assemble
from linkwork.analyses.position.reactions import reactions
from linkwork.description.choices import Adams, Event, PartialVelocity
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Body, Input, JointForce, Revolute
from linkwork.dynamics.energy import mass_matrix
from linkwork.model.model import Model, compile
from linkwork.studies import rest, small_motions
from linkwork.studies.park_2000 import EXAMPLES, OPPOSITE, STRESS
from linkwork.studies.tables import text_table

RTOL = 1e-10
HEADER = ("problem", "quantity", "reference", "ours", "difference", "bound")


@dataclass(frozen=True)
class Comparison:
    """One number beside its reference."""

    problem: str
    quantity: str
    reference: float
    ours: float
    bound: float  # of the difference, in the quantity's unit; the tests check it

    @property
    def difference(self) -> float:
        return abs(self.ours - self.reference)

    def cells(self) -> tuple[str, ...]:
        """Return the cells of a row of the table, with the reliable digits of the reference."""
        digits = f"{self.reference:.13g}"
        places = len(digits.partition(".")[2])
        return (
            self.problem, self.quantity, digits, f"{self.ours:.{places}f}", f"{self.difference:.1e}", f"{self.bound:.0e}",
        )  # fmt: skip


def validate() -> dict[str, list[Comparison]]:
    """Return all comparisons by group, which takes some seconds once the kernels are compiled."""
    return {title: list(group()) for title, group in GROUPS.items()}


def text() -> str:
    """Return the tables as text."""
    return "\n\n".join(
        f"{title}\n{text_table(HEADER, [c.cells() for c in comparisons])}" for title, comparisons in validate().items()
    )


def _moved(mechanism: Mechanism, duration: float, speeds: str = "", **choices) -> Trajectory:
    model = compile(mechanism, coordinates=choices.pop("coordinates", "joint"))
    start = assemble(model, library.initial_speeds(speeds) if speeds else {})
    return simulate(model, start, duration, output=[duration], quiet=True, **{"rtol": RTOL, **choices})


def _ends(problem: str, run: Trajectory, wanted: dict[str, float], bound: float) -> Iterator[Comparison]:
    for signal, reference in wanted.items():
        yield Comparison(problem, f"{signal} at {run.t[-1]:g} s", reference, float(run[signal][-1]), bound)


def _swing(model: Model, angle: float, duration: float) -> float:
    """Return the mean period in s of a motion that starts at rest: the speed falls through zero once a period."""
    event = Event("A.angle.rate", direction=-1)
    run = simulate(model, assemble(model, {"A.angle": angle}), duration, rtol=1e-11, events=event, quiet=True)
    times = [0.0, *(crossing.time for crossing in run.events if crossing.time > 1e-3)]
    return (times[-1] - times[0]) / (len(times) - 1)


def closed_forms() -> Iterator[Comparison]:
    """Yield comparisons of a pendulum at a large angle, the rhombus of park-2000 4.2, a knife edge, energy."""
    bar = Mechanism("pendulum", gravity=(0, -9.81, 0), plane="xy").add(
        Body("bar", mass=2, inertia=2 / 12, com=(0, -0.5, 0)), Revolute("A", "ground", "bar", at=(0, 0, 0))
    )
    swing = math.radians(120)
    a, b = 1.0, math.cos(swing / 2)
    while a - b > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    period = 2 * math.pi / (math.sqrt(1.5 * 9.81) * a)
    yield Comparison("slender bar swinging 120°", "period, s", period, _swing(compile(bar), swing, 10), 1e-9)
    for x, y in ((80, 70), OPPOSITE, STRESS):
        model = compile(library.planar_four_bar("I", (x, y)), coordinates="cartesian")
        state = assemble(model, {"A.angle": 1.0, "A.angle.rate": 1.3})
        exact = (-100 * (1.0 - 0.524) + 2 * (-x * math.sin(1.0) + y * math.cos(1.0))) / 77
        computed = accelerations(model, state, formulation=PartialVelocity())["A.angle.accel"]
        yield Comparison(
            f"rhombus (park-2000, 4.2), F = ({x}, {y})", "A.angle.accel, rad/s²", exact, float(computed), 1e-10
        )
    door = compile(library.door())
    carried = reactions(door, assemble(door))
    both = sum(float(joint.force[2]) for joint in carried if joint.joint in ("hinge1", "hinge2"))
    yield Comparison("door on two hinges", "weight carried by both, N", 20 * 9.81, both, 1e-9)


def park_2000() -> Iterator[Comparison]:
    """Yield comparisons of the three examples at their ends, by default and by the paper's own method."""
    titles = {1: "4.1 double bar pendulum", 2: "4.2 planar four-bar", 3: "4.3 spatial four-bar"}
    seen = set()
    for example in EXAMPLES:
        title = f"{titles[example.table]}{', case ' + example.name if example.table == 2 else ''}"
        if example.reference and (title, example.duration) not in seen:
            seen.add((title, example.duration))
            run = _moved(example.mechanism(), example.duration)
            sure = (
                "O" not in example.name and example.table < 3
            )  # O passes the flat pose; forces of 4.3 have eight decimals
            yield from _ends(title, run, dict(example.reference), 1e-9 if sure else 2e-8)
    stress = library.planar_four_bar("I", STRESS)
    yield from _ends(
        "4.2, F = (80, -70), through flat", _moved(stress, 10.0), {"link2.position.y": 1.255250465033}, 2e-8
    )
    pendulum = next(e for e in EXAMPLES if e.reference)
    partial = _moved(
        pendulum.mechanism(), 10.0, coordinates="cartesian", formulation=PartialVelocity(), integrator=Adams(rtol=1e-10)
    )
    yield from _ends("4.1, Cartesian, PartialVelocity, Adams", partial, dict(pendulum.reference), 1e-9)


def bae_2003() -> Iterator[Comparison]:
    """Yield comparisons of the parallelogram's frequency, from its motion."""
    model = compile(library.parallelogram_four_bar())
    yield Comparison("6.1 parallelogram with a spring", "frequency, Hz", 5.04, 1 / _swing(model, 1e-5, 2.0), 1e-7)


def kelly_1987() -> Iterator[Comparison]:
    """Yield comparisons of inverse dynamics, a mass matrix and a nonholonomic constraint."""
    arm = library.double_bar_pendulum().remove("M", "F")
    arm.add(
        Input("tA"), Input("tB"), JointForce("mA", "A.angle", force="tA"), JointForce("mB", "B.angle", force="tB")
    )  # fmt: skip
    model = compile(arm)
    start = assemble(model, {"A.angle": 0.524, "B.angle": 0.261})
    motion = {"A.angle": "0.524 + time**2/2", "B.angle": "0.261 + time**2/2"}
    efforts = inverse_dynamics(model, start, [0.0], motion=motion, efforts=["tA", "tB"])
    for name, reference in (("tA", 137.5775614), ("tB", 67.5258538)):
        yield Comparison(
            "1 inverse dynamics of the arm", f"{name}, N m", reference, float(np.ravel(efforts[name])[0]), 1e-6
        )
    M = mass_matrix(model, start)
    for (i, j), reference in {(0, 0): 97.0517076, (0, 1): 40.5258538, (1, 1): 27.0}.items():
        yield Comparison("2 composite rigid bodies", f"M[{i}, {j}], kg m²", reference, float(M[i, j]), 1e-7)
    sleigh = _moved(library.chaplygin_sleigh(), 5.0, "chaplygin_sleigh")
    along = float(np.hypot(*sleigh["P.velocity"][-1][:2]))
    yield Comparison("10 Chaplygin sleigh", "speed of the edge at 5 s, m/s", 1.7762633254, along, 1e-8)
    turned = float(sleigh["sleigh.angle"][-1]) % (2 * math.pi)
    yield Comparison("10 Chaplygin sleigh", "angle at 5 s within a turn, rad", 3.4317144266, turned, 1e-8)
    yield from _ends("10 Chaplygin sleigh", sleigh, {"sleigh.angle.rate": 0.0951470482, "energy.total": 1.58}, 1e-8)


def community() -> Iterator[Comparison]:
    """Yield comparisons of IFToMM's benchmarks and a chain: the observed points at their ends."""
    points: Sequence[tuple[str, Callable[[], Mechanism], float, str, dict[str, Sequence[float]], float]] = (
        ("A02 four-bar", library.n_four_bar, 10.0, "n_four_bar", {"observe0": (0.478385057756, 0.878150178794)}, 1e-7),
        ("A02, 10 loops", lambda: library.n_four_bar(10), 10.0, "n_four_bar", {"observe0": (0.204353560986, 0.978897145829)}, 1e-7),
        ("A03 Andrews' squeezer", library.andrews_squeezer, 0.05, "",
         {"observe0": (-0.0052085047278, 0.00467669525419), "observe1": (-0.0144417068189, 0.0171086463489)}, 1e-10),
        ("A04 Bricard", library.bricard, 9.5, "", {"observe0": (0.972351587418, -1.21121568104, 0.766478287001)}, 1e-8),
        ("chain of 10 rods", lambda: library.chain(10), 1.0, "",
         {"observe0": (-0.452282563429, 0.00914211568064), "observe1": (-0.894316852361, -0.146565064747)}, 1e-10),
        ("chain of 100 rods", lambda: library.chain(100), 1.0, "",
         {"observe0": (0.22931255681, -0.444308639842), "observe1": (7.53408470896, -4.905)}, 1e-10),
    )  # fmt: skip
    for problem, make, duration, speeds, wanted, bound in points:
        signals = {
            f"{frame}.position.{axis}": value for frame, values in wanted.items() for axis, value in zip("xyz", values)
        }
        yield from _ends(problem, _moved(make(), duration, speeds), signals, bound)


def at_rest() -> Iterator[Comparison]:
    """Yield comparisons of equilibria and their loads."""
    for row in rest.rows():
        yield Comparison(*row)


def linear_models() -> Iterator[Comparison]:
    """Yield comparisons of linear models: frequencies, damping, matrices and responses."""
    for row in small_motions.rows():
        yield Comparison(*row)


GROUPS: dict[str, Callable[[], Iterator[Comparison]]] = {
    "Closed forms": closed_forms,
    "park-2000": park_2000,
    "bae-2003": bae_2003,
    "kelly-1987": kelly_1987,
    "Benchmarks of the community": community,
    "Positions of rest": at_rest,
    "Small motions": linear_models,
}
