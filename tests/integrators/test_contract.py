"""What a problem is given and asked: tangent vectors, the page, the calls after a step, event and break bookkeeping."""

import math

import numpy as np
import pytest

from linkwork.dynamics import layout
from linkwork.integrators import contract
from linkwork.integrators.methods import adams, dormand_prince
from linkwork.integrators.state import ADAMS, DOP853
from linkwork.numerics.jit import kernel
from tests.integrators import contract_problems as problems
from tests.integrators.contract_problems import Run

BOTH = pytest.mark.parametrize(("module", "method"), [(dormand_prince, DOP853), (adams, ADAMS)])


@kernel
def turning(t, y, out, page):
    """A unit complex number turning at the rate cos t: y = exp(i sin t); floats notes what the page says."""
    rate = math.cos(t)
    out[0] = -rate * y[1]
    out[1] = rate * y[0]
    k = int(page.count[layout.ACCEPTED])
    page.floats[k] += 1.0
    page.floats[2] = max(page.floats[2], page.real[layout.EXPECTED_STEP])
    page.floats[3] = page.real[layout.TOLERANCE]
    page.floats[4] = max(page.floats[4], page.count[layout.EXPECTED_ORDER])
    page.real[layout.PIVOT] = y[0]
    return 0


@kernel
def to_unit(t, y, out, page):
    size = math.sqrt(y[0] * y[0] + y[1] * y[1])
    y[0] /= size
    y[1] /= size
    return 0


@kernel
def angle_of(t, y, out, page):
    """The difference as an angle: one entry, and the radial part does not count."""
    out[0] = y[0] * out[1] - y[1] * out[0]
    return 1


@kernel
def count_steps(t, y, out, page):
    if page.count[layout.ACCEPTED] == 0.0:
        page.ints[0] += 1
        return 3 if page.ints[0] == page.ints[1] else 0
    return 0


@kernel
def no_long_steps(t, y, out, page):
    """A step must not end farther than floats[0] from the last one; floats[1] is the time where that ended."""
    if page.count[layout.ACCEPTED] == 1.0:
        return 7 if t - page.floats[1] > page.floats[0] else 0
    page.floats[1] = t
    return 0


@BOTH
def test_errors_are_measured_in_tangent_vectors(module, method):
    run = Run(
        module, turning, [1.0, 0.0], 30.0, rtol=1e-8, method=method, project=to_unit, tangent=angle_of, nt=1, size_of=[-1],
        floats=np.zeros(5), record=9999,
    )  # fmt: skip
    assert run.code == contract.DONE
    assert math.atan2(run.final[1], run.final[0]) == pytest.approx(math.sin(30.0), abs=3e-7)
    assert np.hypot(*run.final) == pytest.approx(1.0, abs=1e-15)


@BOTH
def test_control_tells_what_is_tried_and_the_record_keeps_what_it_answers(module, method):
    run = Run(
        module,
        turning,
        [1.0, 0.0],
        30.0,
        rtol=1e-8,
        method=method,
        floats=np.zeros(5),
        record=9999,
        after_step=count_steps,
        ints=[0, -1],
    )
    stage, accepted, longest, tolerance, order = run.page.floats
    rows_f, rows_i = run.record
    assert accepted == run.steps + 1 and stage + accepted == run.evaluations
    assert tolerance == 1e-8 and order >= rows_i[:, contract.RECORD_ORDER].max()
    assert longest == pytest.approx(rows_f[:, contract.RECORD_EXPECTED].max())
    assert len(rows_f) == run.steps == run.page.ints[0]
    assert rows_i[:, contract.RECORD_REJECTIONS].sum() == run.rejected
    assert rows_f[-1, contract.RECORD_PIVOT] == run.final[0]  # real[PIVOT] of the evaluation at the accepted state
    assert np.array_equal(rows_f[1:, contract.RECORD_T], rows_f[:-1, contract.RECORD_T_NEW])


def test_a_status_after_a_step_ends_the_run():
    run = Run(dormand_prince, problems.oscillator, [1.0, 0.0], 30.0, after_step=count_steps, ints=[0, 4])
    assert run.code == contract.EVALUATION_FAILED and run.steps == 4


@BOTH
def test_a_status_before_a_step_is_accepted_shortens_it(module, method):
    longest = 0.05
    given: dict = {"method": method, "rtol": 1e-6, "record": 9999, "after_step": no_long_steps}
    run = Run(module, problems.oscillator, [1.0, 0.0], 5.0, floats=[longest, 0.0], **given)
    assert run.code == contract.DONE and run.rejected > 0 and run.record is not None
    assert np.diff(run.record[0][:, [contract.RECORD_T, contract.RECORD_T_NEW]]).max() <= longest
    assert run.final == pytest.approx([math.cos(5.0), -math.sin(5.0)], abs=1e-4)


@pytest.mark.parametrize("breaks", [[30.0], [0.0, 1e-9, 2.0, 2.0, 29.0, 31.0, np.inf]])
@BOTH
def test_breaks_anywhere_do_no_harm(module, method, breaks):
    run = Run(module, problems.oscillator, [1.0, 0.0], 30.0, rtol=1e-9, method=method, breaks=breaks)
    assert run.code == contract.DONE
    assert run.final == pytest.approx([math.cos(30.0), -math.sin(30.0)], abs=2e-7)


@BOTH
def test_a_run_goes_on_from_its_end(module, method):
    from linkwork.integrators.state import T_END

    run = Run(module, problems.oscillator, [1.0, 0.0], 15.0, rtol=1e-9, method=method)
    run.s.real[T_END] = 30.0
    assert run.again() == contract.DONE
    assert run.s.y == pytest.approx([math.cos(30.0), -math.sin(30.0)], abs=2e-7)
