"""Blocks: the user's function inside a plan, compiled or called back."""

import math
import pickle
import threading

import numpy as np
import pytest

import linkwork as lw
from linkwork.description.parsing import parse
from linkwork.description.parts.blocks import CodeError
from linkwork.kernels.arrays import view_model, view_work
from linkwork.kernels.expressions.blocks import run_plan
from linkwork.kernels.expressions.functions import INPUT, OUTPUT
from linkwork.model.expressions.blocks import SlowBlockWarning, address_table, block_code, raise_pending
from linkwork.model.expressions.tapes import TapeBuilder
from linkwork.numerics.jit import JIT_DISABLED, kernel
from tests.rigs.stage_buffers import Rig

compiled_only = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")


@kernel
def plan(ints, floats, work, t):
    run_plan(view_model(ints, floats), view_work(ints, work), t)


def lag(t, u, x, p, y, xdot):
    """y = gain x, x' = (u - x)/T, with an allocation on the way."""
    rates = np.empty(1, u.dtype)
    rates[0] = (u[0] - x[0]) / p[1]
    xdot[0] = rates[0]
    y[0] = p[0] * x[0]
    y[1] = u[1] * t


def guarded(t, u, x, p, y, xdot):
    if u[0].real > 1:
        raise ValueError("the valve is shut")
    y[0] = 2 * u[0]


class Memory:
    calls = 0


memory = Memory()


def with_memory(t, u, x, p, y, xdot):
    memory.calls += 1
    if u[0] > 1:
        raise KeyError("no such gear")
    y[0] = 3 * u[0]


def real_only(t, u, x, p, y, xdot):
    y[0] = math.hypot(u[0], 1.0)


class Callable:
    def __call__(self, t, u, x, p, y, xdot):
        y[0] = 5 * u[0]


def lag_rig(dtype=np.float64, u=3.0, x=0.5, gain=2.0):
    """Inputs u*u and u; outputs feed an expression after the call. Block 1 takes the first's output."""
    code = block_code("lag", lag, (2, 1, 2, 2))
    builder = TapeBuilder()
    resolve = lambda name: ("load", INPUT, 0) if name == "u" else ("load", OUTPUT, int(name[1]))  # noqa: E731
    inputs = [builder.add(parse(text), resolve) for text in ("u*u", "u")]
    builder.call(0)
    inputs += [builder.add(parse(text), resolve) for text in ("y0 + 1", "y1")]
    builder.call(1)
    result = builder.add(parse("y0 + y2*10 + y3*100"), resolve)
    table = address_table([code, code], complex_numbers=np.issubdtype(dtype, complex))
    model = builder.arrays() | {
        "block_address": table, "block_sizes": [[2, 1, 2, 2]] * 2, "block_first": [[0, 0, 0, 0], [2, 1, 2, 2]],
        "block_u": inputs, "block_p": [gain, 0.25, 1.0, 4.0],
    }  # fmt: skip
    n = builder.count
    work = {"inputs": [u], "z": [x, -x], "zdot": np.zeros(2), "block_in": np.zeros(4), "block_out": np.zeros(4)}
    rig = Rig(model, work | {"tape_value": np.zeros(n), "tape_rate": np.zeros(n), "tape_accel": np.zeros(n)}, dtype)
    return rig, result


def single(function, u, dtype=np.float64, name="part"):
    """y of a block of one input and one output."""
    code = block_code(name, function, (1, 0, 0, 1))
    builder = TapeBuilder()
    i = builder.add(parse("u"), lambda name: ("load", INPUT, 0))
    builder.call(0)
    table = address_table([code], complex_numbers=np.issubdtype(dtype, complex))
    model = builder.arrays() | {
        "block_address": table,
        "block_sizes": [[1, 0, 0, 1]],
        "block_first": [[0, 0, 0, 0]],
        "block_u": [i],
    }
    work = {
        "inputs": [u],
        "block_in": [0.0],
        "block_out": [7.0],
        "tape_value": [0.0],
        "tape_rate": [0.0],
        "tape_accel": [0.0],
    }
    rig = Rig(model, work, dtype)
    plan(*rig.buffers, 0.5)
    return rig.w.block_out[0]


@pytest.mark.purepython
def test_blocks_run_in_order_of_dependence_with_states_and_parameters():
    rig, result = lag_rig()
    plan(*rig.buffers, 0.5)
    raise_pending()
    y0, y1 = 2.0 * 0.5, 3.0 * 0.5
    y2, y3 = 1.0 * -0.5, y1 * 0.5
    assert rig.w.block_in == pytest.approx([9, 3, y0 + 1, y1])
    assert rig.w.block_out == pytest.approx([y0, y1, y2, y3])
    assert rig.w.zdot == pytest.approx([(9 - 0.5) / 0.25, (y0 + 1 + 0.5) / 4])
    assert rig.w.tape_value[result] == pytest.approx(y0 + 10 * y2 + 100 * y3)


