"""The compiled-kernel cache: hit by the second process, fresh after any edit, harmless when it cannot be used."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork.numerics import jit, kernel_cache
from linkwork.numerics.fingerprint import fingerprint

pytestmark = pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")

CALLEE = """
from linkwork.numerics.jit import kernel
@kernel
def callee(x):
    return {factor} * x
"""
CALLER = """
from linkwork.numerics.jit import kernel
from linkwork.kernels.callee import callee
@kernel
def caller(x):
    return callee(x) + 1.0
"""
PROGRAM = """
from linkwork.kernels.caller import caller
from linkwork.numerics.compile_progress import compiled_count
print(caller(2.0), compiled_count())
"""


def small_package(folder):
    """A small package with the cache of linkwork and two kernels, one calling the other."""
    root = folder / "tree" / "linkwork"
    numerics = Path(jit.__file__).parent
    for folder in ("numerics", "kernels"):
        (root / folder).mkdir(parents=True)
        (root / folder / "__init__.py").touch()
    (root / "__init__.py").touch()
    modules = "jit kernel_cache shipped fingerprint compile_progress dispatcher questions background twins"
    for name in (f"{module}.py" for module in modules.split()):
        shutil.copy(numerics / name, root / "numerics" / name)
    shutil.copytree(numerics / "machine_code", root / "numerics" / "machine_code")
    (root / "kernels" / "callee.py").write_text(CALLEE.format(factor=3.0))
    (root / "kernels" / "caller.py").write_text(CALLER)
    return root


@pytest.fixture
def package(tmp_path):
    return small_package(tmp_path)


def start(package, program=PROGRAM, **environment):
    own = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_CPU_")}  # tests choose these
    variables = {
        **own,
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LINKWORK_QUIET": "0",
        "LINKWORK_CACHE_DIR": str(package.parent.parent / "cache"),
        **environment,
    }
    return subprocess.Popen(
        [sys.executable, "-c", program], env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process):
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out.split(), err


def run(package, **options):
    return finish(start(package, **options))[0]


def test_second_process_compiles_nothing_and_an_edited_callee_is_recompiled(package):
    assert run(package) == ["7.0", "2"]
    assert run(package) == ["7.0", "0"]
    (package / "kernels" / "callee.py").write_text(CALLEE.format(factor=5.0))
    assert run(package) == ["11.0", "2"]


CONSTANTS = """
from linkwork.numerics.jit import kernel
from linkwork.kernels.callee import callee
@kernel
def caller(x):
    return callee(1) + callee(2) + callee(x=3) + x
"""


def test_constants_in_calls_share_one_compiled_callee(package):
    (package / "kernels" / "caller.py").write_text(CONSTANTS)
    assert run(package) == ["20.0", "2"]
    assert run(package) == ["20.0", "0"]


OUTSIDE = """
from linkwork.kernels.layout import field
from linkwork.numerics.compile_progress import compiled_count
from linkwork.numerics.jit import kernel
@kernel
def outside(x):
    return field(x)
print(outside((1.0, 2.0)), compiled_count())
"""
LAYOUT = """
from numba.extending import intrinsic
def reader(index):
    @intrinsic
    def field(typingctx, x):
        return x[index](x), lambda context, builder, signature, args: builder.extract_value(args[0], index)
    return field
field = reader({index})
"""


def test_code_generated_for_a_function_outside_the_package_is_fresh_after_an_edit(package, tmp_path):
    """The function's own byte code and names stay the same; what an intrinsic of the package emits does not."""
    script = tmp_path / "outside.py"
    script.write_text(OUTSIDE)
    program = f"import runpy; runpy.run_path({str(script)!r})"
    for index, value in ((0, "1.0"), (1, "2.0")):
        (package / "kernels" / "layout.py").write_text(LAYOUT.format(index=index))
        assert run(package, program=program) == [value, "1"]
        assert run(package, program=program) == [value, "0"]


def test_read_only_package_is_cached_elsewhere(package):
    folders = [path for path in package.rglob("*") if path.is_dir()] + [package]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert run(package) == ["7.0", "2"]
        assert run(package) == ["7.0", "0"]
        assert not list(package.rglob("*.nbc"))
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_parallel_first_processes_agree_and_leave_a_usable_cache(package):
    started = [start(package) for _ in range(3)]
    assert {finish(process)[0][0] for process in started} == {"7.0"}
    assert run(package) == ["7.0", "0"]


