"""The choice between interpreted and compiled kernels, and the process that compiles meanwhile."""

import hashlib
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import linkwork
from linkwork.numerics import background, jit, kernel_cache, questions
from linkwork.numerics.jit import kernel
from linkwork.numerics.machine_code.entry_files import CHECKSUM

pytestmark = pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")

CALLS = """
from linkwork.numerics import complex_safe, questions
from linkwork.numerics.compile_progress import compiled_count
kernels = complex_safe.pow_, complex_safe.min_, complex_safe.atan2_
answers = [float(kernel(2.0, 3.0)) for kernel in kernels]
print(*answers, compiled_count(), sum(len(kernel.overloads) for kernel in kernels))
"""
ANSWERS = ["8.0", "2.0", "0.5880026035475675"]


def start(cache, program=CALLS, **environment):
    variables = {
        **os.environ,
        "PYTHONPATH": str(Path(linkwork.__file__).parents[1]),
        "LINKWORK_COMPILE": "background",
        "LINKWORK_QUIET": "0",
        "LINKWORK_CACHE_DIR": str(cache),
        **environment,
    }
    return subprocess.Popen(
        [sys.executable, "-c", program], env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    words = out.split()
    assert [f"{float(word):.12g}" for word in words[:3]] == [f"{float(word):.12g}" for word in ANSWERS]
    return [int(word) for word in words[3:]], err


def folder_of(cache):
    (folder,) = cache.glob("kernels-*")
    return folder


def wait_until_done(cache, seconds=240):
    until = time.monotonic() + seconds
    folder = folder_of(cache)
    while background.wanted(folder) or background.at_work(folder):
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_cold_cache_answers_at_once_and_is_warm_afterwards(tmp_path):
    (compiled, loaded), err = finish(start(tmp_path))
    assert (compiled, loaded) == (0, 0)
    assert err.count("in the background") == 1
    assert "pow_" in err
    assert "interpreted meanwhile" in err
    wait_until_done(tmp_path)
    (compiled, loaded), err = finish(start(tmp_path))
    assert (compiled, loaded) == (0, 3)
    assert err == ""


def test_now_compiles_and_never_interprets(tmp_path):
    (compiled, loaded), _ = finish(start(tmp_path, LINKWORK_COMPILE="never"))
    assert (compiled, loaded) == (0, 0)
    assert not list(tmp_path.glob("kernels-*/*"))
    (compiled, loaded), err = finish(start(tmp_path, LINKWORK_COMPILE="now"))
    assert compiled >= loaded == 3
    assert "background" not in err


def test_two_processes_share_one_compiler(tmp_path):
    processes = [start(tmp_path), start(tmp_path)]
    results = [finish(process) for process in processes]
    assert [counts for counts, _ in results] == [[0, 0], [0, 0]]
    wait_until_done(tmp_path)
    assert finish(start(tmp_path))[0] == [0, 3]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_the_compiler_can_be_killed_at_any_time(tmp_path):
    program = (
        CALLS
        + "from linkwork.numerics import background\nprint(background._started[-1].pid if background._started else 0)"
    )
    kills = 0
    for delay in (0.0, 1.0, 2.0, 3.0, 4.0, 5.0):
        counts, _ = finish(start(tmp_path, program))
        if counts[2]:
            time.sleep(delay)
            try:
                os.kill(counts[2], signal.SIGKILL)
                kills += 1
            except ProcessLookupError:
                pass  # it has done its work
    assert kills >= 2
    for entry in folder_of(tmp_path).glob("*.nbc"):
        content = entry.read_bytes()
        assert hashlib.sha256(content[CHECKSUM:]).digest() == content[:CHECKSUM]
    finish(start(tmp_path))
    wait_until_done(tmp_path)
    (compiled, loaded), err = finish(start(tmp_path))
    assert (compiled, loaded, err) == (0, 3, "")


def test_without_a_place_to_write_it_says_so_once(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    counts, err = finish(start(blocked))
    assert counts == [0, 0]
    assert err.count("LINKWORK_CACHE_DIR") == 1


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="this user may write everywhere")
def test_a_read_only_cache_is_left_alone(tmp_path):
    tmp_path.chmod(0o555)
    counts, err = finish(start(tmp_path))
    assert counts == [0, 0]
    assert err.count("LINKWORK_CACHE_DIR") == 1


def test_a_full_disk_ends_the_compiler_and_is_reported_once(tmp_path):
    """Files of more than 4 kB cannot be written: what is wanted fits, compiled kernels do not."""
    program = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
{CALLS}
import time
from linkwork.numerics import background
assert background._started
while background._started[-1].poll() is None:
    time.sleep(0.1)
assert background._started[-1].poll() == background.UNWRITTEN
complex_safe.sinh_(0.3), complex_safe.cosh_(0.3)
assert len(background._started) == 1
"""
    assert resource.RLIMIT_FSIZE is not None
    counts, err = finish(start(tmp_path, program, PYTHONDONTWRITEBYTECODE="1"))
    assert counts == [0, 0]
    assert err.count("disk full") == 1
    assert not list(tmp_path.glob("kernels-*/*.nbc"))


def test_an_interrupted_program_takes_its_compiler_along(tmp_path):
    program = CALLS + "\nraise KeyboardInterrupt"
    process = start(tmp_path, program)
    process.communicate(timeout=300)
    assert process.returncode != 0
    folder = folder_of(tmp_path)
    until = time.monotonic() + 60
    while background.at_work(folder):
        assert time.monotonic() < until
        time.sleep(0.1)
    assert len(list(folder.glob("*.nbc"))) < 3


@kernel
def doubled(x, out):
    for k in range(x.shape[0]):
        out[k] += 2.0 * x[k]
    return 1.0 / x[0]


@pytest.fixture
def choosing(monkeypatch):
    """Kernels of this process are interpreted, but nothing is asked of another one."""
    monkeypatch.setenv("LINKWORK_COMPILE", "background")
    monkeypatch.setattr(background, "want", lambda *_: True)
    monkeypatch.setattr(kernel_cache, "holds", lambda *_: False)
    doubled._reset_overloads()
    doubled.overloads.clear()
    doubled._cache.disable()
    return monkeypatch


def ask(times=1):
    @questions.question
    def answer(model):
        out = np.zeros(2)
        for _ in range(times):
            doubled(np.array([1.0, 2.0]), out)
            model.append(questions.code_of(doubled))
        return out.tolist()

    codes = []
    return answer(codes), codes


def test_a_question_keeps_its_choice(choosing):
    assert ask(2) == ([4.0, 8.0], ["interpreted"] * 2)
    states = iter((False, True, True, True))
    choosing.setattr(kernel_cache, "holds", lambda *_: next(states))
    assert ask(2)[1] == ["interpreted"] * 2  # though it is in the cache the second time
    assert ask()[1] == ["compiled"]


def test_a_long_question_is_asked_again_compiled(choosing):
    choosing.setattr(questions, "PATIENCE", -1.0)
    choosing.setattr(questions, "_timed", lambda *_: (_ for _ in ()).throw(questions.Abandoned))
    assert ask(2) == ([4.0, 8.0], ["compiled"] * 2)


def test_a_call_outside_questions_is_taken_back_before_it_is_repeated(choosing):
    def spoil(asked, plain, arguments):
        arguments[1][:] = 77.0
        raise questions.Abandoned

    choosing.setattr(questions, "_timed", spoil)
    out = np.zeros(2)
    assert doubled(np.array([2.0, 1.0]), out) == 0.5
    assert out.tolist() == [4.0, 2.0]


def test_numbers_that_python_cannot_divide_by(choosing):
    """A float of Python's raises; the question is asked again, compiled, and gives what NumPy gives."""

    @kernel
    def inverse(x):
        return 1.0 / float(x[0])

    choosing.setattr(questions, "_arrays", lambda arguments: iter(()))
    assert inverse(np.zeros(1)) == np.inf


def test_a_large_model_is_compiled_first(choosing):
    class Model(list):
        bodies = range(questions.LARGE + 1)

    @questions.question
    def answer(model):
        doubled(np.ones(2), np.zeros(2))
        return questions.code_of(doubled)

    assert answer(Model()) == "compiled"


def test_questions_asked_thousands_of_times_are_compiled_first(choosing):
    @questions.question
    def answer():
        doubled(np.ones(2), np.zeros(2))
        return questions.code_of(doubled)

    with questions.compiling("sweep"):
        assert answer() == answer() == "compiled"
    assert questions._asked.get() is None


def test_a_run_that_is_far_from_its_end_is_abandoned(choosing):
    asked = questions._Question("simulate")
    token = questions._asked.set(asked)
    try:
        questions.expect(1e-6)
        asked.seconds = 2.0 * questions.EARLY
        questions.expect(0.9)
        with pytest.raises(questions.Abandoned):
            questions.expect(1e-6)
    finally:
        questions._asked.reset(token)


def test_a_wrong_mode_is_refused(monkeypatch):
    monkeypatch.setenv("LINKWORK_COMPILE", "later")
    with pytest.raises(ValueError, match="background, now or never, not 'later'"):
        questions.mode()
