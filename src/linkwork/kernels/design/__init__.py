"""Derivatives of the equations of motion by the numbers of a description, element by element."""
