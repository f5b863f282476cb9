"""`linkwork doctor`: versions, optional libraries, the kernel cache and what is compiled."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from linkwork.cli import options
from linkwork.cli.answer import FAILED, Answer, answering
from linkwork.cli.groups import grouped

LIBRARIES = ("linkwork", "numpy", "numba", "llvmlite", "scipy", "pydantic", "typer", "rich")
EXTRAS = {"plot": ("matplotlib",), "io": ("xarray", "h5netcdf", "h5py", "pandas"), "cluster": ("distributed",)}
# the last kernel compiled in each stage: its file shows that the stage is ready
STAGES = {
    "mechanics (check, reactions)": "recursive.accelerations-dynamics.formulations",
    "simulate with DormandPrince": "dormand_prince.run-integrators.methods",
    "simulate with Adams": "adams.run-integrators.methods",
    "simulate with RungeKutta4": "runge_kutta.run-integrators.methods",
}


@grouped
def doctor(how: options.Answering) -> None:
    """Show versions, optional libraries, the cache of compiled kernels, and suggestions.

    Examples:

      linkwork doctor
    """
    with answering(how) as answer:
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


MODES = {
    "background": "questions are interpreted while their kernels are being compiled in the background",
    "now": "LINKWORK_COMPILE=now: kernels are compiled before they run",
    "never": "LINKWORK_COMPILE=never: kernels are interpreted, some hundred times slower; nothing is compiled",
}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return "present" if find_spec(name) else None


def _cache() -> dict[str, Any]:
    """Return the folder of compiled kernels, and which kernels of the current sources it holds."""
    from linkwork.numerics import background, kernel_cache, questions
    from linkwork.numerics.jit import JIT_DISABLED

    folder = kernel_cache.directory()
    files, beforehand = kernel_cache.stored(), kernel_cache.stored_beforehand()
    size = sum(path.stat().st_size for path in files)
    names = [path.name for path in (*files, *beforehand)]
    older = [path for path in (folder.parent.glob("kernels-*") if folder else []) if path != folder]
    return {
        "folder": None if folder is None else str(folder), "kernels": len(files), "bytes": size,
        "installed": len(beforehand), "jit": not JIT_DISABLED,
        "compiled": {stage: any(name.startswith(start) for name in names) for stage, start in STAGES.items()},
        "mode": questions.mode(), "compiling": folder is not None and background.at_work(folder),
        "wanted": 0 if folder is None else len(background.wanted(folder)),
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
            "no folder for compiled kernels can be written, so that nothing compiled is kept; set LINKWORK_CACHE_DIR"
        )
    elif not all(list(cache["compiled"].values())[:2]):
        suggestions.append(
            "kernels are not compiled: short questions are interpreted at first, long ones wait a minute or two; "
            "linkwork compile compiles all now"
        )
    for extra, names in report["extras"].items():
        missing = [name for name, there in names.items() if there is None]
        if missing:
            suggestions.append(f'{", ".join(missing)} missing; pip install "linkwork[{extra}]"')
    return suggestions


def _report(answer: Answer, report: dict[str, Any]) -> None:
    cache = report["cache"]
    versions = {"python": report["python"], **report["versions"]}
    answer.report("versions     " + ", ".join(f"{name} {there or 'missing'}" for name, there in versions.items()))
    answer.report(f"machine      {report['platform']}, {report['processors']} processors")
    for extra, names in report["extras"].items():
        shown = ", ".join(f"{name} {there or 'missing'}" for name, there in names.items())
        answer.report(f"{extra + ' extra':<12} {shown}")
    answer.report(f"cache        {cache['folder'] or 'none can be written'}")
    answer.report(f"             {cache['kernels']} compiled functions of these sources, {cache['bytes'] / 1e6:.0f} MB")
    if cache["installed"]:
        answer.report(
            f"             {cache['installed']} compiled functions of these sources were installed (linkwork_kernels)"
        )
    if cache["compiling"]:
        answer.report(f"             being compiled in the background, {cache['wanted']} functions wanted")
    answer.report(f"             {MODES[cache['mode']]}")
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
