"""Reproduction of bae-sensitivity: derivatives of motions with respect to damping by the direct method, with BDF, Radau
and generalized-alpha.

D. Bae, "A recursive approach for mechanical system design sensitivity analysis". The paper compares the sensitivity of
a vehicle's roll acceleration to the damping coefficient of its shock absorbers with a finite difference. Here
three mechanisms are treated in the same way; each curve is compared with the central difference of two runs with tight
tolerances, which share no steps with it.

>>> print(reproduce())
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from linkwork.analyses.design.case import simulation
from linkwork.analyses.design.case_start import CaseStart
from linkwork.analyses.design.sensitivity import sensitivity
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.description.cases import Case
from linkwork.description.choices import BDF, GeneralizedAlpha, Integrator, Radau
from linkwork.description.mechanism import Mechanism
from linkwork.description.parts import JointSpring, Parameter
from linkwork.library import flyball_governor, initial_speeds, planar_four_bar, vehicle_on_posts
from linkwork.model.model import compile
from linkwork.studies.tables import text_table

TIGHT = 1e-11  # relative tolerance of the runs that are subtracted


@dataclass(frozen=True)
class Example:
    """A mechanism, a signal, and the damping with respect to which it is differentiated."""

    name: str
    mechanism: Callable[[], Mechanism] = field(repr=False)
    case: Case = field(repr=False)
    parameter: str
    signal: str
    unit: str
    step: float  # relative change of the parameter in the difference


@dataclass(frozen=True)
class Curve:
    """The result of one integrator."""

    method: str
    steps: int
    t: np.ndarray = field(repr=False)
    value: np.ndarray = field(repr=False)  # of the signal
    derivative: np.ndarray = field(repr=False)
    difference: np.ndarray = field(repr=False)  # of the tight runs, at the same times

    @property
    def largest(self) -> float:
        return float(np.abs(self.difference).max())

    @property
    def error(self) -> float:
        """The largest deviation from the central difference, relative to its largest value."""
        return float(np.abs(self.derivative - self.difference).max()) / self.largest


@dataclass(frozen=True)
class Report:
    """Everything computed; `str` is the comparison as text."""

    curves: dict[str, tuple[Curve, ...]]  # by the example's name

    def __str__(self) -> str:
        rows = [
            [name, curve.method, str(curve.steps), f"{curve.largest:.6g}", f"{curve.error:.1e}"]
            for name, curves in self.curves.items()
            for curve in curves
        ]
        lines = [f"{e.name}: d {e.signal} / d {e.parameter}, {e.unit}, {e.case.duration:g} s" for e in EXAMPLES]
        return "\n".join(["bae-sensitivity: damping sensitivities beside tight finite differences", "", *lines, "",
                          text_table(HEADER, rows), "", NOTES])  # fmt: skip


HEADER = ["", "along", "steps", "largest", "off by"]
NOTES = (
    "off by: largest deviation of the curve from the central difference of two runs at rtol 1e-11, of its largest value. Curves are\n"
    "derivatives of the computed solution: what separates them is the error of that solution at the tolerance of its integrator."
)


def damped_four_bar() -> Mechanism:
    """Return the case II of park-2000 with a damper of 5 N m s/rad on its crank."""
    return planar_four_bar("II").add(JointSpring("C1", "A.angle", damping=5.0))


def damped_governor() -> Mechanism:
    """Return the governor with one number, `damping`, for both of its spring-dampers."""
    m = flyball_governor().add(Parameter("damping", 4e4))
    return m.set("K1.damping", "damping").set("K2.damping", "damping")


def integrators(rtol: float) -> dict[str, Integrator]:
    return {"Radau": Radau(rtol=rtol), "BDF": BDF(rtol=rtol), "generalized-alpha": GeneralizedAlpha(rtol=rtol)}


EXAMPLES = (
    Example("four-bar", damped_four_bar, Case("swing", duration=1.0), "C1.damping", "A.angle", "rad/(N m s/rad)", 1e-3),
    Example(
        "governor", damped_governor, Case("spin", start=initial_speeds("flyball_governor"), duration=0.1), "damping",
        "observe0.position.z", "m/(N s/m)", 1e-3,
    ),
    Example(
        "vehicle", vehicle_on_posts, Case("post", settle=True, duration=0.5), "damper", "chassis.angular_acceleration.x",
        "rad/s²/(N s/m)", 1e-3,
    ),
)  # fmt: skip
TOLERANCES = {"four-bar": 1e-7, "governor": 1e-7, "vehicle": 1e-6}
ALONG = {"vehicle": ("Radau",)}  # all other examples use all integrators


def tight_runs(example: Example, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean and central difference of the signal at times t, of two runs at tight tolerances."""
    model = compile(example.mechanism())
    value = model.numbers.value(example.parameter)
    signals = []
    for sign in (1.0, -1.0):
        case = example.case.changed(
            set={example.parameter: value * (1.0 + sign * example.step)}, integrator=Radau(5, rtol=TIGHT), outputs={}
        )
        signals.append(simulation(CaseStart(model, case), output=t, quiet=True)[example.signal])
    return (signals[0] + signals[1]) / 2.0, (signals[0] - signals[1]) / (2.0 * example.step * value)


@cache
def curves(name: str) -> tuple[Curve, ...]:
    """Return the curves of an example, one for each of its integrators."""
    example = next(e for e in EXAMPLES if e.name == name)
    model, computed = compile(example.mechanism()), []
    for method, integrator in integrators(TOLERANCES[name]).items():
        if method in ALONG.get(name, (method,)):
            s = sensitivity(model, example.case.changed(integrator=integrator), [example.parameter], quiet=True)
            assert isinstance(s.run, Trajectory)  # the case simulates
            derivative = np.asarray(s[example.signal, example.parameter])
            computed.append(
                Curve(method, s.t.size - 1, s.t, s.run[example.signal], derivative, tight_runs(example, s.t)[1])
            )
    return tuple(computed)


def reproduce() -> Report:
    """Compute all examples."""
    return Report({example.name: curves(example.name) for example in EXAMPLES})
