"""linkwork: the dynamics of constrained mechanical systems.

import linkwork as lw

m = lw.Mechanism.load("four_bar.yaml")
model = lw.compile(m)
state = lw.assemble(model, {"A.angle": 1.047})
print(lw.check(model, state))
print(lw.reactions(model, state))
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# public name -> module; imported when first used, so that `import linkwork` is quick
_NAMES = {
    **dict.fromkeys(
        "angular_momentum kinetic_energy mass_centre mass_matrix momentum potential_energy total_energy".split(),
        "linkwork.analyses.energy",
    ),
    "Case": "linkwork.description.cases",
    "CaseResult": "linkwork.results.case",
    "run": "linkwork.analyses.case",
    "optimize": "linkwork.analyses.optimize",
    "Optimum": "linkwork.results.optimum",
    "Mechanism": "linkwork.description.mechanism",
    "DescriptionError": "linkwork.description.errors",
    "Model": "linkwork.model.model",
    "compile": "linkwork.model.model",
    "State": "linkwork.model.state",
    "accelerations": "linkwork.analyses.accelerations",
    "assemble": "linkwork.analyses.assembly",
    "AnalysisError": "linkwork.analyses.errors",
    "AssemblyError": "linkwork.analyses.errors",
    "Campbell": "linkwork.results.campbell",
    "campbell": "linkwork.analyses.campbell",
    "check": "linkwork.analyses.check",
    "check_gradient": "linkwork.analyses.gradient_check",
    "Equilibria": "linkwork.results.equilibria",
    "equilibria": "linkwork.analyses.equilibria",
    "Equilibrium": "linkwork.results.equilibrium",
    "EquilibriumError": "linkwork.analyses.errors",
    "equilibrium": "linkwork.analyses.equilibrium",
    "FormulationError": "linkwork.formulations.solve",
    "InconsistentError": "linkwork.formulations.solve",
    "inverse_dynamics": "linkwork.analyses.inverse",
    "kinematics": "linkwork.analyses.kinematics",
    "LinearSystem": "linkwork.results.linear_system",
    "linearize": "linkwork.analyses.linearize",
    "measure": "linkwork.analyses.measure",
    "GradientCheck": "linkwork.results.sensitivity",
    "Modes": "linkwork.results.modes",
    "modes": "linkwork.analyses.modes",
    "ModeTracks": "linkwork.results.mode_tracks",
    "track_modes": "linkwork.analyses.mode_tracking",
    "reactions": "linkwork.analyses.reactions",
    "Sensitivity": "linkwork.results.sensitivity",
    "sensitivity": "linkwork.analyses.sensitivity",
    "show": "linkwork.viewer.display",
    "simulate": "linkwork.analyses.simulate",
    "SteadyMotion": "linkwork.results.steady_motion",
    "steady_motion": "linkwork.analyses.steady_motion",
    "Trajectory": "linkwork.results.trajectory",
}
# modules that have their public names themselves, in PUBLIC: parts and choices are listed where they are defined
_LISTED = ("linkwork.description.parts", "linkwork.description.choices")


def __getattr__(name: str) -> Any:
    if name == "library":
        return importlib.import_module("linkwork.library")
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("linkwork")
    if name == "__all__":
        return ["__version__", "library", *sorted([*_NAMES, *_listed()])]
    if name in _NAMES:
        value = getattr(importlib.import_module(_NAMES[name]), name)
    elif name[:1].isupper() and name in _listed():
        value = _listed()[name]
    else:
        raise AttributeError(f"module 'linkwork' has no attribute {name!r}")
    globals()[name] = value
    return value


def _listed() -> dict[str, Any]:
    return {name: value for module in _LISTED for name, value in importlib.import_module(module).PUBLIC.items()}


def __dir__() -> list[str]:
    return sorted(__getattr__("__all__"))


if TYPE_CHECKING:
    from linkwork import library as library
    from linkwork.analyses.accelerations import accelerations as accelerations
    from linkwork.analyses.assembly import assemble as assemble
    from linkwork.analyses.campbell import campbell as campbell
    from linkwork.analyses.case import run as run
    from linkwork.analyses.check import check as check
    from linkwork.analyses.energy import angular_momentum as angular_momentum
    from linkwork.analyses.energy import kinetic_energy as kinetic_energy
    from linkwork.analyses.energy import mass_centre as mass_centre
    from linkwork.analyses.energy import mass_matrix as mass_matrix
    from linkwork.analyses.energy import momentum as momentum
    from linkwork.analyses.energy import potential_energy as potential_energy
    from linkwork.analyses.energy import total_energy as total_energy
    from linkwork.analyses.equilibria import equilibria as equilibria
    from linkwork.analyses.equilibrium import equilibrium as equilibrium
    from linkwork.analyses.errors import AnalysisError as AnalysisError
    from linkwork.analyses.errors import AssemblyError as AssemblyError
    from linkwork.analyses.errors import EquilibriumError as EquilibriumError
    from linkwork.analyses.gradient_check import check_gradient as check_gradient
    from linkwork.analyses.inverse import inverse_dynamics as inverse_dynamics
    from linkwork.analyses.kinematics import kinematics as kinematics
    from linkwork.analyses.linearize import linearize as linearize
    from linkwork.analyses.measure import measure as measure
    from linkwork.analyses.mode_tracking import track_modes as track_modes
    from linkwork.analyses.modes import modes as modes
    from linkwork.analyses.optimize import optimize as optimize
    from linkwork.analyses.reactions import reactions as reactions
    from linkwork.analyses.sensitivity import sensitivity as sensitivity
    from linkwork.analyses.simulate import simulate as simulate
    from linkwork.analyses.steady_motion import steady_motion as steady_motion
    from linkwork.description.cases import Case as Case
    from linkwork.description.choices import *  # noqa: F403
    from linkwork.description.errors import DescriptionError as DescriptionError
    from linkwork.description.mechanism import Mechanism as Mechanism
    from linkwork.description.parts import *  # noqa: F403
    from linkwork.formulations.solve import FormulationError as FormulationError
    from linkwork.formulations.solve import InconsistentError as InconsistentError
    from linkwork.model.model import Model as Model
    from linkwork.model.model import compile as compile
    from linkwork.model.state import State as State
    from linkwork.results.campbell import Campbell as Campbell
    from linkwork.results.case import CaseResult as CaseResult
    from linkwork.results.equilibria import Equilibria as Equilibria
    from linkwork.results.equilibrium import Equilibrium as Equilibrium
    from linkwork.results.linear_system import LinearSystem as LinearSystem
    from linkwork.results.mode_tracks import ModeTracks as ModeTracks
    from linkwork.results.modes import Modes as Modes
    from linkwork.results.optimum import Optimum as Optimum
    from linkwork.results.sensitivity import GradientCheck as GradientCheck
    from linkwork.results.sensitivity import Sensitivity as Sensitivity
    from linkwork.results.steady_motion import SteadyMotion as SteadyMotion
    from linkwork.results.trajectory import Trajectory as Trajectory
    from linkwork.viewer.display import show as show
