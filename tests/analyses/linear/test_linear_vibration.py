"""The frequencies of linear models are those of the motions that simulations find."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.jit import JIT_DISABLED

compiled_only = pytest.mark.skipif(JIT_DISABLED, reason="seconds of motion")


@compiled_only
def test_the_spectrum_of_a_simulated_parallelogram_peaks_where_its_mode_is():
    model = lw.compile(lw.library.parallelogram_four_bar())
    rest = lw.assemble(model)
    frequency = lw.linearize(model, rest).modes()[0].frequency
    periods, per_period = 40, 32
    times = np.arange(periods * per_period) / (per_period * frequency)
    start = lw.assemble(model, {"A.angle": lw.measure(model, rest, "A.angle") + 1e-4})
    run = lw.simulate(model, start, times[-1], rtol=1e-10, output=times)
    motion = run["A.angle"] - np.mean(run["A.angle"])
    spectrum = np.abs(np.fft.rfft(motion))
    assert np.argmax(spectrum) == periods
    assert spectrum[periods] / np.sqrt((spectrum**2).sum()) > 1 - 1e-6
    # whole periods: the motion comes back to where it was
    np.testing.assert_allclose(motion[per_period:], motion[:-per_period], atol=2e-9)
