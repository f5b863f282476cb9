"""Kernels that are installed compiled: found by any process of the same tools, never written, harmless when damaged or old."""

import shutil

import pytest

from linkwork.numerics import jit, shipped
from tests.numerics.test_kernel_cache import CALLEE, finish, small_package, start

pytestmark = [
    pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled"),
    pytest.mark.skipif(shipped.target() is None, reason="no kernels are shipped for this platform"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The kernels of the small package, compiled for the portable processor."""
    if not shipped.target().features <= shipped._features_of_host():
        pytest.skip(f"this processor is older than {shipped.target().cpu}")
    folder = tmp_path_factory.mktemp("built")
    cache = folder / "cache"
    process = start(
        small_package(folder), LINKWORK_CACHE_DIR=str(cache), NUMBA_CPU_NAME=shipped.target().cpu, NUMBA_CPU_FEATURES=""
    )
    assert finish(process)[0] == ["7.0", "2"]
    return next(cache.glob("kernels-*"))


@pytest.fixture
def package(tmp_path):
    return small_package(tmp_path)


@pytest.fixture
def installed(built, tmp_path):
    """The folder of these kernels as an installed package has it."""
    site = tmp_path / "site" / shipped.PACKAGE
    site.mkdir(parents=True)
    (site / "__init__.py").touch()
    shutil.copytree(built, site / f"kernels-{shipped.key()}")
    return site


@pytest.fixture
def ask(package, installed):
    """A function that asks the small package for [answer, kernels compiled], and what it printed."""
    both = f"{package.parent}:{installed.parent}"
    return lambda **options: finish(start(package, **{"PYTHONPATH": both, **options}))


def test_installed_kernels_are_used_at_once_and_stay_as_they_are(ask, installed, tmp_path):
    """Also where no folder can be written; the caches of other processors are their own."""
    before = {path.name: path.read_bytes() for path in installed.rglob("*.nbc")}
    assert ask(LINKWORK_COMPILE="background")[0] == ["7.0", "0"]
    (tmp_path / "file").touch()
    assert ask(LINKWORK_CACHE_DIR=str(tmp_path / "file"))[0] == ["7.0", "0"]
    assert not list((tmp_path / "cache").rglob("*.nbc"))
    assert ask(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")[0] == ["7.0", "2"]
    assert {path.name: path.read_bytes() for path in installed.rglob("*.nbc")} == before


def test_edited_and_damaged_kernels_are_compiled_into_the_cache(ask, installed, package):
    (package / "kernels" / "callee.py").write_text(CALLEE.format(factor=5.0))
    assert ask()[0] == ["11.0", "2"]
    assert ask()[0] == ["11.0", "0"]
    (package / "kernels" / "callee.py").write_text(CALLEE.format(factor=3.0))
    for entry in installed.rglob("*.nbc"):
        entry.write_bytes(entry.read_bytes()[:100])
    answer, printed = ask()
    assert answer == ["7.0", "2"]
    assert printed.count("a damaged entry of the kernel cache is compiled again") == 1
