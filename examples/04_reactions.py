"""A door on two hinges: which reactions are unique, which are not, and how to remove the redundancy.

python examples/04_reactions.py
"""

import linkwork as lw


def main():
    door = lw.library.door()
    model = lw.compile(door)
    state = lw.assemble(model)

    # Two hinges constrain five degrees of freedom twice. Rigid bodies do not determine how they share the weight.
    report = lw.check(model, state)
    print(report)
    print()
    reactions = lw.reactions(model, state)
    print(reactions)

    weight = 20 * 9.81
    together = reactions["hinge1.force.z"] + reactions["hinge2.force.z"]
    print(f"\nthe hinges carry {together:.6f} N together; the weight is {weight:.6f} N")
    assert report.redundant_rows == 5 and report.dof == 1
    assert not reactions["hinge1"].force_unique[2]
    assert abs(together - weight) < 1e-9

    # As it is built: the lower hinge carries the door (spherical), the upper one holds it upright (point on a line).
    lower, upper = door["hinge1"], door["hinge2"]
    door.remove("hinge1", "hinge2").add(
        lw.Spherical("hinge1", "ground", "leaf", at=lower.at),
        lw.InLine("hinge2", "ground", "leaf", at=upper.at, axis=upper.axis),
    )
    model = lw.compile(door)
    state = lw.assemble(model)
    cured = lw.reactions(model, state)
    print("\nwith a ball below and a sleeve above:")
    print(cured)

    # Now every number follows from equilibrium: the pull of the upper hinge times 1.4 m is the weight times 0.45 m.
    pull = cured["hinge2.force.x"]
    assert lw.check(model, state).ok
    assert all(reaction.unique for reaction in cured)
    assert abs(cured["hinge1.force.z"] - weight) < 1e-9
    assert abs(abs(pull) * 1.4 - weight * 0.45) < 1e-9
    return report, cured


if __name__ == "__main__":
    main()
