"""Choices: plain data that select the method of an analysis.

The methods are in `linkwork.dynamics.formulations` and `linkwork.integrators`, whose registries map a choice to its
method. A choice is a dataclass here, and nothing else lists it: its name in files and in the shell follows from its
class (description.choice_names)."""

from __future__ import annotations

import math
from dataclasses import dataclass, is_dataclass

from linkwork.description.values import is_choice, shown


class Formulation:
    """How constraints enter the equations of motion; use one of its kinds."""


@dataclass(frozen=True)
class Augmented(Formulation):
    """Lagrange multipliers: n + m equations, solved dense; `Recursive` solves them by sparse factors.

    >>> lw.simulate(model, state, 10, formulation=lw.Augmented())
    """

    def __init__(self, *given: object, **named: object):
        if given or named:
            raise TypeError(
                "Augmented() takes no arguments and is dense at every size; Recursive() solves the same equations by "
                "sparse factors, as Augmented(sparse=True) did"
            )


@dataclass(frozen=True)
class Baumgarte(Formulation):
    """Constraint stabilization: gamma - 2 alpha Phidot - beta² Phi.

    >>> lw.simulate(model, state, 10, formulation=lw.Baumgarte(alpha=5, beta=5))
    """

    alpha: float = 10.0
    beta: float = 10.0

    def __post_init__(self):
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not _finite(value) or value < 0:
                raise ValueError(f"Baumgarte: {name} is a finite number, at least 0, not {shown(value)}")


@dataclass(frozen=True)
class CoordinatePartitioning(Formulation):
    """Independent and dependent coordinates by full pivoting (Park, Yoo & Hwang 2000, Eqs. 11-15).

    >>> lw.simulate(model, state, 10, formulation=lw.CoordinatePartitioning())
    """


@dataclass(frozen=True)
class PartialVelocity(Formulation):
    """Partial velocity matrix, n equations (Park, Yoo & Hwang 2000, Eq. 21).

    >>> lw.simulate(model, state, 10, formulation=lw.PartialVelocity())
    """


BASES = ("lu", "qr", "svd", "zero-eigenvalue")


@dataclass(frozen=True)
class NullSpace(Formulation):
    """Reduction to the null space of the constraint Jacobian, n - m equations.

    >>> lw.simulate(model, state, 10, formulation=lw.NullSpace("svd"))
    """

    basis: str = "lu"

    def __post_init__(self):
        if not is_choice(self.basis, BASES):
            raise ValueError(f"NullSpace: basis is one of {', '.join(BASES)}, not {shown(self.basis)}")


@dataclass(frozen=True)
class KaneMultipliers(Formulation):
    """Kane's equations with undetermined multipliers, retained or eliminated.

    >>> lw.simulate(model, state, 10, formulation=lw.KaneMultipliers(eliminate=True))
    """

    eliminate: bool = False

    def __post_init__(self):
        if not isinstance(self.eliminate, bool):
            raise ValueError(f"KaneMultipliers: eliminate is True or False, not {self.eliminate!r}")


@dataclass(frozen=True)
class Recursive(Formulation):
    """Articulated bodies; with loops, recursion and a sparse solve for the cut joints.

    >>> lw.simulate(model, state, 10, formulation=lw.Recursive())
    """


