"""casadi: the problem written as a symbolic ODE, C code generated and compiled with gcc, then cvodes or a compiled RK4 loop.

Trees are symbolic articulated bodies; loops are index 1 with multipliers, Baumgarte's stabilization and a symbolic LDL'
factorization. Compilation is not counted.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import casadi as ca
import numpy as np

from benchmarks.engines.server import Setting, Unsuitable, clock, serve
from benchmarks.engines.symbolic import right_side
from benchmarks.problems import Problem

FLAGS = ["-O2", "-march=native"]  # as fast as -O3 on this code
JIT = {"jit": True, "compiler": "shell", "jit_options": {"compiler": "gcc", "flags": FLAGS}}
SMALL = 600  # instructions up to which cvodes has a compiled Jacobian, and Newton's method; gcc takes minutes for larger ones
LARGE = 50_000  # instructions from which gcc takes too long: casadi's own virtual machine runs them
STABILIZATION = {"P2": 50.0, "P3": 1e3, "P4": 2.0}  # 1/s, critically damped
TOLERANCES = [10.0**-k for k in (3, 4, 5, 6, 7, 8, 9, 10)]
INTERPRETED = "cvodes, interpreted"  # the symbolic model as casadi runs it by itself, without gcc
STEPS = [50 * 2**k for k in range(12)]


def prepare(given: Problem):
    if not shutil.which("gcc"):
        raise Unsuitable("no gcc to compile the generated code with")
    x, rate, observed = right_side(given, STABILIZATION.get(given.name[:2], 0.0))
    f = ca.Function("f", [x], [rate], ["x"], ["rate"], {"enable_fd": True})
    positions = ca.Function("positions", [x], [observed])
    start = np.concatenate([np.zeros(len(given.links)), given.rates])
    small, large = f.n_instructions() <= SMALL, f.n_instructions() > LARGE
    steps = STEPS[:4] if large else STEPS
    step = runge_kutta(f)
    loops = {count: folded(step, given.duration, count) for count in steps}
    if not large:
        f_compiled, *compiled_loops = compiled([f, *loops.values()])
        loops = dict(zip(steps, compiled_loops))
        f = f if small else f_compiled
    integrators: dict[Setting, ca.Function] = {}

    def solve(setting: Setting):
        if setting.variant != "RK4" and setting not in integrators:
            integrators[setting] = cvodes(given, x, f, small, setting.knob, setting.variant == "cvodes")
        F = loops[int(setting.knob)] if setting.variant == "RK4" else integrators[setting]
        began = clock()
        end = F(start)
        return clock() - began, np.array(positions(end)).ravel(), {}

    tolerances = [] if large else TOLERANCES  # casadi differentiates what cvodes may ask for, which takes minutes
    variants = ["cvodes", INTERPRETED] if given.name.startswith("P5") else ["cvodes"]
    settings = [Setting(variant, t) for variant in variants for t in tolerances]
    return settings + [Setting("RK4", float(count)) for count in steps], solve


def compiled(functions: list[ca.Function]) -> list[ca.Function]:
    """Functions as one shared library; its derivatives are differences, which a functional iteration does not use."""
    folder = Path(tempfile.mkdtemp(dir="."))
    generator = ca.CodeGenerator("all.c")
    for function in functions:
        generator.add(function)
    generator.generate(f"{folder}/")
    subprocess.run(["gcc", *FLAGS, "-shared", "-fPIC", f"{folder}/all.c", "-o", f"{folder}/all.so"], check=True)
    return [ca.external(function.name(), f"{folder}/all.so", {"enable_fd": True}) for function in functions]


def cvodes(given: Problem, x: ca.SX, f: ca.Function, small: bool, tolerance: float, with_gcc: bool):
    """SUNDIALS through casadi: Adams, BDF for the stiff problem; Newton's method or, if the Jacobian is large, functional iteration."""
    options: dict = {"abstol": tolerance, "reltol": tolerance, "max_num_steps": 1_000_000}
    options["linear_multistep_method"] = "bdf" if given.name.startswith("P5") else "adams"
    options["nonlinear_solver_iteration"] = "newton" if small else "functional"
    if small:
        options |= JIT if with_gcc else {}
    else:
        x = ca.MX.sym("x", x.shape[0])
    integrator = ca.integrator("F", "cvodes", {"x": x, "ode": f(x)}, 0, given.duration, options)
    return lambda start: integrator(x0=start)["xf"]


def runge_kutta(f: ca.Function) -> ca.Function:
    """One classical Runge-Kutta step of the state with the step's length as its last entry."""
    y = ca.MX.sym("y", f.size1_in(0))
    h = ca.MX.sym("h")
    k1 = f(y)
    k2 = f(y + h / 2 * k1)
    k3 = f(y + h / 2 * k2)
    k4 = f(y + h * k3)
    step = ca.Function("step", [ca.vertcat(y, h)], [ca.vertcat(y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), h)])
    return step.expand() if f.n_instructions() < 500 else step


def folded(step: ca.Function, duration: float, count: int) -> ca.Function:
    """All steps of a run in one function, which the generated code has as loops."""
    y = ca.MX.sym("y", step.size1_in(0) - 1)
    return ca.Function(f"run{count}", [y], [step.fold(count)(ca.vertcat(y, duration / count))[:-1]])


if __name__ == "__main__":
    serve(prepare)
