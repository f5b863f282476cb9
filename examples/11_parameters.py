"""The frequency of a mechanism over the stiffness of its spring: parameters change without compiling again.

python examples/11_parameters.py
"""

import time

import numpy as np

import linkwork as lw

STIFFNESS = np.array([2500.0, 5000.0, 10000.0, 20000.0, 40000.0])  # N/m; the paper's is 10000


def frequency(model):
    """Hz, of a small swing: the angle rises through zero once a period."""
    state = lw.assemble(model, {"A.angle": 1e-4})
    run = lw.simulate(model, state, 3, rtol=1e-10, events=lw.Event("A.angle", direction=1))
    times = [event.time for event in run.events]
    return (len(times) - 1) / (times[-1] - times[0])


def main():
    model = lw.compile(lw.library.parallelogram_four_bar())
    print("numbers that can be changed:", ", ".join(path for path in model.parameters if path.startswith("S.")), "…")

    began = time.perf_counter()
    frequencies = [frequency(model.with_parameters({"S.stiffness": k})) for k in STIFFNESS]
    print(f"{len(frequencies)} designs in {time.perf_counter() - began:.2f} s")
    for k, f in zip(STIFFNESS, frequencies, strict=True):
        print(f"  {k:7.0f} N/m  {f:.4f} Hz")

    # The frequency is proportional to the square root of the stiffness; 5.04 Hz is the paper's (Bae 2003, 6.1).
    assert abs(frequencies[2] - 5.04) < 0.005
    assert np.allclose(frequencies / np.sqrt(STIFFNESS), frequencies[2] / 100, rtol=1e-6)

    # Lengths are numbers too: a point moves, and everything that is placed by it moves with it.
    longer = model.with_parameters({"B.at.y": 0.5, "C.at.y": 0.5, "anchor.at.y": 0.5})
    print(f"cranks of 0.5 m: {frequency(longer):.4f} Hz")
    return frequencies


if __name__ == "__main__":
    main()
