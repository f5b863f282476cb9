"""Constraint rows and signals from a small set of scalar primitives on two frames, one file per family."""
