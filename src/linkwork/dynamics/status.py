"""Codes that formulations return instead of accelerations, and their messages."""

from __future__ import annotations

OK = 0
SINGULAR_MASS = 1
INCONSISTENT = 2
RANK_DROPPED = 3
NOT_FINITE = 4
NOT_CONTRACTING = 5
UNDETERMINED = 6
MASSES_DIFFER = 7
NO_BRANCH = 8
UNCERTAIN_TURNS = 9

MESSAGES = {
    OK: "solved",
    SINGULAR_MASS: "some motion the constraints allow moves no mass: give the bodies that move in it mass and inertia",
    INCONSISTENT: "dependent constraints ask for different accelerations: remove or relax one of them",
    RANK_DROPPED: "the constraint rank dropped in a singular position; the default formulation passes singular positions",
    NOT_CONTRACTING: "the state could not be moved onto the constraints: assemble it, or take smaller steps",
    UNDETERMINED: "at rest in a singular position nothing decides how the motion goes on: start with a velocity, or beside it; "
    "change a length where it locks the mechanism",
    MASSES_DIFFER: "masses and inertias differ by more than this formulation can tell apart: use Recursive() or Augmented()",
    NO_BRANCH: "in a singular position several branches of the motion meet, and the velocity follows none of them: give assemble "
    "the rates of more joints, so that they are those of one branch, or start beside it",
    UNCERTAIN_TURNS: "the rate of an angle changes so much within a step that its whole turns cannot be counted: take a smaller step",
    NOT_FINITE: "a mass, force, constraint or acceleration is not a finite number",
}
