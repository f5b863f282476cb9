"""Expressions: the tape, its functions with derivatives, the user's blocks."""
