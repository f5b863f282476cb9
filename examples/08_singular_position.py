"""Ten four-bars in a row that fall through their flat position, where every one of them could fold the other way.

python examples/08_singular_position.py
"""

import numpy as np

import linkwork as lw


def main(n=10, duration=10.0):
    model = lw.compile(lw.library.n_four_bar(n))
    start = lw.assemble(model, lw.library.initial_speeds("n_four_bar"))  # the rods' ends move at 1 m/s
    print(f"{model.name}: {len(model.bodies)} bodies, {model.n_rows} constraint rows, 1 freedom")

    # Lying flat, the constraint Jacobian loses rank in every loop: the rods could go on parallel or folded.
    flat = lw.assemble(model, {"A0.angle": -np.pi / 2 + 1e-3})
    print(f"near the flat position: {lw.check(model, flat).dof} freedom; in it each of the {n} loops could fold")

    run = lw.simulate(model, start, duration, rtol=1e-7, output=0.01)
    angle, speed = run["A0.angle"], run["A0.angle.rate"]
    passes = int((np.diff(np.sign(np.cos(angle))) != 0).sum())
    print(f"{run.message}: {run.stats.steps} steps, {run.stats.evaluations} evaluations, {passes} passes through flat")
    first = run.crossings[0]
    print(f"the first at t = {first.time:.6f} s, where {first.rank_lost} rows depend on the others")

    # On its branch all rods stay parallel, so the row of n is one pendulum: its energy says how fast it is.
    apart = max(abs(run[f"A{i}.angle"] - angle).max() for i in range(1, n + 1))
    moment, weight = (n + 1) / 3 + n, ((n + 1) / 2 + n) * 9.81
    energy = 0.5 * moment * speed**2 + weight * np.cos(angle)
    drift = abs(energy / energy[0] - 1).max()
    print(f"rods stay parallel within {apart:.1e} rad; energy within {drift:.1e}")

    assert run.success and passes == len(run.crossings) >= 2 and first.rank_lost == n
    assert apart < 1e-6 and drift < 1e-4
    return run, passes


if __name__ == "__main__":
    main()