def test_an_unusable_or_damaged_cache_only_costs_a_compilation(package, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    assert run(package, LINKWORK_CACHE_DIR=str(blocked)) == ["7.0", "2"]
    assert run(package) == ["7.0", "2"]
    for entry in (tmp_path / "cache").rglob("*.nbc"):
        entry.write_bytes(entry.read_bytes()[:100])
    assert run(package) == ["7.0", "2"]
    assert run(package) == ["7.0", "0"]


def test_old_directories_are_pruned(tmp_path):
    for number in range(8):
        path = tmp_path / f"kernels-{number}"
        path.mkdir()
        os.utime(path, (1e9 + number, 1e9 + number))
    kernel_cache._prune(tmp_path, keep=tmp_path / "kernels-0")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-0"] + [f"kernels-{k}" for k in (4, 5, 6, 7)]


SLOW = PROGRAM.replace("print", "from linkwork.numerics import compile_progress as p; p.QUIET_SECONDS = 0.0\nprint", 1)


def test_progress_is_one_line_without_a_terminal_and_silent_on_request(package):
    slow = SLOW.replace("from linkwork.kernels", "import linkwork.numerics.jit\nfrom linkwork.kernels", 1)
    _, err = finish(start(package, program=slow))
    assert err.count("compiling kernels, first run only") == 1
    _, err = finish(start(package, program=slow))
    assert err == ""
    shutil.rmtree(package.parent.parent / "cache")
    _, err = finish(start(package, program=slow, LINKWORK_QUIET="1"))
    assert err == ""


COLLECTING = """
import gc
from numba.core import event
from linkwork.kernels.caller import caller
class Listener(event.Listener):
    seen = set()
    def on_start(self, event):
        self.seen.add(gc.get_threshold())
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
gc.set_threshold(600, 9, 80)
caller(2.0)
print(*Listener.seen.pop(), len(Listener.seen), *gc.get_threshold())
"""


def test_garbage_is_collected_less_often_while_compiling_only(package):
    assert " ".join(run(package, program=COLLECTING)) == "50000 20 80 0 600 9 80"


def test_without_jit_a_kernel_is_the_plain_function(package):
    assert run(package, NUMBA_DISABLE_JIT="1") == ["7.0", "0"]


def test_fingerprint_follows_globals_and_callees():
    def build(factor, constant):
        space = {}
        exec("def g(x):\n    return F * x\ndef f(x):\n    return g(x) + C\n", space)
        space.update(F=factor, C=constant)
        return fingerprint(space["f"])

    assert build(1.0, 2.0) == build(1.0, 2.0)
    assert len({build(1.0, 2.0), build(1.5, 2.0), build(1.0, 2.5)}) == 3


TWO_FUNCTIONS = (
    CALLEE
    + """
@kernel
def neighbour(x):
    '''{words}'''
    return {other} * x
"""
)


def test_an_edit_of_a_neighbour_in_the_same_file_or_of_words_costs_nothing(package):
    file = package / "kernels" / "callee.py"
    program = PROGRAM.replace("print(", "from linkwork.kernels.callee import neighbour\nprint(neighbour(1.0), ")
    file.write_text(TWO_FUNCTIONS.format(factor=3.0, words="Words.", other=2.0))
    assert run(package, program=program) == ["2.0", "7.0", "3"]
    file.write_text("# a comment moves the lines\n" + TWO_FUNCTIONS.format(factor=3.0, words="Others.", other=2.0))
    assert run(package, program=program) == ["2.0", "7.0", "0"]
    file.write_text(TWO_FUNCTIONS.format(factor=3.0, words="Words.", other=4.0))
    assert run(package, program=program) == ["4.0", "7.0", "1"]


RECORD = """
from typing import NamedTuple
class Record(NamedTuple):
    {fields}
"""
READER = """
from linkwork.numerics.jit import kernel
@kernel
def read(record):
    return record.first
"""


def test_a_kernel_follows_the_order_of_a_records_fields_that_it_only_gets_as_an_argument(package):
    program = (
        "from linkwork.kernels.record import Record\nfrom linkwork.kernels.reader import read\n"
        "print(read(Record(first=1.0, second=2.0)))"
    )
    (package / "kernels" / "reader.py").write_text(READER)
    for fields in ("first: float; second: float", "second: float; first: float"):
        (package / "kernels" / "record.py").write_text(RECORD.format(fields=fields))
        assert run(package, program=program) == ["1.0"]


def test_a_record_that_is_moved_to_another_module_damages_nothing(package):
    program = "from linkwork.kernels.{place} import Record\nfrom linkwork.kernels.reader import read\nprint(read(Record(1.0, 2.0)))"
    (package / "kernels" / "reader.py").write_text(READER)
    for place, old in (("record", "elsewhere"), ("elsewhere", "record")):
        (package / "kernels" / f"{place}.py").write_text(RECORD.format(fields="first: float; second: float"))
        (package / "kernels" / f"{old}.py").unlink(missing_ok=True)
        out, messages = finish(start(package, program.format(place=place)))
        assert out == ["1.0"]
        assert "damaged" not in messages


FAST_CALLEE = """
from linkwork.numerics.jit import kernel
@kernel(fastmath={"contract", "nnan", "nsz", "ninf"})
def callee(x):
    return 3.0 * x
"""


def test_options_that_are_sets_cost_no_compilation_in_a_process_with_other_hashes(package):
    (package / "kernels" / "callee.py").write_text(FAST_CALLEE)
    results = [run(package, PYTHONHASHSEED=str(seed)) for seed in range(5)]
    assert results == [["7.0", "2"], *[["7.0", "0"]] * 4]


def test_options_of_the_compiler_are_part_of_the_fingerprint():
    def f(x):
        return 2.0 * x

    assert fingerprint(jit.kernel(f)) != fingerprint(jit.kernel(fastmath=True)(f))


DAMAGED = """
import random, warnings
from linkwork.kernels.caller import caller
from linkwork.numerics import kernel_cache
from linkwork.numerics.jit import kernel
from linkwork.numerics.machine_code import entry_files
files = sorted(kernel_cache.directory().glob("*.nbc"))
whole = [file.read_bytes() for file in files]
signature = caller.signatures or None
source = random.Random(7)
survived = 0
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for k in range(3000):
        place = k % len(files)
        damaged = bytearray(whole[place])
        if k % 3 == 0:
            del damaged[source.randrange(len(damaged)) :]
        else:
            for _ in range(1 + k % 5):
                at = source.randrange(len(damaged))
                damaged[at] = (damaged[at] + source.randrange(1, 256)) % 256
        files[place].write_bytes(damaged)
        from numba import float64
        for function in (caller, __import__("linkwork.kernels.callee", fromlist=["callee"]).callee):
            cache = kernel_cache._DeferredCache(function.py_func)
            loaded = cache.load_overload((float64,), function.targetctx)
            survived += loaded is not None
        files[place].write_bytes(whole[place])
print(survived, len(caught), len(entry_files.complained))
"""


def test_three_thousand_damaged_entries_are_compiled_again_with_one_warning(package):
    """Each damage makes one of the two kernels' entries unusable and leaves the other; no exception escapes."""
    assert run(package) == ["7.0", "2"]
    assert run(package, program=DAMAGED) == ["3000", "1", "3000"]


def test_an_edit_costs_only_what_depends_on_it(package):
    (package / "kernels" / "other.py").write_text(CALLEE.format(factor=2.0).replace("callee", "other"))
    program = PROGRAM.replace("print(", "from linkwork.kernels.other import other\nprint(other(1.0), ")
    assert run(package, program=program) == ["2.0", "7.0", "3"]
    (package / "kernels" / "callee.py").write_text(CALLEE.format(factor=5.0))
    assert run(package, program=program) == ["2.0", "11.0", "2"]


def test_a_function_without_a_file_is_not_stored(package):
    program = PROGRAM.replace(
        "print", "from linkwork.numerics.jit import kernel\nf = kernel(lambda x: x + 1.0)\nf(1.0)\nprint", 1
    )
    assert run(package, program=program) == ["7.0", "3"]
    assert run(package, program=program) == ["7.0", "1"]
