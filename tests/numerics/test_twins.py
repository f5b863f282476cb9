"""Plain twins give the numbers of the compiled kernels, for every kernel that questions call."""

import importlib
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.extending import _Intrinsic

import linkwork
from linkwork.integrators import functions  # noqa: F401  it registers its intrinsics
from linkwork.kernels import vectors
from linkwork.kernels.evaluate import evaluate
from linkwork.numerics import complex_safe, jit, kernel_cache, twins

pytestmark = pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")

HERE = Path(__file__).parent
QUESTIONS = """
import json, sys
import numpy as np
import linkwork as lw

def controller(t, u, x, p, y, xdot):
    xdot[0] = u[0]
    y[0] = -p[0] * u[0] - p[1] * x[0]

def controlled():
    mechanism = lw.library.planar_four_bar(case="II")
    mechanism.add(lw.Block(
        "pid", inputs={"w": "A.angle.rate"}, outputs=["tau"], states=["sum"], parameters={"kp": 0.3, "ki": 0.2}, function=controller
    ))
    mechanism.add(lw.JointForce("motor", "A.angle", force="pid.tau"))
    return mechanism

mechanisms = {
    "four-bar": (lw.library.planar_four_bar(case="II"), "joint"), "spatial": (lw.library.spatial_four_bar(), "cartesian"),
    "controlled": (controlled(), "joint"),
}
methods = (lw.DormandPrince(), lw.Adams(), lw.RungeKutta4(0.01), lw.Radau(), lw.BDF(), lw.GeneralizedAlpha())
answers = {}
for name, (mechanism, coordinates) in mechanisms.items():
    model = lw.compile(mechanism, coordinates=coordinates)
    state = lw.assemble(model, {"A.angle": 0.7, "A.angle.rate": 0.5})
    for method in methods if name != "controlled" else methods[:1]:
        run = lw.simulate(model, state, 0.5, output=0.1, integrator=method)
        stats = run.stats
        counts = stats.steps, stats.rejected, stats.evaluations, stats.projections, stats.newton_iterations
        answers[f"{name} {type(method).__name__}"] = stats.code, counts, run.q.tolist(), run.v.tolist(), run.z.tolist()
json.dump(answers, sys.stdout)
"""


def printed(command, **environment):
    variables = {**os.environ, "PYTHONPATH": str(Path(linkwork.__file__).parents[1]), **environment}
    done = subprocess.run([sys.executable, *command], env=variables, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_intrinsic_has_a_python_version():
    kernel_cache.kernels()
    found = {}
    for name, module in list(sys.modules.items()):
        if name.startswith("linkwork."):
            found |= {f"{name}.{key}": value for key, value in vars(module).items() if isinstance(value, _Intrinsic)}
    assert len(found) > 20
    importlib.import_module("linkwork.model.expressions.blocks")
    assert [name for name, value in found.items() if twins.twin(value) is value] == []


def test_a_twin_reaches_twins_only():
    plain = twins.twin(evaluate)
    assert twins.kernel_of(plain) is evaluate
    assert twins.twin(plain) is plain
    assert plain.__code__ is evaluate.py_func.__code__
    reached, waiting = set(), [plain]
    while waiting:
        function = waiting.pop()
        if id(function) in reached:
            continue
        reached.add(id(function))
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        values = [function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__]
        assert not any(hasattr(value, "py_func") or isinstance(value, _Intrinsic) for value in cells + values)
        waiting += [value for value in cells + values if twins.kernel_of(value)]
    assert len(reached) > 50


@pytest.mark.parametrize("x", [-2.0, -1.0, 0.0, 0.3, 2.0, 1e300, math.inf, math.nan])
def test_twins_compute_where_python_would_raise(x):
    for kernel in (complex_safe.sqrt_, complex_safe.log_, complex_safe.asin_, complex_safe.sinh_, complex_safe.tan_):
        compiled, plain = kernel(x), twins.quietly(twins.twin(kernel), (x,))
        assert type(plain) is float
        assert plain == pytest.approx(compiled, rel=1e-14, nan_ok=True)
    compiled, plain = (
        f(x, -0.5) for f in (complex_safe.pow_, lambda *a: twins.quietly(twins.twin(complex_safe.pow_), a))
    )
    assert plain == pytest.approx(compiled, rel=1e-14, nan_ok=True)


def test_numbers_are_returned_as_pythons():
    a, b = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
    result = twins.quietly(twins.twin(vectors.dot), (tuple(a), tuple(b)))
    assert type(result) is float
    assert result == 32.0


@pytest.mark.slow
def test_every_call_agrees_with_compiled_code():
    formulations = (
        "Augmented Baumgarte CoordinatePartitioning PartialVelocity NullSpace KaneMultipliers Recursive".split()
    )
    asked = [f"lw.accelerations(model, state, formulation=lw.{name}())" for name in formulations]
    asked += ["lw.check(model, state)", "lw.reactions(model, state)", "lw.linearize(model, state)"]
    asked += [
        f"lw.simulate(model, state, 0.2, output=0.1, integrator=lw.{name}(), events=lw.Event('A.angle - 0.72'))"
        for name in ("DormandPrince", "Radau", "BDF")
    ]
    lines = printed([str(HERE / "compared_calls.py"), *asked], LINKWORK_COMPILE="never").splitlines()
    differences = {line.split()[0]: float(line.split()[2]) for line in lines}
    assert {"linkwork.kernels.evaluate.evaluate", "linkwork.integrators.entry.run"} <= differences.keys()
    assert len(differences) > 15
    assert {name: size for name, size in differences.items() if not size < 1e-12} == {}


@pytest.mark.slow
def test_questions_agree_and_take_the_same_steps():
    """Also with a block, and without its step lengths, which follow the rounding of error estimates."""
    interpreted, compiled = (json.loads(printed(["-c", QUESTIONS], LINKWORK_COMPILE=mode)) for mode in ("never", "now"))
    assert interpreted.keys() == compiled.keys()
    for name, (code, counts, *numbers) in interpreted.items():
        assert (code, compiled[name][0]) == ("interpreted", "compiled")
        assert counts == compiled[name][1], name
        for mine, others in zip(numbers, compiled[name][2:], strict=True):
            assert np.allclose(mine, others, rtol=1e-12, atol=1e-12), name
