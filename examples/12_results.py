"""Working with a run: signals, a table, a figure, a file that holds everything, and a second run that continues it.

python examples/12_results.py
"""

from pathlib import Path

import numpy as np

import linkwork as lw

FILE = Path(__file__).with_name("four_bar.yaml")


def main(folder=Path()):
    model = lw.compile(lw.Mechanism.load(FILE))
    state = lw.assemble(model, {"A.angle": np.pi / 3, "A.angle.rate": 1.0})
    run = lw.simulate(model, state, 4, output=0.01)
    print(run)

    # Any signal, at all output times: scalars as (nt,), vectors as (nt, 3).
    print(
        f"the rocker's bearing carries up to {np.linalg.norm(run['D.force'][:100], axis=1).max():.1f} N in the first second"
    )
    worst = run.to_pandas("A.angle", "D.force").iloc[:100].abs().max()
    print(worst.to_string())

    # A stiffer spring, in the same figure.
    stiffer = lw.simulate(model.with_parameters({"K.stiffness": 200}), state, 4, output=0.01)
    run.plot("A.angle", "A.angle.rate", stiffer, labels=["100 N m/rad", "200 N m/rad"], save=folder / "results.png")
    run.plot("A.angle.rate", against="A.angle", degrees=True, save=folder / "phase.png")

    # The file holds the mechanism too: a colleague needs nothing else.
    run.save(folder / "results.nc")
    again = lw.Trajectory.load(folder / "results.nc")
    assert np.array_equal(again["D.force"], run["D.force"])
    print(f"results.nc: {(folder / 'results.nc').stat().st_size / 1000:.0f} kB, read back bit for bit")

    # Four seconds and then six more are ten seconds.
    rest = lw.simulate(again.model, again.final, 6, output=0.01)
    whole = lw.simulate(model, state, 10, output=0.01)
    difference = abs(rest["A.angle"][-1] - whole["A.angle"][-1])
    print(f"4 s + 6 s and 10 s end with angles that differ by {difference:.1e} rad")
    assert difference < 1e-4
    return run, again


if __name__ == "__main__":
    main()