@pytest.mark.purepython
def test_a_complex_step_passes_through_a_block():
    for change, expected in (({"u": 3 + 1e-30j}, 6 / 0.25), ({"x": 0.5 + 1e-30j}, -1 / 0.25)):
        rig, _ = lag_rig(np.complex128, **change)
        plan(*rig.buffers, 0.5)
        raise_pending()
        assert rig.w.zdot[0].imag / 1e-30 == pytest.approx(expected)
    rig, _ = lag_rig(np.complex128, gain=2 + 1e-30j)
    plan(*rig.buffers, 0.5)
    assert rig.w.block_out[0].imag == pytest.approx(0.5e-30)


@pytest.mark.purepython
@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_an_exception_is_kept_and_raised_after_the_call(dtype):
    assert single(guarded, 0.5, dtype) == 1.0
    raise_pending()
    assert np.isnan(single(guarded, 2.0, dtype, name="valve").real)
    with pytest.raises(ValueError, match="the valve is shut") as caught:
        raise_pending()
    assert caught.value.__notes__ == ["in the function of block 'valve' at t = 0.5"]
    raise_pending()


@compiled_only
def test_a_function_that_cannot_be_compiled_is_called_back_with_a_warning():
    for _ in range(2):
        with pytest.warns(SlowBlockWarning, match=r"block 'gearbox'.*'with_memory' cannot be compiled.*slow.*memory"):
            assert single(with_memory, 0.5, name="gearbox") == 1.5
    assert memory.calls == 2
    with pytest.warns(SlowBlockWarning):
        assert not block_code("gearbox", with_memory, (1, 0, 0, 1)).complex_safe


@compiled_only
@pytest.mark.filterwarnings("ignore::linkwork.model.expressions.blocks.SlowBlockWarning")
def test_an_exception_in_a_called_back_function_is_raised_after_the_call():
    assert math.isnan(single(with_memory, 2.0, name="gearbox"))
    with pytest.raises(KeyError, match="no such gear"):
        raise_pending()


@compiled_only
@pytest.mark.filterwarnings("ignore::linkwork.model.expressions.blocks.SlowBlockWarning")
def test_an_exception_waits_for_its_own_thread():
    thread = threading.Thread(target=lambda: single(with_memory, 2.0, name="gearbox"))
    thread.start()
    thread.join()
    raise_pending()


@compiled_only
def test_a_function_without_a_complex_form_has_no_complex_address_and_gives_nan():
    code = block_code("part", real_only, (1, 0, 0, 1))
    assert code.compiled
    assert not code.complex_safe
    assert single(real_only, 0.0) == 1.0
    assert np.isnan(single(real_only, 0.0, np.complex128).real)


@pytest.mark.purepython
@pytest.mark.filterwarnings("ignore::linkwork.model.expressions.blocks.SlowBlockWarning")
def test_a_callable_object_works():
    assert single(Callable(), 0.5, name="object") == 2.5


@compiled_only
def test_a_callable_object_is_slow_for_a_reason_that_is_said():
    with pytest.warns(SlowBlockWarning, match="it is a Callable, not a plain function"):
        single(Callable(), 0.5, name="other object")


@compiled_only
def test_a_function_compiled_by_the_user_is_taken_as_it_is():
    import numba

    @numba.njit
    def twice(t, u, x, p, y, xdot):
        y[0] = 2 * u[0]

    assert single(twice, 4.0) == 8.0


@pytest.mark.purepython
def test_a_wrong_number_of_arguments_is_an_error():
    with pytest.raises(CodeError, match=r"block 'short'.*must take \(t, u, x, p, y, xdot\)"):
        block_code("short", lambda t, u: None, (1, 0, 0, 1))


@pytest.mark.purepython
def test_blocks_pickle_by_the_name_of_their_function():
    block = lw.Block("lag", inputs={"u": "1"}, outputs=("y",), function="math:hypot")
    assert pickle.loads(pickle.dumps(block)).function == "math:hypot"
    with pytest.raises(CodeError, match="cannot be stored"):
        pickle.dumps(lw.Block("lag", inputs={"u": "1"}, outputs=("y",), function=lambda t, u, x, p, y, xdot: None))


def too_far(t, u, x, p, y, xdot):
    y[len(y)] = 1.0


def test_an_index_out_of_bounds_is_an_error_and_writes_nothing():
    import linkwork as lw

    m = lw.Mechanism()
    m.add(
        lw.Body("b", mass=1, inertia=(1, 1, 1), com=(1, 0, 0)),
        lw.Revolute("A", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1)),
        lw.Block("B", inputs={"u": "A.angle"}, outputs=["y"], function=too_far),
    )
    model = lw.compile(m)
    with pytest.raises(IndexError) as error:
        lw.measure(model, model.design_state(), "B.y")
    assert "block 'B'" in error.value.__notes__[0]
