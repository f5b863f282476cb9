"""Orders of convergence of every integrator: the error at the end against the step, on a pendulum, a four-bar and the
stiff flyball.

>>> print(text())
>>> measure("four-bar", "GeneralizedAlpha").order

Fixed steps are halved; otherwise the tolerance falls and the step is the mean one. The order is the gradient of
log(error) over log(step), fitted to the errors that are neither outside the asymptotic range nor rounding. Errors are
the largest difference of positions and velocities from a solution of another method at 1e-13."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from linkwork import library
from linkwork.analyses.motion.simulate import simulate
from linkwork.analyses.position.assembly import assemble
from linkwork.description.choices import (
    BDF,
    HHT,
    Adams,
    DormandPrince,
    GeneralizedAlpha,
    Integrator,
    Radau,
    RungeKutta4,
)
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import Body, Revolute
from linkwork.model.model import Model, compile
from linkwork.model.state import State
from linkwork.studies.tables import text_table

ROUNDING = 3e-12  # errors below are round-off
COARSE = 5e-2  # errors above are outside the asymptotic range
STIFF = "flyball"  # stability limits explicit steps there
HEADER = ("mechanism", "integrator", "order", "steps", "largest error", "steps ", "smallest error", "violation")


@dataclass(frozen=True)
class Method:
    """An integrator as a function of its step or tolerance, and the order that its theory gives (None: variable)."""

    make: Callable[[float], Integrator]
    fixed: bool  # by its step; else by its tolerance
    theory: int | None
    explicit: bool = False


METHODS: dict[str, Method] = {
    "DormandPrince(order=5)": Method(lambda rtol: DormandPrince(rtol=rtol, order=5), False, 5, True),
    "DormandPrince(order=8)": Method(lambda rtol: DormandPrince(rtol=rtol, order=8), False, 8, True),
    "Adams": Method(lambda rtol: Adams(rtol=rtol), False, None, True),
    "RungeKutta4": Method(RungeKutta4, True, 4, True),
    "Radau(stages=3)": Method(lambda rtol: Radau(3, rtol=rtol), False, 5),
    "Radau(stages=5)": Method(lambda rtol: Radau(5, rtol=rtol), False, 9),
    "BDF(order=1)": Method(lambda rtol: BDF(1, rtol=rtol), False, 1),
    "BDF(order=2)": Method(lambda rtol: BDF(2, rtol=rtol), False, 2),
    "BDF(order=3)": Method(lambda rtol: BDF(3, rtol=rtol), False, 3),
    "BDF(order=4)": Method(lambda rtol: BDF(4, rtol=rtol), False, 4),
    "BDF": Method(lambda rtol: BDF(rtol=rtol), False, 5),
    "GeneralizedAlpha": Method(lambda h: GeneralizedAlpha(step=h, rtol=1e-11), True, 2),
    "GeneralizedAlpha(index=2)": Method(lambda h: GeneralizedAlpha(step=h, index=2, rtol=1e-11), True, 2),
    "GeneralizedAlpha(rho_inf=0)": Method(lambda h: GeneralizedAlpha(0.0, step=h, rtol=1e-11), True, 2),
    "HHT": Method(lambda h: HHT(step=h, rtol=1e-11), True, 2),
    "GeneralizedAlpha by tolerance": Method(lambda rtol: GeneralizedAlpha(rtol=rtol), False, 2),
    "HHT by tolerance": Method(lambda rtol: HHT(rtol=rtol), False, 2),
}
TOLERANCES = {
    "DormandPrince(order=5)": (1e-5, 1e-10), "DormandPrince(order=8)": (1e-6, 1e-12), "Adams": (1e-5, 1e-10), "Radau(stages=3)": (1e-4, 1e-9),
    "Radau(stages=5)": (1e-4, 1e-10), "BDF(order=1)": (1e-2, 1e-5), "BDF(order=2)": (1e-3, 1e-7), "BDF(order=3)": (1e-3, 1e-8),
    "BDF(order=4)": (1e-4, 1e-9), "BDF": (1e-5, 1e-10), "GeneralizedAlpha by tolerance": (1e-3, 1e-7), "HHT by tolerance": (1e-3, 1e-7),
}  # fmt: skip
POINTS = 7  # tolerances or steps of a row


@dataclass(frozen=True)
class Row:
    """Errors and steps of one integrator on one mechanism."""

    mechanism: str
    integrator: str
    steps: np.ndarray
    errors: np.ndarray
    violation: float  # m, largest of positions and, by time, of velocities

    @property
    def order(self) -> float:
        """The fitted order; NaN if fewer than three errors are in the range."""
        use = (self.errors > ROUNDING) & (self.errors < COARSE)
        if use.sum() < 3:
            return float("nan")
        return float(-np.polyfit(np.log(self.steps[use]), np.log(self.errors[use]), 1)[0])

    def cells(self) -> tuple[str, ...]:
        bound = (
            self.mechanism == STIFF and METHODS[self.integrator].explicit
        )  # stability limits the step, which then does not determine the error
        order = "–" if bound or np.isnan(self.order) else f"{self.order:.1f}"
        return (
            self.mechanism, self.integrator, order, str(self.steps[0]), f"{self.errors[0]:.1e}", str(self.steps[-1]),
            f"{self.errors[-1]:.1e}", f"{self.violation:.0e}",
        )  # fmt: skip


def pendulum() -> Mechanism:
    """Return a bar that swings from the horizontal."""
    bar = Body("bar", mass=1.0, inertia=0.1, com=(0.5, 0, 0))
    return Mechanism("pendulum", plane="xy", gravity=(0, -9.81, 0)).add(
        bar, Revolute("A", "ground", "bar", at=(0, 0, 0))
    )


# mechanism, coordinates, speeds, duration, the longest fixed step
PROBLEMS: dict[str, tuple[Callable[[], Mechanism], str, dict[str, float], float, float]] = {
    "pendulum": (pendulum, "cartesian", {}, 1.0, 0.02),
    "four-bar": (lambda: library.planar_four_bar(case="II"), "joint", {}, 2.0, 0.04),
    "flyball": (library.flyball_governor, "joint", library.initial_speeds("flyball_governor"), 1.0, 0.01),
}


@cache
def problem(name: str) -> tuple[Model, State, float, Any]:
    """Return the model, start, duration and the reference at the end."""
    mechanism, coordinates, speeds, duration, _ = PROBLEMS[name]
    model = compile(mechanism(), coordinates=coordinates)
    state = assemble(model, speeds)
    choice = Radau(5, rtol=1e-13) if name == STIFF else DormandPrince(rtol=1e-13, order=8)
    return (
        model,
        state,
        duration,
        simulate(model, state, duration, integrator=choice, output=[duration], quiet=True).final,
    )


def measure(mechanism: str, integrator: str, points: int = POINTS) -> Row:
    """Measure one row of the table."""
    model, state, duration, exact = problem(mechanism)
    method = METHODS[integrator]
    if method.fixed:
        choices = PROBLEMS[mechanism][-1] / 2.0 ** np.arange(points)
    else:
        choices = np.geomspace(*TOLERANCES[integrator], points)
    steps, errors, violation = [], [], 0.0
    for choice in choices:
        run = simulate(model, state, duration, integrator=method.make(float(choice)), output=[duration], quiet=True)
        if not run.success:  # an explicit method outside its region of stability
            continue
        steps.append(run.stats.steps)
        errors.append(max(np.abs(run.final.q - exact.q).max(), np.abs(run.final.v - exact.v).max()))
        violation = max(violation, run.stats.violation, run.stats.velocity_violation)
    return Row(mechanism, integrator, np.array(steps), np.array(errors), violation)


def table() -> list[Row]:
    """Return all rows; explicit methods with fixed steps are not for the stiff flyball."""
    return [
        measure(mechanism, name)
        for mechanism in PROBLEMS
        for name, method in METHODS.items()
        if not (mechanism == STIFF and method.explicit and method.fixed)
    ]


def text() -> str:
    return text_table(HEADER, [row.cells() for row in table()])
