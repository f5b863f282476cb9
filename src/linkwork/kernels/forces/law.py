"""The interface of a force law between two frames.

    LAW = Law("spring", constants=3, wrench=wrench)                          # the value alone: derivatives by complex step
    LAW = Law("spring", constants=3, wrench=wrench, stiffness=stiffness)     # one derivative by hand, the others by complex step

A law acts between frames I and J. Its wrench depends on the pose and twist of J relative to I only; a law of wind or water has a
frame of the ground as I. All is in world axes. X_I, X_J are pose rows, V_I, V_J twists, `c` the law's constants, `g` (Given) its
states, the time and the tables it shares with others. Functions must run for float64 and for complex128.

    wrench(c, g, X_I, X_J, V_I, V_J, out)                  out (6): [torque; force] on J at the origin of J; the opposite acts on I there
    energy(c, g, X_I, X_J)                                 returns the potential energy, J; without it the law has none
    rates(c, g, X_I, X_J, V_I, V_J, zdot)                  zdot (states): rates of the states

Derivatives; what is missing follows from the functions above (kernels.forces.generic):

    stiffness(c, g, X_I, X_J, V_I, V_J, W, K6, C6)         K6, C6 (36): the wrench, W as it is, by displacements [turn; move] and twists of J
    state_jacobians(c, g, X_I, X_J, V_I, V_J, W_z, Z6, D6, Z_z)   wrench by states (6 n); rates by displacements (6 n), twists (6 n) of J, states (n n)
    by_constants(c, g, X_I, X_J, V_I, V_J, u, bar, by_c)   by_c += gradient of bar.energy · energy - u·wrench + bar.zdot·zdot
    tangent(c, g, X_I, X_J, V_I, V_J, dc, dz, shift_I, shift_J, dW, dzdot)   changes of wrench and rates along one direction;
                                                           a shift is the change of pose [turn; move] and twist of a frame
    reverse(c, g, X_I, X_J, V_I, V_J, D_I, D_J, bar, by, on_I, on_J)   the whole gradient of bar.energy · energy - u·wrench + bar.zdot·zdot,
                                                           u = D_J - D_I as seen at J: by.c, by.z += …, and on_I, on_J (24) += that by
                                                           displacement, twist, nothing, virtual twist D of each frame
    rows(c, g, X_I, X_J, V_I, V_J, E, K, C)                six coordinates and the part of the law that implicit methods put into their
                                                           iteration matrix: E (6, 6) wrenches on J of unit efforts along them, K and C
                                                           (36) stiffness and damping in them; only symmetric parts count

Matrices are flat, row by row, unless a shape is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from linkwork.kernels.forces import generic


@dataclass(frozen=True)
class Law:
    """Kernels of one law; what is None is made by `completed`."""

    name: str  # as parts of a description name their law
    constants: int
    wrench: Callable
    energy: Callable | None = None
    states: int = 0
    rates: Callable | None = None
    stiffness: Callable | None = None
    state_jacobians: Callable | None = None
    by_constants: Callable | None = None
    tangent: Callable | None = None
    reverse: Callable | None = None
    rows: Callable | None = None


def completed(law: Law) -> Law:
    """Return the law with all its functions: what it does not give follows by complex step or from what it gives.

    >>> completed(Law("spring", constants=3, wrench=wrench)).reverse
    """
    if (law.rates is None) != (law.states == 0):
        raise ValueError(f"law {law.name!r}: it has {law.states} states; give `rates` if and only if it has states")
    law = replace(law, energy=law.energy or generic.no_energy, rates=law.rates or generic.no_rates)
    for name in ("stiffness", "state_jacobians", "by_constants", "tangent", "reverse", "rows"):
        if getattr(law, name) is None:
            law = replace(law, **{name: getattr(generic, f"made_{name}")(law)})
    return law
