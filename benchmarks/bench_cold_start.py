"""What a person waits for: the first answers of a process whose kernel cache is empty, in a process of its own.

python -m benchmarks cold_start
"""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.timing import Row

TITLE = "First answers with an empty kernel cache: seconds of processor time (and of wall time) beyond imports"
ROOT = Path(__file__).resolve().parents[1]
MECHANISMS = {  # templates of `linkwork new`, without their drivers: the angle that moves them, and a parameter
    "pendulum": ("A.angle", "length"),
    "slider-crank": ("shaft.angle", "rod.mass"),
    "four-bar": ("A.angle", "crank_length"),
    "spatial-four-bar": ("A.angle", "rocker.mass"),
}
GOAL = "<= 3"  # s
DEMO_GOAL = "<= 10"  # s


def rows() -> list[Row]:
    answers = []
    for name in MECHANISMS:
        asked = _cold([sys.executable, "-m", "benchmarks.bench_cold_start", name])
        answers += [
            Row(f"{name}: {question} ({wall:.2f} s wall, {code})", seconds, "s", GOAL)
            for question, seconds, wall, code in json.loads(asked.stdout.splitlines()[-1])
        ]
    began = time.perf_counter()
    _cold([sys.executable, str(ROOT / "examples" / "02_four_bar.py")])
    answers.append(Row("examples/02_four_bar.py with imports, wall", time.perf_counter() - began, "s", DEMO_GOAL))
    return answers


def _cold(command: list[str]) -> subprocess.CompletedProcess:
    """Run a program with an empty cache; what compiles in the background is ended with it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {
            **os.environ,
            "LINKWORK_CACHE_DIR": folder,
            "LINKWORK_COMPILE": "background",
            "LINKWORK_QUIET": "1",
            "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))),
        }
        return subprocess.run(command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)


def _questions(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the questions by name; each uses the answers before it."""
    import numpy as np

    import linkwork as lw
    from linkwork.cli.new import templates

    angle, parameter = MECHANISMS[name]
    file = Path(f"{name}.yaml")
    text = re.sub(r"^drivers:.*?\n\n", "", templates()[name], flags=re.DOTALL | re.MULTILINE)
    file.write_text(text.replace("-300", "-0.3"))  # N, on a piston that no driver holds: else 2 s are hundreds of turns
    told: dict[str, Any] = {}

    def ask(key: str, answer: Any) -> Any:
        told[key] = answer
        return answer

    def compiled(*parts: lw.Part) -> lw.Model:
        return lw.compile(lw.Mechanism.load(file).add(*parts))

    model, times = compiled(), np.linspace(0.0, 0.1, 11)
    driven = compiled(lw.Driver("drive", angle, motion="0.5 + 0.3*time"))
    moved = compiled(lw.Input("tau"), lw.JointForce("motor", angle, force="tau"))
    case = lw.Case("fall", duration=0.1, outputs={"end": f"final({angle})"}, integrator=lw.DormandPrince())
    motion = {angle: "0.5 + 0.3*time"}
    yield "assemble", lambda: ask("state", lw.assemble(model, {angle: 0.5, f"{angle}.rate": 0.3}))
    yield "check", lambda: str(lw.check(model, told["state"]))
    yield "reactions", lambda: lw.reactions(model, told["state"])
    yield "kinematics", lambda: lw.kinematics(driven, lw.assemble(driven), times)
    yield (
        "inverse_dynamics",
        lambda: lw.inverse_dynamics(moved, lw.assemble(moved, {angle: 0.5}), times, motion=motion, efforts=["tau"]),
    )
    yield "simulate 2 s", lambda: ask("run", lw.simulate(model, told["state"], 2.0, output=0.02))
    yield "equilibrium", lambda: ask("rest", lw.equilibrium(model, told["state"]).state)
    yield "linearize", lambda: lw.linearize(model, told["rest"])
    yield "modes", lambda: lw.modes(model, told["rest"])
    yield "sensitivity direct", lambda: lw.sensitivity(model, case, parameter, method="direct")
    yield "sensitivity adjoint", lambda: lw.sensitivity(model, case, parameter, method="adjoint")
    yield "plot", lambda: told["run"].plot(angle, "energy.kinetic", save="cold.png")
    yield "page", lambda: told["run"].save_html("cold.html")


def ask(name: str) -> list[tuple[str, float, float, str]]:
    """Return the seconds of every question: of processor time, and of wall time."""
    import linkwork as lw
    from linkwork.numerics.compile_progress import compiled_count

    for name_of_import in ("simulate", "assemble", "kinematics", "inverse_dynamics", "modes", "sensitivity"):
        getattr(lw, name_of_import)
    for module in ("matplotlib.pyplot", "linkwork.viewer.display", "linkwork.io.cases"):
        importlib.import_module(module)
    took = []
    for question, answer in _questions(name):
        compiled, began, wall = compiled_count(), time.process_time(), time.perf_counter()
        answer()
        code = "interpreted" if compiled_count() == compiled else f"{compiled_count() - compiled} kernels compiled"
        took.append((question, time.process_time() - began, time.perf_counter() - wall, code))
    return took


if __name__ == "__main__":
    print(json.dumps(ask(sys.argv[1])))
