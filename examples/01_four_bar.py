"""A four-bar from its file: does it assemble, what is it, and what does every joint carry?

python examples/01_four_bar.py
"""

from math import radians
from pathlib import Path

import linkwork as lw

FILE = Path(__file__).with_name("four_bar.yaml")


def main():
    mechanism = lw.Mechanism.load(FILE)
    model = lw.compile(mechanism)

    # Any position or velocity signal is a target: the crank at 60 degrees, turning with 1 rad/s.
    state = lw.assemble(model, {"A.angle": radians(60), "A.angle.rate": 1.0})

    print(lw.check(model, state))
    print()
    reactions = lw.reactions(model, state)
    print(reactions)

    # The same question in other coordinates, by another method, has the same answer.
    cartesian = lw.compile(mechanism, coordinates="cartesian")
    other = lw.reactions(
        cartesian,
        lw.assemble(cartesian, {"A.angle": radians(60), "A.angle.rate": 1.0}),
        formulation=lw.PartialVelocity(),
    )
    difference = max(abs(reactions["D"].force - other["D"].force))
    print(f"\nD.force in joint and in Cartesian coordinates (PartialVelocity) differs by {difference:.1e} N")
    return reactions, difference


if __name__ == "__main__":
    main()