def _finite(value: object) -> bool:
    """Return whether a value is a number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _is_one_of(value: object, numbers: tuple[int, ...]) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value in numbers


def _tolerance(owner: str, name: str, value: float | None) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1):
        raise ValueError(f"{owner}: {name} is a number between 0 and 1, not {shown(value)}")


class Integrator:
    """How time advances; use one of its kinds."""

    @property
    def tolerances(self) -> tuple[float | None, float | None]:
        """rtol and atol as given with the choice; None leaves them to the analysis."""
        return None, None

    @property
    def fixed_step(self) -> float | None:
        """The length of all steps in seconds; None if steps follow the tolerance."""
        return None


class Adaptive(Integrator):
    """Integrators whose steps can follow a tolerance; use one of its kinds."""

    rtol: float | None
    atol: float | None

    @property
    def tolerances(self) -> tuple[float | None, float | None]:
        return self.rtol, self.atol


@dataclass(frozen=True)
class DormandPrince(Adaptive):
    """Explicit Runge-Kutta of order 8 (DOP853), or a 5(4) pair for loose tolerances; `order=None` decides by the
    tolerance.

    >>> lw.simulate(model, state, 10, integrator=lw.DormandPrince(order=5))
    """

    rtol: float | None = None
    atol: float | None = None
    order: int | None = None

    def __post_init__(self):
        _tolerance("DormandPrince", "rtol", self.rtol)
        _tolerance("DormandPrince", "atol", self.atol)
        if self.order is not None and not _is_one_of(self.order, (5, 8)):
            raise ValueError(f"DormandPrince: order is 5, 8 or None (by the tolerance), not {shown(self.order)}")


@dataclass(frozen=True)
class Adams(Adaptive):
    """Variable step and order 1 to 12, predictor and corrector (Shampine & Gordon), park-2000's integrator.

    >>> lw.simulate(model, state, 10, integrator=lw.Adams(rtol=1e-9))
    """

    rtol: float | None = None
    atol: float | None = None

    def __post_init__(self):
        _tolerance("Adams", "rtol", self.rtol)
        _tolerance("Adams", "atol", self.atol)


@dataclass(frozen=True)
class RungeKutta4(Integrator):
    """The classical method of order 4 with a fixed step.

    >>> lw.simulate(model, state, 10, integrator=lw.RungeKutta4(step=1e-3))
    """

    step: float  # s

    def __post_init__(self):
        if not _finite(self.step) or self.step <= 0:
            raise ValueError(f"RungeKutta4: step is a positive time in seconds, not {shown(self.step)}")

    @property
    def fixed_step(self) -> float | None:
        return self.step


def _step(owner: str, step: float | None) -> None:
    if step is not None and (not _finite(step) or step <= 0):
        raise ValueError(
            f"{owner}: step is a positive time in seconds, or None (chosen by the tolerance), not {shown(step)}"
        )


def _between(owner: str, name: str, value: float, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise ValueError(f"{owner}: {name} is a number between {low:g} and {high:g}, not {shown(value)}")


class Implicit(Adaptive):
    """Integrators for stiff systems, which solve equations in every step; use one of its kinds."""


@dataclass(frozen=True)
class Radau(Implicit):
    """Radau IIA, implicit Runge-Kutta of 3 stages (order 5) or 5 (order 9); `stages=None` decides by the tolerance.

    For stiff springs, stiff force laws and fast controllers: the step follows the motion, not the stiffness.

    >>> run = lw.simulate(model, state, 10, integrator=lw.Radau())
    >>> run.stats.newton_iterations, run.stats.newton_matrices
    """

    stages: int | None = None
    rtol: float | None = None
    atol: float | None = None

    def __post_init__(self):
        _tolerance("Radau", "rtol", self.rtol)
        _tolerance("Radau", "atol", self.atol)
        if self.stages is not None and not _is_one_of(self.stages, (3, 5)):
            raise ValueError(f"Radau: stages is 3, 5 or None (by the tolerance), not {shown(self.stages)}")


@dataclass(frozen=True)
class BDF(Implicit):
    """Backward differentiation, variable step and orders 1 to `order`, on the overdetermined equations of
    bae-sensitivity.

    For stiff problems at loose tolerances; positions, velocities and accelerations satisfy their constraints.

    >>> run = lw.simulate(model, state, 10, rtol=1e-4, integrator=lw.BDF())
    >>> run.record.order.max(), run.stats.newton_matrices
    """

    order: int = 5  # the largest
    rtol: float | None = None
    atol: float | None = None

    def __post_init__(self):
        _tolerance("BDF", "rtol", self.rtol)
        _tolerance("BDF", "atol", self.atol)
        if not _is_one_of(self.order, (1, 2, 3, 4, 5)):
            raise ValueError(f"BDF: order is the largest order, 1 to 5, not {shown(self.order)}")


@dataclass(frozen=True)
class GeneralizedAlpha(Implicit):
    """Generalized-alpha, second order; `rho_inf` is what is left of the fastest oscillations after a step.

    With a fixed `step`, or one that follows the tolerance. 1 damps nothing, 0 everything that is faster than the step.

    >>> run = lw.simulate(model, state, 10, integrator=lw.GeneralizedAlpha(0.8, step=1e-3))
    >>> run = lw.simulate(model, state, 10, rtol=1e-4, integrator=lw.GeneralizedAlpha(index=2))
    """

    rho_inf: float = 0.8
    step: float | None = None  # s
    index: int = 3  # 3: positions constrained, velocities projected; 2: both, stabilized
    rtol: float | None = None
    atol: float | None = None

    def __post_init__(self):
        _between("GeneralizedAlpha", "rho_inf", self.rho_inf, 0.0, 1.0)
        _step("GeneralizedAlpha", self.step)
        if not _is_one_of(self.index, (2, 3)):
            raise ValueError(f"GeneralizedAlpha: index is 3 or 2, not {shown(self.index)}")
        _tolerance("GeneralizedAlpha", "rtol", self.rtol)
        _tolerance("GeneralizedAlpha", "atol", self.atol)

    @property
    def fixed_step(self) -> float | None:
        return self.step


@dataclass(frozen=True)
class HHT(Implicit):
    """Hilber, Hughes and Taylor's method, second order, with numerical damping by `alpha`, from -1/3 (most) to 0
    (none).

    >>> run = lw.simulate(model, state, 10, integrator=lw.HHT(-0.1, step=1e-3))
    >>> run = lw.simulate(model, state, 10, rtol=1e-4, integrator=lw.HHT())
    """

    alpha: float = -0.1
    step: float | None = None  # s
    index: int = 3
    rtol: float | None = None
    atol: float | None = None

    def __post_init__(self):
        _between("HHT", "alpha", self.alpha, -1 / 3, 0.0)
        _step("HHT", self.step)
        if not _is_one_of(self.index, (2, 3)):
            raise ValueError(f"HHT: index is 3 or 2, not {shown(self.index)}")
        _tolerance("HHT", "rtol", self.rtol)
        _tolerance("HHT", "atol", self.atol)

    @property
    def fixed_step(self) -> float | None:
        return self.step


@dataclass(frozen=True)
class Event:
    """The crossing of zero by an expression of any signals.

    A value that is zero at the start and then departs from zero is not an event.

    >>> lw.Event("A.angle - 1", direction=1, stop=True)
    """

    when: str
    direction: int = 0  # 1 rising, -1 falling, 0 both
    stop: bool = False

    def __post_init__(self):
        if not isinstance(self.when, str):
            raise ValueError(f"Event: `when` is an expression as text, not {self.when!r}")
        if not isinstance(self.stop, bool):
            raise ValueError(f"Event: stop is True or False, not {self.stop!r}")
        if not _is_one_of(self.direction, (-1, 0, 1)):
            raise ValueError(f"Event: direction is 1 (rising), -1 (falling) or 0 (both), not {shown(self.direction)}")


# names that users write as lw.…
PUBLIC: dict[str, type] = {
    name: value for name, value in list(globals().items()) if isinstance(value, type) and is_dataclass(value)
}
