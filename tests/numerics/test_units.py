"""Kernels that are compiled once and called by their symbol, and kernels that are only linked into others."""

import pytest

from linkwork.numerics import jit
from tests.numerics.test_kernel_cache import finish, small_package, start

pytestmark = pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")

CALLEES = """
from linkwork.numerics.jit import part_kernel, unit_kernel

@unit_kernel()
def deepest(x, out):
    out[0] += x

@unit_kernel()
def unit(x, out):
    if x < 0.0:
        return -1
    deepest({factor} * x, out)
    out[1] = out[0] + out[1]
    return 7

@part_kernel()
def part(x, out):
    return unit(x, out) + 1
"""
CALLERS = """
from linkwork.kernels.callee import part, unit
from linkwork.numerics.jit import kernel

@kernel
def caller(x, out):
    return unit(x, out)

@kernel
def other(x, out):
    return part(x, out) + caller(-x, out)
"""
PROGRAM = """
import sys
import numpy as np
from linkwork.kernels import caller
from linkwork.numerics import jit
from linkwork.numerics.compile_progress import compiled_count
for name in {names}:
    out = np.zeros(2)
    print(getattr(caller, name)(2.0, out), *out)
print(compiled_count())
"""
CALLER, OTHER = ["7", "6.0", "6.0"], ["7", "6.0", "6.0"]  # 8 of the part and -1 of the unit


@pytest.fixture
def package(tmp_path):
    root = small_package(tmp_path)
    (root / "kernels" / "callee.py").write_text(CALLEES.format(factor=3.0))
    (root / "kernels" / "caller.py").write_text(CALLERS)
    return root


@pytest.fixture
def ask(package):
    """A function that calls kernels by their names in a new process, and returns what it prints and its messages."""
    return lambda *names: finish(start(package, PROGRAM.format(names=list(names))))


def entries(package, kernel):
    """Files of a kernel in the cache."""
    return list((package.parent.parent / "cache").rglob(f"{kernel}-*.nbc"))


def test_units_are_compiled_once_and_loaded_for_their_callers(ask, package):
    assert ask("caller")[0] == [*CALLER, "3"]
    assert ask("caller")[0] == [*CALLER, "0"]
    # `other` is compiled beside units that are loaded for `caller`, in either order
    assert ask("caller", "other")[0] == [*CALLER, *OTHER, "2"]
    assert ask("other", "caller")[0] == [*OTHER, *CALLER, "0"]
    assert len(entries(package, "callee.unit")) == len(entries(package, "callee.part")) == 1


def test_a_caller_does_not_contain_the_code_of_a_unit_and_a_part_has_no_machine_code(package):
    program = """
import pickle, sys
from pathlib import Path
from linkwork.kernels import caller
from linkwork.numerics import kernel_cache
from linkwork.numerics.machine_code.entry_files import CHECKSUM
from linkwork.kernels.callee import part
from numba import float64, types
import llvmlite.binding as llvm
caller.other.compile((float64, float64[::1]))
for name in ("caller.other", "callee.part", "callee.unit"):
    (path,) = kernel_cache.directory().glob(name + "-*.nbc")
    *_, data = pickle.loads(path.read_bytes()[CHECKSUM:])
    (_, kind, code), (symbol, needed) = data[0], data[-1]
    print(name, kind, bool(symbol), *sorted(unit.split("-")[0] for unit in needed))
"""
    out, _ = finish(start(package, program))
    assert (
        " ".join(out)
        == "caller.other object False callee.unit callee.part part False callee.unit callee.unit object True callee.deepest"
    )


def test_callers_of_a_unit_that_is_edited_are_compiled_again(ask, package):
    ask("caller", "other")
    (package / "kernels" / "callee.py").write_text(CALLEES.format(factor=5.0))
    assert ask("caller", "other")[0] == ["7", "10.0", "10.0", "7", "10.0", "10.0", "4"]  # all but `deepest`


@pytest.mark.parametrize("unit", ["callee.unit", "callee.deepest"])
def test_callers_of_a_unit_that_is_gone_are_compiled_again_without_a_word(ask, package, unit):
    ask("caller", "other")
    (path,) = entries(package, unit)
    path.unlink()
    out, messages = ask("caller", "other")
    assert out[:-1] == CALLER + OTHER
    assert 1 <= int(out[-1]) <= 5
    assert "damaged" not in messages
    assert ask("caller", "other")[0] == [*CALLER, *OTHER, "0"]


def test_a_damaged_unit_is_compiled_again_with_a_warning(ask, package):
    ask("caller", "other")
    (path,) = entries(package, "callee.unit")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(content)
    out, messages = ask("caller", "other")
    assert out[:-1] == CALLER + OTHER
    assert "a damaged entry of the kernel cache is compiled again" in messages
    assert ask("caller", "other")[0] == [*CALLER, *OTHER, "0"]


def test_units_are_compiled_in_a_process_without_a_cache(package, tmp_path):
    (tmp_path / "file").touch()
    process = start(package, PROGRAM.format(names=["caller", "other"]), LINKWORK_CACHE_DIR=str(tmp_path / "file"))
    assert finish(process)[0] == [*CALLER, *OTHER, "5"]
