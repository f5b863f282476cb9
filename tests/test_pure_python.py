"""The kernels as plain Python give the numbers of the compiled ones, under every formulation."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import linkwork as lw

FORMULATIONS = "Augmented Baumgarte CoordinatePartitioning PartialVelocity NullSpace KaneMultipliers Recursive".split()
PROGRAM = """
import json, linkwork as lw
answers = {}
for name in FORMULATIONS:
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(lw.library.spatial_four_bar(), coordinates=coordinates)
        state = lw.assemble(model, {"A.angle": 0.3, "A.angle.rate": 0.7})
        a = lw.accelerations(model, state, formulation=getattr(lw, name)())
        answers[f"{name} {coordinates}"] = [a.vdot.tolist(), a.lam.tolist()]
print(json.dumps(answers))
"""


@pytest.mark.purepython
def test_every_formulation_runs_in_this_mode():
    for name in FORMULATIONS:
        model = lw.compile(lw.library.planar_four_bar())
        assert np.isfinite(lw.accelerations(model, lw.assemble(model), formulation=getattr(lw, name)()).vdot).all()


def test_plain_python_and_compiled_kernels_agree():
    answers = []
    for disabled in ("0", "1"):
        variables = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        program = f"FORMULATIONS = {FORMULATIONS!r}\n{PROGRAM}"
        out = subprocess.run(
            [sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=True, timeout=900
        ).stdout
        answers.append(json.loads(out.splitlines()[-1]))
    compiled, plain = answers
    assert compiled.keys() == plain.keys()
    for case, parts in compiled.items():
        for x, y in zip(parts, plain[case]):
            assert np.allclose(x, y, rtol=1e-10, atol=1e-10), case
