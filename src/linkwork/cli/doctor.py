"""`linkwork doctor`: versions, optional libraries, the kernel cache and what is compiled."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwork.cli import options
from linkwork.cli.answer import FAILED, Answer, answering
from linkwork.cli.groups import grouped

LIBRARIES = ("linkwork", "numpy", "numba", "llvmlite", "scipy", "pydantic", "typer", "rich")
EXTRAS = {"plot": ("matplotlib",), "io": ("xarray", "h5netcdf", "h5py", "pandas")}
# the last kernel compiled in each stage: its file shows that the stage is ready
STAGES = {
    "mechanics (check, reactions)": "recursive.accelerations-dynamics.formulations",
    "simulate with DormandPrince": "dormand_prince.run-integrators.methods",
    "simulate with Adams": "adams.run-integrators.methods",
    "simulate with RungeKutta4": "runge_kutta.run-integrators.methods",
}


@dataclass(frozen=True)
class Work:
    compile_: Annotated[
        bool,
        typer.Option("--compile", help="Compile now what check and run need, so that the first run does not wait."),
    ] = False


@grouped
def doctor(wanted: Work, how: options.Answering) -> None:
    """Show versions, optional libraries, the cache of compiled kernels, and suggestions.

    Examples:

      linkwork doctor

      linkwork doctor --compile
    """
    with answering(how) as answer:
        if wanted.compile_:
            answer.data["compiled_now"] = _compile(answer)
        report = {
            "python": platform.python_version(), "platform": platform.platform(), "processors": os.cpu_count(),
            "versions": {name: _version(name) for name in LIBRARIES},
            "extras": {extra: {name: _version(name) for name in names} for extra, names in EXTRAS.items()},
            "cache": _cache(),
        }  # fmt: skip
        report["suggestions"] = _suggestions(report)
        answer.data |= report
        answer.code = FAILED if report["cache"]["folder"] is None else 0
        _report(answer, report)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return "present" if find_spec(name) else None


def _cache() -> dict[str, Any]:
    """Return the folder of compiled kernels, and which kernels of the current sources it holds."""
    from linkwork.numerics import kernel_cache
    from linkwork.numerics.jit import JIT_DISABLED

    folder = kernel_cache.directory()
    files = kernel_cache.stored()
    names, size = [path.name for path in files], sum(path.stat().st_size for path in files)
    older = [path for path in (folder.parent.glob("kernels-*") if folder else []) if path != folder]
    return {
        "folder": None if folder is None else str(folder), "kernels": len(names), "bytes": size, "jit": not JIT_DISABLED,
        "compiled": {stage: any(name.startswith(start) for name in names) for stage, start in STAGES.items()},
        "other_versions": {path.name: _size(path) for path in older},
    }  # fmt: skip


def _size(folder: Path) -> int:
    total = 0
    for path in folder.glob("*"):
        try:
            total += path.stat().st_size
        except OSError:
            continue  # removed by another process in the meantime
    return total


def _suggestions(report: dict[str, Any]) -> list[str]:
    cache, suggestions = report["cache"], []
    if not cache["jit"]:
        suggestions.append("NUMBA_DISABLE_JIT is set: kernels run as plain Python, some hundred times slower; unset it")
    elif cache["folder"] is None:
        suggestions.append(
            "no folder for compiled kernels can be written, so every start compiles for minutes; set LINKWORK_CACHE_DIR"
        )
    elif not all(list(cache["compiled"].values())[:2]):
        suggestions.append("the first run will compile for a minute or two; linkwork doctor --compile does it now")
    for extra, names in report["extras"].items():
        missing = [name for name, there in names.items() if there is None]
        if missing:
            suggestions.append(f'{", ".join(missing)} missing; pip install "linkwork[{extra}]"')
    return suggestions


def _compile(answer: Answer) -> int:
    """Run each stage once and return the number of kernels compiled."""
    import linkwork as lw
    from linkwork.numerics.compile_progress import compiled_count

    answer.report("compiling what is not compiled yet; this takes up to a few minutes …")
    for coordinates in ("joint", "cartesian"):
        model = lw.compile(lw.library.planar_four_bar(case="II"), coordinates=coordinates)
        state = lw.assemble(model, {"A.angle.rate": 0.1})
        lw.check(model, state)
        lw.reactions(model, state)
        integrators = (None, lw.Adams(), lw.RungeKutta4(0.01)) if coordinates == "joint" else (None,)
        for integrator in integrators:
            for rtol in (1e-3, 1e-6):
                given = None if isinstance(integrator, lw.RungeKutta4) else rtol
                run = lw.simulate(model, state, 0.02, rtol=given, output=0.01, integrator=integrator, quiet=True)
                run["D.force"]
    return compiled_count()


def _report(answer: Answer, report: dict[str, Any]) -> None:
    cache = report["cache"]
    versions = {"python": report["python"], **report["versions"]}
    answer.report("versions     " + ", ".join(f"{name} {there or 'missing'}" for name, there in versions.items()))
    answer.report(f"machine      {report['platform']}, {report['processors']} processors")
    for extra, names in report["extras"].items():
        shown = ", ".join(f"{name} {there or 'missing'}" for name, there in names.items())
        answer.report(f"{extra + ' extra':<12} {shown}")
    if "compiled_now" in answer.data:
        answer.report(f"compiled     {answer.data['compiled_now']} kernels just now")
    answer.report(f"cache        {cache['folder'] or 'none can be written'}")
    answer.report(f"             {cache['kernels']} compiled functions of these sources, {cache['bytes'] / 1e6:.0f} MB")
    if cache["other_versions"]:
        size = sum(cache["other_versions"].values()) / 1e6
        answer.report(
            f"             {len(cache['other_versions'])} of other versions, {size:.0f} MB, removed when there are many"
        )
    for stage, there in cache["compiled"].items():
        answer.report(f"             {'compiled    ' if there else 'not compiled'} {stage}")
    for suggestion in report["suggestions"]:
        answer.report(f"suggestion   {suggestion}")
    if not report["suggestions"]:
        answer.report("all is well")
