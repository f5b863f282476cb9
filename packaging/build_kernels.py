"""Build `dist/linkwork_kernels-*.whl`: the kernels of this source tree, compiled for the processors named in `shipped.TARGETS`.

    python packaging/build_kernels.py [--from FOLDER]

The kernels are those of `linkwork compile`. `--from` takes a folder of compiled kernels (LINKWORK_CACHE_DIR) in which most of
them are already, compiled with the same NUMBA_CPU_NAME and NUMBA_CPU_FEATURES="". The sources are copied to a folder whose
path says nothing of this machine, because compiled kernels contain it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEUTRAL = Path(tempfile.gettempdir()) / "linkwork-sources"

PYPROJECT = """
[build-system]
requires = ["hatchling>=1.24"]
build-backend = "hatchling.build"

[project]
name = "linkwork-kernels"
version = "{version}"
description = "Compiled kernels of linkwork {version}"
license = "BSD-3-Clause"
license-files = ["LICENSE"]
authors = [{{ name = "the linkwork authors" }}]
requires-python = "=={python}.*"
dependencies = ["linkwork=={version}", "numba=={numba}", "llvmlite=={llvmlite}", "numpy=={numpy}.*"]

[tool.hatch.build.targets.wheel]
packages = ["linkwork_kernels"]
artifacts = ["*.nbc"]

[tool.hatch.build.targets.wheel.hooks.custom]
path = "tag.py"
"""
TAG = """
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Tag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
"""
LISTS = """
import json, numba, llvmlite, numpy
from importlib.metadata import version
from linkwork.numerics import kernel_cache, shipped
print(json.dumps({"key": shipped.key(), "cpu": shipped.target().cpu if shipped.target() else "", "numba": numba.__version__,
    "llvmlite": llvmlite.__version__, "numpy": ".".join(numpy.__version__.split(".")[:2]), "version": version("linkwork"),
    "files": [str(path) for path in kernel_cache.stored()] if __import__("sys").argv[1:] else []}))
"""


def main() -> None:
    """Compile, collect and pack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="cache", type=Path, default=ROOT / "build" / "kernels", metavar="FOLDER")
    parser.add_argument("--to", type=Path, default=ROOT / "dist", metavar="FOLDER")
    options = parser.parse_args()
    cpu = listed(dict(os.environ))["cpu"]
    if not cpu:
        sys.exit("kernels are not shipped for this platform: linkwork.numerics.shipped.TARGETS has no processor for it")
    environment = {
        **os.environ, "NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": "", "LINKWORK_CACHE_DIR": str(options.cache.resolve()),
        "LINKWORK_COMPILE": "now", "PYTHONPATH": str(NEUTRAL),
    }  # fmt: skip
    shutil.rmtree(NEUTRAL, ignore_errors=True)
    shutil.copytree(ROOT / "src", NEUTRAL, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    try:
        subprocess.run([sys.executable, "-m", "linkwork", "compile"], env=environment, check=True, cwd=NEUTRAL)
        wheel = packed(listed(environment, "with the files"), options.to)
    finally:
        shutil.rmtree(NEUTRAL, ignore_errors=True)
    print(f"{wheel.relative_to(ROOT) if wheel.is_relative_to(ROOT) else wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


def listed(environment: dict[str, str], *arguments: str) -> dict:
    """Return the versions, the key and the files of compiled kernels that a process with this environment sees."""
    import json

    command = [sys.executable, "-c", LISTS, *arguments]
    return json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def packed(about: dict, folder: Path) -> Path:
    """Return the wheel that holds the listed kernels."""
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        kernels = root / "linkwork_kernels" / f"kernels-{about['key']}"
        kernels.mkdir(parents=True)
        (root / "linkwork_kernels" / "__init__.py").write_text(
            '"""Compiled kernels of linkwork; it finds them here."""\n'
        )
        for file in about["files"]:
            shutil.copy(file, kernels)
        shutil.copy(ROOT / "LICENSE", root)
        (root / "tag.py").write_text(TAG)
        python = "{}.{}".format(*sys.version_info[:2])
        (root / "pyproject.toml").write_text(
            PYPROJECT.format(python=python, **{k: v for k, v in about.items() if k != "files"})
        )
        folder.mkdir(exist_ok=True)
        for old in folder.glob("linkwork_kernels-*.whl"):
            old.unlink()
        pip = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "-w",
            str(folder),
            ".",
        ]
        subprocess.run(pip, cwd=root, check=True)
    return next(folder.glob("linkwork_kernels-*.whl"))


if __name__ == "__main__":
    main()
