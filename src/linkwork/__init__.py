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
        "linkwork.dynamics.energy",
    ),
    "Case": "linkwork.description.cases",
    "CaseResult": "linkwork.analyses.design.case_result",
    "run": "linkwork.analyses.design.case",
    **dict.fromkeys(("DesignTable", "grid", "spread"), "linkwork.analyses.design.sweeps.tables"),
    "Designs": "linkwork.description.designs",
    "sweep": "linkwork.analyses.design.sweeps.sweep",
    "Sweep": "linkwork.analyses.design.sweeps.sweep_result",
    "optimize": "linkwork.analyses.design.optimization.optimize",
    "Optimum": "linkwork.analyses.design.optimization.optimum",
    "Mechanism": "linkwork.description.mechanism",
    "DescriptionError": "linkwork.description.errors",
    "Model": "linkwork.model.model",
    "compile": "linkwork.model.model",
    "State": "linkwork.model.state",
    "accelerations": "linkwork.analyses.position.accelerations",
    "assemble": "linkwork.analyses.position.assembly",
    "AnalysisError": "linkwork.model.errors",
    "AssemblyError": "linkwork.model.errors",
    "Campbell": "linkwork.analyses.linear.campbell_result",
    "campbell": "linkwork.analyses.linear.campbell",
    "check": "linkwork.analyses.position.check",
    "check_gradient": "linkwork.analyses.design.gradient_check",
    "Equilibria": "linkwork.analyses.statics.equilibria_result",
    "equilibria": "linkwork.analyses.statics.equilibria",
    "Equilibrium": "linkwork.analyses.statics.equilibrium_result",
    "EquilibriumError": "linkwork.model.errors",
    "equilibrium": "linkwork.analyses.statics.equilibrium",
    "FormulationError": "linkwork.dynamics.formulations.solve",
    "InconsistentError": "linkwork.dynamics.formulations.solve",
    "inverse_dynamics": "linkwork.analyses.motion.inverse_dynamics",
    "kinematics": "linkwork.analyses.motion.kinematics",
    "LinearSystem": "linkwork.analyses.linear.linear_system",
    "linearize": "linkwork.analyses.linear.linearize",
    "measure": "linkwork.analyses.position.measure",
    "GradientCheck": "linkwork.analyses.design.sensitivity_result",
    "Modes": "linkwork.analyses.linear.modes_result",
    "modes": "linkwork.analyses.linear.modes",
    "ModeTracks": "linkwork.analyses.linear.mode_tracks",
    "track_modes": "linkwork.analyses.linear.mode_tracking",
    "reactions": "linkwork.analyses.position.reactions",
    "Result": "linkwork.analyses.result",
    "Sensitivity": "linkwork.analyses.design.sensitivity_result",
    "sensitivity": "linkwork.analyses.design.sensitivity",
    "show": "linkwork.viewer.display",
    "simulate": "linkwork.analyses.motion.simulate",
    "SteadyMotion": "linkwork.analyses.linear.steady_motion_result",
    "steady_motion": "linkwork.analyses.linear.steady_motion",
    "Trajectory": "linkwork.analyses.motion.trajectory",
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
    from linkwork.analyses.design.case import run as run
    from linkwork.analyses.design.case_result import CaseResult as CaseResult
    from linkwork.analyses.design.gradient_check import check_gradient as check_gradient
    from linkwork.analyses.design.optimization.optimize import optimize as optimize
    from linkwork.analyses.design.optimization.optimum import Optimum as Optimum
    from linkwork.analyses.design.sensitivity import sensitivity as sensitivity
    from linkwork.analyses.design.sensitivity_result import GradientCheck as GradientCheck
    from linkwork.analyses.design.sensitivity_result import Sensitivity as Sensitivity
    from linkwork.analyses.design.sweeps.sweep import sweep as sweep
    from linkwork.analyses.design.sweeps.sweep_result import Sweep as Sweep
    from linkwork.analyses.design.sweeps.tables import DesignTable as DesignTable
    from linkwork.analyses.design.sweeps.tables import grid as grid
    from linkwork.analyses.design.sweeps.tables import spread as spread
    from linkwork.analyses.linear.campbell import campbell as campbell
    from linkwork.analyses.linear.campbell_result import Campbell as Campbell
    from linkwork.analyses.linear.linear_system import LinearSystem as LinearSystem
    from linkwork.analyses.linear.linearize import linearize as linearize
    from linkwork.analyses.linear.mode_tracking import track_modes as track_modes
    from linkwork.analyses.linear.mode_tracks import ModeTracks as ModeTracks
    from linkwork.analyses.linear.modes import modes as modes
    from linkwork.analyses.linear.modes_result import Modes as Modes
    from linkwork.analyses.linear.steady_motion import steady_motion as steady_motion
    from linkwork.analyses.linear.steady_motion_result import SteadyMotion as SteadyMotion
    from linkwork.analyses.motion.inverse_dynamics import inverse_dynamics as inverse_dynamics
    from linkwork.analyses.motion.kinematics import kinematics as kinematics
    from linkwork.analyses.motion.simulate import simulate as simulate
    from linkwork.analyses.motion.trajectory import Trajectory as Trajectory
    from linkwork.analyses.position.accelerations import accelerations as accelerations
    from linkwork.analyses.position.assembly import assemble as assemble
    from linkwork.analyses.position.check import check as check
    from linkwork.analyses.position.measure import measure as measure
    from linkwork.analyses.position.reactions import reactions as reactions
    from linkwork.analyses.result import Result as Result
    from linkwork.analyses.statics.equilibria import equilibria as equilibria
    from linkwork.analyses.statics.equilibria_result import Equilibria as Equilibria
    from linkwork.analyses.statics.equilibrium import equilibrium as equilibrium
    from linkwork.analyses.statics.equilibrium_result import Equilibrium as Equilibrium
    from linkwork.description.cases import Case as Case
    from linkwork.description.choices import *  # noqa: F403
    from linkwork.description.designs import Designs as Designs
    from linkwork.description.errors import DescriptionError as DescriptionError
    from linkwork.description.mechanism import Mechanism as Mechanism
    from linkwork.description.parts import *  # noqa: F403
    from linkwork.dynamics.energy import angular_momentum as angular_momentum
    from linkwork.dynamics.energy import kinetic_energy as kinetic_energy
    from linkwork.dynamics.energy import mass_centre as mass_centre
    from linkwork.dynamics.energy import mass_matrix as mass_matrix
    from linkwork.dynamics.energy import momentum as momentum
    from linkwork.dynamics.energy import potential_energy as potential_energy
    from linkwork.dynamics.energy import total_energy as total_energy
    from linkwork.dynamics.formulations.solve import FormulationError as FormulationError
    from linkwork.dynamics.formulations.solve import InconsistentError as InconsistentError
    from linkwork.model.errors import AnalysisError as AnalysisError
    from linkwork.model.errors import AssemblyError as AssemblyError
    from linkwork.model.errors import EquilibriumError as EquilibriumError
    from linkwork.model.model import Model as Model
    from linkwork.model.model import compile as compile
    from linkwork.model.state import State as State
    from linkwork.viewer.display import show as show
