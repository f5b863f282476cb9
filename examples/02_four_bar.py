"""A four-bar from its file: assemble it, check it, compute the reaction of every joint, and simulate it.

python examples/02_four_bar.py
"""

from math import radians
from pathlib import Path

import linkwork as lw

FILE = Path(__file__).with_name("four_bar.yaml")
FIGURE, PAGE = Path("four_bar.png"), Path("four_bar.html")


def main(duration=10.0):
    mechanism = lw.Mechanism.load(FILE)
    model = lw.compile(mechanism)

    # Any position or velocity signal is a target: the crank at 60 degrees, turning with 1 rad/s.
    state = lw.assemble(model, {"A.angle": radians(60), "A.angle.rate": 1.0})

    print(lw.check(model, state))
    print()
    reactions = lw.reactions(model, state)
    print(reactions)

    # Other coordinates and another formulation give the same reaction.
    cartesian = lw.compile(mechanism, coordinates="cartesian")
    other = lw.reactions(
        cartesian,
        lw.assemble(cartesian, {"A.angle": radians(60), "A.angle.rate": 1.0}),
        formulation=lw.PartialVelocity(),
    )
    difference = max(abs(reactions["D"].force - other["D"].force))
    print(f"\nD.force in joint and in Cartesian coordinates (PartialVelocity) differs by {difference:.1e} N")

    # Ten seconds of motion. The four bars pass their flat position, where they could fold, and stay parallel.
    run = lw.simulate(model, state, duration, output=duration / 300)
    print(
        f"\n{duration:g} s simulated in {run.stats.steps} steps and {run.stats.evaluations} evaluations: {run.message}; "
        f"largest constraint violation {run.stats.violation:.1e} m"
    )
    draw(run)
    run.save_html(PAGE, signals=["A.angle", "D.force"])
    print(f"the moving four-bar, with its plots; open it in a browser: {PAGE.resolve()}")
    return reactions, difference, run


def draw(run):
    try:
        run.plot("A.angle", "A.angle.rate", "D.force", "energy.kinetic", "energy.potential", save=FIGURE)
    except ImportError as error:
        print(f"no figure: {error}")
        return
    print(f"angle, speed, reaction (very large where the bars lie flat) and energies over time: {FIGURE.resolve()}")


if __name__ == "__main__":
    main()
