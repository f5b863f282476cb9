"""The interface of a measure: a scalar of two frames I and J, with its rates and derivatives.

    MEASURE = MeasureKind("distance", jet=jet, is_length=True)                     # derivatives of the jet by complex step
    MEASURE = MeasureKind("distance", jet=jet, hessian=hessian, is_length=True)    # one of them by hand

All is in world axes. X_I, X_J are pose rows, V_I, V_J twists, A_I, A_J accelerations [alpha; a]; `axes` (3) says which axes of the
frames the measure reads. The measure depends on the turn of I, the turn of J and d = p_J - p_I:

    x9 = (turn of I, turn of J, d),   y = (w_I, w_J, ddot) its rates,   g = (t_I, t_J, n) the gradient by x9,   H = dg/dx9.

A displacement of frame I has the gradient (t_I, n_I) with n_I = -n, one of frame J (t_J, n_J) with n_J = n.

    jet(axes, X_I, V_I, A_I, X_J, V_J, A_J)               value, rate g·y, second rate, t_I, n_I, t_J, n_J; in float64 and complex128

A measure that exists at velocity level only has the value zero. Derivatives; what is missing follows by complex step of the jet
(kernels.measures.generic):

    hessian(axes, X_I, X_J, g, H)                         g (9) and H (81, row by row), which are zero before
    curvature(axes, X_I, X_J, V_I, V_J)                   y'H y by x9: (by turn of I, by turn of J, by d)
    gradient_change(axes, X_I, X_J, w_I, w_J, ddot)       H y as (of t_I, of t_J, of n)
    transposed_change(axes, X_I, X_J, e_I, e_J, e_d)      H'e as (by turn of I, by turn of J, by d)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from linkwork.kernels.measures import generic


@dataclass(frozen=True)
class MeasureKind:
    """Kernels and properties of one measure; a kernel that is None is made by `completed`."""

    name: str
    jet: Callable
    hessian: Callable | None = None
    curvature: Callable | None = None
    gradient_change: Callable | None = None
    transposed_change: Callable | None = None
    radians: bool = False  # its unit is rad or 1, not m
    relative: bool = False  # it stands still while both frames move as one
    velocity_only: bool = False  # it has rates and no value
    has_turns: bool = False  # an angle, whose whole turns are counted
    along_axis: bool = False  # an offset along an axis of I
    long_arm: bool = False  # it acts on I at the origin of J, as far away as the joint has slid
    fixed_direction: bool = False  # a force along it is a force at the origins that keeps its direction in the world
    is_length: bool = False  # never negative; it has no direction where it is zero
    is_cosine: bool = False  # between -1 and 1


def completed(measure: MeasureKind) -> MeasureKind:
    """Return the measure with all its functions.

    >>> completed(MeasureKind("distance", jet=jet)).hessian
    """
    for name in ("hessian", "curvature", "gradient_change", "transposed_change"):
        if getattr(measure, name) is None:
            measure = replace(measure, **{name: getattr(generic, f"made_{name}")(measure)})
    return measure
